"""Operations of reductions, and works: collectives that are under way (torch.distributed.ReduceOp, Work)."""

from __future__ import annotations

import enum
import time
from datetime import timedelta

from .. import futures
from .._boundary import api
from .._boundary.library import core
from ._waiting import SLICE, UNSET, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._tensor.tensor import Tensor


class RedOpType(enum.IntEnum):
    """The numbers of ReduceOp."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR, PREMUL_SUM = range(9)

    @property
    def op(self) -> RedOpType:
        """Itself: an operation and its number are one here."""
        return self


class _OperationMeta(type):
    def __instancecheck__(cls, op: Any) -> bool:
        return isinstance(op, (RedOpType, PremulSum))


class ReduceOp(metaclass=_OperationMeta):
    """Operation of a reduction (torch.distributed.ReduceOp): SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR."""

    RedOpType = RedOpType
    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR, PREMUL_SUM = RedOpType

    def __new__(cls, op: Any) -> Any:
        return op if isinstance(op, PremulSum) else RedOpType(op)


class PremulSum:
    """A sum of what was multiplied by a factor, as NCCL has it; no backend here takes it (torch's PREMUL_SUM)."""

    op = RedOpType.PREMUL_SUM

    def __init__(self, factor: Any) -> None:
        self.factor = factor

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PremulSum) or other is RedOpType.PREMUL_SUM

    def __hash__(self) -> int:
        return hash(RedOpType.PREMUL_SUM)

    def __index__(self) -> int:
        raise NotImplementedError(
            "argument 'op': PREMUL_SUM is not among the operations here; multiply before all_reduce"
        )

    __int__ = __index__


def _make_nccl_premul_sum(factor: float | Tensor) -> PremulSum:
    """The operation of a sum with a factor (torch.distributed._make_nccl_premul_sum)."""
    return PremulSum(factor)


class Work:
    """A collective that is under way (torch.distributed.Work). Its tensors live until it is done.

    A class derived from it, for a group that is a class of Python, has wait(timeout) and get_future() of its own.
    """

    _handle: Any = None
    _outputs: Any = ()
    _future: Any = None

    def __init__(self, handle: Any = None, outputs: Any = ()) -> None:
        self._handle, self._outputs, self._future = handle, outputs, None

    def wait(self, timeout: timedelta | None = None) -> bool:
        """Returns True when it is done; raises what it has failed with, DistBackendError after the timeout."""
        if self._handle is None:
            self.get_future().wait()
            return True
        if not timeout:
            while not api.work_poll(self._handle, SLICE):
                pass
            return True
        limit = milliseconds(timeout)
        end = time.monotonic() + limit / 1000
        while not api.work_poll(self._handle, max(min(SLICE, int((end - time.monotonic()) * 1000)), 0)):
            if time.monotonic() >= end:
                api.work_wait(self._handle, 0)
                break
        return True

    def is_completed(self) -> bool:
        """Returns whether it is done, in success or failure."""
        if self._handle is None:
            return self.get_future().done()
        return api.work_test(self._handle)

    def exception(self) -> BaseException | None:
        """Returns what it has failed with, or None."""
        if self.is_completed():
            try:
                self.wait() if self._handle is None else api.work_wait(self._handle, UNSET)
            except RuntimeError as error:
                return error
        return None

    def is_success(self) -> bool:
        """Returns whether it is done and has not failed."""
        return self.is_completed() and self.exception() is None

    def result(self) -> list[Tensor]:
        """The tensors that it has filled."""
        self.wait()
        return list(self._outputs)

    def source_rank(self) -> int:
        """Who has sent what a recv from anybody has received."""
        return api.work_source_rank(self._handle)

    def synchronize(self) -> None:
        """Waits, where that is needed before the tensors are used."""
        self.wait()

    def get_future(self) -> futures.Future[Any]:
        """A future of the list of the tensors; what is hung on it runs on a thread of the group's."""
        if self._handle is None and self._future is None:
            raise NotImplementedError(f"{type(self).__name__} has no get_future()")
        if self._future is None:
            made: futures.Future[Any] = futures.Future()
            outputs = list(self._outputs)

            def done(error):
                made.set_result(outputs) if error is None else made.set_exception(error)

            core.work_then(self._handle, done)
            self._future = made
        return self._future


class FutureWork(Work):
    """A work that is done when a future is (torch._C._distributed_c10d._create_work_from_future)."""

    def __init__(self, future: futures.Future[Any]) -> None:
        super().__init__()
        self._future = future

    def result(self) -> Any:
        """The future's value."""
        return self._future.wait()


_create_work_from_future = FutureWork


class Works(Work):
    """Several collectives, done when each is."""

    def __init__(self, works: list[Work]) -> None:
        self._works = works

    def wait(self, timeout: timedelta | None = None) -> bool:
        """Waits for each."""
        return all([work.wait(timeout) for work in self._works])

    def is_completed(self) -> bool:
        """Returns whether all are done."""
        return all(work.is_completed() for work in self._works)

    def result(self) -> list[Tensor]:
        """The tensors of all."""
        return [tensor for work in self._works for tensor in work.result()]


def answer_with(answer: Any, done: futures.Future[Any], put: Callable[[Any, Any], None]) -> None:
    """Gives a future of C's what one of Python's has: put(answer, value), or its error."""
    try:
        put(answer, done.value())
    except BaseException as error:
        core.future_fail(answer, error)
