"""Mutated bytes that other programs hand over: archives, packages, files, structs, handles, messages. Each is an error or
gives what can be used; nothing in it runs, and memory and time stay in proportion.

python tests/fuzz/handed.py [KIND …] --seed 1 --cases 5000; a case again with --only INDEX. KINDS at the end names them.
What only the giver can know is left right: how much memory is behind a pointer of DLPack's, and the machine code of a
package of AOTInductor, which a program loads to run it.
"""

import atexit
import contextlib
import ctypes
import faulthandler
import functools
import io
import itertools
import json
import logging
import lzma
import os
import pickle
import random
import select
import signal
import socket
import struct
import sys
import tarfile
import tempfile
import threading
import time
import tokenize
import typing
import warnings
import zipfile
from datetime import timedelta
from pathlib import Path
from unittest import mock

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np  # noqa: E402

import pytorch_c as t  # noqa: E402
from fuzz import archives, children  # noqa: E402
from fuzz.files import BYTES, MEMORY, _peak, _use, instructions, pickled  # noqa: E402
from pytorch_c import distributed as dist  # noqa: E402
from pytorch_c.distributed import _objects  # noqa: E402
from pytorch_c.tool import tgz  # noqa: E402

warnings.simplefilter("ignore")
SECONDS = timedelta(seconds=60)  # for hangs alone
FRAMEWORK = (t.Error, ValueError, TypeError, RuntimeError, NotImplementedError, OverflowError)
PLAIN = FRAMEWORK[:-1] + (OSError,)

