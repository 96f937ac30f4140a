"""Optimizer, the base class: hooks, groups, subclasses, and the names that libraries import from its module."""

import importlib
import pickle
import warnings

import pytest
import torch
from support.oracle import agree
from support.stepping import parameters, set_gradients

import pytorch_c

LIBRARIES = (pytorch_c, torch)


def hooked(library):
    """Returns what hooks see and do, in order."""
    said = []
    params = parameters(library)
    optimizer = library.optim.SGD(params, lr=0.1)
    base = library.optim.Optimizer
    assert isinstance(optimizer, base)
    from_module = __import__(f"{library.__name__}.optim.optimizer", fromlist=["x"])
    note = lambda name: lambda *given: said.append((name, type(given[0]).__name__, len(given)))
    handles = [
        from_module.register_optimizer_step_pre_hook(note("global pre")),
        from_module.register_optimizer_step_post_hook(note("global post")),
        optimizer.register_step_pre_hook(note("pre")),
        optimizer.register_step_post_hook(note("post")),
        optimizer.register_state_dict_pre_hook(note("state pre")),
        optimizer.register_state_dict_post_hook(note("state post")),
        optimizer.register_state_dict_post_hook(lambda o, s: {**s, "more": 1}, prepend=True),
        optimizer.register_load_state_dict_pre_hook(note("load pre")),
        optimizer.register_load_state_dict_pre_hook(lambda o, s: said.append("first"), prepend=True),
        optimizer.register_load_state_dict_post_hook(note("load post")),
    ]
    set_gradients(library, params, 1)
    optimizer.step()
    state = optimizer.state_dict()
    said.append(sorted(state))
    optimizer.load_state_dict(state)
    for handle in handles:
        handle.remove()
    optimizer.step()
    optimizer.state_dict()
    return said


def test_hooks_run_as_in_torch():
    agree(hooked)


def test_a_pre_hook_may_change_the_arguments():
    def run(library):
        param = library.nn.Parameter(library.ones(2))
        optimizer = library.optim.SGD([param], lr=0.1)
        optimizer.register_step_pre_hook(lambda o, args, kwargs: (args, {"closure": lambda: 7}))
        return optimizer.step()

    agree(run)
    optimizer = pytorch_c.optim.SGD(parameters(pytorch_c))
    optimizer.register_step_pre_hook(lambda o, args, kwargs: 3)
    with pytest.raises(RuntimeError, match="must return None or a tuple"):
        optimizer.step()


def own_optimizer(library):
    """An optimizer written as libraries write theirs."""
    module = __import__(f"{library.__name__}.optim.optimizer", fromlist=["x"])

    class Sign(module.Optimizer):
        def __init__(self, params, lr=module.required, scale=1.0):
            super().__init__(params, {"lr": lr, "scale": scale})

        @library.no_grad()
        def step(self, closure=None):
            loss = None
            if closure is not None:
                with library.enable_grad():
                    loss = closure()
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        state = self.state[p]
                        state["count"] = state.get("count", 0) + 1
                        p.add_(p.grad.sign(), alpha=-group["lr"] * group["scale"])
            return loss

    return Sign


def test_an_optimizer_of_a_user():
    def run(library):
        params = parameters(library)
        optimizer = own_optimizer(library)([{"params": params[:2], "lr": 0.1}, {"params": params[2:], "lr": 0.5}])
        calls = []
        optimizer.register_step_post_hook(lambda *given: calls.append(1))
        for step in range(3):
            set_gradients(library, params, step)
            optimizer.step()
        return [p.detach() for p in params], calls, optimizer.state_dict(), repr(optimizer)

    agree(run)


def test_a_required_setting_is_asked_for():
    def run(library):
        return own_optimizer(library)(parameters(library))

    agree(run, raises=ValueError)


def test_a_setting_of_a_group_must_be_there_before_anything_changes():
    params = parameters(pytorch_c)
    optimizer = own_optimizer(pytorch_c)(params[:1], lr=0.1)
    with pytest.raises(ValueError, match="more than one parameter group"):
        optimizer.add_param_group({"params": params[:1]})
    assert len(optimizer.param_groups) == 1


def test_a_parameter_that_stands_twice_is_warned_of():
    def run(library):
        param = library.nn.Parameter(library.ones(2))
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            optimizer = library.optim.SGD([param, param], lr=0.1)
        return [(one.category.__name__, str(one.message)) for one in said], len(optimizer.param_groups[0]["params"])

    agree(run)


def test_state_of_no_parameter_is_kept():
    def run(library):
        optimizer = library.optim.SGD(parameters(library), lr=0.1)
        optimizer.state["of all"] = {"seen": 3}
        state = optimizer.state_dict()
        other = library.optim.SGD(parameters(library), lr=0.1)
        other.load_state_dict(state)
        return state["state"], dict(other.state)

    agree(run)


def test_pickles_keep_hooks_apart():
    params = parameters(pytorch_c)
    optimizer = pytorch_c.optim.Adam(params)
    optimizer.register_step_pre_hook(lambda *given: None)
    twin = pickle.loads(pickle.dumps(optimizer))
    assert not twin._optimizer_step_pre_hooks and twin.defaults == optimizer.defaults
    twin.step()


