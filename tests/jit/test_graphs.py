"""Graphs of TorchScript as objects, beside torch's: walked, changed, run through libtorch's passes, made functions."""

import collections
import gc
import re
import subprocess
import sys
import threading

import pytest
import torch

import pytorch_c
from pytorch_c import jit
from pytorch_c._boundary import api

SCRIPT = """
def f(x, n: int):
    y = x
    for i in range(n):
        if i % 2 == 0:
            y = y.relu() + x
        else:
            y = torch.matmul(y, x)
    return y, [y.size(0), n], "text", 2.5
"""


def model(of):
    class Net(of.nn.Module):
        def __init__(self):
            super().__init__()
            self.body = of.nn.Sequential(of.nn.Conv2d(3, 4, 3), of.nn.ReLU(), of.nn.BatchNorm2d(4))
            self.head = of.nn.Linear(4 * 6 * 6, 5)

        def forward(self, x):
            hidden = self.body(x).flatten(1)
            return self.head(hidden) + hidden.sum(), hidden

    of.manual_seed(0)
    return Net().eval()


def numbered(text):
    """The text with values numbered by their first use, and classes without numbers; places are the program's alone."""
    text = re.sub(r"___torch_mangle_\d+\.", "", text)
    text = re.sub(r" # (?!.*test_graphs\.py).*", "", text)
    names = {}
    return re.sub(r"%[\w.]+", lambda found: names.setdefault(found[0], f"%{len(names)}"), text)


def walked(block, names=None):
    """Returns what a walk through a block sees: kinds, types, attributes, uses, and the same of blocks in it."""
    found = [[one.type().kind() for one in block.inputs()]]
    for node in block.nodes():
        attributes = []
        for name in node.attributeNames():
            kind = node.kindOf(name)
            value = getattr(node, kind)(name)
            attributes.append((name, kind, str(value) if kind in ("t", "ts", "ival", "g", "ty") else value))
        outputs = [
            (
                str(one.type()),
                one.type().kind(),
                one.isCompleteTensor(),
                one.requires_grad(),
                one.offset(),
                [(use.user.kind(), use.offset) for use in one.uses()],
            )
            for one in node.outputs()
        ]
        tensors = [
            (type.sizes(), type.strides(), type.dim(), str(type.dtype()), str(type.device()), type.scalarType())
            for type in (one.type() for one in node.outputs())
            if type.kind() == "TensorType"
        ]
        found.append((node.kind(), node.schema(), node.scopeName(), attributes, outputs, tensors))
        found += [walked(one) for one in node.blocks()]
    return found


def scripted(of):
    return of.jit.CompilationUnit(SCRIPT).f.graph


def traced(of):
    return of.jit.trace(model(of), of.ones(2, 3, 8, 8))


GRAPHS = {
    "scripted": scripted,
    "traced": lambda of: traced(of).graph,
    "inlined": lambda of: traced(of).inlined_graph,
    "frozen": lambda of: of.jit.freeze(traced(of)).graph,
    "scripted module": lambda of: of.jit.script(of.nn.Linear(2, 3)).graph,
    "trace alone": lambda of: of.jit._get_trace_graph(model(of), (of.ones(2, 3, 8, 8),))[0],
}


@pytest.mark.parametrize("name", GRAPHS)
def test_text_and_walk_are_torchs(name):
    found, expected = GRAPHS[name](pytorch_c), GRAPHS[name](torch)
    assert isinstance(found, pytorch_c._C.Graph)
    assert numbered(str(found)) == numbered(str(expected))
    mangled = re.compile(r"___torch_mangle_\d+\.")
    assert mangled.sub("", str(walked(found))) == mangled.sub("", str(walked(expected)))


@pytest.mark.parametrize("of", [pytorch_c, torch])
def test_traces_name_values_and_places(of):
    def f(first, second):
        product = first * second
        return product + first

    graph = of.jit.trace(f, (of.ones(2), of.ones(2)), check_trace=False).graph
    product = graph.findNode("aten::mul").output()
    assert product.debugName() == "product"
    line = f.__code__.co_firstlineno + 1
    assert f"test_graphs.py:{line}:0" in str(graph) and "test_graphs.py" not in graph.str(False)
    assert f"test_graphs.py({line}): f\n" in product.node().sourceRange()


