"""The events of a profile, one by one and summed up."""

from __future__ import annotations

import json
import warnings
from typing import NamedTuple

from ._profiler_kinds import DeviceType
from ._profiler_table import time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Kernel(NamedTuple):
    """What ran on a device, for how many microseconds."""

    name: str
    device: int
    duration: float


class EventMetadata(NamedTuple):
    """What Kineto knows of a kernel, a copy or a collective; None where it says nothing."""

    registers_per_thread: int | None
    shared_memory: int | None
    grid: list[int] | None
    block: list[int] | None
    priority: int | None
    blocks_per_sm: float | None
    warps_per_sm: float | None
    occupancy: dict[str, Any] | None
    est_occupancy_pct: float | None
    queued: int | None
    graph_id: int | None
    graph_node_id: int | None
    stream: int | None
    context: int | None
    channel: int | None
    channel_type: int | None
    bytes: int | None
    bandwidth_gb_s: float | None
    collective_name: str | None
    dtype: str | None
    in_msg_nelems: int | None
    out_msg_nelems: int | None
    in_split_size: str | None
    out_split_size: str | None
    global_rank_start: int | None
    global_rank_stride: int | None
    group_size: int | None
    process_group_name: str | None
    process_group_desc: str | None
    group_ranks: str | None
    rank: int | None
    src_rank: int | None
    dst_rank: int | None
    seq: int | None
    is_async: bool | None


# Kineto's keys that are not the field's name with spaces, and the fields whose text is no plain number.
_KEYS = {
    "blocks_per_sm": "blocks per SM", "warps_per_sm": "warps per SM", "est_occupancy_pct": "est. achieved occupancy %",
    "channel_type": "channel_type", "bandwidth_gb_s": "memory bandwidth (GB/s)", "collective_name": "Collective name",
    "in_msg_nelems": "In msg nelems", "out_msg_nelems": "Out msg nelems", "in_split_size": "In split size",
    "out_split_size": "Out split size", "global_rank_start": "Global rank start",
    "global_rank_stride": "Global rank stride", "group_size": "Group size", "process_group_name": "Process Group Name",
    "process_group_desc": "Process Group Description", "group_ranks": "Process Group Ranks", "rank": "Rank",
    "src_rank": "Src Rank", "dst_rank": "Dst Rank", "seq": "Seq", "is_async": "Is asynchronized op",
}  # fmt: skip
_TEXTS = {
    "collective_name", "dtype", "in_split_size", "out_split_size", "process_group_name", "process_group_desc",
    "group_ranks",
}  # fmt: skip


def _metadata(texts: dict[str, str] | None) -> EventMetadata | None:
    found: dict[str, Any] = {}
    for name in EventMetadata._fields if texts else ():
        text = texts.get(_KEYS.get(name, name.replace("_", " ")))
        if text is not None:
            found[name] = (
                text.strip('"') if name in _TEXTS else text in ("1", "true") if name == "is_async" else json.loads(text)
            )
    return EventMetadata(**{**dict.fromkeys(EventMetadata._fields), **found}) if found else None


class Interval:
    """A time, from `start` to `end` in microseconds."""

    def __init__(self, start: float, end: float) -> None:
        self.start, self.end = start, end

    def elapsed_us(self) -> float:
        """Its length."""
        return self.end - self.start


def _warn(old: str, new: str) -> None:
    warnings.warn(f"`{old}` is deprecated, please use `{new}` instead.", FutureWarning, stacklevel=3)


class FormattedTimesMixin:
    """Means and texts for what has `*_time_total` and `count`."""

    @property
    def cpu_time_str(self) -> str:
        """`cpu_time` as text."""
        return time_text(self.cpu_time)

    @property
    def device_time_str(self) -> str:
        """`device_time` as text."""
        return time_text(self.device_time)

    @property
    def cpu_time_total_str(self) -> str:
        """`cpu_time_total` as text."""
        return time_text(self.cpu_time_total)

    @property
    def device_time_total_str(self) -> str:
        """`device_time_total` as text."""
        return time_text(self.device_time_total)

    @property
    def self_cpu_time_total_str(self) -> str:
        """`self_cpu_time_total` as text."""
        return time_text(self.self_cpu_time_total)

    @property
    def self_device_time_total_str(self) -> str:
        """`self_device_time_total` as text."""
        return time_text(self.self_device_time_total)

    @property
    def cuda_time(self) -> float:
        """`device_time`."""
        _warn("cuda_time", "device_time")
        return self.device_time

    @property
    def cpu_time(self) -> float:
        """Microseconds of the CPU for one call."""
        return self.cpu_time_total / self.count if self.count else 0.0

    @property
    def device_time(self) -> float:
        """Microseconds of the device for one call."""
        return self.device_time_total / self.count if self.count else 0.0


