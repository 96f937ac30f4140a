"""NumPy's functions by our operators: each has NumPy's own signature and defaults, the dtypes are our operators'."""

from __future__ import annotations

from .. import _ops
from .._tensor.promotion import result_type
from .arguments import axes, given, masked, put, refuse, to_dtype, to_tensor
from .refusal import NotHere
from .ufuncs import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_tables: dict[Any, Callable[..., Any]] = {}


def table() -> dict[Any, Callable[..., Any]]:
    """{NumPy's function: ours}, made at the first use."""
    if not _tables:
        import numpy as np

        from . import linear, shapes

        for module, names in ((np, [shapes, _HERE]), (np.linalg, [linear.LINALG]), (np.fft, [linear.FFT])):
            for source in names:
                found = source if isinstance(source, dict) else source.FUNCTIONS
                _tables.update((getattr(module, name), one) for name, one in found.items() if hasattr(module, name))
        _tables.update((getattr(np, name), one) for name, one in linear.PRODUCTS.items())
    return _tables


# ---- reductions ----


def _folded(name, neutral):
    def reduce(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
        refuse(initial=initial)
        x = masked(to_tensor(a), where, neutral)
        x = x if dtype is None else x.to(to_dtype(dtype))
        return put(fold(name, x, axes(axis, x), given(keepdims) and bool(keepdims)), out)

    return reduce


def _extreme(name, lowest):
    def reduce(a, axis=None, out=None, keepdims=False, initial=None, where=True):
        x = to_tensor(a)
        refuse(initial=initial)
        if given(where) and where is not True:
            raise NotHere
        if not x.numel():
            raise ValueError(f"zero-size array to reduction operation {lowest} which has no identity")
        return put(fold(name, x, axes(axis, x), given(keepdims) and bool(keepdims)), out)

    return reduce


def _truth(name, neutral):
    def reduce(a, axis=None, out=None, keepdims=False, *, where=True):
        x = masked(to_tensor(a).bool(), where, neutral)
        return put(fold(name, x, axes(axis, x), given(keepdims) and bool(keepdims)), out)

    return reduce


def _place(name):
    def reduce(a, axis=None, out=None, *, keepdims=False):
        x = to_tensor(a)
        keep = given(keepdims) and bool(keepdims)
        found = getattr(_ops, name)(x if given(axis) else x.reshape(-1), axis if given(axis) else 0, keep)
        return put(found if given(axis) or not keep else found.reshape((1,) * x.dim()), out)

    return reduce


def _floating(x):
    return x if x.is_floating_point() or x.is_complex() else x.to(_ops.true_divide(x[:0].reshape(-1), 1).dtype)


def _mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    x = to_tensor(a)
    x = _floating(x) if dtype is None else x.to(to_dtype(dtype))
    dims, keep = axes(axis, x), given(keepdims) and bool(keepdims)
    if not given(where) or where is True:
        return put(_ops.mean(x, dims, keep), out)
    counted = _ops.where(to_tensor(where), _ops.ones_like(x), 0)
    return put(_ops.sum(masked(x, where, 0), dims, keep) / _ops.sum(counted, dims, keep), out)


def _spread(name):
    def reduce(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
        refuse(mean=mean)
        if given(where) and where is not True:
            raise NotHere
        x = to_tensor(a)
        x = _floating(x) if dtype is None else x.to(to_dtype(dtype))
        keep = given(keepdims) and bool(keepdims)
        by = correction if given(correction) else ddof
        return put(getattr(_ops, name)(x, axes(axis, x), correction=by, keepdim=keep), out)

    return reduce


def _ptp(a, axis=None, out=None, keepdims=False):
    x = to_tensor(a)
    dims, keep = axes(axis, x), given(keepdims) and bool(keepdims)
    return put(_ops.amax(x, dims, keep) - _ops.amin(x, dims, keep), out)


def _average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    x = _floating(to_tensor(a))
    if weights is None and not returned:
        return _mean(x, axis, keepdims=keepdims)
    w = to_tensor(weights) if weights is not None else _ops.ones_like(x)
    if w.shape != x.shape:
        raise NotHere
    dims, keep = axes(axis, x), given(keepdims) and bool(keepdims)
    total = _ops.sum(w, dims, keep)
    found = _ops.sum(x * w, dims, keep) / total
    return (found, total) if returned else found


def _quantile(scale):
    def reduce(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
        refuse(weights=weights)
        if method not in ("linear", "lower", "higher", "midpoint", "nearest") or isinstance(axis, tuple):
            raise NotHere
        x = _floating(to_tensor(a))
        part = to_tensor(q).to(x.dtype) / scale
        found = _ops.quantile(x, part, axis, given(keepdims) and bool(keepdims), interpolation=method)
        return put(found, out)

    return reduce


def _median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return _quantile(1)(a, 0.5, axis, out, keepdims=keepdims)


def _nan_fold(name):
    def reduce(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
        refuse(initial=initial)
        if given(where) and where is not True:
            raise NotHere
        x = to_tensor(a) if dtype is None else to_tensor(a).to(to_dtype(dtype))
        return put(getattr(_ops, name)(x, axes(axis, x), given(keepdims) and bool(keepdims)), out)

    return reduce


def _count_nonzero(a, axis=None, *, keepdims=False):
    x = to_tensor(a) != 0
    found = _ops.sum(x, axes(axis, x), bool(keepdims))
    return found if given(axis) or keepdims else int(found.item())


def _running(name):
    def run(a, axis=None, dtype=None, out=None):
        x = to_tensor(a) if dtype is None else to_tensor(a).to(to_dtype(dtype))
        return put(getattr(_ops, name)(x if given(axis) else x.reshape(-1), axis if given(axis) else 0), out)

    return run


def _diff(a, n=1, axis=-1, prepend=None, append=None):
    parts = [to_tensor(one) if given(one) else None for one in (prepend, append)]
    return _ops.diff(to_tensor(a), n, axis, *parts)


# ---- elementwise ----


def _clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None, **others):
    refuse(**others)
    low, high = (one if given(one) else other for one, other in ((a_min, min), (a_max, max)))
    x = to_tensor(a)
    if given(low):
        x = _ops.maximum(x, to_tensor(low).to(x.dtype)) if not isinstance(low, (int, float)) else _ops.clamp(x, min=low)
    if given(high):
        x = (
            _ops.minimum(x, to_tensor(high).to(x.dtype))
            if not isinstance(high, (int, float))
            else _ops.clamp(x, max=high)
        )
    return put(x, out)


def _round(a, decimals=0, out=None):
    x = to_tensor(a)
    return put(_ops.round(x, decimals=decimals) if x.is_floating_point() else x.clone(), out)


def _isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    x, y = to_tensor(a), to_tensor(b)
    both = result_type(x, y)
    return _ops.isclose(x.to(both), y.to(both), rtol, atol, equal_nan)


def _allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(_isclose(a, b, rtol, atol, equal_nan).all())


def _array_equal(a1, a2, equal_nan=False):
    x, y = to_tensor(a1), to_tensor(a2)
    if x.shape != y.shape:
        return False
    same = x == y
    return bool((same | (x.isnan() & y.isnan())).all() if equal_nan else same.all())


def _where(condition, x=None, y=None):
    if x is None or y is None:
        return tuple(_ops.nonzero(to_tensor(condition)).unbind(1))
    return _ops.where(
        to_tensor(condition), *(one if isinstance(one, (int, float, complex)) else to_tensor(one) for one in (x, y))
    )


def _nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    found = _ops.nan_to_num(to_tensor(x), nan, posinf, neginf)
    return found if copy else to_tensor(x).copy_(found)


# ---- sorting, counting ----


def _sorted(a, axis=-1, kind=None, order=None, *, stable=None):
    refuse(order=order)
    x = to_tensor(a)
    return _ops.sort(x if axis is not None else x.reshape(-1), dim=-1 if axis is None else axis)[0]


def _argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    refuse(order=order)
    x = to_tensor(a)
    return _ops.argsort(x if axis is not None else x.reshape(-1), dim=-1 if axis is None else axis, stable=True)


def _searchsorted(a, v, side="left", sorter=None):
    return _ops.searchsorted(
        to_tensor(a), to_tensor(v), side=side, sorter=None if sorter is None else to_tensor(sorter)
    )


def _unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, **others):
    if return_index or axis is not None:
        raise NotHere
    found = _ops._unique2(to_tensor(ar), True, return_inverse, return_counts)
    kept = [one for one, wanted in zip(found, (True, return_inverse, return_counts)) if wanted]
    return kept[0] if len(kept) == 1 else tuple(kept)


def _bincount(x, /, weights=None, minlength=0):
    return _ops.bincount(to_tensor(x), None if weights is None else to_tensor(weights), minlength)


def _alike(name):
    def make(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
        refuse(shape=shape, device=device)
        return getattr(_ops, name)(to_tensor(a), dtype=to_dtype(dtype))

    return make


def _full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    refuse(shape=shape, device=device)
    return _ops.full_like(to_tensor(a), fill_value, dtype=to_dtype(dtype))


def _plain(name):
    return lambda x: getattr(_ops, name)(to_tensor(x))


_HERE = {
    "sum": _folded("sum", 0), "prod": _folded("prod", 1), "max": _extreme("amax", "maximum"),
    "min": _extreme("amin", "minimum"), "amax": _extreme("amax", "maximum"), "amin": _extreme("amin", "minimum"),
    "all": _truth("all", True), "any": _truth("any", False), "argmax": _place("argmax"), "argmin": _place("argmin"),
    "mean": _mean, "std": _spread("std"), "var": _spread("var"), "ptp": _ptp, "average": _average,
    "quantile": _quantile(1), "percentile": _quantile(100), "median": _median, "nansum": _nan_fold("nansum"),
    "nanmean": _nan_fold("nanmean"), "count_nonzero": _count_nonzero, "cumsum": _running("cumsum"),
    "cumprod": _running("cumprod"), "diff": _diff, "clip": _clip, "round": _round, "around": _round,
    "isclose": _isclose, "allclose": _allclose, "array_equal": _array_equal, "where": _where,
    "nan_to_num": _nan_to_num, "sort": _sorted, "argsort": _argsort, "searchsorted": _searchsorted,
    "unique": _unique, "bincount": _bincount, "zeros_like": _alike("zeros_like"), "ones_like": _alike("ones_like"),
    "empty_like": _alike("empty_like"), "full_like": _full_like, "real": lambda val: to_tensor(val).real,
    "imag": lambda val: _ops.zeros_like(to_tensor(val)) if not to_tensor(val).is_complex() else val.imag,
    "angle": lambda z, deg=False: _ops.rad2deg(_ops.angle(to_tensor(z))) if deg else _ops.angle(to_tensor(z)),
    "sinc": _plain("sinc"), "i0": _plain("i0"), "isneginf": _plain("isneginf"), "isposinf": _plain("isposinf"),
    "iscomplexobj": lambda x: to_tensor(x).is_complex(), "isrealobj": lambda x: not to_tensor(x).is_complex(),
    "array_repr": lambda arr, *a, **k: repr(arr), "array_str": lambda a, *b, **k: str(a),
    "copy": lambda a, order="K", subok=False: to_tensor(a).clone(),
}  # fmt: skip
