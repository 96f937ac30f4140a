"""The compiler: what names of a function mean, in the scope of its text; functions and classes, compiled once."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import re
import types
import weakref

from .._boundary import api
from .._boundary.errors import Error, TorchError
from .._tensor.device import device as Device
from .._tensor.tensor import Tensor
from ..nn import Module
from . import _classes, _marks, _special
from ._builtins import PYTHON, find_builtin, unwrapped
from ._frontend import Converter
from ._functions import ScriptFunction, python_unit
from ._ignored import operator_of
from ._layers import torchs_form
from ._literals import literal, number
from ._modules import ScriptModule
from ._source import FrontendError, FrontendTypeError, Text, parse, users_text
from ._static import Method, Sub
from ._types import Types, UnknownType, qualified_name, type_comment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_functions: weakref.WeakKeyDictionary[Any, list[Any]] = weakref.WeakKeyDictionary()
_running: list[Any] = []


# Built-in exceptions that a program may name.
_EXCEPTIONS = frozenset(
    "ArithmeticError AssertionError AttributeError EOFError Exception IndexError KeyError LookupError NameError OSError "
    "OverflowError RuntimeError StopIteration NotImplementedError TypeError UnicodeError ValueError "
    "ZeroDivisionError".split()
)


def _text_of_type(value):
    """The text of a value's class, for sentences: type(x) in a program."""
    return str(type(value))


