"""profiler.profile: steps of a program profiled by a schedule (torch.profiler.profiler)."""

from __future__ import annotations

import copy
import gzip
import os
import shutil
import socket
import tempfile
import time
import warnings

from .._boundary import api
from ..autograd import profiler as autograd_profiler
from ..autograd._profiler_kinds import ExperimentalConfig, ProfilerActivity
from ..autograd.profiler import KinetoStepTracker, record_function, supported_activities
from ._execution_trace import ExecutionTraceObserver
from ._schedule import ProfilerAction, schedule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from typing_extensions import Self

    from ..autograd.profiler_util import EventList

__all__ = [
    "ExecutionTraceObserver",
    "ProfilerAction",
    "profile",
    "schedule",
    "supported_activities",
    "tensorboard_trace_handler",
]

PROFILER_STEP_NAME = "ProfilerStep"
_BY_DEVICE = {
    ProfilerActivity.CUDA: "cuda",
    ProfilerActivity.XPU: "xpu",
    ProfilerActivity.MTIA: "mtia",
    ProfilerActivity.HPU: "hpu",
    ProfilerActivity.PrivateUse1: "privateuse1",
}


def tensorboard_trace_handler(
    dir_name: str, worker_name: str | None = None, use_gzip: bool = False, use_python_export: bool = False
) -> Callable[[profile], None]:
    """For `on_trace_ready`: writes each trace into a folder that TensorBoard reads.

    Args:
        dir_name: the folder, made where it is not there
        worker_name: the name of this process; the host's and its number where none is given
        use_gzip: whether files are packed

    Source: torch.profiler.tensorboard_trace_handler.
    """

    def write(profiled: profile) -> None:
        try:
            os.makedirs(dir_name, exist_ok=True)
        except OSError as error:
            raise RuntimeError(f"Can't create directory: {dir_name}") from error
        worker = worker_name or f"{socket.gethostname()}_{os.getpid()}"
        name = f"{worker}.{time.time_ns()}.pt.trace.json{'.gz' * use_gzip}"
        profiled.export_chrome_trace(os.path.join(dir_name, name), use_python_export=use_python_export)

    return write


