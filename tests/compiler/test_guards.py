"""Guards (torch._C._dynamo.guards): each kind against torch's own, with values that it holds for and others."""

import collections
import ctypes
import dataclasses
import gc
import json
import types
import weakref
from typing import Any

import pytest
import pytorch_c._dynamo.guards
import torch
from torch._dynamo.guards import GuardManagerType

import pytorch_c
from pytorch_c._C._dynamo import guards as ours

theirs = torch._C._dynamo.guards
VALUE, ORDERED = GuardManagerType.GUARD_MANAGER, GuardManagerType.DICT_GUARD_MANAGER
LIBRARIES = ((torch, theirs), (pytorch_c, ours))


@dataclasses.dataclass
class Case:
    """A guard, and values that it is asked of; functions are of the library and give the value."""

    build: Any
    values: list
    example: Any = None


class Plain:
    """An object with attributes."""

    k = 1

    def __init__(self, **attributes):
        vars(self).update(attributes)


class Other(Plain):
    """An object of a class with a base."""


class Raises:
    """An object that no test can compare."""

    def __eq__(self, other):
        raise ValueError("no")

    __hash__ = object.__hash__


def function(a=1, *, b=2):
    return a + b


def without_defaults(a):
    return a


def closing(a):
    def inner():
        return a

    return inner


def advanced(numbers, steps):
    it = iter(numbers)
    for _ in range(steps):
        next(it)
    return it


def marked(lib, **marks):
    tensor = lib.ones(3)
    for name, value in marks.items():
        setattr(tensor, f"_dynamo_{name}", value)
    tensor._has_dynamo_dim_marking = True
    return tensor


def with_attributes(lib, make, **attributes):
    tensor = make(lib)
    for name, value in attributes.items():
        setattr(tensor, name, value)
    return tensor


WORDS = ["part one", "part two"]
RAISES, KEPT, SHARED = Raises(), Plain(a=1), Plain(a=2)
TUPLE_ITERATOR, RANGE_ITERATOR = id(type(iter(()))), id(type(iter(range(1))))


def leaf(name, *given):
    """A builder that adds a leaf guard to the manager of the value."""
    return lambda manager, lib, guards: getattr(manager, name)(*given, WORDS, None)


