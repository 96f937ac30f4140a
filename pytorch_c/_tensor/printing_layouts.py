"""repr() of tensors that are not plain numbers in rows: sparse and quantized ones, as torch prints them."""

from .. import _ops
from .dtype import DTYPES
from .promotion import get_default_dtype

# layout: names of the compressed and of the plain indices
_COMPRESSED = {
    "sparse_csr": ("crow_indices", "col_indices"),
    "sparse_bsr": ("crow_indices", "col_indices"),
    "sparse_csc": ("ccol_indices", "row_indices"),
    "sparse_bsc": ("ccol_indices", "row_indices"),
}


def is_special(tensor):
    """Returns whether the tensor is printed here."""
    return tensor.layout.name != "strided" or tensor.is_quantized


def _dtype(tensor):
    default = get_default_dtype()
    shown = (
        default,
        DTYPES["complex128" if default.name == "float64" else "complex64"],
        DTYPES["int64"],
        DTYPES["bool"],
    )
    return [] if tensor.dtype in shown else [f"dtype={tensor.dtype}"]


def _part(name, tensor, indent, contents):
    """ "indices=tensor([[0, 1]])", by the function that prints the contents of a plain tensor."""
    prefix, meta = f"{name}=tensor(", tensor.is_meta
    empty = meta or tensor.numel() == 0
    text = "..." if meta else "[]" if empty else contents(tensor.detach(), indent + len(prefix))
    return prefix + text + (f", size={tuple(tensor.shape)}" if empty else "") + ")"


def _quantized(tensor):
    scheme = tensor.qscheme()
    found = [f"quantization_scheme={scheme}"]
    if scheme.name.startswith("per_tensor"):
        return [*found, f"scale={tensor.q_scale()}", f"zero_point={tensor.q_zero_point()}"]
    channels = [f"scale={tensor.q_per_channel_scales()}", f"zero_point={tensor.q_per_channel_zero_points()}"]
    return [*found, *channels, f"axis={tensor.q_per_channel_axis()}"]


def nested(tensor, show):
    """The components of a nested tensor, by the function that prints one."""
    grad = tensor.requires_grad
    parts = [show(part.requires_grad_(grad)) for part in _ops.unbind(tensor.detach(), 0)]
    lines = ["  " + line for line in ",\n".join(parts).split("\n")] if parts else [""]
    return "\n".join(["[", *lines, "]"])


def body(tensor, indent, contents):
    """(contents, suffixes, whether these begin on a line of their own)."""
    size = [f"size={tuple(tensor.shape)}"]
    if tensor.layout.name == "strided":
        return contents(tensor.dequantize(), indent), size + _dtype(tensor) + _quantized(tensor), False
    suffixes = (
        size + ([] if tensor.is_meta else [f"nnz={tensor._nnz()}"]) + _dtype(tensor) + [f"layout={tensor.layout}"]
    )
    if tensor.is_sparse:
        parts = {"indices": tensor._indices(), "values": tensor._values()}
    elif tensor.layout.name in _COMPRESSED:
        parts = {name: getattr(tensor, name)() for name in (*_COMPRESSED[tensor.layout.name], "values")}
    else:
        return contents(tensor.to_dense(), indent), _dtype(tensor) + [f"layout={tensor.layout}"], False
    lines = [_part(name, part, indent, contents) for name, part in parts.items()]
    return (",\n" + " " * indent).join(lines), suffixes, tensor.is_sparse
