"""Operators that stand for a compiler's code (torch._higher_order_ops.wrap), which nothing calls here."""

from __future__ import annotations

from .. import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["inductor_compiled_code"]

_REASON = "there is no compiler here"


class _InductorCompiledCode(_ops.HigherOrderOperator):  # type: ignore[misc]
    """A compiled region; a call raises NotImplementedError."""

    def __init__(self) -> None:
        super().__init__("inductor_compiled_code")

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"inductor_compiled_code(): {_REASON}")


inductor_compiled_code = _InductorCompiledCode()


def _resolve_inductor_callable(func: Any) -> Any:
    """Raises NotImplementedError: nothing is compiled."""
    raise NotImplementedError(f"_resolve_inductor_callable(): {_REASON}")
