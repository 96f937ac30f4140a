"""Files made to harm who loads them: each a named function that gives the bytes, and what load() must say of it.

(name, what the error says or None where loading is harmless, bytes)
"""

import functools
import io
import struct
import zipfile

from .assembly import (
    Zeros,
    archive,
    boolean,
    call,
    data,
    group,
    integer,
    integers,
    legacy,
    name,
    ordered_dict,
    real,
    sequence,
    storage,
    tensor,
    text,
)

ATTACKS = {}
MILLION = 10**6


def attack(says):
    """Registers what the function below makes; it is made when asked for."""

    def add(function):
        ATTACKS[function.__name__] = says, functools.cache(function)
        return function

    return add


# ---- depth: a hash walks through tuples without looking at the stack ----

DEEP = b")" + b"\x85" * MILLION
WIDE = b")" + b"2\x86" * 60  # each level holds the one before twice


@attack("nested deeper than 1000")
def deep_key():
    return archive(b"}" + DEEP + b"K\x01s")


@attack("nested deeper than 1000")
def deep_keys():
    return archive(b"}(" + DEEP + b"K\x01u")


@attack("nested deeper than 1000")
def deep_key_of_an_old_file():
    return legacy(b"}" + DEEP + b"K\x01s")


@attack("nested deeper than 1000")
def deep_member():
    return archive(b"\x8f(" + DEEP + b"\x90", proto=4)


@attack("nested deeper than 1000")
def deep_member_of_a_frozen_set():
    return archive(b"(" + DEEP + b"\x91", proto=4)


@attack("nested deeper than 1000")
def deep_argument():
    return archive(call("builtins", "set", sequence(DEEP)))


@attack("nested deeper than 1000")
def deep_in_longer_tuples():
    return archive(b"}" + b")" + b"N\x86" * MILLION + b"K\x01s")


@attack("nested deeper than 1000")
def deep_in_marked_tuples():
    return archive(b"}" + b"(" * MILLION + b"t" * MILLION + b"K\x01s")


@attack("nested deeper than 1000")
def deep_set_in_sets():
    return archive(b"(" * MILLION + b"\x91" * MILLION, proto=4)


@attack("key")
def wide_key():
    return archive(b"}" + WIDE + b"K\x01s")


@attack("key")
def wide_member_of_a_counter():
    return archive(call("collections", "Counter", sequence(WIDE)))


@attack("key")
def wide_key_of_an_ordered_dict():
    return archive(call("collections", "OrderedDict", sequence(group(WIDE, b"N"))))


@attack("where a storage belongs")
def wide_storage_id():
    return archive(WIDE + b"Q")


@attack("where a storage belongs|key")
def wide_storage_key():
    return archive(group(text("storage"), name("torch", "FloatStorage"), WIDE, text("cpu"), integer(1)) + b"Q")


@attack(None)
def deep_lists():
    return archive(b"]" * 1 + b"]" * 20_000 + b"a" * 20_000)


# ---- more bytes than the file has ----


@attack(r"asks for 10737\d+ bytes .*limits=False")
def bomb():
    return archive(tensor("0", [1 << 28]), {"data/0": Zeros(1 << 30)}, zipfile.ZIP_DEFLATED)


@attack("limits=False")
def bomb_of_a_pickle():
    return archive(data(Zeros(1 << 29)), (), zipfile.ZIP_DEFLATED, proto=3)


@attack("limits=False")
def many_small_bombs():
    tensors = sequence(*(tensor(str(i), [1 << 22]) for i in range(64)))
    return archive(tensors, {f"data/{i}": Zeros(1 << 24) for i in range(64)}, zipfile.ZIP_DEFLATED)


@attack("compress")
def record_of_another_compression():
    return archive(tensor("0", [1 << 20]), {"data/0": bytes(1 << 22)}, zipfile.ZIP_BZIP2)


