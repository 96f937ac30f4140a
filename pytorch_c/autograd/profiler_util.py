"""What a profile found, as torch.autograd.profiler_util has it: events, their lists and sums."""

from __future__ import annotations

import bisect
import itertools
import json
from collections import defaultdict

from .._boundary import constants
from ._profiler_events import (
    EventMetadata,
    FormattedTimesMixin,
    FunctionEvent,
    FunctionEventAvg,
    Interval,
    Kernel,
)
from ._profiler_kinds import DeviceType
from ._profiler_table import memory_text, table, time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

__all__ = [
    "EventList", "EventMetadata", "FormattedTimesMixin", "FunctionEvent", "FunctionEventAvg", "Interval", "Kernel",
    "MemRecordsAcc", "StringTable",
]  # fmt: skip

MEMORY_EVENT_NAME = "[memory]"
OUT_OF_MEMORY_EVENT_NAME = "[OutOfMemory]"


class EventList(list):
    """Events, or their sums, with what can be made of them.

    Source: torch.autograd.profiler_util.EventList.
    """

    def __init__(
        self,
        events: Iterable[Any] = (),
        *,
        use_device: str | None = None,
        profile_memory: bool = False,
        with_flops: bool = False,
    ) -> None:
        super().__init__(events)
        self._use_device, self._profile_memory, self._with_flops = use_device, profile_memory, with_flops
        self._tree_built = False

    def __str__(self) -> str:
        return self.table()

    # ---- the tree ----

    def _build_tree(self) -> None:
        self._find_parents()
        self._merge_only_children()
        self._give_stacks_to_backward()
        self._tree_built = True

    def _find_parents(self) -> None:
        """An event is in another of its thread if its time lies in the other's."""
        threads = defaultdict(list)
        for event in self:
            if not event.is_async and event.device_type == DeviceType.CPU:
                threads[event.thread, event.node_id].append(event)
        for events in threads.values():
            open_ones: list[FunctionEvent] = []
            for event in sorted(events, key=lambda one: (one.time_range.start, -one.time_range.end)):
                at = event.time_range
                while open_ones and (at.start >= open_ones[-1].time_range.end or at.end > open_ones[-1].time_range.end):
                    open_ones.pop()
                if open_ones:
                    open_ones[-1].append_cpu_child(event)
                    event.set_cpu_parent(open_ones[-1])
                open_ones.append(event)

    def _merge_only_children(self) -> None:
        """An operator that calls nothing but itself, under its own name, is one call."""
        while gone := {
            id(event)
            for event in self
            if (parent := event.cpu_parent) and parent.name == event.name and len(parent.cpu_children) == 1
        }:
            for event in self:
                if id(event) in gone:
                    parent = event.cpu_parent
                    parent.cpu_children, parent.kernels = event.cpu_children, event.kernels
                    for child in event.cpu_children:
                        child.cpu_parent = parent
            self[:] = [event for event in self if id(event) not in gone]

    def _give_stacks_to_backward(self) -> None:
        """What runs in a backward pass gets the stack of the operator whose derivative it is."""

        def node_of(event):
            while event is not None and event.scope != constants.SCOPE_BACKWARD_FUNCTION:
                event = event.cpu_parent
            return event

        nodes = [node_of(event) for event in self]
        forward: dict[tuple[int, int | None], list[str]] = {}
        for event, node in zip(self, nodes):
            if node is None and event.stack is not None:
                forward.setdefault((event.sequence_nr, event.thread), event.stack)
        for event, node in zip(self, nodes):
            if node is not None:
                event.stack = forward.get((node.sequence_nr, node.fwd_thread), [])

    # ---- sums ----

    @property
    def self_cpu_time_total(self) -> float:
        """Microseconds of the CPU of all events, each without what it calls."""
        return sum(event.self_cpu_time_total for event in self)

    def key_averages(
        self,
        group_by_input_shapes: bool = False,
        group_by_stack_n: int = 0,
        group_by_overload_name: bool = False,
    ) -> EventList:
        """The events of one name summed up, apart by shapes, overloads or the first `group_by_stack_n` lines of stacks.

        Raises:
            AssertionError: the list is no profile's
        """
        if not self._tree_built:
            raise AssertionError("key_averages(): this list is no profile's, its events have no parents yet")

        def key_of(event):
            key = [event.key, event.node_id, event.device_type, event.is_legacy, event.is_user_annotation]
            key += [event.overload_name] * group_by_overload_name + [str(event.input_shapes)] * group_by_input_shapes
            return (*key, *(event.stack or [])[: max(group_by_stack_n, 0)])

        sums: dict[tuple, FunctionEventAvg] = defaultdict(FunctionEventAvg)
        for event in self:
            sums[key_of(event)].add(event)
        for one in sums.values():
            one.stack = (one.stack or [])[:group_by_stack_n]
            one.input_shapes = one.input_shapes if group_by_input_shapes else ""
            one.overload_name = one.overload_name if group_by_overload_name else ""
        return EventList(
            sums.values(),
            use_device=self._use_device,
            profile_memory=self._profile_memory,
            with_flops=self._with_flops,
        )

    def total_average(self) -> FunctionEventAvg:
        """All events as one sum, whose key is "Total"."""
        total = FunctionEventAvg()
        for event in self:
            total.key = None
            total.add(event)
        total.key = "Total"
        return total

    # ---- texts and files ----

    def table(
        self,
        sort_by: str | None = None,
        row_limit: int = 100,
        max_src_column_width: int | None = 75,
        max_name_column_width: int | None = 55,
        max_shapes_column_width: int | None = 80,
        header: str | None = None,
        top_level_events_only: bool = False,
        time_unit: str | None = None,
    ) -> str:
        """The list as a table, as torch prints it.

        Args:
            sort_by: an attribute, from the largest down: "self_cpu_time_total", "cpu_memory_usage", "count", …
            row_limit: how many rows; -1: all
            max_src_column_width, max_name_column_width, max_shapes_column_width: characters of the column; None: any
            header: a line above
            top_level_events_only: whether only those that no other event called
            time_unit: "s", "ms" or "us" for all times

        Raises:
            AttributeError: there is no such attribute

        Source: torch.autograd.profiler_util.EventList.table.
        """
        events = list(self)
        if sort_by is not None:
            name = sort_by
            for device in ("cuda", "xpu", "privateuse1"):
                name = name.replace(device, "device")
            events.sort(key=lambda event: getattr(event, name), reverse=True)
        widths = (max_name_column_width, max_shapes_column_width, max_src_column_width)
        return table(
            events, row_limit, widths, header, self._profile_memory, self._with_flops, top_level_events_only, time_unit
        )

    def export_chrome_trace(self, path: str) -> None:
        """Writes the events of the CPU, with arrows to their kernels, for chrome://tracing."""
        device, arrow, written = self._use_device or "cuda", itertools.count(), []
        for event in self:
            if event.trace_name is None:
                continue
            thread = f" node_id:{event.node_id}, thread_id:{event.thread} " if event.is_remote else event.thread
            common = {"name": event.trace_name, "ts": event.time_range.start, "tid": thread, "pid": "CPU functions"}
            written.append(common | {"ph": "X", "dur": event.time_range.elapsed_us(), "args": {}})
            for _ in event.kernels:
                written.append(common | {"ph": "s", "id": next(arrow), "cat": f"cpu_to_{device}", "args": {}})
        with open(path, "w") as file:
            json.dump(written, file)

    def supported_export_stacks_metrics(self) -> list[str]:
        """What `export_stacks` can count."""
        return [f"self_{device}_time_total" for device in ("cpu", "cuda", "xpu", "privateuse1")]

    def export_stacks(self, path: str, metric: str) -> None:
        """Writes each stack with its microseconds, a line each, for flame graphs.

        Raises:
            ValueError: another metric than `supported_export_stacks_metrics` names
        """
        if metric not in self.supported_export_stacks_metrics():
            raise ValueError(f"export_stacks(): metric must be one of {self.supported_export_stacks_metrics()}")
        for device in ("cuda", "xpu", "privateuse1"):
            metric = metric.replace(device, "device")
        clean = str.maketrans(" ;\t\n", "____")
        with open(path, "w") as file:
            for event in self:
                time = int(getattr(event, metric))
                if event.stack and time > 0:
                    file.write(";".join(entry.translate(clean) for entry in reversed(event.stack)) + f" {time}\n")


class StringTable(dict):
    """Names as C++ says them, read once."""

    def __missing__(self, key: str) -> str:
        self[key] = key
        return key


class MemRecordsAcc:
    """Records of memory, found by the time: each is [event, …], whose event has `start_ns()`."""

    def __init__(self, mem_records: list[Any]) -> None:
        self._records = sorted(mem_records, key=lambda record: record[0].start_ns())
        self._starts = [record[0].start_ns() for record in self._records]

    def in_interval(self, start_ns: int, end_ns: int) -> Iterator[Any]:
        """Those from `start_ns` to `end_ns`, both included."""
        first, last = bisect.bisect_left(self._starts, start_ns), bisect.bisect_right(self._starts, end_ns)
        yield from self._records[first:last]


_format_time: Callable[[float], str] = time_text
_format_memory: Callable[[int], str] = memory_text
