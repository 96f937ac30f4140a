"""Guards of compiled programs (torch._C._dynamo.guards): a tree of the values that a program depends upon.

A manager holds the guards of one value and the ways to its parts (accessors), each with the manager of the part.
"""

from __future__ import annotations

import threading
import time
import types
import weakref

from ..._boundary.handle import core
from . import _guard_accessors, _guard_leaves
from ._guard_accessors import (
    AccessorMethods,
    CallFunctionNoArgsGuardAccessor,
    ClosureGuardAccessor,
    CodeGuardAccessor,
    DictGetItemGuardAccessor,
    FrameLocalsGuardAccessor,
    FuncDefaultsGuardAccessor,
    FuncKwDefaultsGuardAccessor,
    GenericGetAttrGuardAccessor,
    GetAttrGuardAccessor,
    GetGenericDictGuardAccessor,
    GetItemGuardAccessor,
    GlobalsGuardAccessor,
    GlobalWeakRefGuardAccessor,
    GuardAccessor,
    ListGetItemGuardAccessor,
    TupleGetItemGuardAccessor,
    TupleIteratorGetItemAccessor,
    TypeDictGuardAccessor,
    TypeGuardAccessor,
    TypeMROGuardAccessor,
    WeakRefCallGuardAccessor,
)
from ._guard_code import checker_of
from ._guard_helpers import compute_overlapping_tensors, dict_version
from ._guard_inductor import (
    _empty_strided_cpu,
    _empty_strided_cpu_pinned,
    _empty_strided_cuda,
    _empty_strided_mtia,
    _empty_strided_xpu,
    _reinterpret_tensor,
    _torchinductor_pyobject_tensor_data_ptr,  # noqa: F401
    assert_alignment,
    assert_size_stride,
    copy_if_misaligned,
)
from ._guard_leaves import (
    COMPLEX_IS_NAN,
    DEFAULT_DEVICE,
    DICT_CONTAINS,
    DICT_LENGTH,
    DICT_VERSION,
    DIMENSION_DYNAMIC_MARKING_GUARD,
    DISPATCH_KEY_SET_MATCH,
    DUAL_LEVEL_MATCH,
    EQUALS_MATCH,
    FAKE_SCRIPT_TYPE_MATCH,
    FALSE_MATCH,
    FLOAT_IS_NAN,
    GLOBAL_STATE,
    ID_MATCH,
    LAMBDA_GUARD,
    LENGTH_CHECK,
    MAPPING_KEYS_MATCH,
    NO_HASATTR,
    NO_TENSOR_ALIASING,
    NONE_MATCH,
    NOT_NONE,
    OBJECT_ALIASING,
    RANGE_ITERATOR_MATCH,
    SET_CONTAINS,
    STORAGE_OVERLAPPING,
    SYMBOLIC_SHAPE_GUARD,
    TORCH_FUNCTION_MODE_STACK,
    TRUE_MATCH,
    TUPLE_ITERATOR_LEN,
    TYPE_MATCH,
    GuardDebugInfo,
    LeafGuard,
    LeafMethods,
    RelationalGuard,
)
from ._guard_state import GlobalStateGuard
from ._guard_tensors import TENSOR_MATCH, TensorGuards, is_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# ruff's F401: these are torch's names for users of this module
__all__ = [
    "COMPLEX_IS_NAN", "CallFunctionNoArgsGuardAccessor", "ClosureGuardAccessor", "CodeGuardAccessor", "DEFAULT_DEVICE",
    "DICT_CONTAINS", "DICT_LENGTH", "DICT_VERSION", "DIMENSION_DYNAMIC_MARKING_GUARD", "DISPATCH_KEY_SET_MATCH",
    "DUAL_LEVEL_MATCH", "DictGetItemGuardAccessor", "DictGuardManager", "EQUALS_MATCH", "FAKE_SCRIPT_TYPE_MATCH",
    "FALSE_MATCH", "FLOAT_IS_NAN", "FrameLocalsGuardAccessor", "FuncDefaultsGuardAccessor",
    "FuncKwDefaultsGuardAccessor", "GLOBAL_STATE", "GenericGetAttrGuardAccessor", "GetAttrGuardAccessor",
    "GetGenericDictGuardAccessor", "GetItemGuardAccessor", "GlobalStateGuard", "GlobalWeakRefGuardAccessor",
    "GlobalsGuardAccessor", "GuardAccessor", "GuardDebugInfo", "GuardManager", "ID_MATCH", "LAMBDA_GUARD",
    "LENGTH_CHECK", "LeafGuard", "ListGetItemGuardAccessor", "MAPPING_KEYS_MATCH", "NONE_MATCH", "NOT_NONE",
    "NO_HASATTR", "NO_TENSOR_ALIASING", "OBJECT_ALIASING", "RANGE_ITERATOR_MATCH", "RelationalGuard",
    "RootGuardManager", "SET_CONTAINS", "STORAGE_OVERLAPPING", "SYMBOLIC_SHAPE_GUARD", "TENSOR_MATCH",
    "TORCH_FUNCTION_MODE_STACK", "TRUE_MATCH", "TUPLE_ITERATOR_LEN", "TYPE_MATCH", "TensorGuards",
    "TupleGetItemGuardAccessor", "TupleIteratorGetItemAccessor", "TypeDictGuardAccessor", "TypeGuardAccessor",
    "TypeMROGuardAccessor", "WeakRefCallGuardAccessor", "_empty_strided_cpu", "_empty_strided_cpu_pinned",
    "_empty_strided_cuda", "_empty_strided_mtia", "_empty_strided_xpu", "_reinterpret_tensor", "assert_alignment",
    "assert_size_stride", "check_obj_id", "check_type_id", "compute_overlapping_tensors", "copy_if_misaligned",
    "dict_version", "install_no_tensor_aliasing_guard", "install_object_aliasing_guard",
    "install_storage_overlapping_guard", "install_symbolic_shape_guard", "profile_guard_manager",
    "set_is_in_mode_without_ignore_compile_internals",
]  # fmt: skip

