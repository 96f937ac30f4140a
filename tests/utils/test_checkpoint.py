"""utils.checkpoint against torch's: both modes, random numbers, contexts, checks, and what it saves."""

import contextlib
import gc
import json
import subprocess
import sys
import warnings

import pytest
import torch
from support.oracle import agree

import pytorch_c

MODES = [True, False]


def checkpoint_of(library):
    return __import__(f"{library.__name__}.utils.checkpoint", fromlist=["checkpoint"])


def block_of(library, dropout=0.0):
    library.manual_seed(1)
    nn = library.nn
    made = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Dropout(dropout), nn.Linear(8, 4))
    for number, param in enumerate(made.parameters()):
        nn.init.constant_(param, 0.05 * (number + 1))
    return made


def leaf(library):
    return (library.arange(8.0).reshape(2, 4) / 8).requires_grad_()


@pytest.mark.parametrize("use_reentrant", MODES)
@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_gradients_are_torchs(use_reentrant, dropout):
    def run(library):
        block, x = block_of(library, dropout), leaf(library)
        y = checkpoint_of(library).checkpoint(block, x, use_reentrant=use_reentrant)
        after = library.rand(2)
        y.square().sum().backward()
        return y.detach(), x.grad, [param.grad for param in block.parameters()], after, library.rand(2)

    agree(run)


@pytest.mark.parametrize("use_reentrant", MODES)
def test_the_function_runs_twice(use_reentrant):
    def run(library):
        seen = []
        block = block_of(library)

        def function(x, flag, scale=None):
            seen.append((x.requires_grad, library.is_grad_enabled(), flag))
            return block(x) * 2, "no tensor"

        y, text = checkpoint_of(library).checkpoint(function, leaf(library), True, use_reentrant=use_reentrant)
        seen.append("backward")
        y.sum().backward()
        return seen, text, [param.grad for param in block.parameters()]

    agree(run)


@pytest.mark.parametrize("use_reentrant", MODES)
def test_checkpoints_in_checkpoints(use_reentrant):
    def run(library):
        utils, block, count = checkpoint_of(library), block_of(library, 0.3), []

        def inner(x):
            count.append(1)
            return block(x).sin()

        def outer(x):
            return utils.checkpoint(inner, x.cos(), use_reentrant=use_reentrant) + block(x)

        x = leaf(library)
        y = utils.checkpoint(outer, x, use_reentrant=use_reentrant)
        y.square().sum().backward()
        return y.detach(), x.grad, len(count)

    agree(run)


@pytest.mark.parametrize("use_reentrant", MODES)
@pytest.mark.parametrize("segments", [1, 2, 3])
def test_sequential(use_reentrant, segments):
    def run(library):
        utils, block, x = checkpoint_of(library), block_of(library, 0.2), leaf(library)
        y = utils.checkpoint_sequential(block, segments, x, use_reentrant=use_reentrant)
        y.sum().backward()
        z = utils.checkpoint_sequential([library.sin, library.cos], 2, x, use_reentrant=use_reentrant)
        z.sum().backward()
        return y.detach(), x.grad

    agree(run)


def with_keywords(library):
    def function(x, *, scale, extra=None):
        return x.exp() * scale * extra

    scale, extra = leaf(library), leaf(library)
    x = leaf(library)
    y = checkpoint_of(library).checkpoint(function, x, use_reentrant=False, scale=scale, extra=extra)
    y.sum().backward()
    return x.grad, scale.grad, extra.grad


def twice_differentiable(library):
    x = leaf(library)
    y = checkpoint_of(library).checkpoint(lambda x: x.sin() * x, x, use_reentrant=False)
    (first,) = library.autograd.grad(y.sum(), x, create_graph=True)
    (second,) = library.autograd.grad(first.sum(), x)
    return first.detach(), second


def backward_twice(library):
    count, x = [], leaf(library)
    y = checkpoint_of(library).checkpoint(lambda x: count.append(1) or x.sin().exp(), x, use_reentrant=False)
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    return x.grad, len(count)


def stops_early(library):
    seen = []

    def function(x):
        y = x.sin().exp()
        seen.append("end")
        return y

    for stop in (True, False):
        x = leaf(library)
        y = checkpoint_of(library).checkpoint(function, x, use_reentrant=False, early_stop=stop)
        y.sum().backward()
        seen.append(stop)
        with checkpoint_of(library).set_checkpoint_early_stop(not stop):
            z = checkpoint_of(library).checkpoint(function, x, use_reentrant=False, early_stop=stop)
        z.sum().backward()
        seen.append("other")
    return seen


def contexts(library):
    said = []

    @contextlib.contextmanager
    def note(name):
        said.append(name + " begins")
        yield
        said.append(name + " ends")

    x = leaf(library)
    y = checkpoint_of(library).checkpoint(
        lambda x: x.sin().cos(),
        x,
        use_reentrant=False,
        context_fn=lambda: (note("forward"), note("again")),
        early_stop=False,
    )
    y.sum().backward()
    return said, x.grad


