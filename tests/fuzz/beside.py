"""Each call by torch too, in the same process and over the same libtorch: what both give must be the same.

The tensors are made a second time by the C library, so that both sides start from equal ones, and handed to torch as they
are. Compared are: whether it works, the kind of the error where it does not, each result and each argument afterwards
(dtype, layout, device, sizes, strides, flags, content bit by bit), and the gradients of the leaves.
"""

import contextlib
import ctypes
import gc
import json
import mmap
import re
import struct
import warnings

from . import arguments
from .calls import Broken, Call
from .library import INTERFACE, UNSET

KINDS = {1: "RuntimeError", 2: "IndexError", 3: "ValueError", 4: "TypeError", 5: "NotImplementedError"}
KINDS |= {6: "OutOfMemoryError", 7: "_LinAlgError", 8: "BufferError", 9: "SyntaxError"}
# Exceptions that pybind makes of C++'s own in such calls; torch's functions make RuntimeError of them.
STANDARD = {"ValueError", "IndexError", "MemoryError"}
# Our own words: what libtorch says has no function's name in front.
OWN = re.compile(r"ptc_\w+: ")
# Functions whose results or words differ, each with its reason: (pattern of the operator, reason).
KNOWN = [
    (r"_?empty|new_empty|resize|_resize", "nobody has written the memory of the result"),
    (r"_cslt_|_flash_attention|_scaled_dot_product_flash", "the CPU's kernel leaves memory that nobody has written"),
    (
        r"_foreach_norm|max\.unary_out|min\.unary_out|rrelu_with_noise",
        "for some dtypes and sizes, nobody has written the memory of the result",
    ),
    (r"_embedding_bag", "nobody has written the sizes of the bags but for a mean, nor the memory of the largest"),
    (r"special_chebyshev_polynomial", "of not-a-number, libtorch makes what was in the register"),
    (r"(nan)?median", "of elements that share memory, libtorch reads beside them; here of a copy"),
    (
        r"(add|sub|mul|div|multiply|divide|subtract|rsub)\w*\.Scalar",
        "as torch's own binding: the number becomes a tensor",
    ),
    (r"randint", "int64 where no dtype is given, as torch's own binding"),
    (r"sparse_\w+_tensor", "the indices are looked at, as torch's own binding can"),
]
LAYOUTS = ("strided", "sparse_coo", "sparse_csr", "_mkldnn", "sparse_csc", "sparse_bsr", "sparse_bsc", "jagged")
FORMATS = ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")
DEVICES = {0: "cpu", 1: "cuda", 12: "xpu", 13: "mps", 14: "meta"}


STATE = struct.Struct("qqq")


class Differs(Broken):
    kind = "differs"


class Untold(Exception):
    """An argument that torch's own binding has no value for."""


class Torch:
    """torch, and how handles and plain data become its values."""

    def __init__(self):
        import torch
        import torch._dynamo  # noqa: F401  what calls import, once here and not in each fork

        warnings.simplefilter("ignore")
        torch.set_num_threads(1)
        gc.collect()
        gc.freeze()  # forks have no collections to make among torch's own objects
        self.torch = torch
        # A handle points at an at::Tensor.
        self.wrap_handle = ctypes.PyDLL(torch.__path__[0] + "/lib/libtorch_python.so")[
            "_Z16THPVariable_WrapRKN2at10TensorBaseE"
        ]
        self.wrap_handle.argtypes, self.wrap_handle.restype = [ctypes.c_void_p], ctypes.py_object
        enums = {one["name"]: one["values"] for one in json.loads(INTERFACE.read_text())["enums"]}
        numbers = {one["name"]: one["value"] for one in enums["ptc_dtype"]}
        self.dtypes = {code: getattr(torch, name[4:].lower(), None) for name, code in numbers.items()}

    def wrap(self, handle):
        return self.wrap_handle(handle) if handle else None

    def operator(self, function):
        name = function.text[: function.text.index("(")]
        name, _, overload = name.partition(".")
        return getattr(getattr(self.torch.ops.aten, name), overload or "default")

    def code(self, kind, code):
        """The value of an enum's number."""
        if code == UNSET:
            return None
        table = {
            "ScalarType": self.dtypes,
            "Layout": dict(enumerate(LAYOUTS)),
            "MemoryFormat": dict(enumerate(FORMATS)),
            "int": None,
        }[kind]
        if table is None:
            return code
        if table.get(code) is None:
            raise Untold
        return table[code] if kind == "ScalarType" else getattr(self.torch, table[code])

    def options(self, x):
        if x is None or len(x) != 6:
            raise Untold
        dtype, layout, device, index, pinned, grad = x
        if grad != UNSET or pinned not in (UNSET, 0, 1) or (device not in DEVICES and device != UNSET):
            raise Untold
        if device == UNSET and index != UNSET or not -1 <= index < 128:
            raise Untold
        where = None if device == UNSET else self.torch.device(DEVICES[device], index if index >= 0 else None)
        pinned = None if pinned == UNSET else bool(pinned)
        return {
            "dtype": self.code("ScalarType", dtype),
            "layout": self.code("Layout", layout),
            "device": where,
            "pin_memory": pinned,
        }


