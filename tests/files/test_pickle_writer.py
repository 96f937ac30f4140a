"""The pickles and archives that save() writes, to the byte: beside torch's, pickle's own pickler and zipfile."""

import gc
import io
import pickle
import struct
import warnings
import zipfile
from collections import OrderedDict

import pytest
import torch

import pytorch_c
from pytorch_c._files import pickles
from pytorch_c._files.records import RecordWriter
from pytorch_c._files.streams import Output


class InPython(pickles._Saving, pickle._Pickler):
    """A pickler that writes each object by pickle.py."""

    dispatch = pickles.Pickler.dispatch


def by_python(obj, protocol, legacy):
    file = io.BytesIO()
    pickler = InPython(file, protocol, legacy)
    with pickles.saved_by(pickler):
        pickler.dump(obj)
    return file.getvalue(), pickler.storages


def content(storage):
    """(size of an element, the bytes) of what dump() gives for a storage."""
    size, flat = storage
    return size, bytes(flat._host_bytes() if isinstance(flat, pytorch_c.Tensor) else memoryview(flat))


def holding_itself():
    items, pair = [1, 2], ([],)
    items.append(items)
    pair[0].append(pair)
    table = {"pair": pair}
    table["self"] = table
    return [items, pair, table]


def with_attributes():
    ordered = OrderedDict(a=1, b=[2])
    ordered._metadata = OrderedDict(version={"": 1})
    tensor = pytorch_c.ones(2)
    tensor.label = "mine"
    return [ordered, tensor]


def tensors():
    x = pytorch_c.arange(12.0).reshape(3, 4)
    return [
        x, x[1], x.t(), x[1:, 2:], pytorch_c.tensor([1], dtype=pytorch_c.uint8).untyped_storage(), pytorch_c.tensor(3), pytorch_c.empty(0), x > 3,
        pytorch_c.ones(2, requires_grad=True), pytorch_c.nn.Parameter(x),
        pytorch_c.zeros(3, dtype=pytorch_c.complex64).conj(), pytorch_c.ones(2, device="meta"), x.to_sparse(),
        pytorch_c.ones(2, dtype=pytorch_c.bfloat16), x.expand(2, 3, 4), pytorch_c.float32, x.shape, x.device,
    ]  # fmt: skip


def trained():
    model = pytorch_c.nn.Sequential(pytorch_c.nn.Linear(3, 4), pytorch_c.nn.BatchNorm1d(4))
    adam = pytorch_c.optim.Adam(model.parameters())
    model(pytorch_c.randn(5, 3)).sum().backward()
    adam.step()
    return [model.state_dict(), adam.state_dict(), model]


OBJECTS = {
    "numbers": lambda: [None, True, False, *(sign * 2**n + more for n in (0, 7, 8, 15, 16, 31, 32, 39, 40, 63, 64, 300)
                        for sign in (1, -1) for more in (-1, 0, 1)), 1.5, -0.0, float("inf"), 1j],
    "texts": lambda: ["", "abc", "é" * 300, "\ud800", "abc", b"", b"ab", "x" * 70_000],
    "tuples": lambda: [(), (1,), (1, 2), (1, (2, 3)), (1, 2, 3, 4), (1,) * 1500],
    "lists": lambda: [[], [1], [1, 2], list(range(1000)), list(range(1001)), list(range(2500))],
    "dicts": lambda: [{}, {1: 2}, {i: str(i) for i in range(1001)}, OrderedDict(), OrderedDict(zip("abc", "abc"))],
    "sets": lambda: [{1}, frozenset({2}), bytearray(b"abc")],
    "holding itself": holding_itself,
    "attributes": with_attributes,
    "tensors": tensors,
    "trained": trained,
}  # fmt: skip


@pytest.mark.parametrize("legacy", [False, True])
@pytest.mark.parametrize("protocol", [2, 3])
@pytest.mark.parametrize("name", OBJECTS)
def test_the_writer_in_c_writes_what_pickle_does(name, protocol, legacy):
    obj = OBJECTS[name]()
    data, storages = pickles.dump(obj, protocol, legacy)
    wanted, wanted_storages = by_python(obj, protocol, legacy)
    assert data == wanted
    assert list(map(content, storages)) == list(map(content, wanted_storages))


def test_dtypes_that_are_saved_as_bytes_are_written_as_pickle_does():
    obj = [pytorch_c.zeros(3, dtype=pytorch_c.uint16), pytorch_c.zeros(2, dtype=pytorch_c.uint64)]
    assert pickles.dump(obj)[0] == by_python(obj, 2, False)[0]


def test_a_state_dict_is_written_as_torch_writes_it():
    both = []
    for package in (torch, pytorch_c):
        state = {"weight": package.ones(2, 3), "bias": package.ones(3), "step": 7, "lr": 0.1, "names": ["a", "b"]}
        state["view"] = state["weight"][1]
        file = io.BytesIO()
        package.save(state, file)
        with zipfile.ZipFile(file) as archive:
            root = archive.namelist()[0].partition("/")[0]
            both.append([archive.read(f"{root}/{name}") for name in ("data.pkl", "data/0", "data/1")])
    assert both[0] == both[1]


