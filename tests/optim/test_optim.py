"""optim against torch's: trajectories for all settings, errors, GoTorch's form."""

import itertools
from collections import UserDict

import numpy
import pytest
import torch
from support.stepping import assert_close, parameters, set_gradients, trajectory, values

import pytorch_c
from pytorch_c import optim
from pytorch_c.nn import Parameter


def combinations(options):
    for row in itertools.product(*options.values()):
        yield dict(zip(options, row))


SGD_SETTINGS = [
    settings
    for settings in combinations(
        {
            "momentum": (0, 0.9),
            "dampening": (0, 0.3),
            "weight_decay": (0, 0.1),
            "nesterov": (False, True),
            "maximize": (False, True),
        }
    )
    if not settings["nesterov"] or (settings["momentum"] and not settings["dampening"])
]
ADAM_SETTINGS = list(
    combinations(
        {
            "betas": ((0.9, 0.999), (0.5, 0.0)),
            "eps": (1e-8, 0.1),
            "weight_decay": (0, 0.1),
            "amsgrad": (False, True),
            "maximize": (False, True),
        }
    )
)


def text(settings):
    return " ".join(f"{name}={value}" for name, value in settings.items())


@pytest.mark.parametrize("settings", SGD_SETTINGS, ids=text)
def test_sgd_goes_where_torch_goes(settings):
    ours, theirs = (trajectory(t, lambda o, p: o.SGD(p, lr=0.05, **settings))[0] for t in (pytorch_c, torch))
    assert_close(ours, theirs)


@pytest.mark.parametrize("name", ["Adam", "AdamW"])
@pytest.mark.parametrize("settings", ADAM_SETTINGS, ids=text)
def test_adam_goes_where_torch_goes(name, settings):
    ours, theirs = (trajectory(t, lambda o, p: getattr(o, name)(p, lr=0.05, **settings))[0] for t in (pytorch_c, torch))
    assert_close(ours, theirs)


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW"])
@pytest.mark.parametrize("settings", [{"foreach": True}, {"fused": True}, {"foreach": False, "fused": False}], ids=text)
def test_settings_of_speed_are_taken(name, settings):
    found = []
    for library in (pytorch_c, torch):
        params, optimizer = trajectory(library, lambda o, p: getattr(o, name)(p, lr=0.05, **settings), gaps=False)
        group = optimizer.state_dict()["param_groups"][0]
        found.append((params, {key: group[key] for key in (*settings, "differentiable")}))
    assert_close(found[0][0], found[1][0])
    assert found[0][1] == found[1][1]


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW"])
def test_defaults_are_torchs(name):
    ours = getattr(optim, name)(parameters(pytorch_c))
    theirs = getattr(torch.optim, name)(parameters(torch))
    assert ours.defaults == theirs.defaults
    assert repr(ours) == repr(theirs)
    assert ours.state_dict() == theirs.state_dict()
    assert_close(*(trajectory(t, lambda o, p: getattr(o, name)(p))[0] for t in (pytorch_c, torch)))


@pytest.mark.parametrize("dtype, tolerance", [("float64", 1e-12), ("float16", 2e-2), ("bfloat16", 1e-1)])
@pytest.mark.parametrize("name", ["SGD", "Adam"])
def test_dtypes(name, dtype, tolerance):
    def make(library_optim, params):
        return getattr(library_optim, name)(params, lr=0.05, **({"momentum": 0.9} if name == "SGD" else {}))

    ours, theirs = (trajectory(t, make, dtype=dtype)[0] for t in (pytorch_c, torch))
    assert_close(ours, theirs, atol=tolerance, rtol=tolerance)


def test_dtypes_may_be_mixed_in_a_group():
    def run(library):
        params = parameters(library)[:2] + parameters(library, "float64")[2:]
        optimizer = library.optim.Adam(params, lr=0.1)
        for step in range(1, 4):
            set_gradients(library, params, step)
            optimizer.step()
        return params

    assert_close(run(pytorch_c), run(torch))


LAYOUTS = {
    "transposed": lambda library, t: t.t(),
    "with gaps": lambda library, t: t[:, ::2],
    "channels last": lambda library, t: t.view(1, 4, 2, 3).to(memory_format=library.channels_last),
    "gradient transposed": lambda library, t: t,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["SGD", "Adam"])
