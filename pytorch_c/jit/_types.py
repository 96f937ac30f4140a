# ruff: noqa: UP006  (typing.List is a value here)
"""Types as TorchScript writes them: of annotations, of type comments, and of the values that attributes have."""

from __future__ import annotations

import ast
import builtins
import collections
import inspect
import re
import types
import typing
import warnings

from .._boundary import api
from .._boundary.errors import TorchError
from .._calls.values import Object
from .._composites import typed
from .._composites.types import qscheme
from .._tensor.device import device as Device
from .._tensor.dtype import FORMATS, LAYOUTS
from .._tensor.dtype import dtype as Dtype
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor
from ..futures import Future
from ..nn import Module
from ..nn.utils.rnn import PackedSequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_PLAIN = {
    None: "NoneType", type(None): "NoneType", builtins.bool: "bool", builtins.int: "int", builtins.float: "float",
    builtins.complex: "complex", builtins.str: "str", typing.Any: "Any", Device: "Device", Dtype: "int",
    Generator: "Generator", inspect.Parameter.empty: "Tensor", builtins.list: "list", builtins.tuple: "tuple",
    type(next(iter(LAYOUTS.values()))): "int", type(next(iter(FORMATS.values()))): "int", qscheme: "int",
}  # fmt: skip


# The old constructors of one dtype each, which stand for any tensor where they are annotations.
_OF_DTYPES = tuple(
    getattr(typed, f"{kind}Tensor") for kind in "Long Double Float Int Short Half Char Byte Bool".split()
)


class UnknownType(TypeError):
    """An annotation or a value that TorchScript has no type for."""


class BroadcastingList:
    """`BroadcastingList2[int]`: a list of that length, or one number for all (torch._jit_internal.BroadcastingList2)."""

    def __init__(self, length: int, item: Any = None) -> None:
        self.length, self.item = length, item

    def __getitem__(self, item: Any) -> BroadcastingList:
        return BroadcastingList(self.length, item)


BROADCASTING = {f"BroadcastingList{length}": BroadcastingList(length) for length in range(1, 7)}

# Names of annotations that the module of the function has only for type checkers.
_NAMES = {
    "Tensor": Tensor, "List": typing.List, "Dict": typing.Dict, "Tuple": typing.Tuple, "Optional": typing.Optional,
    "Union": typing.Union, "Any": typing.Any, "Future": Future, "Generator": Generator, "PackedSequence": PackedSequence, "Device": Device, "Dtype": Dtype,
    "Sequence": typing.List, "number": int | float | complex, **BROADCASTING,
}  # fmt: skip


def qualified_name(obj: Any) -> str:
    """`__torch__.module.Name` of a function or class: TorchScript's name for it."""
    module = getattr(obj, "__module__", None) or "__main__"
    name = re.sub(r"\W", "_", getattr(obj, "__name__", type(obj).__name__))
    if module == "__main__":
        return f"__torch__.{name}"
    module = re.sub(r"^pytorch_c\b", "torch", module)
    return ".".join(["__torch__", *(re.sub(r"\W", "_", part) for part in module.split(".")), name])


# Containers whose annotation does not say what they hold.
_BARE = (typing.List, typing.Dict, typing.Tuple, typing.Optional, Future)  # noqa: UP006


def _bare(annotation):
    name = getattr(annotation, "__name__", None) or annotation._name
    if name == "Dict":
        return "Attempted to use Dict without contained types. Please add contained type, e.g. Dict[int, int]"
    return f"Attempted to use {name} without a contained type. Please add a contained type, e.g. {name}[int]"


