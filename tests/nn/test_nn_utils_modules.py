"""nn.utils beside clipping, and nn.parallel, as torch: fused layers, memory formats, functional calls, copies."""

import sys
import threading
import warnings
from collections import namedtuple

import pytest
from support.oracle import agree, all_of, raises

import pytorch_c
from pytorch_c import nn


def drawn(t, module):
    """The module in evaluation mode with other statistics than those of the start."""
    with t.no_grad():
        for number, tensor in enumerate(module.state_dict().values()):
            if tensor.is_floating_point():
                tensor.copy_(t.linspace(0.5, 1.5 + number, tensor.numel()).reshape(tensor.shape))
    return module.eval()


# ---- fusion ----


def fused_convolutions(t):
    n, u, found = t.nn, t.nn.utils, []
    for conv, norm, transpose in (
        (n.Conv2d(2, 3, 3), n.BatchNorm2d(3), False),
        (n.Conv1d(2, 4, 2, bias=False, groups=2), n.BatchNorm1d(4, affine=False), False),
        (n.ConvTranspose2d(2, 3, 2), n.BatchNorm2d(3), True),
    ):
        pair = drawn(t, n.Sequential(conv, norm))
        fused = u.fusion.fuse_conv_bn_eval(*pair, transpose=transpose)
        x = t.linspace(-1, 1, 2 * 5 ** (conv.weight.dim() - 2)).reshape(1, 2, *[5] * (conv.weight.dim() - 2))
        found += [fused.weight, fused.bias, bool((fused(x) - pair(x)).abs().max() < 1e-4), conv.weight is fused.weight]
        found.append([fused.weight.requires_grad, type(fused.bias).__name__])
    return found


def fused_linear(t):
    pair = drawn(t, t.nn.Sequential(t.nn.Linear(3, 2), t.nn.BatchNorm1d(2)))
    fused = t.nn.utils.fuse_linear_bn_eval(*pair)
    x = t.linspace(-1, 1, 6).reshape(2, 3)
    return fused.weight, fused.bias, bool((fused(x) - pair(x)).abs().max() < 1e-4)


def fused_weights(t):
    w, row = t.ones(2, 1, 1, 1), t.tensor([1.0, 2.0])
    return t.nn.utils.fuse_conv_bn_weights(w, None, row, row, 0.1, None, None), t.nn.utils.fuse_linear_bn_weights(
        t.ones(2, 3), None, row, row, 0.1, row, row
    )


@raises(AssertionError)
def fusion_while_training(t):
    t.nn.utils.fuse_conv_bn_eval(t.nn.Conv2d(1, 1, 1), t.nn.BatchNorm2d(1))


@raises(AssertionError)
def fusion_of_other_sizes(t):
    t.nn.utils.fuse_linear_bn_eval(t.nn.Linear(2, 3).eval(), t.nn.BatchNorm1d(2).eval())


@raises(AssertionError)
def fusion_without_statistics(t):
    t.nn.utils.fuse_linear_bn_eval(t.nn.Linear(2, 3).eval(), t.nn.BatchNorm1d(3, track_running_stats=False).eval())


# ---- starting values, memory formats ----


def skipped_init(t):
    made = t.nn.utils.skip_init(t.nn.Linear, 3, 2, bias=False)
    there = t.nn.utils.skip_init(t.nn.Conv2d, 1, 2, 3, device="meta", dtype=t.float64)
    return (
        made.weight.shape,
        made.bias is None,
        str(made.weight.device),
        str(there.weight.device),
        str(there.bias.dtype),
    )


@raises(RuntimeError)
def skipped_init_of_no_module(t):
    t.nn.utils.skip_init(int, 3)


@raises(RuntimeError)
def skipped_init_without_a_device(t):
    t.nn.utils.skip_init(t.nn.Tanh)