class _KinetoProfile:
    """A profile of one stretch of a program (torch.profiler._KinetoProfile)."""

    def __init__(
        self,
        *,
        activities: Iterable[ProfilerActivity] | None = None,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        with_flops: bool = False,
        with_modules: bool = False,
        experimental_config: ExperimentalConfig | None = None,
        execution_trace_observer: Any = None,
        acc_events: bool = False,
        custom_trace_id_callback: Callable[[], str] | None = None,
        post_processing_timeout_s: float | None = None,
    ) -> None:
        self.activities = _activities(activities)
        self.record_shapes, self.profile_memory, self.with_flops = record_shapes, profile_memory, with_flops
        self.with_stack, self.with_modules = with_stack, with_modules
        if experimental_config is not None and experimental_config.trace_only and with_stack:
            warnings.warn("trace_only=True is incompatible with with_stack=True. Disabling trace_only.", stacklevel=3)
            experimental_config = copy.copy(experimental_config)
            experimental_config.trace_only = False
        self.experimental_config, self.execution_trace_observer = experimental_config, execution_trace_observer
        self.acc_events, self.custom_trace_id_callback = acc_events, custom_trace_id_callback
        self.post_processing_timeout_s = post_processing_timeout_s
        self.use_device = next((name for one, name in _BY_DEVICE.items() if one in self.activities), None)
        self.profiler: autograd_profiler.profile | None = None
        self.preset_metadata: dict[str, str] = {}

    def start(self) -> None:
        """Begins."""
        self.prepare_trace()
        self.start_trace()

    def stop(self) -> None:
        """Ends."""
        self.stop_trace()

    def prepare_trace(self) -> None:
        """Prepares, so that the begin costs less."""
        if self.profiler is None or not self.acc_events:
            self.profiler = autograd_profiler.profile(
                use_cpu=ProfilerActivity.CPU in self.activities,
                use_device=self.use_device,
                record_shapes=self.record_shapes,
                with_flops=self.with_flops,
                profile_memory=self.profile_memory,
                with_stack=self.with_stack,
                with_modules=self.with_modules,
                use_kineto=True,
                experimental_config=self.experimental_config,
                acc_events=self.acc_events,
                custom_trace_id_callback=self.custom_trace_id_callback,
                post_processing_timeout_s=self.post_processing_timeout_s,
            )
        self.profiler._prepare_trace()

    def start_trace(self) -> None:
        """Begins what was prepared."""
        if self.execution_trace_observer:
            self.execution_trace_observer.start()
        self._needed("starting trace")._start_trace()
        for name in ("profile_memory", "with_stack", "record_shapes", "with_modules", "with_flops"):
            if getattr(self, name):
                self.add_metadata_json(name, "1")
        for key, value in self.preset_metadata.items():
            self.add_metadata_json(key, value)

    def stop_trace(self) -> None:
        """Ends what was begun."""
        if self.execution_trace_observer:
            self.execution_trace_observer.stop()
        self._needed("stopping trace").__exit__(None, None, None)

    def _needed(self, what: str) -> autograd_profiler.profile:
        if self.profiler is None:
            raise AssertionError(f"Profiler must be initialized before {what}")
        return self.profiler

    # ---- what it found ----

    def export_chrome_trace(self, path: str, use_python_export: bool = False) -> None:
        """Writes the trace for chrome://tracing and Perfetto, packed where the name ends with ".gz"; once.

        Raises:
            AssertionError: there is no profile yet
            TorchError: the file cannot be written, or the trace was saved before
        """
        profiler = self._needed("exporting chrome trace")
        if str(path).endswith(".gz"):
            _packed(path, lambda plain: profiler.export_chrome_trace(plain, use_python_export=use_python_export))
        else:
            profiler.export_chrome_trace(path, use_python_export=use_python_export)

    def export_stacks(self, path: str, metric: str = "self_cpu_time_total") -> None:
        """Writes stacks with their times, for flame graphs; wants `with_stack`."""
        self._needed("exporting stacks").export_stacks(path, metric)

    def _memory_profile(self) -> Any:
        """Purposes of memory, over time: torch.profiler._memory_profiler.MemoryProfile."""
        from ._memory_profiler import MemoryProfile

        wanted = ("record_shapes", "profile_memory", "with_stack")
        missing = ", ".join(f"{name}=True" for name in wanted if not getattr(self, name))
        if missing:
            raise ValueError(f"{missing} required for memory profiling.")
        results = self._needed("finding what memory is for").kineto_results
        if results is None:
            raise AssertionError("Expected profiling results")
        return MemoryProfile(results)

    def export_memory_timeline(self, path: str, device: str | None = None) -> None:
        """Writes memory by what it is for, over time: a picture in a page (.html), or lists (.json, .json.gz, raw.json.gz).

        Raises:
            ValueError: the profile was not made with record_shapes, profile_memory and with_stack

        Source: torch.profiler.profile.export_memory_timeline.
        """
        from ._memory_profiler import MemoryProfileTimeline

        warnings.warn("`export_memory_timeline` is deprecated and will be removed.", FutureWarning, stacklevel=2)
        if device is None:
            device = f"{self.use_device}:0" if self.use_device else "cpu"
        timeline = MemoryProfileTimeline(self._memory_profile())
        if path.endswith(".html"):
            timeline.export_memory_timeline_html(path, device)
        elif path.endswith("raw.json.gz"):
            _packed(path, lambda plain: timeline.export_memory_timeline_raw(plain, device))
        elif path.endswith(".gz"):
            _packed(path, lambda plain: timeline.export_memory_timeline(plain, device))
        else:
            timeline.export_memory_timeline(path, device)

    def toggle_collection_dynamic(self, enable: bool, activities: Iterable[ProfilerActivity]) -> None:
        """Sets whether events of these activities are kept from now on."""
        if self.profiler is not None:
            self.profiler.toggle_collection_dynamic(enable, activities)

    def key_averages(
        self, group_by_input_shape: bool = False, group_by_stack_n: int = 0, group_by_overload_name: bool = False
    ) -> EventList:
        """The events of one name summed up: EventList.key_averages."""
        profiler = self._needed("getting key averages")
        return profiler.key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def events(self) -> EventList:
        """The events, in the order of their begin."""
        return self._needed("accessing events").function_events

    # ---- metadata of the trace file ----

    def add_metadata(self, key: str, value: str) -> None:
        """Adds a text to the trace of the profile that is prepared or runs, or else to none.

        Kineto has no way to write a quote in it, which becomes '.
        """
        plain = "".join(one if one.isprintable() else " " for one in value.replace('"', "'").replace("\\", "/"))
        self.add_metadata_json(key, f'"{plain}"')

    def add_metadata_json(self, key: str, value: str) -> None:
        """Adds a value that is JSON to the trace of the profile that is prepared or runs, or else to none."""
        api.profiler_add_metadata(key, value)

    def preset_metadata_json(self, key: str, value: str) -> None:
        """Adds a value that is JSON to each trace that begins from now on."""
        self.preset_metadata[key] = value


