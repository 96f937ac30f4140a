# ruff: noqa: F811, UP006, UP007, UP035, UP045
"""Dataclasses, named tuples with defaults and overloaded methods in programs."""

import enum
from dataclasses import InitVar, dataclass, field
from typing import List, NamedTuple, Optional, Tuple

import pytest
import torch as oracle

import pytorch_c as torch


class Kind(enum.Enum):
    A = 1
    B = 2


@dataclass
class Point:
    x: float
    y: Optional[int] = 3
    power: InitVar[int] = 2
    kind: Kind = Kind.B
    scale: float = field(init=False, default=1.5)
    note: str = field(default="", compare=False)

    def __post_init__(self, power: int):
        self.x = self.x**power


@dataclass
class OwnEquality:
    a: int
    b: int

    def __eq__(self, other: "OwnEquality") -> bool:
        return self.a == other.a


@dataclass
class WithFactory:
    items: List[int] = field(default_factory=list)


@dataclass
class OwnInit:
    def __init__(self, n: int = 3):
        self.n = n


def compared(a: float, b: float, y: Optional[int]) -> Tuple[bool, bool, bool, float, float, int]:
    one, other = Point(a, note="a"), Point(b, 3, 2, note="b")
    return one == other, Point(a, y) == one, OwnEquality(1, 2) == OwnEquality(1, 3), one.x, other.scale, OwnInit().n


def ordered(a: float, b: float) -> Tuple[bool, bool, bool, bool]:
    one, other = Ordered(a, 1), Ordered(b, 1)
    return one < other, one <= other, one > other, one >= other


@dataclass(order=True)
class Ordered:
    x: float
    y: Optional[int]


@pytest.mark.parametrize(("a", "b", "y"), [(1.0, 2.0, None), (2.0, 1.0, 3), (3.0, 3.0, 4)])
def test_a_dataclass_does_what_python_does(a, b, y):
    assert torch.jit.script(compared)(a, b, y) == compared(a, b, y)
    assert torch.jit.script(ordered)(a, b) == ordered(a, b)


def given_back(point: Point) -> Point:
    return Point(point.x, None, 1, point.kind)


def test_dataclasses_go_in_and_come_out():
    made = torch.jit.script(given_back)(Point(3.0, kind=Kind.A))
    assert (type(made), made.x, made.y, made.kind, made.scale) == (Point, 9.0, None, Kind.A, 1.5)
    with pytest.raises(NotImplementedError, match=r"Default factory .* WithFactory\.items"):
        torch.jit.script(WithFactory)


def compares_with_none() -> bool:
    return Ordered(1.0, None) < Ordered(1.0, 2)


def test_an_order_with_none_is_an_error():
    with pytest.raises(torch.jit.Error, match="Cannot compare Ordered with None"):
        torch.jit.script(compares_with_none)()


class Named(NamedTuple):
    x: torch.Tensor
    n: int = 4
    words: Optional[List[str]] = None


def named(x):
    return Named(x), Named(x, words=["a"]), Named(n=1, x=x)


def test_named_tuples_have_defaults(tmp_path):
    class Module(torch.nn.Module):
        def forward(self, x):
            return named(x)

    scripted = torch.jit.script(named)
    assert [tuple(one)[1:] for one in scripted(torch.ones(1))] == [(4, None), (4, ["a"]), (1, None)]
    torch.jit.script(Module()).save(tmp_path / "m.pt")
    theirs = oracle.jit.load(str(tmp_path / "m.pt"))(oracle.ones(1))
    assert [tuple(one)[1:] for one in theirs] == [(4, None), (4, ["a"]), (1, None)]


class BadDefault(NamedTuple):
    n: int = "a"


def bad_default() -> int:
    return BadDefault(3).n


def test_a_default_of_another_type_is_named():
    with pytest.raises((RuntimeError, TypeError), match="the default of 'n' must be int, not str"):
        torch.jit.script(bad_default)


class Overloaded(torch.nn.Module):
    @torch.jit._overload_method
    def twice(self, x: int, factor: int = 2) -> int: ...

    @torch.jit._overload_method
    def twice(self, x: torch.Tensor, factor: int = 2) -> torch.Tensor: ...

    def twice(self, x, factor=2):
        return x * factor

    @torch.jit._overload_method
    def forward(self, x):
        # type: (Tuple[Tensor, Tensor]) -> Tensor
        pass

    @torch.jit._overload_method
    def forward(self, x):
        # type: (Tensor) -> Tensor
        pass

    def forward(self, x):
        if isinstance(x, torch.Tensor):
            return self.twice(x)
        return x[0] + 5


class UsesOverloaded(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Overloaded()

    def forward(self, x, n: int):
        return self.inner(x) + self.inner((x, x)), self.inner.twice(n), self.inner.twice(x)


def test_methods_have_overloads(tmp_path):
    scripted = torch.jit.script(UsesOverloaded())
    found = scripted(torch.ones(1), 4)
    assert (found[0].item(), found[1], found[2].item()) == (8, 8, 2)
    scripted.save(tmp_path / "m.pt")
    theirs = oracle.jit.load(str(tmp_path / "m.pt"))(oracle.ones(1), 4)
    assert (theirs[0].item(), theirs[1], theirs[2].item()) == (8, 8, 2)


def test_overloads_are_those_of_the_class():
    class Overloaded(torch.nn.Module):  # another class of the name has none
        def twice(self, x):
            return x + 7

        def forward(self, x):
            return self.twice(x)

    assert torch.jit.script(Overloaded())(torch.ones(1)).item() == 8


class Unannotated(torch.nn.Module):
    @torch.jit._overload_method
    def hello(self, x): ...

    @torch.jit._overload_method
    def hello(self, x: int) -> int: ...

    def hello(self, x):
        return x + 3

    def forward(self):
        return self.hello(1)


class OtherParameters(torch.nn.Module):
    @torch.jit._overload_method
    def forward(self, x: int) -> int: ...

    def forward(self, x, y):
        return x


class NoSuchOverload(Overloaded):
    def forward(self):
        return self.twice("a")


def test_overloads_that_do_not_fit_are_refused():
    with pytest.raises(RuntimeError, match="explicitly add type annotations to overloaded functions"):
        torch.jit.script(Unannotated())
    with pytest.raises(RuntimeError, match="Overload must have same number of parameters"):
        torch.jit.script(OtherParameters())
    with pytest.raises(RuntimeError, match="found type 'str'"):
        torch.jit.script(NoSuchOverload())
