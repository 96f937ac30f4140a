"""Builds the C library with make, then the extensions on it, as many at once as there are cores or PTC_JOBS says.

With PTC_SKIP_BUILD an editable install builds nothing: `make build` does that.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

LIBTORCH = os.environ.get("LIBTORCH")
SKIP_BUILD = bool(os.environ.get("PTC_SKIP_BUILD"))
LIBRARY_DIR = os.environ.get("PTC_LIBRARY_DIR")  # where a C library is that needs no build
SONAME = "libpytorch_c.so.0"
JOBS = int(os.environ.get("PTC_JOBS") or os.cpu_count())
URL = os.environ.get("PTC_URL", "").rstrip("/")  # of the repository on a public host, for the metadata
VERSION = (ROOT / "cshim" / "VERSION").read_text().strip()


def description(url=URL):
    """Returns README.md for readers outside of the repository: links go to `url`, or become names of files without one."""

    def link(found):
        picture, text, path = found.groups()
        if ":" in path or path.startswith("#"):
            return found[0]
        if url:
            return f"{picture}[{text}]({url}/{'raw' if picture else 'blob'}/v{VERSION}/{path})"
        if picture:
            return f"*{text}: `{path}` of the source distribution.*"
        return text if text == path else f"{text} (`{path}`)"

    return re.sub(r"(!?)\[([^\]]*)\]\(([^)]+)\)", link, (ROOT / "README.md").read_text(encoding="utf-8"))


def urls(url=URL):
    """Returns the metadata's addresses: none without PTC_URL."""
    pages = {"Source": "", "Documentation": "blob/v{}/docs", "Changelog": "blob/v{}/CHANGELOG.md", "Issues": "issues"}
    return {name: f"{url}/{path.format(VERSION)}".rstrip("/") for name, path in pages.items() if url}


def torch_requirement():
    """The torch that was built against, by its minor version; none with LIBTORCH=DIR."""
    if LIBTORCH:
        return []
    from importlib.metadata import PackageNotFoundError, version

    try:
        major, minor, *_ = version("torch").split("+")[0].split(".")
    except PackageNotFoundError:
        return []
    return [f"torch>={major}.{minor},<{major}.{int(minor) + 1}"]


class Library(build_ext):
    """libpytorch_c first, since the extensions link to it."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or JOBS

    def run(self):
        if SKIP_BUILD:
            return
        if LIBRARY_DIR:
            return self.extensions_only()
        build = Path(self.build_temp if not self.inplace else ROOT / "cshim" / "build").resolve()
        command = [
            "make",
            "--no-print-directory",
            "-C",
            str(ROOT / "cshim"),
            f"-j{JOBS}",
            f"BUILD={build}",
            f"PYTHON={sys.executable}",
        ]
        editable = self.inplace or getattr(self, "editable_mode", False)
        # A wheel finds libtorch beside itself; a build in place, where it was found.
        if LIBTORCH or editable:
            command.append(f"EXTRA_RPATH={self.libtorch()}/lib")
        # A make around this one has its own jobs.
        environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS")}
        if subprocess.call(command, env=environment):
            raise SystemExit("pytorch_c: the C library could not be built; the reason stands above")
        package = ROOT / "pytorch_c" if editable else Path(self.build_lib) / "pytorch_c"
        self.put(build / SONAME, package / "lib")
        self.put_link(package / "lib", editable)
        os.environ["PTC_LIBRARY_DIR"] = str(package / "lib")
        for extension in self.extensions:
            extension.library_dirs = [str(package / "lib")]
        super().run()

    def extensions_only(self):
        """Builds upon the C library in PTC_LIBRARY_DIR, which goes into a wheel as it is."""
        if not (self.inplace or getattr(self, "editable_mode", False)):
            package = Path(self.build_lib) / "pytorch_c" / "lib"
            self.put(Path(LIBRARY_DIR) / SONAME, package)
            self.put_link(package, False)
        for extension in self.extensions:
            extension.library_dirs = [LIBRARY_DIR]
        super().run()

    def build_extensions(self):
        """Without the run paths that this Python's own build has for its library."""
        linker = self.compiler.linker_so
        self.compiler.set_executable("linker_so", [one for one in linker if not one.startswith("-Wl,-rpath")])
        super().build_extensions()

    def libtorch(self):
        if LIBTORCH:
            return LIBTORCH
        from importlib.util import find_spec

        return find_spec("torch").submodule_search_locations[0]

    @staticmethod
    def put_link(folder, editable):
        """The name by which linkers find the library; a wheel can hold no symbolic link, but a linker's script."""
        link = folder / "libpytorch_c.so"
        if editable and not (link.is_symlink() and os.readlink(link) == SONAME):
            link.unlink(missing_ok=True)
            link.symlink_to(SONAME)
        elif not editable:
            link.unlink(missing_ok=True)
            link.write_text(f"INPUT({SONAME})\n")

    @staticmethod
    def put(path, folder):
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / path.name
        if target.is_file() and target.stat().st_mtime >= path.stat().st_mtime:
            return
        # Not over the old file: a process may have it mapped.
        target.unlink(missing_ok=True)
        shutil.copy2(path, target)