def without_gradients(library):
    x = library.ones(2)
    with library.no_grad():
        y = checkpoint_of(library).checkpoint(lambda x: x * 2, leaf(library), use_reentrant=False)
    return checkpoint_of(library).checkpoint(lambda x: x * 2, x, use_reentrant=False), y.requires_grad


def under_autocast(library):
    found = []
    for use_reentrant in MODES:
        block, x = block_of(library), leaf(library)
        with library.autocast("cpu", library.bfloat16):
            y = checkpoint_of(library).checkpoint(block, x, use_reentrant=use_reentrant)
        y.float().sum().backward()
        found += [y.detach(), x.grad, [param.grad for param in block.parameters()]]
    return found


def random_numbers_may_differ(library):
    x = leaf(library)
    y = checkpoint_of(library).checkpoint(
        lambda x: x * library.rand(2, 4), x, use_reentrant=False, preserve_rng_state=False
    )
    y.sum().backward()
    return bool((x.grad * x.detach() == y.detach()).all())


def saved_for_several_passes(library):
    x = leaf(library)
    y = checkpoint_of(library).checkpoint(lambda x: x.exp().sin(), x, use_reentrant=False)
    return library.autograd.grad(y.sum(), x, retain_graph=True), library.autograd.grad(y.square().sum(), x)


def in_place_on_an_inner_tensor(library):
    x = leaf(library)
    y = checkpoint_of(library).checkpoint(lambda x: (x * 2).add_(1).exp().mul_(3), x, use_reentrant=False)
    y.sum().backward()
    return x.grad


CASES = [
    with_keywords, twice_differentiable, backward_twice, stops_early, contexts, without_gradients, under_autocast,
    random_numbers_may_differ, saved_for_several_passes, in_place_on_an_inner_tensor,
]  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_uses(case):
    agree(case)


# ---- errors and warnings ----


def changing(library, **settings):
    """A function that saves other tensors the second time."""
    calls = []

    def function(x):
        calls.append(1)
        return x.exp() if len(calls) == 1 else x.exp()[:1].sin().exp()

    x = leaf(library)
    checkpoint_of(library).checkpoint(function, x, use_reentrant=False, **settings).sum().backward()


def fewer(library):
    calls = []

    def function(x):
        calls.append(1)
        return x.sin().exp().cos() if len(calls) == 1 else x.sin()

    x = leaf(library)
    checkpoint_of(library).checkpoint(function, x, use_reentrant=False).sum().backward()


def other_shapes(library):
    calls = []

    def function(x):
        calls.append(1)
        return x[: len(calls)].exp()

    x = leaf(library)
    checkpoint_of(library).checkpoint(function, x, use_reentrant=False).sum().backward()


def grad_of_reentrant(library):
    x = leaf(library)
    y = checkpoint_of(library).checkpoint(lambda x: x.exp(), x, use_reentrant=True)
    library.autograd.grad(y.sum(), x)


def nothing_requires_grad(library):
    x = leaf(library)
    y = checkpoint_of(library).checkpoint(lambda x: x.detach(), x, use_reentrant=True)
    y.sum().backward()


def keywords_of_reentrant(library):
    checkpoint_of(library).checkpoint(lambda x, k: x, leaf(library), use_reentrant=True, k=3)


def context_of_reentrant(library):
    checkpoint_of(library).checkpoint(lambda x: x, leaf(library), use_reentrant=True, context_fn=lambda: 3)


def bad_check(library):
    checkpoint_of(library).checkpoint(lambda x: x, leaf(library), use_reentrant=False, determinism_check="all")


def error_in_the_function(library):
    def function(x):
        raise KeyError("function")

    checkpoint_of(library).checkpoint(function, leaf(library), use_reentrant=False)


def error_in_the_recomputation(library):
    calls = []

    def function(x):
        calls.append(1)
        if len(calls) > 1:
            raise KeyError("again")
        return x.exp()

    checkpoint_of(library).checkpoint(function, leaf(library), use_reentrant=False).sum().backward()


def no_tuple(library):
    checkpoint_of(library).detach_variable([library.ones(1)])


ERRORS = [
    (grad_of_reentrant, RuntimeError),
    (nothing_requires_grad, RuntimeError),
    (keywords_of_reentrant, ValueError),
    (context_of_reentrant, ValueError),
    (bad_check, ValueError),
    (error_in_the_function, KeyError),
    (error_in_the_recomputation, KeyError),
    (no_tuple, RuntimeError),
]


@pytest.mark.parametrize("case, raises", ERRORS)
def test_errors_are_torchs(case, raises):
    agree(case, raises=raises, text=case is not nothing_requires_grad)


