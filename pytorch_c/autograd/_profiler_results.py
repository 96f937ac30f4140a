"""A profile of the C library as FunctionEvents."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from typing import NamedTuple

from .._boundary import api, constants
from .._boundary.library import core
from ._profiler_kinds import DeviceType
from .profiler_util import MEMORY_EVENT_NAME, OUT_OF_MEMORY_EVENT_NAME, FunctionEvent, MemRecordsAcc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Events that are no work of the program's: memory, which the others get, and what observing itself runs.
HIDDEN = {
    MEMORY_EVENT_NAME,
    OUT_OF_MEMORY_EVENT_NAME,
    "profiler::_record_function_enter",
    "profiler::_record_function_enter_new",
    "profiler::_record_function_exit",
    "aten::is_leaf",
    "aten::output_nr",
    "aten::_version",
}
ON_CPU = {DeviceType.CPU, DeviceType.MKLDNN, DeviceType.IDEEP}
ON_DEVICE = {DeviceType.CUDA, DeviceType.PrivateUse1, DeviceType.HIP, DeviceType.XPU}
DEVICES = list(DeviceType)
DEVICES.sort(key=lambda one: one.value)
WITH_DETAILS = (
    constants.PROFILE_SHAPES | constants.PROFILE_STACK | constants.PROFILE_MODULES | constants.PROFILE_METADATA
)


class Event(NamedTuple):
    """The fields of ptc_profile_event."""

    name: str
    overload: str
    activity: str
    start: int
    end: int
    thread: int
    end_thread: int
    forward_thread: int
    sequence: int
    correlation: int
    linked_correlation: int
    external_id: int
    resource: int
    flops: int
    bytes: int
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
    is_hidden: int

    def start_ns(self) -> int:
        return self.start

    @property
    def device(self) -> DeviceType:
        return DEVICES[self.device_type]


class Memory:
    """Bytes allocated and freed, by the events in whose time that happened."""

    def __init__(self, events: list[Event]) -> None:
        self.records = [[event, False] for event in events if event.name == MEMORY_EVENT_NAME]
        self.found = MemRecordsAcc(self.records)

    def of(self, event: Event) -> tuple[int, int]:
        """Bytes of the CPU and of devices."""
        cpu = device = 0
        for record in self.found.in_interval(event.start, event.end):
            record[1] = True
            cpu += record[0].bytes if record[0].device in ON_CPU else 0
            device += record[0].bytes if record[0].device in ON_DEVICE else 0
        return cpu, device

    def left(self) -> list[Event]:
        return [event for event, taken in self.records if not taken]


def function_events(
    profile: Any, use_device: str | None, flags: int, timeout: float | None
) -> tuple[list[FunctionEvent], bool]:
    """The events, in the order of their begin, and whether they are all: until `timeout` seconds have passed."""
    ends = None if timeout is None else time.perf_counter() + timeout
    events = [Event._make(one) for one in core.profile_events(profile)]
    origin, memory = api.profile_start(profile), Memory(events)
    found, complete = [], True
    for index, event in enumerate(events):
        if ends is not None and time.perf_counter() >= ends:
            complete = False
            break
        if event.name in HIDDEN or event.is_hidden:
            continue
        details = json.loads(api.profile_event_details(profile, index)) if flags & WITH_DETAILS else {}
        found.append(function_event(event, details, origin, memory, use_device))
    link_devices(found)
    first = max((one.id for one in found), default=0) + 1
    lost = [event for event in events if event.name == OUT_OF_MEMORY_EVENT_NAME]
    for number, event in enumerate(memory.left() + lost if complete else [], first):
        found.append(memory_event(event, number, origin, use_device))
    found.sort(key=lambda one: (one.time_range.start, -one.time_range.end))
    return found, complete


def function_event(
    event: Event, details: dict[str, Any], origin: int, memory: Memory, use_device: str | None
) -> FunctionEvent:
    cpu, device = memory.of(event) if event.device == DeviceType.CPU else (0, 0)
    made = FunctionEvent(
        event.correlation,
        "ProfilerStep*" if event.name.startswith("ProfilerStep#") else event.name,
        event.thread,
        (event.start - origin) / 1000,
        (event.end - origin) / 1000,
        overload_name=event.overload,
        fwd_thread=event.forward_thread,
        input_shapes=details.get("shapes", []),
        stack=details.get("stack", []),
        scope=event.scope,
        use_device=use_device,
        cpu_memory_usage=cpu,
        device_memory_usage=device,
        is_async=bool(event.is_async) or event.thread != event.end_thread,
        sequence_nr=event.sequence,
        device_type=event.device,
        device_index=event.device_index,
        device_resource_id=event.resource,
        flops=event.flops,
        trace_name=event.name,
        concrete_inputs=details.get("values", []),
        kwinputs=details.get("keywords", {}),
        is_user_annotation=event.activity in ("user_annotation", "gpu_user_annotation"),
        is_python_function=event.activity == "python_function",
        activity_type=event.activity,
        metadata_json=details.get("trace", ""),
        flow_id=event.flow_id,
        flow_type=event.flow_type,
        flow_start=bool(event.flow_start),
        external_id=event.external_id,
        linked_correlation_id=event.linked_correlation,
        extra_meta=details.get("metadata"),
        structured_input_shapes=details.get("structured", []),
        structured_input_strides=details.get("strides", []),
        input_dtypes=details.get("dtypes", []),
    )
    if event.device_ns and use_device and made.device_type == DeviceType.CPU and not made.is_async:
        made.append_kernel(made.name, made.device_index, event.device_ns / 1000)
        made.is_legacy = True
    return made


def memory_event(event: Event, number: int, origin: int, use_device: str | None) -> FunctionEvent:
    """Memory that came or went outside of all operators, as an event of its own."""
    at = (event.start - origin) / 1000
    return FunctionEvent(
        number,
        event.name,
        event.thread,
        at,
        at,
        overload_name="",
        fwd_thread=event.thread,
        input_shapes=[],
        stack=[],
        use_device=use_device,
        cpu_memory_usage=event.bytes if event.device in ON_CPU else 0,
        device_memory_usage=event.bytes if event.device in ON_DEVICE else 0,
    )


def link_devices(found: list[FunctionEvent]) -> None:
    """Makes work of a device a kernel of the operator that asked for it."""
    asked = defaultdict(list)
    for one in found:
        if one.linked_correlation_id > 0:
            asked[one.linked_correlation_id].append(one)
    for one in found:
        if one.linked_correlation_id == 0 and one.device_type == DeviceType.CPU and not one.is_async:
            for other in asked.get(one.id, ()):
                if other.device_type == DeviceType.CPU:
                    other.thread = one.thread
                elif other.device_type in ON_DEVICE:
                    one.append_kernel(other.name, other.device_index, other.time_range.elapsed_us())
