"""Operators of one's own (torch.library): custom_op, Library, and what is registered for them.

They are in libtorch's dispatcher, and callable as `ops.NAMESPACE.NAME`.
"""

from __future__ import annotations

import logging
import re
import weakref
from contextlib import contextmanager
from functools import cached_property

from .. import ops
from .._boundary import api
from .._boundary.handle import core
from .._calls.function_schema import FunctionSchema
from .._calls.opoverload import OpOverload, OpOverloadPacket
from .._calls.opoverload import overload as _overload
from .._calls.tags import Tag
from .._compile import _disable_dynamo
from .._composites.compiling import is_dynamo_compiling
from .._tensor.device import device
from . import _fakes, _operators
from ._operators import ANY, COMPOSED
from ._told import impls as _impls  # torch's name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from .._tensor.dtype import dtype
    from ._kernel import Kernel

__all__ = [
    "CustomOpDef", "Library", "custom_op", "define", "fallthrough_kernel", "get_ctx", "impl", "impl_abstract",
    "get_kernel", "infer_schema", "opcheck", "register_autocast", "register_autograd", "register_fake", "register_kernel",
    "register_torch_dispatch", "register_vmap",
]  # fmt: skip

# Whose kernel a dispatch key names.
_PLACES = {
    "CPU": "cpu",
    "CUDA": "cuda",
    "Meta": "meta",
    COMPOSED: COMPOSED,
    "CompositeExplicitAutograd": ANY,
    "CompositeExplicitAutogradNonFunctional": ANY,
    "": ANY,
    "BackendSelect": _operators.FIRST,
}
_AUTOGRAD_KEYS = [
    f"Autograd{place}"
    for place in "CPU CUDA HPU Lazy MPS Meta NestedTensor Other PrivateUse1 PrivateUse2 PrivateUse3 XLA XPU".split()
]
_KEYS = {"cpu": "CPU", "cuda": "CUDA", "meta": "Meta", ANY: "CompositeExplicitAutograd"}
_OPCHECKS = ("test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic")
_log = logging.getLogger("torch._library.custom_ops")  # torch's name
_alone = {"aten": "in libtorch"}  # where the one Library that may define a namespace's operators was made
_kept: list[Any] = []  # what define() without a Library has made


def fallthrough_kernel(*args: Any) -> None:
    """Stands for a kernel that leaves the call to the next key, in Library.impl and Library.fallback."""
    raise NotImplementedError("fallthrough_kernel() should never be called.")


