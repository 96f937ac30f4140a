"""__torch_function__: classes of arguments, and modes, that say what a call of an operator or a method means.

The C extension finds out whether anybody wants to be asked (csrc/overrides.c), and calls `ask` then. Members of Tensor
that are no operators are plain Python or C, which asks nobody; a class derived from Tensor gets ones in their place
that do, when it is made, and so does Tensor itself when the first mode is entered. So plain calls pay for none of it.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import threading
import types
import warnings

from .._borrowed.whole import names_of
from .._boundary.handle import core
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_PACKAGE = __package__.partition(".")[0]
disabled = core.no_override
# Members that stay as they are: they make and close an object, or ask __torch_function__ themselves.
_LEFT_ALONE = frozenset(
    "__new__ __init__ __torch_function__ __init_subclass__ __class__ __doc__ __module__ __slots__ __dict__ __weakref__ "
    "__hash__ __del__ __getattribute__ __setattr__ __delattr__ __array_priority__ __getitem__ __setitem__ __annotations__ "
    "__array_function__ __array_ufunc__ __dlpack_c_exchange_api__ "
    "__iter__ __reduce__ __copy__ close closed __subclasshook__".split()
)
_UNASKED = frozenset(("as_subclass",))
_ITEMS = ("__getitem__", "__setitem__")
_OF_PICKLES = (
    "__reduce_ex__",
    "__setstate__",
)  # plain tensors are pickled without asking; an object's state is set so, too
# Private members that torch asks for.
_OVERRIDABLE = frozenset(
    "_autocast_to_full_precision _autocast_to_reduced_precision _backward_hooks _base _cdata _clear_non_serializable_cached_data "
    "_coalesced_ _dimI _dimV _grad _grad_fn _indices _is_view _nnz _post_accumulate_grad_hooks _sparse_mask_projection "
    "_to_dense _update_names _values _version".split()
)


# ---- modes ----


class _Modes(threading.local):
    def __init__(self):
        self.stack = []
        self.answering = 0  # how many modes are just being asked


_modes = _Modes()


def push_mode(mode: Any) -> None:
    """From now on the mode is asked first on this thread."""
    _modes.stack.append(mode)
    core.count_modes(1)
    if not _watch.on:
        _watch.begin()


def pop_mode() -> Any:
    """Ends the mode that was entered last."""
    mode = _modes.stack.pop()
    core.count_modes(-1)
    return mode


def modes() -> list[Any]:
    """The modes of this thread, the innermost last."""
    return list(_modes.stack)


# ---- a call ----


def in_order(relevant: Iterable[Any]) -> list[Any]:
    """One argument for each class that overrides, derived classes before their bases, else from left to right."""
    found: list[Any] = []
    kinds: set[type] = set()
    for one in relevant:
        kind = type(one)
        if kind in kinds or getattr(kind, "__torch_function__", disabled) is disabled:
            continue
        kinds.add(kind)
        places = [i for i, other in enumerate(found) if issubclass(kind, type(other))]
        found.insert(places[0] if places else len(found), one)
    return found


def ask(function: Any, relevant: Iterable[Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Returns what the innermost mode, or else the classes of arguments, make of a call.

    Raises TypeError where each of them gives NotImplemented.
    """
    if "has_torch_function" in _functional() and _is_silenced(function, relevant):
        return NotImplemented
    if declared := _declared(function):
        args, kwargs = _as_declared(declared, args, kwargs)
    classes, mode_is_open = core.overriding()
    overriding = in_order(relevant) if classes and relevant else []
    kinds = tuple(map(type, overriding))
    if mode_is_open:
        mode = pop_mode()
        _modes.answering += 1
        try:
            if getattr(mode.__torch_function__, "__self__", mode) is not mode:
                raise RuntimeError(
                    "Defining your mode's `__torch_function__` as a classmethod is not supported, please make it a plain method"
                )
            found = mode.__torch_function__(function, kinds, args, kwargs)
        finally:
            _modes.answering -= 1
            push_mode(mode)
        if found is not NotImplemented:
            return found
    for one in overriding:
        method = one.__torch_function__
        if getattr(method, "__self__", None) is one:
            warnings.warn(
                "Defining your `__torch_function__ as a plain method is deprecated and will be an error in future, "
                "please define it as a classmethod.",
                UserWarning if isinstance(function, core.Operator) else DeprecationWarning,
                stacklevel=3,
            )
        found = method(function, kinds, args, kwargs)
        if found is not NotImplemented:
            return found
    raise TypeError(
        f"no implementation found for '{_name_of(function)}' on types that implement __torch_function__: {list(kinds)}"
        + (f" nor in mode {_modes.stack[-1]}" if _modes.stack else "")
    )


