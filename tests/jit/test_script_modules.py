"""Modules and functions of TorchScript in Python: what torch saves is read, run, changed and saved again."""

import copy
import gc
import io
import pickle
from collections import namedtuple
from enum import Enum, IntEnum
from typing import NamedTuple, Optional

import numpy
import pytest
import torch
from support.built import array, numbers
from support.oracle import agree

import pytorch_c
from pytorch_c import jit, nn
from pytorch_c.jit import RecursiveScriptModule, ScriptModule

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
Pair = namedtuple("Pair", "left right")


class Color(Enum):
    RED = 1
    BLUE = 2


class Net(torch.nn.Module):
    names: list[str]
    table: dict[str, int]

    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)
        self.norm = torch.nn.BatchNorm1d(2)
        self.scale = 1.5
        self.names = ["a", "b"]
        self.table = {"k": 3}
        self.register_buffer("seen", torch.zeros((), dtype=torch.int64))

    def forward(self, x, times: int = 1):
        for _ in range(times):
            self.seen += 1
        if x.sum() > 0:
            return self.norm(self.linear(x)) * self.scale
        return self.linear(x)

    @torch.jit.export
    def lookup(self, words: dict[str, torch.Tensor], key: str) -> tuple[torch.Tensor, int, list[str]]:
        if key not in words:
            raise ValueError("no such word: " + key)
        return words[key], len(words), self.names

    @torch.jit.export
    def colour(self, one: int):
        return Color.RED if one == 1 else Color.BLUE

    @torch.jit.export
    def pair(self, x):
        return Pair(x, x + 1)


class Residual(torch.nn.Module):
    """A small ResNet's block."""

    def __init__(self, channels):
        super().__init__()
        self.body = torch.nn.Sequential(
            torch.nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            torch.nn.BatchNorm2d(channels),
            torch.nn.ReLU(inplace=True),
            torch.nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            torch.nn.BatchNorm2d(channels),
        )

    def forward(self, x):
        return torch.relu(x + self.body(x))


