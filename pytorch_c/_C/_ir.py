"""Graphs of TorchScript: their blocks, nodes and values, as torch._C names them."""

from __future__ import annotations

import weakref

from .._boundary import api, constants
from .._calls import jit_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_known: Any = weakref.WeakValueDictionary()  # one object for each graph, block, node and value, while it lives


class _Part:
    """An object of a graph, which it keeps; `_h` is its handle."""

    __slots__ = ("_h", "__weakref__")
    _id: str  # of the C function that tells parts apart

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__}: No constructor defined!")


def wrapped(cls: Any, handle: Any) -> Any:
    """Returns the object of a handle; None for None."""
    if handle is None:
        return None
    key = getattr(api, cls._id)(handle)
    found = _known.get(key)
    if found is None:
        made = object.__new__(cls)
        made._h = handle
        found = _known.setdefault(key, made)
    return found


def _handle(part: Any, cls: Any, name: str) -> Any:
    """Returns the handle of an argument. Raises TypeError for another class."""
    if not isinstance(part, cls):
        raise TypeError(f"argument '{name}': a {cls.__name__} is needed, got {type(part).__name__}")
    return part._h


def _handles(values: Any, name: str) -> list[Any]:
    if any(one is None for one in values):
        raise ValueError("cannot pass None in inputs")
    return [_handle(one, Value, name) for one in values]


# ---- values ----


class Value(_Part):
    """An input of a graph, or what a node gives (torch._C.Value)."""

    __slots__ = ()
    _id = "ir_value_id"

    def debugName(self) -> str:
        """Returns the name in the graph's text, without the %."""
        return api.ir_value_name(self._h)

    def setDebugName(self, name: str) -> Value:
        """Gives the value a name. Raises ValueError for a number."""
        api.ir_value_set_name(self._h, name)
        return self

    def unique(self) -> int:
        """Returns a number that no other value of the graph has."""
        return api.ir_value_unique(self._h)

    def node(self) -> Node:
        """Returns the node that gives it; of a graph's input, graph.param_node()."""
        return wrapped(Node, api.ir_value_node(self._h)[0])

    def offset(self) -> int:
        """Returns which of the node's outputs it is."""
        return api.ir_value_node(self._h)[1]

    def type(self) -> Any:
        """Returns the type, with what is known of a tensor."""
        return jit_types.of_handle(api.ir_value_type(self._h))

    def setType(self, type: Any) -> Value:
        """Gives the value a type."""
        api.ir_value_set_type(self._h, jit_types.handle_of(type))
        return self

    def setTypeAs(self, other: Value) -> Value:
        """Gives the value the type of another one."""
        api.ir_value_set_type(self._h, api.ir_value_type(_handle(other, Value, "other")))
        return self

    def inferTypeFrom(self, value: Any) -> None:
        """Gives the value the type of a tensor or an object."""
        api.ir_value_infer_type(self._h, value)

    def copyMetadata(self, other: Value) -> Value:
        """Gives the value the type and the name of another one."""
        api.ir_value_copy_metadata(self._h, _handle(other, Value, "other"))
        return self

    def uses(self) -> list[Use]:
        """Returns the nodes that use it, and as which of their inputs."""
        found = (api.ir_value_use(self._h, one) for one in range(api.ir_value_use_count(self._h)))
        return [Use(wrapped(Node, node), offset) for node, offset in found]

    def replaceAllUsesWith(self, other: Value) -> None:
        """Uses another value wherever this one is used."""
        api.ir_value_replace_all_uses(self._h, _handle(other, Value, "other"), None)

    def replaceAllUsesAfterNodeWith(self, node: Node, other: Value) -> None:
        """Uses another value wherever this one is used after a node."""
        api.ir_value_replace_all_uses(self._h, _handle(other, Value, "other"), _handle(node, Node, "node"))

    def toIValue(self) -> Any:
        """Returns the constant that it is, or None."""
        return api.ir_value_constant(self._h)[1]

    def isCompleteTensor(self) -> bool:
        """Returns whether dtype, device, sizes, strides and requires_grad of the tensor are known."""
        type = self.type()
        return isinstance(type, jit_types.TensorType) and type._is_complete()

    def requires_grad(self) -> bool:
        """Returns whether it is, or holds, a tensor that may require a gradient."""
        return self.type().requires_grad()

    def requiresGrad(self) -> bool | None:
        """Returns whether the tensor requires a gradient; None where that is not known."""
        return self.type().requiresGrad()

    def __repr__(self) -> str:
        return f"{self.debugName()} defined in ({self.node()})"


