"""Sizes as expressions: what torch.export writes for a dimension that may change, read as sympy writes it and computed with ints."""

from __future__ import annotations

import ast
import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FUNCTIONS = {
    "Integer": int,
    "Float": lambda x, **options: float(x),
    "Rational": lambda a, b: a / b,
    "Add": lambda *terms: sum(terms),
    "Mul": lambda *factors: math.prod(factors),
    "Pow": pow,
    "PowByNatural": pow,
    "Max": max,
    "Min": min,
    "Mod": lambda a, b: a % b,
    "PythonMod": lambda a, b: a % b,
    "FloorDiv": lambda a, b: a // b,
    "CleanDiv": lambda a, b: a // b,
    "CeilDiv": lambda a, b: -(-a // b),
    "IntTrueDiv": lambda a, b: a / b,
    "FloatTrueDiv": lambda a, b: a / b,
    "floor": math.floor,
    "FloorToInt": math.floor,
    "ceiling": math.ceil,
    "CeilToInt": math.ceil,
    "TruncToInt": math.trunc,
    "ToFloat": float,
    "Abs": abs,
}


class Unknown(Exception):
    """An expression of symbols that no input has given, or of functions that are not known here."""


def symbol_of(text: str) -> str | None:
    """The name, where the expression is one symbol alone."""
    node = _parsed(text)
    return node.args[0].value if _is_symbol(node) else None


def value_of(text: str, symbols: dict[str, int]) -> Any:
    """The number that an expression is for these symbols.

    Raises:
        Unknown: it has others, or functions that are not known
    """
    return _value(_parsed(text), symbols)


def _parsed(text):
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise Unknown(text) from error


def _is_symbol(node):
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Symbol"
        and len(node.args) == 1
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    )


def _value(node, symbols):
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, str)):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, symbols)
    if _is_symbol(node):
        if node.args[0].value not in symbols:
            raise Unknown(node.args[0].value)
        return symbols[node.args[0].value]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
        try:
            return _FUNCTIONS[node.func.id](*(_value(one, symbols) for one in node.args))
        except (ArithmeticError, TypeError, ValueError) as error:
            raise Unknown(node.func.id) from error
    raise Unknown(ast.dump(node)[:80])