class Library:
    """A namespace to define operators in, or to add kernels to, until the object is gone (torch.library.Library).

    Args:
        ns: The namespace
        kind: "DEF" or "FRAGMENT" to define operators, "IMPL" to add kernels alone
        dispatch_key: The key for which impl() registers where it is not told another one

    Raises ValueError for another kind and for a reserved namespace, RuntimeError for a second "DEF" of a namespace.
    """

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        if kind not in ("IMPL", "DEF", "FRAGMENT"):
            raise ValueError(f"Unsupported kind: {kind}")
        if ns == "prim" and kind != "IMPL":
            raise ValueError(f"{ns} is a reserved namespace. Please try creating a library with another name.")
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._held: list[Any] = [_Alone(ns)] if kind == "DEF" else []
        self._fallbacks: list[str] = []
        self._names: list[str] = []
        self._op_impls: set[str] = set()
        made = self._op_impls, self._names, self._fallbacks, self._held
        self._finalizer = weakref.finalize(self, _take_back, _impls, *made)
        self._finalizer.atexit = False

    def __repr__(self) -> str:
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={self.dispatch_key})>"

    def define(self, schema: str, alias_analysis: str = "", *, tags: Any = ()) -> str:
        """Defines "name(Tensor x) -> Tensor" in the namespace, and gives its name.

        `alias_analysis` "CONSERVATIVE" is for an operator that does more than its schema says: programs keep its calls.
        Raises ValueError for a library of the kind IMPL and for a schema that is none, RuntimeError for one that there is.
        """
        if self.kind == "IMPL":
            raise ValueError("define(): a Library of the kind IMPL cannot define operators")
        if alias_analysis not in ("", "FROM_SCHEMA", "CONSERVATIVE"):
            raise RuntimeError(f"Invalid alias_analysis type {alias_analysis}")
        operator, held = _operators.define(f"{self.ns}::{schema.strip()}", alias_analysis == "CONSERVATIVE")
        self._held += held
        self._names.append(operator.name)
        if tags:
            operator.overload._tags = tags
        return operator.name.partition("::")[2]

    def impl(
        self,
        op_name: str | OpOverload,
        fn: Callable[..., Any],
        dispatch_key: str = "",
        *,
        with_keyset: bool = False,
        allow_override: bool = True,
    ) -> None:
        """Makes a function the kernel of an operator for a dispatch key.

        Raises TypeError for what cannot be called, RuntimeError where there is one, ValueError for an unknown operator.
        """
        if not callable(fn):
            raise TypeError(f"Input function is required to be a callable but found type {type(fn)}")
        told = op_name.name() if isinstance(op_name, OpOverload) else op_name
        name = (told if "::" in told else f"{self.ns}::{told}").removesuffix(".default")
        key = dispatch_key or self.dispatch_key or COMPOSED
        if self.dispatch_key not in ("", key):
            raise RuntimeError(
                f'impl("{name}"): the dispatch key {key} is inconsistent with the dispatch key of the enclosing Library, '
                f"{self.dispatch_key}"
            )
        operator = _operators.known.get(name)
        of_place = operator is not None and key in _PLACES and fn is not fallthrough_kernel and not with_keyset
        registered = f"{self.ns}/{name.partition('::')[2]}/{dispatch_key or self.dispatch_key}"
        if not allow_override and (registered in _impls or of_place and _PLACES[key] in operator.kernels):
            raise RuntimeError(
                f"This is not allowed since there's already a kernel registered from python overriding {name}'s "
                f"behavior for {key} dispatch key and {self.ns} namespace."
            )
        if key == "Meta" and _is_composed(name):
            raise RuntimeError(
                f"We should not register a meta kernel directly to the operator '{told}', because it has a {COMPOSED} "
                "kernel in core. Instead we should let the operator decompose, and ensure that we have meta kernels for the "
                "base ops that it decomposes into."
            )
        if of_place:
            self._held.append(_operators.PlaceKernel(operator, _PLACES[key], fn))
        else:
            self._hold_kernel(operator, name, fn, key, with_keyset)
        _impls.add(registered)
        self._op_impls.add(registered)

    def _hold_kernel(self, operator, name, fn, key, with_keyset):
        """Registers a kernel with libtorch's dispatcher."""
        if operator is not None:
            operator.dispatched = True
        short, _, overload = name.partition(".")
        if fn is fallthrough_kernel:
            self._held.append(api.library_fallthrough(short, overload, key))
            return
        made = operator or _operators.Operator(ops.overload(short, overload).schema)
        kernel = _operators.kernel_for(made, fn, key * with_keyset)
        # The kernel of each operator of Python's for CompositeImplicitAutograd comes before one for all of autograd's keys.
        keys = [key, *_AUTOGRAD_KEYS] if operator is not None and key == "Autograd" else [key]
        self._held += [core.library_impl(short, overload, one, kernel) for one in keys]

    def register_symm_mem_args(self, op_name: str | OpOverload, arg_names: list[str]) -> None:
        """Names arguments of an operator that torch's compiler is to put into memory that GPUs share."""
        from .._library.simple_registry import singleton

        name = op_name.name() if isinstance(op_name, OpOverload) else op_name
        name = name if "::" in name else f"{self.ns}::{name}"
        self._held.append(_Closing(singleton.find(name).symm_mem_args.register(arg_names)))

    def fallback(self, fn: Callable[..., Any], dispatch_key: str = "", *, with_keyset: bool = False) -> None:
        """Makes fn(op, *args) the kernel of a key for every operator that has none of its own for it.

        Only for the namespace "_". What runs behind the key is `op` within a guard that excludes the key. With `with_keyset`
        the first argument is the DispatchKeySet of the call's tensors and the key. With fallthrough_kernel such operators pass
        the key over. Raises RuntimeError for another
        namespace, an unknown key, and one that has a fallback; TypeError for what cannot be called.
        """
        if self.ns != "_":
            raise RuntimeError(
                f'Fallback can only be registered using library fragment on the global namespace "_" but it is {self.ns}'
            )
        key = dispatch_key or self.dispatch_key
        if not key:
            raise AssertionError("dispatch_key must not be empty for fallback")
        if not callable(fn):
            raise TypeError(f"argument 'fn': a callable is needed, got {type(fn).__name__}")
        if fn is fallthrough_kernel:
            self._held.append(api.library_fallback_fallthrough(key))
            return
        _operators.fallbacks += 1
        self._fallbacks.append(key)
        self._held.append(core.library_fallback(key, _operators.fallback_for(fn, key * with_keyset)))

    def _register_fake(
        self, op_name: str, fn: Callable[..., Any], _stacklevel: int = 1, *, allow_override: bool = True
    ) -> None:
        register_fake(f"{self.ns}::{op_name}", fn, lib=self, allow_override=allow_override)

    def _register_effectful_op(self, op_name: str, effect: Any) -> None:
        from .._higher_order_ops.effects import _register_effectful_op

        self._held.append(_Closing(_register_effectful_op(op_name, effect)))

    def _register_torch_dispatch_rule(self, op_name: str, torch_dispatch_class: type, fn: Callable[..., Any]) -> None:
        register_torch_dispatch(f"{self.ns}::{op_name}", torch_dispatch_class, fn, lib=self)

    def _destroy(self) -> None:
        """Takes everything back that was registered through it."""
        _take_back(_impls, self._op_impls, self._names, self._fallbacks, self._held)