class Use:
    """A node that uses a value, and as which of its inputs (torch._C.Use)."""

    __slots__ = ("user", "offset")

    def __init__(self, user: Node, offset: int) -> None:
        self.user, self.offset = user, offset

    def __repr__(self) -> str:
        return f"Use(user={str(self.user).strip()}, offset={self.offset})"


# ---- nodes ----


def _walk(blocks: Iterator[Block], kind: str, recurse: bool) -> Iterator[Node]:
    for block in blocks:
        for node in block.nodes():
            if node.kind() == kind:
                yield node
            if recurse:
                yield from _walk(node.blocks(), kind, recurse)


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _reader(kind: str) -> Callable[..., Any]:
    def read(self, name):
        found = api.ir_node_attribute_kind(self._h, name)
        if found != ("t" if kind == "z" else "ts" if kind == "zs" else kind):
            raise RuntimeError(f"required keyword attribute '{name}' has the wrong type")
        value = api.ir_node_attribute(self._h, name)
        return list(value) if kind in ("fs", "is", "ss", "ts", "zs") else value

    read.__doc__ = f"Returns an attribute of the kind {kind}. Raises RuntimeError for another kind, or none."
    return read


def _writer(kind: str) -> Callable[..., Any]:
    def write(self, name, value):
        if kind in ("z", "zs"):
            value = value.view([]) if kind == "z" else [one.view([]) for one in value]
        api.ir_node_set_attribute(self._h, name, {"z": "t", "zs": "ts"}.get(kind, kind), value)
        return self

    write.__doc__ = f"Sets an attribute of the kind {kind}."
    return write


