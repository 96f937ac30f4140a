"""The table of a profile's events, as torch prints it."""

from __future__ import annotations

import math

from ._profiler_kinds import DeviceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WIDTH, GAP = 12, "  "
# Where the time of a kernel is the event's own, and not that of the operator that started it.
DEVICES = (DeviceType.CUDA, DeviceType.PrivateUse1, DeviceType.MTIA, DeviceType.XPU)
FLOPS = ("FLOPs", "KFLOPs", "MFLOPs", "GFLOPs", "TFLOPs", "PFLOPs")


def time_text(us: float, unit: str | None = None) -> str:
    """Microseconds as text, in `unit` or in that which fits: "1.234ms"."""
    unit = unit or ("s" if us >= 1e6 else "ms" if us >= 1e3 else "us")
    return f"{us / {'s': 1e6, 'ms': 1e3, 'us': 1.0}[unit]:.3f}{unit}"


def share_text(us: float, total: float) -> str:
    """A part of a time in percent; "NaN" of no time."""
    return f"{us * 100.0 / total:.2f}%" if total else "NaN"


def memory_text(nbytes: int) -> str:
    """Bytes as text: "1.50 KB"."""
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if abs(nbytes) >= unit:
            return f"{nbytes / unit:.2f} {name}"
    return f"{nbytes} B"


def cut(text: str, most: int | None) -> str:
    """A name that fits a column."""
    return text if most is None or len(text) < most - 3 else text[: most - 3] + "..."


def tail(text: str, most: int) -> str:
    """A line of a stack that fits a column: its end."""
    if len(text) <= most:
        return text
    text = text[len(text) - most :]
    return "..." + text[3:] if len(text) > 3 else text


def at_most(width: int, most: int | None) -> int:
    return width if most is None else min(width, most)