LEAVES = {
    "type": Case(leaf("add_type_match_guard", id(int)), [1, True, 1.0, "a"]),
    "type of ours": Case(leaf("add_type_match_guard", id(Plain)), [KEPT, Other(), 1], KEPT),
    "id": Case(leaf("add_id_match_guard", id(KEPT)), [KEPT, SHARED]),
    "none": Case(leaf("add_none_match_guard"), [None, 0, False]),
    "not none": Case(leaf("add_not_none_guard"), [None, 0, False]),
    "true": Case(leaf("add_true_match_guard"), [True, 1, False, None]),
    "false": Case(leaf("add_false_match_guard"), [False, 0, True]),
    "equal number": Case(leaf("add_equals_match_guard", 3), [3, 3.0, True, 4, "3"]),
    "equal long number": Case(leaf("add_equals_match_guard", 10**5000), [10**5000, 10**5000 + 1, 1]),
    "equal text": Case(leaf("add_equals_match_guard", "ab"), ["ab", "".join(["a", "b"]), "b", 1, None]),
    "equal tuple": Case(leaf("add_equals_match_guard", (1, 2)), [(1, 2), (1, 3), [1, 2], ()]),
    "equal list": Case(leaf("add_equals_match_guard", [1, "a"]), [[1, "a"], [1], (1, "a")]),
    "equal object": Case(leaf("add_equals_match_guard", RAISES), [RAISES, Raises(), 1]),
    "equal float": Case(leaf("add_equals_match_guard", 0.5), [0.5, 1 / 2, 2.0, float("nan")]),
    "nan": Case(leaf("add_float_is_nan_guard"), [float("nan"), 1.0, 1, complex("nan"), None]),
    "complex nan": Case(leaf("add_complex_is_nan_guard"), [complex("nan"), complex(0, float("nan")), 1j, float("nan")]),
    "length": Case(leaf("add_length_check_guard", 2), [[1, 2], (1,), "ab", collections.deque([1, 2])]),
    "length of a dict": Case(leaf("add_dict_length_check_guard", 1), [{1: 1}, {}, collections.OrderedDict(a=1), [1]]),
    "mapping": Case(
        leaf("add_mapping_keys_guard", types.MappingProxyType({"a": 1, "b": 2})),
        [types.MappingProxyType(one) for one in ({"a": 5, "b": 6}, {"b": 1, "a": 1}, {"a": 1})] + [{"a": 1, "b": 1}],
    ),
    "key": Case(leaf("add_dict_contains_guard", True, "a"), [{"a": 1}, {"b": 1}, collections.OrderedDict(a=1)]),
    "no key": Case(leaf("add_dict_contains_guard", False, "a"), [{"a": 1}, {"b": 1}, collections.defaultdict(int)]),
    "item": Case(leaf("add_set_contains_guard", True, 1), [{1}, {2}, frozenset({1}), [1], 1, {1: 1}]),
    "no item": Case(leaf("add_set_contains_guard", False, 1), [{1}, {2}, frozenset({1}), [1], 1, {1: 1}]),
    "no attribute": Case(leaf("add_no_hasattr_guard", "zz"), [KEPT, Plain(zz=1), 1]),
    "function": Case(lambda m, lib, guards: m.add_lambda_guard(lambda v: v.k, WORDS, None), [KEPT, Plain(k=0), 1]),
    "length of an iterator": Case(
        leaf("add_tuple_iterator_length_guard", 2, TUPLE_ITERATOR),
        [iter((1, 2)), iter((1,)), advanced((1, 2, 3), 1), advanced((1, 2), 2), iter([1, 2])],
    ),
    "range": Case(
        leaf("add_range_iterator_match_guard", 2, 8, 2, RANGE_ITERATOR),
        [iter(range(2, 8, 2)), advanced(range(0, 8, 2), 1), iter(range(2, 8, 3)), iter(range(2, 9, 2)), iter((2, 4, 6))],
    ),
    "version": Case(leaf("add_dict_version_guard", vars(KEPT)), [vars(KEPT), {}, {"a": 1, "b": 2}]),
    "marks": Case(
        lambda m, lib, guards: m.add_dimension_marking_guard({}, ["_dynamo_static_indices"], {}, WORDS, None),
        [lambda lib: lib.ones(1), lambda lib: marked(lib, static_indices={0})],
    ),
    "expected marks": Case(
        lambda m, lib, guards: m.add_dimension_marking_guard(
            {"_dynamo_dynamic_indices": {0, 1}}, ["_dynamo_static_indices"], {}, WORDS, None
        ),
        [
            lambda lib: lib.ones(1),
            lambda lib: marked(lib, dynamic_indices={0}),
            lambda lib: marked(lib, dynamic_indices={2}),
            lambda lib: marked(lib, static_indices={0}),
            lambda lib: marked(lib),
        ],
    ),
    "dependent marks": Case(
        lambda m, lib, guards: m.add_dimension_marking_guard(
            {"_dynamo_unbacked_indices": {0}},
            [],
            {
                "_dynamo_shape_ids": ({0: "a"}, "_dynamo_unbacked_indices"),
                "_dynamo_unbacked_bounds": (None, "_dynamo_unbacked_indices"),
            },
            WORDS,
            None,
        ),
        [
            lambda lib: marked(lib, unbacked_indices={0}, shape_ids={0: "a"}),
            lambda lib: marked(lib, unbacked_indices={0}, shape_ids={0: "b"}),
            lambda lib: marked(lib, unbacked_indices={0}),
            lambda lib: marked(lib, shape_ids={0: "b"}),
            lambda lib: marked(lib, unbacked_indices={0}, shape_ids={0: "a"}, unbacked_bounds={0: (1, 2)}),
        ],
    ),
    "keys": Case(
        lambda m, lib, guards: m.add_dispatch_key_set_guard(lib._C._dispatch_keys(lib.ones(1)), WORDS, None),
        [lambda lib: lib._C._dispatch_keys(lib.ones(2)), lambda lib: lib._C._dispatch_keys(lib.ones(1, device="meta"))],
    ),
    "level": Case(leaf("add_dual_level_match_guard", -1), [1]),
    "other level": Case(leaf("add_dual_level_match_guard", 0), [1]),
}  # fmt: skip


def tensor_match(make, sizes=(), strides=(), kind=None):
    def build(manager, lib, guards):
        example = make(lib)
        words = ("L['v']", ["check_tensor(...)"], None)
        pytype, keys = kind(lib) if kind else type(example), lib._C._dispatch_keys(example)
        manager.add_tensor_match_guard(example, list(sizes), list(strides), *words, pytype, keys)

    return build


