"""Checks that keep headers, sources and library from drifting apart: make -C cshim lint.

Each check is a function that gives a list of complaints, one sentence each.
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from codegen import abi, header  # noqa: E402
from codegen.c_parameters import parameters, results  # noqa: E402

INCLUDE, SOURCES = ROOT / "cshim" / "include", ROOT / "cshim" / "src"
HEADERS = [INCLUDE / "pytorch_c.h", *sorted((INCLUDE / "pytorch_c").rglob("*.h"))]
TESTS, WIDTH = ROOT / "cshim" / "tests", 120
VOCABULARY = ("operators/ops_glue.h", "operators/wrapped.h")
STANDARDS = {"c99": "c", "c11": "c", "c++17": "c++"}


def sources(*endings):
    """Our own files; src/absent has stand-ins for headers of others."""
    return [path for end in endings for path in SOURCES.glob(f"*/*.{end}") if path.parent.name != "absent"]


# ---- headers ----


def compile_alone(path, standard):
    """The compiler's complaints about a header on its own, or "" """
    language = STANDARDS[standard]
    strict = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", f"-I{INCLUDE}"]
    command = ["gcc" if language == "c" else "g++", f"-std={standard}", *strict, "-x", language, "-"]
    done = subprocess.run(command, input=f"#include <{path.relative_to(INCLUDE)}>\n", capture_output=True, text=True)
    return done.stderr.strip()


def headers_alone():
    """Each header compiles by itself, without a warning, in each language standard."""
    jobs = [(path, standard) for path in HEADERS for standard in STANDARDS]
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda job: compile_alone(*job), jobs)
    return [f"{path.name} alone as {standard}:\n{text}" for (path, standard), text in zip(jobs, found) if text]


def headers_in_umbrella():
    """pytorch_c.h includes every header."""
    return [
        f"{path.name} is not in pytorch_c.h"
        for path in HEADERS[1:]
        if path.stem not in header.families() and path.stem != "types"
    ]


def sources_stand_with_their_headers():
    """The folders of the headers are those of the sources, and a header's source stands in the folder of its name."""
    complaints = []
    stems = {path.stem for path in sources("cc")}
    for path in HEADERS[1:]:
        place = path.relative_to(INCLUDE / "pytorch_c")
        if path.stem in stems and not (SOURCES / place.with_suffix(".cc")).is_file():
            complaints.append(f"{place} has a source of its name in another folder than src/{place.parent}")
        if not (SOURCES / place.parent).is_dir():
            complaints.append(f"{place} is in a folder that src lacks")
    return complaints


# ---- parameters ----


def parameters_follow():
    """Each declaration has the parameters that its schema says, and says which may be NULL."""
    complaints = []
    for functions in header.families().values():
        for f in functions:
            given, filled = inputs_and_outputs(f)
            if f.schema and (parameters(f.schema) != given or results(f.schema) != filled):
                wanted = parameters(f.schema) + results(f.schema)
                complaints.append(f"{f.family}.h: {f.name} has {given + filled}, its schema says {wanted}")
    return complaints


def inputs_and_outputs(function):
    given = [(p.type, p.name, p.nullable, p.entries_nullable) for p in function.params if p.direction == "in"]
    return given, [(p.type, p.name) for p in function.params if p.direction != "in"]


def the_abi_is_numbered():
    """PTC_ABI_VERSION has moved with the declarations, and cshim/abi.txt holds them."""
    return abi.drift()


def pointers_say_where_they_lead():
    """Returns what is pointed at is const, or a word before the pointer says that it is filled, changed or taken."""
    complaints = []
    api = header.read()
    for owner in [*api.functions.values(), *api.callbacks.values()]:
        for p in owner.params:
            writes = p.type.endswith("*") and not p.type.startswith("const ")
            free = p.kind in ("context", "address") or p.owned == "taken"
            if (p.direction != "in") != writes and not free:
                complaints.append(f"{owner.name}: {p.text}: PTC_OUT or PTC_INOUT belongs before what is written, only")
    return complaints


# ---- sources ----

