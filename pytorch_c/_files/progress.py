"""A bar of progress while gigabytes are saved or loaded: on a terminal only, and where tqdm is installed."""

import sys
from contextlib import contextmanager

LEAST = 1 << 30  # bytes below which there is no bar


@contextmanager
def bar(total, label):
    """Gives a function that is called with the number of bytes that were just done."""
    made = _made(total, label) if total >= LEAST else None
    if made is None:
        yield silent
        return
    with made:
        yield made.update


def silent(done):
    """Tells nobody."""


def _made(total, label):
    """The bar, or None where nobody would see it or tqdm is missing."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(total=total, desc=label, unit="B", unit_scale=True, unit_divisor=1024, leave=False)