class Node(_Part):
    """A step of a graph: an operator with its inputs, outputs, attributes and blocks (torch._C.Node)."""

    __slots__ = ()
    _id = "ir_node_id"

    f, fs, c, s, ss, i, t, ts, ival, z, zs = map(_reader, "f fs c s ss i t ts ival z zs".split())
    f_, fs_, c_, s_, ss_, i_, is_, t_, ts_, ival_, z_, zs_ = map(_writer, "f fs c s ss i is t ts ival z zs".split())

    def kind(self) -> str:
        """Returns the name of the operator, "aten::mm"."""
        return api.ir_node_kind(self._h)

    def schema(self) -> str:
        """Returns the schema of the operator, or "(no schema)"."""
        return api.ir_node_schema(self._h) or "(no schema)"

    def sourceRange(self) -> str:
        """Returns the lines of the source that it comes from."""
        return api.ir_node_source(self._h)

    def scopeName(self) -> str:
        """Returns the scope in which it was traced."""
        return api.ir_node_scope(self._h)

    def getModuleHierarchy(self) -> str:
        """Returns the modules that it was inlined from."""
        return api.ir_node_hierarchy(self._h)

    def owningBlock(self) -> Block:
        """Returns the block that holds the node."""
        return wrapped(Block, api.ir_node_owner(self._h))

    def prev(self) -> Node:
        """Returns the node before it, at last the one of the block's inputs."""
        return wrapped(Node, api.ir_node_prev(self._h)) or self.owningBlock().paramNode()

    def next(self) -> Node:
        """Returns the node after it, at last the one of the block's outputs."""
        return wrapped(Node, api.ir_node_next(self._h)) or self.owningBlock().returnNode()

    # ---- inputs and outputs ----

    def inputsSize(self) -> int:
        return api.ir_node_input_count(self._h)

    def outputsSize(self) -> int:
        return api.ir_node_output_count(self._h)

    def hasMultipleOutputs(self) -> bool:
        return self.outputsSize() > 1

    def inputsAt(self, i: int) -> Value:
        """Returns the input at an index. Raises IndexError beyond the last."""
        return wrapped(Value, api.ir_node_input(self._h, i))

    def outputsAt(self, i: int) -> Value:
        """Returns the output at an index. Raises IndexError beyond the last."""
        return wrapped(Value, api.ir_node_output(self._h, i))

    def inputs(self) -> Iterator[Value]:
        return iter([self.inputsAt(i) for i in range(self.inputsSize())])

    def outputs(self) -> Iterator[Value]:
        return iter([self.outputsAt(i) for i in range(self.outputsSize())])

    def input(self) -> Value:
        """Returns the only input. Raises RuntimeError where there are others."""
        self._check_single(self.inputsSize(), "input")
        return self.inputsAt(0)

    def output(self) -> Value:
        """Returns the only output. Raises RuntimeError where there are others."""
        self._check_single(self.outputsSize(), "output")
        return self.outputsAt(0)

    def _check_single(self, count, what):
        if count != 1:
            raise RuntimeError(
                f"Tried to access a single {what} on node '{self.kind()}' which has {count} {what}s. "
                f"You may consider using node.{what}s() instead."
            )

    def namedInput(self, name: str) -> Value:
        """Returns the input for an argument of the schema."""
        return wrapped(Value, api.ir_node_named_input(self._h, name))

    def addInput(self, value: Value) -> Value:
        api.ir_node_add_input(self._h, _handle(value, Value, "value"))
        return value

    def replaceInput(self, i: int, value: Value) -> Value:
        """Uses another value as the input at an index; returns the one that was there."""
        return wrapped(Value, api.ir_node_replace_input(self._h, i, _handle(value, Value, "value")))

    def replaceInputWith(self, old: Value, new: Value) -> None:
        """Uses another value wherever the node uses one."""
        for i, value in enumerate(self.inputs()):
            if value is old:
                self.replaceInput(i, new)

    def removeInput(self, i: int) -> None:
        api.ir_node_remove_input(self._h, i)

    def removeAllInputs(self) -> None:
        for i in reversed(range(self.inputsSize())):
            self.removeInput(i)

    def addOutput(self) -> Value:
        return wrapped(Value, api.ir_node_add_output(self._h))

    def eraseOutput(self, i: int) -> None:
        """Takes out an output that nothing uses."""
        api.ir_node_erase_output(self._h, i)

    def hasUses(self) -> bool:
        return api.ir_node_is(self._h, constants.IR_HAS_USES)

    def replaceAllUsesWith(self, other: Node) -> None:
        """Uses the outputs of another node wherever those of this one are used."""
        api.ir_node_replace_all_uses(self._h, _handle(other, Node, "other"))

    # ---- blocks ----

    def blocks(self) -> Iterator[Block]:
        found = [api.ir_node_block(self._h, i) for i in range(api.ir_node_block_count(self._h))]
        return iter([wrapped(Block, one) for one in found])

    def addBlock(self) -> Block:
        return wrapped(Block, api.ir_node_add_block(self._h))

    def findNode(self, kind: str, recurse: bool = True) -> Node | None:
        """Returns the first node of a kind in its blocks, or None."""
        return next(_walk(self.blocks(), kind, recurse), None)

    def findAllNodes(self, kind: str, recurse: bool = True) -> list[Node]:
        """Returns all nodes of a kind in its blocks."""
        return list(_walk(self.blocks(), kind, recurse))

    # ---- attributes ----

    def attributeNames(self) -> list[str]:
        return _lines(api.ir_node_attributes(self._h))

    def hasAttributes(self) -> bool:
        return bool(self.attributeNames())

    def hasAttribute(self, name: str) -> bool:
        return name in self.attributeNames()

    def kindOf(self, name: str) -> str:
        """Returns the kind of an attribute: "i" for an int. Raises RuntimeError where there is none."""
        return api.ir_node_attribute_kind(self._h, name)

    def removeAttribute(self, name: str) -> Node:
        api.ir_node_remove_attribute(self._h, name)
        return self

    def copyAttributes(self, other: Node) -> Node:
        """Gives the node the attributes of another one, in place of its own."""
        api.ir_node_copy_attributes(self._h, _handle(other, Node, "other"))
        return self

    def copyMetadata(self, other: Node) -> Node:
        """Gives the node the source and the scope of another one."""
        api.ir_node_copy_metadata(self._h, _handle(other, Node, "other"))
        return self

    def _each(self, name, kind, read):
        if self.kindOf(name) != kind:
            raise RuntimeError(f"required keyword attribute '{name}' has the wrong type")
        found = []
        while (one := read(self._h, name, len(found))) is not None:
            found.append(one)
        return found

    def g(self, name: str) -> Graph:
        """Returns an attribute that is a graph."""
        return wrapped(
            Graph, self._each(name, "g", lambda h, n, i: None if i else api.ir_node_graph_attribute(h, n, i))[0]
        )

    def gs(self, name: str) -> list[Graph]:
        """Returns an attribute that is a list of graphs."""
        return [wrapped(Graph, one) for one in self._each(name, "gs", api.ir_node_graph_attribute)]

    def ty(self, name: str) -> Any:
        """Returns an attribute that is a type."""
        return jit_types.of_handle(self._each(name, "ty", api.ir_node_type_attribute)[0])

    def tys(self, name: str) -> list[Any]:
        """Returns an attribute that is a list of types."""
        return [jit_types.of_handle(one) for one in self._each(name, "tys", api.ir_node_type_attribute)]

    def g_(self, name: str, graph: Graph) -> Node:
        """Sets an attribute to a copy of a graph."""
        api.ir_node_set_graph_attribute(self._h, name, _handle(graph, Graph, "graph"))
        return self

    def ty_(self, name: str, type: Any) -> Node:
        """Sets an attribute to a type."""
        api.ir_node_set_type_attribute(self._h, name, jit_types.handle_of(type))
        return self

    # ---- places ----

    def _put(self, there, after):
        api.ir_node_put(self._h, _handle(there, Node, "there"), after)
        return self

    def _check_loose(self):
        if api.ir_node_owner(self._h) is not None:
            raise RuntimeError("the node is in a block already: moveBefore and moveAfter move it")

    def insertBefore(self, node: Node) -> Node:
        """Puts the node, which is in no block yet, before another one."""
        self._check_loose()
        return self._put(node, False)

    def insertAfter(self, node: Node) -> Node:
        """Puts the node, which is in no block yet, after another one."""
        self._check_loose()
        return self._put(node, True)

    def moveBefore(self, node: Node) -> None:
        self._put(node, False)

    def moveAfter(self, node: Node) -> None:
        self._put(node, True)

    def isBefore(self, node: Node) -> bool:
        return api.ir_node_is_before(self._h, _handle(node, Node, "node"))

    def isAfter(self, node: Node) -> bool:
        return api.ir_node_is_before(_handle(node, Node, "node"), self._h)

    def destroy(self) -> None:
        """Takes the node out of its graph. Raises RuntimeError where an output is used."""
        api.ir_node_destroy(self._h)

    # ---- traits ----

    def matches(self, schema: str) -> bool:
        """Returns whether the node is a call of an operator's schema."""
        return api.ir_node_matches(self._h, schema)

    def isNondeterministic(self) -> bool:
        return api.ir_node_is(self._h, constants.IR_NONDETERMINISTIC)

    def hasSideEffects(self) -> bool:
        return api.ir_node_is(self._h, constants.IR_SIDE_EFFECTS)

    def mustBeNone(self) -> bool:
        return api.ir_node_is(self._h, constants.IR_MUST_BE_NONE)

    def __repr__(self) -> str:
        return api.ir_node_str(self._h)


