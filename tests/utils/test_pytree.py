"""utils._pytree, with torch's as the oracle: the same trees, paths, TreeSpecs as text, and errors."""

import dataclasses
import time
from collections import OrderedDict, defaultdict, deque, namedtuple

import pytest
import torch

from pytorch_c.utils import _pytree as ours

theirs = torch.utils._pytree
Pair = namedtuple("Pair", "first second")

TREES = {
    "leaf": 3,
    "None": None,
    "text": "ab",
    "tuple": (1, (2, 3), ()),
    "list": [1, [2], []],
    "dict": {"b": 1, "a": {"c": [2, 3]}},
    "named tuple": Pair(1, Pair([2], None)),
    "ordered dict": OrderedDict(b=1, a=(2,)),
    "defaultdict": defaultdict(list, b=1, a=[2]),
    "deque": deque([1, [2, 3]], maxlen=4),
    "set": {1},
    "struct_time": time.gmtime(0),
    "subclass": type("Sub", (list,), {})([1, 2]),
}


def both(function):
    """What `function` gives with each of the modules, or the kind and text of its error."""
    found = []
    for library in (ours, theirs):
        try:
            found.append(function(library))
        except Exception as error:
            found.append((type(error), str(error)))
    return found


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("is_leaf", [None, lambda x: isinstance(x, (tuple, list))], ids=["all", "sequences are leaves"])
def test_trees(name, is_leaf):
    tree = TREES[name]

    def seen(library):
        leaves, spec = library.tree_flatten(tree, is_leaf)
        paths, _ = library.tree_flatten_with_path(tree, is_leaf)
        return (
            leaves, repr(spec), library.tree_unflatten(leaves, spec), library.treespec_pprint(spec),
            [(library.keystr(path), library.key_get(tree, path), leaf) for path, leaf in paths],
            (spec.num_nodes, spec.num_leaves, spec.num_children, spec.is_leaf(), repr(spec.children())),
            library.tree_map(lambda x: [x], tree, is_leaf=is_leaf),
            library.tree_map_with_path(lambda path, x: (library.keystr(path), x), tree, is_leaf=is_leaf) if leaves else (),
            library.tree_leaves(tree, is_leaf), library.tree_is_leaf(tree, is_leaf),
            hash(spec) == hash(library.tree_structure(tree, is_leaf)), spec == library.tree_structure(tree, is_leaf),
        )  # fmt: skip

    mine, wanted = both(seen)
    assert mine == wanted
    assert type(mine[2]) is type(tree)


@pytest.mark.parametrize("name", [name for name in TREES if name not in ("named tuple",)])
def test_text_of_a_spec(name):
    mine, wanted = both(lambda library: library.treespec_dumps(library.tree_structure(TREES[name])))
    assert mine == wanted
    if isinstance(mine, str):
        assert ours.treespec_loads(mine) == ours.tree_structure(TREES[name])


def test_text_of_unknown_kinds():
    class Kind:
        pass

    def register(library):
        library.register_pytree_node(Kind, lambda x: ([], None), lambda c, _: Kind())
        try:
            return library.treespec_dumps(library.tree_structure(Kind()))
        finally:
            library._deregister_pytree_node(Kind)

    mine, wanted = both(register)
    assert mine == wanted and mine[0] is NotImplementedError


