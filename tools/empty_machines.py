"""What dist/ has, installed on empty machines: folders with a minimal Debian and what the page of each package asks for.

    python tools/empty_machines.py [NAME …] [--folder FOLDER] [--bind FOLDER …] [--suites bookworm trixie]

A NAME is one of wheel, sdist, libtorch and tarball; all by default, each on each suite where it can be:

    wheel     no compiler: pip install with the torch of this environment, train, uninstall (on the suite with this Python)
    sdist     a compiler: the same from the sources, and the C example with the flags of pytorch_c.config
    libtorch  the sdist beside an unpacked libtorch, no torch: the package and the C example
    tarball   a compiler and an unpacked libtorch: the C example by flags, pkg-config and CMake, and the C++ binding

Needs root and debootstrap. pip's settings and those of its variables are this machine's; --bind shows a folder that they name.
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
COMPILER = "g++ make pkg-config cmake python3-dev"
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
EXAMPLE = """
pkgs="$(python3 -m pytorch_c.config --cflags --libs)"
gcc /given/first.c $pkgs -o /first && /first
"""
UNINSTALL = "pip uninstall -q -y pytorch_c && ! ls /env/lib/python3*/site-packages | grep -x pytorch_c"
SCRIPTS = {
    "wheel": """
! command -v gcc
python3 -m venv /env && . /env/bin/activate
pip install -q "torch=={torch}" /given/{wheel}
cd / && python3 -c '{train}' && python3 -m pytorch_c.doctor > /dev/null && pip show pytorch_c | grep -x 'Version: {version}'
""",
    "sdist": """
python3 -m venv /env && . /env/bin/activate
pip install -q "torch=={torch}" numpy cffi 'setuptools>=77' wheel
pip install -q --no-build-isolation /given/{sdist}
cd / && python3 -c '{train}'
""",
    "libtorch": """
python3 -m venv /env && . /env/bin/activate
pip install -q numpy cffi 'setuptools>=77' wheel
export LIBTORCH=/libtorch
pip install -q --no-build-isolation /given/{sdist}
cd / && python3 -c '{train}'
""",
    "tarball": """
cd /root/own && tar -xzf /given/{tarball} && cd pytorch_c-*/ && ln -s /libtorch libtorch && at=$PWD
gcc /given/first.c -Iinclude -Llib -lpytorch_c -Wl,-rpath,$PWD/lib -Wl,-rpath-link,$PWD/libtorch/lib -o /by_hand && /by_hand
export PKG_CONFIG_PATH=$at/lib/pkgconfig
pkg-config --modversion pytorch_c | grep -x '{version}'
gcc /given/first.c $(pkg-config --cflags --libs pytorch_c) -o /by_pkg_config && /by_pkg_config
mkdir /by_cmake && cd /by_cmake && cp /given/first.c . && printf '%s' '{cmake}' > CMakeLists.txt
cmake -Dpytorch_c_DIR=$at/lib/cmake/pytorch_c . > /dev/null && make -s && ./first
mkdir /cpp && cd /cpp && tar -xzf /given/{sdist} --strip-components=1
python3 bindings/cpp/generate.py $at/share/pytorch_c/pytorch_c.json > pytorch_c_ops.hpp
g++ -std=c++17 -Ibindings/cpp/include -I. bindings/cpp/tests/test.cc $(pkg-config --cflags --libs pytorch_c) -o test && ./test
""",
}


class Suites:
    """Minimal Debians in folders, made when they are asked for and kept."""

    def __init__(self, folder):
        self.folder = folder

    def base(self, suite):
        """The folder of a suite with Python and nothing that compiles."""
        path = self.folder / suite
        if not (path / "complete").exists():
            shutil.rmtree(path, ignore_errors=True)
            path.parent.mkdir(parents=True, exist_ok=True)
            run(["debootstrap", "--variant=minbase", f"--include={','.join(NEEDS)}", suite, path])
            (path / "complete").touch()
        return path

    def machine(self, suite, name):
        """A machine of its own, with a compiler unless it is for the wheel."""
        path = self.folder / f"{suite}-{name}"
        shutil.rmtree(path, ignore_errors=True)
        run(["cp", "-a", "--reflink=auto", self.base(suite), path])
        for given in ("/etc/resolv.conf", "/etc/pip.conf"):
            if Path(given).exists():
                shutil.copy(given, path / given[1:])
        own = Path("~/.config/pip/pip.conf").expanduser()
        if own.exists():
            (path / "root/.config/pip").mkdir(parents=True, exist_ok=True)
            shutil.copy(own, path / "root/.config/pip/pip.conf")
        if name != "wheel":
            inside(path, f"apt-get -q update && apt-get -q -y --no-install-recommends install {COMPILER}", {})
        return path


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


def places(name, suite):
    """Whether a package is for a suite: torch's wheels and ours are for the Python that is here."""
    return name in ("libtorch", "tarball") or PYTHONS.get(suite) == OWN


def tried(suites, suite, name, options):
    """What a machine printed last."""
    wanted, found = files(options.dist)
    given = suites.folder / "given"
    given.mkdir(parents=True, exist_ok=True)
    for path in [*found.values(), ROOT / "cshim" / "examples" / "first.c"]:
        shutil.copy(path, given)
    filled = {kind: path.name for kind, path in found.items()}
    script = SCRIPTS[name].format(
        **filled, torch=version("torch").partition("+")[0], train=TRAIN, version=wanted,
        cmake=CMAKE.format(series=wanted.rpartition(".")[0]),
    )  # fmt: skip
    if name in ("sdist", "libtorch"):
        script += EXAMPLE
    if name != "tarball":
        script += UNINSTALL
    shown = {
        "/given": given,
        "/libtorch": find_spec("torch").submodule_search_locations[0],
        **{one: one for one in options.bind},
    }
    machine = suites.machine(suite, name)
    (machine / "root/own").mkdir(parents=True)
    return inside(machine, script, shown)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="wheel, sdist, libtorch, tarball")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "machines", help="some GB")
    parser.add_argument("--bind", nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--suites", nargs="*", default=list(PYTHONS), choices=PYTHONS)
    options = parser.parse_args()
    if unknown := set(options.names) - set(SCRIPTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    if os.geteuid() or not shutil.which("debootstrap"):
        raise SystemExit("empty_machines.py: needs root and debootstrap; nothing was tried")
    suites, failed = Suites(options.folder.resolve()), 0
    for name in options.names or SCRIPTS:
        for suite in options.suites:
            if not places(name, suite):
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
