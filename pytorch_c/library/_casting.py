"""Operators under autocast: their inputs are cast, and the operator runs without it."""

from __future__ import annotations

from collections.abc import Iterable

from .._boundary import api
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from ..amp._state import is_autocast_available, is_autocast_enabled, type_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._tensor.dtype import dtype
    from ._operators import Operator


def check(device_type: str) -> None:
    """Raises ValueError for what is no type of a device with autocast, RuntimeError for one with an index."""
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    if ":" in device_type:
        raise RuntimeError(f"Expected device_type string to not have a device index; got {device_type}")
    if device_type not in ("cpu", "cuda", "xpu") or not is_autocast_available(device_type):
        raise ValueError(f"Device type '{device_type}' does not support autocast.")


def register(operator: Operator, device_type: str, cast_inputs: dtype) -> None:
    """Registers the casts of an operator of Python, as library.register_autocast does."""
    check(device_type)
    operator.autocast[device_type] = cast_inputs


def kernel(overload: Any, device_type: str, cast_inputs: dtype) -> Callable[..., Any]:
    """Returns the kernel that an operator of a C++ library runs for the key of a device type's autocast."""

    def cast_and_call(*arguments: Any, **named: Any) -> Any:
        number = type_number(device_type, "autocast")
        given = [_cast(one, device_type, cast_inputs) for one in arguments]
        api.set_autocast_enabled(number, False)
        try:
            return overload(*given, **{name: _cast(one, device_type, cast_inputs) for name, one in named.items()})
        finally:
            api.set_autocast_enabled(number, True)

    return cast_and_call


def _cast(value: Any, device_type: str, to: dtype) -> Any:
    if isinstance(value, Tensor):
        eligible = (
            value.is_floating_point() and value.device.type == device_type and value.dtype is not DTYPES["float64"]
        )
        return value.to(to) if eligible else value
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return type(value)(_cast(one, device_type, to) for one in value)
    return value


def wanted(operator: Operator, tensors: list[Tensor]) -> str | None:
    """The device type for which a call with these tensors is cast now."""
    places = {one.device.type for one in tensors}
    return next((one for one in operator.autocast if one in places and is_autocast_enabled(one)), None)


def call(operator: Operator, device_type: str, values: tuple[Any, ...]) -> Any:
    """The operator on cast values, autocast being off for this type of device."""
    number = type_number(device_type, "autocast")
    given = [_cast(one, device_type, operator.autocast[device_type]) for one in values]
    api.set_autocast_enabled(number, False)
    try:
        return operator(*given)
    finally:
        api.set_autocast_enabled(number, True)
