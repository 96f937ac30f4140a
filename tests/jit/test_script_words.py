# ruff: noqa: UP006, UP007, UP035, UP045
"""Classes, types and containers in programs: what torch accepts is accepted, what it refuses is refused in its words."""

import enum
import warnings
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

import pytest
import torch as oracle

import pytorch_c as torch

PACKAGES = pytest.mark.parametrize("package", [oracle, torch], ids=["oracle", "here"])


@PACKAGES
def test_classes_of_the_frame_around_a_function_are_found_by_its_annotations(package):
    class Leaf:
        def __init__(self, n: int):
            self.n = n

    class Tree:
        def __init__(self, leaf: Leaf):
            self.leaf = leaf

        def other(self, more: List["Tree"]) -> "Tree":
            return Tree(more[0].leaf)

    def total(tree: Tree, leaf: Leaf) -> int:
        return tree.leaf.n + leaf.n + tree.other([tree]).leaf.n

    vars(package.jit)["_classes_of_a_test"] = (Leaf, Tree)
    if package is torch:
        assert package.jit.script(total)(Tree(Leaf(3)), Leaf(4)) == 10


class Base:
    def __init__(self, n: int):
        self.n = n


class Derived(Base):
    def more(self) -> int:
        return self.n


class WithClassAttribute:
    limit: int = 3

    def __init__(self):
        self.n = 1


def asks_class_attribute():
    return WithClassAttribute().limit


class Mixed(enum.Enum):
    ONE = 1
    TWO = "two"


def mixed(x: Mixed) -> bool:
    return x == Mixed.ONE


def declared_in_a_branch():
    x = 5
    if 1 == 1:
        x: Optional[int] = 7
    return x


class SetInABranch:
    def __init__(self, x: int):
        if 1 == 1:
            self.x = x


def keys_of_two_types() -> Dict[int, str]:
    keys = [1, 2, "a"]
    words = ["a", "b", "c"]
    found: Dict[int, str] = dict(zip(keys, words))
    return found


def module_as_a_type(x: Dict[str, torch.nn.Module]):
    return 1


class BadlyFilled(NamedTuple):
    x: torch.Tensor
    n: int


class BadMember(NamedTuple):
    f: "NoSuchType"  # noqa: F821


def bad_member(x: BadMember) -> int:
    return 1


class DeclaresOutside:
    def __init__(self, x: int):
        self.x = x

    def set(self, value: int):
        self.x: int = value