# Classes of values that nobody can change, for which torch's printed tree says that a dict's tag is enough.
_UNCHANGING = (int, float, str, types.NoneType, types.CodeType, types.BuiltinFunctionType)

_ORDERS = 16  # so often a check is made again because of its order


def _is_immutable(value):
    if isinstance(value, tuple):
        return all(map(_is_immutable, value))
    return isinstance(value, _UNCHANGING) or is_tensor(value)


class GuardManager(LeafMethods, AccessorMethods):
    """The guards of a value, and the ways to its parts."""

    def __init__(self, root: RootGuardManager | None, source: str, example_value: Any = None) -> None:
        self._root = weakref.ref(root) if root is not None else weakref.ref(self)
        self._source, self._type, self._immutable = (
            source,
            weakref.ref(type(example_value)),
            _is_immutable(example_value),
        )
        self._leaves: list[LeafGuard] = []
        self._accessors: list[GuardAccessor] = []
        self._fail_count = 0
        self._tag_safe = self._tag_safe_root = False

    # ---- what torch's printed trees, and its search for guards that fail often, ask ----

    def get_source(self) -> str:
        """Returns the expression of the value: "L['x']"."""
        return self._source

    def get_root(self) -> Any:
        """Returns the manager at the root of the tree."""
        return self._root()

    def fail_count(self) -> int:
        """Returns how often the value, or a part of it, was another one."""
        return self._fail_count

    def get_leaf_guards(self) -> list[LeafGuard]:
        """Returns the guards of the value itself."""
        return list(self._leaves)

    def get_accessors(self) -> list[GuardAccessor]:
        """Returns the ways to the parts, first those that failed most often."""
        return list(self._accessors)

    def get_child_managers(self) -> list[GuardManager]:
        """Returns the managers of the parts, in the order of get_accessors()."""
        return [accessor.manager for accessor in self._accessors]

    def get_type_of_guarded_value(self) -> Any:
        """Returns the class of the value that the manager was made for; None where it has ended."""
        return self._type()

    def is_guarded_value_immutable(self) -> bool:
        """Returns whether nobody can change the value."""
        return self._immutable

    def has_no_accessors(self) -> bool:
        """Returns whether there are no parts."""
        return not self._accessors

    def has_object_aliasing_guard(self) -> bool:
        """Returns whether the value must be one object with another one."""
        return any(isinstance(guard, OBJECT_ALIASING) for guard in self._leaves)

    def mark_tag_safe(self) -> None:
        """Notes that torch would ask only the tag of a dict; here each value is asked."""
        self._tag_safe = True

    def mark_tag_safe_root(self) -> None:
        """Notes that a tree of such values begins here."""
        self._tag_safe_root = True

    def is_tag_safe(self) -> bool:
        """Returns whether mark_tag_safe() was called."""
        return self._tag_safe

    def is_tag_safe_root(self) -> bool:
        """Returns whether mark_tag_safe_root() was called."""
        return self._tag_safe_root

    def is_recursive_dict_tag_matching_disabled(self) -> bool:
        """Returns False, as torch before it finds that tags change too often."""
        return False

    # ---- building ----

    def add_leaf_guard(self, guard: LeafGuard) -> None:
        """Adds a guard, if it is not one of those of which a manager keeps the first."""
        if not (guard.once and any(type(one) is type(guard) for one in self._leaves)):
            self.add_permitted_leaf_guard(guard)

    def add_permitted_leaf_guard(self, guard: LeafGuard) -> None:
        """Adds a guard, whatever kind it is."""
        self._leaves.append(guard)
        if isinstance(guard, RelationalGuard):
            guard.count += 1
            self.get_root().add_relational_guard_resetter(guard)
        self._changed()

    def add_tensor_match_guard(
        self,
        value: Any,
        sizes: list[int | None],
        strides: list[int | None],
        tensor_name: str,
        verbose_code_parts: list[str],
        user_stack: Any,
        ptype: Any,
        dispatch_keys: Any,
    ) -> None:
        """Adds a guard of a tensor; None in the sizes and the steps stands for any number."""
        words = (tensor_name, verbose_code_parts, user_stack)
        self.add_leaf_guard(TENSOR_MATCH(value, sizes, strides, *words, ptype, dispatch_keys))

    def get_child_manager(
        self, kind: type[GuardAccessor], key: Any, source: str, example: Any, of: Any
    ) -> GuardManager:
        """Returns the manager of a part, which is made where there is none for this accessor and source."""
        wanted = kind(key, source, self)
        for accessor in self._accessors:
            if type(accessor) is kind and accessor.get_source() == source and _same_key(accessor.key, wanted.key):
                return accessor.manager
        wanted.manager = _manager(self.get_root(), source, example, of)
        self._accessors.append(wanted)
        self._changed()
        return wanted.manager

    def _changed(self):
        self.get_root()._changed()

    def clone(self, root: RootGuardManager, clone_filter_fn: Callable[[GuardManager], bool]) -> GuardManager | None:
        """Returns a copy with those parts that a function is true of, and with the same leaf guards; None for no copy."""
        if not clone_filter_fn(self):
            return None
        copy = self._empty_copy(root)
        self._copy_to(copy, root, clone_filter_fn)
        return copy

    def _empty_copy(self, root):
        copy = GuardManager(root, self._source)
        copy._type, copy._immutable = self._type, self._immutable
        return copy

    def _copy_to(self, copy, root, clone_filter_fn):
        copy._leaves = list(self._leaves)
        for guard in copy._leaves:
            if isinstance(guard, RelationalGuard):
                root.add_relational_guard_resetter(guard)
        for accessor in self._accessors:
            manager = accessor.manager.clone(root, clone_filter_fn)
            if manager is not None:
                copy._accessors.append(accessor.copy(manager))

    # ---- a walk along the tree ----

    def walk(self, value: Any) -> GuardDebugInfo:
        """Returns the words of the first guard that does not hold for the value or a part of it."""
        leaves = self._walk_leaves(value, self._leaves)
        if not leaves.result:
            return leaves
        return _after(leaves, self._walk_accessors(value))

    def _walk_leaves(self, value, leaves):
        for number, guard in enumerate(leaves, 1):
            if not guard(value):
                return guard.failed(value, number)
        return GuardDebugInfo(True, [], len(leaves))

    def _walk_accessors(self, value):
        asked = GuardDebugInfo(True, [], 0)
        for accessor in self._accessors:
            try:
                part = accessor.part(value)
            except Exception as error:
                return _after(asked, GuardDebugInfo(False, accessor.reasons(value, error), 0))
            asked = _after(asked, accessor.manager.walk(part))
            if not asked.result:
                break
        return asked


