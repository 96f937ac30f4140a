"""Hooks around modules as torch: forward, backward, always called, with keywords, those of all modules."""

import pickle
import sys
import warnings

import pytest
from support.oracle import agree, all_of, raises


def add(t):
    class Add(t.nn.Module):
        def forward(self, a, b=1, fail=False):
            if fail:
                raise ValueError("forward failed")
            return a + b

    return Add()


def number(value):
    return value.item() if hasattr(value, "item") else value


# ---- forward ----


def pre_hooks(t):
    module, seen = add(t), []
    module.register_forward_pre_hook(lambda m, args: seen.append(("first", args)))
    module.register_forward_pre_hook(lambda m, args: args[0] * 10)
    module.register_forward_pre_hook(lambda m, args: (args[0] + 1,))
    module.register_forward_pre_hook(lambda m, args, kwargs: (args, {**kwargs, "b": 7}), with_kwargs=True)
    module.register_forward_pre_hook(lambda m, args: seen.append(("front", args)), prepend=True)
    return module(2), module(2, b=3), seen


def hooks_after(t):
    module, seen = add(t), []
    module.register_forward_hook(lambda m, args, result: result * 10)
    module.register_forward_hook(lambda m, args, kwargs, result: seen.append((args, kwargs, result)), with_kwargs=True)
    module.register_forward_hook(lambda m, args, result: seen.append((args, result)), prepend=True)
    return module(1, b=2), module(1), seen


def handles(t):
    module, seen = add(t), []
    with module.register_forward_hook(lambda *given: seen.append("with")) as inside:
        module(1)
    module(1)
    handle = module.register_forward_pre_hook(lambda *given: seen.append("pre"), with_kwargs=True)
    found = [len(module._forward_pre_hooks), len(module._forward_pre_hooks_with_kwargs)]
    handle.remove()
    handle.remove()
    found += [len(module._forward_pre_hooks), len(module._forward_pre_hooks_with_kwargs)]
    return found, seen, type(inside).__name__, handle.id > inside.id


def hook_tables_are_written(t):
    module, seen = add(t), []
    module._forward_hooks[1000001] = lambda m, args, result: seen.append("after")
    module._forward_pre_hooks[1000002] = lambda m, args: seen.append("before")
    module(1)
    module._forward_hooks.clear()
    module(1)
    return seen


def a_hook_removes_another(t):
    module, seen = add(t), []
    second = []
    module.register_forward_hook(lambda m, args, result: seen.append(1))
    second.append(module.register_forward_hook(lambda m, args, result: seen.append(2)))
    module(1)
    second[0].remove()
    module(1)
    return seen


def always_called(t):
    module, seen = add(t), []
    module.register_forward_hook(lambda m, args, result: seen.append(("plain", result)))
    module.register_forward_hook(lambda m, args, result: seen.append(("always", result)), always_call=True)
    module.register_forward_hook(
        lambda m, args, kwargs, result: seen.append((kwargs, result)), with_kwargs=True, always_call=True
    )
    module(1)
    try:
        module(1, fail=True)
    except ValueError as error:
        seen.append(str(error))
    return seen


