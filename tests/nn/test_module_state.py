"""state_dict and load_state_dict as torch: overrides, extra state, hooks, assign, what is missing and unexpected."""

import sys
import warnings
from collections import OrderedDict

from support.oracle import agree, all_of, raises


def net(t):
    n = t.nn

    class Net(n.Module):
        _version = 3

        def __init__(self):
            super().__init__()
            self.layer = n.Linear(2, 2)
            self.norm = n.BatchNorm1d(2)
            self.scale = n.Parameter(t.ones(()))
            self.register_buffer("seen", t.zeros(2))
            self.register_buffer("scratch", t.zeros(2), persistent=False)

    return Net()


def message(call):
    try:
        return str(call())
    except Exception as error:
        return type(error).__name__, str(error).replace("pytorch_c", "torch")


def extra_state(t):
    class Extra(t.nn.Module):
        def __init__(self, count):
            super().__init__()
            self.count, self.layer = count, t.nn.Linear(1, 1)

        def get_extra_state(self):
            return {"count": self.count}

        def set_extra_state(self, state):
            self.count = state["count"]

    one, other = t.nn.Sequential(Extra(1)), t.nn.Sequential(Extra(2))
    state = one.state_dict()
    result = other.load_state_dict(state)
    keys = list(state)
    del state["0._extra_state"]
    missing = other.load_state_dict(state, strict=False)
    state["0.layer._extra_state"] = 5
    unexpected = other.load_state_dict(state, strict=False)
    return keys, str(result), other[0].count, list(missing), list(unexpected)


def overridden_save_and_load(t):
    seen = []

    class Renamed(t.nn.Linear):
        def _save_to_state_dict(self, destination, prefix, keep_vars):
            super()._save_to_state_dict(destination, prefix, keep_vars)
            destination[prefix + "w"] = destination.pop(prefix + "weight")

        def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing, unexpected, errors):
            seen.append((prefix, dict(local_metadata), strict))
            if prefix + "w" in state_dict:
                state_dict[prefix + "weight"] = state_dict.pop(prefix + "w")
            super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing, unexpected, errors)

    one, other = t.nn.Sequential(Renamed(2, 2)), t.nn.Sequential(Renamed(2, 2))
    state = one.state_dict()
    result = str(other.load_state_dict(state))
    return list(state), result, bool((one[0].weight == other[0].weight).all()), seen, list(state)


