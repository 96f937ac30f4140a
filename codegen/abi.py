"""The golden file of the ABI, cshim/abi.txt: every declaration of the headers, a line each.

    python -m codegen.abi            what differs from the file, and whether PTC_ABI_VERSION has moved as it must
    python -m codegen.abi --write    renews the file; refused unless the number has moved
    python -m codegen.abi --bump     moves the number in version.h for what was added, and renews the file

The rule (docs/stability.md): a line that is new raises the number by at least 1 within its thousand, one that is
changed or gone raises it to the next thousand or beyond.
"""

import re
import sys

from . import header

GOLDEN = header.INCLUDE.parent / "abi.txt"
EPOCH = 1000
NUMBER = "macro PTC_ABI_VERSION"
HEAD = "# Every declaration of the headers. `python -m codegen.abi --write` renews it (docs/stability.md)."
# They say for which libtorch the headers were made, and move with it.
DESCRIBING = re.compile(r"macro PTC_LIBTORCH_\w+$")


def words(param):
    """The words before a pointer, as the header has them."""
    found = {"out": "PTC_OUT ", "inout": "PTC_INOUT ", "in": ""}[param.direction]
    found += "PTC_TAKEN " if param.owned == "taken" else ""
    if param.nullable:
        found = "PTC_OUT_OPTIONAL " if param.direction == "out" else found + "PTC_OPTIONAL "
    return found + ("PTC_OPTIONAL_ITEMS " if param.entries_nullable else "")


def signature(one):
    return f"{one.returns} ({', '.join(words(p) + p.text for p in one.params) or 'void'})"


def declarations(reader=None):
    """{"function ptc_mm": "ptc_error (ptc_tensor self, …)"} of all that the headers declare."""
    reader = reader or header.declared()
    found = {f"alias {name}": kind for name, kind in reader.aliases.items()}
    found |= {f"handle {name}": one.struct for name, one in reader.handles.items()}
    found |= {f"struct {name}": " ".join(f"{f.text};" for f in one.fields) for name, one in reader.structs.items()}
    found |= {f"callback {name}": signature(one) for name, one in reader.callbacks.items()}
    for enum in reader.enums.values():
        found |= {f"enum {enum.name} {name}": str(value) for name, value in enum.values.items()}
    found |= {f"macro {name}": str(value) for name, value in reader.macros.items()}
    found |= {f"function {f.name}": signature(f) for functions in reader.families.values() for f in functions}
    return dict(sorted(found.items()))


def text(found, head=HEAD):
    return "\n".join([head, *(f"{name}: {value}" for name, value in found.items()), ""])


def read(path=GOLDEN):
    lines = path.read_text().splitlines() if path.is_file() else []
    return dict(line.split(": ", 1) for line in lines if not line.startswith("#"))


def types(value):
    """A declaration as the ABI sees it: without names of parameters, and with those words alone that forbid NULL."""
    value = re.sub(r"\bPTC_(?!OPTIONAL\b|OPTIONAL_ITEMS\b)\w+ ", "", value)
    inner = re.fullmatch(r"(.*?) \((.*)\)", value)
    if not inner:
        return value
    params = [re.sub(r"\b\w+$", "", one).strip() for one in inner[2].split(", ")]
    return inner[1], params


def breaks(name, old, new):
    """Returns whether a changed line changes what a compiled program relies on."""
    if DESCRIBING.match(name) or types(old) == types(new):
        return False
    if isinstance(types(old), tuple) and isinstance(types(new), tuple):
        # No program loses by a NULL that is allowed now and was an error before.
        looser = [a == b or a == re.sub(r"PTC_\w+ ", "", b) for a, b in zip(types(old)[1], types(new)[1], strict=False)]
        return types(old)[0] != types(new)[0] or len(types(old)[1]) != len(types(new)[1]) or not all(looser)
    return True


def difference(old, new):
    """(what is changed or gone, what is new or says more), a line each; the number itself is left out."""
    broken = [f"gone: {name}: {value}" for name, value in old.items() if name not in new and name != NUMBER]
    added = [f"new: {name}: {value}" for name, value in new.items() if name not in old and name != NUMBER]
    for name in old.keys() & new.keys() - {NUMBER}:
        if old[name] != new[name]:
            kind = broken if breaks(name, old[name], new[name]) else added
            kind.append(f"changed: {name}: {old[name]}\n      to: {new[name]}")
    return sorted(broken), sorted(added)


def complaints(old, new):
    """Returns what is wrong with the number, or [] where it has moved by the rule."""
    broken, added = difference(old, new)
    before, now = (int(one.get(NUMBER, 0)) for one in (old, new))
    least = (before // EPOCH + 1) * EPOCH if broken else before + 1 if added else before
    most = now if broken else (before // EPOCH + 1) * EPOCH - 1
    if least <= now <= most and (broken or added or now == before):
        return []
    if not (broken or added):
        return [f"PTC_ABI_VERSION is {now}, and nothing has changed since {before}"]
    why = "a declaration was changed or taken away" if broken else "a declaration was added"
    return [*broken, *added, f"PTC_ABI_VERSION is {now}, and must be {least} at least: {why} (docs/stability.md)"]


def drift():
    """Returns what makes lint fail: the number has not moved by the rule, or the file was not renewed since."""
    old, new = read(), declarations()
    wrong = complaints(old, new)
    if wrong or old == new:
        return wrong
    return [*sum(difference(old, new), []), f"{GOLDEN.name} is of another version: python -m codegen.abi --write"]


def bump(old, new, path):
    """Moves PTC_ABI_VERSION in version.h to the next number where something was added; what breaks is left to a person."""
    broken, added = difference(old, new)
    if not added or broken or not complaints(old, new):
        return
    least = int(old[NUMBER]) + 1
    text, count = re.subn(r"(#define PTC_ABI_VERSION )\d+", rf"\g<1>{least}", path.read_text(encoding="utf-8"))
    if count != 1:
        raise ValueError(f"{path}: one line '#define PTC_ABI_VERSION' is needed, there are {count}")
    path.write_text(text, encoding="utf-8")
    new[NUMBER] = str(least)


def main(arguments, version=header.INCLUDE / "pytorch_c" / "core" / "version.h"):
    old, new = read(), declarations()
    if arguments == ["--bump"]:
        bump(old, new, version)
        arguments = ["--write"]
    wrong = complaints(old, new) if old else []
    if arguments == ["--write"] and not wrong:
        GOLDEN.write_text(text(new))
        wrong = []
    elif not arguments:
        wrong = drift()
    print("\n".join(wrong) or f"{GOLDEN.name}: {len(new)} declarations, PTC_ABI_VERSION {new[NUMBER]}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
