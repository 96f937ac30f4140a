"""Functions that keep nothing for the backward pass and are computed again there (torch.utils.checkpoint)."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import warnings

from .. import random
from .._boundary import api
from .._tensor.generator import _default
from .._tensor.tensor import Tensor
from ..amp._state import get_autocast_dtype, is_autocast_available, is_autocast_cache_enabled, is_autocast_enabled
from ..amp.autocast_mode import autocast
from ..autograd._backward import backward
from ..autograd.function import Function
from ..autograd.grad_mode import enable_grad, is_grad_enabled, no_grad
from ._recomputation import CheckpointError, checkpoint_hook, metadata_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

__all__ = [
    "CheckpointError",
    "CheckpointFunction",
    "DefaultDeviceType",
    "check_backward_validity",
    "checkpoint",
    "checkpoint_sequential",
    "detach_variable",
    "get_device_states",
    "noop_context_fn",
    "set_checkpoint_debug_enabled",
    "set_checkpoint_early_stop",
    "set_device_states",
]

_early_stop: bool | None = None
_debug: bool | None = None
_DETERMINISM = {"default": metadata_of, "none": lambda tensor: None}


@contextlib.contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """Opens a block in which checkpoints stop recomputing, or not, once the pass has the tensors that it needs."""
    global _early_stop
    before, _early_stop = _early_stop, enable
    try:
        yield
    finally:
        _early_stop = before


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled: bool | None) -> Iterator[None]:
    """Opens a block in which each checkpoint has debug=enabled."""
    global _debug
    before, _debug = _debug, enabled
    try:
        yield
    finally:
        _debug = before


def noop_context_fn() -> tuple[AbstractContextManager[Any], AbstractContextManager[Any]]:
    """Two blocks that do nothing: around the function, and around its recomputation."""
    return contextlib.nullcontext(), contextlib.nullcontext()


def detach_variable(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The inputs, tensors detached; those that require grad still do. Raises RuntimeError for what is no tuple."""
    if not isinstance(inputs, tuple):
        raise RuntimeError(f"Only tuple of tensors is supported. Got Unsupported input type: {type(inputs).__name__}")
    return tuple(one.detach().requires_grad_(one.requires_grad) if isinstance(one, Tensor) else one for one in inputs)


def check_backward_validity(inputs: Iterable[Any]) -> None:
    """Warns where no tensor among the inputs requires grad."""
    if not any(one.requires_grad for one in inputs if isinstance(one, Tensor)):
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)


# ---- what a recomputation needs to be like the first time ----


class DefaultDeviceType:
    """The type of device whose random numbers are kept where no input tells one."""

    _default_device_type: str | None = None

    @staticmethod
    def set_device_type(device: str = "cuda") -> None:
        """Sets it."""
        DefaultDeviceType._default_device_type = device

    @staticmethod
    def get_device_type() -> str:
        """Returns the device type for checkpoints; "cpu" at first."""
        return DefaultDeviceType._default_device_type or "cpu"


def _devices_of(values):
    """The devices, but the CPU and meta, of the tensors among values and in containers there, each once."""
    found = {}
    for one in values:
        if isinstance(one, Tensor):
            if one.device.type not in ("cpu", "meta"):
                found[str(one.device)] = one.device
        elif isinstance(one, dict):
            found.update(_devices_of(one.values()))
        elif isinstance(one, (list, tuple)):
            found.update(_devices_of(one))
    return found


def get_device_states(*args: Any) -> tuple[list[int], list[Tensor]]:
    """(indices, states of the default generators) of the devices of the tensors among args."""
    return _states_of(_devices_of(args).values())


def set_device_states(devices: Iterable[int], states: Iterable[Tensor], *, device_type: str | None = None) -> None:
    """Sets the states of the default generators of these devices."""
    kind = device_type or DefaultDeviceType.get_device_type()
    if kind == "meta":
        return
    for index, state in zip(devices, states):
        _default(f"{kind}:{index}").set_state(state)


class _Circumstances:
    """Random numbers and autocast as they are now, to be so again in a block."""

    def __init__(self, args, preserve_rng_state):
        devices = _devices_of(args)
        kinds = list(dict.fromkeys(device.type for device in devices.values()))
        if len(kinds) > 1:
            warnings.warn(
                "Tensor arguments, excluding CPU tensors, are detected on at least two types of devices. Device state "
                "will only be saved for devices of a single device type, and the remaining devices will be ignored. "
                "Consequently, if any checkpointed functions involve randomness, this may result in incorrect "
                f"gradients. Device types: {sorted(kinds)} first device type: {kinds[0]}",
                stacklevel=4,
            )
        self.kind = "cuda" if "cuda" in kinds else (kinds or [DefaultDeviceType.get_device_type()])[0]
        self.preserve = preserve_rng_state
        if preserve_rng_state:
            self.cpu_state = random.get_rng_state()
            chosen = {name: device for name, device in devices.items() if device.type == self.kind}
            self.devices, self.states = _states_of(chosen.values())
        self.autocasts = [_autocast_settings(kind) for kind in dict.fromkeys(("cpu", self.kind))]

    @contextlib.contextmanager
    def again(self):
        with contextlib.ExitStack() as stack:
            if self.preserve:
                stack.enter_context(random.fork_rng(self.devices, device_type=self.kind))
                random.set_rng_state(self.cpu_state)
                set_device_states(self.devices, self.states, device_type=self.kind)
            for settings in self.autocasts:
                if settings:
                    stack.enter_context(autocast(**settings))
            yield


def _states_of(devices):
    return [device.index for device in devices], [_default(device).get_state() for device in devices]