# ---- changes ----


def doubled(of):
    """Replaces each relu by a sum of itself, takes out what is dead, and adds inputs, outputs and a constant."""
    graph = scripted(of)
    for relu in graph.findAllNodes("aten::relu"):
        with graph.insert_point_guard(relu):
            one = graph.insertConstant(1)
            new = graph.create("aten::add", [relu.inputsAt(0), relu.input(), one])
            graph.insertNode(new)
        new.copyMetadata(relu)
        new.output().setType(relu.output().type())
        relu.replaceAllUsesWith(new)
        relu.destroy()
    extra = graph.addInput("extra")
    both = graph.insert("aten::mul", [extra, next(graph.inputs())])
    index = graph.registerOutput(both)
    assert index == 1 and len(list(graph.outputs())) == 2
    graph.permuteInputs([2, 0, 1])
    node = graph.create("prim::Constant", 1).s_("value", "words").is_("numbers", [1, 2]).f_("real", 0.5)
    node.output().setType(of._C.StringType.get())
    graph.prependNode(node)
    assert node.isBefore(both.node()) and both.node().isAfter(node)
    node.removeAttribute("numbers").removeAttribute("real")
    graph.makeMultiOutputIntoTuple()
    graph.lint()
    return graph


def test_changes_are_torchs():
    found, expected = doubled(pytorch_c), doubled(torch)
    assert numbered(found.str(False)) == numbered(expected.str(False))
    f = pytorch_c._C._create_function_from_graph("doubled", found)
    g = torch._C._create_function_from_graph("doubled", expected)
    given = [[2.0, 1.0], [0.5, -1.0]]
    (ours, *rest), last = f(pytorch_c.tensor(given), pytorch_c.tensor(given), 3)
    (theirs, *others), final = g(torch.tensor(given), torch.tensor(given), 3)
    assert ours.tolist() == theirs.tolist() and rest == others and last.tolist() == final.tolist()


def copied(of):
    graph, made = scripted(of), of._C.Graph()
    outputs = made.insertGraph(graph, [made.addInput("x"), made.addInput("n")])
    for one in outputs:
        made.registerOutput(one)
    clone = made.createClone(graph.findNode("prim::Loop"), lambda value: next(made.inputs()))
    return made.str(False) + str(clone)


def test_copies_between_graphs_are_torchs():
    def shapes(text):
        return re.sub(r" # .*", "", re.sub(r"%[\w.]+", "%", text))

    assert shapes(copied(pytorch_c)) == shapes(copied(torch))


TEXT = """graph(%x : Float(2, 2), %w : Tensor, %up : bool):
  %one : int = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %three : int = aten::add(%one, %two)
  %sizes : int[] = prim::ListConstruct(%three, %one)
  %t : Tensor = aten::t(%w)
  %y : Tensor = aten::matmul(%x, %t)
  %z : Tensor = aten::add_(%y, %x, %one)
  %again : Tensor = aten::matmul(%x, %t)
  %pair : (Tensor, Tensor) = prim::TupleConstruct(%z, %again)
  %a : Tensor, %b : Tensor = prim::TupleUnpack(%pair)
  %dropped : Tensor = aten::dropout(%a, %half, %up)
  %c : Tensor = prim::If(%up)
    block0():
      %r : Tensor = aten::relu(%dropped)
      -> (%r)
    block1():
      -> (%b)
  return (%c)
""".replace("aten::dropout(%a, %half", "aten::dropout(%a, %rate").replace(
    "  %sizes", "  %rate : float = prim::Constant[value=0.5]()\n  %sizes"
)
# Without that name in torch, or with other arguments there.
_OWN = set(
    "lower_simple_tuples normalize_ops optimize_frozen_graph peephole_disable_shape_peepholes propagate_input_shapes "
    "remove_dropout peephole_list_idioms_refine_list_len remove_list_mutation refine_integer_values".split()
)


@pytest.mark.parametrize("name", sorted(set(api.ir_passes().split("\n")) - _OWN))
def test_passes_are_torchs(name):
    results = []
    for of in (pytorch_c, torch):
        graph = of._C.parse_ir(TEXT)
        try:
            getattr(of._C, f"_jit_pass_{name}")(graph)
            results.append(numbered(str(graph)))
        except RuntimeError as error:  # a pass that does not know a node of it: libtorch's words are in both
            words = re.search(r"\w+ is not supported in \w+|bad_weak_ptr", str(error))
            results.append(words[0] if words else str(error))
    assert results[0] == results[1]


