"""to_torch and from_torch: one tensor that two libraries have, with its graph; modules that share parameters."""

import gc
import subprocess
import sys
import threading

import pytest
import torch

import pytorch_c
from pytorch_c import nn


def test_it_is_the_very_same_tensor():
    x = pytorch_c.arange(3.0)
    theirs = pytorch_c.to_torch(x)
    assert type(theirs) is torch.Tensor and theirs.data_ptr() == x.data_ptr()
    theirs[0] = 5
    x[1] = 6
    assert x.tolist() == theirs.tolist() == [5, 6, 2] and x._version == theirs._version == 2
    assert pytorch_c.from_torch(theirs).is_same(x) and pytorch_c.to_torch(x) is theirs


def test_gradients_flow_through_both():
    x = torch.ones(3, requires_grad=True)
    middle = pytorch_c.from_torch(x * 2)
    assert middle.requires_grad and not middle.is_leaf
    last = pytorch_c.to_torch((middle**2).sum())
    (last * 3).backward()
    assert x.grad.tolist() == [24, 24, 24] and pytorch_c.from_torch(x).grad.tolist() == [24, 24, 24]
    ours = pytorch_c.ones(2, requires_grad=True)
    pytorch_c.from_torch(torch.exp(pytorch_c.to_torch(ours))).sum().backward()
    assert pytorch_c.to_torch(ours).grad is not None and ours.grad.allclose(pytorch_c.ones(2).exp())


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_each_outlives_the_other(first):
    ours = pytorch_c.arange(1000.0)
    theirs = pytorch_c.to_torch(ours)
    if first == "ours":
        ours.close()
        gc.collect()
        assert theirs.sum().item() == 499500
    else:
        del theirs
        gc.collect()
        assert ours.sum().item() == 499500


def test_lifetimes_under_a_collector_stress():
    before = pytorch_c.live_tensors()
    old = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for i in range(200):
            x = pytorch_c.full((4,), float(i))
            there = pytorch_c.to_torch(x)
            there.cycle = [there]
            assert pytorch_c.from_torch(there).sum().item() == 4 * i
    finally:
        gc.set_threshold(*old)
    del x, there
    gc.collect()
    assert pytorch_c.live_tensors() == before


def test_from_any_thread():
    found = []

    def go():
        for i in range(200):
            found.append(pytorch_c.to_torch(pytorch_c.full((3,), float(i))).sum().item())

    threads = [threading.Thread(target=go) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(found) == sorted(3.0 * i for i in range(200) for _ in range(4))


@pytest.mark.parametrize("wrong", [1, None, [1.0], "x"])
def test_what_is_no_tensor_is_refused(wrong):
    with pytest.raises(TypeError, match="argument 'tensor' must be"):
        pytorch_c.to_torch(wrong)
    with pytest.raises(TypeError, match="argument 'tensor' must be"):
        pytorch_c.from_torch(wrong)
    with pytest.raises(TypeError, match="argument 'module' must be"):
        nn.from_torch(wrong)


def test_under_torchs_name_its_loggers_are_below_that_of_torch():
    program = """
import logging, pytorch_c
pytorch_c.install_as_torch()
import torch
seen = []
handler = logging.Handler()
handler.emit = lambda record: seen.append(record.getMessage())
logging.getLogger("torch").addHandler(handler)
logging.getLogger("torch").setLevel("ERROR")
below = logging.getLogger("pytorch_c.multiprocessing.spawn")
below.warning("no")
below.error("yes")
assert seen == ["yes"], seen
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_under_torchs_name_there_is_no_torch_itself():
    code = """
import pytorch_c; pytorch_c.install_as_torch()
for call in (pytorch_c.to_torch, pytorch_c.from_torch, pytorch_c.nn.from_torch):
    try:
        call(pytorch_c.ones(1))
    except (ImportError, TypeError) as error:
        print(type(error).__name__)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["ImportError", "TypeError", "TypeError"]


MODULES = {
    "perceptron": (lambda n: n.Sequential(n.Linear(6, 5), n.ReLU(), n.Dropout(0.5), n.Linear(5, 2)), (4, 6)),
    "convolutions": (
        lambda n: n.Sequential(n.Conv2d(3, 4, 3), n.BatchNorm2d(4), n.MaxPool2d(2), n.Flatten()),
        (2, 3, 8, 8),
    ),
    "lstm": (lambda n: n.LSTM(4, 3, 2, batch_first=True, bidirectional=True), (2, 5, 4)),
    "transformer": (lambda n: n.TransformerEncoderLayer(8, 2, 16, batch_first=True), (2, 3, 8)),
    "shared": (lambda n: (one := n.Linear(4, 4), n.Sequential(one, n.Tanh(), one))[1], (3, 4)),
    "list": (lambda n: n.ModuleList([n.LayerNorm(4), n.GELU()])[0], (3, 4)),
}


@pytest.mark.parametrize("name", MODULES)
def test_a_module_shares_its_parameters(name):
    make, shape = MODULES[name]
    theirs = make(torch.nn).eval()
    ours = nn.from_torch(theirs)
    assert type(ours).__name__ == type(theirs).__name__ and isinstance(ours, nn.Module)
    assert list(ours.state_dict()) == list(theirs.state_dict())
    x = torch.randn(shape)
    first = lambda y: y[0] if isinstance(y, tuple) else y  # noqa: E731
    expected, found = first(theirs(x)), first(ours(pytorch_c.from_torch(x)))
    assert torch.equal(pytorch_c.to_torch(found), expected)
    found.sum().backward()
    mine, other = dict(ours.named_parameters()), dict(theirs.named_parameters())
    assert list(mine) == list(other)
    for name, one in mine.items():
        assert isinstance(one, nn.Parameter) and one.data_ptr() == other[name].data_ptr()
        assert torch.equal(pytorch_c.to_torch(one.grad), other[name].grad)
    pytorch_c.optim.SGD(ours.parameters(), lr=0.1).step()
    after = first(theirs(x))
    assert torch.equal(pytorch_c.to_torch(first(ours(pytorch_c.from_torch(x)))), after)
    assert not torch.equal(after, expected)


def test_a_module_of_the_users_own_is_refused():
    class Own(torch.nn.Module):
        pass

    with pytest.raises(TypeError, match="Own is none of torch.nn's"):
        nn.from_torch(torch.nn.Sequential(Own()))