def _is_composed(name):
    """Returns whether the operator of a name is made of others; no operator is not."""
    short, _, overload = name.partition(".")
    try:
        return _overload(short, overload).has_kernel_for_dispatch_key(COMPOSED)
    except ValueError:
        return False


class _Alone:
    """A Library that alone may define a namespace's operators, until it is closed."""

    def __init__(self, ns: str) -> None:
        if ns in _alone:
            raise RuntimeError(
                f"Only a single TORCH_LIBRARY can be used to register the namespace {ns}; please put all of your "
                "definitions in a single TORCH_LIBRARY block.  If you were trying to specify implementations, consider "
                "using TORCH_LIBRARY_IMPL (which can be duplicated).  If you really intended to define operators for a "
                "single namespace in a distributed way, you can use TORCH_LIBRARY_FRAGMENT to explicitly indicate this.  "
                f"Previous registration of TORCH_LIBRARY was registered at {_alone[ns]}; latest registration was "
                f"registered at {_fakes.caller()}"
            )
        self.ns = ns
        _alone[ns] = _fakes.caller()

    def close(self) -> None:
        """Lets another Library define the namespace."""
        _alone.pop(self.ns, None)


class _Closing:
    """A registration of torch's, closed as the others of a Library are."""

    def __init__(self, handle: Any) -> None:
        self.close = handle.destroy


def _take_back(impls, op_impls, names, fallbacks, held):
    """Takes back what was registered through a Library; also its finalizer, which does not refer to it."""
    impls -= op_impls
    for name in names:
        _operators.forget(name)
    _operators.fallbacks -= len(fallbacks)
    for one in held:
        one.close()
    for kept in (op_impls, names, fallbacks, held):
        kept.clear()


@contextmanager
def _scoped_library(*args: Any, **kwargs: Any) -> Iterator[Library]:
    """A Library for a block, which is gone behind it."""
    lib = Library(*args, **kwargs)
    try:
        yield lib
    finally:
        lib._destroy()