class Sentence(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(4, 5, num_layers=2, bidirectional=True)

    def forward(self, x, state: Optional[tuple[torch.Tensor, torch.Tensor]] = None):  # noqa: UP045  (torch asks for it)
        return self.lstm(x, state)


def later(x):
    assert x.sum() > 0
    return x + 1


class Forks(torch.nn.Module):
    def forward(self, x):
        return torch.jit.fork(later, x)


def resnet():
    stem = [torch.nn.Conv2d(3, 8, 3, 2), torch.nn.BatchNorm2d(8), torch.nn.ReLU(), torch.nn.MaxPool2d(2)]
    head = [torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(8, 5)]
    return torch.nn.Sequential(*stem, Residual(8), Residual(8), *head)


def read(program, **options):
    """A program of torch's, read here."""
    file = io.BytesIO()
    torch.jit.save(program, file)
    file.seek(0)
    return jit.load(file, **options)


def back(program):
    """A program of ours, read by torch."""
    file = io.BytesIO()
    jit.save(program, file)
    file.seek(0)
    return torch.jit.load(file)


def both(shape, seed=0):
    values = array(shape, seed)
    return pytorch_c.from_numpy(values.copy()), torch.from_numpy(values.copy())


def assert_same(ours, theirs, atol=1e-5):
    numpy.testing.assert_allclose(numbers(ours), numbers(theirs), atol=atol, rtol=1e-4)


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("training", [False, True])
def test_a_resnet_of_torchs(traced, training):
    torch.manual_seed(0)
    made = resnet().train(training)
    x, y = both((2, 3, 24, 24))
    program = torch.jit.trace(made, y, check_trace=False) if traced else torch.jit.script(made)
    ours = read(program)
    assert list(ours.state_dict()) == list(program.state_dict())
    x.requires_grad_()
    y.requires_grad_()
    for one, leaf in ((ours, x), (program, y)):
        one(leaf).square().sum().backward()
    assert_same(ours(x), program(y))
    assert_same(x.grad, y.grad)
    theirs = dict(program.named_parameters())
    for name, parameter in ours.named_parameters():
        assert_same(parameter.grad, theirs[name].grad, atol=1e-4)
    for one, other in zip(ours.buffers(), program.buffers()):
        assert_same(one, other)


def test_an_lstm_of_torchs():
    program = torch.jit.script(Sentence())
    ours = read(program)
    x, y = both((6, 3, 4))
    found, (h, c) = ours(x)
    expected, (theirs_h, theirs_c) = program(y)
    for one, other in ((found, expected), (h, theirs_h), (c, theirs_c)):
        assert_same(one, other)
    assert_same(ours(x, (h, c))[0], program(y, (theirs_h, theirs_c))[0])
    assert_same(back(ours)(y)[0], expected)


def test_control_flow_dicts_and_attributes():
    program = torch.jit.script(Net())
    ours = read(program)
    x, y = both((4, 3))
    for sign in (1, -1):
        assert_same(ours(x * sign, times=2), program(y * sign, times=2))
    assert int(ours.seen) == int(program.seen) == 4
    tensor, count, names = ours.lookup({"w": x, "v": x + 1}, "v")
    assert_same(tensor, y + 1)
    assert (count, names) == (2, ["a", "b"])
    assert ours.scale == 1.5 and ours.names == ["a", "b"] and ours.table == {"k": 3}
    ours.scale = 3.0
    program.scale = 3.0
    assert_same(ours(x.abs()), program(y.abs()))
    assert_same(back(ours)(y), program(y))
    assert ours.colour(1).name == "RED" and ours.colour(2).value == 2
    pair = ours.pair(x)
    assert type(pair).__name__ == "Pair" and pair._fields == ("left", "right")
    assert_same(pair.right, y + 1)


def test_what_a_program_raises():
    ours = read(torch.jit.script(Net()))
    with pytest.raises(jit.Error, match="no such word: z") as caught:
        ours.lookup({}, "z")
    assert "<--- HERE" in str(caught.value) and "words" in str(caught.value)
    with pytest.raises(RuntimeError, match=r"(?s)<--- HERE.*mat1 and mat2 shapes cannot be multiplied \(2x4 and 3x2\)"):
        ours(pytorch_c.ones(2, 4))
    for wrong, named in ((("x",), "argument 'x'"), ((), "'x' is missing"), ((pytorch_c.ones(1, 3), "a"), "'times'")):
        with pytest.raises(TypeError, match=named):
            ours(*wrong)
    with pytest.raises(TypeError, match="no argument 'other'"):
        ours(pytorch_c.ones(1, 3), other=1)
    with pytest.raises(TypeError, match="has no type for object"):
        ours(object())


def test_members():
    program = torch.jit.script(Net())
    ours = read(program)
    assert isinstance(ours, RecursiveScriptModule) and isinstance(ours, ScriptModule) and isinstance(ours, nn.Module)
    assert repr(ours) == repr(torch.jit.load(io.BytesIO(ours.save_to_buffer())))
    for walk in ("named_parameters", "named_buffers", "named_children", "named_modules"):
        assert [name for name, _ in getattr(ours, walk)()] == [name for name, _ in getattr(program, walk)()]
    assert ours.linear.weight is next(ours.parameters()) is ours.get_submodule("linear").weight
    assert ours.training and ours.norm.training
    assert ours.eval() is ours and not ours.training and not ours.norm.training
    assert ours.code == program.code and ours.original_name == program.original_name == "Net"
    assert str(ours.lookup.schema) == str(program.lookup.schema) and ours.forward.name == "forward"
    assert "aten::linear" in str(ours.inlined_graph) and "aten::linear" not in str(ours.graph)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = ours.nothing
    with pytest.raises(RuntimeError, match="Can't add a new parameter"):
        ours._parameters["other"] = nn.Parameter(pytorch_c.ones(1))
    with pytest.raises(RuntimeError, match="non-scripted"):
        ours.linear = nn.Linear(3, 2)
    with pytest.raises(NotImplementedError):
        len(ours)
    ours.note = "kept in Python"
    assert ours.note == "kept in Python" and "note" not in ours.state_dict()


class Unsized(tuple):
    def __len__(self):
        raise NotImplementedError


class Said(NamedTuple):
    count: int
    sizes: tuple


@pytest.mark.parametrize("value", [Unsized((1, 2)), [Unsized((1, 2))], Pair(1, 2), Said(3, (1, 2))])
def test_attributes_of_tuples_own_classes(value):
    def case(t):
        class Keeps(t.nn.Module):
            def __init__(self):
                super().__init__()
                self.kept = value

            def forward(self, x):
                return x + 1

        made = t.jit.script(Keeps())
        return made(t.ones(1)), type(made.kept).__name__, str(made.kept)

    agree(case)


def test_tensors_are_the_programs():
    ours = read(torch.jit.script(torch.nn.Linear(3, 2)))
    x = pytorch_c.ones(1, 3)
    with pytorch_c.no_grad():
        ours.weight.zero_()
        ours.bias.fill_(2)
    assert ours(x).tolist() == [[2.0, 2.0]]
    optimizer = pytorch_c.optim.SGD(ours.parameters(), lr=0.5)
    ours(x).sum().backward()
    optimizer.step()
    assert ours(x).tolist() == [[0.0, 0.0]]
    ours.weight = nn.Parameter(pytorch_c.ones(2, 3))
    assert ours(x).tolist() == [[4.5, 4.5]] and ours.weight is ours.weight
    ours.double()
    assert ours.weight.dtype is pytorch_c.float64 and ours(x.double()).dtype is pytorch_c.float64
    other = read(torch.jit.script(torch.nn.Linear(3, 2)))
    other.load_state_dict(ours.float().state_dict())
    assert pytorch_c.equal(other(x), ours(x))


def test_copies():
    ours = read(torch.jit.script(Net()))
    deep, shallow = copy.deepcopy(ours), copy.copy(ours)
    with pytorch_c.no_grad():
        ours.linear.weight.fill_(7)
    assert shallow.linear.weight[0, 0] == 7 and deep.linear.weight[0, 0] != 7
    with pytest.raises(pickle.PickleError):
        pickle.dumps(ours)
    with pytest.raises(pickle.PickleError):
        pickle.dumps(jit.CompilationUnit("def f(x):\n  return x\n").f)


def test_extra_files_and_paths(tmp_path):
    path = tmp_path / "net.pt"
    ours = read(torch.jit.script(Net()))
    jit.save(ours, path, _extra_files={"notes.txt": "hello", "raw": b"\0\xff"})
    for library in (jit, torch.jit):
        extra = {"notes.txt": "", "raw": "", "none": ""}
        loaded = library.load(str(path), _extra_files=extra)
        assert extra == {"notes.txt": b"hello", "raw": b"\0\xff", "none": b""}
        assert type(loaded).__name__ == "RecursiveScriptModule"
    ours.save(path)
    assert list(jit.load(path, map_location="cpu").state_dict()) == list(ours.state_dict())


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"no archive at all", bytes(3000)])
def test_what_is_no_archive(content):
    with pytest.raises(RuntimeError):
        jit.load(io.BytesIO(content))