# Texts that would run something, which the audit hook below stops and reports.
BAIT = "__import__('os').system('fuzz')"
CALLS = ("os.system", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.fork", "ctypes.dlopen")
MODULES = ("antigravity", "this", "idlelib", "turtle")
executed = []


def _watch(event, args):
    if event == "os.fork" and _watch.forks:
        return
    if event in CALLS or event == "import" and args[0].partition(".")[0] in MODULES:
        executed.append(f"{event} {str(args[:1])[:60]}")
        raise PermissionError(f"executes {event}")


# ---- changes of bytes, of trees of JSON and of archives ----


def changed(rng, data, others=()):
    """The bytes with one to three places changed; `others` are pieces that may be put in."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if not data:
            break
        if others and rng.random() < 0.2:
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(8)] = rng.choice(others)
        else:
            rng.choice(BYTES[:-1])(rng, data)
    return bytes(data)


NUMBERS = (0, 1, -1, 2, 7, 255, 1 << 31, 1 << 40, (1 << 63) - 1, 1 << 64, 1.5, 1e308, float("nan"), True)
WORDS = ("", "x", "model", "torch.ops.aten.resize_.default", "torch.os.system", "_operator.attrgetter", "linear.weight", "s0",
         BAIT, f"x={BAIT}", f"x) -> {BAIT}: #", f'a"+{BAIT}+"', "2**2**2**2**2", "lambda: 0", "this:x", "antigravity", "turtle",
         "collections:namedtuple", "x" * 5000, "(" * 5000, "\0", "\ud800", "é")  # fmt: skip


def leaf(rng, old):
    if rng.random() < 0.15:
        return rng.choice((None, [], {}, [old], {"a": old}, {"__enum__": True, "fqn": "this:x", "name": "x"}))
    return rng.choice(NUMBERS if rng.random() < 0.5 else WORDS)


def tree_changed(rng, x):
    """A tree of JSON with one leaf or branch replaced, doubled or left out."""
    if isinstance(x, dict) and x and rng.random() < 0.95:
        key, chance = rng.choice(sorted(x)), rng.random()
        if chance < 0.94:
            return {**x, key: tree_changed(rng, x[key])}
        return {k: v for k, v in x.items() if k != key} | ({rng.choice(WORDS): x[key]} if chance < 0.97 else {})
    if isinstance(x, list) and x and rng.random() < 0.95:
        i, chance = rng.randrange(len(x)), rng.random()
        if chance < 0.94:
            return [*x[:i], tree_changed(rng, x[i]), *x[i + 1 :]]
        return x[:i] + (x[i : i + 1] * 2 if chance < 0.97 else []) + x[i + 1 :]
    if isinstance(x, str) and x[:1] in "[{" and rng.random() < 0.7:  # JSON within JSON
        with contextlib.suppress(ValueError):
            return json.dumps(tree_changed(rng, json.loads(x)))
    return leaf(rng, x)


def json_changed(rng, content):
    tree = json.loads(content)
    for _ in range(rng.choice((1, 1, 2))):
        tree = tree_changed(rng, tree)
    with contextlib.suppress(UnicodeEncodeError):
        return json.dumps(tree, ensure_ascii=rng.random() < 0.9).encode()
    return json.dumps(tree).encode()


def record_changed(rng, name, content):
    if name.endswith(".so"):  # machine code: what it runs is the giver's
        return content[: rng.randrange(len(content))]
    if name.endswith(".json") and rng.random() < 0.9:
        return json_changed(rng, content)
    if content[:2] == b"PK" and rng.random() < 0.7:
        return archive_changed(rng, content)
    with contextlib.suppress(Exception):
        if name.endswith((".pt", ".pkl")) and len(ops := instructions(content)) > 8:
            return pickled(rng, ops)
    return changed(rng, content)


def archive_changed(rng, whole, likely=lambda name: False):
    """The archive with one record changed or renamed, its checksums right."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(result, "w") as new:
        names = old.namelist()
        chosen, chance = rng.choice(names + [one for one in names if likely(one)] * 6), rng.random()
        for name in names:
            content = old.read(name)
            if name == chosen and chance < 0.95 and content:
                content = record_changed(rng, name, content)
            elif name == chosen:
                name = rng.choice(
                    ("../x", "/tmp/x", name + "/../../x", name + "x", "model/data/aotinductor/model/b.so")
                )
            new.writestr(name, content, rng.choice((zipfile.ZIP_STORED,) * 3 + (zipfile.ZIP_DEFLATED,)))
    return result.getvalue()


def either(rng, whole, likely):
    """An archive changed in a record, or in its bytes."""
    return archive_changed(rng, whole, likely) if rng.random() < 0.85 else changed(rng, whole)


# ---- archives of exported programs, packages of compiled ones ----


class Net(t.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = t.nn.Linear(3, 3)
        self.register_buffer("table", t.arange(3.0))

    def forward(self, x, n, scale=2, options=None):
        return {"y": self.linear(x).relu().sum(0) + n * scale, "z": x.reshape(-1)[: x.size(0)] + self.table[0]}


@functools.cache
def programs():
    """Archives of torch.export: of fixed sizes, and of one that may change."""
    # Half of the time of a case: torch's reader asks for each object anew, and writes the trace of each error.
    found, asked = typing.get_type_hints, {}
    typing.get_type_hints = lambda one, **names: asked.get(one) or asked.setdefault(one, found(one, **names))
    logging.disable()
    t.manual_seed(0)
    out = []
    for shapes in (None, {"x": {0: t.export.Dim("b", min=2, max=9)}, "n": None, "scale": None, "options": {"a": None}}):
        file = io.BytesIO()
        t.export.save(
            t.export.export(Net(), (t.ones(4, 3), t.ones(3)), {"scale": 3, "options": {"a": 1}}, dynamic_shapes=shapes),
            file,
        )
        out.append(file.getvalue())
    return out


def program(rng):
    data = either(rng, rng.choice(programs()), lambda name: "models/" in name)
    with contextlib.suppress(Exception):  # torch's own Python says what is wrong, in many ways
        try:
            loaded = t.export.load(io.BytesIO(data))
        except SystemError:
            return "SystemError"
        if rng.random() < 0.3:
            loaded.module()
        str(loaded.graph)
    return None


@functools.cache
def package():
    """Returns what a package of AOTInductor is made of, with a library that does nothing."""
    import subprocess

    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "a.so"
        subprocess.run(["cc", "-shared", "-nostdlib", "-x", "c", "-", "-o", library], input=b"int x = 1;", check=True)
        code = library.read_bytes()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("model/version", "3")
        made.writestr("model/archive_format", "pt2")
        made.writestr("model/byteorder", "little")
        made.writestr("model/.data/version", "3")
        made.writestr("model/data/aotinductor/model/a.wrapper.so", code)
        made.writestr(
            "model/data/aotinductor/model/a.wrapper_metadata.json", '{"AOTI_DEVICE_KEY": "cpu", "AOTI_MACHINE": "x"}'
        )
        made.writestr("model/data/aotinductor/model/b.wrapper.so", code)
        made.writestr("model/data/aotinductor/model/b.wrapper_metadata.json", '{"AOTI_DEVICE_KEY": "cpu"}')
        made.writestr("model/.format_version", "1")
    return file.getvalue()


def compiled(rng):
    data = either(rng, package(), lambda name: "aotinductor" in name)
    with tempfile.NamedTemporaryFile(suffix=".pt2", dir=".") as file:
        file.write(data)
        file.flush()
        with contextlib.suppress(*PLAIN):
            from pytorch_c._inductor import package as packages

            packages.model_names(file.name)
            t._inductor.aoti_load_package(file.name)
    return left_behind()


def left_behind():
    """Returns what a case has left in the folder of its own."""
    found = os.listdir(".")
    return f"leaves {found}" if found else None


# ---- files ----


@functools.cache
def tables():
    """Files of safetensors."""
    from safetensors.numpy import save

    some = {
        "a": np.arange(6.0, dtype="float32").reshape(2, 3),
        "b": np.zeros((0, 3), "int64"),
        "c": np.ones((), "float16"),
    }
    return [save(some), save(some, {"format": "pt"}), save({"x": np.arange(100, dtype="uint8")})]


def safetensors(rng):
    data = rng.choice(tables())
    length = struct.unpack("<Q", data[:8])[0]
    if rng.random() < 0.7:
        head = json_changed(rng, data[8 : 8 + length])
        data = struct.pack("<Q", len(head)) + head + data[8 + length :]
    else:
        data = changed(rng, data)
    with contextlib.suppress(t.Error):
        if rng.random() < 0.5:
            _use(t.load(io.BytesIO(data)))
        else:
            Path("x.safetensors").write_bytes(data)
            _use(t.load("x.safetensors", mmap=rng.random() < 0.5))


@functools.cache
def arrays():
    """Files of NumPy: every kind of dtype, order and version."""
    some = [np.arange(6).astype(one).reshape(2, 3) for one in ("<f4", ">f8", "<i8", "|b1", "<c16", "<f2", "|u1", "<u4")]
    some += [np.asfortranarray(some[0]), np.zeros((0, 3)), np.array(1.5), np.array(["a", "bc"])]
    some += [np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]), np.array(["2020"], dtype="M8[D]")]
    out = []
    for one, version in itertools.product(some, ((1, 0), (2, 0))):
        file = io.BytesIO()
        np.lib.format.write_array(file, one, version)
        out.append(file.getvalue())
    return out


