"""Names of torch's older profiler (torch.autograd.profiler): `record_function` costs nothing, `profile` is not here."""

from __future__ import annotations

import functools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from typing_extensions import Self

__all__ = ["EventList", "emit_itt", "emit_nvtx", "profile", "record_function"]


class record_function:
    """A block, or a decorated function, under a name; nobody watches, so that it costs nothing.

    Source: torch.autograd.profiler.record_function.
    """

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name, self.args = name, args

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def inside(*args, **kwargs):
            with type(self)(self.name, self.args):
                return function(*args, **kwargs)

        return inside


class EventList(list):
    """What a profile found (torch.autograd.profiler.EventList)."""


class profile:
    """Watches the operators of a block in torch; raises NotImplementedError here, unless it is not enabled."""

    def __init__(self, enabled: bool = True, **options: Any) -> None:
        if enabled:
            raise NotImplementedError("autograd.profiler.profile: operators are not watched here")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


class emit_nvtx(profile):
    """Marks operators for NVIDIA's tools; raises NotImplementedError here, unless it is not enabled."""


class emit_itt(profile):
    """Marks operators for Intel's tools; raises NotImplementedError here, unless it is not enabled."""
