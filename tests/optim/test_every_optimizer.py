"""Every optimizer of torch.optim: implementations, states that go both ways, autograd through a step, sparse gradients."""

import copy
import inspect
import io

import pytest
import torch
from support.stepping import MATRICES, assert_close, go_on, parameters, set_gradients, trajectory, values

import pytorch_c
from pytorch_c.nn import Parameter

# {row: (optimizer, settings, how it is stepped)}
ROWS = {
    "Adadelta": ("Adadelta", {"rho": 0.8, "weight_decay": 0.1}, {}),
    "Adafactor": ("Adafactor", {"weight_decay": 0.1, "d": 1.5}, {}),
    "Adagrad": ("Adagrad", {"lr_decay": 0.1, "initial_accumulator_value": 0.2}, {}),
    "Adam": ("Adam", {"lr": 0.05, "amsgrad": True}, {}),
    "Adam maximize": ("Adam", {"lr": 0.05, "maximize": True, "weight_decay": 0.1}, {}),
    "AdamW": ("AdamW", {"lr": 0.05}, {}),
    "Adamax": ("Adamax", {"weight_decay": 0.1}, {}),
    "ASGD": ("ASGD", {"t0": 3, "lambd": 0.1}, {}),
    "LBFGS": ("LBFGS", {"lr": 0.5, "max_iter": 3}, {"closure": True}),
    "LBFGS strong_wolfe": ("LBFGS", {"line_search_fn": "strong_wolfe", "max_iter": 4}, {"closure": True}),
    "Muon": ("Muon", {}, {"shapes": MATRICES}),
    "Muon adjusted": ("Muon", {"adjust_lr_fn": "match_rms_adamw", "nesterov": False}, {"shapes": MATRICES}),
    "NAdam": ("NAdam", {"weight_decay": 0.1}, {}),
    "NAdam decoupled": ("NAdam", {"weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True}, {}),
    "RAdam": ("RAdam", {"weight_decay": 0.1}, {}),
    "RAdam decoupled": ("RAdam", {"weight_decay": 0.1, "decoupled_weight_decay": True}, {}),
    "RMSprop": ("RMSprop", {"weight_decay": 0.1}, {}),
    "RMSprop centered": ("RMSprop", {"centered": True, "momentum": 0.5}, {}),
    "Rprop": ("Rprop", {"etas": (0.4, 1.3)}, {}),
    "SGD": ("SGD", {"momentum": 0.9, "dampening": 0.2}, {}),
    "SparseAdam": ("SparseAdam", {"lr": 0.05}, {"shapes": MATRICES, "sparse": True}),
    "SparseAdam maximize": ("SparseAdam", {"maximize": True}, {"shapes": MATRICES, "sparse": True}),
}
WITH_FOREACH = [
    row for row, (name, _, _) in ROWS.items() if "foreach" in inspect.signature(getattr(torch.optim, name)).parameters
]
LIBRARIES = (pytorch_c, torch)


def maker(row, **more):
    name, settings, _ = ROWS[row]
    return lambda optim, params: getattr(optim, name)(params, **{**settings, **more})


def through_file(state, source, target):
    file = io.BytesIO()
    source.save(state, file)
    file.seek(0)
    return target.load(file)


def test_no_optimizer_is_left_out():
    named = {name for name in torch.optim.__all__ if inspect.isclass(getattr(torch.optim, name))}
    assert named - {"Optimizer"} == {name for name, _, _ in ROWS.values()}
    assert named <= set(pytorch_c.optim.__all__)
    for name in named - {"Optimizer"}:
        ours, theirs = (inspect.signature(getattr(t.optim, name)).parameters for t in LIBRARIES)
        assert [(p.name, p.default, p.kind) for p in ours.values()] == [
            (p.name, p.default, p.kind) for p in theirs.values()
        ]


@pytest.mark.parametrize("row", ROWS)
def test_it_goes_where_torch_goes(row):
    way = ROWS[row][2]
    (ours, one), (theirs, other) = (trajectory(t, maker(row), **way) for t in LIBRARIES)
    assert_close(ours, theirs, rtol=1e-4, atol=1e-5)
    assert repr(one) == repr(other)


@pytest.mark.parametrize("row", WITH_FOREACH)
@pytest.mark.parametrize("foreach", [True, False])
def test_each_implementation_goes_where_torchs_goes(row, foreach):
    made = [trajectory(t, maker(row, foreach=foreach), **ROWS[row][2])[0] for t in LIBRARIES]
    assert_close(*made)
    if foreach is False:  # the same operators in the same order
        for one, other in zip(*made):
            assert one.detach().numpy().tobytes() == other.detach().numpy().tobytes()


@pytest.mark.parametrize("row", ROWS)
def test_it_resumes_across(row):
    way = ROWS[row][2]
    stepping = {key: value for key, value in way.items() if key != "shapes"}
    (ours, one), (theirs, other) = (trajectory(t, maker(row), steps=4, **way) for t in LIBRARIES)
    from_torch = [Parameter(pytorch_c.from_numpy(p.detach().numpy().copy())) for p in theirs]
    to_torch = [torch.nn.Parameter(torch.from_numpy(p.detach().numpy().copy())) for p in ours]
    mine, its = maker(row)(pytorch_c.optim, from_torch), maker(row)(torch.optim, to_torch)
    mine.load_state_dict(through_file(other.state_dict(), torch, pytorch_c))
    its.load_state_dict(through_file(one.state_dict(), pytorch_c, torch))
    expected = go_on(torch, theirs, other, range(4, 8), **stepping)
    assert_close(go_on(pytorch_c, from_torch, mine, range(4, 8), **stepping), expected, rtol=1e-4, atol=1e-5)
    assert_close(go_on(torch, to_torch, its, range(4, 8), **stepping), expected, rtol=1e-4, atol=1e-5)
    back = getattr(pytorch_c.optim, ROWS[row][0])(from_torch, **ROWS[row][1])
    back.load_state_dict(through_file(its.state_dict(), torch, pytorch_c))
    assert [list(held) for held in back.state_dict()["state"].values()] == [
        list(held) for held in its.state_dict()["state"].values()
    ]


@pytest.mark.parametrize("row", [row for row in ROWS if "LBFGS" not in row])  # torch's copy of one lacks `_params`
def test_copies_go_their_own_way(row):
    way = ROWS[row][2]
    stepping = {key: value for key, value in way.items() if key != "shapes"}
    params, optimizer = trajectory(pytorch_c, maker(row), steps=3, **way)
    twin = copy.deepcopy(optimizer)
    twins = twin.param_groups[0]["params"]
    assert all(one is not other for one, other in zip(params, twins))
    expected = go_on(pytorch_c, params, optimizer, range(3, 6), **stepping)
    assert_close(go_on(pytorch_c, twins, twin, range(3, 6), **stepping), expected)


@pytest.mark.parametrize("row", [row for row in WITH_FOREACH if row != "Adafactor"])
@pytest.mark.parametrize("foreach", [None, True, False])
def test_complex_parameters(row, foreach):
    def run(library):
        param = library.nn.Parameter(library.from_numpy(values(0, (2, 3)) + 1j * values(1, (2, 3))))
        optimizer = maker(row, foreach=foreach)(library.optim, [param])
        for step in range(5):
            param.grad = param.detach() * (0.5 - 0.2j * step)
            optimizer.step()
        return [library.view_as_real(param)]

    assert_close(run(pytorch_c), run(torch))


# ---- autograd follows a step ----

DIFFERENTIABLE = [
    row for row in ROWS if "differentiable" in inspect.signature(getattr(torch.optim, ROWS[row][0])).parameters
]


# Their second step changes what the first has saved; torch's too.
ONE_STEP = {"Adam", "Adamax", "RMSprop centered", "Rprop"}


@pytest.mark.parametrize("row", DIFFERENTIABLE)
def test_autograd_follows_a_step(row):
    def run(library):
        start = library.from_numpy(values(1, (3,))).double().requires_grad_()
        param = start.clone()
        optimizer = maker(row, differentiable=True)(library.optim, [param])
        for step in range(1 if row in ONE_STEP else 2):
            param.grad = (start * 0.5 + library.from_numpy(values(step, (3,))).double()).clone()
            optimizer.step()
        return library.autograd.grad(param.square().sum(), start)

    assert_close(run(pytorch_c), run(torch), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(
    "name, settings", [("SGD", ("lr", "weight_decay")), ("Adam", ("lr", "weight_decay")), ("AdamW", ("lr",))]
)
def test_autograd_follows_a_setting(name, settings):
    def run(library):
        param = library.from_numpy(values(1, (3,))).double().requires_grad_().clone()
        learned = {key: library.tensor(0.1, dtype=library.float64, requires_grad=True) for key in settings}
        optimizer = getattr(library.optim, name)([param], differentiable=True, **learned)
        for step in range(2):
            param.grad = library.from_numpy(values(step, (3,))).double()
            optimizer.step()
        return library.autograd.grad(param.square().sum(), list(learned.values()))

    assert_close(run(pytorch_c), run(torch), rtol=1e-9, atol=1e-12)


# ---- gradients of other kinds ----


@pytest.mark.parametrize("row", ["SGD", "Adagrad"])
def test_sparse_gradients(row):
    made = [trajectory(t, maker(row), shapes=MATRICES, sparse=True)[0] for t in LIBRARIES]
    assert_close(*made)


@pytest.mark.parametrize("row", [row for row in ROWS if ROWS[row][0] not in ("SGD", "Adagrad", "SparseAdam", "LBFGS")])
def test_sparse_gradients_are_refused_as_in_torch(row):
    said = []
    for library in LIBRARIES:
        params = parameters(library, shapes=MATRICES)
        optimizer = maker(row)(library.optim, params)
        set_gradients(library, params, 1, sparse=True)
        with pytest.raises(RuntimeError, match="does not support sparse") as raised:
            optimizer.step()
        said.append(str(raised.value))
    assert said[0] == said[1]


def test_dense_gradients_are_refused_by_sparse_adam():
    params = parameters(pytorch_c, shapes=MATRICES)
    optimizer = pytorch_c.optim.SparseAdam(params)
    set_gradients(pytorch_c, params, 1)
    with pytest.raises(RuntimeError, match="does not support dense gradients"):
        optimizer.step()


# ---- functions of lists ----

FUNCTIONS = "adadelta adagrad adam adamw adamax asgd nadam radam rmsprop rprop sgd".split()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functional_forms_take_what_torchs_take(name):
    ours, theirs = (getattr(t.optim._functional, name) for t in (_with_functional(), torch))
    assert callable(ours)
    if name != "adamw":
        assert [*inspect.signature(ours).parameters] == [*inspect.signature(theirs).parameters]
    module = __import__(f"pytorch_c.optim.{name}", fromlist=[name])
    assert getattr(module, name) is ours


def _with_functional():
    import pytorch_c.optim._functional  # noqa: F401

    return pytorch_c


def test_a_functional_step():
    from torch.optim.rmsprop import rmsprop as theirs

    from pytorch_c.optim.rmsprop import rmsprop as ours

    def run(library, step):
        param, grad = (library.from_numpy(values(n, (4,))) for n in (0, 1))
        mean, count = library.zeros(4), library.tensor(0.0)
        step(
            [param],
            [grad],
            [mean],
            [],
            [],
            [count],
            lr=0.1,
            alpha=0.9,
            eps=1e-8,
            weight_decay=0.1,
            momentum=0,
            centered=False,
        )
        return [param, mean, count]

    assert_close(run(pytorch_c, ours), run(torch, theirs))
