"""Files of torch.save put together by hand, pickle instruction by pickle instruction, for what no writer would write."""

import io
import pickle
import struct
import zipfile
import zlib

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


class Zeros:
    """Bytes that are `count` zeros between others, as a record may have them: packed in no time, since they repeat."""

    PIECE = 1 << 20  # count is a multiple of it

    def __init__(self, count, before=b"", after=b""):
        self.count, self.before, self.after = count, before, after

    def __len__(self):
        return len(self.before) + self.count + len(self.after)

    def __radd__(self, before):
        return Zeros(self.count, before + self.before, self.after)

    def __add__(self, after):
        return Zeros(self.count, self.before, self.after + after)

    def write(self, zipped, path):
        """Adds a deflated record, whose zeros zipfile would look at one by one."""
        packer, piece, times = zlib.compressobj(wbits=-zlib.MAX_WBITS), bytes(self.PIECE), self.count // self.PIECE
        head, zeros = (packer.compress(one) + packer.flush(zlib.Z_FULL_FLUSH) for one in (self.before, piece))
        packed = head + zeros * times + packer.compress(self.after) + packer.flush()
        info = zipfile.ZipInfo(path)
        info.CRC = zlib.crc32(self.before)
        for _ in range(times):
            info.CRC = zlib.crc32(piece, info.CRC)
        info.CRC = zlib.crc32(self.after, info.CRC)
        info.compress_type, info.compress_size, info.file_size = zipfile.ZIP_DEFLATED, len(packed), len(self)
        info.header_offset = zipped.start_dir
        zipped.fp.write(info.FileHeader() + packed)
        zipped.start_dir, zipped._didModify = zipped.fp.tell(), True
        zipped.filelist.append(info)
        zipped.NameToInfo[path] = info


def archive(body, records=(), method=zipfile.ZIP_STORED, proto=2, root="archive"):
    """The zip file of an object, given by its instructions; records: {"data/0": bytes}."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as zipped:
        for key, content in {"data.pkl": bytes([0x80, proto]) + body + b".", **dict(records)}.items():
            if isinstance(content, Zeros):
                content.write(zipped, f"{root}/{key}")
            else:
                zipped.writestr(f"{root}/{key}", content)
    return file.getvalue()


def legacy(body, storages=(), itemsize=4, proto=2):
    """The file of torch before 1.6 of an object, given by its instructions; storages: {"0": bytes}."""
    storages = dict(storages)
    parts = [pickle.dumps(one, 2) for one in (MAGIC, 1001, {"little_endian": True, "protocol_version": 1001})]
    parts += [bytes([0x80, proto]) + body + b".", pickle.dumps(list(storages), 2)]
    parts += [struct.pack("<q", len(content) // itemsize) + content for content in storages.values()]
    return b"".join(parts)
