"""Ranges under a name, which profiles and observers show (torch.autograd.profiler.record_function)."""

from __future__ import annotations

import functools

from .._boundary.library import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

profile_runs = False  # optimizers make ranges of their steps while it is true


class record_function(core.Range):
    """A block, or a decorated function, under a name, which profiles and observers show around what runs in it.

    Costs next to nothing where nobody observes.

    Args:
        name: of the range
        args: a text for observers that want inputs

    Raises:
        TypeError: a name that is no str, when the block begins

    Source: torch.autograd.profiler.record_function.
    """

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def inside(*args, **kwargs):
            with type(self)(self.name, self.args):
                return function(*args, **kwargs)

        return inside


record_function.__module__ = f"{__package__}.profiler"  # where torch has it, by which scripts and pickles name it
