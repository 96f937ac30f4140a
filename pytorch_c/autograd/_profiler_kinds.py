"""The numbers of the profiler that torch has as enums."""

from __future__ import annotations

import dataclasses
import enum

from .._boundary import constants


class ProfilerActivity(enum.Enum):
    """Kind of work that is profiled (torch.profiler.ProfilerActivity)."""

    CPU = 0
    XPU = 1
    CUDA = 2
    HPU = 3
    MTIA = 4
    PrivateUse1 = 5


ProfilerState = enum.Enum(
    "ProfilerState",
    "Disabled CPU CUDA NVTX ITT PRIVATEUSE1 KINETO KINETO_GPU_FALLBACK KINETO_PRIVATEUSE1_FALLBACK KINETO_PRIVATEUSE1",
    start=0,
)


class DeviceType(enum.Enum):
    """Kinds of devices on which events ran (torch.profiler.DeviceType)."""

    CPU = 0
    CUDA = 1
    MKLDNN = 2
    OPENGL = 3
    OPENCL = 4
    IDEEP = 5
    HIP = 6
    FPGA = 7
    MAIA = 8
    XLA = 9
    Vulkan = 10
    Metal = 11
    XPU = 12
    MPS = 13
    Meta = 14
    HPU = 15
    VE = 16
    Lazy = 17
    IPU = 18
    MTIA = 19
    PrivateUse1 = 20


class RecordScope(enum.Enum):
    """Kind of an event (torch.profiler.RecordScope)."""

    FUNCTION = constants.SCOPE_FUNCTION
    BACKWARD_FUNCTION = constants.SCOPE_BACKWARD_FUNCTION
    TORCHSCRIPT_FUNCTION = constants.SCOPE_TORCHSCRIPT_FUNCTION
    KERNEL_FUNCTION_DTYPE = constants.SCOPE_KERNEL_FUNCTION_DTYPE
    CUSTOM_CLASS = constants.SCOPE_CUSTOM_CLASS
    BUILD_FEATURE = constants.SCOPE_BUILD_FEATURE
    LITE_INTERPRETER = constants.SCOPE_LITE_INTERPRETER
    USER_SCOPE = constants.SCOPE_USER_SCOPE
    STATIC_RUNTIME_OP = constants.SCOPE_STATIC_RUNTIME_OP
    STATIC_RUNTIME_MODEL = constants.SCOPE_STATIC_RUNTIME_MODEL


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


@dataclasses.dataclass
class ProfilerConfig:
    """Settings of a profile (torch.autograd.ProfilerConfig)."""

    state: ProfilerState
    report_input_shapes: bool
    profile_memory: bool
    with_stack: bool
    with_flops: bool
    with_modules: bool
    experimental_config: ExperimentalConfig
    trace_id: str = ""
