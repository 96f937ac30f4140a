"""Leaf guards (torch._C._dynamo.guards): each is one Python expression of a value, read here and in the generated check."""

from __future__ import annotations

from ..._boundary.handle import core
from . import _guard_helpers as helpers
from ._guard_state import GlobalStateGuard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .guards import GuardManager


class GuardDebugInfo:
    """The outcome of a check: whether it holds, the words of the first guard that does not, and the guards asked."""

    def __init__(
        self, result: bool, verbose_code_parts: list[str], num_guards_executed: int, user_stack: Any = None
    ) -> None:
        self.result, self.verbose_code_parts = result, verbose_code_parts
        self.num_guards_executed, self.user_stack = num_guards_executed, user_stack

    def __str__(self) -> str:
        return (
            f"GuardDebugInfo(\nresult={int(self.result)},\nverbose_code_parts={self.verbose_code_parts},\n"
            f"num_guards_executed={self.num_guards_executed},\nuser_stack={self.user_stack})\n"
        )


class _Leaf(type):
    """Class of the classes of leaf guards, whose constructors take the root that torch's are given first: they need none."""

    def __call__(cls, *given: Any, **named: Any) -> Any:
        return super().__call__(*given[1 if given and isinstance(given[0], LeafMethods) else 0 :], **named)


class LeafGuard(metaclass=_Leaf):
    """A guard of one value, true where its expression is."""

    # {v} is the value, other names in braces are attributes of the guard; "exact" reads a dict, list or tuple of just
    # this class, where a subclass could answer otherwise.
    test = "True"
    exact = ""
    once = True  # a manager keeps only the first of them

    def __init__(self, verbose_code_parts: list[str], user_stack: Any = None) -> None:
        if not isinstance(verbose_code_parts, list):
            raise TypeError(f"argument 'verbose_code_parts' must be a list, not {type(verbose_code_parts).__name__}")
        self._parts, self.user_stack = verbose_code_parts, user_stack
        self._asked: Callable[..., Any] | None = None

    def verbose_code_parts(self) -> list[str]:
        """Returns the words that say what the guard asks."""
        return self._parts

    def expression(self, value: str, bind: Callable[[Any], str], exact: bool = False) -> str:
        """Returns the text of the test of a variable; bind() returns the text of an object."""
        return helpers.fill(self, self.exact if exact and self.exact else self.test, value, bind)

    def ask(self, value: Any) -> Any:
        """Returns what the expression gives for a value."""
        if self._asked is None:
            self._asked = helpers.function_of(self.expression)
        return self._asked(value)

    def __call__(self, value: Any) -> bool:
        """Returns whether the guard holds; not where the test raises something."""
        try:
            return bool(self.ask(value))
        except Exception:
            return False

    def reasons(self, value: Any) -> list[str]:
        """Returns the words for a value that the guard is not true of."""
        return self._parts

    def check_verbose(self, value: Any) -> GuardDebugInfo:
        """Returns whether the guard holds, with the reasons why not; a guard alone counts none, as torch's."""
        return GuardDebugInfo(True, [], 0) if self(value) else self.failed(value, 0)

    def failed(self, value: Any, asked: int) -> GuardDebugInfo:
        """Returns the outcome for a value that the guard is not true of; the program's place goes with the guard's own words."""
        reasons = self.reasons(value)
        return GuardDebugInfo(False, reasons, asked, self.user_stack if reasons is self._parts else None)


def _leaf(name: str, test: str, *fields: str, exact: str = "", once: bool = True) -> Any:
    """Makes the class of guards that keep these fields, which come before the words."""

    def __init__(self: Any, *given: Any) -> None:
        if len(given) not in (len(fields) + 1, len(fields) + 2):
            raise TypeError(f"{name}() takes {', '.join((*fields, 'verbose_code_parts', 'user_stack'))}")
        LeafGuard.__init__(self, *given[len(fields) :])
        for field, value in zip(fields, given):
            setattr(self, field, value)

    members = {"__init__": __init__, "__module__": f"{__package__}.guards", "test": test, "exact": exact, "once": once}
    return _Leaf(name, (LeafGuard,), members)


# ---- one value ----

