"""Programs that are written down as they run (torch.jit._trace)."""

from __future__ import annotations

import inspect
import warnings

from .._boundary import api
from .._boundary.library import core
from .._calls.values import Object
from .._tensor.tensor import Tensor
from ..nn import Module
from ._check import TracingCheckError as TracingCheckError
from ._check import check, clone
from ._functions import function_of, method_of, python_unit
from ._modules import ScriptModule, TopLevelTracedModule, TracedModule, wrap
from ._tensors import _known
from ._tracing import TracerWarning as TracerWarning
from ._tracing import Tracing
from ._tracing import is_tracing as is_tracing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["TracerWarning", "TracingCheckError", "is_tracing", "trace", "trace_module"]


def trace(
    func: Any,
    example_inputs: Any = None,
    optimize: Any = None,
    check_trace: bool = True,
    check_inputs: Any = None,
    check_tolerance: float = 1e-5,
    strict: bool = True,
    _force_outplace: bool = False,
    _module_class: Any = None,
    _compilation_unit: Any = None,
    example_kwarg_inputs: dict[str, Any] | None = None,
    _store_inputs: bool = True,
) -> Any:
    """Runs a function or module once, and gives a program that does what it did: the operators, and nothing else.

    Args:
        func: A function of tensors, or a module, whose forward is meant
        example_inputs: A tensor, or a tuple of tensors and of lists, tuples and dicts of them
        check_trace: Traces again and compares, with `check_inputs` or the same inputs
        check_inputs: Inputs to check with, a list of what `example_inputs` may be
        check_tolerance: How far, relatively, numbers may be from those of the Python function
        strict: No lists and dicts as results
        example_kwarg_inputs: In place of `example_inputs`, a dict of arguments by name

    Gives a ScriptFunction, or a ScriptModule with the parameters of the module. What depends on numbers in tensors
    (`if`, `for`, float(x)) is written down as it went, with a TracerWarning. Raises TracingCheckError where the
    program differs, RuntimeError for inputs and results that cannot be traced; what func raises, and then no trace
    is left open. Source: torch.jit.trace.
    """
    _about(optimize)
    by_name = example_kwarg_inputs if isinstance(example_kwarg_inputs, dict) else None
    if isinstance(func, ScriptModule) and "_c" in func.__dict__:
        warnings.warn(
            "The input to trace is already a ScriptModule, tracing it is a no-op. Returning the object as is.",
            stacklevel=2,
        )
        return func
    owner = getattr(func, "__self__", None)
    if isinstance(func, Module) or (isinstance(owner, Module) and func.__name__ == "forward"):
        if example_inputs is None and by_name is None:
            raise RuntimeError("example_kwarg_inputs should be a dict")
        return _trace_module(
            func if isinstance(func, Module) else owner,
            {"forward": by_name if example_inputs is None else example_inputs},
            _Options(check_trace, check_tolerance, strict, _force_outplace, _store_inputs, by_name is not None),
            None if check_inputs is None else [{"forward": one} for one in check_inputs],
        )
    if isinstance(owner, Module):
        raise AttributeError("trace doesn't support compiling individual module's functions.\nPlease use trace_module")
    if not callable(func):
        raise TypeError(f"trace: a function or a module is needed, got {type(func).__name__}")
    given = Inputs.of(by_name if by_name is not None else example_inputs, func, by_name is not None)
    options = _Options(check_trace, check_tolerance, strict, _force_outplace, _store_inputs, by_name is not None)
    traced = _trace_function(func, given, options)
    if check_trace:
        others = [given] if check_inputs is None else [Inputs.of(one, func, options.by_name) for one in check_inputs]
        for inputs in others:
            again = _trace_function(func, inputs.copy(), options)
            check(func, traced, again, inputs, check_tolerance)
    traced._torchdynamo_inline = func
    return traced


def trace_module(
    mod: Any,
    inputs: dict[str, Any],
    optimize: Any = None,
    check_trace: bool = True,
    check_inputs: Any = None,
    check_tolerance: float = 1e-5,
    strict: bool = True,
    _force_outplace: bool = False,
    _module_class: Any = None,
    _compilation_unit: Any = None,
    example_inputs_is_kwarg: bool = False,
    _store_inputs: bool = True,
) -> Any:
    """Traces several methods of a module; `inputs` is a dict of their names and example inputs.

    The other arguments are those of trace(), which gives the same for {"forward": inputs}; `check_inputs` is a list
    of such dicts. Raises AttributeError where `mod` is no module, or `inputs` no dict. Source:
    torch.jit.trace_module.
    """
    _about(optimize)
    if not isinstance(mod, Module):
        raise AttributeError("expected torch.nn.Module as the first argument")
    if not isinstance(inputs, dict):
        raise AttributeError("expected a dictionary of (method_name, input) pairs")
    options = _Options(check_trace, check_tolerance, strict, _force_outplace, _store_inputs, example_inputs_is_kwarg)
    return _trace_module(mod, inputs, options, check_inputs)


def _about(optimize):
    if optimize is not None:
        warnings.warn(
            "`optimize` is deprecated and has no effect. Use `with torch.jit.optimized_execution()` instead",
            FutureWarning,
            stacklevel=3,
        )