def _after(before, found):
    """Returns an outcome with the guards counted that were asked before."""
    found.num_guards_executed += before.num_guards_executed
    return found


def _same_key(one, other):
    return one is other or (type(one) is type(other) and isinstance(one, (str, int, float, bytes)) and one == other)


class DictGuardManager(GuardManager):
    """The guards of a dict whose keys stand in a certain order, and of its keys and values by their places."""

    _PERMITTED = (ID_MATCH, NO_HASATTR, DICT_CONTAINS, DICT_VERSION)
    _BUILT_IN = (TYPE_MATCH, DICT_LENGTH)
    _REFUSED = (
        "PythonLambdaGuardAccessor GetItemGuardAccessor DictGetItemGuardAccessor GlobalsGuardAccessor "
        "TupleIteratorGetItemAccessor GlobalWeakRefGuardAccessor"
    ).split()

    def __init__(self, root: RootGuardManager, source: str, example_value: dict[Any, Any]) -> None:
        super().__init__(root, source, example_value)
        self._size, self._of, self._exact = (
            dict.__len__(example_value),
            id(type(example_value)),
            type(example_value) is dict,
        )
        self._managers: dict[int, list[GuardManager | None]] = {}

    def add_leaf_guard(self, guard: LeafGuard) -> None:
        """Adds one of the few guards that are not in the manager itself: of the id, attributes and single keys."""
        if isinstance(guard, self._BUILT_IN):
            return
        if not isinstance(guard, self._PERMITTED):
            raise RuntimeError("DictGuardManager only supports ID_MATCH as a leaf guard")
        super().add_leaf_guard(guard)

    def get_child_manager(
        self, kind: type[GuardAccessor], key: Any, source: str, example: Any, of: Any
    ) -> GuardManager:
        """Returns the manager of a part that is none of the dict's keys and values."""
        if kind.__name__ in self._REFUSED:
            raise RuntimeError("Can not add an accessor to DictGuardManager")
        if kind is GetAttrGuardAccessor and self._exact:
            raise RuntimeError("getattr_manager on a DictGuardManager is supported only for dict subclasses")
        return super().get_child_manager(kind, key, source, example, of)

    def get_key_manager(self, index: int, source: str, example_value: Any, guard_manager_enum: Any) -> GuardManager:
        """Returns the manager of the key at a place."""
        return self._at(index, 0, source, example_value, guard_manager_enum)

    def get_value_manager(self, index: int, source: str, example_value: Any, guard_manager_enum: Any) -> GuardManager:
        """Returns the manager of the value at a place."""
        return self._at(index, 1, source, example_value, guard_manager_enum)

    def get_key_value_managers(self) -> dict[int, tuple[GuardManager | None, GuardManager | None]]:
        """Returns {place: (manager of the key, manager of the value)}, with None for no manager."""
        return {index: (self._managers[index][0], self._managers[index][1]) for index in sorted(self._managers)}

    def _at(self, index, which, source, example, of):
        pair = self._managers.setdefault(index, [None, None])
        if pair[which] is None:
            pair[which] = _manager(self.get_root(), source, example, of)
            self._changed()
        return pair[which]

    def _empty_copy(self, root):
        copy = DictGuardManager(root, self._source, {})
        copy._type, copy._immutable = self._type, self._immutable
        copy._size, copy._of, copy._exact = self._size, self._of, self._exact
        return copy

    def _copy_to(self, copy, root, clone_filter_fn):
        super()._copy_to(copy, root, clone_filter_fn)
        for index, pair in self._managers.items():
            copy._managers[index] = [one and one.clone(root, clone_filter_fn) for one in pair]

    def walk(self, value: Any) -> GuardDebugInfo:
        """Returns the words of the first guard that does not hold for the dict, its keys or its values."""
        if id(type(value)) != self._of:
            return GuardDebugInfo(False, [f"TYPE_MISMATCH({self._source})"], 0)
        if dict.__len__(value) != self._size:
            return GuardDebugInfo(False, [f"len({self._source}) != {self._size}"], 0)
        if not self._size:
            return GuardDebugInfo(True, [], 0)
        asked = super().walk(value)
        items = list(dict.items(value))
        for index, pair in self.get_key_value_managers().items():
            for manager, part in zip(pair, items[index]):
                if asked.result and manager is not None:
                    asked = _after(asked, manager.walk(part))
        return asked