NONE_MATCH = _leaf("NONE_MATCH", "{v} is None")
NOT_NONE = _leaf("NOT_NONE", "{v} is not None")
TRUE_MATCH = _leaf("TRUE_MATCH", "{v} is True")
FALSE_MATCH = _leaf("FALSE_MATCH", "{v} is False")
ID_MATCH = _leaf("ID_MATCH", "id({v}) == {obj_id}", "obj_id")
LENGTH_CHECK = _leaf("LENGTH_CHECK", "len({v}) == {length}", "length")
DICT_LENGTH = _leaf(
    "DICT_LENGTH", "isinstance({v}, dict) and dict_len({v}) == {length}", "length", exact="len({v}) == {length}"
)
MAPPING_KEYS_MATCH = _leaf("MAPPING_KEYS_MATCH", "list({v}.keys()) == {keys}", "keys")
NO_HASATTR = _leaf("NO_HASATTR", "not hasattr({v}, {attr_name})", "attr_name", once=False)
FLOAT_IS_NAN = _leaf("FLOAT_IS_NAN", "type({v}) is float and {v} != {v}", once=False)
COMPLEX_IS_NAN = _leaf("COMPLEX_IS_NAN", "type({v}) is complex and {v} != {v}", once=False)
DICT_CONTAINS = _leaf(
    "DICT_CONTAINS",
    "dict_contains({v}, {key}) is {contains}",
    "contains",
    "key",
    exact="({key} in {v}) is {contains}",
    once=False,
)
SET_CONTAINS = _leaf("SET_CONTAINS", "set_contains({v}, {item}) is {contains}", "contains", "item", once=False)
DISPATCH_KEY_SET_MATCH = _leaf("DISPATCH_KEY_SET_MATCH", "{v}.raw_repr() == {raw_repr}", "raw_repr")


class TYPE_MATCH(LeafGuard):
    """A guard of a class, by its id: a class that only a compiled function refers to can end."""

    def __init__(
        self, type_id: int, verbose_code_parts: list[str], user_stack: Any = None, of: type | None = None
    ) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.type_id = type_id
        self.of = of if of is not None and id(of) == type_id and helpers.stays(of) else None

    def expression(self, value: str, bind: Callable[[Any], str], exact: bool = False) -> str:
        """Returns the text of the test of a variable."""
        return helpers.fill(self, "type({v}) is {of}" if self.of else "id(type({v})) == {type_id}", value, bind)


class FAKE_SCRIPT_TYPE_MATCH(LeafGuard):
    """A guard of the class of an object, or of the one that a FakeScriptObject stands for."""

    test = "id(type({v}.real_obj if type({v}) is {fake} else {v})) == {type_id}"

    def __init__(self, fake: type, type_id: int, verbose_code_parts: list[str], user_stack: Any = None) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.fake, self.type_id = fake, type_id


class EQUALS_MATCH(LeafGuard):
    """A guard of a value: this object, or one of the same class that is equal to it."""

    test = "({v} is {value} or type({v}) is {of} and {v} == {value})"

    def __init__(self, value: Any, verbose_code_parts: list[str], user_stack: Any = None) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.value, self.of = value, type(value)

    def expression(self, value: str, bind: Callable[[Any], str], exact: bool = False) -> str:
        """Returns the text of the test of a variable; Python warns of "is" with a constant."""
        constant = helpers.literal(self.value) is not None
        return helpers.fill(self, "type({v}) is {of} and {v} == {value}" if constant else self.test, value, bind)


class LAMBDA_GUARD(LeafGuard):
    """A guard that a function of the value answers."""

    test = "{check}({v})"
    once = False

    def __init__(self, check: Callable[[Any], Any], verbose_code_parts: list[str], user_stack: Any = None) -> None:
        if not callable(check):
            raise TypeError("LAMBDA_GUARD expects (callable, str)")
        super().__init__(verbose_code_parts, user_stack)
        self.check = check

    def reasons(self, value: Any) -> list[str]:
        """Returns the text of what the function raises, else a copy of its words: torch gives no place with them."""
        try:
            self.check(value)
        except Exception as error:
            return [str(error)]
        return list(self._parts)


# ---- iterators ----


class TUPLE_ITERATOR_LEN(LeafGuard):
    """A guard of how many items a tuple's iterator has left."""

    test = "id(type({v})) == {type_id} and {v}.__length_hint__() == {length}"

    def __init__(self, length: int, type_id: int, verbose_code_parts: list[str], user_stack: Any = None) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.length, self.type_id = length, type_id


