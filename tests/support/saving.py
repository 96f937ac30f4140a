"""Objects to save, in torch's words, and how to compare what comes back."""

import collections
import io
import zipfile

import torch

import pytorch_c

# Evaluated once with torch = torch and once with torch = pytorch_c.
VALUES = """
torch.arange(12.0).reshape(3, 4)
torch.arange(12.0).reshape(3, 4).t()
torch.arange(12.0)[3:9:2]
torch.arange(24).reshape(2, 3, 4)[1, :, ::2]
torch.ones(1).expand(3, 5)
torch.tensor(3.5)
torch.empty(0)
torch.empty(0, 3, dtype=torch.int64)
torch.tensor([float("nan"), float("inf"), -0.0])
torch.tensor([1 + 2j, 3j]).conj()
torch.tensor([1 + 2j, 3j], dtype=torch.complex128).conj()
torch.tensor([[1 + 2j, 3j]]).conj().imag
torch.tensor([1.0, 2.0], requires_grad=True)
torch.ones(2, requires_grad=True) * 2
torch.nn.Parameter(torch.ones(2, 3))
torch.nn.Parameter(torch.arange(3), requires_grad=False)
torch.empty(2, 3, device="meta")
torch.ones(2, 3).shape
torch.float32
torch.bfloat16
torch.device("cpu")
torch.device("cuda", 1)
{"a": torch.ones(2), "b": [torch.zeros(1), (torch.ones(1), None)]}
OrderedDict(w=torch.ones(2), n=3)
{1: "one", "two": 2.5, (3, 4): True, None: False}
[0, 1, -1, 255, 256, 65536, -(2**31), 2**31, 2**63, 10**30]
[0.1, -0.0, float("inf"), 1 + 2j]
["", "text", "Grüße", "x" * 300]
[b"", b"bytes \\xff\\x00", bytearray(b"mutable"), bytearray()]
[set(), {1, 2, 3}, (), (1,), (1, 2, 3, 4), [], {}]
[[[[[[]]]]]]
Counter("abracadabra")
None
42
"text"
""".strip().splitlines()
VALUES += [
    f"torch.arange(6).to(torch.{dtype})"
    for dtype in """float64 float32 float16 bfloat16 float8_e4m3fn float8_e5m2 float8_e4m3fnuz
        float8_e5m2fnuz complex64 complex128 int64 int32 int16 int8 uint8 bool""".split()
]

# Tensors that are more than one storage with strides.
LAYOUTS = """
torch.eye(3).to_sparse()
torch.sparse_coo_tensor([[0, 0], [1, 1]], [1.0, 2.0], (2, 3))
torch.sparse_coo_tensor([[0, 2]], torch.ones(2, 4), (3, 4))
torch.eye(3).half().to_sparse()
torch.zeros(3, 3).to_sparse()
torch.eye(3).to_sparse_csr()
torch.eye(3).to_sparse_csc()
torch.eye(4).to_sparse_bsr((2, 2))
torch.eye(4).to_sparse_bsc((2, 2))
torch.stack([torch.eye(3)] * 2).to_sparse_csr()
torch.nn.Parameter(torch.eye(3).to_sparse())
torch._nested_tensor_from_tensor_list([torch.ones(2, 3), torch.ones(4, 3)])
torch._nested_tensor_from_tensor_list([torch.ones(2, 3), torch.ones(4, 3)]).transpose(1, 2)
torch._nested_tensor_from_tensor_list([torch.ones(0, 3), torch.ones(1, 3)])
torch.quantize_per_tensor(torch.arange(6.0).reshape(2, 3), 0.1, 3, torch.quint8)
torch.quantize_per_tensor(torch.arange(6.0).reshape(2, 3), 0.1, 3, torch.qint8).t()
torch.quantize_per_tensor(torch.arange(6.0), 0.5, -3, torch.qint32)[2:5]
torch.quantize_per_channel(torch.arange(6.0).reshape(2, 3), torch.tensor([0.1, 0.2]), torch.tensor([1, 2]), 0, torch.qint8)
torch.quantize_per_channel(torch.arange(8.0).reshape(1, 2, 2, 2), torch.tensor([0.1, 0.2]), torch.tensor([1, 2]), 1, torch.qint8).contiguous(memory_format=torch.channels_last)
torch.quantize_per_channel(torch.arange(6.0).reshape(2, 3), torch.tensor([0.1, 0.2]), torch.tensor([1.0, 2.0]), 0, torch.quint8)
torch.quantize_per_channel(torch.arange(10.0).reshape(2, 5), torch.tensor([0.1, 0.2]), torch.tensor([1.0, 2.0]), 0, torch.quint4x2)
""".strip().splitlines()