class RootGuardManager(GuardManager):
    """The guards of a frame: of its variables, its globals, the thread's settings, and of sizes at the end."""

    def __init__(self) -> None:
        super().__init__(None, "L")
        self._immutable = False
        self._epilogue: list[LAMBDA_GUARD] = []
        self._resetters: list[RelationalGuard] = []
        self._compile_id, self._orders = "", 0
        self._walking = threading.RLock()  # guards of several values keep them during a walk

    def attach_compile_id(self, compile_id: str) -> None:
        """Keeps the text of the compilation's number."""
        self._compile_id = compile_id

    def add_epilogue_lambda_guard(
        self, guard: Callable[[Any], Any], verbose_code_parts: list[str], user_stack: Any
    ) -> None:
        """Adds a function of the frame's variables that is asked after all other guards."""
        self._epilogue.append(LAMBDA_GUARD(guard, verbose_code_parts, user_stack))
        self._changed()

    def get_epilogue_lambda_guards(self) -> list[LAMBDA_GUARD]:
        """Returns the guards that are asked at the end."""
        return list(self._epilogue)

    def add_relational_guard_resetter(self, guard: RelationalGuard) -> None:
        """Notes a guard that keeps values during a walk."""
        if guard not in self._resetters:
            self._resetters.append(guard)

    def clone_manager(self, clone_filter_fn: Callable[[GuardManager], bool]) -> RootGuardManager | None:
        """Returns a tree of those managers that a function is true of, with the same leaf guards; None for no tree."""
        if not clone_filter_fn(self):
            return None
        copy = RootGuardManager()
        self._copy_to(copy, copy, clone_filter_fn)
        copy._epilogue = list(self._epilogue)
        return copy

    def _changed(self):
        vars(self).pop("check", None)

    def order_changed(self) -> None:
        """Has the check made again, with the parts that fail often first, as long as this does not happen all the time."""
        self._orders += 1
        if self._orders <= _ORDERS:
            self._changed()

    def check(self, value: Any) -> bool:
        """Returns whether all guards hold for the variables of a frame, {name: value}.

        The first call makes the function that stands here for the calls after it, until a guard is added.
        """
        made = vars(self)["check"] = checker_of(self)
        return made(value)

    def check_verbose(self, value: Any) -> GuardDebugInfo:
        """Returns whether all guards hold for the variables of a frame, and the words of the first that does not."""
        with self._walking:
            try:
                return self._walk(value)
            finally:
                for guard in self._resetters:
                    guard.reset_state()

    def _walk(self, value):
        asked = self._walk_leaves(value, self._leaves)
        if not asked.result:
            return asked
        before = core.override_level(2)  # no mode or class is asked about parts of values
        try:
            asked = _after(asked, self._walk_accessors(value))
            return _after(asked, self._walk_leaves(value, self._epilogue)) if asked.result else asked
        finally:
            core.override_level(before)