class RANGE_ITERATOR_MATCH(LeafGuard):
    """A guard of the numbers that a range's iterator has left."""

    test = "id(type({v})) == {type_id} and range_left({v}) == {left}"

    def __init__(
        self, start: int, stop: int, step: int, type_id: int, verbose_code_parts: list[str], user_stack: Any = None
    ) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.left, self.type_id = (start, stop, step), type_id


# ---- dicts ----


class DICT_VERSION(LeafGuard):
    """A guard of a dict that nobody has changed: the same keys and values in the same order."""

    test = "isinstance({v}, dict) and same_items({v}, {keys}, {values})"

    def __init__(self, value: Any, verbose_code_parts: list[str], user_stack: Any = None) -> None:
        if not isinstance(value, dict):
            raise TypeError("DICT_VERSION expects a dict")
        super().__init__(verbose_code_parts, user_stack)
        self.keys, self.values = list(value), list(value.values())


# ---- settings ----

DUAL_LEVEL_MATCH = _leaf("DUAL_LEVEL_MATCH", "forward_level() == {level}", "level", once=False)


class GLOBAL_STATE(LeafGuard):
    """A guard of this thread's settings: those that a GlobalStateGuard has, or the present ones where none is given."""

    once = False

    def __init__(self, *given: Any) -> None:
        if given and isinstance(given[0], list):
            given = (GlobalStateGuard(), *given)
        initial_state, verbose_code_parts, user_stack = (*given, None)[:3]
        if not hasattr(initial_state, "reason"):
            raise TypeError("GLOBAL_STATE expects a GlobalStateGuard")
        super().__init__(verbose_code_parts, user_stack)
        self._state = initial_state

    def expression(self, value: str, bind: Callable[[Any], str], exact: bool = False) -> str:
        """Returns the text of the test, which is of no variable."""
        text: str = self._state.expression(bind)
        return text

    def reasons(self, value: Any) -> list[str]:
        """Returns the settings that are other ones now."""
        return [f"GLOBAL_STATE changed: {self._state.reason()}"]


class TORCH_FUNCTION_MODE_STACK(LeafGuard):
    """A guard of the classes of this thread's __torch_function__ modes, by their ids."""

    test = "[id(type(mode)) for mode in modes.stack] == {ids}"
    once = False

    def __init__(self, initial_stack: Sequence[Any], verbose_code_parts: list[str], user_stack: Any = None) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.ids = [id(type(mode)) for mode in initial_stack]
        if not self.ids:
            self.test = "not modes.stack"


class DEFAULT_DEVICE(LeafGuard):
    """A guard of the device that set_default_device() or a `with torch.device(...)` block has set.

    It is asked of this package, and of the module that torch's own files set for DeviceContext.
    """

    test = (
        "default_device() == {numbers} and "
        '({names}["CURRENT_DEVICE"] is {device} or {names}["CURRENT_DEVICE"] == {device})'
    )
    once = False

    def __init__(self, verbose_code_parts: list[str], user_stack: Any = None) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.numbers, self.names = core.get_default_device(), vars(helpers.module("utils._device"))
        self.device = self.names["CURRENT_DEVICE"]
        if self.device is None:
            self.test = 'default_device() == {numbers} and {names}["CURRENT_DEVICE"] is None'


# ---- marks of dimensions ----


class DIMENSION_DYNAMIC_MARKING_GUARD(LeafGuard):
    """A guard of what mark_dynamic() and its like have written upon a tensor: nothing more than when it was compiled."""

    once = False

    def __init__(
        self,
        expected_attrs: dict[str, set[int]],
        absent_attrs: list[str],
        dependent_attrs: dict[str, tuple[dict[int, Any] | None, str]],
        verbose_code_parts: list[str],
        user_stack: Any = None,
    ) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self._expected, self._absent, self._dependent = expected_attrs, absent_attrs, dependent_attrs
        if expected_attrs or dependent_attrs:
            self.test = "(not hasattr({v}, {mark}) or not {reason}({v}))"
        else:
            self.test = "not hasattr({v}, {mark})"
        self.mark, self.reason = "_has_dynamo_dim_marking", self._reason

    def _reason(self, value: Any) -> str:
        for name, expected in self._expected.items():
            marked = getattr(value, name, None)
            if marked is not None and not marked.issubset(expected):
                return f"{name} not a subset: runtime {marked} is not a subset of compiled {expected}"
        for name in self._absent:
            if hasattr(value, name):
                return f"{name} should be absent but is present on runtime tensor"
        for name, (kept, gate) in self._dependent.items():
            found = getattr(value, name, None)
            if hasattr(value, gate) and found is None and kept is not None:
                return f"{name} expected {kept} but attribute is absent on runtime tensor"
            if hasattr(value, gate) and found != kept:
                return f"{name} mismatch: expected {kept}"
        return ""

    def reasons(self, value: Any) -> list[str]:
        """Returns the mark that is too much, or another one."""
        if not self._expected and not self._dependent:
            return [f"{self.mark} is present on runtime tensor but was absent at compile time"]
        return [self._reason(value)]


