"""Seeds of CUDA devices. Without a device, seeds wait for none and do nothing."""

from __future__ import annotations

from .._tensor.generator import Generator, _default
from ._device import _current, device_count, is_available


def default_generators() -> tuple[Generator, ...]:
    """The generator of each device; () without CUDA."""
    return tuple(_default(f"cuda:{index}") for index in range(device_count()))


def manual_seed(seed: int) -> None:
    """Seeds the current device's generator; does nothing without CUDA."""
    seed = int(seed)
    if is_available():
        _default(_current()).manual_seed(seed)


def manual_seed_all(seed: int) -> None:
    """Seeds the generators of all devices; does nothing without CUDA."""
    seed = int(seed)
    for generator in default_generators():
        generator.manual_seed(seed)


def seed() -> None:
    """A fresh seed for the current device; does nothing without CUDA."""
    if is_available():
        _default(_current()).seed()


def seed_all() -> None:
    """One fresh seed for all devices; does nothing without CUDA."""
    generators = default_generators()
    for generator in generators:
        generator.manual_seed(generators[0].seed() if generator is generators[0] else generators[0].initial_seed())
