"""Writes the .pyi files, so that editors complete and type checkers check every operator.

Operators come from the headers, what is written in Python from the annotations of its source. stub_head.pyi has what
neither has.
"""

import ast
import copy
import re
from pathlib import Path

from . import docstrings, runtime
from .annotated import Stub, module
from .exceptions import TAKE_NUMBERS, VARIADIC
from .parameters import NUMPY_NAMES
from .python_ops import by_name, is_method, return_type
from .sources import PACKAGE, composites, constant, exports, imported, members, named, parse, renamed

HERE = Path(__file__).resolve().parent
BY_PREFIX = {"linalg": "linalg_", "fft": "fft_", "special": "special_"}
DERIVED = {"return_types"}  # modules of _MODULES that codegen writes: their source may not be there yet
# Packages whose __all__ is computed, which a type checker cannot follow.
COMPUTED_ALL = ("nn", "nn/modules", "nn/functional")
# Modules with functions that give a tensor, or with return_indices=True two.
RETURN_INDICES = ("nn/functional/pooling", "nn/functional/adaptive_pooling")

# Names like `int` and `dtype` are dtypes and properties here: the types go by other names.
HEAD = '''"""{title}. Derived by codegen/stubs.py; do not edit."""
# ruff: noqa
# mypy: disable-error-code="misc, overload-cannot-match, overload-overlap, override"

from builtins import bool as _bool, complex as _complex, float as _float, int as _int, str as _str, type as _type
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeAlias, TypeVar, overload
from typing_extensions import TypeIs

from {up} import return_types
from {dot}_tensor.device import device as _Device
from {dot}_tensor.dtype import dtype as _Dtype, layout as _Layout, memory_format as _MemoryFormat
from {dot}_tensor.generator import Generator

_Number: TypeAlias = _int | _float | _complex
_DeviceLike: TypeAlias = _Device | _str | _int
_Ints: TypeAlias = _int | Sequence[_int]
'''

TYPES = {
    "Tensor": "Tensor", "Scalar": "_Number", "int": "_int", "float": "_float", "bool": "_bool", "str": "_str",
    "ScalarType": "_Dtype", "Layout": "_Layout", "MemoryFormat": "_MemoryFormat", "Device": "_DeviceLike",
    "Generator": "Generator", "QScheme": "_int",
}  # fmt: skip
OPTIONS = {"dtype": "_Dtype | None", "layout": "_Layout | None", "device": "_DeviceLike | None"}


def head(title, dot="."):
    return HEAD.format(title=title, dot=dot, up=dot)


def annotation(arg):
    """The type of an argument: "_Ints | None"."""
    kind = TYPES[arg.base]
    if arg.is_list:
        one = arg.base == "int" or (arg.size and arg.base != "Tensor")
        inner = kind + (" | None" if arg.optional_items else "")
        kind = "_Ints" if one and kind == "_int" else (f"{kind} | " if one else "") + f"Sequence[{inner}]"
    return kind + (" | None" if arg.optional else "")


def returned(op):
    kinds, names = [kind for kind, _ in op.schema.returns], [name for _, name in op.schema.returns]
    if op.schema.inplace:
        return "None" if op.schema.args[0].is_list else "Tensor"
    if kinds == ["()"] or not kinds:
        return "None"
    if len(kinds) > 1 and all(names):
        return f"return_types.{return_type(op.schema)}"
    types = [f"tuple[{TYPES[k[:-2]]}, ...]" if k.endswith("[]") else TYPES[k] for k in kinds]
    return types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"


def written(params):
    """Parameters [(name, annotation, default or None, keyword only)] as source."""
    parts, starred = [], False
    for name, kind, default, kwonly in params:
        if kwonly and not starred and not name.startswith("*"):
            parts.append("*")
            starred = True
        starred = starred or name.startswith("*")
        parts.append((f"{name}: {kind}" if kind else name) + ("" if default is None else f" = {default}"))
    return ", ".join(parts)


def parameters(op):
    found = []
    for name, default, arg in op.params:
        kind = annotation(arg) if arg else OPTIONS.get(name, "_bool | None" if default == "None" else "_bool")
        default = (
            default if default is None or re.match(r"^(None|True|False|-?[\d.e-]+|\"\w*\"|'\w*')$", default) else "..."
        )
        if default == "None" and "None" not in kind:
            kind += " | None"
        found.append((name, kind, default, arg is None or arg.kwonly))
    return found


