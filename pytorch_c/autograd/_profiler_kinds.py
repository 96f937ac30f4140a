"""The numbers of the profiler that torch has as enums."""

from __future__ import annotations

import dataclasses
import enum


class ProfilerActivity(enum.Enum):
    """What is profiled (torch.profiler.ProfilerActivity)."""

    CPU, XPU, CUDA, HPU, MTIA, PrivateUse1 = range(6)


class DeviceType(enum.Enum):
    """Where something ran (torch.profiler.DeviceType)."""

    CPU, CUDA, MKLDNN, OPENGL, OPENCL, IDEEP, HIP, FPGA, MAIA, XLA, Vulkan = range(11)
    Metal, XPU, MPS, Meta, HPU, VE, Lazy, IPU, MTIA, PrivateUse1 = range(11, 21)


class RecordScope(enum.Enum):
    """What an event is (torch.profiler.RecordScope)."""

    FUNCTION, BACKWARD_FUNCTION, TORCHSCRIPT_FUNCTION, KERNEL_FUNCTION_DTYPE, CUSTOM_CLASS, BUILD_FEATURE = range(6)
    LITE_INTERPRETER, USER_SCOPE, STATIC_RUNTIME_OP, STATIC_RUNTIME_MODEL = range(6, 10)


@dataclasses.dataclass
class ExperimentalConfig:
    """Settings of Kineto that may change (torch.profiler._ExperimentalConfig).

    `profiler_metrics`, `profiler_measure_per_kernel`, `performance_events` and `custom_profiler_config` are settings of
    tracers of devices that are not handed on.
    """

    profiler_metrics: list[str] = dataclasses.field(default_factory=list)
    profiler_measure_per_kernel: bool = False
    verbose: bool = False
    performance_events: list[str] = dataclasses.field(default_factory=list)
    enable_cuda_sync_events: bool = False
    adjust_profiler_step: bool = False
    disable_external_correlation: bool = False
    profile_all_threads: bool = False
    capture_overload_names: bool = False
    record_python_gc_info: bool = False
    expose_kineto_event_metadata: bool = False
    custom_profiler_config: str = ""
    adjust_timestamps: bool = False
    trace_only: bool = False