class Table:
    """Rows of events under headers; each column is (header, width, "<" or ">", the cell of an event)."""

    def __init__(
        self, events: list[Any], widths: tuple[int | None, ...], memory: bool, flops: bool, unit: str | None
    ) -> None:
        self.events, self.memory, self.unit = events, memory, unit
        self.most_name, self.most_shapes, self.most_source = widths
        self.device = events[0].use_device
        self.device_time = any(event.self_device_time_total > 0 for event in events)
        if self.device_time and not self.device:
            raise RuntimeError("use_device is None, but there is device performance data.")
        self.total = sum(event.self_cpu_time_total for event in events)
        self.device_total = sum(
            event.self_device_time_total
            for event in events
            if (event.is_legacy if event.device_type == DeviceType.CPU else self.is_kernel(event))
        )
        self.stacks = [event.stack for event in events if event.stack]
        counted = [event.flops for event in events if event.flops and event.flops > 0] if flops else []
        self.flops = int(min(max(math.log10(min(counted)) / 3, 0), len(FLOPS) - 1)) if counted else None
        self.columns: list[Any] = []
        self.add_columns()

    @staticmethod
    def is_kernel(event: Any) -> bool:
        return event.device_type in DEVICES and not event.is_user_annotation

    def add(self, header: str, cell: Any, width: int = WIDTH, side: str = ">") -> None:
        self.columns.append((header, width, side, cell))

    def time(self, us: float) -> str:
        return time_text(us, self.unit if self.unit in ("s", "ms", "us") else None)

    def add_columns(self) -> None:
        name_width = at_most(max(len(event.key) for event in self.events) + 4, self.most_name)
        self.add("Name", lambda e: cut(e.key, self.most_name), name_width)
        if any(event.overload_name for event in self.events):
            self.add("Overload Name", lambda e: cut(e.overload_name or "", self.most_name), name_width)
        self.add("Self CPU %", lambda e: e.self_cpu_percent)
        self.add("Self CPU", lambda e: self.time(e.self_cpu_time_total))
        self.add("CPU total %", lambda e: e.total_cpu_percent)
        self.add("CPU total", lambda e: self.time(e.cpu_time_total))
        self.add("CPU time avg", lambda e: self.time(e.cpu_time))
        if self.device_time:
            self.add_device_times(self.device.upper())
        if self.memory:
            self.add_memory()
        self.add("# of Calls", lambda e: e.count)
        if any(event.node_id != -1 for event in self.events):
            self.add("Node ID", lambda e: e.node_id)
        self.add_lists()

    def add_device_times(self, device: str) -> None:
        self.add(f"Self {device}", lambda e: self.time(e.self_device_time_total))
        self.add(f"Self {device} %", lambda e: e.total_device_percent)
        self.add(f"{device} total", lambda e: self.time(e.device_time_total))
        self.add(f"{device} time avg", lambda e: self.time(e.device_time))

    def add_memory(self) -> None:
        self.add("CPU Mem", lambda e: memory_text(e.cpu_memory_usage))
        self.add("Self CPU Mem", lambda e: memory_text(e.self_cpu_memory_usage))
        if self.device and any(event.self_device_memory_usage > 0 for event in self.events):
            device = self.device.upper()
            self.add(f"{device} Mem", lambda e: memory_text(e.device_memory_usage))
            self.add(f"Self {device} Mem", lambda e: memory_text(e.self_device_memory_usage))

    def add_lists(self) -> None:
        if any(event.input_shapes for event in self.events):
            width = at_most(max(len(str(event.input_shapes)) for event in self.events) + 4, self.most_shapes)
            self.add("Input Shapes", lambda e: str(e.input_shapes)[:width], width)
        if self.stacks:
            source_width = at_most(max(len(line) for stack in self.stacks for line in stack) + 4, self.most_source)
            first = lambda e: tail(e.stack[0], source_width) if e.stack else ""  # fmt: skip
            self.add("Source Location", first, source_width, "<")
        if self.flops is not None:
            scale = 10 ** (self.flops * -3.0)
            flops = (lambda e: f"{e.flops * scale:8.3f}" if e.flops and e.flops > 0 else "--")  # fmt: skip
            self.add(f"Total {FLOPS[self.flops]}", flops)

    # ---- lines ----

    def line(self, cells: list[Any]) -> str:
        return "".join(f"{cell:{side}{width}}{GAP}" for cell, (_, width, side, _) in zip(cells, self.columns))

    def lines_of(self, event: Any) -> list[str]:
        event.self_cpu_percent = share_text(event.self_cpu_time_total, self.total)
        event.total_cpu_percent = 0 if event.is_async else share_text(event.cpu_time_total, self.total)
        if self.device_time:
            event.total_device_percent = share_text(event.self_device_time_total, self.device_total)
        found = [self.line([cell(event) for _, _, _, cell in self.columns])]
        if self.stacks:
            width = next(width for header, width, _, _ in self.columns if header == "Source Location")
            rest = [tail(line, width) for line in (event.stack or [])[1:]] + [""]
            found += [
                self.line([line if header == "Source Location" else "" for header, *_ in self.columns]) for line in rest
            ]
        return found


def table(
    events: list[Any],
    row_limit: int,
    widths: tuple[int | None, ...],
    header: str | None,
    memory: bool,
    flops: bool,
    top_level_only: bool,
    unit: str | None,
) -> str:
    """The table as text; "" of no events."""
    if not events:
        return ""
    made = Table(events, widths, memory, flops, unit)
    rule = "".join("-" * width + GAP for _, width, _, _ in made.columns)
    found = []
    if header is not None:
        found += ["=" * (len(rule) - len(GAP)), header]
    if top_level_only:
        found += ["=" * (len(rule) - len(GAP)), "This report only display top-level ops statistics"]
    found += [rule, made.line([name for name, *_ in made.columns]), rule]
    shown = [event for event in events if not (top_level_only and event.cpu_parent is not None)]
    for event in shown if row_limit < 0 else shown[:row_limit]:
        found += made.lines_of(event)
    found += [rule, f"Self CPU time total: {made.time(made.total)}"]
    if made.device_time:
        found.append(f"Self {made.device.upper()} time total: {made.time(made.device_total)}")
    return "\n".join(found) + "\n"