def test_a_graph_that_calls_a_function_passes():
    def kinds(of):
        unit = of.jit.CompilationUnit("def g(x):\n    return x.relu()\ndef f(x):\n    return g(x) + g(g(x))\n")
        before = [one.kind() for one in unit.f.graph.nodes()]
        of._C._jit_pass_inline(graph := unit.f.graph)
        return before, [one.kind() for one in graph.nodes()]

    ours, theirs = kinds(pytorch_c), kinds(torch)
    assert ours == theirs and "prim::CallFunction" in ours[0] and "aten::relu" in ours[1]


def test_pattern_is_replaced_as_in_torch():
    pattern = "graph(%x, %w):\n  %t = aten::t(%w)\n  %y = aten::matmul(%x, %t)\n  return (%y)"
    by = "graph(%x, %w):\n  %n : NoneType = prim::Constant()\n  %y = aten::linear(%x, %w, %n)\n  return (%y)"
    results = []
    for of in (pytorch_c, torch):
        graph = of._C.parse_ir("graph(%x, %w):\n  %t = aten::t(%w)\n  %y = aten::matmul(%x, %t)\n  return (%y)")
        of._C._jit_pass_custom_pattern_based_rewrite_graph(pattern, by, graph)
        results.append(numbered(str(graph)))
    assert results[0] == results[1] and "aten::linear" in results[0]


def test_shapes_are_inferred_as_in_torch():
    results = []
    for of in (pytorch_c, torch):
        graph = of._C.parse_ir("graph(%x : Tensor, %y : Tensor):\n  %z : Tensor = aten::mm(%x, %y)\n  return (%z)")
        of._C._jit_pass_complete_shape_analysis(graph, (of.ones(2, 3), of.ones(3, 4)), False)
        results.append(str(graph))
    assert results[0] == results[1] and "Float(2, 4" in results[0]


def test_canonical_graphs_are_torchs():
    found, expected = (str(of._C._jit_pass_canonicalize(of._C.parse_ir(TEXT), False)) for of in (pytorch_c, torch))
    assert found == expected


# ---- types ----


@pytest.mark.parametrize("of", [pytorch_c, torch])
def test_types_of_tensors_say_and_change_what_is_known(of):
    graph = of._C.parse_ir("graph(%x : Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)):\n  return (%x)")
    value = next(graph.inputs())
    type = value.type()
    assert type.sizes() == [2, 3] and type.strides() == [3, 1] and type.dim() == 2
    assert type.dtype() is of.float32 and type.device() == of.device("cpu") and type.scalarType() == "Float"
    assert value.isCompleteTensor() and not value.requires_grad() and value.requiresGrad() is False
    value.setType(type.with_sizes([4, None]).with_dtype(of.int64))
    assert value.type().sizes() is None and value.type().varyingSizes() == [4, None]
    assert value.type().dtype() is of.int64 and not value.isCompleteTensor()
    assert value.type().isSubtypeOf(of._C.TensorType.get())
    made = of._C.TensorType.create_from_tensor(of.ones(2, 3))
    assert made == type and made.str() == type.str()
    value.inferTypeFrom(of.ones(1, requires_grad=True))
    assert value.type().sizes() == [1] and value.requires_grad()


@pytest.mark.parametrize("of", [pytorch_c, torch])
def test_types_hold_types(of):
    text = "graph(%x : Dict(str, Tensor[]), %y : (int, float)?):\n  return (%x)"
    one, other = (value.type() for value in of._C.parse_ir(text).inputs())
    assert one.kind() == "DictType" and one.getKeyType() == of._C.StringType.get()
    assert one.getValueType().getElementType().kind() == "TensorType"
    assert other.kind() == "OptionalType" and other.getElementType().elements()[1] == of._C.FloatType.get()
    assert one.annotation_str == "Dict[str, List[Tensor]]" and one.str() == "Dict(str, Tensor[])"


# ---- objects ----


