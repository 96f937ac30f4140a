"""Records the calls that the samples of torch's operator database make, as the fuzzer's plain data: what they start from.

    python tests/fuzz/recorded.py FILE [N]      one line a call: {"call": "aten::add.Tensor", "args": {name: [kind, content]}}

With a number N, the calls of every N-th entry of the database alone.

A call is recorded where it leaves autograd, so that derivatives are among them, and where a program makes it, so that
operators made of others are. The arguments are those of by_name.py; tensors are recipes with their values (tensors.py).
"""

import contextlib
import itertools
import json
import sys
import warnings
from pathlib import Path

if __name__ == "__main__":
    tests = Path(__file__).resolve().parent.parent
    sys.path[:0] = [str(tests), str(tests.parent)]

import torch  # noqa: E402
from opinfo.seeded import seeded  # noqa: E402
from torch.overrides import TorchFunctionMode  # noqa: E402
from torch.testing._internal import common_methods_invocations as invocations  # noqa: E402
from torch.utils._python_dispatch import TorchDispatchMode  # noqa: E402

from fuzz.by_name import (  # noqa: E402
    BOOL,
    BOOLS,
    DEVICE,
    DTYPE,
    FLOAT,
    FLOATS,
    FORMAT,
    GENERATOR,
    INT,
    INTS,
    LAYOUT,
    NONE,
    SCALARS,
    STRING,
    TENSOR,
    TENSORS,
)

SAMPLES = 12  # of an entry and a dtype
EACH = 24  # calls of an overload that are kept
LARGE = 4096  # elements of a tensor whose call is not kept
VALUES = 64  # elements of a tensor whose values are kept
DTYPES = (torch.float32, torch.int64, torch.complex64, torch.bool, torch.bfloat16)
CODES = {
    getattr(torch, name): code
    for code, name in enumerate(
        "uint8 int8 int16 int32 int64 float16 float32 float64 complex32 complex64 complex128 bool qint8 quint8 qint32 "
        "bfloat16 quint4x2 quint2x4 bits1x8 bits2x4 bits4x2 bits8 bits16 float8_e5m2 float8_e4m3fn float8_e5m2fnuz "
        "float8_e4m3fnuz uint16 uint32 uint64".split()
    )
}
LAYOUTS = ("strided", "sparse_coo", "sparse_csr", "_mkldnn", "sparse_csc", "sparse_bsr", "sparse_bsc", "jagged")
KINDS = dict(enumerate((None, "coo", "csr", "mkldnn", "csc", "bsr", "bsc")))
FORMATS = ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")
DEVICES = {"cpu": 0, "meta": 14}


class Untold(Exception):
    """An argument that plain data does not describe."""


def recipe(x):
    """A tensor as tensors.Maker builds it."""
    if x.numel() > LARGE or x.dtype not in CODES or x.device.type not in DEVICES or type(x) not in TENSOR_TYPES:
        raise Untold
    out = {"size": list(x.shape), "dtype": CODES[x.dtype], "fill": "wave", "view": None, "kind": None}
    if x.is_meta:
        return out | {"kind": "meta"}
    if x.is_nested:
        raise Untold
    if x.is_quantized:
        return out | {"dtype": 6, "kind": "q"}
    with torch.no_grad():
        plain = x.detach()
        if x.layout != torch.strided:
            number = LAYOUTS.index(str(x.layout).removeprefix("torch."))
            plain, out["kind"] = plain.to_dense(), KINDS[number]
        elif x.requires_grad:
            out["kind"] = "grad"
        elif not x.is_contiguous() and x.numel() and 0 not in x.stride():
            span = 1 + sum((n - 1) * step for n, step in zip(x.shape, x.stride(), strict=True))
            if span <= LARGE:
                out |= {"size": [span], "then": [["as_strided", list(x.shape), list(x.stride())]]}
                plain = plain.as_strided((span,), (1,))
        if plain.dtype in (torch.bfloat16, torch.float16):
            out |= {"dtype": 6, "to": CODES[plain.dtype]}
            plain = plain.float()
        if plain.numel() <= VALUES:
            plain = plain.resolve_conj().resolve_neg().contiguous()
            out["fill"] = "=" + bytes(plain.flatten().view(torch.uint8).tolist()).hex() if plain.numel() else "ones"
        elif not plain.is_floating_point() and not plain.is_complex():
            out["fill"] = "index"
    return out


TENSOR_TYPES = (torch.Tensor, torch.nn.Parameter)


def scalar(x):
    if isinstance(x, bool):
        return [3, int(x), 0.0, 0.0]
    if isinstance(x, int):
        return [1, x, float(x), 0.0]
    if isinstance(x, float):
        return [2, 0, x, 0.0]
    if isinstance(x, complex):
        return [4, 0, x.real, x.imag]
    raise Untold