setattr(Node, "is", _reader("is"))  # a word of Python's


# ---- blocks ----


class Block(_Part):
    """Nodes in their order, with inputs and outputs (torch._C.Block)."""

    __slots__ = ()
    _id = "ir_block_id"

    def nodes(self) -> Iterator[Node]:
        node = api.ir_block_first(self._h)
        while node is not None:
            yield wrapped(Node, node)
            node = api.ir_node_next(node)

    def inputs(self) -> Iterator[Value]:
        return self.paramNode().outputs()

    def outputs(self) -> Iterator[Value]:
        return self.returnNode().inputs()

    def paramNode(self) -> Node:
        """Returns the node whose outputs are the inputs."""
        return wrapped(Node, api.ir_block_param_node(self._h))

    def returnNode(self) -> Node:
        """Returns the node whose inputs are the outputs."""
        return wrapped(Node, api.ir_block_return_node(self._h))

    def owningNode(self) -> Node | None:
        """Returns the node that the block is of; None for a graph's own."""
        return wrapped(Node, api.ir_block_owner(self._h))

    def findNode(self, kind: str, recurse: bool = True) -> Node | None:
        """Returns the first node of a kind, or None."""
        return next(_walk(iter([self]), kind, recurse), None)

    def findAllNodes(self, kind: str, recurse: bool = True) -> list[Node]:
        """Returns all nodes of a kind."""
        return list(_walk(iter([self]), kind, recurse))

    def addNode(self, kind: str, inputs: list[Value]) -> Node:
        """Makes a node at the end."""
        graph = api.ir_block_graph(self._h)
        node = api.ir_graph_create(graph, kind, _handles(inputs, "inputs"), 1)
        api.ir_node_put(node, self.returnNode()._h, False)
        return wrapped(Node, node)

    def addInputToBlock(self) -> Value:
        return wrapped(Value, api.ir_block_add_input(self._h, None))

    def registerOutput(self, value: Value) -> int:
        """Adds an output; returns its index."""
        return api.ir_block_add_output(self._h, _handle(value, Value, "value"))


