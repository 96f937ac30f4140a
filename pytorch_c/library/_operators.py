"""Operators whose kernels are Python functions: which one runs, its derivative, and its rule for batches."""

from __future__ import annotations

import importlib
import sys
from ast import literal_eval
from functools import cached_property
from typing import Any

from .. import _ops, ops
from .._boundary import api, constants, records
from .._boundary.handle import core
from .._calls.checks import match
from .._calls.dispatch_keys import DispatchKeySet, key_for_device, key_number, keys_of_tensor, local_sets
from .._calls.opoverload import of_python, registry
from .._calls.python_objects import in_libtorchs_words
from .._calls.schema import parse
from .._calls.values import accepts, as_value, converter
from .._tensor.tensor import Tensor
from ..autograd._saved_tensors import increment_version
from ..autograd.function import AUTOGRAD_FUNCTION_COUNTER, Function
from ..autograd.grad_mode import is_grad_enabled
from ..func._custom_function import VMAP
from ..utils._pytree import tree_flatten, tree_leaves
from . import _underived
from ._fakes import FakeKernel

known: dict[str, Operator] = {}  # by "mine::twice", ".overload" behind it
waiting: dict[str, dict[str, Any]] = {}  # kernels that came before their operator, by its name and by types of devices
ANY = "default"
# For all devices, too: made of operators, which are derived and traced by themselves.
COMPOSED = "CompositeImplicitAutograd"
FIRST = "BackendSelect"  # the key that libtorch's dispatcher looks at before those of devices
fallbacks = 0  # that Python has registered: they see every operator


class _Function(Function):
    """One of these for all operators: its first argument is the operator, its second how the arguments are built."""

    @staticmethod
    def forward(operator, spec, *leaves):
        return operator.kernel(*spec.unflatten(leaves))

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx._operator, ctx._spec, *leaves = inputs
        values = ctx._spec.unflatten(leaves)
        ctx._shown = len(ctx._operator.as_given(values)[0])
        if ctx._operator.setup_context is not None:
            positional, named = ctx._operator.parted(values)
            more = {"keyword_only_inputs": named} if named else {}
            ctx._operator.setup_context(ctx=ctx, inputs=positional, output=output, **more)

    @staticmethod
    def _compiled_autograd_key(ctx):
        return (ctx._operator.number,)

    @staticmethod
    def backward(ctx, *grads):
        operator, spec = ctx._operator, ctx._spec
        if operator.backward is None:
            raise RuntimeError(
                f"Trying to backward through {operator.name}.default but no autograd formula was registered. "
                "Please use register_autograd to add one."
            )
        found = operator.backward(ctx, *grads)
        found = list(found) if isinstance(found, tuple) else [found]
        positions = operator.positional
        if len(found) == ctx._shown:  # defaults at the end have none
            found += [None] * (positions - ctx._shown)
        if len(found) != positions:
            raise RuntimeError(f"{operator.name}: its backward gave {len(found)} gradients for {positions} arguments")
        # A list of tensors has a list of gradients, or None for all.
        gradients: list[Any] = []
        for child, one in zip(spec.children(), [*found, *[None] * (spec.num_children - positions)]):
            leaves = [None] * child.num_leaves if one is None else tree_leaves(one)
            gradients += leaves
        return None, None, *gradients

    @staticmethod
    def vmap(info, in_dims, operator, spec, *leaves):
        _, _, *dims = in_dims
        args, dims = spec.unflatten(leaves), spec.unflatten(dims)
        if operator.vmap_rule is not None:
            positional, named = operator.parted(args)
            return operator.vmap_rule(info, operator.parted(dims)[0], *positional, **named)
        return _one_by_one(operator, spec, info.batch_size, leaves, in_dims[2:])