def memory_formats(t):
    n, found = t.nn, []
    for net, convert, memory_format in (
        (
            n.Sequential(n.Conv2d(2, 3, 3), n.ConvTranspose2d(3, 2, 2)),
            "convert_conv2d_weight_memory_format",
            "channels_last",
        ),
        (n.Sequential(n.Conv3d(2, 3, 3), n.Linear(1, 1)), "convert_conv3d_weight_memory_format", "channels_last_3d"),
    ):
        before = net[0].weight.detach().clone()
        assert getattr(n.utils, convert)(net, getattr(t, memory_format)) is net
        found += [net[0].weight.stride(), net[1].weight.stride(), bool((net[0].weight == before).all())]
    return found


# ---- other tensors ----


def line(t):
    class Line(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer, self.scale = t.nn.Linear(1, 1), t.nn.Parameter(t.ones(1))
            self.register_buffer("calls", t.zeros(1))
            self.tied = self.layer.weight
            with t.no_grad():
                self.layer.weight.fill_(2.0), self.layer.bias.fill_(1.0)

        def forward(self, x, add=0):
            self.calls = self.calls + 1
            return self.layer(x) * self.scale + self.tied + add

    return Line()


def call(t, *args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return t.nn.utils.stateless.functional_call(*args, **kwargs)


def functional_calls(t):
    module, x = line(t), t.ones(1, 1)
    weight = t.tensor([[5.0]], requires_grad=True)
    given = {"layer.weight": weight, "calls": t.ones(1) * 10}
    out = call(t, module, given, x, {"add": 100})
    (grad,) = t.autograd.grad(out.sum(), weight)
    untied = call(t, module, {"layer.weight": weight}, (x,), tie_weights=False)
    return out, grad, given["calls"], module.calls, module.layer.weight, untied, module(x), list(given)


def functional_call_ties(t):
    module, x, one = line(t), t.ones(1, 1), t.ones(1, 1)
    both = {"layer.weight": one, "tied": one}
    return call(t, module, both, x), call(t, module, {"tied": one * 3}, x), sorted(module.state_dict())


def functional_call_is_strict(t):
    module, x = line(t), t.ones(1, 1)
    everything = {**dict(module.named_parameters(remove_duplicate=False)), **dict(module.named_buffers())}
    return call(t, module, everything, x, strict=True)


@raises(RuntimeError)
def functional_call_without_a_name(t):
    call(t, line(t), {"scale": t.ones(1)}, t.ones(1, 1), strict=True)


@raises(RuntimeError)
def functional_call_with_another_name(t):
    module = line(t)
    call(t, module, {**module.state_dict(keep_vars=True), "more": t.ones(1)}, t.ones(1, 1), strict=True)


@raises(ValueError, text=False)
def functional_call_with_two_values(t):
    call(t, line(t), {"layer.weight": t.ones(1, 1), "tied": t.zeros(1, 1)}, t.ones(1, 1))


def functional_call_that_fails_leaves_the_module(t):
    module, held = line(t), []
    before = {name: tensor.clone() for name, tensor in module.state_dict().items()}
    for given in ({"scale": t.ones(1) * 7, "layer.weight": t.ones(3, 3)}, {"scale": t.zeros(1), "layer.weight": 3}):
        try:
            call(t, module, given, t.ones(1, 1))
        except Exception as error:
            held.append(isinstance(error, (RuntimeError, TypeError)))
    same = [bool((tensor == before[name]).all()) for name, tensor in module.state_dict().items() if name != "calls"]
    return held, same, isinstance(module.scale, t.nn.Parameter)


def functional_call_warns(t):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        t.nn.utils.stateless.functional_call(t.nn.Linear(1, 1), {}, t.ones(1, 1))
    return [one.category.__name__ for one in caught], caught[0].filename == __file__


# ---- parallel ----


def data_parallel_without_devices(t):
    net = t.nn.DataParallel(t.nn.Linear(2, 2))
    x = t.ones(3, 2)
    same = bool((net(x) == net.module(x)).all())
    return same, list(net.state_dict()), net.device_ids, type(net(input=x)).__name__


@raises(RuntimeError)
def functional_data_parallel(t):
    t.nn.parallel.data_parallel(t.nn.Linear(1, 1), t.ones(1, 1))


def old_names(t):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        p = t.ones(2, requires_grad=True)
        p.sum().backward()
        norm = t.nn.utils.clip_grad_norm([p], 1.0)
    return norm, p.grad, [one.category.__name__ for one in caught]


@all_of(sys.modules[__name__], helpers=[line])
def test_as_torch(scenario):
    agree(scenario)


Pair = namedtuple("Pair", "a b")


def test_arguments_are_cut_and_results_joined():
    scatter, gather = nn.parallel.scatter, nn.parallel.gather
    x = pytorch_c.arange(6.0).reshape(3, 2).requires_grad_()
    parts = scatter({"x": x, "pair": Pair(x, "text"), "rows": [x, 1]}, ["cpu", "cpu"])
    assert [part["x"].tolist() for part in parts] == [[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0]]]
    assert parts[1]["pair"].b == "text" and isinstance(parts[0]["pair"], Pair) and parts[1]["rows"][1] == 1
    joined = gather([{"x": part["x"], "n": None} for part in parts], "cpu")
    assert joined["n"] is None and joined["x"].tolist() == x.tolist()
    joined["x"].sum().backward()
    assert x.grad.tolist() == [[1.0, 1.0]] * 3
    assert gather([pytorch_c.tensor(1.0), pytorch_c.tensor(2.0)], "cpu").tolist() == [1.0, 2.0]
    assert gather([Pair(x, (x,)), Pair(x, (x,))], "cpu").b[0].shape == (6, 2)
    assert scatter((x, 3), ["cpu"] * 5)[2][0].tolist() == [[4.0, 5.0]] and len(scatter((x, 3), ["cpu"] * 5)) == 3
    with pytest.raises(TypeError, match="outputs must be Tensors"):
        gather(["text"], "cpu")
    with pytest.raises(ValueError, match="same number of keys"):
        gather([{"a": x}, {"b": x}], "cpu")


def test_copies_give_their_gradients_back():
    net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    net.register_parameter("none", None)
    copies = nn.parallel.replicate(net, ["cpu", "cpu"])
    x = pytorch_c.arange(8.0).reshape(4, 2)
    outputs = nn.parallel.parallel_apply(copies, nn.parallel.scatter((x,), ["cpu", "cpu"]))
    nn.parallel.gather(outputs, "cpu").square().sum().backward()
    assert (
        net[0].weight.grad is not None and not list(copies[0].buffers())[0].data_ptr() == net[1].running_mean.data_ptr()
    )
    assert net[1].num_batches_tracked.item() == 0 and copies[0][1].num_batches_tracked.item() == 1
    detached = nn.parallel.replicate(net, ["cpu"], detach=True)[0]
    assert detached._is_replica and not detached[0].weight.requires_grad


def test_threads_record_as_their_caller_does_and_what_fails_comes_out():
    seen = []

    class Note(nn.Module):
        def forward(self, x):
            seen.append((pytorch_c.is_grad_enabled(), threading.current_thread() is threading.main_thread()))
            if x is None:
                raise KeyError("missing")
            return x

    with pytorch_c.no_grad():
        assert nn.parallel.parallel_apply([Note(), Note()], [1, (2,)]) == [1, 2]
    assert seen == [(False, False)] * 2
    with pytest.raises(KeyError, match="missing"):
        nn.parallel.parallel_apply([Note(), Note()], [1, None])
    with pytest.raises(AssertionError, match="number of modules"):
        nn.parallel.parallel_apply([Note()], [1, 2])


def test_distributed_says_what_is_missing():
    with pytest.raises(ValueError, match="Default process group has not been initialized"):
        nn.parallel.DistributedDataParallel(nn.Linear(1, 1))
    with pytest.raises(RuntimeError, match="DataParallel"):
        nn.utils.stateless._functional_call(nn.DataParallel(nn.Linear(1, 1)), {}, pytorch_c.ones(1, 1))