# Functions that torch writes in Python, where those hand on their arguments by position and by name as they declare them.
_DECLARING = frozenset(("functional", "nn.functional", "_lowrank"))
_METHODS_DECLARING = frozenset("backward lu module_load norm split stft istft unique unique_consecutive".split())
# (number by position, where another than of those without a default; an argument of ours, handed on if a program gives it)
_OTHERWISE = {"split": (2, "split_size"), "unravel_index": (1, ""), "chain_matmul": (0, "out")}


@functools.lru_cache(512)
def _declared(function):
    """(signature, number of arguments by position, an argument that torch has not); None where arguments stay as given."""
    name, module = getattr(function, "__name__", ""), str(getattr(function, "__module__", "")).partition(".")[2]
    if getattr(function, "asked_by_name", False):
        return inspect.signature(function), 0, ""
    if isinstance(function, _Method):
        if name not in _METHODS_DECLARING:
            return None
    elif not isinstance(function, types.FunctionType) or module not in _DECLARING or "_asked" in name:
        return None
    signature = inspect.signature(function)
    values = signature.parameters.values()
    required = sum(one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD for one in values)
    return signature, *_OTHERWISE.get(name, (required, ""))


def _as_declared(declared, args, kwargs):
    """A call's arguments as torch's Python functions hand them on: those without a default by position, all others by name."""
    signature, count, own = declared
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    given, first = bound.arguments, []
    for name in list(given)[:count]:
        first.append(given.pop(name))
    for name, one in signature.parameters.items():
        if one.kind is one.VAR_POSITIONAL:
            first += given.pop(name)
    if own and given.get(own, signature.parameters[own].default) is signature.parameters[own].default:
        given.pop(own, None)
    return tuple(first), given


@functools.cache
def _functional():
    """The names of nn.functional."""
    return names_of(importlib.import_module(f"{_PACKAGE}.nn.functional"))


def _is_silenced(function, relevant):
    """Returns whether a program has replaced nn.functional's has_torch_function by one that does not have it asked."""
    has, plain = _functional()["has_torch_function"], getattr(function, "__wrapped__", None)
    ours = importlib.import_module(f"{_PACKAGE}.overrides").has_torch_function
    if has is ours or getattr(plain, "__globals__", {}).get("__package__") != f"{_PACKAGE}.nn.functional":
        return False
    return not has(tuple(relevant))


def _name_of(function):
    name = getattr(function, "__name__", None)
    where = "torch" if isinstance(function, core.Operator) else getattr(function, "__module__", None)
    return f"{where}.{name}"


def convert(found, cls):
    if cls is Tensor:
        return found
    if type(found) is Tensor:
        return cls._adopt(core.aliased(found))
    if isinstance(found, Tensor) and not isinstance(found, cls):
        return found.as_subclass(cls)
    if isinstance(found, (tuple, list)):
        made = (convert(one, cls) for one in found)
        return type(found)._make(made) if hasattr(found, "_make") else type(found)(made)
    return found


# Functions whose results stay what they are: they give what is kept at the tensor.
_NOT_WRAPPED = ("grad", "_base", "_grad")


def _not_wrapped():
    return _all_not_wrapped()


@functools.cache
def _all_not_wrapped():
    return frozenset(asker(name).__get__ for name in _NOT_WRAPPED) | {asker("__reduce_ex__")}


_BUILTIN = types.BuiltinFunctionType  # no function of ours that asks is one


