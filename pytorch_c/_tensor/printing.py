"""repr(tensor), letter for letter as torch prints it, and the options of printing."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import sys
import textwrap

from .. import _ops
from .._boundary import api
from .._boundary.handle import core
from . import printing_layouts
from .dtype import DTYPES
from .printing_layouts import is_special
from .promotion import get_default_dtype
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


@dataclasses.dataclass
class _Options:
    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


_options = _Options()

_PROFILES = {
    "default": dict(precision=4, threshold=1000, edgeitems=3, linewidth=80),
    "short": dict(precision=2, threshold=1000, edgeitems=2, linewidth=80),
    "full": dict(precision=4, threshold=math.inf, edgeitems=3, linewidth=80),
}


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Sets how tensors are printed; what is None stays, but for sci_mode.

    precision: digits after the point.
    threshold: tensors of more elements are summarized.
    edgeitems: how many items a summary shows at each end of a dimension.
    linewidth: characters in a line.
    profile: "default", "short" or "full" sets all of the above first; another word changes nothing, as in torch
        (YOLOv5 says "long").
    sci_mode: scientific notation always (True), never (False), or as the values need (None).
    """
    values = dict(_PROFILES.get(profile, {}))
    given = dict(precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth)
    values.update((name, value) for name, value in given.items() if value is not None)
    for name, value in values.items():
        setattr(_options, name, value)
    _options.sci_mode = sci_mode


def get_printoptions() -> dict[str, Any]:
    """The options in force, as keyword arguments for set_printoptions."""
    return dataclasses.asdict(_options)


@contextlib.contextmanager
def printoptions(**options: Any) -> Iterator[None]:
    """set_printoptions for the body of a `with` statement."""
    before = get_printoptions()
    set_printoptions(**options)
    try:
        yield
    finally:
        set_printoptions(**before)


# ---- numbers ----


class _PlainFormat:
    """Format of integers and bools: right-aligned."""

    def __init__(self, values):
        self.width = max([1, *(len(str(v)) for v in values)])

    def __call__(self, value):
        return str(value).rjust(self.width)


class _FloatFormat:
    """Format of floats; the finite numbers that are not zero decide for all."""

    def __init__(self, values):
        numbers = [v for v in values if v != 0 and math.isfinite(v)]
        self.width = 1
        self.whole = all(v == math.ceil(v) for v in numbers)
        self.scientific = bool(numbers) and _is_scientific([abs(v) for v in numbers])
        if numbers:
            self.width = max(len(self._text(v)) for v in numbers)

    def _text(self, value):
        if self.scientific:
            return f"{value:.{_options.precision}e}"
        if not self.whole:
            return f"{value:.{_options.precision}f}"
        return f"{value:.0f}." if math.isfinite(value) else str(value)

    def __call__(self, value):
        return self._text(value).rjust(self.width)


def _is_scientific(magnitudes):
    if _options.sci_mode is not None:
        return _options.sci_mode
    low, high = min(magnitudes), max(magnitudes)
    return high / low > 1000.0 or high > 1.0e8 or low < 1.0e-4


class _ComplexFormat:
    """Format of complex numbers: the two parts each in their own format."""

    def __init__(self, values):
        self.real = _FloatFormat([v.real for v in values])
        self.imag = _FloatFormat([v.imag for v in values])
        self.width = self.real.width + self.imag.width + 1

    def __call__(self, value):
        imag = self.imag(value.imag).lstrip() + "j"
        sign = "" if imag[0] in "+-" else "+"
        return self.real(value.real) + sign + imag


# ---- contents ----


def contents(tensor, indent):
    """The nested brackets of a tensor of any layout that has elements in order; [] where there are none."""
    return _contents(tensor.detach(), indent) if tensor.numel() else "[]"


def _contents(tensor, indent):
    """The nested brackets of a tensor with at least one element."""
    sizes = tuple(tensor.shape)
    summarize = tensor.numel() > _options.threshold
    if summarize and sizes and not _options.edgeitems:
        return "[...]"
    shown = _edges(tensor) if summarize else tensor
    data = shown.tolist()
    flat = [data]
    for _ in sizes:
        flat = [value for row in flat for value in row]
    if tensor.dtype.is_complex:
        number_format = _ComplexFormat(flat)
    elif tensor.dtype.is_floating_point:
        number_format = _FloatFormat(flat)
    else:
        number_format = _PlainFormat(flat)
    return _nested(data, sizes, indent, summarize, number_format)


def _edges(tensor):
    """Returns what a summary shows: the first and last items of each dimension that is long."""
    n = _options.edgeitems
    for dim, size in enumerate(tensor.shape):
        if size > 2 * n:
            tensor = _ops.cat([tensor.narrow(dim, 0, n), tensor.narrow(dim, size - n, n)], dim)
    return tensor


