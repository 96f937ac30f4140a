"""nn.modules has torch's files, and in each torch's classes with their signatures, settings, versions and bases."""

import importlib
import inspect
import pkgutil

import pytest
import torch
from support.oracle import agree

import pytorch_c

# {name in a file of torch.nn.modules: why it is not here}
# Classes that torch's own files give (pytorch_c/_borrowed/beside.py).
BORROWED = {"conv._ConvTransposeMixin", "linear_cross_entropy_options._AutoDefault"}
FILES = """activation adaptive batchnorm channelshuffle conv distance dropout flatten fold instancenorm linear
linear_cross_entropy_options loss normalization padding pixelshuffle pooling rnn sparse transformer upsampling
utils""".split()
# Files whose classes come from elsewhere in the package, or are of torch alone.
OTHER_FILES = {
    "_functions": "custom functions behind two layers",
    "container": "tests/nn/test_container.py",
    "lazy": "tests/nn/test_lazy.py",
    "linear_cross_entropy": "the chunked kernel, in Python",
    "module": "tests/nn/test_module.py",
}


def named(file):
    """{name: class or function} that a file of torch.nn.modules defines."""
    module = importlib.import_module(f"torch.nn.modules.{file}")
    return {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}


EVERY = [f"{file}.{name}" for file in FILES for name in named(file)]
CLASSES = [one for one in EVERY if inspect.isclass(named(one.split(".")[0])[one.split(".")[1]])]


def pair(name):
    """(ours, torch's)."""
    file, name = name.split(".")
    return [getattr(importlib.import_module(f"{root}.nn.modules.{file}"), name) for root in ("pytorch_c", "torch")]


def test_every_file_of_torch_is_looked_at():
    files = {one.name for one in pkgutil.iter_modules(torch.nn.modules.__path__)}
    assert files == {*FILES, *OTHER_FILES}


@pytest.mark.parametrize("name", EVERY)
def test_names_are_there(name):
    file, inner = name.split(".")
    assert hasattr(importlib.import_module(f"pytorch_c.nn.modules.{file}"), inner)


@pytest.mark.parametrize("name", [one for one in CLASSES if one not in BORROWED])
def test_classes_are_made_alike(name):
    ours, theirs = pair(name)
    if not issubclass(theirs, torch.nn.Module):
        assert [*getattr(ours, "_fields", ())] == [*getattr(theirs, "_fields", ())]
        return
    own = theirs.__init__ is not torch.nn.Module.__init__ and not hasattr(theirs.__init__, "__wrapped__")
    if own and not ours.__name__.startswith("_") and name != "loss.NLLLoss2d":  # whose decorator hides them
        wanted, found = ([(p.name, p.kind, p.default) for p in parameters(one)] for one in (theirs, ours))
        assert found == [(n, k, counterpart(d)) for n, k, d in wanted]
    assert ours._version == theirs._version
    assert set(getattr(ours, "__constants__", ())) >= set(getattr(theirs, "__constants__", ()))
    public = [base.__name__ for base in theirs.__mro__ if issubclass(base, torch.nn.Module)]
    assert set(public) <= {base.__name__ for base in ours.__mro__}


def parameters(cls):
    return inspect.signature(cls).parameters.values()


def counterpart(default):
    return pytorch_c.nn.functional.relu if default is torch.nn.functional.relu else default


@pytest.mark.parametrize("name", [one for one in CLASSES if one not in BORROWED])
def test_forward_takes_the_same_arguments(name):
    ours, theirs = pair(name)
    if issubclass(theirs, torch.nn.Module) and "forward" in vars(theirs):
        wanted, found = ([(p.name, p.default) for p in parameters(one.forward)] for one in (theirs, ours))
        assert found == wanted


# ---- nn.modules.utils ----


@pytest.mark.parametrize("value", [3, (1, 2), [4, 5, 6], "ab", range(2)])
def test_ntuples_equal_torch(value):
    for name in ("_single", "_pair", "_triple", "_quadruple"):
        ours, theirs = pair(f"utils.{name}")
        assert ours(value) == theirs(value) and ours.__name__ == theirs.__name__


def test_other_helpers_equal_torch():
    for name, args in {
        "_reverse_repeat_tuple": [((1, 2, 3), 2)],
        "_list_with_default": [(3, [1, 2]), ([None, 5], [7, 8, 9]), ((4, None), (1, 2, 3, 4))],
    }.items():
        ours, theirs = pair(f"utils.{name}")
        assert [ours(*one) for one in args] == [theirs(*one) for one in args]
    for helper in pair("utils._list_with_default"):
        with pytest.raises(ValueError, match="at least 3"):
            helper([1, 2], [3, 4])


def test_consumed_prefixes_equal_torch():
    for prefix in ("module.", "mod"):
        found = []
        for helper in pair("utils.consume_prefix_in_state_dict_if_present"):
            state = torch.nn.DataParallel(torch.nn.Sequential(torch.nn.Linear(1, 1))).state_dict()
            state["other"] = 3
            helper(state, prefix)
            found.append((list(state), dict(state._metadata)))
        assert found[0] == found[1]


@pytest.mark.parametrize(
    "name, layer",
    [
        ("relu", "ReLU()"),
        ("elu", "ELU()"),
        ("softmax", "Softmax(1)"),
        ("max_pool1d", "MaxPool1d(2)"),
        ("avg_pool2d", "AvgPool2d(2)"),
        ("adaptive_avg_pool1d", "AdaptiveAvgPool1d(1)"),
    ],
)
def test_a_layer_calls_the_function_that_a_program_has_put_in_place(name, layer, monkeypatch):
    def run(t):
        calls = []
        with monkeypatch.context() as patched:
            patched.setattr(t.nn.functional, name, lambda *args, **settings: calls.append(name))
            eval(layer, vars(t.nn))(t.ones(1, 2, 4))
        return calls

    agree(run)
