"""Mutated bytes that other programs hand over: exported programs, compiled packages, DLPack's structs, handles of shared
memory, messages to a store's server. Each is an error of ours or gives what can be used.

python tests/fuzz/handed.py --seed 1 --cases 5000; a case again with --only INDEX. What only the giver can know is left
right: how much memory is behind a pointer of DLPack's. Gloo's own sockets trust each other (docs/security.md).
"""

import contextlib
import ctypes
import functools
import io
import json
import os
import random
import socket
import sys
import tempfile
import warnings
import zipfile
from datetime import timedelta
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pytorch_c as t  # noqa: E402
from fuzz import children  # noqa: E402
from fuzz.files import BYTES, INTERESTING, instructions, pickled  # noqa: E402
from pytorch_c import distributed as dist  # noqa: E402

warnings.simplefilter("ignore")
ALLOWED = (t.Error, ValueError, TypeError, RuntimeError, KeyError, IndexError, OSError, MemoryError, AttributeError)
ALLOWED += (
    BufferError,
    AssertionError,
    RecursionError,
    zipfile.BadZipFile,
    SyntaxError,
    NameError,
    NotImplementedError,
)


# ---- archives of exported programs, packages of compiled ones ----


class Net(t.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = t.nn.Linear(3, 3)

    def forward(self, x, n):
        return self.linear(x).relu().sum(0) + n, x.reshape(-1)[:2]


@functools.cache
def program():
    """An archive of torch.export."""
    t.manual_seed(0)
    file = io.BytesIO()
    t.export.save(t.export.export(Net(), (t.ones(2, 3), t.ones(3))), file)
    return file.getvalue()


@functools.cache
def package():
    """What a package of AOTInductor is made of, with a text in the place of the library."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("model/version", "3")
        made.writestr("model/archive_format", "pt2")
        made.writestr("model/data/aotinductor/model/a.wrapper.so", b"\x7fELF" + bytes(200))
        made.writestr("model/data/aotinductor/model/a.wrapper_metadata.json", '{"AOTI_DEVICE_KEY": "cpu"}')
        made.writestr("model/.format_version", "1")
    return file.getvalue()


def json_changed(rng, x):
    """A tree of JSON with one leaf or branch replaced."""
    if isinstance(x, dict) and x and rng.random() < 0.93:
        key = rng.choice(sorted(x))
        return (
            {**x, key: json_changed(rng, x[key])} if rng.random() < 0.95 else {k: v for k, v in x.items() if k != key}
        )
    if isinstance(x, list) and x and rng.random() < 0.93:
        i = rng.randrange(len(x))
        return [*x[:i], json_changed(rng, x[i]), *x[i + 1 :]]
    return rng.choice(
        [None, True, -1, 0, 1, 7, 1 << 40, 1.5, "", "x", "torch.ops.aten.resize_.default", "linear.weight", [], {}, [x]]
        + [INTERESTING[rng.randrange(len(INTERESTING))]]
    )


def inside(rng, whole):
    """The archive with one record changed, its checksums right."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(result, "w") as new:
        names = old.namelist()
        chosen = rng.choice(names + [one for one in names if one.endswith(".json")] * 4)
        for name in names:
            content = old.read(name)
            if name == chosen and content:
                content = record(rng, name, content)
            new.writestr(rng.choice(["../x", "/x", name + "x"]) if rng.random() < 0.01 else name, content)
    return result.getvalue()


def record(rng, name, content):
    if name.endswith(".json") and rng.random() < 0.85:
        tree = json.loads(content)
        for _ in range(rng.choice((1, 1, 2))):
            tree = json_changed(rng, tree)
        return json.dumps(tree).encode()
    with contextlib.suppress(Exception):
        if name.endswith((".pt", ".pkl")) and len(ops := instructions(content)) > 8:
            return pickled(rng, ops)
    changed = bytearray(content)
    rng.choice(BYTES)(rng, changed)
    return bytes(changed)


def mutated(rng, whole):
    if rng.random() < 0.75:
        return inside(rng, whole)
    data = bytearray(whole)
    rng.choice(BYTES)(rng, data)
    return bytes(data)


def exported(rng):
    run = t.export.load(io.BytesIO(mutated(rng, program()))).module()
    for one in run(t.ones(2, 3), t.ones(3)):
        str(one)


def compiled(rng):
    with tempfile.NamedTemporaryFile(suffix=".pt2", dir=".") as file:
        file.write(mutated(rng, package()))
        file.flush()
        t._inductor.aoti_load_package(file.name)


# ---- DLPack ----


class Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("id", ctypes.c_int32)]


class Dtype(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Managed(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device", Device), ("ndim", ctypes.c_int32), ("dtype", Dtype),
        ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p), ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
    ]  # fmt: skip


MEMORY = ctypes.create_string_buffer(1 << 16)
KEPT = []


def capsule(managed, name=b"dltensor"):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(managed), name, None)