def test_a_step_counter_that_is_a_number_becomes_a_tensor():
    def run(library):
        params = parameters(library)
        optimizer = library.optim.Adam(params, lr=0.1)
        set_gradients(library, params, 1)
        optimizer.step()
        state = optimizer.state_dict()
        for held in state["state"].values():
            held["step"] = int(held["step"])
        for group in state["param_groups"]:
            del group["maximize"]
        optimizer.load_state_dict(state)
        set_gradients(library, params, 2)
        optimizer.step()
        return [held["step"] for held in optimizer.state.values()], [p.detach() for p in params]

    agree(run)


NAMES = """Args Kwargs StateDict DeviceDict DeviceDtypeDict ParamsT Optimizer required _RequiredParameter
_use_grad_for_differentiable _get_value _to_scalar _get_scalar_dtype _stack_if_compiling _view_as_real
_default_to_fused_or_foreach _disable_dynamo_if_unsupported _device_dtype_check_for_fused
_get_capturable_supported_devices _capturable_doc _differentiable_doc _foreach_doc _fused_doc _maximize_doc
_params_doc _global_optimizer_pre_hooks _global_optimizer_post_hooks register_optimizer_step_pre_hook
register_optimizer_step_post_hook""".split()


@pytest.mark.parametrize("name", NAMES)
def test_names_that_libraries_import(name):
    for library in LIBRARIES:
        assert hasattr(importlib.import_module(f"{library.__name__}.optim.optimizer"), name)


def test_values_of_those_names():
    from pytorch_c.optim import optimizer as ours

    assert ours._get_value(pytorch_c.tensor([2.5])) == 2.5 and ours._get_value(3) == 3
    assert ours._to_scalar(pytorch_c.tensor([2.5])).dim() == 0
    assert ours._get_scalar_dtype() == pytorch_c.float32
    assert repr(ours.required) == "<required parameter>"
    params, states = [pytorch_c.ones(2, dtype=pytorch_c.complex64)], [pytorch_c.ones(2, dtype=pytorch_c.complex64)]
    ours._view_as_real(params, states)
    assert params[0].shape == states[0].shape == (2, 2)
    grouped = ours.Optimizer._group_tensors_by_device_and_dtype(
        [[pytorch_c.ones(1), pytorch_c.ones(1).double()], [None, pytorch_c.ones(2).double()]], with_indices=True
    )
    assert [indices for _, indices in grouped.values()] == [[0], [1]]


@pytest.mark.parametrize("name", ["Adam", "SGD", "Adagrad"])
def test_a_fused_step_takes_a_scale_out_of_the_gradients(name):
    def run(library, found):
        param = library.nn.Parameter(library.ones(3))
        optimizer = getattr(library.optim, name)([param], lr=0.1, fused=True)
        optimizer.grad_scale, optimizer.found_inf = library.tensor(4.0), library.tensor(found)
        param.grad = library.arange(3.0)
        optimizer.step()
        return param.detach()

    for found in (0.0, 1.0):
        agree(lambda library, found=found: run(library, found))


def test_capturable_needs_a_device_with_graphs():
    def run(library):
        params = parameters(library)
        optimizer = library.optim.RMSprop(params, capturable=True)
        set_gradients(library, params, 1)
        optimizer.step()

    agree(run, raises=AssertionError)


class _Kept:
    """Optimizers of one's own whose steps ask _init_group() for the lists, as libraries write them."""

    def __init__(self, library):
        optim = library.optim
        adam = __import__(f"{library.__name__}.optim.adam", fromlist=["adam"]).adam

        class Adam(optim.Adam):
            @library.no_grad()
            def step(self, closure: optim.Optimizer.OptimizerPreHook = None):
                for group in self.param_groups:
                    lists = [[] for _ in range(6)]
                    self.is_complex = self._init_group(group, *lists)
                    adam(
                        *lists,
                        amsgrad=group["amsgrad"],
                        beta1=0.9,
                        beta2=0.99,
                        lr=0.1,
                        weight_decay=0,
                        eps=1e-8,
                        maximize=False,
                    )

        class Counting:
            lists = 3

            def step(self, closure=None):
                super().step()
                made = [[] for _ in range(self.lists)]
                said = [self._init_group(group, *made) for group in self.param_groups]
                self.seen = said, [[one is not None for one in column] for column in made]

        self.Adam = Adam
        self.SGD = type("SGD", (Counting, optim.SGD), {})
        self.Adagrad = type("Adagrad", (Counting, optim.Adagrad), {"lists": 4})


@pytest.mark.parametrize(
    ("name", "settings"),
    [("Adam", {}), ("Adam", {"amsgrad": True}), ("SGD", {}), ("SGD", {"momentum": 0.9}), ("Adagrad", {})],
)
def test_steps_of_subclasses_get_the_lists(name, settings):
    def stepped(library):
        params = [*parameters(library), library.nn.Parameter(library.zeros(2))]
        optimizer = getattr(_Kept(library), name)(params, **settings)
        optimizer.step()  # no gradients yet
        for number in (1, 2):
            set_gradients(library, params[:-1], number)
            optimizer.step()
        return [p.detach() for p in params], getattr(optimizer, "seen", None), optimizer.state_dict()["state"]

    agree(stepped)
