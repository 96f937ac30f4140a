"""The package for Linux on arm64, made and tried on another processor: `make arm64`.

    python tools/arm64.py [library] [c-tests] [wheel] [package] [mnist] [tests] [--folder FOLDER] [--jobs N]

Debian's cross compiler builds the C library and the extension, QEMU runs them: the C tests, the wheel in a Debian of arm64,
a training, the promises of the finalizers. All steps, in this order, unless some are named:

    library   the C library upon libtorch's wheel for arm64, which needs no GPU (half an hour: one compiler at a time)
    c-tests   its C tests
    wheel     a wheel for CPython 3.11, in dist/
    package   pip's files of the wheel, NumPy and cffi beside that libtorch: a training
    mnist     an epoch of the MNIST example upon the images that the package has
    tests     tests/memory/finalizer_promises.py and free_threads.py

Needs root, debootstrap, the packages g++-aarch64-linux-gnu and qemu-user-static, and auditwheel.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import libtorchs
import manylinux
from libtorchs import CSHIM, ROOT
from versions import TRAINING

TARGET = "aarch64-linux-gnu"
VERSION = "2.13.0"
PLATFORMS = ["linux_aarch64", "manylinux2014_aarch64", *(f"manylinux_2_{n}_aarch64" for n in (17, 25, 27, 28))]
DEBIAN = "python3.11,libpython3.11-stdlib,libpython3.11-dev,libstdc++6,libgomp1,libc6-dev,python3-distutils"
CPUINFO = """processor\t: {}
BogoMIPS\t: 100.00
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x3
CPU part\t: 0xd0c
CPU revision\t: 1

"""  # Neoverse N1
RUNTIME = ("nvidia-cuda-runtime<14", "nvidia-cuda-cupti<14")


def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode:
        raise RuntimeError((done.stdout + done.stderr)[-3000:])
    return done.stdout


def install(folder, *packages):
    """pip install of arm64's wheels into a folder."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-cache-dir",
        "--no-compile",
        "--no-deps",
        "--target",
        folder,
    ]
    command += ["--only-binary=:all:", "--python-version", "3.11", "--implementation", "cp"]
    command += [word for name in PLATFORMS for word in ("--platform", name)]
    run([*command, *packages], env=os.environ | {"PIP_FIND_LINKS": "/nonexistent"})


