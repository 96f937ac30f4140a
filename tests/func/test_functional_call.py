"""Modules as functions, with torch as the oracle."""

import copy

import pytest
from support.oracle import agree

pytest.importorskip("pytorch_c.nn.utils.stateless", reason="the modules' side of functional_call")


def net(t, seed=0):
    t.manual_seed(seed)
    return t.nn.Sequential(t.nn.Linear(3, 4), t.nn.Tanh(), t.nn.BatchNorm1d(4), t.nn.Linear(4, 2)).eval()


def per_sample(t):
    model = net(t)
    parameters = {name: one.detach() for name, one in model.named_parameters()}
    buffers = dict(model.named_buffers())

    def loss(parameters, x):
        return t.func.functional_call(model, (parameters, buffers), (x[None],)).pow(2).sum()

    return t.vmap(t.func.grad(loss), (None, 0))(parameters, t.ones(5, 3) * t.arange(5.0)[:, None])


def ensemble(t):
    models = [net(t, seed) for seed in range(3)]
    parameters, buffers = t.func.stack_module_state(models)
    base = copy.deepcopy(models[0])
    found = t.vmap(lambda p, b, x: t.func.functional_call(base, (p, b), (x,)), (0, 0, None))(
        parameters, buffers, t.ones(2, 3)
    )
    return found, all(one.requires_grad and one.is_leaf for one in parameters.values())


CASES = {
    "per sample": per_sample,
    "ensemble": ensemble,
    "tuples of arguments": lambda t: t.func.functional_call(
        t.nn.Linear(2, 2), {"weight": t.eye(2), "bias": t.ones(2)}, t.ones(1, 2)
    ),
    "batch norm": lambda t: without_statistics(t),
}


def without_statistics(t):
    model = t.func.replace_all_batch_norm_modules_(net(t).train())
    return model(t.arange(6.0).reshape(2, 3)), model[2].running_mean is None, sorted(model.state_dict())


@pytest.mark.parametrize("name", CASES)
def test_modules_as_functions(name):
    agree(CASES[name], strides=False)


ERRORS = {
    "no dict": (lambda t: t.func.functional_call(t.nn.Linear(1, 1), 3, ()), ValueError),
    "a list of others": (lambda t: t.func.functional_call(t.nn.Linear(1, 1), [{}, 3], ()), ValueError),
    "a name twice": (lambda t: t.func.functional_call(t.nn.Linear(1, 1), [{"bias": 1}, {"bias": 2}], ()), ValueError),
    "no models": (lambda t: t.func.stack_module_state([]), RuntimeError),
    "modes": (lambda t: t.func.stack_module_state([t.nn.Linear(1, 1), t.nn.Linear(1, 1).eval()]), RuntimeError),
    "classes": (lambda t: t.func.stack_module_state([t.nn.Linear(1, 1), t.nn.Tanh()]), RuntimeError),
    "gradients": (
        lambda t: t.func.stack_module_state([t.nn.Linear(1, 1), t.nn.Linear(1, 1).requires_grad_(False)]),
        RuntimeError,
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    case, raises = ERRORS[name]
    agree(case, raises=raises)
