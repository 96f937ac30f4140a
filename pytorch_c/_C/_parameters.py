"""Graphs that take the tensors of their module as inputs, as torch's converters of TorchScript ask for them."""

from __future__ import annotations

from .._boundary import api, constants
from .._calls import jit_types
from .._tensor.tensor import Tensor
from ._ir import Graph, Node, Value, _handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Passes of freezing once attributes are constants (runOptimization of graph_executor.cpp).
_AFTER_FREEZING = (
    "dce cse peephole constant_propagation constant_pooling constant_loop_unrolling remove_list_mutation peephole "
    "constant_propagation cse dce"
).split()
_INTERPOLATE = "interpolate"


def _run(graph, *passes):
    for name in passes:
        api.ir_graph_pass(_handle(graph, Graph, "graph"), name)


def _nodes(block: Any) -> Iterator[Node]:
    """Every node of a block and of the blocks in it."""
    for node in block.nodes():
        yield node
        for inner in node.blocks():
            yield from _nodes(inner)


def _jit_pass_onnx_function_substitution(graph: Graph) -> None:
    """Puts functions and methods in the places of their calls; interpolate becomes one operator."""
    for node in list(_nodes(graph)):
        if node.kind() == "prim::CallFunction" and _called(node) == _INTERPOLATE:
            _replace_by(graph, node, "aten::__interpolate")
    _run(graph, "inline")


def _called(node):
    constant = node.inputsAt(0).node()
    return constant.s("name") if constant.hasAttribute("name") else None


def _replace_by(graph, call, kind):
    made = graph.create(kind, list(call.inputs())[1:]).insertBefore(call)
    made.output().setType(call.output().type())
    made.copyMetadata(call)
    call.replaceAllUsesWith(made)
    function = call.inputsAt(0).node()
    call.destroy()
    if not function.hasUses():
        function.destroy()


# ---- attributes ----


class _Attributes:
    """Attributes that a graph reads of its module: the path of each value that is a module, an attribute of one, or neither."""

    def __init__(self, module: Any, graph: Graph) -> None:
        self.module, self._paths = module, {next(graph.inputs()): ()}
        reads = [node for node in _nodes(graph) if node.kind() in ("prim::GetAttr", "prim::SetAttr")]
        self.reads = [(node, path) for node in reads if (path := self._path(node)) is not None]

    def _path(self, node):
        root = self._paths.get(node.inputsAt(0))
        if root is None:
            return None
        path = (*root, node.s("name"))
        if node.kind() == "prim::GetAttr":
            self._paths[node.output()] = path
        return path

    def kind(self, path: tuple[str, ...]) -> int:
        """A number of constants.JIT_…: what the module has of this path."""
        return api.jit_module_has(self._owner(path), path[-1])

    def value(self, path: tuple[str, ...]) -> Any:
        """The value of an attribute."""
        return api.jit_module_attr(self._owner(path), path[-1])

    def _owner(self, path):
        c = self.module
        for name in path[:-1]:
            c = api.jit_module_module(c, name)
        return c


class _Frozen:
    """A module of which forward alone is left, with constants for what is neither tensor of the state nor changed."""

    def __init__(self, c: Any) -> None:
        self._c = c
        self.graph = Graph.copy(_plain(c))

    def _get_method(self, name: str) -> _Frozen:
        """The method: it has `graph`. Raises RuntimeError for another than forward."""
        if name != "forward":
            raise RuntimeError(f"Method '{name}' is not defined: a frozen module has forward")
        return self


def _plain(c):
    from ._ir import wrapped

    return wrapped(Graph, api.ir_graph_of(api.jit_module_method(c, "forward"), constants.JIT_GRAPH_PLAIN))


def _freeze_module(
    module: Any, preserved_attrs: Any = (), freeze_interfaces: bool = True, preserveParameters: bool = False
) -> _Frozen:
    """Returns the module's forward, with what it calls in place and constants for attributes that nothing changes.

    Parameters and buffers stay: preserveParameters is to be True. Raises NotImplementedError without it: jit.freeze
    does that.
    """
    if not preserveParameters:
        raise NotImplementedError("_freeze_module(): jit.freeze() freezes parameters")
    frozen = _Frozen(module)
    _run(frozen.graph, "inline", "erase_shape_information")
    found = _Attributes(module, frozen.graph)
    changed = {path for node, path in found.reads if node.kind() == "prim::SetAttr"}
    for node, path in found.reads:
        if node.kind() == "prim::GetAttr" and path not in changed and _is_constant(found, node, path):
            _make_constant(frozen.graph, node, found.value(path), path)
    _run(frozen.graph, *_AFTER_FREEZING)
    return frozen


def _is_constant(found, node, path):
    if found.kind(path) != constants.JIT_ATTRIBUTE:
        return found.kind(path) == constants.JIT_CONSTANT
    return not isinstance(node.output().type(), jit_types.ClassType) and not _is_written(node.output())


def _is_written(value):
    """Returns whether an operator that changes its argument is called with a value."""
    return any(
        use.offset == 0 and ("(a!)" in use.user.schema() or use.user.kind() == "prim::SetAttr") for use in value.uses()
    )


def _make_constant(graph, node, value, path):
    graph.setInsertPoint(node)
    made = graph.insertConstant(value)
    made.setDebugName(".".join(("self", *path)))
    if isinstance(value, Tensor):
        made.inferTypeFrom(value)
    node.output().replaceAllUsesWith(made)
    node.destroy()


def _jit_onnx_list_model_parameters(module: _Frozen) -> tuple[_Frozen, list[Any]]:
    """Returns the module, whose graph takes tensors and objects of the state as inputs in the place of the module itself,
    and these: in the order in which the graph reads them."""
    graph = module.graph
    found, given = _Attributes(module._c, graph), {}
    own = next(graph.inputs())
    for node, path in found.reads:
        kind = found.kind(path)
        is_object = kind == constants.JIT_ATTRIBUTE and isinstance(_type_of(node), jit_types.ClassType)
        if path not in given and (kind in (constants.JIT_PARAMETER, constants.JIT_BUFFER) or is_object):
            given[path] = found.value(path)
            graph.addInput(".".join(path)).setType(_type_of(node))
    made = graph.create("prim::CreateObject")
    made.output().setType(own.type())
    graph.prependNode(made)
    own.replaceAllUsesWith(made.output())
    graph.eraseInput(0)
    return module, list(given.values())


def _type_of(node):
    return node.inputsAt(1).type() if node.kind() == "prim::SetAttr" else node.output().type()


# ---- shapes of inputs ----


def _propagate_and_assign_input_shapes(
    graph: Graph, inputs: Any, param_count_list: Any, with_grad: bool, propagate: bool
) -> Graph:
    """Returns a copy of a graph whose inputs have the types of these tensors; `propagate` all other values, too."""
    made, given = graph.copy(), iter(inputs)
    for value in made.inputs():
        _assign(value, given, with_grad)
    if propagate:
        _run(made, "propagate_input_shapes")
    return made


def _assign(value: Value, given: Iterator[Any], with_grad: bool) -> None:
    """Gives one input the type of the tensor that comes next; an input of several tensors takes them all."""
    type = value.type()
    if isinstance(type, jit_types.TupleType):
        for _ in type.elements():
            next(given, None)
        return
    found = next(given, None)
    inner = type.getElementType() if isinstance(type, jit_types.OptionalType) else type
    if isinstance(inner, jit_types.TensorType) and isinstance(found, Tensor):
        value.inferTypeFrom(found if with_grad else found.detach())
