"""Programs whose backward passes are compiled while they run: what is written down, how often, and what comes of it.

python passes.py torch|pytorch_c: prints {name: findings} as JSON. Each library has a process of its own.
"""

import importlib
import json
import logging
import sys
import warnings
from functools import partial

from programs import plain


class Compiled:
    """A block whose passes are compiled by `compile`, if any, and the code of each."""

    def __init__(self, t, compile=None, **options):
        self.t, self.compile, self.options, self.codes = t, compile, options, []
        self.module = importlib.import_module(f"{t.__name__}._dynamo.compiled_autograd")
        self.module.reset()

    def __call__(self, graph):
        self.codes.append(graph.code.replace("pytorch_c", "torch"))
        return graph if self.compile is None else self.compile(graph)

    def __enter__(self):
        self.block = self.module._enable(self, **self.options)
        self.block.__enter__()
        return self

    def __exit__(self, *why):
        return self.block.__exit__(*why)

    def calls(self):
        """The names of what each pass calls, in order."""
        lines = ([line.split(" = ")[1] for line in code.splitlines() if " = " in line] for code in self.codes)
        return [[line.partition("(")[0].strip() for line in one if "(" in line] for one in lines]


def net(t):
    t.manual_seed(0)
    return t.nn.Sequential(t.nn.Linear(3, 4), t.nn.ReLU(), t.nn.Linear(4, 2))


def sums(of):
    return [None if one is None else one.double().sum() for one in of]


def gradients(model):
    found = sums([one.grad for one in model.parameters()])
    model.zero_grad()
    return found


def caught(function):
    """The kind, as torch has it, and the first line of what a function raises."""
    try:
        return function()
    except Exception as error:
        kind = next(one for one in type(error).__mro__ if not one.__module__.startswith("pytorch_c"))
        return [kind.__name__, str(error).partition("\n")[0]]


def steps(t):
    """A pass is written down once, and its code is torch's."""
    model, found = net(t), []
    with Compiled(t) as c:
        for _ in range(3):
            model(t.ones(2, 3)).pow(2).sum().backward()
            found.append(gradients(model))
    return found, c.codes


def sizes(t):
    """Other sizes are symbols: at once, or when they change."""
    found = []
    for dynamic in (False, True):
        model = net(t)
        with Compiled(t, dynamic=dynamic) as c:
            for rows in (2, 3, 4, 4):
                (model(t.ones(rows, 3)) * rows).sum().backward()
                found.append(gradients(model))
        found.append([dynamic, len(c.codes), c.codes[-1]])
    return found


def accumulated(t):
    """Gradients are added to those that are there; some leaves want none, and a tensor is used twice."""
    model, x = net(t), t.ones(2, 3, requires_grad=True)
    model[0].bias.requires_grad_(False)
    with Compiled(t) as c:
        for _ in range(3):
            (model(x) + model(x * 2)).sum().backward()
    return sums([x.grad]), gradients(model), len(c.codes)


def asked_for(t):
    """grad() of some inputs, of results that are not used, and of a graph that is kept."""
    a, b, other = (t.arange(4.0).requires_grad_() for _ in range(3))
    found = []
    with Compiled(t) as c:
        for weight in (1, 2, 2):
            y = (a * b * weight).exp()
            found.append(sums(t.autograd.grad(y.sum(), [a, b], retain_graph=True)))
            found.append(sums(t.autograd.grad(y, [b, other], [t.ones(4)], allow_unused=True)))
            found.append(caught(partial(t.autograd.grad, y.sum(), [a])))
    return found, len(c.codes)


def hooked(t):
    """Hooks of every kind, among them one that changes, and one that is taken away."""
    model, log, found = net(t), [], []
    x = t.ones(2, 3, requires_grad=True)
    handles = [
        x.register_hook(lambda grad: grad * 2),
        model[0].weight.register_hook(lambda grad: log.append("weight")),
        model[2].bias.register_post_accumulate_grad_hook(lambda leaf: log.append(plain(leaf.grad.sum()))),
    ]
    with Compiled(t) as c:
        for _ in range(3):
            hidden = model[1](model[0](x))
            hidden.retain_grad()
            y = model[2](hidden)
            y.grad_fn.register_prehook(lambda grads: (grads[0] * 3,))
            hidden.grad_fn.register_hook(lambda grads, outer: (grads[0] + outer[0].sum(),))
            y.sum().backward()
            found.append([sums([x.grad, hidden.grad]), gradients(model)])
            x.grad = None
            if len(found) == 2:
                handles.pop(0).remove()
    return found, log, [[one.partition("_call_")[2] for one in calls if "hook" in one] for calls in c.calls()]


