"""The generated check of a tree of guards: one flat function, made of the expressions of its guards and accessors."""

from __future__ import annotations

import types
import weakref

from ..._boundary.handle import core
from . import _guard_helpers as helpers
from ._guard_accessors import DictGetItemGuardAccessor, GetGenericDictGuardAccessor, GradGuardAccessor
from ._guard_leaves import STORAGE_OVERLAPPING, TYPE_MATCH, RelationalGuard
from ._guard_tensors import TENSOR_MATCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .guards import DictGuardManager, GuardManager, RootGuardManager

_INDENT = " " * 8


class _Writer:
    """The lines of a check, and the manager that each is written for."""

    def __init__(self, root: RootGuardManager) -> None:
        self.names = helpers.Namespace()
        self.lines: list[str] = []
        self.paths: list[
            tuple[GuardManager, ...]
        ] = []  # a row for each manager: those above it, and itself; not the root
        self.path_of_line: list[int] = []
        self.count = 0  # variables
        self.together: dict[Any, list[tuple[RelationalGuard, str, int]]] = {}
        self.needs_keys = False
        self._write(root)

    def _write(self, root):
        self.at = self._enter(root, ())
        self._leaves(root, "L", False)
        self.line("before = override_level(2)")
        self._accessors(root, "L", dict)
        self._relations()
        self.at = 0
        for guard in root.get_epilogue_lambda_guards():
            self.test(guard.expression("L", self.names.bind))

    def _enter(self, manager, path):
        self.paths.append((*path, manager) if self.paths else ())
        return len(self.paths) - 1

    def line(self, text: str) -> None:
        """Adds a line."""
        self.lines.append(text)
        self.path_of_line.append(self.at)

    def test(self, text: str) -> None:
        """Adds the lines that end the check where an expression is not true."""
        self.line(f"if not ({text}): return fail({self.at})")

    def assign(self, text: str) -> str:
        """Adds the line of a new variable, and returns its name."""
        self.count += 1
        self.line(f"v{self.count} = {text}")
        return f"v{self.count}"

    # ---- managers ----

    def _manager(self, manager, value, gives, path):
        """Adds the lines for a value; `gives` is the class that it has in any case, or None."""
        self.at = at = self._enter(manager, path)
        if hasattr(manager, "get_key_value_managers"):
            self._dict(manager, value)
        else:
            known = self._known_class(manager) or gives
            self._leaves(manager, value, known is not None)
            self._accessors(manager, value, known)
        self.at = at

    def _known_class(self, manager):
        """Returns dict, list or tuple where a guard says that a value is just of this class."""
        for guard in manager.get_leaf_guards():
            if isinstance(guard, TYPE_MATCH) and guard.of in (dict, list, tuple):
                return guard.of
        return None

    def _leaves(self, manager: GuardManager, value: str, exact: bool) -> None:
        for guard in manager.get_leaf_guards():
            if isinstance(guard, RelationalGuard):
                key = guard.checker if isinstance(guard, STORAGE_OVERLAPPING) else guard
                self.together.setdefault(key, []).append((guard, value, self.at))
            else:
                self.needs_keys = self.needs_keys or isinstance(guard, TENSOR_MATCH)
                self.test(guard.expression(value, self.names.bind, exact and not isinstance(guard, TYPE_MATCH)))

    def _accessors(self, manager: GuardManager, value: str, known: type | None) -> None:
        path, at = self.paths[self.at], self.at
        for accessor in manager.get_accessors():
            self.at = at
            exact = known is not None
            if isinstance(accessor, GetGenericDictGuardAccessor):
                exact = _has_plain_dict(manager.get_type_of_guarded_value())
            elif isinstance(accessor, GradGuardAccessor):
                exact = any(isinstance(guard, TENSOR_MATCH) for guard in manager.get_leaf_guards())
            text = accessor.expression(value, self.names.bind, exact)
            if isinstance(accessor, DictGetItemGuardAccessor) and not exact:
                part = self.assign(f"dict_get({value}, {self.names.bind(accessor.key)}, MISSING)")
                self.test(f"{part} is not MISSING")
            else:
                part = self.assign(text)
            self._manager(accessor.manager, part, accessor.gives, path)

    def _dict(self, manager: DictGuardManager, value: str) -> None:
        """Adds the lines for a dict whose keys and values are read by their places."""
        size, of, exact = manager._size, manager.get_type_of_guarded_value(), manager._exact
        plain = of is not None and helpers.stays(of)
        self.test(f"type({value}) is {self.names.bind(of)}" if plain else f"id(type({value})) == {manager._of}")
        self.test(f"len({value}) == {size}" if exact else f"dict_len({value}) == {size}")
        if not size:
            return
        self._leaves(manager, value, exact)
        path, at = self.paths[self.at], self.at
        self._accessors(manager, value, dict if exact else None)
        self.at = at
        lists = (
            [f"[*{value}]", f"[*{value}.values()]"] if exact else [f"[*dict_keys({value})]", f"[*dict_values({value})]"]
        )
        found: list[str | None] = [None, None]
        for index, pair in manager.get_key_value_managers().items():
            for which, child in enumerate(pair):
                self.at = at
                if child is not None:
                    found[which] = found[which] or self.assign(lists[which])
                    self._manager(child, self.assign(f"{found[which]}[{index}]"), None, path)

    # ---- guards of several values ----

    def _relations(self):
        """Adds the tests of guards of several values, where all of these are in the tree."""
        for key, members in self.together.items():
            guard, _, self.at = members[-1]
            if isinstance(guard, STORAGE_OVERLAPPING):
                sides = [[value for one, value, _ in members if one.overlapping is side] for side in (True, False)]
                if [len(side) for side in sides] == [key.expected[True], key.expected[False]]:
                    self.test(f"overlap_is([{', '.join(sides[0])}], [{', '.join(sides[1])}])")
            else:
                text = guard.together([value for _, value, _ in members], self.names.bind)
                if text:
                    self.test(text)

    # ---- the function ----

    def source(self) -> str:
        """Returns the text of the function."""
        keys = ["included, kept = key_sets()"] if self.needs_keys else []
        body = [f"{_INDENT}{line}" for line in (*keys, *self.lines, "return True")]
        self.first = 4 + len(keys)  # number of the first of the lines
        return "\n".join(
            ["def check(L):", "    before = None", "    try:", *body, "    except Exception as error:"]
            + [f"{_INDENT}return fail_at(error.__traceback__.tb_lineno)", "    finally:"]
            + [f"{_INDENT}if before is not None: override_level(before)", ""]
        )


