"""Module.to and its short forms: in place, same Tensor objects, integers left alone."""

import pytest
import torch
from support.built import array, assert_close

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
def test_dtypes_and_objects_equal_torchs(form):
    """Parameters stay the same objects; a buffer that changes is a new one."""
    found = []
    for library in (pytorch_c, torch):
        net = model(library)
        held = [*net.parameters(), *net.buffers()]
        assert form(library, net) is net
        kept = [*net.parameters(), *net.buffers()]
        found.append([(str(t.dtype).split(".")[-1], one is t) for one, t in zip(held, kept, strict=True)])
        assert all(isinstance(t, library.nn.Parameter) and t.requires_grad and t.is_leaf for t in net.parameters())
    assert found[0] == found[1]


def test_a_losss_weights_stay_the_callers():
    weight = pytorch_c.tensor([1.0, 2.0])
    loss = nn.CrossEntropyLoss(weight).double()
    assert (weight.dtype, loss.weight.dtype) == (pytorch_c.float32, pytorch_c.float64)
    assert [name for name, _ in loss.named_buffers()] == ["weight"]


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


def test_memory_format():
    net = model().to(memory_format=pytorch_c.channels_last)
    assert net[0].weight.is_contiguous(memory_format=pytorch_c.channels_last)


BAD = [
    (lambda m: m.to(pytorch_c.int64), TypeError, "only accepts floating point or complex dtypes"),
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