FUNCTIONS = {
    "several trees": lambda p: p.tree_map(lambda a, b: a + b, {"x": 1, "y": (2, 3)}, {"y": (20, 30), "x": 10}),
    "subtrees": lambda p: p.tree_map(lambda a, b: (a, b), (1, 2), ([3], {"x": 4})),
    "only ints": lambda p: p.tree_map_only(int, lambda x: -x, [1, "a", (2.0, 3)]),
    "only some": lambda p: p.tree_map_only((str, float), lambda x: x * 2, [1, "a", (2.0, 3)]),
    "only a union": lambda p: p.tree_map_only(int | str, lambda x: x * 2, [1, "a", 2.0]),
    "only where": lambda p: p.tree_map_only(lambda x: x == 1, lambda x: "one", [1, 2]),
    "only what": lambda p: p.tree_map_only(3, lambda x: x, [1]),
    "in place": lambda p: recorded(p.tree_map_, [1, (2,)]),
    "in place, only": lambda p: recorded(lambda f, tree: p.tree_map_only_(int, f, tree), [1, ("a", 2)]),
    "all": lambda p: [p.tree_all(bool, tree) for tree in ([1, (2,)], [1, (0,)], [])],
    "any": lambda p: [p.tree_any(bool, tree) for tree in ([0, (2,)], [0, (0,)], [])],
    "all of them": lambda p: [p.tree_all_only(int, bool, tree) for tree in ([1, ""], [0, "a"])],
    "any of them": lambda p: [p.tree_any_only(int, bool, tree) for tree in ([1, ""], [0, "a"])],
    "iter": lambda p: list(p.tree_iter({"a": [1, None]})),
    "arguments": lambda p: p.arg_tree_leaves(1, [2], x=(3, {"y": 4})),
    "broadcast": lambda p: p._broadcast_to_and_flatten((1, {"x": 2}), p.tree_structure(([0, 0], {"x": (0, 0)}))),
    "broadcast, kinds of dicts": lambda p: p._broadcast_to_and_flatten({"a": 1, "b": 2}, p.tree_structure(OrderedDict(b=0, a=(0, 0)))),
    "broadcast, other trees": lambda p: p._broadcast_to_and_flatten((1, 2), p.tree_structure([0, 0])),
    "made specs": lambda p: repr(p.treespec_tuple([p.treespec_leaf(), p.treespec_dict(a=p.treespec_leaf())])),
    "named tuple kinds": lambda p: [p.is_namedtuple(x) for x in (Pair, Pair(1, 2), (1, 2), time.gmtime(0))],
    "structures": lambda p: [p.is_structseq(x) for x in (time.struct_time, time.gmtime(0), (1, 2), Pair)],
    "keys": lambda p: [str(p.SequenceKey(2)), str(p.MappingKey("a")), str(p.GetAttrKey("b")), repr(p.SequenceKey(2))],
    "too few leaves": lambda p: p.tree_unflatten([1], p.tree_structure((1, 2))),
    "no spec": lambda p: p.tree_unflatten([1], 3),
    "swapped": lambda p: p.tree_unflatten(p.tree_structure([0]), [1]),
    "another length": lambda p: p.tree_map(lambda a, b: a, (1, 2), (1,)),
    "another kind": lambda p: p.tree_map(lambda a, b: a, (1, 2), [1, 2]),
    "a leaf": lambda p: p.tree_map(lambda a, b: a, (1, 2), 3),
    "missing keys": lambda p: p.tree_map(lambda a, b: a, {"a": 1}, {"b": 1}),
    "other named tuples": lambda p: p.tree_map(lambda a, b: a, Pair(1, 2), namedtuple("Pair", "a b")(1, 2)),
    "lengths of deques": lambda p: p.tree_map(lambda a, b: b, deque([1], 2), deque([3], 4)),
    "unknown protocol": lambda p: p.treespec_dumps(p.tree_structure(1), 7),
    "dumps of what": lambda p: p.treespec_dumps(3),
    "spec of no specs": lambda p: p.treespec_tuple([1]),
    "registered twice": lambda p: p.register_pytree_node(list, None, None),
    "half a context": lambda p: p.register_pytree_node(type("K", (), {}), None, None, to_dumpable_context=str),
    "constant without equality": lambda p: p.register_constant(type("K", (), {})),
}  # fmt: skip


def recorded(function, tree):
    seen = []
    return function(seen.append, tree) is tree, seen


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    def run(library):
        return FUNCTIONS[name](library)

    mine, wanted = both(run)
    if name in ("half a context", "constant without equality"):
        mine, wanted = mine[0], wanted[0]
    assert mine == wanted


class Point:
    def __init__(self, x, y, name):
        self.x, self.y, self.name = x, y, name

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __hash__(self):
        return hash(self.name)


@pytest.fixture
def registered():
    """Registers with both, and takes it back."""
    done = []

    def register(kind, *args, **kwargs):
        for library in (ours, theirs):
            library.register_pytree_node(kind, *args, **kwargs)
        done.append(kind)

    yield register
    for kind in done:
        for library in (ours, theirs):
            library._deregister_pytree_node(kind)


def test_a_kind_of_ones_own(registered):
    registered(
        Point, lambda p: ([p.x, p.y], p.name), lambda c, name: Point(*c, name), serialized_type_name="point",
    )  # fmt: skip
    tree = [Point(1, (2, 3), "a"), 4]

    def seen(library):
        leaves, spec = library.tree_flatten(tree)
        text = library.treespec_dumps(spec)
        return leaves, library.tree_map(lambda x: x * 2, tree), text, library.treespec_loads(text) == spec

    mine, wanted = both(seen)
    assert mine == wanted and mine[3]
    mine, wanted = both(lambda library: library.tree_flatten_with_path(tree))
    assert mine == wanted and mine[0] is ValueError


def test_dataclasses_and_constants():
    @dataclasses.dataclass
    class Some:
        a: int
        b: object = None

    def seen(library):
        library.register_dataclass(Some)
        library.register_constant(Point)
        try:
            tree = [Some(1), Some((2,), 3), Point(1, 2, "constant")]
            return (
                library.tree_leaves(tree), library.tree_map(lambda x: x + 1, tree),
                [library.keystr(path) for path, _ in library.tree_leaves_with_path(tree)], library.is_constant_class(Point),
            )  # fmt: skip
        finally:
            for kind in (Some, Point):
                library._deregister_pytree_node(kind)

    mine, wanted = both(seen)
    assert mine == wanted
    mine, wanted = both(lambda library: library.register_dataclass(Some, field_names=["a"]))
    assert mine == wanted and mine[0] is ValueError


def test_a_leaf_spec_of_ones_own():
    with pytest.warns(FutureWarning):
        assert ours.LeafSpec() == ours.tree_structure(1)


def test_torch_has_no_more():
    assert [name for name in theirs.__all__ if not hasattr(ours, name)] == []
