"""serialization's settings and blocks (torch.utils.serialization.config), places of storages, records by name."""

import io
import mmap
import sys
import zipfile

import pytest
import torch
import torch.utils.serialization.config
from support.saving import loaded, rewritten, saved

import pytorch_c
from pytorch_c import serialization
from pytorch_c._files import places
from pytorch_c.utils.serialization import config

MODULES = pytest.mark.parametrize("module", [torch, pytorch_c], ids=["torch", "pytorch_c"])


def config_of(module):
    return config if module is pytorch_c else torch.utils.serialization.config


# ---- config ----


@MODULES
def test_settings_have_torchs_names_and_defaults(module):
    here = config_of(module)
    assert (here.load.mmap, here.load.endianness, here.load.mmap_flags, here.load.calculate_storage_offsets) == (
        False,
        None,
        mmap.MAP_PRIVATE,
        False,
    )
    assert (here.save.compute_crc32, here.save.use_pinned_memory_for_d2h, here.save.storage_alignment) == (
        True,
        False,
        64,
    )
    with here.patch("load.mmap", True):
        assert here.load.mmap is True
    with here.patch({"load.mmap": True, "save.storage_alignment": 4096}):
        assert here.load.mmap is True and here.save.storage_alignment == 4096
    assert here.load.mmap is False and here.save.storage_alignment == 64
    with pytest.raises(AttributeError):
        here.load.nothing = 1
    with pytest.raises(AttributeError):
        here.load.nothing  # noqa: B018


@MODULES
def test_a_patch_is_a_decorator_and_ends_with_an_exception(module):
    here = config_of(module)

    @here.patch("load.mmap", True)
    def inside():
        raise KeyError(here.load.mmap)

    with pytest.raises(KeyError, match="True"):
        inside()
    assert here.load.mmap is False


def test_files_are_mapped_where_the_setting_says_so(tmp_path):
    for module in (torch, pytorch_c):
        module.save(module.arange(5.0), tmp_path / "x.pt")
        with config_of(module).patch("load.mmap", True):
            assert module.load(tmp_path / "x.pt").tolist() == [0, 1, 2, 3, 4]
            assert module.load(io.BytesIO(saved(1)), mmap=False) == 1
            with pytest.raises(ValueError, match="f must be a file path in order to use the mmap argument"):
                module.load(io.BytesIO(saved(1)))


@MODULES
def test_what_is_written_to_a_mapped_tensor_reaches_the_file_where_one_says_so(tmp_path, module):
    path, options = tmp_path / "x.pt", module.serialization.set_default_mmap_options
    module.save(module.arange(5.0), path)
    module.load(path, mmap=True).fill_(7)
    assert module.load(path).tolist() == [0, 1, 2, 3, 4]
    with options(mmap.MAP_SHARED):
        assert module.serialization.get_default_mmap_options() == mmap.MAP_SHARED
        x = module.load(path, mmap=True)
        x.fill_(7)
    assert module.serialization.get_default_mmap_options() == mmap.MAP_PRIVATE
    with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
        assert x.numpy().tobytes() in file.read(), archive.namelist()
    for wrong in (0, 17, "shared"):
        with pytest.raises(ValueError, match="expected mmap.MAP_PRIVATE or mmap.MAP_SHARED"):
            options(wrong)


@pytest.mark.parametrize("alignment", [1, 8, 64, 4096])
def test_records_lie_where_the_setting_says(tmp_path, alignment):
    with config.patch("save.storage_alignment", alignment):
        pytorch_c.save([pytorch_c.arange(3.0), pytorch_c.ones(5)], tmp_path / "x.pt")
    with serialization._open_zipfile_reader(tmp_path / "x.pt") as reader:
        offsets = [reader.get_record_offset(name) for name in reader.get_all_records()]
    assert not any(at % alignment for at in offsets)
    assert torch.load(tmp_path / "x.pt", mmap=True)[1].tolist() == [1] * 5


@pytest.mark.parametrize("wrong", [0, -64, 1 << 16, 2.0, "64", None])
def test_an_alignment_that_cannot_be_is_an_error_before_the_file_is_there(tmp_path, wrong):
    with config.patch("save.storage_alignment", wrong), pytest.raises(ValueError, match="storage_alignment must be"):
        pytorch_c.save(1, tmp_path / "x.pt")
    assert not list(tmp_path.iterdir())


# ---- the order of bytes ----


@MODULES
@pytest.mark.parametrize("name", ["NATIVE", "LITTLE", "BIG", None])
def test_files_that_do_not_say_their_order_have_the_one_that_is_set(module, name):
    there = module.serialization
    values = module.tensor([1.5, -2.0]), module.tensor([1, 2**40])
    data = rewritten(saved(list(values), module), {"byteorder": None})
    expected = sys.byteorder if name == "NATIVE" else "big" if name == "BIG" else "little"
    if expected != sys.byteorder:
        raw = [module.tensor(v.tolist(), dtype=v.dtype).numpy().byteswap().tobytes() for v in values]
        data = rewritten(data, {"data/0": raw[0], "data/1": raw[1]})
    there.set_default_load_endianness(name and there.LoadEndianness[name])
    try:
        assert there.get_default_load_endianness() is (name and there.LoadEndianness[name])
        assert [x.tolist() for x in loaded(data, module)] == [v.tolist() for v in values]
    finally:
        there.set_default_load_endianness(None)
    with pytest.raises(TypeError, match="Invalid argument type"):
        there.set_default_load_endianness("big")