@pytest.mark.parametrize(
    "case, words", [(fewer, "A different number of tensors"), (other_shapes, "have different metadata")]
)
def test_a_recomputation_must_save_the_same(case, words):
    said = []
    for library in (pytorch_c, torch):
        with pytest.raises(checkpoint_of(library).CheckpointError, match=words) as caught:
            case(library)
        said.append(str(caught.value).replace("pytorch_c.", "torch."))
    assert said[0] == said[1]


def explained(library):
    checkpoint, calls = checkpoint_of(library), []

    def function(x):
        calls.append(1)
        return x.exp().sin() if len(calls) == 1 else x.sin()

    with checkpoint.set_checkpoint_debug_enabled(True):
        checkpoint.checkpoint(function, leaf(library), use_reentrant=False).sum().backward()


def test_an_explained_error_names_the_operators():
    for library in (pytorch_c, torch):
        with pytest.raises(checkpoint_of(library).CheckpointError) as caught:
            explained(library)
        first, again = str(caught.value).split("Operations executed during recomputation:")
        assert "torch._ops.aten.exp.default" in first and "torch._ops.aten.exp.default" not in again


def in_a_group(library):
    checkpoint, calls, x = checkpoint_of(library), [], leaf(library)

    def function(x):
        calls.append(1)
        return x.exp().sin(), x.cos().tan()

    one, two = checkpoint.checkpoint(function, x, use_reentrant=False)
    with checkpoint.GraphExecGroup():
        one.sum().backward(retain_graph=True)
        two.sum().backward(retain_graph=True)
    return len(calls), x.grad, one, checkpoint


def test_a_group_of_passes_recomputes_once():
    agree(lambda library: in_a_group(library)[:2])


def test_a_group_of_passes_has_no_other_in_it():
    for library in (pytorch_c, torch):
        _, _, one, checkpoint = in_a_group(library)
        with checkpoint.GraphExecGroup():
            with pytest.raises(RuntimeError, match="cannot be nested"), checkpoint.GraphExecGroup():
                pass
            one.sum().backward(retain_graph=True)
            with pytest.raises(checkpoint.CheckpointError, match="two backward calls that overlap"):
                one.sum().backward()


def test_nothing_is_checked_where_nobody_wants_it():
    def run(library):
        calls, x = [], leaf(library)

        def function(x):
            calls.append(1)
            return (x if len(calls) == 1 else x.double()).exp()

        y = checkpoint_of(library).checkpoint(function, x, use_reentrant=False, determinism_check="none")
        y.sum().backward()
        return x.grad.shape

    agree(run)


def test_an_input_that_was_changed_is_found():
    for library in (pytorch_c, torch):
        x = leaf(library) * 1
        y = checkpoint_of(library).checkpoint(lambda x: x.exp(), x, use_reentrant=False)
        x.detach().add_(1)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


def test_use_reentrant_should_be_said():
    for name, given in (("checkpoint", (lambda x: x * 2,)), ("checkpoint_sequential", ([lambda x: x * 2], 1))):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            getattr(checkpoint_of(pytorch_c), name)(*given, leaf(pytorch_c))
        assert any("use_reentrant parameter should be passed explicitly" in str(one.message) for one in said)


@pytest.mark.parametrize("use_reentrant", MODES)
def test_nothing_is_saved_between_the_passes(use_reentrant):
    gc.collect()
    x = pytorch_c.ones(100, requires_grad=True)
    before = pytorch_c.live_bytes()

    def function(x):
        for _ in range(10):
            x = x.sin().exp()
        return x

    y = checkpoint_of(pytorch_c).checkpoint(function, x, use_reentrant=use_reentrant, preserve_rng_state=False)
    gc.collect()
    assert pytorch_c.live_bytes() - before < 3 * 400
    y.sum().backward()
    assert x.grad is not None
    del y
    gc.collect()
    assert pytorch_c.live_bytes() - before <= 400


def test_composable_checkpoints_recompute_as_torchs():
    program = """
import json, sys
if sys.argv[1] == "pytorch_c":
    __import__("pytorch_c").install_as_torch()
import torch
from torch.distributed._composable import checkpoint
from torch.utils.checkpoint import GraphExecGroup


class Layer(torch.nn.Linear):
    def forward(self, x, *, scale=1):
        calls.append(scale)
        return super().forward(x).sin() * scale


torch.manual_seed(0)
calls, layer, x = [], Layer(3, 3), torch.ones(2, 3, requires_grad=True)
checkpoint(layer)
layer(x, scale=2).sum().backward()
with GraphExecGroup() as group:
    layer(x, scale=3).sum().backward()
    inside = torch._C._get_graph_exec_group() is group
print(json.dumps([calls, x.grad.tolist(), layer.weight.grad.tolist(), inside, torch._C._get_graph_exec_group()]))
"""
    ours, theirs = (
        json.loads(subprocess.run([sys.executable, "-c", program, name], check=True, capture_output=True).stdout)
        for name in ("pytorch_c", "torch")
    )
    assert ours == theirs and ours[0] == [2, 2, 3, 3]
