"""The module that compile() gives for a module: names, modes, attributes and hooks, each a question for programs.py."""

import copy
import io


def model(t):
    t.manual_seed(0)
    return t.nn.Sequential(t.nn.Linear(2, 3), t.nn.Dropout(0.5))


def made(t):
    inner = model(t)
    return inner, t.compile(inner, backend="eager")


def names_begin_with_the_inner_module(t):
    inner, c = made(t)
    again = c.load_state_dict(c.state_dict())
    names = [*c.state_dict()], [name for name, _ in c.named_modules()], [name for name, _ in c.named_parameters()]
    return names, c._orig_mod is inner, type(c).__name__, repr(c), [*again.missing_keys]


def modes_are_those_of_the_inner_module(t):
    inner, c = made(t)
    c.eval()
    before = inner.training, c.training, inner[1].training
    inner.train()
    return before, c.training, made(t)[1].training, t.compile(model(t).eval(), backend="eager").training


def attributes_are_those_of_the_inner_module(t):
    inner, c = made(t)
    c.note = 3
    found = inner.note, c.note, "note" in vars(c), "note" in dir(c)
    del c.note
    c.register_buffer("count", t.ones(1))
    return found, hasattr(inner, "note"), hasattr(inner, "count"), len(c), bool(c)


def a_call_reaches_the_inner_module(t):
    inner, c = made(t)
    c.eval()(t.ones(1, 2)).sum().backward()
    return inner[0].weight.grad is not None, inner[0].bias.grad


def hooks_of_the_wrapper_run(t):
    _, c = made(t)
    seen = []
    c.register_forward_hook(lambda module, args, result: seen.append(type(module).__name__))
    return c(t.ones(1, 2)).shape, seen


def a_lazy_module_begins_with_its_first_call(t):
    c = t.compile(t.nn.LazyLinear(3), backend="eager")
    return c(t.ones(1, 2)).shape, type(c._orig_mod).__name__, [*c.state_dict()]


def it_is_copied_with_the_inner_module(t):
    inner, c = made(t)
    copied = copy.deepcopy(c)
    return type(copied).__name__, copied._orig_mod is inner, copied.eval()(t.ones(1, 2)).shape


def it_is_saved_whole(t):
    file = io.BytesIO()
    t.save(made(t)[1], file)
    file.seek(0)
    return type(t.load(file, weights_only=False)).__name__


def torchs_class_is_that_of_such_a_module(t):
    of_torch = t._dynamo.eval_frame.OptimizedModule
    return t._dynamo.OptimizedModule is of_torch, isinstance(made(t)[1], of_torch), isinstance(model(t), of_torch)


ALL = (
    names_begin_with_the_inner_module,
    modes_are_those_of_the_inner_module,
    attributes_are_those_of_the_inner_module,
    a_call_reaches_the_inner_module,
    hooks_of_the_wrapper_run,
    a_lazy_module_begins_with_its_first_call,
    it_is_copied_with_the_inner_module,
    it_is_saved_whole,
    torchs_class_is_that_of_such_a_module,
)