class _Options:
    """Options of a trace."""

    def __init__(self, check, tolerance, strict, force_outplace, store_inputs, by_name):
        self.check, self.tolerance, self.strict = bool(check), tolerance, bool(strict)
        self.force_outplace, self.store_inputs, self.by_name = bool(force_outplace), bool(store_inputs), by_name


# ---- inputs ----


def argument_names(func: Any) -> list[str]:
    """The names of the arguments that a function takes by position."""
    try:
        parameters = inspect.signature(func).parameters.values()
    except (TypeError, ValueError):  # one of C's
        return []
    return [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]


class Inputs:
    """Example inputs, by position, or by name where `names` are what they are called with."""

    def __init__(self, values: tuple[Any, ...], labels: list[str], names: list[str] | None) -> None:
        self.values, self.labels, self.names = values, labels, names

    @classmethod
    def of(cls, given: Any, func: Any, by_name: bool) -> Inputs:
        known = argument_names(func)
        if by_name and isinstance(given, dict):
            strange = [key for key in given if key not in known]
            if strange:
                raise NameError(
                    f"'{strange[0]}' is not in forward() method's arguments, "
                    f"valid arguments name are [{','.join(known)}]"
                )
            names = [name for name in known if name in given]
            return cls(tuple(given[name] for name in names), names, names)
        if isinstance(given, (Tensor, dict)):
            given = (given,)
        values = given if isinstance(given, tuple) else tuple(given)
        return cls(values, known[: len(values)] if len(known) >= len(values) else [], None)

    def copy(self) -> Inputs:
        """Inputs of their own, so that a program which changes them does so once."""
        return Inputs(clone(self.values), self.labels, self.names)

    def call(self, func: Callable[..., Any]) -> Any:
        """Returns what a function makes of them."""
        return self.bound(func)(*self.values)

    def bound(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function, called by position."""
        names = self.names
        return func if names is None else lambda *values: func(**dict(zip(names, values)))


# ---- tracing ----


def qualified_name(obj: Any) -> str:
    """The name of a function or class in TorchScript: torch's own where this package stands for torch."""
    name = getattr(obj, "__name__", type(obj).__name__)
    module = getattr(obj, "__module__", None) or "__main__"
    package = __name__.partition(".")[0]
    if module == package or module.startswith(package + "."):
        module = "torch" + module[len(package) :]
    if name == "<lambda>":
        name = "_lambda"
    name = "".join(c if c.isalnum() and c.isascii() else "_" for c in name)
    path = [] if module == "__main__" else module.split(".")
    return ".".join(
        ["__torch__", *("".join(c if c.isalnum() and c.isascii() else "_" for c in one) for one in path), name]
    )


def _trace_function(func, inputs, options):
    with Tracing():
        made = core.jit_trace(
            python_unit(),
            qualified_name(func),
            inputs.bound(func),
            inputs.values,
            "\n".join(inputs.labels) or None,
            options.strict,
            options.force_outplace,
        )
    return function_of(made)


def _trace_module(mod, inputs, options, check_inputs):
    c, names = _script_of(mod)
    for method, given in inputs.items():
        func = mod if method == "forward" else getattr(mod, method)
        given = Inputs.of(given, getattr(mod, method), options.by_name)
        _trace_method(c, names, method, func, given, options)
    traced = wrap(c, TopLevelTracedModule, TracedModule)
    if options.check:
        for dictionary in [inputs] if check_inputs is None else check_inputs:
            _check_module(mod, traced, dictionary, options)
    return traced


def _trace_method(c, names, method, func, given, options):
    with Tracing(names):
        core.jit_trace(
            c,
            method,
            given.bound(func),
            given.values,
            "\n".join(given.labels) or None,
            options.strict,
            options.force_outplace,
            options.store_inputs,
        )


def _check_module(mod, traced, dictionary, options):
    for method, given in dictionary.items():
        func = mod if method == "forward" else getattr(mod, method)
        given = Inputs.of(given, getattr(mod, method), options.by_name)
        c, names = _script_of(mod)
        _trace_method(c, names, method, func, given.copy(), options)
        one, other = (method_of(api.jit_module_method(module, method)) for module in (traced._c, c))
        check(func, one, other, given, options.tolerance)


def _script_of(mod: Any) -> tuple[Any, dict[Any, str]]:
    """A module of TorchScript with what the module has, and the paths of its submodules; they share their tensors."""
    names: dict[Any, str] = {}
    return _build(mod, "", names), names


def _build(mod, path, names):
    if isinstance(mod, ScriptModule) and "_c" in mod.__dict__:
        return mod._c
    if mod._backward_hooks:
        raise ValueError(f"Modules that have backward hooks assigned can't be compiled: {mod}")
    c = api.jit_module_new(python_unit(), qualified_name(type(mod)))
    api.jit_module_set_attr(c, "training", bool(mod.training))
    for table, register in (
        (mod._parameters, api.jit_module_register_parameter),
        (mod._buffers, api.jit_module_register_buffer),
    ):
        for name, tensor in table.items():
            if tensor is not None:
                register(c, name, tensor)
                _known[api.value_id(tensor)] = tensor
    for name, value in vars(mod).items():
        if isinstance(value, Object):
            api.jit_module_register_attribute(c, name, api.value_type(value), value)
    for name, child in mod._modules.items():
        if child is not None:
            below = f"{path}.{name}" if path else name
            names[child] = below
            api.jit_module_register_module(c, name, _build(child, below, names))
    return c