class ListOfModules(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = [torch.nn.ReLU(), torch.nn.ReLU()]

    def forward(self):
        return len(self.a)


def no_such_name(x):
    return there_is_none  # noqa: F821


class CallsWhatFails(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.function = no_such_name

    def forward(self, x):
        return self.function(x)


class IgnoresAttribute(torch.nn.Module):
    __jit_ignored_attributes__ = ["a"]

    def __init__(self):
        super().__init__()
        self.a = 1

    def forward(self) -> int:
        return self.a


class Importing:
    def bad(self):
        import math  # noqa: F401


def made_of_a_bad_class(x) -> Importing:
    return Importing()


@torch.jit.ignore
class Ignored:
    def __init__(self):
        pass


def makes_an_ignored_class(x):
    return Ignored()


REFUSED = {
    "inheritance": (Derived, RuntimeError, "does not support inheritance"),
    "class attribute": (asks_class_attribute, RuntimeError, "has no attribute or method 'limit'.*is defined as a class attr"),
    "enum": (mixed, RuntimeError, "Could not unify type list"),
    "branch": (declared_in_a_branch, RuntimeError, "declare and annotate"),
    "attribute in a branch": (SetInABranch, RuntimeError, "control-flow block"),
    "dict": (keys_of_two_types, RuntimeError, r"Dicts may only contain homogeneous keys.*was Union\[int, str\]"),
    "module": (module_as_a_type, ValueError, r"Unknown type annotation.* at +File"),
    "named tuple": (bad_member, ValueError, r"NoSuchType.* at +File"),
    "outside": (DeclaresOutside, ValueError, "must be declared in __init__"),
    "list of modules": (ListOfModules(), RuntimeError, "Could not infer type of list element: Cannot infer concrete type"),
    "function": (CallsWhatFails(), RuntimeError, "failed to compile.*there_is_none"),
    "ignored attribute": (IgnoresAttribute(), RuntimeError, r"attribute was ignored during compilation.*self\.a"),
    "chain": (made_of_a_bad_class, RuntimeError, "import statements.*is being compiled since it was called from.*-> Imp"),
    "ignored class": (makes_an_ignored_class, RuntimeError, "Cannot instantiate class 'Ignored'"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_says_why(name):
    what, kind, words = REFUSED[name]
    with pytest.raises(kind, match=f"(?s){words}"):
        torch.jit.script(what)


@pytest.mark.parametrize("text", ["List", "Dict", "Tuple", "Optional"])
@PACKAGES
def test_types_that_say_nothing_of_what_they_hold(package, text):
    with pytest.raises(Exception, match=f"Attempted to use {text} without"):
        package.jit.CompilationUnit(f"def f(x: {text}) -> int:\n    return 1\n")


def flattened(x: Union[int, Optional[float], str]) -> Optional[Union[int, str]]:
    if isinstance(x, float):
        return None
    if isinstance(x, int):
        return 1
    return "a"


@pytest.mark.parametrize("given", [1, 2.5, "b", None])
def test_unions_with_none(given):
    ours, theirs = torch.jit.script(flattened), oracle.jit.script(flattened)
    assert str(ours.schema) == str(theirs.schema)
    assert ours(given) == theirs(given)


def takes_a_tuple(x: BadlyFilled) -> int:
    return x.n


def test_arguments_of_wrong_types_are_named_by_what_they_are_in():
    with pytest.raises(RuntimeError, match=r"Expected a member of .*Union.* but instead found type List\[str\]"):
        torch.jit.script(flattened)(["a"])
    with pytest.raises(
        RuntimeError, match=r"argument 'x': field 'n' of .*BadlyFilled \(aka NamedTuple\(x, n\)\) must be"
    ):
        torch.jit.script(takes_a_tuple)(BadlyFilled(torch.ones(1), "a"))


def commented(x, y):
    # type: (number, int)
    return x + y


def unwrapped(x: Optional[int]) -> int:
    return torch.jit._unwrap_optional(x)


def is_red(x: Any) -> bool:
    return isinstance(x, Color)


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def test_small_forms():
    assert torch.jit.script(commented)(2.5, 2) == 4.5
    assert torch.jit.script(unwrapped)(4) == 4
    with pytest.raises(AssertionError):
        torch.jit._unwrap_optional(None)
    scripted = torch.jit.script(is_red)
    assert [scripted(Color.RED), scripted(1), scripted("RED")] == [True, False, False]


@PACKAGES
def test_isinstance_in_python(package):
    check = package.jit.isinstance
    with pytest.raises(RuntimeError, match="must be a type or a tuple of types"):
        check([1], [List[int], int])
    with pytest.raises(RuntimeError, match=r"Dict without contained types.*Dict\[int, int\]"):
        check({1: 2}, Dict)
    with pytest.warns(UserWarning, match="inner type of a container is lost"):
        assert check([], List[int])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert check((1, "a"), Tuple[int, str])


class WithProperty(torch.nn.Module):
    def __init__(self, a: int):
        super().__init__()
        self.a = a

    def forward(self, x: int) -> int:
        self.half = x
        return self.half

    @property
    def half(self) -> int:
        return self.a // 2

    @half.setter
    def half(self, value: int):
        self.a = value + 1


def test_a_property_of_a_module_is_set():
    scripted = torch.jit.script(WithProperty(3))
    assert [scripted(7), scripted.a] == [WithProperty(3)(7), 8]


@torch.jit.interface
class Layer(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass


class Twice(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return 2 * x


class Square(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * x


class Chooses(torch.nn.Module):
    def __init__(self, last):
        super().__init__()
        self.items = torch.nn.ModuleList([Twice(), last])
        self.named = torch.nn.ModuleDict({"twice": Twice(), "last": last})

    def forward(self, x, index: int, key: str):
        layer: Layer = self.items[index]
        other: Layer = self.named[key]
        return layer.forward(x), other.forward(x)


def test_submodules_by_what_only_the_run_knows(tmp_path):
    scripted = torch.jit.script(Chooses(Square()))
    scripted.save(tmp_path / "m.pt")
    for index, key in ((0, "last"), (1, "twice")):
        found = scripted(torch.tensor([3.0]), index, key)
        theirs = oracle.jit.load(str(tmp_path / "m.pt"))(oracle.tensor([3.0]), index, key)
        assert [one.item() for one in found] == [one.item() for one in theirs]
    with pytest.raises(RuntimeError, match="index|range"):
        scripted(torch.ones(1), 5, "twice")
    with pytest.raises(RuntimeError, match="Attribute 1 is not of annotated type .*Layer"):
        torch.jit.script(Chooses(WithProperty(1)))
    with pytest.raises(RuntimeError, match="not compatible with interface"):
        torch.jit.script(through)(torch.jit.script(WithProperty(1)), torch.ones(1))


def through(layer: Layer, x):
    return layer.forward(x)


class Replaced(torch.nn.Module):
    def __prepare_scriptable__(self):
        return Twice()

    def forward(self, x):
        try:
            return x
        finally:
            pass


class HasReplaced(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(Replaced(), Replaced())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def test_modules_that_others_stand_for():
    assert torch.jit.script(HasReplaced())(torch.ones(1)).item() == 4


class KeepsState(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.asked = False

    def forward(self, x):
        return x

    @torch.jit.export
    def _save_to_state_dict(self, destination: Dict[str, torch.Tensor], prefix: str, keep_vars: bool):
        self.asked = True


def test_a_program_keeps_its_own_state():
    scripted = torch.jit.script(KeepsState())
    scripted.state_dict()
    assert scripted.asked


class OwnMethod(torch.nn.Module):
    @torch.jit.ignore
    def name(self) -> str:
        return "old"

    def forward(self, x):
        return x


def test_an_ignored_method_of_the_object_is_kept():
    module = OwnMethod()
    module.name = torch.jit.ignore(lambda: "new")
    assert torch.jit.script(OwnMethod()).name() == "old"
    module = OwnMethod()
    module.name = (lambda self: "new").__get__(module)
    torch.jit.ignore(module.name.__func__)
    assert torch.jit.script(module).name() == "new"


def raises(x: int) -> int:
    value = x + 1
    raise ValueError(f"{value} is wrong")


def test_what_runs_shows_the_users_lines():
    with pytest.raises(torch.jit.Error, match="2 is wrong") as found:
        torch.jit.script(raises)(1)
    text = str(found.value)
    assert f'File "{__file__}", line {raises.__code__.co_firstlineno + 2}, in raises' in text
    assert '    raise ValueError(f"{value} is wrong")\n    ~~~~' in text


class TakesColor(torch.nn.Module):
    def forward(self, color: Color) -> Tuple[int, Color]:
        return color.value, color


def test_members_go_to_programs_of_archives(tmp_path):
    torch.jit.script(TakesColor()).save(tmp_path / "m.pt")
    assert torch.jit.load(tmp_path / "m.pt")(Color.BLUE) == (2, Color.BLUE)
