"""Optimizer state: saved, loaded, exchanged with torch both ways, copied."""

import copy
import io
import pickle

import pytest
import torch
from support.stepping import assert_close, set_gradients, trajectory

import pytorch_c
from pytorch_c import optim
from pytorch_c.nn import Parameter

MAKERS = {
    "SGD": lambda o, p: o.SGD(p, lr=0.05, momentum=0.9, weight_decay=0.1),
    "SGD plain": lambda o, p: o.SGD(p, lr=0.05),
    "Adam": lambda o, p: o.Adam(p, lr=0.05, amsgrad=True),
    "AdamW": lambda o, p: o.AdamW(p, lr=0.05),
}


def through_file(state, source, target):
    file = io.BytesIO()
    source.save(state, file)
    file.seek(0)
    return target.load(file)


def go_on(library, params, optimizer):
    for step in range(5, 10):
        set_gradients(library, params, step)
        optimizer.step()
    return params


@pytest.mark.parametrize("case", MAKERS)
def test_state_goes_both_ways_with_torch(case):
    make = MAKERS[case]
    (ours, one), (theirs, other) = (trajectory(t, make, steps=5) for t in (pytorch_c, torch))
    assert one.state_dict()["param_groups"] == other.state_dict()["param_groups"]
    assert {n: sorted(held) for n, held in one.state_dict()["state"].items()} == {
        n: sorted(held) for n, held in other.state_dict()["state"].items()
    }
    from_torch = [Parameter(pytorch_c.from_numpy(p.detach().numpy().copy())) for p in theirs]
    to_torch = [torch.nn.Parameter(torch.from_numpy(p.detach().numpy().copy())) for p in ours]
    mine, its = make(optim, from_torch), make(torch.optim, to_torch)
    mine.load_state_dict(through_file(other.state_dict(), torch, pytorch_c))
    its.load_state_dict(through_file(one.state_dict(), pytorch_c, torch))
    expected = go_on(torch, theirs, other)
    assert_close(go_on(pytorch_c, from_torch, mine), expected)
    assert_close(go_on(torch, to_torch, its), expected)


def test_loading_copies_and_keeps_the_rest():
    (params, one), (others, other) = (trajectory(pytorch_c, MAKERS["Adam"], steps=2) for _ in range(2))
    state = one.state_dict()
    state["param_groups"][0]["lr"] = 0.5
    other.load_state_dict(state)
    assert other.param_groups[0]["lr"] == 0.5 and one.param_groups[0]["lr"] == 0.05
    assert other.param_groups[0]["params"][0] is others[0]
    mean = other.state[others[0]]["exp_avg"]
    assert mean.data_ptr() != one.state[params[0]]["exp_avg"].data_ptr()
    assert other.state[others[0]]["step"].item() == 2.0


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))])
def test_copies_go_their_own_way(copied):
    params, optimizer = trajectory(pytorch_c, MAKERS["Adam"], steps=2)
    twin = copied(optimizer)
    twins = twin.param_groups[0]["params"]
    assert all(one is not other for one, other in zip(params, twins))
    assert_close(go_on(pytorch_c, twins, twin), go_on(pytorch_c, params, optimizer))


def test_wrong_states_change_nothing():
    params, optimizer = trajectory(pytorch_c, MAKERS["SGD"], steps=2)
    state = optimizer.state_dict()
    for change, words in [
        (
            lambda s: s["param_groups"].append(dict(s["param_groups"][0], params=[])),
            "different number of parameter groups",
        ),
        (lambda s: s["param_groups"][0]["params"].pop(), "size of optimizer"),
        (lambda s: s["param_groups"][0].update(lr=-1.0), "learning rate"),
        (lambda s: s["state"][0].update(momentum_buffer=pytorch_c.ones(2)), "momentum_buffer is"),
    ]:
        bad = copy.deepcopy(state)
        change(bad)
        with pytest.raises(ValueError, match=words):
            optimizer.load_state_dict(bad)
        assert optimizer.param_groups[0]["lr"] == 0.05 and len(optimizer.param_groups) == 1
        assert optimizer.state[params[0]]["momentum_buffer"].shape == params[0].shape


def test_named_parameters_keep_their_names():
    module = pytorch_c.nn.Linear(2, 2)
    optimizer = optim.SGD(module.named_parameters(), lr=0.1)
    assert optimizer.param_groups[0]["param_names"] == ["weight", "bias"]
    assert optimizer.state_dict()["param_groups"][0]["param_names"] == ["weight", "bias"]
    with pytest.raises(ValueError, match="names"):
        optimizer.add_param_group({"params": Parameter(pytorch_c.ones(1))})


@pytest.mark.parametrize("library", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_a_group_may_give_the_names_itself(library):
    """Adds groups as torchtitan does, which chooses them by names."""
    weight, bias, other = (library.nn.Parameter(library.ones(2)) for _ in range(3))
    groups = [{"params": [weight], "param_names": ["weight"], "lr": 0.2}, {"params": [bias], "param_names": ["bias"]}]
    optimizer = library.optim.SGD(groups, lr=0.1)
    optimizer.add_param_group({"params": [("other", other)]})
    assert [(one["param_names"], one["lr"]) for one in optimizer.state_dict()["param_groups"]] == [
        (["weight"], 0.2),
        (["bias"], 0.1),
        (["other"], 0.1),
    ]
    with pytest.raises(ValueError, match="cannot add param group without names"):
        optimizer.add_param_group({"params": [library.nn.Parameter(library.ones(1))]})
    with pytest.raises(ValueError, match="cannot add param group with names"):
        plain = library.optim.SGD([weight], lr=0.1)
        plain.add_param_group({"params": [bias], "param_names": ["bias"]})


class Counting:
    """An optimizer of somebody else's that counts its steps in an int."""

    @staticmethod
    def of(library, param):
        made = type("Counter", (library.optim.Optimizer,), {})([param], {})
        made.state[param] = {"step": 3, "seen": [1, (2, library.ones(1).double())]}
        return made


def test_an_optimizer_of_ones_own_keeps_its_ints():
    for library in (torch, pytorch_c):
        param = library.ones(2, requires_grad=True)
        optimizer = Counting.of(library, param)
        optimizer.load_state_dict(optimizer.state_dict())
        held = optimizer.state[param]
        assert type(held["step"]) is int and held["step"] == 3
        assert held["seen"][0] == 1 and held["seen"][1][1].dtype is library.float32


@pytest.mark.parametrize(
    "name", "Adadelta Adagrad Adam AdamW Adamax ASGD NAdam RAdam RMSprop Rprop SGD Adafactor".split()
)
def test_an_int_of_an_older_file_becomes_a_tensor_where_torch_makes_one(name):
    kinds = []
    for library in (torch, pytorch_c):
        param = library.ones(2, 2, requires_grad=True)
        optimizer = getattr(library.optim, name)([param])
        param.sum().backward()
        optimizer.step()
        state = optimizer.state_dict()
        state["state"].setdefault(0, {})["step"] = 3
        optimizer.load_state_dict(state)
        kinds.append(type(optimizer.state[param]["step"]).__name__)
    assert kinds[0] == kinds[1]
