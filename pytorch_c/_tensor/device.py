"""Devices: what torch writes as "cpu", "cuda:1" or ``device("cuda", 1)``."""

from __future__ import annotations

from .._boundary import constants
from .._boundary.errors import throw
from .._boundary.library import ffi, lib


def parse(text):
    """(type number, index or -1) of a device string; raises TorchError on unknown text."""
    kind, index = ffi.new("int32_t *"), ffi.new("int32_t *")
    error = lib.call_device_parse(text.encode(), kind, index)
    if error:
        throw(error)
    return kind[0], index[0]


def type_name(number):
    """The name of a device type number ("cuda")."""
    text = ffi.new("char const **")
    error = lib.call_device_type_name(number, text)
    if error:
        throw(error)
    name = ffi.string(text[0]).decode()
    lib.ptc_string_free(text[0])
    return name


class device:
    """A device, as torch.device: ``device("cuda:1")``, ``device("cuda", 1)``, ``device(1)``.

    `type` is the name, `index` an int or None. Unknown text raises TorchError.
    """

    __slots__ = ("type", "index", "numbers")
    type: str
    index: int | None
    numbers: tuple[int, int]

    def __init__(self, type: str | int | device, index: int | None = None) -> None:
        if isinstance(type, device):
            self.type, self.index, self.numbers = type.type, type.index, type.numbers
            return
        if isinstance(type, int) and not isinstance(type, bool) and index is None:
            type, index = "cuda", type
        if not isinstance(type, str):
            raise TypeError(f"device(): argument 'type' must be str, int or device, not {type.__class__.__name__}")
        number, named = parse(type)
        if index is not None:
            if named != constants.UNSET:
                raise ValueError(f"type (string) must not include an index because index was passed explicitly: {type}")
            if not isinstance(index, int) or not 0 <= index <= 127:
                raise ValueError(f"device(): argument 'index' must be an int of 0 to 127, got {index!r}")
            named = index
        self._set(number, named)

    def _set(self, number, index):
        self.type = _NAMES.get(number) or type_name(number)
        self.index = None if index < 0 else index
        self.numbers = (number, index)

    def __repr__(self):
        return f"device(type='{self.type}'" + (")" if self.index is None else f", index={self.index})")

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and self.numbers == other.numbers

    def __hash__(self):
        return hash(self.numbers)

    def __reduce__(self):
        return device, (str(self),)


_NAMES = {number: name for name, number in constants.DEVICE_TYPE.items()}
NO_DEVICE = (constants.UNSET, constants.UNSET)


def device_numbers(value):
    """(type, index) of a device, a device string, a CUDA index or None."""
    if value is None:
        return NO_DEVICE
    if value.__class__ is device:
        return value.numbers
    return device(value).numbers


def from_numbers(number, index):
    made = object.__new__(device)
    made._set(number, index)
    return made
