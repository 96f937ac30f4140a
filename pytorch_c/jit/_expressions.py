"""Expressions of Python as TorchScript's text."""

from __future__ import annotations

import ast
import builtins
import inspect

from . import _marks
from ._builtins import unwrapped
from ._source import FrontendError, NotSupportedError, UnsupportedNodeError
from ._static import Const, Failed, Method, Part, Seq, Statics, Sub, Text
from ._types import UnknownType, evaluated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.Mod: "%", ast.FloorDiv: "//",
    ast.BitAnd: "&", ast.BitXor: "^", ast.BitOr: "|", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
_UNARY = {ast.Not: "not ", ast.USub: "-", ast.Invert: "~"}
_COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


class Expressions(Statics):
    """The part of the converter for expressions; see Converter."""

    source: Any
    writer: Any
    own: bool

    def expr(self, node: ast.expr) -> str:
        """The text of an expression, with marks that say where it was."""
        return self.writer.mark(node, self._plain(node))

    def _plain(self, node):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Call)):
            found = self.static(node)
            if found is not None:
                return self.text_of(found, node)
        method = getattr(self, f"_expr_{type(node).__name__}", None)
        if method is None:
            raise UnsupportedNodeError(self.source, node)
        return method(node)

    def text_of(self, found: Any, node: ast.expr) -> str:
        """The text of what is known."""
        if isinstance(found, Text):
            return found.text
        if isinstance(found, Sub):
            return found.path
        if isinstance(found, Method):
            return self.compiler.method_text(found, self)
        if isinstance(found, Seq):
            return f"({', '.join(self.text_of(one, node) for one in found.items)},)"
        if isinstance(found, Part):
            raise NotSupportedError(self.source.place(node), "Python slice value cannot be used as a value")
        if isinstance(found, Failed):
            return self.compiler.failed(self._placed(found.error, node))
        return self.compiler.constant(found.value, self, node)

    def _placed(self, error, node):
        """An error about an expression, with its place."""
        return error if "line " in str(error) else type(error)(f"{error}:\n{self.source.place(node)}")

    # ---- names and parts ----

    def _expr_Name(self, node):
        if node.id.startswith("__jit"):
            raise NotSupportedError(
                self.source.place(node), "names of variables used in JIT-ed functions can't start with __jit"
            )
        return self.renamed.get(node.id, node.id)

    def _expr_Attribute(self, node):
        return f"{self.operand(node.value)}.{node.attr}"

    def operand(self, node: ast.expr) -> str:
        """An expression in front of a dot or a bracket."""
        text = self.expr(node)
        number = isinstance(node, ast.Constant) and not isinstance(node.value, str)
        simple = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)) and not number
        return text if simple else f"({text})"

    def _expr_Subscript(self, node):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(node.slice, ast.Tuple) and not parts:
            return f"{self.operand(node.value)}[()]"
        return f"{self.operand(node.value)}[{', '.join(map(self._part, parts))}]"

    def _part(self, node):
        node = self.as_slice(node)
        if not isinstance(node, ast.Slice):
            return self.expr(node)
        lower, upper = ("" if part is None else self.expr(part) for part in (node.lower, node.upper))
        return f"{lower}:{upper}" + ("" if node.step is None else f":{self.expr(node.step)}")

    # ---- operators ----

    def _group(self, node):
        text = self.expr(node)
        simple = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant, ast.List, ast.Tuple, ast.Dict)
        return text if isinstance(node, simple) else f"({text})"

    def _expr_BinOp(self, node):
        op = _BINARY.get(type(node.op))
        if op is None:
            raise NotSupportedError(self.source.place(node), f"unsupported binary operator: {type(node.op).__name__}")
        return f"{self._group(node.left)} {op} {self._group(node.right)}"

    def _expr_UnaryOp(self, node):
        op = _UNARY.get(type(node.op))
        if op is None:
            raise NotSupportedError(self.source.place(node), f"unsupported unary operator: {type(node.op).__name__}")
        if isinstance(node.op, ast.Not):  # libtorch reads "not input" as "not in" and "put"
            return f"not ({self.expr(node.operand)})"
        return f"{op}{self._group(node.operand)}"

    def _expr_BoolOp(self, node):
        known = self.truth(node)
        if known is not None:
            return str(known)
        stop = isinstance(node.op, ast.Or)
        values, kept = [(self.truth(one), one) for one in node.values], []
        for truth, one in values:  # what is known and decides nothing goes
            if truth is None:
                kept.append(one)
            elif truth is stop:
                kept.append(ast.copy_location(ast.Constant(stop), one))
                break
        return (" or " if stop else " and ").join(map(self._group, kept))

    def _expr_IfExp(self, node):
        known = self.truth(node.test)
        if known is not None:
            return self._plain(node.body if known else node.orelse)
        return f"{self._group(node.body)} if {self._group(node.test)} else {self._group(node.orelse)}"

    def _expr_Compare(self, node):
        known = self.truth(node)
        if known is not None:
            return str(known)
        operands, parts = [self._group(one) for one in (node.left, *node.comparators)], []
        for left, op, right in zip(operands, node.ops, operands[1:]):
            parts.append(f"{left} {_COMPARE[type(op)]} {right}")
        return parts[0] if len(parts) == 1 else " and ".join(f"({part})" for part in parts)

    # ---- literals ----

    def _expr_List(self, node):
        return f"[{', '.join(map(self.expr, node.elts))}]"

    def _expr_Tuple(self, node):
        items = ", ".join(map(self.expr, node.elts))
        return f"({items},)" if len(node.elts) == 1 else f"({items})"

    def _expr_Dict(self, node):
        if any(key is None for key in node.keys):
            raise NotSupportedError(self.source.place(node), "Dict expansion (e.g. `{**dict}`) is not supported")
        return "{" + ", ".join(f"{self.expr(k)}: {self.expr(v)}" for k, v in zip(node.keys, node.values)) + "}"

    def _expr_JoinedStr(self, node):
        text, values = "", []
        for one in node.values:
            if isinstance(one, ast.Constant):
                text += one.value
                continue
            if not self.own and one.conversion != -1:
                raise NotSupportedError(self.source.place(node), "Don't support conversion in JoinedStr")
            if not self.own and one.format_spec is not None:
                raise NotSupportedError(self.source.place(node), "Don't support formatting in JoinedStr")
            text += "{}"
            values.append(self.expr(one.value))
        return f"{self.compiler.literal(text)}.format({', '.join(values)})"

    def _expr_Starred(self, node):
        return f"*{self._group(node.value)}"

    # ---- comprehensions ----

    def _generator(self, node):
        if len(node.generators) != 1:
            raise NotSupportedError(self.source.place(node), "Only a single generator is currently supported")
        if node.generators[0].ifs:
            raise NotSupportedError(self.source.place(node), "Comprehension ifs are not supported yet")
        return node.generators[0]

    def _expr_ListComp(self, node):
        over = self._generator(node)
        items = self.items(self.static(over.iter))
        if items is not None:
            return f"[{', '.join(self._each(over.target, one, node.elt) for one in items)}]"
        inner = self._bound(over.target)
        text = f"[{self._group(node.elt)} for {self.target(over.target)} in {self._outer(inner, over.iter)}]"
        self._unbind(inner)
        return text

    _expr_GeneratorExp = _expr_ListComp

    def _expr_DictComp(self, node):
        over = self._generator(node)
        inner = self._bound(over.target)
        pair = f"{self.expr(node.key)}: {self.expr(node.value)}"
        text = f"{{{pair} for {self.target(over.target)} in {self._outer(inner, over.iter)}}}"
        self._unbind(inner)
        return text

    def _bound(self, target):
        """The names of a comprehension are its own while it is converted."""
        names = {one.id for one in ast.walk(target) if isinstance(one, ast.Name)}
        kept = {name: self.known.pop(name) for name in names if name in self.known}
        new = names - self.locals
        self.locals |= names
        return new, kept

    def _unbind(self, bound):
        self.locals -= bound[0]
        self.known.update(bound[1])

    def _outer(self, bound, node):
        self.locals -= bound[0]
        text = self.expr(node)
        self.locals |= bound[0]
        return text

    def _each(self, target, item, node):
        with_names = self.bind(target, item)
        text = self.expr(node)
        for name, before in with_names.items():
            if before is None:
                self.known.pop(name)
            else:
                self.known[name] = before
        return text

    def bind(self, target: ast.expr, item: Any) -> dict[str, Any]:
        """The names of a target mean what is known; gives what they meant before."""
        if isinstance(target, ast.Name):
            before = {target.id: self.known.get(target.id)}
            self.known[target.id] = item
            return before
        if not isinstance(target, (ast.Tuple, ast.List)):
            raise UnsupportedNodeError(self.source, target)
        if isinstance(item, Text):
            parts = [Text(f"{item.text}[{i}]") for i in range(len(target.elts))]
        else:
            parts = item.items if isinstance(item, Seq) else None
        if parts is None or len(parts) != len(target.elts):
            raise NotSupportedError(self.source.place(target), f"{len(target.elts)} values are needed here")
        before = {}
        for one, part in zip(target.elts, parts):
            before |= self.bind(one, part)
        return before

    def target(self, node: ast.expr) -> str:
        """Returns what a value is assigned to."""
        if isinstance(node, (ast.Tuple, ast.List)):
            inner = ", ".join(map(self.target, node.elts))
            return f"({inner},)" if len(node.elts) == 1 else f"({inner})"
        if isinstance(node, ast.Starred):
            return f"*{self.target(node.value)}"
        if isinstance(node, ast.Attribute):
            return self.writer.mark(node, f"{self.operand(node.value)}.{node.attr}")
        return self.writer.mark(node, self._expr_Name(node) if isinstance(node, ast.Name) else self._plain(node))

    # ---- calls ----

    def arguments(self, node: ast.Call) -> str:
        """The arguments of a call, as text."""
        parts = [self.expr(one) for one in node.args]
        for keyword in node.keywords:
            if keyword.arg is None:
                raise NotSupportedError(self.source.place(keyword.value), "keyword-arg expansion is not supported")
            parts.append(f"{keyword.arg}={self.expr(keyword.value)}")
        return ", ".join(parts)

    def _expr_Call(self, node):
        of = self.static(node.func)
        if isinstance(of, Sub):
            return self.compiler.module_call(of, self.arguments(node), self)
        if isinstance(of, Const):
            return self._call_of(of.value, node)
        if isinstance(of, Failed):
            return f"{self.compiler.failed(self._placed(of.error, node.func))}()"
        if isinstance(of, Method) and _marks.modifier(of.function) == _marks.IGNORE:
            arguments = self.arguments(node)
            return f"{self.compiler.ignored(of.function, of.of)}({of.of.path}{', ' if arguments else ''}{arguments})"
        function = self.expr(node.func) if of is None else self.writer.mark(node.func, self.text_of(of, node.func))
        return f"{function}({self.arguments(node)})"

    def _call_of(self, value, node):
        function = self.compiler.standing_for(unwrapped(value))
        form = self.compiler.forms.get(function) if _hashable(function) else None
        if form is not None:
            return form(self, node)
        if function is builtins.isinstance and len(node.args) == 2:
            return f"isinstance({self.expr(node.args[0])}, {self.types_text(node.args[1])})"
        chosen = getattr(function, "__dispatched__", None)
        if chosen is not None:
            value = self._chosen(*chosen, node)
        text = self.compiler.callee(value, self, node)
        return f"{self.writer.mark(node.func, text)}({self.arguments(node)})"

    def _chosen(self, name, index, default, if_true, if_false, node):
        """The function that boolean_dispatch calls for the arguments of a call."""
        given = next((one.value for one in node.keywords if one.arg == name), None)
        if given is None and len(node.args) > index:
            given = node.args[index]
        flag = default if given is None else self.truth(given)
        if flag is None:
            raise NotSupportedError(self.source.place(given), f"{name} must be a constant")
        return if_true if flag else if_false

    def type_text(self, node: ast.expr, known: Any = None) -> str:
        """A type that is written in the program; `known` is what Python made of it, if it did."""
        try:
            try:
                annotation = evaluated(node, self.names)
            except NameError:
                if known is None or isinstance(known, str):
                    raise
                annotation = known
            return self.compiler.types.of(annotation)
        except FrontendError as error:  # of a class that is compiled for it
            raise self.compiler.called_from(error, ast.unparse(node), self, node) from None
        except (UnknownType, NameError, SyntaxError, AttributeError, TypeError) as error:
            raise self.compiler.unknown_type(self.source.place(node), error) from error

    def types_text(self, node: ast.expr) -> str:
        """A type, or several in a tuple, as isinstance takes them."""
        found = self.static(node)
        if isinstance(found, Const) and isinstance(found.value, tuple):
            return f"({', '.join(map(self.compiler.types.of, found.value))})"
        if isinstance(node, (ast.Tuple, ast.List)):
            return f"({', '.join(map(self.types_text, node.elts))})"
        return self.type_text(node)


def _hashable(value: Any) -> bool:
    return inspect.isroutine(value) or inspect.isclass(value)
