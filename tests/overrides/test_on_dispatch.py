"""Torch's own modules upon __torch_dispatch__, borrowed: FLOP counts, logs of operators, masked tensors, selective checkpoints."""

from __future__ import annotations

import importlib
import warnings

import pytest
from support.oracle import agree


def module(t, name):
    return importlib.import_module(f"{t.__name__}.{name}")


def forward_flops(t):
    count = module(t, "utils.flop_counter").FlopCounterMode(display=False)
    model = t.nn.Sequential(t.nn.Conv2d(3, 4, 3), t.nn.Flatten(), t.nn.Linear(16, 5)).requires_grad_(False)
    with count:
        model(t.ones(2, 3, 4, 4))
        t.nn.functional.scaled_dot_product_attention(*[t.ones(1, 2, 3, 4)] * 3)
    return count.get_total_flops(), {
        name: {str(op): number for op, number in found.items()} for name, found in count.get_flop_counts().items()
    }


def logged(t):
    log = module(t, "testing._internal.logging_tensor")
    with log.capture_logs() as lines:
        x = log.LoggingTensor(t.tensor([3.0]), requires_grad=True)
        log.log_input("x", x)
        (found,) = t.autograd.grad(x * x.sin(), x, t.ones(1))
        log.log_input("grad", found)
    return lines


def masked(t):
    x = t.masked.masked_tensor(t.arange(6.0).reshape(2, 3), t.tensor([[True, False, True], [True, True, False]]))
    parts = [x.sum(), x + x, x * 2, x.sin(), x.sum(1), x.amax(0), x.mean(), -x]
    return repr(x), x.to_tensor(7.0), [(one.get_data() * one.get_mask(), one.get_mask()) for one in parts]


def masked_gradient(t):
    x = t.masked.masked_tensor(t.tensor([1.0, 2.0, 3.0]), t.tensor([True, False, True]), requires_grad=True)
    x.sum().backward()
    return x.grad.get_mask(), x.grad.to_tensor(0.0)


def selective(t):
    check, seen = module(t, "utils.checkpoint"), []

    def policy(ctx, op, *args, **kwargs):
        seen.append((ctx.is_recompute, str(op)))
        return (
            check.CheckpointPolicy.MUST_SAVE if op is t.ops.aten.mm.default else check.CheckpointPolicy.PREFER_RECOMPUTE
        )

    x = (t.arange(9.0).reshape(3, 3) / 9).requires_grad_()
    found = check.checkpoint(
        lambda x: t.sin(x @ x).exp(),
        x,
        use_reentrant=False,
        context_fn=lambda: check.create_selective_checkpoint_contexts(policy),
    )
    found.sum().backward()
    return x.grad, [one for one in seen if "detach" not in one[1]]


def selective_list(t):
    check = module(t, "utils.checkpoint")
    with pytest.raises(ValueError, match="OpOverloadPacket|packet"):
        check.create_selective_checkpoint_contexts([t.ops.aten.mm])
    return len(check.create_selective_checkpoint_contexts([t.ops.aten.mm.default]))


@pytest.mark.parametrize("case", [forward_flops, logged, masked, masked_gradient, selective, selective_list])
def test_borrowed_modules_do_what_torchs_do(case):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # masked tensors are a prototype
        agree(case)
