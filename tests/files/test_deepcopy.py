"""copy.deepcopy of tensors, beside torch: what is shared, and what a copy keeps."""

import copy

import pytest
import torch

import pytorch_c

PACKAGES = [pytorch_c, torch]


def whole(t):
    return t.arange(6.0).reshape(2, 3)


MADE = {
    "a tensor": whole,
    "of no dimension": lambda t: t.tensor(2.5),
    "transposed": lambda t: whole(t).t(),
    "channels last": lambda t: t.arange(24.0).reshape(1, 2, 3, 4).contiguous(memory_format=t.channels_last),
    "requires grad": lambda t: whole(t).requires_grad_(),
    "a parameter": lambda t: t.nn.Parameter(whole(t)),
    "a frozen parameter": lambda t: t.nn.Parameter(whole(t), requires_grad=False),
    "integers": lambda t: t.arange(5),
    "truths": lambda t: t.arange(5) > 2,
    "a row": lambda t: whole(t)[1],
    "every second": lambda t: t.arange(10.0)[::2],
    "expanded": lambda t: t.ones(3, 1).expand(3, 4),
    "conjugate": lambda t: t.ones(3, dtype=t.complex64).conj(),
    "empty": lambda t: t.empty(0, 3),
    "meta": lambda t: t.empty(2, 3, device="meta"),
    "sparse": lambda t: whole(t).to_sparse(),
}


def described(x):
    kind = type(x).__name__
    values = (
        None
        if x.is_meta
        else x.to_dense().resolve_conj().tolist()
        if x.layout.__str__() != "torch.strided"
        else x.tolist()
    )
    strides = x.stride() if "strided" in str(x.layout) else None
    return kind, values, tuple(x.shape), strides, str(x.dtype), x.requires_grad, x.is_leaf


@pytest.mark.parametrize("name", MADE)
def test_a_copy_is_what_torchs_is(name):
    made, copies = zip(*((x := MADE[name](t), copy.deepcopy(x)) for t in PACKAGES))
    assert described(copies[0]) == described(copies[1]) and described(copies[0])[1:] == described(made[0])[1:]
    if not made[0].is_meta and made[0].numel() and name != "sparse":
        assert copies[0].data_ptr() != made[0].data_ptr()


def whole_and_row(t):
    x = whole(t)
    return [x, x[1], x.view(-1), x]


def row_and_whole(t):
    x = whole(t)
    return [x[1], x, x.t(), x[1]]


def apart(t):
    return [whole(t), whole(t)]


@pytest.mark.parametrize("make", [whole_and_row, row_and_whole, apart])
def test_what_shares_its_memory_does_so_afterwards(make):
    found = []
    for t in PACKAGES:
        copies = copy.deepcopy(make(t))
        copies[1].data[:] = 7
        found.append([one.tolist() for one in copies] + [copies[0] is copies[-1]])
    assert found[0] == found[1]


def test_a_parameter_shares_its_memory_afterwards():
    p = pytorch_c.nn.Parameter(whole(pytorch_c))
    copies = copy.deepcopy([p, p.data, p.detach()[0]])
    copies[1][:] = 7
    assert copies[0].tolist() == [[7.0] * 3] * 2 and copies[2].tolist() == [7.0] * 3


def test_a_gradient_is_copied_with_its_tensor():
    for t in PACKAGES:
        p = whole(t).requires_grad_()
        (p * 3).sum().backward()
        both = copy.deepcopy([p, p.grad])
        assert both[0].grad is both[1] and both[1].tolist() == [[3.0] * 3] * 2
        assert both[1].data_ptr() != p.grad.data_ptr()


def test_the_gradient_of_a_parameter_is_not():
    for t in PACKAGES:
        p = t.nn.Parameter(whole(t))
        p.sum().backward()
        p.names_of_rows = ["a", "b"]
        new, layer = copy.deepcopy(p), copy.deepcopy(t.nn.ModuleList([t.nn.Linear(2, 1)]))[0]
        assert new.grad is None and vars(new) == {} and p.grad is not None
        assert type(new) is t.nn.Parameter and new.requires_grad and type(layer.weight) is t.nn.Parameter


def test_attributes_are_copied():
    for t in PACKAGES:
        x = whole(t)
        x.names_of_rows = ["a", "b"]
        new = copy.deepcopy(x)
        assert new.names_of_rows == ["a", "b"] and new.names_of_rows is not x.names_of_rows


def test_the_result_of_a_computation_is_refused():
    for t in PACKAGES:
        with pytest.raises(RuntimeError):
            copy.deepcopy(t.nn.Parameter(whole(t)) * 2)


def test_a_storage_in_the_place_of_one_that_is_gone_is_not_taken_for_it():
    first, memo = whole(pytorch_c), {}
    kept = first.detach()
    copied = first.__deepcopy__(memo)
    key = next(iter(memo["storages of pytorch_c"]))
    holds_the_tensor = memo["storages of pytorch_c"][key][1] is first  # else the storage itself
    first.data = pytorch_c.zeros(2, 3)  # over another storage from now on
    assert (kept.data_ptr(), 24) == key
    shares = kept[1].__deepcopy__(memo).data_ptr() == copied[1].data_ptr()
    assert shares is not holds_the_tensor


def test_a_copy_is_not_recorded():
    p = pytorch_c.nn.Parameter(whole(pytorch_c))
    assert copy.deepcopy(p).grad_fn is None
    with pytorch_c.inference_mode():
        assert not copy.deepcopy(whole(pytorch_c)).requires_grad
