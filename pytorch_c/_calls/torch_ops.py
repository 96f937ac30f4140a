"""Names of torch._ops, under which torch's Python and libraries know operators: they are attributes of pytorch_c._ops."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PACKAGE = __package__.partition(".")[0]
_HERE = {"OpOverload", "OpOverloadPacket", "OperatorBase", "TorchBindOpOverload"}
_OF_OPS = {"_OpNamespace": "_OpNamespace", "_HigherOrderNamespace": "_HigherOrder"}
_BORROWED = set(
    "HigherOrderOperator _higher_order_ops resolve_key key_extractor dl_open_guard "
    "_HIGHER_ORDER_OP_DEFAULT_FALLTHROUGH_DISPATCH_KEYS _compute_keyset _get_tensors _to_flat_tuple "
    "unset_mode_pre_dispatch _set_mode_pre_dispatch _pop_mode_from_pre_dispatch "
    "_len_torch_dispatch_stack_pre_dispatch _get_dispatch_mode_pre_dispatch _get_current_dispatch_mode_pre_dispatch "
    "mode_stack_state_for_pre_dispatch add_cached_op reset_cached_ops get_cached_ops _ModeStackStateForPreDispatch "
    "TorchDispatchMode TransformType _SET_GLOBAL_FLAGS _Ops _call_overload_packet_from_python "
    "_contains_fake_script_object _get_packet _has_script_object_arg _mode_stack_state_for_pre_dispatch "
    "_must_dispatch_in_python _refresh_packet _utils_internal cached_ops dispatch_functorch is_included_in_alias "
    "pytree".split()
)


def named(name: str) -> Any:
    """The object of a name of torch._ops; None for another name."""
    if name in _HERE:
        return getattr(importlib.import_module(f"{_PACKAGE}._calls.opoverload"), name)
    if name == "DispatchKey":
        return importlib.import_module(f"{_PACKAGE}._C").DispatchKey
    if name == "ops":
        return importlib.import_module(f"{_PACKAGE}.ops")
    if name in _OF_OPS:
        return getattr(importlib.import_module(f"{_PACKAGE}.ops"), _OF_OPS[name])
    if name in _BORROWED:
        module = importlib.import_module(f"{_PACKAGE}._torch_ops")
        for ours in _HERE - {"OperatorBase"}:
            setattr(module, ours, named(ours))
        return getattr(module, name)
    return None