def test_any_memory_layout(name, layout):
    # libtorch's fused kernels go through memory as if all tensors lay alike.
    def run(library):
        param = library.nn.Parameter(LAYOUTS[layout](library, library.from_numpy(values(0, (4, 6)))))
        settings = {"momentum": 0.9} if name == "SGD" else {}
        optimizer = getattr(library.optim, name)([param], lr=0.1, **settings)
        for step in range(3):
            grad = library.from_numpy(values(step, tuple(param.shape)))
            if layout == "gradient transposed":
                grad = library.from_numpy(values(step, tuple(param.shape)).T.copy()).t()
            param.grad = grad
            optimizer.step()
        return [param]

    assert_close(run(pytorch_c), run(torch))


@pytest.mark.parametrize("name", ["SGD", "Adam"])
def test_complex_parameters(name):
    def run(library):
        numbers = values(0, (2, 3)) + 1j * values(1, (2, 3))
        param = library.nn.Parameter(library.from_numpy(numbers))
        optimizer = getattr(library.optim, name)([param], lr=0.1)
        for _ in range(3):
            param.grad = param.detach() * 0.5
            optimizer.step()
        return param.detach().numpy()

    numpy.testing.assert_allclose(run(pytorch_c), run(torch), rtol=1e-5)


def test_groups_have_settings_of_their_own():
    def make(library_optim, params):
        optimizer = library_optim.SGD(
            [{"params": params[:1], "lr": 0.5}, {"params": params[1:2]}], lr=0.01, momentum=0.5
        )
        optimizer.add_param_group({"params": params[2:], "momentum": 0.0, "weight_decay": 0.1})
        return optimizer

    (ours, one), (theirs, other) = (trajectory(t, make) for t in (pytorch_c, torch))
    assert_close(ours, theirs)
    assert [group["lr"] for group in one.param_groups] == [0.5, 0.01, 0.01]
    assert repr(one) == repr(other)


def test_set_lr_and_changed_groups_take_effect():
    def run(library):
        params = parameters(library)
        optimizer = library.optim.SGD(params, lr=0.1)
        for step in range(3):
            set_gradients(library, params, step)
            optimizer.step()
            if library is torch:
                optimizer.param_groups[0]["lr"] = 0.01
            else:
                optimizer.set_lr(0.01)
        return params

    assert_close(run(pytorch_c), run(torch))


@pytest.mark.parametrize("name, settings", [("SGD", {"momentum": 0.9}), ("Adam", {"amsgrad": True}), ("AdamW", {})])
def test_a_step_is_libtorchs_fused_step(name, settings):
    ours, _ = trajectory(pytorch_c, lambda o, p: getattr(o, name)(p, 0.05, **settings), gaps=False)
    theirs, _ = trajectory(torch, lambda o, p: getattr(o, name)(p, 0.05, fused=True, **settings), gaps=False)
    for one, other in zip(ours, theirs, strict=True):
        assert one.detach().numpy().tobytes() == other.detach().numpy().tobytes()


def test_closure_is_called_with_gradients_on():
    param = Parameter(pytorch_c.tensor([1.0]))
    optimizer = optim.SGD([param], lr=0.1)

    def closure():
        optimizer.zero_grad()
        loss = (param * 2).sum()
        loss.backward()
        return loss

    with pytorch_c.no_grad():
        assert optimizer.step(closure).item() == 2.0
    assert abs(param.item() - 0.8) < 1e-6
    assert optimizer.step() is None


def test_zero_grad():
    params = parameters(pytorch_c)
    optimizer = optim.SGD(params, lr=0.1)
    set_gradients(pytorch_c, params, 1)
    held = params[0].grad
    optimizer.zero_grad(set_to_none=False)
    assert held.abs().sum().item() == 0 and params[0].grad is not None
    optimizer.zero_grad()
    assert all(param.grad is None for param in params)
    optimizer.step()  # nothing to do


def test_frozen_and_plain_tensors():
    frozen, plain = Parameter(pytorch_c.ones(2), requires_grad=False), pytorch_c.ones(2, requires_grad=True)
    optimizer = optim.Adam([frozen, plain], lr=0.1)
    plain.sum().backward()
    optimizer.step()
    assert frozen.tolist() == [1.0, 1.0] and plain.tolist() != [1.0, 1.0]
    assert plain.is_leaf and plain.requires_grad and list(optimizer.state) == [plain]


# ---- errors ----

