"""save and load: torch's own files in both directions, what is shared, the form of the file."""

import collections
import hashlib
import io
import os
import random
import signal
import stat
import struct
import subprocess
import sys
import threading
import warnings
import zipfile
import zlib

import pytest
import torch
from support.project import HANG
from support.saving import SHARED, VALUES, describe, evaluate, loaded, rewritten, saved, tensors

import pytorch_c
from pytorch_c._files import archive as archives
from pytorch_c._files import records

# ---- both directions ----


@pytest.mark.parametrize("code", VALUES)
def test_ours_load_here(code):
    expected = describe(evaluate(code, pytorch_c))
    assert describe(loaded(saved(evaluate(code, pytorch_c)))) == expected


@pytest.mark.parametrize("code", VALUES)
def test_ours_load_in_torch(code):
    expected = describe(evaluate(code, torch))
    data = saved(evaluate(code, pytorch_c))
    assert describe(loaded(data, torch, weights_only=True)) == expected


@pytest.mark.parametrize("code", VALUES)
def test_torchs_load_here(code):
    expected = describe(evaluate(code, pytorch_c))
    assert describe(loaded(saved(evaluate(code, torch), torch))) == expected


@pytest.mark.parametrize("code", VALUES)
def test_torchs_old_files_load_here(code):
    data = saved(evaluate(code, torch), torch, _use_new_zipfile_serialization=False)
    assert describe(loaded(data)) == describe(evaluate(code, pytorch_c))


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_torchs_files_of_newer_pickle_protocols_load_here(protocol):
    for code in VALUES:
        data = saved(evaluate(code, torch), torch, pickle_protocol=protocol)
        assert describe(loaded(data)) == describe(evaluate(code, pytorch_c))


@pytest.mark.parametrize("code", VALUES)
def test_files_load_when_trusted(code):
    for module in (torch, pytorch_c):
        data = saved(evaluate(code, module), module)
        assert describe(loaded(data, weights_only=False)) == describe(evaluate(code, pytorch_c))


@pytest.mark.parametrize("reader", [torch, pytorch_c])
@pytest.mark.parametrize("writer", [torch, pytorch_c])
@pytest.mark.parametrize("code", SHARED)
def test_shared_storages_stay_shared(code, writer, reader):
    data = saved(evaluate(code, writer), writer)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert sum("/data/" in name for name in archive.namelist()) == 1
    result = tensors(loaded(data, reader), reader)
    with reader.no_grad():
        result[0].fill_(77)
    for tensor in result:
        assert 77 in tensor.reshape(-1).tolist()


@pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])
@pytest.mark.parametrize("module", [torch, pytorch_c])
def test_a_storage_seen_as_several_dtypes_is_refused(tmp_path, module, old):
    x, c = module.arange(6.0), module.ones(3, dtype=module.complex128)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for views in (
            [x, x.view(module.int32)],
            [x.view(module.uint8), x],
            {"a": x, "b": [x.view(module.float64)]},
            [c, c.imag],
            [c.storage(), c.imag],
            [x, module.TypedStorage(wrap_storage=x.untyped_storage(), dtype=module.uint8)],
            [x, x.untyped_storage()],
            [module.nn.Parameter(x), x.view(module.int32)],
        ):
            with pytest.raises(
                RuntimeError, match="Cannot save multiple tensors or storages that view the same data as"
            ):
                module.save(views, tmp_path / "x.pt", _use_new_zipfile_serialization=not old)
    if module is pytorch_c:
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("reader", [torch, pytorch_c])
@pytest.mark.parametrize("writer", [torch, pytorch_c])
def test_dtypes_that_are_saved_as_bytes_share_a_storage_with_bytes(writer, reader):
    x = writer.arange(4, dtype=writer.uint8)
    first, second, storage = loaded(saved([x, x.view(writer.float8_e5m2), x.untyped_storage()], writer), reader)
    assert first.data_ptr() == second.data_ptr() == storage.data_ptr() and second.dtype is reader.float8_e5m2


@pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])
def test_empty_storages_are_of_any_dtype(old):
    for dtype in (pytorch_c.float32, pytorch_c.int8, pytorch_c.complex64):
        x = pytorch_c.empty(0, dtype=dtype)
        data = saved([x, x.view(pytorch_c.uint8), x.untyped_storage()], _use_new_zipfile_serialization=not old)
        assert [len(one) for one in loaded(data)] == [0, 0, 0]


def test_the_whole_storage_of_a_view_is_written():
    x = pytorch_c.arange(1000.0)
    assert len(saved(x[:2])) > 4000
    assert len(saved(x[:2].clone())) < 2000


def test_metadata_of_a_state_dict_is_kept():
    for writer in (torch, pytorch_c):
        state = collections.OrderedDict(weight=writer.ones(1))
        state._metadata = collections.OrderedDict({"": {"version": 2}})
        for reader in (torch, pytorch_c):
            assert loaded(saved(state, writer), reader)._metadata == {"": {"version": 2}}


def test_one_object_twice_is_one_object_after_loading():
    inner = [pytorch_c.ones(1)]
    a, b = loaded(saved([inner, inner]))
    assert a is b


def test_a_list_that_holds_itself_loads():
    x = [pytorch_c.ones(1)]
    x.append(x)
    assert loaded(saved(x))[1][1][0].tolist() == [1.0]


def test_loaded_tensors_are_leaves_that_can_be_changed_and_trained():
    x = loaded(saved(pytorch_c.ones(3, requires_grad=True)))
    assert x.is_leaf and x.grad is None
    (x * 2).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0, 2.0]
    y = loaded(saved(pytorch_c.ones(3)))
    y.add_(x)
    assert y.requires_grad


def test_values_do_not_depend_on_the_file_after_loading(tmp_path):
    path = tmp_path / "x.pt"
    pytorch_c.save(pytorch_c.arange(5), path)
    x = pytorch_c.load(path)
    path.write_bytes(b"")
    assert x.tolist() == [0, 1, 2, 3, 4]


def test_many_tensors_and_a_large_one():
    state = {f"layer{i}": pytorch_c.full((3,), i) for i in range(300)}
    state["large"] = pytorch_c.arange(3_000_000)
    data = saved(state)
    for reader in (torch, pytorch_c):
        result = loaded(data, reader)
        assert result["layer299"].tolist() == [299, 299, 299]
        assert result["large"].sum().item() == 3_000_000 * 2_999_999 // 2


# ---- the form of the file ----


def test_records_are_torchs_and_aligned(tmp_path):
    path = tmp_path / "x.pt"
    pytorch_c.save([pytorch_c.ones(i) for i in range(20)], path)
    with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
        names = [info.filename for info in archive.infolist()]
        for info in archive.infolist():
            file.seek(info.header_offset + 26)
            name_length, extra_length = struct.unpack("<HH", file.read(4))
            assert (file.tell() + name_length + extra_length) % 64 == 0
            assert info.compress_type == zipfile.ZIP_STORED
        assert archive.read("archive/byteorder") == sys.byteorder.encode()
        assert archive.read("archive/version") == b"3\n"
    assert {"archive/data.pkl", "archive/data/0", "archive/data/19"} <= set(names)


@pytest.mark.parametrize("calculated", [False, True])
def test_torch_maps_our_file_into_memory(tmp_path, calculated):
    path = tmp_path / "x.pt"
    pytorch_c.save([pytorch_c.arange(n) for n in (100, 0, 7)], path)
    with torch.utils.serialization.config.patch("load.calculate_storage_offsets", calculated):
        result = torch.load(path, mmap=True)
    assert [x.tolist() for x in result] == [list(range(n)) for n in (100, 0, 7)]


def test_the_same_object_gives_the_same_bytes():
    state = {"a": pytorch_c.ones(3), "b": pytorch_c.zeros(2)}
    assert saved(state) == saved(state)


