"""Seeds and states of the default generators under the name of their module in torch (torch.random)."""

from __future__ import annotations

import contextlib

from . import cuda
from ._composites.python import thread_safe_generator
from ._tensor.generator import (
    _default,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ._typing import DeviceLike

__all__ = [
    "default_generator",
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
    "thread_safe_generator",
]


@contextlib.contextmanager
def fork_rng(
    devices: Iterable[DeviceLike] | None = None, enabled: bool = True, device_type: str | None = None
) -> Iterator[None]:
    """Random numbers of the block leave the default generators as they found them; also as a decorator.

    Args:
        devices: Whose generators, besides the CPU's: indices or devices; None is every CUDA device
        enabled: False does nothing
        device_type: What an index is of, "cuda" by default; "meta" does nothing

    Source: torch.random.fork_rng.
    """
    kind = device_type or "cuda"
    if not enabled or kind == "meta":
        yield
        return
    if devices is None:
        devices = range(cuda.device_count()) if kind == "cuda" else ()
    given = [f"{kind}:{one}" if isinstance(one, int) else one for one in devices]
    states = [(one, one.get_state()) for one in (_default(), *(_default(device) for device in given))]
    try:
        yield
    finally:
        for generator, state in states:
            generator.set_state(state)