DTYPES = [
    repr(one).encode() for one in ("<f4", ">i8", "|O", "<M8[s]", "|V3", "<U9", "|S1", "<f16", "|b1", [("a", "<f4")])
]
SHAPES = [b"(2, 3)", b"(1 << 60,)", b"(-1,)", b"(99999999999, 0)", b"(2.0,)", b"()", b"(3,)*9", BAIT.encode(), b"(1,)"]


def npy(rng):
    data = changed(rng, rng.choice(arrays()), DTYPES + SHAPES)
    try:
        if rng.random() < 0.8:
            array = np.load(io.BytesIO(data), allow_pickle=False)
        else:
            Path("x.npy").write_bytes(data)
            array = np.load("x.npy", mmap_mode="c")
    except (*FRAMEWORK, EOFError, OSError, MemoryError, SyntaxError, tokenize.TokenError, KeyError, AttributeError):
        return  # NumPy's own
    if isinstance(array, np.ndarray) and array.size < 1 << 20:
        with contextlib.suppress(*FRAMEWORK):
            x = t.from_numpy(array)
            str(x), x.clone(), x.sum()
        with contextlib.suppress(*FRAMEWORK):
            str(t.tensor(array))


@functools.cache
def tarballs():
    """Archives of small files, packed in each way, the headers of each kind."""
    import bz2
    import gzip

    import zstandard

    out = []
    for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w", format=form) as made:
            for name in ("train/0/a.png", "train/1/" + "b" * 90 + ".png", "é/" + "c" * (150 if form else 60)):
                entry = tarfile.TarInfo(name)
                entry.size = 700
                made.addfile(entry, io.BytesIO(bytes(700)))
            link = tarfile.TarInfo("link")
            link.type, link.linkname = tarfile.SYMTYPE, "train/0/a.png"
            made.addfile(link)
        plain = file.getvalue()
        out += [plain, plain, gzip.compress(plain, mtime=0), bz2.compress(plain), lzma.compress(plain)]
        out.append(zstandard.ZstdCompressor(write_checksum=True).compress(plain))
    return out


