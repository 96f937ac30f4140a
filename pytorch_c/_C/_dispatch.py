"""Dispatch keys by torch's names (torch._C.DispatchKey, _dispatch_*): which keys a tensor has, a thread leaves out or adds."""

from __future__ import annotations

from .. import ops
from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .._tensor.tensor import Tensor

# Kinds of keys, those asked last standing first; behind a kind may stand a backend (c10/core/DispatchKey.h).
_KINDS = (
    "Undefined Dense FPGA Vulkan Metal Quantized CustomRNGKeyId MkldnnCPU Sparse SparseCsr NestedTensor BackendSelect Python "
    "Fake FuncTorchDynamicLayerBackMode Functionalize Named Conjugate Negative ZeroTensor ADInplaceOrView AutogradOther "
    "Autograd AutogradNestedTensor Tracer Autocast FuncTorchBatched BatchedNestedTensor FuncTorchVmapMode Batched VmapMode "
    "FuncTorchGradWrapper DeferredInit PythonTLSSnapshot FuncTorchDynamicLayerFrontMode TESTING_ONLY_GenericWrapper "
    "TESTING_ONLY_GenericMode PreDispatch PythonDispatcher"
).split()
_BACKENDS = "CPU CUDA HIP XLA MPS IPU XPU HPU VE Lazy MTIA MAIA PrivateUse1 PrivateUse2 PrivateUse3 Meta".split()


def _rank(name):
    if name in _KINDS:
        return _KINDS.index(name), 0
    for i, backend in enumerate(_BACKENDS):
        kind = name.removesuffix(backend) or "Dense"
        if name.endswith(backend) and kind in _KINDS:
            return _KINDS.index(kind), i + 1
    return len(_KINDS), 0


class _Names(type):
    def __getattr__(cls, name: str) -> DispatchKey:
        try:
            return cls(name)
        except ValueError as error:
            raise AttributeError(f"DispatchKey has no attribute {name!r}") from error


class DispatchKey(metaclass=_Names):
    """One dispatch key: DispatchKey.CPU, or DispatchKey("CPU"). Raises ValueError for a name that libtorch does not know."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise TypeError(f"argument 'name': the name of a dispatch key is needed, got {type(name).__name__}")
        try:
            api.dispatch_included(name)
        except RuntimeError as error:
            raise ValueError(f"argument 'name': {error}") from None
        self.name = name

    def __repr__(self) -> str:
        return f"DispatchKey.{self.name}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DispatchKey) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


def _name(key, argument="dispatch"):
    if isinstance(key, DispatchKey):
        return key.name
    if not isinstance(key, str):
        raise TypeError(f"argument '{argument}': a DispatchKey or its name is needed, got {type(key).__name__}")
    return key


class DispatchKeySet:
    """Some dispatch keys (torch._C.DispatchKeySet): of one key; `|`, `&`, `-`, has, add, remove, highestPriorityTypeId."""

    def __init__(self, key: DispatchKey | str) -> None:
        self._names = frozenset([DispatchKey(_name(key, "key")).name])

    @classmethod
    def _of(cls, names: Any) -> DispatchKeySet:
        made = cls.__new__(cls)
        made._names = frozenset(names)
        return made

    def __iter__(self) -> Iterator[DispatchKey]:
        return iter([DispatchKey(one) for one in sorted(self._names, key=_rank)])

    def __repr__(self) -> str:
        return f"DispatchKeySet({', '.join(one.name for one in self)})"

    def __or__(self, other: DispatchKeySet) -> DispatchKeySet:
        return self._of(self._names | other._names)

    def __and__(self, other: DispatchKeySet) -> DispatchKeySet:
        return self._of(self._names & other._names)

    def __sub__(self, other: DispatchKeySet) -> DispatchKeySet:
        return self._of(self._names - other._names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DispatchKeySet) and other._names == self._names

    def __hash__(self) -> int:
        return hash(self._names)

    def has(self, k: DispatchKey | str) -> bool:
        return _name(k, "k") in self._names

    def add(self, k: DispatchKey | str) -> DispatchKeySet:
        return self | DispatchKeySet(k)

    def remove(self, k: DispatchKey | str) -> DispatchKeySet:
        return self - DispatchKeySet(k)

    def highestPriorityTypeId(self) -> DispatchKey:
        """The key that is asked first."""
        return [DispatchKey("Undefined"), *self][-1]


class _Guard:
    """While it is open, this thread leaves keys out of its calls, or adds them."""

    _is: Any
    _set: Any

    def __init__(self, keyset: DispatchKeySet | DispatchKey) -> None:
        if not isinstance(keyset, (DispatchKeySet, DispatchKey)):
            raise TypeError(f"argument 'keyset': a DispatchKeySet is needed, got {type(keyset).__name__}")
        self._keys = [keyset.name] if isinstance(keyset, DispatchKey) else [one.name for one in keyset]
        self._changed: list[str] = []

    def __enter__(self) -> None:
        self._changed = [one for one in self._keys if not self._is(one)]
        for one in self._changed:
            self._set(one, True)

    def __exit__(self, *exc_info: object) -> None:
        while self._changed:
            self._set(self._changed.pop(), False)


class _ExcludeDispatchKeyGuard(_Guard):
    _is, _set = staticmethod(api.dispatch_excluded), staticmethod(api.dispatch_set_excluded)


class _IncludeDispatchKeyGuard(_Guard):
    _is, _set = staticmethod(api.dispatch_included), staticmethod(api.dispatch_set_included)


def _dispatch_keys(tensor: Tensor) -> DispatchKeySet:
    """The keys of a tensor."""
    return DispatchKeySet._of(api.tensor_dispatch_keys(tensor).split())


def _dispatch_tls_is_dispatch_key_excluded(dispatch: DispatchKey | str) -> bool:
    return api.dispatch_excluded(_name(dispatch))


def _dispatch_tls_is_dispatch_key_included(dispatch: DispatchKey | str) -> bool:
    return api.dispatch_included(_name(dispatch))


def _dispatch_tls_set_dispatch_key_excluded(dispatch: DispatchKey | str, val: bool) -> None:
    api.dispatch_set_excluded(_name(dispatch), val)


def _dispatch_tls_set_dispatch_key_included(dispatch: DispatchKey | str, val: bool) -> None:
    api.dispatch_set_included(_name(dispatch), val)


def _found(name):
    if not isinstance(name, str):
        raise TypeError(f"argument 'name': the name of an operator is needed, got {type(name).__name__}")
    short, _, overload = name.partition(".")
    return ops.Overload(short, overload)._handle


def _dispatch_has_kernel(name: str) -> bool:
    """Whether there is an operator of this name."""
    try:
        return _found(name) is not None
    except (AttributeError, ValueError, RuntimeError):
        return False


def _dispatch_has_kernel_for_dispatch_key(name: str, dispatch: DispatchKey | str) -> bool:
    """Whether an operator has a kernel of its own for a key."""
    return api.operator_has_kernel(_found(name), _name(dispatch))


def _dispatch_dump_table(name: str) -> str:
    """What an operator does for each key, as libtorch writes it."""
    return api.operator_dispatch_table(_found(name))