class FunctionEvent(FormattedTimesMixin):
    """One call of an operator, a node of a backward pass, a range, or what came of it on a device.

    Its times are in microseconds from the begin of the profile; `cpu_parent` and `cpu_children` are the events around it
    and in it. The attributes are torch's.

    Source: torch.autograd.profiler_util.FunctionEvent.
    """

    def __init__(
        self,
        id: int,
        name: str,
        thread: int,
        start_us: float,
        end_us: float,
        overload_name: str | None = None,
        fwd_thread: int | None = None,
        input_shapes: Any = None,
        stack: list[str] | None = None,
        scope: int = 0,
        use_device: str | None = None,
        cpu_memory_usage: int = 0,
        device_memory_usage: int = 0,
        is_async: bool = False,
        is_remote: bool = False,
        sequence_nr: int = -1,
        node_id: int = -1,
        device_type: DeviceType = DeviceType.CPU,
        device_index: int = 0,
        device_resource_id: int | None = None,
        is_legacy: bool = False,
        flops: int | None = None,
        trace_name: str | None = None,
        concrete_inputs: list[Any] | None = None,
        kwinputs: dict[str, Any] | None = None,
        is_user_annotation: bool = False,
        is_python_function: bool = False,
        activity_type: str | None = None,
        metadata_json: str | None = None,
        flow_id: int | None = None,
        flow_type: int | None = None,
        flow_start: bool | None = None,
        external_id: int = 0,
        linked_correlation_id: int = 0,
        extra_meta: dict[str, str] | None = None,
        structured_input_shapes: list[Any] | None = None,
        structured_input_strides: list[Any] | None = None,
        input_dtypes: list[str] | None = None,
        python_id: int = -1,
        python_parent_id: int = -1,
        python_module_id: int = -1,
    ) -> None:
        self.id, self.name, self.thread, self.node_id = id, name, thread, node_id
        self.overload_name, self.trace_name = overload_name, trace_name
        self.time_range = Interval(start_us, end_us)
        self.fwd_thread, self.sequence_nr, self.scope = fwd_thread, sequence_nr, scope
        self.kernels: list[Kernel] = []
        self.count = 1
        self.cpu_children: list[FunctionEvent] = []
        self.cpu_parent: FunctionEvent | None = None
        self.input_shapes, self.concrete_inputs, self.kwinputs = input_shapes, concrete_inputs, kwinputs
        self.structured_input_shapes = structured_input_shapes
        self.structured_input_strides = structured_input_strides
        self.input_dtypes, self.stack = input_dtypes, stack
        self.use_device, self.device_type, self.device_index = use_device, device_type, device_index
        self.device_resource_id = thread if device_resource_id is None else device_resource_id
        self.cpu_memory_usage, self.device_memory_usage = cpu_memory_usage, device_memory_usage
        self.is_async, self.is_remote, self.is_legacy = is_async, is_remote, is_legacy
        self.flops, self.activity_type = flops, activity_type
        self.is_user_annotation, self.is_python_function = is_user_annotation, is_python_function
        self.self_cpu_percent = self.total_cpu_percent = self.total_device_percent = -1
        self._metadata_json, self.event_metadata = metadata_json, _metadata(extra_meta)
        self.flow_id, self.flow_type, self.flow_start = flow_id, flow_type, flow_start
        self.external_id, self.linked_correlation_id = external_id, linked_correlation_id
        self.python_id, self.python_parent_id, self.python_module_id = python_id, python_parent_id, python_module_id

    @property
    def metadata_json(self) -> str | None:
        """What Kineto knows of it, as JSON."""
        _warn("metadata_json", "event_metadata")
        return self._metadata_json

    @property
    def cuda_time_total(self) -> float:
        """`device_time_total`."""
        _warn("cuda_time_total", "device_time_total")
        return self.device_time_total

    @property
    def self_cuda_time_total(self) -> float:
        """`self_device_time_total`."""
        _warn("self_cuda_time_total", "self_device_time_total")
        return self.self_device_time_total

    @property
    def self_cuda_memory_usage(self) -> int:
        """`self_device_memory_usage`."""
        _warn("self_cuda_memory_usage", "self_device_memory_usage")
        return self.self_device_memory_usage

    def append_kernel(self, name: str, device: int, duration: float) -> None:
        """Notes what it ran on a device, in microseconds."""
        if self.device_type != DeviceType.CPU:
            raise AssertionError("append_kernel(): only an event of the CPU starts kernels")
        self.kernels.append(Kernel(name, device, duration))

    def append_cpu_child(self, child: FunctionEvent) -> None:
        """Notes an event that it called itself."""
        self._check_family(child, "append_cpu_child")
        self.cpu_children.append(child)

    def set_cpu_parent(self, parent: FunctionEvent) -> None:
        """Notes the event that called it."""
        self._check_family(parent, "set_cpu_parent")
        self.cpu_parent = parent

    def _check_family(self, other: object, function: str) -> None:
        if (
            not isinstance(other, FunctionEvent)
            or DeviceType.CPU != self.device_type
            or other.device_type != self.device_type
        ):
            raise AssertionError(f"{function}(): both must be FunctionEvents of the CPU")

    @property
    def key(self) -> str:
        """Its name."""
        return self.name

    @property
    def _counts_itself(self) -> bool:
        return not self.is_async and self.device_type == DeviceType.CPU

    @property
    def cpu_time_total(self) -> float:
        """Microseconds of the CPU, those of what it calls too."""
        return self.time_range.elapsed_us() if self.device_type == DeviceType.CPU else 0

    @property
    def self_cpu_time_total(self) -> float:
        """Microseconds of the CPU without those of what it calls; 0 for what ends on another thread."""
        return self.cpu_time_total - sum(c.cpu_time_total for c in self.cpu_children) if self._counts_itself else 0

    @property
    def self_cpu_memory_usage(self) -> int:
        """Bytes that it allocated itself, less those it freed."""
        return self.cpu_memory_usage - sum(c.cpu_memory_usage for c in self.cpu_children) if self._counts_itself else 0

    @property
    def self_device_memory_usage(self) -> int:
        """Bytes that it allocated itself on the device, less those it freed."""
        if not self._counts_itself:
            return 0
        return self.device_memory_usage - sum(child.device_memory_usage for child in self.cpu_children)

    @property
    def device_time_total(self) -> float:
        """Microseconds of the device: its kernels', and those of what it calls."""
        if self.is_async or not self.use_device:
            return 0
        if self.device_type != DeviceType.CPU:
            return self.time_range.elapsed_us()
        own = sum(kernel.duration for kernel in self.kernels)
        return own if self.is_legacy else own + sum(child.device_time_total for child in self.cpu_children)

    @property
    def self_device_time_total(self) -> float:
        """Microseconds of the device without those of what it calls."""
        if self.is_async or not self.use_device or self.device_type != DeviceType.CPU:
            return self.device_time_total
        return self.device_time_total - sum(child.device_time_total for child in self.cpu_children)

    def __repr__(self) -> str:
        said = {
            "id": self.id, "name": self.name, "overload_name": self.overload_name, "device_type": self.device_type,
            "node_id": self.node_id, "cpu_time": self.cpu_time_str, "start_us": self.time_range.start,
            "end_us": self.time_range.end, "cpu_children": [child.id for child in self.cpu_children],
            f"{self.use_device}_time": self.device_time_str, "thread": self.thread, "input_shapes": self.input_shapes,
            "cpu_memory_usage": self.cpu_memory_usage, f"{self.use_device}_memory_usage": self.device_memory_usage,
            "is_async": self.is_async, "is_remote": self.is_remote, "seq_nr": self.sequence_nr,
        }  # fmt: skip
        return f"<FunctionEvent {' '.join(f'{name}={value}' for name, value in said.items())}>"


