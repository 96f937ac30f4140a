"""L-BFGS (torch.optim.lbfgs)."""

from __future__ import annotations

from .. import _ops
from .._tensor.dtype import FORMATS
from .._tensor.tensor import Tensor
from ..autograd.grad_mode import enable_grad, no_grad
from ._settings import _to_scalar, check_lr
from ._strong_wolfe import strong_wolfe as _strong_wolfe
from .optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._typing import Params

__all__ = ["LBFGS"]

_CONTIGUOUS = FORMATS["contiguous_format"]
_KEPT = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")


class LBFGS(Optimizer):
    """L-BFGS: steps along an inverse Hessian that the last history_size gradients approximate.

    A step computes the loss again, by its closure, up to max_eval times (max_iter * 5 // 4 by default).
    It ends when the largest gradient is at most tolerance_grad, or parameters or loss change by less
    than tolerance_change. line_search_fn: None for steps of lr, or "strong_wolfe".

    Raises ValueError for more than one group of parameters. As torch.optim.LBFGS.
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        defaults = {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size,
            "line_search_fn": line_search_fn,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]
        self._numel_cache = None

    def _check_group(self, group):
        check_lr(group["lr"])

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._params, self._numel_cache = self.param_groups[0]["params"], None

    # ---- parameters as one vector ----

    def _numel(self):
        if self._numel_cache is None:
            self._numel_cache = sum(param.numel() * (2 if param.is_complex() else 1) for param in self._params)
        return self._numel_cache

    def _gather_flat_grad(self):
        views = []
        for param in self._params:
            grad = _ops.zeros_like(param) if param.grad is None else param.grad
            grad = grad.to_dense() if grad.is_sparse else grad
            grad = grad.reshape(-1)
            views.append(_ops.view_as_real(grad).view(-1) if grad.is_complex() else grad)
        return _ops.cat(views, 0)

    def _add_grad(self, step_size, update) -> None:
        offset = 0
        for param in self._params:
            real = _ops.view_as_real(param) if param.is_complex() else param
            count = real.numel()
            real.add_(update[offset : offset + count].view_as(real), alpha=step_size)
            offset += count

    def _clone_param(self):
        return [param.clone(memory_format=_CONTIGUOUS) for param in self._params]

    def _set_param(self, params_data) -> None:
        for param, data in zip(self._params, params_data):
            param.copy_(data)

    def _directional_evaluate(self, closure, x, t, d):
        self._add_grad(t, d)
        loss = float(closure())
        flat_grad = self._gather_flat_grad()
        self._set_param(x)
        return loss, flat_grad

    # ---- the step ----

    @no_grad()
    def step(self, closure: Callable[[], Any]) -> Any:
        """Take up to max_iter steps; gives the loss before them. closure() clears gradients and computes them."""
        self._check_open()
        closure = enable_grad()(closure)
        group = self.param_groups[0]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = closure()
        loss, evals = float(first_loss), 1
        state["func_evals"] += 1
        flat_grad = self._gather_flat_grad()
        if flat_grad.abs().max() <= group["tolerance_grad"]:
            return first_loss
        for iteration in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            _new_direction(state, flat_grad, group["history_size"])
            before = state["prev_loss"] = loss
            lr = _to_scalar(group["lr"])
            state["t"] = min(1.0, 1.0 / flat_grad.abs().sum()) * lr if state["n_iter"] == 1 else lr
            slope = flat_grad.dot(state["d"])
            if slope > -group["tolerance_change"]:
                break
            last = iteration == group["max_iter"]
            loss, flat_grad, more = self._move(closure, group, state, loss, flat_grad, slope, evals, last)
            evals += more
            state["func_evals"] += more
            if last or evals >= group["max_eval"] or _is_done(state, flat_grad, loss, before, group, more):
                break
        for name in _KEPT:  # in torch's order
            state[name] = state.pop(name)
        return first_loss

    def _move(self, closure, group, state, loss, flat_grad, slope, evals, last):
        """Moves the parameters along state["d"]; (loss, gradient, evaluations) there."""
        if group["line_search_fn"] is not None:
            if group["line_search_fn"] != "strong_wolfe":
                raise RuntimeError("only 'strong_wolfe' is supported")
            evaluate = lambda x, t, d: self._directional_evaluate(closure, x, t, d)
            loss, flat_grad, state["t"], more = _strong_wolfe(
                evaluate, self._clone_param(), state["t"], state["d"], loss, flat_grad, slope,
                max_ls=group["max_eval"] - evals,
            )  # fmt: skip
            self._add_grad(state["t"], state["d"])
            return loss, flat_grad, more
        self._add_grad(state["t"], state["d"])
        if last:  # nobody looks at what is there
            return loss, flat_grad, 0
        return float(closure()), self._gather_flat_grad(), 1


def _is_done(state, flat_grad, loss, before, group, evals):
    tolerance = group["tolerance_change"]
    return bool(
        flat_grad.abs().max() <= group["tolerance_grad"]
        or state["d"].mul(state["t"]).abs().max() <= tolerance
        or abs(loss - before) < tolerance
    )


def _new_direction(state, flat_grad, history_size):
    """Puts the direction of the next step into the state, and what the last one has taught."""
    if state["n_iter"] == 1:
        state.update(d=flat_grad.neg(), old_dirs=[], old_stps=[], ro=[], H_diag=1)
        state["prev_flat_grad"] = flat_grad.clone(memory_format=_CONTIGUOUS)
        return
    y, s = flat_grad.sub(state["prev_flat_grad"]), state["d"].mul(state["t"])
    ys = y.dot(s)
    if ys > 1e-10:
        columns = {"old_dirs": y, "old_stps": s, "ro": 1.0 / ys}
        full = len(state["old_dirs"]) == history_size
        for name, new in columns.items():
            if full:
                state[name].pop(0)
            state[name].append(new)
        state["H_diag"] = ys / y.dot(y)
    directions, steps, inverses = state["old_dirs"], state["old_stps"], state["ro"]
    weights = state.setdefault("al", [None] * history_size)
    direction = flat_grad.neg()
    for i in reversed(range(len(directions))):
        weights[i] = steps[i].dot(direction) * inverses[i]
        direction.add_(directions[i], alpha=-weights[i])
    direction = _ops.mul(direction, state["H_diag"])
    for i in range(len(directions)):
        direction.add_(steps[i], alpha=weights[i] - directions[i].dot(direction) * inverses[i])
    state["d"] = direction
    state["prev_flat_grad"].copy_(flat_grad)