def _one_by_one(operator, spec, size, leaves, dims):
    """An operator without a rule for batches: each sample for itself."""
    found = []
    for i in range(size):
        sample = [one if dim is None else one.select(dim, i) for one, dim in zip(leaves, dims)]
        found.append(operator(*spec.unflatten(sample)))
    if not found:
        raise RuntimeError(f"{operator.name}: vmap over no samples needs a rule for batches (register_vmap)")
    columns = list(zip(*(tree_flatten(one)[0] for one in found)))
    form = tree_flatten(found[0])[1]
    return form.unflatten(_ops.stack(column) for column in columns), form.unflatten([0] * len(columns))


class Operator:
    """One operator of Python's; calling it takes the arguments of its schema by position, all of them."""

    def __init__(self, text: str) -> None:
        self.schema = parse(text)
        self.name = self.schema.full
        self.kernels: dict[str, Any] = {}
        self.placed: dict[str, list[Any]] = {}  # by device type: the kernels of Libraries, the newest last
        self.backward = self.setup_context = self.vmap_rule = self.fake = None
        self.fakes: list[FakeKernel] = []  # the newest last: `fake` is its function
        self.overload: Any = None
        self.number = next(AUTOGRAD_FUNCTION_COUNTER)  # torch has a Function for each
        self.dispatched = False  # it has kernels that only libtorch's dispatcher finds
        self.autocast: dict[str, Any] = {}
        self.disabled: set[str] = set()
        self.checks_aliases = False
        self.positional = len(self.schema.positional)
        self.mutable = any(one.mutable for one in self.schema.args)

    @cached_property
    def default_of(self) -> dict[str, Any]:
        """{name of an argument: its default; _REQUIRED where there is none, or one that is not a value of Python's}"""
        return {one.name: _literal(one) for one in self.schema.args}

    def bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """A value for each argument of the schema. Raises TypeError."""
        given, problem = match(self.schema, args, kwargs, accepts)
        if problem:
            raise TypeError(f"{self.name}: {problem}; its schema is {self.schema.text}")
        return self.filled(given)

    def filled(self, given: dict[str, Any]) -> list[Any]:
        rows = zip(self.schema.args, self._converters)
        return [typed(given[one.name]) if one.name in given else _default(one) for one, typed in rows]

    @cached_property
    def _converters(self) -> list[Any]:
        return [converter(one.type) for one in self.schema.args]

    def parted(self, values: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """(those by position, {name: those by keyword only})."""
        names = [one.name for one in self.schema.args[self.positional :]]
        return tuple(values[: self.positional]), dict(zip(names, values[self.positional :]))

    def as_given(self, values: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Returns what `parted` does, without defaults at the end of either, as torch gives them to kernels."""
        positional, named = self.parted(values)
        shown = len(positional)
        while shown and _is(self.default_of[self.schema.args[shown - 1].name], positional[shown - 1]):
            shown -= 1
        named = {name: value for name, value in named.items() if not _is(self.default_of[name], value)}
        return positional[:shown], named

    def is_seen(self) -> bool:
        """Returns whether a call must go through libtorch's dispatcher: for a trace, a program that is captured before
        derivatives are recorded, a profile, an observer, another kernel."""
        if self.dispatched or fallbacks > 0 or api.jit_is_tracing() or api.is_observed(constants.SCOPE_FUNCTION):
            return True
        return api.dispatch_included("PreDispatch")

    def by_name(self, given: dict[str, Any]) -> Any:
        """A call by name."""
        return self.overload._run_libtorch(given) if self.is_seen() else self(*self.filled(given))

    def __call__(self, *values: Any) -> Any:
        tensors = _tensors(values)
        rule = (
            self._rule("Autograd", tensors) if tensors and not api.dispatch_excluded("AutogradFunctionality") else None
        )
        if rule is not None:
            return self.run(rule, values)
        if self.autocast:
            from . import _casting

            device_type = _casting.wanted(self, tensors)
            if device_type is not None:
                return _casting.call(self, device_type, values)
        composed = self._composed(tensors)
        if composed is not None and not (api.vmap_depth() and api.func_innermost()[1] == VMAP):
            return self.run(composed, values)
        derived = api.forward_level() >= 0 or (is_grad_enabled() and any(one.requires_grad for one in tensors))
        # A kernel for Autograd is in its call where autograd is excluded.
        derived = derived and not api.dispatch_excluded("AutogradFunctionality")
        transformed = api.vmap_depth() or api.forward_level() >= 0
        if derived and not (transformed or self.backward or self.checks_aliases):
            return _underived.call(self, values, tensors)
        if api.vmap_depth() or (derived and not self.mutable):
            if self.mutable:
                raise RuntimeError(
                    f"{self.name}: it writes into its arguments, which torch.func's functions cannot follow"
                )
            leaves, spec = tree_flatten(values)
            return _Function.apply(self, spec, *leaves)
        return self.kernel(*values)

    def run(self, function: Any, values: Any) -> Any:
        """Returns what a function gives for values by position."""
        positional, named = self.as_given(values)
        return function(*positional, **named)

    def has_kernel(self, key: str | None) -> bool:
        """Returns whether a kernel was registered for a key, "CPU"; None: for all devices."""
        if key is None:
            return ANY in self.kernels or COMPOSED in self.kernels
        return not self.kernels.keys().isdisjoint([key, key.lower()])

    def _composed(self, tensors):
        """Returns the function that composes the operator of others; None where another kernel or key comes before it."""
        function = self.kernels.get(COMPOSED)
        if function is None or api.dispatch_excluded("AutogradFunctionality"):
            return None
        place = tensors[0].device.type if tensors and not tensors[0].is_inference() else None
        known = place is None or place in self.kernels and place not in self.disabled
        if known or place == "meta" and self.fake or self._rule("", tensors) is not None:
            return None
        return function

    def compose(self, given: dict[str, Any]) -> Any:
        """Calls the function that composes the operator of others by name, whatever comes before it."""
        return self.run(self.kernels[COMPOSED], self.filled(given))

    def kernel(self, *values: Any) -> Any:
        """Returns what the kernel for the device of the tensors gives."""
        tensors = _tensors(values)
        if core.is_asked(tensors) and not api.dispatch_excluded("Python"):
            rule = self._rule("Python")
            if rule is not None:
                return self.run(rule, values)
            # Below autograd, which is done: __torch_dispatch__ says what the operator means.
            positional, named = self.as_given(values)
            given = {one.name: value for one, value in zip(self.schema.args, positional)} | named
            return self.overload.trust()._run_libtorch(given, keys=_host_keys())
        rule = self._rule("", tensors)
        if rule is not None:
            return self.run(rule, values)
        place = tensors[0].device.type if tensors else "cpu"
        function = self.kernels.get(place) if place not in self.disabled else None
        function = function or self.kernels.get(ANY) or self.kernels.get(COMPOSED)
        if self.fake and (place == "meta" or api.dispatch_included("Meta")):  # fake tensors compute as on meta
            function = self.fake
        if FIRST in self.kernels and not api.dispatch_excluded(FIRST):
            function = self.kernels[FIRST]
        if function is None:
            missing = (
                f"there is no kernel for the device {place!r}" if tensors else "no tensor was given to choose one by"
            )
            raise NotImplementedError(f"{self.name}: {missing}; it has kernels for {sorted(self.kernels)}")
        if self.mutable and self.checks_aliases and not api.dispatch_excluded("ADInplaceOrView"):
            self._note_writing(values)
        found = self.run(function, values)
        if self.checks_aliases:
            self._check_aliases(found, tensors)
        return found

    def _note_writing(self, values):
        """Counts the versions of what a custom_op says that it writes, which libtorch's operators count themselves."""
        for argument, value in zip(self.schema.args, values):
            written = _tensors([value]) if argument.mutable else []
            increment_version([one for one in written if not one.is_inference()])

    def _rule(self, key, tensors=None):
        """Returns what py_impl() has registered where a key is asked under the Python dispatcher; None without one.

        With tensors the key is one for their device, or "Undefined".
        """
        said = vars(self.overload)
        if not (said.get("py_kernels") or said.get("python_key_table")) or not api.dispatch_included(
            "PythonDispatcher"
        ):
            return None
        if tensors:
            key += key_for_device(tensors[0].device.type)
        rules = importlib.import_module("._library.torch_dispatch", __package__.rpartition(".")[0])
        return rules.kernel(self.overload, key_number(key or "Undefined"))

    def _check_aliases(self, found, tensors):
        storages = {_place(one) for one in tensors} - {None}
        for one in tree_leaves(found):
            if isinstance(one, Tensor) and _place(one) in storages:
                raise RuntimeError(
                    f"{self.name} (with implementation in {__name__}): The output of this custom operator (1) must not "
                    "also be an input to this custom operator and (2) may not alias any inputs to this custom operator "
                    "or other returns. Please clone the the offending output tensors (e.g. output.clone()) or refactor "
                    "your code."
                )


class PlaceKernel:
    """A kernel for a type of devices, until close() takes it back: the newest one that is left is there again."""

    def __init__(self, operator: Operator, place: str, function: Any) -> None:
        self._operator, self._place, self._function = operator, place, function
        self._all = operator.placed.setdefault(place, [operator.kernels.get(place)])
        self._all.append(function)
        self._fake = FakeKernel(operator, function) if place == "meta" else None
        self._use(function)

    def _use(self, function):
        operator = self._operator
        if function is None:
            operator.kernels.pop(self._place, None)
        else:
            operator.kernels[self._place] = function

    def close(self) -> None:
        """Takes the kernel back."""
        if self._fake is not None:
            self._fake.close()
        is_used = self._operator.kernels.get(self._place) is self._function
        self._all.remove(self._function)
        if is_used:
            self._use(self._all[-1])


def _host_keys():
    return api.keyset_of(key_number("Python", "key")) | api.keyset_of(key_number("PythonTLSSnapshot", "key"))


def _place(tensor):
    """The address of a tensor's memory; None where it has none."""
    if tensor.layout.name != "strided" or api.func_level(tensor) or core.is_asked([tensor]):
        return None
    return tensor._storage()[0] or None


def _tensors(values):
    nested = any(isinstance(one, (list, tuple, dict)) for one in values)
    return [one for one in (tree_leaves(values) if nested else values) if isinstance(one, Tensor)]


def _is_default(argument, value):
    """Returns whether a value is what stands in the schema, which is then left out, as torch does."""
    if argument.required or isinstance(value, (Tensor, list, tuple)):
        return False
    try:
        default = literal_eval(argument.default)
    except (ValueError, SyntaxError):  # the name of an enum's member
        return False
    return type(value) is type(default) and value == default


def _default(argument):
    if argument.required:
        raise TypeError(f"argument '{argument.name}' is missing")
    if argument.type.removesuffix("?") == "Device" and argument.default != "None":
        return converter("Device")(argument.default.strip("\"'"))
    return converter(argument.type)(literal_eval(argument.default))


_REQUIRED = object()


def _literal(argument):
    try:
        return _REQUIRED if argument.required else _default(argument)
    except (ValueError, SyntaxError):
        return _REQUIRED


def kernel_for(operator: Operator, function: Any, keyset_of: str = "") -> Any:
    """A function as a kernel of libtorch's dispatcher: csrc/library.c calls it with the call and its arguments."""
    kinds = [kind for kind, _ in operator.schema.returns]
    by_position = operator.positional == len(operator.schema.args)

    def kernel(call, args):
        first = (_keyset(keyset_of, args),) if keyset_of else ()
        _give(call, kinds, function(*first, *args))

    if function is operator or by_position and all(one.required for one in operator.schema.args):
        return kernel

    def kernel_without_defaults(call, args):
        first = (_keyset(keyset_of, args),) if keyset_of else ()
        positional, named = operator.as_given(args)
        _give(call, kinds, function(*first, *positional, **named))

    return kernel_without_defaults


def _is(default, value):
    """Returns whether a value is the default of its argument."""
    return default is value or type(default) is type(value) and not isinstance(value, Tensor) and default == value


def fallback_for(function: Any, keyset_of: str = "") -> Any:
    """A function of an Overload and its arguments as a kernel for every operator."""

    def kernel(call, name, overload, args):
        op = ops.overload(name, overload)
        first = (_keyset(keyset_of, args),) if keyset_of else ()
        wanted, positions = op._signature.args, len(op._signature.positional)
        shown = positions
        while shown and _is_default(wanted[shown - 1], args[shown - 1]):
            shown -= 1
        named = {
            one.name: value for one, value in zip(wanted[positions:], args[positions:]) if not _is_default(one, value)
        }
        _give(call, [kind for kind, _ in op._signature.returns], function(*first, op, *args[:shown], **named))

    return kernel


def _give(call, kinds, found):
    results = () if not kinds else (found,) if len(kinds) == 1 else found
    keep: list[Any] = []
    for i, (kind, one) in enumerate(zip(kinds, results, strict=True)):
        records.give(call, i, as_value(kind, one, keep))


def _keyset(key, args):
    """The keys of a call's tensors, and that of the kernel; one that stands for several adds none."""
    alias = api.dispatch_key_is_alias(key_number(key))
    own = keys = DispatchKeySet._of(0) if alias else DispatchKeySet(key)
    for one in tree_leaves(args):
        if isinstance(one, Tensor):
            keys |= keys_of_tensor(one)
    included, excluded = local_sets()
    return (keys | included) - excluded | own


def define(text: str, conservative: bool = False) -> tuple[Operator, list[Any]]:
    """Returns (the operator of a schema, what keeps it in the dispatcher).

    Where torch is in the process, a file of its own that we borrow may define what torch has defined already: that serves.
    """
    text = in_libtorchs_words(text)
    try:
        definition = (api.library_define_conservative if conservative else api.library_define)(text)
    except RuntimeError:
        if not _asks_borrowed():
            raise
        return _as_there(text), []
    operator = Operator(api.operator_schema(api.operator_find(*names_of(text))))
    registry.came(operator.name)
    which, function = (operator.name.partition(".")[0], operator.schema.overload), kernel_for(operator, operator)
    kernel = core.library_impl(*which, "CompositeImplicitAutograd", function)
    # libtorch would go on without autograd and rules for batches; func's levels are taken apart here.
    transforms = core.library_impl(*which, "FuncTorchDynamicLayerFrontMode", function)
    known[operator.name] = operator
    operator.kernels.update(waiting.pop(operator.name, {}))
    operator.overload = ops.overload(*which)
    of_python[operator.name] = (
        operator.overload.schema,
        operator.by_name,
    )  # who has found one of the name before asks this one
    return operator, [transforms, kernel, definition]


def _as_there(text):
    """The operator of a name that is defined already; functions of Python call the kernels that it gets here."""
    operator = Operator(api.operator_schema(api.operator_find(*names_of(text))))
    known[operator.name] = operator
    operator.kernels.update(waiting.pop(operator.name, {}))
    operator.overload = ops.overload(operator.name.partition(".")[0], operator.schema.overload)
    return operator


def _asks_borrowed():
    """Returns whether a file of torch's that was borrowed is among the callers."""
    frame = sys._getframe(1)
    while frame is not None:
        if getattr(frame.f_globals.get("__loader__"), "is_of_torch", False):
            return True
        frame = frame.f_back
    return False


def forget(name: str) -> None:
    """The operator is gone: who still has it gets an error."""
    known.pop(name, None)

    def gone(given):
        raise RuntimeError(f"the operator {name} is gone: its Library was destroyed")

    of_python[name] = "", gone
    ops.forget(name)


def names_of(text: str) -> tuple[str, str]:
    """("mine::twice", "overload") of a schema or a name."""
    name, _, overload = text.partition("(")[0].strip().partition(".")
    return name, overload