def _packed(path: str, write: Callable[[str], None]) -> None:
    """Writes a file by `write`, and packs it."""
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "trace.json")
        write(plain)
        with open(plain, "rb") as source, gzip.open(path, "wb") as target:
            shutil.copyfileobj(source, target)


def _activities(given: Iterable[ProfilerActivity] | None) -> set[ProfilerActivity]:
    if given is None:
        return supported_activities()
    found: set[ProfilerActivity] = set()
    for one in given:
        if isinstance(one, dict):
            raise NotImplementedError("profile(): parts of an activity cannot be chosen here")
        if not isinstance(one, ProfilerActivity):
            raise TypeError(f"profile(): argument 'activities': ProfilerActivity expected, got {type(one).__name__}")
        if one in found:
            raise ValueError(f"Activity {one} specified more than once")
        found.add(one)
    if not found:
        raise AssertionError("No valid profiler activities found")
    return found


# From one step to the next, by their actions: what is called, or what a schedule has done wrong.
_PREPARE, _START, _STOP, _READY = "prepare_trace", "start_trace", "stop_trace", "_trace_ready"
_STEPS: dict[tuple[ProfilerAction, ProfilerAction | None], tuple[str, ...]] = {}


def _steps() -> None:
    none, warmup, record, save, _ = ProfilerAction
    for active in (record, save):
        _STEPS[none, active] = (_PREPARE, _START)
        _STEPS[warmup, active] = (_START,)
        _STEPS[save, active] = (_STOP, _READY, _PREPARE, _START)
    _STEPS[none, warmup] = (_PREPARE,)
    _STEPS[warmup, none] = ("Incorrect schedule: WARMUP followed by NONE", _START, _STOP)
    _STEPS[record, none] = ("Incorrect schedule: RECORD followed by NONE", _STOP)
    _STEPS[record, warmup] = ("Incorrect schedule: RECORD followed by WARMUP", _STOP)
    _STEPS[save, none] = (_STOP, _READY)
    _STEPS[save, warmup] = (_STOP, _READY, _PREPARE)
    _STEPS[warmup, None] = (_START, _STOP)
    _STEPS[record, None] = _STEPS[save, None] = (_STOP, _READY)


_steps()