def packed(t):
    """Hooks on what operators save: the compiled pass unpacks it."""
    found, log = [], []
    x = t.arange(4.0).requires_grad_()

    def unpack(kept):
        log.append(kept[0])
        return kept[1] / 2

    with Compiled(t) as c:
        for _ in range(2):
            with t.autograd.graph.saved_tensors_hooks(lambda one: ("kept", one * 2), unpack):
                y = x.sin() * x
            y.sum().backward()
            found.append(sums([x.grad]))
    return found, log, len(c.codes), [[one for one in calls if "hook" in one] for calls in c.calls()]


def functions(t):
    """Functions with derivatives of their own: their contexts are asked while the pass runs."""

    class Scaled(t.autograd.Function):
        @staticmethod
        def forward(ctx, text, x, factor, y):
            ctx.factor, ctx.text = factor, text
            ctx.save_for_backward(x, y)
            return x * factor, x + y

        @staticmethod
        def backward(ctx, first, second):
            x, y = ctx.saved_tensors
            return None, first * ctx.factor * x + second, None, second * y

    class Sparing(t.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 1, x * 2

        @staticmethod
        def backward(ctx, first, second):
            return None if second is None else second * 2

    x, y = t.arange(3.0).requires_grad_(), t.ones(3, requires_grad=True)
    found = []
    for compile in (None, lambda graph: t.compile(graph, backend="eager", fullgraph=True)):
        with Compiled(t, compile) as c:
            for factor in (2, 2, 5):
                first, second = Scaled.apply("text", x, factor, y)
                (first * second).sum().backward()
                found.append(sums([x.grad, y.grad]))
                x.grad = y.grad = None
            for which in (0, 1):
                Sparing.apply(x)[which].sum().backward()
                found.append(sums([x.grad]))
                x.grad = None
        found.append(len(c.codes))
    return found


def operators(t):
    """Operators of Python's, each with a derivative of its own."""
    found = []
    with t.library._scoped_library("passes", "FRAGMENT"):
        made = []
        for name, factor in (("twice", 2), ("thrice", 3)):

            @t.library.custom_op(f"passes::{name}", mutates_args=())
            def operator(x: t.Tensor, factor: float) -> t.Tensor:
                return x * factor

            operator.register_fake(lambda x, factor: t.empty_like(x))
            operator.register_autograd(
                lambda ctx, grad, own=factor: (grad * ctx.factor * own, None),
                setup_context=lambda ctx, inputs, output: setattr(ctx, "factor", inputs[1]),
            )
            made.append(operator)
        x = t.arange(3.0).requires_grad_()
        with Compiled(t) as c:
            for one in (*made, *made):
                one(x, 5.0).sum().backward()
                found.append(sums([x.grad]))
                x.grad = None
    return found, len(c.codes)


def in_place(t):
    """Changes in place, of a whole tensor and of a view of it."""
    x = t.arange(6.0).reshape(2, 3).requires_grad_()
    with Compiled(t) as c:
        for _ in range(2):
            y = x * 2
            y[0].mul_(3)
            y.add_(x)
            y.sum().backward()
    return sums([x.grad]), x.grad[0].tolist(), len(c.codes)


def compiled_forward(t):
    """Forward and backward by the compiler: one graph of both passes, and symbols in the key of the first."""
    config = importlib.import_module(f"{t.__name__}._dynamo.config")
    model, found = net(t), []
    forward = t.compile(model, backend="aot_eager")
    with Compiled(t, lambda graph: t.compile(graph, backend="aot_eager", fullgraph=True)) as c:
        for _ in range(2):
            forward(t.ones(2, 3)).sum().backward()
            found.append(gradients(model))
    found.append(len(c.codes))

    @t.compile(backend="aot_eager")
    def step(x):
        loss = model(x).pow(2).sum()
        loss.backward()
        return loss

    with config.patch(compiled_autograd=True):
        for rows in (2, 3, 4, 4):
            found.append([plain(step(t.ones(rows, 3))), gradients(model)])
    return found


def again_computed(t):
    """Checkpoints compute again, in the compiled pass."""
    checkpoint = importlib.import_module(f"{t.__name__}.utils.checkpoint").checkpoint
    model, x, found = net(t), t.ones(2, 3, requires_grad=True), []
    with Compiled(t) as c:
        for _ in range(2):
            checkpoint(model, x, use_reentrant=False).sum().backward()
            found.append(gradients(model))
            found.append(caught(lambda: checkpoint(model, x * 1, use_reentrant=True).sum().backward()))
            model.zero_grad()
    return found, len(c.codes)


def refused(t):
    """Errors of the compiler, of what it made and of hooks end the pass, and the next one runs."""
    x, found = t.ones(2, requires_grad=True), []

    def fail(*given):
        raise KeyError("by the program")

    def pass_of(change=None):
        y = x * 2
        if change is not None:
            y.register_hook(change)
        y.sum().backward()
        return plain(x.grad)

    with Compiled(t, fail):
        found.append(caught(pass_of))
    with Compiled(t, lambda graph: fail):
        found.append(caught(pass_of))
    with Compiled(t) as c:
        found.append(caught(lambda: pass_of(fail)))
        found.append(caught(lambda: pass_of(lambda grad: x.sum().backward())))
        found.append([pass_of(), len(c.codes)])
        y = (x * 2).sum()
        y.backward()
        found.append(caught(y.backward))
    with Compiled(t), importlib.import_module(f"{t.__name__}.utils._python_dispatch").TorchDispatchMode():
        found.append(caught(pass_of))
    found.append(pass_of())
    return found


def not_numbers(t):
    """In anomaly mode gradients that are no numbers are found."""
    x = t.zeros(2, requires_grad=True)
    with Compiled(t), t.autograd.detect_anomaly():
        return caught(lambda: (x / x).sum().backward())


def callbacks(t):
    """Functions that are to run at the end of a pass do."""
    log, x = [], t.ones(2, requires_grad=True)
    engine = t.autograd.Variable._execution_engine

    def hook(grad):
        engine.queue_callback(lambda: log.append("end"))
        log.append("hook")

    with Compiled(t):
        for _ in range(2):
            y = x * 2
            y.register_hook(hook)
            y.sum().backward()
            log.append(plain(x.grad))
    return log


def explained(t):
    """Why passes are written down anew."""
    log = []

    class Lines(logging.Handler):
        def emit(self, record):
            log.append(record.getMessage().splitlines()[0])

    logger = logging.getLogger("of the passes")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(Lines())
    x = t.ones(4, requires_grad=True)
    with Compiled(t, dynamic=False) as c:
        t._C._dynamo.compiled_autograd.set_verbose_logger(logger)
        for rows in (2, 2, 3):
            x[:rows].mul(2).sum().backward()
        x.sin().sum().backward()
    t._C._dynamo.compiled_autograd.set_verbose_logger(None)
    return log, len(c.codes)


def kept(t):
    """Passes are kept until they are forgotten."""
    own, found = t._C._dynamo.compiled_autograd, []
    with Compiled(t):
        found.append(own.is_cache_empty())
        t.ones(2, requires_grad=True).sum().backward()
        found.append(own.is_cache_empty())
        own.clear_cache()
        found.append(own.is_cache_empty())
    return found, own.set_autograd_compiler(None, False)


PROGRAMS = (
    steps, sizes, accumulated, asked_for, hooked, packed, functions, operators, in_place, compiled_forward,
    again_computed, refused, not_numbers, callbacks, explained, kept,
)  # fmt: skip


def main(t, names):
    importlib.import_module(f"{t.__name__}._dynamo.compiled_autograd")
    found = {}
    with t.autograd.set_multithreading_enabled(False):
        for program in PROGRAMS:
            if not names or program.__name__ in names:
                found[program.__name__] = plain(program(t))
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(main(importlib.import_module(sys.argv[1]), sys.argv[2:])))