class DisableTorchFunctionSubclass(core.WithoutOverrides):
    """A `with` block in which no class is asked; modes are. Source: torch._C.DisableTorchFunctionSubclass."""

    __slots__ = ()


def _torch_function(cls, func, types, args=(), kwargs=None):
    """Returns what a call means where `types`, the classes of its arguments that are asked, have `cls` among them.

    Here: the call itself, whose resulting Tensors become instances of `cls`. A class that derives from Tensor may say
    another thing; NotImplemented leaves it to the next class. Source: torch.Tensor.__torch_function__.
    """
    for one in types:
        if one is not cls and not issubclass(cls, one):
            return NotImplemented
    if not isinstance(func, core.Operator) and _is_of_torch(func):
        raise TypeError(
            f"torch.{func.__name__} is a function of torch's own, which takes no tensors of {__package__.partition('.')[0]}: "
            "call this package's function, or convert by to_torch()"
        )
    with DisableTorchFunctionSubclass():
        found = func(*args, **(kwargs or {}))
    return found if func in _not_wrapped() else convert(found, cls)


def _is_of_torch(function):
    """Returns whether a function is torch's own, with torch in the same process."""
    owner = getattr(function, "__objclass__", None)
    # Under torch's name our own classes are called torch's, too.
    theirs = owner not in Tensor.__mro__ and str(getattr(owner, "__module__", "")).partition(".")[0] == "torch"
    return theirs or issubclass(type(function), _BUILTIN)


# ---- members that are no operators ----


def _call(function, instance, args=(), kwargs=None):
    return ask(function, core.who_overrides(instance, *args), (instance, *args), kwargs or {})


def _is_plain(instance):
    classes, mode = core.overriding()
    if type(instance) is Tensor:
        if _watch.on and not mode and not _modes.answering:
            _watch.count()
        return not mode
    return not mode and (not classes or not core.who_overrides(instance))


class _Method:
    """A method whose call is asked for."""

    def __init__(self, member):
        self.member = member
        functools.update_wrapper(self, member)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if _is_plain(instance):
            return self.member.__get__(instance, owner)
        return types.MethodType(self, instance)

    def __reduce__(self):
        return getattr, (Tensor, self.member.__name__)

    def __deepcopy__(self, memo):
        return self  # as any function

    def __getattr__(self, name):
        if name == "member":  # of a copy that has nothing yet
            raise AttributeError(name)
        return getattr(self.member, name)

    def __call__(self, instance, *args, **kwargs):
        if _is_plain(instance):
            return self.member(instance, *args, **kwargs)
        return _call(self, instance, args, kwargs)


class _Unasked(_Method):
    """A method that asks nobody, taken from the class: a descriptor and no function, as the method of C that it is in torch."""

    def __get__(self, instance, owner=None):
        return self if instance is None else self.member.__get__(instance, owner)

    def __call__(self, instance, *args, **kwargs):
        return self.member(instance, *args, **kwargs)


class _Property:
    """An attribute whose reading, setting and deleting are asked for."""

    def __init__(self, member, name):
        self.member = member
        self.__doc__, self.__name__ = member.__doc__, name
        if name != "__cuda_array_interface__":
            self.__qualname__ = f"TensorBase.{name}"  # as torch's, whose properties are those of its class in C

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return self.member.__get__(instance, owner) if _is_plain(instance) else _call(self.__get__, instance)

    def __set__(self, instance, value):
        if _is_plain(instance):
            self.member.__set__(instance, value)
        else:
            _call(self.__set__, instance, (value,))

    def __delete__(self, instance):
        if _is_plain(instance):
            self.member.__delete__(instance)
        else:
            _call(self.__delete__, instance)

    def __deepcopy__(self, memo):
        return self

    def __getattr__(self, name):
        if name == "member":
            raise AttributeError(name)
        return getattr(self.member, name)


_own = type.__getattribute__  # past the metaclass