class profile(_KinetoProfile):
    """Profiles a block, or by a schedule some of the steps in it; `step()` ends a step.

    Args:
        activities: what is profiled; all that this machine has where none is given
        schedule: gives what to do for the number of a step, see `schedule`; all is recorded where there is none
        on_trace_ready: is called with this profile whenever a round of the schedule has ended
        record_shapes: keeps the shapes and dtypes of inputs
        profile_memory: keeps what is allocated and freed
        with_stack: keeps calls of Python's functions and of modules, and the stacks of TorchScript
        with_flops: estimates operations of matrix products and convolutions
        with_modules: keeps the modules of TorchScript
        experimental_config: settings of Kineto that may change
        execution_trace_observer: writes an execution trace meanwhile
        acc_events: keeps the events of earlier rounds
        custom_trace_id_callback: gives the name of each trace
        post_processing_timeout_s: after so many seconds the events are those that were read until then

    Raises:
        AssertionError: no activities, or results are asked for before there are any
        TorchError: a profile runs already

    Source: torch.profiler.profile.
    """

    def __init__(
        self,
        *,
        activities: Iterable[ProfilerActivity] | None = None,
        schedule: Callable[[int], ProfilerAction] | None = None,
        on_trace_ready: Callable[..., Any] | None = None,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        with_flops: bool = False,
        with_modules: bool = False,
        experimental_config: ExperimentalConfig | None = None,
        execution_trace_observer: Any = None,
        acc_events: bool = False,
        use_cuda: bool | None = None,
        custom_trace_id_callback: Callable[[], str] | None = None,
        post_processing_timeout_s: float | None = None,
    ) -> None:
        if use_cuda is not None:
            warnings.warn("`use_cuda` is deprecated, use `activities` argument instead", FutureWarning, stacklevel=2)
        super().__init__(
            activities=activities,
            record_shapes=record_shapes,
            profile_memory=profile_memory,
            with_stack=with_stack,
            with_flops=with_flops,
            with_modules=with_modules,
            experimental_config=experimental_config,
            execution_trace_observer=execution_trace_observer,
            acc_events=acc_events,
            custom_trace_id_callback=custom_trace_id_callback,
            post_processing_timeout_s=post_processing_timeout_s,
        )
        self.record_steps = schedule is not None
        self.schedule = schedule or (lambda step: ProfilerAction.RECORD)
        self.on_trace_ready = on_trace_ready
        self.step_num = 0
        self.step_rec_fn: record_function | None = None
        self.current_action = self._action(0)
        KinetoStepTracker.init_step_count(PROFILER_STEP_NAME)

    def _action(self, step: int) -> ProfilerAction:
        found = self.schedule(step)
        if not isinstance(found, ProfilerAction) or found == ProfilerAction.DEVICE_STOPPED:
            raise ValueError(f"profile(): the schedule must give a ProfilerAction of its steps, got {found!r}")
        return found

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        """Ends the profile."""
        self.stop()
        KinetoStepTracker.erase_step_count(PROFILER_STEP_NAME)
        if self.execution_trace_observer:
            self.execution_trace_observer.cleanup()

    def start(self) -> None:
        """Begins the step that is."""
        self._go(ProfilerAction.NONE, self.current_action)
        self._begin_step()

    def stop(self) -> None:
        """Ends the step that is, and the profile."""
        self._end_step()
        self._go(self.current_action, None)

    def step(self) -> None:
        """Ends a step, and begins the next with what the schedule says of it."""
        self._end_step()
        before, action = self.current_action, self._action(self.step_num + 1)
        self.step_num += 1
        self.current_action = action
        self._go(before, action)
        if os.environ.get("KINETO_USE_DAEMON"):
            KinetoStepTracker.increment_step(PROFILER_STEP_NAME)
        self._begin_step()

    def _begin_step(self) -> None:
        if self.record_steps:
            self.step_rec_fn = record_function(f"ProfilerStep#{self.step_num}")
            self.step_rec_fn.__enter__()

    def _end_step(self) -> None:
        if self.step_rec_fn:
            ended, self.step_rec_fn = self.step_rec_fn, None
            ended.__exit__(None, None, None)

    def _go(self, before: ProfilerAction, now: ProfilerAction | None) -> None:
        for what in _STEPS.get((before, now), ()):
            if what.startswith("Incorrect"):
                warnings.warn(what, stacklevel=3)
            else:
                getattr(self, what)()

    def _trace_ready(self) -> None:
        if self.on_trace_ready:
            self.on_trace_ready(self)

    def set_custom_trace_id_callback(self, callback: Callable[[], str]) -> None:
        """Gives the names of the traces from the next round on."""
        self.custom_trace_id_callback = callback

    def get_trace_id(self) -> str | None:
        """The name of the trace; None before there is one."""
        return self.profiler.trace_id if self.profiler else None

    def _stats(self) -> Any:
        return self.profiler._stats if self.profiler else None
