"""Groups of processes and what they are doing (torch.distributed.ProcessGroup, Work), upon c10d's own."""

from __future__ import annotations

import enum
import os
import time
from datetime import timedelta

from .. import futures
from .._boundary import api
from .._boundary.library import core
from .._opaque_base import OpaqueBaseMeta
from .._tensor.device import device as Device
from ._waiting import SLICE, UNSET, interruptible, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.tensor import Tensor
    from ._stores import Store


class RedOpType(enum.IntEnum):
    """The numbers of ReduceOp."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR, PREMUL_SUM = range(9)


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

    def __init__(self, factor: Any) -> None:
        self.factor = factor

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PremulSum)

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


class DebugLevel(enum.IntEnum):
    """Amount of checking (torch.distributed.DebugLevel): DETAIL compares each collective among the processes."""

    OFF, INFO, DETAIL = range(3)


def get_debug_level() -> DebugLevel:
    """Returns the level of groups that are made from now on; at first TORCH_DISTRIBUTED_DEBUG."""
    return DebugLevel(api.debug_level())


def set_debug_level(level: DebugLevel) -> None:
    """Sets what get_debug_level gives."""
    api.set_debug_level(int(level))


def set_debug_level_from_env() -> None:
    """Sets it from TORCH_DISTRIBUTED_DEBUG, if that is set; ValueError for another word than OFF, INFO, DETAIL."""
    if "TORCH_DISTRIBUTED_DEBUG" not in os.environ:
        return
    name = os.environ["TORCH_DISTRIBUTED_DEBUG"].upper()
    if name not in DebugLevel.__members__:
        raise ValueError("The value of TORCH_DISTRIBUTED_DEBUG must be OFF, INFO, or DETAIL.")
    set_debug_level(DebugLevel[name])


class Work:
    """A collective that is under way (torch.distributed.Work). Its tensors live until it is done."""

    def __init__(self, handle: Any, outputs: Any = ()) -> None:
        self._handle, self._outputs, self._future = handle, outputs, None

    def wait(self, timeout: timedelta | None = None) -> bool:
        """Returns True when it is done; raises what it has failed with, DistBackendError after the timeout."""
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
        return api.work_test(self._handle)

    def exception(self) -> BaseException | None:
        """Returns what it has failed with, or None."""
        if self.is_completed():
            try:
                api.work_wait(self._handle, UNSET)
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
        if self._future is None:
            made: futures.Future[Any] = futures.Future()
            outputs = list(self._outputs)

            def done(error):
                made.set_result(outputs) if error is None else made.set_exception(error)

            core.work_then(self._handle, done)
            self._future = made
        return self._future


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


class BackendType(enum.IntEnum):
    """The backends by number (torch.distributed.ProcessGroup.BackendType)."""

    UNDEFINED, GLOO, NCCL, UCC, MPI, XCCL, CUSTOM = range(7)


class ProcessGroup(metaclass=OpaqueBaseMeta):
    """Processes that speak to each other (torch.distributed.ProcessGroup). new_group makes them."""

    BackendType = BackendType

    def __init__(
        self,
        store: Store,
        rank: int,
        size: int,
        backend: str,
        timeout: timedelta | None,
        name: str,
        description: str = "",
    ) -> None:
        self._backend, self._name, self.group_desc = backend, name, description
        self._rank, self._size, self._timeout, self._registered = rank, size, timeout, False
        self._handle = interruptible(api.group_new, store._handle, rank, size, backend, milliseconds(timeout), name)

    def __repr__(self) -> str:
        return f"<ProcessGroup {self._name}: rank {self._rank} of {self._size}, {self._backend}>"

    def rank(self) -> int:
        """The number of this process in it."""
        return self._rank

    def size(self) -> int:
        """Returns how many processes it has."""
        return self._size

    def name(self) -> str:
        """Name of the backend."""
        return self._backend

    _get_backend_name = name

    @property
    def group_name(self) -> str:
        """Name that no other group has; from the first use on, functional collectives find the group by it."""
        if not self._registered:
            api.group_register(self._handle)
            self._registered = True
        return self._name

    @property
    def bound_device_id(self) -> None:
        """None: a group has no device of its own."""
        return None

    @property
    def _device_types(self) -> list[Device]:
        return [Device("cuda")] if self._backend == "nccl" else [Device("cpu"), Device("cuda")]

    def _id(self) -> int:
        return api.group_id(self._handle)

    def _get_sequence_number_for_group(self) -> int:
        return api.group_sequence_number(self._handle)

    def set_timeout(self, timeout: timedelta) -> None:
        """Sets how long the group's collectives may take."""
        api.group_set_timeout(self._handle, milliseconds(timeout))
        self._timeout = timeout

    _set_default_timeout = set_timeout

    def abort(self) -> None:
        """Ends it: waits that are under way raise, as do later calls."""
        api.group_abort(self._handle)

    def shutdown(self) -> None:
        """Leaves it; later calls raise."""
        self._handle.close()
