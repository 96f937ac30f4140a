"""Tuples, lists and dicts of values, flattened and put together again (torch.utils._pytree)."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque, namedtuple

_SEQUENCES = (tuple, list, deque)
_MAPPINGS = (dict, OrderedDict, defaultdict)


def _is_named_tuple(value):
    return isinstance(value, tuple) and hasattr(type(value), "_fields")


class Spec:
    """How a value is built of others: a leaf, or a kind of container, what it needs beside its children, and those."""

    __slots__ = ("children", "context", "kind", "leaves")

    def __init__(self, kind=None, context=None, children=()):
        self.kind, self.context, self.children = kind, context, children
        self.leaves = sum(child.leaves for child in children) if kind else 1

    def __repr__(self):
        return self.text(0)

    def text(self, indent):
        """As torch writes it, a child on each line."""
        if self.kind is None:
            return "*"
        indent += 2
        children = f",\n{' ' * indent}".join(child.text(indent) for child in self.children)
        return f"TreeSpec({self.kind.__name__}, {self.context}, [{children}])"


def _opened(value):
    """(kind, context, children) of a container; kind is None for a leaf."""
    kind = type(value)
    if _is_named_tuple(value):
        return namedtuple, kind, list(value)
    if kind in _SEQUENCES:
        return kind, value.maxlen if kind is deque else None, list(value)
    if kind in _MAPPINGS:
        keys = list(value)
        return kind, [value.default_factory, keys] if kind is defaultdict else keys, list(value.values())
    return None, None, []


def flatten(value):
    """(the leaves, the Spec)."""
    kind, context, children = _opened(value)
    if kind is None:
        return [value], Spec()
    leaves, specs = [], []
    for child in children:
        found, spec = flatten(child)
        leaves += found
        specs.append(spec)
    return leaves, Spec(kind, context, specs)


def unflatten(leaves, spec):
    """The value of a Spec with these leaves."""
    return _built(iter(leaves), spec)


def _built(leaves, spec):
    if spec.kind is None:
        return next(leaves)
    children = [_built(leaves, child) for child in spec.children]
    if spec.kind is namedtuple:
        return spec.context(*children)
    if spec.kind is deque:
        return deque(children, maxlen=spec.context)
    if spec.kind is defaultdict:
        return defaultdict(spec.context[0], zip(spec.context[1], children))
    return spec.kind(zip(spec.context, children) if spec.kind in _MAPPINGS else children)


def broadcast(prefix, spec):
    """One value for each leaf: those of a tree that ends earlier count for all below; None if the trees differ."""
    kind, context, children = _opened(prefix)
    if kind is None:
        return [prefix] * spec.leaves
    pairs = _paired(kind, context, children, spec)
    if pairs is None:
        return None
    found = []
    for child, below in pairs:
        leaves = broadcast(child, below)
        if leaves is None:
            return None
        found += leaves
    return found


def _paired(kind, context, children, spec):
    """The children with those of the Spec, or None; dicts go by their keys, of whichever kind of dict."""
    if len(children) != len(spec.children):
        return None
    if kind in _MAPPINGS and spec.kind in _MAPPINGS:
        mine = dict(zip(context[1] if kind is defaultdict else context, children))
        keys = spec.context[1] if spec.kind is defaultdict else spec.context
        return [(mine[key], below) for key, below in zip(keys, spec.children)] if set(keys) == set(mine) else None
    if kind is not spec.kind or (kind is namedtuple and context is not spec.context):
        return None
    return list(zip(children, spec.children))
