"""The kinds of nodes that a tree of containers is made of, and the keys that lead to its leaves."""

from __future__ import annotations

import dataclasses
import importlib
import threading
import warnings
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

PyTree = Context = DumpableContext = Any
FlattenFn = FlattenFunc = Callable[[PyTree], tuple[list[Any], Context]]
UnflattenFn = UnflattenFunc = Callable[[Iterable[Any], Context], PyTree]
FlattenWithKeysFn = FlattenWithKeysFunc = Callable[[PyTree], tuple[list[tuple[Any, Any]], Any]]
ToDumpableContextFn = Callable[[Context], DumpableContext]
FromDumpableContextFn = Callable[[DumpableContext], Context]

_IsLeaf = Callable[[PyTree], bool] | None


# ---- keys: the way to a leaf ----


@dataclasses.dataclass(frozen=True)
class SequenceKey:
    """A position in a sequence."""

    idx: int

    def __str__(self) -> str:
        return f"[{self.idx!r}]"

    def get(self, sequence: Any) -> Any:
        return sequence[self.idx]


@dataclasses.dataclass(frozen=True)
class MappingKey:
    """A key of a mapping."""

    key: Any

    def __str__(self) -> str:
        return f"[{self.key!r}]"

    def get(self, mapping: Any) -> Any:
        return mapping[self.key]


@dataclasses.dataclass(frozen=True)
class GetAttrKey:
    """The name of an attribute."""

    name: str

    def __str__(self) -> str:
        return f".{self.name}"

    def get(self, obj: Any) -> Any:
        return getattr(obj, self.name)


KeyEntry = SequenceKey | MappingKey | GetAttrKey
KeyPath = tuple[KeyEntry, ...]


def keystr(kp: KeyPath) -> str:
    """The way to a leaf as text: "['a'][0].b"."""
    return "".join(map(str, kp))


def key_get(obj: Any, kp: KeyPath) -> Any:
    """What lies at the end of the way."""
    for key in kp:
        obj = key.get(obj)
    return obj


# ---- kinds of nodes ----


class NodeDef(NamedTuple):
    """How a kind of node is taken apart and put together."""

    type: Any
    flatten_fn: FlattenFn
    unflatten_fn: UnflattenFn
    flatten_with_keys_fn: FlattenWithKeysFn | None


class _SerializeNodeDef(NamedTuple):
    typ: Any
    serialized_type_name: str
    to_dumpable_context: ToDumpableContextFn | None
    from_dumpable_context: FromDumpableContextFn | None


NO_SERIALIZED_TYPE_NAME_FOUND = "NO_SERIALIZED_TYPE_NAME_FOUND"
SUPPORTED_NODES: dict[Any, NodeDef] = {}
SUPPORTED_SERIALIZED_TYPES: dict[Any, _SerializeNodeDef] = {}
SERIALIZED_TYPE_TO_PYTHON_TYPE: dict[str, Any] = {}
CONSTANT_NODES: set[type] = set()
_registering = threading.RLock()


def register_pytree_node(
    cls: type[Any],
    flatten_fn: FlattenFn,
    unflatten_fn: UnflattenFn,
    *,
    serialized_type_name: str | None = None,
    to_dumpable_context: ToDumpableContextFn | None = None,
    from_dumpable_context: FromDumpableContextFn | None = None,
    flatten_with_keys_fn: FlattenWithKeysFn | None = None,
) -> None:
    """Makes a class a kind of node.

    Args:
        flatten_fn: Gives (children as a list, context) of an instance
        unflatten_fn: Gives the instance of (children, context)
        serialized_type_name, to_dumpable_context, from_dumpable_context: How treespec_dumps writes it
        flatten_with_keys_fn: As flatten_fn, with (key, child) pairs; for functions with paths

    Raises ValueError for a class that is one already, and where one direction of the context is missing.
    """
    with _registering:
        if cls in SUPPORTED_NODES:
            raise ValueError(f"{cls} is already registered as pytree node.")
    _private_register_pytree_node(
        cls, flatten_fn, unflatten_fn, serialized_type_name=serialized_type_name, to_dumpable_context=to_dumpable_context,
        from_dumpable_context=from_dumpable_context, flatten_with_keys_fn=flatten_with_keys_fn,
    )  # fmt: skip


def _private_register_pytree_node(
    cls, flatten_fn, unflatten_fn, *, serialized_type_name=None, to_dumpable_context=None, from_dumpable_context=None,
    flatten_with_keys_fn=None,
):  # fmt: skip
    if (to_dumpable_context is None) != (from_dumpable_context is None):
        raise ValueError(f"Both to_dumpable_context and from_dumpable_context for {cls} must be None or registered.")
    with _registering:
        if cls in SUPPORTED_NODES:
            warnings.warn(
                f"{cls} is already registered as pytree node. Overwriting the previous registration.", stacklevel=2
            )
        SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn)
        name = NO_SERIALIZED_TYPE_NAME_FOUND if serialized_type_name is None else serialized_type_name
        SUPPORTED_SERIALIZED_TYPES[cls] = _SerializeNodeDef(cls, name, to_dumpable_context, from_dumpable_context)
        SERIALIZED_TYPE_TO_PYTHON_TYPE[name] = cls