def _manager(root, source, example, of):
    """Returns a manager for a value; `of` is torch's GuardManagerType, which asks for the order of a dict's keys."""
    name = getattr(of, "name", None)
    if name not in ("GUARD_MANAGER", "DICT_GUARD_MANAGER"):
        raise TypeError("Invalid guard manager enum")
    if name == "DICT_GUARD_MANAGER" and isinstance(example, dict):
        return DictGuardManager(root, source, example)
    return GuardManager(root, source, example)


# ---- guards of several values ----


def install_object_aliasing_guard(
    x: GuardManager, y: GuardManager, verbose_code_parts: list[str], user_stack: Any
) -> None:
    """Adds the guard that two values are one object."""
    _install([x, y], OBJECT_ALIASING(verbose_code_parts, user_stack))


def install_no_tensor_aliasing_guard(
    guard_managers: list[GuardManager], tensor_names: list[str], verbose_code_parts: list[str], user_stack: Any
) -> None:
    """Adds the guard that tensors are different objects."""
    _install(guard_managers, NO_TENSOR_ALIASING(tensor_names, verbose_code_parts, user_stack))


def install_storage_overlapping_guard(
    overlapping_guard_managers: list[GuardManager],
    non_overlapping_guard_managers: list[GuardManager],
    verbose_code_parts: list[str],
    user_stack: Any,
) -> None:
    """Adds the guards that just the first tensors have memory in common with another one."""
    both = overlapping_guard_managers, non_overlapping_guard_managers
    checker = _guard_leaves.StorageOverlapChecker(len(both[0]), len(both[1]))
    for overlapping, managers in zip((True, False), both):
        _install(managers, STORAGE_OVERLAPPING(overlapping, checker, verbose_code_parts, user_stack))


