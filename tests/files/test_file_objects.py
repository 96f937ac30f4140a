"""save and load: objects that read and write with little else, where they stand, and what they raise themselves."""

import errno
import gzip
import io
import shutil
import tempfile

import pytest
import torch
from support.saving import loaded, saved

import pytorch_c

BOTH = pytest.mark.parametrize("old", [False, True], ids=["zip", "old"])
MODULES = pytest.mark.parametrize("module", [torch, pytorch_c], ids=["torch", "pytorch_c"])


def kinds(call):
    """The types of the exception that a call raises."""
    with pytest.raises(BaseException) as info:
        call()
    return type(info.value).__mro__


class Traced:
    """A file that has some methods of a BytesIO's alone, and notes which are called."""

    def __init__(self, data=b"", names="read readline seek tell"):
        self.file, self.called = io.BytesIO(data), set()
        for name in names.split():
            setattr(self, name, self._traced(name))

    def _traced(self, name):
        def call(*args):
            self.called.add(name)
            return getattr(self.file, name)(*args)

        return call


# ---- writing ----


@BOTH
@MODULES
def test_write_and_flush_are_all_that_a_writer_needs(module, old):
    file = Traced(names="write flush")
    module.save(module.arange(3.0), file, _use_new_zipfile_serialization=not old)
    assert file.called == {"write", "flush"}
    for reader in (torch, pytorch_c):
        assert loaded(file.file.getvalue(), reader).tolist() == [0, 1, 2]


@BOTH
def test_a_writer_that_takes_little_at_a_time_gets_all(old):
    class Slow(io.RawIOBase):
        def __init__(self):
            self.data = bytearray()

        def writable(self):
            return True

        def write(self, data):
            self.data += bytes(data)[:7]
            return min(len(data), 7)

    file = Slow()
    pytorch_c.save(pytorch_c.arange(300), file, _use_new_zipfile_serialization=not old)
    for reader in (torch, pytorch_c):
        assert loaded(bytes(file.data), reader).tolist() == list(range(300))


def test_a_writer_that_takes_nothing_is_an_error():
    class Full(io.RawIOBase):
        def write(self, data):
            return 0

    with pytest.raises(OSError, match="takes no more") as info:
        pytorch_c.save(1, Full())
    assert info.value.errno == errno.EIO


@BOTH
@pytest.mark.parametrize("room", [0, 100, 300, 400, 900])
def test_what_a_writer_raises_in_the_middle_arrives(old, room):
    class Full(io.BytesIO):
        def write(self, data):
            if self.tell() + len(data) > room:
                raise KeyError("full")
            return super().write(data)

    file = Full()
    with pytest.raises(KeyError, match="full"):
        pytorch_c.save(pytorch_c.arange(500.0), file, _use_new_zipfile_serialization=not old)
    assert len(file.getvalue()) <= room


@BOTH
@MODULES
def test_what_is_no_writer_is_torchs_error(tmp_path, module, old):
    class Named:
        write = "text"

    closed, reading = open(tmp_path / "closed", "wb"), open(tmp_path / "closed", "rb")
    closed.close()
    for f, kind in (
        (3, AttributeError),
        (None, AttributeError),
        ([], AttributeError),
        (b"x.pt", AttributeError),
        (Named(), (TypeError, AttributeError)),
        (io.StringIO(), TypeError),
        (closed, ValueError),
        (reading, io.UnsupportedOperation),
    ):
        with pytest.raises(kind):
            module.save(module.ones(2), f, _use_new_zipfile_serialization=not old)
    reading.close()


def test_a_file_is_flushed(tmp_path):
    with open(tmp_path / "x.pt", "wb") as file:
        pytorch_c.save(pytorch_c.ones(2), file)
        assert torch.load(tmp_path / "x.pt").tolist() == [1, 1]


@BOTH
@MODULES
def test_a_file_goes_through_gzip(module, old):
    file = io.BytesIO()
    with gzip.open(file, "wb") as packed:
        module.save(module.arange(9.0), packed, _use_new_zipfile_serialization=not old)
    for reader in (torch, pytorch_c):
        file.seek(0)
        with gzip.open(file) as packed:
            assert reader.load(packed).tolist() == list(range(9))


# ---- reading ----


@BOTH
@pytest.mark.parametrize("names", ["read readline seek tell", "read readline seek tell readinto"])
def test_a_reader_needs_no_more_than_torchs(old, names):
    data = saved(torch.arange(5000.0), torch, _use_new_zipfile_serialization=not old)
    for reader in (torch, pytorch_c):
        file = Traced(data, names)
        assert reader.load(file).tolist() == list(range(5000))
        assert file.called <= set(names.split()) and ("readinto" in names) == ("readinto" in file.called)


@BOTH
def test_a_reader_that_gives_little_at_a_time_is_read_to_the_end(old):
    class Slow(io.BytesIO):
        def readinto(self, view):
            return super().readinto(view[:100])

    class Short(Traced):
        def __init__(self, data):
            super().__init__(data)
            self.read = lambda count: self.file.read(min(count, 1000))

    data = saved(pytorch_c.arange(5000), _use_new_zipfile_serialization=not old)
    for kind in (Slow, Short):
        assert pytorch_c.load(kind(data)).tolist() == list(range(5000))


@pytest.mark.parametrize("given", [-1, 10**9, "many", 2.0, True], ids=repr)
def test_a_readinto_that_lies_is_an_error(given):
    class Lies(io.BytesIO):
        def readinto(self, view):
            return given

    with pytest.raises(OSError, match=r"readinto\(\) of the file gives"):
        pytorch_c.load(Lies(saved(pytorch_c.arange(5000))))


