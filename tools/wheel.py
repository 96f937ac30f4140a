"""One wheel for several Pythons and libtorchs: python tools/wheel.py [--dist DIR] [--libtorchs VERSION …] [PYTHON …]

The wheel of this Python is built from a copy of the tree upon the C library's objects that `make build` has made, linked
once more; for each other PYTHON (an interpreter with its headers and pip) the extensions are built against the C library
in it, and added. For each other libtorch (a version, or a folder) a C library is added (libtorchs.py). auditwheel then gives it the name of the oldest Linux that it
runs on; libtorch stays outside, and the wheel asks for a torch of its versions. No file may name a folder of this machine.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import libtorchs
import manylinux

ROOT = Path(__file__).resolve().parent.parent
TAG = "import sys; print('cp%d%d' % sys.version_info[:2])"


def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "build-*", "dist", "__pycache__", "*.so", "*.so.*", "*.egg-info", "target"
)


def libtorch():
    return find_spec("torch").submodule_search_locations[0]


def linked(folder):
    """Links the C library without a run path to this machine's libtorch, and returns its folder."""
    place = folder / "lib"
    place.mkdir()
    named = [f"LIBRARY={place}/libpytorch_c.so.0", f"LINKED={place}/libpytorch_c.so", f"LINK_FLAGS={place}/link-flags"]
    run(["make", "-s", "-C", ROOT / "cshim", f"PYTHON={sys.executable}", *named, place / "libpytorch_c.so"])
    return place


def own_wheel(folder):
    """Returns the folder of this Python's wheel, unpacked."""
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-build-isolation",
    ]
    run([*pip, "-w", folder, folder / "source"], env=os.environ | {"PTC_LIBRARY_DIR": str(linked(folder))})
    (wheel,) = folder.glob("*.whl")
    run([sys.executable, "-m", "wheel", "unpack", "-d", folder / "unpacked", wheel])
    (unpacked,) = (folder / "unpacked").iterdir()
    return unpacked


def add_python(python, unpacked, folder):
    """Builds the extensions for another Python into the wheel, and gives its tag."""
    tag = run([python, "-c", TAG]).strip()
    run([python, "-m", "venv", folder / tag])
    own = folder / tag / "bin" / "python"
    run([own, "-m", "pip", "install", "-q", "--disable-pip-version-check", "cffi>=1.17", "setuptools>=77"])
    env = os.environ | {"PTC_LIBRARY_DIR": str(unpacked / "pytorch_c" / "lib"), "LIBTORCH": libtorch()}
    built = folder / f"{tag}-lib"
    command = [own, "setup.py", "-q", "build_ext", "--build-lib", built, "--build-temp", folder / f"{tag}-temp"]
    run(command, cwd=folder / "source", env=env)
    for extension in (built / "pytorch_c" / "_boundary").glob("*.so"):
        shutil.copy2(extension, unpacked / "pytorch_c" / "_boundary")
    return tag


def add_libtorchs(named, unpacked):
    """Builds the C library against other libtorchs into the wheel, which asks for a torch of any of them from then on."""
    lib = unpacked / "pytorch_c" / "lib"
    for one in named:
        libtorchs.build(libtorchs.libtorch(one, libtorchs.Registry()), os.cpu_count(), lib)
    (metadata,) = unpacked.glob("*.dist-info/METADATA")
    text = metadata.read_text(encoding="utf-8")
    own = re.search(r"^Requires-Dist: torch(?:<[\d.]+,)?>=([\d.]+)", text, re.M)[1]
    minors = [own, *(path.parent.name for path in lib.glob(f"*/{libtorchs.package.SONAME}"))]
    metadata.write_text(
        re.sub(r"^Requires-Dist: torch\b.*$", f"Requires-Dist: torch{torch_range(minors)}", text, flags=re.M),
        encoding="utf-8",
    )


def torch_range(minors):
    """Returns ">=2.11,<2.15" for the minor versions 2.11 to 2.14; refuses a gap between them."""
    numbers = sorted(int(one.split(".")[1]) for one in minors)
    missing = sorted({*range(numbers[0], numbers[-1] + 1)} - {*numbers})
    if missing:
        raise SystemExit(f"the wheel would ask for torch 2.{missing[0]} too, and has no C library for it")
    return f">=2.{numbers[0]},<2.{numbers[-1] + 1}"


def retag(unpacked, tags):
    """Names the Pythons in the wheel's own description."""
    (path,) = unpacked.glob("*.dist-info/WHEEL")
    text = path.read_text()
    platform = re.search(r"^Tag: \w+-\w+-(\w+)$", text, re.M)[1]
    kept = re.sub(r"^Tag: .*\n", "", text, flags=re.M).rstrip("\n")
    path.write_text("\n".join([kept, *(f"Tag: {tag}-{tag}-{platform}" for tag in tags), ""]))


def run_paths(unpacked):
    """{library: its run path} of the wheel."""
    found = {}
    for library in sorted(unpacked.rglob("*.so*")):
        if library.read_bytes()[:4] != b"\x7fELF":  # a linker's script
            continue
        shown = run(["readelf", "-d", library])
        found[library.relative_to(unpacked)] = re.findall(r"R(?:UN)?PATH\).*\[(.*)\]", shown)
    return found


def check(unpacked):
    """Refuses a run path that is not beside the library, a file that names this folder, and the extension's sources."""
    for library, paths in run_paths(unpacked).items():
        wrong = [one for path in paths for one in path.split(":") if not one.startswith("$ORIGIN")]
        if wrong:
            raise SystemExit(f"{library}: its run path names {', '.join(wrong)}")
    for path in unpacked.rglob("*"):
        if path.suffix in (".c", ".cc", ".cdef"):
            raise SystemExit(f"{path.relative_to(unpacked)}: a source of the extension")
        if path.is_file() and str(ROOT).encode() in path.read_bytes():
            raise SystemExit(f"{path.relative_to(unpacked)} names {ROOT}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    parser.add_argument(
        "--libtorchs", nargs="+", default=[], metavar="VERSION", help="of torch, or folders of libtorchs"
    )
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    options = parser.parse_args()
    folder = ROOT / "build" / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_OUT, symlinks=True)
    unpacked = own_wheel(folder)
    tags = {run([sys.executable, "-c", TAG]).strip()}
    tags |= {add_python(python, unpacked, folder) for python in options.pythons}
    add_libtorchs(options.libtorchs, unpacked)
    retag(unpacked, sorted(tags, key=lambda tag: int(tag[3:])))
    check(unpacked)
    (folder / "packed").mkdir()
    run([sys.executable, "-m", "wheel", "pack", "-d", folder / "packed", unpacked])
    (wheel,) = (folder / "packed").iterdir()
    options.dist.mkdir(parents=True, exist_ok=True)
    found = manylinux.named(wheel, folder / "repaired")
    run([sys.executable, "-m", "wheel", "unpack", "-d", folder / "again", found])
    check(next((folder / "again").iterdir()))
    print(shutil.copy2(found, options.dist))


if __name__ == "__main__":
    main()
