"""The profiler under torch.autograd.profiler's names: `profile`, ranges, and what a profile's results become."""

from __future__ import annotations

import functools
import logging
import time
import uuid
import warnings
from collections import defaultdict
from dataclasses import dataclass
from importlib import import_module

from .._boundary import api, constants
from .._boundary.library import core
from .._tensor.device import device_numbers
from . import _profiler_calls
from ._profiler_kinds import ExperimentalConfig, ProfilerActivity
from ._profiler_tree import ProfilerResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from typing_extensions import Self

    from .profiler_util import EventList, FunctionEvent, MemRecordsAcc

__all__ = [
    "EnforceUnique", "EventList", "FunctionEvent", "KinetoStepTracker", "MemRecordsAcc", "emit_itt", "emit_nvtx",
    "load_nvprof", "parse_nvprof_trace", "profile", "record_function",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Imports torch's own file of events when one of its names is asked for."""
    if name not in ("EventList", "FunctionEvent", "MemRecordsAcc"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(".profiler_util", __package__), name)


# The bits for profile's own options, and for its ExperimentalConfig's.
OPTIONS = {
    "record_shapes": constants.PROFILE_SHAPES,
    "profile_memory": constants.PROFILE_MEMORY,
    "with_stack": constants.PROFILE_STACK,
    "with_flops": constants.PROFILE_FLOPS,
    "with_modules": constants.PROFILE_MODULES,
}
EXPERIMENTAL = {
    "capture_overload_names": constants.PROFILE_OVERLOADS,
    "profile_all_threads": constants.PROFILE_ALL_THREADS,
    "verbose": constants.PROFILE_VERBOSE,
    "trace_only": constants.PROFILE_TRACE_ONLY,
    "enable_cuda_sync_events": constants.PROFILE_SYNCHRONIZATIONS,
    "adjust_profiler_step": constants.PROFILE_ADJUST_STEP,
    "disable_external_correlation": constants.PROFILE_NO_CORRELATION,
    "record_python_gc_info": constants.PROFILE_PYTHON_GC,
    "expose_kineto_event_metadata": constants.PROFILE_METADATA,
    "adjust_timestamps": constants.PROFILE_ADJUST_TIMES,
}


def activity_bits(activities: Iterable[ProfilerActivity]) -> int:
    """Activities as bits of enum ptc_activity."""
    return sum(constants.ACTIVITY[one.name.lower()] for one in set(activities))


def supported_activities() -> set[ProfilerActivity]:
    """Returns what can be profiled on this machine with this libtorch."""
    bits = api.profiler_activities()
    return {one for one in ProfilerActivity if bits & constants.ACTIVITY[one.name.lower()]}


_is_profiler_enabled = False  # compiled programs ask it, and name their parts where it is true


def _set_is_profiler_enabled(enable: bool) -> None:
    global _is_profiler_enabled
    _is_profiler_enabled = enable


class record_function(core.Range):
    """A block, or a decorated function, under a name, which profiles and observers show around what runs in it.

    Costs next to nothing where nobody observes.

    Args:
        name: of the range
        args: a text for observers that want inputs

    Raises:
        TypeError: a name that is no str, when the block begins

    Source: torch.autograd.profiler.record_function.
    """

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def inside(*args, **kwargs):
            with type(self)(self.name, self.args):
                return function(*args, **kwargs)

        return inside


@dataclass
class _ProfilerStats:
    """Durations of the parts of a profile, and counts of what it found."""

    profiling_window_duration_sec: float = 0
    number_of_events: int = 0
    profiler_prepare_call_duration_us: int = 0
    profiler_enable_call_duration_us: int = 0
    profiler_disable_call_duration_us: int = 0
    parse_kineto_call_duration_us: int = 0
    function_events_build_tree_call_duration_us: int = 0


class profile:
    """Keeps what runs in a block: operators, nodes of backward passes, ranges, and what they allocate.

    It is for the thread that enters the block, with what other threads do for it; there is one at a time in a process.

    Args:
        enabled: False makes the block an ordinary one
        use_cuda, use_device: a device to profile too
        record_shapes: keeps the shapes and dtypes of inputs
        with_flops: estimates operations of matrix products and convolutions
        profile_memory: keeps what is allocated and freed
        with_stack: keeps calls of Python's functions and of modules, and the stacks of TorchScript
        with_modules: keeps the modules of TorchScript
        use_kineto: whether devices are profiled by Kineto
        use_cpu: whether the CPU is
        experimental_config: settings of Kineto that may change
        acc_events: keeps the events of earlier blocks
        custom_trace_id_callback: gives the name of each trace
        post_processing_timeout_s: after so many seconds the events are those that were read until then

    Raises:
        RuntimeError: a profile runs already, or this one was entered before
        ValueError: a timeout below 0

    Source: torch.autograd.profiler.profile.
    """

    def __init__(
        self,
        enabled: bool = True,
        *,
        use_cuda: bool = False,
        use_device: str | None = None,
        record_shapes: bool = False,
        with_flops: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        with_modules: bool = False,
        use_kineto: bool = False,
        use_cpu: bool = True,
        experimental_config: ExperimentalConfig | None = None,
        acc_events: bool = False,
        custom_trace_id_callback: Callable[[], str] | None = None,
        post_processing_timeout_s: float | None = None,
        activity_filters: dict[ProfilerActivity, set[str]] | None = None,
    ) -> None:
        self.enabled = enabled
        if not enabled:
            return
        if use_cuda:
            warnings.warn("`use_cuda` will be deprecated soon, use `use_device = 'cuda'`.", FutureWarning, stacklevel=2)
        if post_processing_timeout_s is not None and post_processing_timeout_s < 0:
            raise ValueError("post_processing_timeout_s must be non-negative")
        if activity_filters:
            raise NotImplementedError("profile(): parts of an activity cannot be chosen here")
        self.use_cpu, self.use_device = use_cpu, self._device("cuda" if use_cuda else use_device)
        self.record_shapes, self.with_flops = record_shapes or with_flops, with_flops
        self.profile_memory, self.with_stack, self.with_modules = profile_memory, with_stack, with_modules
        self.experimental_config = experimental_config or ExperimentalConfig()
        self.acc_events, self.custom_trace_id_callback = acc_events, custom_trace_id_callback
        self.post_processing_timeout_s = post_processing_timeout_s
        self.kineto_activities = {ProfilerActivity.CPU} if use_cpu else set()
        if self.use_device:
            self.kineto_activities.add(ProfilerActivity[self.use_device.upper()])
        if not self.kineto_activities:
            raise AssertionError("No activities specified for the profiler")
        self.entered, self._runs, self.trace_id = False, False, ""
        self.kineto_results: Any = None
        self._events: EventList | None = None
        self._earlier: Iterable[Any] = ()
        self._stats = _ProfilerStats()

    @staticmethod
    def _device(name: str | None) -> str | None:
        if name is None:
            return None
        if name.upper() not in ProfilerActivity.__members__:
            warnings.warn(f"The {name} is not a valid device option.", stacklevel=3)
        elif ProfilerActivity[name.upper()] in supported_activities():
            return name
        else:
            warnings.warn(f"{name.upper()} is not available, disabling {name.upper()} profiling", stacklevel=3)
        return None

    # ---- begin and end ----

    def _settings(self) -> tuple[int, int, str]:
        flags = sum(bit for name, bit in OPTIONS.items() if getattr(self, name))
        flags += sum(bit for name, bit in EXPERIMENTAL.items() if getattr(self.experimental_config, name, False))
        return activity_bits(self.kineto_activities), flags, self.trace_id

    def _prepare_trace(self) -> None:
        make = self.custom_trace_id_callback or (lambda: f"{uuid.uuid4().int:032X}")
        self.trace_id = make()
        started = time.perf_counter_ns()
        api.profiler_prepare(*self._settings())
        self.entered = True
        self._stats.profiler_prepare_call_duration_us = (time.perf_counter_ns() - started) // 1000

    def _start_trace(self) -> None:
        started = time.perf_counter_ns()
        self._runs = not api.profiler_running()  # beforehand: an interrupt may come between the call and its next line
        activities, flags, trace_id = self._settings()
        keeps_calls = self.with_stack and self.use_cpu and _profiler_calls.can_trace()
        api.profiler_start(activities, flags | keeps_calls * constants.PROFILE_CALLS, trace_id)
        _set_is_profiler_enabled(True)
        self.entered = True
        self._started = time.perf_counter_ns()
        self._stats.profiler_enable_call_duration_us = (self._started - started) // 1000
        if keeps_calls:
            _profiler_calls.begin(self.experimental_config.record_python_gc_info)

    def __enter__(self) -> Self | None:
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError("Profiler context manager is not reentrant")
        self._prepare_trace()
        self._start_trace()
        return self

    def __exit__(self, *exception: object) -> None:
        """Ends the profile."""
        if not self.enabled:
            return
        if self.use_device:
            api.device_synchronize(*device_numbers(self.use_device))
        if self.acc_events and self._events:
            self._earlier = self._events
        self._events = None
        _profiler_calls.end()
        stopped = time.perf_counter_ns()
        _set_is_profiler_enabled(False)
        self.kineto_results = ProfilerResult(api.profiler_stop())
        self._runs = False
        self._stats.profiler_disable_call_duration_us = (time.perf_counter_ns() - stopped) // 1000
        self._stats.profiling_window_duration_sec = (stopped - self._started) / 1e9
        if self.acc_events and not self.experimental_config.trace_only:
            self._read()

    def __del__(self) -> None:
        """Ends a profile that an interrupt has kept from ending: nobody can read it any more."""
        if getattr(self, "_runs", False):
            try:
                _set_is_profiler_enabled(False)
                _profiler_calls.end()
                api.profiler_stop()
            except Exception:  # it had not begun; it is another thread's; names are gone at exit
                pass

    # ---- what it found ----

    def _read(self) -> EventList:
        if self.experimental_config.trace_only:
            raise RuntimeError(
                "events() is not available when trace_only=True in ExperimentalConfig. Use export_chrome_trace() instead."
            )
        if self._events is not None:
            return self._events
        if self.kineto_results is None:
            raise AssertionError("Expected profiling results")
        from ._profiler_results import function_events
        from .profiler_util import EventList

        started = time.perf_counter_ns()
        found, complete = function_events(
            self.kineto_results.profile, self.use_device, self._settings()[1], self.post_processing_timeout_s
        )
        if not complete:
            logging.getLogger(__name__).warning(
                "reading the profile took more than %.3f seconds: %d events are there",
                self.post_processing_timeout_s,
                len(found),
            )
        read = time.perf_counter_ns()
        self._events = EventList(
            found, use_device=self.use_device, profile_memory=self.profile_memory, with_flops=self.with_flops
        )
        self._events._build_tree()
        self._stats.parse_kineto_call_duration_us = (read - started) // 1000
        self._stats.function_events_build_tree_call_duration_us = (time.perf_counter_ns() - read) // 1000
        self._stats.number_of_events = len(self._events)
        self._events.extend(self._earlier)
        self._earlier = ()
        return self._events

    @property
    def function_events(self) -> EventList:
        """The events, in the order of their begin."""
        return self._read()

    @property
    def self_cpu_time_total(self) -> float:
        """Microseconds of the CPU of all events, each without what it calls."""
        return self._read().self_cpu_time_total

    def _is_there(self) -> bool:
        return self.enabled and self.kineto_results is not None

    def __repr__(self) -> str:
        return repr(self._read()) if self._is_there() else "<unfinished torch.autograd.profile>"

    def __str__(self) -> str:
        return str(self._read()) if self._is_there() else "<unfinished torch.autograd.profile>"

    def table(
        self,
        sort_by: str | None = None,
        row_limit: int = 100,
        max_src_column_width: int | None = 75,
        max_name_column_width: int | None = 55,
        max_shapes_column_width: int | None = 80,
        header: str | None = None,
        top_level_events_only: bool = False,
    ) -> str:
        """The events as a table: EventList.table."""
        widths = (max_src_column_width, max_name_column_width, max_shapes_column_width)
        return self._read().table(sort_by, row_limit, *widths, header, top_level_events_only)

    def key_averages(
        self, group_by_input_shape: bool = False, group_by_stack_n: int = 0, group_by_overload_name: bool = False
    ) -> EventList:
        """The events of one name summed up: EventList.key_averages."""
        return self._read().key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def total_average(self) -> Any:
        """All events as one sum: EventList.total_average."""
        return self._read().total_average()

    def export_chrome_trace(
        self, path: str, metadata: dict[str, str] | None = None, use_python_export: bool = False
    ) -> None:
        """Writes the trace for chrome://tracing: Kineto's, once, or the events alone where there is no Kineto.

        Raises:
            NotImplementedError: with `use_python_export`
            TorchError: the file cannot be written, or the trace was saved before
        """
        if use_python_export:
            raise NotImplementedError("export_chrome_trace(): the trace is Kineto's, not written by Python")
        if self.kineto_results is None:
            raise AssertionError("Expected profiling results")
        if api.kineto_available():
            self.kineto_results.save(str(path))
        else:
            self._read().export_chrome_trace(path)

    def export_stacks(self, path: str, metric: str = "self_cpu_time_total") -> None:
        """Writes the stacks with their times: EventList.export_stacks."""
        if not self.with_stack:
            raise AssertionError("export_stacks() requires with_stack=True")
        self._read().export_stacks(path, metric)

    def toggle_collection_dynamic(self, enabled: bool, activities: Iterable[ProfilerActivity]) -> None:
        """Sets whether events of these activities are kept from now on, while the profile runs."""
        api.profiler_toggle(enabled, activity_bits(activities))


# ---- counts of steps and of keys ----


class EnforceUnique:
    """Refuses what it has seen before.

    Source: torch.autograd.profiler.EnforceUnique.
    """

    def __init__(self) -> None:
        self.seen: set[Any] = set()

    def see(self, *key: Any) -> None:
        """Raises RuntimeError for a key that was seen."""
        if key in self.seen:
            raise RuntimeError(f"duplicate key: {key}")
        self.seen.add(key)


class KinetoStepTracker:
    """Counts steps of several that count them, a profiler and optimizers; Kineto is told when the most goes up.

    Source: torch.autograd.profiler.KinetoStepTracker.
    """

    _current_step = 0
    _step_dict: dict[str, int] = defaultdict(int)

    @classmethod
    def init_step_count(cls, requester: str) -> None:
        """Begins to count for `requester`, at the step that is."""
        cls._step_dict[requester] = cls._current_step

    @classmethod
    def erase_step_count(cls, requester: str) -> bool:
        """Ends to count for `requester`; whether it did."""
        return cls._step_dict.pop(requester, None) is not None

    @classmethod
    def increment_step(cls, requester: str) -> int:
        """Counts a step for `requester`; gives the step that is now."""
        if requester not in cls._step_dict:
            cls.init_step_count(requester)
        cls._step_dict[requester] += 1
        steps = max(cls._step_dict.values()) - cls._current_step
        if steps > 1:
            warnings.warn(f"the profiler's step went up by {steps} at once: {dict(cls._step_dict)}", stacklevel=2)
        for _ in range(steps):
            api.profiler_step()
        cls._current_step += max(steps, 0)
        return cls._current_step

    @classmethod
    def current_step(cls) -> int:
        """The step that is now."""
        return cls._current_step


# ---- other profilers ----


class _Absent:
    """Marks for another profiler, which nothing here makes: NotImplementedError, unless it is not enabled."""

    reader = ""

    def __init__(self, enabled: bool = True, record_shapes: bool = False) -> None:
        if enabled:
            raise NotImplementedError(
                f"{type(self).__name__}: operators are not marked for {self.reader} here; "
                "profiler.profile() shows them, and profiler.observe() tells of each"
            )

    def __enter__(self) -> None:
        """Nothing."""

    def __exit__(self, *exception: object) -> None:
        """Nothing."""


class emit_nvtx(_Absent):
    """Marks operators for NVIDIA's tools; raises NotImplementedError here, unless it is not enabled."""

    reader = "NVIDIA's tools"


class emit_itt(_Absent):
    """Marks operators for Intel's tools; raises NotImplementedError here, unless it is not enabled."""

    reader = "Intel's tools"


def load_nvprof(path: str) -> EventList:
    """Reads a file of nvprof's; raises NotImplementedError here."""
    raise NotImplementedError("load_nvprof(): files of nvprof, which emit_nvtx would fill, are not read here")


def parse_nvprof_trace(path: str) -> list[FunctionEvent]:
    """Reads a file of nvprof's; raises NotImplementedError here."""
    raise NotImplementedError("parse_nvprof_trace(): files of nvprof, which emit_nvtx would fill, are not read here")
