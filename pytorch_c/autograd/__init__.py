"""Gradients (torch.autograd): backward, grad, and the state that steers recording."""

from __future__ import annotations

from ._backward import backward as backward
from ._backward import grad as grad
from .grad_mode import enable_grad as enable_grad
from .grad_mode import inference_mode as inference_mode
from .grad_mode import is_grad_enabled as is_grad_enabled
from .grad_mode import is_inference_mode_enabled as is_inference_mode_enabled
from .grad_mode import no_grad as no_grad
from .grad_mode import set_grad_enabled as set_grad_enabled
from .grad_mode import set_multithreading_enabled as set_multithreading_enabled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import anomaly_mode as anomaly_mode
    from . import forward_ad as forward_ad
    from . import function as function
    from . import functional as functional
    from . import grad_mode as grad_mode
    from . import graph as graph
    from . import profiler as profiler
    from . import profiler_util as profiler_util
    from . import variable as variable
    from .anomaly_mode import detect_anomaly as detect_anomaly
    from .anomaly_mode import set_detect_anomaly as set_detect_anomaly
    from .function import Function as Function
    from .gradcheck import gradcheck as gradcheck
    from .gradcheck import gradgradcheck as gradgradcheck
    from .variable import Variable as Variable


# Loaded on first use, since few programs use it.
_LAZY = {
    "Function": ".function",
    "Variable": ".variable",
    "detect_anomaly": ".anomaly_mode",
    "gradcheck": ".gradcheck",
    "gradgradcheck": ".gradcheck",
    "set_detect_anomaly": ".anomaly_mode",
}
_LAZY |= dict.fromkeys(("DeviceType", "ProfilerActivity", "ProfilerConfig", "ProfilerState"), "._profiler_kinds")
_LAZY |= dict.fromkeys(
    "_ProfilerResult _add_metadata_json _disable_profiler _enable_profiler _is_kineto_stopped _kineto_step "
    "_prepare_profiler _profiler_enabled _record_function_with_args_enter _record_function_with_args_exit "
    "_supported_activities _toggle_collection_dynamic kineto_available".split(),
    "._profiling",
)
_MODULES = (
    "anomaly_mode",
    "forward_ad",
    "function",
    "functional",
    "grad_mode",
    "graph",
    "profiler",
    "profiler_util",
    "variable",
)


if not TYPE_CHECKING:  # to a type checker it would mean that any name exists

    def __getattr__(name):
        import importlib

        if name in _MODULES:
            return importlib.import_module("." + name, __name__)
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(importlib.import_module(_LAZY[name], __name__), name)
        return found


def __dir__():
    return sorted({*globals(), *_LAZY, *_MODULES})