# What a sum takes from its first event, and what it adds up.
_FIRST = (
    "key", "node_id", "is_async", "is_remote", "cpu_parent", "cpu_children", "overload_name", "input_shapes", "stack",
    "scope", "device_type", "is_legacy", "use_device", "is_user_annotation",
)  # fmt: skip
_SUMS = (
    "cpu_time_total", "device_time_total", "self_cpu_time_total", "self_device_time_total", "cpu_memory_usage",
    "device_memory_usage", "self_cpu_memory_usage", "self_device_memory_usage", "count",
)  # fmt: skip


class FunctionEventAvg(FormattedTimesMixin):
    """The events of one key together: how many, their times and memory as sums.

    Source: torch.autograd.profiler_util.FunctionEventAvg.
    """

    def __init__(self) -> None:
        for name in _FIRST:
            setattr(self, name, None)
        for name in _SUMS:
            setattr(self, name, 0)
        self.node_id, self.flops = 0, 0
        self.is_async = self.is_remote = self.is_legacy = self.is_user_annotation = False
        self.device_type = DeviceType.CPU

    def add(self, other: FunctionEvent | FunctionEventAvg) -> FunctionEventAvg:
        """Adds an event, or a sum, of the same key.

        Raises:
            AssertionError: something else, or another key
        """
        if not isinstance(other, (FunctionEvent, FunctionEventAvg)):
            raise AssertionError(f"add(): an event is needed, not {type(other).__name__}")
        if self.key is None:
            for name in _FIRST:
                setattr(self, name, getattr(other, name))
        if other.key != self.key:
            raise AssertionError(f"add(): an event of {self.key} is needed, not one of {other.key}")
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        if other.flops is not None:
            self.flops = (self.flops or 0) + other.flops
        return self

    def __iadd__(self, other: FunctionEvent | FunctionEventAvg) -> FunctionEventAvg:
        return self.add(other)

    def __repr__(self) -> str:
        device = self.use_device or "cuda"
        said = {
            "key": self.key, "self_cpu_time": self.self_cpu_time_total_str, "cpu_time": self.cpu_time_str,
            f"self_{device}_time": self.self_device_time_total_str, f"{device}_time": self.device_time_str,
            "input_shapes": self.input_shapes, "cpu_memory_usage": self.cpu_memory_usage,
            f"{device}_memory_usage": self.device_memory_usage,
        }  # fmt: skip
        return f"<FunctionEventAvg {' '.join(f'{name}={value}' for name, value in said.items())}>"
