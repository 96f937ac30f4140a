"""The converter: a Python function's syntax tree becomes TorchScript's text (torch.jit.frontend).

What the text names, and is no local of it, is resolved here: the compiler (_compile.py) says how. Loops over modules
are unrolled, conditions that are known are folded, and every expression remembers where it was (_source.py).
"""

from __future__ import annotations

import ast
import inspect
import os

from .._boundary.errors import TorchError
from ._defaults import default_text
from ._expressions import _BINARY, Expressions
from ._source import (
    FrontendError,
    FrontendTypeError,
    NotSupportedError,
    Parsed,
    UnsupportedNodeError,
    Writer,
)
from ._static import Const, Failed, Method, Part, Sub
from ._types import Scope, split_comment, type_comment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Converter", "FrontendError", "FrontendTypeError", "NotSupportedError", "UnsupportedNodeError"]

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_VARIADIC = "Compiled functions can't take variable number of arguments or use keyword-only arguments with defaults"


def _name_self(tree):
    """Renames the first argument of a module's method to self, the name that the compiler's texts have for it."""
    given = tree.args.args[0].arg if tree.args.args else "self"
    if given != "self":
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id == given:
                node.id = "self"
            elif isinstance(node, ast.arg) and node.arg == given:
                node.arg = "self"