TENSORS = [
    1,
    lambda lib: lib.ones(2, 3),
    lambda lib: lib.ones(2, 3, dtype=lib.float64),
    lambda lib: lib.ones(2, 3, dtype=lib.bool),
    lambda lib: lib.ones(2, 3, requires_grad=True),
    lambda lib: lib.ones(2, 3, device="meta"),
    lambda lib: lib.ones(2, 3).to_sparse(),
    lambda lib: lib.ones(3),
    lambda lib: lib.ones(2, 4),
    lambda lib: lib.ones(5, 3),
    lambda lib: lib.ones(3, 2).t(),
    lambda lib: lib.ones(2, 6)[:, ::2],
    lambda lib: lib.nn.Parameter(lib.ones(2, 3)),
    lambda lib: lib.nn.Parameter(lib.ones(2, 4)),
    lambda lib: lib.nn.Parameter(lib.ones(2, 3), requires_grad=False),
]
MATCHES = {
    "tensor": Case(tensor_match(lambda lib: lib.ones(2, 3)), TENSORS),
    "tensor with a gradient": Case(tensor_match(lambda lib: lib.ones(2, 3, requires_grad=True)), TENSORS),
    "parameter": Case(tensor_match(lambda lib: lib.nn.Parameter(lib.ones(2, 3))), TENSORS),
    "any first size": Case(tensor_match(lambda lib: lib.ones(2, 3), [None, 3], [None, 1]), TENSORS),
    "any steps": Case(tensor_match(lambda lib: lib.ones(2, 3), [2, 3], [None, None]), TENSORS),
    "any sizes": Case(tensor_match(lambda lib: lib.ones(2, 3), [None, None], [None, None]), TENSORS),
    "no dimensions": Case(tensor_match(lambda lib: lib.ones(())), [*TENSORS, lambda lib: lib.ones(())]),
}


def part(name, *given, guard=True, example=None):
    """A builder that adds the manager of a part, with a guard that the part is not None."""

    def build(manager, lib, guards):
        child = getattr(manager, name)(*given, "part of v", example, VALUE)
        if guard:
            child.add_not_none_guard(["part is not None"], None)

    return build


def way(*ways):
    """A builder that adds the managers of a part of a part, and so on."""

    def build(manager, lib, guards):
        for name, *key in ways:
            manager = getattr(manager, name)(*key, "part", None, VALUE)
        manager.add_not_none_guard(["the last one"], None)

    return build