# ---- custom_op ----


class CustomOpDef:
    """An operator made by custom_op: call it, and register what belongs to it (torch.library.CustomOpDef)."""

    def __init__(
        self, operator: Any, held: list[Any], function: Callable[..., Any], schema: str = "", tags: Any = ()
    ) -> None:
        self._operator, self._held, self._init_fn = operator, held, function
        self._qualname, self._schema, self._tags = operator.name, schema, tags
        self._namespace, _, self._name = operator.name.partition("::")
        self.__name__ = operator.schema.name
        self.__doc__ = function.__doc__

    def __repr__(self) -> str:
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        operator = self._operator
        if is_dynamo_compiling() or operator.is_seen():
            return operator.overload(*args, **kwargs)
        return operator(*operator.bound(args, kwargs))

    @property
    def _opoverload(self) -> OpOverload:
        return ops.overload(self._qualname)

    # Functions that were registered, under the names by which libraries that translate operators read it.

    @property
    def _abstract_fn(self) -> Any:
        return self._operator.fake

    @property
    def _backward_fn(self) -> Any:
        return self._operator.backward

    @property
    def _setup_context_fn(self) -> Any:
        return self._operator.setup_context

    @property
    def _vmap_fn(self) -> Any:
        return self._operator.vmap_rule

    @property
    def _autocast_dtype(self) -> dict[str, Any]:
        return self._operator.autocast

    @property
    def _disabled_kernel(self) -> set[str]:
        return self._operator.disabled

    @property
    def _torch_dispatch_fns(self) -> dict[type, Callable[..., Any]]:
        from .._library import torch_dispatch

        return torch_dispatch._rules.get(self._qualname, {})

    @property
    def _backend_fns(self) -> dict[str | None, Callable[..., Any]]:
        return {None if place == ANY else place: kernel for place, kernel in self._operator.kernels.items()}

    def register_kernel(self, device_types: str | Sequence[str] | None, fn: Callable[..., Any] | None = None, /) -> Any:
        """Makes a function the kernel for some types of devices, None for all; a decorator without one."""

        def register(function):
            kernel = _disable_dynamo(function)  # what runs within a graph is not compiled
            for place in (device_types,) if isinstance(device_types, str) or device_types is None else device_types:
                self._operator.kernels[place or ANY] = kernel
            return function

        return register if fn is None else register(fn)

    @cached_property
    def _lib(self) -> Library:
        return Library(self._operator.name.partition("::")[0], "FRAGMENT")

    def register_fake(self, fn: Callable[..., Any], /) -> Callable[..., Any]:
        """The function that gives results of the right shapes for meta tensors; a decorator."""
        _fakes.register(self._operator, fn)
        return fn

    def register_autograd(
        self, backward: Callable[..., Any], /, *, setup_context: Callable[..., Any] | None = None
    ) -> None:
        """The derivative: backward(ctx, *grads), and setup_context(ctx, inputs, output), which keeps what it needs.

        Raises RuntimeError for an operator that writes into its arguments.
        """
        if self._operator.mutable:
            raise RuntimeError(
                f"Cannot register autograd formula for non-functional operator {self._operator!r} with schema "
                f"{self._operator.schema.text}. Please create a functional operator and register an autograd formula for that."
            )
        self._operator.backward, self._operator.setup_context = backward, setup_context

    def register_vmap(self, func: Callable[..., Any] | None = None) -> Any:
        """The rule for batches: func(info, in_dims, *args) gives (result, out_dims); a decorator without it."""

        def register(function):
            self._operator.vmap_rule = function
            return function

        return register if func is None else register(func)

    def register_autocast(self, device_type: str, cast_inputs: dtype) -> None:
        """Under autocast for a type of device, floating-point inputs but float64 are cast, and it runs without autocast.

        Raises TypeError for what is no dtype, ValueError for a device without autocast.
        """
        register_autocast(self, device_type, cast_inputs)

    def register_effect(self, effect: Any) -> None:
        """Registers a kind of side effect, whose order the graphs of torch's compiler keep; None for an operator without."""
        self._lib._register_effectful_op(self._qualname, effect)

    def register_torch_dispatch(self, torch_dispatch_class: type, fn: Callable[..., Any] | None = None, /) -> Any:
        """Registers what the operator does under a mode or for a class's tensors, in place of an earlier rule.

        A decorator without the function. See register_torch_dispatch of this module for its arguments.
        """
        return register_torch_dispatch(self, torch_dispatch_class, fn, lib=self._lib, allow_override=True)

    @contextmanager
    def set_kernel_enabled(self, device_type: str, enabled: bool = True) -> Iterator[None]:
        """While the block runs, the kernel for a type of device is there, or is not: then that for all devices runs."""
        disabled = self._operator.disabled
        before = device_type in disabled
        action, state = ("enable", "enabled") if enabled else ("disable", "disabled")
        if device_type not in self._operator.kernels:
            _log.warning(
                "Attempted to %s kernel for %s but no kernel was registered for this device type.", action, device_type
            )
        if before != enabled:
            _log.warning("Attempted to %s kernel for %s but it was already %s.", action, device_type, state)
        (disabled.discard if enabled else disabled.add)(device_type)
        try:
            yield
        finally:
            (disabled.add if before else disabled.discard)(device_type)