BAD = {
    "lr": (lambda p: optim.SGD(p, lr=-0.1), ValueError, "Invalid learning rate: -0.1"),
    "lr nan": (lambda p: optim.SGD(p, lr=float("nan")), ValueError, "Invalid learning rate"),
    "lr type": (lambda p: optim.SGD(p, lr="fast"), TypeError, "learning rate must be a number, got str"),
    "momentum": (lambda p: optim.SGD(p, 0.1, momentum=-1), ValueError, "Invalid momentum"),
    "weight_decay": (lambda p: optim.SGD(p, 0.1, weight_decay=-1), ValueError, "Invalid weight_decay"),
    "nesterov": (lambda p: optim.SGD(p, 0.1, nesterov=True), ValueError, "Nesterov momentum requires"),
    "nesterov dampening": (
        lambda p: optim.SGD(p, 0.1, 0.9, 0.1, nesterov=True),
        ValueError,
        "Nesterov momentum requires",
    ),
    "beta": (lambda p: optim.Adam(p, betas=(1.0, 0.9)), ValueError, "Invalid beta parameter at index 0: 1.0"),
    "beta 2": (lambda p: optim.Adam(p, betas=(0.9, -0.1)), ValueError, "Invalid beta parameter at index 1: -0.1"),
    "betas": (lambda p: optim.Adam(p, betas=0.9), ValueError, "betas must be two numbers"),
    "eps": (lambda p: optim.Adam(p, eps=-1e-8), ValueError, "Invalid epsilon value"),
    "adam weight_decay": (lambda p: optim.AdamW(p, weight_decay=-1), ValueError, "Invalid weight_decay"),
    "group lr": (lambda p: optim.SGD([{"params": p, "lr": -1}]), ValueError, "Invalid learning rate"),
    "foreach and fused": (lambda p: optim.SGD(p, foreach=True, fused=True), RuntimeError, "together"),
    "fused and differentiable": (
        lambda p: optim.Adam(p, fused=True, differentiable=True),
        RuntimeError,
        "differentiable",
    ),
    "empty": (lambda p: optim.SGD([]), ValueError, "got an empty parameter list"),
    "one tensor": (lambda p: optim.SGD(p[0]), TypeError, "should be an iterable"),
    "no params": (lambda p: optim.SGD(None), TypeError, "should be an iterable"),
    "set": (lambda p: optim.SGD(set(p)), TypeError, "sets will change"),
    "no tensor": (lambda p: optim.SGD([p[0], 1.0]), TypeError, "one of the params is float"),
    "non-leaf": (lambda p: optim.SGD([p[0] * 2]), ValueError, "non-leaf"),
    "twice in groups": (
        lambda p: optim.SGD([{"params": p}, {"params": p[0]}]),
        ValueError,
        "more than one parameter group",
    ),
    "no group": (lambda p: optim.SGD([{"lr": 0.1}]), ValueError, "no 'params'"),
    "group type": (lambda p: optim.SGD(p).add_param_group(p), TypeError, "param_group must be a dict"),
    "set_lr": (lambda p: optim.SGD(p).set_lr(-1), ValueError, "Invalid learning rate"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_named(case):
    use, error, words = BAD[case]
    with pytest.raises(error, match=words):
        use([Parameter(pytorch_c.ones(2)), Parameter(pytorch_c.ones(3))])


def test_state_that_no_longer_fits_is_an_error():
    param = Parameter(pytorch_c.ones(2))
    optimizer = optim.SGD([param], lr=0.1, momentum=0.9)
    param.grad = pytorch_c.ones(2)
    optimizer.step()
    param.grad = None
    param.data = pytorch_c.ones(1000)
    param.grad = pytorch_c.ones(1000)
    with pytest.raises(ValueError, match="must be like its parameter"):
        optimizer.step()


# ---- GoTorch's form ----


@pytest.mark.parametrize(
    "ours, theirs",
    [
        (lambda: pytorch_c.SGD(0.05, 0.9, 0.1, 0.2, False), lambda p: torch.optim.SGD(p, 0.05, 0.9, 0.1, 0.2, False)),
        (lambda: pytorch_c.SGD(0.05, 0.9, 0, 0, True), lambda p: torch.optim.SGD(p, 0.05, 0.9, nesterov=True)),
        (lambda: pytorch_c.SGD(lr=0.05), lambda p: torch.optim.SGD(p, 0.05)),
        (
            lambda: pytorch_c.Adam(0.05, 0.8, 0.9, 0.1),
            lambda p: torch.optim.Adam(p, 0.05, (0.8, 0.9), weight_decay=0.1),
        ),
    ],
)
def test_gotorch_form(ours, theirs):
    params, others = parameters(pytorch_c), parameters(torch)
    optimizer, other = ours(), theirs(others)
    optimizer.add_parameters(param for param in params)
    for step in range(5):
        set_gradients(pytorch_c, params, step)
        set_gradients(torch, others, step)
        optimizer.step()
        other.step()
        optimizer.zero_grad()
    optimizer.set_lr(0.5)
    assert_close(params, others)
    assert isinstance(optimizer, optim.Optimizer)


def test_gotorch_form_without_parameters():
    for optimizer in (pytorch_c.SGD(0.1), pytorch_c.Adam(0.1)):
        optimizer.zero_grad()
        with pytest.raises(ValueError, match="call add_parameters first"):
            optimizer.step()
        with pytest.raises(ValueError, match="got an empty parameter list"):
            optimizer.add_parameters([])
    with pytest.raises(ValueError, match="Invalid learning rate"):
        pytorch_c.SGD(-0.1)


def test_close_twice_is_harmless():
    params = parameters(pytorch_c)
    optimizer = pytorch_c.SGD(0.1, 0.9)
    optimizer.add_parameters(params)
    set_gradients(pytorch_c, params, 1)
    optimizer.step()
    optimizer.close()
    optimizer.close()
    optimizer.zero_grad()
    assert optimizer.closed and not optimizer.state
    for use in (optimizer.step, lambda: optimizer.add_parameters(params)):
        with pytest.raises(ValueError, match="SGD is closed"):
            use()


class Noted(pytorch_c.Tensor):
    """A tensor whose class has a gradient of its own."""

    said = []

    @property
    def grad(self):
        self.said.append("asked")

    @grad.setter
    def grad(self, value):
        self.said.append(value)


def test_a_class_may_have_its_own_gradient():
    param = pytorch_c.ones(2).as_subclass(Noted).requires_grad_()
    optimizer = pytorch_c.optim.SGD([param], lr=1)
    Noted.said.clear()
    optimizer.zero_grad()
    optimizer.step()
    assert Noted.said == [None, "asked"] and param.tolist() == [1, 1]


@pytest.mark.parametrize("make", [lambda o: o.add_(0.0), lambda o: o.data], ids=["own", "another"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_counters_count_as_in_torch(make, dtype):
    def count(library):
        (param,) = params = parameters(library)[:1]
        optimizer = library.optim.Adam(params, lr=0.1)
        for step in range(3):
            set_gradients(library, params, step)
            optimizer.step()
            state = optimizer.state[param]
            state["step"] = make(state["step"].to(getattr(library, dtype)))
        return state["step"].item(), str(state["step"].dtype), state["step"]._version > 0, param.flatten().tolist()

    ours, theirs = count(pytorch_c), count(torch)
    assert ours[:3] == theirs[:3]
    assert ours[3] == pytest.approx(theirs[3], abs=2**-25)  # parameters near one half are rounded to that


@pytest.mark.parametrize("name", ["SGD", "Adam"])
def test_states_may_be_any_mapping(name):
    def train(library):
        params = parameters(library)
        optimizer = getattr(library.optim, name)(params, lr=0.1, **({"momentum": 0.9} if name == "SGD" else {}))
        optimizer.state = UserDict({param: {} for param in params})
        for step in range(3):
            set_gradients(library, params, step)
            optimizer.step()
        return params

    assert_close(train(pytorch_c), train(torch))


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "Adagrad"])
def test_a_state_without_an_entry_raises_as_torch(name):
    for library in (pytorch_c, torch):
        params = parameters(library)
        optimizer = getattr(library.optim, name)(params, lr=0.1, **({"momentum": 0.9} if name == "SGD" else {}))
        for step in range(2):
            set_gradients(library, params, step)
            optimizer.step()
        entry = {"SGD": "momentum_buffer", "Adagrad": "sum"}.get(name, "exp_avg")
        del optimizer.state[params[0]][entry]
        if name == "SGD":
            optimizer.step()  # makes it anew
            assert entry in optimizer.state[params[0]]
        else:
            with pytest.raises(KeyError, match=entry):
                optimizer.step()
