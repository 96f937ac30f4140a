"""Values of expressions that are known before the program runs: modules, functions, classes, constants, and sequences of them."""

from __future__ import annotations

import ast
import builtins
import inspect
import types

from .._boundary.errors import TorchError
from ..nn import Module, ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from ._builtins import unwrapped
from ._source import NotSupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Const:
    """An object of Python's: a function, a class, a module of Python's, or a constant."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Sub:
    """An nn.Module, with the text that names it in the program: `self.layer`."""

    def __init__(self, module: Any, path: str) -> None:
        self.module, self.path = module, path


class Method:
    """A method of a module, by its name there."""

    def __init__(self, of: Sub, name: str, function: Any) -> None:
        self.of, self.name, self.function = of, name, function


class Seq:
    """A sequence that is unrolled when the program is made: each item is one of these classes."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items


class Text:
    """A part of a program that stands for a value."""

    def __init__(self, text: str) -> None:
        self.text = text


class Part:
    """A slice in a variable, with the expressions of its start, stop and step."""

    def __init__(self, node: ast.Slice) -> None:
        self.node = node


class Failed:
    """A value without a form in TorchScript: an error, if the program needs it."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def child_path(path: str, name: str) -> str:
    """The text that names an attribute, also one that is no identifier."""
    return f"{path}.{name}" if name.isidentifier() else f'getattr({path}, "{name}")'


def _is(module, cls, method):
    """Returns whether the module is gone through as the class is."""
    return isinstance(module, cls) and getattr(type(module), method, None) is getattr(cls, method)


def children(sub: Sub) -> list[tuple[str, Sub]]:
    """The submodules by name."""
    found = sub.module._modules.items()
    return [(name, Sub(one, child_path(sub.path, name))) for name, one in found if one is not None]


def _named_modules(sub, prefix=""):
    yield prefix, sub
    for name, one in children(sub):
        yield from _named_modules(one, f"{prefix}.{name}" if prefix else name)


def _tensors(sub, kind):
    for prefix, one in _named_modules(sub):
        for name, value in getattr(one.module, kind).items():
            if value is not None:
                yield f"{prefix}.{name}" if prefix else name, Text(child_path(one.path, name))


def items_of(sub: Sub) -> list[Any] | None:
    """Returns what `for x in module` goes through; None where that is not known."""
    module = sub.module
    if any(_is(module, cls, "__iter__") for cls in (ModuleList, Sequential)):
        return [one for _, one in children(sub)]
    if _is(module, ModuleDict, "__iter__"):
        return [Const(name) for name in module._modules]
    if isinstance(module, ParameterList):
        return [Text(child_path(sub.path, name)) for name in module._parameters]
    if isinstance(module, ParameterDict):
        return [Const(name) for name in module._parameters]
    return None


def _pairs(found):
    return [Seq([Const(name), one]) for name, one in found]


def called(method: Method) -> Seq | None:
    """Returns what a method of nn.Module gives, that is known before the program runs."""
    sub, name = method.of, method.name
    module = sub.module
    if getattr(type(module), name, None) is not method.function:
        return None
    if name in ("items", "keys", "values") and isinstance(module, (ModuleDict, ParameterDict)):
        if isinstance(module, ModuleDict):
            found = children(sub)
        else:
            found = [(key, Text(child_path(sub.path, key))) for key in module._parameters]
        lists = {"items": _pairs(found), "keys": [Const(k) for k, _ in found], "values": [v for _, v in found]}
        return Seq(lists[name])
    if getattr(Module, name, None) is not method.function:
        return None
    makers = {
        "children": lambda: [one for _, one in children(sub)],
        "named_children": lambda: _pairs(children(sub)),
        "modules": lambda: [one for _, one in _named_modules(sub)],
        "named_modules": lambda: _pairs(_named_modules(sub)),
        "parameters": lambda: [one for _, one in _tensors(sub, "_parameters")],
        "named_parameters": lambda: _pairs(_tensors(sub, "_parameters")),
        "buffers": lambda: [one for _, one in _tensors(sub, "_buffers")],
        "named_buffers": lambda: _pairs(_tensors(sub, "_buffers")),
    }
    return Seq(makers[name]()) if name in makers else None


class Statics:
    """The part of the converter that finds out what is known; see Converter."""

    names: Any
    source: Any
    locals: set[str]
    known: dict[str, Any]
    compiler: Any

    def static(self, node: ast.expr) -> Any:
        """Returns what is known of an expression, or None."""
        method = getattr(self, f"_static_{type(node).__name__}", None)
        return None if method is None else method(node)

    def _static_Constant(self, node):
        return Const(node.value)

    def _static_Name(self, node):
        if node.id in self.known:
            return self.known[node.id]
        if node.id in self.locals:
            return None
        found, value = self.names.find(node.id)
        return Const(value) if found else None

    def _static_Attribute(self, node):
        of = self.static(node.value)
        if isinstance(of, Sub):
            return self.compiler.attribute(of, node.attr)
        if isinstance(of, Failed):
            return of
        if isinstance(of, Const) and not isinstance(of.value, (str, int, float, tuple, list, dict)):
            value = of.value
            if isinstance(value, types.ModuleType) or inspect.isclass(value) or not hasattr(type(value), "shape"):
                try:
                    return Const(getattr(value, node.attr))
                except AttributeError:
                    if isinstance(value, types.ModuleType):
                        return Failed(TorchError(f"module '{value.__name__}' object has no attribute {node.attr}"))
                    return None
        return None

    def _static_Subscript(self, node):
        of = self.static(node.value)
        items = self.items(of) if isinstance(of, (Sub, Seq)) else None
        index = self._index(node.slice)
        if isinstance(of, Sub) and isinstance(of.module, (ModuleDict, ParameterDict)) and isinstance(index, str):
            return self.compiler.attribute(of, index) if index in of.module else None
        if items is None or index is None:
            return None
        if isinstance(index, slice):
            return Seq(items[index])
        if isinstance(index, int) and -len(items) <= index < len(items):
            return items[index]
        return None

    def as_slice(self, node: ast.expr) -> ast.expr:
        """Returns `1:2` for an index slice(1, 2), which torch.fx writes, or a variable of it; any other index as it is."""
        kept = self.static(node) if isinstance(node, ast.Name) else None
        if isinstance(kept, Part):
            return kept.node
        if not (isinstance(node, ast.Call) and 0 < len(node.args) < 4 and not node.keywords):
            return node
        of = self.static(node.func)
        if not (isinstance(of, Const) and of.value is slice) or any(isinstance(one, ast.Starred) for one in node.args):
            return node
        parts = [None if isinstance(one, ast.Constant) and one.value is None else one for one in node.args]
        first = [None] if len(parts) == 1 else []
        return ast.copy_location(ast.Slice(*first, *parts), node)

    def _index(self, node):
        node = self.as_slice(node)
        if isinstance(node, ast.Slice):
            parts = [None if part is None else self._index(part) for part in (node.lower, node.upper, node.step)]
            wanted = (node.lower, node.upper, node.step)
            return None if any(p is None and w is not None for p, w in zip(parts, wanted)) else slice(*parts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self._index(node.operand)
            return -inner if isinstance(inner, int) else None
        found = self.static(node)
        return found.value if isinstance(found, Const) and isinstance(found.value, (int, str)) else None

    def _static_Tuple(self, node):
        items = [self.static(one) for one in node.elts]
        return Seq(items) if items and all(isinstance(one, (Sub, Method)) for one in items) else None

    _static_List = _static_Tuple

    def _static_Dict(self, node):
        return None if node.keys else Const({})

    def items(self, of: Any) -> list[Any] | None:
        """The items of what is gone through when the program is made."""
        return of.items if isinstance(of, Seq) else items_of(of) if isinstance(of, Sub) else None

    def _static_Call(self, node):
        of = self.static(node.func)
        if isinstance(of, Method) and not node.args and not node.keywords:
            return called(of)
        if not isinstance(of, Const):
            return None
        function = unwrapped(of.value)
        if function in self.compiler.folded:
            return Const(self.compiler.folded[function])
        if function in (builtins.enumerate, builtins.zip, builtins.reversed, builtins.list, builtins.tuple):
            return self._sequence(function, node)
        if function is builtins.len and len(node.args) == 1:
            of = self.static(node.args[0])
            own = getattr(type(of.module), "__len__", None) if isinstance(of, Sub) else None
            if inspect.isfunction(own) and not own.__globals__["__name__"].startswith("pytorch_c."):
                return Text(f"{self.compiler.method_text(Method(of, '__len__', own), self)}()")
            if isinstance(of, Const) and isinstance(of.value, dict):
                return Const(len(of.value))
            items = self.items(of)
            return None if items is None else Const(len(items))
        if function is builtins.hasattr and len(node.args) == 2:
            return self._has(node)
        if function is builtins.getattr and len(node.args) in (2, 3):
            sub, name = self.static(node.args[0]), self.static(node.args[1])
            if isinstance(sub, Sub) and isinstance(name, Const) and isinstance(name.value, str):
                if len(node.args) == 2 or hasattr(sub.module, name.value):
                    found = self.compiler.attribute(sub, name.value)
                    if len(node.args) == 2 or not isinstance(found, Failed):
                        return found
                return self.static(node.args[2])
        if function is builtins.super and not node.args and "self" in self.known:
            return self._super()
        return None

    def _has(self, node):
        sub, name = self.static(node.args[0]), self.static(node.args[1])
        if isinstance(sub, Sub) and isinstance(name, Const):
            return Const(hasattr(sub.module, name.value))
        return None

    def _super(self):
        found, cls = self.names.find("__class__")
        return Sub(_Above(self.known["self"].module, cls), "self") if found else None

    def _is_range(self, node):
        found = self.static(node.func)
        return isinstance(found, Const) and found.value is builtins.range

    def _sequence(self, function, node):
        given = [self.items(self.static(one)) for one in node.args]
        if not given or given[0] is None and function is not builtins.zip:
            return None
        if function is builtins.enumerate:
            start = self._index(node.args[1]) if len(node.args) > 1 else 0
            for keyword in node.keywords:
                start = self._index(keyword.value)
            return Seq([Seq([Const(i), one]) for i, one in enumerate(given[0], start or 0)])
        if function is not builtins.zip:
            return Seq(list(given[0])[:: -1 if function is builtins.reversed else 1])
        lengths = {len(one) for one in given if one is not None}
        if not lengths:
            return None
        for arg, one in zip(node.args, given):
            if one is None and isinstance(arg, ast.Call) and self._is_range(arg):
                raise NotSupportedError(
                    self.source.place(arg),
                    "zip of modules and of what goes through a range, that does not have a "
                    "statically determinable length, isn't supported",
                )
        count = min(lengths)
        columns = [
            one if one is not None else [Text(f"{self.expr(arg)}[{i}]") for i in range(count)]
            for arg, one in zip(node.args, given)
        ]
        return Seq([Seq(list(row)) for row in zip(*columns)])

    # ---- conditions ----

    def truth(self, node: ast.expr) -> bool | None:
        """Returns whether a condition holds, where that is known."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.truth(node.operand)
            return None if inner is None else not inner
        if isinstance(node, ast.BoolOp):
            parts, stop = [self.truth(one) for one in node.values], isinstance(node.op, ast.Or)
            if stop in parts:
                return stop
            return None if None in parts else not stop
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._compared(node)
        found = self.static(node)
        if isinstance(found, Const) and isinstance(found.value, (bool, int, tuple, str, type(None))):
            return bool(found.value)
        if isinstance(found, (Sub, Method)):
            return True if not isinstance(found, Sub) or items_of(found) is None else bool(items_of(found))
        return None

    def _compared(self, node):
        if isinstance(node.left, ast.Constant) and isinstance(node.comparators[0], ast.Constant):
            return None  # a branch as any other: what is declared in it is not known after it
        left, right, op = self.static(node.left), self.static(node.comparators[0]), type(node.ops[0])
        if isinstance(left, (Sub, Method)) and isinstance(right, Const) and right.value is None:
            return {ast.Is: False, ast.IsNot: True}.get(op)
        if op in (ast.In, ast.NotIn) and isinstance(left, Const) and isinstance(right, Sub):
            module = right.module
            return (left.value in module) is (op is ast.In) if isinstance(module, (ModuleDict, ParameterDict)) else None
        plain = (bool, int, float, str, type(None))
        if not (isinstance(left, Const) and isinstance(right, Const)):
            return None
        if op in (ast.In, ast.NotIn) and isinstance(left.value, plain) and isinstance(right.value, (tuple, list)):
            return (left.value in right.value) is (op is ast.In)
        if not isinstance(left.value, plain) or not isinstance(right.value, plain):
            if op in (ast.Is, ast.IsNot) and (left.value is None or right.value is None):
                return (left.value is right.value) is (op is ast.Is)
            return None
        compare = {
            ast.Is: lambda a, b: a is b,
            ast.IsNot: lambda a, b: a is not b,
            ast.Eq: lambda a, b: a == b,
            ast.NotEq: lambda a, b: a != b,
            ast.Lt: lambda a, b: a < b,
            ast.LtE: lambda a, b: a <= b,
            ast.Gt: lambda a, b: a > b,
            ast.GtE: lambda a, b: a >= b,
        }.get(op)
        try:
            return None if compare is None else compare(left.value, right.value)
        except TypeError:
            return None


class _Above:
    """A module as super() shows it in a method of the class `cls`."""

    def __init__(self, module: Any, cls: type) -> None:
        self.module, self.above = module, cls
