"""Facts of the dispatcher, by torch's names (torch._C._dispatch_*): keys, operators' kernels, this thread's keys."""

from __future__ import annotations

from functools import partial

from .._boundary import api
from .._calls import opoverload
from .._calls.dispatch_keys import (
    DispatchKey,
    DispatchKeySet,
    ExcludeDispatchKeyGuard,
    _AutoDispatchBelowADInplaceOrView,
    _AutoDispatchBelowAutograd,
    _ExcludeDispatchKeyGuard,
    _ForceDispatchKeyGuard,
    _IncludeDispatchKeyGuard,
    _PreserveDispatchKeyGuard,
    _SetExcludeDispatchKeyGuard,
    key_number,
)
from .._calls.dispatch_keys import key_for_device as _dispatch_key_for_device
from .._calls.dispatch_keys import key_name as _name
from .._calls.dispatch_keys import keys_of_tensor as _dispatch_keys
from .._calls.function_schema import AliasInfo as _AliasInfo
from .._calls.function_schema import FunctionSchema, parse_schema
from .._calls.function_schema import SchemaArgument as Argument
from .._calls.opoverload import _DispatchOperatorHandle, of_python, overload, reports
from .._calls.values import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._tensor.tensor import Tensor

__all__ = [
    "Argument", "DispatchKey", "DispatchKeySet", "ExcludeDispatchKeyGuard", "FunctionSchema", "_AliasInfo",
    "_AutoDispatchBelowADInplaceOrView", "_AutoDispatchBelowAutograd", "_ExcludeDispatchKeyGuard",
    "_ForceDispatchKeyGuard", "_IncludeDispatchKeyGuard",
    "_DispatchOperatorHandle", "_PreserveDispatchKeyGuard", "_SetExcludeDispatchKeyGuard", "_dispatch_key_for_device",
    "_dispatch_keys", "parse_schema",
]  # fmt: skip


# ---- keys ----


def _key(key: DispatchKey | str, argument: str = "dispatch") -> int:
    return key_number(key, argument)


def _dispatch_key_name(k: DispatchKey | str) -> str:
    return DispatchKey(k).name


def _dispatch_key_parse(k: str) -> DispatchKey:
    return DispatchKey(k)


_parse_dispatch_key = _dispatch_key_parse


def _to_functionality_key(k: DispatchKey | str) -> DispatchKey:
    """The key without its backend."""
    return DispatchKey(api.dispatch_key_functionality(_key(k, "k")))


def _dispatch_is_alias_key(k: DispatchKey | str) -> bool:
    return api.dispatch_key_is_alias(_key(k, "k"))


def _dispatch_is_included_in_alias(k: DispatchKey | str, alias: DispatchKey | str) -> bool:
    """Returns whether a key is among those that an alias stands for."""
    return api.dispatch_key_in_alias(_key(k, "k"), _key(alias, "alias"))


def _dispatch_has_backend_fallback(t: DispatchKey | str) -> bool:
    return api.dispatch_key_has_fallback(_key(t, "t"))


def _dispatch_num_backends() -> int:
    """The number of backends that keys name."""
    return sum(
        api.dispatch_key_functionality(one.value) == 1 and one.value > 1 for one in _keys() if one.name != "Undefined"
    )


def _keys():
    return list(DispatchKey.__members__.values())


def _functionality_to_backend_keys(key: DispatchKey | str) -> list[DispatchKey]:
    """The keys of a functionality, one for each backend; the key alone where it has none."""
    number = _key(key, "key")
    found = [one for one in _keys() if one.value != number and api.dispatch_key_functionality(one.value) == number]
    return found or [DispatchKey(number)]


# ---- sets ----


def _dispatch_keyset_full() -> DispatchKeySet:
    return DispatchKeySet._of(api.keyset_full())


def _dispatch_keyset_full_after(t: DispatchKey | str) -> DispatchKeySet:
    """All keys that are asked after this one."""
    return DispatchKeySet._of(api.keyset_after(_key(t, "t")))


def _dispatch_keyset_to_string(keyset: DispatchKeySet) -> str:
    return repr(keyset)


def _dispatch_get_backend_keyset_from_autograd(k: DispatchKey | str) -> DispatchKeySet:
    """The keys of the backends whose derivatives an autograd key records."""
    return DispatchKeySet._of(api.dispatch_key_backends(_key(k, "k")))


