"""Passes over TorchScript's graphs, and graphs of traces, as torch._C names them."""

from __future__ import annotations

from .._boundary import api, constants, handle
from .._boundary.library import core
from .._calls import jit_types
from ._ir import Graph, _handle, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PREFIX = "_jit_pass_"


def pass_of(name: str) -> Callable[[Graph], bool]:
    """Returns the function of a pass, "_jit_pass_inline". Raises AttributeError for an unknown one."""
    short = name.removeprefix(_PREFIX)
    if not name.startswith(_PREFIX) or short not in api.ir_passes().split("\n"):
        raise AttributeError(name)

    def run(graph):
        return api.ir_graph_pass(_handle(graph, Graph, "graph"), short)

    run.__name__ = run.__qualname__ = name
    run.__doc__ = (
        f"Runs libtorch's pass {short} over a graph; returns whether it changed something, where that is known."
    )
    return run


def _jit_pass_peephole(graph: Graph, disable_shape_peepholes: bool = False) -> bool:
    """Replaces what is simpler in another way; returns whether anything was."""
    name = "peephole_disable_shape_peepholes" if disable_shape_peepholes else "peephole"
    return api.ir_graph_pass(_handle(graph, Graph, "graph"), name)


def _jit_pass_peephole_list_idioms(graph: Graph, refine_list_len: bool = False) -> bool:
    """Replaces what is made of lists and taken out again; returns whether anything was."""
    name = "peephole_list_idioms_refine_list_len" if refine_list_len else "peephole_list_idioms"
    return api.ir_graph_pass(_handle(graph, Graph, "graph"), name)


def _jit_pass_canonicalize(graph: Graph, keep_unique_names: bool = True) -> Graph:
    """Returns a copy whose values are numbered in order."""
    return wrapped(Graph, api.ir_graph_canonical(_handle(graph, Graph, "graph"), bool(keep_unique_names)))


def _jit_pass_lint(graph: Graph) -> None:
    """Raises RuntimeError where a graph is not whole."""
    graph.lint()


def _jit_pass_complete_shape_analysis(graph: Graph, inputs: tuple[Any, ...], with_grad: bool) -> None:
    """Writes down dtypes and shapes of all values, for these inputs."""
    api.ir_graph_infer(_handle(graph, Graph, "graph"), list(inputs), bool(with_grad))


def _jit_pass_custom_pattern_based_rewrite_graph(
    pattern: str, fused_node_name: str, graph: Graph, value_name_pairs: Any = ()
) -> None:
    """Replaces each part of a graph that is as a pattern by other nodes; both are graphs as text."""
    api.ir_graph_rewrite(_handle(graph, Graph, "graph"), pattern, fused_node_name)


def _jit_pass_remove_dropout(module: Any) -> None:
    """Takes dropout out of the forward of a module, which is in eval mode."""
    if module.training:
        raise RuntimeError("Dropout removal module in training mode is not yet supported")
    graph = api.ir_graph_of(api.jit_module_method(getattr(module, "_c", module), "forward"), constants.JIT_GRAPH_PLAIN)
    api.ir_graph_pass(graph, "remove_dropout")


def _jit_pass_optimize_frozen_graph(graph: Graph, optimize_numerics: bool) -> None:
    """Folds what a frozen module has before, as freeze() does."""
    if optimize_numerics:
        api.ir_graph_pass(_handle(graph, Graph, "graph"), "optimize_frozen_graph")


def _jit_pass_filter_non_tensor_arguments(inputs: dict[str, Any]) -> dict[str, Any]:
    """Returns those that are tensors."""
    from .._tensor.tensor import Tensor

    return {name: value for name, value in inputs.items() if isinstance(value, Tensor)}


# ---- types ----


