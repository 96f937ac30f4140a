"""Random numbers of CUDA devices (torch.cuda.random). Without a device, seeds wait for none and do nothing."""

from __future__ import annotations

from .._tensor.generator import Generator, _default
from .._tensor.tensor import Tensor
from ._device import _current, device_count, is_available

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .._typing import DeviceLike

__all__ = [
    "get_rng_state", "get_rng_state_all", "set_rng_state", "set_rng_state_all", "manual_seed", "manual_seed_all", "seed",
    "seed_all", "initial_seed",
]  # fmt: skip


def _all():
    return [_default(f"cuda:{index}") for index in range(device_count())]


def __getattr__(name: str) -> tuple[Generator, ...]:
    if name == "default_generators":
        return tuple(_all())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def manual_seed(seed: int) -> None:
    """Seeds the current device's generator; does nothing without CUDA."""
    seed = int(seed)
    if is_available():
        _default(_current()).manual_seed(seed)


def manual_seed_all(seed: int) -> None:
    """Seeds the generators of all devices; does nothing without CUDA."""
    seed = int(seed)
    for generator in _all():
        generator.manual_seed(seed)


def seed() -> None:
    """A fresh seed for the current device; does nothing without CUDA."""
    if is_available():
        _default(_current()).seed()


def seed_all() -> None:
    """One fresh seed for all devices; does nothing without CUDA."""
    generators = _all()
    for generator in generators:
        generator.manual_seed(generators[0].seed() if generator is generators[0] else generators[0].initial_seed())


def initial_seed() -> int:
    """The seed of the current device; raises RuntimeError without CUDA."""
    return _default(_current()).initial_seed()


def get_rng_state(device: DeviceLike = "cuda") -> Tensor:
    """The state of a device's generator, uint8; raises RuntimeError without CUDA."""
    return _default(_current(device)).get_state()


def get_rng_state_all() -> list[Tensor]:
    """The states of all devices' generators; [] without CUDA."""
    return [generator.get_state() for generator in _all()]


def set_rng_state(new_state: Tensor, device: DeviceLike = "cuda") -> None:
    """Sets what get_rng_state gave; does nothing without CUDA."""
    if is_available():
        _default(_current(device)).set_state(new_state)


def set_rng_state_all(new_states: Iterable[Tensor]) -> None:
    """Sets what get_rng_state_all gave."""
    for index, state in enumerate(new_states):
        set_rng_state(state, f"cuda:{index}")
