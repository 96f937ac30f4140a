"""Makes a release in dist/ and says what fails: checks, the source distribution, the wheel, the tarball, notes, checksums.

    python tools/release.py [--only NAME …] [--without NAME …] [--pythons PYTHON …] [--bind FOLDER …]

Every step runs, whatever the others say, and keeps what it printed in build/release/NAME.log; a table stands at the end, and
the exit status is 1 where one failed:

    tree      nothing is uncommitted, the version has no tag yet, CHANGELOG.md has its chapter
    abi       cshim/abi/VERSION.txt has the headers' declarations, and no release of their thousand is broken
    checks    .ci/run: linters, tests, sanitizers
    hours     make release-checks without it: programs of the ecosystem, torch's own tests, forks, strategies, bindings
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
HOURS = "ecosystem torch-tests-quick forks test-strategies test-large test-bindings asan"


class Failed(Exception):
    """What is wrong, in a sentence."""


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


def hours(log, options):
    run(log, "make", *HOURS.split())


def libtorchs(log, options):
    run(log, "make", "versions", f"VERSIONS={os.environ.get('VERSIONS', '2.12.1 2.15.0')}")


def sdist(log, options):
    run(log, sys.executable, "setup.py", "-q", "sdist")


def wheel(log, options):
    run(log, "make", "wheel", f"PYTHONS={' '.join(options.pythons)}")


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


STEPS = [tree, abi, checks, hours, libtorchs, sdist, wheel, tarball, notes, sums, identity, machines]


def main():
    names = [step.__name__ for step in STEPS]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", default=names)
    parser.add_argument("--without", nargs="+", choices=names, metavar="NAME", default=[])
    parser.add_argument("--pythons", nargs="*", default=[], metavar="PYTHON", help="other Pythons of the wheel")
    parser.add_argument(
        "--bind", nargs="*", default=[], metavar="FOLDER", help="what pip's settings name, for machines"
    )
    options = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    DIST.mkdir(exist_ok=True)
    rows = []
    for step in STEPS:
        name, began = step.__name__, time.monotonic()
        if name not in options.only or name in options.without:
            rows.append((name, "not run", ""))
            continue
        print(f"{name} …", flush=True)
        try:
            with open(LOGS / f"{name}.log", "w+", encoding="utf-8") as log:
                step(log, options)
            result = "done"
        except Failed as error:
            result = f"FAILED: {error}"
        rows.append((name, result, f"{time.monotonic() - began:.0f} s"))
    print(f"\npytorch_c {VERSION}, {git('rev-parse', '--short', 'HEAD')}")
    for name, result, seconds in rows:
        print(f"  {name:10} {seconds:>7}  {result}")
    for path in sorted(DIST.glob("*")):
        print(f"  dist/{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    return any(result.startswith("FAILED") for _, result, _ in rows)


if __name__ == "__main__":
    sys.exit(main())
