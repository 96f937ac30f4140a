"""Mutated files: whatever load() is given, it gives data that can be used or raises an Error of ours.

python tests/fuzz/files.py --seed 1 --cases 20000; a case again with --only INDEX. Cases 0 to len(ATTACKS) - 1 of
every seed are the files of attacks.py.
"""

import functools
import io
import pickletools
import random
import struct
import sys
import warnings
import zipfile
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from fuzz import children

    children.lead(__file__)

import pytorch_c  # noqa: E402
from fuzz import assembly as a  # noqa: E402
from fuzz import children  # noqa: E402
from fuzz.attacks import ATTACKS  # noqa: E402

# Bytes that load() may take beyond ten times the file: its own floor, and what Python keeps.
MEMORY = 160 << 20
INTERESTING = [
    0,
    1,
    -1,
    2,
    127,
    128,
    255,
    256,
    65535,
    1 << 31,
    (1 << 31) - 1,
    1 << 32,
    (1 << 62),
    (1 << 63) - 1,
    -(1 << 63),
]


@functools.cache
def bases():
    """[(name, bytes)] of whole files: every layout, both formats, protocols 2 to 5."""
    t = pytorch_c
    x = t.arange(12.0).reshape(3, 4)
    values = {
        "shared": {"a": x, "b": [x.t(), x[1]], "n": (1, 2.5, None, True, "text", b"bytes", 1 << 70)},
        "dtypes": [t.ones(2).to(d) for d in (t.float16, t.bfloat16, t.int8, t.bool, t.complex64, t.float8_e5m2)],
        "sets": [{1, 2, (3, 4)}, frozenset([5]), t.Size((2, 3)), t.float32, t.device("cpu"), bytearray(b"x")],
        "parameter": t.nn.Linear(2, 2).state_dict(),
        "coo": t.eye(3).to_sparse(),
        "csr": t.eye(3).to_sparse_csr(),
        "bsc": t.eye(4).to_sparse_bsc((2, 2)),
        "nested": t._nested_tensor_from_tensor_list([t.ones(2, 3), t.ones(4, 3)]),
        "quantized": t.quantize_per_tensor(x, 0.1, 3, t.quint8),
        "by channel": t.quantize_per_channel(x, t.tensor([0.1, 0.2, 0.3]), t.tensor([1, 2, 3]), 0, t.qint8),
        "meta": t.empty(2, 3, device="meta"),
        "conj": t.tensor([1 + 2j, 3j]).conj(),
    }
    found = []
    for name, value in values.items():
        for protocol, new in ((2, True), (2, False), (4, True), (5, False)):
            if name in ("nested", "dtypes") and not new:
                continue
            file = io.BytesIO()
            t.save(value, file, pickle_protocol=protocol, _use_new_zipfile_serialization=new)
            found.append((f"{name}, protocol {protocol}, {'zip' if new else 'old'}", file.getvalue()))
    return [*found, ("parts of a storage, old", _parts())]


def _parts():
    """A file with two tensors over parts of one storage, as only torch before 0.4 wrote them."""

    def part(key, start, count):
        place = a.group(a.text(key), a.integer(start), a.integer(count))
        kind = a.name("torch", "FloatStorage")
        storage = a.group(a.text("storage"), kind, a.text("0"), a.text("cpu"), a.integer(8), place) + b"Q"
        return a.call("torch._utils", "_rebuild_tensor", storage, a.integer(0), a.integers(count), a.integers(1))

    return a.legacy(a.group(part("1", 0, 3), part("2", 2, 6)), {"0": bytes(range(32))})


# ---- mutations of bytes ----


def flip(rng, data):
    for _ in range(rng.choice([1, 1, 2, 4, 16])):
        data[rng.randrange(len(data))] = rng.choice([rng.randrange(256), 0, 255])


def number(rng, data):
    code = rng.choice(["<H", "<L", "<q", "B"])
    value = rng.choice(INTERESTING) % (1 << 8 * struct.calcsize(code) - (code == "<q"))
    at = rng.randrange(max(1, len(data) - 8))
    data[at : at + struct.calcsize(code)] = struct.pack(code, value)


def cut(rng, data):
    at = rng.randrange(len(data))
    del data[at : rng.choice([len(data), at + 1, at + rng.randrange(1, 64)])]


def repeat(rng, data):
    at = rng.randrange(len(data))
    piece = bytes(data[at : at + rng.randrange(1, 64)])
    data[at:at] = piece * rng.choice([1, 2, 50])


def splice(rng, data):
    other = rng.choice(bases())[1]
    at, there = rng.randrange(len(data)), rng.randrange(len(other))
    data[at : at + rng.randrange(64)] = other[there : there + rng.randrange(1, 128)]


BYTES = (flip, flip, number, number, cut, repeat, splice)


# ---- mutations of pickle instructions ----


def instructions(pickled):
    """The pickle as a list of the bytes of its instructions."""
    starts = [at for _, _, at in pickletools.genops(pickled)]
    return [pickled[a:b] for a, b in zip(starts, [*starts[1:], len(pickled)])]


NAMES = """torch._utils._rebuild_tensor torch._utils._rebuild_tensor_v2 torch._utils._rebuild_tensor_v3
    torch._utils._rebuild_parameter torch._utils._rebuild_qtensor torch._utils._rebuild_sparse_tensor
    torch._utils._rebuild_nested_tensor torch._utils._rebuild_meta_tensor_no_storage torch._tensor._rebuild_from_type_v2
    torch.FloatStorage torch.LongStorage torch.QInt8Storage torch.storage.UntypedStorage torch.Size torch.device
    torch.float32 torch.quint8 torch.uint4 torch.per_tensor_affine torch.Tensor torch.serialization._get_layout
    collections.OrderedDict collections.Counter builtins.set builtins.frozenset builtins.complex builtins.bytes
    builtins.bytearray _codecs.encode os.system builtins.eval""".split()