@BOTH
@pytest.mark.parametrize("name", ["read", "readinto"])
def test_what_a_reader_raises_is_its_own(old, name):
    def fail(*args):
        raise RuntimeError("the line is dead")

    file = io.BytesIO(saved(pytorch_c.arange(5000), _use_new_zipfile_serialization=not old))
    broken = type("Broken", (io.BytesIO,), {name: fail})(file.getvalue())
    with pytest.raises(RuntimeError, match="^the line is dead$"):
        pytorch_c.load(broken)


@pytest.mark.parametrize("lost", ["seek", "tell", "seek tell"])
def test_what_cannot_seek_is_torchs_error(lost):
    names = " ".join(name for name in "read readline seek tell".split() if name not in lost.split())
    for module in (torch, pytorch_c):
        with pytest.raises(
            AttributeError, match="You can only torch.load from a file that is seekable. Please pre-load"
        ):
            module.load(Traced(b"data", names))

    class Pipe(io.BytesIO):
        def seek(self, *args):
            raise io.UnsupportedOperation("seek")

    for module in (torch, pytorch_c):
        with pytest.raises(io.UnsupportedOperation, match="seekable"):
            module.load(Pipe(b"data"))


@pytest.mark.parametrize("f", [3, None, [], b"x.pt"], ids=repr)
def test_what_is_no_reader_is_torchs_error(f):
    for module in (torch, pytorch_c):
        with pytest.raises(AttributeError, match="torch.load from a file that is seekable"):
            module.load(f)


def test_a_closed_reader_is_torchs_error(tmp_path):
    with open(tmp_path / "x", "wb") as file:
        pass
    assert ValueError in kinds(lambda: pytorch_c.load(file)) and ValueError in kinds(lambda: torch.load(file))


def test_a_file_in_memory_or_on_the_disk(tmp_path):
    for size in (10, 10**6):
        with tempfile.SpooledTemporaryFile(max_size=1000) as file:
            pytorch_c.save(pytorch_c.arange(3), file)
            file.seek(0)
            assert pytorch_c.load(file).tolist() == [0, 1, 2], size


# ---- where a file stands ----


@BOTH
@pytest.mark.parametrize("reader", [torch, pytorch_c], ids=["read by torch", "read by pytorch_c"])
@MODULES
def test_an_object_behind_something_else(module, reader, old):
    file = io.BytesIO(b"before" * 7)
    file.seek(42)
    module.save(module.arange(4.0), file, _use_new_zipfile_serialization=not old)
    file.seek(42)
    assert reader.load(file).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("trusted", [False, True])
@MODULES
def test_several_objects_one_after_the_other_in_an_old_file(tmp_path, module, trusted):
    things = [module.arange(4.0), {"a": module.ones(2)}, 7, module.zeros(0)]
    with open(tmp_path / "x.pt", "wb") as file:
        for one in things:
            module.save(one, file, _use_new_zipfile_serialization=False)
        file.write(b"behind")
    for reader in (torch, pytorch_c):
        with open(tmp_path / "x.pt", "rb") as file:
            found = [reader.load(file, weights_only=not trusted) for _ in things]
            assert file.read() == b"behind"
        assert found[0].tolist() == [0, 1, 2, 3] and found[1]["a"].tolist() == [1, 1] and found[2] == 7
        assert found[3].tolist() == []


def test_one_of_two_zip_archives_is_never_taken_for_the_other():
    first, second = saved(pytorch_c.arange(4.0)), saved([pytorch_c.ones(300), "another"])
    with pytest.raises(pytorch_c.FileFormatError, match="does not begin where the file does"):
        loaded(first + second)
    file = io.BytesIO(first + second)
    file.seek(len(first))
    assert pytorch_c.load(file)[1] == "another"


def test_a_zip_archive_by_where_it_lies_in_the_file_loads():
    """Writes an archive behind something else, as zipfile does: its records count from the start of the file."""
    import zipfile

    file = io.BytesIO(b"before" * 7)
    file.seek(42)
    with zipfile.ZipFile(io.BytesIO(saved(pytorch_c.arange(4.0)))) as source, zipfile.ZipFile(file, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name))
    file.seek(42)
    assert pytorch_c.load(file).tolist() == [0, 1, 2, 3]


def test_something_behind_a_zip_archive_is_left_alone():
    for reader in (torch, pytorch_c):
        assert loaded(saved(pytorch_c.arange(4.0)) + b"behind", reader).tolist() == [0, 1, 2, 3]


def test_a_copy_of_an_open_file_loads(tmp_path):
    with tempfile.NamedTemporaryFile() as file, open(tmp_path / "y.gz", "wb") as copy:
        pytorch_c.save(pytorch_c.arange(3), file, _use_new_zipfile_serialization=False)
        with open(file.name, "rb") as written, gzip.open(copy, "wb") as packed:
            shutil.copyfileobj(written, packed)
    with gzip.open(tmp_path / "y.gz") as packed:
        assert pytorch_c.load(packed).tolist() == [0, 1, 2]


class Named:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


def test_a_path_of_bytes_is_one_and_an_empty_one_is_none(tmp_path):
    path = Named(bytes(tmp_path / "Grüße.pt"))
    pytorch_c.save(pytorch_c.arange(3), path)
    assert pytorch_c.load(path).tolist() == pytorch_c.load(path, mmap=True).tolist() == [0, 1, 2]
    for call in (lambda: pytorch_c.save(1, ""), lambda: pytorch_c.load("")):
        with pytest.raises(FileNotFoundError):
            call()
    with pytest.raises(TypeError, match="__fspath__"):
        pytorch_c.save(1, Named(3))
