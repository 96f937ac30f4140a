"""Fused optimizer steps and the _foreach_ operators that the optimizers use."""

from .family import operators_of
from .runner import row
from .samples import F, P, V

STATES = [F(3, 4), F(2)], [F(3, 4), F(2)], [F(3, 4), F(2)], [P(3, 4), P(2)]
STEPS = [V(1.0), V(1.0)]
ADAM = dict(beta1=0.9, beta2=0.99, weight_decay=0.01, eps=1e-8, amsgrad=False, maximize=False)
SGD = dict(weight_decay=0.01, momentum=0.9, dampening=0.1, nesterov=False, maximize=False, is_first_step=True)


def fused():
    for name in ("_fused_adam_", "_fused_adamw_"):
        yield row(name, *STATES, [], STEPS, lr=0.1, **ADAM).no_grad()
        yield row(name, *STATES, [P(3, 4), P(2)], STEPS, lr=0.1, **(ADAM | {"amsgrad": True})).no_grad()
        yield row(f"{name}.tensor_lr", *STATES, [], STEPS, lr=V(0.1), **ADAM).no_grad()
    yield row(
        "_fused_adagrad_", *STATES[:3], STEPS, lr=0.1, lr_decay=0.1, weight_decay=0.1, eps=1e-8, maximize=False
    ).no_grad()
    yield row("_fused_sgd_", *STATES[:3], lr=0.1, **SGD).no_grad()
    yield row("_fused_sgd_.tensor_lr", *STATES[:3], lr=V(0.1), **SGD).no_grad()


def foreach():
    lists = [F(3, 4), F(2)]
    for name in ("_foreach_add_", "_foreach_mul_"):
        yield row(f"{name}.Scalar", lists, 2)
        yield row(f"{name}.List", lists, [F(3, 4), F(2)])
        yield row(f"{name}.ScalarList", lists, [2, 0.5])
        yield row(f"{name}.Tensor", lists, F())
    yield row("_foreach_add_.List", lists, lists, alpha=3)
    yield row("_foreach_zero_", lists)
    yield row("_foreach_norm.Scalar", lists)


def observers():
    """Quantization aware training."""
    one, state = V([1]), (V([0.0]), V([1.0]), V([1.0]), V([0], "int32"))
    yield row("_fused_moving_avg_obs_fq_helper", F(2, 3), one, one, *state, 0.01, 0, 255, 0).fixed().no_grad()
    yield row("_fused_dropout", F(2, 3), 0.5).refused()


ROWS = [one.by_schema() for one in (*fused(), *foreach(), *observers())]

test_op = operators_of("optim")