def _autocast_settings(kind):
    if not is_autocast_available(kind):
        return None
    return {
        "device_type": kind,
        "enabled": is_autocast_enabled(kind),
        "dtype": get_autocast_dtype(kind),
        "cache_enabled": is_autocast_cache_enabled(),
    }


# ---- a backward pass in the backward pass ----


class CheckpointFunction(Function):
    """checkpoint with use_reentrant=True: its backward computes the function again and begins a pass of its own."""

    @staticmethod
    def forward(ctx: Any, run_function: Callable[..., Any], preserve_rng_state: bool, *args: Any) -> Any:
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.circumstances = _Circumstances(args, preserve_rng_state)
        ctx.inputs = [None if isinstance(one, Tensor) else one for one in args]
        ctx.tensor_indices = [index for index, one in enumerate(args) if isinstance(one, Tensor)]
        ctx.save_for_backward(*[args[index] for index in ctx.tensor_indices])
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        if not api.backward_is_whole():
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` "
                "parameter to .backward(). To resolve this error, you can either set use_reentrant=False, or call "
                ".backward() without passing the `inputs` argument."
            )
        inputs = list(ctx.inputs)
        for index, tensor in zip(ctx.tensor_indices, ctx.saved_tensors):
            inputs[index] = tensor
        with ctx.circumstances.again(), enable_grad():
            detached = detach_variable(tuple(inputs))
            outputs = ctx.run_function(*detached)
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        wanted = [(out, grad) for out, grad in zip(outputs, grads) if isinstance(out, Tensor) and out.requires_grad]
        if not wanted:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        backward([out for out, _ in wanted], [grad for _, grad in wanted])
        return None, None, *(one.grad if isinstance(one, Tensor) else None for one in detached)


# ---- the calls ----


def _chosen(use_reentrant, name):
    if use_reentrant is not None:
        return use_reentrant
    warnings.warn(
        f"torch.utils.checkpoint{name}: the use_reentrant parameter should be passed explicitly. "
        "use_reentrant=False is recommended, but if you need to preserve the current default behavior, "
        "you can pass use_reentrant=True. Refer to docs for more details on the differences between the two variants.",
        stacklevel=3,
    )
    return True


def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Callable[[], tuple[AbstractContextManager[Any], AbstractContextManager[Any]]] = noop_context_fn,
    determinism_check: str = "default",
    debug: bool = False,
    early_stop: bool = True,
    **kwargs: Any,
) -> Any:
    """function(*args, **kwargs), whose operators keep nothing: the backward pass computes it again.

    use_reentrant=False: only what the pass wants is computed, up to the last of it with early_stop; context_fn
    gives two blocks, around the call and around the recomputation; determinism_check ("default", "none")
    compares shapes, dtypes and devices. use_reentrant=True (a warning where it is not given): by a pass in
    the pass, which sees tensors among args alone and no keywords. preserve_rng_state=False lets random
    numbers differ. debug writes the operators of both times into the error (by torch's own file).

    Raises ValueError for unusable settings, CheckpointError where the second time saves other tensors.
    As torch.utils.checkpoint.checkpoint.
    """
    use_reentrant = _chosen(use_reentrant, "")
    preserve = kwargs.pop("preserve_rng_state", True)
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        if context_fn is not noop_context_fn or debug is not False:
            raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve, *args)
    explains = debug if _debug is None else _debug
    if explains and context_fn is not noop_context_fn:
        raise ValueError("debug=True is incompatible with non-default context_fn")
    if determinism_check not in _DETERMINISM:
        raise ValueError(f"determinism_check should be one of {list(_DETERMINISM)}, but got {determinism_check}")
    stops = early_stop if _early_stop is None else _early_stop
    if explains:
        settings = {"determinism_check": determinism_check, "early_stop": stops, "preserve_rng_state": preserve}
        return _of_torch().checkpoint(function, *args, use_reentrant=False, debug=True, **settings, **kwargs)
    around, around_again = context_fn()
    circumstances = _Circumstances((args, kwargs), preserve)
    if not is_grad_enabled():
        return function(*args, **kwargs)

    def again(*inputs):
        with circumstances.again(), around_again:
            function(*inputs, **kwargs)

    hook = checkpoint_hook(again, args, stops, _DETERMINISM[determinism_check])
    with hook, around:
        result = function(*args, **kwargs)
    hook.frame.forward_completed = True
    return result


def _run(functions):
    def forward(input):
        for function in functions:
            input = function(input)
        return input

    return forward


def checkpoint_sequential(
    functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any
) -> Any:
    """The functions, or a Sequential's modules, one after another, in segments that are checkpoints but the last.

    As torch.utils.checkpoint.checkpoint_sequential.
    """
    use_reentrant = _chosen(use_reentrant, ".checkpoint_sequential")
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    functions = list(functions.children() if hasattr(functions, "children") else functions)
    size = len(functions) // segments
    last = size * (segments - 1)
    for start in range(0, last, size or 1):
        part = _run(functions[start : start + size])
        input = checkpoint(part, input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return _run(functions[last:])(input)


# ---- selective and explained checkpoints: torch's own, on modes of __torch_dispatch__ ----

_SELECTIVE = frozenset(
    "CheckpointPolicy SelectiveCheckpointContext create_selective_checkpoint_contexts SAC_IGNORED_OPS "
    "_CachingTorchDispatchMode _CachedTorchDispatchMode _VersionWrapper _maybe_detach _policy_from_bool".split()
)


@functools.cache
def _of_torch() -> Any:
    loader = importlib.import_module(".._borrowed.loader", __package__)
    spec = loader.spec_of("utils.checkpoint", f"{__package__}._checkpoint_of_torch")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.CheckpointError = CheckpointError
    return module


def __getattr__(name: str) -> Any:
    if name in _SELECTIVE:
        found = globals()[name] = getattr(_of_torch(), name)
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
