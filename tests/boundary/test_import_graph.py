"""The import graph of the package (tools/import_graph.py): no circles, and one folder that knows cffi."""

import ast
from graphlib import CycleError, TopologicalSorter

import pytest

from tools import import_graph
from tools.import_graph import EXTENSIONS, ROOT, modules, uses

C_LIBRARY = {"ffi", "lib", "NULL"} | EXTENSIONS
MOST_USERS = 5


@pytest.fixture(scope="module")
def graph():
    return import_graph.graph()


def circle(graph):
    """The modules of one circle, in its order; [] where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_the_graph_is_read(graph):
    assert "pytorch_c._tensor.tensor" in graph["pytorch_c._tensor.data"]
    assert "pytorch_c._tensor.printing" in graph["pytorch_c._tensor.protocols"], "inside of a function"
    assert "pytorch_c.nn" in graph["pytorch_c"] and "pytorch_c._ops._blas" in graph["pytorch_c._ops"], "by name"
    assert "pytorch_c._ops" in graph["pytorch_c.nn.init"], "from .. import _ops"
    assert "pytorch_c._typing" not in set().union(*graph.values()), "for type checkers only"


@pytest.mark.parametrize(
    "source, expected",
    [
        ("from .a import x", {"p.a"}),
        ("def f():\n    from . import b", {"p.b"}),
        ("if TYPE_CHECKING:\n    from . import a\nelse:\n    from . import b", {"p.b"}),
        ("try:\n    from .a.c import x\nexcept ImportError:\n    import p.b", {"p.a.c", "p.b"}),
        ("from . import x", {"p"}),
        ("import_module('.' + name)\nTABLE = {'b': '.a'}", {"p.a", "p.b"}),
        ("TABLE = {'b': '.a'}", set()),
    ],
)
def test_what_counts_as_an_import(source, expected, tmp_path):
    (tmp_path / "__init__.py").write_text(source)
    assert uses(tmp_path / "__init__.py", "p", dict.fromkeys(("p", "p.a", "p.a.c", "p.b"))) == expected


def test_a_circle_is_found():
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}
    assert circle({"a": {"b"}, "b": {"c"}, "c": set(), "d": {"a"}}) == []


def test_no_module_imports_itself_through_others(graph):
    assert circle(graph) == []


def takes_the_c_library(path):
    """Returns whether a module imports cffi's `ffi` or `lib`, or the C extension itself."""
    imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    names = {one.name for node in imports for one in node.names if (node.module or "library").endswith("library")}
    return bool(names & C_LIBRARY)


def test_one_folder_imports_the_c_library():
    users = {name for name, path in modules().items() if takes_the_c_library(path)}
    users = {name for name in users if not name.startswith("pytorch_c._ops.")}
    assert {name for name in users if not name.startswith("pytorch_c._boundary.")} == set()
    assert 0 < len(users) <= MOST_USERS


def test_that_a_module_takes_the_c_library_is_seen(tmp_path):
    for source, expected in (
        ("from .._boundary.library import NULL, lib", True),
        ("def f():\n    from .library import ffi", True),
        ("from . import _native", True),
        ("from ._boundary.library import libtorch_dir", False),
        ("from .other import lib", False),
    ):
        (tmp_path / "one.py").write_text(source)
        assert takes_the_c_library(tmp_path / "one.py") == expected, source


def test_heights(graph):
    assert import_graph.heights({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": 2, "b": 1, "c": 0}
    rows = dict(import_graph.by_folder(graph))
    assert sum(map(len, rows.values())) == len(graph)


def test_the_picture_has_every_folder(graph):
    picture = (ROOT / "docs" / "pictures" / "layers.svg").read_text(encoding="utf-8")
    assert [name for name, _ in import_graph.by_folder(graph) if f">{name}<" not in picture] == [], (
        "run python tools/import_graph.py"
    )
