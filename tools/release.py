"""Makes a release in dist/ and says what fails: checks, the source distribution, the wheel, the tarball, notes, checksums.

    python tools/release.py [--only NAME …] [--without NAME …] [--pythons PYTHON …] [--url URL] [--bind FOLDER …]

Every step runs, whatever the others say, and keeps what it printed in build/release/NAME.log; a table stands at the end, and
the exit status is 1 where one failed. Steps can be run apart: the table has what was done before at the same commit too.

    tree      nothing is uncommitted, the version has no tag yet, CHANGELOG.md has its chapter
    abi       cshim/abi/VERSION.txt has the headers' declarations, and no release of their thousand is broken
    checks    .ci/run: linters, tests, sanitizers
    ecosystem, torch-tests-quick, forks, test-strategies, test-large, test-bindings, asan    make of that name: hours together
    libtorchs make versions: the C library with other libtorchs (VERSIONS="2.12.1 2.15.0")
    sdist, wheel, tarball    the packages, in dist/
    notes     dist/NOTES.md, the chapter of CHANGELOG.md
    sums      dist/SHA256SUMS
    identity  what each package says of itself is one version
    machines  each package on empty machines (tools/empty_machines.py)
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

from empty_machines import files

ROOT = Path(__file__).resolve().parent.parent
DIST, LOGS = ROOT / "dist", ROOT / "build" / "release"
VERSION = (ROOT / "cshim" / "VERSION").read_text().strip()
RESULTS = "results.json"  # in LOGS: {step: [commit, result, seconds]}
HOURS = "ecosystem torch-tests-quick forks test-strategies test-large test-bindings asan".split()


class Failed(Exception):
    """Failure of a step, in a sentence."""


def run(log, *command, **environment):
    """Runs a command of the project with its output in the log; Failed with the last line where it fails."""
    words = [str(word) for word in command]
    log.write(f"$ {' '.join(words)}\n")
    log.flush()
    done = subprocess.run(words, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=os.environ | environment)
    if done.returncode:
        last = Path(log.name).read_text(errors="replace").strip().splitlines()[-1]
        raise Failed(f"{' '.join(words)} ended with {done.returncode}: {last}")


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def chapter():
    """The text of this version's chapter in CHANGELOG.md."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(VERSION)}(.*)\n([\s\S]*?)(?=^## |\Z)", text, re.M)
    if not found:
        raise Failed(f"CHANGELOG.md has no chapter '## {VERSION}'")
    if "unreleased" in found[1]:
        raise Failed(f"CHANGELOG.md says '## {VERSION}{found[1]}': give it the day instead")
    return found[2].strip() + "\n"


# ---- the steps ----


def tree(log, options):
    wrong = git("status", "--porcelain")
    if wrong:
        raise Failed(f"uncommitted: {', '.join(line.split()[-1] for line in wrong.splitlines()[:5])}")
    if f"v{VERSION}" in git("tag").split():
        raise Failed(f"v{VERSION} has been released: cshim/VERSION names the next version")
    chapter()


def abi(log, options):
    run(log, sys.executable, "-m", "codegen.releases")
    kept, now = (ROOT / "cshim" / "abi" / f"{VERSION}.txt", ROOT / "cshim" / "abi.txt")
    if not kept.exists() or kept.read_text().splitlines()[1:] != now.read_text().splitlines()[1:]:
        raise Failed(f"{kept.relative_to(ROOT)} is not what the headers declare: python -m codegen.releases --keep")


def checks(log, options):
    run(log, ROOT / ".ci" / "run")


def target(name):
    """A step that makes a target of the Makefile."""

    def step(log, options):
        run(log, "make", name)

    step.__name__ = name
    return step


def libtorchs(log, options):
    run(log, "make", "versions", f"VERSIONS={os.environ.get('VERSIONS', '2.12.1 2.15.0')}")


def sdist(log, options):
    run(log, sys.executable, "setup.py", "-q", "sdist", PTC_URL=options.url)


def wheel(log, options):
    run(log, "make", "wheel", f"PYTHONS={' '.join(options.pythons)}", PTC_URL=options.url)


def tarball(log, options):
    run(log, "make", "dist")


def notes(log, options):
    (DIST / "NOTES.md").write_text(f"# pytorch_c {VERSION}\n\n{chapter()}", encoding="utf-8")


