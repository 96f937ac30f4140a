"""Runs GoTorch's own Go tests, unchanged, on this project's cgotorch, and compares what passes with gotorch_tests.txt.

    python bindings/go/gotorch_tests.py SOURCES PREFIX --libtorch FOLDER [--write]

SOURCES is a checkout of GoTorch; PREFIX is where `make -C cshim install` has put the library. Its C++ is left out: the
header and library of PREFIX take the place of its own. Nothing is fetched: stand-ins of internal/standins serve for the two
modules that its tests import, and vision/gocv for gocv. The exit status is 1 where a test passes or fails that did not before.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
KNOWN = HERE / "gotorch_tests.txt"
# module: its packages here, by their folders there
MODULES = {
    "github.com/stretchr/testify": {"assert": "internal/standins/assert"},
    "github.com/x448/float16": {".": "internal/standins/float16"},
    "gocv.io/x/gocv": {".": "vision/gocv"},
}
sys.path.insert(0, str(HERE.parent))
from run import Missing, newest_go  # noqa: E402, which is in that folder


def prepared(sources, prefix, libtorch, folder):
    """Copies the sources, with the library in the place of theirs and modules beside them."""
    shutil.copytree(sources, folder / "gotorch", ignore=shutil.ignore_patterns(".git", "cgotorch", "go.sum"))
    own = folder / "gotorch" / "cgotorch"
    shutil.copytree(prefix / "include" / "cgotorch", own)
    for library in ("libcgotorch.so", "libpytorch_c.so.0"):
        (own / library).symlink_to(prefix / "lib" / library)
    (own / "libtorch").symlink_to(libtorch)
    replaced = ""
    for name, packages in MODULES.items():
        at = folder / "modules" / name
        for package, source in packages.items():
            shutil.copytree(HERE / source, at / package, ignore=shutil.ignore_patterns("*_test.go"), dirs_exist_ok=True)
        (at / "go.mod").write_text(f"module {name}\n\ngo 1.25\n")
        replaced += f"replace {name} => {at}\n"
    file = folder / "gotorch" / "go.mod"
    file.write_text(re.sub(r"^go .*$", "go 1.25", file.read_text(), flags=re.M) + replaced)
    return folder / "gotorch"


def run(go, folder, prefix):
    """Returns {package and test: PASS, FAIL or SKIP} of all tests, and what was printed."""
    environment = os.environ | {
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "GOFLAGS": "-mod=mod",
        "GODEBUG": "randseednop=0,randautoseed=0",  # numbers of their seeds, as Go drew them then
        "CGO_CFLAGS": f"-I{prefix / 'include'}",
        "CGO_LDFLAGS": f"-L{prefix / 'lib'} -lpytorch_c -Wl,-rpath,{prefix / 'lib'}",
        "OMP_NUM_THREADS": "1",
    }

    def test(*words):
        command = [go, "test", "-vet=off", "-count=1", "-v", *words]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=3000)
        return done.stdout + done.stderr

    said = test("./...")
    results, ended = verdicts(said)
    for package, name in ended.items():  # a panic ends the tests of a package
        more = test(f"-skip=^{name}$", f"./{package.partition('/')[2]}")
        results, said = verdicts(more)[0] | results, said + more
    return results, said


def verdicts(said):
    """Returns {package and test: result}, and {package: the test whose panic ended it}."""
    results, ended, waiting, last = {}, {}, {}, None
    for line in said.splitlines():
        if found := re.match(r"--- (PASS|FAIL|SKIP): (\w+)", line):
            waiting[found[2]] = found[1]
        elif line.startswith("panic: "):
            last = [name for name, result in waiting.items() if result == "FAIL"][-1:]
        elif found := re.match(r"(?:ok|FAIL)\s+github.com/wangkuiyi/(\S+)", line):
            results |= {f"{found[1]} {name}": result for name, result in waiting.items()}
            ended |= {found[1]: last[0]} if last else {}
            waiting, last = {}, None
    return results, ended


def main():
    parser = argparse.ArgumentParser(prog="gotorch_tests.py", description=__doc__.splitlines()[0])
    parser.add_argument("sources", type=Path)
    parser.add_argument("prefix", type=Path)
    parser.add_argument("--libtorch", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="write gotorch_tests.txt")
    options = parser.parse_args()
    try:
        go = newest_go()
    except Missing as reason:
        sys.exit(f"not run: {reason}")
    with tempfile.TemporaryDirectory() as folder:
        prefix = options.prefix.resolve()
        at = prepared(options.sources, prefix, options.libtorch.resolve(), Path(folder))
        results, said = run(go, at, prefix)
    lines = [f"{result} {name}" for name, result in sorted(results.items())]
    passed = sum(line.startswith("PASS") for line in lines)
    print(f"{passed} of {len(lines)} tests of GoTorch pass")
    if options.write:
        KNOWN.write_text("\n".join(lines) + "\n")
        print(said)
        return 0
    known = KNOWN.read_text().splitlines()
    other = sorted(set(lines) ^ set(known))
    if other:
        print(*said.splitlines()[-400:], "other than gotorch_tests.txt says:", *other, sep="\n")
    return 1 if other or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
