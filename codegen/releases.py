"""The releases of the C library: cshim/abi/VERSION.txt has the declarations of each, as cshim/abi.txt has those of the headers.

    python -m codegen.releases            what has changed since the last release, and whether exports.map is as derived
    python -m codegen.releases --map      writes cshim/exports.map: the functions that came with each release
    python -m codegen.releases --keep     keeps the headers' declarations as those of the version in cshim/VERSION

A release that adds functions has a node of symbols for them, so that the loader refuses a program that asks an older
library for one. The releases of a thousand of PTC_ABI_VERSION have nodes together; the next thousand begins anew.
"""

import sys
from functools import cache

from . import abi, header

CSHIM = header.INCLUDE.parent
KEPT = CSHIM / "abi"
MAP = CSHIM / "exports.map"
_HEAD = """\
/* The functions of each release, from the oldest: a program asks for the releases whose functions it calls, and the
   loader refuses it where the library is older. Made by `python -m codegen.releases --map` (docs/stability.md). */
"""


def parts(version):
    """ "0.10.2" as (0, 10, 2)."""
    return tuple(int(one) for one in version.split("."))


def current():
    """The version that the headers are of."""
    return (CSHIM / "VERSION").read_text().strip()


@cache
def released(folder=KEPT):
    """{version: {declaration: text}} of the releases, from the oldest."""
    versions = sorted((path.stem for path in folder.glob("*.txt")), key=parts)
    return {version: abi.read(folder / f"{version}.txt") for version in versions}


def since(function):
    """The first version that had a function of the headers."""
    name = f"function {function}"
    return next((version for version, declared in released().items() if name in declared), current())


def node(version):
    """The name of a release's symbols: PTC_0.2 of 0.2.0, PTC_0.2.1 of 0.2.1."""
    return "PTC_" + version.removesuffix(".0")


def added(releases, now, version):
    """[(release, its new functions)] within the thousand of `now`, from the oldest; the last is `version` or a release."""
    ours = [(one, declared) for one, declared in releases.items() if _thousand(declared) == _thousand(now)]
    found, seen = [], set()
    for release, declared in [*ours, (version, now)]:
        functions = {name.partition(" ")[2] for name in declared if name.startswith("function ")}
        if functions - seen:
            found.append((release, sorted(functions - seen)))
        seen |= functions
    return found


def _thousand(declared):
    return int(declared[abi.NUMBER]) // abi.EPOCH


def exports(releases, now, version):
    """The text of exports.map: older releases name their functions, and the newest takes the others."""
    *older, (newest, _) = added(releases, now, version)
    text, before = _HEAD, ""
    for release, functions in older:
        names = "".join(f"  {name};\n" for name in functions)
        text += f"{node(release)} {{ global:\n{names}}}{before};\n"
        before = f" {node(release)}"
    return text + f"{node(newest)} {{ global: ptc_*; local: *; }}{before};\n"


def wrong():
    """Returns what the tests and a release refuse: exports.map is not as derived, or a release's ABI was broken in its thousand."""
    now, releases = abi.declarations(), released()
    found = []
    if MAP.read_text() != exports(releases, now, current()):
        found.append(f"{MAP.name} is not of these headers: python -m codegen.releases --map")
    for version, declared in releases.items():
        if _thousand(declared) == _thousand(now):
            broken, _ = abi.difference(declared, now)
            found += [f"since {version}, within the same thousand: {one}" for one in broken]
    return found


def changes():
    """Lines on what differs from the last release."""
    version, declared = list(released().items())[-1]
    now = abi.declarations()
    if _thousand(declared) != _thousand(now):
        return [
            f"{version} is of another thousand ({declared[abi.NUMBER]}): its programs do not start with this library"
        ]
    broken, new = abi.difference(declared, now)
    return [f"since {version}: {len(broken)} declarations changed or gone, {len(new)} new", *broken, *new]


def main(arguments):
    if arguments == ["--map"]:
        MAP.write_text(exports(released(), abi.declarations(), current()))
    elif arguments == ["--keep"]:
        path = KEPT / f"{current()}.txt"
        path.write_text(
            abi.text(abi.declarations(), f"# The C library of {current()}: every declaration of its headers.")
        )
        print(f"{path.relative_to(CSHIM.parent)}: kept")
    print("\n".join(changes()))
    found = wrong()
    print(
        "\n".join(found)
        or f"{MAP.name}: {', '.join(node(one) for one, _ in added(released(), abi.declarations(), current()))}"
    )
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
