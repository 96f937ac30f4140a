"""Several modules called at once, each in a thread (torch.nn.parallel.parallel_apply)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from ...autograd.grad_mode import is_grad_enabled, set_grad_enabled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["parallel_apply"]


def parallel_apply(
    modules: Sequence[Any], inputs: Sequence[Any], kwargs_tup: Sequence[Any] | None = None, devices: Any = None
) -> list[Any]:
    """[module(*input, **kwargs)] of several modules, each with its own arguments. What one raises comes out.

    An input that is no list or tuple is one argument. devices: not needed, since each module knows its own.
    """
    kwargs_tup = [{}] * len(modules) if kwargs_tup is None else kwargs_tup
    if not len(modules) == len(inputs) == len(kwargs_tup):
        raise AssertionError(
            f"The number of modules {len(modules)} is not equal to the number of inputs {len(inputs)} "
            f"and of keyword arguments {len(kwargs_tup)}"
        )
    recorded = is_grad_enabled()

    def call(module, given, kwargs):
        with set_grad_enabled(recorded):  # a thread starts with its own
            return module(*(given if isinstance(given, (list, tuple)) else (given,)), **kwargs)

    if len(modules) == 1:
        return [call(modules[0], inputs[0], kwargs_tup[0])]
    with ThreadPoolExecutor(len(modules)) as pool:
        return list(pool.map(call, modules, inputs, kwargs_tup))
