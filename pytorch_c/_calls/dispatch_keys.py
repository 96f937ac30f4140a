"""Dispatch keys and sets of them by torch's names (torch._C.DispatchKey), and the guards that a thread enters."""

from __future__ import annotations

import functools

from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self

    from .._tensor.tensor import Tensor

_MOST = 200  # no key has a larger number
_BITS = (1 << 64) - 1


class _Names(type):
    def __getattr__(cls, name: str) -> DispatchKey:
        try:
            return cls(name)
        except (ValueError, TypeError) as error:
            raise AttributeError(f"DispatchKey has no attribute {name!r}") from error

    @property
    def __members__(cls) -> dict[str, DispatchKey]:
        return {one.name: one for one in map(_key_of, range(_MOST)) if one is not None}


class DispatchKey(metaclass=_Names):
    """One dispatch key: DispatchKey.CPU, DispatchKey("CPU"), or by its number.

    Raises ValueError for a name or a number that libtorch does not know.
    """

    __slots__ = ("name", "value")
    name: str
    value: int

    def __new__(cls, name: str | int | DispatchKey) -> DispatchKey:
        if isinstance(name, DispatchKey):
            return name
        if isinstance(name, int) and not isinstance(name, bool):
            found = _key_of(name)
            if found is None:
                raise ValueError(f"argument 'name': there is no dispatch key {name}")
            return found
        if not isinstance(name, str):
            raise TypeError(f"argument 'name': the name of a dispatch key is needed, got {type(name).__name__}")
        return _key_named(name)

    def __int__(self) -> int:
        return self.value

    __index__ = __int__

    def __repr__(self) -> str:
        return f"<DispatchKey.{self.name}: {self.value}>"

    def __str__(self) -> str:
        return f"DispatchKey.{self.name}"

    def __reduce__(self) -> Any:
        return DispatchKey, (self.name,)

    def __copy__(self) -> DispatchKey:
        return self

    def __deepcopy__(self, memo: Any) -> DispatchKey:
        return self


def _made(name, value):
    made = object.__new__(DispatchKey)
    made.name, made.value = name, value
    return made


@functools.cache
def _key_of(number):
    try:
        name = api.dispatch_key_name(number)
    except ValueError:
        return None
    return _made(name, number) if name != "UNKNOWN_TENSOR_TYPE_ID" else None


@functools.cache
def _key_named(name):
    try:
        number = api.dispatch_key_number(name)
    except RuntimeError as error:
        raise ValueError(f"argument 'name': {error}") from None
    return _key_of(number) or _made(name, number)


def key_number(key: Any, argument: str = "dispatch") -> int:
    """The number of a DispatchKey or of a key's name. Raises TypeError for what is neither."""
    if isinstance(key, DispatchKey):
        return key.value
    if not isinstance(key, str):
        raise TypeError(f"argument '{argument}': a DispatchKey or its name is needed, got {type(key).__name__}")
    return api.dispatch_key_number(key)


def key_for_device(device_type: str) -> str:
    """The key of a type of devices, as a text."""
    known = {"cpu": "CPU", "cuda": "CUDA", "xpu": "XPU", "mps": "MPS", "meta": "Meta", "hpu": "HPU", "mtia": "MTIA"}
    if device_type not in known:
        return "PrivateUse1" if device_type in ("privateuseone", api.backend_name()) else device_type.upper()
    return known[device_type]


def key_name(key: Any, argument: str = "dispatch") -> str:
    """The name of a DispatchKey, or the name itself. Raises TypeError for what is neither."""
    if isinstance(key, DispatchKey):
        return key.name
    if not isinstance(key, str):
        raise TypeError(f"argument '{argument}': a DispatchKey or its name is needed, got {type(key).__name__}")
    return key


class DispatchKeySet:
    """Some dispatch keys (torch._C.DispatchKeySet): of one key; `|`, `&`, `-`, has, add, remove, highestPriorityTypeId."""

    __slots__ = ("_bits",)
    _bits: int  # signed, as C has them

    def __init__(self, key: DispatchKey | str) -> None:
        self._bits = api.keyset_of(key_number(key, "key"))

    @classmethod
    def _of(cls, bits: int) -> Self:
        made = cls.__new__(cls)
        made._bits = bits
        return made

    @classmethod
    def from_raw_repr(cls, raw: int) -> Self:
        """The set of these bits."""
        return cls._of(raw - (1 << 64) if raw >> 63 else raw)

    def raw_repr(self) -> int:
        """The bits."""
        return self._bits & _BITS

    def __repr__(self) -> str:
        return api.keyset_text(self._bits)

    def __or__(self, other: DispatchKeySet) -> DispatchKeySet:
        return self._of(self._bits | _set(other)._bits)

    def __and__(self, other: DispatchKeySet) -> DispatchKeySet:
        return self._of(self._bits & _set(other)._bits)

    def __sub__(self, other: DispatchKeySet) -> DispatchKeySet:
        return self._of(api.keyset_minus(self._bits, _set(other)._bits))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DispatchKeySet) and other._bits == self._bits

    def __hash__(self) -> int:
        return hash(self._bits)

    def has(self, k: DispatchKey | str) -> bool:
        """Returns whether a key is in it; True for a key that stands for several, as in torch."""
        number = key_number(k, "k")
        return api.dispatch_key_is_alias(number) or api.keyset_has(self._bits, number)

    def add(self, k: DispatchKey | str) -> DispatchKeySet:
        """The set with a key."""
        return self | DispatchKeySet(k)

    def remove(self, k: DispatchKey | str) -> DispatchKeySet:
        """The set without a key."""
        return self._of(api.keyset_remove(self._bits, key_number(k, "k")))

    def highestPriorityTypeId(self) -> DispatchKey:
        """The key that is asked first."""
        return DispatchKey(api.keyset_first(self._bits))