def numpy_named(params):
    """The parameters with NumPy's `axis` for `dim`, which is by keyword only."""
    start = [name for name, _, _, _ in params].index("dim")
    return [(NUMPY_NAMES.get(n, n), k, d, kwonly or i >= start) for i, (n, k, d, kwonly) in enumerate(params)]


def forms(name, ops, method):
    """The signatures [(parameters, result)] of one function or method."""
    found = []
    for op in ops:
        params = parameters(op)
        if op.out and not method:
            count = len(op.out.schema.out_args)
            kind = "Tensor" if count == 1 else f"tuple[{', '.join(['Tensor'] * count)}]"
            params.append(("out", kind + " | None", "None", True))
        if method:
            params[0] = ("self", "", None, False)
        if name in TAKE_NUMBERS:
            params = [(n, "Tensor | _Number" if k == "Tensor" else k, *rest) for n, k, *rest in params]
        found.append((params, returned(op)))
        if "dim" in (n for n, _, _, _ in params) and not name.startswith("_"):
            found.append((numpy_named(params), returned(op)))
        sizes = VARIADIC.get(name)
        if sizes and any(n == sizes and not k for n, _, _, k in params):
            # randn(2, 3), and GoTorch's randn([2, 3], True)
            apart = [("*" + n, "_int", None, True) if n == sizes else (n, t, d, k) for n, t, d, k in params]
            found.append((apart, returned(op)))
            if any(n == "requires_grad" for n, _, _, _ in params):
                found.append(
                    ([(sizes, "Sequence[_int]", None, False), ("requires_grad", "_bool", None, False)], returned(op))
                )
    return list(dict.fromkeys((written(params), result) for params, result in found))


def function(name, ops, indent="", method=False):
    """The stub of one function or method, an @overload for each form if there are several."""
    signatures = forms(name, ops, method)
    doc = docstrings.summary(name).replace("\\", "\\\\")
    lines = []
    for params, result in signatures:
        if len(signatures) > 1:
            lines.append(f"{indent}@overload")
        lines.append(f"{indent}def {name}({params}) -> {result}:")
        lines += [f'{indent}    """{doc}"""', f"{indent}    ..."]
    return "\n".join(lines)


# ---- the files ----


def ops_stub(found):
    text = [
        head("Every operator as a function", ".."),
        "from .._tensor.tensor import Tensor",
        "",
        "FAMILY: dict[_str, _str]",
        "METHODS: list[_str]",
        "",
    ]
    return "\n".join(text + [function(name, ops) for name, ops in sorted(found.items())]) + "\n"


def return_types_stub(results, found):
    returned = [(return_type(op.schema), *one) for ops in found.values() for op in ops for one in op.schema.returns]
    numbers = {(name, field) for name, kind, field in returned if kind == "int"}
    lines = [
        '"""Named results of operators. Derived by codegen/stubs.py; do not edit."""',
        "# ruff: noqa",
        "",
        "from typing import NamedTuple",
        "",
        "from ._tensor.tensor import Tensor",
        "",
    ]
    for name, fields in sorted(results.items()):
        kinds = ["int" if (name, field) in numbers else "Tensor" for field in fields]
        lines += [f"class {name}(NamedTuple):", *(f"    {f}: {kind}" for f, kind in zip(fields, kinds)), ""]
    return "\n".join(lines)


# Where the members of Tensor come from, in the order of pytorch_c/_tensor/members.py.
TABLES = [
    ("operators", "SLOTS"), ("indexing", "SLOTS"), ("indexing", "METHODS"), ("data", "METHODS"), ("lists", "METHODS"),
    ("methods", "METHODS"), ("methods", "PROPERTIES"), ("protocols", "PROTOCOLS"),
    ("rare", "METHODS"), ("rare", "PROPERTIES"),
]  # fmt: skip


def tensor_stub(found):
    stub, source = Stub("_tensor", {"Size", "Tensor"}), module("_tensor.tensor")
    size, members = stub.class_body(source, "Size"), stub.class_body(source, "Tensor")
    for name, table in TABLES:
        members |= stub.table(module(f"_tensor.{name}"), table)
    for name, chapter in composites("_METHODS").items():
        members[name] = stub.member(ast.Name(name), module(f"_composites.{chapter}"), name)
    operators = {
        name: [op for op in ops if is_method(op)] for name, ops in sorted(found.items()) if name not in members
    }
    lines = [
        head("The Tensor", ".."),
        *sorted(stub.imports),
        "\nclass Size(tuple[_int, ...]):",
        *size.values(),
        "\nclass Tensor:",
        *members.values(),
        "    __torch_dispatch__: Any",
        "    @classmethod",
        "    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any: ...",
        "    # ---- operators ----",
        *(function(name, ops, "    ", method=True) for name, ops in operators.items() if ops),
    ]
    return "\n".join(lines) + "\n"