class Sources(build_py):
    """Headers, pytorch_c.json, pkg-config and CMake files go into the package, beside the library."""

    def run(self):
        super().run()
        if getattr(self, "editable_mode", False):
            return
        prefix = (Path(self.build_lib) / "pytorch_c").resolve()
        make = [
            "make",
            "-s",
            "-C",
            str(ROOT / "cshim"),
            "install-files",
            f"PREFIX={prefix}",
            "SHARE=.",
            f"PYTHON={sys.executable}",
        ]
        if subprocess.call([*make, "LIBTORCH_AT=$${prefix}/../torch"]):
            raise SystemExit("pytorch_c: the headers could not be installed; the reason stands above")


# table.c and kinds.h are derived, and written by the time that extensions are built (codegen/build_ffi.py).
UNITS = sorted(
    {f"pytorch_c/csrc/{path.name}" for path in (ROOT / "pytorch_c" / "csrc").glob("*.c")}
    - {"pytorch_c/csrc/native.c", "pytorch_c/csrc/frames.c"}
)
HEADERS = sorted(
    {f"pytorch_c/csrc/{path.name}" for path in (ROOT / "pytorch_c" / "csrc").glob("*.h")} | {"pytorch_c/csrc/kinds.h"}
)
core = Extension(
    "pytorch_c._boundary._core",
    sorted({*UNITS, "pytorch_c/csrc/table.c"}),
    include_dirs=["cshim/include"],
    depends=HEADERS,
    libraries=["pytorch_c"],
    extra_compile_args=[
        "-std=c11",
        "-O2",
        "-g0",
        "-fvisibility=hidden",
        "-Wall",
        "-Wextra",
        "-Wno-missing-field-initializers",
    ],
    extra_link_args=["-Wl,-rpath,$ORIGIN/../lib"],
)
frames = Extension(
    "pytorch_c._boundary._frames", ["pytorch_c/csrc/frames.c"], extra_compile_args=core.extra_compile_args
)

setup(
    ext_modules=[core, frames],
    packages=find_packages(include=["pytorch_c", "pytorch_c.*"]),
    package_data={"pytorch_c": ["pytorch_c.json", "excluded.json", "vision/data/**/*", "py.typed", "**/*.pyi"]},
    exclude_package_data={"": ["*.c", "*.h", "*.cdef"]},  # sources of the extension: the sdist's alone
    install_requires=["cffi>=1.17", "numpy>=1.24", *torch_requirement()],
    cffi_modules=[] if SKIP_BUILD else ["codegen/build_ffi.py:ffi"],
    cmdclass={"build_ext": Library, "build_py": Sources},
    long_description=description(),
    long_description_content_type="text/markdown",
    project_urls=urls(),
    zip_safe=False,
)
