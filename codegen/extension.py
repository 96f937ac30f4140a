"""python -m codegen.extension [--write]: the names of torch's extension module torch._C, read from the installed torch.

A derived file holds them (pytorch_c/_C/names.py), since pytorch_c never loads the extension. Without --write, the exit
status is 1 where the file is stale.
"""

from __future__ import annotations

import sys
import types
import warnings
from pathlib import Path

from . import wrapping

FILE = Path(__file__).resolve().parent.parent / "pytorch_c" / "_C" / "names.py"
_PLAIN = (bool, int, float, str)
_HEAD = '''"""The names of torch._C and of its submodules, by kind; `extension` says what each is here. Derived; do not edit."""
# ruff: noqa
'''


def collect():
    """{submodule, "" for torch._C: {kind: names}} of the installed torch."""
    import torch

    torch._C._faulty_agent_init()  # makes a submodule
    found, left = {}, [("", torch._C)]
    while left:
        name, module = left.pop()
        found[name] = kinds(module)
        below = found[name]["modules"]
        left += [(f"{name}.{one}".lstrip("."), getattr(module, one)) for one in below if one != "_functions"]
    return dict(sorted(found.items()))


def kinds(module):
    """The names in one module: classes, errors, functions, objects, modules; enums, values and sets of keys with what they are."""
    found = {
        "classes": [],
        "errors": [],
        "enums": {},
        "values": {},
        "functions": [],
        "objects": [],
        "modules": [],
        "keysets": {},
    }
    for name in dir(module):
        value = getattr(module, name)
        if name.startswith("__"):
            continue
        if isinstance(value, types.ModuleType):
            found["modules"].append(name)
        elif isinstance(value, type) and issubclass(value, Exception):
            found["errors"].append(name)
        elif isinstance(value, type):
            members = getattr(value, "__members__", None)
            if members:
                found["enums"][name] = {key: int(one) for key, one in members.items()}
            else:
                found["classes"].append(name)
        elif hasattr(value, "raw_repr"):
            found["keysets"][name] = value.raw_repr()
        elif callable(value):
            found["functions"].append(name)
        elif isinstance(value, _PLAIN) and not name.startswith("_torchinductor_"):  # those are addresses
            found["values"][name] = value
        else:
            found["objects"].append(name)
    return found


def source(found):
    """The file's text."""
    lines = [_HEAD]
    for kind in ("classes", "errors", "functions", "objects", "modules"):
        lines.append(f"{kind.upper()} = {{")
        lines += [f"    {name!r}: ({' '.join(one[kind])!r})," for name, one in found.items() if one[kind]]
        lines.append("}")
    for kind in ("enums", "values", "keysets"):
        lines.append(f"{kind.upper()} = {{")
        for name, one in found.items():
            if one[kind]:
                lines.append(f"    {name!r}: {{")
                lines += [f"        {key!r}: {value!r}," for key, value in one[kind].items()]
                lines.append("    },")
        lines.append("}")
    return wrapping.wrapped("\n".join(lines) + "\n")


def main(arguments):
    """Writes the file, or compares it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = source(collect())
    if "--write" in arguments:
        FILE.write_text(text)
    elif not FILE.is_file() or FILE.read_text() != text:
        print(f"{FILE.name} is stale: python -m codegen.extension --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