@MODULES
def test_an_unknown_order_is_an_error(module):
    with pytest.raises(ValueError, match="Unknown endianness type"):
        loaded(rewritten(saved(module.ones(2), module), {"byteorder": b"middle"}), module)


# ---- checksums ----


def test_files_without_checksums_load():
    torch.serialization.set_crc32_options(False)
    try:
        data = saved([torch.arange(5.0), "text"], torch)
    finally:
        torch.serialization.set_crc32_options(True)
    with zipfile.ZipFile(io.BytesIO(data)) as archive, pytest.raises(zipfile.BadZipFile):
        archive.read("archive/data/0")
    assert loaded(data)[0].tolist() == [0, 1, 2, 3, 4]


def test_the_choice_of_checksums_is_kept():
    for module in (torch, pytorch_c):
        there = module.serialization
        assert there.get_crc32_options() is True
        there.set_crc32_options(False)
        assert there.get_crc32_options() is config_of(module).save.compute_crc32 is False
        assert loaded(saved(module.ones(2), module)).tolist() == [1, 1]
        there.set_crc32_options(True)


# ---- without data ----


@MODULES
@pytest.mark.parametrize("reader", [torch, pytorch_c], ids=["read by torch", "read by pytorch_c"])
def test_a_file_without_its_data_is_whole_but_for_the_values(module, reader):
    state = {"a": module.arange(1.0, 4.0), "b": module.ones(2, 2, dtype=module.int64)}
    with module.serialization.skip_data():
        data = saved(state, module)
    found = loaded(data, reader)
    assert found["a"].tolist() == [0, 0, 0] and found["b"].tolist() == [[0, 0], [0, 0]]
    assert found["b"].dtype is reader.int64
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert [archive.getinfo(f"archive/data/{i}").file_size for i in range(2)] == [12, 32]


@MODULES
@pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])
def test_a_file_is_read_without_its_data(module, old):
    data = saved({"a": module.arange(1.0, 4.0), "n": 3}, module, _use_new_zipfile_serialization=not old)
    with module.serialization.skip_data():
        found = loaded(data, module)
    assert found["a"].shape == (3,) and found["n"] == 3
    if module is pytorch_c:
        assert found["a"].tolist() == [0, 0, 0]
    assert loaded(data, module)["a"].tolist() == [1, 2, 3]


def test_a_file_without_its_data_takes_no_more_memory_than_one_with_it():
    pickled = zipfile.ZipFile(io.BytesIO(saved(pytorch_c.ones(2)))).read("archive/data.pkl")
    data = rewritten(saved(pytorch_c.ones(2)), {"data.pkl": pickled.replace(b"K\x02t", b"J\xff\xff\xff\x3ft")})
    with serialization.skip_data(), pytest.raises(pytorch_c.FileFormatError, match="bytes of memory"):
        loaded(data)


@MODULES
def test_the_old_format_is_not_written_without_data(module):
    with module.serialization.skip_data(), pytest.raises(RuntimeError, match="Cannot use skip_data=True"):
        saved(module.ones(2), module, _use_new_zipfile_serialization=False)


# ---- places ----


@pytest.fixture
def registry():
    before, theirs = list(places._registry), list(torch.serialization._package_registry)
    yield
    places._registry[:], torch.serialization._package_registry[:] = before, theirs


@MODULES
def test_a_package_names_places_and_brings_storages_there(module, registry):
    seen = []

    def tag(storage):
        return "attic" if storage.nbytes() == 12 else None

    def bring(storage, location):
        seen.append((type(storage), location))
        return storage if location == "attic" else None

    data = saved([module.ones(3), module.ones(4)], module)
    module.serialization.register_package(5, tag, bring)
    named = saved([module.ones(3), module.ones(4)], module)
    assert [x.tolist() for x in loaded(named, module)] == [[1] * 3, [1] * 4]
    assert seen == [(module.UntypedStorage, "attic"), (module.UntypedStorage, "cpu")]
    assert b"attic" in named and b"attic" not in data
    assert module.serialization.location_tag(module.ones(3).untyped_storage()) == "attic"
    assert module.serialization.location_tag(module.ones(1).untyped_storage()) == "cpu"


@MODULES
def test_a_place_that_nobody_knows_is_torchs_error(module):
    storage = module.ones(2).untyped_storage()
    assert module.serialization.default_restore_location(storage, "cpu") is storage
    assert module.serialization.default_restore_location(storage, "meta").device.type == "meta"
    words = "don't know how to restore data location of torch.storage.UntypedStorage .tagged with attic."
    for call in (
        lambda: module.serialization.default_restore_location(storage, "attic"),
        lambda: loaded(saved(module.ones(2), module), module, map_location="attic"),
        lambda: loaded(saved(module.ones(2), module), module, map_location={"cpu": "attic"}),
    ):
        with pytest.raises(RuntimeError, match=words):
            call()