def test_damaged_and_foreign_archives(tmp_path):
    whole = read(torch.jit.script(Net())).save_to_buffer()
    for size in range(0, len(whole), 701):
        with pytest.raises(RuntimeError):
            jit.load(io.BytesIO(whole[:size]))
    path = tmp_path / "weights.pt"
    torch.save({"a": torch.ones(2)}, path)
    with pytest.raises(RuntimeError, match=r"(?i)torchscript|torch\.load|code"):
        jit.load(path)
    with pytest.raises(ValueError, match="does not exist"):
        jit.load(tmp_path / "nothing.pt")
    with pytest.raises(ValueError, match="is a directory"):
        jit.load(tmp_path)
    with pytest.raises(ValueError, match="map_location should be"):
        jit.load(path, map_location=3)


def test_a_write_that_fails():
    class Full(io.RawIOBase):
        def write(self, data):
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        jit.save(read(torch.jit.script(Net())), Full())


def test_freeze_and_inference():
    torch.manual_seed(1)
    program = torch.jit.script(resnet())
    ours = read(program)
    with pytest.raises(RuntimeError, match="eval mode"):
        jit.freeze(ours)
    with pytest.raises(RuntimeError, match="expects a ScriptModule"):
        jit.freeze(nn.Linear(1, 1))
    ours.eval()
    program.eval()
    x, y = both((1, 3, 24, 24))
    frozen = jit.freeze(ours)
    assert not list(frozen.parameters()) and "batch_norm" not in str(frozen.graph)
    assert "batch_norm" in str(jit.freeze(ours, optimize_numerics=False).graph)
    assert_same(frozen(x), program(y))
    assert_same(back(frozen)(y), program(y))
    assert_same(jit.optimize_for_inference(frozen)(x), program(y))
    net = read(torch.jit.script(Net())).eval()
    assert jit.freeze(net, preserved_attrs=["lookup", "scale"]).scale == 1.5
    with pytest.raises(RuntimeError, match="no attribute or method 'nothing'"):
        jit.freeze(net, preserved_attrs=["nothing"])


