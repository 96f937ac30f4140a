"""NumPy's functions that arrange elements."""

from __future__ import annotations

from .. import _ops
from .arguments import given, put, refuse, to_dtype, to_tensor
from .refusal import NotHere


def _reshape(a, /, shape=None, order="C", *, newshape=None, copy=None):
    if order != "C":
        raise NotHere
    found = _ops.reshape(to_tensor(a), shape if given(shape) else newshape)
    return found.clone() if copy else found


def _ravel(a, order="C"):
    if order not in ("C", "K"):
        raise NotHere
    return _ops.reshape(to_tensor(a), (-1,))


def _transpose(a, axes=None):
    x = to_tensor(a)
    return _ops.permute(x, tuple(axes) if given(axes) else tuple(reversed(range(x.dim()))))


def _squeeze(a, axis=None):
    x = to_tensor(a)
    if not given(axis):
        return _ops.squeeze(x)
    for one in axis if isinstance(axis, tuple) else (axis,):
        if x.shape[one] != 1:
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return _ops.squeeze(x, axis)


def _expand_dims(a, axis):
    x = to_tensor(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    for one in sorted(one % (x.dim() + len(axes)) for one in axes):
        x = _ops.unsqueeze(x, one)
    return x


def _tensors(arrays, dtype=None, casting="same_kind"):
    if casting != "same_kind":
        raise NotHere
    found = [to_tensor(one) for one in arrays]
    return found if dtype is None else [one.to(to_dtype(dtype)) for one in found]


def _concatenate(arrays, /, axis=0, out=None, dtype=None, casting="same_kind"):
    found = _tensors(arrays, dtype, casting)
    if axis is None:
        found, axis = [one.reshape(-1) for one in found], 0
    if any(not one.dim() for one in found):
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    return put(_ops.cat(found, axis), out)


def _stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    return put(_ops.stack(_tensors(arrays, dtype, casting), axis), out)


def _joined(name):
    return lambda tup, *, dtype=None, casting="same_kind": getattr(_ops, name)(_tensors(tup, dtype, casting))


def _array_split(ary, indices_or_sections, axis=0):
    x = to_tensor(ary)
    by = indices_or_sections
    return list(_ops.tensor_split(x, by if isinstance(by, int) else tuple(map(int, by)), axis))


def _split(ary, indices_or_sections, axis=0):
    x = to_tensor(ary)
    if isinstance(indices_or_sections, int) and x.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return _array_split(x, indices_or_sections, axis)


def _tile(A, reps):
    return _ops.tile(to_tensor(A), reps if isinstance(reps, (tuple, list)) else (reps,))


def _repeat(a, repeats, axis=None):
    x = to_tensor(a)
    by = repeats if isinstance(repeats, int) else to_tensor(repeats)
    return _ops.repeat_interleave(x if given(axis) else x.reshape(-1), by, axis if given(axis) else 0)


def _flip(m, axis=None):
    x = to_tensor(m)
    dims = tuple(range(x.dim())) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    return _ops.flip(x, dims)


def _roll(a, shift, axis=None):
    return _ops.roll(to_tensor(a), shift, () if axis is None else axis)


def _atleast(name):
    def widen(*arys):
        found = tuple(getattr(_ops, name)(to_tensor(one)) for one in arys)
        return found[0] if len(found) == 1 else found

    return widen


def _diagonal(a, offset=0, axis1=0, axis2=1):
    return _ops.diagonal(to_tensor(a), offset, axis1, axis2)


def _take(a, indices, axis=None, out=None, mode="raise"):
    if mode != "raise":
        raise NotHere
    x, places = to_tensor(a), to_tensor(indices)
    if not given(axis):
        x, axis = x.reshape(-1), 0
    axis = axis % x.dim()
    length = x.shape[axis]
    if places.numel() and (int(places.min()) < -length or int(places.max()) >= length):
        raise IndexError(f"an index is out of bounds for axis {axis} with size {length}")
    found = _ops.index_select(x, axis, places.reshape(-1).remainder(max(length, 1)))
    return put(found.reshape(*x.shape[:axis], *places.shape, *x.shape[axis + 1 :]), out)


def _take_along_axis(arr, indices, axis=-1):
    x = to_tensor(arr)
    return _ops.take_along_dim(x, to_tensor(indices), axis)


def _size(a, axis=None):
    x = to_tensor(a)
    return x.shape[axis] if given(axis) else x.numel()


def _broadcast_to(array, shape, subok=False):
    return _ops.broadcast_to(to_tensor(array), (shape,) if isinstance(shape, int) else tuple(shape))


def _broadcast_arrays(*args, subok=False):
    return tuple(_ops.broadcast_tensors([to_tensor(one) for one in args]))


def _moveaxis(a, source, destination):
    return _ops.moveaxis(to_tensor(a), source, destination)


def _meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    refuse(sparse=sparse or None)
    return tuple(_ops.meshgrid([to_tensor(one) for one in xi], indexing=indexing))


def _pad(array, pad_width, mode="constant", **kwargs):
    x = to_tensor(array)
    if mode != "constant" or not isinstance(pad_width, (int, tuple, list)):
        raise NotHere
    if isinstance(pad_width, int):
        pad_width = ((pad_width, pad_width),) * x.dim()
    elif isinstance(pad_width[0], int):
        pair = tuple(pad_width) if len(pad_width) == 2 else (pad_width[0],) * 2
        pad_width = (pair,) * x.dim()
    value = kwargs.get("constant_values", 0)
    if len(pad_width) != x.dim() or not isinstance(value, (int, float)):
        raise NotHere
    return _ops.constant_pad_nd(x, [n for pair in reversed(pad_width) for n in pair], value)


FUNCTIONS = {
    "reshape": _reshape, "ravel": _ravel, "transpose": _transpose, "squeeze": _squeeze, "expand_dims": _expand_dims,
    "concatenate": _concatenate, "stack": _stack, "vstack": _joined("vstack"), "hstack": _joined("hstack"),
    "dstack": _joined("dstack"), "column_stack": _joined("column_stack"), "array_split": _array_split, "split": _split,
    "hsplit": lambda ary, by: _split(ary, by, 1 if to_tensor(ary).dim() > 1 else 0),
    "vsplit": lambda ary, by: _split(ary, by, 0), "dsplit": lambda ary, by: _split(ary, by, 2), "tile": _tile,
    "repeat": _repeat, "flip": _flip, "fliplr": lambda m: _flip(m, 1), "flipud": lambda m: _flip(m, 0), "roll": _roll,
    "rot90": lambda m, k=1, axes=(0, 1): _ops.rot90(to_tensor(m), k, axes), "moveaxis": _moveaxis,
    "swapaxes": lambda a, axis1, axis2: _ops.transpose(to_tensor(a), axis1, axis2),
    "atleast_1d": _atleast("atleast_1d"), "atleast_2d": _atleast("atleast_2d"), "atleast_3d": _atleast("atleast_3d"),
    "diag": lambda v, k=0: _ops.diag(to_tensor(v), k), "diagonal": _diagonal, "diagflat": lambda v, k=0: _ops.diag(to_tensor(v).reshape(-1), k),
    "tril": lambda m, k=0: _ops.tril(to_tensor(m), k), "triu": lambda m, k=0: _ops.triu(to_tensor(m), k),
    "take": _take, "take_along_axis": _take_along_axis,
    "nonzero": lambda a: tuple(_ops.nonzero(to_tensor(a)).unbind(1)), "argwhere": lambda a: _ops.argwhere(to_tensor(a)),
    "flatnonzero": lambda a: _ops.nonzero(to_tensor(a).reshape(-1)).reshape(-1), "ndim": lambda a: to_tensor(a).dim(),
    "shape": lambda a: tuple(to_tensor(a).shape), "size": _size, "broadcast_to": _broadcast_to,
    "broadcast_arrays": _broadcast_arrays, "meshgrid": _meshgrid, "pad": _pad,
}  # fmt: skip
