"""Packages of dist/, installed on empty machines: folders with a minimal Debian and what the page of each package asks for.

    python tools/empty_machines.py [NAME …] [--folder FOLDER] [--bind FOLDER …] [--suites bookworm trixie]

Each installs, imports, trains, compiles the C example by flags, by pkg-config and by CMake, builds the C++ binding and runs
its tests, and uninstalls. A NAME is one of these; all by default, each on each suite where it can be:

    wheel     pip install, where nothing compiles, with the torch of this environment; where that torch is not for the
              suite's Python, upon an unpacked libtorch; the compiler comes afterwards, for C and C++
    tarball   the C library upon an unpacked libtorch, without Python's package
    sdist     pip install from the sources with the torch of this environment
    libtorch  pip install from the sources upon an unpacked libtorch, without torch
    source    make install from the sources upon an unpacked libtorch, with a Python without packages

The last three compile the C library: ten minutes of a processor each. Needs root and debootstrap. pip's settings, its
variables and the certificates are this machine's; --bind shows a folder that they name.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDS = ["ca-certificates", "python3", "python3-venv"]
# A command a line: `sh -e` goes on where one fails that stands left of &&.
COMPILER = """
apt-get -q update
apt-get -q -y --no-install-recommends install g++ make pkg-config cmake python3-dev > /dev/null
"""
OWN = f"{sys.version_info[0]}.{sys.version_info[1]}"
PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
TRAIN = """
import pytorch_c as torch
torch.manual_seed(0)
x = torch.randn(64, 3); y = (x.sum(1) > 0).long()
model = torch.nn.Sequential(torch.nn.Linear(3, 16), torch.nn.Tanh(), torch.nn.Linear(16, 2))
sgd = torch.optim.SGD(model.parameters(), lr=0.5)
for step in range(50):
    loss = torch.nn.functional.cross_entropy(model(x), y); sgd.zero_grad(); loss.backward(); sgd.step()
assert loss.item() < 0.2, loss
print("trained:", round(loss.item(), 3))
"""
CMAKE = """
cmake_minimum_required(VERSION 3.18)
project(first C)
find_package(pytorch_c {series} REQUIRED)
add_executable(first first.c)
target_link_libraries(first pytorch_c::pytorch_c)
"""
# With FLAGS, API and CMAKE_DIR of an installation, and PKG_CONFIG_PATH.
COMPILE = """
gcc /given/first.c $FLAGS -o /by_hand
/by_hand
pkg-config --modversion pytorch_c | grep -x '{version}'
gcc /given/first.c $(pkg-config --cflags --libs pytorch_c) -o /by_pkg_config
/by_pkg_config
mkdir /by_cmake
cd /by_cmake
cp /given/first.c .
printf '%s' '{cmake}' > CMakeLists.txt
cmake -Dpytorch_c_DIR=$CMAKE_DIR . > /dev/null
make -s
./first
mkdir /cpp
cd /cpp
tar -xzf /given/{sdist} --strip-components=1
python3 bindings/cpp/generate.py $API > pytorch_c_ops.hpp
python3 bindings/cpp/generate.py $API layers > pytorch_c_layers.hpp
g++ -std=c++17 -Ibindings/cpp/include -I. bindings/cpp/tests/test.cc $FLAGS -o test
./test
"""
PACKAGE = """
cd /
python3 -c '{train}'
python3 -m pytorch_c.doctor > /dev/null
pip show pytorch_c | grep -x 'Version: {version}'
if find /env/lib/python3*/site-packages/pytorch_c -name '*.c' | grep .; then exit 1; fi
{compiler}
config="python3 -m pytorch_c.config"
FLAGS="$($config --cflags --libs)" API=$($config --api) CMAKE_DIR=$($config --cmakedir)
export PKG_CONFIG_PATH=$($config --pkgconfigdir)
"""
UNINSTALL = """
cd /
pip uninstall -q -y pytorch_c
if find /env/lib/python3*/site-packages /env/bin -maxdepth 1 -name 'pytorch[-_]c*' | grep .; then exit 1; fi
"""
ENVIRONMENT = """
export PTC_JOBS={jobs}
python3 -m venv /env
. /env/bin/activate
"""
# A program finds libtorch by the library's run path, beside torch; elsewhere it is told.
UNPACKED = """
export LIBTORCH=/libtorch LD_LIBRARY_PATH=/libtorch/lib
"""
SCRIPTS = {
    "wheel": "if command -v gcc; then exit 1; fi" + ENVIRONMENT + "{install}" + PACKAGE + COMPILE + UNINSTALL,
    "tarball": """