def test_one_object_for_each_part():
    graph = scripted(pytorch_c)
    loop = graph.findNode("prim::Loop")
    assert graph.findNode("prim::Loop") is loop and loop.output().node() is loop
    assert next(loop.blocks()).owningNode() is loop and loop.owningBlock().owningNode() is None
    assert {loop: 1}[graph.findNode("prim::Loop")] == 1
    assert graph.copy() is not graph
    with pytest.raises(TypeError, match="No constructor"):
        pytorch_c._C.Node()


def test_parts_keep_their_graph_and_are_freed():
    gc.collect()
    before = api.live_handles()
    node = scripted(pytorch_c).findNode("prim::Loop")
    gc.collect()
    assert node.kind() == "prim::Loop" and len(list(node.blocks())) == 1
    del node
    gc.collect()
    assert api.live_handles() == before


def test_what_is_taken_out_raises():
    graph = scripted(pytorch_c)
    relu = graph.findNode("aten::relu")
    value = relu.output()
    value.replaceAllUsesWith(relu.input())
    relu.destroy()
    for call in (relu.kind, relu.destroy, value.debugName, value.uses, lambda: graph.insertNode(relu)):
        with pytest.raises(RuntimeError, match="was taken out of its graph"):
            call()


def test_a_change_of_a_functions_graph_changes_the_function():
    unit = jit.CompilationUnit("def f(x):\n  return x.relu() + x.relu()\n")
    pytorch_c._C._jit_pass_cse(unit.f.graph)
    assert len(unit.f.graph.findAllNodes("aten::relu")) == 1
    assert unit.f(pytorch_c.ones(2)).tolist() == [2, 2]


@pytest.mark.parametrize(
    "call, words",
    [
        ("graph.create('mul')", "no kind of nodes"),
        ("graph.create('prim::PythonOp')", "only libtorch makes nodes"),
        ("graph.create('aten::mul', [None])", "cannot pass None in inputs"),
        ("graph.create('aten::mul', [other])", "one of another graph"),
        ("graph.addInput('1')", "Invalid name"),
        ("graph.eraseInput(0)", "the input is used"),
        ("graph.eraseInput(7)", "7 of 2 inputs"),
        ("loop.inputsAt(9)", "9 of 3 inputs"),
        ("loop.i('nope')", "required keyword attribute 'nope' is undefined"),
        ("constant.s('value')", "has the wrong type"),
        ("loop.destroy()", "of the node is used"),
        ("loop.moveAfter(loop.findNode('prim::If'))", "one in its blocks"),
        ("graph.setInsertPoint(graph.param_node())", "nothing goes before"),
        ("graph.permuteInputs([0, 0])", "each input once"),
        ("loop.input()", "single input on node 'prim::Loop' which has 3 inputs"),
        ("graph.registerOutput(3)", "a Value is needed, got int"),
        ("graph.return_node().addOutput()", "the ends of a block"),
        ("pytorch_c._C.parse_ir('graph(nonsense')", "."),
    ],
)
def test_misuse_raises(call, words):
    graph = scripted(pytorch_c)
    names = {"graph": graph, "other": next(scripted(pytorch_c).inputs()), "loop": graph.findNode("prim::Loop")}
    constant = graph.insertConstant(1)
    names["constant"], before = constant.node(), str(graph)
    with pytest.raises(
        (RuntimeError, ValueError, TypeError, IndexError), match=re.escape(words) if words != "." else ""
    ):
        eval(call, {"pytorch_c": pytorch_c, **names})
    assert str(graph) == before


def test_graphs_that_are_not_whole_are_refused():
    graph = scripted(pytorch_c)
    loop = graph.findNode("prim::Loop")
    loop.removeInput(2)
    for call in (
        graph.lint,
        graph.copy,
        lambda: pytorch_c._C._jit_pass_dce(graph),
        lambda: pytorch_c._C._create_function_from_graph("broken", graph),
    ):
        with pytest.raises(RuntimeError, match="the graph is not whole: a loop has one block"):
            call()


def test_threads_use_one_graph():
    graph, errors = scripted(pytorch_c), []

    def use():
        try:
            for _ in range(200):
                assert len(str(walked(graph))) > 100
                graph.insertConstant(1).node().destroy()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert all("was taken out" in str(one) for one in errors)


# ---- who asks for graphs ----


