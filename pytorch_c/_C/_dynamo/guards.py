"""Guards of compiled programs (torch._C._dynamo.guards): they are made, and none is asked, since no frame is evaluated.

A program that export captures by its bytecode is kept without its guards; what limits its sizes is in its symbols.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self

_PACKAGE = __package__.partition(".")[0]


def set_is_in_mode_without_ignore_compile_internals(value: bool) -> None:
    """Does nothing: no compiled program asks for it."""


from .._capture import compute_overlapping_tensors as compute_overlapping_tensors  # noqa: E402


class GlobalStateGuard:
    """The settings of this thread when it was made."""

    def __init__(self) -> None:
        self._kept = _settings()

    def check(self) -> bool:
        """Returns whether the settings are the same now."""
        return not self.reason()

    def reason(self) -> str:
        """Returns the names of settings that are other ones now, each followed by a space."""
        return "".join(f"{name} " for name, value in _settings().items() if value != self._kept[name])


def _settings():
    asked = (
        "is_grad_enabled is_inference_mode_enabled get_default_dtype get_num_threads are_deterministic_algorithms_enabled "
        "is_deterministic_algorithms_warn_only_enabled is_autocast_enabled is_autocast_cache_enabled"
    )
    return {name: getattr(sys.modules[_PACKAGE], name)() for name in asked.split()}


# ---- guards ----


class LeafGuard:
    """A guard of one value."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._taken

    def _taken(self, *arguments: Any, **named: Any) -> LeafGuard:
        """Takes whatever a guard is told; returns a guard for what it may be told of parts, which may be dicts."""
        kinds = [getattr(one, "name", "") for one in (*arguments, *named.values())]
        return DictGuardManager() if "DICT_GUARD_MANAGER" in kinds else GuardManager()

    def __iter__(self) -> Any:
        return iter(())

    def check(self, value: Any) -> bool:
        """Returns True."""
        return True

    def check_verbose(self, value: Any) -> GuardDebugInfo:
        """Returns that it holds."""
        return GuardDebugInfo(True)


class RelationalGuard(LeafGuard):
    """A guard of several values."""


class GuardManager(LeafGuard):
    """The guards of a value and of its parts."""

    def get_accessors(self) -> list[Any]:
        return []

    def get_child_managers(self) -> list[Any]:
        return []

    def get_leaf_guards(self) -> list[Any]:
        return []

    get_epilogue_lambda_guards = get_key_value_managers = get_leaf_guards

    def get_source(self) -> str:
        return ""

    def fail_count(self) -> int:
        """Returns 0: it was never asked."""
        return 0

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return True


class RootGuardManager(GuardManager):
    """The guards of a program."""

    def clone_manager(self, filter: Any) -> Self:
        return type(self)()


class DictGuardManager(GuardManager):
    """The guards of a dict."""


class GuardAccessor(LeafGuard):
    """The way from a value to a part."""


class GuardDebugInfo:
    """The outcome of a guard."""

    def __init__(self, result: bool, num_guards_executed: int = 0) -> None:
        self.result, self.verbose_code_parts, self.num_guards_executed = result, [], num_guards_executed
        self.user_stack = None


def _nothing(*arguments: Any) -> None:
    """Does nothing: no guard is asked."""


install_no_tensor_aliasing_guard = install_object_aliasing_guard = install_storage_overlapping_guard = _nothing
install_symbolic_shape_guard = _nothing


def check_obj_id(obj: Any, expected: int) -> bool:
    """Returns whether an object's id is this one."""
    return id(obj) == expected


def check_type_id(obj: Any, expected: int) -> bool:
    """Returns whether the id of an object's class is this one."""
    return id(type(obj)) == expected


def dict_version(dict: dict[Any, Any]) -> int:
    """Returns 0: changes of a dict are not counted."""
    return 0


def profile_guard_manager(root: Any, f_locals: Any, n_iters: int) -> float:
    """Returns 0.0, the seconds that a check takes."""
    return 0.0
