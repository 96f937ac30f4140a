"""optim.lr_scheduler against torch's: rates of every class, closed forms, states both ways mid-way, warnings, errors."""

import inspect
import io
import warnings

import pytest
import torch
from support.oracle import agree
from support.stepping import parameters

import pytorch_c

LIBRARIES = (pytorch_c, torch)
STEPS = 20


class Halves:
    """A callable object, whose attributes are state."""

    def __init__(self):
        self.calls = 0

    def __call__(self, epoch):
        self.calls += 1
        return 0.5 ** min(epoch, 3)


def sequential(s, o):
    return s.SequentialLR(
        o, [s.ConstantLR(o, factor=0.1, total_iters=3), s.ExponentialLR(o, 0.9), s.StepLR(o, 2)], milestones=[3, 9]
    )


def chained(s, o):
    return s.ChainedScheduler([s.ConstantLR(o, factor=0.1, total_iters=3), s.ExponentialLR(o, gamma=0.9)])


# {row: maker of a schedule, from the library's lr_scheduler and an optimizer with two groups}
ROWS = {
    "LambdaLR": lambda s, o: s.LambdaLR(o, lambda epoch: 0.95**epoch),
    "LambdaLR for each group": lambda s, o: s.LambdaLR(o, [lambda epoch: epoch // 3, Halves()]),
    "MultiplicativeLR": lambda s, o: s.MultiplicativeLR(o, lambda epoch: 0.95),
    "MultiplicativeLR for each group": lambda s, o: s.MultiplicativeLR(o, [lambda epoch: 0.9 + 0.01 * epoch, Halves()]),
    "StepLR": lambda s, o: s.StepLR(o, 3),
    "StepLR gamma": lambda s, o: s.StepLR(o, 4, gamma=0.7),
    "MultiStepLR": lambda s, o: s.MultiStepLR(o, [2, 5, 5, 9], gamma=0.5),
    "ConstantLR": lambda s, o: s.ConstantLR(o),
    "ConstantLR factor": lambda s, o: s.ConstantLR(o, factor=0.2, total_iters=8),
    "LinearLR": lambda s, o: s.LinearLR(o),
    "LinearLR down": lambda s, o: s.LinearLR(o, start_factor=1.0, end_factor=0.1, total_iters=12),
    "ExponentialLR": lambda s, o: s.ExponentialLR(o, gamma=0.9),
    "PolynomialLR": lambda s, o: s.PolynomialLR(o),
    "PolynomialLR power": lambda s, o: s.PolynomialLR(o, total_iters=15, power=0.9),
    "CosineAnnealingLR": lambda s, o: s.CosineAnnealingLR(o, T_max=5),
    "CosineAnnealingLR eta_min": lambda s, o: s.CosineAnnealingLR(o, T_max=7, eta_min=0.01),
    "CosineAnnealingWarmRestarts": lambda s, o: s.CosineAnnealingWarmRestarts(o, T_0=4),
    "CosineAnnealingWarmRestarts T_mult": lambda s, o: s.CosineAnnealingWarmRestarts(o, T_0=3, T_mult=2, eta_min=0.01),
    "CyclicLR": lambda s, o: s.CyclicLR(o, base_lr=0.01, max_lr=0.1, step_size_up=5),
    "CyclicLR triangular2": lambda s, o: s.CyclicLR(o, [0.01, 0.02], [0.1, 0.3], 3, 4, mode="triangular2"),
    "CyclicLR exp_range": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 3, mode="exp_range", gamma=0.9, cycle_momentum=False),
    "CyclicLR scale_fn": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 3, scale_fn=lambda x: 0.9**x, scale_mode="iterations"),
    "CyclicLR object": lambda s, o: s.CyclicLR(o, 0.01, 0.1, 3, scale_fn=Halves()),
    "OneCycleLR": lambda s, o: s.OneCycleLR(o, max_lr=0.5, total_steps=STEPS + 1),
    "OneCycleLR linear": lambda s, o: s.OneCycleLR(
        o, [0.5, 0.2], epochs=7, steps_per_epoch=3, anneal_strategy="linear"
    ),
    "OneCycleLR three_phase": lambda s, o: s.OneCycleLR(o, 0.5, total_steps=25, three_phase=True, pct_start=0.4),
    "OneCycleLR plain momentum": lambda s, o: s.OneCycleLR(o, 0.5, total_steps=25, cycle_momentum=False),
    "ReduceLROnPlateau": lambda s, o: s.ReduceLROnPlateau(o, patience=2),
    "ReduceLROnPlateau max": lambda s, o: s.ReduceLROnPlateau(
        o, "max", factor=0.5, patience=1, threshold_mode="abs", cooldown=2, min_lr=[0.01, 0.001]
    ),
    "ReduceLROnPlateau abs": lambda s, o: s.ReduceLROnPlateau(o, threshold_mode="abs", patience=0, eps=1e-3),
    "ReduceLROnPlateau max rel": lambda s, o: s.ReduceLROnPlateau(o, mode="max", patience=0, threshold=0.1),
    "SequentialLR": sequential,
    "SequentialLR of two": lambda s, o: s.SequentialLR(
        o, schedulers=[s.LinearLR(o, 0.2, total_iters=4), s.CosineAnnealingLR(o, 10)], milestones=[4]
    ),
    "SequentialLR nested": lambda s, o: s.SequentialLR(o, [sequential(s, o), s.StepLR(o, 2)], milestones=[12]),
    "ChainedScheduler": chained,
    "ChainedScheduler of cosine": lambda s, o: s.ChainedScheduler([s.CosineAnnealingLR(o, 6), s.StepLR(o, 4)], o),
}
CLOSED = ["StepLR", "MultiStepLR", "ConstantLR", "LinearLR down", "ExponentialLR", "PolynomialLR", "CosineAnnealingLR"]


