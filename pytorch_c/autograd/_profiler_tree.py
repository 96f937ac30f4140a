"""Results of a profile of the C library as objects: the results of torch._C._autograd and torch._C._profiler.

The tree has what the events have not: the tensors of each input, the memory that each block is, whose call a frame is.
torch's files that look for what memory is for, and for patterns, read it.
"""

from __future__ import annotations

import enum
import json

from .._boundary import api
from .._boundary.library import core
from .._tensor.device import device as Device
from .._tensor.dtype import BY_CODE, LAYOUT_BY_CODE
from ._profiler_kinds import RecordScope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._profiler_results import Event


class EventType(enum.Enum):
    """Kinds of nodes in the tree (torch._C._profiler._EventType)."""

    TorchOp = 0
    Backend = 1
    Vulkan = 2
    Allocation = 3
    OutOfMemory = 4
    PyCall = 5
    PyCCall = 6
    Kineto = 7
    PythonGC = 8


class ProfilerResult:
    """Events and tree of a profile (torch._C._autograd._ProfilerResult).

    Attributes:
        profile: the Resource of the C library
    """

    def __init__(self, profile: Any) -> None:
        self.profile = profile

    def trace_start_ns(self) -> int:
        """Nanoseconds since 1970 when it began."""
        return api.profile_start(self.profile)

    def events(self) -> list[KinetoEvent]:
        """The events, in the order of their begin."""
        from ._profiler_results import Event

        return [KinetoEvent(self, n, Event._make(one)) for n, one in enumerate(core.profile_events(self.profile))]

    def experimental_event_tree(self) -> list[ProfilerEvent]:
        """The events that are part of no other; each has its children."""
        nodes: list[ProfilerEvent] = []
        roots = []
        for found in json.loads(api.profile_tree(self.profile)):
            parent = nodes[found["parent"]] if found["parent"] >= 0 else None
            nodes.append(ProfilerEvent(found, parent))
            (parent.children if parent else roots).append(nodes[-1])
        return roots

    def save(self, path: str) -> None:
        """Writes the trace, once."""
        api.profile_save(self.profile, path)


# ---- events ----


class KinetoEvent:
    """An event with a method for each of its fields (torch._C._autograd._KinetoEvent)."""

    def __init__(self, result: ProfilerResult, number: int, event: Event) -> None:
        self._result, self._number, self._event = result, number, event

    def _details(self) -> dict[str, Any]:
        return json.loads(api.profile_event_details(self._result.profile, self._number))

    def __getattr__(self, name: str) -> Any:
        if name in _FIELDS:
            found = getattr(self._event, _FIELDS[name])
        elif name in _DETAILS:
            found = self._details().get(*_DETAILS[name])
        else:
            raise AttributeError(f"'_KinetoEvent' object has no attribute {name!r}")
        return lambda: found

    def device_type(self) -> Any:
        """The device on which it ran (DeviceType)."""
        return self._event.device

    def duration_ns(self) -> int:
        """Nanoseconds from its begin to its end."""
        return self._event.end - self._event.start

    def is_async(self) -> bool:
        """Returns whether it ended on another thread, or not in order."""
        return bool(self._event.is_async)

    def is_user_annotation(self) -> bool:
        """Returns whether it is a range of the program's."""
        return self._event.activity in ("user_annotation", "gpu_user_annotation")

    def is_python_function(self) -> bool:
        """Returns whether it is a call of a function of Python's."""
        return self._event.activity == "python_function"

    def is_hidden_event(self) -> bool:
        """Returns whether it is not for tables."""
        return bool(self._event.is_hidden)


_FIELDS = {
    "name": "name", "overload_name": "overload", "activity_type": "activity", "start_ns": "start", "end_ns": "end",
    "start_thread_id": "thread", "end_thread_id": "end_thread", "fwd_thread_id": "forward_thread",
    "sequence_nr": "sequence", "correlation_id": "correlation", "linked_correlation_id": "linked_correlation",
    "external_id": "external_id", "device_resource_id": "resource", "flops": "flops", "nbytes": "bytes",
    "flow_id": "flow_id", "flow_type": "flow_type", "flow_start": "flow_start", "scope": "scope",
    "device_index": "device_index",
}  # fmt: skip
_DETAILS: dict[str, tuple[str, Any]] = {
    "shapes": ("shapes", []), "structured_input_shapes": ("structured", []), "dtypes": ("dtypes", []),
    "structured_input_strides": ("strides", []), "concrete_inputs": ("values", []), "kwinputs": ("keywords", {}),
    "stack": ("stack", []), "module_hierarchy": ("modules", []), "extra_meta": ("metadata", {}),
    "metadata_json": ("trace", ""),
}  # fmt: skip


# ---- the tree ----


