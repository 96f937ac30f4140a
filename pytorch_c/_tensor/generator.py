"""Random generators and seeds."""

from __future__ import annotations

from .._boundary import api
from .._opaque_base import OpaqueBaseMeta
from .device import device_numbers, from_numbers
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import DeviceLike
    from .device import device as device_type


_ALL_BITS = 1 << 64  # a seed is unsigned, the C library's int64 is not


def _seed(value):
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"argument 'seed' must be int, not {type(value).__name__}")
    value = value.__index__()
    if not -(1 << 63) <= value < 1 << 64:
        raise ValueError(f"argument 'seed' must fit 64 bits, got {value}")
    return value - (1 << 64) if value >= 1 << 63 else value


class Generator(metaclass=OpaqueBaseMeta):
    """A source of random numbers of its own (torch.Generator). Until it is seeded, each new one gives the same."""

    __slots__ = ("_h", "__weakref__")

    def __init__(self, device: DeviceLike = "cpu") -> None:
        self._h = api.generator_new(*device_numbers(device))

    @property
    def device(self) -> device_type:
        return from_numbers(*api.generator_device(self))

    def manual_seed(self, seed: int) -> Generator:
        """Seeds it; returns itself."""
        api.generator_manual_seed(self, _seed(seed))
        return self

    def seed(self) -> int:
        """Takes a seed from the machine's entropy; returns it."""
        return api.generator_seed(self) % _ALL_BITS

    def initial_seed(self) -> int:
        """The seed it was given last."""
        return api.generator_initial_seed(self) % _ALL_BITS

    def get_state(self) -> Tensor:
        """The state as a uint8 tensor."""
        return api.generator_get_state(self)

    def set_state(self, new_state: Tensor) -> Generator:
        """Takes a state that get_state gave; returns itself."""
        if not isinstance(new_state, Tensor):
            raise TypeError(f"set_state(): argument 'new_state' must be Tensor, not {type(new_state).__name__}")
        api.generator_set_state(self, new_state)
        return self

    def clone_state(self) -> Generator:
        """A new generator that goes on from the same state."""
        return Generator(self.device).set_state(self.get_state())

    def __reduce__(self) -> tuple[Any, ...]:
        return Generator, (self.device,), (self.initial_seed(), None, self.get_state())

    def __setstate__(self, state: tuple[int, int | None, Tensor]) -> None:
        self.set_state(state[2])  # the seed and the offset are in it


def _from_state(device, state):
    """The generator of a pickle that version 0.2.0 wrote."""
    return Generator(device).set_state(state)


def _default(device: DeviceLike = "cpu") -> Generator:
    made = object.__new__(Generator)
    made._h = api.generator_default(*device_numbers(device))
    return made


def manual_seed(seed: int) -> Generator:
    """Seeds the default generator of every device (torch.manual_seed); returns the CPU's."""
    api.manual_seed(_seed(seed))
    return default_generator


def seed() -> int:
    """A fresh seed for every device, from the machine's entropy; returns it."""
    value = _default().seed()
    manual_seed(value)
    return value


def initial_seed() -> int:
    """The seed of the CPU's default generator."""
    return _default().initial_seed()


def get_rng_state() -> Tensor:
    """The state of the CPU's default generator, a uint8 tensor."""
    return _default().get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Sets what get_rng_state gave."""
    _default().set_state(new_state)


default_generator = _default()