def told(kind, x):
    """[kind, content] of an argument whose type in the schema is `kind`."""
    kind = kind.removeprefix("Optional[").removesuffix("]") if kind.startswith("Optional[") else kind
    if x is None:
        return [NONE, None]
    if kind.startswith("List["):
        item = kind.removeprefix("List[").removesuffix("]")
        of = {"Tensor": TENSORS, "Optional[Tensor]": TENSORS, "int": INTS, "SymInt": INTS, "float": FLOATS}
        of |= {"bool": BOOLS, "number": SCALARS}
        items = list(x) if isinstance(x, (list, tuple, torch.Size)) else [x]
        if item not in of:
            raise Untold
        return [of[item], [None if one is None else told(item, one)[1] for one in items]]
    if kind == "Tensor":
        if isinstance(x, (bool, int, float, complex)):
            return ["scalar", scalar(x)]
        return [TENSOR, recipe(x)]
    if kind == "number":
        return ["scalar", scalar(x.item() if isinstance(x, torch.Tensor) and x.numel() == 1 else x)]
    if isinstance(x, torch.dtype):
        return [DTYPE, CODES[x]]
    if isinstance(x, torch.layout):
        return [LAYOUT, LAYOUTS.index(str(x).removeprefix("torch."))]
    if isinstance(x, torch.memory_format):
        return [FORMAT, FORMATS.index(str(x).removeprefix("torch."))]
    if isinstance(x, (torch.device, str)) and kind == "Device":
        x = torch.device(x)
        return [DEVICE, [DEVICES[x.type], -1 if x.index is None else x.index]]
    if isinstance(x, torch.Generator):
        return [GENERATOR, "new"]
    if isinstance(x, str):
        return [STRING, x]
    for python, here in ((bool, BOOL), (int, INT), (float, FLOAT)):
        if isinstance(x, python):
            return [FLOAT, float(x)] if kind == "float" else [here, x]
    raise Untold


class Recording:
    """The calls so far, each overload's different ones."""

    def __init__(self, file):
        self.file, self.seen = file, {}

    def note(self, operator, args, kwargs):
        schema = operator._schema
        seen = self.seen.setdefault(operator, set())
        if len(seen) >= EACH:
            return
        given = {one.name: value for one, value in zip(schema.arguments, args, strict=False)} | kwargs
        try:
            types = {one.name: str(one.type) for one in schema.arguments}
            plain = {name: told(types[name], value) for name, value in given.items()}
        except (Untold, KeyError, RuntimeError, NotImplementedError, ValueError, TypeError):
            return
        form = shape_of(plain)
        if form in seen:
            return
        seen.add(form)
        name = schema.name + ("." + schema.overload_name if schema.overload_name else "")
        self.file.write(json.dumps({"call": name, "args": plain}) + "\n")


def shape_of(plain):
    """Returns what two calls with other values have in common."""
    return (
        json.dumps(plain, default=str)
        if len(str(plain)) < 200
        else "".join(c for c in str(plain) if c not in "0123456789abcdef")
    )


class Below(TorchDispatchMode):
    def __init__(self, recording):
        super().__init__()
        self.recording = recording

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.recording.note(func, args, kwargs or {})
        return func(*args, **(kwargs or {}))


class Above(TorchFunctionMode):
    """The recorder of calls by name: sees the overload that takes its arguments."""

    def __init__(self, recording):
        super().__init__()
        self.recording = recording

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        if name.isidentifier() and not name.startswith("__"):
            with torch._C.DisableTorchFunction(), contextlib.suppress(Exception):
                found = torch._C._jit_resolve_packet("aten::" + name, *args, **kwargs)
                packet = getattr(torch.ops.aten, name)
                self.recording.note(getattr(packet, found or "default"), args, kwargs)
        return func(*args, **kwargs)


def run(op, dtype, recording):
    grad = dtype == torch.float32 and op.supports_autograd
    for sample in itertools.islice(seeded(op.sample_inputs_func(op, "cpu", dtype, grad)), SAMPLES):
        with contextlib.suppress(Exception), Above(recording), Below(recording):
            result = op.op(sample.input, *sample.args, **sample.kwargs)
            if grad:
                parts = [one for one in torch.utils._pytree.tree_leaves(result) if isinstance(one, torch.Tensor)]
                total = sum(one.abs().sum() for one in parts if one.requires_grad)
                total.backward()


def database():
    foreach = [
        getattr(invocations, f"foreach_{kind}_op_db") for kind in ("unary", "binary", "pointwise", "reduce", "other")
    ]
    return itertools.chain(invocations.op_db, *foreach)


def record(path, every=1):
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("w") as file:
        recording = Recording(file)
        for op in itertools.islice(database(), 0, None, every):
            for dtype in DTYPES:
                if dtype in op.dtypes:
                    with contextlib.suppress(Exception):
                        run(op, dtype, recording)
    part.rename(path)
    return len(recording.seen), sum(map(len, recording.seen.values()))


if __name__ == "__main__":
    print("{} overloads, {} calls".format(*record(sys.argv[1], *map(int, sys.argv[2:]))))
