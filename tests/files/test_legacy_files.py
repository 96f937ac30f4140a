"""load: what files of torch before 1.6 alone have: parts of storages, strings of Python 2, sources of modules."""

import io
import pickle
import struct
import warnings

import pytest
import torch
from support.saving import loaded, saved

import pytorch_c
from pytorch_c import serialization

OLD = {"_use_new_zipfile_serialization": False}
SIZES = {"little_endian": True, "protocol_version": 1001, "type_sizes": {"short": 2, "int": 4, "long": 4}}


def text(data):
    """A string of Python 2 in a pickle."""
    return b"U" + bytes([len(data)]) + data


def old_file(body, keys, *storages):
    """A file of an object's pickle after its first byte, and of storages (count, bytes)."""
    heads = [pickle.dumps(one, 2) for one in (serialization.MAGIC_NUMBER, 1001, SIZES)]
    listed = b"\x80\x02]" + b"".join(text(key) + b"a" for key in keys) + b"."
    return b"".join([*heads, b"\x80\x02" + body + b".", listed, *(struct.pack("<q", n) + data for n, data in storages)])


def storage(key, count, view=b"N", kind=b"FloatStorage"):
    """A reference to a storage."""
    place = text(b"cpu") + b"K" + bytes([count]) + view
    return b"(" + text(b"storage") + b"ctorch\n" + kind + b"\n" + text(key) + place + b"tQ"


def view(key, start, count):
    return b"(" + text(key) + b"J" + struct.pack("<i", start) + b"J" + struct.pack("<i", count) + b"t"


def over(one, count):
    """A tensor over a storage, of so many elements."""
    return b"ctorch._utils\n_rebuild_tensor\n(" + one + b"K\0K" + bytes([count]) + b"\x85K\x01\x85tR"


FLOATS = (4, struct.pack("<4f", 1, 2, 3, 4))


# ---- parts of storages ----


@pytest.mark.parametrize("trusted", [False, True])
def test_parts_of_a_storage_share_its_memory(trusted):
    parts = storage(b"7", 4, view(b"8", 0, 2)) + storage(b"7", 4, view(b"9", 1, 3)) + storage(b"7", 4)
    data = old_file(b"(" + parts + b"t", [b"7"], FLOATS)
    for module in (torch, pytorch_c):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            first, second, whole = loaded(data, module, weights_only=not trusted)
            assert [one.tolist() for one in (first, second, whole)] == [[1, 2], [2, 3, 4], [1, 2, 3, 4]]
            assert first.data_ptr() == whole.data_ptr() == second.data_ptr() - 4
            assert first.dtype is module.float32
            second[0] = 9
            assert first[1] == whole[1] == 9


def test_a_part_of_a_storage_is_one_however_often_it_is_named():
    part = over(storage(b"7", 4, view(b"8", 1, 2)), 2)
    first, second = loaded(old_file(b"(" + part + part + b"t", [b"7"], FLOATS))
    assert first.untyped_storage() is second.untyped_storage() and first.tolist() == [2, 3]
    first.fill_(5)
    assert second.tolist() == [5, 5]


@pytest.mark.parametrize("start, count", [(0, 5), (4, 1), (-1, 2), (2, -1), (3, 2**31 - 1), (2**31 - 1, 0)])
def test_a_part_outside_of_its_storage_is_refused(start, count):
    data = old_file(storage(b"7", 4, view(b"8", start, count)), [b"7"], FLOATS)
    with pytest.raises(pytorch_c.FileFormatError, match="a part of a storage reaches out of it"):
        loaded(data)


@pytest.mark.parametrize("odd", [b"K\x01", b")", b"(K\x01K\x01t", b"(U\x01aNNt", b"]"])
def test_a_part_without_a_place_is_refused(odd):
    with pytest.raises(pytorch_c.Error):
        loaded(old_file(storage(b"7", 4, odd), [b"7"], FLOATS))


