"""torch._C._functorch: the levels of transforms, and the tensors that belong to them, as torch's own Python asks for them."""

from __future__ import annotations

import enum
import threading

from .._boundary import api, constants
from .._boundary.handle import core
from .._calls.dispatch_keys import keys_of_tensor
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class TransformType(enum.Enum):
    """A kind of transform of torch.func."""

    Torch = 0
    Vmap = 1
    Grad = 2
    Jvp = 3
    Functionalize = 4


class RandomnessType(enum.Enum):
    """Random numbers within vmap."""

    Error = 0
    Same = 1
    Different = 2


# ---- which levels a tensor is of ----


def _has(tensor, key):
    return isinstance(tensor, Tensor) and keys_of_tensor(tensor).has(key)


def is_batchedtensor(tensor: Any) -> bool:
    """Returns whether a vmap has wrapped the tensor."""
    return _has(tensor, "FuncTorchBatched")


def is_gradtrackingtensor(tensor: Any) -> bool:
    """Returns whether a grad or a jvp has wrapped the tensor."""
    return _has(tensor, "FuncTorchGradWrapper")


def is_functionaltensor(tensor: Any) -> bool:
    """Returns whether libtorch's functionalization has wrapped the tensor."""
    return _has(tensor, "Functionalize")


def is_legacy_batchedtensor(tensor: Any) -> bool:
    """Returns whether the first vmap, _vmap_internals', has wrapped the tensor."""
    return _has(tensor, "Batched")


def is_functorch_wrapped_tensor(tensor: Any) -> bool:
    """Returns whether a transform has wrapped the tensor."""
    return is_batchedtensor(tensor) or is_gradtrackingtensor(tensor) or is_functionaltensor(tensor)


# ---- tensors ----

_NO_LEVEL, _DEAD = -1, -2


def maybe_get_level(tensor: Tensor) -> int:
    """Returns the level of a tensor, -1 of one that has none, -2 of one whose level is closed."""
    level = api.func_level(tensor)
    return _DEAD if level == constants.UNSET else level or _NO_LEVEL


def maybe_get_bdim(tensor: Tensor) -> int:
    """Returns which dimension vmap hides, -1 where there is none."""
    return api.vmap_value(tensor)[0] if api.vmap_level(tensor) else -1


def get_unwrapped(tensor: Tensor) -> Tensor:
    """Returns what a tensor of a level stands for. Raises RuntimeError for another tensor."""
    if not api.func_level(tensor):
        raise RuntimeError("No wrappers present!")
    return api.func_value(tensor)


def unwrap_if_dead(tensor: Tensor) -> Tensor:
    """Returns what a tensor of a closed level stands for; another tensor itself."""
    return api.func_value(tensor) if api.func_level(tensor) == constants.UNSET else tensor


def _add_batch_dim(tensor: Tensor, bdim: int, level: int) -> Tensor:
    """Returns the tensor with a dimension hidden as the batch of the innermost level."""
    return api.vmap_add_dim(tensor, int(bdim), int(level))  # they may be symbols


def _remove_batch_dim(tensor: Tensor, level: int, batch_size: int, out_dim: int) -> Tensor:
    """Returns the tensor with the batch of the innermost level as a dimension."""
    return api.vmap_remove_dim(tensor, int(level), int(out_dim))


def _unwrap_batched(tensor: Tensor, level: int) -> tuple[Tensor, int | None]:
    """Returns (the tensor with its batch at a level, which dimension that is), or (itself, None)."""
    if api.vmap_level(tensor) != level:
        return tensor, None
    dim, value = api.vmap_value(tensor)
    return value, dim


def _wrap_for_grad(tensor: Tensor, level: int) -> Tensor:
    """Returns the tensor as one of a level of grad or jvp."""
    return api.func_wrap(tensor, level, False)


def _unwrap_for_grad(tensor: Tensor, level: int) -> Tensor:
    """Returns what is wrapped at a level; another tensor itself."""
    return core.same(api.func_unwrap(tensor, level), tensor)


def _wrap_functional_tensor(tensor: Tensor, level: int) -> Tensor:
    """Returns the tensor as one of a level of functionalize."""
    return api.func_functional(tensor, level)