def test_a_file_of_the_other_byte_order_loads():
    other = "big" if sys.byteorder == "little" else "little"
    values = [torch.tensor([1.5, -2]), torch.tensor([1, 2**40]), torch.tensor([1 + 2j])]
    for value in values:
        width = value.element_size() // (2 if value.is_complex() else 1)
        raw = value.view(torch.uint8).reshape(-1, width).flip(1).reshape(-1).numpy().tobytes()
        data = rewritten(saved(value, torch), {"byteorder": other.encode(), "data/0": raw})
        assert loaded(data).tolist() == value.tolist()


# ---- paths and file objects ----


def test_paths_of_every_kind(tmp_path):
    for name in ("plain.pt", "no_suffix", "spaced name.pt", "Grüße.pt"):
        for path in (str(tmp_path / name), tmp_path / name):
            pytorch_c.save([1, name], path)
            assert pytorch_c.load(path) == torch.load(path) == [1, name]


def test_open_files(tmp_path):
    with open(tmp_path / "x.pt", "w+b") as file:
        pytorch_c.save(pytorch_c.ones(2), file)
        file.seek(0)
        assert pytorch_c.load(file).tolist() == [1.0, 1.0]
        assert not file.closed


def test_a_writer_that_cannot_seek():
    class Pipe(io.RawIOBase):
        def __init__(self):
            self.data = b""

        def writable(self):
            return True

        def write(self, data):
            self.data += bytes(data)
            return len(data)

    pipe = Pipe()
    pytorch_c.save(pytorch_c.arange(3), pipe)
    assert loaded(pipe.data).tolist() == loaded(pipe.data, torch).tolist() == [0, 1, 2]


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "x.pt"
    pytorch_c.save("old", path)

    def fail(file, data, storages):
        file.write(b"half")
        raise OSError("disk full")

    with pytest.raises(Exception, match="lambda"):
        pytorch_c.save([pytorch_c.ones(1), lambda: 0], path)
    monkeypatch.setattr(archives, "write_archive", fail)
    with pytest.raises(OSError, match="disk full"):
        pytorch_c.save("new", path)
    assert pytorch_c.load(path) == "old"
    assert os.listdir(tmp_path) == ["x.pt"]


def test_the_checksum_is_zlibs():
    draw = random.Random(0)
    for size in [*range(200), 4096, 100_003]:
        data, before = draw.randbytes(size), draw.getrandbits(32)
        assert records._crc32(data) == zlib.crc32(data) and records._crc32(data, before) == zlib.crc32(data, before)


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="this system has no files without a name")
@pytest.mark.parametrize("save", ["t.save", "t.jit.save"])
def test_a_killed_save_leaves_nothing_but_the_old_file(tmp_path, save):
    model = {"t.save": "model.state_dict()", "t.jit.save": "t.jit.script(model)"}[save]
    code = f"""
import resource, signal, sys
import pytorch_c as t
model = t.nn.Linear(300, 300)
{save}(t.nn.Linear(1, 1).state_dict() if "jit" not in {save!r} else t.jit.script(t.nn.Linear(1, 1)), sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
{save}({model}, sys.argv[1])
"""
    path = tmp_path / "m.pt"
    ran = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == -signal.SIGXFSZ, ran.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["m.pt"]
    (pytorch_c.load if save == "t.save" else pytorch_c.jit.load)(path)


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="this system has no files without a name")
@pytest.mark.parametrize("module", [False, True], ids=["save", "jit.save"])
def test_the_next_save_takes_away_what_a_killed_one_left(tmp_path, module):
    """A file cannot take the place of another one without a name beside it, which a kill in that moment leaves."""
    path, save = tmp_path / "m.pt", pytorch_c.jit.save if module else pytorch_c.save
    value = pytorch_c.jit.script(pytorch_c.nn.Linear(1, 1)) if module else 1
    save(value, path)
    left = tmp_path / f".save-{hashlib.sha1(b'm.pt').hexdigest()[:16]}"
    left.write_text("left behind")
    save(value, path)
    assert [one.name for one in tmp_path.iterdir()] == ["m.pt"]
    (pytorch_c.jit.load if module else pytorch_c.load)(path)


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="this system has no files without a name")
def test_saves_of_one_path_at_once_leave_one_whole_file(tmp_path):
    path, failed = tmp_path / "m.pt", []
    model = pytorch_c.jit.script(pytorch_c.nn.Linear(1, 1))

    def work(save):
        try:
            for _ in range(100):
                save()
        except Exception as error:
            failed.append(error)

    saves = [lambda: pytorch_c.save(1, path), lambda: pytorch_c.jit.save(model, path)] * 2
    threads = [threading.Thread(target=work, args=(save,)) for save in saves]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not failed and [one.name for one in tmp_path.iterdir()] == ["m.pt"]
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None