def _set(value, argument="keyset"):
    if not isinstance(value, DispatchKeySet):
        raise TypeError(f"argument '{argument}': a DispatchKeySet is needed, got {type(value).__name__}")
    return value


def keys_of_tensor(tensor: Tensor) -> DispatchKeySet:
    """The keys of a tensor."""
    return DispatchKeySet._of(api.tensor_keyset(tensor))


# ---- what a thread adds to the keys of its calls, and leaves out ----


def local_sets() -> tuple[DispatchKeySet, DispatchKeySet]:
    """(the keys that this thread adds, those that it leaves out)."""
    included, excluded = api.dispatch_local()
    return DispatchKeySet._of(included), DispatchKeySet._of(excluded)


class _Guard:
    """A `with` block with other local keys; they are as before behind it, also where it is not used as a block."""

    def __init__(self, keyset: DispatchKeySet | DispatchKey) -> None:
        if isinstance(keyset, DispatchKey):
            keyset = DispatchKeySet(keyset)
        self._keys = _set(keyset)
        self._before: Any = None

    def _changed(self, included: int, excluded: int) -> tuple[int, int]:
        raise NotImplementedError

    def __enter__(self) -> None:
        self._before = before = api.dispatch_local()
        api.dispatch_set_local(*self._changed(*before))

    def __exit__(self, *exc_info: object) -> None:
        before, self._before = self._before, None
        if before is not None:
            api.dispatch_set_local(*before)


class _ExcludeDispatchKeyGuard(_Guard):
    """A block in which this thread leaves keys out of its calls."""

    def _changed(self, included, excluded):
        return included, excluded | self._keys._bits


class _IncludeDispatchKeyGuard(_Guard):
    """A block in which this thread adds keys to its calls."""

    def _changed(self, included, excluded):
        return included | self._keys._bits, excluded


class _ForceDispatchKeyGuard(_Guard):
    """A block in which this thread adds the first set and leaves out the second; without sets it keeps the present ones."""

    def __init__(self, include: DispatchKeySet | None = None, exclude: DispatchKeySet | None = None) -> None:
        self._sets = None if include is None else (_set(include, "include"), _set(exclude, "exclude"))
        self._before = None

    def __enter__(self) -> None:
        self._before = api.dispatch_local()
        if self._sets is not None:
            api.dispatch_set_local(self._sets[0]._bits, self._sets[1]._bits)


class _PreserveDispatchKeyGuard(_ForceDispatchKeyGuard):
    """A block behind which this thread's keys are as before it."""

    def __init__(self) -> None:
        super().__init__()


class _SetExcludeDispatchKeyGuard(_Guard):
    """A block in which this thread leaves a key out, or does not."""

    def __init__(self, k: DispatchKey, enabled: bool) -> None:
        super().__init__(DispatchKeySet(k))
        self._key, self._enabled = key_name(k, "k"), enabled

    def __enter__(self) -> None:
        self._before = api.dispatch_local()
        api.dispatch_set_excluded(self._key, self._enabled)


def _autograd_keys():
    names = "AutogradOther", "AutogradNestedTensor"
    numbers = [*map(api.dispatch_key_number, names)]
    numbers.append(api.dispatch_key_functionality(api.dispatch_key_number("AutogradCPU")))
    return functools.reduce(lambda bits, one: bits | api.keyset_of(one), numbers, 0)


class _FromTheStart(_Guard):
    """Keys that a guard has changed once it is made, until its block or the guard itself is gone."""

    def __init__(self, keyset: DispatchKeySet | DispatchKey) -> None:
        self._before = None
        super().__init__(keyset)
        super().__enter__()

    def __enter__(self) -> None:
        """Does nothing: the keys are changed already."""

    def __del__(self) -> None:
        self.__exit__()


class ExcludeDispatchKeyGuard(_FromTheStart, _ExcludeDispatchKeyGuard):
    """A time in which this thread leaves keys out of its calls."""


class _AutoDispatchBelowAutograd(ExcludeDispatchKeyGuard):
    """A time in which calls record no derivatives, as kernels of autograd call others."""

    def __init__(self) -> None:
        super().__init__(DispatchKeySet._of(_autograd_keys()))


class _AutoDispatchBelowADInplaceOrView(_ExcludeDispatchKeyGuard):
    """A block in which calls neither record derivatives nor note views."""

    def __init__(self) -> None:
        super().__init__(DispatchKeySet._of(_autograd_keys()).add("ADInplaceOrView"))
