"""read_idx: what it accepts, and that each kind of damage is a ValueError that names the file."""

import gzip
import struct

import pytest

import pytorch_c
from pytorch_c.vision.idx import read_idx


def idx(shape, values, kind=0x08):
    """The bytes of an IDX file."""
    return struct.pack(f">BBBB{len(shape)}I", 0, 0, kind, len(shape), *shape) + bytes(values)


WHOLE = idx((2, 3), range(6))


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "some-idx"
        path.write_bytes(content)
        return path

    return write


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("shape", [(), (1,), (6,), (2, 3), (2, 0), (4, 28, 28), (1500, 28, 28)])
def test_reads_what_was_written(write, pack, shape):
    count = 1
    for size in shape:
        count *= size
    values = [i % 251 for i in range(count)]
    result = read_idx(write(pack(idx(shape, values))))
    assert tuple(result.shape) == shape and result.dtype == pytorch_c.uint8
    assert result.flatten().tolist() == values


def test_result_can_be_written_to(write):
    result = read_idx(write(WHOLE))
    result[0, 0] = 200
    assert result.tolist() == [[200, 1, 2], [3, 4, 5]]


def test_path_may_be_a_string(write):
    assert read_idx(str(write(WHOLE))).tolist() == [[0, 1, 2], [3, 4, 5]]


PACKED = gzip.compress(WHOLE)
BROKEN = {
    "empty": (b"", "empty file"),
    "empty gzip": (gzip.compress(b""), "empty file"),
    "short magic": (b"\0\0\x08", "not an IDX file"),
    "png": (b"\x89PNG\r\n\x1a\n", "not an IDX file: it starts with 89 50 4e 47"),
    "text in gzip": (gzip.compress(b"hello, world"), "not an IDX file"),
    "floats": (idx((1,), bytes(4), kind=0x0D), "type 0x0d; expected 0x08"),
    "no sizes": (WHOLE[:9], "ends before the sizes of 2 dimensions"),
    "one byte short": (WHOLE[:-1], "truncated: its header promises 2 x 3 bytes"),
    "one byte short in gzip": (gzip.compress(WHOLE[:-1]), "truncated: its header promises 2 x 3 bytes"),
    "impossible sizes": (idx((2**32 - 1,) * 4, b""), "truncated"),
    "impossible sizes in gzip": (gzip.compress(idx((2**32 - 1,) * 255, b"")), "truncated"),
    "one byte more": (WHOLE + b"\0", "more data after the 2 x 3 bytes"),
    "one byte more in gzip": (gzip.compress(WHOLE + b"\0"), "more data after the 2 x 3 bytes"),
    "gzip cut in the header": (PACKED[:5], "gzip"),
    "gzip cut in the data": (PACKED[:-10], "gzip"),
    "gzip cut in the checksum": (PACKED[:-5], "gzip"),
    "gzip with a wrong checksum": (PACKED[:-8] + bytes(4) + PACKED[-4:], "gzip"),
    "gzip with broken data": (PACKED[:10] + b"\xff" * 8 + PACKED[18:], "gzip"),
    "garbage after gzip": (PACKED + b"garbage", "gzip"),
}


@pytest.mark.parametrize("content, message", BROKEN.values(), ids=BROKEN.keys())
def test_damage_is_a_value_error_that_names_the_file(write, content, message):
    path = write(content)
    with pytest.raises(ValueError, match="some-idx: .*" + message):
        read_idx(path)


def test_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing-here"):
        read_idx(tmp_path / "nothing-here")


def test_folder(tmp_path):
    with pytest.raises(IsADirectoryError):
        read_idx(tmp_path)