def optimizer_of(library, kind="SGD", tensor_lr=False, **settings):
    params = parameters(library)
    rates = [library.tensor(rate) if tensor_lr else rate for rate in (0.05, 0.5)]
    groups = [{"params": params[:2], "lr": rates[0]}, {"params": params[2:], "lr": rates[1]}]
    settings = settings or ({"momentum": 0.9} if kind == "SGD" else {})
    return getattr(library.optim, kind)(groups, **settings)


def advance(scheduler, optimizer, steps):
    """The rates and momentums of the groups after each step."""
    seen = []
    for step in steps:
        optimizer.step()
        if isinstance(
            scheduler, (pytorch_c.optim.lr_scheduler.ReduceLROnPlateau, torch.optim.lr_scheduler.ReduceLROnPlateau)
        ):
            scheduler.step(abs(step - 6.5) // 2)
        else:
            scheduler.step()
        settings = [
            {k: group[k] for k in ("lr", "momentum", "betas") if k in group} for group in optimizer.param_groups
        ]
        seen.append([{k: float(v) if k == "lr" else v for k, v in group.items()} for group in settings])
        assert [float(rate) for rate in scheduler.get_last_lr()] == [group["lr"] for group in seen[-1]]
    return seen


def start(row, library, **how):
    optimizer = optimizer_of(library, **how)
    return ROWS[row](library.optim.lr_scheduler, optimizer), optimizer


def test_no_schedule_is_left_out():
    named = set(torch.optim.lr_scheduler.__all__)
    assert named == set(pytorch_c.optim.lr_scheduler.__all__)
    assert named - {"LRScheduler"} == {row.split()[0] for row in ROWS}
    for name in named - {"LRScheduler"}:
        ours, theirs = (inspect.signature(getattr(t.optim.lr_scheduler, name)).parameters for t in LIBRARIES)
        assert [(p.name, p.default) for p in ours.values()] == [(p.name, p.default) for p in theirs.values()], name
    for name in ("_LRScheduler", "EPOCH_DEPRECATION_WARNING", "_enable_get_lr_call"):
        assert hasattr(pytorch_c.optim.lr_scheduler, name)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("kind", ["SGD", "Adam"])
def test_rates_are_torchs(row, kind):
    ours, theirs = (advance(*start(row, t, kind=kind), range(STEPS)) for t in LIBRARIES)
    assert ours == theirs


@pytest.mark.parametrize("row", ROWS)
def test_rates_that_are_tensors_stay_the_same_tensors(row):
    def run(library):
        scheduler, optimizer = start(row, library, tensor_lr=True)
        rates = [group["lr"] for group in optimizer.param_groups]
        seen = advance(scheduler, optimizer, range(STEPS))
        assert all(one is group["lr"] for one, group in zip(rates, optimizer.param_groups))
        return [[group["lr"] for group in groups] for groups in seen]

    agree(run)


def through_file(state, source, target):
    file = io.BytesIO()
    source.save(state, file)
    file.seek(0)
    return target.load(file, weights_only=False)


@pytest.mark.parametrize("row", ROWS)
def test_state_goes_both_ways(row):
    expected = advance(*start(row, torch), range(STEPS))
    for source, target in (LIBRARIES, LIBRARIES[::-1]):
        first, optimizer = start(row, source)
        advance(first, optimizer, range(8))
        second, other = start(row, target)
        state = through_file([first.state_dict(), optimizer.state_dict()], source, target)
        assert set(state[0]) == set(second.state_dict())
        second.load_state_dict(state[0])
        other.load_state_dict(state[1])
        assert advance(second, other, range(8, STEPS)) == expected[8:]


@pytest.mark.parametrize("row", CLOSED)
def test_closed_forms(row):
    def run(library):
        scheduler, optimizer = start(row, library)
        rates = []
        for epoch in (3, 1, 7, 0, 12):
            scheduler.step(epoch)
            rates.append(scheduler.get_last_lr())
        return rates

    agree(run)


def test_warm_restarts_between_epochs():
    def run(library):
        optimizer = optimizer_of(library)
        scheduler = library.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=3, T_mult=2)
        rates = []
        for epoch in (0, 0.5, 2.75, 3.5, 8, 20.25, 4):
            scheduler.step(epoch)
            rates.append((scheduler.get_last_lr(), scheduler.T_cur, scheduler.T_i, scheduler.last_epoch))
        return rates

    agree(run)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if "Plateau" not in row and row.split()[0] not in ("SequentialLR", "ChainedScheduler")]
)
def test_a_schedule_goes_on_from_an_epoch(row):
    def run(library):
        optimizer = optimizer_of(library)
        for group in optimizer.param_groups:
            group.update(initial_lr=group["lr"], max_lr=0.4, min_lr=1e-4, max_momentum=0.95, base_momentum=0.85)
        schedulers = library.optim.lr_scheduler
        made = ROWS[row](schedulers, optimizer)
        kind, given = type(made), {**made.__dict__}
        names = inspect.signature(kind).parameters
        settings = {name: given[name] for name in names if name in given and name != "optimizer"}
        settings.update({"lr_lambda": given["lr_lambdas"]} if "lr_lambdas" in given else {})
        if kind.__name__ == "CyclicLR":
            settings.update(base_lr=0.01, max_lr=0.1, mode="triangular")
            settings.pop("scale_fn", None)
        if kind.__name__ == "OneCycleLR":
            settings.update(max_lr=0.5)
        if kind.__name__ == "MultiStepLR":
            settings["milestones"] = sorted(given["milestones"].elements())
        settings["last_epoch"] = 4
        again = kind(optimizer, **settings)
        again.step()
        return again.get_last_lr(), again.last_epoch

    agree(run)


