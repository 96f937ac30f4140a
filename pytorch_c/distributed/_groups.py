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
from ._asked import Asked, of_python
from ._waiting import SLICE, UNSET, interruptible, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.tensor import Tensor
    from ._stores import Store


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


class BackendType(enum.IntEnum):
    """The backends by number (torch.distributed.ProcessGroup.BackendType)."""

    UNDEFINED, GLOO, NCCL, UCC, MPI, XCCL, CUSTOM = range(7)


class ProcessGroup(Asked, metaclass=OpaqueBaseMeta):
    """Processes that speak to each other (torch.distributed.ProcessGroup). new_group makes them.

    A class derived from it is a group whose collectives are its methods, under torch's names, each of which gives a Work:
    those of torch.distributed call them, functional ones under the group's name, and DistributedDataParallel.
    c10d holds such a group weakly: it ends with its last reference in Python.
    """

    BackendType = BackendType
    _of_python = True  # its collectives are methods of Python
    _made: Any = None
    _name = _desc = ""
    _backend = "undefined"
    _timeout: timedelta | None = None
    _registered = False

    def __init__(self, *place: Any) -> None:
        """place: the rank and the size, of a class derived from this one; torch's has a store before them, too."""
        if len(place) not in (2, 3):
            raise TypeError(f"ProcessGroup(): a rank and a size are needed, got {len(place)} arguments")
        self._rank, self._size = place[-2:]
        self._store = place[0] if len(place) == 3 else None

    @classmethod
    def _join(
        cls,
        store: Store,
        rank: int,
        size: int,
        backend: str,
        timeout: timedelta | None,
        name: str,
        description: str = "",
    ) -> ProcessGroup:
        """Joins a group of a backend of libtorch's."""
        self = object.__new__(ProcessGroup)
        self._of_python, self._backend, self._name, self._desc = False, backend, name, description
        self._rank, self._size, self._timeout = rank, size, timeout
        self._made = interruptible(api.group_new, store._handle, rank, size, backend, milliseconds(timeout), name)
        return self

    def __repr__(self) -> str:
        return f"<ProcessGroup {self._name}: rank {self.rank()} of {self.size()}, {self.name()}>"

    def _own(self, name: str, otherwise: Any) -> Any:
        """Calls a method that a derived class may have, as torch does from C++; otherwise where there is none."""
        method = getattr(self, name, None)
        return otherwise if method is None else method()

    @property
    def _handle(self) -> Any:
        if self._made is None:
            self._made = of_python(self)
        return self._made

    def rank(self) -> int:
        """The number of this process in it."""
        return self._own("getRank", self._rank)

    def size(self) -> int:
        """Returns how many processes it has."""
        return self._own("getSize", self._size)

    def name(self) -> str:
        """Name of the backend; "custom" for one that c10d has no name for."""
        return self._own("getBackendName", "custom" if self._backend == "fake" else self._backend)

    def _get_backend_name(self) -> str:
        return self.name()

    @property
    def group_name(self) -> str:
        """Name that no other group has; from the first use on, functional collectives find the group by it."""
        if not self._of_python and not self._registered:
            api.group_register(self._handle)
            self._registered = True
        return self._own("getGroupName", self._name)

    def _set_group_name(self, name: str) -> None:
        getattr(self, "setGroupName", lambda given: setattr(self, "_name", given))(name)

    @property
    def group_desc(self) -> str:
        """Purpose of the group, in a word."""
        return self._own("getGroupDesc", self._desc)

    def _set_group_desc(self, desc: str) -> None:
        getattr(self, "setGroupDesc", lambda given: setattr(self, "_desc", given))(desc)

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
        if self._made is not None:
            self._made.close()
