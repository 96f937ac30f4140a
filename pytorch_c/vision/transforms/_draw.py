"""Random numbers of transforms: from the default generator as torchvision's, or from a source that a thread has chosen.

The loader's worker threads give each image a source of its own, so that its numbers do not depend on who is first. It is
one of Python's: every call of libtorch lets other threads run, which costs a small image more than its work.
"""

from __future__ import annotations

import contextlib
import functools
import math
import threading
from random import Random

from ... import _ops
from ..._tensor.data import tensor
from ..._tensor.generator import Generator
from ..._tensor.promotion import get_default_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..._typing import Tensor

_thread = threading.local()


@contextlib.contextmanager
def drawing_from(source: Generator | Random | None) -> Iterator[None]:
    """Transforms that this thread runs in the block draw from `source`; None is the default generator."""
    before = current()
    _thread.source = source
    try:
        yield
    finally:
        _thread.source = before


def current() -> Generator | Random | None:
    """The source of this thread's transforms, None for the default generator."""
    return getattr(_thread, "source", None)


def _python():
    """The thread's source if it is Python's."""
    source = current()
    return source if isinstance(source, Random) else None


def _libtorch():
    """A generator for libtorch's functions."""
    source = current()
    return Generator().manual_seed(source.getrandbits(63)) if isinstance(source, Random) else source


def happens(p: float) -> bool:
    """True with the probability p: one number, compared in float32 as torchvision does."""
    if source := _python():
        return source.random() < p
    return (_ops.rand(1, generator=_libtorch()) < p).item()


def above(p: float) -> bool:
    """Returns whether a number between 0 and 1 is larger than p."""
    if source := _python():
        return source.random() > p
    return (_ops.rand(1, generator=_libtorch()) > p).item()


def uniform(low: float, high: float) -> float:
    if source := _python():
        return source.uniform(low, high)
    return _uniform(low, high).item()


def exp_uniform(low: float, high: float) -> float:
    """e to the power of a number between low and high, in float32."""
    if source := _python():
        return math.exp(source.uniform(low, high))
    return _uniform(low, high).exp().item()


def logs(numbers: Sequence[float]) -> tuple[float, ...]:
    """The logarithms of numbers, in the default dtype."""
    return _logs(tuple(numbers), get_default_dtype())


@functools.lru_cache(64)
def _logs(numbers, kind):
    return tuple(tensor(numbers, dtype=kind).log().tolist())


def below(limit: int) -> int:
    """An integer from 0 to limit - 1."""
    if source := _python():
        return source.randrange(limit)
    return _ops.randint(0, limit, (1,), generator=_libtorch()).item()


def permutation(count: int) -> list[int]:
    if source := _python():
        return source.sample(range(count), count)
    return _ops.randperm(count, generator=_libtorch()).tolist()


def choice(weights: Tensor) -> int:
    """An index, with the probabilities that the weights give."""
    return _ops.multinomial(weights, 1, generator=_libtorch()).item()


def normal(shape: Sequence[int]) -> Tensor:
    """Numbers from the standard normal distribution, float32."""
    return _ops.empty(shape).normal_(generator=_libtorch())


def _uniform(low, high):
    return _ops.empty(1).uniform_(low, high, generator=_libtorch())
