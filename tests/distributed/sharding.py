"""Meshes, sharded and tensor-parallel training, and checkpoints, beside torch's and among torch's: `make distributed`."""

import pytest
import torch

from .ranks import run as run_ranks


def run(program, size, folder, *arguments, **how):
    return run_ranks(program, size, folder, *arguments, script="sharded_programs.py", **how)


def both(program, size, folder, *arguments):
    """Returns what our processes give, and torch's."""
    ours = run(program, size, folder / "ours", *arguments)
    return ours, run(program, size, folder / "torch", *arguments, libraries=["torch"] * size)


def test_tensors_of_a_mesh_and_functional_collectives_are_torchs(tmp_path):
    ours, theirs = both("tensors", 2, tmp_path)
    assert ours == theirs and ours[0]["mixed"]


@pytest.mark.parametrize("kind", ["SGD", "Adam", "AdamW", "mixed"])
def test_fully_sharded_weights_are_torchs_to_the_bit(kind, tmp_path):
    ours, theirs = both("sharded", 2, tmp_path, kind)
    assert ours == theirs and ours[0][2] == ours[1][2] and "Shard" in ours[0][1]


def test_fully_sharded_training_is_that_of_one_process(tmp_path):
    """Sums of gradients are rounded in another order than those of one batch."""
    alone = run("alone", 1, tmp_path / "alone")[0]
    for found in run("weights", 2, tmp_path / "together"):
        for mine, wanted in zip(found, alone, strict=True):
            torch.testing.assert_close(torch.tensor(mine), torch.tensor(wanted))


@pytest.mark.parametrize("processes", [2, 4])
def test_gradients_are_averaged_over_a_dimension_of_a_mesh(processes, tmp_path):
    ours, theirs = both("meshed", processes, tmp_path)
    assert ours == theirs and len({one[2] for one in ours}) == 1 and len(ours[0][3]) == 2


def test_a_mesh_of_two_by_two_trains_to_torchs_weights_to_the_bit(tmp_path):
    ours, theirs = both("squared", 4, tmp_path)
    assert ours == theirs and len({one[2] for one in ours}) == 1


def test_torch_and_ours_share_one_model(tmp_path):
    mixed = run("sharded", 2, tmp_path / "mixed", "SGD", libraries=["torch", "pytorch_c"])
    assert mixed == run("sharded", 2, tmp_path / "ours", "SGD")


@pytest.mark.parametrize("writer, reader", [("torch", "pytorch_c"), ("pytorch_c", "torch")])
@pytest.mark.parametrize("writers, readers", [(2, 3), (3, 1)])
def test_checkpoints_go_both_ways_resharded(writer, reader, writers, readers, tmp_path):
    place = tmp_path / "checkpoint"
    written = run("kept", writers, tmp_path / "w", "save", place, libraries=[writer] * writers)
    found = run("kept", readers, tmp_path / "r", "load", place, libraries=[reader] * readers)
    assert {one[0] for one in found} == {written[0][0]} and all(one[1] == 3 for one in found)
    # Other numbers of parts are summed in another order.
    for mine, wanted in zip(found[0][2], written[0][2], strict=True):
        torch.testing.assert_close(torch.tensor(mine), torch.tensor(wanted))


@pytest.mark.parametrize("kind", ["even", "present", "unused", "hook"])
def test_join_with_uneven_data_ends_with_torchs_weights(kind, tmp_path):
    ours, theirs = both("uneven", 2, tmp_path, kind)
    assert ours == theirs and ours[0][0] == ours[1][0] and "exhausted" in ours[0][1]