def header_changed(rng, data):
    """A plain archive with a field of a header changed, its checksum right."""
    data = bytearray(data)
    heads = [at for at in range(0, len(data) - 512, 512) if data[at + 257 : at + 262] == b"ustar"]
    at = rng.choice(heads)
    field, length = rng.choice(
        ((0, 100), (100, 8), (124, 12), (124, 12), (124, 12), (156, 1), (156, 1), (157, 100), (257, 8), (345, 155))
    )
    new = rng.choice(
        (
            b"%o" % rng.choice((0, 1, 511, 513, 1 << 20, 1 << 35)),
            b"\x80" + rng.randbytes(11),
            b"\xff" * 12,
            b"-1",
            b"",
            rng.choice(b"0123456789gxLKSDV").to_bytes(1, "big"),
            rng.randbytes(length),
        )
    )
    data[at + field : at + field + length] = new[:length].ljust(length, b"\0")
    data[at + 148 : at + 156] = b" " * 8
    data[at + 148 : at + 156] = b"%06o\0 " % sum(data[at : at + 512])
    return bytes(data)


def tarball(rng):
    data = rng.choice(tarballs())
    data = header_changed(rng, data) if data[:5] in (b"train", b"./Pax") and rng.random() < 0.7 else changed(rng, data)
    with contextlib.suppress(tgz.ArchiveError):
        with tgz.new_reader(io.BytesIO(data)) as reader:
            for _ in reader:
                reader.read()


# ---- DLPack ----


class Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("id", ctypes.c_int32)]


class Dtype(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class View(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("ndim", ctypes.c_int32),
        ("dtype", Dtype),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("offset", ctypes.c_uint64),
    ]


class Managed(ctypes.Structure):
    _fields_ = [("view", View), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("view", View),
    ]


BEHIND = ctypes.create_string_buffer(1 << 16)
KEPT = []


def capsule(managed, name):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(managed), name, None)


class Exporter:
    """An object whose __dlpack__ gives a capsule, or something else."""

    def __init__(self, made, device):
        self.made, self.device = made, device

    def __dlpack__(self, **_):
        return self.made

    def __dlpack_device__(self):
        return self.device


def lent(rng):
    """A struct whose numbers are odd, but whose elements lie in 64 KiB: sizes to 3, strides to 10, up to 5 dimensions."""

    def odd(right, *others):
        return right if rng.random() < 0.9 else rng.choice(others)

    shape = (ctypes.c_int64 * 8)(*(odd(rng.randrange(4), -1, -(1 << 63)) for _ in range(8)))
    strides = (ctypes.c_int64 * 8)(*(odd(rng.randrange(10), -1, -(1 << 62), -3) for _ in range(8)))
    view = View(
        odd(ctypes.addressof(BEHIND), None),
        Device(odd(1, 2, 10, 0, -1, 99, 14), odd(0, -1, 7, 1 << 30)),
        odd(rng.randrange(5), -1, -(1 << 31), 5),
        Dtype(odd(2, 0, 1, 3, 4, 5, 6, 7, 12, 99), odd(32, 0, 1, 4, 8, 16, 64, 128, 7, 255), odd(1, 0, 2, 65535)),
        odd(ctypes.addressof(shape), None),
        odd(ctypes.addressof(strides), None),
        odd(0, 1, 8),
    )
    managed = (
        Managed(view)
        if rng.random() < 0.5
        else Versioned(odd(1, 0, 2, 1 << 31), 0, None, None, odd(0, 1, 2, 1 << 63), view)
    )
    KEPT[:] = [shape, strides, managed]
    right, other = (b"dltensor", b"dltensor_versioned")[:: 1 if isinstance(managed, Managed) else -1]
    made = capsule(managed, odd(right, b"used_" + right, b"x", None))
    given = made
    if rng.random() < 0.3:
        given = Exporter(odd(made, None, 1, (made,)), odd((1, 0), (2, 0), None, (1,), "cpu", (99, -1)))
    with contextlib.suppress(*FRAMEWORK, BufferError, AttributeError):
        x = t.utils.dlpack.from_dlpack(given)
        str(x), x.clone(), x.sum()


