"""Operators of torch.ops: OpOverload, one operator with its overload, and OpOverloadPacket, all overloads of a name.

A call with plain arguments runs the C function of the operator where it has one (csrc/operator.c); any other call, and
operators without a C function, go by name with tagged values.
"""

from __future__ import annotations

import inspect
import re
import sys
import time
from ast import literal_eval
from functools import cached_property, partial
from types import GenericAlias

from .. import return_types
from .._boundary import api, constants
from .._boundary.errors import ClosedTensorError, SchemaTypeError
from .._boundary.handle import core
from .._tensor.data import tensor
from .._tensor.dtype import BY_CODE
from . import dispatch_keys, python_objects, retry, script_operators
from .checks import choose, match
from .function_schema import FunctionSchema
from .schema import parse
from .tags import Tag
from .values import NOT_GIVEN, accepts, accepts_numbers, call, changes, find, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

# Operators whose kernels are Python functions (library): {name: (schema, function of {argument: value})}.
of_python: dict[str, tuple[str, Any]] = {}


def has_kernel(name: str, key: str) -> bool | None:
    """Returns whether an operator of Python has a kernel for a key; None for the others. library/_told.py takes its place."""
    return None


def composition(name: str) -> Callable[[dict[str, Any]], Any] | None:
    """Returns what calls the function of Python that composes an operator of others; library/_told.py takes its place."""
    return None


def has_any_kernel(name: str, keys: Any, ask: Callable[[int], bool]) -> bool:
    """Returns whether an operator has a kernel for one of the keys, where ask(bits) says what the dispatcher has."""
    return ask(keys._bits)


def _is_like(given):
    """Returns whether the strides have the order that a memory format asks for."""
    x, kind = given["self"], given["memory_format"]
    order = {"channels_last": (1, 3, 2, 0), "channels_last_3d": (1, 4, 3, 2, 0)}.get(str(kind).rpartition(".")[2])
    if order is None or x.dim() != len(order):
        return False
    strides = [x.stride(dim) for dim in order]
    return strides == sorted(strides) and x.stride(1) > 0


def _called_by_torch():
    """Returns whether torch's own Python calls an operator, or a graph that was captured: they know its arguments."""
    frame = sys._getframe(2)
    while frame and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
    of_torch = getattr(frame.f_globals.get("__loader__"), "is_of_torch", False)
    return of_torch or frame.f_code.co_filename.startswith("<eval_with_key>")


def _moved(given):
    code = given.get("dtype")
    options = {"dtype": None if code is None else BY_CODE[code], "non_blocking": given.get("non_blocking", False)}
    return given["self"].to(device=given.get("device"), copy=given.get("copy", False), **options)


# Operators of TorchScript alone, which classes of wrappers are asked.
_OF_SCRIPT = {
    "prim::device": ("prim::device(Tensor a) -> Device", lambda given: given["a"].device),
    "prim::layout": ("prim::layout(Tensor a) -> Layout", lambda given: given["a"].layout),
    "aten::size": ("aten::size(Tensor self) -> int[]", lambda given: list(given["self"].shape)),
    "aten::stride": ("aten::stride(Tensor self) -> int[]", lambda given: list(given["self"].stride())),
    "aten::sym_size": ("aten::sym_size(Tensor self) -> SymInt[]", lambda given: list(given["self"].shape)),
    "aten::sym_stride": ("aten::sym_stride(Tensor self) -> SymInt[]", lambda given: list(given["self"].stride())),
    "aten::is_non_overlapping_and_dense": (
        "aten::is_non_overlapping_and_dense(Tensor self) -> bool",
        lambda given: api.tensor_is_dense(given["self"]),
    ),
    "aten::is_strides_like_format": (
        "aten::is_strides_like_format(Tensor self, MemoryFormat memory_format) -> bool",
        _is_like,
    ),
    "aten::to.prim_Device": (
        "aten::to.prim_Device(Tensor self, Device? device, int? dtype=None, bool non_blocking=False, bool copy=False) -> Tensor",
        _moved,
    ),
    "aten::to.prim_dtype": (
        "aten::to.prim_dtype(Tensor self, int? dtype=None, bool non_blocking=False, bool copy=False) -> Tensor",
        _moved,
    ),
    "aten::to.prim_other": (
        "aten::to.prim_other(Tensor self, bool non_blocking=False, bool copy=False) -> Tensor",
        _moved,
    ),
    "aten::_list_to_tensor": ("aten::_list_to_tensor(int[] self) -> Tensor", lambda given: tensor(given["self"])),
    "prim::TimePoint": ("prim::TimePoint() -> int", lambda given: time.perf_counter_ns()),
    "prim::AddStatValue": ("prim::AddStatValue(str key, int val) -> ()", lambda given: None),
}
of_python.update(_OF_SCRIPT)
# Of a wrapper, libtorch does not ask the host for this one as it is answered here.
_OF_LAYOUT = ("aten::is_strides_like_format",)
_SHARES = re.compile(r"\w\([a-z*]")  # what stands in each schema with an argument that shares its memory