# ---- several values ----


class RelationalGuard(LeafGuard):
    """A guard of several values: it is a leaf of each one's manager, and asked when the last has come.

    A walk along the tree keeps the values here until it ends; the generated check has them in its variables.
    """

    once = False

    def __init__(self, verbose_code_parts: list[str], user_stack: Any = None) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.count = 0  # managers that have the guard
        self._seen: list[Any] = []

    def together(self, values: list[str], bind: Callable[[Any], str]) -> str:
        """Returns the text of the test of the variables of all values; "" for no test."""
        raise NotImplementedError

    def __call__(self, value: Any) -> bool:
        self._seen.append(value)
        return self.holds(self._seen)

    def holds(self, values: list[Any]) -> bool:
        """Returns whether the guard holds for the values that have come so far."""
        raise NotImplementedError

    def reset_state(self) -> None:
        """Forgets the values of a walk."""
        self._seen = []


class OBJECT_ALIASING(RelationalGuard):
    """A guard of values that are one object."""

    def holds(self, values: list[Any]) -> bool:
        """Returns whether all are the first one."""
        return values[-1] is values[0]

    def together(self, values: list[str], bind: Callable[[Any], str]) -> str:
        """Returns the text of the test of all values; "" for one alone."""
        return " is ".join(values) if len(values) > 1 else ""


class NO_TENSOR_ALIASING(RelationalGuard):
    """A guard of tensors that are different objects."""

    def __init__(self, tensor_names: list[str], verbose_code_parts: list[str], user_stack: Any = None) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self._names = tensor_names

    def holds(self, values: list[Any]) -> bool:
        """Returns whether the last one is none of those before."""
        return all(values[-1] is not one for one in values[:-1])

    def together(self, values: list[str], bind: Callable[[Any], str]) -> str:
        """Returns the text of the test of all values; "" for one alone."""
        if len(values) < 3:
            return " is not ".join(values) if len(values) == 2 else ""
        return f"len({{{', '.join(f'id({one})' for one in values)}}}) == {len(values)}"

    def reasons(self, value: Any) -> list[str]:
        """Returns torch's words, which its reader looks for."""
        return ["Duplicate tensor found where not expected!"]


class StorageOverlapChecker:
    """The tensors of a pair of STORAGE_OVERLAPPING guards: those that may have memory in common, and those that may not."""

    def __init__(self, expected_overlapping: int, expected_non_overlapping: int) -> None:
        self.expected = {True: expected_overlapping, False: expected_non_overlapping}
        self.seen: dict[bool, list[Any]] = {True: [], False: []}

    def holds(self) -> bool:
        """Returns whether just the first ones have memory in common; True until all have come."""
        if any(len(self.seen[one]) != self.expected[one] for one in (True, False)):
            return True
        return helpers.overlap_is(self.seen[True], self.seen[False])


class STORAGE_OVERLAPPING(RelationalGuard):
    """One of a pair of guards: of tensors that may have memory in common, or of those that may not."""

    def __init__(
        self,
        overlapping: bool,
        checker: StorageOverlapChecker,
        verbose_code_parts: list[str],
        user_stack: Any = None,
    ) -> None:
        super().__init__(verbose_code_parts, user_stack)
        self.overlapping, self.checker = overlapping, checker

    def __call__(self, value: Any) -> bool:
        self.checker.seen[self.overlapping].append(value)
        return self.checker.holds()

    def reset_state(self) -> None:
        """Forgets the tensors of a walk."""
        self.checker.seen[self.overlapping] = []