def custom_op(
    name: str,
    fn: Callable[..., Any] | None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: str | Sequence[str] | None = None,
    schema: str | None = None,
    tags: Any = None,
) -> Any:
    """An operator "mine::name" of a Python function with annotated parameters; a decorator without the function.

    Args:
        mutates_args: The names of the Tensors that it writes into, or "unknown"
        device_types: For which devices it is, None for all
        schema: "(Tensor x) -> Tensor", where it is not the annotations'

    To autograd, vmap and libtorch it is one step; register_autograd and register_vmap say what they make of it.
    Raises ValueError for a name without a namespace and for annotations that no operator has. Source:
    torch.library.custom_op.
    """

    def make(function):
        if name.count("::") != 1:
            raise ValueError(f"Expected `name` to be of the form 'namespace::name', got {name!r}")
        text = infer_schema(function, mutates_args=mutates_args) if schema is None else schema
        given = (tags,) if isinstance(tags, Tag) else tuple(dict.fromkeys(tags or ()))
        parsed = FunctionSchema.of(name + text)
        if Tag.out not in given and any(one.kwarg_only and "Tensor" in str(one.type) for one in parsed.arguments):
            raise NotImplementedError(
                f"custom_op with kwarg-only Tensor args. Please make your tensors not kwarg-only. Got: {name + text}"
            )
        written = {one.name for one in parsed.arguments if one.is_write}
        if schema is not None and written != set(mutates_args):
            raise ValueError(
                f"Attempted to create a custom op with `mutates_args={mutates_args}` and `schema={schema}. The "
                f"schema suggests that the op mutates {written}which is different from what was provided to us in "
                "`mutates_args`. Please make these consistent."
            )
        _forget_before(name)
        operator, held = _operators.define(name + text)
        operator.checks_aliases = True
        operator.overload._tags = [Tag.pt2_compliant_tag, *given]
        made = CustomOpDef(operator, held, function, text, given)
        made.register_kernel(device_types, function)
        _definitions[name] = made
        return made

    return make if fn is None else make(fn)


_definitions: dict[str, CustomOpDef] = {}


def _forget_before(name):
    """A custom_op of the same name takes the place of the one before it, as in torch."""
    before = _definitions.pop(name, None)
    if before is not None:
        _operators.forget(name)
        for one in before._held:
            one.close()


# ---- by name ----