def lent(rng):
    """A struct whose numbers are odd, but whose elements lie in 64 KiB: sizes to 3, strides to 10, up to 5 dimensions."""
    odd = lambda right, *others: right if rng.random() < 0.85 else rng.choice(others)  # noqa: E731
    ndim = rng.randrange(5)
    shape = (ctypes.c_int64 * 8)(*(odd(rng.randrange(4), -1, -(1 << 63)) for _ in range(8)))
    strides = (ctypes.c_int64 * 8)(*(rng.randrange(10) for _ in range(8)))  # what they reach is believed
    KEPT[:] = [shape, strides]
    managed = Managed(
        odd(ctypes.addressof(MEMORY), None), Device(odd(1, 2, 10, 0, -1, 99), odd(0, -1, 7)),
        odd(ndim, -1, -(1 << 31), 5), Dtype(odd(2, 0, 1, 3, 4, 5, 6, 7, 99), odd(32, 0, 1, 8, 16, 64, 128, 7, 255), odd(1, 0, 2)),
        odd(ctypes.addressof(shape), None), odd(ctypes.addressof(strides), None), odd(0, 1, 8), None, None,
    )  # fmt: skip
    KEPT.append(managed)
    x = t.utils.dlpack.from_dlpack(capsule(managed, odd(b"dltensor", b"used_dltensor", b"x")))
    str(x), x.clone()


# ---- handles of shared memory ----


def segment(rng):
    """A handle whose name, descriptor or size is another."""
    S = t.UntypedStorage
    size = rng.choice([0, 1, 64, 4096, 1 << 20, 1 << 40, (1 << 63) - 1, -1, -(1 << 63)])
    kind = rng.randrange(4)
    if kind == 0:
        name = rng.choice(
            [b"/ptc_no", b"/", b"", b"x", b"/../etc/passwd", b"/a/b", b"/" + b"x" * 300, b"/\xff\0", None, 7]
        )
        made = S._new_shared_filename_cpu(rng.choice([b"", b"x", b"\0" * 99]), name, size)
    elif kind == 1:
        made = S._new_shared_fd_cpu(rng.choice([-1, 0, 1, 2, 99999, os.open("/dev/null", os.O_RDWR)]), size)
    elif kind == 2:
        manager, name, right = t.ones(64).untyped_storage()._share_filename_cpu_()
        changed = bytearray(name)
        if rng.random() < 0.5:
            rng.choice(BYTES)(rng, changed)
        made = S._new_shared_filename_cpu(manager, bytes(changed), rng.choice([right, size]))
    else:
        fd, right = t.ones(64).untyped_storage()._share_fd_cpu_()
        made = S._new_shared_fd_cpu(fd, rng.choice([right, size]))
    if made.nbytes() < 1 << 24:
        bytes(made)


def without_descriptors(case):
    """The case, after which each descriptor that it has opened is closed."""

    def run(rng):
        before = set(os.listdir("/proc/self/fd"))
        try:
            case(rng)
        finally:
            for one in set(os.listdir("/proc/self/fd")) - before:
                with contextlib.suppress(OSError):
                    os.close(int(one))

    return run


# ---- messages to a store's server ----


@functools.cache
def server():
    return dist.TCPStore("127.0.0.1", 0, None, True, timeout=timedelta(seconds=30), wait_for_workers=False)


@functools.cache
def spoken():
    """What a client says: the bytes of some requests, heard by a socket between it and the server."""
    heard, listener = [], socket.create_server(("127.0.0.1", 0))

    def pass_on():
        ours, _ = listener.accept()
        theirs = socket.create_connection(("127.0.0.1", server().port))
        ours.setblocking(False), theirs.setblocking(False)
        import select

        while True:
            for one in select.select([ours, theirs], [], [], 5)[0]:
                data = one.recv(65536)
                if not data:
                    return
                if one is ours:
                    heard.append(data)
                (theirs if one is ours else ours).sendall(data)

    import threading

    thread = threading.Thread(target=pass_on, daemon=True)
    thread.start()
    client = dist.TCPStore(
        "127.0.0.1", listener.getsockname()[1], None, False, timeout=timedelta(seconds=30), wait_for_workers=False
    )
    client.set("a", "b"), client.get("a"), client.add("n", 2), client.check(["a"]), client.num_keys()
    client.compare_set("a", "b", "c"), client.delete_key("a"), client.append("l", "x"), client.multi_set(["k"], ["v"])
    return tuple(heard)


def message(rng):
    data = bytearray(b"".join(spoken()[: rng.randrange(1, len(spoken()) + 1)]))
    for _ in range(rng.choice((1, 1, 2))):
        if data:
            rng.choice(BYTES[:-1])(rng, data)
    with socket.create_connection(("127.0.0.1", server().port)) as stranger:
        with contextlib.suppress(OSError):
            stranger.sendall(data)
            stranger.settimeout(0.002)
            stranger.recv(4096)
    if rng.random() < 0.05:
        server().set("member", str(rng.random()))
        assert server().get("member")


KINDS = {
    "exported": exported,
    "compiled": compiled,
    "lent": lent,
    "segment": without_descriptors(segment),
    "message": message,
}
WEIGHTS = (3, 1, 3, 2, 3)


def case(seed, index):
    rng = random.Random(f"handed {seed} {index}")
    (name,) = rng.choices(list(KINDS), WEIGHTS)
    try:
        KINDS[name](rng)
    except SystemError as error:
        return f"{name}: SystemError: {error}"
    except ALLOWED as error:
        text = str(error)
        if "INTERNAL ASSERT" in text or "frame #" in text:
            return f"{name}: {text[:200]}"
    return None


def show(seed, index):
    return random.Random(f"handed {seed} {index}").choices(list(KINDS), WEIGHTS)[0]


if __name__ == "__main__":
    children.main(__file__, case, show)