# ---- handles of shared memory ----

SIZES = (0, 1, 64, 256, 257, 4096, 1 << 20, 1 << 40, (1 << 63) - 1, (1 << 63) - 63, -1, -(1 << 63), 1 << 64)
NAMES = (
    b"/ptc_no",
    b"/",
    b"",
    b"x",
    b"/../etc/passwd",
    b"/a/b",
    b"/" + b"x" * 300,
    b"/\xff",
    b"/a\0b",
    "/\udcff",
    None,
    7,
    "/..",
    "/.",
)


def without_descriptors(case):
    """The case, after which each descriptor that it has opened is closed."""

    def run(rng):
        before = set(os.listdir("/proc/self/fd"))
        try:
            return case(rng)
        finally:
            for one in set(os.listdir("/proc/self/fd")) - before:
                with contextlib.suppress(OSError):
                    os.close(int(one))

    return run


def forged(rng):
    """(function, handle) of a handle whose name, descriptor or size is another, and who owns what is right of it."""
    S, size, kind = t.UntypedStorage, rng.choice(SIZES), rng.randrange(4)
    if kind == 0:
        return S._new_shared_filename_cpu, (rng.choice((b"", b"x", b"\0" * 99)), rng.choice(NAMES), size), None
    if kind == 1:
        files = (
            -1,
            0,
            1,
            2,
            99999,
            1 << 40,
            None,
            os.open("/dev/null", os.O_RDWR),
            os.open(".", os.O_RDONLY),
            *os.pipe(),
        )
        return S._new_shared_fd_cpu, (rng.choice(files), size), None
    owner = t.ones(64).untyped_storage()
    if kind == 2:
        manager, name, right = owner._share_filename_cpu_()
        name = changed(rng, name) if rng.random() < 0.3 else name
        return S._new_shared_filename_cpu, (manager, name, rng.choice((right, size))), owner
    fd, right = owner._share_fd_cpu_()
    return S._new_shared_fd_cpu, (fd, rng.choice((right, size))), owner


@without_descriptors
def segment(rng):
    make, handle, _owner = forged(rng)
    try:
        made = make(*handle)
    except (*PLAIN, OverflowError):
        return
    if made.nbytes() < 1 << 24:
        bytes(made)
        made[0] = 1


# ---- messages to a store's server ----


@functools.cache
def servers():
    """Both of libtorch's servers, and a member of each."""
    made = [
        dist.TCPStore("127.0.0.1", 0, None, True, timeout=SECONDS, wait_for_workers=False, use_libuv=uv)
        for uv in (True, False)
    ]
    return [
        (one, dist.TCPStore("127.0.0.1", one.port, None, False, timeout=SECONDS, wait_for_workers=False))
        for one in made
    ]


