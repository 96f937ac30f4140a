"""A Python without a GIL: `python tools/free_threaded.py 3.14 3.13 [--folder FOLDER]`.

No Debian has one as a package, so it is built from the newest source of python3.14 in a suite of Debian's, in FOLDER/3.14t
(build/pythons): ten minutes of a processor. What is fetched stays there too. Of the versions that are named the first whose
source can be had is taken. cffi refuses 3.13 without a GIL, though its sources serve there: for that Python its wheel is
made here without the refusal. --sanitized builds it, and what is compiled for it later, for ThreadSanitizer, in 3.14t-tsan.
Needs apt-get, gcc, make and the headers of zlib, libffi, OpenSSL, bzip2, lzma and SQLite.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITES = ("sid", "forky", "trixie", "experimental")
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
SETTINGS = """
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "/nonexistent";
Dir::State::lists "{folder}/lists";
Dir::Cache "{folder}/cache";
APT::Sandbox::User "root";
"""
# A build and pip are not what ThreadSanitizer is asked about.
UNSEEN = os.environ | {"TSAN_OPTIONS": "report_bugs=0"}
REFUSAL = re.compile(r"^if FREE_THREADED_BUILD and sys.version_info < \(3, 14\):\n(?: .*\n)+", re.M)


def run(command, **options):
    options = {"env": UNSEEN} | options
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode:
        raise RuntimeError((done.stdout + done.stderr)[-2000:])
    return done.stdout


class Sources:
    """Debian's sources, by an apt of their own: the system's is left as it is."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("lists/partial", "cache/archives/partial"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        line = f"deb-src [signed-by={KEYS}] http://deb.debian.org/debian {{}} main\n"
        (folder / "sources.list").write_text("".join(map(line.format, SUITES)))
        (folder / "apt.conf").write_text(SETTINGS.format(folder=folder))
        self.environment = os.environ | {"APT_CONFIG": str(folder / "apt.conf")}
        run(["apt-get", "-q", "update"], env=self.environment)

    def fetch(self, package):
        """The archive of the newest version that can be had, or None: a mirror may list what it has no more."""
        shown = subprocess.run(["apt-cache", "showsrc", package], capture_output=True, text=True, env=self.environment)
        versions = re.findall(rf"^Package: {re.escape(package)}$.*?^Version: (\S+)$", shown.stdout, re.M | re.S)
        for version in sorted(set(versions), key=numbers, reverse=True):
            source = ["apt-get", "-q", "source", "--download-only", f"{package}={version}"]
            done = subprocess.run(source, cwd=self.folder, capture_output=True, env=self.environment)
            archive = next(self.folder.glob(f"{package}_{version.rpartition('-')[0]}.orig.tar.*z"), None)
            if done.returncode == 0 and archive:
                return archive
        return None


def numbers(version):
    return [int(part) for part in re.findall(r"\d+", version)]


def interpreter(version, folder, sanitized=False):
    """The interpreter of a version, "3.14", built unless it is there; None where there is no source."""
    prefix = folder / f"{version}t{'-tsan' * sanitized}"
    python = prefix / "bin" / f"python{version}t"
    if python.exists():
        return python
    archive = Sources(folder / "apt").fetch(f"python{version}")
    if not archive:
        return None
    source = folder / "source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir()
    run(["tar", "-xf", archive, "--strip-components=1"], cwd=source)
    options = ["--disable-gil", "--with-ensurepip=install", *["--with-thread-sanitizer"][:sanitized]]
    run(["./configure", "-q", f"--prefix={prefix}", *options], cwd=source)
    run(["make", "-s", "-j1"], cwd=source)
    # Its own tests and others are not compiled ahead: under ThreadSanitizer that takes longer than all else.
    run(["make", "-s", "install", "COMPILEALL_OPTS=-x ."], cwd=source)
    if sanitized:
        shutil.copy(source / "Tools/tsan/suppressions_free_threading.txt", prefix / "tsan.supp")
    shutil.rmtree(source)
    return python


def cffi(python, folder):
    """The folder with a wheel of cffi for a Python that cffi refuses; None for others."""
    look = "import sys; sys.exit(sys.version_info < (3, 14))"
    if subprocess.run([python, "-c", look]).returncode == 0:
        return None
    wheels = folder / f"wheels-{python.parents[1].name}"
    if not list(wheels.glob("cffi-*.whl")):
        run([python, "-m", "venv", folder / "cffi-build"])
        own = folder / "cffi-build" / "bin" / "python"
        run([own, "-m", "pip", "install", "-q", "setuptools>=77", "wheel", "pycparser"])
        # pip asks a source for its metadata when it fetches it, which this Python's is refused.
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", "cffi", "cffi>=2"]
        run([*fetch, "-d", folder / "cffi-build"])
        run(["tar", "-xf", *(folder / "cffi-build").glob("cffi-*.tar.gz")], cwd=folder / "cffi-build")
        (source,) = (path.parent for path in (folder / "cffi-build").glob("cffi-*/setup.py"))
        text, count = REFUSAL.subn("", (source / "setup.py").read_text())
        if count != 1:
            raise RuntimeError("cffi's setup.py refuses in other words")
        (source / "setup.py").write_text(text)
        run([own, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", wheels, source])
        shutil.rmtree(folder / "cffi-build")
    return wheels


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("versions", nargs="+", metavar="VERSION", help="of Python: 3.14")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "pythons")
    parser.add_argument("--sanitized", action="store_true", help="for ThreadSanitizer")
    options = parser.parse_args()
    folder = options.folder.resolve()
    for version in options.versions:
        python = interpreter(version, folder, options.sanitized)
        if python:
            print(python, cffi(python, folder) or "")
            return
        print(f"python{version}: no suite's mirror has its source")
    sys.exit(1)


if __name__ == "__main__":
    main()
