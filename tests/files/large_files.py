"""Files over 2 and 4 GiB, both ways with torch, read and mapped: `make test-large` (5 GiB of disk and of memory, two minutes)."""

import numpy
import pytest
import torch

import pytorch_c

BOTH_WAYS = pytest.mark.parametrize("writer, reader", [(pytorch_c, torch), (torch, pytorch_c), (pytorch_c, pytorch_c)])


def large(t, gib):
    """Zeros with marks at both ends and where 32 bits overflow."""
    x = t.zeros((gib << 30) + 5, dtype=t.uint8)
    for place in marks(x):
        x[place] = 1 + place % 251
    return x


def marks(x):
    return [place for place in (0, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, len(x) - 1) if place < len(x)]


@BOTH_WAYS
@pytest.mark.parametrize("mapped", [False, True], ids=["read", "mapped"])
def test_a_storage_over_2_gib(writer, reader, mapped, tmp_path):
    path = tmp_path / "large.pt"
    x = large(writer, 2)
    writer.save({"first": writer.arange(3), "x": x, "view": x[-7:], "last": writer.ones(2)}, path)
    del x
    found = reader.load(path, mmap=mapped)
    path.unlink()
    x = found["x"]
    assert len(x) == (2 << 30) + 5
    assert [x[place].item() for place in marks(x)] == [1 + place % 251 for place in marks(x)]
    assert found["first"].tolist() == [0, 1, 2] and found["last"].tolist() == [1, 1]
    assert found["view"].tolist() == x[-7:].tolist() and found["view"].data_ptr() == x.data_ptr() + len(x) - 7


@BOTH_WAYS
def test_many_storages_beyond_4_gib(writer, reader, tmp_path):
    """Each is small enough for 32 bits, their places in the file are not."""
    path = tmp_path / "large.pt"
    parts = [writer.full(((3 << 29) // 4,), float(number)) for number in range(3)]
    writer.save(parts, path)
    del parts
    assert path.stat().st_size > 4 << 30
    found = reader.load(path, mmap=True)
    path.unlink()
    assert [(part[0].item(), part[-1].item()) for part in found] == [(number, number) for number in (0.0, 1.0, 2.0)]


def test_an_npy_over_2_gib_is_mapped(tmp_path):
    path = tmp_path / "large.npy"
    x = large(pytorch_c, 2)
    numpy.save(path, x)
    expected = [x[place].item() for place in marks(x)]
    del x
    mapped = pytorch_c.from_numpy(numpy.load(path, mmap_mode="r+"))
    assert [mapped[place].item() for place in marks(mapped)] == expected