# ---- warnings and errors ----


def said_by(action):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        action()
    return [(one.category.__name__, str(one.message)) for one in said]


def stepped_first(library):
    scheduler, optimizer = start("StepLR", library)
    return said_by(scheduler.step)


def step_replaced(library):
    scheduler, optimizer = start("StepLR", library)
    optimizer.step = lambda closure=None: None
    return said_by(scheduler.step)


def epoch_given(library):
    scheduler, optimizer = start("StepLR", library)
    optimizer.step()
    plateau = library.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
    return said_by(lambda: scheduler.step(3)), said_by(lambda: plateau.step(1.0, 2))


def get_lr_called(library):
    return [said_by(start(row, library)[0].get_lr) for row in CLOSED]


def in_order(library):
    scheduler, optimizer = start("StepLR", library)
    return said_by(lambda: (optimizer.step(), scheduler.step())), len(scheduler.get_last_lr())


@pytest.mark.parametrize("case", [stepped_first, step_replaced, epoch_given, get_lr_called, in_order])
def test_warnings_are_torchs(case):
    agree(case)


def two(s, o):
    return [s.StepLR(o, 2), s.StepLR(o, 3)]


BAD = {
    "no optimizer": (TypeError, lambda s, o: s.StepLR(3, 2)),
    "no optimizer for a cycle": (TypeError, lambda s, o: s.CyclicLR(3, 0.1, 0.2)),
    "no initial_lr": (KeyError, lambda s, o: s.StepLR(o, 2, last_epoch=3)),
    "too few functions": (ValueError, lambda s, o: s.LambdaLR(o, [len])),
    "no function": (TypeError, lambda s, o: s.MultiplicativeLR(o, 0.9)),
    "constant factor": (ValueError, lambda s, o: s.ConstantLR(o, factor=1.5)),
    "start factor": (ValueError, lambda s, o: s.LinearLR(o, start_factor=0)),
    "end factor": (ValueError, lambda s, o: s.LinearLR(o, end_factor=2)),
    "plateau factor": (ValueError, lambda s, o: s.ReduceLROnPlateau(o, factor=1.0)),
    "plateau mode": (ValueError, lambda s, o: s.ReduceLROnPlateau(o, "up")),
    "plateau threshold": (ValueError, lambda s, o: s.ReduceLROnPlateau(o, threshold_mode="some")),
    "plateau min_lr": (ValueError, lambda s, o: s.ReduceLROnPlateau(o, min_lr=[0.1])),
    "no schedulers": (ValueError, lambda s, o: s.SequentialLR(o, [], [])),
    "milestones": (ValueError, lambda s, o: s.SequentialLR(o, two(s, o), [1, 2])),
    "plateau in sequence": (ValueError, lambda s, o: s.SequentialLR(o, [s.ReduceLROnPlateau(o), s.StepLR(o, 1)], [1])),
    "plateau in chain": (ValueError, lambda s, o: s.ChainedScheduler([s.ReduceLROnPlateau(o)])),
    "no scheduler in chain": (TypeError, lambda s, o: s.ChainedScheduler([3], o)),
    "empty chain": (ValueError, lambda s, o: s.ChainedScheduler([])),
    "cycle mode": (ValueError, lambda s, o: s.CyclicLR(o, 0.1, 0.2, mode="up")),
    "cycle rates": (ValueError, lambda s, o: s.CyclicLR(o, [0.1], 0.2)),
    "T_0": (ValueError, lambda s, o: s.CosineAnnealingWarmRestarts(o, 0)),
    "T_mult": (ValueError, lambda s, o: s.CosineAnnealingWarmRestarts(o, 2, 1.5)),
    "eta_min": (ValueError, lambda s, o: s.CosineAnnealingWarmRestarts(o, 2, eta_min="low")),
    "negative epoch": (ValueError, lambda s, o: s.CosineAnnealingWarmRestarts(o, 2).step(-1)),
    "total_steps": (ValueError, lambda s, o: s.OneCycleLR(o, 0.1, total_steps=0)),
    "no steps": (ValueError, lambda s, o: s.OneCycleLR(o, 0.1, epochs=3)),
    "epochs": (ValueError, lambda s, o: s.OneCycleLR(o, 0.1, epochs=-1, steps_per_epoch=2)),
    "pct_start": (ValueError, lambda s, o: s.OneCycleLR(o, 0.1, 10, pct_start=2.0)),
    "anneal_strategy": (ValueError, lambda s, o: s.OneCycleLR(o, 0.1, 10, anneal_strategy="log")),
    "too many steps": (ValueError, lambda s, o: [one.step() for one in [s.OneCycleLR(o, 0.1, 2)] * 4]),
    "get_lr": (NotImplementedError, lambda s, o: s.LRScheduler(o)),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_refused_as_in_torch(case):
    raises, use = BAD[case]
    agree(lambda library: use(library.optim.lr_scheduler, optimizer_of(library)), raises=raises)


def cycle(s, o):
    return s.CyclicLR(o, 0.1, 0.2)


def one_cycle(s, o):
    return s.OneCycleLR(o, 0.1, 10)


@pytest.mark.parametrize("make", [cycle, one_cycle])
def test_momentum_is_needed_for_cycles(make):
    agree(lambda library: make(library.optim.lr_scheduler, library.optim.Rprop(parameters(library))), raises=ValueError)


def test_a_schedule_of_a_user():
    def run(library):
        class Inverse(library.optim.lr_scheduler._LRScheduler):
            def get_lr(self):
                return [base / (1 + self.last_epoch) for base in self.base_lrs]

        optimizer = optimizer_of(library)
        return advance(Inverse(optimizer), optimizer, range(5))

    agree(run)


def test_a_dropped_optimizer_is_freed():
    import gc
    import weakref

    scheduler, optimizer = start("StepLR", pytorch_c)
    held = weakref.ref(optimizer)
    del scheduler, optimizer
    gc.collect()
    assert held() is None
