"""torch's oldest constructors: FloatTensor, LongTensor, … and Tensor.new."""

import warnings

from .. import _ops
from .._tensor import data
from .._tensor.data import tensor
from .._tensor.device import device as Device
from .._tensor.dtype import DTYPES
from .._tensor.promotion import get_default_dtype
from .._tensor.tensor import Size, Tensor
from .sparse import sparse_coo_tensor

TYPE_CHECKING = False
_PACKAGE = __name__.partition(".")[0]


def construct(name, args, dtype, device=None):
    """NAME(2, 3) and NAME(Size) are uninitialized; NAME([…]) holds numbers; NAME(other) is over its memory."""
    if len(args) == 1 and isinstance(args[0], Tensor):
        if args[0].dtype is not dtype and name != "Tensor":
            raise TypeError(f"{name}(): a tensor of {dtype} is needed, got {args[0].dtype}")
        return _ops.alias(args[0])
    if (
        len(args) == 1
        and not isinstance(args[0], Size)
        and (hasattr(args[0], "__len__") or not hasattr(args[0], "__index__"))
    ):
        return tensor(args[0], dtype=dtype, device=device)
    sizes = args[0] if len(args) == 1 and isinstance(args[0], Size) else args or (0,)
    return _ops.empty(tuple(sizes), dtype=dtype, device=device)


def legacy_constructor(cls, args, kwargs):
    """Tensor(2, 3), Tensor([1, 2]), Tensor(…, device="cpu"): float32, as torch.Tensor."""
    place = Device(kwargs.pop("device", None) or "cpu")
    if place.type != "cpu":
        raise RuntimeError(f"legacy constructor expects device type: cpu but device type: {place.type} was passed")
    if kwargs:
        raise TypeError(f"Tensor() takes no argument '{next(iter(kwargs))}'; use tensor(data, dtype=…)")
    made = None if data.traced is None else data.traced("torch.Tensor", construct, "Tensor", args, get_default_dtype())
    if made is None:
        made = construct("Tensor", args, get_default_dtype())
    return made if cls is Tensor else cls._adopt(made)


# The arguments of a sparse class's call, by their number, and those of sparse_coo_tensor.
_SPARSE_CALLS = {
    0: ("", "(0,), dtype="),
    1: ("shape, *, device=", "shape, dtype=, device="),
    2: ("indices, values, *, device=", "indices, values, dtype=, device="),
    3: ("indices, values, shape, *, device=", "indices, values, shape, dtype=, device="),
}


def _is_pair(args):
    """Returns whether arguments are (indices, values) or (indices, values, shape)."""
    return len(args) in (2, 3) and isinstance(args[0], Tensor) and isinstance(args[1], Tensor)


def construct_sparse(args, dtype, device=None):
    """A sparse_coo tensor of (indices, values, shape), (indices, values), (2, 3), (Size) or ()."""
    if _is_pair(args):
        return sparse_coo_tensor(*args)
    size = args[0] if len(args) == 1 and not hasattr(args[0], "__index__") else args or (0,)
    return sparse_coo_tensor(tuple(size), dtype=dtype, device=device)


def _sparse(args, dtype):
    """sparse.FloatTensor(indices, values, shape), (indices, values), (2, 3), (Size) and (), with torch's warning."""
    old, new = _SPARSE_CALLS[len(args) if _is_pair(args) else 1 if args else 0]
    warnings.warn(
        f"torch.sparse.SparseTensor({old}) is deprecated.  Please use torch.sparse_coo_tensor({new}).", stacklevel=3
    )
    return construct_sparse(args, dtype)


class _Typed(type):
    """The class of FloatTensor and its like, which have no instances of their own: they make Tensors."""

    __qualname__, __module__ = "tensortype", "torch"  # torch's compiler asks

    def __call__(cls, *args):
        if cls.place == "sparse":
            return _sparse(args, cls.dtype)
        given = cls.__name__, args, cls.dtype, cls.place or None
        made = None if data.traced is None else data.traced("torch.tensor", construct, *given)
        return construct(*given) if made is None else made

    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and type_name(instance) == cls.full_name

    def __repr__(cls):
        return f"<class '{cls.full_name}'>"


_KINDS = {
    "BFloat16": "bfloat16", "Bool": "bool", "Byte": "uint8", "Char": "int8", "Double": "float64", "Float": "float32",
    "Half": "float16", "Int": "int32", "Long": "int64", "Short": "int16", "ComplexFloat": "complex64",
    "ComplexDouble": "complex128", "ComplexHalf": "complex32", "QInt8": "qint8", "QUInt8": "quint8", "QInt32": "qint32",
}  # fmt: skip
if TYPE_CHECKING:  # made below
    BFloat16Tensor: type[Tensor]
    BoolTensor: type[Tensor]
    ByteTensor: type[Tensor]
    CharTensor: type[Tensor]
    DoubleTensor: type[Tensor]
    FloatTensor: type[Tensor]
    HalfTensor: type[Tensor]
    IntTensor: type[Tensor]
    LongTensor: type[Tensor]
    ShortTensor: type[Tensor]
_NAMES = {dtype: kind for kind, dtype in _KINDS.items()}


def family(place=""):
    """{"FloatTensor": class, …} of the CPU, of "cuda" or of "sparse"."""
    found = {}
    for kind, dtype in list(_KINDS.items())[:10]:
        name, full = f"{kind}Tensor", ".".join(filter(None, ("torch", place, f"{kind}Tensor")))
        doc = f"A {place or 'CPU'} tensor of {dtype}: of sizes, of a Size, or of data ({full})."
        members = {"dtype": DTYPES[dtype], "place": place, "full_name": full, "__doc__": doc}
        found[name] = _Typed(name, (), members | {"__module__": ".".join(filter(None, (_PACKAGE, place)))})
    return found


globals().update(family())


def type_name(self):
    """ "torch.FloatTensor", "torch.cuda.LongTensor", "torch.sparse.FloatTensor", …"""
    places = [self.device.type] if self.device.type != "cpu" else []
    places += ["sparse"] if self.layout.name == "sparse_coo" else []
    return ".".join(["torch", *places, _NAMES.get(self.dtype.name, self.dtype.name) + "Tensor"])


def parse(text):
    """(dtype, device) of "torch.cuda.FloatTensor"; raises ValueError for another text."""
    first, *places, name = text.split(".") if "." in text else ("", text)
    kind = _KINDS.get(name.removesuffix("Tensor"))
    if first not in ("torch", _PACKAGE) or places not in ([], ["cuda"]) or not name.endswith("Tensor") or kind is None:
        raise ValueError(f"invalid type: '{text}'")
    return DTYPES[kind], places[0] if places else "cpu"