def packages():
    """{sdist, wheel, tarball: path}; Failed where one is missing."""
    _, found = files(DIST)
    missing = {"sdist", "wheel", "tarball"} - set(found)
    if missing:
        raise Failed(f"dist/ has no {' and no '.join(sorted(missing))} of {VERSION}")
    return found


def sums(log, options):
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in packages().values()]
    (DIST / "SHA256SUMS").write_text("".join(sorted(lines, key=lambda line: line.partition("  ")[2])))


def said():
    """{where: the version that it says} of what is in dist/."""
    found, out = packages(), {}
    with zipfile.ZipFile(found["wheel"]) as archive:
        for name in archive.namelist():
            if name.endswith("METADATA"):
                out["wheel"] = re.search(r"^Version: (.*)$", archive.read(name).decode(), re.M)[1]
            elif name == "pytorch_c/pytorch_c.json":
                out["wheel's JSON"] = json.loads(archive.read(name))["version"]
    for kind, pattern, text in [
        ("sdist", r"PKG-INFO$", r"^Version: (.*)$"),
        ("tarball", r"pytorch_c\.pc$", r"^Version: (.*)$"),
        ("tarball's CMake", r"cmake/pytorch_c/VERSION$", r"^(.*)$"),
        ("tarball's JSON", r"pytorch_c\.json$", r'^ *"version": "(.*)",$'),
    ]:
        with tarfile.open(found[kind.partition("'")[0]]) as archive:
            name = next(name for name in archive.getnames() if re.search(pattern, name))
            out[kind] = re.search(text, archive.extractfile(name).read().decode(), re.M)[1].strip()
    return out


def identity(log, options):
    other = {where: version for where, version in said().items() if version != VERSION}
    if other:
        raise Failed(f"not {VERSION}: {other}")


def machines(log, options):
    run(log, sys.executable, ROOT / "tools" / "empty_machines.py", "--bind", *options.bind)


STEPS = [tree, abi, checks, *map(target, HOURS), libtorchs, sdist, wheel, tarball, notes, sums, identity, machines]
NAMES = [step.__name__ for step in STEPS]


def known():
    """{step: [commit, result, seconds]} of what ran before, by --only and --without."""
    path = LOGS / RESULTS
    return json.loads(path.read_text()) if path.exists() else {}


def state():
    """The commit that is here, with a mark where files differ from it."""
    return git("rev-parse", "--short", "HEAD") + ("+" if git("status", "--porcelain") else "")


def done(step, options):
    """Runs a step and keeps its result for tables of later runs."""
    print(f"{step.__name__} …", flush=True)
    began = time.monotonic()
    try:
        with open(LOGS / f"{step.__name__}.log", "w+", encoding="utf-8") as log:
            step(log, options)
        result = "done"
    except Failed as error:
        result = f"FAILED: {error}"
    results = known() | {step.__name__: [state(), result, round(time.monotonic() - began)]}
    (LOGS / RESULTS).write_text(json.dumps(results, indent=1))
    return result


def table():
    """Lines on every step at this commit, and on what is in dist/."""
    here, results = state(), known()
    yield f"pytorch_c {VERSION}, {here}"
    for name in NAMES:
        commit, result, seconds = results.get(name, (None, "not run", None))
        if commit not in (here, None):
            result, seconds = f"not run at this commit; at {commit}: {result}", None
        yield f"  {name:17} {'' if seconds is None else f'{seconds} s':>7}  {result}"
    for path in sorted(DIST.glob("*")):
        yield f"  dist/{path.name}: {path.stat().st_size / 1e6:.3f} MB"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=NAMES, metavar="NAME", default=NAMES)
    parser.add_argument("--without", nargs="+", choices=NAMES, metavar="NAME", default=[])
    parser.add_argument("--pythons", nargs="*", default=[], metavar="PYTHON", help="other Pythons of the wheel")
    parser.add_argument("--url", default="", help="of the repository, for the links of the packages' metadata")
    parser.add_argument(
        "--bind", nargs="*", default=[], metavar="FOLDER", help="what pip's settings name, for machines"
    )
    options = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    DIST.mkdir(exist_ok=True)
    results = [
        done(step, options) for step in STEPS if step.__name__ in options.only and step.__name__ not in options.without
    ]
    print("", *table(), sep="\n")
    return any(result.startswith("FAILED") for result in results)


if __name__ == "__main__":
    sys.exit(main())
