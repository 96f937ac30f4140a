"""torch's oldest constructors: FloatTensor, LongTensor, … and Tensor.new."""

from .. import _ops
from .._tensor.data import tensor
from .._tensor.dtype import DTYPES
from .._tensor.promotion import get_default_dtype
from .._tensor.tensor import Size, Tensor


def construct(name, args, dtype, device=None):
    """NAME(2, 3) and NAME(Size) are uninitialized; NAME([…]) holds numbers; NAME(other) is over its memory."""
    if len(args) == 1 and isinstance(args[0], Tensor):
        if args[0].dtype is not dtype and name != "Tensor":
            raise TypeError(f"{name}(): a tensor of {dtype} is needed, got {args[0].dtype}")
        return args[0].detach()
    if (
        len(args) == 1
        and not isinstance(args[0], Size)
        and (hasattr(args[0], "__len__") or not hasattr(args[0], "__index__"))
    ):
        return tensor(args[0], dtype=dtype, device=device)
    sizes = args[0] if len(args) == 1 and isinstance(args[0], Size) else args or (0,)
    return _ops.empty(tuple(sizes), dtype=dtype, device=device)


def legacy_constructor(cls, args, kwargs):
    """Tensor(2, 3), Tensor([1, 2]): float32, as torch.Tensor."""
    if kwargs:
        raise TypeError(f"Tensor() takes no argument '{next(iter(kwargs))}'; use tensor(data, dtype=…)")
    made = construct("Tensor", args, get_default_dtype())
    return made if cls is Tensor else cls._adopt(made)


class _Typed(type):
    """The class of FloatTensor and its like, which have no instances of their own: they make Tensors."""

    def __call__(cls, *args):
        return construct(cls.__name__, args, cls.dtype)

    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and instance.dtype is cls.dtype and instance.device.type == "cpu"

    def __repr__(cls):
        return f"<class 'torch.{cls.__name__}'>"


_KINDS = {
    "BFloat16": "bfloat16", "Bool": "bool", "Byte": "uint8", "Char": "int8", "Double": "float64", "Float": "float32",
    "Half": "float16", "Int": "int32", "Long": "int64", "Short": "int16", "ComplexFloat": "complex64",
    "ComplexDouble": "complex128", "ComplexHalf": "complex32", "QInt8": "qint8", "QUInt8": "quint8", "QInt32": "qint32",
}  # fmt: skip
_NAMES = {dtype: kind for kind, dtype in _KINDS.items()}

for _kind, _dtype in list(_KINDS.items())[:10]:
    _doc = f"A CPU tensor of {_dtype}: of sizes, of a Size, or of data (torch.{_kind}Tensor)."
    globals()[_kind + "Tensor"] = _Typed(_kind + "Tensor", (), {"dtype": DTYPES[_dtype], "__doc__": _doc})


def type_name(self):
    """ "torch.FloatTensor", "torch.cuda.LongTensor", "torch.sparse.FloatTensor", …"""
    places = [self.device.type] if self.device.type != "cpu" else []
    places += ["sparse"] if self.layout.name == "sparse_coo" else []
    return ".".join(["torch", *places, _NAMES.get(self.dtype.name, self.dtype.name) + "Tensor"])


def parse(text):
    """(dtype, device) of "torch.cuda.FloatTensor"; raises ValueError for another text."""
    first, *places, name = text.split(".") if "." in text else ("", text)
    kind = _KINDS.get(name.removesuffix("Tensor"))
    if first != "torch" or places not in ([], ["cuda"]) or not name.endswith("Tensor") or kind is None:
        raise ValueError(f"invalid type: '{text}'")
    return DTYPES[kind], places[0] if places else "cpu"
