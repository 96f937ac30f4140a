"""load: what is more than data is refused, and damage is an error that names the file."""

import collections
import io
import os
import pickle
import random
import struct
import subprocess
import sys
import zipfile

import pytest
import torch
from support.saving import loaded, rewritten, saved

import pytorch_c

# ---- safety ----


class Evil:
    def __init__(self, function, *args):
        self.reduced = function, args

    def __reduce__(self):
        return self.reduced


@pytest.mark.parametrize(
    "function, args, name",
    [
        (os.system, ("true",), "posix.system"),
        (eval, ("1",), "builtins.eval"),
        (getattr, ([], "append"), "builtins.getattr"),
        (subprocess.call, (["true"],), "subprocess.call"),
        (collections.deque, ([1],), "collections.deque"),
        (torch.nn.Linear, (2, 2), "torch.nn.modules.linear.Linear"),
    ],
)
def test_a_forbidden_global_is_refused_by_name(function, args, name):
    for old in (False, True):
        data = saved(Evil(function, *args), torch, _use_new_zipfile_serialization=not old)
        with pytest.raises(pytorch_c.UnpicklingError, match=name.replace("builtins", ".*")) as info:
            loaded(data)
        assert isinstance(info.value, (pytorch_c.Error, pickle.UnpicklingError))


@pytest.mark.parametrize(
    "pickled",
    [
        b"\x80\x02ctorch\nSize\n}b.",  # sets attributes of a class
        b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n}X\x08\0\0\0__code__K\x01sb.",
        b"\x80\x02ccollections\nOrderedDict\n)\x81.",  # NEWOBJ
        b"(ccollections\nOrderedDict\no.",  # OBJ
        b"(icollections\nOrderedDict\n.",  # INST
        b"\x80\x02\x82\x01.",  # an extension
        b"\x80\x02c_codecs\nencode\nX\x01\0\0\0aX\x03\0\0\0hex\x86R.",
        b"\x80\x02c__builtin__\nbytearray\n\x8a\x06\0\0\0\0\0\x01\x85R.",  # 2**40 zeros
        b"\x80\x02X\x01\0\0\0aQ.",  # a persistent id that is no storage
    ],
)
def test_pickles_that_are_more_than_data_are_refused(pickled):
    with pytest.raises(pytorch_c.Error):
        loaded(rewritten(saved(1), {"data.pkl": pickled}))


class Point:
    def __init__(self, x):
        self.x = x


def test_any_object_loads_when_trusted():
    data = saved({"point": Point(pytorch_c.ones(2))})
    assert loaded(data, weights_only=False)["point"].x.tolist() == [1.0, 1.0]
    with pytest.raises(pytorch_c.UnpicklingError, match="Point.*weights_only=False"):
        loaded(data)


def test_a_module_of_torch_is_refused_also_when_trusted():
    data = saved(torch.nn.Linear(2, 2), torch)
    with pytest.raises(pytorch_c.UnpicklingError, match="Linear.*state_dict"):
        loaded(data, weights_only=False)


