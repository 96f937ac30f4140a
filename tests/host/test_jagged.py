"""Jagged nested tensors, which are torch's own class upon symbols and wrappers: values and gradients as in torch."""

import gc
import io
import subprocess
import sys

import numpy
import pytest

import pytorch_c as ours

theirs = pytest.importorskip("torch")

PARTS = [numpy.arange(6, dtype="float32").reshape(2, 3) / 7, numpy.ones((4, 3), "float32"), numpy.full((1, 3), -2, "f")]
WEIGHT = numpy.linspace(-1, 1, 15, dtype="float32").reshape(5, 3)


def jagged(lib, requires_grad=True):
    parts = [lib.tensor(one.tolist()) for one in PARTS]
    return lib.nested.nested_tensor(parts, layout=lib.jagged, requires_grad=requires_grad)


PROGRAMS = {
    "arithmetic": lambda lib, x: (x * 2 - x / 3).sin(),
    "linear": lambda lib, x: lib.nn.functional.linear(x, lib.tensor(WEIGHT.tolist())),
    "layer_norm": lambda lib, x: lib.nn.functional.layer_norm(x, (3,)),
    "softmax over a plain dimension": lambda lib, x: x.softmax(-1),
    "softmax over the ragged dimension": lambda lib, x: lib.softmax(x, 1),
    "mean over a plain dimension": lambda lib, x: x.mean(-1, keepdim=True),
    "transpose and product": lambda lib, x: (x.transpose(1, 2) * 2).transpose(1, 2),
    "view with the ragged size": lambda lib, x: x.view(3, x.size(1), 3, 1).squeeze(-1),
    "unbind": lambda lib, x: lib.nested.as_nested_tensor([one * 3 for one in x.unbind()], layout=lib.jagged),
    "where": lambda lib, x: lib.where(x > 0.5, x, x * 0),
    "attention": lambda lib, x: attention(lib, x),
    "padded": lambda lib, x: lib.nested.to_padded_tensor(x, -1.0),
}


def attention(lib, x):
    heads = x.unsqueeze(2).transpose(1, 2)
    return lib.nn.functional.scaled_dot_product_attention(heads, heads, heads).transpose(1, 2).squeeze(2)


def plain(x):
    x = x.detach()
    return numpy.concatenate([one.numpy().ravel() for one in (x.unbind() if x.is_nested else [x])])


@pytest.fixture(scope="module", autouse=True)
def what_stays():
    """torch's file keeps a tensor of its own once it was used."""
    jagged(ours)


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_and_gradients_are_torchs(name):
    found = []
    for lib in (ours, theirs):
        x = jagged(lib)
        out = PROGRAMS[name](lib, x)
        (out.values() if out.is_nested else out).sin().sum().backward()
        found.append((str(out.shape[0]), out.dim(), plain(out), plain(x.grad)))
    assert found[0][:2] == found[1][:2]
    for ours_has, theirs_has in zip(found[0][2:], found[1][2:]):
        numpy.testing.assert_allclose(ours_has, theirs_has, rtol=1e-5, atol=1e-6)


def test_the_ragged_size_is_a_symbol():
    x = jagged(ours)
    batch, ragged, last = x.shape
    assert (batch, last) == (3, 3) and isinstance(ragged, ours.SymInt)
    assert ragged == (x * 2).shape[1] and ragged != jagged(ours).shape[1]
    assert x.stride() == (3 * ragged, 3, 1) and x.numel() == 21 and x.dim() == 3
    assert x.shape == (x + 1).shape and hash(ragged) == hash(x.size(1))
    assert ours.Size([2, ragged])[1] == ragged
    with pytest.raises(ValueError, match="indeterminate"):
        bool(ragged > 3)


def test_a_symbol_is_no_size_of_a_plain_tensor():
    with pytest.raises(RuntimeError, match="concrete integers"):
        ours.zeros(jagged(ours).shape)


def test_a_narrowed_tensor_is_a_view():
    base = ours.arange(12.0).reshape(3, 4)
    x = ours.nested.narrow(base, 1, ours.tensor([0, 1, 0]), ours.tensor([2, 3, 1]), layout=ours.jagged)
    assert [one.tolist() for one in x.unbind()] == [[0.0, 1.0], [5.0, 6.0, 7.0], [8.0]]
    base.add_(1)
    assert x.unbind()[0].tolist() == [1.0, 2.0]


@pytest.mark.parametrize("weights_only", [True, False])
def test_files_hold_it(weights_only):
    file = io.BytesIO()
    ours.save(jagged(ours), file)
    file.seek(0)
    x = ours.load(file, weights_only=weights_only)
    assert x.layout == ours.jagged and x.requires_grad
    numpy.testing.assert_array_equal(plain(x), plain(jagged(ours)))


def test_nothing_stays():
    def once():
        x = jagged(ours)
        PROGRAMS["attention"](ours, x).values().sum().backward()

    once()
    gc.collect()
    before = ours.live_tensors()
    for _ in range(5):
        once()
    gc.collect()
    assert ours.live_tensors() == before


def test_a_view_is_made_again_on_another_base():
    values, offsets = ours.arange(6.0).reshape(3, 2).clone(), ours.tensor([0, 1, 3])
    x = ours.nested.nested_tensor_from_jagged(values, offsets)
    again = x._view_func(values * 10)
    assert again.layout == ours.jagged and again.values().tolist() == (values * 10).tolist()


PROGRAM = """
import {0}
import {1}
import pytorch_c, torch
for t in ({2}, {3}, {2}):
    x = t.nested.nested_tensor([t.ones(2, 3), t.ones(1, 3)], layout=t.jagged, requires_grad=True)
    (x * 2).transpose(1, 2).values().sum().backward()
    assert type(x.grad) is type(x) and x.grad.values().sum().item() == 18 and x.shape[1] == x.grad.shape[1], t
"""


@pytest.mark.parametrize("order", [("torch", "pytorch_c"), ("pytorch_c", "torch")])
@pytest.mark.parametrize("used", [("torch", "pytorch_c"), ("pytorch_c", "torch")])
def test_both_libraries_have_theirs_in_one_process(order, used):
    ran = subprocess.run([sys.executable, "-c", PROGRAM.format(*order, *used)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
