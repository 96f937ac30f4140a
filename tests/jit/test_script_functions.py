# ruff: noqa: UP006, UP007, UP031, UP032, UP045
"""Functions scripted: what the language has gives what Python gives."""

import enum
import math
import warnings
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union  # noqa: UP035

import pytest

import pytorch_c as torch
import pytorch_c.nn.functional as F

FACTOR = 3


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Point(NamedTuple):
    x: torch.Tensor
    n: int


class Counter:
    def __init__(self, first: int, more: List[int]):
        self.first = first
        self.more = more

    def total(self) -> int:
        return self.first + sum(self.more)

    @property
    def half(self) -> int:
        return self.total() // 2

    @staticmethod
    def of(n: int) -> "Counter":
        return Counter(n, [n])

    def with_other(self, other: "Counter") -> int:
        return self.total() + other.total()


@torch.jit.interface
class Maker:
    def one(self, x: torch.Tensor) -> torch.Tensor:
        pass


class Doubler:
    def __init__(self):
        pass

    def one(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2


def helper(x, n: int = 2):
    if n > 1:
        return x * n
    raise ValueError(f"n is {n}")


@torch.jit.script
def scripted_already(x, n: int = 3):
    return x * n


@torch.jit.unused
def for_python_alone(x, *more):
    return sorted(more, key=lambda one: one)


def calls(x):
    return helper(x) + helper(x, n=4) + scripted_already(x, n=2) * FACTOR


def typed_by_comment(x, n):
    # type: (torch.Tensor, int) -> List[torch.Tensor]
    return [x] * n


def loops(n: int) -> List[int]:
    out: List[int] = []
    i = 0
    while True:
        i += 1
        if i > n:
            break
        elif i == 2:
            continue
        out.append(i)
    for j, k in zip(range(3), [4, 5, 6]):
        out.append(j * k)
    return out


def comprehensions(xs: List[int]) -> Tuple[List[int], Dict[str, int]]:
    return [x * 2 for x in xs], {str(x): x for x in xs}


def optional(x: Optional[int], d: Optional[Dict[str, int]] = None) -> int:
    y = x if x is not None else 5
    if d is not None and "a" in d:
        y += d["a"]
    return y


def dicts(d: Dict[str, torch.Tensor]) -> Dict[str, torch.Tensor]:
    out: Dict[str, torch.Tensor] = {}
    for k, v in d.items():
        if k not in out:
            out[k] = v * 2
    del out["b"]
    return out


def slices(x):
    y = x.clone()
    y[0] = 1
    y[:, 1:2] += 2
    return y[0:1, ..., None], x[-1], x[[0, 1]]


def slices_by_calls(x):
    """Indexes with calls of slice(), which torch.fx writes."""
    n, y, numbers = x.size(1), x.clone(), [1, 2, 3, 4]
    y[slice(0, 1)] = 9
    shown = x[slice(None, 1, None)], x[(Ellipsis, slice(1, n))], x[(slice(None, None, 2), None, 0)], y
    return shown, x.shape[slice(None, -1, None)], numbers[slice(3)], "abcd"[slice(1, 3)]


def slices_with_names(x, n: int):
    ends = 2
    last = slice(None, ends, None)
    ends = 1
    kept = last
    shown = x[last], x[:, kept], "abcd"[last], [1, 2, 3][kept]
    last = slice(1, 3)
    for i in range(n):
        moved = slice(i, i + 2)
        x = x[:, moved]
    return shown, x, (1, 2.5, "a")[last]


def asserted(x, n: int):
    torch._assert(n > 1, "n is too small")
    torch._assert((x >= 0).all(), message="x is negative")
    return x + n


def strings(s: str, n: int) -> str:
    return f"{s}-{n}" + "a{}b".format(n) + s.upper() + "%d" % n


def comparisons(a: int, b: int, c: int) -> bool:
    return a < b <= c and not (a == c) or b in [1, 2]


def numbers(x: float) -> float:
    return math.pow(x, 2) + math.pi + max(x, 1.0) + abs(-x) // 1 + math.inf * 0 if x < 0 else math.sqrt(x)


def refined(x: Any) -> int:
    if isinstance(x, (int, float)):
        return 1
    if torch.jit.isinstance(x, List[int]):
        return len(x)
    return 0


def unions(x: Union[int, str]) -> int:
    return x if isinstance(x, int) else 0


def annotated(x):
    out = torch.jit.annotate(List[int], [])
    out.append(x.dim())
    return out


def forked(x):
    future = torch.jit.fork(helper, x)
    return torch.jit.wait(future) + 1


def without_gradient(x):
    with torch.no_grad():
        y = x * 2
    return y.requires_grad


def made_with_dtypes(x):
    return torch.zeros(2, 3, dtype=torch.float64, device=torch.device("cpu")) + x.to(torch.float64)


def pooled(x):
    y = x[None, None]
    return F.max_pool2d(y, 1, return_indices=True), F.interpolate(y, scale_factor=2.0), F.softmax(x, dim=-1)


def named_results(x):
    found = x.max(0)
    return found.values, found.indices, x.topk(1)[0]


def branches(x):
    if torch.jit.is_scripting():
        return x * 1
    return no_such_thing(x)  # noqa: F821


def never_called(x, flag: bool = False):
    if flag:
        for_python_alone(x)
    return x * 1


def classes(n: int) -> int:
    one, other = Counter(n, [1, 2]), Counter.of(4)
    return one.with_other(other) + one.half


def tuples(x, n: int) -> Point:
    p = Point(x, n)
    return Point(p.x * p.n, n + 1)


def members(n: int) -> str:
    color = Color.RED if n == 1 else Color.GREEN
    return color.name + str(color.value) if color == Color.RED else "other"


def through_an_interface(maker: Maker, x: torch.Tensor) -> torch.Tensor:
    return maker.one(x)


def an_interface(x):
    return through_an_interface(Doubler(), x)


def checked(x: int) -> int:
    assert x > 0, f"{x} is not positive"
    if x > 2:
        raise ValueError
    return x


def operators_by_name(x):
    return torch.ops.aten.relu(x), torch.linalg.norm(x), torch.special.erf(x)


def made():
    return torch.arange(6.0).reshape(2, 3)


ROWS = [
    (calls, "x"), (typed_by_comment, "x", 2), (loops, 4), (comprehensions, [1, 2]), (optional, None),
    (optional, 2, {"a": 1}), (dicts, {"a": "x", "b": "x"}), (slices, "x"), (slices_by_calls, "x"), (slices_with_names, "x", 2), (asserted, "x", 2), (strings, "q", 3), (comparisons, 1, 2, 3),
    (numbers, 4.0), (refined, [1, 2]), (refined, 3), (unions, 4), (unions, "a"), (annotated, "x"), (forked, "x"),
    (without_gradient, "x"), (made_with_dtypes, "x"), (pooled, "x"), (named_results, "x"), (never_called, "x"),
    (classes, 3), (tuples, "x", 2), (members, 1), (members, 2), (an_interface, "x"), (checked, 2),
    (operators_by_name, "x"),
]  # fmt: skip


def filled(value, x):
    if isinstance(value, dict):
        return {key: filled(one, x) for key, one in value.items()}
    return x if isinstance(value, str) and value == "x" else value


def same(one, other):
    if isinstance(one, torch.Tensor):
        return one.dtype == other.dtype and torch.equal(one, other)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other and type(one) is type(other)


@pytest.mark.parametrize(("function", "arguments"), [(row[0], row[1:]) for row in ROWS])
def test_a_scripted_function_gives_what_python_gives(function, arguments):
    x = made()
    given = [filled(one, x) for one in arguments]
    scripted = torch.jit.script(function)
    assert isinstance(scripted, torch.jit.ScriptFunction)
    assert same(scripted(*given), function(*given))


def test_a_known_branch_is_the_only_one():
    x = made()
    assert same(torch.jit.script(branches)(x), x)


@pytest.mark.parametrize("branch", ["s = slice(2)", "s = slice(1, None)", "pass"])
def test_a_slice_of_one_branch_is_not_known_after_it(branch, tmp_path):
    path = tmp_path / "sliced.py"
    path.write_text(
        f"def f(x, n: int):\n    if n > 1:\n        s = slice(1)\n    else:\n        {branch}\n    return x[s]\n"
    )
    made: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), made)
    with pytest.raises(RuntimeError, match="undefined value s"):
        torch.jit.script(made["f"])


