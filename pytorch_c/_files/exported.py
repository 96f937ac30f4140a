"""Archives of exported programs, which torch's own Python reads: with these checks, nothing in a file runs while it is read.

torch's reader evaluates sizes as Python (sympy.sympify), writes names into the source of a function, imports the modules
that enumerations name, unpickles tensors and objects, and loads libraries. Here sizes are expressions of a small grammar,
names are names, modules are those that are imported already, pickles are read by load(), and libraries are refused.
TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD=1 lifts what concerns objects and libraries, as for load().
"""

from __future__ import annotations

import ast
import functools
import json
import os
import re
import sys
from types import ModuleType
from typing import Any

_LONGEST = 10_000  # letters of an expression
_POWER = 64
_NAME = re.compile(r"\*{0,2}[^\W\d]\w*|", re.ASCII)
_NAMES = {"name", "as_name", "graph_name"}
_PATHS = {"parameter_name", "buffer_name", "tensor_constant_name", "custom_obj_name", "fqn", "target", "as_operator"}
_REAL = re.compile(r"[-+]?[\d.]+([eE][-+]?\d{1,4})?|[-+]?(inf|nan)", re.ASCII)
_QUOTES = re.compile(r"[\"'\\\x00-\x1f\x7f\u2028\u2029]")
_FUNCTIONS = frozenset(
    "Abs Add And CeilDiv CeilToInt CleanDiv Eq Equality FloatPow FloatTrueDiv FloorDiv FloorToInt GreaterThan Identity IntTrueDiv "
    "Integer IsNonOverlappingAndDenseIndicator LShift LessThan Max Min Mod ModularIndexing Mul Ne Not OpaqueUnaryFn_acos "
    "OpaqueUnaryFn_asin OpaqueUnaryFn_atan OpaqueUnaryFn_cos OpaqueUnaryFn_cosh OpaqueUnaryFn_exp OpaqueUnaryFn_log "
    "OpaqueUnaryFn_log2 OpaqueUnaryFn_sin OpaqueUnaryFn_sinh OpaqueUnaryFn_sqrt OpaqueUnaryFn_tan OpaqueUnaryFn_tanh Or Piecewise "
    "Pow PowByNatural PythonMod RShift Rational RoundDecimal RoundToInt StrictGreaterThan StrictLessThan ToFloat TruncToFloat "
    "TruncToInt Unequality Where Ge Gt Le Lt ceiling cos exp floor log sign sin sqrt tan".split()
)
_GROWING = {"FloatPow", "LShift", "Pow", "PowByNatural"}
_FORMS = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Tuple, ast.Name)


def check_expression(text: Any) -> None:
    """Raises ValueError unless a text is a size as torch writes it: sums, products, comparisons, sympy's functions."""
    try:
        if isinstance(text, str) and len(text) <= _LONGEST and _is_plain(ast.parse(text, mode="eval").body):
            return
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    raise ValueError(f"the exported program is damaged: {str(text)[:60]!r} is no size")


def _is_plain(node):
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (bool, int, float)) and abs(node.value) < 1e40
    if isinstance(node, ast.Call):
        return _is_plain_call(node)
    if (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, (ast.Pow, ast.LShift))
        and not _is_bounded(node.left, node.right)
    ):
        return False
    return isinstance(node, _FORMS) and all(
        _is_plain(one) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)
    )


def _is_plain_call(node):
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in ("Symbol", "Float"):  # Symbol('s0', integer=True), Float('0.5', precision=53)
        values = [
            one.value for one in (*node.args, *(more.value for more in node.keywords)) if isinstance(one, ast.Constant)
        ]
        pattern = _NAME if name == "Symbol" else _REAL
        return (
            len(values) == len(node.args) + len(node.keywords) >= 1 == len(node.args)
            and isinstance(values[0], str)
            and pattern.fullmatch(values[0])
            and all(isinstance(one, (bool, int)) and abs(one) < 10_000 for one in values[1:])
        )
    if name not in _FUNCTIONS or node.keywords or not all(map(_is_plain, node.args)):
        return False
    return name not in _GROWING or len(node.args) != 2 or _is_bounded(*node.args)


def _is_bounded(base, exponent):
    """Returns whether a power is small where it is of numbers, which sympy computes at once."""
    if _has_symbol(exponent):
        return True
    number = exponent.operand if isinstance(exponent, ast.UnaryOp) else exponent
    if isinstance(number, ast.Call) and len(number.args) == 1:  # Integer(2)
        (number,) = number.args
    number = number.operand if isinstance(number, ast.UnaryOp) else number
    small = isinstance(number, ast.Constant) and isinstance(number.value, (int, float)) and abs(number.value) <= _POWER
    rational = isinstance(number, ast.Call) and number.func.id == "Rational"
    return (small or rational) and (
        _has_symbol(base) or not any(isinstance(one, (ast.BinOp, ast.Call)) for one in ast.walk(base))
    )


