"""Results of a profile of the C library as objects: those of torch._C._autograd and torch._C._profiler.

The tree has what the events have not: the tensors of each input, the memory that each block is, whose call a frame is.
torch's files that look for what memory is for, and for patterns, read it.
"""

from __future__ import annotations

import enum
import json
from typing import NamedTuple

from .._boundary import api
from .._boundary.library import core
from .._tensor.device import device as Device
from .._tensor.dtype import BY_CODE, LAYOUT_BY_CODE
from ._profiler_kinds import DeviceType, RecordScope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


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
        self._last: tuple[int, dict[str, Any]] = (-1, {})

    def _details_of(self, number: int) -> dict[str, Any]:
        """Returns the lists of an event; those of the last one alone are kept, since its readers ask for all in a row."""
        of, details = self._last
        if of != number:
            details = json.loads(api.profile_event_details(self.profile, number))
            self._last = (number, details)
        return details

    def trace_start_ns(self) -> int:
        """Nanoseconds since 1970 when it began."""
        return api.profile_start(self.profile)

    def events(self) -> list[KinetoEvent]:
        """The events, in the order of their begin."""
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

    def trace_activities(self) -> list[TraceActivity]:
        """Events of Kineto's tracers, as the trace file has them. Raises RuntimeError where that was saved."""
        made: list[TraceActivity] = []
        made += [TraceActivity(one, made) for one in json.loads(api.profile_activities(self.profile))]
        return made

    def save(self, path: str) -> None:
        """Writes the trace, once."""
        api.profile_save(self.profile, str(path))


# ---- events ----


class Event(NamedTuple):
    """The fields of ptc_profile_event, by the names of torch's methods where they have one."""

    name: str
    overload_name: str
    activity_type: str
    start_ns: int
    end_ns: int
    start_thread_id: int
    end_thread_id: int
    fwd_thread_id: int
    sequence_nr: int
    correlation_id: int
    linked_correlation_id: int
    external_id: int
    device_resource_id: int
    flops: int
    nbytes: int
    allocated: int
    reserved: int
    device_ns: int
    flow_id: int
    flow_type: int
    flow_start: int
    scope: int
    device_type: int
    device_index: int
    is_async: int
    is_hidden_event: int


def _field(name: str) -> Callable[[Any], Any]:
    """Returns a method that gives a field of an event."""
    at = Event._fields.index(name)
    return lambda event: event._event[at]


def _flag(name: str) -> Callable[[Any], bool]:
    """Returns a method that says a field that is 0 or 1."""
    at = Event._fields.index(name)
    return lambda event: bool(event._event[at])


def _detail(key: str, empty: Callable[[], Any]) -> Callable[[Any], Any]:
    """Returns a method that gives a list of an event, which most have not."""
    return lambda event: event._details().get(key) or empty()


def _number(key: str) -> Callable[[Any], int]:
    """Returns a method that gives a number of a call of Python's, -1 for other events."""
    return lambda event: event._details().get(key, -1)


class KinetoEvent:
    """An event with a method for each of its fields (torch._C._autograd._KinetoEvent)."""

    __slots__ = ("_event", "_number", "_result")

    def __init__(self, result: ProfilerResult, number: int, event: Event) -> None:
        self._result, self._number, self._event = result, number, event

    def _details(self) -> dict[str, Any]:
        return self._result._details_of(self._number)

    name = _field("name")
    overload_name = _field("overload_name")
    activity_type = _field("activity_type")
    start_ns = _field("start_ns")
    end_ns = _field("end_ns")
    start_thread_id = _field("start_thread_id")
    end_thread_id = _field("end_thread_id")
    fwd_thread_id = _field("fwd_thread_id")
    sequence_nr = _field("sequence_nr")
    correlation_id = _field("correlation_id")
    linked_correlation_id = _field("linked_correlation_id")
    external_id = _field("external_id")
    device_resource_id = _field("device_resource_id")
    flops = _field("flops")
    nbytes = _field("nbytes")
    flow_id = _field("flow_id")
    flow_type = _field("flow_type")
    scope = _field("scope")
    device_index = _field("device_index")
    flow_start = _flag("flow_start")
    is_async = _flag("is_async")
    is_hidden_event = _flag("is_hidden_event")
    shapes = _detail("shapes", list)
    structured_input_shapes = _detail("structured", list)
    structured_input_strides = _detail("strides", list)
    dtypes = _detail("dtypes", list)
    concrete_inputs = _detail("values", list)
    kwinputs = _detail("keywords", dict)
    stack = _detail("stack", list)
    module_hierarchy = _detail("modules", list)
    extra_meta = _detail("metadata", dict)
    typed_metadata = _detail("values_of_metadata", dict)
    metadata_json = _detail("trace", str)
    python_id = _number("python")
    python_parent_id = _number("python_parent")
    python_module_id = _number("python_module")

    def device_type(self) -> DeviceType:
        """The device on which it ran."""
        return _DEVICES[self._event.device_type]

    def duration_ns(self) -> int:
        """Nanoseconds from its begin to its end."""
        return self._event.end_ns - self._event.start_ns

    def cuda_elapsed_us(self) -> int:
        """Microseconds on a device that is not traced, by the device's own events; -1 where there is none."""
        return self._event.device_ns // 1000 or -1

    privateuse1_elapsed_us = cuda_elapsed_us

    def is_user_annotation(self) -> bool:
        """Returns whether it is a range of the program's."""
        return self._event.activity_type in ("user_annotation", "gpu_user_annotation")

    def is_python_function(self) -> bool:
        """Returns whether it is a call of a function of Python's."""
        return self._event.activity_type == "python_function"


_DEVICES = sorted(DeviceType, key=lambda one: one.value)


def _member(name: str) -> Callable[[Any], Any]:
    """Returns a method that gives a member of what Kineto told."""
    return lambda activity: activity._found[name]


class TraceActivity:
    """An event of a tracer with a method for each of its fields (torch._C._autograd._ITraceActivity)."""

    __slots__ = ("_all", "_found")

    def __init__(self, found: dict[str, Any], all_of_them: list[TraceActivity]) -> None:
        self._found, self._all = found, all_of_them

    name = _member("name")
    type = _member("type")
    device_id = _member("device_id")
    resource_id = _member("resource_id")
    timestamp = _member("timestamp")
    duration = _member("duration")
    correlation_id = _member("correlation_id")
    flow_id = _member("flow_id")
    flow_type = _member("flow_type")
    flow_start = _member("flow_start")
    metadata_json = _member("metadata_json")

    def linked_activity(self) -> TraceActivity | None:
        """Returns the one that asked for this one."""
        place = self._found.get("linked_activity")
        return None if place is None else self._all[place]

    def linked_correlation_id(self) -> int:
        """Returns the number of the one that asked for this one, 0 where none did."""
        return self._found.get("linked_correlation_id", 0)


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