def _register_pytree_node(cls, flatten_fn, unflatten_fn, to_str_fn=None, maybe_from_str_fn=None, **kwargs):
    """The old name of register_pytree_node, which overwrites."""
    warnings.warn(
        "`torch.utils._pytree._register_pytree_node` is deprecated. "
        "Please use `torch.utils._pytree.register_pytree_node` instead.",
        FutureWarning,
        stacklevel=2,
    )
    _private_register_pytree_node(cls, flatten_fn, unflatten_fn, **kwargs)


def _deregister_pytree_node(cls: type[Any]) -> None:
    with _registering:
        del SUPPORTED_NODES[cls]
        del SERIALIZED_TYPE_TO_PYTHON_TYPE[SUPPORTED_SERIALIZED_TYPES.pop(cls).serialized_type_name]
        CONSTANT_NODES.discard(cls)


def register_dataclass(
    cls: type[Any],
    *,
    field_names: list[str] | None = None,
    drop_field_names: list[str] | None = None,
    serialized_type_name: str | None = None,
) -> None:
    """Makes a dataclass a kind of node: its fields are the children; None in a field belongs to the context.

    Raises ValueError where field_names do not fit the fields.
    """
    if not dataclasses.is_dataclass(cls):
        if field_names is None:
            raise ValueError(
                "field_names must be specified with a list of all fields used to "
                f"initialize {cls}, as it is not a dataclass."
            )
    else:
        wanted = {one.name: None for one in dataclasses.fields(cls) if one.init}
        if field_names is None:
            field_names = list(wanted)
        else:
            _check_fields(wanted.keys() - set(drop_field_names or ()), set(field_names))

    def opened(obj):
        values = {name: getattr(obj, name) for name in field_names}
        given = {name: value for name, value in values.items() if value is not None}
        return list(given.values()), [list(given), [name for name in values if name not in given]]

    def with_keys(obj):
        children, context = opened(obj)
        return [(GetAttrKey(name), child) for name, child in zip(context[0], children)], context[0]

    def built(children, context):
        return cls(**dict(zip(context[0], children, strict=True)), **dict.fromkeys(context[1]))

    _private_register_pytree_node(
        cls, opened, built, serialized_type_name=serialized_type_name, flatten_with_keys_fn=with_keys
    )


def _check_fields(wanted, given):
    if wanted == given:
        return
    message = "field_names does not include all dataclass fields.\n"
    if missing := wanted - given:
        message += (
            f"Missing fields in `field_names`: {missing}. If you want to include these fields in the pytree, please "
            "add them to `field_names`, otherwise please add them to `drop_field_names`.\n"
        )
    if unexpected := given - wanted:
        message += (
            f"Unexpected fields in `field_names`: {unexpected}. Please remove these fields, or add them to "
            "`drop_field_names`.\n"
        )
    raise ValueError(message)


@dataclasses.dataclass(frozen=True)
class ConstantNode:
    """The context of a node that is a constant."""

    value: Any


def register_constant(cls: type[Any]) -> None:
    """Makes a class a kind of node without children. Raises TypeError unless it has __eq__ and __hash__ of its own."""
    if cls.__eq__ is object.__eq__:
        raise TypeError("register_constant(cls) expects `cls` to have a non-default `__eq__` implementation.")
    if cls.__hash__ is None:
        raise TypeError("register_constant(cls) expects `cls` to have a non-default `__hash__` implementation.")

    def opened(value):
        return [], ConstantNode(value)

    with _registering:
        _private_register_pytree_node(cls, opened, lambda children, context: context.value, flatten_with_keys_fn=opened)
        CONSTANT_NODES.add(cls)


def is_constant_class(cls: type[Any]) -> bool:
    return isinstance(cls, type) and cls in CONSTANT_NODES


# ---- named tuples and structures of C's ----


def is_namedtuple_class(cls: type) -> bool:
    """Whether a class was made by namedtuple or NamedTuple, or derives from one."""
    return (
        isinstance(cls, type)
        and issubclass(cls, tuple)
        and isinstance(getattr(cls, "_fields", None), tuple)
        and all(type(field) is str for field in cls._fields)
        and callable(getattr(cls, "_make", None))
        and callable(getattr(cls, "_asdict", None))
    )


def is_namedtuple_instance(obj: object) -> bool:
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj: object | type) -> bool:
    """Of an instance or a class."""
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def is_structseq_class(cls: type) -> bool:
    """Whether a class is one of C's structures, as time.struct_time."""
    return (
        isinstance(cls, type)
        and cls.__bases__ == (tuple,)
        and all(isinstance(getattr(cls, f"n_{kind}fields", None), int) for kind in ("", "sequence_", "unnamed_"))
        and not cls.__flags__ & 1 << 10  # nothing can derive from it
    )


def is_structseq_instance(obj: object) -> bool:
    return is_structseq_class(type(obj))