def prefixed_stub(module, prefix, found):
    """linalg.pyi and the like: the operators with a prefix, under their short names."""
    tree = parse(PACKAGE / f"{module}.py")
    by_hand = {name: line for name, line in members(tree.body).items() if not name.startswith("_")}
    by_hand |= imported(tree)
    short = [name[len(prefix) :] for name in sorted(found) if name.startswith(prefix)]
    lines = [
        head(f"torch.{module}"),
        "from . import _ops",
        "from ._tensor.tensor import Tensor",
        "",
        *by_hand.values(),
        "",
    ]
    for name in short:
        if name not in by_hand:
            lines.append(
                re.sub(rf"def {prefix}{name}\(", f"def {name}(", function(prefix + name, found[prefix + name]))
            )
    return "\n".join(lines) + "\n"


def exports_stub(folder):
    """A package that only gathers: its imports, and what it defines, without types."""
    tree = parse(folder / "__init__.py")
    by_hand = {name: line for name, line in members(tree.body).items() if not name.startswith("_")}
    by_hand |= {name: f"from . import {module} as {name}" for name, module in renamed(tree).items()}
    lines = [
        f'"""What pytorch_c.{folder.name} gathers. Derived by codegen/stubs.py; do not edit."""',
        "# ruff: noqa",
        "",
        "from typing import Any",
        "",
    ]
    return "\n".join([*lines, *sorted(exports(folder).values()), *by_hand.values()]) + "\n"


def functional_stub():
    """torch.functional: names of the package itself, whose stub has their types."""
    names = constant(parse(PACKAGE / "functional.py"), "__all__")
    lines = ['"""torch.functional. Derived by codegen/stubs.py; do not edit."""', ""]
    return "\n".join(lines + [f"from . import {name} as {name}" for name in names]) + "\n"


def utils_stub():
    """torch.utils: its modules, of which data is the package's own."""
    lines = ["from .. import data as data", "from .._tensor.tensor import Tensor"]
    lines += ["from . import dlpack as dlpack", "from . import hooks as hooks"]
    names = ("generate_methods_for_privateuse1_backend", "rename_privateuse1_backend")
    lines += [f"from .backend_registration import {name} as {name}" for name in names]
    lines += ["", "__all__: list[str]", "", "def set_module(obj: object, mod: str) -> None: ..."]
    lines += ["def swap_tensors(t1: Tensor, t2: Tensor) -> None: ..."]
    return "\n".join(['"""torch.utils. Derived by codegen/stubs.py; do not edit."""', "", *lines]) + "\n"


def again_stub(package):
    """The names of a package under another one."""
    lines = (line.replace("from .", f"from ..{package}.", 1) for line in exports(PACKAGE / package).values())
    return (
        "\n".join([f'"""pytorch_c.{package}, once more. Derived by codegen/stubs.py; do not edit."""', "", *lines])
        + "\n"
    )


def indices_stub(path):
    """A module of RETURN_INDICES, from its own annotations, with an overload for each kind of result."""
    source = path.read_text()
    imports = [ast.unparse(node) for node in ast.parse(source).body if isinstance(node, ast.If) for node in node.body]
    lines = [
        '"""Derived by codegen/stubs.py; do not edit."""',
        "",
        "from typing import Literal, overload",
        "",
        *imports,
        "",
    ]
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            lines += by_indices(node)
    return "\n".join(lines) + "\n"


def by_indices(node):
    """The stubs of one function: three overloads where return_indices decides what it gives."""
    node.body = [*node.body[:1], ast.Expr(ast.Constant(...))]  # its docstring
    if ast.unparse(node.returns) != "Tensor | tuple[Tensor, Tensor]":
        return [ast.unparse(node)]
    forms = (
        ("Literal[False]", "Tensor"),
        ("Literal[True]", "tuple[Tensor, Tensor]"),
        ("bool", ast.unparse(node.returns)),
    )
    return [ast.unparse(with_indices(copy.deepcopy(node), *map(expression, form))) for form in forms]


def expression(text):
    return ast.parse(text, mode="eval").body


def with_indices(node, kind, result):
    """The function as one overload, where return_indices is of this kind."""
    args, node.returns, node.decorator_list = node.args, result, [expression("overload")]
    at, flag = next((i, arg) for i, arg in enumerate(args.args) if arg.arg == "return_indices")
    flag.annotation = kind
    if ast.unparse(kind) == "Literal[True]":  # required, and so by keyword after those with a default
        later, args.args = args.args[at:], args.args[:at]
        defaults, args.defaults = args.defaults[-len(later) :], args.defaults[: -len(later)]
        args.kwonlyargs, args.kw_defaults = [*later, *args.kwonlyargs], [None, *defaults[1:], *args.kw_defaults]
    return node