class Types:
    """Python's types as texts; classes are compiled by `of_class` as they are met, `field_types` are a named tuple's."""

    def __init__(self, of_class: Callable[[type], str | None], field_types: Callable[[type], list[str]]) -> None:
        self.of_class, self.field_types = of_class, field_types

    def of(self, annotation: Any) -> str:
        """The text of an annotation; UnknownType."""
        if any(annotation is one for one in _BARE):
            raise UnknownType(_bare(annotation))
        try:
            if annotation in _PLAIN:
                return _PLAIN[annotation]
        except TypeError:  # it cannot be hashed
            pass
        if isinstance(annotation, typing.ForwardRef):
            raise UnknownType(f"Unknown type name '{annotation.__forward_arg__}'")
        if isinstance(annotation, BroadcastingList):
            return f"BroadcastingList{annotation.length}[{self.of(annotation.item)}]"
        origin, args = typing.get_origin(annotation), typing.get_args(annotation)
        if origin is not None:
            return self._generic(annotation, origin, args)
        if inspect.isclass(annotation):
            if issubclass(annotation, Tensor):
                return "Tensor"
            if issubclass(annotation, _OF_DTYPES):
                warnings.warn(
                    "TorchScript will treat type annotations of Tensor dtype-specific subtypes as if they are normal "
                    "Tensors. dtype constraints are not enforced in compilation either.",
                    stacklevel=2,
                )
                return "Tensor"
            found = self.of_class(annotation)
            if found is not None:
                return found
        raise UnknownType(f"Unknown type annotation: '{annotation}'")

    def _generic(self, annotation, origin, args):
        if origin in (list, collections.abc.Sequence):
            return f"List[{self.of(args[0])}]"
        if origin is dict:
            return f"Dict[{self.of(args[0])}, {self.of(args[1])}]"
        if origin is tuple:
            if Ellipsis in args:
                raise UnknownType(f"Unknown type annotation: '{annotation}'")
            return f"Tuple[{', '.join(map(self.of, args)) or '()'}]"
        if origin in (typing.Union, types.UnionType):
            if set(args) == {int, float, complex}:
                return "number"
            rest = [self.of(one) for one in args if one is not type(None)]
            if len(rest) < len(args):
                return f"Optional[{rest[0]}]" if len(rest) == 1 else f"Union[{', '.join(rest)}, NoneType]"
            return f"Union[{', '.join(rest)}]"
        if origin is typing.Final:
            return self.of(args[0])
        if inspect.isclass(origin) and issubclass(origin, Future):
            return f"Future[{self.of(args[0])}]"
        raise UnknownType(f"Unknown type annotation: '{annotation}'")

    # ---- of values ----

    def of_value(self, value: Any) -> str:
        """The type that a value has; UnknownType, which says why."""
        if value is None or isinstance(value, (bool, int, float, complex, str)):  # members of enums that are one, too
            return _PLAIN[
                next(kind for kind in (bool, int, float, complex, str, type(None)) if isinstance(value, kind))
            ]
        if isinstance(value, Tensor):
            return "Tensor"
        if isinstance(value, Object):
            return api.value_type(value)
        if hasattr(type(value), "_script_type"):  # it is TorchScript's own
            return value._script_type()
        if type(value) in _PLAIN:
            return _PLAIN[type(value)] if not isinstance(value, (list, tuple)) else self._of_items(value)
        if isinstance(value, (list, tuple)):
            return self._of_items(value)
        if isinstance(value, dict):
            if not value:
                raise UnknownType("Dictionary inputs must have entries")
            return f"Dict[{self._unified(list(value))}, {self._unified(list(value.values()))}]"
        if isinstance(value, Module):
            raise UnknownType("Cannot infer concrete type of torch.nn.Module")
        found = self.of_class(type(value))
        if found is None:
            raise UnknownType(
                f"Only tensors and (possibly nested) tuples of tensors, lists, or dicts are supported as "
                f"inputs or outputs of traced functions, but instead got value of type "
                f"{type(value).__name__}."
            )
        return found

    def _of_items(self, value):
        if isinstance(value, tuple):
            items = [self.of_value(one) for one in value]
            return self._of_named(type(value), items) or f"Tuple[{', '.join(items) or '()'}]"
        if not value:
            raise UnknownType("List trace inputs must have elements")
        return f"List[{self._unified(value)}]"

    def _of_named(self, cls, items):
        """Returns a named tuple's own type; None for other tuples, and where the items are not what the fields say."""
        if not hasattr(cls, "_fields"):
            return None
        try:
            return self.of_class(cls) if self.field_types(cls) == items else None
        except UnknownType:
            return None

    def _unified(self, values):
        try:
            found = list(dict.fromkeys(map(self.of_value, values)))
        except UnknownType as error:
            raise UnknownType(f"Could not infer type of list element: {error}") from None
        if len(found) == 1:
            return found[0]
        rest = [one for one in found if one != "NoneType"]
        if len(rest) == 1:
            return f"Optional[{rest[0]}]"
        raise UnknownType(f"Could not infer type of list element: Cannot unify {' and '.join(found)}")


# ---- the names in annotations ----


