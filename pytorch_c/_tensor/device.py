"""Devices: what torch writes as "cpu", "cuda:1" or ``device("cuda", 1)``."""

from __future__ import annotations

from _thread import _local

from .._boundary import api, constants
from .._boundary.handle import core, setup

TYPE_CHECKING = False


def parse(text):
    """(type number, index or -1) of a device string; raises TorchError on unknown text."""
    return api.device_parse(text)


def type_name(number):
    """The name of a device type number ("cuda")."""
    return api.device_type_name(number)


class device(object if TYPE_CHECKING else core.Devices):  # type: ignore[misc]  # csrc/size.c: ==
    """A device, as torch.device: ``device("cuda:1")``, ``device("cuda", 1)``, ``device(1)``.

    `type` is the name, `index` an int or None. Unknown text raises TorchError.
    """

    __slots__ = ("type", "index", "numbers")
    type: str
    index: int | None
    numbers: tuple[int, int]

    def __new__(cls, type: str | int | device, index: int | None = None) -> device:
        if type.__class__ is str and index is None:
            return _named.get(type) or cls._of(type, None)
        return type if type.__class__ is device else cls._of(type, index)

    @classmethod
    def _of(cls, type, index):
        if isinstance(type, int) and not isinstance(type, bool) and index is None:
            type, index = "cuda", type
        if not isinstance(type, str):
            raise TypeError(f"device(): argument 'type' must be str, int or device, not {type.__class__.__name__}")
        number, named = parse(type)
        if index is not None:
            if named != -1:
                raise ValueError(f"type (string) must not include an index because index was passed explicitly: {type}")
            if not isinstance(index, int) or not 0 <= index <= 127:
                raise ValueError(f"device(): argument 'index' must be an int of 0 to 127, got {index!r}")
            named = index
        made = from_numbers(number, named)
        if made.numbers in _made and index is None:
            _named[type] = made
        return made

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute {name!r} of 'torch.device' objects is not writable")

    def __repr__(self):
        return f"device(type='{self.type}'" + (")" if self.index is None else f", index={self.index})")

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __hash__(self):
        return hash(self.numbers)

    def __reduce__(self):
        return device, (str(self),)

    # ---- the device of factories: `with device("meta"): …` ----

    def __enter__(self) -> device:
        _before.devices = (core.set_default_device(self.numbers), getattr(_before, "devices", None))
        return self

    def __exit__(self, *exception: object) -> None:
        before, _before.devices = _before.devices
        core.set_default_device(before)


_set_type, _set_index, _set_numbers = (vars(device)[name].__set__ for name in device.__slots__)
_named: dict[str, device] = {}  # those that texts have named
_made: dict[tuple[int, int], device] = {}  # all but of a kind that a program may still name
_before = _local()  # of each thread: what was the default outside of each block


def default_device() -> device | None:
    """The device of this thread's factories where none is named; None is libtorch's own, the CPU."""
    numbers = core.get_default_device()
    return None if numbers is None else from_numbers(*numbers)


# All device types except PrivateUse1, whose name the program chooses.
_NAMES = {number: name for name, number in constants.DEVICE_TYPE.items() if number != constants.PRIVATEUSE1}
NO_DEVICE = (constants.UNSET, constants.UNSET)


def device_numbers(value):
    """(type, index) of a device, a device string, a CUDA index or None."""
    if value is None:
        return NO_DEVICE
    if value.__class__ is device:
        return value.numbers
    return device(value).numbers


def from_numbers(number, index):
    made = _made.get((number, index))
    if made is not None:
        return made
    made = object.__new__(device)
    _set_type(made, _NAMES.get(number) or type_name(number))
    _set_index(made, None if index < 0 else index)
    _set_numbers(made, (number, index))
    return _made.setdefault((number, index), made) if number in _NAMES else made


CPU = from_numbers(constants.CPU, constants.UNSET)
setup(device=device, device_of=device, device_of_numbers=from_numbers, cpu=CPU)
