"""Blocks of inference mode within operators, transforms and dual levels: all that they change is put back, as torch's."""

import importlib
import sys

from support.oracle import agree, all_of


def states(t):
    excluded, included = t._C._dispatch_tls_local_exclude_set(), t._C._dispatch_tls_local_include_set()
    return [t.is_grad_enabled(), t.is_inference_mode_enabled(), t._C._is_fwd_grad_enabled()] + [
        (keys.has(t._C.DispatchKey.ADInplaceOrView), keys.has(t._C.DispatchKey.AutogradFunctionality))
        for keys in (excluded, included)
    ]


def within_operators(t):
    found = []

    class Mode(t.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            found.append(states(t))
            for inference in (False, True, False):
                with t.inference_mode(inference):
                    found.append(states(t))
            found.append(states(t))
            out = function(*args, **(kwargs or {}))
            found.append((str(function), out.requires_grad, out.is_inference()))
            return out

    w = t.nn.Parameter(t.ones(2, 3))
    with Mode():
        view = w.t()
        other = w * 2
        with t.no_grad():
            w.view(-1)
    return found, view.requires_grad, other.requires_grad, view._is_view()


def outside_of_operators(t):
    found = [states(t)]
    with t.inference_mode():
        found.append(states(t))
        with t.inference_mode(False):
            found.append(states(t))
            with t.no_grad(), t.inference_mode():
                found.append(states(t))
            found.append(states(t))
        found.append(states(t))
    with t.no_grad(), t.autograd.forward_ad._set_fwd_grad_enabled(False):
        with t.inference_mode():
            found.append(states(t))
        with t.inference_mode(False):
            found.append(states(t))
        found.append(states(t))
    return [*found, states(t)]


def views_of_real_tensors_in_a_fake_mode(t):
    w = t.nn.Parameter(t.ones(2, 3))
    fake = importlib.import_module(f"{t.__name__}._subclasses").FakeTensorMode
    functionalize = t.func.functionalize
    found = []
    with fake(allow_non_fake_inputs=True):
        for view in (w.t, lambda: w.view(-1), lambda: w[0], lambda: w.detach(), lambda: functionalize(w.t)()):
            one = view()
            found.append((list(one.shape), one.requires_grad, one._is_view(), one.grad_fn is None))
    return found


def transforms_within_inference(t):
    with t.inference_mode():
        before = states(t)
        found = t.func.grad(lambda x: (x * x).sum())(t.ones(2))
        tangents = t.func.jvp(lambda x: x * x, (t.ones(2),), (t.ones(2),))[1]
        both = t.func.hessian(lambda x: (x * x * x).sum())(t.ones(2))
        return found.tolist(), tangents.tolist(), both.tolist(), before == states(t)


@all_of(sys.modules[__name__], helpers=(states,))
def test_as_torch(scenario):
    agree(scenario)