class Converter(Expressions):
    """One function on its way to TorchScript's text.

    Args:
        function: The Python function
        parsed: Its tree
        name: What it is called there
        compiler: What resolves names and collects what they mean, for the text's scope
        module: The Sub that self is, for methods of modules; True for those of classes
    """

    def __init__(
        self, function: Callable[..., Any], parsed: Parsed, name: str, compiler: Any, module: Any = None
    ) -> None:
        self.function, self.tree, self.source, self.name = function, parsed.tree, parsed.source, name
        self.compiler, self.is_method = compiler, module is not None
        self.writer, self.names = Writer(self.source), Scope(function)
        if isinstance(module, Sub):
            _name_self(self.tree)
        # The package's own functions may use what messages need and programs do not.
        self.own = self.source.filename.startswith(_PACKAGE)
        self.renamed: dict[str, str] = {}
        self.locals, self.counts = _assigned(self.tree)
        self.known: dict[str, Any] = {}
        if isinstance(module, Sub) and self.tree.args.args:
            self.known[self.tree.args.args[0].arg] = module
        self.loops: list[bool] = []

    def convert(self, signature: Any = None) -> Writer:
        """The whole function; `signature` is another function whose types it gets: an overload."""
        self._signature(signature)
        self.body(self.tree.body, 1)
        return self.writer

    def heading(self, signature: Any = None) -> str:
        """The first line alone, as interfaces have it; `signature` as for convert()."""
        self._signature(signature)
        return self.writer.lines[-1]

    # ---- the first line ----

    def _signature(self, overload):
        arguments = self.tree.args
        for extra in (arguments.vararg, arguments.kwarg):
            if extra is not None:
                raise NotSupportedError(self.source.place(extra), _VARIADIC)
        if not self.own and any(default is not None for default in arguments.kw_defaults):
            raise NotSupportedError(self.source.place(arguments.kwonlyargs[0]), _VARIADIC)
        types, returned = self._types(overload)
        if self.own and returned is not None and returned.startswith("Union["):
            returned = None  # what it gives is known when constants are
        defaults = _defaults(overload or self.function)
        parts = []
        for number, arg in enumerate([*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]):
            if arg in arguments.kwonlyargs and arg is arguments.kwonlyargs[0]:
                parts.append("*")
            if self.is_method and number == 0:
                parts.append(arg.arg)
                continue
            default = ""
            if arg.arg in defaults:
                default = f"={default_text(defaults[arg.arg], types[arg.arg], self, arg)}"
            inferred = not default and arg.annotation is None and types[arg.arg] == "Tensor"  # messages say so
            kind = "" if inferred else f": {types[arg.arg]}"
            parts.append(f"{self.writer.mark(arg, arg.arg)}{kind}{default}")
        line = f"def {self.name}({', '.join(parts)}){'' if returned is None else f' -> {returned}'}:"
        self.writer.line(0, line, self.tree)

    def _types(self, overload):
        """({name: type} of the parameters, type of the result or None)."""
        tree, source, names, function = self.tree, self.source, self.names, self.function
        if overload is not None:
            tree, source, function = overload.tree, overload.source, overload.function
            names = Scope(function)
        objects = getattr(
            inspect.unwrap(function), "__annotations__", {}
        )  # a class of the frame around it is no closure
        arguments = [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]
        names_of = lambda of: [one.arg for one in (*of.posonlyargs, *of.args, *of.kwonlyargs)]  # noqa: E731
        if names_of(tree.args) != names_of(self.tree.args):
            raise TorchError(f"Overload must have same number of parameters, of the same names\n{source.place(tree)}")
        comment = type_comment(source.lines)
        kept, self.names = self.names, names
        try:
            if comment is not None and not any(one.annotation for one in arguments):
                given, result = split_comment(comment)
                own = arguments[1:] if self.is_method else arguments
                if len(given) != len(own) and len(given) == len(arguments):
                    own = arguments
                if len(given) != len(own):
                    raise TorchError(
                        f"Number of type annotations ({len(given)}) did not match the number of function parameters "
                        f"({len(own)}):\n{source.place(tree)}"
                    )
                for one in given:
                    ast.copy_location(one, tree)
                if result is not None:
                    ast.copy_location(result, tree)
                types = {arg.arg: self.type_text(one) for arg, one in zip(own, given)}
                return types, None if result is None else self.type_text(result)
            skipped = arguments[:1] if self.is_method else []
            types = {
                one.arg: "Tensor" if one.annotation is None else self.type_text(one.annotation, objects.get(one.arg))
                for one in arguments
                if one not in skipped
            }
            # Results of nn's own functions are annotated for type checkers: a pool gives a tensor, or a pair if asked.
            said = tree.returns is not None and not self.own
            return types, self.type_text(tree.returns, objects.get("return")) if said else None
        finally:
            self.names = kept

    # ---- statements ----

    def body(self, statements: list[ast.stmt], depth: int) -> bool:
        """Statements one after the other, `pass` where nothing is left of them; whether the last one leaves."""
        before, leaves = len(self.writer.lines), False
        for one in statements:
            method = getattr(self, f"_{type(one).__name__}", None)
            if method is None:
                raise UnsupportedNodeError(self.source, one)
            leaves = method(one, depth) is True or isinstance(one, (ast.Return, ast.Raise, ast.Break, ast.Continue))
            if leaves:
                break
        if not any(self.writer.lines[before:]):
            self.writer.line(depth, "pass", statements[0])
        return leaves

    def _Pass(self, node, depth):
        self.writer.line(depth, "pass", node)

    def _Expr(self, node, depth):
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return  # a docstring
        if isinstance(node.value, ast.Constant) and node.value.value is Ellipsis:
            return
        self.writer.line(depth, self.expr(node.value), node)

    def _Return(self, node, depth):
        self.writer.line(depth, "return" if node.value is None else f"return {self._listed(node.value)}", node)

    def _listed(self, node):
        return self.expr(node)

    def _Break(self, node, depth):
        self._leaves(node)
        self.writer.line(depth, "break", node)

    def _Continue(self, node, depth):
        self._leaves(node)
        self.writer.line(depth, "continue", node)

    def _leaves(self, node):
        if self.loops and self.loops[-1]:
            raise NotSupportedError(
                self.source.place(node),
                f"{type(node).__name__.lower()} in a loop over modules, which is unrolled, isn't supported",
            )

    def _Assign(self, node, depth):
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name) and self.counts.get(target.id) == 1:
            found = self.static(node.value)
            if isinstance(found, (Sub, Method)) or isinstance(found, Const) and callable(found.value):
                self.known[target.id] = found  # another name for a module or a function
                return
        for one in node.targets:
            for name in ast.walk(one):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    self.known.pop(name.id, None)
        if len(node.targets) == 1 and (
            self._keep_slice(target, node, depth) or self._set_property(target, node, depth)
        ):
            return
        value = self.expr(node.value)
        if any(isinstance(one, (ast.Tuple, ast.List)) for one in node.targets) and isinstance(node.value, ast.ListComp):
            value = f"({value})"
        self.writer.line(depth, " = ".join([*map(self._assigned, node.targets), value]), node)

    def _keep_slice(self, target, node, depth):
        """Returns whether the statement gives a slice a name: its numbers are evaluated here, and become variables."""
        sliced = self.as_slice(node.value)
        if not (isinstance(target, ast.Name) and isinstance(sliced, ast.Slice)):
            return False
        parts = {"lower": sliced.lower, "upper": sliced.upper, "step": sliced.step}
        for part, one in parts.items():
            if one is not None and self._index(one) is None:
                name = f"{target.id}__slice_{part}"
                self.writer.line(depth, f"{name} = {self.expr(one)}", node)
                parts[part] = ast.copy_location(ast.Name(name), node)
        self.known[target.id] = Part(ast.copy_location(ast.Slice(**parts), node))
        return True

    def _set_property(self, target, node, depth):
        """Returns whether the statement sets a property of a module: a call of its setter."""
        of = self.static(target.value) if isinstance(target, ast.Attribute) else None
        setter = self.compiler.setter(of, target.attr) if isinstance(of, Sub) else None
        if setter is None:
            return False
        called = self.compiler.method_text(Method(of, f"__{target.attr}_setter", setter), self)
        self.writer.line(depth, f"{called}({self.expr(node.value)})", node)
        return True

    def _assigned(self, node):
        if isinstance(node, ast.Attribute) and isinstance(self.static(node.value), Sub):
            of = self.static(node.value)
            if self.compiler.setter(of, node.attr) is not None:
                raise NotSupportedError(
                    self.source.place(node),
                    "a property of a module is set in a statement of its own, self.name = value",
                )
            return self.writer.mark(node, f"{of.path}.{node.attr}")
        return self.target(node)

    def _AnnAssign(self, node, depth):
        if node.value is None:
            raise UnsupportedNodeError(self.source, node, reason="without assigned value")
        of_self = isinstance(node.target, ast.Attribute) and isinstance(node.target.value, ast.Name)
        if of_self and node.target.value.id == "self" and self.name != "__init__":
            declared = ast.copy_location(ast.Name("self"), node)
            declared.end_lineno, declared.end_col_offset = node.annotation.end_lineno, node.annotation.end_col_offset
            raise ValueError(
                f"Type annotations on instance attributes must be declared in __init__, not '{self.name}': "
                f"{self.source.place(declared)}"
            )
        line = f"{self._assigned(node.target)} : {self.type_text(node.annotation)} = {self.expr(node.value)}"
        self.writer.line(depth, line, node)

    def _AugAssign(self, node, depth):
        op = _BINARY.get(type(node.op))
        if op is None or op in ("//", "@"):
            raise NotSupportedError(
                self.source.place(node), f"unsupported kind of augmented assignment: {type(node.op).__name__}"
            )
        self.writer.line(depth, f"{self._assigned(node.target)} {op}= {self.expr(node.value)}", node)

    def _Delete(self, node, depth):
        for one in node.targets:
            self.writer.line(depth, f"del {self.target(one)}", node)

    def _Raise(self, node, depth):
        if node.exc is None:
            raise NotSupportedError(self.source.place(node), "raise without an exception isn't supported")
        called = isinstance(node.exc, ast.Call)
        found = self.static(node.exc.func if called else node.exc)
        if isinstance(found, Const) and inspect.isclass(found.value) and issubclass(found.value, BaseException):
            text = self.compiler.exception(found.value)
            if called:
                text = f"{text}({self.arguments(node.exc)})"
            self.writer.line(depth, f"raise {self.writer.mark(node.exc, text)}", node)
            return
        self.writer.line(depth, f"raise {self.expr(node.exc)}", node)

    def _Assert(self, node, depth):
        if self.truth(node.test) is True:
            return
        message = "" if node.msg is None else f", {self.expr(node.msg)}"
        self.writer.line(depth, f"assert {self.expr(node.test)}{message}", node)

    def _If(self, node, depth):
        known = None if isinstance(node.test, ast.Constant) and not self.own else self.truth(node.test)
        if known is not None:
            chosen = node.body if known else node.orelse
            return self.body(chosen, depth) if chosen else False
        self.writer.line(depth, f"if {self.expr(node.test)}:", node)
        self._block(node.body, depth)
        if node.orelse:
            self.writer.line(depth, "else:", node)
            self._block(node.orelse, depth)
        return False

    def _block(self, statements, depth):
        kept = dict(self.known)
        self.body(statements, depth + 1)
        self.known = {
            name: value
            for name, value in self.known.items()
            if kept.get(name) is value or name not in kept and not isinstance(value, Part)
        }

    def _While(self, node, depth):
        if node.orelse:
            raise NotSupportedError(self.source.place(node), "else branches of while loops aren't supported")
        self.writer.line(depth, f"while {self.expr(node.test)}:", node)
        self._loop(node.body, depth)

    def _loop(self, statements, depth):
        self.loops.append(False)
        self._block(statements, depth)
        self.loops.pop()

    def _For(self, node, depth):
        if node.orelse:
            raise NotSupportedError(self.source.place(node), "else branches of for loops aren't supported")
        items = self.items(self.static(node.iter))
        if items is None:
            for name in ast.walk(node.target):
                if isinstance(name, ast.Name):
                    self.known.pop(name.id, None)
            target = self.target(node.target)
            self.writer.line(depth, f"for {target} in {self.expr(node.iter)}:", node)
            self._loop(node.body, depth)
            return
        self.loops.append(True)
        for item in items:
            self.bind(node.target, item)
            self.body(node.body, depth)
        self.loops.pop()

    def _With(self, node, depth):
        items = []
        for one in node.items:
            text = self.expr(one.context_expr)
            items.append(text if one.optional_vars is None else f"{text} as {self.target(one.optional_vars)}")
        self.writer.line(depth, f"with {', '.join(items)}:", node)
        self._block(node.body, depth)


def _assigned(tree):
    """(the names that a function assigns, how often each)."""
    counts: dict[str, int] = {}
    arguments = tree.args
    for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        counts[one.arg] = counts.get(one.arg, 0) + 1
    comprehended = {
        id(name) for node in ast.walk(tree) if isinstance(node, ast.comprehension) for name in ast.walk(node.target)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in comprehended:
            counts[node.id] = counts.get(node.id, 0) + 1
    return set(counts), counts


def _defaults(function):
    """{name: default} of a function, or of an overload's tree."""
    function = getattr(function, "function", function)
    try:
        parameters = inspect.signature(inspect.unwrap(function)).parameters
    except (ValueError, TypeError):
        return {}
    return {name: one.default for name, one in parameters.items() if one.default is not inspect.Parameter.empty}


def failed(error: Exception) -> Failed:
    """Returns a value that raises the error where the program needs it."""
    return Failed(error)
