"""Reads the Python sources for the stubs: which names a module, a class or the package has."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "pytorch_c"


def plain_defaults(node):
    """Puts `...` for each default of a function that is no literal."""
    plain = (ast.Constant, ast.UnaryOp)
    node.args.defaults = [one if isinstance(one, plain) else ast.Constant(...) for one in node.args.defaults]
    node.args.kw_defaults = [
        one if one is None or isinstance(one, plain) else ast.Constant(...) for one in node.args.kw_defaults
    ]


def untyped(node):
    """A function of the sources without types: "def f(a, b=...): ..."."""
    plain_defaults(node)
    kind = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    return f"{kind} {node.name}({ast.unparse(node.args)}): ..."


def members(body):
    """{name: stub line} of the public definitions of a module or a class."""
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            kept = [
                ast.unparse(d)
                for d in node.decorator_list
                if ast.unparse(d) in ("property", "staticmethod", "classmethod")
            ]
            if not any(".setter" in ast.unparse(d) or ".deleter" in ast.unparse(d) for d in node.decorator_list):
                found[node.name] = "".join(f"@{d}\n" for d in kept) + untyped(node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = f"{node.targets[0].id}: Any"
    return {name: line for name, line in found.items() if not name.startswith("__")}


def parse(path):
    return ast.parse(path.read_text())


def imported(tree):
    """{name: "from ._x import name as name"} of a module's imports from the package, and from the operators."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.level == 1 or node.module == "_ops"):
            for one in node.names:
                name = one.asname or one.name
                if (name == one.name or node.level > 1) and not name.startswith("_"):
                    found[name] = f"from {'.' * node.level}{node.module or ''} import {one.name} as {name}"
    return found


def renamed(tree):
    """{name: module} of NAME = <module that was imported>, such as GoTorch's names."""
    modules = {name for name, line in imported(tree).items() if line.startswith("from . import ")}
    assigned = [node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
    return {node.targets[0].id: node.value.id for node in assigned if getattr(node.value, "id", None) in modules}


def exports(folder):
    """{name: import line} of a package's __init__.py, star imports spelled out."""
    tree = parse(folder / "__init__.py")
    found = imported(tree)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.names[0].name == "*":
            inner = folder / node.module
            names = exports(inner) if inner.is_dir() else members(parse(inner.with_suffix(".py")).body)
            found |= {
                name: f"from .{node.module} import {name} as {name}" for name in names if not name.startswith("_")
            }
    found.pop("*", None)
    return found


def constant(tree, name):
    """The value of NAME = <literal> in a module."""
    return next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    )


def composites(table):
    """{name: chapter} of the functions (_CHAPTERS) or methods (_METHODS) of pytorch_c/_composites."""
    chapters = constant(parse(PACKAGE / "_composites" / "__init__.py"), table)
    return {name: chapter for chapter, names in chapters.items() for name in names.split()}


def named(text):
    """The names that a stub defines at its top level."""
    return set().union(*map(defined, ast.parse(text).body))


def defined(node):
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.AnnAssign):
        return {ast.unparse(node.target)}
    if isinstance(node, (ast.ImportFrom, ast.Import)):
        return {one.asname or one.name for one in node.names}
    return set()
