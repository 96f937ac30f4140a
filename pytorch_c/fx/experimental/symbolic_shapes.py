"""Questions about sizes that may be symbols in a captured program (torch.fx.experimental.symbolic_shapes): here they are numbers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "GuardOnDataDependentSymNode", "definitely_false", "definitely_true", "expect_true", "free_symbols",
    "free_unbacked_symbols", "guard_or_false", "guard_or_true", "guard_size_oblivious", "has_free_symbols", "hint_int",
    "is_concrete_bool", "is_concrete_float", "is_concrete_int", "statically_known_true", "sym_eq",
]  # fmt: skip


class GuardOnDataDependentSymNode(RuntimeError):
    """A size that depends on data is asked for; never raised."""


def guard_or_false(a: Any) -> bool:
    """Whether a condition on numbers holds."""
    return bool(a)


guard_or_true = guard_size_oblivious = statically_known_true = expect_true = definitely_true = guard_or_false


def definitely_false(a: Any) -> bool:
    """Whether a condition on numbers does not hold."""
    return not a


def is_concrete_int(a: Any) -> bool:
    """True: a number is one."""
    return True


is_concrete_float = is_concrete_bool = is_concrete_int


def free_symbols(val: Any) -> set[Any]:
    """No symbols: sizes are numbers."""
    return set()


free_unbacked_symbols = free_symbols


def has_free_symbols(val: Any) -> bool:
    """False: sizes are numbers."""
    return False


def hint_int(a: Any, fallback: int | None = None) -> int:
    """The number itself."""
    return int(a)


def sym_eq(x: Any, y: Any) -> bool:
    """Whether two numbers, or tuples of them, are equal; TypeError for others."""
    if isinstance(x, (tuple, list)) and isinstance(y, (tuple, list)):
        return len(x) == len(y) and all(map(sym_eq, x, y))
    if isinstance(x, int) and isinstance(y, int):
        return x == y
    raise AssertionError(f"unexpected sym_eq between {type(x)} {type(y)}")