def install_symbolic_shape_guard(
    guard_managers: list[GuardManager],
    nargs_int: int,
    nargs_float: int,
    py_addr: int,
    py_addr_keep_alive: Any,
    verbose_code_parts: list[str],
    user_stack: Any,
) -> None:
    """Adds the guard of numbers that a compiled function answers, by its address."""
    given = (nargs_int, nargs_float, py_addr, py_addr_keep_alive, verbose_code_parts, user_stack)
    _install(guard_managers, SYMBOLIC_SHAPE_GUARD(*given))


def _install(managers: Iterable[GuardManager], guard: RelationalGuard) -> None:
    for manager in managers:
        manager.add_permitted_leaf_guard(guard)


# ---- functions ----


def check_obj_id(obj: object, expected: int) -> bool:
    """Returns whether an object's id is this one."""
    return id(obj) == expected


def check_type_id(obj: object, expected: int) -> bool:
    """Returns whether the id of an object's class is this one."""
    return id(type(obj)) == expected


def profile_guard_manager(root: RootGuardManager, f_locals: dict[str, Any], n_iters: int) -> float:
    """Returns the microseconds that a check takes, as a mean of several."""
    begun = time.perf_counter()
    for _ in range(n_iters):
        root.check(f_locals)
    return (time.perf_counter() - begun) * 1e6 / max(n_iters, 1)


def set_is_in_mode_without_ignore_compile_internals(value: bool) -> None:
    """Does nothing: no compiled program asks for it."""


for _one in (
    *vars(_guard_accessors).values(),
    *vars(_guard_leaves).values(),
    TENSOR_MATCH,
    GlobalStateGuard,
    TensorGuards,
):
    if isinstance(_one, type) and issubclass(_one, (GuardAccessor, LeafGuard, GuardDebugInfo)):
        _one.__module__ = __name__
