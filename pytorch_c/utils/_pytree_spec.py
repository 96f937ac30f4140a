"""TreeSpec: how a tree of containers is built, without its leaves."""

from __future__ import annotations

import dataclasses
import warnings
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import Any

from ._pytree_nodes import BUILTIN_TYPES, STANDARD_DICT_TYPES, SUPPORTED_NODES, ConstantNode, _get_node_type


@dataclasses.dataclass(init=False, frozen=True, eq=False, repr=False)
class TreeSpec:
    """A node: its kind, what it needs beside its children (`context`), and the TreeSpecs of those; or a leaf."""

    type: Any
    _context: Any
    _children: list[TreeSpec]
    num_nodes: int
    num_leaves: int
    num_children: int

    def __init__(self, type: Any, context: Any, children_specs: list[TreeSpec]) -> None:
        if type is None and (context is not None or children_specs):
            raise AssertionError("leaf node should not have " + ("children" if context is None else "a context"))
        self._set(type, context, children_specs)

    def _set(self, type, context, children):
        leaves = sum(one.num_leaves for one in children) if type is not None else 1
        names = ("type", "_context", "_children", "num_nodes", "num_leaves", "num_children")
        values = (type, context, children, 1 + sum(one.num_nodes for one in children), leaves, len(children))
        for name, value in zip(names, values):
            object.__setattr__(self, name, value)

    def __repr__(self, indent: int = 0) -> str:
        indent += 2
        children = f",\n{' ' * indent}".join(one.__repr__(indent) for one in self._children)
        return f"TreeSpec({self.type.__name__}, {self._context}, [{children}])"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        return (
            str(self.type) == str(other.type)  # a class that was made anew under its name
            and self._context == other._context
            and self._children == other._children
        )

    def __hash__(self) -> int:
        context: Any = None
        if self.type is defaultdict:
            context = (self._context[0], tuple(self._context[1]))
        elif self.type in (dict, OrderedDict):
            context = tuple(self._context)
        elif self.type is None or self.type in BUILTIN_TYPES:
            context = self._context
        elif isinstance(self._context, ConstantNode):
            context = self._context.value
        return hash((self.type, context, tuple(self._children)))

    @property
    def context(self) -> Any:
        return self._context

    @property
    def children_specs(self) -> list[TreeSpec]:
        warnings.warn(
            "`treespec.children_specs` is deprecated. Use `treespec.child(index)` to access a single child, "
            "or `treespec.children()` to get all children.",
            FutureWarning,
            stacklevel=2,
        )
        return self._children

    def is_leaf(self) -> bool:
        return self.num_nodes == 1 and self.num_leaves == 1

    def children(self) -> list[TreeSpec]:
        return self._children.copy()

    def child(self, index: int) -> TreeSpec:
        return self._children[index]

    def flatten_up_to(self, tree: Any) -> list[Any]:
        """What stands in a tree where this one has leaves. Raises ValueError where the tree is built otherwise."""
        found: list[Any] = []
        _collect(self, tree, found)
        return found

    def unflatten(self, leaves: Iterable[Any]) -> Any:
        """The tree with these leaves. Raises ValueError for another number of them."""
        leaves = leaves if isinstance(leaves, (list, tuple)) else list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(
                f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree that "
                f"holds {self.num_leaves} items ({self})."
            )
        return _built(self, iter(leaves))


PyTreeSpec = TreeSpec


@dataclasses.dataclass(init=False, frozen=True, eq=False, repr=False)
class LeafSpec(TreeSpec):
    """The TreeSpec of a leaf."""

    def __init__(self) -> None:
        warnings.warn(
            "`isinstance(treespec, LeafSpec)` is deprecated, "
            "use `isinstance(treespec, TreeSpec) and treespec.is_leaf()` instead.",
            FutureWarning,
            stacklevel=2,
        )
        self._set(None, None, [])

    def __repr__(self, indent: int = 0) -> str:
        return "*"


_LEAF_SPEC = object.__new__(LeafSpec)
_LEAF_SPEC._set(None, None, [])


def treespec_leaf() -> LeafSpec:
    return _LEAF_SPEC


def treespec_tuple(iterable: Iterable[TreeSpec] = (), /) -> TreeSpec:
    """The TreeSpec of a tuple with such children."""
    children = list(iterable)
    if not all(isinstance(one, TreeSpec) for one in children):
        raise ValueError(f"Expected a tuple of TreeSpec values, got: {children!r}.")
    return TreeSpec(tuple, None, children)


def treespec_dict(
    mapping: Mapping[Any, TreeSpec] | Iterable[tuple[Any, TreeSpec]] = (), /, **kwargs: TreeSpec
) -> TreeSpec:
    """The TreeSpec of a dict with such values."""
    given = dict(mapping, **kwargs)
    if not all(isinstance(one, TreeSpec) for one in given.values()):
        raise ValueError(f"Expected a dictionary of TreeSpec values, got: {given!r}.")
    return TreeSpec(dict, list(given), list(given.values()))


class _Asterisk(str):
    __slots__ = ()

    def __repr__(self) -> str:
        return "*"


def treespec_pprint(treespec: TreeSpec) -> str:
    """The tree with an asterisk for each leaf, as text."""
    return repr(treespec.unflatten([_Asterisk("*")] * treespec.num_leaves))


def _built(spec, leaves):
    if spec.type is None:
        return next(leaves)
    return SUPPORTED_NODES[spec.type].unflatten_fn([_built(child, leaves) for child in spec._children], spec._context)


def _collect(spec, node, found):
    if spec.is_leaf():
        found.append(node)
        return
    kind = _get_node_type(node)
    children = _children_like(spec, kind, node)
    for child, below in zip(children, spec._children, strict=True):
        _collect(below, child, found)


def _children_like(spec, kind, node):
    """The children of a node that is built as `spec`, in its order; ValueError."""
    both_dicts = spec.type in STANDARD_DICT_TYPES and kind in STANDARD_DICT_TYPES
    if kind != spec.type and not both_dicts:
        word = "Node type" if spec.type in BUILTIN_TYPES else "Type"
        raise ValueError(f"{word} mismatch; expected {spec.type!r}, but got {kind!r}.")
    children, context = SUPPORTED_NODES[kind].flatten_fn(node)
    if len(children) != spec.num_children:
        raise ValueError(f"Node arity mismatch; expected {spec.num_children}, but got {len(children)}.")
    if both_dicts:
        keys = spec._context[1] if spec.type is defaultdict else spec._context
        _check_keys(set(keys), set(node))
        return [node[key] for key in keys]
    if context != spec._context and kind is not deque:
        if spec.type in BUILTIN_TYPES:
            raise ValueError(
                f"Node context mismatch for node type {spec.type!r}; expected {spec._context!r}, but got {context!r}."
            )
        raise ValueError(f"Node context mismatch for custom node type {spec.type!r}.")
    return children


def _check_keys(wanted, given):
    if wanted == given:
        return
    message = f"; missing key(s): {wanted - given}" if wanted - given else ""
    message += f"; extra key(s): {given - wanted}" if given - wanted else ""
    raise ValueError(f"Node keys mismatch{message}.")