def test_a_tensor_outside_of_a_part_is_refused():
    data = old_file(over(storage(b"7", 4, view(b"8", 1, 2)), 3), [b"7"], FLOATS)
    with pytest.raises(ValueError, match="needs 12 bytes of a storage that has 8"):
        loaded(data)


# ---- strings of Python 2 ----

GERMAN = "Grüße".encode()


def python2():
    return old_file(b"]" + text(GERMAN) + b"a" + over(storage(b"7", 4), 4) + b"a", [b"7"], FLOATS)


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize("encoding", [None, "utf-8", "latin1", "bytes"])
def test_strings_of_python_2_have_the_encoding_that_is_asked_for(encoding, trusted):
    how = {"encoding": encoding} if encoding else {}
    expected = GERMAN if encoding == "bytes" else GERMAN.decode(encoding or "utf-8")
    for module in (torch, pytorch_c):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            name, x = loaded(python2(), module, weights_only=not trusted, **how)
        assert name == expected and x.tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize("encoding, kind", [("ascii", UnicodeDecodeError), ("klingon", LookupError)])
def test_an_encoding_that_does_not_fit_is_pythons_error(encoding, kind, trusted):
    for module in (torch, pytorch_c):
        with pytest.raises(kind), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded(python2(), module, weights_only=not trusted, encoding=encoding)


def test_what_the_unpickler_takes_beside_is_for_trusted_files():
    for module in (torch, pytorch_c):
        found = loaded(python2(), module, weights_only=False, encoding="ascii", errors="replace")
        assert found[0] == "Gr\ufffd\ufffd\ufffd\ufffde"
        with pytest.raises(TypeError, match="errors"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded(python2(), module, errors="replace")
        with pytest.warns(UserWarning, match="pickle_load_args only works"):
            loaded(python2(), module, encoding="utf-8")


# ---- sources of modules ----


class Net(pytorch_c.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = pytorch_c.nn.Parameter(pytorch_c.ones(2))


def with_source(source):
    """A file of a Net as torch writes one: the source of the class is beside it."""
    data = saved(Net(), **OLD)
    name = f"c{Net.__module__}\nNet\n".encode()
    at = data.index(name)
    given = b"X" + struct.pack("<I", len(source)) + source
    return data[:at] + b"(" + text(b"module") + name + text(b"net.py") + given + b"tQ" + data[at + len(name) :]


def test_a_module_with_its_source_loads_and_a_change_of_it_is_a_warning():
    import inspect

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert loaded(with_source(inspect.getsource(Net).encode()), weights_only=False).weight.tolist() == [1, 1]
    with pytest.warns(serialization.SourceChangeWarning, match=r"source code of class '.*\.Net' has changed"):
        assert type(loaded(with_source(b"class Net: pass"), weights_only=False)) is Net
    with pytest.raises(pytorch_c.UnpicklingError, match="Net was not an allowed"):
        loaded(with_source(b"class Net: pass"))


# ---- damage ----


def test_another_version_of_the_protocol_is_an_error():
    heads = [pickle.dumps(one, 2) for one in (serialization.MAGIC_NUMBER, 1002, SIZES)]
    for module in (torch, pytorch_c):
        with pytest.raises(RuntimeError, match="Invalid protocol version: 1002"):
            loaded(b"".join(heads), module, weights_only=False)


@pytest.mark.parametrize("cut", range(5, 400, 13))
def test_a_file_that_is_cut_short_is_a_runtime_error_as_in_torch(cut):
    data = saved(torch.arange(6.0), torch, **OLD)[:-cut]
    with pytest.raises(pytorch_c.FileFormatError) as info:
        loaded(data)
    assert isinstance(info.value, RuntimeError)
    if data == b"":
        assert isinstance(info.value, EOFError)


def test_an_empty_file_is_an_end_of_file_as_in_torch():
    for module in (torch, pytorch_c):
        with pytest.raises(EOFError):
            module.load(io.BytesIO())