@functools.cache
def spoken():
    """The requests of a client as bytes, one by one, heard by a socket between it and a server."""
    heard, listener, server = [], socket.create_server(("127.0.0.1", 0)), servers()[0][0]

    def pass_on():
        ours, _ = listener.accept()
        theirs = socket.create_connection(("127.0.0.1", server.port))
        while True:
            for one in select.select([ours, theirs], [], [])[0]:
                if not (data := one.recv(65536)):
                    return
                if one is ours:
                    heard.append(data)
                (theirs if one is ours else ours).sendall(data)

    threading.Thread(target=pass_on, daemon=True).start()
    client = dist.TCPStore("127.0.0.1", listener.getsockname()[1], None, False, timeout=SECONDS, wait_for_workers=False)
    client.set("a", "b"), client.get("a"), client.add("n", 2), client.check(["a"]), client.num_keys()
    client.compare_set("a", "b", "c"), client.delete_key("a"), client.append("l", "x"), client.multi_set(["k"], ["v"])
    client.multi_get(["k"]), client.wait(["k"])
    return tuple(heard)


def message(rng):
    said = spoken()
    first = sum(map(len, said[:2])) if rng.random() < 0.7 else 0  # the greeting, which is then right
    whole = b"".join(said[: rng.randrange(2, len(said) + 1)])
    data = whole[:first] + (changed(rng, whole[first:]) if len(whole) > first else b"")
    server, member = rng.choice(servers())
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", server.port)) as stranger:
        stranger.sendall(data)
        stranger.settimeout(0.001)
        stranger.recv(4096)
    if rng.random() < 0.05:
        said = str(rng.random())
        member.set("member", said)
        if member.get("member") != said.encode() or server.get("member") != said.encode():
            return "a member gets another answer"
    return None


# ---- what other ranks of a group send ----


@functools.cache
def group():
    """This process as a group of its own, whose collectives give what a case says."""
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    return dist.group.WORLD


class Sent:
    """Sizes and bytes of objects as another rank sends them."""

    def __init__(self, rng):
        self.rng = rng

    def fill(self, x):
        rng = self.rng
        if x.dtype is t.int64:
            right = len(pickle.dumps({"a": [1, "x", 2.5]}))
            x.copy_(
                t.tensor(
                    [
                        rng.choice((right, right, right - 3, *SIZES[:6], 1 << 40, (1 << 63) - 1, -5))
                        for _ in range(x.numel())
                    ]
                )
            )
        elif x.numel():
            data = pickle.dumps({"a": [1, "x", 2.5]})
            data = (changed(rng, data) if rng.random() < 0.5 else data)[: x.numel()]
            x.zero_()
            x.flatten()[: len(data)] = t.tensor(list(data), dtype=t.uint8)

    def broadcast(self, x, *_, **__):
        self.fill(x)

    def all_gather(self, many, *_, **__):
        for one in many:
            self.fill(one)

    def gather(self, x, many, *_, **__):
        for one in many or ():
            self.fill(one)

    def scatter(self, x, *_, **__):
        self.fill(x)

    def recv(self, x, *_, **__):
        self.fill(x)
        return 0


def payload(rng):
    group()
    sent, some = Sent(rng), [None] * rng.randrange(1, 4)
    receives, root = rng.choice(
        (
            (lambda: dist.all_gather_object(some, {"a": 1}), 0),
            (lambda: dist.gather_object({"a": 1}, some), 0),
            (lambda: dist.broadcast_object_list(some), 1),
            (lambda: dist.scatter_object_list(some), 1),
            (lambda: dist.recv_object_list(some, src=0), 1),
        )
    )
    names = ("broadcast", "all_gather", "gather", "scatter", "recv")
    replaced = {name: getattr(sent, name) for name in names} | {"rank_within": lambda *_: root}
    with mock.patch.multiple(_objects, **replaced), contextlib.suppress(Exception):  # what pickle says of other bytes
        receives()


# ---- the bytes of gloo between two ranks ----

PREAMBLE = struct.Struct("<6Q")  # length of all, kind, slot, offset, length of the data, offset there
DATA, SENDS, RECEIVES = 1, 2, 3  # kinds
ADDRESS = 128 + 8  # sockaddr_storage, number of the connection
ROOM = 4096  # elements on either side of a tensor, which nobody may write
SILENCE = 0.1  # seconds after which the stranger leaves
ENDS_ITSELF = b"gloo::"  # an exception in gloo's own thread, which nothing can catch: docs/security.md


