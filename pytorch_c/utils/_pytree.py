"""Trees of containers: taken apart into their leaves, and put together again (torch.utils._pytree).

Tuples, lists, dicts, named tuples, OrderedDicts, defaultdicts and deques are nodes, and what `register_pytree_node`
adds; everything else is a leaf, None too. A kind of node is known by its exact class, as in torch.
"""

from __future__ import annotations

import functools
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ._pytree_nodes import (
    BUILTIN_TYPES as BUILTIN_TYPES,
)
from ._pytree_nodes import (
    CONSTANT_NODES as CONSTANT_NODES,
)
from ._pytree_nodes import (
    NO_SERIALIZED_TYPE_NAME_FOUND as NO_SERIALIZED_TYPE_NAME_FOUND,
)
from ._pytree_nodes import (
    SERIALIZED_TYPE_TO_PYTHON_TYPE as SERIALIZED_TYPE_TO_PYTHON_TYPE,
)
from ._pytree_nodes import (
    STANDARD_DICT_TYPES as STANDARD_DICT_TYPES,
)
from ._pytree_nodes import (
    SUPPORTED_NODES as SUPPORTED_NODES,
)
from ._pytree_nodes import (
    SUPPORTED_SERIALIZED_TYPES as SUPPORTED_SERIALIZED_TYPES,
)
from ._pytree_nodes import (
    ConstantNode as ConstantNode,
)
from ._pytree_nodes import (
    Context as Context,
)
from ._pytree_nodes import (
    DumpableContext as DumpableContext,
)
from ._pytree_nodes import (
    FlattenFn as FlattenFn,
)
from ._pytree_nodes import (
    FlattenFunc as FlattenFunc,
)
from ._pytree_nodes import (
    FlattenWithKeysFn as FlattenWithKeysFn,
)
from ._pytree_nodes import (
    FromDumpableContextFn as FromDumpableContextFn,
)
from ._pytree_nodes import (
    GetAttrKey as GetAttrKey,
)
from ._pytree_nodes import (
    KeyEntry as KeyEntry,
)
from ._pytree_nodes import (
    KeyPath as KeyPath,
)
from ._pytree_nodes import (
    MappingKey as MappingKey,
)
from ._pytree_nodes import (
    NodeDef as NodeDef,
)
from ._pytree_nodes import (
    PyTree as PyTree,
)
from ._pytree_nodes import (
    SequenceKey as SequenceKey,
)
from ._pytree_nodes import (
    ToDumpableContextFn as ToDumpableContextFn,
)
from ._pytree_nodes import (
    UnflattenFn as UnflattenFn,
)
from ._pytree_nodes import (
    UnflattenFunc as UnflattenFunc,
)
from ._pytree_nodes import (
    _deregister_pytree_node as _deregister_pytree_node,
)
from ._pytree_nodes import (
    _dict_flatten as _dict_flatten,
)
from ._pytree_nodes import (
    _dict_flatten_with_keys as _dict_flatten_with_keys,
)
from ._pytree_nodes import (
    _dict_unflatten as _dict_unflatten,
)
from ._pytree_nodes import (
    _get_node_type as _get_node_type,
)
from ._pytree_nodes import (
    _private_register_pytree_node as _private_register_pytree_node,
)
from ._pytree_nodes import (
    _register_namedtuple as _register_namedtuple,
)
from ._pytree_nodes import (
    _register_pytree_node as _register_pytree_node,
)
from ._pytree_nodes import (
    is_constant_class as is_constant_class,
)
from ._pytree_nodes import (
    is_namedtuple as is_namedtuple,
)
from ._pytree_nodes import (
    is_namedtuple_class as is_namedtuple_class,
)
from ._pytree_nodes import (
    is_namedtuple_instance as is_namedtuple_instance,
)
from ._pytree_nodes import (
    is_structseq as is_structseq,
)
from ._pytree_nodes import (
    is_structseq_class as is_structseq_class,
)
from ._pytree_nodes import (
    is_structseq_instance as is_structseq_instance,
)
from ._pytree_nodes import (
    key_get as key_get,
)
from ._pytree_nodes import (
    keystr as keystr,
)
from ._pytree_nodes import (
    register_constant as register_constant,
)
from ._pytree_nodes import (
    register_dataclass as register_dataclass,
)
from ._pytree_nodes import (
    register_pytree_node as register_pytree_node,
)
from ._pytree_nodes import (
    tree_is_leaf as tree_is_leaf,
)
from ._pytree_spec import (
    _LEAF_SPEC as _LEAF_SPEC,
)
from ._pytree_spec import (
    LeafSpec as LeafSpec,
)
from ._pytree_spec import (
    PyTreeSpec as PyTreeSpec,
)
from ._pytree_spec import (
    TreeSpec as TreeSpec,
)
from ._pytree_spec import (
    treespec_dict as treespec_dict,
)
from ._pytree_spec import (
    treespec_leaf as treespec_leaf,
)
from ._pytree_spec import (
    treespec_pprint as treespec_pprint,
)
from ._pytree_spec import (
    treespec_tuple as treespec_tuple,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._pytree_json import treespec_dumps as treespec_dumps
    from ._pytree_json import treespec_loads as treespec_loads

_IsLeaf = Callable[[PyTree], bool] | None

__all__ = [
    "Context", "DumpableContext", "FlattenFn", "FromDumpableContextFn", "LeafSpec", "PyTree", "PyTreeSpec",
    "ToDumpableContextFn", "TreeSpec", "UnflattenFn", "is_namedtuple", "is_namedtuple_class", "is_namedtuple_instance",
    "is_structseq", "is_structseq_class", "is_structseq_instance", "key_get", "keystr", "register_pytree_node",
    "tree_all", "tree_all_only", "tree_any", "tree_any_only", "tree_flatten", "tree_flatten_with_path", "tree_is_leaf",
    "tree_iter", "tree_leaves", "tree_leaves_with_path", "tree_map", "tree_map_", "tree_map_only", "tree_map_only_",
    "tree_map_with_path", "tree_structure", "tree_unflatten", "treespec_dumps", "treespec_loads", "treespec_pprint",
]  # fmt: skip


def __getattr__(name):
    """What writes TreeSpecs as text is loaded when it is asked for."""
    if name in ("treespec_dumps", "treespec_loads", "EnumEncoder", "enum_object_hook"):
        from . import _pytree_json

        return getattr(_pytree_json, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# ---- apart and together ----


def _flatten(node, is_leaf, leaves):
    kind = _get_node_type(node)
    if (is_leaf is not None and is_leaf(node)) or kind not in SUPPORTED_NODES:
        leaves.append(node)
        return _LEAF_SPEC
    children, context = SUPPORTED_NODES[kind].flatten_fn(node)
    return TreeSpec(kind, context, [_flatten(child, is_leaf, leaves) for child in children])


def tree_flatten(tree: PyTree, is_leaf: _IsLeaf = None) -> tuple[list[Any], TreeSpec]:
    """(the leaves, how the tree is built); what `is_leaf` says is a leaf, too."""
    leaves: list[Any] = []
    spec = _flatten(tree, is_leaf, leaves)
    return leaves, spec


def tree_unflatten(leaves: Iterable[Any], treespec: TreeSpec) -> PyTree:
    """The tree that is built so, with these leaves. Raises ValueError for another number of leaves."""
    if not isinstance(treespec, TreeSpec):
        if not isinstance(leaves, TreeSpec):
            raise TypeError(
                f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}."
            )
        leaves, treespec = treespec, leaves
    return treespec.unflatten(leaves)


def tree_iter(tree: PyTree, is_leaf: _IsLeaf = None) -> Iterator[Any]:
    """The leaves, one after the other."""
    kind = _get_node_type(tree)
    if (is_leaf is not None and is_leaf(tree)) or kind not in SUPPORTED_NODES:
        yield tree
    else:
        for child in SUPPORTED_NODES[kind].flatten_fn(tree)[0]:
            yield from tree_iter(child, is_leaf)


def tree_leaves(tree: PyTree, is_leaf: _IsLeaf = None) -> list[Any]:
    """The leaves."""
    return list(tree_iter(tree, is_leaf))


def tree_structure(tree: PyTree, is_leaf: _IsLeaf = None) -> TreeSpec:
    """How the tree is built."""
    return tree_flatten(tree, is_leaf)[1]


def arg_tree_leaves(*args: PyTree, **kwargs: PyTree) -> list[Any]:
    """The leaves of all arguments."""
    return [leaf for one in (*args, *kwargs.values()) for leaf in tree_iter(one)]


# ---- functions of all leaves ----


def tree_map(func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: _IsLeaf = None) -> PyTree:
    """The tree of what func gives for each leaf, and what the others have in its place.

    Raises ValueError where another tree is built otherwise.
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    return spec.unflatten(map(func, leaves, *(spec.flatten_up_to(one) for one in rests)))


def tree_map_(func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: _IsLeaf = None) -> PyTree:
    """Calls func for each leaf; returns the tree itself."""
    leaves, spec = tree_flatten(tree, is_leaf)
    deque(map(func, leaves, *(spec.flatten_up_to(one) for one in rests)), maxlen=0)
    return tree


def map_only(type_or_types_or_pred: Any, /) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """A decorator: the function is called for these types alone, others are returned as they are."""
    if isinstance(type_or_types_or_pred, (type, tuple, types.UnionType)):

        def meant(x):
            return isinstance(x, type_or_types_or_pred)

    elif callable(type_or_types_or_pred):
        meant = type_or_types_or_pred
    else:
        raise TypeError("Argument must be a type, a tuple of types, or a callable.")

    def decorate(func):
        @functools.wraps(func)
        def wrapped(x):
            return func(x) if meant(x) else x

        return wrapped

    return decorate


def tree_map_only(
    type_or_types_or_pred: Any, /, func: Callable[[Any], Any], tree: PyTree, is_leaf: _IsLeaf = None
) -> PyTree:
    """tree_map for leaves of some types, or for which a function says True; the others stay."""
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(
    type_or_types_or_pred: Any, /, func: Callable[[Any], Any], tree: PyTree, is_leaf: _IsLeaf = None
) -> PyTree:
    """tree_map_ for leaves of some types, or for which a function says True."""
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred: Callable[[Any], bool], tree: PyTree, is_leaf: _IsLeaf = None) -> bool:
    """Whether pred holds for every leaf."""
    return all(map(pred, tree_iter(tree, is_leaf)))


def tree_any(pred: Callable[[Any], bool], tree: PyTree, is_leaf: _IsLeaf = None) -> bool:
    """Whether pred holds for a leaf."""
    return any(map(pred, tree_iter(tree, is_leaf)))


def tree_all_only(type_or_types: Any, /, pred: Callable[[Any], bool], tree: PyTree, is_leaf: _IsLeaf = None) -> bool:
    """Whether pred holds for every leaf of some types."""
    return all(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, type_or_types))


def tree_any_only(type_or_types: Any, /, pred: Callable[[Any], bool], tree: PyTree, is_leaf: _IsLeaf = None) -> bool:
    """Whether pred holds for a leaf of some types."""
    return any(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, type_or_types))


def _broadcast_to_and_flatten(tree: PyTree, treespec: TreeSpec, is_leaf: _IsLeaf = None) -> list[Any] | None:
    """One value for each leaf of a TreeSpec: those of a tree that ends earlier count for all below; None if they differ."""
    found: list[Any] = []

    def add(value, below):
        found.extend([value] * len(tree_leaves(below, is_leaf)))

    try:
        tree_map_(add, tree, treespec.unflatten([0] * treespec.num_leaves), is_leaf=is_leaf)
    except ValueError:
        return None
    return found


# ---- with the ways to the leaves ----


def _with_paths(path, tree, is_leaf):
    node = SUPPORTED_NODES.get(_get_node_type(tree))
    if node is None or (is_leaf is not None and is_leaf(tree)):
        yield path, tree
        return
    if node.flatten_with_keys_fn is None:
        raise ValueError(
            f"Did not find a flatten_with_keys_fn for type: {_get_node_type(tree)}. "
            "Please pass a flatten_with_keys_fn argument to register_pytree_node."
        )
    for key, child in node.flatten_with_keys_fn(tree)[0]:
        yield from _with_paths((*path, key), child, is_leaf)


def tree_leaves_with_path(tree: PyTree, is_leaf: _IsLeaf = None) -> list[tuple[KeyPath, Any]]:
    """(the way to it, the leaf) of each. Raises ValueError for a kind of node without keys."""
    return list(_with_paths((), tree, is_leaf))


def tree_flatten_with_path(tree: PyTree, is_leaf: _IsLeaf = None) -> tuple[list[tuple[KeyPath, Any]], TreeSpec]:
    """([(the way to it, the leaf)], how the tree is built)."""
    return tree_leaves_with_path(tree, is_leaf), tree_structure(tree, is_leaf)


def tree_map_with_path(func: Callable[..., Any], tree: PyTree, *rests: PyTree, is_leaf: _IsLeaf = None) -> PyTree:
    """The tree of what func(way, leaf, …) gives."""
    found, spec = tree_flatten_with_path(tree, is_leaf)
    paths, leaves = [path for path, _ in found], [leaf for _, leaf in found]
    return spec.unflatten(map(func, paths, leaves, *(spec.flatten_up_to(one) for one in rests)))
