"""Programs that compile the steps of optimizers: graphs, graph breaks and results.

python optimizing.py torch|pytorch_c: prints {name: findings} as JSON. Each library has a process of its own.
"""

import importlib
import json
import sys
import warnings

from programs import Counting, plain

OPTIMIZERS = {
    "plain": ("SGD", {"lr": 0.1}),
    "moved": ("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1, "nesterov": True}),
    "listed": ("SGD", {"lr": 0.1, "momentum": 0.9, "foreach": True}),
    "adam": ("Adam", {"lr": 0.1}),
    "largest": ("Adam", {"lr": 0.1, "foreach": True, "amsgrad": True}),
    "captured": ("Adam", {"lr": 0.1, "capturable": True, "foreach": True}),
    "decoupled": ("AdamW", {"lr": 0.1, "maximize": True}),
    "summed": ("Adagrad", {"lr": 0.1, "lr_decay": 0.1}),
    "rooted": ("RMSprop", {"lr": 0.1, "momentum": 0.1}),
    "quick": ("NAdam", {"lr": 0.1, "foreach": True}),
    "by signs": ("Rprop", {"lr": 0.1}),
}


def model(t):
    t.manual_seed(0)
    return t.nn.Sequential(t.nn.Linear(3, 4), t.nn.Tanh(), t.nn.Linear(4, 1)), t.randn(5, 3)


def steps(t, make, optimizer, net, x, backend, count=3):
    """The parameters' sums after each step, and how many graphs there are by then."""
    step, found = t.compile(make, backend=backend), []
    for _ in range(count):
        optimizer.zero_grad()
        net(x).pow(2).sum().backward()
        step()
        found.append(plain([[one.sum() for one in net.parameters()], len(getattr(backend, "graphs", ()))]))
    return found


def alone(t, name):
    """A step that is compiled alone."""
    kind, settings = OPTIMIZERS[name]
    net, x = model(t)
    optimizer, backend = getattr(t.optim, kind)(net.parameters(), **settings), Counting()
    found = steps(t, lambda: optimizer.step(), optimizer, net, x, backend)
    return found, backend.operations(), sorted(optimizer.state_dict()["state"].get(0, {}))


def by_rates(t):
    """Rates that are tensors, and rates that a schedule changes."""
    found = {}
    for rate in (0.1, t.tensor(0.1)):
        net, x = model(t)
        optimizer, backend = t.optim.Adam(net.parameters(), rate), Counting()
        schedule = t.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)

        def step(optimizer=optimizer, schedule=schedule):
            optimizer.step()
            schedule.step()

        found[type(rate).__name__] = steps(t, step, optimizer, net, x, backend), len(backend.graphs)
    return found


def with_closure(t):
    """A step that computes the loss itself, and a step that is compiled as a method."""
    net, x = model(t)
    optimizer, backend = t.optim.SGD(net.parameters(), 0.1, momentum=0.9), Counting()

    def loss():
        optimizer.zero_grad()
        total = net(x).sum()
        total.backward()
        return total

    step = t.compile(lambda: optimizer.step(loss), backend=backend)
    found = [[step(), len(backend.graphs)] for _ in range(3)]
    bound = t.compile(optimizer.step, backend=backend)
    return found, [bound(), len(backend.graphs)]


def whole(t):
    """A whole step of training in one function, by Inductor."""
    net, x = model(t)
    optimizer = t.optim.AdamW(net.parameters(), lr=0.1)

    @t.compile
    def step():
        loss = net(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss

    return [step() for _ in range(3)]


def without_hooks(t):
    """The function below hooks and gradient modes, which is one graph."""
    net, x = model(t)
    optimizer, backend = t.optim.Adam(net.parameters(), 0.1), Counting()
    net(x).sum().backward()
    inner = type(optimizer).step.__wrapped__.__wrapped__
    with t.no_grad():
        t.compile(lambda: inner(optimizer), backend=backend, fullgraph=True)()
    return len(backend.graphs), [one.sum() for one in net.parameters()]


def main(t):
    dynamo = importlib.import_module(f"{t.__name__}._dynamo")
    counters = importlib.import_module(f"{t.__name__}._dynamo.utils").counters
    programs = {name: (lambda t, name=name: alone(t, name)) for name in OPTIMIZERS}
    programs |= {one.__name__: one for one in (by_rates, with_closure, whole, without_hooks)}
    found = {}
    for name, program in programs.items():
        dynamo.reset()
        counters.clear()
        result = plain(program(t))
        breaks = {why.splitlines()[0]: count for why, count in counters["graph_break"].items()}
        found[name] = [result, breaks, dict(counters["stats"])]
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(main(importlib.import_module(sys.argv[1]))))