def _unwrap_functional_tensor(tensor: Tensor, reapply_views: bool) -> Tensor:
    """Returns the value of a tensor of functionalize, with all that was written."""
    return core.same(api.func_regular(tensor, reapply_views), tensor)


def _assert_wrapped_functional(unwrapped: Tensor, wrapped: Tensor) -> None:
    """Raises RuntimeError unless one tensor is what the other wraps."""
    if not api.func_is_functional(wrapped) or api.func_is_functional(unwrapped):
        raise RuntimeError("Expected a tensor of functionalize, and the tensor that it wraps")


def _propagate_functional_input_mutation(unwrapped: Tensor, wrapped: Tensor) -> None:
    """Writes into a tensor what was written into the one of functionalize that wraps it."""
    api.func_propagate(unwrapped, wrapped)


# ---- levels ----

_KINDS = {constants.TRANSFORM[kind.name.lower()]: kind for kind in list(TransformType)[1:]}
_RANDOMNESS = {constants.RANDOMNESS[kind.name.lower()]: kind for kind in RandomnessType}


def _vmap_increment_nesting(batch_size: int, randomness: str) -> int:
    """Opens a level of vmap and returns its number."""
    return _opened(api.vmap_push, int(batch_size), constants.RANDOMNESS[randomness])


class _Here(threading.local):
    """The levels of this thread that torch's files close in another state than they are in."""

    def __init__(self):
        self.within_inference = {}  # {level that is open within inference mode: the block without it}
        self.refused = False  # the last level could not be opened: torch's files close that one, too


_here = _Here()


def _opened(push, *args):
    """Opens a level and returns its number; notes where that raises."""
    try:
        return push(*args)
    except BaseException:
        _here.refused = True
        raise


def _differentiating(kind):
    """Opens a level outside of inference mode, in which nothing could be derived, and returns its number."""
    level = _opened(api.func_push, constants.TRANSFORM[kind], False)
    if api.inference_mode():
        outside = _here.within_inference[level] = core.State()
        outside._inference = False
        outside.__enter__()
    return level


def _grad_increment_nesting() -> int:
    """Opens a level of grad and returns its number."""
    return _differentiating("grad")


def _jvp_increment_nesting() -> int:
    """Opens a level of jvp and returns its number; the level of autograd.forward_ad is the caller's to open."""
    return _differentiating("jvp_alone")


def _func_increment_nesting(reapply_views: bool) -> int:
    """Opens a level of functionalize and returns its number."""
    return _opened(api.func_push, constants.TRANSFORM["functionalize"], reapply_views)


def _decrement() -> int | None:
    """Closes the innermost level and returns its number; None after one that could not be opened."""
    if _here.refused:
        _here.refused = False
        return None
    level = current_level()
    if level in _here.within_inference:
        _here.within_inference.pop(level).__exit__()
    api.func_pop(level)
    return level


_vmap_decrement_nesting = _grad_decrement_nesting = _jvp_decrement_nesting = _func_decrement_nesting = _decrement


def maybe_current_level() -> int | None:
    """Returns the number of the innermost level, None where none is open."""
    return api.func_innermost()[0] or None


def current_level() -> int:
    """Returns the number of the innermost level. Raises RuntimeError where none is open."""
    level = maybe_current_level()
    if level is None:
        raise RuntimeError("no level of a transform is open on this thread")
    return level


def get_dynamic_layer_stack_depth() -> int:
    """Returns how many levels of this thread are open."""
    return api.vmap_depth()


def pop_dynamic_layer_stack_and_undo_to_depth(depth: int) -> None:
    """Closes the innermost levels until so many are open."""
    if api.vmap_depth() > depth:
        api.func_pop(depth + 1)


class DynamicLayer:
    """The innermost level, taken away for a while."""

    def __init__(self, level: int) -> None:
        self._level = level


def pop_dynamic_layer_stack() -> DynamicLayer:
    """Takes the innermost level away, until push_dynamic_layer_stack puts it back."""
    return DynamicLayer(api.func_suspend())


def push_dynamic_layer_stack(dl: DynamicLayer) -> int:
    """Puts the level that was taken away last back, and returns its number."""
    api.func_resume(dl._level)
    return dl._level


# ---- what a level is ----


