"""Functions by which torch's own profiler is run: those of torch._C._autograd, upon the profiler of the C library.

torch.autograd.profiler and torch.profiler.profiler are torch's own files; take_over() puts the ranges of this package
into the first, and has a profile end that an interrupt has kept from ending.
"""

from __future__ import annotations

import json

from .._boundary import api, constants
from .._tensor.tensor import Tensor
from . import _profiler_calls, _ranges
from ._profiler_kinds import ProfilerActivity, ProfilerConfig, ProfilerState
from ._profiler_results import ProfilerResult as _ProfilerResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import ModuleType
    from typing import Any

# The bits for the fields of a ProfilerConfig, and for those of its ExperimentalConfig.
OPTIONS = {
    "report_input_shapes": constants.PROFILE_SHAPES,
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

# The bits for other kinds of a profiler than Kineto's.
STATES = {
    ProfilerState.KINETO: 0,
    ProfilerState.KINETO_GPU_FALLBACK: constants.PROFILE_CUDA_EVENTS,
    ProfilerState.KINETO_PRIVATEUSE1_FALLBACK: constants.PROFILE_PRIVATEUSE1_EVENTS,
    ProfilerState.KINETO_PRIVATEUSE1: constants.PROFILE_PRIVATEUSE1,
    ProfilerState.NVTX: constants.PROFILE_NVTX,
    ProfilerState.ITT: constants.PROFILE_ITT,
}

kineto_available = api.kineto_available
_is_kineto_stopped = api.profiler_stopped_early
_kineto_step = api.profiler_step
_profiler_enabled = api.profiler_running


def _bits(activities: Iterable[ProfilerActivity]) -> int:
    """Activities as bits of enum ptc_activity."""
    return sum(constants.ACTIVITY[one.name.lower()] for one in set(activities))


def _flags(config: ProfilerConfig) -> int:
    """A configuration as bits of enum ptc_profile_flag."""
    if config.state not in STATES:
        raise ValueError(f"argument 'config': a profiler of the kind {config.state.name} cannot be begun")
    found = STATES[config.state] + sum(bit for name, bit in OPTIONS.items() if getattr(config, name))
    return found + sum(bit for name, bit in EXPERIMENTAL.items() if getattr(config.experimental_config, name))


def _supported_activities() -> set[ProfilerActivity]:
    """Returns what can be profiled on this machine with this libtorch."""
    bits = api.profiler_activities()
    return {one for one in ProfilerActivity if bits & constants.ACTIVITY[one.name.lower()]}


def _prepare_profiler(
    config: ProfilerConfig,
    activities: Iterable[ProfilerActivity],
    activity_filter: Mapping[ProfilerActivity, set[str]] | None = None,
) -> None:
    """Prepares a profile, so that its begin costs less; of the activities in activity_filter only those kinds are kept.

    Raises RuntimeError for kinds that the activity has not, and where a profile runs.
    """
    bits, flags = _bits(activities), _flags(config)
    for activity, kinds in (activity_filter or {}).items():
        api.profiler_choose(_bits([activity]), "\n".join(kinds))
    api.profiler_prepare(bits, flags, config.trace_id)


def _enable_profiler(
    config: ProfilerConfig, activities: Iterable[ProfilerActivity], scopes: Iterable[Any] = ()
) -> None:
    """Begins a profile on this thread. Raises RuntimeError where one runs already, NotImplementedError for some scopes."""
    if scopes:
        raise NotImplementedError("argument 'scopes': a profile is of all kinds of events here; observe() takes some")
    bits = _bits(activities)
    keeps_calls = config.with_stack and ProfilerActivity.CPU in activities and _profiler_calls.can_trace()
    api.profiler_start(bits, _flags(config) | keeps_calls * constants.PROFILE_CALLS, config.trace_id)
    _ranges.profile_runs = True
    if keeps_calls:
        _profiler_calls.begin(config.experimental_config.record_python_gc_info)


def _disable_profiler() -> _ProfilerResult:
    """Ends the profile of this thread. Raises RuntimeError where none runs."""
    global _owner
    _profiler_calls.end()
    _ranges.profile_runs = False
    found = api.profiler_stop()
    _owner = None
    return _ProfilerResult(found)


def _add_metadata_json(key: str, value: str) -> None:
    """Adds a value that is JSON to the trace of the profile that is prepared or runs, or else to none.

    Kineto has no way to write a quote in a text, which becomes '.
    """
    if "\\" in value or not value.isprintable():
        try:
            value = json.dumps(_plain(json.loads(value, strict=False)), ensure_ascii=False)
        except ValueError:  # it is no JSON, which torch writes as it is
            pass
    api.profiler_add_metadata(key, value)


def _plain(found: Any) -> Any:
    """Returns data of JSON without quotes, backslashes and control characters in its texts."""
    if isinstance(found, dict):
        return {_plain(key): _plain(value) for key, value in found.items()}
    if isinstance(found, list):
        return [_plain(one) for one in found]
    if not isinstance(found, str):
        return found
    return "".join(one if one.isprintable() else " " for one in found.replace('"', "'").replace("\\", "/"))


def _toggle_collection_dynamic(enabled: bool, activities: Iterable[ProfilerActivity]) -> None:
    """Sets whether events of these activities are kept from now on, while the profile runs."""
    api.profiler_toggle(enabled, _bits(activities))


# ---- ranges with inputs ----


def begin_range(name: str, inputs: Sequence[Any] = (), keywords: Mapping[str, Any] | None = None) -> Any:
    """Begins a range whose inputs profiles with shapes show; returns what ends it, None where nobody observes."""
    if not api.is_observed(constants.SCOPE_USER_SCOPE):
        return None
    named = {key: _shown(value) for key, value in (keywords or {}).items()}
    return api.record_begin_values(name, tuple(map(_shown, inputs)), named or None)


def _shown(value: Any) -> Any:
    """A value as a range shows it: None for objects that libtorch does not know."""
    if isinstance(value, (list, tuple)):
        return [_shown(one) for one in value]
    return value if isinstance(value, (Tensor, str, int, float, complex)) else None


def _record_function_with_args_enter(name: str, *args: Any) -> Any:
    """Begins a range with these inputs, and returns what ends it."""
    return begin_range(name, args)


def _record_function_with_args_exit(handle: Any) -> None:
    """Ends a range."""
    if handle is not None:
        handle.close()


# ---- the execution trace ----


def _add_execution_trace_observer(output_file_path: str) -> bool:
    """Opens a file for the operators that run. Raises RuntimeError where it cannot be written, or one is open."""
    api.execution_trace_open(output_file_path)
    return True


def _enable_execution_trace_observer() -> None:
    """Writes operators from now on."""
    api.execution_trace_enable(True)


def _disable_execution_trace_observer() -> None:
    """Writes no operators from now on."""
    api.execution_trace_enable(False)


_remove_execution_trace_observer = api.execution_trace_end


# ---- torch's file ----

_owner: object = None  # a mark of the profile object that has begun the profile that runs


def take_over(torchs: ModuleType) -> None:
    """Puts our ranges into torch's module of profiles, whose profile ends when nobody can end it any more."""
    torchs.record_function = _ranges.record_function  # type: ignore[attr-defined]
    of_torch: Any = torchs.profile  # type: ignore[attr-defined]
    start = of_torch._start_trace

    def _start_trace(self: Any) -> None:
        global _owner
        if not api.profiler_running():  # beforehand: an interrupt may come between the call and its next line
            _owner = self._mark = object()
        start(self)

    def __del__(self: Any) -> None:
        if _owner is not None and getattr(self, "_mark", None) is _owner:
            try:
                torchs._run_on_profiler_stop()  # type: ignore[attr-defined]
                _disable_profiler()
            except Exception:  # it had not begun; it is another thread's; names are gone at exit
                pass

    of_torch._start_trace, of_torch.__del__ = _start_trace, __del__
