"""state_dict and load_state_dict: torch's keys, torch's errors, all checks before the first change."""

import io
import re
from collections import OrderedDict

import pytest
import torch
from support.built import assert_close, build_both, copy_state

import pytorch_c
from pytorch_c import nn


def network(library):
    n = library.nn

    class Net(n.Module):
        def __init__(self):
            super().__init__()
            self.stem = n.Sequential(n.Conv2d(1, 4, 3), n.BatchNorm2d(4), n.ReLU())
            self.blocks = n.ModuleList([n.Linear(4, 4, bias=False), n.Linear(4, 4)])
            self.heads = n.ModuleDict({"age": n.Linear(4, 1), "kind": n.Linear(4, 3)})
            self.scale = n.Parameter(library.ones(1))
            self.register_buffer("seen", library.zeros(2))
            self.register_buffer("scratch", library.zeros(2), persistent=False)

    return Net()


def test_keys_and_metadata_equal_torchs():
    ours, theirs = build_both(network)
    one, other = ours.state_dict(), theirs.state_dict()
    assert list(one) == list(other)
    assert one._metadata == other._metadata
    assert list(ours.state_dict(prefix="net.")) == list(theirs.state_dict(prefix="net."))
    assert isinstance(one, OrderedDict)


def test_goes_both_ways_with_torch():
    ours, theirs = network(pytorch_c), network(torch)
    copy_state(theirs, ours)
    for key, value in theirs.state_dict().items():
        assert_close(ours.state_dict()[key], value)
    with pytorch_c.no_grad():
        for tensor in ours.state_dict().values():
            tensor.add_(1)
    copy_state(ours, theirs)
    for key, value in theirs.state_dict().items():
        assert_close(ours.state_dict()[key], value)


def test_files_go_both_ways_with_torch():
    ours, theirs = network(pytorch_c), network(torch)
    file = io.BytesIO()
    torch.save(theirs.state_dict(), file)
    file.seek(0)
    ours.load_state_dict(pytorch_c.load(file))
    file = io.BytesIO()
    pytorch_c.save(ours.state_dict(), file)
    file.seek(0)
    fresh = network(torch)
    fresh.load_state_dict(torch.load(file, weights_only=True))
    for key in theirs.state_dict():
        assert_close(ours.state_dict()[key], fresh.state_dict()[key])


def test_shares_memory_and_is_detached():
    module = nn.Linear(2, 2)
    state = module.state_dict()
    assert not state["weight"].requires_grad and state["weight"].data_ptr() == module.weight.data_ptr()
    assert module.state_dict(keep_vars=True)["weight"] is module.weight
    held = {"other": 1}
    assert module.state_dict(destination=held, prefix="a.") is held and list(held) == ["other", "a.weight", "a.bias"]


def test_load_copies_and_casts():
    module = nn.Linear(2, 2)
    weight = module.weight
    source = {"weight": pytorch_c.ones(2, 2, dtype=pytorch_c.float64), "bias": pytorch_c.zeros(2)}
    result = module.load_state_dict(source)
    assert str(result) == "<All keys matched successfully>" and result.missing_keys == []
    assert module.weight is weight and weight.dtype == pytorch_c.float32 and weight.requires_grad
    assert weight.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert module.set_state_dict(source) == ([], [])


def test_assign_puts_the_tensors_in_place():
    module = nn.Linear(2, 2)
    source = {"weight": pytorch_c.ones(2, 2, dtype=pytorch_c.float64), "bias": nn.Parameter(pytorch_c.zeros(2))}
    module.bias.requires_grad_(False)
    module.load_state_dict(source, assign=True)
    assert isinstance(module.weight, nn.Parameter) and module.weight.requires_grad
    assert module.weight.data_ptr() == source["weight"].data_ptr() and module.weight.dtype == pytorch_c.float64
    assert module.bias is source["bias"] and not module.bias.requires_grad


def test_not_strict_reports_what_it_left():
    module = nn.Linear(2, 2)
    result = module.load_state_dict({"weight": pytorch_c.ones(2, 2), "extra": pytorch_c.ones(1)}, strict=False)
    assert result.missing_keys == ["bias"] and result.unexpected_keys == ["extra"]
    assert "missing_keys=['bias']" in repr(result)
    assert module.weight.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def broken(library):
    return {
        "stem.0.weight": library.ones(4, 1, 5, 5),
        "stem.0.bias": library.ones(4),
        "heads.age.weight": library.ones(4),
        "heads.size.weight": library.ones(4),
        "scale": library.ones(1),
        "scratch": library.ones(2),
    }


def test_errors_list_everything_as_torch():
    ours, theirs = build_both(network)
    with pytest.raises(pytorch_c.TorchError) as one:
        ours.load_state_dict(broken(pytorch_c))
    with pytest.raises(RuntimeError) as other:
        theirs.load_state_dict(broken(torch))

    def lines(error):
        # The two walk the unexpected keys in another order, and name Size after themselves.
        text = str(error.value).replace("pytorch_c.Size", "torch.Size")
        return [re.sub(r'".*"', lambda keys: str(sorted(keys[0].split(", "))), line) for line in text.split("\n")]

    assert lines(one) == lines(other)


def test_nothing_changes_unless_everything_fits():
    module = network(pytorch_c)
    before = {key: value.clone() for key, value in module.state_dict().items()}
    for strict in (True, False):
        with pytest.raises(RuntimeError, match="size mismatch for stem.0.weight"):
            module.load_state_dict(broken(pytorch_c), strict=strict)
    with pytest.raises(
        RuntimeError, match='"scale", expected torch.Tensor or Tensor-like object .* received <class .float.>'
    ):
        module.load_state_dict({**before, "scale": 1.0})
    with pytest.raises(TypeError, match="Expected state_dict to be dict-like, got"):
        module.load_state_dict([before])
    for key, value in module.state_dict().items():
        assert value.tolist() == before[key].tolist()


def test_old_files_load():
    norm, scalar = nn.BatchNorm2d(2), nn.Module()
    state = norm.state_dict()
    del state["num_batches_tracked"]
    state._metadata[""]["version"] = 1
    norm.load_state_dict(state)
    scalar.value = nn.Parameter(pytorch_c.tensor(0.0))
    scalar.load_state_dict({"value": pytorch_c.tensor([3.0])})
    assert scalar.value.item() == 3.0
    state._metadata[""]["version"] = 2
    with pytest.raises(RuntimeError, match="num_batches_tracked"):
        norm.load_state_dict(state)