class ProfilerEvent:
    """A node of the tree (torch._C._profiler._ProfilerEvent)."""

    def __init__(self, found: dict[str, Any], parent: ProfilerEvent | None) -> None:
        self.name, self.overload_name, self.parent = found["name"], found["overload"], parent
        self.tag = EventType[found["type"]]
        self.start_time_ns, self.end_time_ns, self.start_tid = found["start"], found["end"], found["thread"]
        self.correlation_id = found["correlation"]
        self.children: list[ProfilerEvent] = []
        self.extra_fields = _KINDS[self.tag](found)

    @property
    def id(self) -> int:
        """A number that no other node has."""
        return id(self)

    @property
    def duration_time_ns(self) -> int:
        """Nanoseconds from its begin to its end."""
        return self.end_time_ns - self.start_time_ns

    @property
    def typed(self) -> tuple[EventType, Any]:
        """The kind, and the fields of events of that kind."""
        return self.tag, self.extra_fields

    def __repr__(self) -> str:
        return f"<_ProfilerEvent {self.name!r}: {self.tag.name}, {len(self.children)} children>"


class TensorMetadata:
    """A tensor as it was when an operator got it (torch._C._profiler._TensorMetadata)."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.impl_ptr, self.storage_data_ptr = found["impl"] or None, found["data"] or None
        self.id, self.allocation_id = found.get("id"), found.get("allocation")
        self.layout, self.dtype = LAYOUT_BY_CODE[found["layout"]], BY_CODE[found["dtype"]]
        self.device, self.sizes, self.strides = Device(found["device"]), found["sizes"], found["strides"]
        self.dim = len(self.sizes)


def _tensor(found: dict[str, Any] | None) -> TensorMetadata | None:
    return None if found is None else TensorMetadata(found)


def _input(found: Any) -> Any:
    """An input: a tensor's, a list of them, or a number."""
    if isinstance(found, dict):
        return TensorMetadata(found)
    if isinstance(found, list):
        return [_input(one) for one in found]
    return found


class ExtraFields_TorchOp:
    """Fields of an operator, a node or a range (torch._C._profiler._ExtraFields_TorchOp)."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.name, self.sequence_number = found["name"], found["sequence"]
        self.inputs, self.scope = [_input(one) for one in found["inputs"]], RecordScope(found["scope"])
        self.allow_tf32_cublas = found["allow_tf32_cublas"]


class ExtraFields_Allocation:
    """A block of memory that is given, or of below 0 bytes taken back (torch._C._profiler._ExtraFields_Allocation)."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.ptr, self.alloc_size, self.device = found["address"], found["size"], Device(found["device"])
        self.id, self.allocation_id = found.get("id"), found.get("allocation")
        self.total_allocated, self.total_reserved = found["allocated"], found["reserved"]


class PyFrameState:
    """A line of a function (torch._C._profiler._PyFrameState)."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.line_number, self.file_name, self.function_name = found["line"], found["file"], found["function"]


class NNModuleInfo:
    """A module that was called (torch._C._profiler._NNModuleInfo)."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.self_ptr, self.cls_ptr, self.cls_name = found["object"], found["class"], found["name"]
        self.parameters = [
            (one["name"], TensorMetadata(one["tensor"]), _tensor(one.get("gradient"))) for one in found["parameters"]
        ]


class OptimizerInfo:
    """An optimizer that made a step (torch._C._profiler._OptimizerInfo)."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.self_ptr, self.cls_ptr, self.cls_name = found["object"], found["class"], found["name"]
        self.parameters = [
            (
                TensorMetadata(one["tensor"]),
                _tensor(one.get("gradient")),
                [(state["name"], TensorMetadata(state["tensor"])) for state in one["states"]],
            )
            for one in found["parameters"]
        ]


class ExtraFields_PyCCall:
    """A call of a function written in C (torch._C._profiler._ExtraFields_PyCCall)."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.caller = PyFrameState(found["caller"])


class ExtraFields_PyCall(ExtraFields_PyCCall):
    """A call of a function of Python's (torch._C._profiler._ExtraFields_PyCall)."""

    def __init__(self, found: dict[str, Any]) -> None:
        super().__init__(found)
        self.callsite = PyFrameState(found["place"])
        self.module = NNModuleInfo(found["module"]) if "module" in found else None
        self.optimizer = OptimizerInfo(found["optimizer"]) if "optimizer" in found else None


class _Plain:
    """A kind of which nothing more is told."""

    def __init__(self, found: dict[str, Any]) -> None:
        """Keeps nothing."""


class ExtraFields_Backend(_Plain):
    """Work of a backend (torch._C._profiler._ExtraFields_Backend)."""


class ExtraFields_Vulkan(_Plain):
    """Work of Vulkan (torch._C._profiler._ExtraFields_Vulkan)."""


class ExtraFields_OutOfMemory(_Plain):
    """Memory that was refused (torch._C._profiler._ExtraFields_OutOfMemory)."""


class ExtraFields_Kineto(_Plain):
    """An event that Kineto alone has seen (torch._C._profiler._ExtraFields_Kineto)."""


class ExtraFields_PythonGC(_Plain):
    """A run of Python's collector."""


_KINDS: dict[EventType, Any] = {one: globals()[f"ExtraFields_{one.name}"] for one in EventType}
