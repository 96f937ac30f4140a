"""Constants as TorchScript's text has them."""

from __future__ import annotations

import math
import re

from .._composites.types import SCHEMES
from .._tensor.dtype import DTYPES, FORMATS, LAYOUTS

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


_CODED = {**DTYPES, **LAYOUTS, **FORMATS, **{one.name: one for one in SCHEMES}}


def with_codes(text: str) -> str:
    """Returns a source with numbers for `torch.float32`, `torch.contiguous_format` and their like, as programs have them."""
    return re.sub(
        r"\btorch\.(\w+)\b(?!\s*[(.])",
        lambda found: str(_CODED[found[1]].code) if found[1] in _CODED else found[0],
        text,
    )
