"""assert_close and random tensors for tests (torch.testing): tensors, numbers, arrays, and sequences and mappings of them."""

from __future__ import annotations

import cmath
import collections.abc
import types

from .. import _ops
from .._composites.shape import unravel_index
from .._tensor.dtype import DTYPES, LAYOUTS
from .._tensor.promotion import promote_types
from .._tensor.tensor import Tensor
from ._file_check import FileCheck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    make_tensor: Callable[..., Tensor]

__all__ = ["FileCheck", "assert_allclose", "assert_close", "make_tensor"]

# (rtol, atol) of each dtype; of the others equality is asked.
_HALF, _SINGLE, _DOUBLE = (0.001, 1e-5), (1.3e-6, 1e-5), (1e-7, 1e-7)
_TOLERANCES = {"float16": _HALF, "complex32": _HALF, "bfloat16": (0.016, 1e-5), "float64": _DOUBLE}
_TOLERANCES |= {"complex128": _DOUBLE, "float": _DOUBLE, "complex": _DOUBLE}
_TOLERANCES |= dict.fromkeys(("float32", "complex64", "quint8", "quint2x4", "quint4x2", "qint8", "qint32"), _SINGLE)
_UNSIGNED = ("uint16", "uint32", "uint64")  # promote_types knows nothing that holds both these and signed ones
_COMPRESSED = {"sparse_csr": "crow col", "sparse_bsr": "crow col", "sparse_csc": "ccol row", "sparse_bsc": "ccol row"}