class SYMBOLIC_SHAPE_GUARD(RelationalGuard):
    """A guard of sizes that a compiled function of C answers."""

    def __init__(
        self,
        nargs_int: int,
        nargs_float: int,
        py_addr: int,
        py_addr_keep_alive: Any,
        verbose_code_parts: list[str],
        user_stack: Any = None,
    ) -> None:
        if nargs_int < 0 or nargs_float < 0:
            raise ValueError("SYMBOLIC_SHAPE_GUARD expected a non-negative number of arguments.")
        if not isinstance(py_addr, int) or not py_addr:
            raise ValueError("SYMBOLIC_SHAPE_GUARD expected an address to a C function.")
        super().__init__(verbose_code_parts, user_stack)
        self._kept, self.reached = py_addr_keep_alive, helpers.shape_function(nargs_int, nargs_float, py_addr)

    def holds(self, values: list[Any]) -> bool:
        """Returns whether the function says so; True until all have come."""
        return len(values) < self.count or bool(self.reached(*values))

    def together(self, values: list[str], bind: Callable[[Any], str]) -> str:
        """Returns the text of the test of all values; "" where some are not in the tree."""
        return "" if len(values) < self.count else f"{bind(self.reached)}({', '.join(values)})"

    def reasons(self, value: Any) -> list[str]:
        """Returns the parts, with the numbers in front."""
        numbers = [number for _, number in sorted(self._seen)]
        return [f'"Shape guard failed with values: {", ".join(map(str, numbers))}"', *self._parts]


# ---- methods of managers ----

_ADDED = {
    "add_lambda_guard": LAMBDA_GUARD, "add_id_match_guard": ID_MATCH, "add_none_match_guard": NONE_MATCH,
    "add_true_match_guard": TRUE_MATCH, "add_false_match_guard": FALSE_MATCH, "add_not_none_guard": NOT_NONE,
    "add_equals_match_guard": EQUALS_MATCH, "add_length_check_guard": LENGTH_CHECK,
    "add_dict_length_check_guard": DICT_LENGTH, "add_tuple_iterator_length_guard": TUPLE_ITERATOR_LEN,
    "add_range_iterator_match_guard": RANGE_ITERATOR_MATCH, "add_default_device_guard": DEFAULT_DEVICE,
    "add_global_state_guard": GLOBAL_STATE, "add_torch_function_mode_stack_guard": TORCH_FUNCTION_MODE_STACK,
    "add_no_hasattr_guard": NO_HASATTR, "add_dict_contains_guard": DICT_CONTAINS,
    "add_set_contains_guard": SET_CONTAINS, "add_dual_level_match_guard": DUAL_LEVEL_MATCH,
    "add_float_is_nan_guard": FLOAT_IS_NAN, "add_complex_is_nan_guard": COMPLEX_IS_NAN,
    "add_dimension_marking_guard": DIMENSION_DYNAMIC_MARKING_GUARD, "add_dict_version_guard": DICT_VERSION,
    "add_fake_script_type_match_guard": FAKE_SCRIPT_TYPE_MATCH,
}  # fmt: skip


class LeafMethods:
    """The methods of a manager that add leaf guards."""

    def add_leaf_guard(self, guard: LeafGuard) -> None:
        """Adds a guard, if it is not one of those of which a manager keeps the first."""
        raise NotImplementedError

    def get_type_of_guarded_value(self) -> Any:
        """Returns the class of the value that the manager was made for."""
        raise NotImplementedError

    def add_type_match_guard(self, value: int, verbose_code_parts: list[str], user_stack: Any) -> None:
        """Adds a guard of the id of the value's class."""
        self.add_leaf_guard(TYPE_MATCH(value, verbose_code_parts, user_stack, self.get_type_of_guarded_value()))

    def add_mapping_keys_guard(self, value: Any, verbose_code_parts: list[str], user_stack: Any) -> None:
        """Adds a guard of the keys of a mapping, and of their order."""
        self.add_leaf_guard(MAPPING_KEYS_MATCH(list(value.keys()), verbose_code_parts, user_stack))

    def add_dispatch_key_set_guard(self, dispatch_key: Any, verbose_code_parts: list[str], user_stack: Any) -> None:
        """Adds a guard of a DispatchKeySet."""
        self.add_leaf_guard(DISPATCH_KEY_SET_MATCH(dispatch_key.raw_repr(), verbose_code_parts, user_stack))


def _adds(name: str, kind: Any) -> Callable[..., None]:
    def method(self: GuardManager, *given: Any) -> None:
        self.add_leaf_guard(kind(*given))

    method.__name__ = name
    method.__doc__ = f"Adds {kind.__name__}(...)."
    return method


for _name, _kind in _ADDED.items():
    setattr(LeafMethods, _name, _adds(_name, _kind))
