"""torch's own libraries upon Module, which reach into its tables, hooks and state: borrowed here, as torch's own there."""

import copy
import sys
from importlib import import_module

from support.oracle import agree, all_of


def look(t, module, *shape):
    """Returns what a module computes, and the names in its state."""
    return module(t.linspace(-1, 1, 6).reshape(2, 3)), list(module.state_dict()), [n for n, _ in module.named_buffers()]


def parametrizations(t):
    found = []
    for name in ("weight_norm", "spectral_norm", "orthogonal"):
        module = getattr(t.nn.utils.parametrizations, name)(t.nn.Linear(3, 3))
        found.append(look(t, module))
        found.append([type(module).__name__, repr(module), str(module.load_state_dict(module.state_dict()))])
        found.append(look(t, copy.deepcopy(module)))
        module.double().float()
        t.nn.utils.parametrize.remove_parametrizations(module, "weight")
        found.append([type(module).__name__, look(t, module)])
    return found


def own_parametrization(t):
    class Symmetric(t.nn.Module):
        def forward(self, x):
            return x.triu() + x.triu(1).mT

        def right_inverse(self, x):
            return x.triu()

    module = t.nn.Linear(3, 3)
    t.nn.utils.parametrize.register_parametrization(module, "weight", Symmetric())
    first = look(t, module)
    module.weight = t.arange(9.0).reshape(3, 3)
    module(t.ones(1, 3)).sum().backward()
    with t.nn.utils.parametrize.cached():
        same = module.weight is module.weight
    return first, module.weight, module.parametrizations.weight.original.grad, same, list(dict(module.named_modules()))


def old_norms(t):
    found = []
    for name in ("weight_norm", "spectral_norm"):
        module = getattr(t.nn.utils, name)(t.nn.Linear(3, 2))
        found += [look(t, module), len(module._forward_pre_hooks)]
        found += [look(t, module), str(module.load_state_dict(module.state_dict()))]
        getattr(t.nn.utils, f"remove_{name}")(module)
        found += [look(t, module), len(module._forward_pre_hooks)]
    return found


def pruning(t):
    prune = import_module(f"{t.__name__}.nn.utils.prune")
    module, found = t.nn.Linear(3, 4), []
    prune.l1_unstructured(module, "weight", amount=0.5)
    found += [look(t, module), module.weight, module.weight_mask]
    prune.ln_structured(module, "weight", amount=0.25, n=2, dim=0)
    found += [look(t, module), prune.is_pruned(module)]
    module(t.ones(1, 3)).sum().backward()
    found.append(module.weight_orig.grad)
    prune.remove(module, "weight")
    return found, look(t, module), [name for name, _ in module.named_parameters()]


@all_of(sys.modules[__name__], helpers=[])
def test_as_torch(scenario):
    agree(scenario)