def infer_schema(
    prototype_function: Callable[..., Any], /, *, mutates_args: Any, op_name: str | None = None, tags: Any = ()
) -> str:
    """The schema that a function's annotations say (torch.library.infer_schema); ValueError where they do not."""
    from .._library.infer_schema import infer_schema as infer

    later = {"tags": tags} if tags else {}  # which torch has since 2.13
    return infer(prototype_function, mutates_args=mutates_args, op_name=op_name, **later)


def _operator(op, what):
    """The operator that a name, a CustomOpDef, an overload, or the packet of one overload means."""
    if isinstance(op, CustomOpDef):
        return op._operator
    if isinstance(op, OpOverloadPacket):
        op = op.default
    if not isinstance(op, (str, OpOverload)):
        raise ValueError(f"{what}(op): got unexpected type for op: {type(op)}; an OpOverload or its name is needed")
    name = (op if isinstance(op, str) else op.name()).removesuffix(".default")
    if name not in _operators.known:
        raise RuntimeError(f"{what}(): there is no operator {name} that was defined in Python")
    return _operators.known[name]


def define(
    qualname: str | Library, schema: Any, alias_analysis: str = "", *, lib: Library | None = None, tags: Any = ()
) -> Any:
    """Defines the operator "mine::name" with "(Tensor x) -> Tensor" (torch.library.define).

    define(library, "name(Tensor x) -> Tensor") decorates the function that is its kernel. Raises ValueError for a name
    without a namespace or a schema that is none.
    """
    if isinstance(qualname, Library):
        library, name = qualname, qualname.define(schema, alias_analysis, tags=tags)

        def with_kernel(function):
            library.impl(name, function)
            return function

        return with_kernel
    if not isinstance(qualname, str):
        raise ValueError(f"define(qualname, schema): expected qualname to be instance of str, got {type(qualname)}")
    space, colons, name = qualname.partition("::")
    if not colons or not name:
        raise ValueError(f"Expected qualname to be 'namespace::name', got {qualname!r}")
    if isinstance(schema, str) and not re.fullmatch(r"\(.*\) -> .*", schema, re.DOTALL):
        raise ValueError(
            'define(qualname, schema, ...): expected schema to look like e.g. "(Tensor x) -> Tensor" but got '
            f'"{schema}"'
        )
    if lib is None:
        lib = Library(space, "FRAGMENT")
        _kept.append(lib)
    lib.define(name + schema, tags=tags)


def impl(
    qualname: str, types: str | Sequence[str], func: Callable[..., Any] | None = None, *, lib: Library | None = None
) -> Any:
    """Makes a function an operator's kernel for types of devices, "default" for all; a decorator without it.

    Source: torch.library.impl.
    """
    if isinstance(qualname, Library):  # impl(lib, name, dispatch_key)
        library, name, key = qualname, types, func if isinstance(func, str) else ""

        def added(function):
            library.impl(name, function, key)  # type: ignore[arg-type]
            return function

        return added

    places = (types,) if isinstance(types, str) else tuple(types)
    for place in places:
        _check_place(place)

    def register(function):
        outside = _of_a_library(qualname)
        for place in places:
            if outside:
                _library_of(outside, lib).impl(outside, function, _KEYS.get(place, place))
            else:
                _kernels_of(qualname)[_PLACES.get(place, place)] = function
                _impls.add(f"{qualname.replace('::', '/')}/{place}")
        return function

    return register if func is None else register(func)


def _check_place(place):
    """Raises RuntimeError for what is neither a type of devices nor a dispatch key."""
    if place not in (ANY, *_PLACES):
        try:
            api.dispatch_key_number(place)
        except (RuntimeError, ValueError):
            device(place)


def _kernels_of(op):
    """The kernels of an operator of Python's, {type of device: function}; they wait for one that is yet to be defined."""
    name = op.removesuffix(".default") if isinstance(op, str) else ""
    if "::" in name and name not in _operators.known:
        return _operators.waiting.setdefault(name, {})
    return _operator(op, "impl").kernels


