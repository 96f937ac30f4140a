"""The samples of torch's own operator database, each with one argument replaced.

python tests/fuzz/samples.py --seed 1 --cases 5000; a case again with --only INDEX.
"""

import contextlib
import functools
import itertools
import random
import sys
import warnings
from pathlib import Path

if __name__ == "__main__":
    tests = Path(__file__).resolve().parent.parent
    sys.path[:0] = [str(tests), str(tests.parent)]
    from fuzz import children

    children.lead(__file__)

import torch  # noqa: E402
from opinfo.convert import Converter, Unconvertible  # noqa: E402
from opinfo.counterpart import Missing, counterpart  # noqa: E402
from opinfo.database import entries  # noqa: E402
from opinfo.seeded import seeded  # noqa: E402

import pytorch_c  # noqa: E402
from fuzz import children  # noqa: E402
from fuzz.hostile import Escape  # noqa: E402
from fuzz.surface import look  # noqa: E402
from fuzz.values import value  # noqa: E402

torch.set_num_threads(1)
MOST = 6  # samples of an entry


@functools.cache
def samples(name):
    """(our function, the first samples of an entry), or None where there is no such function."""
    op = entries()[name]
    try:
        ours = counterpart(op.op)
        dtype = torch.float32 if torch.float32 in op.dtypes else sorted(op.dtypes, key=str)[0]
        return ours, list(itertools.islice(seeded(op.sample_inputs_func(op, "cpu", dtype, False)), MOST))
    except (Missing, Unconvertible, KeyError, RuntimeError, NotImplementedError, TypeError, AttributeError, IndexError):
        return None


def make(seed, index):
    """(text, function of no argument or None, the tensors in it) of a case."""
    rng = random.Random(f"samples {seed} {index}")
    name = rng.choice(sorted(entries()))
    found = samples(name)
    if not found or not found[1]:
        return name, None, []
    function, known = found
    sample = rng.choice(known)
    things = []
    try:
        convert = Converter(pytorch_c)
        args, kwargs = [convert(sample.input), *map(convert, sample.args)], convert(dict(sample.kwargs))
    except Unconvertible:
        return name, None, []
    things += [one for one in args if isinstance(one, pytorch_c.Tensor)]
    place = rng.choice([*range(len(args)), *sorted(kwargs)])
    new = value(rng, things)
    if isinstance(place, int):
        args[place] = new
    else:
        kwargs[place] = new
    return f"{name} with another {place}", lambda: function(*args, **kwargs), things


def case(seed, index):
    warnings.simplefilter("ignore")
    _, call, things = make(seed, index)
    said = None
    if call:
        try:
            call()
        except SystemError as error:
            said = f"SystemError: {error}"
        except (Exception, Escape, SystemExit, KeyboardInterrupt):
            pass
        with contextlib.suppress(Exception):
            look(things)
    for one in things:
        if isinstance(one, list):
            one.clear()
    return said


def show(seed, index):
    return make(seed, index)[0]


if __name__ == "__main__":
    children.main(__file__, case, show)