class CInterpreter:
    """A level of a transform: its kind, its number, and what it was opened with."""

    def __init__(self, level: int, kind: int, batch_size: int, randomness: int, before: bool) -> None:
        self._level, self._kind, self._batch_size, self._before = level, _KINDS[kind], batch_size, before
        self._randomness = _RANDOMNESS.get(randomness)

    def key(self) -> TransformType:
        """Returns the kind of transform."""
        return self._kind

    def level(self) -> int:
        """Returns the number of the level."""
        return self._level


class _Pointer:
    def __init__(self, interpreter: CInterpreter) -> None:
        self._interpreter = interpreter

    def key(self) -> TransformType:
        """Returns the kind of transform."""
        return self._interpreter.key()

    def level(self) -> int:
        """Returns the number of the level."""
        return self._interpreter.level()


class _Wrapping(_Pointer):
    def lift(self, tensor: Tensor) -> Tensor:
        """Returns the tensor as one of the level; one of the level already itself."""
        return tensor if api.func_level(tensor) == self.level() else api.func_wrap(tensor, self.level(), False)


class CGradInterpreterPtr(_Wrapping):
    """A level of grad."""

    def prevGradMode(self) -> bool:
        """Returns what grad mode was when the level was opened."""
        return self._interpreter._before


class CJvpInterpreterPtr(_Wrapping):
    """A level of jvp."""

    def prevFwdGradMode(self) -> bool:
        """Returns what forward grad mode was when the level was opened."""
        return self._interpreter._before


class CVmapInterpreterPtr(_Pointer):
    """A level of vmap."""

    def batchSize(self) -> int:
        """Returns the size of the batch."""
        return self._interpreter._batch_size

    def randomness(self) -> RandomnessType | None:
        """Returns what random operators do."""
        return self._interpreter._randomness


class CFunctionalizeInterpreterPtr(_Pointer):
    """A level of functionalize."""

    def functionalizeAddBackViews(self) -> bool:
        """Returns whether views stay views."""
        return self._interpreter._before


def peek_interpreter_stack() -> CInterpreter | None:
    """Returns the innermost level, None where none is open."""
    level, *rest = api.func_innermost()
    return CInterpreter(level, *rest) if level else None


def get_interpreter_stack() -> list[CInterpreter] | None:
    """Returns the levels from the outermost, None where none is open."""
    found, taken = [], []
    try:
        while (one := peek_interpreter_stack()) is not None:
            found.append(one)
            taken.append(pop_dynamic_layer_stack())
    finally:
        while taken:
            push_dynamic_layer_stack(taken.pop())
    return found[::-1] or None


def count_jvp_interpreters() -> int:
    """Returns how many levels of jvp are open."""
    return sum(one.key() is TransformType.Jvp for one in get_interpreter_stack() or ())


# ---- what is allowed inside of levels, on this thread ----


def get_inplace_requires_grad_allowed() -> bool:
    """Returns whether requires_grad may be set inside of a level."""
    return api.func_allowed(constants.FUNC_REQUIRES_GRAD)


def set_inplace_requires_grad_allowed(allowed: bool) -> None:
    """Allows or refuses to set requires_grad inside of levels."""
    api.func_allow(constants.FUNC_REQUIRES_GRAD, allowed)


def get_single_level_autograd_function_allowed() -> bool:
    """Returns whether a custom function that knows of one level runs inside of a level."""
    return api.func_allowed(constants.FUNC_SINGLE_LEVEL)


def set_single_level_autograd_function_allowed(allowed: bool) -> None:
    """Allows or refuses custom functions that know of one level inside of levels."""
    api.func_allow(constants.FUNC_SINGLE_LEVEL, allowed)


def _is_vmap_fallback_enabled() -> bool:
    """Returns whether vmap runs operators without a rule once for each element of the batch."""
    return api.func_allowed(constants.FUNC_VMAP_FALLBACK)


def _set_vmap_fallback_enabled(enabled: bool) -> None:
    """Lets vmap run operators without a rule element by element, or refuse them, on all threads."""
    api.func_allow(constants.FUNC_VMAP_FALLBACK, enabled)


# ---- what is not here ----


class _Absent:
    def __init__(self, name: str) -> None:
        self.__name__ = self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"torch._C._functorch.{self._name} is not here")

    def __repr__(self) -> str:
        return f"<absent torch._C._functorch.{self._name}>"


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    found = globals()[name] = _Absent(name)
    return found