@pytest.mark.skipif(torch.cuda.is_available(), reason="needs a machine without a GPU")
@MODULES
def test_a_device_that_is_not_there_is_torchs_error(module):
    words = r"Attempting to deserialize object on a CUDA device but torch.cuda.is_available\(\) is False.*map_location"
    for call in (
        lambda: module.serialization.validate_cuda_device("cuda:0"),
        lambda: module.serialization.default_restore_location(module.ones(2).untyped_storage(), "cuda:1"),
        lambda: loaded(saved(module.ones(2), module), module, map_location="cuda"),
    ):
        with pytest.raises(RuntimeError, match=words):
            call()
    with pytest.raises(RuntimeError):
        module.serialization.validate_hpu_device("hpu")


@MODULES
@pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])
def test_map_location_is_given_storages_and_gives_them(module, old):
    data, seen = saved(module.arange(4.0), module, _use_new_zipfile_serialization=not old), []

    def other(storage, location):
        seen.append((type(storage), storage.nbytes(), location))
        made = storage.clone()
        return made

    assert loaded(data, module, map_location=other).tolist() == [0, 1, 2, 3]
    assert seen == [(module.UntypedStorage, 16, "cpu")]
    assert loaded(data, module, map_location=lambda s, _: s.cpu()).tolist() == [0, 1, 2, 3]


def test_a_map_location_that_gives_something_else_is_an_error():
    data = saved(pytorch_c.arange(4.0))
    for wrong in (3, "cpu", pytorch_c.ones(16), pytorch_c.UntypedStorage(15), pytorch_c.ones(4)):
        with pytest.raises(TypeError, match="the function map_location must give the storage"):
            loaded(data, map_location=lambda s, _, wrong=wrong: wrong)
    assert loaded(data, map_location=lambda s, _: s._flat()).tolist() == [0, 1, 2, 3]


@MODULES
def test_nothing_is_read_for_the_meta_device(module):
    data = rewritten(saved({"x": module.ones(300, 300)}, module), {"data/0": bytes(360000)})
    for where in (
        "meta",
        module.device("meta"),
        {"cpu": "meta"},
        lambda s, _: module.UntypedStorage(s.nbytes(), device="meta"),
    ):
        x = loaded(data, module, map_location=where)["x"]
        assert x.device.type == "meta" and x.shape == (300, 300)


# ---- records ----


@MODULES
def test_records_are_written_and_read_by_name(tmp_path, module):
    there, data = module.serialization, {"a": b"12039", "b": b"", "c/d": b"9" * 70000}
    for make in (lambda: io.BytesIO(), lambda: str(tmp_path / "x.zip"), lambda: open(tmp_path / "y.zip", "w+b")):
        f = make()
        with there._open_zipfile_writer(f) as writer:
            for name, content in data.items():
                writer.write_record(name, content, len(content))
            writer.write_record("text", "text", 4)
        f.seek(0) if hasattr(f, "seek") else None
        with there._open_zipfile_reader(f) as reader:
            assert {name: reader.get_record(name) for name in data} == data
            assert reader.get_record("text") == b"text"
            assert reader.has_record("c/d") and not reader.has_record("d") and "c/d" in reader.get_all_records()
            with pytest.raises(RuntimeError):
                reader.get_record("nothing")
        f.close() if hasattr(f, "close") else None


def test_records_of_storages_and_of_more_than_there_is():
    with serialization._open_zipfile_writer(file := io.BytesIO()) as writer:
        writer.write_record("s", pytorch_c.arange(3.0).untyped_storage(), 12)
        assert writer.get_all_written_records() == ["s"]
        with pytest.raises(ValueError, match="size 5 of the record t, which has 3 bytes"):
            writer.write_record("t", b"123", 5)
    file.seek(0)
    with serialization._open_zipfile_reader(file) as reader:
        assert reader.get_record("s") == pytorch_c.arange(3.0).numpy().tobytes()


@MODULES
def test_a_zip_archive_is_one_from_its_first_byte(module):
    file = io.BytesIO(b"xx" + saved(1))
    assert module.serialization._is_zipfile(file) is False and file.tell() == 0
    file.seek(2)
    assert module.serialization._is_zipfile(file) is True and file.tell() == 2


@MODULES
def test_old_names_of_storages(module):
    there = module.serialization
    assert there.StorageType("FloatStorage").dtype is module.float32
    assert str(there.StorageType("LongStorage")) == "StorageType(dtype=torch.int64)"
    with pytest.raises(KeyError):
        there.StorageType("TextStorage")
    assert there.normalize_storage_type(module.UntypedStorage) is module.UntypedStorage
    assert (there.LONG_SIZE, there.INT_SIZE, there.SHORT_SIZE, there.PROTOCOL_VERSION) == (4, 4, 2, 1001)
    assert there.MAGIC_NUMBER == 0x1950A86A20F9469CFC6C