def test_torch_is_not_imported(tmp_path):
    path, copy = str(tmp_path / "x.pt"), str(tmp_path / "y.pt")
    torch.save({"w": torch.ones(2), "s": torch.ones(2).shape}, path)
    program = (
        "import sys, pytorch_c as p; x = p.load(sys.argv[1]); p.save([x, p.float32], sys.argv[2]); "
        "p.load(sys.argv[2]); assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, path, copy], check=True)


# ---- damage ----


def foreign_zip(name):
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for part in name.split():
            archive.writestr(part, b"x")
    return result.getvalue()


WHOLE = saved(torch.arange(6.0), torch)
OLD = saved(torch.arange(6.0), torch, _use_new_zipfile_serialization=False)


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "is empty"),
        (b"hello", "is not a file of torch.save"),
        (pickle.dumps([1, 2]), "is a pickle, but not a file of torch.save"),
        (pickle.dumps([Point(1)]), "is not a file of torch.save"),
        (WHOLE[: len(WHOLE) // 2], "is truncated or damaged"),
        (WHOLE[:-5], "is truncated or damaged"),
        (OLD[: len(OLD) // 2], "damaged"),
        (OLD[:-5], "damaged"),
        (foreign_zip("a.txt"), "is a zip archive, but not one of torch.save"),
        (foreign_zip("m/data.pkl m/constants.pkl"), "is a TorchScript model"),
        (rewritten(WHOLE, {"data/0": None}), "has no record data/0"),
        (rewritten(WHOLE, {"data/0": b"12345678"}), "needs 24 bytes of a storage that has 8"),
        (rewritten(WHOLE, {"data.pkl": b"\x80\x02}q\x00"}), "is damaged"),
        (WHOLE.replace(struct.pack("<f", 5), struct.pack("<f", 6)), "damaged in its record data/0"),
    ],
)
def test_a_damaged_or_foreign_file_is_named(tmp_path, data, message):
    path = tmp_path / "model.pt"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message) as info:
        pytorch_c.load(path)
    assert "model.pt" in str(info.value) and isinstance(info.value, pytorch_c.Error)


def test_damage_is_named_also_when_trusted():
    for data in (rewritten(WHOLE, {"data.pkl": b"\x80\x02}q\x00"}), OLD[:-5]):
        with pytest.raises(ValueError, match="damaged"):
            loaded(data, weights_only=False)


@pytest.mark.parametrize("code", ["offset", "size", "stride"])
def test_a_tensor_outside_its_storage_is_refused(code):
    numbers = dict(offset=0, size=6, stride=1) | {code: 40}
    pickled = zipfile.ZipFile(io.BytesIO(WHOLE)).read("archive/data.pkl")
    at = pickled.index(b"QK\0K\6\x85")
    end = pickled.index(b"\x89", at)
    args = b"QK%cK%c\x85K%c\x85" % tuple(numbers.values())
    data = rewritten(WHOLE, {"data.pkl": pickled[:at] + args + pickled[end:]})
    with pytest.raises(ValueError, match="storage"):
        loaded(data)


@pytest.mark.parametrize("whole", [WHOLE, OLD], ids=["zip", "old"])
def test_random_damage_never_raises_anything_else(whole):
    rng = random.Random(1)
    pickled = zipfile.ZipFile(io.BytesIO(WHOLE)).read("archive/data.pkl")
    for i in range(400):
        if whole is WHOLE and i % 2:  # past the checksums
            inner = bytearray(pickled)
            inner[rng.randrange(len(inner))] = rng.randrange(256)
            data = rewritten(WHOLE, {"data.pkl": bytes(inner)})
        else:
            data = bytearray(whole)
            data[rng.randrange(len(data))] = rng.randrange(256)
            data = bytes(data[: rng.choice([len(data), rng.randrange(len(data))])])
        try:
            loaded(data)
        except pytorch_c.Error:
            pass


def test_missing_files_and_folders(tmp_path):
    with pytest.raises(FileNotFoundError, match="no.pt"):
        pytorch_c.load(tmp_path / "no.pt")
    with pytest.raises(FileNotFoundError, match="no/x.pt"):
        pytorch_c.save(1, tmp_path / "no/x.pt")
    for call in (pytorch_c.load, lambda path: pytorch_c.save(1, path)):
        with pytest.raises(IsADirectoryError):
            call(tmp_path)


def test_a_file_of_texts_is_refused():
    with pytest.raises(TypeError, match="save: f must be a path or a binary file, not StringIO"):
        pytorch_c.save(1, io.StringIO())
    with pytest.raises(TypeError, match="load: f must be a path or a binary file, not StringIO"):
        pytorch_c.load(io.StringIO())


def test_a_closed_tensor_cannot_be_saved():
    x = pytorch_c.ones(2)
    x.close()
    with pytest.raises(pytorch_c.Error, match="closed"):
        saved(x)


# ---- what else a zip archive may be ----


@pytest.mark.parametrize(
    "version, message", [(b"30\n", "maximum supported version"), (b"three", "damaged"), (b"", "damaged")]
)
def test_a_newer_or_odd_version_is_an_error_as_in_torch(version, message):
    for module in (torch, pytorch_c):
        with pytest.raises(RuntimeError, match=message if module is pytorch_c else None):
            loaded(rewritten(saved(torch.ones(2), torch), {"version": version}), module)


def test_an_archive_of_torchscript_loads_where_it_is_trusted(tmp_path):
    path = tmp_path / "model.pt"
    theirs = torch.jit.script(torch.nn.Linear(2, 1))
    theirs.save(path)
    x = [[1.0, 2.0]]
    for module in (torch, pytorch_c):
        with open(path, "rb") as file:
            for f in (path, file):
                with pytest.warns(UserWarning, match="dispatching to 'torch.jit.load'"):
                    found = module.load(f, weights_only=False)
                assert found(module.tensor(x)).tolist() == theirs(torch.tensor(x)).tolist()
        with pytest.raises(RuntimeError, match="Cannot use ``weights_only=True`` with TorchScript"):
            module.load(path)


@pytest.mark.parametrize("reader", [torch, pytorch_c])
def test_large_records_are_of_zip64(monkeypatch, reader):
    from pytorch_c._files import records

    monkeypatch.setattr(records, "_LARGE", 10)
    data = saved([pytorch_c.arange(5.0), pytorch_c.ones(1)])
    assert data.count(struct.pack("<HH", 1, 16)) >= 1  # the extra field of sizes of 64 bits
    assert loaded(data, reader)[0].tolist() == [0, 1, 2, 3, 4]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