def _dispatch_key_set(x: Tensor) -> str:
    """The keys of a tensor, as a text."""
    return repr(_dispatch_keys(x))


def _after_autograd() -> DispatchKeySet:
    return _dispatch_keyset_full_after("AutogradOther")


def _dispatch_isTensorSubclassLike(tensor: Tensor) -> bool:
    """Returns whether operators on it may be answered by others than libtorch's kernels: functions' levels, or Python."""
    kinds = ("FuncTorchBatched", "Functionalize", "FuncTorchGradWrapper", "BatchedNestedTensor", "Python")
    return any(_dispatch_keys(tensor).has(one) for one in kinds)


# ---- this thread ----


def _dispatch_tls_local_include_set() -> DispatchKeySet:
    return DispatchKeySet._of(api.dispatch_local()[0])


def _dispatch_tls_local_exclude_set() -> DispatchKeySet:
    return DispatchKeySet._of(api.dispatch_local()[1])


def _dispatch_tls_is_dispatch_key_excluded(dispatch: DispatchKey | str) -> bool:
    return api.dispatch_excluded(_name(dispatch))


def _dispatch_tls_is_dispatch_key_included(dispatch: DispatchKey | str) -> bool:
    return api.dispatch_included(_name(dispatch))


def _dispatch_tls_set_dispatch_key_excluded(dispatch: DispatchKey | str, val: bool) -> None:
    api.dispatch_set_excluded(_name(dispatch), val)


def _dispatch_tls_set_dispatch_key_included(dispatch: DispatchKey | str, val: bool) -> None:
    api.dispatch_set_included(_name(dispatch), val)


def _get_autograd_fallback_mode() -> str:
    """Returns what operators of Python without a derivative do in a backward pass: "warn" or "nothing"."""
    from ..library import _underived

    return _underived.mode


def _set_autograd_fallback_mode(mode: str) -> None:
    """Sets what _get_autograd_fallback_mode returns; operators of C++ libraries warn in any mode."""
    from ..library import _underived

    _underived.set_mode(mode)


def _meta_in_tls_dispatch_include() -> bool:
    return api.dispatch_included("Meta")


def _set_meta_in_tls_dispatch_include(meta_in_tls: bool) -> None:
    api.dispatch_set_included("Meta", meta_in_tls)


# ---- operators ----


def _found(name):
    if not isinstance(name, str):
        raise TypeError(f"argument 'name': the name of an operator is needed, got {type(name).__name__}")
    short, _, overload = name.partition(".")
    return find(short, overload)[0]


def _asked(question, name, keys):
    """Answers of an operator's kernels; False for one of a runtime's whose schema is of any number of values."""
    try:
        operator = _found(name)
    except NotImplementedError:
        return False
    return question(operator, keys)


def _dispatch_find_schema_or_throw(name: str, overload_name: str) -> _DispatchOperatorHandle:
    """The handle of an operator; ValueError where there is none."""
    return overload(name, overload_name)._handle


def _dispatch_set_report_error_callback(handle: _DispatchOperatorHandle, callback: Callable[[str], None]) -> None:
    """Calls callback(name of a dispatch key) where an operator has no kernel for it; callback raises a better error."""
    reports[handle._op._name] = callback


def _dispatch_call_boxed(handle: _DispatchOperatorHandle, *args: Any, **kwargs: Any) -> Any:
    """Calls an operator by its handle."""
    return handle._op(*args, **kwargs)


def _get_schema(name: str, overload_name: str) -> FunctionSchema:
    """The schema of an operator, or of a function of the runtime; RuntimeError where there is none."""
    found = _get_operation_overload(name, overload_name)
    if found is None:
        raise RuntimeError("Found no matching schema")
    return found[0]._schema


def _get_operation_overload(op_name: str, overload_name: str) -> tuple[Any, Any, list[Any]] | None:
    """(the operator, the same for calls with a dispatch key, its tags); None where there is none."""
    try:
        found = overload(op_name, overload_name)
    except (AttributeError, ValueError, RuntimeError):
        return None
    return found, found.redispatch, list(found.tags)


def _dispatch_has_kernel(name: str) -> bool:
    """Returns whether there is an operator of this name."""
    try:
        return _found(name) is not None
    except (AttributeError, ValueError, RuntimeError):
        return False


def _dispatch_has_kernel_for_dispatch_key(name: str, dispatch: DispatchKey | str) -> bool:
    """Returns whether an operator has a kernel of its own for a key."""
    key = _name(dispatch)
    found = opoverload.has_kernel(name.removesuffix(".default"), key)
    return _asked(api.operator_has_kernel, name, key) if found is None else found


