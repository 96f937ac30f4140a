"""Names of torch._C that fake tensors, functionalization and make_fx ask for."""

from __future__ import annotations

import contextlib

from .. import ops
from .._boundary import api
from .._boundary.handle import core
from .._calls.dispatch_keys import DispatchKeySet, _ExcludeDispatchKeyGuard, _IncludeDispatchKeyGuard, keys_of_tensor
from .._calls.function_schema import FunctionSchema
from .._calls.opoverload import _OF_NUMBERS
from .._calls.values import find, names
from .._tensor.device import device as _device
from .._tensor.tensor import Tensor
from ..autograd.grad_mode import _set_grad_enabled as _set_grad_enabled
from ._dispatch import _dispatch_keyset_full_after
from ._states import tensors_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _of_names(names):
    found = DispatchKeySet._of(0)
    for name in names.split():
        found = found | DispatchKeySet._of(api.keyset_of(api.dispatch_key_number(name)))
    return found


# The keys of a wrapped tensor that its wrapper has too; bits of backends and of kinds are apart.
_additional_keys_to_prop_for_wrapper_tensors = _of_names(
    "CPU CUDA XLA XPU HPU PrivateUse1 SparseCPU SparseCsrCPU Conjugate Negative"
)
_after_autograd_keyset = _dispatch_keyset_full_after("AutogradOther")
_after_ADInplaceOrView_keyset = _dispatch_keyset_full_after("ADInplaceOrView")


def _is_functional_tensor(t: Any) -> bool:
    """Returns whether the tensor is one of libtorch's functionalization."""
    return isinstance(t, Tensor) and keys_of_tensor(t).has("Functionalize")


def _functionalize_unsafe_set(dst: Tensor, src: Tensor) -> None:
    """Makes a wrapper's storage that of another tensor: return_and_correct_aliasing says so what shares memory."""
    api.storage_alias(dst, src)


def _efficientzerotensor(
    *sizes: Any,
    size: Any = None,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool | None = False,
    requires_grad: bool = False,
) -> Tensor:
    """Returns zeros without memory, of sizes by themselves or as a sequence; options are those of zeros()."""
    if bool(sizes) == (size is not None):
        raise TypeError("_efficientzerotensor(): argument 'size' is needed, once")
    whole = sizes or (size,)
    whole = whole[0] if len(whole) == 1 and not hasattr(whole[0], "__index__") else whole
    options = {} if dtype is None else {"dtype": dtype}
    if layout is not None:
        options["layout"] = layout
    options["device"] = _device("cpu") if device is None else device
    found: Tensor = ops.aten._efficientzerotensor(tuple(whole), **options, pin_memory=pin_memory)
    return found.requires_grad_() if requires_grad else found


# ---- switches of this process that fake tensors set ----

_switches = {"only_lift": False}


def _only_lift_cpu_tensors() -> bool:
    """Returns whether tensors of Python's data are made on the CPU and lifted from there, as they always are here."""
    return _switches["only_lift"]


def _set_only_lift_cpu_tensors(value: bool) -> None:
    """Sets what _only_lift_cpu_tensors returns."""
    _switches["only_lift"] = value


def _set_throw_on_mutable_data_ptr(t: Tensor) -> None:
    """Does nothing: a tensor without memory refuses data_ptr() by itself."""


def _set_warn_deprecated_on_mutable_data_ptr(t: Tensor) -> None:
    """Does nothing: a tensor without memory refuses data_ptr() by itself."""


def _ensureCUDADeviceGuardSet() -> None:
    """Does nothing: fake tensors of CUDA ask no driver here."""


def _non_sym_sizes(t: Tensor) -> tuple[int, ...]:
    """Returns the sizes as ints; symbols among them become what they stand for."""
    return tuple(int(one) for one in t.shape)


def _has_storage(t: Tensor) -> bool:
    """Returns whether the tensor has a storage."""
    try:
        return t.untyped_storage() is not None
    except (NotImplementedError, RuntimeError):
        return False


def _storage_id(t: Tensor) -> int:
    """Returns a number that two tensors have in common exactly if their storage is one."""
    return t.untyped_storage()._cdata


def _storage_address(tensor: Tensor) -> int:
    """Returns what _storage_id does: memory is not copied by being looked at."""
    return _storage_id(tensor)


def _data_address(tensor: Tensor) -> int:
    """Returns the address of the first byte of a tensor's storage; a lazy clone goes on sharing its memory."""
    return api.storage_const_data_ptr(tensor.untyped_storage()._s)