def test_a_slice_is_no_value():
    def told(x):
        s = slice(0, 2)
        return x[s], s

    with pytest.raises(RuntimeError, match="Python slice value cannot be used as a value"):
        torch.jit.script(told)


def test_a_function_is_compiled_once():
    assert str(torch.jit.script(calls).graph) == str(torch.jit.script(calls).graph)
    assert torch.jit.script(scripted_already) is scripted_already


def test_an_unused_function_raises_where_it_is_called():
    x = made()
    with pytest.raises(Exception, match="Cannot call @unused"):
        torch.jit.script(never_called)(x, True)


def test_exceptions_of_programs_say_what_they_say():
    with pytest.raises(Exception, match="n is too small"):
        torch.jit.script(asserted)(made(), 1)
    with pytest.raises(Exception, match="is not positive"):
        torch.jit.script(checked)(0)
    with pytest.raises(Exception, match="ValueError"):
        torch.jit.script(checked)(3)


def test_warnings_of_programs_are_warnings():
    x = made()

    def careful(x):
        warnings.warn("careful", stacklevel=2)
        return x

    with pytest.warns(UserWarning, match="careful"):
        torch.jit.script(careful)(x)


def test_a_closure_is_resolved():
    x = made()
    scale = 2.5

    def scaled(x):
        return helper(x) * scale

    assert same(torch.jit.script(scaled)(x), x * 5.0)