def _has_plain_dict(of):
    """Returns whether the attributes of a class's objects are what Python's own __dict__ gives."""
    if of is None or of.__getattribute__ is not object.__getattribute__:
        return False
    return all(type(vars(base).get("__dict__")) in (type(None), types.GetSetDescriptorType) for base in of.__mro__)


def checker_of(root: RootGuardManager) -> Callable[[Any], bool]:
    """Returns the function of a frame's variables that says whether all guards of a tree hold."""
    writer = _Writer(root)
    text, names, first = writer.source(), dict(writer.names), writer.first  # globals that are just a dict are read fast
    paths, path_of_line, of = writer.paths, writer.path_of_line, weakref.ref(root)

    def fail(at: int) -> bool:
        """Counts the failure of a manager, and returns False."""
        top = of()
        if top is not None and count_failure((top, *paths[at])):
            top.order_changed()
        return False

    def fail_at(number: int) -> bool:
        """Counts the failure of the manager of a line, and returns False."""
        line = number - first
        return fail(path_of_line[line] if 0 <= line < len(path_of_line) else 0)

    names.update(fail=fail, fail_at=fail_at, override_level=core.override_level)
    exec(compile(text, "<guards>", "exec"), names)
    made: Callable[[Any], bool] = names.pop("check")
    return made


def count_failure(path: tuple[GuardManager, ...]) -> bool:
    """Counts a failure of a manager and of those above; returns whether their accessors have another order now.

    Accessors are asked in the order of their failures: a check that fails again soon ends.
    """
    moved = False
    for manager in path:
        manager._fail_count += 1
    for manager in path[:-1]:
        before = list(manager._accessors)
        manager._accessors.sort(key=lambda accessor: -accessor.manager._fail_count)
        moved = moved or manager._accessors != before
    return moved
