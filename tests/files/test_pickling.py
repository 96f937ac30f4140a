"""Tensors under pickle and copy."""

import copy
import pickle

import pytest
from support.saving import SHARED, VALUES, describe, evaluate, loaded, saved, tensors

import pytorch_c

TENSORS = [c for c in VALUES if c.startswith(("torch.a", "torch.o", "torch.t", "torch.nn"))]
TENSORS += ["torch.empty(0, 3)", 'torch.empty(2, 3, device="meta")', "torch.float32"]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_tensors_pickle(protocol):
    for code in TENSORS:
        x = evaluate(code, pytorch_c)
        assert describe(pickle.loads(pickle.dumps(x, protocol))) == describe(x)


@pytest.mark.parametrize("code", TENSORS)
def test_tensors_deepcopy(code):
    x = evaluate(code, pytorch_c)
    if getattr(x, "is_leaf", True):
        assert describe(copy.deepcopy(x)) == describe(x)
        assert describe(copy.copy(x)) == describe(x)


@pytest.mark.parametrize("protocol", [2, 5])
@pytest.mark.parametrize("code", SHARED)
def test_pickle_and_deepcopy_keep_what_is_shared(code, protocol):
    original = evaluate(code, pytorch_c)
    for new in (pickle.loads(pickle.dumps(original, protocol)), copy.deepcopy(original)):
        result = tensors(new, pytorch_c)
        with pytorch_c.no_grad():
            result[0].fill_(77)
        assert all(77 in t.reshape(-1).tolist() for t in result)
        assert not any(77 in t.reshape(-1).tolist() for t in tensors(original, pytorch_c))


def test_pickle_out_of_band_does_not_copy():
    buffers = []
    x = pytorch_c.arange(1000.0)
    data = pickle.dumps(x, 5, buffer_callback=buffers.append)
    assert len(data) < 500
    assert pickle.loads(data, buffers=buffers).tolist() == x.tolist()


def test_deepcopy_copies_the_gradient():
    x = pytorch_c.ones(2, requires_grad=True)
    (x * 3).sum().backward()
    y = copy.deepcopy(x)
    assert y.grad.tolist() == [3.0, 3.0]
    y.grad.zero_()
    assert x.grad.tolist() == [3.0, 3.0]


def test_deepcopy_of_one_tensor_twice_is_one_tensor():
    x = pytorch_c.ones(2)
    a, b = copy.deepcopy([x, x])
    assert a is b and a is not x


def test_deepcopy_of_a_result_raises():
    with pytest.raises(pytorch_c.TorchError, match="detach"):
        copy.deepcopy(pytorch_c.ones(2, requires_grad=True) * 2)


def test_copy_shares_memory():
    x = pytorch_c.ones(2)
    copy.copy(x).fill_(5)
    assert x.tolist() == [5.0, 5.0]


def test_a_whole_module_saves_pickles_and_copies():
    module = pytorch_c.nn.Linear(3, 2)
    for other in (
        loaded(saved(module), weights_only=False),
        pickle.loads(pickle.dumps(module)),
        copy.deepcopy(module),
    ):
        assert describe(other.weight) == describe(module.weight)
        other.weight.data.zero_()
        assert any(any(row) for row in module.weight.tolist())