GONE = weakref.ref(Plain())
PARTS = {
    "attribute": Case(part("getattr_manager", "a"), [KEPT, Plain(a=None), Plain(), 1]),
    "odd attribute": Case(part("getattr_manager", "a b"), [Plain(**{"a b": 1}), Plain()]),
    "keyword": Case(part("getattr_manager", "class"), [Plain(**{"class": 1}), Plain()]),
    "own attribute": Case(part("generic_getattr_manager", "a"), [KEPT, Plain(), 1]),
    "own attributes": Case(part("get_generic_dict_manager"), [KEPT, 1]),
    "attributes of a class": Case(
        way(("type_manager",), ("type_dict_manager",), ("dict_getitem_manager", "k")), [KEPT, Other(), collections.OrderedDict()]
    ),
    "order of bases": Case(way(("type_manager",), ("type_mro_manager",), ("tuple_getitem_manager", 2)), [KEPT, Other(), 1]),
    "item": Case(part("getitem_manager", "a"), [{"a": 1}, {}, [1], 1]),
    "item of a dict": Case(
        part("dict_getitem_manager", "a", example=Plain()),
        [{"a": KEPT}, {"a": None}, {}, collections.defaultdict(int), collections.OrderedDict(a=1), [1]],
    ),
    "item of a list": Case(part("list_getitem_manager", 1), [[1, 2], [1, None], [1], (1, 2), "ab"]),
    "item of a tuple": Case(part("tuple_getitem_manager", 1), [(1, 2), (1, None), (), [1, 2]]),
    "item of a set": Case(part("set_getitem_manager", 0), [{1}, {None}, set()]),
    "item of an iterator": Case(
        part("tuple_iterator_getitem_manager", 0), [iter((1, 2)), iter((None, 1)), advanced((None, 1), 1)]
    ),
    "gradient": Case(
        part("grad_manager"),
        [lambda lib: lib.ones(1), lambda lib: with_attributes(lib, lambda lib: lib.ones(1), grad=lib.ones(1)), 1],
    ),
    "defaults": Case(part("func_defaults_manager"), [function, without_defaults, 1]),
    "defaults of keywords": Case(part("func_kwdefaults_manager"), [function, without_defaults, 1]),
    "code": Case(part("code_manager"), [function, 1]),
    "closure": Case(part("closure_manager"), [closing(1), function, 1]),
    "method's code": Case(part("code_manager"), [KEPT.__init__]),
    "reference": Case(part("weakref_call_manager"), [weakref.ref(KEPT), GONE, KEPT]),
    "call": Case(part("call_function_no_args_manager"), [lambda lib: (lambda: 1), lambda lib: (lambda: None), 1]),
    "call that raises": Case(part("call_function_no_args_manager"), [lambda lib: (lambda: 1 // 0)]),
    "function": Case(part("lambda_manager", lambda v: v.a), [KEPT, Plain(a=None), 1]),
    "size": Case(
        part("tensor_property_size_manager", 1),
        [lambda lib: lib.ones(2, 3), lambda lib: lib.ones(2), 1],
    ),
    "step": Case(part("tensor_property_stride_manager", 0), [lambda lib: lib.ones(2, 3), lambda lib: lib.ones(()), 1]),
    "place": Case(part("tensor_property_storage_offset_manager", None), [lambda lib: lib.ones(3)[1:], 1]),
}  # fmt: skip


def dict_in_order(manager, lib, guards):
    manager.get_key_manager(1, "key", "b", VALUE).add_equals_match_guard("b", ["key is b"], None)
    manager.get_value_manager(0, "value", 1, VALUE).add_equals_match_guard(1, ["value is 1"], None)
    manager.add_dict_contains_guard(False, "z", ["no z"], None)


AB = {"a": 1, "b": 2}
DICTS = [
    AB,
    {"b": 1, "a": 2},
    {"a": 1, "b": 5},
    {"a": 0, "b": 2},
    {"a": 1},
    {"a": 1, "z": 2},
    collections.OrderedDict(AB),
    1,
]
MOVED = collections.OrderedDict(b=1, a=1)
MOVED.move_to_end("b")  # the last one in its own order, the first one in the dict
ORDERS = {
    "dict": Case(dict_in_order, DICTS, AB),
    "ordered dict": Case(dict_in_order, [*DICTS, MOVED], collections.OrderedDict(AB)),
    "no items": Case(lambda manager, lib, guards: None, [{}, {1: 1}, collections.OrderedDict()], {}),
    "not asked in an empty dict": Case(
        lambda manager, lib, guards: manager.add_dict_contains_guard(True, "a", WORDS, None), [{}, {"a": 1}], {}
    ),
}


def outcome(guards, lib, case, value, of):
    root = guards.RootGuardManager()
    value = value(lib) if isinstance(value, types.FunctionType) and value.__name__ == "<lambda>" else value
    manager = root.framelocals_manager(("v", 0), "L['v']", case.example, of)
    case.build(manager, lib, guards)
    found = root.check_verbose({"v": value})
    assert root.check({"v": value}) == found.result == root.check({"v": value})
    return found.result, [words.replace("pytorch_c.", "torch.") for words in found.verbose_code_parts]


ALL = [(name, case, VALUE) for kind in (LEAVES, MATCHES, PARTS) for name, case in kind.items()]
ALL += [(name, case, ORDERED) for name, case in ORDERS.items()]


@pytest.mark.parametrize("name, case, of", ALL, ids=[f"{name}-{i}" for i, (name, _, _) in enumerate(ALL)])
def test_guards_hold_and_say_why_not_as_torchs(name, case, of):
    kinds = set()
    for value in case.values:
        found = [outcome(guards, lib, case, value, of) for lib, guards in LIBRARIES]
        assert found[1] == found[0], (name, value)
        kinds.add(found[0][0])
    assert kinds == {True, False} or len(case.values) == 1


# ---- several values ----


def managers(guards, count):
    root = guards.RootGuardManager()
    return root, [root.framelocals_manager((name, 0), f"L[{name!r}]", None, VALUE) for name in "abcdef"[:count]]


def asked(root, *values):
    found = root.check_verbose(dict(zip("abcdef", values)))
    assert root.check(dict(zip("abcdef", values))) == found.result
    return found.result, found.verbose_code_parts


X, Y, Z = object(), object(), object()


@pytest.mark.parametrize("values", [(X, Y, Z), (X, X, Y), (X, Y, X), (X, Y, Y), (X, X, X)])
def test_relations_of_objects_are_torchs(values):
    found = []
    for _, guards in LIBRARIES:
        different, parts = managers(guards, 3)
        guards.install_no_tensor_aliasing_guard(parts, ["a", "b", "c"], ["check_no_aliasing(a, b, c)"], None)
        one, parts = managers(guards, 3)
        guards.install_object_aliasing_guard(parts[0], parts[2], ["a is c"], None)
        found.append([asked(root, *values) for root in (different, one, different, one)])
    assert found[1] == found[0]


def test_a_failed_check_leaves_no_values_behind():
    root, parts = managers(ours, 3)
    ours.install_no_tensor_aliasing_guard(parts, ["a", "b", "c"], ["no aliasing"], None)
    parts[1].add_none_match_guard(["b is None"], None)
    for _ in range(3):
        assert not root.check({"a": X, "b": X, "c": Y}) and not root.check_verbose({"a": X, "b": X, "c": Y}).result
        assert root.check({"a": X, "b": None, "c": Y}) and root.check_verbose({"a": X, "b": None, "c": Y}).result


VIEWS = [
    lambda m: m[0:2], lambda m: m[2:4], lambda m: m[1:3], lambda m: m[:, 0:2], lambda m: m[:, 2:4], lambda m: m[:, 1:3],
    lambda m: m.t(), lambda m: m[0:0], lambda m: m[::2], lambda m: m[1::2], lambda m: m[3, 1:], lambda m: m,
]  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_memory_in_common_is_torchs(seed):
    chosen = [VIEWS[seed * 7 % 12], VIEWS[seed * 5 % 12], VIEWS[seed // 3 % 12], VIEWS[(seed + 4) % 12]][: 2 + seed % 3]
    found, told = [], []
    for lib, guards in LIBRARIES:
        memory = lib.zeros(4, 6)
        tensors = [one(memory) for one in chosen]
        found.append(guards.compute_overlapping_tensors(tensors, symbolic=False))
        root, parts = managers(guards, len(tensors))
        guards.install_storage_overlapping_guard(parts[:1], parts[1:], ["overlap"], None)
        told.append(asked(root, *tensors))
    assert found[1] == found[0] and told[1] == told[0]


def test_compiled_functions_are_asked_of_sizes():
    @ctypes.CFUNCTYPE(ctypes.c_int8, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_double))
    def compiled(ints, floats):
        return ints[0] < ints[1] and floats[0] == 0.5

    for _, guards in LIBRARIES:
        root, parts = managers(guards, 3)
        parts = [parts[i].indexed_manager(i, f"s{i}", None, VALUE) for i in range(3)]
        address = ctypes.cast(compiled, ctypes.c_void_p).value
        guards.install_symbolic_shape_guard(parts, 2, 1, address, compiled, ["s0 < s1"], None)
        assert asked(root, 2, 3, 0.5)[0]
        assert not asked(root, 3, 3, 0.5)[0] and not asked(root, 2, 3, 0.25)[0]
        assert asked(root, 2, 3, 0.5)[0]


def test_functions_at_the_end_see_the_variables():
    for _, guards in LIBRARIES:
        root, parts = managers(guards, 1)
        root.add_epilogue_lambda_guard(lambda names: names["a"].k == 1, ["a.k == 1"], None)
        parts[0].add_not_none_guard(["a is not None"], None)
        assert asked(root, KEPT) == (True, []) and asked(root, Plain(k=2)) == (False, ["a.k == 1"])
        assert asked(root, None) == (False, ["a is not None"])
        assert asked(root, 1) == (False, ["'int' object has no attribute 'k'"])
        assert [one.verbose_code_parts() for one in root.get_epilogue_lambda_guards()] == [["a.k == 1"]]


# ---- settings ----


def settings(lib):
    """Changes of settings, each with how it is put back."""
    matmul, threads = lib.backends.cuda.matmul, lib.get_num_threads()
    switch = "allow_fp16_reduced_precision_reduction"
    return {
        "grad": (lambda: lib.set_grad_enabled(False), lambda: lib.set_grad_enabled(True)),
        "dtype": (lambda: lib.set_default_dtype(lib.float64), lambda: lib.set_default_dtype(lib.float32)),
        "threads": (lambda: lib.set_num_threads(threads + 1), lambda: lib.set_num_threads(threads)),
        "deterministic": (
            lambda: lib.use_deterministic_algorithms(True, warn_only=True),
            lambda: lib.use_deterministic_algorithms(False),
        ),
        "cast": (lambda: lib.set_autocast_enabled("cpu", True), lambda: lib.set_autocast_enabled("cpu", False)),
        "dtype of casts": (
            lambda: lib.set_autocast_dtype("cpu", lib.float16),
            lambda: lib.set_autocast_dtype("cpu", lib.bfloat16),
        ),
        "cache": (lambda: lib.set_autocast_cache_enabled(False), lambda: lib.set_autocast_cache_enabled(True)),
        "tf32": (lambda: setattr(matmul, "allow_tf32", True), lambda: setattr(matmul, "allow_tf32", False)),
        "fp16": (lambda: setattr(matmul, switch, False), lambda: setattr(matmul, switch, True)),
    }


@pytest.mark.parametrize(
    "names", [(one,) for one in settings(torch)] + [("cast", "dtype of casts"), ("grad", "threads", "cast")]
)
def test_settings_are_guarded_as_torchs(names):
    found = []
    for lib, guards in LIBRARIES:
        state, changes = guards.GlobalStateGuard(), settings(lib)
        before = state.__getstate__()
        assert state.check() and state.reason() == ""
        try:
            for name in names:
                changes[name][0]()
            seen = [state.check(), state.reason(), guards.GlobalStateGuard().__getstate__()]
            state.__setstate__(seen[-1])
            seen += [state.check(), state.reason(), before]
        finally:
            for name in names:
                changes[name][1]()
        state.__setstate__(before)
        found.append([*seen, state.check(), state.reason()])
    assert found[1] == found[0]


def test_each_setting_that_a_state_has_is_compared():
    found = []
    for _, guards in LIBRARIES:
        state = guards.GlobalStateGuard()
        kept, seen = json.loads(state.__getstate__()), {}
        for name, value in kept.items():
            if name != "autocast_state":
                state.__setstate__(json.dumps(kept | {name: not value if isinstance(value, bool) else value + 1}))
                seen[name] = state.check()
        found.append(seen)
    assert found[1] == found[0] and True not in found[0].values() and len(found[0]) > 5


def test_guards_alone_are_made_of_a_root_as_torchs():
    found = []
    for lib, guards in LIBRARIES:
        root, words = guards.RootGuardManager(), (["words"], None)
        made = {
            "none": (guards.NOT_NONE(root, *words), None, 1),
            "class": (guards.TYPE_MATCH(root, id(int), *words), 1, "1"),
            "length": (guards.LENGTH_CHECK(root, 2, *words), [1, 2], [1]),
            "equal": (guards.EQUALS_MATCH(root, (1, 2), *words), (1, 2), (1, 3)),
            "key": (guards.DICT_CONTAINS(root, True, "a", *words), {"a": 1}, {}),
            "called": (guards.LAMBDA_GUARD(root, callable, *words), len, 1),
            "settings": (guards.GLOBAL_STATE(root, *words), None, None),
        }
        found.append({name: [guard(one) for one in values] for name, (guard, *values) in made.items()})
        with lib.no_grad():
            found[-1]["changed"] = str(made["settings"][0].check_verbose(None))
    assert found[1] == found[0]


def test_a_guard_of_settings_says_what_changed():
    state = ours.GlobalStateGuard()
    root = ours.RootGuardManager()
    root.add_global_state_guard(state, ["settings"], None)
    with pytorch_c.no_grad():
        assert not root.check({}) and root.check_verbose({}).verbose_code_parts == ["GLOBAL_STATE changed: grad_mode "]
    assert root.check({})


def test_modes_of_functions_are_guarded_by_their_classes():
    class Mode(pytorch_c.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {}))

    class Derived(Mode):
        pass

    roots = []
    for stack in ([], [Mode()], [Mode(), Derived()]):
        roots.append(ours.RootGuardManager())
        roots[-1].add_torch_function_mode_stack_guard(stack, ["modes"], None)
    assert [root.check({}) for root in roots] == [True, False, False]
    with Mode():
        assert [root.check({}) for root in roots] == [False, True, False]
        with Derived():
            assert [root.check({}) for root in roots] == [False, False, True]
    with Derived():
        assert [root.check({}) for root in roots] == [False, False, False]


def test_no_mode_or_class_is_asked_about_parts():
    class Asking(pytorch_c.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            raise AssertionError("asked")

    tensor = pytorch_c.ones(2).as_subclass(Asking)
    root, parts = managers(ours, 1)
    parts[0].tensor_property_size_manager(0, "size", 2, VALUE).add_equals_match_guard(2, ["size == 2"], None)
    assert asked(root, tensor)[0]
    with pytest.raises(AssertionError, match="asked"):
        tensor.abs()


def test_the_default_device_is_guarded():
    root = ours.RootGuardManager()
    root.add_default_device_guard(["device"], None)
    assert root.check({})
    with pytorch_c.device("meta"):
        assert not root.check({}) and not root.check_verbose({}).result
    assert root.check({})


# ---- trees ----


def test_accessors_have_torchs_names_and_order():
    shown = []
    for _, guards in LIBRARIES:
        root = guards.RootGuardManager()
        for index, (name, case) in enumerate(PARTS.items()):
            manager = root.framelocals_manager((name, index), name, case.example, VALUE)
            case.build(manager, None, guards)
        managers_ = zip(root.get_accessors(), root.get_child_managers())
        shown.append(
            [
                (one.repr(), child.get_source(), child.get_type_of_guarded_value(), child.get_accessors()[0].repr())
                for one, child in managers_
            ]
        )
    assert shown[1] == shown[0] and len(shown[0]) == len(PARTS)


VALUES = [
    None, True, 1, 1.0, "", b"", 1j, (1, "a"), (1, [2]), [], {}, function, len, int, Plain(), function.__code__, range(1),
    slice(1), frozenset(), torch.Size([1]), torch.float32, torch.device("cpu"), types,
]  # fmt: skip


def test_values_that_nobody_changes_are_torchs():
    found = []
    for _, guards in LIBRARIES:
        root = guards.RootGuardManager()
        made = [root.framelocals_manager((str(i), i), str(i), one, VALUE) for i, one in enumerate(VALUES)]
        found.append([(one.is_guarded_value_immutable(), one.get_type_of_guarded_value()) for one in (root, *made)])
    assert found[1] == found[0]


def test_managers_are_made_once_and_most_guards_are_kept_once():
    for _, guards in LIBRARIES:
        root, (manager,) = managers(guards, 1)
        child = manager.getattr_manager("a", "L['a'].a", 1, VALUE)
        assert manager.getattr_manager("a", "L['a'].a", 1, VALUE) is child
        assert manager.getattr_manager("b", "L['a'].b", 1, VALUE) is not child
        for _ in range(2):
            child.add_equals_match_guard(1, ["first"], None)
            child.add_lambda_guard(lambda v: v, [], None)
        names = [type(one).__name__ for one in child.get_leaf_guards()]
        assert names == ["EQUALS_MATCH", "LAMBDA_GUARD", "LAMBDA_GUARD"]


def test_parts_that_fail_often_are_asked_first_as_in_torch():
    found = []
    for _, guards in LIBRARIES:
        root, parts = managers(guards, 3)
        for one in parts:
            one.add_equals_match_guard(1, [one.get_source()], None)
        orders = []
        for values in ((1, 1, 2), (1, 2, 1), (1, 2, 1), (2, 1, 1), (1, 2, 2)):
            root.check(dict(zip("abc", values)))
            said = root.check_verbose(dict(zip("abc", values))).verbose_code_parts
            orders.append(([one.repr() for one in root.get_accessors()], said))
            orders.append([root.fail_count(), *(one.fail_count() for one in root.get_child_managers())])
        found.append(orders)
    assert found[1] == found[0]


def test_a_copy_has_the_chosen_managers_and_the_same_guards():
    for _, guards in LIBRARIES:
        root, (first, second) = managers(guards, 2)
        first.getattr_manager("k", "L['a'].k", 1, VALUE).add_equals_match_guard(1, ["k is 1"], None)
        second.add_none_match_guard(["b is None"], None)
        guards.install_object_aliasing_guard(first, second, ["a is b"], None)
        copy = root.clone_manager(lambda one: one.get_source() in ("L", "L['a']", "L['a'].k"))
        assert [one.get_source() for one in copy.get_child_managers()] == ["L['a']"]
        kept = [one.get_child_managers()[0].get_child_managers()[0].get_leaf_guards()[0] for one in (root, copy)]
        assert kept[0] is kept[1]
        assert copy.check({"a": KEPT}) and not copy.check({"a": Plain(k=2)}) and not root.check({"a": KEPT, "b": 1})
        assert root.clone_manager(lambda one: False) is None


def test_a_guard_that_is_added_is_asked():
    root, (manager,) = managers(ours, 1)
    assert root.check({"a": 1})
    manager.add_none_match_guard(["a is None"], None)
    assert not root.check({"a": 1}) and root.check({"a": None})
    manager.getattr_manager("k", "L['a'].k", 1, VALUE)
    assert not root.check({"a": None})


@pytest.mark.parametrize("wide, deep", [(4000, 1), (1, 400)])
def test_large_trees_are_checked(wide, deep):
    root, (manager,) = managers(ours, 1)
    for i in range(wide):
        child = manager.getitem_manager(i, f"L['a'][{i}]", None, VALUE)
        for _ in range(deep - 1):
            child = child.getitem_manager(0, "part", None, VALUE)
        child.add_not_none_guard(["part"], None)

    def nested(value):
        for _ in range(deep - 1):
            value = [value]
        return value

    values = [nested(1) for _ in range(wide)]
    assert asked(root, values)[0]
    values[-1] = nested(None)
    assert asked(root, values) == (False, ["part"])


def test_guards_keep_no_tensors_classes_or_modules_alive():
    class Layer(pytorch_c.nn.Linear):
        pass

    module, tensor = Layer(2, 2), pytorch_c.ones(2)
    root, parts = managers(ours, 2)
    parts[0].add_type_match_guard(id(Layer), ["type"], None)
    parts[0].add_id_match_guard(id(module), ["id"], None)
    keys = pytorch_c._C._dispatch_keys(tensor)
    parts[1].add_tensor_match_guard(tensor, [2], [1], "b", ["tensor"], None, pytorch_c.Tensor, keys)
    ours.install_no_tensor_aliasing_guard(parts, ["a", "b"], ["no aliasing"], None)
    assert asked(root, module, tensor)[0] and not asked(root, module, 1)[0]
    gone = [weakref.ref(one) for one in (module, tensor, Layer, root)]
    del module, tensor
    gc.collect()
    assert [one() is None for one in gone[:2]] == [True, True]
    del Layer
    gc.collect()
    assert gone[2]() is None
    del root, parts
    assert gone[3]() is None  # at once: a program's guards end with it


def test_missing_variables_and_keys_of_others_say_so():
    for _, guards in LIBRARIES:
        root, (manager,) = managers(guards, 1)
        assert asked(root) == (False, ["KeyError on L['a']"])
        with pytest.raises(TypeError):
            manager.add_lambda_guard(3, ["words"], None)
        ordered = root.framelocals_manager(("d", 1), "L['d']", {}, ORDERED)
        with pytest.raises(RuntimeError, match="DictGuardManager only supports ID_MATCH as a leaf guard"):
            ordered.add_not_none_guard(["words"], None)
        with pytest.raises(RuntimeError, match="supported only for dict subclasses"):
            ordered.getattr_manager("a", "part", None, VALUE)


# ---- functions ----


CALLS = {
    "sizes": lambda lib, guards: guards.assert_size_stride(lib.ones(2, 3), (2, 3), (3, 1)),
    "step of a size of 1": lambda lib, guards: guards.assert_size_stride(lib.ones(1, 3), (1, 3), (7, 1)),
    "other sizes": lambda lib, guards: guards.assert_size_stride(lib.ones(2, 3), (2, 4), (3, 2), "an_op"),
    "other sizes, no name": lambda lib, guards: guards.assert_size_stride(lib.ones(2, 3), (3, 3), (1, 1)),
    "other dimensions": lambda lib, guards: guards.assert_size_stride(lib.ones(2, 3), (2,), (3, 2), "an_op"),
    "list of sizes": lambda lib, guards: guards.assert_size_stride(lib.ones(2, 3), [2, 3], (3, 1)),
    "sizes of no tensor": lambda lib, guards: guards.assert_size_stride(1, (2,), (1,)),
    "aligned": lambda lib, guards: guards.assert_alignment(lib.ones(9)[4:], 16),
    "not aligned": lambda lib, guards: guards.assert_alignment(lib.ones(9)[1:], 16, "an_op"),
    "no alignment": lambda lib, guards: guards.assert_alignment(lib.ones(9), 0),
    "copy": lambda lib, guards: guards.copy_if_misaligned(lib.ones(9)[1:]).data_ptr() % 16,
    "no copy": lambda lib, guards: guards.copy_if_misaligned(1),
    "strided": lambda lib, guards: guards._empty_strided_cpu((2, 3), (1, 2), lib.float64).stride(),
    "again": lambda lib, guards: guards._reinterpret_tensor(lib.arange(6.0), (2, 2), (2, 1), 1).tolist(),
    "of a view": lambda lib, guards: guards._reinterpret_tensor(lib.arange(6.0)[2:], (2,), (1,), 1).tolist(),
    "without a gradient": lambda lib, guards: guards._reinterpret_tensor(
        lib.ones(2, requires_grad=True) * 2, (2,), (1,)
    ).requires_grad,
    "id": lambda lib, guards: (guards.check_obj_id(KEPT, id(KEPT)), guards.check_obj_id(KEPT, 1)),
    "class": lambda lib, guards: (guards.check_type_id(KEPT, id(Plain)), guards.check_type_id(1, id(Plain))),
    "tensors": lambda lib, guards: guards.TensorGuards(
        lib.ones(2), lib.ones(3), dynamic_dims_sizes=None, dynamic_dims_strides=None
    ).check(lib.ones(2), lib.ones(3)),
    "words of tensors": lambda lib, guards: guards.TensorGuards(
        lib.ones(2), lib.ones(3), dynamic_dims_sizes=[[None], [3]], dynamic_dims_strides=None
    ).check_verbose(lib.ones(5), lib.ones(4), tensor_check_names=["a", "b"]),
    "too few tensors": lambda lib, guards: guards.TensorGuards(
        lib.ones(2), dynamic_dims_sizes=None, dynamic_dims_strides=None
    ).check(),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_functions_of_the_compiler_are_torchs(name):
    found = []
    for lib, guards in LIBRARIES:
        try:
            found.append(CALLS[name](lib, guards))
        except Exception as error:
            found.append((isinstance(error, (AssertionError, TypeError)), str(error)))
    assert found[1] == found[0]


def test_the_address_of_a_function_of_data_pointers_is_known():
    pointers = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.py_object)(ours._torchinductor_pyobject_tensor_data_ptr)
    tensor = pytorch_c.ones(3)
    assert pointers(tensor) == tensor.data_ptr()


def test_versions_of_dicts_change_with_their_items():
    names = {"a": KEPT}
    first = ours.dict_version(names)
    names["b"] = SHARED
    second = ours.dict_version(names)
    del names["b"]
    assert first == ours.dict_version(names) != second
    names["a"] = SHARED
    assert ours.dict_version(names) not in (first, second)


def test_all_of_torchs_names_are_there():
    of_cpp = {one for one in dir(theirs) if one.startswith("_torchinductor_")}  # addresses of functions of C++
    assert {one for one in dir(theirs) if not one.startswith("__")} - of_cpp <= set(dir(ours))
    for name in dir(theirs.GuardManager):
        if not name.startswith("_"):
            assert hasattr(ours.GuardManager, name), name
