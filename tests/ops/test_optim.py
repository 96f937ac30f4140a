"""Fused steps of optimizers, and what scales gradients for them."""

import os
import subprocess
import sys
from pathlib import Path

from support.project import HANG

from .family import operators_of
from .runner import row
from .samples import F, P, V

TESTS = Path(__file__).resolve().parent.parent

STEPS = [V(1.0), V(1.0)]
ADAM = dict(beta1=0.9, beta2=0.99, weight_decay=0.01, eps=1e-8, amsgrad=False, maximize=False)
SGD = dict(weight_decay=0.01, momentum=0.9, dampening=0.1, nesterov=False, maximize=False, is_first_step=True)
ADAGRAD = dict(lr_decay=0.1, weight_decay=0.1, eps=1e-8, maximize=False)


def fused():
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        states = [[make(3, 4).of(dtype), make(2).of(dtype)] for make in (F, F, F, P, P)]
        for name in ("_fused_adam_", "_fused_adamw_"):
            yield row(name, *states[:4], [], STEPS, lr=0.1, **ADAM)
            yield row(name, *states, STEPS, lr=0.1, **(ADAM | {"amsgrad": True}))
            yield row(f"{name}.tensor_lr", *states[:4], [], STEPS, lr=V(0.1), **ADAM)
        yield row("_fused_adagrad_", *states[:2], states[3], STEPS, lr=0.1, **ADAGRAD)
        yield row("_fused_adagrad_.tensor_lr", *states[:2], states[3], STEPS, lr=V(0.1), **ADAGRAD)
        yield row("_fused_sgd_", *states[:3], lr=0.1, **SGD)
        yield row("_fused_sgd_.tensor_lr", *states[:3], lr=V(0.1), **SGD)
        yield row("_fused_sgd_", *states[:2], [], lr=0.1, **(SGD | {"momentum": 0.0}))


def amp():
    """Scaling of the loss, as mixed precision does it."""
    yield row("_amp_foreach_non_finite_check_and_unscale_", [F(3, 4), F(2)], V([0.0]), V([0.5])).fixed().no_grad()
    infinite = [F(3, 4), V([1.0, float("inf")])]
    yield row("_amp_foreach_non_finite_check_and_unscale_", infinite, V([0.0]), V([0.5])).fixed().no_grad()
    for found in (0.0, 1.0):
        yield row("_amp_update_scale_", V([8.0]), V([2], "int32"), V([found]), 2.0, 0.5, 3).fixed()


ROWS = [one.fixed().no_grad().by_schema() for one in fused()]
ROWS += [one.by_schema() for one in amp()]

test_op = operators_of("optim")

# A program of its own: libtorch's kernels trust their lists, and would write past them.
BAD_LISTS = """
import sys
import pytorch_c as t
from ops.test_optim import ADAGRAD, ADAM, SGD

def lists(count):
    return [[t.ones(3, 4), t.ones(2)] for _ in range(count)]

def steps():
    return [t.tensor(1.0), t.tensor(1.0)]

CALLS = {
    "_fused_adam_": (("grads", "exp_avgs", "exp_avg_sqs", "max_exp_avg_sqs", "state_steps"), ADAM | {"amsgrad": True}),
    "_fused_adamw_": (("grads", "exp_avgs", "exp_avg_sqs", "max_exp_avg_sqs", "state_steps"), ADAM | {"amsgrad": True}),
    "_fused_adagrad_": (("grads", "state_sums", "state_steps"), ADAGRAD),
    "_fused_sgd_": (("grads", "momentum_buffer_list"), SGD),
}
WRONG = {
    "short": lambda entries: entries[:1],
    "long": lambda entries: entries + entries,
    "none": lambda entries: [],
    "small": lambda entries: [t.ones(0), entries[1]],
    "dtype": lambda entries: [entries[0].double(), entries[1]],
    "gaps": lambda entries: [t.ones(6, 8)[::2, ::2], entries[1]],
    "order": lambda entries: [t.ones(4, 3).t(), entries[1]],
    "expanded": lambda entries: [t.ones(1).expand(3, 4), entries[1]],
    "meta": lambda entries: [t.ones(3, 4, device="meta"), entries[1]],
}
for name, (names, options) in CALLS.items():
    for lr in (0.1, t.tensor(0.1)):
        for at, argument in enumerate(names):
            for what, change in WRONG.items():
                is_steps = argument == "state_steps"
                if is_steps and what not in ("short", "long", "none", "small"):
                    continue
                given = [*lists(len(names)), steps()] if names[-1] == "state_steps" else lists(len(names) + 1)
                given[at + 1] = change(given[at + 1])
                before = [one.clone() for one in given[0]]
                try:
                    getattr(t, name)(*given, lr=lr, **options)
                except ValueError as error:
                    assert f"argument '{argument}'" in str(error), (name, argument, what, error)
                else:
                    sys.exit(f"{name}: {what} {argument} is taken")
                assert all(t.equal(one, other) for one, other in zip(given[0], before))
        for argument in ("grad_scale", "found_inf"):
            given = [*lists(len(names)), steps()] if names[-1] == "state_steps" else lists(len(names) + 1)
            try:
                getattr(t, name)(*given, lr=lr, **options, **{argument: t.ones(0)})
            except ValueError as error:
                assert f"argument '{argument}'" in str(error), error
            else:
                sys.exit(f"{name}: an empty {argument} is taken")
print("done")
"""


def test_fused_steps_refuse_lists_that_do_not_fit():
    path = os.pathsep.join([str(TESTS.parent), str(TESTS)])
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", BAD_LISTS], capture_output=True, text=True, env=environment, timeout=HANG
    )
    assert done.stdout.strip() == "done", f"exit {done.returncode}: {done.stderr[-800:]}"