def test_tensors_that_were_saved_go_with_their_last_reference(tmp_path):
    gc.collect()
    before = pytorch_c.live_tensors()
    gc.disable()
    try:
        pytorch_c.save({"a": pytorch_c.ones(3), "b": [pytorch_c.ones(2)]}, tmp_path / "x.pt")
        with pytest.raises(Exception, match="lambda"):
            pytorch_c.save([pytorch_c.ones(3), lambda: 0], tmp_path / "x.pt")
        assert pytorch_c.live_tensors() == before
    finally:
        gc.enable()


def test_an_error_of_an_object_is_its_own():
    class Odd:
        def __reduce__(self):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        pytorch_c.save({"a": [1, (Odd(), 2)]}, io.BytesIO())


def test_nesting_without_end_is_a_recursion_error():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RecursionError):
        pytorch_c.save(deep, io.BytesIO())
    while deep:  # else its end is as deep
        deep = deep.pop()


def test_a_list_that_shrinks_while_it_is_written():
    class Taking:
        def __reduce__(self):
            items.clear()
            return (int, ())

    items = [Taking(), *range(5)]
    file = io.BytesIO()
    pytorch_c.save(items, file)  # what stood there when it began
    assert pytorch_c.load(io.BytesIO(file.getvalue()), weights_only=False) == [0, 0, 1, 2, 3, 4]


def test_a_tensor_that_is_closed_is_an_error():
    x = pytorch_c.ones(3)
    x.close()
    with pytest.raises(pytorch_c.ClosedTensorError):
        pytorch_c.save([x], io.BytesIO())


# ---- the archive ----


def by_zipfile(records, alignment):
    """The archive as zipfile writes it to a file that cannot seek."""
    made = io.BytesIO()
    archive = zipfile.ZipFile(Output(made), "w", zipfile.ZIP_STORED)
    for name, size, pieces in records:
        info, large = zipfile.ZipInfo("archive/" + name), size > 1 << 30
        header = 30 + len(info.filename.encode()) + (20 if large else 0) + 4
        padding = -(archive.start_dir + header) % alignment
        info.extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
        with archive.open(info, "w", force_zip64=large) as record:
            for piece in pieces:
                record.write(piece)
    archive.close()
    return made.getvalue()


@pytest.mark.parametrize("alignment", [1, 64, 4096])
@pytest.mark.parametrize(
    "records",
    [
        [],
        [("data.pkl", 3, [b"abc"]), ("größe", 0, []), ("data/0", 200_000, [b"x" * 70_000, b"y" * 130_000])],
        [("claimed", 1 << 31, [b"abc"]), ("after", 2, [b"z", b"z"])],  # the form of records beyond 1 GiB
        [(f"data/{i}", 1, [b"z"]) for i in range(70_000)],  # more than the directory's number has room for
    ],
    ids=["none", "some", "large", "many"],
)
def test_the_archive_is_that_of_zipfile(records, alignment):
    records = [*records, ("version", 2, [b"3\n"])]
    made = io.BytesIO()
    writer = RecordWriter(made, alignment)
    for name, size, pieces in records:
        writer.write_pieces(name, size, pieces)
    writer.write_end_of_file()
    assert made.getvalue() == by_zipfile(records, alignment)
    assert writer.get_all_written_records() == [name for name, _, _ in records]


def test_numbers_beyond_32_bits_are_as_zipfile_has_them():
    class Far:
        """Counts, and keeps the end."""

        def __init__(self):
            self.at, self.end = 0, b""

        def write(self, data):
            self.at += len(data)
            self.end = (self.end + bytes(data[-1000:]))[-1000:]
            return len(data)

    ends = []
    for make in (RecordWriter, None):
        far = Far()
        if make:
            writer = make(far, 64)
            writer._at += 5 << 30  # as behind records of five GiB
            writer.write_pieces("version", 2, [b"3\n"])
            writer.write_end_of_file()
        else:
            archive = zipfile.ZipFile(Output(far), "w")
            archive.fp.offset += 5 << 30
            archive.start_dir += 5 << 30
            info = zipfile.ZipInfo("archive/version")
            padding = -(archive.start_dir + 30 + 15 + 4) % 64
            info.extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
            with archive.open(info, "w") as record:
                record.write(b"3\n")
            archive.close()
        ends.append(far.end)
    assert ends[0] == ends[1]


def test_two_records_of_one_name_are_warned_of():
    writer = RecordWriter(io.BytesIO())
    writer.write_record("a", b"1")
    with pytest.warns(UserWarning, match="Duplicate name: 'archive/a'"):
        writer.write_record("a", b"2")
    writer.write_end_of_file()
    with pytest.raises(ValueError, match="was ended"):
        writer.write_record("b", b"3")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        writer.write_end_of_file()  # nothing more