class Scope(dict):
    """Meanings of the names of a function: its closure, its module, and what only type checkers import."""

    def __init__(self, function: Any) -> None:
        super().__init__()
        function = inspect.unwrap(function)
        code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None) or ()
        self.closure = {}
        for name, cell in zip(code.co_freevars if code else (), cells):
            try:
                self.closure[name] = cell.cell_contents
            except ValueError:  # not bound yet: a class that is being defined
                continue
        self.globals = getattr(function, "__globals__", {})

    def find(self, name: str) -> tuple[bool, Any]:
        """(whether there is such a name, its value)."""
        for names in (self, self.closure, self.globals, vars(builtins)):
            if name in names:
                return True, names[name]
        return False, None

    def __missing__(self, name: str) -> Any:
        found, value = self.find(name)
        if found:
            return value
        if name in _NAMES:
            return _NAMES[name]
        if name.startswith("BroadcastingList"):
            raise NameError(f"the length of a BroadcastingList must be a positive integer: {name}")
        raise NameError(f"Unknown type name '{name}'")


def evaluated(node: ast.expr | str, names: Mapping[str, Any]) -> Any:
    """Returns what an annotation means, also one in quotes."""
    text = node if isinstance(node, str) else None
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    if text is not None:
        node = ast.parse(text.strip(), mode="eval").body
    if isinstance(node, ast.Name) and (alias := re.fullmatch(r"_size_([1-6])_t", node.id)):  # of nn.common_types
        return BroadcastingList(int(alias[1]), int)
    if any(isinstance(one, ast.Call) for one in ast.walk(node)):
        raise UnknownType(f"Type annotation should not contain calls, but '{ast.unparse(node)}' does")
    for one in ast.walk(node):  # Optional["Name"]
        for field, value in ast.iter_fields(one):
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                setattr(one, field, ast.parse(value.value, mode="eval").body)
            elif isinstance(value, list):
                value[:] = [
                    ast.parse(v.value, mode="eval").body
                    if isinstance(v, ast.Constant) and isinstance(v.value, str)
                    else v
                    for v in value
                ]
    expression = ast.fix_missing_locations(ast.Expression(node))
    return eval(compile(expression, "<annotation>", "eval"), {"__builtins__": {}}, names)


# ---- type comments ----

_IGNORE = re.compile(r"# type: ignore(\[[a-zA-Z-]+\])?$")


def type_comment(lines: list[str]) -> str | None:
    """`(Tensor, int) -> Tensor` of a function's `# type:` comment, also one over several lines; TorchError."""
    found = [line.rstrip() for line in lines if "# type:" in line and not _IGNORE.search(line.rstrip())]
    if not found:
        wrong = [i for i, line in enumerate(lines) if re.search(r"#[\t ]*type[\t ]*(?!: ignore(\[.*\])?$):", line)]
        if wrong:
            raise TorchError(
                f"The annotation prefix in line {wrong[0]} is probably invalid.\nIt must be '# type:'"
                "\nSee PEP 484 (https://www.python.org/dev/peps/pep-0484/#suggested-syntax-for-python-2-7-and-"
                "straddling-code)\nfor examples"
            )
        return None
    texts = [line[line.index("# type:") + len("# type:") :].strip() for line in found]
    if len(texts) == 1:
        return texts[0]
    for number, text in enumerate(texts):
        if text.startswith("(...) ->"):
            return text.replace("...", ", ".join(texts[:number]), 1)
    raise TorchError(
        "Return type line '# type: (...) -> ...' not found on multiline type annotation\nfor type lines:\n"
        + "\n".join(found)
        + "\n(See PEP 484 https://www.python.org/dev/peps/pep-0484/#suggested-syntax-for-python-2-7-and-straddling-code)"
    )


def split_comment(text: str) -> tuple[list[ast.expr], ast.expr | None]:
    """The types of the parameters, and of the result where it has one, of a type comment; TorchError."""
    arguments, arrow, result = text.partition("->")
    try:
        tree = ast.parse(arguments.strip(), mode="eval").body
    except SyntaxError as error:
        raise TorchError("Failed to parse the argument list of a type annotation") from error
    try:
        returned = ast.parse(result.strip(), mode="eval").body if arrow else None
    except SyntaxError as error:
        raise TorchError("Failed to parse the return type of a type annotation") from error
    return (tree.elts if isinstance(tree, ast.Tuple) else [tree]), returned