_DEFINITION = re.compile(r"^(?:ptc_error |const char \*)(ptc_\w+)\([^{;]*\) \{(?:\n(.*?)^\}|([^\n]*)\}$)", re.S | re.M)
_GUARDED = re.compile(
    r"guard(?:_reader|_writer|_work|_rarely)?\(\s*(?:std::(?:tie|tuple)\(([^()]*)\),\s+|(\w+),\s+)?\[[&=]?\] ?\{.*\}\);\s*$",
    re.S,
)


def definitions():
    """{name: body} of the functions in the sources that return a string or an error."""
    found = {}
    for path in sources("cc"):
        for match in _DEFINITION.finditer(path.read_text()):
            found[match[1]] = match[2] or match[3]
    return found


def outputs_given(guarded):
    """The outputs that a body hands to guard."""
    return re.split(r",\s+", guarded[1] or guarded[2] or "")


def bodies_guarded():
    """Every wrapper catches what libtorch throws, and names its outputs to be cleared."""
    declared = {f.name: f for functions in header.families().values() for f in functions}
    complaints = []
    for name, body in definitions().items():
        function = declared.get(name)
        if function is None or not function.can_fail:
            continue
        guarded = _GUARDED.search(body)
        if not guarded:
            complaints.append(f"{name} is not guarded")
        elif function.outputs and [out.name for out in function.outputs] != outputs_given(guarded):
            complaints.append(f"{name} must hand {', '.join(out.name for out in function.outputs)} to guard")
    return complaints


def lines_fit():
    """No line of headers, sources and tests is longer than WIDTH."""
    found = [*HEADERS, *sources("cc", "h"), *TESTS.glob("*.[ch]")]
    return [
        f"{path.name}:{number} has {len(line)} columns"
        for path in found
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDTH
    ]


def vocabulary_kept_apart():
    """Only operators see the macros of ops_glue.h, and no other header has lowercase ones."""
    operators = {name for name, functions in header.families().items() if any(f.schema for f in functions)}
    complaints = []
    for path in sources("cc", "h"):
        text = path.read_text()
        if f"{path.parent.name}/{path.name}" in VOCABULARY:
            continue
        if path.stem not in operators and any(f'#include "{name}"' in text for name in VOCABULARY):
            complaints.append(f"{path.name} includes the words of the operators")
        if path.suffix == ".h":
            complaints += [
                f"{path.name} defines the macro {name}" for name in re.findall(r"^#define ([a-z]\w*)", text, re.M)
            ]
    return complaints


def macros_guarded():
    """A macro that writes wrappers writes guarded ones, with full names, and ends with its file."""
    complaints = []
    for path in sources("cc"):
        text = path.read_text()
        for name, body in re.findall(r"^#define (\w+)\([^)]*\) ?((?:.*\\\n)*.*)$", text, re.M):
            if "ptc_error " in body and "guard(" not in body:
                complaints.append(f"{path.name}: {name} writes functions without a guard")
            if f"#undef {name}\n" not in text:
                complaints.append(f"{path.name}: {name} is not undefined at the end")
            if "##" in body:
                complaints.append(f"{path.name}: {name} pastes names together, which nobody can search for")
    return complaints


# ---- library ----


def exported(library):
    """The functions and data that a library gives out."""
    lines = subprocess.check_output(["nm", "-D", "--defined-only", str(library)], text=True).splitlines()
    return {line.split()[-1].split("@")[0] for line in lines if line.split()[-2] != "A"}


def symbols_equal(library):
    """The library exports what the headers declare, and nothing else."""
    declared = {f.name for functions in header.families().values() for f in functions}
    there = exported(library)
    return [f"{name} is declared and not exported" for name in sorted(declared - there)] + [
        f"{name} is exported and not declared" for name in sorted(there - declared)
    ]


CHECKS = (
    headers_alone,
    headers_in_umbrella,
    sources_stand_with_their_headers,
    parameters_follow,
    pointers_say_where_they_lead,
    the_abi_is_numbered,
    bodies_guarded,
    lines_fit,
    vocabulary_kept_apart,
    macros_guarded,
)


def main(library):
    complaints = [one for check in CHECKS for one in check()] + symbols_equal(library)
    print("\n".join(complaints) or "cshim: headers, sources and symbols agree")
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