class InferredType:
    """The type that a value has in programs, or the reason that it has none (torch._C.InferredType)."""

    def __init__(self, found: jit_types.Type | None, reason: str = "") -> None:
        self._type, self._reason = found, reason

    def success(self) -> bool:
        """Returns whether the value has a type."""
        return self._type is not None

    def type(self) -> jit_types.Type:
        """Returns the type. Raises RuntimeError where there is none."""
        if self._type is None:
            raise RuntimeError(
                f"Tried to get the type from an InferredType but the type is null. Reason: {self._reason}"
            )
        return self._type

    def reason(self) -> str:
        """Returns the reason that there is none. Raises RuntimeError where there is one."""
        if self._type is not None:
            raise RuntimeError("the value has a type")
        return self._reason


def _jit_try_infer_type(obj: Any) -> InferredType:
    """Returns the type that a value of Python's has in programs."""
    from ..jit._classes import field_types, of_class
    from ..jit._functions import python_unit
    from ..jit._types import Types, UnknownType

    try:
        text = Types(of_class, field_types).of_value(obj)
    except UnknownType as error:
        return InferredType(None, str(error))
    return InferredType(jit_types.of_handle(api.ir_type_parse(text, python_unit())))


# ---- modules ----


def _hack_do_not_use_clone_module_with_class(module: Any, ignored_methods: Any, ignored_attributes: Any) -> Any:
    """Returns a copy of a module of the C library, of a class of its own without these methods and attributes."""
    return api.jit_module_clone_without(module, "\n".join(ignored_methods), "\n".join(ignored_attributes))


# ---- settings ----


def _jit_has_cpp_tests() -> bool:
    """Returns False: TorchScript's tests in C++ are in torch's extension alone."""
    return False


def _jit_clear_class_registry() -> None:
    """Does nothing: a class lives as long as what uses it, and a new one of its name gets a number."""


def _jit_get_inline_everything_mode() -> bool:
    """Returns whether functions are inlined when they are compiled."""
    return bool(api.jit_option(constants.JIT_INLINE_EVERYTHING))


def _jit_set_inline_everything_mode(mode: bool) -> None:
    """Sets whether functions are inlined when they are compiled."""
    api.jit_set_option(constants.JIT_INLINE_EVERYTHING, int(mode))


def _switch(option: int) -> Callable[[Any], Any]:
    def set(value: Any) -> Any:
        """Sets how programs run; returns what it was."""
        before = api.jit_option(option)
        api.jit_set_option(option, int(value))
        return before if option == constants.JIT_PROFILED_RUNS else bool(before)

    return set


_jit_set_profiling_executor = _switch(constants.JIT_PROFILING_EXECUTOR)
_jit_set_profiling_mode = _switch(constants.JIT_PROFILING_MODE)
_jit_set_num_profiled_runs = _switch(constants.JIT_PROFILED_RUNS)


_jit_set_symbolic_shapes_test_mode = _switch(constants.JIT_SYMBOLIC_SHAPES_TEST)
_jit_set_autocast_mode = _switch(constants.JIT_AUTOCAST)


def _jit_symbolic_shapes_test_mode_enabled() -> bool:
    """Returns whether the analysis of shapes takes all sizes for unknown ones."""
    return bool(api.jit_option(constants.JIT_SYMBOLIC_SHAPES_TEST))


def _jit_get_num_profiled_runs() -> int:
    """Returns how many runs are looked at before a program is specialized."""
    return api.jit_option(constants.JIT_PROFILED_RUNS)


def _get_graph_executor_optimize(new: bool | None = None) -> bool:
    """Returns whether graphs are optimized; with an argument sets it, and returns what it was."""
    before = bool(api.jit_option(constants.JIT_OPTIMIZE))
    if new is not None:
        api.jit_set_option(constants.JIT_OPTIMIZE, int(new))
    return before


def _set_graph_executor_optimize(optimize: bool) -> None:
    """Sets whether graphs are optimized."""
    _get_graph_executor_optimize(optimize)


# ---- traces ----