_IMPLICIT, _NOT_FUNCTIONAL = "CompositeImplicitAutograd", "CompositeExplicitAutogradNonFunctional"


def _dispatch_has_kernel_for_any_dispatch_key(name: str, ks: DispatchKeySet) -> bool:
    """Returns whether an operator has a kernel of its own for one of these keys."""
    ask = partial(_asked, api.operator_has_any_kernel, name)
    return opoverload.has_any_kernel(name.removesuffix(".default"), ks, ask)


def _dispatch_has_computed_kernel_for_dispatch_key(name: str, dispatch: DispatchKey | str) -> bool:
    """Returns whether an operator does anything for a key. Raises RuntimeError for a key that stands for several."""
    key, plain = _key(dispatch), name.removesuffix(".default")
    if api.dispatch_key_is_alias(key):
        raise RuntimeError("Alias keys do not have runtime kernel registrations.")
    from ..library import _told

    operator, short = _told.operator_of(plain), _name(dispatch)
    if operator is not None and not short.startswith("Autograd"):
        return short == "Meta" or operator.has_kernel(short) or operator.has_kernel(None)  # Meta has a fallback
    return _asked(api.operator_has_computed_kernel, name, key)


def _dispatch_kernel_for_dispatch_key_is_fallthrough(name: str, dispatch: DispatchKey | str) -> bool:
    """Returns whether an operator leaves a key out."""
    return api.operator_is_fallthrough(_found(name), _key(dispatch))


def _dispatch_get_all_op_names() -> list[str]:
    return api.operator_names().split()


def _dispatch_get_registrations_for_dispatch_key(dispatch_key: DispatchKey | str = "") -> list[str]:
    """The names of the operators that have a kernel of their own for a key; all of them without one."""
    if not dispatch_key:
        return _dispatch_get_all_op_names()
    key = _name(dispatch_key)
    told = {one: has for one in of_python if (has := opoverload.has_kernel(one, key)) is not None}
    found = set(api.operator_names_of_key(key).split()) - told.keys()
    return sorted(found | {one for one, has in told.items() if has})


def _dispatch_pystub(name: str, overload: str) -> None:
    """Returns None: no library says which module of Python has the fake kernel of its operator."""


def _dispatch_dump_table(name: str) -> str:
    """Returns what an operator does for each key, as libtorch writes it; "" for none."""
    return api.operator_dispatch_table(_found(name)) if _dispatch_has_kernel(name) else ""


def _dispatch_dump(name: str) -> str:
    """Returns the schema of an operator and the kernels that were registered for it, as libtorch writes them; "" for none."""
    return api.operator_registrations(_found(name)) if _dispatch_has_kernel(name) else ""


def _dispatch_check_invariants(name: str) -> None:
    """Raises RuntimeError where libtorch's dispatcher contradicts itself about an operator."""
    if _dispatch_has_kernel(name):
        api.operator_check(_found(name))


def _dispatch_check_all_invariants() -> None:
    """Raises RuntimeError where libtorch's dispatcher contradicts itself about any operator."""
    api.dispatch_check()


def _dispatch_find_dangling_impls() -> list[str]:
    """Returns what was registered for operators that nobody has defined, as libtorch writes it."""
    return [f"{one}\n" for one in api.dispatch_dangling().split("\n\n") if one]


def _storage_Use_Count(storage_ptr: int) -> int:
    """Returns how many owners a memory has, by the number of _weak_ref(); ValueError for any other number."""
    found = api.storage_weak_lock(storage_ptr)
    return 0 if found is None else api.storage_use_count(found) - 1


def _jit_get_operation(op_name: str) -> tuple[Any, Any]:
    """(what calls the fitting form of an operator, the names of its forms); (None, None) where there is none."""
    if not isinstance(op_name, str):
        raise TypeError(f"argument 'op_name': the name of an operator is needed, got {type(op_name).__name__}")
    if "::" not in op_name:
        raise RuntimeError(f"all symbols must have a namespace, <namespace>::<string>, but found: {op_name}")
    from .. import ops

    space, _, short = op_name.partition("::")
    packet = getattr(getattr(ops, space), short, None)
    if packet is None:
        return None, None
    return packet, ["" if one == "default" else one for one in packet.overloads()]
