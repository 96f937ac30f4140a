"""torch's own transforms, torch._functorch, on the levels of torch._C._functorch here: the numbers of torch's."""

import importlib

import pytest
import torch
from torch._functorch import apis as their_apis
from torch._functorch import eager_transforms as their_transforms

import pytorch_c
from pytorch_c import _C
from pytorch_c._functorch import apis, eager_transforms

X = [[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]]


def cube(x):
    return (x**3).sum()


PROGRAMS = {
    "vmap": lambda a, e, t: a.vmap(cube)(t),
    "grad": lambda a, e, t: a.grad(cube)(t),
    "vmap of grad": lambda a, e, t: a.vmap(a.grad(cube))(t),
    "grad of grad": lambda a, e, t: a.grad(lambda x: a.grad(cube)(x).sum())(t),
    "jvp": lambda a, e, t: e.jvp(lambda x: x.sin(), (t,), (t,))[1],
    "jvp of jvp": lambda a, e, t: e.jvp(lambda x: e.jvp(lambda y: y.sin(), (x,), (x,))[1], (t,), (t,))[1],
    "vjp": lambda a, e, t: e.vjp(lambda x: x.exp(), t)[1](t)[0],
    "jacrev": lambda a, e, t: e.jacrev(lambda x: x.sin())(t[0]),
    "jacfwd": lambda a, e, t: e.jacfwd(lambda x: x.sin())(t[0]),
    "hessian": lambda a, e, t: e.hessian(cube)(t[0]),
    "vmap of jacfwd": lambda a, e, t: a.vmap(e.jacfwd(lambda x: x.tanh()))(t),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_numbers_are_torchs(name):
    ours = PROGRAMS[name](apis, eager_transforms, pytorch_c.tensor(X))
    theirs = PROGRAMS[name](their_apis, their_transforms, torch.tensor(X))
    torch.testing.assert_close(torch.tensor(ours.tolist()), theirs)
    assert _C._functorch.maybe_current_level() is None


@pytest.mark.parametrize("name", ["grad", "vjp", "jvp"])
def test_they_differentiate_within_inference_mode(name):
    with pytorch_c.inference_mode():
        ours = PROGRAMS[name](apis, eager_transforms, pytorch_c.tensor(X))
        assert pytorch_c.is_inference_mode_enabled()
    with torch.inference_mode():
        theirs = PROGRAMS[name](their_apis, their_transforms, torch.tensor(X))
    torch.testing.assert_close(torch.tensor(ours.tolist()), theirs)


def test_a_level_that_cannot_be_opened_closes_none():
    def endless(x):
        return apis.vmap(lambda y: endless(y) + x)(pytorch_c.ones(1))

    with pytest.raises(RuntimeError, match="more than 63 levels"):
        endless(pytorch_c.ones(1))
    assert _C._functorch.get_dynamic_layer_stack_depth() == 0


def test_an_exception_closes_the_levels():
    def fails(x):
        assert _C._functorch.get_dynamic_layer_stack_depth() == 2
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        apis.vmap(apis.grad(fails))(pytorch_c.tensor(X))
    assert _C._functorch.get_dynamic_layer_stack_depth() == 0 and _C._functorch.peek_interpreter_stack() is None


def test_levels_tell_what_they_are():
    seen = []

    def looks(x):
        stack = _C._functorch.get_interpreter_stack()
        seen.extend((one.key().name, one.level()) for one in stack)
        seen.append(_C._functorch.CVmapInterpreterPtr(stack[0]).batchSize())
        seen.append(_C._functorch.count_jvp_interpreters())
        return x.sum()

    apis.vmap(apis.grad(looks))(pytorch_c.tensor(X))
    assert seen == [("Vmap", 1), ("Grad", 2), 2, 0]


def test_a_level_is_taken_away_and_put_back():
    level = _C._functorch._vmap_increment_nesting(2, "error")
    taken = _C._functorch.pop_dynamic_layer_stack()
    assert _C._functorch.maybe_current_level() is None
    assert _C._functorch.push_dynamic_layer_stack(taken) == level == _C._functorch._vmap_decrement_nesting()
    with pytest.raises(RuntimeError, match="no level of a transform is open"):
        _C._functorch._vmap_decrement_nesting()


def test_a_forward_level_belongs_to_who_opened_it():
    from pytorch_c.autograd import forward_ad

    eager_transforms.jvp(lambda x: x.sin(), (pytorch_c.ones(2),), (pytorch_c.ones(2),))
    pytorch_c.func.jvp(lambda x: x.sin(), (pytorch_c.ones(2),), (pytorch_c.ones(2),))
    with forward_ad.dual_level():  # none is left open
        dual = forward_ad.make_dual(pytorch_c.ones(2), pytorch_c.ones(2))
        assert forward_ad.unpack_dual(dual).tangent.tolist() == [1, 1]


def test_requires_grad_is_set_by_its_method_outside_of_levels_only():
    with pytest.raises(RuntimeError, match="inside of a function being transformed"):
        pytorch_c.func.grad(lambda x: x.requires_grad_().sum())(pytorch_c.tensor(X))
    made = pytorch_c.func.vmap(lambda x: (x * pytorch_c.nn.Linear(3, 1, bias=False).weight).sum(), randomness="same")
    assert made(pytorch_c.tensor(X)).shape == (2,)  # a parameter may be made there, as in torch


def test_warnings_of_operators_without_a_rule_are_a_setting():
    before = _C._debug_only_are_vmap_fallback_warnings_enabled()
    try:
        _C._debug_only_display_vmap_fallback_warnings(not before)
        assert _C._debug_only_are_vmap_fallback_warnings_enabled() is not before
    finally:
        _C._debug_only_display_vmap_fallback_warnings(before)


def test_operators_without_a_rule_may_be_refused():
    for t in (torch, pytorch_c):
        switches, x = importlib.import_module(f"{t.__name__}._C")._functorch, t.rand(3, 4)
        assert switches._is_vmap_fallback_enabled()
        switches._set_vmap_fallback_enabled(False)
        try:
            with pytest.raises(RuntimeError, match="aten::histc hit the vmap fallback which is currently disabled"):
                t.vmap(t.histc)(x)
        finally:
            switches._set_vmap_fallback_enabled(True)
        assert t.vmap(t.histc)(x).shape == (3, 100)


def test_names_of_modules_are_no_operators():
    assert not hasattr(pytorch_c, "__module__") and not hasattr(pytorch_c, "pytorch_c")
    assert pytorch_c.__and__(pytorch_c.tensor([3]), 1).tolist() == [1]