def register_kernel(
    op: Any,
    device_types: str | Sequence[str] | None,
    func: Callable[..., Any] | None = None,
    /,
    *,
    lib: Library | None = None,
) -> Any:
    """impl of an operator that is there (torch.library.register_kernel)."""
    operator = _operator(op, "register_kernel")

    def register(function):
        for place in (device_types,) if isinstance(device_types, str) or device_types is None else device_types:
            operator.kernels[place or ANY] = function
        return function

    return register if func is None else register(func)


def register_fake(
    op: Any,
    func: Callable[..., Any] | None = None,
    *,
    lib: Library | None = None,
    _stacklevel: int = 1,
    allow_override: bool = True,
) -> Any:
    """Registers what an operator gives for meta tensors; a decorator without the function (torch.library.register_fake).

    The kernel is there while `lib` is, or for good, and takes the place of one that there is; with
    `allow_override=False` that is a RuntimeError.
    """
    outside = _of_a_library(op)
    operator = None if outside else _operator(op, "register_fake")
    if operator is not None and not allow_override and operator.fakes:
        raise RuntimeError(
            f"register_fake(...): the operator {operator.name} already has a fake impl registered at "
            f"{operator.fakes[-1].source}."
        )
    if operator is not None and COMPOSED in operator.kernels:
        raise RuntimeError(
            f"register_fake(...): the operator {operator.name} already has an implementation for this device type "
            "via a pre-existing registration to DispatchKey::CompositeImplicitAutograd. CompositeImplicitAutograd "
            "operators do not need a fake impl; instead, the operator will decompose into its constituents and those "
            "can have fake impls defined on them."
        )

    def register(function):
        if outside:
            library = _library_of(outside, lib)
            library.impl(outside, function, "Meta", allow_override=allow_override)
            library._held.append(_fakes.Told(outside.name(), function))
        else:
            kernel = _fakes.register(operator, function)
            if lib is not None:
                lib._held.append(kernel)
        return function

    return register if func is None else register(func)


impl_abstract = register_fake


def register_autograd(
    op: Any,
    backward: Callable[..., Any],
    /,
    *,
    setup_context: Callable[..., Any] | None = None,
    lib: Library | None = None,
) -> None:
    """The derivative of an operator (torch.library.register_autograd), as CustomOpDef.register_autograd.

    An operator of a C++ library gets a kernel for the key Autograd, while `lib` is there or for good.
    """
    outside = _of_a_library(op)
    if outside:
        from .._library import autograd

        kernel = autograd.make_autograd_impl(outside, autograd.Info(backward, setup_context))
        _library_of(outside, lib).impl(outside, kernel, "Autograd", with_keyset=True)
        return
    operator = _operator(op, "register_autograd")
    _refuse_named_tensors(operator, "register_autograd")
    CustomOpDef(operator, [], backward).register_autograd(backward, setup_context=setup_context)


def _refuse_named_tensors(operator, what):
    """Raises NotImplementedError for an operator with tensors by keyword only."""
    if any("Tensor" in one.type for one in operator.schema.args[operator.positional :]):
        raise NotImplementedError(
            f"{what} with kwarg-only Tensor args. In the original definition of the op, please make your tensors not "
            f"kwarg-only. Got: {operator.schema.text}"
        )


def _of_a_library(op):
    """The OpOverload that an operator's name means, where it was not defined in Python; None for others."""
    if isinstance(op, CustomOpDef) or not isinstance(op, (str, OpOverload)):
        return None
    name = op.name() if isinstance(op, OpOverload) else op
    short, _, overload = name.removesuffix(".default").partition(".")
    if name.removesuffix(".default") in _operators.known:
        return None
    try:
        return _overload(short, overload)
    except (AttributeError, RuntimeError, ValueError):
        return None


_lasting: list[Library] = []


def _library_of(operator, lib):
    if lib is None:
        lib = Library(operator.namespace, "FRAGMENT")
        _lasting.append(lib)
    return lib