reports: dict[str, Callable[[str], None]] = {}  # operator -> what tells that it has no kernel for a key


def _key_without_kernel(operator, message):
    """Returns the dispatch key that a message of an operator's missing kernel names; None for messages of other errors.

    It is "Undefined" where no tensor was given.
    """
    if f"{operator}: no tensor was given" in message:
        return "Undefined"
    name = re.escape(operator)
    found = re.search(rf"'{name}' with arguments from the '(\w+)' backend|{name}: .* the device '(\w+)'", message)
    return found and (found[1] or {"meta": "Meta"}.get(found[2], found[2].upper()))


class OperatorBase:
    """An operator for which Python functions may be registered by keys, modes and classes (torch._ops.OperatorBase)."""

    @cached_property
    def py_kernels(self) -> dict[Any, Callable[..., Any]]:
        """{dispatch key: the function for it}"""
        return {}

    @cached_property
    def python_key_table(self) -> dict[Any, Callable[..., Any]]:
        """{mode or class: the function for it}"""
        return {}

    @cached_property
    def functorch_table(self) -> dict[Any, Callable[..., Any]]:
        """{kind of transform: the function for it}"""
        return {}

    @cached_property
    def _dispatch_cache(self) -> dict[Any, Any]:
        return {}

    def has_kernel_for_dispatch_key(self, k: Any) -> bool:
        """Returns whether there is a kernel for a key."""
        return k in self.py_kernels

    def has_kernel_for_any_dispatch_key(self, ks: Any) -> bool:
        """Returns whether there is a kernel for one of these keys."""
        return any(not api.dispatch_key_is_alias(k.value) and ks.has(k) for k in self.py_kernels)

    def py_impl(self, k: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Decorates the function for a dispatch key, a class of modes or tensors, or a kind of transform.

        Raises AssertionError or RuntimeError where there is one, and for what is none of these.
        """

        def inner(fn):
            if inspect.isclass(k):
                table = self.python_key_table
            elif type(k).__name__ == "TransformType":
                table = self.functorch_table
            elif not isinstance(k, dispatch_keys.DispatchKey):
                raise AssertionError(f"expected DispatchKey, got {type(k)}")
            elif k.name == "Python":
                raise AssertionError("Please register a mode for the DispatchKey.Python key instead.")
            elif k in self.py_kernels:
                raise RuntimeError(f"Trying to override a python impl for {k} on operator {self.name()}")
            else:
                table = self.py_kernels
            if k in table:
                raise AssertionError(f"{k} already registered for {self.name()}")
            table[k] = fn
            self._dispatch_cache.clear()
            return fn

        return inner

    def name(self) -> str:
        """The name, "aten::add.Tensor"."""
        raise NotImplementedError


def _strictly(kind, value):
    """Returns whether a value fits a type, a 0-dim tensor no number's."""
    return accepts(kind, value, strict=True)


def _strictly_or_numbers(kind, value):
    """Returns whether a value fits a type, a number a tensor's, a 0-dim tensor no number's."""
    return accepts_numbers(kind, value, strict=True)


# Operators that take a number for a tensor, as torch's.
_OF_NUMBERS = frozenset(
    f"{name}{end}"
    for name in "add div divide mul multiply sub subtract true_divide floor_divide".split()
    for end in ("", "_", "_out")
) | {"to", "_to_copy", "copy_", "_conj"}


# ---- one operator ----

_OBJECTS = ("__torch__.", python_objects.BASE)


def _takes_numbers(namespace, name):
    return namespace == "prims" or namespace == "aten" and name in _OF_NUMBERS


class _AnyArguments:
    """`(*args, **kwargs)` for inspect.signature() of an operator, as torch's; a class of operators has none."""

    def __get__(self, operator: Any, kind: type) -> inspect.Signature:
        if operator is None:
            raise AttributeError("__signature__")
        return inspect.signature(lambda *args, **kwargs: None)


class OpOverload(core.NamedOperator, OperatorBase):  # type: ignore[name-defined,misc]
    """One operator with its overload: call it with the arguments of its schema (torch._ops.OpOverload).

    Gives what the schema says: a Tensor, a number, a list, a tuple for several results, or None. Raises TypeError for
    arguments that do not fit.
    """

    __class_getitem__ = classmethod(GenericAlias)
    __signature__ = _AnyArguments()

    def __init__(self, name: str, overload: str, handle: Any = None) -> None:
        self._found, self._text = self._look_up(name, overload)
        self.schema = self._text  # torch's prims set another
        self._qualified = name
        self._name = name + (f".{overload}" if overload else "")
        self._overloadname = overload or "default"
        self._namespace, _, self._opname = name.partition("::")
        self.__name__ = f"{self._opname}.{self._overloadname}"
        self.__qualname__ = self._name
        self.__module__ = f"torch._ops.{self._namespace}"
        self._accepts = accepts_numbers if _takes_numbers(self._namespace, self._opname) else accepts

    # Read when a call asks for them: imports name thousands of operators that they never call.

    @cached_property
    def _signature(self):
        return parse(self._text)

    @cached_property
    def _types(self):
        return [a.type for a in self._signature.args]

    @cached_property
    def _of_objects(self):
        """{argument that takes objects: whether of an opaque type}"""
        kinds = {one.name: one.type for one in self._signature.args}
        kinds = {name: kind.base for name, kind in kinds.items() if kind.base.startswith(_OBJECTS)}
        return {name: base == python_objects.BASE for name, base in kinds.items()}

    @cached_property
    def _given_back(self):
        changed = {a.alias: i for i, a in enumerate(self._signature.args) if a.mutable}
        # Only of aten's: prims.as_strided gives a view of the tensor that it says to change.
        of_aten = self._namespace == "aten"
        return [changed.get(alias) if of_aten else None for alias in self._signature.aliases]

    @staticmethod
    def _look_up(name, overload):
        """(handle, schema)"""
        of_script = _OF_SCRIPT.get(name + (f".{overload}" if overload else ""))
        return (None, of_script[0]) if of_script else find(name, overload)

    def _take_forms(self) -> None:
        """From now on calls with plain arguments run the C function of the operator, where it has one."""
        if self._overloadname.startswith("Scalar") and _takes_numbers(self._namespace, self._opname):
            return  # its C function calls the overload for tensors
        form = form_of(self)
        if form is not None:
            self.set_forms([form])

    # -- what it is --

    @property
    def has_function(self) -> bool:
        """Returns whether the operator has a C function of its own, so that calls by name are checked as calls of it."""
        try:
            core.call(self._signature.symbol.removeprefix("ptc_"))
        except AttributeError:
            return False
        return self._namespace == "aten"

    def name(self) -> str:
        return self._name

    @property
    def namespace(self) -> str:
        """The library, "aten"."""
        return self._namespace

    @cached_property
    def _schema(self) -> FunctionSchema:
        return FunctionSchema.of(self._text)

    @property
    def overloadpacket(self) -> OpOverloadPacket:
        """The operator with all its overloads."""
        return packet(self._qualified)

    _overloadpacket = overloadpacket

    @cached_property
    def tags(self) -> list[Tag]:
        """The properties of the operator."""
        return [Tag[one] for one in api.operator_tags(self._found).split()] if self._found is not None else []

    @property
    def _tags(self) -> list[Tag]:
        return self.tags

    @_tags.setter
    def _tags(self, tags: Iterable[Tag] | Tag) -> None:
        self.__dict__["tags"] = [tags] if isinstance(tags, Tag) else list(tags)

    @property
    def _nondeterministic_seeded(self) -> bool:
        return Tag.nondeterministic_seeded in self.tags

    @cached_property
    def is_view(self) -> bool:
        """Returns whether results share memory with arguments, and nothing is written."""
        if not _SHARES.search(self._text, self._text.find("(") + 1):  # a look that needs no arguments
            return False
        shared = [one.alias_info.is_write for one in self._schema.arguments if one.alias_info is not None]
        return bool(shared) and not any(shared)

    @property
    def _defined_in_python(self) -> bool:
        return self._name in of_python

    @property
    def op(self) -> OpOverload:
        """The operator itself."""
        return self

    _op = op

    @cached_property
    def _handle(self) -> Any:
        return _DispatchOperatorHandle(self)

    @property
    def __doc__(self):
        return self.__dict__.get("_documentation", self.schema)

    @__doc__.setter
    def __doc__(self, text):
        self._documentation = text

    def __repr__(self) -> str:
        return f"<OpOverload(op='{self._namespace}.{self._opname}', overload='{self._overloadname}')>"

    def __str__(self) -> str:
        return f"{self._namespace}.{self._opname}.{self._overloadname}"

    def __copy__(self) -> OpOverload:
        return self

    def __deepcopy__(self, memo: Any = None) -> OpOverload:
        return self

    def __reduce__(self) -> Any:
        return overload, (self._qualified, self._overloadname)

    # -- calls --

    def trust(self) -> OpOverload:
        """Lets calls through of an operator that is for libtorch's own use; gives it back.

        Such operators (`_weight_norm_interface`, `_pdist_backward`, …) believe their arguments: a wrong one may end the
        process, so that a call raises TorchError until this was said once.
        """
        if self._found is not None:
            api.operator_trust(self._found)
        return self

    def _given(self, args, kwargs):
        given, problem = match(self._signature, args, kwargs, self._accepts)
        if problem:
            raise SchemaTypeError(f"{self._name}: {problem}; its schema is {self.schema}")
        return given

    def _by_name(self, /, *args: Any, **kwargs: Any) -> Any:
        return self._run(self._given(args, kwargs))

    def _run(self, given):
        if self._name not in of_python:
            return self._run_libtorch(given)
        if self._name in _OF_LAYOUT and core.is_asked([given["self"]]) and not api.dispatch_excluded("Python"):
            first, *rest = given.values()
            said = type(first).__torch_dispatch__(self, (type(first),), (first, *rest), {})
            if said is not None:
                return said
        schema, function = of_python[self._name]
        if schema and schema != self._text:
            raise RuntimeError(f"the operator {self._name} was defined anew, as {schema}: take it from ops again")
        return function(given)

    def _run_libtorch(self, given, handle=None, keys=0):
        if self._of_objects and python_objects.are_held(self._of_objects, given):
            return python_objects.call(self, given)
        values = [given.get(one.name, NOT_GIVEN) for one in self._signature.args]
        while values and values[-1] is NOT_GIVEN:
            values.pop()
        try:
            results = call(handle or self._found, self._types, values, len(self._given_back), keys)
        except ClosedTensorError as error:
            raise ClosedTensorError(f"{self._name}: {error}") from None
        except RuntimeError as error:
            if self._name in reports and isinstance(error, NotImplementedError):
                key = _key_without_kernel(self._name, str(error))
                if key is not None:
                    reports[self._name](key)
            if "is for libtorch's own use" not in str(error) or not _called_by_torch():
                raise
            self.trust()
            results = call(handle or self._found, self._types, values, len(self._given_back), keys)
        # Where a result is an argument that was changed, it is the same object.
        for i, which in enumerate(self._given_back):
            if which is not None and which < len(values):
                results[i] = values[which]
        if len(results) == 1:
            return results[0]
        return tuple(results) if results else None

    def redispatch(self, /, keyset: Any, *args: Any, **kwargs: Any) -> Any:
        """Returns what the operator does for a set of keys, whatever those of the arguments are.

        Raises TypeError where the arguments have not the key that is asked first: its kernel would read them as its own.
        """
        if not isinstance(keyset, dispatch_keys.DispatchKeySet):
            raise TypeError(f"argument 'keyset': a DispatchKeySet is needed, got {type(keyset).__name__}")
        if not keyset._bits:
            raise ValueError("argument 'keyset': a key is needed")
        return self._run_libtorch(self._given(args, kwargs), keys=keyset._bits)

    def _op_dk(self, key: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Returns what the kernel for one key does."""
        number = dispatch_keys.key_number(key, "key")
        composed = composition(self._name) if dispatch_keys.key_name(key) == "CompositeImplicitAutograd" else None
        if composed is not None:
            return composed(self._given(args, kwargs))
        of_key = api.operator_composite if api.dispatch_key_is_alias(number) else api.operator_kernel
        kernel = of_key(self._found, number if of_key is api.operator_composite else dispatch_keys.key_name(key))
        return self._run_libtorch(self._given(args, kwargs), kernel)

    def has_kernel_for_dispatch_key(self, k: Any) -> bool:
        key = dispatch_keys.key_name(k, "k")
        found = has_kernel(self._name, key)
        if found is None:
            found = api.operator_has_kernel(self._found, key)
        return found or super().has_kernel_for_dispatch_key(k)

    def has_kernel_for_any_dispatch_key(self, ks: Any) -> bool:
        ask = partial(api.operator_has_any_kernel, self._found)
        return has_any_kernel(self._name, ks, ask) or super().has_kernel_for_any_dispatch_key(ks)

    def _can_decompose(self) -> bool:
        key = dispatch_keys.DispatchKey("CompositeImplicitAutograd")
        return key in self.py_kernels or self._found is not None and self.has_kernel_for_dispatch_key(key)

    def decompose(self, *args: Any, **kwargs: Any) -> Any:
        """The result by other operators, where this one is composed of them; else NotImplemented."""
        key = dispatch_keys.DispatchKey("CompositeImplicitAutograd")
        if key in self.py_kernels:
            return self.py_kernels[key](*args, **kwargs)
        return self._op_dk(key, *args, **kwargs) if self._can_decompose() else NotImplemented

    def _uncache_dispatch(self, key: Any) -> None:
        self._dispatch_cache.pop(key, None)


class ScriptOverload(OpOverload):
    """An overload that only TorchScript's programs have: `aten.add.t` of lists."""

    @staticmethod
    def _look_up(name, overload):
        return None, script_operators.overloads(name)[overload]

    def _take_forms(self) -> None:
        """Does nothing: it has no C function."""

    def _given(self, args, kwargs):
        given, problem = self._signature.bind(args, kwargs)
        missing = [one.name for one in self._signature.args if one.required and one.name not in (given or {})]
        if problem or missing:
            problem = problem or f"argument '{missing[0]}' is missing"
            raise SchemaTypeError(f"{self._name}: {problem}; its schema is {self.schema}")
        return given

    def _run(self, given):
        values = [given[one.name] for one in self._signature.args if one.name in given]
        return script_operators.run(self._qualified, self._overloadname.replace("default", ""), values)

    def has_kernel_for_dispatch_key(self, k: Any) -> bool:
        return OperatorBase.has_kernel_for_dispatch_key(self, k)

    def has_kernel_for_any_dispatch_key(self, ks: Any) -> bool:
        return OperatorBase.has_kernel_for_any_dispatch_key(self, ks)

    def _can_decompose(self) -> bool:
        return dispatch_keys.DispatchKey("CompositeImplicitAutograd") in self.py_kernels


class _DispatchOperatorHandle:
    """An operator in the dispatcher (torch._C._DispatchOperatorHandle)."""

    def __init__(self, op: OpOverload) -> None:
        self._op = op

    def schema(self) -> FunctionSchema:
        """The schema of the operator."""
        return self._op._schema

    def debug(self) -> str:
        """The kernel for each key, as libtorch writes it."""
        return api.operator_dispatch_table(self._op._found)

    def redispatch_boxed(self, keyset: Any, *args: Any, **kwargs: Any) -> Any:
        """The result for a set of keys."""
        return self._op.redispatch(keyset, *args, **kwargs)


class TorchBindOpOverload(OpOverload):
    """An operator with objects of C++ classes, or of opaque types, among its arguments (torch._ops)."""


_PLAIN_NONE = ("ScalarType", "Layout", "MemoryFormat", "Device", "Generator")


def form_of(op: OpOverload) -> Any:
    """Returns how csrc/operator.c calls an operator's C function; None where it has none, or one with other arguments."""
    signature = op._signature
    if op._namespace != "aten" or any(one is not None for one in op._given_back) and len(op._given_back) > 1:
        return None
    if any(kind == "Tensor[]" for kind, _ in signature.returns):  # a list, where the C function's is a tuple
        return None
    try:
        function = core.call(signature.symbol.removeprefix("ptc_"))
        defaults = tuple(map(_plain_default, signature.args))
    except (AttributeError, ValueError, SyntaxError):
        return None
    names, positional = tuple(one.name for one in signature.args), len(signature.positional)
    kinds = [one for one in function.kinds if not one.isdigit()]
    options, four = constants.ARGUMENT_OPTIONS, constants.ARGUMENT_FOUR_OPTIONS
    if options in kinds or len(kinds) + 3 * kinds.count(four) != len(names):  # factories take the default device there
        return None
    back = op._given_back[0] if op._given_back else None
    return function, names, defaults, positional, -1 if back is None else back, -1


def _plain_default(argument):
    if argument.required:
        return ...
    value = literal_eval(argument.default)
    if value is not None and argument.base in _PLAIN_NONE:
        raise ValueError(f"a default of {argument.base}")
    return value


# ---- all overloads of a name ----


class OpOverloadPacket(core.NamedOperator):  # type: ignore[name-defined,misc]
    """An operator with all its overloads: a call takes the first that fits (torch._ops.OpOverloadPacket).

    ``.Tensor`` and the like are the overloads, ``.default`` the one without a name.
    """

    __class_getitem__ = classmethod(GenericAlias)
    __signature__ = _AnyArguments()

    def __init__(self, namespace: str, name: str) -> None:
        self._space, self.__name__ = namespace, name
        self._qualified_op_name = f"{namespace}::{name}"
        self.__module__ = f"torch._ops.{namespace}"
        self._dir: list[str] = []
        self._gone = registry.gone
        self._has_torchbind_op_overload = False

    def _take_forms(self) -> None:
        """From now on calls with plain arguments run the C functions of the overloads, as far as they have some."""
        forms: list[Any] = []
        for one in self._candidates if self._space == "aten" else ():
            form = form_of(one)
            if form is None:  # what stands behind it would be tried too early
                break
            forms.append(form)
        if forms:
            self.set_forms(forms)

    def __repr__(self) -> str:
        return f"<OpOverloadPacket(op='{self}')>"

    def __str__(self) -> str:
        return f"{self._space}.{self.__name__}"

    @property
    def op(self) -> OpOverloadPacket:
        """The operator itself."""
        return self

    _op = op

    def overloads(self) -> list[str]:
        """The names of the overloads, "default" for the one without."""
        return [one or "default" for one in self._counted]

    def op_overloads(self) -> list[OpOverload]:
        """The overloads."""
        return [getattr(self, one) for one in self.overloads()]

    @property
    def _overload_names(self) -> list[str]:
        return list(dict.fromkeys([*self._counted, *self._of_script]))

    @property
    def _counted(self) -> list[str]:
        # Beside the dispatcher's those of programs are found by name, and not counted: nothing dispatches them.
        return registry.overloads(self._space, self.__name__) or list(self._of_script)

    @property
    def _of_script(self) -> dict[str, str]:
        return script_operators.overloads(self._qualified_op_name)

    @property
    def _schemas(self) -> dict[str, FunctionSchema]:
        return {one: getattr(self, one or "default")._schema for one in self._counted}

    def __iter__(self) -> Iterator[str]:
        return iter(self._dir)

    def __dir__(self) -> list[str]:
        return self.overloads()

    def __getattr__(self, key: str) -> OpOverload:
        known = not (key.startswith("__") and key.endswith("__")) and key in self.overloads()
        if not known and ("" if key == "default" else key) not in self._of_script:
            raise AttributeError(
                f"The underlying op of '{self}' has no overload name '{key}'; its overloads are "
                f"{', '.join(self.overloads())}"
            )
        made = registry.overload(self._qualified_op_name, "" if key == "default" else key)
        setattr(self, key, made)
        self._dir.append(key)
        return made

    def __copy__(self) -> OpOverloadPacket:
        return self

    def __deepcopy__(self, memo: Any = None) -> OpOverloadPacket:
        return self

    def __reduce__(self) -> Any:
        return packet, (self._qualified_op_name,)

    @cached_property
    def _candidates(self):
        # Plain forms before those with `out`, short ones before long ones.
        found = self.op_overloads()
        changes = [bool(one._signature.out_args) for one in found]
        order = sorted(range(len(found)), key=lambda i: (changes[i], len(found[i]._types), found[i].name()))
        return [found[i] for i in order]

    def resolve(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """The name of the first overload that takes the arguments, of tensors before the others; TypeError where none does."""
        for one in sorted(self.op_overloads(), key=lambda one: not one._overloadname.startswith("Tensor")):
            if match(one._signature, args, kwargs, one._accepts)[1] is None:
                return one._overloadname
        raise TypeError(f"{self._qualified_op_name}(): no form takes these arguments")

    def _look_again(self):
        # An operator has gone, maybe this one, and another may have its name.
        kept = [name for name, one in vars(self).items() if isinstance(one, OpOverload)]
        for name in ["_candidates", *kept]:
            vars(self).pop(name, None)
        if not self.overloads():
            raise RuntimeError(f"the operator {self._qualified_op_name} is gone: its Library was destroyed")
        self._gone = registry.gone

    def _by_name(self, /, *args: Any, **kwargs: Any) -> Any:
        if self._gone != registry.gone:
            self._look_again()
        # A 0-dim tensor is a number, and a number a tensor, only where no overload takes it as it is.
        forms = [(one, one._signature) for one in self._candidates]
        ways = (
            (_strictly, accepts, _strictly_or_numbers, accepts_numbers)
            if _takes_numbers(*self._qualified_op_name.split("::"))
            else (_strictly, accepts)
        )
        try:
            chosen, given = choose(self._qualified_op_name, forms, args, kwargs, ways)
        except TypeError as error:
            return self._run_script(args, kwargs, str(error))
        return chosen._run(given)

    def _run_script(self, args, kwargs, problem):
        """Runs the overload of programs that takes the arguments. Raises SchemaTypeError where none does."""
        if self._of_script and not kwargs:
            try:
                return script_operators.run(self._qualified_op_name, None, args)
            except script_operators.NoOverload:
                pass
        raise SchemaTypeError(problem)


# ---- all there are ----


_OF_PROGRAMS = frozenset(["aten::_grad_sum_to_size"])  # TorchScript's own, which torch's partitioner of graphs names


def _parts(full):
    """(namespace, name, overload) of "aten::add.Tensor"."""
    namespace, _, rest = full.partition("::")
    name, _, overload = rest.partition(".")
    return namespace, name, overload


class _Registry:
    """{namespace: {name: [overload]}}; what has come is read when a name is not there and operators have come since."""

    def __init__(self):
        self.known = {}
        self.there = set()  # the names that `known` was made of
        self.changes = None  # how many operators had come and gone when they were read
        self.gone = 0  # how many operators have gone
        self.made: dict[tuple[str, str], OpOverload] = {}
        self.packets: dict[str, OpOverloadPacket] = {}

    def read(self):
        now = changes()
        if now == self.changes:
            return
        there = names()
        come = [_parts(full) for full in there if full not in self.there]
        gone = len(there) - len(come) < len(self.there)
        if self.changes is None or gone or any(name in self.known.get(space, {}) for space, name, _ in come):
            # Overloads of one name stay in the order of all names.
            self.known, come = {}, map(_parts, [*there, *_OF_SCRIPT])
        self.there, self.changes = set(there), now
        for namespace, name, overload in come:
            self.known.setdefault(namespace, {}).setdefault(name, []).append(overload)

    def came(self, full):
        """Notes an operator that was defined just now, so that not all have to be read for it."""
        namespace, name, overload = _parts(full)
        if self.changes is not None and changes() == self.changes + 1 and name not in self.known.get(namespace, {}):
            self.known.setdefault(namespace, {})[name] = [overload]
            self.there.add(full)
            self.changes += 1

    def namespace(self, namespace):
        if namespace not in self.known:
            self.read()
        return self.known.get(namespace, {})

    def overloads(self, namespace, name):
        if name not in self.namespace(namespace):
            self.read()
        return self.namespace(namespace).get(name, [])

    def overload(self, name, overload):
        """The one OpOverload of a name and an overload."""
        found = self.made.get((name, overload))
        if found is None:
            of_dispatcher = overload in self.overloads(*name.split("::", 1))
            of_script = not of_dispatcher and overload in script_operators.overloads(name)
            made = (ScriptOverload if of_script else OpOverload)(name, overload)
            if not of_script and any(word in made._text for word in _OBJECTS):
                made = TorchBindOpOverload(name, overload)
            found = self.made.setdefault((name, overload), made)
        return found

    def packet(self, name):
        """The one OpOverloadPacket of a name."""
        found = self.packets.get(name)
        if found is None:
            space, _, short = name.partition("::")
            known = self.overloads(space, short) or name in _OF_PROGRAMS or script_operators.overloads(name)
            if short in ("__origin__", "__self__") or not known:
                raise AttributeError(
                    f"'_OpNamespace' '{space}' object has no attribute '{short}': there is no operator {name}"
                )
            found = self.packets.setdefault(name, OpOverloadPacket(space, short))
        return found

    def forget(self, name):
        """Drops what is kept of an operator."""
        space, _, rest = name.partition("::")
        short, _, which = rest.partition(".")
        self.gone += 1
        self.known.pop(space, None)
        self.changes = None
        self.packets.pop(f"{space}::{short}", None)
        self.made.pop((f"{space}::{short}", which), None)
        core.forget_operators()  # those that __torch_dispatch__ and the Python dispatcher have asked for


registry = _Registry()


def overload(name: str, overload: str = "") -> OpOverload:
    """The operator of a name and an overload, ("aten::add", "Tensor"). Raises ValueError where there is none."""
    return registry.overload(name, "" if overload == "default" else overload)


def takes(schema: FunctionSchema, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """None where an overload takes the arguments as they are, numbers for numbers and tensors for tensors, else why not."""
    found = overload(schema.name, schema.overload_name)
    _, problem = match(found._signature, args, kwargs, _strictly)
    return problem and f"{schema}: {problem}"


def _as_function(name, results):
    """Several results as the function of that name gives them: a tuple, with names where it has some."""
    named = vars(return_types).get(name.rstrip("_"))
    return tuple(results) if named is None else named(*results)


def _takes_none(argument):
    """Returns whether None is a value of an argument, and not the word for its default."""
    return argument is not None and (argument.optional or argument.required)


def _run_by_name(name, given, left_out):
    """Runs the first overload of an operator of aten's that takes the arguments, self under its name in functions.

    `left_out`: the arguments that a form need not know.
    """
    problems = []
    forms = packet(f"aten::{name}")._candidates
    if _takes_numbers("aten", name):  # functions, unlike packets, know these as forms for tensors
        forms = sorted(forms, key=lambda one: not one._overloadname.startswith("Tensor"))
    for one in forms:
        known = one._signature.by_name
        named = {"self" if key == "input" and key not in known else key: value for key, value in given.items()}
        values = {
            key: value
            for key, value in named.items()
            if (key in known or key not in left_out) and (value is not None or _takes_none(known.get(key)))
        }
        taken, problem = match(one._signature, (), values, one._accepts)
        if taken is not None:
            found = one._run(taken)
            return _as_function(name, found) if isinstance(found, (list, tuple)) else found
        problems.append(f"{one.schema}: {problem}")
    raise TypeError("\n".join([f"{name}(): no form takes these arguments; the forms are", *problems]))


retry.by_name["run"] = _run_by_name


def packet(name: str) -> OpOverloadPacket:
    """The operator of a name with all its overloads, "aten::add". Raises AttributeError where there is none."""
    return registry.packet(name)