def added(tree, name):
    """The value of NAME = <literal> with what NAME |= <expression of literals> adds to it."""
    out = dict(constant(tree, name))
    for node in tree.body:
        if (
            isinstance(node, ast.AugAssign)
            and ast.unparse(node.target) == name
            and "_composites" not in ast.unparse(node)
        ):
            out |= eval(ast.unparse(node.value), {"dict": dict})
    return out


def lazy_name(name, module):
    """A name of the package that is loaded at its first use: of any type where its module's text does not have it."""
    path = PACKAGE / f"{module.strip('.').replace('.', '/')}.py"
    path = path if path.is_file() else path.with_suffix("") / "__init__.py"
    known = path.is_file() and name in named(path.read_text())
    if known:
        return f"from {module} import {name} as {name}"
    return f"{name}: type[TypedStorage]" if name.endswith("Storage") else f"{name}: Callable[..., Any]"


def module_names(tree, borrowed):
    """Names of _MODULES that a checker can follow: modules with a source here, or with a stub among those of torch's files."""
    stubbed = {path.partition("/")[0].removesuffix(".pyi") for path in borrowed}
    for name in constant(tree, "_MODULES"):
        ours = (PACKAGE / f"{name}.py", PACKAGE / name / "__init__.py")
        if name in DERIVED or name in stubbed or any(path.is_file() for path in ours):
            yield name


def package_stub(found, borrowed):
    template = (HERE / "stub_head.pyi").read_text()
    known = named(template)
    tree = parse(PACKAGE / "__init__.py")
    lines, values = [], vars(runtime.load("_tensor.dtype"))
    for names, kind in (("DTYPES", "_Dtype"), ("LAYOUTS", "_Layout"), ("FORMATS", "_MemoryFormat")):
        lines += [f"{name}: {kind}" for name in values[names] if name not in known]
        known |= set(values[names])
    lazy = {name: lazy_name(name, module) for name, module in added(tree, "_LAZY").items()}
    lazy |= {name: f"from . import {name} as {name}" for name in module_names(tree, borrowed)}
    lazy |= imported(tree)
    lines += [line for name, line in lazy.items() if name not in known]
    known |= set(lazy)
    chapters = composites("_CHAPTERS")
    lines += [f"from ._composites.{chapters[name]} import {name} as {name}" for name in chapters if name not in known]
    known |= set(chapters)
    known |= set(constant(tree, "_METHODS_ONLY"))
    lines += [f"from ._ops import {name} as {name}" for name in sorted(found) if name not in known]
    start = head("pytorch_c").replace("import Generator", "import Generator as Generator")
    return "\n".join([start, template, *lines]) + "\n"


def core_stub():
    """The C extension: what it puts around a function leaves the function's type alone."""
    return (
        '"""The C extension, csrc/. Derived by codegen/stubs.py; do not edit."""\n\n'
        "from collections.abc import Callable\nfrom typing import Any, TypeVar\n\n"
        '_F = TypeVar("_F", bound=Callable[..., Any])\n\n'
        "def quick(function: _F, /) -> _F: ...\ndef asking(function: _F, asked: object = ..., /) -> _F: ...\n"
        "def __getattr__(name: str) -> Any: ...\n"
    )


def files(families, results, borrowed):
    """{path in the package: text} of all stubs; `borrowed` has the paths of those of torch's own files."""
    found, _ = by_name(families)
    made = {
        "__init__.pyi": package_stub(found, borrowed),
        "_tensor/tensor.pyi": tensor_stub(found),
        "_ops/__init__.pyi": ops_stub(found),
        "return_types.pyi": return_types_stub(results, found),
        "_boundary/_core.pyi": core_stub(),
        "functional.pyi": functional_stub(),
        "utils/__init__.pyi": utils_stub(),
        "utils/data.pyi": again_stub("data"),
    }
    made |= {f"{module}.pyi": indices_stub(PACKAGE / f"{module}.py") for module in RETURN_INDICES}
    made |= {
        f"{folder}/__init__.pyi": exports_stub(PACKAGE / folder)
        for folder in COMPUTED_ALL
        if (PACKAGE / folder).is_dir()
    }
    return made | {f"{module}.pyi": prefixed_stub(module, prefix, found) for module, prefix in BY_PREFIX.items()}