class Compiler:
    """Meanings of the names of a text; its function may be a method of a module (`modules` knows those)."""

    literal = staticmethod(literal)
    forms = _special.FORMS
    folded = _special.FOLDED

    def __init__(self, modules: Any = None) -> None:
        self.scope = api.jit_scope_new(python_unit())
        self.modules, self.failures, self.names = modules, {}, {}
        self.types = Types(_classes.of_class, _classes.field_types)
        self.defining = ""  # the class whose methods these are, which its text knows

    @staticmethod
    def standing_for(function: Any) -> Any:
        """torch's function for one of nn.functional's."""
        return torchs_form(function)

    # ---- names of the scope ----

    def named(self, wanted: str, key: Any, add: Callable[[str], None]) -> str:
        """The name in the text of what `key` stands for; `add` adds it to the scope, once."""
        found = self.names.get(key)
        if found is None:
            wanted = re.sub(r"\W", "_", wanted)
            found = f"{wanted}__{len(self.names)}"
            add(found)
            self.names[key] = found
        return found

    def form(self, name: str) -> str:
        """The name of one of TorchScript's own forms."""
        return self.named(name, ("form", name), lambda own: api.jit_scope_form(self.scope, own, name))

    def function(self, resources: list[Any], name: str) -> str:
        """The name of a compiled function, with its overloads."""

        def add(own):
            for one in resources:
                api.jit_scope_function(self.scope, own, one)

        self.names.setdefault(("kept", id(resources)), resources)
        return self.named(name, ("function", id(resources)), add)

    def type_name(self, qualified: str) -> str:
        """The name of a class, an enum or a named tuple."""
        if qualified == self.defining:
            return qualified.rpartition(".")[2]
        return self.named(
            qualified.rpartition(".")[2],
            ("type", qualified),
            lambda own: api.jit_scope_type(self.scope, own, qualified),
        )

    def operator(self, name: str, conv: Any = None) -> str:
        """The text of an operator, "aten::relu"."""
        space, _, short = name.partition("::")
        if space == "aten" and not (conv is not None and "torch" in conv.locals):
            return f"torch.{short}"
        return self.named(short, ("operator", name), lambda own: api.jit_scope_operator(self.scope, own, name))

    def exception(self, cls: type) -> str:
        """The name of a class of exceptions."""
        if cls.__name__ in _EXCEPTIONS and cls is getattr(builtins, cls.__name__):
            return cls.__name__  # TorchScript knows it by itself
        qualified = f"{cls.__module__}.{cls.__qualname__}".replace("<locals>.", "")
        qualified = re.sub(
            r"^pytorch_c\._boundary\.errors\.Torch(?:Error|NotImplementedError)$", "builtins.RuntimeError", qualified
        )
        return self.named(
            cls.__name__, ("exception", cls), lambda own: api.jit_scope_exception(self.scope, own, qualified)
        )

    def failed(self, error: Exception) -> str:
        """A name that means nothing: where the compiler needs it, the error is raised."""
        name = f"failed__{len(self.failures)}"
        self.failures[name] = error
        return name

    def unknown_type(self, place: str, error: Exception) -> Exception:
        """The error of an annotation that is no type."""
        return FrontendTypeError(place, str(error))

    # ---- values ----

    def constant(self, value: Any, conv: Any, node: Any) -> str:
        """The text of an object of Python's."""
        if value is None or isinstance(value, bool):
            return str(value)
        if isinstance(value, enum.Enum):
            return f"{self.type_name(self.types.of(type(value)))}.{value.name}"
        if isinstance(value, int):
            return str(int(value))
        if isinstance(value, (float, complex)):
            return number(value)
        if isinstance(value, str):
            return literal(value)
        if value is Ellipsis:
            return "..."
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return f"{self.type_name(self.types.of(type(value)))}({', '.join(self.constant(v, conv, node) for v in value)})"
        if isinstance(value, (tuple, list)):
            items = ", ".join(self.constant(one, conv, node) for one in value)
            return f"[{items}]" if isinstance(value, list) else f"({items},)" if len(value) == 1 else f"({items})"
        if isinstance(value, dict):
            items = (f"{self.constant(k, conv, node)}: {self.constant(v, conv, node)}" for k, v in value.items())
            return "{" + ", ".join(items) + "}"
        if isinstance(value, Device):
            return f"torch.device({literal(str(value))})"
        if isinstance(getattr(value, "code", None), int):  # a dtype, a layout, a memory format
            return str(value.code)
        if isinstance(value, Tensor):
            return self.named(
                "tensor", ("value", id(value)), lambda own: api.jit_scope_value(self.scope, own, value, None)
            )
        if callable(value):
            return self.callee(value, conv, node)
        kind = "module" if isinstance(value, types.ModuleType) else type(value).__name__
        return self.failed(
            FrontendError(
                conv.source.place(node),
                f"python value of type '{kind}' cannot be used as a value. Perhaps it is a closed over global variable? "
                "If so, please consider passing it in as an argument or use a local varible instead.",
            )
        )

    def callee(self, value: Any, conv: Any, node: Any) -> str:
        """The text of a function or class that is called, or handed on."""
        operator = None if value is dict else find_builtin(value)
        if operator is not None:
            return self.operator(operator, conv)
        function = unwrapped(value)
        if _hashable(function) and function in PYTHON:
            return PYTHON[function]
        try:
            return self._callee(value, function, conv, node)
        except Error as error:
            return self.failed(_from_where(error, value, conv, node))
        except (OSError, UnknownType) as error:
            return self.failed(FrontendError(conv.source.place(node), str(error)))

    def _callee(self, value, function, conv, node):
        if isinstance(value, ScriptFunction):
            return self.function(_kept(value), value.name)
        if inspect.isclass(value):
            if issubclass(value, Tensor) or issubclass(value, Module):
                raise _refused(conv, node, f"Python class '{value.__name__}' cannot be made in a script function")
            if issubclass(value, Device):
                return "torch.device"
            if _marks.is_ignored(value):
                raise _refused(conv, node, f"Cannot instantiate class '{value.__name__}' in a script function")
            if issubclass(value, BaseException):
                return self.exception(value)
            if value is type:  # torch leaves it to Python, too
                return self.operator(operator_of(_text_of_type, "def text_of_type(value: Any) -> str:", None))
            return self.type_name(self.types.of(value))
        function = torchs_form(function)
        if getattr(function, "__script_if_tracing_wrapper", False):
            function = vars(function)["__original_fn"]  # a class would mangle the attribute's name
        if isinstance(function, types.MethodType) and not isinstance(function.__self__, Module):
            function = function.__func__ if not inspect.isclass(function.__self__) else function
        if inspect.isfunction(function):
            if _marks.modifier(function) == _marks.IGNORE:
                return self.ignored(function)
            return self.function(compiled(function), function.__name__)
        if inspect.isbuiltin(value):
            message = f"Python builtin {value} is currently not supported in Torchscript"
        elif isinstance(value, ScriptModule):
            message = "Cannot call a ScriptModule that is not a submodule of the caller"
        else:
            message = f"Python object of type '{type(value).__name__}' cannot be called in a program"
        raise _refused(conv, node, message)

    def ignored(self, function: Any, sub: Any = None) -> str:
        """The name of the operator that calls a function, or a method of a module, that is left to Python."""
        if sub is not None and not function.__code__.co_argcount:
            raise TorchError(f"method '{function.__name__}', which is marked @ignore, does not have a self argument")
        heading = Converter(function, parse(function), function.__name__, Compiler(self.modules), sub).heading()
        return self.operator(operator_of(function, heading, None if sub is None else type(sub.module)))

    # ---- modules ----

    def attribute(self, sub: Sub, name: str) -> Any:
        """Returns what an attribute of a module is."""
        return self.modules.attribute(sub, name, self)

    def method_text(self, method: Method, conv: Any) -> str:
        """The text of a method of a module, which is compiled if it is not yet."""
        return self.modules.method_text(method, self, conv)

    def module_call(self, sub: Sub, arguments: str, conv: Any) -> str:
        """The text of a call of a module."""
        return self.modules.call_text(sub, arguments, self, conv)

    def setter(self, sub: Sub, name: str) -> Any:
        """A property's setter, where the attribute of a module is one."""
        found = inspect.getattr_static(type(sub.module), name, None)
        return found.fset if isinstance(found, property) and name != "training" else None

    def called_from(self, error: Exception, value: Any, conv: Any, node: Any) -> Exception:
        """The error of what a program names, with that place."""
        return _from_where(error, value, conv, node)

    # ---- libtorch ----

    def run(self, define: Callable[..., Any], *args: Any) -> Any:
        """Compiles: libtorch's errors are told with the user's lines."""
        try:
            return define(*args)
        except Error as error:
            text = str(error)
            found = re.search(r"undefined value (failed__\d+)", text)
            if found and found[1] in self.failures:
                raise self.failures[found[1]] from None
            raise TorchError(users_text(_classes.about_attributes(text))) from None