class TracingState:
    """The trace that this thread is in (torch._C.TracingState)."""

    def push_scope(self, name: str) -> None:
        """Puts what follows into a scope."""
        api.jit_trace_push_scope(name.removeprefix("__module.").removeprefix("__module"))

    def pop_scope(self) -> None:
        """Ends the scope that began last."""
        api.jit_trace_pop_scope()


_state = TracingState()


def _create_graph_by_tracing(
    func: Callable[..., Any],
    inputs: Any,
    var_name_lookup_fn: Any = None,
    strict: bool = True,
    force_outplace: bool = False,
    self: Any = None,
    argument_names: Any = (),
) -> tuple[Graph, Any]:
    """Returns what a function of tensors does as a graph, and what it gives."""
    from ..jit import _places
    from ..jit._tracing import Tracing

    results = []
    frames_up, _places.setting.frames_up = _places.setting.frames_up, 1

    def traced(*args):
        results.append(func(*args))
        return results[0]

    try:
        with Tracing():
            function = core.jit_trace(
                api.jit_unit_new(),
                "graph",
                traced,
                tuple(inputs),
                "\n".join(argument_names) or None,
                bool(strict),
                bool(force_outplace),
            )
    finally:
        _places.setting.frames_up = frames_up
    return wrapped(Graph, api.ir_graph_of(function, constants.JIT_GRAPH_PLAIN)), results[0]


def _jit_flatten(args: Any) -> tuple[list[Any], Any]:
    """Returns the tensors of nested tuples, lists and dicts, with numbers as tensors, and how they are nested."""
    tensors: list[Any] = []
    return tensors, _structure_of(args, tensors)


def _jit_unflatten(vars: list[Any], desc: Any) -> Any:
    """Returns what _jit_flatten was given, with other tensors."""
    given = iter(vars)
    try:
        made = desc(given)
    except StopIteration:
        raise RuntimeError("Not enough Variables given to unflatten") from None
    if next(given, None) is not None:
        raise RuntimeError("Too many Variables given to unflatten")
    return made


def _structure_of(value, tensors):
    """Appends the tensors of a value to a list; returns a function that makes the value again of an iterator."""
    if isinstance(value, (tuple, list)):
        kind = tuple if isinstance(value, tuple) else list
        items = [_structure_of(item, tensors) for item in value]
        return lambda given: kind([item(given) for item in items])
    if isinstance(value, dict):
        pairs = [(_structure_of(key, tensors), _structure_of(item, tensors)) for key, item in value.items()]
        return lambda given: {key(given): item(given) for key, item in pairs}
    if value is None or isinstance(value, str):
        return lambda given: value
    tensors.append(_as_variable(value))
    return next


def _as_variable(value):
    """Returns a tensor as it is, and a number as a tensor without dimensions."""
    from .._tensor.dtype import DTYPES
    from .._tensor.tensor import Tensor

    if isinstance(value, Tensor):
        return value
    for kind, name in ((bool, "bool"), (int, "int64"), (float, "float64")):
        if isinstance(value, kind):
            made = handle.numbers(value, DTYPES[name].code, False)  # not tensor(), which a trace records
            if made is None:
                raise ValueError("Overflow when unpacking long long")
            return made
    raise RuntimeError(
        "Only tuples, lists and Variables are supported as JIT inputs/outputs. Dictionaries and strings are also "
        "accepted, but their usage is not recommended. Here, received an input of unsupported type: "
        f"{type(value).__name__}"
    )


def _create_function_from_graph(qualname: str, graph: Graph) -> Any:
    """Returns a function of a copy of a graph."""
    from ..jit._functions import function_of, python_unit

    return function_of(api.ir_graph_function(_handle(graph, Graph, "graph"), python_unit(), qualname))


def _jit_interpret_graph(graph: Graph, args: Any) -> Any:
    """Returns what a graph gives for arguments."""
    return _create_function_from_graph("graph", graph)(*args)