class Arm64:
    """A folder with a Debian of arm64, a libtorch, and what is built for them."""

    def __init__(self, folder, jobs):
        self.folder, self.jobs = folder, jobs
        self.root, self.torch, self.build = folder / "root", folder / "torch", folder / "cshim"
        self.site = folder / "site"

    def debian(self):
        """The root of Debian's files: unpacked, never started."""
        if not (self.root / "usr/bin/python3.11").exists():
            shutil.rmtree(self.root, ignore_errors=True)
            run(
                [
                    "debootstrap",
                    "--foreign",
                    "--arch=arm64",
                    "--variant=minbase",
                    f"--include={DEBIAN}",
                    "bookworm",
                    self.root,
                ]
            )
            for package in (self.root / "var/cache/apt/archives").glob("*.deb"):
                run(["dpkg", "-x", package, self.root])
            self.processor()
        return self.root

    def processor(self):
        """Writes what libtorch reads of a processor when it is loaded: QEMU takes it for this machine's own."""
        (self.root / "proc").mkdir(exist_ok=True)
        (self.root / "proc/cpuinfo").write_text("".join(CPUINFO.format(n) for n in range(2)))
        for n in range(2):
            identification = self.root / f"sys/devices/system/cpu/cpu{n}/regs/identification"
            identification.mkdir(parents=True, exist_ok=True)
            (identification / "midr_el1").write_text("0x00000000413fd0c1\n")

    def libtorch(self):
        """libtorch without its CUDA part, in a folder named torch."""
        if not (self.torch / "lib/libtorch.so").exists():
            fetched = self.folder / "fetched"
            shutil.rmtree(fetched, ignore_errors=True)
            install(fetched, f"torch=={VERSION}", *RUNTIME)
            lib = fetched / "torch" / "lib"
            for pattern in (*libtorchs.CUDA, "libtorch.so"):
                for library in lib.glob(pattern):
                    library.unlink()
            for library in (fetched / "nvidia").rglob("lib*.so.*"):
                shutil.copy2(library, lib)
            self.torch.mkdir(exist_ok=True)
            for part in ("lib", "include", "share", "version.py"):
                shutil.move(fetched / "torch" / part, self.torch / part)
            shutil.rmtree(fetched)
            command = [f"{TARGET}-gcc", "-shared", "-o", self.torch / "lib/libtorch.so", f"-L{self.torch}/lib"]
            command += ["-Wl,--no-as-needed,-rpath,$ORIGIN", "-ltorch_cpu", "-lc10", "-Wl,-soname,libtorch.so"]
            run([*command, "-Wl,--unresolved-symbols=ignore-all"])
        return self.torch

    def make(self, *targets):
        """make in cshim with the tools of arm64; what it printed."""
        tools = {"CXX": "g++", "LD": "ld", "OBJCOPY": "objcopy"}
        command = ["make", "-C", CSHIM, f"-j{self.jobs}", f"PYTHON={sys.executable}", f"LIBTORCH={self.libtorch()}"]
        command += [f"{name}={TARGET}-{tool}" for name, tool in tools.items()]
        command += [
            f"CC={TARGET}-gcc -Wl,-rpath-link,{self.torch}/lib"
        ]  # the linker of another processor takes no run path
        return run([*command, f"BUILD={self.build}", *targets])

    def emulated(self):
        """The words before a program of arm64, which finds libtorch in our folder."""
        where = f"LD_LIBRARY_PATH={self.torch}/lib:{self.build}"
        return [
            "qemu-aarch64-static",
            "-cpu",
            "neoverse-n1",
            "-L",
            self.debian(),
            "-E",
            where,
            "-E",
            "OMP_NUM_THREADS=1",
        ]

    def python(self, *arguments, cwd=None, **more):
        """Runs Debian's Python of arm64 with the package; what it printed."""
        words = {"PYTHONPATH": self.site, "LIBTORCH": self.torch, "PYTHONHASHSEED": "0", **more}
        given = [word for name, value in words.items() for word in ("-E", f"{name}={value}")]
        return run([*self.emulated(), *given, self.root / "usr/bin/python3.11", *arguments], cwd=cwd or self.folder)

    # ---- the steps ----

    def library(self):
        self.make("all")
        return f"{(self.build / libtorchs.package.SONAME).stat().st_size / 1e6:.1f} MB"

    def c_tests(self):
        self.make("build-tests")
        failed = {}
        programs = sorted(path for path in (self.build / "tests").iterdir() if not path.suffix)
        for program in programs:
            done = subprocess.run([*self.emulated(), program], capture_output=True, text=True, timeout=600)
            if done.returncode:
                failed[program.name] = (done.stderr or done.stdout).strip().splitlines()[-1]
        said = "".join(f"\n         {name}: {why}" for name, why in failed.items())
        return f"{len(programs) - len(failed)} of {len(programs)} C tests passed{said}"

    def wheel(self):
        """setup.py with the settings of arm64's Python, whose name tells setuptools which Python it builds for."""
        settings = self.folder / "settings"
        settings.mkdir(exist_ok=True)
        name = f"_sysconfigdata__{TARGET}"
        shutil.copy2(self.debian() / f"usr/lib/python3.11/{name}.py", settings)
        headers = " ".join(f"-I{self.root}/usr/include{part}" for part in ("/python3.11", ""))
        environment = os.environ | {
            "_PYTHON_SYSCONFIGDATA_NAME": name,
            "_PYTHON_HOST_PLATFORM": "linux-aarch64",
            "PYTHONPATH": str(settings),
            "CC": f"{TARGET}-gcc {headers}",
            "LDSHARED": f"{TARGET}-gcc -shared",
            "PTC_LIBRARY_DIR": str(self.build),
        }
        built = self.folder / "wheel"
        shutil.rmtree(built, ignore_errors=True)
        words = ["-q", "build", "-b", built / "build", "bdist_wheel", "-d", built, "-b", built / "packed"]
        run([sys.executable, "setup.py", *words], cwd=ROOT, env=environment)
        found = manylinux.named(next(built.glob("*.whl")), built / "named")
        (ROOT / "dist").mkdir(exist_ok=True)
        shutil.copy2(found, ROOT / "dist")
        shutil.rmtree(self.site, ignore_errors=True)
        install(self.site, found, "numpy", "cffi>=2")
        return f"{found.name}, {found.stat().st_size / 1e6:.1f} MB"

    def package(self):
        (self.folder / "training.py").write_text(TRAINING)
        self.python("training.py")
        said = self.python(
            "-c", "import platform, pytorch_c as t; print(t.__version__, platform.machine(), t.ones(2, 3).sum().item())"
        )
        return f"the package trains; {said.strip()}"

    def mnist(self):
        printed = self.python(ROOT / "examples/mnist.py", "train", "--data", "sample", "--epochs", "1", cwd=self.folder)
        return [line.strip() for line in printed.splitlines() if "%" in line][-1]

    def tests(self):
        out = []
        for name, *arguments in (["finalizer_promises.py"], ["free_threads.py", "3"]):
            printed = self.python(ROOT / "tests/memory" / name, *arguments)
            promises = json.loads(printed.strip().splitlines()[-1])["promises"]
            broken = [promise for promise, error in promises.items() if error]
            out.append(f"{name}: {', '.join(broken) + ' broken' if broken else f'all {len(promises)} kept'}")
        return "; ".join(out)


STEPS = ["library", "c-tests", "wheel", "package", "mnist", "tests"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", metavar="STEP", help=", ".join(STEPS))
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "arm64", help="some GB")
    parser.add_argument("--jobs", default=1, type=int, help="compilers at once")
    options = parser.parse_args()
    if unknown := set(options.steps) - set(STEPS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    options.folder.mkdir(parents=True, exist_ok=True)
    arm64 = Arm64(options.folder.resolve(), options.jobs)
    for step in options.steps or STEPS:
        print(f"{step:8}", getattr(arm64, step.replace("-", "_"))(), flush=True)


if __name__ == "__main__":
    main()