def _is_cow_tensor(tensor: Tensor) -> bool:
    """Returns whether a tensor shares its memory with a lazy clone until one of them is written to."""
    return api.storage_is_lazy_clone(tensor.untyped_storage()._s)


def _is_alias_of(arg0: Any, arg1: Any) -> bool:
    """Returns whether both are tensors that have a storage in common; those without one are only themselves."""
    if not (isinstance(arg0, Tensor) and isinstance(arg1, Tensor)):
        return False
    if arg0 is arg1:
        return True
    ours, theirs = ({_storage_id(part) for part in _parts(one) if _has_storage(part)} for one in (arg0, arg1))
    return not ours.isdisjoint(theirs)


def _parts(tensor):
    """The dense tensors that a sparse one is made of."""
    name = tensor.layout.name
    if name == "sparse_coo":
        return [tensor._values(), tensor._indices()]
    if name == "sparse_csr":
        return [tensor.values(), tensor.crow_indices(), tensor.col_indices()]
    return [tensor]


def _overlaps(arg0: Any, arg1: Any) -> bool:
    """Returns whether a tensor of one, which may be a list, tuple or dict, shares a storage with one of the other.

    Raises TypeError for a device, as torch does.
    """
    if isinstance(arg0, _device) or isinstance(arg1, _device):
        raise TypeError("Cannot inspect value of type Device")
    return any(_is_alias_of(one, other) for one in _tensors_within(arg0) for other in _tensors_within(arg1))


def _tensors_within(value):
    """The tensors of a value, at any depth of lists, tuples and dicts."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    return [found for one in value for found in _tensors_within(one)] if isinstance(value, (list, tuple)) else []


def _any_output_is_alias_to_input_or_output(args: Any, kwargs: Any, outs: Any) -> bool:
    """Returns whether a tensor among `outs` has its memory in common with an argument, or with another one of `outs`."""
    seen = {_storage_id(tensor) for tensor in tensors_of((*args, *(kwargs or {}).values())) if _has_storage(tensor)}
    for tensor in tensors_of(outs):
        if _has_storage(tensor):
            if (number := _storage_id(tensor)) in seen:
                return True
            seen.add(number)
    return False


def _jit_get_all_schemas() -> list[Any]:
    """Returns the FunctionSchema of each operator that the dispatcher has, but of those of any number of arguments."""
    found = []
    for full in names():
        name, _, overload = full.partition(".")
        with contextlib.suppress(NotImplementedError):
            found.append(FunctionSchema.of(find(name, overload)[1]))
    return found


def _set_conj(t: Tensor, conj: bool) -> None:
    """Marks a tensor as the conjugate of its memory, or as its memory itself."""
    if t.is_conj() != conj:
        api.host_set_bits(t, conj, t.is_neg())


def _set_neg(t: Tensor, neg: bool) -> None:
    """Marks a tensor as the negative of its memory, or as its memory itself."""
    if t.is_neg() != neg:
        api.host_set_bits(t, t.is_conj(), neg)


def _should_allow_numbers_as_tensors(func_name: str) -> bool:
    """Returns whether the operator takes numbers for tensors, "add"."""
    return func_name in _OF_NUMBERS


# ---- blocks ----


class _Without(_ExcludeDispatchKeyGuard):
    """A block in which operators are not asked by some keys."""

    _keys = DispatchKeySet._of(0)

    def __init__(self) -> None:
        super().__init__(self._keys)


class _DisableFuncTorch(_Without):
    """A block outside of func's levels."""

    _keys = _of_names("FuncTorchDynamicLayerFrontMode FuncTorchDynamicLayerBackMode")


class _DisableAutocast(_Without):
    """A block without autocast."""

    _keys = _of_names("AutocastCPU AutocastCUDA AutocastXPU AutocastHPU AutocastPrivateUse1")


class _EnablePythonDispatcher:
    """From when it is made until its block ends, or it is gone, operators run kernels that py_impl() has registered."""

    _asked = True

    def __init__(self) -> None:
        self._before: bool | None = core.host_kernels(self._asked)

    def __enter__(self) -> _EnablePythonDispatcher:
        return self

    def __exit__(self, *error: object) -> None:
        self.__del__()

    def __del__(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            core.host_kernels(before)


class _DisablePythonDispatcher(_EnablePythonDispatcher):
    """From when it is made until its block ends, or it is gone, operators run libtorch's kernels alone."""

    _asked = False


class _EnablePreDispatch(_IncludeDispatchKeyGuard):
    """A block whose operators have the key by which modes are asked before derivatives are recorded."""

    def __init__(self) -> None:
        super().__init__(_of_names("PreDispatch"))
