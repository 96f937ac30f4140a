# ruff: noqa: UP006, UP035, UP045
"""Objects of scripted classes between Python and programs, as torch has them."""

import gc
import weakref
from typing import List, Optional, Tuple

import pytest
import torch as oracle

import pytorch_c as torch

PACKAGES = pytest.mark.parametrize("package", [oracle, torch])


class Pair:
    def __init__(self, x: int, y: float):
        self.x = x
        self.y = y

    def set_x(self, value: int):
        self.x = value

    @property
    def twice(self) -> int:
        return 2 * self.x

    @twice.setter
    def twice(self, value: int):
        self.x = value // 2

    def __add__(self, other: int) -> int:
        return self.x + other


class Slotted:
    __slots__ = ("n",)

    def __init__(self, n: int):
        self.n = n


class Holder:
    def __init__(self, pair: Pair, more: List[Pair]):
        self.pair = pair
        self.more = more


def moved(a: Pair, more: List[Pair]) -> Tuple[Pair, List[Pair], int]:
    a.x += 1
    return a, more, more[0].x + a.x


def held(holder: Holder) -> Holder:
    holder.pair.x += 1
    return Holder(holder.more[0], [holder.pair])


def optional(a: Optional[Pair]) -> int:
    return 0 if a is None else a.x


@PACKAGES
def test_objects_go_in_and_come_out_as_objects_of_the_class(package):
    scripted = package.jit.script(moved)
    first, more = Pair(1, 2.5), [Pair(3, 4.5)]
    made, rest, total = scripted(first, more)
    assert (type(made), vars(made)) == (Pair, {"x": 2, "y": 2.5})
    assert ([vars(one) for one in rest], total) == ([{"x": 3, "y": 4.5}], 5)
    assert first.x == 1  # a copy of it is in the program
    assert package.jit.script(optional)(None) == 0
    assert package.jit.script(optional)(Pair(4, 0.0)) == 4


@PACKAGES
def test_objects_that_hold_objects(package):
    made = package.jit.script(held)(Holder(Pair(1, 0.0), [Pair(7, 0.5)]))
    assert (made.pair.x, [one.x for one in made.more]) == (7, [2])


@PACKAGES
def test_an_object_that_is_scripted_is_the_programs_own(package):
    pair = package.jit.script(Pair(1, 2.0))
    assert (pair.x, pair.y, pair.twice) == (1, 2.0, 2)
    pair.twice = 10
    assert pair.x == 5
    pair.set_x(7)
    package.jit.script(moved)(pair, [pair])
    assert pair.x == 8
    with pytest.raises((AttributeError, RuntimeError)):
        pair.nothing  # noqa: B018


def test_attributes_that_an_object_does_not_have_are_named():
    scripted = torch.jit.script(moved)
    with pytest.raises(TypeError, match="missing attribute x"):
        scripted(Pair.__new__(Pair), [])
    with pytest.raises(TypeError, match="Could not cast attribute 'x' to type int.*not float"):
        scripted(Pair(1.5, 2.0), [])
    with pytest.raises(TypeError, match=r"argument 'a' must be \S*Pair, not int"):
        scripted(3, [])
    with pytest.raises(RuntimeError, match="argument 'a'"):  # what torch raises
        scripted("a", [])
    with pytest.raises(AttributeError, match="nothing"):
        torch.jit.script(Pair(1, 2.0)).nothing = 3
    assert torch.jit.script(Slotted(3)).n == 3
    assert torch.jit.script(Pair(1, 2.0)) + 3 == 4


class WithObject(torch.nn.Module):
    def __init__(self, pair):
        super().__init__()
        self.pair = pair

    def forward(self, n: int) -> int:
        self.pair.x += n
        return self.pair.twice


def test_an_attribute_of_a_module(tmp_path):
    scripted = torch.jit.script(WithObject(Pair(1, 2.0)))
    assert [scripted(2), scripted(2)] == [6, 10]
    scripted.pair = Pair(10, 0.0)
    assert scripted(1) == 22
    scripted.save(tmp_path / "m.pt")
    assert oracle.jit.load(str(tmp_path / "m.pt"))(1) == 24
    with pytest.raises(RuntimeError, match="Could not cast attribute 'x'"):
        torch.jit.script(WithObject(Pair("a", 2.0)))


@torch.jit.interface
class Node:
    def total(self) -> int:
        pass


class End:
    def __init__(self, n: int):
        self.n = n

    def total(self) -> int:
        return self.n


class Link:
    def __init__(self, next: Node):  # noqa: A002
        self.next = next

    def total(self) -> int:
        return self.next.total() + 1


def linked(node: Node) -> Tuple[int, Node]:
    return node.total(), node


def chain(n: int) -> Node:
    node = linked(End(0))[1]
    for _ in range(n):
        node = linked(Link(node))[1]
    return node


def test_long_chains_and_circles_of_objects_end():
    torch.jit.script(End), torch.jit.script(Link)
    scripted = torch.jit.script(linked)
    node = End(0)
    for _ in range(90):
        node = Link(node)
    total, back = scripted(node)
    assert (total, type(back.next.next)) == (90, Link)
    for _ in range(20):
        node = Link(node)
    with pytest.raises(ValueError, match="100 deep"):
        scripted(node)
    node.next = node
    with pytest.raises(ValueError, match="holds itself"):
        scripted(node)
    made = torch.jit.script(chain)(300)
    count = 0
    while isinstance(made, Link):
        made, count = made.next, count + 1
    assert count == 100  # what is deeper stays the program's
    assert made.total() == 200


def test_objects_do_not_stay():
    before = torch.jit.script(Pair(1, 2.0))
    pair = Pair(1, 2.0)
    reference = weakref.ref(pair)
    torch.jit.script(moved)(pair, [pair])
    del pair
    gc.collect()
    assert reference() is None
    assert before.x == 1
