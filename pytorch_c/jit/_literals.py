"""Constants as TorchScript's text has them."""

from __future__ import annotations

import math

# Characters of a string that TorchScript's text writes otherwise.
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def literal(text: str) -> str:
    """A string."""
    shown = (_ESCAPES.get(c) or (f"\\{ord(c):03o}" if ord(c) < 32 or ord(c) == 127 else c) for c in text)
    return '"' + "".join(shown) + '"'


def number(value: complex) -> str:
    """A float or a complex number."""
    if isinstance(value, complex):
        return f"complex({number(value.real)}, {number(value.imag)})"
    if math.isinf(value) or math.isnan(value):
        return f'float("{value}")'
    return repr(value)
