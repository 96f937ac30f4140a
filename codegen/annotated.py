"""Functions and classes of the Python sources as lines of a stub, with the annotations that they carry.

A stub in which `int` or `dtype` is a member of Tensor knows the types by other names: `_int`, `_Dtype`.
"""

import ast
import copy
from functools import cache

from .sources import PACKAGE, plain_defaults

BUILTINS = {"bool", "complex", "float", "int", "str", "type"}
# Names that stubs.HEAD imports or defines, some with "_" before them.
AS_THEY_ARE = {"Any", "Generator", "Literal", "Sequence", "SupportsIndex", "TypeIs", "overload", "bytearray"}
AS_THEY_ARE |= {"dict", "list", "object", "set", "slice", "tuple"}
RENAMED = {"Device", "DeviceLike", "Dtype", "Ints", "Layout", "MemoryFormat", "Number"}


@cache
def module(name):
    """The source of "_tensor.data"."""
    return Module(name)


def is_overload(node):
    return any(ast.unparse(one) == "overload" for one in node.decorator_list)


def for_all(body):
    """The statements of a module or a class, those under `if TYPE_CHECKING` among them."""
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from for_all(node.body)
        else:
            yield node


def functions(body):
    """{name: its overloads where it has some; else the function, or a property's getter and setter}"""
    found = {}
    for node in for_all(body):
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return {name: [one for one in nodes if is_overload(one)] or nodes for name, nodes in found.items()}


class Module:
    """One source: its statements, its functions, and where the names come from that it imports."""

    def __init__(self, name):
        self.name = name
        self.tree = ast.parse((PACKAGE / f"{name.replace('.', '/')}.py").read_text())
        self.functions = functions(self.tree.body)
        self.imports = {}
        for node in for_all(self.tree.body):
            if isinstance(node, ast.ImportFrom):
                start = name.split(".")[: -node.level] if node.level else []
                origin = ".".join([*start, *([node.module] if node.module else [])])
                self.imports |= {one.asname or one.name: (origin, one.name, node.level) for one in node.names}

    def assigned(self, name):
        """The value of NAME = …"""
        return next(
            node.value
            for node in self.tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
        )

    def class_(self, name):
        return next(node for node in self.tree.body if isinstance(node, ast.ClassDef) and node.name == name)

    def inner(self, name):
        """The function that the function of this name makes and returns, perhaps decorated: `return core.quick(method)`."""
        body = self.functions[name][0].body
        value = body[-1].value
        made = ast.unparse(value.args[0] if isinstance(value, ast.Call) else value)
        return next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == made)


class Stub:
    """A stub in the making: what is written into it, and what it must import for that."""

    def __init__(self, package, classes):
        self.package, self.classes, self.imports = package, classes, set()

    def __call__(self, annotation, source):
        """Returns the stub's text for an annotation of a source."""
        return ast.unparse(_Renamed(self, source).visit(copy.deepcopy(annotation)))

    def name(self, name, source):
        """The stub's name for a type, which it imports if need be."""
        if name in AS_THEY_ARE or name in self.classes:
            return name
        if name not in BUILTINS | RENAMED:
            origin, original, level = source.imports[name]
            start = ("." * (self.package.count(".") + 2) if self.package else ".") if level else ""
            self.imports.add(f"from {start}{origin} import {original} as _{name}")
        return f"_{name}"

    def function(self, node, source, name=None, indent="    "):
        """One function, method, property or overload, under its own name or another one."""
        node = copy.deepcopy(node)
        plain_defaults(node)
        kinds = ("overload", "property", "classmethod", "staticmethod")
        lines = [
            f"@{ast.unparse(one)}"
            for one in node.decorator_list
            if ast.unparse(one).split(".")[-1] in (*kinds, "setter")
        ]
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        if name and lines[-1:] != ["@staticmethod"]:
            every[0].arg = "cls" if every[0].arg == "cls" else "self"
        for one in filter(None, every):
            if one.arg == "self" and one is every[0]:
                one.annotation = None
            if one.annotation:
                one.annotation = ast.parse(self(one.annotation, source), mode="eval").body
        result = f" -> {self(node.returns, source)}" if node.returns else ""
        lines.append(f"def {name or node.name}({ast.unparse(arguments)}){result}:")
        doc = (ast.get_docstring(node) or "").partition("\n")[0].replace("\\", "\\\\")
        lines += [f'    """{doc}"""'] * bool(doc) + ["    ..."]
        return "\n".join(indent + line for line in lines)

    def property(self, node, source, name):
        """A function of a tensor as a property."""
        node = copy.deepcopy(node)
        node.decorator_list = [ast.Name("property")]
        return self.function(node, source, name)

    # ---- members of a class ----

    def class_body(self, source, name):
        """{name: lines} of what a class statement defines."""
        body = source.class_(name).body
        found = {"__doc__": f'    """{ast.get_docstring(source.class_(name)).splitlines()[0]}"""'}
        for node in for_all(body):
            if isinstance(node, ast.AnnAssign):
                found[node.target.id] = f"    {node.target.id}: {self(node.annotation, source)}"
        for member, nodes in functions(body).items():
            found[member] = "\n".join(self.function(node, source) for node in nodes)
        return found

    def table(self, source, name):
        """{name: lines} of the members in one of the tables that a source exports."""
        table = source.assigned(name)
        if name != "SLOTS":
            # The members that `**{…}` adds are private.
            named = [(key.value, value) for key, value in zip(table.keys, table.values) if key]
            return {key: self.member(value, source, key) for key, value in named}
        # Python's slots take no argument by name.
        slots = {f"__{key.value}__": value for key, value in zip(table.keys, table.values)}
        return {key: self.member(value, source, key).replace(") ->", ", /) ->") for key, value in slots.items()}

    def member(self, value, source, name):
        """The lines of one member by the expression that stands for it in a table."""
        if isinstance(value, ast.Constant):
            return f"    {name}: _{type(value.value).__name__}"
        if isinstance(value, ast.Name):
            return "\n".join(self.function(node, source, name) for node in source.functions[value.id])
        if isinstance(value, ast.Attribute) and ast.unparse(value) == "object.__hash__":
            return "    def __hash__(self) -> _int: ..."
        if isinstance(value, ast.Attribute):  # an object of the C extension's
            return f"    {name}: Any"
        kind, argument = ast.unparse(value.func), value.args[0]
        if kind == "property":
            (node,) = (
                source.functions[argument.id] if isinstance(argument, ast.Name) else [source.inner(argument.func.id)]
            )
            return self.property(node, source, name)
        if kind == "staticmethod":
            return self.member(argument, source, name)
        return self.function(source.inner(kind), source, name)


class _Renamed(ast.NodeTransformer):
    def __init__(self, stub, source):
        self.stub, self.source = stub, source

    def visit_Name(self, node):
        return ast.Name(self.stub.name(node.id, self.source))

    def visit_Attribute(self, node):
        """`builtins.type`, where a source has a `type` of its own."""
        if ast.unparse(node.value) != "builtins":
            raise ValueError(f"{self.source.name}: {ast.unparse(node)} in an annotation")
        return ast.Name(self.stub.name(node.attr, self.source))