mkdir -p /root/own
cd /root/own
tar -xzf /given/{tarball}
cd pytorch_c-*/
ln -s /libtorch libtorch
FLAGS="-I$PWD/include -L$PWD/lib -lpytorch_c -Wl,-rpath,$PWD/lib -Wl,-rpath-link,$PWD/libtorch/lib"
API=$PWD/share/pytorch_c/pytorch_c.json CMAKE_DIR=$PWD/lib/cmake/pytorch_c
export PKG_CONFIG_PATH=$PWD/lib/pkgconfig
"""
    + COMPILE,
    "sdist": ENVIRONMENT
    + """
pip install -q "torch=={torch}" numpy cffi 'setuptools>=77' wheel
pip install -q --no-build-isolation /given/{sdist}
"""
    + PACKAGE
    + COMPILE
    + UNINSTALL,
    "libtorch": ENVIRONMENT
    + UNPACKED
    + """
pip install -q numpy cffi 'setuptools>=77' wheel
pip install -q --no-build-isolation /given/{sdist}
"""
    + PACKAGE
    + COMPILE
    + UNINSTALL,
    "source": """
mkdir /source
cd /source
tar -xzf /given/{sdist} --strip-components=1
make -s -C cshim -j{jobs} install LIBTORCH=/libtorch PREFIX=/opt/own
FLAGS="$(PKG_CONFIG_PATH=/opt/own/lib/pkgconfig pkg-config --cflags --libs pytorch_c)"
API=/opt/own/share/pytorch_c/pytorch_c.json CMAKE_DIR=/opt/own/lib/cmake/pytorch_c
export PKG_CONFIG_PATH=/opt/own/lib/pkgconfig
"""
    + COMPILE
    + """
make -s -C /source/cshim uninstall LIBTORCH=/libtorch PREFIX=/opt/own
if find /opt/own -type f -o -type l | grep .; then exit 1; fi
""",
}
WITH_TORCH = 'pip install -q "torch=={torch}" /given/{wheel}'
WITHOUT_TORCH = "pip install -q numpy cffi\npip install -q --no-deps /given/{wheel}" + UNPACKED


class Suites:
    """Minimal Debians in folders, made when they are asked for and kept."""

    def __init__(self, folder):
        self.folder = folder

    def base(self, suite):
        """The folder of a suite with Python and nothing that compiles."""
        return debian(self.folder / suite, suite, NEEDS)

    def machine(self, suite, name):
        """A machine of its own, with a compiler unless it is for the wheel."""
        path = self.folder / f"{suite}-{name}"
        shutil.rmtree(path, ignore_errors=True)
        run(["cp", "-a", "--reflink=auto", self.base(suite), path])
        take_settings(path)
        if name != "wheel":
            inside(path, COMPILER, {})
        return path


def debian(path, suite, packages):
    """Returns a folder with a minimal Debian, made unless it is there whole and has the packages."""
    mark = path / "complete"
    there = mark.read_text().split() if mark.exists() else []
    if not mark.exists() or not {*packages} <= {*there}:
        wanted = sorted({*there, *packages})
        shutil.rmtree(path, ignore_errors=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        run(["debootstrap", "--variant=minbase", f"--include={','.join(wanted)}", suite, path])
        mark.write_text(" ".join(wanted))
    return path


def take_settings(machine):
    """Gives a machine this one's names of hosts, settings of pip, and certificates."""
    for given in ("/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"):
        if Path(given).exists():
            shutil.copy(given, machine / given[1:])
    own = Path("~/.config/pip/pip.conf").expanduser()
    if own.exists():
        (machine / "root/.config/pip").mkdir(parents=True, exist_ok=True)
        shutil.copy(own, machine / "root/.config/pip/pip.conf")