# Tensors that share storages; after loading a write to the first shows in all others.
SHARED = """
(lambda x: [x, x.t()])(torch.arange(12.0).reshape(3, 4))
(lambda x: [x, x[1], x[:, 2]])(torch.arange(12.0).reshape(3, 4))
(lambda x: {"tied": [x, x], "view": x.reshape(-1)})(torch.ones(2, 2))
(lambda x: [torch.nn.Parameter(x), x.detach()])(torch.ones(3))
(lambda x: [x[2:], x])(torch.arange(5, dtype=torch.int16))
""".strip().splitlines()


def evaluate(code, module):
    names = dict(torch=module, OrderedDict=collections.OrderedDict, Counter=collections.Counter)
    return eval(code, names)


def is_plain(tensor):
    return str(tensor.layout) == "torch.strided" and not tensor.is_nested and not tensor.is_quantized


def parts(tensor):
    """Returns what a sparse, nested or quantized tensor is made of."""
    tensor = tensor.detach()
    name = str(tensor.layout)
    if tensor.is_nested:
        return [list(tensor.unbind()), tensor._nested_tensor_size(), tensor._nested_tensor_strides()]
    if name == "torch.sparse_coo":
        return [tensor._indices(), tensor._values(), tensor.size(), tensor.is_coalesced()]
    if name in ("torch.sparse_csr", "torch.sparse_bsr"):
        return [name, tensor.crow_indices(), tensor.col_indices(), tensor.values(), tensor.size()]
    if name in ("torch.sparse_csc", "torch.sparse_bsc"):
        return [name, tensor.ccol_indices(), tensor.row_indices(), tensor.values(), tensor.size()]
    scheme = str(tensor.qscheme())
    found = [scheme, tensor.int_repr(), tensor.size(), tensor.stride(), tensor.storage_offset()]
    if scheme == "torch.per_tensor_affine":
        return [*found, tensor.q_scale(), tensor.q_zero_point()]
    axis = tensor.q_per_channel_axis()
    return [*found, tensor.q_per_channel_scales(), tensor.q_per_channel_zero_points(), axis]


def describe(obj):
    """Returns what two objects must have in common to be the same, whether of torch or of pytorch_c."""
    module = torch if type(obj).__module__.partition(".")[0] == "torch" else pytorch_c
    if isinstance(obj, module.Tensor) and not is_plain(obj):
        return type(obj).__name__, str(obj.dtype), obj.requires_grad, *map(describe, parts(obj))
    if isinstance(obj, module.Tensor):
        values = None
        if obj.device.type != "meta":
            values = obj.detach().clone().reshape(-1).view(module.uint8).tolist()
        geometry = tuple(obj.size()), tuple(obj.stride()), obj.storage_offset()
        kind = "Parameter" if isinstance(obj, module.nn.Parameter) else "Tensor"
        return kind, str(obj.dtype), str(obj.device), obj.requires_grad, geometry, values
    if isinstance(obj, (module.Size, module.dtype, module.device)):
        return type(obj).__name__, str(obj)
    if isinstance(obj, dict):
        items = [(describe(k), describe(v)) for k, v in obj.items()]
        return type(obj), items, getattr(obj, "__dict__", None)
    if isinstance(obj, (list, tuple, set, frozenset)):
        return type(obj), [describe(item) for item in obj]
    return type(obj), repr(obj)


def tensors(obj, module):
    if isinstance(obj, module.Tensor):
        return [obj]
    items = obj.values() if isinstance(obj, dict) else obj if isinstance(obj, (list, tuple)) else []
    return [tensor for item in items for tensor in tensors(item, module)]


def saved(obj, module=pytorch_c, **options):
    file = io.BytesIO()
    module.save(obj, file, **options)
    return file.getvalue()


def loaded(data, module=pytorch_c, **options):
    return module.load(io.BytesIO(data), **options)


def rewritten(data, changes):
    """The archive with some records replaced; None removes one."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            record = changes.get(name.partition("/")[2], old.read(name))
            if record is not None:
                new.writestr(name, record)
    return result.getvalue()
