"""python -m codegen.extension [--write]: the names of torch's extension module torch._C, read from the installed torch.

A derived file holds them (pytorch_c/_C/names.py), since pytorch_c never loads the extension. Without --write, the exit
status is 1 where the file is stale.

    python -m codegen.extension --others PYTHON …

writes what differs with other versions of torch (pytorch_c/_C/names_2_14.py and so on); each PYTHON has another one. Give
all versions at once: a name that those before and after the installed one have, and it has not, is one of CUDA's build.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
import warnings
from pathlib import Path

from . import wrapping

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "pytorch_c" / "_C" / "names.py"
_PLAIN = (bool, int, float, str)
_HEAD = '''"""The names of torch._C and of its submodules, by kind; `extension` says what each is here. Derived; do not edit."""
# ruff: noqa
'''
_OTHER = '''"""Names of torch {minor}'s extension that differ from those of `names`. Derived; do not edit."""
# ruff: noqa

'''
# The enums that libtorch itself is asked for, and what says which build and version of torch it is.
_ASKED = {"DispatchKey", "Tag"}


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


def flat(found):
    """{(submodule, name): (kind, what it is, or None)} of collect()'s result."""
    return {
        (module, name): (kind, names[name] if isinstance(names, dict) else None)
        for module, kinds in found.items()
        for kind, names in kinds.items()
        for name in names
    }


def of_python(python):
    """(minor version of its torch, flat names) of another interpreter."""
    command = [python, "-W", "ignore", "-m", "codegen.extension", "--json"]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    version, found = json.loads(done.stdout)
    return int(version.split(".")[1]), flat(found)


def differences(own_minor, own, minor, other, rest):
    """(names by kind that another version has and the installed one has not, names that it lacks, enums and key sets that differ).

    `rest` has the names of further versions by their minor numbers.
    """
    beyond = [names for number, names in rest.items() if (number < own_minor) != (minor < own_minor)]
    added = {one: what for one, what in other.items() if one not in own and not any(one in names for names in beyond)}
    lacks = [one for one in own if one not in other and not one[1].startswith("_torchinductor_")]
    changed = {
        one: what
        for one, what in other.items()
        if one in own and what[0] in ("enums", "keysets") and what != own[one] and one[1] not in _ASKED
    }
    return added, lacks, changed


def other_source(minor, added, lacks, changed):
    """The text of the file for another version."""
    lines, texts, values = [_OTHER.format(minor=minor)], {}, {}
    for (module, name), (kind, what) in sorted({**added, **changed}.items()):
        if name.startswith("_torchinductor_"):
            continue
        if isinstance(what, bool):
            what = False  # what CUDA's build says of itself
        place = texts if what is None else values
        place.setdefault(kind, {}).setdefault(module, []).append((name, what))
    lines.append("ADDED = {")
    for kind, of_modules in texts.items():
        lines.append(f"    {kind!r}: {{")
        lines += [f"        {module!r}: ({' '.join(n for n, _ in names)!r})," for module, names in of_modules.items()]
        lines.append("    },")
    lines += ["}", "VALUES = {"]
    for kind, of_modules in values.items():
        lines.append(f"    {kind!r}: {{")
        for module, names in of_modules.items():
            lines.append(f"        {module!r}: {{")
            lines += [f"            {name!r}: {what!r}," for name, what in names]
            lines.append("        },")
        lines.append("    },")
    lines += ["}", "LACKS = {"]
    for module in sorted({module for module, _ in lacks}):
        lines.append(f"    {module!r}: ({' '.join(name for where, name in lacks if where == module)!r}),")
    return wrapping.wrapped("\n".join([*lines, "}"]) + "\n")


def write_others(pythons):
    """Writes the files for the versions of torch that the interpreters have."""
    import torch

    own_minor, own = int(torch.__version__.split(".")[1]), flat(collect())
    others = dict(of_python(python) for python in pythons)
    for minor, other in others.items():
        rest = {number: names for number, names in others.items() if number != minor}
        text = other_source(f"2.{minor}", *differences(own_minor, own, minor, other, rest))
        FILE.with_name(f"names_2_{minor}.py").write_text(text)


def main(arguments):
    """Writes the file, or compares it."""
    if "--json" in arguments:
        import torch

        print(json.dumps([torch.__version__, collect()]))
        return 0
    if "--others" in arguments:
        write_others(arguments[arguments.index("--others") + 1 :])
        return 0
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