@pytest.mark.parametrize("of", [pytorch_c, torch])
def test_scopes_of_a_trace(of):
    def f(x):
        of._C._get_tracing_state().push_scope("outer")
        y = x + 1
        of._C._get_tracing_state().pop_scope()
        return y * 2

    graph, out = of.jit._get_trace_graph(f, (of.ones(2),))
    assert out.tolist() == [4, 4] and of._C._get_tracing_state() is None
    assert [graph.findNode(f"aten::{name}").scopeName() for name in ("add", "mul")] == ["outer", ""]


def test_trace_graph_gives_inputs_too():
    x = pytorch_c.ones(2, 3)
    graph, out, inputs = jit._get_trace_graph(pytorch_c.nn.Linear(3, 2), (x,), return_inputs=True)
    assert out.shape == (2, 2) and [one.shape for one in inputs] == [(2, 3), (2, 3), (2,)]
    assert len(list(graph.inputs())) == 3


NESTED = {
    "numbers": lambda of: (1, 2.5, [True, of.ones(2)]),
    "names and None": lambda of: [{"b": of.ones(2), "a": None}, "text"],
    "empty": lambda of: ((), [], {}),
    "subclasses": lambda of: collections.OrderedDict(size=of.Size([2, 3])),
}


@pytest.mark.parametrize("name", NESTED)
def test_arguments_are_flattened_as_in_torch(name):
    def flat(of):
        tensors, how = of._C._jit_flatten(NESTED[name](of))
        with pytest.raises(RuntimeError, match="Too many Variables given to unflatten"):
            of._C._jit_unflatten([*tensors, of.ones(1)], how)
        if tensors:
            with pytest.raises(RuntimeError, match="Not enough Variables given to unflatten"):
                of._C._jit_unflatten(tensors[:-1], how)
        return tensors, of._C._jit_unflatten(tensors, how)

    assert str(flat(pytorch_c)) == str(flat(torch))


@pytest.mark.parametrize("of", [pytorch_c, torch])
def test_arguments_that_are_not_flattened(of):
    with pytest.raises(RuntimeError, match="received an input of unsupported type: complex"):
        of._C._jit_flatten([1j])
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        of._C._jit_flatten(2**63)


def test_trace_graph_of_numbers_none_and_text():
    def graph(of):
        def f(x, factor, none, text):
            assert none is None and text == "a"
            return {"product": x * factor, "none": none}, [x]

        return of.jit._get_trace_graph(f, (of.ones(2), 0.5, None, "a"))

    (found, out), (expected, wanted) = graph(pytorch_c), graph(torch)
    assert numbered(str(found)) == numbered(str(expected))
    assert str(out) == str(wanted)


PROGRAM = """
import sys
if sys.argv[1] == "ours":
    import pytorch_c
    pytorch_c.install_as_torch()
import re
import torch
from torch.utils.tensorboard._pytorch_graph import graph

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.BatchNorm2d(4))
        self.head = torch.nn.Linear(144, 5)
    def forward(self, x):
        return self.head(self.body(x).flatten(1))

nodes, numbers = graph(Net().eval(), torch.ones(2, 3, 8, 8))[0].node, {}
def name(text):
    return re.sub(r"\\b\\d+$", lambda found: numbers.setdefault(found[0], f"n{len(numbers)}"), text)
for node in nodes:
    inputs = [name(one) for one in node.input]
    print(name(node.name), node.op, inputs, sorted((key, str(value)) for key, value in node.attr.items()))
"""


def test_add_graph_of_tensorboard_is_torchs():
    pytest.importorskip("tensorboard", reason="add_graph writes tensorboard's protocol buffers")
    shown = [
        subprocess.run([sys.executable, "-c", PROGRAM, whose], capture_output=True, text=True, check=True).stdout
        for whose in ("ours", "torch")
    ]
    assert shown[0] == shown[1] and "Net/Sequential[body]/Conv2d[0]" in shown[0]


@pytest.mark.parametrize("name", "contiguous device dim scalarType sizes strides undefined varyingSizes".split())
def test_types_of_no_tensors_refuse_what_is_of_tensors(name):
    for library in (torch, pytorch_c):
        for kind in (library.ListType(library.IntType.get()), library.NoneType.get()):
            with pytest.raises(RuntimeError):  # SummaryWriter.add_graph() expects it
                getattr(kind, name)()