def test_how_programs_run():
    function = jit.CompilationUnit("def f(x):\n  return (x + 1).relu() * 2\n").f
    x = pytorch_c.ones(3)
    for name in ("fuser0", "fuser2", "none"):  # "fuser1" wants an LLVM in libtorch, which torch's own asks for too
        with jit.fuser(name):
            assert function(x).tolist() == [4.0] * 3
    with pytest.raises(Exception, match="unrecognized fuser option"):
        jit.fuser("fuser9")
    with jit.optimized_execution(False):
        assert "aten::relu" in str(function.graph_for(x))
    before = jit.set_fusion_strategy([("STATIC", 1), ("DYNAMIC", 3)])
    assert jit.set_fusion_strategy(before) == [("STATIC", 1), ("DYNAMIC", 3)]
    with pytest.raises(ValueError, match="WILD"):
        jit.set_fusion_strategy([("WILD", 1)])


def test_units_of_functions():
    unit = jit.CompilationUnit("def f(x, n: int = 2):\n  return x * n\n")
    unit.define("def g(x):\n  return f(x) + 1\n")
    assert unit.g(pytorch_c.ones(1)).tolist() == [3.0] and unit.f(pytorch_c.ones(1), n=5).tolist() == [5.0]
    assert str(unit.f.schema) == "f(Tensor x, int n=2) -> Tensor" and unit.find_function("h") is None
    assert len(unit.get_functions()) == 2
    file = io.BytesIO()
    jit.save(unit.f, file)
    file.seek(0)
    assert torch.jit.load(file)(torch.ones(2), 4).tolist() == [4.0, 4.0]
    with pytest.raises(AttributeError, match="no attribute 'h'"):
        _ = unit.h
    with pytest.raises(RuntimeError, match=r"(?s)undefined value y.*return y\s+~ <--- HERE"):
        jit.CompilationUnit("def f(x):\n  return y\n")
    code, constants = jit.trace(lambda x: x * 2.5, pytorch_c.ones(2)).code_with_constants
    assert "CONSTANTS.c0" in code and float(constants.c0) == 2.5