@functools.cache
def asker(name: str) -> Any:
    """Returns what stands for a member of Tensor's where it is taken from the class: it asks, then calls. None for others."""
    if name in _UNASKED:
        return _Unasked(_own(Tensor, name))
    private = name.startswith("_") and not name.endswith("__") and name not in _OVERRIDABLE
    if private or name in _LEFT_ALONE - set(_ITEMS):
        return None
    try:
        member = _own(Tensor, name)
    except AttributeError:
        return None
    if getattr(object, name, None) is member or isinstance(member, core.Operator) or name in _SLOTS:
        return None
    if isinstance(member, (_Method, _Property)):
        return member
    if hasattr(type(member), "__set__"):
        return _Property(member, name)
    asks = callable(member) and hasattr(type(member), "__get__") and not isinstance(member, types.MethodType)
    return _Method(member) if asks else None


_found: dict[str, Any] = {}


def _members():
    """{name: what asks in its place} of all members of Tensor that are no operators; found out once."""
    if not _found:
        names = (name for name in dir(Tensor) if name not in _UNASKED)
        _found.update((name, found) for name in names if (found := asker(name)) is not None)
    return _found


def forget(names: Iterable[str]) -> None:
    """Members of these names are no longer Tensor's."""
    asker.cache_clear()
    for name in names:
        _found.pop(name, None)
        _watch._before.pop(name, None)


# Python's operators, which the C extension asks for itself.
_SLOTS = frozenset(name for name in vars(core.Owner) if name.startswith("__")) - {
    *_ITEMS,
    "__repr__",
    "__len__",
    "__float__",
    "__int__",
    "__bool__",
    "__index__",
    "__complex__",
}


class _Watch:
    """Members of Tensor itself that ask, from when a mode is entered until they were used so often without one.

    They cost several times what plain members do. Each time that they are put there, they stay for twice as many uses.
    """

    def __init__(self):
        self.on, self.uses, self.most = False, 0, 1000
        self._before: dict[str, Any] = {}  # Tensor's own members
        self._lock = threading.RLock()  # a finalizer may enter a mode while this thread has it

    def begin(self):
        with self._lock:
            if self.on:
                return
            self.on, self.uses = True, 0
            for name, member in _members().items():
                own = vars(Tensor).get(name, _ABSENT)
                if name not in (*_ITEMS, *_OF_PICKLES) and own is not member:
                    self._before[name] = own
                    setattr(Tensor, name, member)

    def count(self):
        """One use outside of modes on this thread."""
        self.uses += 1
        if self.uses >= self.most and not core.open_modes():
            self._end()

    def _end(self):
        with self._lock:
            if not self.on:
                return
            self.on = False  # who enters a mode from here on begins anew, once this is done
            if core.open_modes():
                self.on = True
                return
            self.most *= 2
            for name, own in self._before.items():
                if self.on:
                    return  # a finalizer has begun anew
                if vars(Tensor).get(name) is not _members()[name]:  # a program has put another one there
                    continue
                if own is _ABSENT:
                    delattr(Tensor, name)
                else:
                    setattr(Tensor, name, own)


_ABSENT = object()
_watch = _Watch()
if hasattr(os, "register_at_fork"):  # another thread may have the lock
    os.register_at_fork(after_in_child=lambda: vars(_watch).update(_lock=threading.RLock()))


def _is_default(method):
    return getattr(method, "__func__", None) is _torch_function


def _init_subclass(cls, **kwargs):
    """A class derived from Tensor: the members that are no operators ask, where it has not its own."""
    super(Tensor, cls).__init_subclass__(**kwargs)
    if cls.__torch_dispatch__ is not core.no_dispatch and _is_default(cls.__torch_function__):
        cls.__torch_function__ = disabled  # as in torch: who is asked below is not asked above
    _put_askers(cls)


def _put_askers(cls):
    """Gives a class derived from Tensor the members that ask, also where its __torch_function__ was set later."""
    if cls is Tensor or cls.__torch_function__ is disabled:
        return
    for name, member in _members().items():
        found = _own(cls, name)  # Tensor's may be the one that asks, which it has for a while after a mode
        if (found is member.member or found is member) and name != "__setstate__":
            setattr(cls, name, member)


METHODS = {"__torch_function__": classmethod(_torch_function), "__init_subclass__": classmethod(_init_subclass)}
core.set_override(ask)
core.set_asker(asker, _put_askers)