def place_of(port):
    """Address where a rank listens, as gloo publishes it: 0.0.0.0, the smallest, so that the other one connects."""
    host, place = b"fuzz", struct.pack("=HH", socket.AF_INET, socket.htons(port))
    return (
        struct.pack("<Q", len(host))
        + host
        + struct.pack("<Q", ADDRESS)
        + place.ljust(128, b"\0")
        + struct.pack("<q", -1)
        + struct.pack("<qq", 0, 1)
    )


def rank_of_two(rng, place):
    """Calls collectives as rank 0 of two, whose rank 1 is `place`; returns whether memory beside its tensors has changed."""
    store = dist.HashStore()
    store.set("0//pytorch_c/member/1", "fuzz/pid:[1] 1 1 fuzz")
    store.set("0//cpu//0/1", place)
    around = []

    def tensor(size):
        around.append((t.full((size + 2 * ROOM,), 7.0), size))
        return around[-1][0][ROOM : ROOM + size]

    with contextlib.suppress(t.Error):
        dist.init_process_group("gloo", store=store, rank=0, world_size=2, timeout=timedelta(seconds=1))
        for _ in range(6):
            size = rng.choice((1, 64, 5000))
            x, pair = tensor(size), tensor(2 * size)
            rng.choice((
                lambda x, _: dist.all_reduce(x), lambda x, _: dist.broadcast(x, 0), lambda x, _: dist.broadcast(x, 1),
                lambda x, _: dist.recv(x, 1), lambda x, _: dist.send(x, 1), lambda x, _: dist.recv(x),
                lambda x, y: dist.all_gather_into_tensor(y, x), lambda x, y: dist.reduce_scatter_tensor(x, y),
                lambda _, y: dist.all_to_all_single(y, y.clone()), lambda *_: dist.barrier(), lambda x, _: dist.reduce(x, 0),
                lambda x, y: dist.gather(x, list(y.chunk(2)), 0), lambda x, y: dist.scatter(x, list(y.chunk(2)), 0),
            ))(x, pair)  # fmt: skip
    return any((x[:ROOM] != 7).any() or (x[ROOM + size :] != 7).any() for x, size in around)


class Stranger:
    """Rank 1: gives what rank 0 waits for, takes what it sends, and says some of it wrong."""

    def __init__(self, rng, connection):
        self.rng, self.connection, self.said = rng, connection, 0
        self.wrong = {rng.randrange(1, 16) for _ in range(rng.choice((1, 1, 2, 3)))}

    def say(self, kind, slot, length, data=b""):
        self.said += 1
        message = PREAMBLE.pack(PREAMBLE.size + len(data), kind, slot, 0, length, 0) + data
        if self.said in self.wrong:
            message = self.another(message)
        self.connection.sendall(message)

    def another(self, message):
        rng, fields, data = self.rng, list(PREAMBLE.unpack(message[: PREAMBLE.size])), message[PREAMBLE.size :]
        chance = rng.random()
        if chance < 0.2:
            return changed(rng, message)
        if chance < 0.3:
            return rng.choice((message * 2, message[: rng.randrange(len(message))], rng.randbytes(200) + message, data))
        field = rng.choice((0, 1, 2, 2, 3, 4, 4, 4, 5))
        old = fields[field]
        fields[field] = rng.choice((0, 1, 2, 3, 4, 255, old + 1, old - 1, old * 2, old ^ 1 << rng.randrange(64), 1 << 20, 1 << 40,
                                    (1 << 63) - 1, 1 << 63, (1 << 64) - 48, (1 << 64) - 1)) % (1 << 64)  # fmt: skip
        if rng.random() < 0.3:
            data = rng.choice((b"", data * 2, data[:-1], rng.randbytes(100_000)))
        return PREAMBLE.pack(*fields) + data

    def read(self, count):
        """Returns so many bytes; b"" at the end, or after silence."""
        out = b""
        while len(out) < count:
            try:
                piece = self.connection.recv(count - len(out))
            except TimeoutError:
                return b""
            if not piece:
                return b""
            out += piece
        return out

    def answer(self):
        """Answers until rank 0 is silent or has ended."""
        self.connection.settimeout(SILENCE)
        while preamble := self.read(PREAMBLE.size):
            _, kind, slot, _, length, _ = PREAMBLE.unpack(preamble)
            if kind == RECEIVES:
                self.say(SENDS, slot, length)
                self.say(DATA, slot, length, bytes(length))
            elif kind == SENDS:
                self.say(RECEIVES, slot, length)
            elif length and not self.read(length):
                return