def test_an_overloaded_function_chooses():
    x = made()

    @torch.jit._overload
    def twice(x: int) -> int:
        pass

    @torch.jit._overload
    def twice(x: torch.Tensor) -> torch.Tensor:  # noqa: F811
        pass

    def twice(x):  # noqa: F811
        return x * 2

    def both(x, n: int):
        return twice(x), twice(n)

    assert same(torch.jit.script(both)(x, 3), (x * 2, 6))


@torch.jit.script_if_tracing
def _one_more(x):
    return x + 1


def _more_than_three(x):
    if x.numel() > 3 and not torch._C._get_tracing_state():
        return _one_more(x)
    return x


def test_script_if_tracing_is_compiled_where_a_program_calls_it():
    f = torch.jit.script(_more_than_three)
    assert f(torch.zeros(4)).tolist() == [1, 1, 1, 1]
    assert f(torch.zeros(3)).tolist() == [0, 0, 0]


def says_the_type(x: torch.Tensor, refuse: bool):
    if refuse:
        raise ValueError(f"a number is needed, got {type(x)}")
    return x + 1


def compares_sizes(x: torch.Tensor):
    return x.shape[-2:] == torch.Size([4, 2]), torch.Size((3, 1))


def test_a_sentence_may_name_a_type():
    script = torch.jit.script(says_the_type)
    assert script(torch.ones(1), False).tolist() == [2]
    with pytest.raises(torch.jit.Error, match="a number is needed, got <class 'pytorch_c.Tensor'>"):
        script(torch.ones(1), True)


@pytest.mark.parametrize("shape", [(4, 2), (3, 2)])
def test_a_size_is_made_in_a_program(shape):
    x = torch.ones(shape)
    assert torch.jit.script(compares_sizes)(x) == (compares_sizes(x)[0], [3, 1])


class Word(str, enum.Enum):
    A = "a"


def the_value(word: Word, dtype: torch.dtype = torch.float64, other: Optional[torch.dtype] = torch.int32):
    return word.value, torch.ones(1, dtype=dtype), torch.ones(1, dtype=other)


def test_a_member_that_is_a_text_and_dtypes_that_are_defaults():
    found = torch.jit.script(the_value)(Word.A)
    assert found[0] == "a" and found[1].dtype is torch.float64 and found[2].dtype is torch.int32
