"""Random numbers of transforms: from the default generator, or from the one that a thread has chosen.

The loader's worker threads give each image a generator of its own, so that its numbers do not depend on who is first.
"""

from __future__ import annotations

import contextlib
import threading

from ... import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..._typing import Generator, Tensor

_thread = threading.local()


@contextlib.contextmanager
def drawing_from(generator: Generator | None) -> Iterator[None]:
    """Transforms that this thread runs in the block draw from `generator`; None is the default generator."""
    before = current()
    _thread.generator = generator
    try:
        yield
    finally:
        _thread.generator = before


def current() -> Generator | None:
    """The generator of this thread's transforms, None for the default one."""
    return getattr(_thread, "generator", None)


def happens(p: float) -> bool:
    """True with the probability p: one number, compared in float32 as torchvision does."""
    return (_ops.rand(1, generator=current()) < p).item()


def above(p: float) -> bool:
    """Whether a number between 0 and 1 is larger than p."""
    return (_ops.rand(1, generator=current()) > p).item()


def uniform(low: float, high: float) -> float:
    return _uniform(low, high).item()


def exp_uniform(low: float, high: float) -> float:
    """e to the power of a number between low and high, in float32."""
    return _uniform(low, high).exp().item()


def below(limit: int) -> int:
    """An integer from 0 to limit - 1."""
    return _ops.randint(0, limit, (1,), generator=current()).item()


def permutation(count: int) -> list[int]:
    return _ops.randperm(count, generator=current()).tolist()


def choice(weights: Tensor) -> int:
    """An index, with the probabilities that the weights give."""
    return _ops.multinomial(weights, 1, generator=current()).item()


def normal(shape: Sequence[int]) -> Tensor:
    """Numbers from the standard normal distribution, float32."""
    return _ops.empty(shape).normal_(generator=current())


def _uniform(low, high):
    return _ops.empty(1).uniform_(low, high, generator=current())
