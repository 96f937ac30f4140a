"""The modules of the package and who imports whom, read from the sources: no circles, and one folder that knows cffi.

An import inside a function counts as one at the top of a file does. So does a module that a package names in a
string and loads when somebody asks for it. Imports for type checkers do not count.
"""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import pytorch_c

PACKAGE = Path(pytorch_c.__file__).resolve().parent
OPERATORS = "pytorch_c._ops"
EXTENSIONS = {"_core", "_native"}
C_LIBRARY = {"ffi", "lib", "NULL"} | EXTENSIONS
MOST_USERS = 5


def modules():
    """{"pytorch_c.nn.init": path} of all modules, the derived ones too."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def is_for_type_checkers(node):
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def running(node):
    """The nodes below one that can run: all but those under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        if is_for_type_checkers(child):
            for other in child.orelse:
                yield other
                yield from running(other)
        else:
            yield child
            yield from running(child)


def imported(node, package, known):
    """The modules that an import statement in a package names."""
    if isinstance(node, ast.Import):
        return {one.name for one in node.names}
    start = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    origin = ".".join([*start, *([node.module] if node.module else [])])
    named = {f"{origin}.{one.name}" for one in node.names if one.name not in EXTENSIONS}
    return {full if full in known else full.rpartition(".")[0] for full in named}


def loaded_by_name(tree, package, known):
    """The modules that a package which calls import_module() names in strings."""
    if "import_module(" not in ast.unparse(tree):
        return set()
    texts = {node.value for node in running(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {full for text in texts for full in (f"{package}.{text.lstrip('.')}", f"{package}._{text}") if full in known}


def uses(path, package, known):
    """The modules of the package that one module imports, now or later."""
    tree = ast.parse(path.read_text())
    found = loaded_by_name(tree, package, known) if path.name == "__init__.py" else set()
    if package == OPERATORS and path.name == "__init__.py":  # the C extension loads them
        found |= {name for name in known if name.startswith(f"{OPERATORS}._")}
    for node in running(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= imported(node, package, known)
    return found & known.keys()


@pytest.fixture(scope="module")
def graph():
    """{module: the modules that it imports}"""
    known = modules()
    return {
        name: uses(path, name if path.name == "__init__.py" else name.rpartition(".")[0], known) - {name}
        for name, path in known.items()
    }


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
