"""Arguments of table rows: each makes the same value for pytorch_c and for torch.

``F(3, 4)`` in a row is a float tensor of that shape; the runner makes it again in
other dtypes and layouts. The other classes keep their dtype.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy

BOUNDS = {"uint8": (0, 6), "bool": (0, 2)}


@dataclass(frozen=True)
class Setting:
    """Properties of the tensors of a row: dtype of the F's, layout, and what becomes of shapes."""

    dtype: str = "float32"
    layout: str = "contiguous"
    size: str = "full"  # "scalar": 0-dim, "empty": no elements

    @property
    def differentiable(self):
        return self.dtype.startswith(("float", "complex", "bfloat"))


def fill(rng, shape, dtype, low, high):
    """A NumPy array of values that the dtype holds exactly."""
    if dtype == "bool":
        return numpy.asarray(rng.integers(0, 2, shape), dtype=bool)
    if dtype.startswith(("int", "uint")):
        return numpy.asarray(rng.integers(*BOUNDS.get(dtype, (-5, 6)), shape), dtype=dtype)
    if dtype.startswith("complex"):
        real, imaginary = rng.uniform(low, high, shape), rng.uniform(low, high, shape)
        return numpy.asarray(real + 1j * imaginary, dtype="complex128" if dtype == "complex128" else "complex64")
    return numpy.asarray(rng.uniform(low, high, shape), dtype="float64" if dtype == "float64" else "float32")


@lru_cache(1 << 14)
def _filled(seed, shape, dtype, low, high):
    """The array of a seed, which costs more to draw than to copy."""
    return fill(numpy.random.default_rng(seed), shape, dtype, low, high)


def lay_out(library, array, dtype, layout):
    """The array as a tensor of the library in a dtype and layout."""
    if layout == "transposed" and array.ndim > 1:
        made = library.from_numpy(numpy.ascontiguousarray(array.T)).to(getattr(library, dtype))
        return made.permute(*range(array.ndim - 1, -1, -1))
    if layout == "stepped" and array.ndim:
        return library.from_numpy(numpy.repeat(array, 2, axis=-1)).to(getattr(library, dtype))[..., ::2]
    return library.from_numpy(array.copy()).to(getattr(library, dtype))


@dataclass(frozen=True, repr=False)
class Sample:
    """A tensor: its shape, its range, and its dtype if that does not vary."""

    shape: tuple
    low: float = -2.0
    high: float = 2.0
    dtype: str | None = None
    values: object = None  # a NumPy array instead of random values
    grad: bool = True
    resizes: bool = True  # becomes 0-dim or empty with the others

    def __repr__(self):
        what = self.dtype or "float"
        return f"{what}{list(self.shape)}" if self.values is None else f"{what}({self.values.tolist()})"

    def of(self, dtype):
        return replace(self, dtype=dtype)

    def no_resize(self):
        return replace(self, resizes=False)

    def without_grad(self):
        return replace(self, grad=False)

    def array(self, seed, setting):
        if self.values is not None:
            return self.values
        shape = self.shape
        if self.resizes and setting.size == "scalar":
            shape = ()
        elif self.resizes and setting.size == "empty" and shape:
            shape = (0, *shape[1:])
        return _filled(seed, shape, self.dtype or setting.dtype, self.low, self.high).copy()

    def make(self, library, seed, setting):
        dtype = self.dtype or setting.dtype
        array = self.array(seed, setting)
        if self.values is not None and self.dtype is None:
            dtype = str(array.dtype)
        return lay_out(library, array, dtype, setting.layout)


def F(*shape, low=-2.0, high=2.0):
    """Floats in a range; their dtype and layout vary."""
    return Sample(shape, low, high)


def P(*shape):
    """Positive floats."""
    return Sample(shape, 0.1, 3.0)


def U(*shape):
    """Floats inside of (0, 1)."""
    return Sample(shape, 0.05, 0.95)


def B(*shape):
    return Sample(shape, dtype="bool")


def C(*shape):
    return Sample(shape, dtype="complex64")


def N(*shape, dtype="int64"):
    """Small ints."""
    return Sample(shape, dtype=dtype)


def V(values, dtype=None):
    """These very values, in this dtype (float32, int64 or bool by themselves); nothing varies."""
    array = numpy.asarray(values)
    if dtype is None and array.dtype == numpy.float64:
        dtype = "float32"
    if dtype not in (None, "bfloat16"):
        array = array.astype(dtype)
    return Sample(array.shape, dtype=dtype, values=array, grad=False)


def spd(n):
    """A symmetric positive definite matrix, float32."""
    root = numpy.random.default_rng(n).uniform(-1, 1, (n, n))
    return replace(V(root @ root.T + n * numpy.eye(n)), grad=True)


@dataclass(frozen=True)
class Named:
    """An attribute of the library: a dtype, a layout, a memory format."""

    name: str

    def __repr__(self):
        return self.name

    def make(self, library, seed, setting):
        return getattr(library, self.name)


D = Named


@dataclass(frozen=True)
class L:
    """Whatever function(library) gives: sparse and quantized tensors."""

    function: object

    def make(self, library, seed, setting):
        return self.function(library)


@dataclass(frozen=True)
class Out:
    """A tensor for `out`: without elements, so that it is resized."""

    dtype: str = "float32"

    def make(self, library, seed, setting):
        return library.empty(0, dtype=getattr(library, self.dtype))


@dataclass(frozen=True)
class Seeded:
    """A generator with this seed."""

    seed: int = 7

    def make(self, library, seed, setting):
        return library.Generator().manual_seed(self.seed)


@dataclass(frozen=True)
class Device:
    name: str

    def make(self, library, seed, setting):
        return library.device(self.name)


class Builder:
    """Makes the arguments of a row for one library, the same each time."""

    def __init__(self, library, setting, grad):
        self.library, self.setting, self.grad = library, setting, grad
        self.count = 0
        self.leaves = []

    def build(self, value):
        if isinstance(value, dict):
            return {name: self.build(one) for name, one in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(self.build(one) for one in value)
        if not hasattr(value, "make"):
            return value
        self.count += 1
        made = value.make(self.library, self.count, self.setting)
        if self.grad and isinstance(value, Sample) and value.grad and (made.is_floating_point() or made.is_complex()):
            self.leaves.append(made.requires_grad_())
        return made