def _integer(n):
    data = n.to_bytes(n.bit_length() // 8 + 1, "little", signed=True)
    return b"\x8a" + bytes([len(data)]) + data


def _operand(rng, _):
    return rng.choice(
        [
            _integer(rng.choice(INTERESTING)),
            b"N",
            b"\x88",
            b")",
            b"]",
            b"}",
            b"G" + struct.pack(">d", rng.choice([0, 1e308, float("nan")])),
        ]
    )


def _name(rng, _):
    module, _, name = rng.choice(NAMES).rpartition(".")
    return f"c{module}\n{name}\n".encode()


def _again(rng, ops):
    return b"h" + bytes([rng.randrange(24)])


def _other(rng, ops):
    return rng.choice(ops)


def pickled(rng, ops):
    """Changes a list of instructions: numbers and names more often than others."""
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        if not ops:
            break
        at = rng.randrange(len(ops))
        like = [i for i, op in enumerate(ops) if op[:1] in b"KMJ\x8aG\x88\x89c"]
        if like and rng.random() < 0.6:
            at = rng.choice(like)
        make = _name if ops[at][:1] == b"c" and rng.random() < 0.7 else rng.choice([_operand, _operand, _again, _other])
        change = rng.random()
        if change < 0.7:
            ops[at] = make(rng, ops)
        elif change < 0.85:
            ops.insert(at, make(rng, ops))
        else:
            del ops[at]
    return b"".join(ops)


def inside(rng, data):
    """The archive with its pickle or one record changed, and its checksums right again."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as old, zipfile.ZipFile(result, "w") as new:
        names = old.namelist()
        chosen = rng.choice([n for n in names if n.endswith("data.pkl")] * 6 + names)
        for name in names:
            content = old.read(name)
            if name == chosen:
                if name.endswith("data.pkl"):
                    content = pickled(rng, instructions(content))
                elif content:
                    changed = bytearray(content)
                    rng.choice(BYTES)(rng, changed)
                    content = bytes(changed)
            new.writestr(name, content, rng.choice([zipfile.ZIP_STORED] * 3 + [zipfile.ZIP_DEFLATED]))
    return result.getvalue()


def inside_old(rng, data):
    """The old file with the instructions of one of its pickles changed."""
    file, ends = io.BytesIO(bytes(data)), [0]
    for _ in range(5):
        for _ in pickletools.genops(file):
            pass
        ends.append(file.tell())
    which = rng.choice([3] * 5 + list(range(5)))
    start, end = ends[which], ends[which + 1]
    return bytes(data[:start]) + pickled(rng, instructions(bytes(data[start:end]))) + bytes(data[end:])


def make(seed, index):
    """(name, bytes) of a case."""
    names = list(ATTACKS)
    if index < len(names):
        return names[index], ATTACKS[names[index]][1]()
    rng = random.Random(f"files {seed} {index}")
    name, whole = rng.choice(bases())
    if rng.random() < 0.6:
        return name, (inside if whole[:2] == b"PK" else inside_old)(rng, whole)
    data = bytearray(whole)
    for _ in range(rng.choice([1, 1, 1, 3])):
        rng.choice(BYTES)(rng, data)
        if not data:
            break
    return name, bytes(data)


# ---- one case ----


def _use(x, depth=0):
    """Reads all of what was loaded, as a program might."""
    if isinstance(x, pytorch_c.Tensor):
        str(x)
        if x.is_meta or not x.numel() or x.is_nested:
            return
        (x.to_dense() if x.layout is not pytorch_c.strided else x.clone() if x.numel() < 1 << 20 else x)
    elif isinstance(x, dict) and depth < 50:
        for key, value in x.items():
            _use(key, depth + 1), _use(value, depth + 1)
    elif isinstance(x, (list, tuple, set, frozenset)) and depth < 50:
        for one in x:
            _use(one, depth + 1)


def _peak():
    """The most memory that this process had since the last look, in bytes."""
    with open("/proc/self/status") as file:
        peak = next(line for line in file if line.startswith("VmHWM"))
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    return int(peak.split()[1]) << 10


executed = []


def _watch(event, args):
    if event in ("os.system", "subprocess.Popen", "compile", "os.exec", "os.fork", "socket.connect"):
        executed.append(event)


@functools.cache
def watch():
    """Notes from now on what is executed; what is imported for it, is now."""
    for _, whole in bases():
        _use(pytorch_c.load(io.BytesIO(whole)))
    sys.addaudithook(_watch)


def case(seed, index):
    warnings.simplefilter("ignore")
    _, data = make(seed, index)
    watch()
    executed.clear()
    before = _peak() and _peak()
    said = None
    try:
        loaded = pytorch_c.load(io.BytesIO(data))
    except pytorch_c.Error:
        loaded = None
    except MemoryError:
        said, loaded = "takes all memory", None
    peak = _peak() - before
    if peak > MEMORY + 10 * len(data):
        said = f"takes {peak >> 20} MiB for {len(data)} bytes"
    try:
        _use(loaded)
    except (pytorch_c.Error, ValueError, RecursionError, NotImplementedError):
        pass  # what libtorch does not do with such a tensor
    return f"executes {executed}" if executed else said


def show(seed, index):
    name, data = make(seed, index)
    return f"{name}: {len(data)} bytes {data[:60]!r}…"


if __name__ == "__main__":
    children.main(__file__, case, show)