def scalar(x):
    kind, whole, real, imaginary = x
    if kind not in (0, 1, 2, 3, 4):
        raise Untold
    return (None, whole, float(real), bool(whole), complex(real, imaginary))[kind]


class Twin(Call):
    """The call again, for torch."""

    def __init__(self, library, function, drawn, torch):
        super().__init__(library, function, drawn)
        self.torch = torch

    def value(self, slot, x):
        kind = re.sub(r"\(.*?\)|\[.*|\?", "", slot.schema)
        if slot.has_length:
            return self.items(slot, x)
        if slot.kind == "ptc_tensor":
            return self.torch.wrap(self.tensor(x))
        if slot.kind == "ptc_scalar":
            return scalar(x)
        if slot.kind == "int32_t":
            return self.torch.code(kind, x)
        if slot.kind == "ptc_generator":
            return None if x is None else self.torch.torch.Generator()
        if slot.kind == "const char *":
            if x is None and "?" not in slot.schema or x and not x.isascii():
                raise Untold
            return x
        if slot.item in arguments.ITEMS:
            return scalar(x) if slot.item == "ptc_scalar" and x is not None else x
        if slot.kind in ("int64_t", "double", "bool"):
            return x
        raise Untold

    def items(self, slot, x):
        if isinstance(x, dict):
            if x.get("null") == 0:
                return None if "?" in slot.schema.rpartition("]")[2] else []
            raise Untold
        if slot.item == "ptc_tensor":
            return [self.torch.wrap(self.tensor(one)) for one in x]
        return [scalar(one) for one in x] if slot.item == "ptc_scalar" else list(x)

    def told(self):
        """{argument of the schema: value}."""
        out = {}
        for slot, x in zip(arguments.slots(self.function), self.drawn, strict=True):
            if slot.output:
                if x is None:
                    raise Untold
            elif slot.kind == "const ptc_options *":
                out |= {n: v for n, v in self.torch.options(x).items() if n in self.function.schema}
            elif slot.name not in self.function.schema:
                raise Untold
            else:
                out[slot.name] = self.value(slot, x)
        return out


class Beside:
    """Compares calls with torch; knows, across forks, whether it is torch's turn, and how many calls it had."""

    SEED = 20

    def __init__(self):
        self.torch, self.state = Torch(), mmap.mmap(-1, STATE.size)

    turn, compared, refused = (property(lambda self, i=i: STATE.unpack(self.state[:])[i]) for i in range(3))

    def count(self, turn=0, compared=0, refused=0):
        self.state[:] = STATE.pack(turn, self.compared + compared, self.refused + refused)

    def seed(self):
        self.count()
        self.torch.torch.manual_seed(self.SEED)

    def compare(self, ours, how):
        """Makes the call of `ours`, which has ended `how`, by torch; raises Differs where they differ."""
        if ours.maker.levels or not ours.function.schema:
            return  # a level of vmap's or grad's is open, which torch's call would be under too
        if any(re.match(pattern, ours.function.text) for pattern, _ in KNOWN):
            return
        twin = Twin(ours.library, ours.function, ours.drawn, self.torch)
        try:
            operator, told = self.torch.operator(ours.function), twin.told()
            self.seed()
            self.count(turn=1, compared=1)
            try:
                result, error = operator(**told), None
            except Exception as raised:
                result, error = None, raised
            self.judge(ours, twin, how, result, error)
            self.count()
        except Untold:
            return
        finally:
            twin.close()

    def judge(self, ours, twin, how, result, error):
        if how == "ok" and error is None:
            same_results(ours, twin, result, self.torch)
        elif error is None:
            if not OWN.match(ours.error[1]):
                raise Differs(f"here {told(*ours.error)}, in torch a result")
            self.count(refused=1)
        elif how == "ok":
            if not isinstance(error, TypeError) and "allocate" not in str(error):
                raise Differs(f"here a result, in torch {told(type(error).__name__, error)}")
        else:
            kind, message = type(error).__name__, first_line(error)
            if first_line(ours.error[1]) == message and KINDS.get(ours.error[0]) != kind and kind not in STANDARD:
                raise Differs(f"here {told(*ours.error)}, in torch a {kind}")