class _Mismatch(Exception):
    """What is wrong (kind, text), and where: the keys and indices that lead there."""

    def __init__(self, kind, text, at):
        super().__init__(kind, text, at)

    def to_error(self, msg):
        kind, text, at = self.args
        if at:
            text += "\n\nThe failure occurred for item " + "".join(f"[{key!r}]" for key in at)
        return kind(msg(text) if callable(msg) else text if msg is None else msg)


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Asserts |actual - expected| <= atol + rtol * |expected| for each element.

    Args:
        actual, expected: Tensors of the same shape, numbers, None, what as_tensor takes, or sequences
            and mappings of these
        allow_subclasses: False asks for the same class
        rtol, atol: Both or neither; by default those of the dtype (float32: 1.3e-6 and 1e-5), 0 for integers
        equal_nan: Whether NaN is close to NaN
        check_device, check_dtype, check_layout, check_stride: What must be the same, too
        msg: Replaces the message, or makes another one of it

    Raises:
        AssertionError: They differ; it says in what, and how much
        ValueError: Only one of rtol and atol
        TypeError: Values that cannot be compared

    Source: torch.testing.assert_close, whose messages these are.
    """
    __tracebackhide__ = True  # for pytest
    names = ("device", "dtype", "layout", "stride")
    checks = dict(zip(names, (check_device, check_dtype, check_layout, check_stride)))
    options = types.SimpleNamespace(
        rtol=rtol, atol=atol, equal_nan=equal_nan, allow_subclasses=allow_subclasses, **checks
    )
    pairs = None
    try:
        pairs = list(_pairs(actual, expected, (), options))
        for compare, *pair in pairs:
            compare(*pair)
    except _Mismatch as found:
        error = found.to_error(None if pairs is None else msg)  # of two structures, torch tells itself
    else:
        return
    raise error


def assert_allclose(
    actual: Any,
    expected: Any,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = True,
    msg: str = "",
) -> None:
    """assert_close of what as_tensor makes of both, whatever their dtypes, devices and strides.

    Source: torch.testing.assert_allclose, which torch has deprecated.
    """
    actual, expected = (_tensor(one) for one in (actual, expected))
    if rtol is None and atol is None:
        found = [_ALLCLOSE.get(one.dtype.name, (0.0, 0.0)) for one in (actual, expected)]
        rtol, atol = max(one[0] for one in found), max(one[1] for one in found)
    assert_close(
        actual,
        expected,
        rtol=rtol,
        atol=atol,
        equal_nan=equal_nan,
        check_device=True,
        check_dtype=False,
        msg=msg or None,
    )


_ALLCLOSE = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "make_tensor":
        return import_module("._creation", __name__).make_tensor  # torch's own
    if name in ("_comparison", "_creation", "_utils"):
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# ---- what is compared with what ----


def _pairs(actual, expected, at, options):
    """Yields (function, its arguments) for each two values that belong together."""
    both = actual, expected
    if _are(both, collections.abc.Sequence) and not any(isinstance(one, str) for one in both):
        if len(actual) != len(expected):
            text = f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            raise _Mismatch(AssertionError, text, at)
        keys = range(len(actual))
    elif _are(both, collections.abc.Mapping):
        keys = _keys(actual, expected, at)
    else:
        yield _pair(actual, expected, at, options)
        return
    for key in keys:
        yield from _pairs(actual[key], expected[key], (*at, key), options)


def _keys(actual, expected, at):
    missing, additional = set(expected) - set(actual), set(actual) - set(expected)
    if missing or additional:
        text = "The keys of the mappings do not match:\n"
        text += f"Missing keys in the actual mapping: {sorted(missing)}\n"
        raise _Mismatch(AssertionError, f"{text}Additional keys in the actual mapping: {sorted(additional)}", at)
    try:
        return sorted(actual)
    except TypeError:
        return list(actual)


def _pair(actual, expected, at, options):
    import numpy as np

    both = actual, expected
    if actual is None or expected is None:
        return _compare_none, actual, expected, at
    if _are(both, (bool, np.bool_)):
        return _compare_bools, bool(actual), bool(expected), at
    if _are(both, (int, float, complex, np.number)):
        both = [one.item() if isinstance(one, np.number) else one for one in both]
        return _compare_numbers, *both, at, options, _tolerances([type(one).__name__ for one in both], at, options)
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if related and (options.allow_subclasses or type(actual) is type(expected)):
        try:
            both = [_tensor(one) for one in both]
        except Exception:  # whatever as_tensor says, it is no tensor
            pass
        else:
            return _compare_tensors, *both, at, options, _tolerances([one.dtype.name for one in both], at, options)
    text = f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}."
    raise _Mismatch(TypeError, text, at)


def _are(both, kinds):
    return all(isinstance(one, kinds) for one in both)


def _tensor(value):
    from .._tensor.data import as_tensor

    return value if isinstance(value, Tensor) else as_tensor(value)


def _tolerances(dtypes, at, options):
    if (options.rtol is None) != (options.atol is None):
        absent = "rtol" if options.rtol is None else "atol"
        text = f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {absent}."
        raise _Mismatch(ValueError, text, at)
    if options.rtol is not None:
        return options.rtol, options.atol
    found = [_TOLERANCES.get(dtype, (0.0, 0.0)) for dtype in dtypes]
    return max(rtol for rtol, _ in found), max(atol for _, atol in found)


# ---- single values ----


def _compare_none(actual, expected, at):
    if actual is not expected:
        raise _Mismatch(AssertionError, f"None mismatch: {actual} is not {expected}", at)


def _compare_bools(actual, expected, at):
    if actual is not expected:
        raise _Mismatch(AssertionError, f"Booleans mismatch: {actual} is not {expected}", at)


def _compare_numbers(actual, expected, at, options, tolerances):
    if options.dtype and type(actual) is not type(expected):
        text = f"The (d)types do not match: {type(actual)} != {type(expected)}."
        raise _Mismatch(AssertionError, text, at)
    if actual == expected or options.equal_nan and cmath.isnan(actual) and cmath.isnan(expected):
        return
    difference, (rtol, atol) = abs(actual - expected), tolerances
    if not (cmath.isfinite(difference) and difference <= atol + rtol * abs(expected)):
        raise _Mismatch(AssertionError, _number_text("Scalars", actual, expected, rtol, atol), at)


def _number_text(what, actual, expected, rtol, atol):
    difference = abs(actual - expected)
    relative = float("inf") if expected == 0 else difference / abs(expected)
    extra = f"Expected {expected} but got {actual}."
    return _text(what, extra, "Absolute difference", difference, "Relative difference", relative, rtol, atol)


def _text(what, extra, first, absolute, second, relative, rtol, atol):
    equality = rtol == 0 and atol == 0
    lines = [f"{what} are not {'equal' if equality else 'close'}!", "", extra]
    for name, difference, allowed in ((first, absolute, atol), (second, relative, rtol)):
        lines.append(f"{name}: {difference}" + ("" if equality else f" (up to {allowed} allowed)"))
    return "\n".join(lines)


# ---- tensors ----


def _compare_tensors(actual, expected, at, options, tolerances):
    _compare_attributes(actual, expected, at, options)
    if actual.is_meta or expected.is_meta:
        return
    actual, expected = _alike(actual, expected)
    for what, one, other, close in _parts(actual, expected, at):
        rtol, atol = tolerances if close else (0, 0)
        _compare_values(what, one, other, at, rtol, atol, options.equal_nan and close)


def _compare_attributes(actual, expected, at, options):
    strided = actual.layout is expected.layout is LAYOUTS["strided"]
    quantized = actual.is_quantized and expected.is_quantized
    for name, check in (
        ("shape", True),
        ("is_quantized", True),
        ("qscheme()", quantized),
        ("layout", options.layout),
        ("stride()", options.stride and strided),
        ("device", options.device),
        ("dtype", options.dtype),
    ):
        if check:
            one, other = (getattr(tensor, name.rstrip("()")) for tensor in (actual, expected))
            one, other = (one(), other()) if name.endswith("()") else (one, other)
            if one != other:
                text = f"The values for attribute '{name}' do not match: {one} != {other}."
                raise _Mismatch(AssertionError, text, at)


def _alike(actual, expected):
    """Both on one device, of one dtype and layout."""
    if actual.device != expected.device:
        actual, expected = actual.cpu(), expected.cpu()
    if actual.dtype is not expected.dtype:
        wide = [DTYPES["int64"] if one.dtype.name in _UNSIGNED else one.dtype for one in (actual, expected)]
        dtype = promote_types(*wide)
        actual, expected = actual.to(dtype), expected.to(dtype)
    if actual.layout is not expected.layout:
        strided = LAYOUTS["strided"]
        actual, expected = (one if one.layout is strided else one.to_dense() for one in (actual, expected))
    return actual, expected


def _parts(actual, expected, at):
    """Yields (what it is, the same strided part of both, whether close is enough)."""
    layout = str(actual.layout).removeprefix("torch.")
    if actual.is_quantized:
        yield "Quantized tensor-likes", actual.dequantize(), expected.dequantize(), True
    elif layout == "sparse_coo":
        name = "sparse dimensions in sparse COO tensors"
        _same_number(name, actual.sparse_dim(), expected.sparse_dim(), at)
        _same_number("specified values in sparse COO tensors", actual._nnz(), expected._nnz(), at)
        yield "Sparse COO indices", actual._indices(), expected._indices(), False
        yield "Sparse COO values", actual._values(), expected._values(), True
    elif layout in _COMPRESSED:
        name = layout[len("sparse_") :].upper()
        _same_number(f"specified values in sparse {name} tensors", actual._nnz(), expected._nnz(), at)
        for part in _COMPRESSED[layout].split():
            one, other = (getattr(tensor, f"{part}_indices")() for tensor in (actual, expected))
            dtype = promote_types(one.dtype, other.dtype)
            yield f"Sparse {name} {part}_indices", one.to(dtype), other.to(dtype), False
        yield f"Sparse {name} values", actual.values(), expected.values(), True
    else:
        yield "Tensor-likes", actual, expected, True


def _same_number(what, actual, expected, at):
    if actual != expected:
        raise _Mismatch(AssertionError, f"The number of {what} does not match: {actual} != {expected}", at)


def _compare_values(what, actual, expected, at, rtol, atol, equal_nan):
    small = actual.dtype.is_floating_point and actual.dtype.itemsize == 1
    if small and (rtol or atol):
        text = f"Rtol={rtol} and atol={atol} are not supported for bitwise comparison of low dimensional floats. "
        raise _Mismatch(AssertionError, text + "Please use rtol=0.0 and atol=0.0.", at)
    matches = _ops.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if matches.all().item():
        return
    if not actual.shape:
        what = what.replace("Tensor-likes", "Scalars").replace("tensor-likes", "scalars")
        text = _number_text(what, actual.item(), expected.item(), rtol, atol)
    elif small:
        text = f"{what} are not 'equal'!\n\n{_count_text(matches)}\n"
        text += f"The first mismatched element is at index {tuple((~matches).nonzero()[0].tolist())}."
    else:
        text = _tensor_text(what, actual.flatten(), expected.flatten(), matches, rtol, atol)
    raise _Mismatch(AssertionError, text, at)


def _tensor_text(what, actual, expected, matches, rtol, atol):
    if not (actual.dtype.is_floating_point or actual.dtype.is_complex):
        actual, expected = actual.long(), expected.long()
    absolute = (actual - expected).abs().masked_fill(matches.flatten(), 0)
    relative = (absolute / expected.abs()).masked_fill(matches.flatten(), 0)
    found = []
    for name, differences in (("absolute", absolute), ("relative", relative)):
        greatest, place = differences.max(0)
        index = tuple(one.item() for one in unravel_index(place, matches.shape))
        found += [f"Greatest {name} difference", f"{greatest.item()} at index {index}"]
    return _text(what, _count_text(matches), *found, rtol, atol)


def _count_text(matches):
    count = matches.numel() - matches.sum().item()
    return f"Mismatched elements: {count} / {matches.numel()} ({count / matches.numel():.1%})"
