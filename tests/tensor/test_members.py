"""Each member of Tensor has one owner, and one file puts them on the class."""

import ast
from pathlib import Path

import pytest
import torch

import pytorch_c
from pytorch_c import _composites, _ops
from pytorch_c._tensor import indexing, members, operators

PACKAGE = Path(pytorch_c.__file__).resolve().parent
ATTACHES = "_tensor/members.py"
# Elsewhere: the strategy that has its name gives Tensor a __del__ and takes it away again.
# Once a mode was entered, members that ask stand there for a while.
# While a trace is open, members that leave libtorch warn, and sizes are followed; then all is as it was.
EXCUSED = {"_memory/finalizers.py": {"__del__"}, "jit/_tracing.py": {"?"}, "_tensor/overriding.py": {"?"}}
CLASS = ("Tensor", "tensor_class")  # its names in the sources

TABLES = members.TABLES | {"composites": _composites.METHODS}


def class_body():
    """The names that the class statement of Tensor defines."""
    tree = ast.parse((PACKAGE / "_tensor" / "tensor.py").read_text())
    found = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Tensor")
    functions = [node.name for node in found.body if isinstance(node, ast.FunctionDef)]
    assigned = [node.targets[0].id for node in found.body if isinstance(node, ast.Assign)]
    # A property's setter stands under its name again.
    return {*functions, *assigned} - {"__module__", "__slots__"}


def test_tables_share_no_name():
    owners = {}
    for owner, table in TABLES.items():
        for name in table:
            owners.setdefault(name, []).append(owner)
    assert {name: found for name, found in owners.items() if len(found) > 1} == {}


@pytest.mark.parametrize("owner", TABLES)
def test_a_table_leaves_the_class_body_and_c_alone(owner):
    assert TABLES[owner], "not empty"
    assert set(TABLES[owner]) & members.BORN_WITH == set()


def test_operators_are_slots_of_the_base_class():
    assert operators.SLOTS.keys() & indexing.SLOTS.keys() == set()
    slots = {f"__{name}__" for name in operators.SLOTS | indexing.SLOTS}
    assert slots <= set(vars(members.Owner))
    assert slots & set(vars(pytorch_c.Tensor)) == set(), "none is put on Tensor itself"


def test_c_leaves_the_class_body_alone():
    in_c = set(vars(members.Owner)) - set(dir(object))
    assert {"shape", "dtype", "grad", "dim", "__add__"} <= in_c
    assert in_c & class_body() == set()


def test_every_member_has_an_owner():
    known = members.BORN_WITH.union(*TABLES.values(), _ops.METHODS, members.INNER, *EXCUSED.values())
    of_copyreg = {"__slotnames__"}  # put there when a tensor is copied, by another test of the process
    assert set(vars(pytorch_c.Tensor)) - known - of_copyreg == set()


def test_an_operator_is_a_method_where_nobody_owns_its_name():
    owned = members.BORN_WITH.union(*TABLES.values())
    assert {"istft", "norm", "detach"} <= owned & set(_ops.METHODS), "some names have another owner"
    for name in ("mm", "add_", "sum"):
        assert name not in owned
        assert getattr(pytorch_c.Tensor, name).__func__ is getattr(_ops, name)


# ---- who puts members on the class ----


def put_on_tensor(tree):
    """The names that a module assigns to, or deletes from, the class Tensor; "?" where they are computed."""
    for node in ast.walk(tree):
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        for target in (one for part in targets for one in getattr(part, "elts", [part])):
            if isinstance(target, ast.Attribute) and ast.unparse(target.value) in CLASS:
                yield target.attr
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("setattr", "delattr", "type.__setattr__"):
            if ast.unparse(node.args[0]) in CLASS:
                yield node.args[1].value if isinstance(node.args[1], ast.Constant) else "?"


def test_one_file_puts_members_on_the_class():
    found = {str(path.relative_to(PACKAGE)): set(put_on_tensor(ast.parse(path.read_text()))) for path in sources()}
    assert "?" in found.pop(ATTACHES)
    assert {path: names - EXCUSED.get(path, set()) for path, names in found.items() if names} == dict.fromkeys(
        EXCUSED, set()
    )


def sources():
    return [path for path in sorted(PACKAGE.rglob("*.py")) if "_ops" not in path.parts]


@pytest.mark.parametrize(
    "source, expected",
    [
        ("Tensor.x = 1", ["x"]),
        ("Tensor.x, Tensor.y = 1, 2", ["x", "y"]),
        ("def f(tensor_class):\n    tensor_class.__del__ = 1", ["__del__"]),
        ("del Tensor.x", ["x"]),
        ("setattr(Tensor, name, 1)", ["?"]),
        ("setattr(Tensor, 'x', 1)", ["x"]),
        ("Tensor.x: int = 1", ["x"]),
        ("tensor.grad = None", []),
        ("x = Tensor.x", []),
    ],
)
def test_what_counts_as_putting(source, expected):
    assert list(put_on_tensor(ast.parse(source))) == expected


def test_dir_names_what_a_tensor_has():
    x = pytorch_c.ones(2)
    x.note = 1
    names = dir(x)
    assert names == sorted({*names}) and "note" in names
    theirs = {name for name in dir(torch.ones(2)) if not name.startswith("_")}
    assert theirs - {*names} == set() and not {"volatile", "__cuda_array_interface__"} & {*names}


def test_hooks_are_not_deleted_but_set_to_none():
    for library in (torch, pytorch_c):
        x = library.ones(2, requires_grad=True)
        with pytest.raises(RuntimeError, match="Deletion of _backwards_hooks not allowed!"):
            del x._backward_hooks