@attack("compress")
def record_that_asks_for_a_large_dictionary():
    return archive(tensor("0", [1 << 20]), {"data/0": bytes(1 << 22)}, zipfile.ZIP_LZMA)


@attack("overlap")
def overlapping_records():
    return _overlapping(zipfile.ZIP_STORED, b"\1" * (1 << 20))


@attack("overlap")
def overlapping_compressed_records():
    return _overlapping(zipfile.ZIP_DEFLATED, bytes(1 << 20))


@attack("overlap")
def overlapping_records_of_64_bits():
    return _overlapping(zipfile.ZIP_STORED, b"\1" * (1 << 20), large=True)


@attack("overlap")
def record_within_a_record():
    inner = archive(tensor("0", [4]), {"data/0": bytes(16)})
    return _with_entry(archive(tensor("0", [len(inner) // 4], kind="Int"), {"data/0": inner}), "data/1", "data/0", 45)


@attack("two records")
def two_records_of_one_name():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as zipped:
        zipped.writestr("archive/data.pkl", b"\x80\x02K\x01.")
        del zipped.NameToInfo["archive/data.pkl"]  # or it warns
        zipped.writestr("archive/data.pkl", b"\x80\x02K\x02.")
    return file.getvalue()


@attack("truncated or damaged")
def storages_that_each_claim_the_file():
    size = 256 << 10
    body = sequence(*(tensor(str(i), [size // 4]) for i in range(2000)))
    return legacy(body, {str(i): b"" for i in range(2000)}) + bytes(size)


@attack("limits=False")
def copies_of_bytes():
    once = data(bytes(1 << 19)) + b"q\x00"
    copy = name("builtins", "bytearray") + b"q\x01"
    return archive(sequence(once, copy, *[b"h\x01h\x00\x85R"] * 50_000), proto=3)


@attack("limits=False")
def copies_of_a_list():
    once = sequence(*[b"N"] * 100_000) + b"q\x00"
    copy = name("builtins", "bytearray") + b"0" + name("collections", "Counter") + b"q\x01"
    return archive(sequence(once, copy, *[name("builtins", "frozenset") + b"h\x00\x85R"] * 20_000))


@attack("limits=False")
def copies_of_a_size():
    once = integers(*range(50_000)) + b"q\x00"
    return archive(sequence(once, name("torch", "Size") + b"q\x01", *[b"h\x01h\x00\x85R"] * 20_000))


@attack("limits=False")
def copies_of_a_text():
    once = text("x" * (1 << 19)) + b"q\x00"
    copy = name("_codecs", "encode") + b"q\x01"
    return archive(sequence(once, copy, *[b"h\x01h\x00" + text("latin1") + b"\x86R"] * 50_000))


@attack("limits=False")
def a_tensor_every_five_bytes():
    args = group(storage("0", 1), integer(0), integers(), integers(), boolean(False), ordered_dict()) + b"q\x00"
    make = name("torch._utils", "_rebuild_tensor_v2") + b"q\x01"
    return archive(sequence(args, make, *[b"h\x01h\x00R"] * 400_000), {"data/0": bytes(4)})


# ---- calls and instructions beyond their use ----

ENDLESS = tensor("0", [1 << 40], [0], numel=1)


class _Records(bytes):
    """Instructions that need records beside data/0."""

    def __new__(cls, body, records):
        made = bytes.__new__(cls, body)
        made.records = records
        return made


def over_numbers(body, **options):
    """The archive of an object over 64 bytes in data/0."""
    return archive(body, {"data/0": bytes(64)} | getattr(body, "records", {}), **options)


@attack("set")
def set_of_an_expanded_tensor():
    return over_numbers(call("builtins", "set", ENDLESS))


@attack("Counter")
def counter_of_an_expanded_tensor():
    return over_numbers(call("collections", "Counter", ENDLESS))


@attack("Size")
def size_of_an_expanded_tensor():
    return over_numbers(call("torch", "Size", ENDLESS))


@attack("Size")
def size_of_text():
    return archive(call("torch", "Size", group(text("a"), real(1.5), b"N")))


@attack("Tensor")
def add_to_a_tensor():
    return over_numbers(ENDLESS + b"(" + ENDLESS + b"\x90", proto=4)


@attack("Tensor")
def item_of_a_tensor():
    return over_numbers(tensor("0", [4]) + b"K\x00K\x01s")


@attack("bytearray")
def append_to_bytes():
    return archive(call("builtins", "bytearray", data(b"1")) + b"(K\x01K\x02e", proto=3)


@attack("attributes")
def attributes_that_are_no_names():
    return archive(ordered_dict() + b"}K\x01K\x02sb")


@attack(None)
def attributes_of_a_tensor():
    body = group(
        name("torch._utils", "_rebuild_tensor_v2"),
        name("torch", "Tensor"),
        group(storage("0", 1), integer(0), integers(), integers(), boolean(False), ordered_dict()),
        b"}" + text("_h") + b"Ns" + text("__class__") + b"Ns" + text("shape") + b"K\x01s",
    )
    return over_numbers(name("torch._tensor", "_rebuild_from_type_v2") + body + b"R")


@attack("one of torch's functions")
def a_call_within_a_call():
    body = group(name("builtins", "bytes"), name("torch", "Tensor"), integers(1 << 40), b"}")
    return archive(name("torch._tensor", "_rebuild_from_type_v2") + body + b"R")


# ---- tensors that reach out of their memory ----


@attack("storage")
def quantized_beyond_its_storage():
    return over_numbers(_quantized(1 << 50))


@attack("axis")
def quantized_along_no_axis():
    return over_numbers(_quantized(4, _channels(2, axis=7)))


@attack("scales")
def quantized_with_too_few_scales():
    return over_numbers(_quantized(4, _channels(2, axis=0)))


@attack("quantized")
def quantized_without_a_quantizer():
    return over_numbers(tensor("0", [4], kind="QUInt8"))


@attack("indices|index|range")
def sparse_outside_of_its_size():
    return over_numbers(_coo(3, b"N"))


@attack("coalesced|unique|sorted")
def sparse_and_coalesced_falsely():
    return over_numbers(_coo(10**6, boolean(True)))


@attack("crow_indices|col_indices")
def sparse_rows_beyond_the_columns():
    layout = call("torch.serialization", "_get_layout", text("torch.sparse_csr"))
    parts = group(
        tensor("1", [3], kind="Long"),
        tensor("1", [2], kind="Long", numel=3),
        tensor("0", [2], numel=16),
        call("torch", "Size", integers(2, 2)),
    )
    body = call("torch._utils", "_rebuild_sparse_tensor", layout, parts)
    return archive(body, {"data/0": bytes(64), "data/1": struct.pack("<3q", 0, 1 << 40, 2)})


@attack("layout")
def sparse_of_no_such_layout():
    layout = call("torch.serialization", "_get_layout", text("torch.load"))
    return archive(call("torch._utils", "_rebuild_sparse_tensor", layout, b")"))


def _nested(sizes, strides, offsets):
    numbers = {"data/1": sizes, "data/2": strides, "data/3": offsets}
    records = {key: struct.pack(f"<{len(n)}q", *n) for key, n in numbers.items()} | {"data/0": bytes(64)}
    matrices = (tensor(key[-1], [len(n), 1], kind="Long") for key, n in list(numbers.items())[:2])
    body = call(
        "torch._utils", "_rebuild_nested_tensor", tensor("0", [16]), *matrices, tensor("3", [len(offsets)], kind="Long")
    )
    return archive(body, records)


@attack("buffer")
def nested_beyond_its_buffer():
    return _nested([2, 1 << 40], [1, 1], [0, 2])


@attack("buffer")
def nested_before_its_buffer():
    return _nested([2, 2], [1, 1], [0, -5])


@attack("buffer")
def nested_of_negative_sizes():
    return _nested([2, -2], [1, 1], [0, 2])


@attack("buffer")
def nested_whose_end_has_no_64_bits():
    return _nested([2, 3], [1, 1 << 62], [0, 2])


@attack("buffer")
def nested_of_fewer_offsets():
    return _nested([2, 3], [1, 1], [0])


@attack("no tensor's")
def size_of_no_64_bits():
    return over_numbers(tensor("0", [1 << 70], [1], numel=16))


@attack("no tensor's")
def empty_of_no_64_bits():
    return over_numbers(tensor("0", [0, 1 << 70], [1, 1], numel=16))


@attack("truncated|damaged|storage")
def old_storage_of_negative_size():
    return legacy(tensor("0", [1], numel=-5), {"0": bytes(4)})


@attack("truncated|damaged|storage")
def old_storage_of_no_64_bits():
    return legacy(tensor("0", [1], numel=1 << 70), {"0": bytes(4)})


# ---- parts ----


def _quantized(size, params=None):
    params = params or group(name("torch", "per_tensor_affine"), real(0.1), integer(0))
    args = storage("0", 64, "QUInt8"), integer(0), integers(size), integers(1), params, boolean(False), ordered_dict()
    return call("torch._utils", "_rebuild_qtensor", *args)


def _channels(count, axis):
    scales = tensor("0", [count], numel=16), tensor("0", [count], kind="Float", numel=16)
    return group(name("torch", "per_channel_affine"), *scales, integer(axis))


def _coo(size, coalesced):
    layout = call("torch.serialization", "_get_layout", text("torch.sparse_coo"))
    indices, values = tensor("1", [1, 2], kind="Long"), tensor("0", [2], numel=16)
    parts = group(indices, values, call("torch", "Size", integers(size)), coalesced)
    body = call("torch._utils", "_rebuild_sparse_tensor", layout, parts)
    return _Records(body, {"data/1": struct.pack("<2q", 99_999, 5)})


def _overlapping(method, content, large=False):
    """1,000 names in the directory for one record."""
    body = sequence(*(tensor(str(i), [len(content) // 4]) for i in range(1000)))
    start, entries = _directory(found := archive(body, {"data/0": content}, method))
    entry = _find(entries, "data/0")
    offset = struct.unpack("<L", entry[42:46])[0]
    more = [_named(entry, f"data/{i}", offset, large) for i in range(1, 1000)]
    return _close(found[:start], entries + more)


def _directory(file):
    """(where the directory begins, its entries as bytes)"""
    end = file.rindex(b"PK\5\6")
    size, start = struct.unpack("<LL", file[end + 12 : end + 20])
    entries, at = [], start
    while at < start + size:
        lengths = struct.unpack("<HHH", file[at + 28 : at + 34])
        entries.append(file[at : at + 46 + sum(lengths)])
        at += len(entries[-1])
    return start, entries


def _close(body, entries):
    directory = b"".join(entries)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(entries), len(entries), len(directory), len(body), 0)
    return body + directory + end


def _named(entry, new, offset, large=False):
    """A directory entry under another name, for a record at another place."""
    length, extra = struct.unpack("<HH", entry[28:32])
    fields = bytearray(entry[:46])
    new = b"archive/" + new.encode()
    more = b""
    if large:
        more = struct.pack("<HHQ", 1, 8, offset)
        offset = 0xFFFFFFFF
    struct.pack_into("<HH", fields, 28, len(new), len(more))
    struct.pack_into("<L", fields, 42, offset)
    return bytes(fields) + new + more


def _find(entries, wanted):
    return next(one for one in entries if one[46:].startswith(b"archive/" + wanted.encode()))


def _with_entry(file, new, like, shift):
    """The archive with one more name, for what lies `shift` bytes after the beginning of the record `like`."""
    start, entries = _directory(file)
    entry = _find(entries, like)
    offset = struct.unpack("<L", entry[42:46])[0] + shift
    return _close(file[:start], [*entries, _named(entry, new, offset)])
