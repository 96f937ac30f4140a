"""load: files of safetensors, by their suffix, as torch.load does; no package is needed for it."""

import json
import struct

import pytest
import torch

import pytorch_c

DTYPES = """float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8 bool uint16 uint32 uint64 complex64 float8_e4m3fn
float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz float8_e8m0fnu""".split()


def values(t):
    made = {name: t.arange(6, dtype=t.uint8).to(getattr(t, name)).reshape(2, 3) for name in DTYPES}
    return made | {"scalar": t.tensor(2.5), "empty": t.empty(0, 3), "also empty": t.empty(2, 0, 4)}


def file_of(head, data=b""):
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return struct.pack("<Q", len(text)) + text + data


def entry(shape, start, end, dtype="F32"):
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}


def bytes_of(x):
    return x.reshape(-1).view((torch if isinstance(x, torch.Tensor) else pytorch_c).uint8).tolist()


def test_every_dtype_is_as_torch_reads_it(tmp_path):
    save_file = pytest.importorskip("safetensors.torch", reason="needs safetensors, one of the extras").save_file
    path = tmp_path / "x.safetensors"
    save_file(values(torch), path, {"by": "a test"})
    expected, found = torch.load(path), pytorch_c.load(path)
    assert set(found) == set(expected) == set(values(pytorch_c))
    for name, x in found.items():
        assert str(x.dtype) == str(expected[name].dtype) and x.shape == expected[name].shape
        assert x.stride() == expected[name].stride() and bytes_of(x) == bytes_of(expected[name])


def test_a_device_for_all_tensors(tmp_path):
    path = tmp_path / "x.safetensors"
    path.write_bytes(file_of({"a": entry([2], 0, 8)}, struct.pack("<2f", 1, 2)))
    for where in ("cpu", pytorch_c.device("cpu"), None):
        assert pytorch_c.load(path, map_location=where)["a"].tolist() == [1, 2]
    assert pytorch_c.load(str(path), "meta")["a"].device.type == "meta"
    for module in (torch, pytorch_c):
        with pytest.raises(RuntimeError, match="safetensors file with dict map_location is not supported"):
            module.load(path, map_location={"cpu": "meta"})
        with pytest.raises(RuntimeError, match="safetensors file with callable map_location is not supported"):
            module.load(path, map_location=lambda s, _: s)


def test_tensors_lie_over_the_file_and_keep_what_is_written_to_themselves(tmp_path):
    path = tmp_path / "x.safetensors"
    path.write_bytes(
        file_of({"a": entry([1 << 20], 0, 1 << 22), "b": entry([1], 1 << 22, (1 << 22) + 4)}, bytes((1 << 22) + 4))
    )
    before = path.read_bytes()
    for how in ({}, {"mmap": True}, {"mmap": False}):
        found = pytorch_c.load(path, **how)
        found["a"].fill_(3)
        assert found["a"][-1].item() == 3 and found["b"].item() == 0 and path.read_bytes() == before
        assert found["b"].untyped_storage().nbytes() == 4, "saving one tensor does not save the file"


def test_a_tensor_that_is_not_aligned_is_copied(tmp_path):
    path = tmp_path / "x.safetensors"
    head = {"a": entry([3], 0, 3, "U8"), "b": entry([2], 3, 11)}
    path.write_bytes(file_of(head, b"\1\2\3" + struct.pack("<2f", 1.5, 2.5)))
    found = pytorch_c.load(path)
    assert (found["a"].tolist(), found["b"].tolist()) == ([1, 2, 3], [1.5, 2.5])
    assert found["b"].data_ptr() % 4 == 0


WHOLE = file_of({"a": entry([2], 0, 8), "b": entry([1], 8, 12)}, bytes(12))


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "is not a file of safetensors"),
        (b"1234567", "is not a file of safetensors"),
        (WHOLE[:30], "is not a file of safetensors"),
        (WHOLE[:-1], "other bytes than it has"),
        (WHOLE + b"x", "other bytes than it has"),
        (struct.pack("<Q", 1 << 63) + WHOLE[8:], "is not a file of safetensors"),
        (file_of([]), "its head is no table"),
        (file_of(b"{"), "is damaged"),
        (file_of(b"\xff\xfe"), "is damaged"),
        (file_of(b"[" * 100_000), "is damaged"),
        (file_of({"a": 3}), "does not say what the tensor a is"),
        (file_of({"a": {"dtype": "F32"}}), "does not say what the tensor a is"),
        (file_of({"a": entry([2], 0, 8, "F3")}, bytes(8)), "of F3, a dtype that is not here"),
        (file_of({"a": entry([2], 0, 8, ["F32"])}, bytes(8)), "is damaged"),
        (file_of({"a": entry([-2], 0, 8)}, bytes(8)), "no shape or no place"),
        (file_of({"a": entry([2.0], 0, 8)}, bytes(8)), "no shape or no place"),
        (file_of({"a": entry([True], 0, 4)}, bytes(4)), "no shape or no place"),
        (file_of({"a": entry([1 << 62, 4], 0, 0)}), "other bytes than its shape"),
        (file_of({"a": entry([2], 8, 0)}, bytes(8)), "other bytes than its shape"),
        (file_of({"a": entry([2], 4, 12)}, bytes(12)), "does not lie behind"),
        (file_of({"a": entry([2], 0, 8), "b": entry([2], 4, 12)}, bytes(12)), "does not lie behind"),
        (file_of({"a": entry([0] + [1] * 200_000, 0, 0)}), "200001 dimensions"),
    ],
)
def test_damage_is_named(tmp_path, data, message):
    path = tmp_path / "x.safetensors"
    path.write_bytes(data)
    with pytest.raises(pytorch_c.FileFormatError, match=message) as info:
        pytorch_c.load(path)
    assert "x.safetensors" in str(info.value)


def test_the_suffix_says_what_it_is(tmp_path):
    path = tmp_path / "x.safetensors"
    pytorch_c.save(pytorch_c.ones(2), path)
    with pytest.raises(pytorch_c.FileFormatError, match="is not a file of safetensors"):
        pytorch_c.load(path)
    with open(path, "rb") as file:
        assert pytorch_c.load(file).tolist() == [1, 1]
