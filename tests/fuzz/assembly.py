"""Files of torch.save put together by hand, pickle instruction by pickle instruction, for what no writer would write."""

import io
import pickle
import struct
import zipfile

MAGIC = 0x1950A86A20F9469CFC6C


def name(module, attribute):
    return f"c{module}\n{attribute}\n".encode()


def integer(n):
    data = n.to_bytes(n.bit_length() // 8 + 1, "little", signed=True)
    return b"\x8a" + bytes([len(data)]) + data


def text(s):
    return b"X" + struct.pack("<I", len(s.encode())) + s.encode()


def data(b):
    """bytes, as protocol 3 has them."""
    return b"B" + struct.pack("<I", len(b)) + b


def real(x):
    return b"G" + struct.pack(">d", x)


def boolean(x):
    return b"\x88" if x else b"\x89"


def group(*items):
    """A tuple."""
    return b"(" + b"".join(items) + b"t"


def sequence(*items):
    """A list."""
    return b"](" + b"".join(items) + b"e"


def integers(*numbers):
    return group(*map(integer, numbers))


def call(module, attribute, *args):
    return name(module, attribute) + group(*args) + b"R"


def ordered_dict():
    return call("collections", "OrderedDict")


def storage(key, numel, kind="Float"):
    names = name("torch.storage", "UntypedStorage") if kind == "Untyped" else name("torch", f"{kind}Storage")
    return group(text("storage"), names, text(key), text("cpu"), integer(numel)) + b"Q"


def tensor(key, size, stride=None, offset=0, kind="Float", numel=None):
    """A tensor over the storage `key`, as _rebuild_tensor_v2 makes it; contiguous, over exactly its numbers, if not said."""
    if stride is None:
        stride = [1] * len(size)
        for i in reversed(range(len(size) - 1)):
            stride[i] = stride[i + 1] * size[i + 1]
    if numel is None:
        numel = 1
        for n in size:
            numel *= n
    args = (
        storage(key, numel, kind),
        integer(offset),
        integers(*size),
        integers(*stride),
        boolean(False),
        ordered_dict(),
    )
    return call("torch._utils", "_rebuild_tensor_v2", *args)


def archive(body, records=(), method=zipfile.ZIP_STORED, proto=2, root="archive"):
    """The zip file of an object, given by its instructions; records: {"data/0": bytes}."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as zipped:
        zipped.writestr(f"{root}/data.pkl", bytes([0x80, proto]) + body + b".")
        for key, content in dict(records).items():
            zipped.writestr(f"{root}/{key}", content)
    return file.getvalue()


def legacy(body, storages=(), itemsize=4, proto=2):
    """The file of torch before 1.6 of an object, given by its instructions; storages: {"0": bytes}."""
    storages = dict(storages)
    parts = [pickle.dumps(one, 2) for one in (MAGIC, 1001, {"little_endian": True, "protocol_version": 1001})]
    parts += [bytes([0x80, proto]) + body + b".", pickle.dumps(list(storages), 2)]
    parts += [struct.pack("<q", len(content) // itemsize) + content for content in storages.values()]
    return b"".join(parts)
