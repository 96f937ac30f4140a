"""A device of the host's own, whose memory nobody may touch: an MLP trains on it with the CPU's numbers, and every byte comes back."""

from pathlib import Path

import pytest
from support.toy import seen_by


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    return seen_by(Path(__file__).with_name("toy_program.py"), "toy.c", tmp_path_factory.mktemp("toy"))


def test_it_trains_with_the_cpus_numbers(seen):
    assert max(seen["train"].values()) < 1e-6


def test_every_byte_comes_back(seen):
    assert seen["left"] == [0, 0]
    assert seen["copies"] > 100


def test_it_is_put_there_once_and_what_is_wrong_is_a_sentence(seen):
    found = seen["register"]
    assert "privateuseone" in found["none yet"].lower() or "PrivateUse1" in found["none yet"]
    assert "argument 'device_count' must be from 1 to 64, got 65" in found["too many"]
    assert "argument 'free': a function is needed, got NULL" in found["no function"]
    assert "there is a device 'toy' already" in found["twice"]
    assert "already" in found["another name"]
    assert found["methods twice"].startswith("RuntimeError: Can not automatically generate is_toy")


@pytest.mark.parametrize(
    "what, wanted",
    [
        ("repr", "tensor([[0., 1., 2.],\n        [3., 4., 5.]], device='toy:0')"),
        ("device", "toy:0"),
        ("other", "toy:1"),
        ("view", [[1, 4], [2, 5]]),
        ("same memory", True),
        ("written through a view", [[0, 9, 2], [3, 9, 5]]),
        ("strided copy", [[0, 3], [9, 9], [2, 5]]),
        ("half", True),
        ("complex", True),
        ("resized", [0, 9, 2, 3, 9, 5]),
    ],
)
def test_tensors_on_it(seen, what, wanted):
    assert seen["look"][what] == wanted


@pytest.mark.parametrize(
    "what, words",
    [
        ("mixed", "Expected all tensors to be on the same device, but found at least two devices, toy:0 and cpu!"),
        ("numpy", "can't convert a toy:0 tensor to numpy"),
        ("no such device", "there is no device toy:5"),
        ("module on a wrong device", "Invalid device, must be toy device"),
        ("full", "OutOfMemoryError: the toy box is full"),
    ],
)
def test_errors_on_it(seen, what, words):
    assert words in (seen["look"][what] or "no error")


def test_files_name_the_device(seen):
    assert seen["files"] == [["toy:1", [0, 1, 2]], ["cpu", [0, 1, 2]], ["toy:0", [0, 1, 2]]]
