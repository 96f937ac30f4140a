"""GradScaler against torch's, on the CPU."""

import pickle
import warnings

import pytest
import torch
from support.oracle import agree
from support.stepping import assert_close, values

import pytorch_c


def train(library, optimizer="SGD", infinite=(), scaler_settings=(), clip=False, steps=6, **settings):
    """(parameter, scales, growth trackers) after steps in some of which gradients are infinite."""
    param = library.nn.Parameter(library.from_numpy(values(0, (4,))))
    made = getattr(library.optim, optimizer)([param], lr=0.1, **settings)
    scaler = library.amp.GradScaler("cpu", **{"init_scale": 8.0, "growth_interval": 2, **dict(scaler_settings)})
    seen = []
    for step in range(steps):
        made.zero_grad()
        loss = (param * library.from_numpy(values(step + 1, (4,)))).sum()
        scaler.scale(loss).backward()
        if step in infinite:
            param.grad[0] = float("inf") if step % 2 else float("nan")
        if clip:
            scaler.unscale_(made)
            library.nn.utils.clip_grad_norm_([param], 0.5)
        scaler.step(made)
        scaler.update()
        seen.append((scaler.get_scale(), scaler._get_growth_tracker()))
    return param.detach(), seen, scaler.state_dict()


CASES = {
    "finite": {},
    "infinite": {"infinite": (1, 4)},
    "Adam": {"optimizer": "Adam", "infinite": (2,)},
    "fused SGD": {"fused": True, "infinite": (1, 2)},
    "fused Adam": {"optimizer": "Adam", "fused": True, "infinite": (0,)},
    "fused Adagrad": {"optimizer": "Adagrad", "fused": True, "infinite": (3,)},
    "clipped": {"clip": True, "infinite": (3,)},
    "clipped and fused": {"clip": True, "fused": True, "infinite": (3,)},
    "factors": {"scaler_settings": {"growth_factor": 3.0, "backoff_factor": 0.25}.items(), "infinite": (4,)},
    "disabled": {"scaler_settings": {"enabled": False}.items()},
}


@pytest.mark.parametrize("case", CASES)
def test_steps_are_torchs(case):
    ours, theirs = (train(library, **CASES[case]) for library in (pytorch_c, torch))
    assert_close([ours[0]], [theirs[0]])
    assert ours[1:] == theirs[1:]


def test_scales_of_containers():
    def run(library):
        scaler = library.amp.GradScaler("cpu", init_scale=4.0)
        one = library.ones(2)
        nested = scaler.scale([one, (one * 2, one * 3)])
        return nested, list(scaler.scale(iter([one]))), scaler.scale(one)

    agree(run)


def test_states_go_both_ways():
    for source, target in ((pytorch_c, torch), (torch, pytorch_c)):
        _, _, state = train(source, infinite=(1,))
        scaler = target.amp.GradScaler("cpu")
        scaler.load_state_dict(state)
        assert scaler.state_dict() == state
        scaler.scale(target.ones(1))
        assert scaler.get_scale() == state["scale"]
        scaler.load_state_dict({**state, "scale": 2.0})
        assert scaler.get_scale() == 2.0
    twin = pickle.loads(pickle.dumps(pytorch_c.amp.GradScaler("cpu", init_scale=3.0)))
    assert twin.get_scale() == 3.0 and twin.is_enabled()


def started(library, kind="SGD"):
    param = library.nn.Parameter(library.ones(2))
    optimizer = getattr(library.optim, kind)([param], lr=0.1)
    scaler = library.amp.GradScaler("cpu", init_scale=2.0)
    scaler.scale(param.sum()).backward()
    return scaler, optimizer, param


def unscaled_twice(library):
    scaler, optimizer, _ = started(library)
    scaler.unscale_(optimizer)
    scaler.unscale_(optimizer)


def stepped_twice(library):
    scaler, optimizer, _ = started(library)
    scaler.step(optimizer)
    scaler.step(optimizer)


def unscaled_after_a_step(library):
    scaler, optimizer, _ = started(library)
    scaler.step(optimizer)
    scaler.unscale_(optimizer)


def closure(library):
    scaler, optimizer, _ = started(library)
    scaler.step(optimizer, closure=lambda: 1)


def half(library):
    param = library.nn.Parameter(library.ones(2).half())
    scaler = library.amp.GradScaler("cpu")
    scaler.scale(param.sum()).backward()
    scaler.unscale_(library.optim.SGD([param]))


def update_without_steps(library):
    started(library)[0].update()


def step_before_scale(library):
    library.amp.GradScaler("cpu").step(started(library)[1])


def no_gradients(library):
    scaler, optimizer, param = started(library)
    param.grad = None
    scaler.step(optimizer)


def bad_new_scale(library):
    started(library)[0].update(library.ones(2))


def empty_state(library):
    library.amp.GradScaler("cpu").load_state_dict({})


def not_a_tensor(library):
    library.amp.GradScaler("cpu").scale(3)


ERRORS = {
    RuntimeError: [unscaled_twice, stepped_twice, unscaled_after_a_step, closure, empty_state],
    ValueError: [half, not_a_tensor],
    AssertionError: [update_without_steps, step_before_scale, no_gradients, bad_new_scale],
}


@pytest.mark.parametrize("raises, case", [(kind, case) for kind, cases in ERRORS.items() for case in cases])
def test_errors_are_torchs(raises, case):
    agree(case, raises=raises)


@pytest.mark.parametrize("settings", [{"growth_factor": 1.0}, {"backoff_factor": 1.0}], ids=str)
def test_bad_factors(settings):
    agree(lambda library: library.amp.GradScaler("cpu", **settings), raises=AssertionError)


def test_a_new_scale():
    def run(library):
        scaler, optimizer, _ = started(library)
        scaler.step(optimizer)
        scaler.update(5.0)
        first = scaler.get_scale()
        scaler.update(library.tensor(7.0))
        scaler.set_growth_factor(4.0)
        scaler.set_backoff_factor(0.1)
        scaler.set_growth_interval(9)
        return first, scaler.state_dict()

    agree(run)


def test_cuda_without_a_gpu_is_disabled():
    def run(library):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            scaler = library.amp.GradScaler()
        return scaler.is_enabled(), scaler.get_scale(), scaler.state_dict(), [str(one.message) for one in said]

    if not torch.cuda.is_available():
        agree(run)