def register_vmap(op: Any, func: Callable[..., Any] | None = None, /, *, lib: Library | None = None) -> Any:
    """The rule for batches of an operator (torch.library.register_vmap), as CustomOpDef.register_vmap."""
    operator = _operator(op, "register_vmap")
    _refuse_named_tensors(operator, "register_vmap")
    return CustomOpDef(operator, [], lambda: None).register_vmap(func)


def register_autocast(op: Any, device_type: str, cast_inputs: dtype, /, *, lib: Library | None = None) -> None:
    """To what the inputs of an operator are cast under autocast, as CustomOpDef.register_autocast.

    Source: torch.library.register_autocast.
    """
    outside = _of_a_library(op)
    operator = None if outside else _operator(op, "register_autocast")
    from .._tensor.dtype import dtype as kind
    from . import _casting

    if not isinstance(cast_inputs, kind):
        raise TypeError(
            f"register_autocast(): argument 'cast_inputs' must be a dtype, not {type(cast_inputs).__name__}"
        )
    if outside:
        _casting.check(device_type)
        made = _casting.kernel(outside, device_type, cast_inputs)
        _library_of(outside, lib).impl(outside, made, f"Autocast{device_type.upper()}")
    else:
        _casting.register(operator, device_type, cast_inputs)


def register_torch_dispatch(
    op: Any,
    torch_dispatch_class: type,
    func: Callable[..., Any] | None = None,
    /,
    *,
    lib: Library | None = None,
    allow_override: bool = False,
) -> Any:
    """Registers what an operator does under a mode, or for tensors of a class with __torch_dispatch__.

    A mode's `func(mode, func, types, args, kwargs)` is given the mode, a class's the class. Without `func` it is a
    decorator. `lib` keeps the rule until it is gone. Source: torch.library.register_torch_dispatch.
    """
    from .._library import torch_dispatch

    if not isinstance(op, (str, OpOverload, CustomOpDef)):
        raise ValueError(f"register_torch_dispatch({op}): got unexpected type for op: {type(op)}")
    name = op if isinstance(op, str) else torch_dispatch.name_of(op)
    if "::" not in name:
        raise ValueError(f"register_torch_dispatch({op}): the operator must be named with its namespace")

    def register(rule):
        (_kept if lib is None else lib._held).append(
            torch_dispatch.Rule(name, torch_dispatch_class, rule, allow_override)
        )
        return rule

    return register if func is None else register(func)


def get_kernel(op: Any, dispatch_key: str) -> Kernel:
    """The kernel that an operator, "aten::add.Tensor", runs for a dispatch key now; `call_boxed` calls it.

    Raises ValueError for an unknown operator or key, RuntimeError where there is no kernel. Source: torch.library.get_kernel.
    """
    from ._kernel import kernel

    if not isinstance(op, (str, OpOverload)):
        raise ValueError(f"get_kernel({op}): got unexpected type for op: {type(op)}")
    return kernel(op if isinstance(op, str) else op.name(), dispatch_key)


def get_ctx() -> Any:
    """Returns what a fake kernel asks for sizes that only data tells, of fake tensors; RuntimeError elsewhere.

    Source: torch.library.get_ctx.
    """
    return _fakes.context()


def opcheck(
    op: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None = None,
    *,
    test_utils: Any = _OPCHECKS,
    raise_exception: bool = True,
    atol: float | None = None,
    rtol: float | None = None,
) -> dict[str, Any]:
    """Calls an operator with these arguments under torch's tests of operators; {test: "SUCCESS" or the error}.

    They say whether it writes and shares what its schema says, has its derivative at a key of autograd, and gives the
    same as its fake kernel and in a captured program. Raises OpCheckError for what a test has found, unless
    raise_exception is False; ValueError for what is no operator, for an unknown test, and for `atol` without `rtol`.
    Source: torch.library.opcheck.
    """
    from ..testing._internal import optests

    return optests.opcheck(
        op, args, kwargs, test_utils=test_utils, raise_exception=raise_exception, atol=atol, rtol=rtol
    )
