"""The package has the numbers of the headers from one derived module, and none is typed a second time."""

import ast
from pathlib import Path

import pytest

import pytorch_c
from codegen import derived, header
from pytorch_c._boundary import constants
from pytorch_c._tensor import dtype as dtypes

API = header.read()
PACKAGE = Path(pytorch_c.__file__).parent
PREFIXES = tuple({one.prefix.removeprefix("PTC_") for one in API.enums.values()} - {""})


def test_the_module_is_that_of_the_headers():
    assert Path(constants.__file__).read_text() == derived.constants(API), "run python -m codegen"
    for enum in API.enums.values():
        assert getattr(constants, enum.name.removeprefix("ptc_").upper()) == enum.short
        assert all(getattr(constants, name.removeprefix("PTC_")) == value for name, value in enum.values.items())
    assert constants.UNSET == -1


def test_names_without_ptc_are_still_one_each():
    names = [name for enum in API.enums.values() for name in enum.values] + list(API.macros)
    names += ["PTC_" + enum.name.removeprefix("ptc_").upper() for enum in API.enums.values()]
    assert len(names) == len(set(names))


def test_dtypes_layouts_and_formats_are_all_there():
    """By their numbers, with torch's names and facts."""
    import torch

    assert [one.code for one in dtypes.BY_CODE] == list(range(len(constants.DTYPE)))
    assert [one.code for one in dtypes.LAYOUT_BY_CODE] == list(range(len(constants.LAYOUT)))
    for one in dtypes.BY_CODE:
        theirs = getattr(torch, one.name, None)
        if theirs is not None:
            facts = one.itemsize, one.is_floating_point, one.is_complex
            assert facts == (theirs.itemsize, theirs.is_floating_point, theirs.is_complex), one
    for one in (*dtypes.LAYOUTS.values(), *dtypes.FORMATS.values()):
        assert hasattr(torch, one.name) or one.name in ("sparse_bsr", "sparse_bsc"), one


# Where a number stands that is none of an enum, though a name says so: {file: {name}}.
OTHER = {
    "nn/functional/sparse.py": {"_MODES"},  # embedding_bag's modes, which have no enum
    # torch's own numbers: activities, which are bits in C, and all of c10's devices
    "autograd/_profiler_kinds.py": {"CPU", "CUDA", "XPU", "MPS", "HPU", "MTIA", "MKLDNN"},
    "monitor.py": {"VALUE", "MEAN", "SUM", "MAX", "MIN"},  # torch.monitor's Aggregation, which no enum of C has
}


def retyped(source, other=()):
    """Returns what looks like an enum's number typed by hand: (line, text)."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign):
            found += assigned(node, other)
        elif isinstance(node, ast.Compare):
            found += compared(node)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd) and is_int(node.right):
            found += [node] if node.right.value > 1 and not is_all_bits(node.right.value) else []
        elif isinstance(node, ast.Call):
            found += called(node)
        elif isinstance(node, ast.IfExp):  # -1 if dtype is None else dtype.code
            found += [node] if isinstance(node.orelse, ast.Attribute) and is_unset(node.body, node.orelse.attr) else []
    return [(node.lineno, ast.unparse(node)) for node in found]


def is_int(node):
    return isinstance(node, ast.Constant) and type(node.value) is int


def is_all_bits(number):
    return number & (number + 1) == 0


def is_unset(node, field):
    return field == "code" and ast.unparse(node) == "-1"


def assigned(node, other):
    """_HOST = 12; _NONE, _INT = range(6); {"mean": 1}: a name of an enum with a number, or two in a dict."""
    name, value = ast.unparse(node.targets[0]), node.value
    words = {
        one.id.strip("_").upper() for one in ast.walk(node.targets[0]) if isinstance(one, ast.Name) and one.id.isupper()
    }
    numbers = is_int(value) or isinstance(value, ast.Tuple) and all(map(is_int, value.elts))
    ranged = isinstance(value, ast.Call) and ast.unparse(value.func) == "range"
    if (numbers or ranged) and words & shorts() and name not in other:
        return [node]
    if isinstance(value, ast.Dict) and name not in other:
        keys = {str(getattr(key, "value", "")).lower(): getattr(one, "value", None) for key, one in pairs(value)}
        for enum in API.enums.values():
            if sum(enum.short.get(key) == one and type(one) is int for key, one in keys.items()) > 1:
                return [node]
        turned = {one: key for key, one in keys.items() if isinstance(one, str)}
        if any(sum(str(enum.short.get(key)) == one for key, one in turned.items()) > 1 for enum in API.enums.values()):
            return [node]
    return []


def pairs(node):
    return zip(node.keys, node.values)


def shorts():
    """HOST, FLAG_CONJ, FLOAT32, …: the names of enums with and without what they begin with."""
    names = {name.removeprefix("PTC_") for enum in API.enums.values() for name in enum.values}
    return names | {one.removeprefix(prefix) for one in names for prefix in PREFIXES if one.startswith(prefix)}


def compared(node):
    """x.code == 15, kind == 12."""
    sides = [node.left, *node.comparators]
    names = {getattr(one, "attr", getattr(one, "id", "")) for one in sides}
    equal = isinstance(node.ops[0], (ast.Eq, ast.NotEq))
    return [node] if equal and names & {"code", "kind", "level"} and any(map(is_int, sides)) else []


def called(node):
    """self._flag(16)."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return [node] if name == "_flag" and any(map(is_int, node.args)) else []


@pytest.mark.parametrize(
    "folder", ["_boundary", "_calls", "_tensor", "_memory", "_files", "autograd", "func", "nn", ""]
)
def test_no_number_is_typed_again(folder):
    paths = (PACKAGE / folder).rglob("*.py") if folder else PACKAGE.glob("*.py")
    for path in sorted(paths):
        if path.name != "constants.py":
            name = str(path.relative_to(PACKAGE))
            found = retyped(path.read_text(), OTHER.get(name, ()))
            assert not found, f"{name}: {found}; pytorch_c/_boundary/constants.py has these numbers"


@pytest.mark.parametrize(
    "source",
    [
        "_HOST = 12",
        "_NONE, _ELLIPSIS, _INT, _BOOL, _SLICE, _TENSOR = range(6)",
        "_THRESHOLD, _OUT_OF_MEMORY = 1, 2",
        "_REDUCTIONS = {'none': 0, 'mean': 1, 'sum': 2}",
        "_NAMES = {0: 'cpu', 1: 'cuda', 14: 'meta'}",
        "self._flag(16)",
        "flags & 64",
        "if x.dtype.code == 15: pass",
        "if kind == 12: pass",
        "code = -1 if dtype is None else dtype.code",
    ],
)
def test_a_number_that_is_typed_again_is_found(source):
    assert retyped(source)


@pytest.mark.parametrize(
    "source", ["n & 0xFF", "x.ndim == 2", "_STEPS = {'one': 1, 'two': 2}", "if address & 1: pass", "_N = 12"]
)
def test_other_numbers_are_let_alone(source):
    assert not retyped(source)