def is_structseq(obj: object | type) -> bool:
    """Of an instance or a class."""
    return is_structseq_class(obj if isinstance(obj, type) else type(obj))


# ---- the kinds that are there from the start ----


def _register_builtin(kind, name, opened, built, keys, dump=None, load=None):
    """`keys(node, context)` gives a key for each child."""

    def with_keys(node):
        children, context = opened(node)
        return list(zip(keys(node, context), children)), context

    _private_register_pytree_node(
        kind, opened, built, serialized_type_name=name, to_dumpable_context=dump, from_dumpable_context=load,
        flatten_with_keys_fn=with_keys,
    )  # fmt: skip


def _positions(node, context):
    return map(SequenceKey, range(len(node)))


def _keys(node, context):
    return map(MappingKey, node)


def _values_and_keys(node):
    return list(node.values()), list(node)


def _pairs(children, context):
    return zip(context, children, strict=True)


def _registered_name(kind):
    found = SUPPORTED_SERIALIZED_TYPES.get(kind)
    if found is None or found.serialized_type_name == NO_SERIALIZED_TYPE_NAME_FOUND:
        raise NotImplementedError(
            f"Can't serialize TreeSpec of namedtuple class {kind} because we didn't register a serializated_type_name. "
            "Please register using `_register_namedtuple`."
        )
    return found.serialized_type_name


def _class_of_name(name):
    if name not in SERIALIZED_TYPE_TO_PYTHON_TYPE:
        raise NotImplementedError(
            f"Can't deserialize TreeSpec of namedtuple class {name} because we couldn't find a serializated name."
        )
    return SERIALIZED_TYPE_TO_PYTHON_TYPE[name]


def _dump_defaultdict(context):
    factory, keys = context
    return {
        "default_factory_module": factory.__module__,
        "default_factory_name": factory.__qualname__,
        "dict_context": keys,
    }


def _load_defaultdict(dumped):
    module = importlib.import_module(dumped["default_factory_module"])
    return [getattr(module, dumped["default_factory_name"]), dumped["dict_context"]]


def _dict_flatten(d: dict[Any, Any]) -> tuple[list[Any], Context]:
    """The values of a dict, and its keys; classes that are registered as dicts take it."""
    return _values_and_keys(d)


def _dict_flatten_with_keys(d: dict[Any, Any]) -> tuple[list[tuple[Any, Any]], Context]:
    """The values of a dict with the keys that lead to them, and the dict's keys."""
    values, keys = _values_and_keys(d)
    return list(zip(map(MappingKey, keys), values)), keys


def _dict_unflatten(values: Iterable[Any], context: Context) -> dict[Any, Any]:
    """A dict of values and keys."""
    return dict(_pairs(values, context))


_register_builtin(tuple, "builtins.tuple", lambda node: (list(node), None), lambda c, _: tuple(c), _positions)
_register_builtin(list, "builtins.list", lambda node: (node, None), lambda c, _: list(c), _positions)
_register_builtin(dict, "builtins.dict", _dict_flatten, _dict_unflatten, _keys)
_register_builtin(
    namedtuple, "collections.namedtuple", lambda node: (list(node), type(node)), lambda c, kind: kind(*c),
    lambda node, kind: map(GetAttrKey, kind._fields), _registered_name, _class_of_name,
)  # fmt: skip
_register_builtin(
    OrderedDict, "collections.OrderedDict", _values_and_keys, lambda c, keys: OrderedDict(_pairs(c, keys)), _keys
)
_register_builtin(
    defaultdict, "collections.defaultdict", lambda node: (list(node.values()), [node.default_factory, list(node)]),
    lambda c, context: defaultdict(context[0], _pairs(c, context[1])), _keys, _dump_defaultdict,
    _load_defaultdict,
)  # fmt: skip
_register_builtin(
    deque,
    "collections.deque",
    lambda node: (list(node), node.maxlen),
    lambda c, maxlen: deque(c, maxlen=maxlen),
    _positions,
)

STANDARD_DICT_TYPES = frozenset({dict, OrderedDict, defaultdict})
BUILTIN_TYPES = frozenset({tuple, list, dict, namedtuple, OrderedDict, defaultdict, deque})


def _get_node_type(tree):
    kind = type(tree)
    return namedtuple if issubclass(kind, tuple) and kind is not tuple and is_namedtuple_class(kind) else kind


def _register_namedtuple(cls: type[Any], *, serialized_type_name: str) -> None:
    """Gives a class of named tuples a name for treespec_dumps."""
    node = SUPPORTED_NODES[namedtuple]
    _private_register_pytree_node(
        cls, node.flatten_fn, node.unflatten_fn, serialized_type_name=serialized_type_name,
        to_dumpable_context=_registered_name, from_dumpable_context=_class_of_name,
        flatten_with_keys_fn=node.flatten_with_keys_fn,
    )  # fmt: skip


def tree_is_leaf(tree: PyTree, is_leaf: _IsLeaf = None) -> bool:
    """Whether it is no node, or `is_leaf` says so."""
    return (is_leaf is not None and is_leaf(tree)) or _get_node_type(tree) not in SUPPORTED_NODES