def _hashable(value: Any) -> bool:
    return inspect.isroutine(value) or inspect.isclass(value)


_scripted: weakref.WeakKeyDictionary[Any, list[Any]] = weakref.WeakKeyDictionary()


def _kept(function):
    """A list with the C library's function of a ScriptFunction, the same for each question."""
    found = _scripted.get(function)
    if found is None:
        found = _scripted[function] = [function._c]
    return found


def _refused(conv, node, message):
    """The error of what is named in a program and cannot be there."""
    error = FrontendError(conv.source.place(node.func if isinstance(node, ast.Call) else node), message)
    error._told = conv  # it has its place
    return error


def _from_where(error, value, conv, node):
    """An error in a function that another one calls, with that place."""
    if getattr(error, "_told", None) is not conv:
        name = getattr(value, "__name__", value)
        text = f"{error}\n'{name}' is being compiled since it was called from '{conv.name}'\n{conv.source.place(node)}"
        try:
            error.args = (text,)
            error._told = conv
        except AttributeError:
            pass
    return error


def compiled(function: Any, name: str | None = None) -> list[Any]:
    """The C library's functions of a Python function: one, or its overloads.

    Raises FrontendError, or RuntimeError of libtorch's, with the user's line.
    """
    found = _functions.get(function)
    if found is not None:
        return found
    if function in _running:
        raise TorchError(f"function '{function.__name__}' is called recursively. Recursive calls are not supported")
    _running.append(function)
    try:
        others = _marks.overloads(function)
        if others:
            made = [_compile(function, one) for one in others]
        else:
            made = [_compile(function)]
    finally:
        _running.pop()
    _functions[function] = made
    return made


class Overload:
    """The signature that a function has as an overload."""

    def __init__(self, function: Any) -> None:
        parsed = parse(function)
        self.function, self.tree, self.source = function, parsed.tree, parsed.source
        given = [one for one in parsed.tree.args.args if one.arg != "self"]
        if type_comment(parsed.source.lines) is None and not any(one.annotation for one in given):
            raise TorchError(
                f"Must explicitly add type annotations to overloaded functions: {function.__qualname__}\n"
                f"{parsed.source.place(parsed.tree)}"
            )


def compiled_in(unit: Any, function: Any) -> Any:
    """The C library's function of a Python function, as one of a unit of its own."""
    _running.append(function)
    try:
        return _compile(function, None, unit)
    finally:
        _running.pop()


def _compile(function, overload=None, unit=None):
    compiler = Compiler()
    parsed, name = parse(function), qualified_name(function)
    if _marks.modifier(function) in (_marks.UNUSED, _marks.DROP):
        _special.emptied(parsed)
    short = name.rpartition(".")[2]
    converter = Converter(function, parsed, short, compiler)
    text = Text([converter.convert(None if overload is None else Overload(overload))])
    names = compiler.run(
        api.jit_unit_define,
        unit or python_unit(),
        None if unit else name.rpartition(".")[0],
        text.source,
        text.filename,
        text.first,
        compiler.scope,
    )
    return api.jit_unit_function(unit or python_unit(), names.split("\n")[0])


_classes.setup(Compiler)