def run(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        raise RuntimeError((done.stdout + done.stderr)[-3000:])
    return done.stdout


def inside(machine, script, shown):
    """Runs a script of the shell on a machine; `shown` are folders of this one by their names there, to be read only."""
    mounts = [f"mount -t proc proc {machine}/proc", f"mount --bind /dev {machine}/dev"]
    for there, here in shown.items():
        mounts += [f"mkdir -p {machine}{there}", f"mount --bind -o ro {here} {machine}{there}"]
    settings = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    words = [
        f"{name}={value}"
        for name, value in {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **settings}.items()
    ]
    chroot = ["chroot", str(machine), "env", "-i", *words, "DEBIAN_FRONTEND=noninteractive", "sh", "-exc", script]
    return run(["unshare", "--mount", "--pid", "--fork", "sh", "-ec", "; ".join([*mounts, 'exec "$@"']), "sh", *chroot])


def files(dist):
    """The newest sdist, wheel and tarball of dist/ of this version."""
    wanted = (ROOT / "cshim" / "VERSION").read_text().strip()
    patterns = {
        "sdist": f"pytorch_c-{wanted}.tar.gz",
        "wheel": f"pytorch_c-{wanted}-*.whl",
        "tarball": f"pytorch_c-{wanted}-libtorch*.tar.gz",
    }
    found = {}
    for name, pattern in patterns.items():
        paths = sorted(dist.glob(pattern), key=lambda path: path.stat().st_mtime)
        if paths:
            found[name] = paths[-1]
    return wanted, found


def places(name, suite, found):
    """Returns whether a package is for a suite: the torch of this environment and a wheel are for some Pythons."""
    if name == "wheel":
        return "wheel" not in found or f"-cp{PYTHONS[suite].replace('.', '')}-" in f"{found['wheel'].name}".replace(
            ".", "-"
        )
    return name != "sdist" or PYTHONS[suite] == OWN


def script(name, suite, found, wanted, jobs):
    """The commands for a package on a suite."""
    filled = {kind: path.name for kind, path in found.items()}
    filled |= {"torch": version("torch").partition("+")[0], "version": wanted, "train": TRAIN, "jobs": jobs}
    filled["install"] = (WITH_TORCH if PYTHONS[suite] == OWN else WITHOUT_TORCH).format(**filled)
    filled["cmake"] = CMAKE.format(series=wanted.rpartition(".")[0])
    filled["compiler"] = COMPILER if name == "wheel" else ""
    return SCRIPTS[name].format(**filled)


def tried(suites, suite, name, options):
    """Runs the commands for a package on a machine of its own, and returns what they printed."""
    wanted, found = files(options.dist)
    given = suites.folder / "given"
    given.mkdir(parents=True, exist_ok=True)
    for path in [*found.values(), ROOT / "cshim" / "examples" / "first.c"]:
        shutil.copy(path, given)
    torch = Path(find_spec("torch").submodule_search_locations[0])
    shown = {"/given": given, **{one: one for one in options.bind}}
    shown |= {f"/libtorch/{part}": torch / part for part in ("include", "lib", "share")}  # what a zip of libtorch has
    return inside(suites.machine(suite, name), script(name, suite, found, wanted, options.jobs), shown)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SCRIPTS))
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "machines", help="some GB")
    parser.add_argument("--bind", nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--jobs", default=os.cpu_count(), help="compilers at once")
    parser.add_argument("--suites", nargs="*", default=list(PYTHONS), choices=PYTHONS)
    options = parser.parse_args()
    if unknown := set(options.names) - set(SCRIPTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    if os.geteuid() or not shutil.which("debootstrap"):
        raise SystemExit("empty_machines.py: needs root and debootstrap; nothing was tried")
    suites, failed = Suites(options.folder.resolve()), 0
    for name in options.names or SCRIPTS:
        for suite in options.suites:
            if not places(name, suite, files(options.dist)[1]):
                print(f"{suite:9} {name:9}     - s  not for Python {PYTHONS[suite]}", flush=True)
                continue
            began = time.monotonic()
            try:
                tried(suites, suite, name, options)
                result = "works"
            except (RuntimeError, KeyError) as error:
                result, failed = f"FAILED\n{error}", failed + 1
            print(f"{suite:9} {name:9} {time.monotonic() - began:5.0f} s  {result}", flush=True)
            shutil.rmtree(suites.folder / f"{suite}-{name}", ignore_errors=True)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