def end_of(pid, seconds=60):
    """(how a child ended, its most memory in bytes); None for how where it did not end, and was killed."""
    for _ in range(seconds * 200):
        found, status, used = os.wait4(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status), used.ru_maxrss << 10
        time.sleep(0.005)
    os.kill(pid, signal.SIGKILL)
    return None, os.wait4(pid, 0)[2].ru_maxrss << 10


def wire(rng):
    with socket.create_server(("127.0.0.1", 0)) as listener, open("words", "w+b") as words:
        listener.settimeout(5)
        place = place_of(listener.getsockname()[1])
        if rng.random() < 0.1:
            place = changed(rng, place)
            listener.settimeout(0.3)
        ours, seed = status_of("VmRSS"), rng.random()
        if not (pid := os.fork()):
            faulthandler.disable()
            os.dup2(words.fileno(), 2)
            listener.close()
            os._exit(3 if rank_of_two(random.Random(seed), place) else 0)
        with contextlib.suppress(OSError):
            connection, _ = listener.accept()
            with connection:
                connection.settimeout(5)
                if len(connection.recv(8)) == 8:  # the number of the connection
                    Stranger(rng, connection).answer()
        code, most = end_of(pid)
        words.seek(0)
        said = words.read()
        os.remove("words")
    if code == 3:
        return "memory beside a tensor has changed"
    if code is None:
        return "a rank hangs"
    if most > ours + MEMORY:
        return f"takes {(most - ours) >> 20} MiB"
    if code == 0 or code == -signal.SIGABRT and ENDS_ITSELF in said:
        return None
    return f"a rank ends with {code}: {said[-300:].decode('utf-8', 'replace')}"


def status_of(name):
    """A line of this process's status, in bytes."""
    return int(Path("/proc/self/status").read_text().partition(f"{name}:")[2].split()[0]) << 10


KINDS = {
    "archives": archives.case,
    "programs": program,
    "packages": compiled,
    "safetensors": safetensors,
    "npy": npy,
    "tarballs": tarball,
    "dlpack": lent,
    "segments": segment,
    "store": message,
    "payloads": payload,
    "gloo": wire,
}
BASES = {
    "programs": programs,
    "packages": package,
    "safetensors": tables,
    "npy": arrays,
    "tarballs": tarballs,
    "store": spoken,
    "payloads": group,
}


def own_folder():
    """A new empty folder, which goes at the end of the process."""
    folder = tempfile.TemporaryDirectory(prefix="handed-")
    atexit.register(folder.cleanup)
    return folder.name


@functools.cache
def watch(kind):
    """Notes from now on what is executed; what is imported and made for it, is now. In a folder of its own."""
    os.chdir(own_folder())
    _watch.forks = kind == "gloo"  # whose other rank is one
    if kind in BASES:
        BASES[kind]()
    if kind != "archives":
        with contextlib.suppress(Exception):
            for index in range(20):
                KINDS[kind](random.Random(index))
    sys.addaudithook(_watch)


def case(kind, seed, index):
    watch(kind)
    executed.clear()
    before = _peak() and _peak()
    said = None
    try:
        said = KINDS[kind](seed, index) if kind == "archives" else KINDS[kind](random.Random(f"{kind} {seed} {index}"))
    except MemoryError:
        said = "MemoryError"
    peak = _peak() - before
    if peak > MEMORY:
        said = f"takes {peak >> 20} MiB"
    return f"executes {executed}" if executed else said


def show(kind, seed, index):
    return f"{kind}, case {index} of seed {seed}"


if __name__ == "__main__":
    children.main(__file__, case, show, kinds=tuple(KINDS), prepare=watch)