def first_line(error):
    return str(error).partition("\n")[0]


def told(kind, error):
    return f"{KINDS.get(kind, kind)}: {first_line(error)[:150]}"


def same_results(ours, twin, result, torch):
    wrap, mine = torch.wrap, results(ours, torch.wrap)
    theirs = list(result) if isinstance(result, tuple) else [result]
    if mine:
        if len(mine) != len(theirs):
            raise Differs(f"{len(mine)} results here, {len(theirs)} in torch")
        for i, (a, b) in enumerate(zip(mine, theirs, strict=True)):
            same(a, b, f"result {i}", torch.torch)
        derive(theirs, torch.torch)
    for i, (a, b) in enumerate(zip(ours.tensors, twin.tensors, strict=True)):
        a, b = wrap(a), wrap(b)
        same(a, b, f"tensor {i} afterwards", torch.torch)
        if a is not None and a.is_leaf and a.requires_grad:
            same(a.grad, b.grad, f"the gradient of tensor {i}", torch.torch)


def results(call, wrap):
    """The outputs of a call as torch's values."""
    out = []
    for slot, cell in call.outputs:
        if slot.item == "ptc_tensor":
            out.append(wrap(cell.value))
        elif slot.item == "ptc_tensor_list":
            count = call.library["ptc_tensor_list_length"](cell.value)
            parts = [call.library.get("ptc_tensor_list_get", cell.value, i) for i in range(count)]
            call.handles += [("ptc_tensor", one) for one in parts]
            out.append([wrap(one) for one in parts])
        else:
            out.append(cell.value)
    return out


def derive(results, torch):
    """Does with torch's tensors what Call.derive does with ours."""
    for one in results:
        if isinstance(one, torch.Tensor) and one.requires_grad:
            with contextlib.suppress(Exception):
                one.backward(torch.ones_like(one))


def same(a, b, what, torch):
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            raise Differs(f"{what}: {len(a)} tensors here, {len(b)} in torch")
        for x, y in zip(a, b, strict=True):
            same(x, y, what, torch)
    elif isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        same_tensors(a, b, what, torch)
    elif not isinstance(b, torch.dtype) and (type(a) is not type(b) or a != b and a == a):
        raise Differs(f"{what} is {a} here, {b} in torch")


def same_tensors(a, b, what, torch):
    for name in ("dtype", "layout", "device", "requires_grad", "is_nested", *(() if a.is_nested else ("shape",))):
        x, y = getattr(a, name), getattr(b, name)
        if x != y:
            raise Differs(f"{what}: {name} {x} here, {y} in torch")
    if a.layout == torch.strided and not a.is_nested:
        for name in ("stride", "storage_offset", "is_conj", "is_neg", "is_inference"):
            x, y = getattr(a, name)(), getattr(b, name)()
            if x != y:
                raise Differs(f"{what}: {name}() is {x} here, {y} in torch")
    if not a.is_meta:
        x, y = content(a, torch), content(b, torch)
        if x is not None and y is not None and x != y:
            raise Differs(f"{what}: {short(a)} here, {short(b)} in torch")


def short(x):
    return " ".join(str(x.detach()).split())[:120]


def content(x, torch):
    """The bytes of the elements, all not-a-numbers the same; None where they cannot be had."""
    if x.is_nested:
        return [content(one, torch) for one in x.unbind()]
    try:
        with torch.no_grad():
            x = x.int_repr() if x.is_quantized else x if x.layout == torch.strided else x.to_dense()
            x = x.detach().resolve_conj().resolve_neg().contiguous()
            if x.is_floating_point() or x.is_complex():
                x = x.to(torch.complex128 if x.is_complex() else torch.float64)
                x = torch.view_as_real(x) if x.is_complex() else x
                x = torch.where(x != x, torch.full_like(x, float("nan")), x)
            return bytes(x.flatten().view(torch.uint8).tolist()) if x.numel() < 5000 else None
    except (RuntimeError, NotImplementedError, TypeError):
        return None