def _has_symbol(node):
    functions = {one.func for one in ast.walk(node) if isinstance(one, ast.Call)}
    return any(
        isinstance(one, ast.Name) and (one.id == "Symbol" or one not in functions and not one.id.endswith("oo"))
        for one in ast.walk(node)
    )


def check_program(tree: Any) -> None:
    """Raises ValueError where a program's JSON has a name that is none, or an expression that does more than count."""
    pending = [tree]
    while pending:
        one = pending.pop()
        if isinstance(one, list):
            pending += one
        if not isinstance(one, dict):
            continue
        for key, value in one.items():
            if key == "expr_str":
                check_expression(value)
            elif key in _NAMES and isinstance(value, str):
                _check(_NAME.fullmatch(value), value)
            elif key in _PATHS and isinstance(value, str):
                _check(not _QUOTES.search(value), value)
            elif key == "forward_arg_names" and value is not None:
                for name in value:
                    _check(isinstance(name, str) and _NAME.fullmatch(name), name)
            elif key == "in_spec" and isinstance(value, str):
                _check_keywords(value)
            pending.append(value)


def _check(right, name):
    if not right:
        raise ValueError(f"the exported program is damaged: {str(name)[:60]!r} is no name")


def _check_keywords(text):
    """The keywords of a call, which are written into the source of a function."""
    if not text:
        return
    try:
        spec = json.loads(text)[1]
        names = json.loads(spec["children_spec"][1]["context"]) if len(spec["children_spec"]) == 2 else []
    except (ValueError, TypeError, KeyError, IndexError):
        raise ValueError(f"the exported program is damaged: {text[:60]!r} is no call") from None
    for name in names if isinstance(names, list) else ():
        _check(isinstance(name, str) and _NAME.fullmatch(name), name)


def is_trusted() -> bool:
    """Returns whether the environment says that files may run code, as for load()."""
    return os.environ.get("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", "").lower() in ("1", "y", "yes", "true")


class _Beside:
    """A module, with other things under some of its names."""

    def __init__(self, module: Any, **others: Any):
        self._module = module
        vars(self).update(others)

    def __getattr__(self, name):
        return getattr(self._module, name)


class _Classes(_Beside):
    """The classes of a module."""

    def __getattr__(self, name):
        found = super().__getattr__(name)
        if not isinstance(found, type):
            raise ValueError(f"{self._module.__name__}.{name:.60} is no class, and a file may name no other")
        return found


def _imported(name):
    """The classes of a module that is imported already; ValueError for another."""
    found = sys.modules.get(name)
    if found is None:
        raise ValueError(f"the module {name:.60} is not imported, and a file may import none: import it first")
    return _Classes(found)


def _unless_trusted(function: Any, otherwise: Any) -> Any:
    """Calls `function` where the environment says that files may run code, else `otherwise`."""

    @functools.wraps(function)
    def chosen(*args, **kwargs):
        return (function if is_trusted() else otherwise)(*args, **kwargs)

    return chosen


def _refuse(*_: Any, **__: Any) -> Any:
    raise ValueError(
        "the exported program holds objects or libraries that run code: set TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD=1 to load it "
        "where you trust it; _inductor.aoti_load_package loads compiled models"
    )


def _safe_torch(package: Any, **others: Any) -> _Beside:
    """This package for a file of torch's that calls `load(file, weights_only=False)`."""
    return _Beside(package, load=_unless_trusted(package.load, lambda file, **_: package.load(file)), **others)


def _serialize(names):
    whole = names["_bytes_to_dataclass"]

    def checked(cls, data):
        check_program(json.loads(data))
        return whole(cls, data)

    names["torch"] = _safe_torch(names["torch"])
    names["_bytes_to_dataclass"] = checked


def _package(names):
    package = names["torch"]
    objects = _unless_trusted(package._C._pickle_load_obj, _refuse)
    names["torch"] = _safe_torch(package, _C=_Beside(package._C, _pickle_load_obj=objects))
    if "pickle" in names:  # of torch 2.13 and later
        names["pickle"] = _Beside(names["pickle"], loads=_unless_trusted(names["pickle"].loads, _refuse))
    names["_load_aoti"] = _unless_trusted(names["_load_aoti"], _refuse)


def _pytree(names):
    module = names["importlib"]
    names["importlib"] = _Beside(module, import_module=_unless_trusted(module.import_module, _imported))


_READERS = {"_export.serde.serialize": _serialize, "export.pt2_archive._package": _package, "utils._pytree": _pytree}


def take_over(module: ModuleType) -> None:
    """Gives these checks to a module of torch's that reads programs."""
    _READERS[module.__name__.partition(".")[2]](vars(module))
