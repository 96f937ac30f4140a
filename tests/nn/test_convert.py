"""Module.to and its short forms: in place, same Tensor objects, integers left alone."""

import pytest
import torch
from oracle import array, assert_close

import pytorch_c
from pytorch_c import nn


def model(library=pytorch_c):
    n = library.nn
    return n.Sequential(n.Conv2d(1, 2, 3), n.BatchNorm2d(2), n.Flatten(), n.Linear(8, 3))


FORMS = [
    lambda t, m: m.to(t.float64),
    lambda t, m: m.to(dtype=t.float64),
    lambda t, m: m.to("cpu", t.float64),
    lambda t, m: m.to(t.device("cpu"), dtype=t.float64, non_blocking=True),
    lambda t, m: m.to(device="cpu", dtype=t.float64),
    lambda t, m: m.to(t.ones(1, dtype=t.float64)),
    lambda t, m: m.to(None, t.float64),
    lambda t, m: m.double(),
    lambda t, m: m.double().float().to(t.float16).to(t.float64),
    lambda t, m: m.half(),
    lambda t, m: m.bfloat16(),
    lambda t, m: m.half().float(),
    lambda t, m: m.cpu(),
    lambda t, m: m.to("cpu"),
    lambda t, m: m.to(),
]


@pytest.mark.parametrize("form", FORMS)
def test_dtypes_equal_torchs_and_objects_stay(form):
    ours, theirs = model(), model(torch)
    held = [*ours.parameters(), *ours.buffers()]
    assert form(pytorch_c, ours) is ours
    form(torch, theirs)
    kept = [*ours.parameters(), *ours.buffers()]
    assert all(one is other for one, other in zip(held, kept)) and len(held) == len(kept)
    assert [str(t.dtype).split(".")[-1] for t in kept] == [
        str(t.dtype).split(".")[-1] for t in (*theirs.parameters(), *theirs.buffers())
    ]
    assert all(isinstance(t, nn.Parameter) and t.requires_grad and t.is_leaf for t in ours.parameters())


def test_gradients_and_optimizer_follow():
    results = []
    for library in (pytorch_c, torch):
        library.manual_seed(0)
        net = model(library)
        optimizer = library.optim.SGD(net.parameters(), lr=0.1)
        x = array((3, 1, 4, 4))
        net(library.from_numpy(x)).sum().backward()
        net.double()
        assert net[0].weight.grad.dtype == library.float64
        optimizer.step()
        optimizer.zero_grad()
        net(library.from_numpy(x.astype("float64"))).sum().backward()
        optimizer.step()
        results.append(list(net.parameters()))
    assert_close(*results)


def test_shared_parameters_stay_shared():
    first, second = nn.Linear(2, 2), nn.Linear(2, 2)
    second.weight = first.weight
    net = nn.Sequential(first, second).double()
    assert net[0].weight is net[1].weight and net[0].weight.dtype == pytorch_c.float64


def test_tensors_in_tuples_are_converted():
    net = nn.Module()
    net.pair = (pytorch_c.ones(1), pytorch_c.arange(2))
    net.double()
    assert net.pair[0].dtype == pytorch_c.float64 and net.pair[1].dtype == pytorch_c.int64


def test_memory_format():
    net = model().to(memory_format=pytorch_c.channels_last)
    assert net[0].weight.is_contiguous(memory_format=pytorch_c.channels_last)


BAD = [
    (lambda m: m.to(pytorch_c.int64), TypeError, "floating point or complex"),
    (lambda m: m.to("cpu", "float64"), TypeError, "dtype must be a dtype"),
    (lambda m: m.to("cpu", pytorch_c.float32, False, 1), TypeError, "Module.to takes"),
    (lambda m: m.to("cpu", device="cpu"), TypeError, "Module.to takes"),
    (lambda m: m.to(type="cpu"), TypeError, "Module.to takes"),
    (lambda m: m.to("gpu"), RuntimeError, "device"),
]


@pytest.mark.parametrize("use, error, words", BAD)
def test_bad_arguments_are_named(use, error, words):
    with pytest.raises(error, match=words):
        use(model())
