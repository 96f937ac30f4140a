"""Groups of a few processes: collectives, messages, data-parallel training; torch's own beside them, and among them."""

import pytest
import torch

from .ranks import Ranks, run


def same(found, wanted):
    for mine, theirs in zip(found, wanted, strict=True):
        for key in theirs:
            assert mine[key] == theirs[key], key


def test_collectives_give_what_torchs_do(tmp_path):
    wanted = run("collectives", 3, tmp_path / "torch", libraries=["torch"] * 3)
    same(run("collectives", 3, tmp_path / "ours"), wanted)


def test_torch_and_ours_speak_to_each_other(tmp_path):
    found = run("collectives", 3, tmp_path, libraries=["pytorch_c", "torch", "pytorch_c"])
    assert [one["SUM"] for one in found] == [[3, 6, 9, 12]] * 3
    assert [one["scatter"] for one in found] == [[0, 0], [1, 1], [2, 2]]
    assert found[1]["gather"] == found[0]["all_gather"] == [[0, 1], [10, 11], [20, 21]]


def test_messages_objects_and_groups(tmp_path):
    found = run("messages", 3, tmp_path)
    assert [one["ring"] for one in found] == [[2, 2, 2], [0, 0, 0], [1, 1, 1]]
    assert found[0]["from anybody"] == [1, 2]
    assert found[1]["objects by message"] == [{"a": 1}, "b"]
    for rank, one in enumerate(found):
        assert one["all_gather_object"] == [{"rank": i, "text": "x" * i} for i in range(3)]
        assert one["gather_object"] == ([0, 10, 20] if rank == 1 else None)
        assert one["broadcast_object_list"] == [2, "text"] and one["scatter_object_list"] == ["abc"[rank]]
        assert one["subgroups"] == [1, 3] and one["future"] == 6
        assert one["works"] == [3 * i for i in range(20)]
    assert [one["all_reduce in a group"] for one in found] == [4, 2, 4]
    assert (found[0]["group"], found[2]["group"]) == ([0, 2, 2], [1, 2, 2])


def test_reduce_scatter_raises_when_a_rank_has_ended(tmp_path):
    """gloo's reduce_scatter is a work that knows no timeout and is never completed: a failure must not look like a delay."""
    with Ranks("left", 2, tmp_path) as ranks:
        first, *errors = ranks.results(but=(1,))[0]
    assert first == [0, 3] and len(errors) == 3
    assert all("rank 1 has ended" in text for text in errors), errors


def test_tensors_of_a_collective_live_until_it_is_done(tmp_path):
    for sums, live in run("alive", 2, tmp_path):
        assert sums == [1 + 2 * i for i in range(50)] and live == 0


@pytest.mark.parametrize("kind", ["plain", "views", "static", "unused", "no_sync"])
def test_weights_after_100_steps_are_torchs_to_the_bit(kind, tmp_path):
    ours = run("train", 2, tmp_path / "ours", kind)
    theirs = run("train", 2, tmp_path / "torch", kind, libraries=["torch"] * 2)
    assert ours[0][0] == ours[1][0], "the processes differ"
    assert ours == theirs


def test_one_torch_and_one_of_ours_train_one_model(tmp_path):
    mixed = run("train", 2, tmp_path / "mixed", "plain", libraries=["torch", "pytorch_c"])
    assert mixed[0][0] == mixed[1][0]
    assert mixed == run("train", 2, tmp_path / "ours", "plain")


def test_torch_in_the_same_process_has_groups_of_its_own(tmp_path):
    assert run("beside", 2, tmp_path) == [[[[1, 1], [[0.5, 0.5]]]] * 2] * 2


def test_synchronized_normalization_is_that_of_the_whole_batch(tmp_path):
    found = run("normalized", 2, tmp_path)
    torch.manual_seed(0)
    whole = torch.randn(8, 3, 5, requires_grad=True)
    norm = torch.nn.BatchNorm1d(3)
    out = norm(whole)
    (out * torch.arange(float(whole.numel())).reshape(whole.shape).cos()).sum().backward()
    for rank, (values, gradient, weight, bias, mean, variance) in enumerate(found):
        mine = slice(4 * rank, 4 * rank + 4)
        torch.testing.assert_close(torch.tensor(values), out[mine])
        torch.testing.assert_close(torch.tensor(gradient), whole.grad[mine])
        torch.testing.assert_close(torch.tensor(weight), norm.weight.grad)
        torch.testing.assert_close(torch.tensor(bias), norm.bias.grad)
        torch.testing.assert_close(torch.tensor(mean), norm.running_mean)
        torch.testing.assert_close(torch.tensor(variance), norm.running_var)