def test_objects_and_futures():
    ours = read(torch.jit.script(Forks()))
    assert jit.wait(ours(pytorch_c.ones(1))).tolist() == [2.0]
    with pytest.raises(RuntimeError, match="(?s)<forked function>.*AssertionError"):
        ours(-pytorch_c.ones(1)).wait()
    failing = jit.CompilationUnit("def bad(x: int):\n  assert x > 0\n  return x\n")
    with pytest.raises(jit.Error, match="AssertionError"):
        failing.bad(0)
    assert jit.wait(jit.fork(lambda: 3)) == 3


def test_nothing_is_left():
    gc.collect()
    before = pytorch_c.live_tensors()
    for _ in range(3):
        ours = read(torch.jit.script(Net()))
        ours(pytorch_c.ones(2, 3) * ours.linear.weight[0])
    del ours
    gc.collect()
    assert pytorch_c.live_tensors() == before


class NamesItselfOtherwise(torch.nn.Module):
    """A module whose methods call their first argument something else than self."""

    def __init__(module):
        super().__init__()
        module.factor = 3

    def twice(this, x):
        return x * 2 + this.factor

    def forward(me, x):
        # here self is a local variable, and me the module
        return me.twice(x) * me.factor


def test_the_first_argument_need_not_be_called_self():
    ours = type(
        "NamesItselfOtherwise",
        (nn.Module,),
        dict(vars(NamesItselfOtherwise))
        | {"__init__": lambda module: (nn.Module.__init__(module), setattr(module, "factor", 3))[0]},
    )
    wanted = torch.jit.script(NamesItselfOtherwise())(torch.ones(2)).tolist()
    assert jit.script(ours())(pytorch_c.ones(2)).tolist() == wanted == [15, 15]


def asks(x):
    if jit.is_tracing():
        return x
    return x + 1


def test_a_program_is_not_traced():
    x = pytorch_c.ones(1)
    assert jit.script(asks)(x).item() == 2
    assert jit.trace(jit.script(asks), x)(x).item() == 2


class HasAMethodSet:
    """Has a method that is set to another, whose call means the class's, and lists with None, alone or not."""

    def start(self):
        self.called = self.__class__.other.__get__(self)
        self.none, self.some = [None, None], [None, ("a", 3)]

    def other(self, x):
        return x * 2

    def called(self, x):
        return x + 1

    def forward(self, x):
        pair = self.some[1]
        if self.none[0] is None and pair is not None:
            return self.called(x + pair[1])
        return x


def test_a_call_of_a_method_that_was_set_on_the_module_is_the_classs():
    def run(t):
        module = type("HasAMethodSet", (HasAMethodSet, t.nn.Module), {})()
        module.start()
        return t.jit.script(module)(t.ones(2)), module(t.ones(2))

    agree(run)


class Word(str, Enum):
    A = "a"
    B = "b"


class Number(IntEnum):
    ONE = 1


class HoldsMembers:
    def forward(self, x):
        return self.member


@pytest.mark.parametrize("constants", [(), ("member",)], ids=["attribute", "constant"])
@pytest.mark.parametrize("member", [Word.A, Number.ONE, [Word.B], (Word.A, 1)], ids=str)
def test_members_that_are_texts_or_numbers_are_these(member, constants):
    def run(t):
        module = type("HoldsMembers", (HoldsMembers, t.nn.Module), {"__constants__": list(constants)})()
        module.member = member
        scripted = t.jit.script(module)
        return str(scripted.forward.schema).partition("->")[2], scripted(t.ones(1))

    agree(run)


def test_modules_with_other_scripted_children_have_classes_of_their_own():
    def run(t):
        class Child(t.nn.Module):
            def forward(self, x):
                return self.function(x)

        class Parent(t.nn.Module):
            def forward(self, x):
                return self.child(x)

        found = []
        for function in (t.tanh, t.relu, t.sin, t.cos, t.exp) * 8:
            child, parent = Child(), Parent()
            child.function = function
            parent.child = t.jit.script(child)
            found.append(t.jit.script(parent)(t.ones(1)))
        return found

    agree(run)
