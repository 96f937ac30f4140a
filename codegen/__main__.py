"""python -m codegen: writes what is derived from the headers (only what has changed)."""

from pathlib import Path

from . import borrowed_stubs, cffi_source, derived, describe, header, kinds, python_ops, stubs, table, wrapping

PACKAGE = Path(__file__).resolve().parent.parent / "pytorch_c"


OPS_INIT = '''"""Every operator (csrc/operator.c); its Python function is loaded by family when it is needed. Derived; do not edit."""
# ruff: noqa

from .._boundary.library import core

Operator = core.Operator

'''

OPS_LOOKUP = """
FAMILY = {name: family for family, names in _NAMES.items() for name in names.split()}
METHODS = [name for names in _METHODS.values() for name in names.split()]


def __getattr__(name):
    if name in FAMILY:
        found = Operator(name)
    else:
        from .._calls import torch_ops

        found = torch_ops.named(name)
        if found is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def below(prefix):
    # {NAME: the operator prefixNAME}, for a module that has these operators by shorter names
    found = (name for name in FAMILY if name.startswith(prefix))
    return {name[len(prefix) :]: globals().get(name) or __getattr__(name) for name in found}


def __dir__():
    return sorted(FAMILY)
"""


def index(variable, modules, column):
    """{family: "name name …"} as source."""
    lines = [f"    {family!r}: ({' '.join(module[column])!r})," for family, module in modules.items()]
    return "\n".join([f"{variable} = {{", *lines, "}", ""])


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


def return_types(found):
    lines = [
        '"""Named results of operators that give several tensors. Derived; do not edit."""',
        "",
        "from collections import namedtuple",
        "",
        "",
        "def _repr(self):",
        '    parts = ",\\n".join(f"{name}={value!r}" for name, value in zip(self._fields, self))',
        '    return f"torch.return_types.{type(self).__name__}(\\n{parts})"',
        "",
        "",
        "def _result(name, fields):",
        "    made = namedtuple(name, fields, module=__name__)",
        "    by_fields = made.__new__",
        "",
        "    def new(cls, *values, **named):  # torch's classes take one sequence",
        "        if len(values) == 1 and not named:",
        "            (values,) = values",
        "        return by_fields(cls, *values, **named)",
        "",
        "    made.__new__, made.__repr__ = new, _repr",
        "    made.n_fields = made.n_sequence_fields = len(fields)",
        "    made.n_unnamed_fields = 0",
        "    return made",
        "",
        "",
    ]
    lines += [f"{name} = _result({name!r}, {fields!r})" for name, fields in sorted(found.items())]
    return "\n".join(lines) + "\n"


def main():
    api = header.read()
    families = api.families
    write(PACKAGE / "_boundary" / "constants.py", derived.constants(api))
    modules, results = python_ops.modules(families)
    for stale in set((PACKAGE / "_ops").glob("*.py")) - {PACKAGE / "_ops" / f"_{family}.py" for family in modules}:
        if stale.name != "__init__.py":
            stale.unlink()
    for family, (text, _, _) in modules.items():
        write(PACKAGE / "_ops" / f"_{family}.py", wrapping.wrapped(text))  # `norm` is an operator too
    write(
        PACKAGE / "_ops" / "__init__.py",
        wrapping.wrapped(OPS_INIT + index("_NAMES", modules, 1) + index("_METHODS", modules, 2) + OPS_LOOKUP),
    )
    write(PACKAGE / "return_types.py", return_types(results))
    borrowed = borrowed_stubs.files()
    made = stubs.files(families, results, borrowed) | borrowed
    for stale in set(PACKAGE.rglob("*.pyi")) - {PACKAGE / name for name in made}:
        stale.unlink()
    for name, text in made.items():
        write(PACKAGE / name, wrapping.wrapped(text))
    write(PACKAGE / "pytorch_c.json", describe.text(api))
    write(PACKAGE / "excluded.json", (header.INCLUDE.parent / "excluded.json").read_text())
    cdef, source = cffi_source.module(api)
    write(PACKAGE / "csrc" / "native.cdef", cdef)
    write(PACKAGE / "csrc" / "native.c", source)
    write(PACKAGE / "csrc" / "kinds.h", kinds.header())
    write(PACKAGE / "csrc" / "table.c", table.source(families))


if __name__ == "__main__":
    main()