# ---- graphs ----


class Graph(_Part):
    """A function of TorchScript as nodes (torch._C.Graph)."""

    __slots__ = ()
    _id = "ir_graph_id"
    global_print_source_ranges = True

    def __new__(cls) -> Graph:
        return wrapped(cls, api.ir_graph_new())

    def __init__(self) -> None:
        pass

    @staticmethod
    def set_global_print_source_ranges(enabled: bool = True) -> None:
        """Sets whether repr() shows the lines of the source."""
        Graph.global_print_source_ranges = bool(enabled)

    def __repr__(self) -> str:
        return api.ir_graph_str(self._h, Graph.global_print_source_ranges)

    def str(self, print_source_ranges: bool = True) -> Any:
        """Returns the graph as text."""
        return api.ir_graph_str(self._h, bool(print_source_ranges))

    def block(self) -> Block:
        return wrapped(Block, api.ir_graph_block(self._h))

    def nodes(self) -> Iterator[Node]:
        return self.block().nodes()

    def inputs(self) -> Iterator[Value]:
        return self.block().inputs()

    def outputs(self) -> Iterator[Value]:
        return self.block().outputs()

    def param_node(self) -> Node:
        """Returns the node whose outputs are the inputs."""
        return self.block().paramNode()

    def return_node(self) -> Node:
        """Returns the node whose inputs are the outputs."""
        return self.block().returnNode()

    def findNode(self, kind: Any, recurse: bool = True) -> Node | None:
        """Returns the first node of a kind, or None."""
        return self.block().findNode(kind, recurse)

    def findAllNodes(self, kind: Any, recurse: bool = True) -> list[Node]:
        """Returns all nodes of a kind."""
        return self.block().findAllNodes(kind, recurse)

    def copy(self) -> Graph:
        """Returns a graph of its own with the same nodes."""
        return wrapped(Graph, api.ir_graph_copy(self._h))

    def lint(self) -> None:
        """Raises RuntimeError where the graph is not whole."""
        api.ir_graph_lint(self._h)

    def alias_db(self, isFrozen: bool = False, descend_function_calls: bool = False) -> AliasDb:
        """Returns the AliasDb, which says which values may share memory."""
        return AliasDb(self)

    # ---- inputs and outputs ----

    def addInput(self, name: Any = "") -> Value:
        """Adds an input, which is a Tensor."""
        return wrapped(Value, api.ir_block_add_input(self.block()._h, name or None))

    def eraseInput(self, i: int) -> None:
        api.ir_block_erase_input(self.block()._h, i)

    def permuteInputs(self, order: list[int]) -> None:
        """Puts the inputs in another order: the one at order[i] becomes the one at i."""
        api.ir_block_permute_inputs(self.block()._h, list(order))

    def registerOutput(self, value: Value) -> int:
        """Adds an output; returns its index."""
        return self.block().registerOutput(value)

    def eraseOutput(self, i: int) -> None:
        api.ir_block_erase_output(self.block()._h, i)

    def makeMultiOutputIntoTuple(self) -> None:
        """Makes one tuple of the outputs."""
        values = list(self.outputs())
        node = self.create("prim::TupleConstruct", values)
        node.output().setType(jit_types.TupleType([one.type() for one in values]))
        node.insertBefore(self.return_node())
        for _ in values:
            self.eraseOutput(0)
        self.registerOutput(node.output())

    # ---- nodes ----

    def create(self, kind: Any, inputs: Any = (), outputs: int = 1) -> Node:
        """Returns a new node, which is in no block yet: create(kind, [inputs,] outputs=1)."""
        if isinstance(inputs, int):
            inputs, outputs = (), inputs
        return wrapped(Node, api.ir_graph_create(self._h, kind, _handles(inputs, "inputs"), outputs))

    def createClone(self, node: Node, fn: Callable[[Value], Value]) -> Node:
        """Returns a copy of a node of any graph; it uses fn(value) where the node uses a value of its graph."""
        source = _handle(node, Node, "node")
        values = list(dict.fromkeys(_free(node)))
        to = _handles([fn(one) for one in values], "fn")
        return wrapped(Node, api.ir_graph_clone(self._h, source, [one._h for one in values], to))

    def insertNode(self, node: Node) -> Node:
        """Puts a node where the next ones go."""
        api.ir_graph_insert_node(self._h, _handle(node, Node, "node"))
        return node

    def appendNode(self, node: Node) -> Node:
        """Puts a node at the end."""
        return node.insertBefore(self.return_node())

    def prependNode(self, node: Node) -> Node:
        """Puts a node at the beginning."""
        return node.insertAfter(self.param_node())

    def insertPoint(self) -> Node:
        """Returns the node before which the next ones go."""
        return wrapped(Node, api.ir_graph_insert_point(self._h))

    def setInsertPoint(self, there: Any) -> None:
        """Says where the next nodes go: before a node, or at the end of a block."""
        node = there.returnNode() if isinstance(there, Block) else there
        api.ir_graph_set_insert_point(self._h, _handle(node, Node, "there"))

    def insert_point_guard(self, there: Any) -> Any:
        """Returns a block of Python's in which the next nodes go there."""
        from ..jit._ir_utils import insert_point_guard

        return insert_point_guard(self, there)

    def insert(self, op: Any, inputs: list[Value]) -> Value:
        """Calls an operator where the next nodes go; returns its result."""
        return wrapped(Value, api.ir_graph_insert(self._h, op, _handles(inputs, "inputs")))

    def insertConstant(self, value: Any) -> Value:
        """Puts a constant where the next nodes go."""
        return wrapped(Value, api.ir_graph_insert_constant(self._h, value))

    def insertGraph(self, callee: Graph, inputs: list[Value], value_map: Any = None) -> list[Value]:
        """Puts the nodes of another graph where the next ones go; returns its outputs."""
        own, known = list(callee.inputs()), {} if value_map is None else value_map
        if len(own) != len(inputs):
            raise RuntimeError(f"the graph has {len(own)} inputs, got {len(inputs)}")
        known.update(zip(own, inputs))
        for node in list(callee.nodes()):
            made = self.insertNode(self.createClone(node, known.__getitem__))
            known.update(zip(node.outputs(), made.outputs()))
        return [known[one] for one in callee.outputs()]


def _free(node: Node) -> Iterator[Value]:
    """Returns the values that a node and its blocks use, and that come from outside."""
    yield from node.inputs()
    for block in node.blocks():
        own = set(block.inputs())
        for inner in block.nodes():
            yield from (one for one in _free(inner) if one not in own)
            own.update(inner.outputs())
        yield from (one for one in block.outputs() if one not in own)


class AliasDb:
    """Values of a graph that may share memory (torch._C.AliasDb)."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def may_contain_alias(self, v1: Value, v2: Value) -> bool:
        """Returns whether two values may share memory."""
        return api.ir_graph_may_alias(self._graph._h, _handle(v1, Value, "v1"), _handle(v2, Value, "v2"))


def parse_ir(ir: str, parse_tensor_constants: bool = False) -> Graph:
    """Returns the graph that a text writes, as str(graph) does."""
    return wrapped(Graph, api.ir_graph_parse(ir, bool(parse_tensor_constants)))


def _last_executed_optimized_graph() -> Graph:
    """Returns the graph that ran last on this thread. Raises RuntimeError where none has run."""
    return wrapped(Graph, api.ir_graph_last_executed())