def test_the_mode_and_the_link_of_a_file_are_kept(tmp_path):
    path, link = tmp_path / "x.pt", tmp_path / "link.pt"
    pytorch_c.save(1, path)
    path.chmod(0o640)
    link.symlink_to(path)
    pytorch_c.save(2, link)
    assert link.is_symlink() and pytorch_c.load(path) == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_special_files_are_written_in_place():
    pytorch_c.save(1, os.devnull)
    assert not os.path.isfile(os.devnull)


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path):
    pytorch_c.save(1, tmp_path / "x.pt")
    (tmp_path / "y").write_text("")
    assert (tmp_path / "x.pt").stat().st_mode == (tmp_path / "y").stat().st_mode


# ---- map_location ----


@pytest.mark.parametrize(
    "map_location",
    [None, "cpu", pytorch_c.device("cpu"), {"cuda:0": "cpu"}, lambda s, _: s, lambda s, _: None],
    ids=repr,
)
def test_map_location_forms(map_location):
    x = [pytorch_c.arange(4.0), 1]
    assert loaded(saved(x), map_location=map_location)[0].tolist() == [0.0, 1.0, 2.0, 3.0]


def from_cuda():
    """A file of a tensor that was on a GPU, as torch writes it."""
    data = saved(torch.arange(4.0), torch)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        pickled = archive.read("archive/data.pkl")
    return rewritten(data, {"data.pkl": pickled.replace(b"\3\0\0\0cpu", b"\6\0\0\0cuda:0")})


@pytest.mark.parametrize("location", ["cpu", {"cuda:0": "cpu"}, lambda s, _: s], ids=repr)
def test_tensors_of_a_gpu_load_on_the_cpu(location):
    assert loaded(from_cuda(), map_location=location).tolist() == [0.0, 1.0, 2.0, 3.0]


def test_the_function_gets_the_location():
    seen = []
    loaded(from_cuda(), map_location=lambda s, location: seen.append(location) or s)
    assert seen == ["cuda:0"]


def test_errors_of_the_function_are_its_own():
    def fail(storage, location):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        loaded(from_cuda(), map_location=fail)


def test_a_map_location_of_another_type_raises():
    with pytest.raises(TypeError, match="map_location must be"):
        loaded(saved(1), map_location=3)


@pytest.mark.skipif(torch.cuda.is_available(), reason="needs a machine without a GPU")
def test_a_gpu_that_is_not_there_is_a_clear_error():
    with pytest.raises(pytorch_c.Error, match="map_location"):
        loaded(from_cuda())


# ---- modules ----


def test_state_dicts_travel_both_ways():
    theirs, ours = torch.nn.Linear(3, 2), pytorch_c.nn.Linear(3, 2)
    x = [[1.0, 2.0, 3.0]]
    theirs.load_state_dict(loaded(saved(ours.state_dict()), torch))
    assert theirs(torch.tensor(x)).tolist() == ours(pytorch_c.tensor(x)).tolist()
    theirs = torch.nn.Linear(3, 2)
    ours.load_state_dict(loaded(saved(theirs.state_dict(), torch)))
    assert theirs(torch.tensor(x)).tolist() == ours(pytorch_c.tensor(x)).tolist()