def overridden_state_dict(t):
    class Wrapper(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.module = t.nn.Linear(1, 1)

        def state_dict(self, *args, **kwargs):
            return self.module.state_dict(*args, **kwargs)

    return list(t.nn.Sequential(Wrapper(), t.nn.Linear(1, 1)).state_dict()), list(Wrapper().state_dict(prefix="a."))


def state_dict_hooks(t):
    module, seen = net(t), []
    module.register_state_dict_pre_hook(lambda m, prefix, keep_vars: seen.append((type(m).__name__, prefix, keep_vars)))
    module._register_state_dict_hook(lambda m, state, prefix, metadata: seen.append((sorted(state), prefix, metadata)))
    module.layer._register_state_dict_hook(lambda m, state, prefix, metadata: state.__delitem__(prefix + "bias"))
    module.norm.register_state_dict_post_hook(lambda m, state, prefix, metadata: state.update({prefix + "x": 1}))
    first = list(module.state_dict(prefix="a.", keep_vars=True))
    module._register_state_dict_hook(lambda m, state, prefix, metadata: OrderedDict(only=1))
    return first, dict(module.state_dict()), seen


def load_hooks(t):
    module, seen = net(t), []

    def before(state, prefix, metadata, strict, missing, unexpected, errors):
        seen.append((sorted(state), prefix, dict(metadata), strict, missing, unexpected, errors))
        for key in list(state):
            if key.startswith(prefix + "old"):
                state[prefix + "scale"] = state.pop(key)

    module._register_load_state_dict_pre_hook(before)
    handle = module.layer.register_load_state_dict_pre_hook(lambda m, *given: seen.append((type(m).__name__, given[1])))
    module.layer._register_load_state_dict_pre_hook(lambda m, *given: seen.append(m.in_features), with_module=True)
    module.layer.register_load_state_dict_post_hook(lambda m, keys: seen.append((type(m).__name__, list(keys))))
    module.register_load_state_dict_post_hook(lambda m, keys: keys.missing_keys.clear())
    state = net(t).state_dict()
    state["old_scale"] = state.pop("scale") * 7
    del state["seen"]
    result = module.load_state_dict(state)
    handle.remove()
    module.load_state_dict(state)
    return str(result), module.scale, seen, list(state)


@raises(AssertionError)
def a_post_hook_that_gives_something(t):
    module = t.nn.Linear(1, 1)
    module.register_load_state_dict_post_hook(lambda m, keys: keys)
    module.load_state_dict(module.state_dict())


@raises(RuntimeError)
def a_state_dict_post_hook_that_gives_something(t):
    module = t.nn.Linear(1, 1)
    module.register_state_dict_post_hook(lambda m, state, prefix, metadata: state)
    module.state_dict()


@raises(RuntimeError)
def one_hook_in_both_ways(t):
    def hook(*given):
        pass

    t.nn.Tanh().register_state_dict_post_hook(hook)
    t.nn.Tanh()._register_state_dict_hook(hook)


def metadata(t):
    state = net(t).state_dict()
    plain = {}
    net(t).state_dict(destination=plain, prefix="x.")
    return dict(state._metadata), list(plain), hasattr(plain, "_metadata")


def positional_arguments(t):
    destination = OrderedDict()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = t.nn.Linear(1, 1).state_dict(destination, "a.", True)
    return result is destination, list(result), result["a.weight"].requires_grad, caught[0].category.__name__


def what_is_wrong(t):
    good = net(t).state_dict()
    cases = [
        {},
        {"layer.weight": t.ones(3, 3), "other": t.ones(1), "layer.other": t.ones(1), "none.x.y": t.ones(1)},
        {**good, "scale": t.ones(2)},
        {**good, "scale": t.ones(1) * 5},
        {**good, "scale": 1.0},
        {**good, "layer.weight.deep": t.ones(1)},
        {**good, "layer": t.ones(1)},
        {**good, "_extra_state": t.ones(1)},
        {**good, "scratch": t.ones(2)},
        {**good, "seen": t.ones(2, dtype=t.complex64)},
    ]
    found = []
    for state in cases:
        for strict in (True, False):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(message(lambda state=state, strict=strict: net(t).load_state_dict(state, strict=strict)))
    return [one if isinstance(one, str) else one[1] for one in found]


@raises(TypeError)
def no_dict(t):
    net(t).load_state_dict([1])


def the_given_dict_is_left_alone(t):
    module, state = net(t), net(t).state_dict()
    keys = list(state)
    state._metadata["norm"] = {"version": 1}
    del state["norm.num_batches_tracked"]
    module.load_state_dict(state)
    return keys, list(state), module.norm.num_batches_tracked, state._metadata["norm"]


def assign(t):
    module, state = net(t), net(t).state_dict()
    state = OrderedDict((key, value.double() if value.is_floating_point() else value) for key, value in state.items())
    module.scale.requires_grad_(False)
    held = module.layer.weight
    module.load_state_dict(state, assign=True)
    kinds = [
        (type(one).__name__, str(one.dtype), one.requires_grad) for one in module.state_dict(keep_vars=True).values()
    ]
    shared = [module.seen is state["seen"], module.layer.weight is held]
    return kinds, shared, module.layer.weight.data_ptr() == state["layer.weight"].data_ptr()


def assign_into_meta(t):
    module = t.nn.Linear(2, 2, device="meta")
    source = t.nn.Linear(2, 2)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        module.load_state_dict(source.state_dict())
    warned = [str(one.message)[:40] for one in caught]
    module.load_state_dict(source.state_dict(), assign=True)
    return warned, bool((module.weight == source.weight).all()), module.weight.requires_grad


def loads_itself_and_shared_ones(t):
    layer = t.nn.Linear(2, 2)
    module = t.nn.Sequential(layer, layer)
    state = module.state_dict()
    return list(state), str(module.load_state_dict(state)), state["0.weight"].data_ptr() == state["1.weight"].data_ptr()


def none_members(t):
    module = t.nn.Module()
    module.register_parameter("p", None)
    module.register_buffer("b", None)
    module.add_module("m", None)
    return list(module.state_dict()), message(lambda: module.load_state_dict({"p": t.ones(1)}))[1]


def consistent_names(t):
    m = t.nn.modules.module
    keys = m._IncompatibleKeys(["a"], [])
    return (
        m._EXTRA_STATE_KEY_SUFFIX,
        repr(keys),
        str(m._IncompatibleKeys([], [])),
        keys.missing_keys,
        m._addindent("a\nb", 2),
    )


@all_of(sys.modules[__name__], helpers=[net])
def test_as_torch(scenario):
    agree(scenario)