def _nested(data, sizes, indent, summarize, number_format):
    if not sizes:
        return number_format(data)
    n = _options.edgeitems
    elided = summarize and sizes[0] > 2 * n
    if len(sizes) == 1:
        items = [number_format(value) for value in data]
        if elided:
            items[n:n] = [" ..."]
        per_line = max(1, math.floor((_options.linewidth - indent) / (number_format.width + 2)))
        lines = [", ".join(items[i : i + per_line]) for i in range(0, len(items), per_line)]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
    items = [_nested(row, sizes[1:], indent + 1, summarize, number_format) for row in data]
    if elided:
        items[n:n] = ["..."]
    separator = "," + "\n" * (len(sizes) - 1) + " " * (indent + 1)
    return "[" + separator.join(items) + "]"


# ---- the whole ----


def tensor_repr(tensor, inside=None):
    """The text of repr(tensor): tensor([[1., 2.]], dtype=torch.float64, requires_grad=True).

    `inside` is a text in the place of the numbers of a tensor that has them in order.

    "Parameter containing:" is put before it by Parameter, as in torch.
    Values are read with one tolist() of what is shown, so that printing a large tensor is cheap.
    """
    from ..nn.parameter import Parameter

    if level := api.func_level(tensor):
        with _outside_of_levels():
            return _inside(tensor, level)
    plain, nested = type(tensor) in (Tensor, Parameter), tensor.is_nested
    values, tangent = tensor, None
    if api.forward_level() >= 0:
        values, tangent = _ops._unpack_dual(tensor, 0)
    prefix = ("nested_tensor(" if nested else "tensor(") if plain else f"{type(tensor).__name__}("
    if nested:
        text, suffixes, newline = printing_layouts.nested(values, tensor_repr), [], False
    elif is_special(tensor):
        text, suffixes, newline = _special(values, len(prefix))
    else:
        text, suffixes, newline = *_body(values, len(prefix), inside), False
    name = api.tensor_grad_fn_name(tensor)
    if name is not None:
        suffixes.append(f"grad_fn=<{name.rpartition('::')[2]}>")
    elif tensor.requires_grad:
        suffixes.append("requires_grad=True")
    if tangent is not None:
        suffixes.append(f"tangent={tangent}")
    text = joined(prefix + text, suffixes, len(prefix), newline)
    return f"Parameter({text})" if not plain and isinstance(tensor, Parameter) else text


def _outside_of_levels():
    """torch.func's levels of this thread set aside, for a `with` block: what is computed for a text belongs to none."""
    stack = contextlib.ExitStack()
    for _ in range(api.vmap_depth()):
        stack.enter_context(core.Level(0))
    return stack


def _inside(tensor, level):
    """Returns what a function sees inside of torch.func's others: what it stands for, and of which level it is."""
    level = -2 if level < 0 else level  # closed
    if api.vmap_level(tensor):
        dim, value = api.vmap_value(tensor)
        kind, more = "BatchedTensor", f" bdim={dim},"
    elif api.func_is_functional(tensor):
        return f"FunctionalTensor(lvl={level}, value=\\\n{api.func_value(tensor)!r})"
    else:
        value, kind, more = api.func_value(tensor), "GradTrackingTensor", ""
    text = textwrap.indent(repr(value), " " * 4)
    return f"{kind}(lvl={level},{more} value=\n{text}\n)"


def _special(tensor, indent):
    text, suffixes, newline = printing_layouts.body(tensor, indent, _contents)
    return text, _place(tensor) + suffixes, newline


def _place(tensor):
    return [] if tensor.device.type == "cpu" else [f"device='{tensor.device}'"]


def _is_fake(tensor):
    """Returns whether a tensor is a FakeTensor: it has no values."""
    module = sys.modules.get(f"{__package__.partition('.')[0]}._subclasses.fake_tensor")
    return module is not None and isinstance(tensor, getattr(module, "FakeTensor", ()))


def _body(tensor, indent, inside):
    """The contents, and the suffixes that say what the contents do not."""
    suffixes = _place(tensor)
    default = get_default_dtype()
    size, dtype = f"size={tuple(tensor.shape)}", f"dtype={tensor.dtype}"
    if tensor.device.type == "meta" or _is_fake(tensor):
        return inside or "...", suffixes + [size] + [dtype] * (tensor.dtype != default)
    if tensor.numel() == 0:
        # Without elements neither the shape nor an integer dtype shows.
        return "[]", suffixes + [size] * (tensor.dim() != 1) + [dtype] * (tensor.dtype != default)
    complex_default = DTYPES["complex128" if default.name == "float64" else "complex64"]
    if not _options.edgeitems:
        suffixes.append(size)
    if tensor.dtype not in (default, complex_default, DTYPES["int64"], DTYPES["bool"]):
        suffixes.append(dtype)
    return inside or _contents(tensor.detach(), indent), suffixes


def joined(text, suffixes, indent, newline):
    """The text with its suffixes, each on a new line where it would pass the line's width; the first, if asked for."""
    length = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if newline or length + len(suffix) + 2 > _options.linewidth:
            text += ",\n" + " " * indent + suffix
            length, newline = indent + len(suffix), False
        else:
            text += ", " + suffix
            length += len(suffix) + 2
    return text + ")"