def always_called_though_a_hook_fails(t):
    module, seen = add(t), []

    def failing(m, args, result):
        raise KeyError("hook failed")

    module.register_forward_hook(failing)
    module.register_forward_hook(failing, always_call=True)
    module.register_forward_hook(lambda m, args, result: seen.append(result), always_call=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            module(1)
        except KeyError as error:
            seen.append(str(error))
    return seen, [str(one.message) for one in caught]


def of_all_modules(t):
    m, seen = t.nn.modules.module, []
    inner = add(t)

    class Outer(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = inner

        def forward(self, x):
            return self.inner(x, b=5)

    outer = Outer()
    outer.register_forward_pre_hook(lambda m, args: seen.append("own pre"))
    outer.register_forward_hook(lambda m, args, result: seen.append("own"))
    found = [
        m.register_module_forward_pre_hook(lambda m, args: seen.append(("pre", type(m).__name__, args))),
        m.register_module_forward_hook(lambda m, args, result: seen.append(("post", type(m).__name__, result))),
        m.register_module_forward_hook(lambda m, args, kwargs, result: result + kwargs.get("b", 0), with_kwargs=True),
    ]
    try:
        seen.append(bool(m._has_any_global_hook()))
        seen.append(outer(1))
    finally:
        for handle in found:
            handle.remove()
    return seen, outer(1)


def overridden_call(t):
    class Net(t.nn.Linear):
        def __call__(self, *args, **kwargs):
            return super().__call__(*args, **kwargs) * 0 + 3

    class Other(t.nn.Linear):
        def _call_impl(self, *args, **kwargs):
            return super()._call_impl(*args, **kwargs) * 0 + 4

    own = add(t)
    own.forward = lambda *args: "replaced"
    compiled = add(t)
    compiled._compiled_call_impl = lambda *args: "compiled"
    return Net(1, 1)(t.ones(1)), Other(1, 1)(t.ones(1)), own(1), compiled(1), pickle.dumps(t.nn.Tanh()) != b""


def patched_class(t):
    """fx and others exchange Module.__call__ for a while."""
    seen, original = [], t.nn.Module.__call__
    module = t.nn.Tanh()

    def patched(self, *args):
        seen.append(type(self).__name__)
        return original(self, *args)

    t.nn.Module.__call__ = patched
    try:
        first = module(t.zeros(1))
    finally:
        t.nn.Module.__call__ = original
    return first, module(t.zeros(1)), seen


@raises(RuntimeError)
def a_pre_hook_with_keywords_that_gives_something_else(t):
    module = add(t)
    module.register_forward_pre_hook(lambda m, args, kwargs: 5, with_kwargs=True)
    module(1)


@raises(TypeError, text=False)
def missing_arguments(t):
    t.nn.Linear(1, 1)()


# ---- backward ----


def grads(values):
    return [None if one is None else one.tolist() for one in values]


def full_backward(t):
    module, seen = t.nn.Linear(2, 2), []
    module.register_full_backward_hook(lambda m, gi, go: seen.append(("after", type(m).__name__, grads(gi), grads(go))))
    module.register_full_backward_hook(lambda m, gi, go: seen.append("front"), prepend=True)
    module.register_full_backward_pre_hook(lambda m, go: seen.append(("before", grads(go))))
    x = t.ones(3, 2, requires_grad=True)
    y = module(x)
    name = y.grad_fn.name()
    y.sum().backward()
    module(x).sum().backward()
    return name, seen, x.grad, module.weight.grad


def full_backward_replaces(t):
    module = t.nn.Linear(2, 2)
    module.register_full_backward_pre_hook(lambda m, go: (go[0] * 3,))
    module.register_full_backward_hook(lambda m, gi, go: (gi[0] * 2,))
    x = t.ones(3, 2, requires_grad=True)
    module(x).sum().backward()
    return x.grad, module.weight.grad, module.bias.grad


class Two:
    """Builds a module with two inputs, one of which is no tensor, and a tuple of outputs."""

    def __new__(cls, t):
        class Net(t.nn.Module):
            def forward(self, x, text, y=None, keyword=None):
                return x * 2, text, (x + y).detach()

        return Net()


def full_backward_of_several(t):
    module, seen = Two(t), []
    module.register_full_backward_hook(lambda m, gi, go: seen.append((grads(gi), grads(go))))
    x, y = t.ones(2, requires_grad=True), t.ones(2)
    a, text, b = module(x, "text", y, keyword=t.ones(1))
    a.sum().backward()
    return seen, text, x.grad, a.requires_grad, b.requires_grad


def full_backward_without_inputs(t):
    module, seen = t.nn.Linear(2, 2), []
    module.register_full_backward_hook(lambda m, gi, go: seen.append((grads(gi), grads(go))))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        module(t.ones(1, 2)).sum().backward()
    return seen, [str(one.message)[:60] for one in caught]


def full_backward_without_recording(t):
    module, seen = t.nn.Linear(2, 2), []
    module.register_full_backward_hook(lambda m, gi, go: seen.append(1))
    with t.no_grad():
        y = module(t.ones(1, 2, requires_grad=True))
    return seen, y.requires_grad


def full_backward_nested(t):
    outer, seen = t.nn.Sequential(t.nn.Linear(2, 2), t.nn.ReLU(), t.nn.Linear(2, 1)), []
    for name, module in outer.named_modules():
        module.register_full_backward_hook(lambda m, gi, go, name=name: seen.append((name, grads(gi), grads(go))))
    x = t.ones(1, 2, requires_grad=True)
    outer(x).sum().backward()
    return seen, x.grad


def full_backward_of_a_dict(t):
    class Net(t.nn.Module):
        def forward(self, x):
            return {"y": x * 2}

    module, seen = Net(), []
    module.register_full_backward_hook(lambda m, gi, go: seen.append(1))
    x = t.ones(1, requires_grad=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        y = module(x)
    y["y"].sum().backward()
    return [str(one.message).replace("pytorch_c", "torch") for one in caught], x.grad, seen


def old_backward_hooks(t):
    module, seen = t.nn.Tanh(), []
    handle = module.register_backward_hook(lambda m, gi, go: seen.append((type(m).__name__, grads(gi), grads(go))))
    x = t.ones(2, requires_grad=True)
    module(x).sum().backward()
    handle.remove()
    module(x).sum().backward()
    return seen, x.grad


def old_backward_hooks_warn(t):
    found = []
    for module, x in ((t.nn.Sequential(t.nn.Tanh(), t.nn.Tanh()), t.ones(1, requires_grad=True)), (Two(t), None)):
        module.register_backward_hook(lambda m, gi, go: None)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            module(*([x] if x is not None else [t.ones(2, requires_grad=True), "text", t.ones(2)]))
        found.append([(one.category.__name__, str(one.message)[:75]) for one in caught])
    return found


def backward_of_all_modules(t):
    m, seen = t.nn.modules.module, []
    found = [
        m.register_module_full_backward_pre_hook(lambda m, go: seen.append(("pre", type(m).__name__))),
        m.register_module_full_backward_hook(lambda m, gi, go: seen.append((type(m).__name__, grads(gi)))),
    ]
    net, x = t.nn.Sequential(t.nn.Tanh(), t.nn.Sigmoid()), t.ones(1, requires_grad=True)
    net[0].register_full_backward_hook(lambda m, gi, go: seen.append("own"))
    try:
        net(x).sum().backward()
        try:
            m.register_module_backward_hook(print)
        except RuntimeError as error:
            seen.append(str(error))
    finally:
        for handle in found:
            handle.remove()
    net(x).sum().backward()
    return seen, x.grad


@raises(RuntimeError)
def full_and_old_backward_hooks(t):
    module = t.nn.Tanh()
    module.register_full_backward_hook(print)
    module.register_backward_hook(print)


@raises(RuntimeError)
def old_and_full_backward_hooks(t):
    module = t.nn.Tanh()
    module.register_backward_hook(print)
    module.register_full_backward_hook(print)


@raises(RuntimeError)
def a_backward_hook_that_gives_too_many(t):
    module = t.nn.Tanh()
    module.register_full_backward_hook(lambda m, gi, go: (gi[0], gi[0]))
    module(t.ones(1, requires_grad=True)).sum().backward()


@raises(RuntimeError)
def a_backward_pre_hook_that_gives_too_few(t):
    module = t.nn.Tanh()
    module.register_full_backward_pre_hook(lambda m, go: ())
    module(t.ones(1, requires_grad=True)).sum().backward()


@all_of(sys.modules[__name__], helpers=[add])
def test_as_torch(scenario):
    if scenario is backward_of_all_modules:
        from torch.nn.modules import module

        module._global_is_full_backward_hook = None
    agree(scenario)


def test_a_hook_of_a_dead_module_says_so():
    import pytorch_c

    module = pytorch_c.nn.Tanh()
    hook = pytorch_c.nn.modules.module._WrappedHook(lambda module, x: x, module)
    assert hook(3) == 3 and pickle.loads(pickle.dumps(pytorch_c.nn.modules.module._WrappedHook(len)))([1]) == 1
    del module
    with pytest.raises(RuntimeError, match="dead Module"):
        hook(3)


def what_classes_with_calls_of_their_own_ask_for(t):
    class Own(t.nn.Linear):
        def __call__(self, x):
            return self._slow_forward(x)

        def state_dict(self, *args, destination: t.nn.Module.T_destination = None):
            return super().state_dict(*args, destination=destination)

    module = Own(2, 1)
    module.register_full_backward_hook(lambda *given: None)
    module.register_full_backward_pre_hook(lambda *given: None)
    older = t.nn.Linear(2, 1)
    older.register_backward_hook(lambda *given: None)
    hooks = [[len(kind) for kind in one._get_backward_hooks()] for one in (module, older)]
    return hooks, len(module._get_backward_pre_hooks()), list(module.state_dict()), module(t.ones(3, 2)).shape


def test_classes_with_calls_of_their_own():
    agree(what_classes_with_calls_of_their_own_ask_for)
