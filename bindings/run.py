"""Builds the bindings upon an installed library, runs their tests, and trains the same perceptron in each.

    python run.py PREFIX [--build FOLDER] [--only NAME …] [--curves]

PREFIX is where `make -C cshim install` has put the library; nothing else of the project is used but the sources
beside this file, whose generators need this Python. A language whose toolchain is missing is left out, with the
reason. --curves writes mlp/curves.md and mlp/curves.png. The images are made by the package, which is installed for
this Python.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
LONGEST = 500  # seconds for one command
PYTHON = sys.executable


class Missing(Exception):
    """A toolchain that is not here: what is missing."""


class Place:
    """Where things are: the installed library, and a folder to build in."""

    def __init__(self, prefix, build):
        self.prefix, self.build = Path(prefix).resolve(), Path(build).resolve()
        self.library = self.prefix / "lib" / "libpytorch_c.so.0"
        self.api = self.prefix / "share" / "pytorch_c" / "pytorch_c.json"
        self.build.mkdir(parents=True, exist_ok=True)
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
        }
        self.environment = kept | {
            "PKG_CONFIG_PATH": str(self.prefix / "lib" / "pkgconfig"),
            "PYTORCH_C_LIBRARY": str(self.library),
            "OMP_NUM_THREADS": "1",
        }

    def run(self, *command, folder=None, **environment):
        """What a command prints; a RuntimeError with it where it fails."""
        words, where = [str(word) for word in command], folder or HERE
        done = subprocess.run(
            words,
            cwd=where,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        if done.returncode:
            said = "\n".join((done.stdout + done.stderr).splitlines()[-30:])
            raise RuntimeError(f"{' '.join(words[:6])} ended with {done.returncode}:\n{said}")
        return done.stdout

    def flags(self, *words):
        return self.run("pkg-config", *words, "pytorch_c").split()

    def folder(self, name):
        out = self.build / name
        out.mkdir(exist_ok=True)
        return out


def need(command, why=""):
    found = shutil.which(command)
    if not found:
        raise Missing(f"no {command}{why}")
    return found


# ---- each language: what builds it, and the commands for its tests, the perceptron, the cost of calls, and in some for
# an archive of TorchScript ----


def cpp(place):
    compiler, out, at = need("g++"), place.folder("cpp"), HERE / "cpp"
    (out / "pytorch_c_ops.hpp").write_text(place.run(PYTHON, at / "generate.py", place.api))
    for source in ("tests/test.cc", "mlp.cc", "calls.cc", "script.cc"):
        flags = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{at / 'include'}", f"-I{out}"]
        place.run(compiler, *flags, at / source, *place.flags("--cflags", "--libs"), "-o", out / Path(source).stem)
    return {what: [out / what] for what in ("test", "mlp", "calls", "script")}


def rust(place):
    cargo, at, out = need("cargo"), HERE / "rust", place.folder("rust")
    place.environment["CARGO_TARGET_DIR"] = str(out)
    place.run(cargo, "build", "--offline", "--release", "--examples", "--tests", folder=at)
    examples = out / "release" / "examples"
    test = [cargo, "test", "--offline", "--release", "--quiet", "--manifest-path", at / "Cargo.toml"]
    return {"test": test} | {what: [examples / what] for what in ("mlp", "calls", "script")}


def jdk():
    """The commands java and javac of a JDK with the foreign function interface."""
    homes = [os.environ.get("JAVA_HOME"), *map(str, Path("/usr/lib/jvm").glob("*")), ""]
    for home in filter(lambda one: one is not None, homes):
        javac = shutil.which("javac", path=f"{home}/bin" if home else None)
        if not javac:
            continue
        said = subprocess.run([javac, "-version"], capture_output=True, text=True, check=False)
        words = (said.stdout + said.stderr).split()
        if len(words) > 1 and words[1].split(".")[0].isdigit() and int(words[1].split(".")[0]) >= 22:
            return Path(javac).with_name("java"), javac
    raise Missing("no JDK of version 22 or newer")


def java(place):
    (command, javac), out, at = jdk(), place.folder("java"), HERE / "java"
    place.run(PYTHON, at / "generate.py", place.api, out / "generated")
    sources = [
        *at.glob("src/pytorch_c/*.java"),
        *(out / "generated").glob("pytorch_c/*.java"),
        *at.glob("tests/*.java"),
    ]
    place.run(javac, "-nowarn", "-d", out / "classes", *sources)
    start = [
        command,
        "-Xmx512m",
        "--enable-native-access=ALL-UNNAMED",
        f"-Dpytorch_c.library={place.library}",
        "-cp",
        out / "classes",
    ]
    classes = {"test": "BindingTest", "mlp": "Mlp", "calls": "Calls", "script": "Script"}
    return {what: [*start, name] for what, name in classes.items()}


def node(place):
    command, at = need("node"), HERE / "node"
    if "PYTORCH_C_KOFFI" not in os.environ and not (at / "node_modules" / "koffi").is_dir():
        npm, out = need("npm"), place.folder("node")
        try:
            place.run(npm, "install", "--prefix", out, "--ignore-scripts", "--no-audit", "--no-fund", "koffi@^3.3.4")
        except RuntimeError as error:
            raise Missing(f"koffi cannot be installed ({str(error).splitlines()[-1]})") from None
        place.environment["PYTORCH_C_KOFFI"] = str(out / "node_modules" / "koffi")
    place.run(command, at / "generate.js", place.api)
    return {
        "test": [command, "--test", at / "test"],
        "mlp": [command, at / "mlp.js"],
        "calls": [command, at / "calls.js"],
        "script": [command, at / "script.js"],
    }


def luajit(place):
    command, out, at = need("luajit"), place.folder("luajit"), HERE / "luajit"
    place.run(PYTHON, at / "generate.py", place.api, out)
    place.environment["LUA_PATH"] = f"{at}/?.lua;{out}/?.lua;;"
    return {what: [command, at / f"{what}.lua"] for what in ("test", "mlp", "calls", "script")}


def go(place):
    command, at, out = shutil.which(os.environ.get("GO", "go")), HERE / "go", place.folder("go")
    if not command:
        raise Missing("no go; GO may say where it is")
    place.environment |= {
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "GOFLAGS": "-mod=mod",
        "PATH": f"{Path(command).parent}:{os.environ['PATH']}",
    }
    place.run(command, "generate", "./aten", folder=at)
    place.run(command, "build", "-o", out / "mlp", "./example/mlp", folder=at)
    place.run(command, "build", "-o", out / "calls", "./bench", folder=at)
    place.run(command, "build", "-o", out / "script", "./example/script", folder=at)
    return {"test": ["sh", at / "run_tests.sh"]} | {what: [out / what] for what in ("mlp", "calls", "script")}


def ruby(place):
    command, out, at = need("ruby"), place.folder("ruby"), HERE / "ruby"
    place.run(command, at / "generate.rb", place.api, out)
    return {what: [command, f"-I{at}", f"-I{out}", at / f"{what}.rb"] for what in ("test", "mlp", "calls", "script")}


def csharp(place):
    compiler, command, out, at = need("mcs", " (mono)"), need("mono"), place.folder("csharp"), HERE / "csharp"
    place.run(PYTHON, at / "generate.py", place.api, out)
    place.run(compiler, "-target:library", f"-out:{out / 'PytorchC.dll'}", *at.glob("*.cs"), out / "Torch.cs")
    where = f'<configuration><dllmap dll="pytorch_c" target="{place.library}"/></configuration>\n'
    (out / "PytorchC.dll.config").write_text(where)
    programs = ("test", "mlp", "calls", "script")
    for name in programs:
        place.run(compiler, f"-r:{out / 'PytorchC.dll'}", f"-out:{out / name}.exe", at / "programs" / f"{name}.cs")
    return {name: [command, out / f"{name}.exe"] for name in programs}


def r(place):
    command, compiler, out, at = need("Rscript"), need("gcc"), place.folder("r"), HERE / "r"
    place.run(PYTHON, at / "generate.py", place.api, out)
    flags = ["-std=gnu11", "-O2", "-Wall", "-fPIC", "-shared", *place.run("R", "CMD", "config", "--cppflags").split()]
    place.run(
        compiler, *flags, at / "ptc.c", at / "ptc_jit.c", *place.flags("--cflags", "--libs"), "-o", out / "ptc.so"
    )
    place.run(compiler, *flags, at / "load.c", "-ldl", "-o", out / "load.so")
    place.environment["PYTORCH_C_R"] = str(out)
    return {what: ["env", "-C", at, command, f"{what}.R"] for what in ("test", "mlp", "calls", "script")}


LANGUAGES = {
    "C++": cpp,
    "Rust": rust,
    "Java": java,
    "Go": go,
    "Node": node,
    "LuaJIT": luajit,
    "Ruby": ruby,
    "C#": csharp,
    "R": r,
}


# ---- all of them ----


def built(place, names):
    """{language: its commands, or why it could not be built} of those whose toolchain is here."""
    out = {}
    for name in names:
        start = time.monotonic()
        try:
            out[name] = LANGUAGES[name](place)
            print(f"{name}: built in {time.monotonic() - start:.0f} s", flush=True)
        except Missing as reason:
            print(f"{name}: skipped, {reason}", flush=True)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            out[name] = error
    return out


def data(place):
    """The folder of the images, which the package writes."""
    folder = place.folder("data")
    place.run(PYTHON, HERE / "mlp" / "mlp.py", "data", folder)
    return folder


def trained(place, command, folder):
    """(losses as printed, SHA-256 of the weights' file) of a training."""
    file = place.build / "weights.safetensors"
    file.unlink(missing_ok=True)
    losses = place.run(*command, folder, file).split()
    return losses, hashlib.sha256(file.read_bytes()).hexdigest()


def reference(place, folder):
    """The training of the Python package."""
    file = place.build / "weights.safetensors"
    losses = place.run(PYTHON, HERE / "mlp" / "mlp.py", "train", folder, "--save", file).split()
    return losses, hashlib.sha256(file.read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__.splitlines()[0])
    parser.add_argument("prefix", type=Path)
    parser.add_argument("--build", type=Path, default=HERE.parent / "build" / "bindings", metavar="FOLDER")
    parser.add_argument("--only", nargs="+", choices=LANGUAGES, default=list(LANGUAGES), metavar="NAME")
    parser.add_argument("--curves", action="store_true", help="write mlp/curves.md and mlp/curves.png")
    options = parser.parse_args()
    place = Place(options.prefix, options.build)
    failed, curves = [], {}
    folder = data(place)
    curves["Python"] = expected = reference(place, folder)
    for name, commands in built(place, options.only).items():
        try:
            if isinstance(commands, Exception):
                raise commands
            place.run(*commands["test"])
            curves[name] = trained(place, commands["mlp"], folder)
            same = curves[name] == expected
            print(
                f"{name}: tests passed, {'the same losses and weights as Python' if same else 'OTHER LOSSES than Python'}",
                flush=True,
            )
            if not same:
                failed.append(name)
        except (RuntimeError, subprocess.TimeoutExpired, OSError) as error:
            print(f"{name}: FAILED: {error}", flush=True)
            failed.append(name)
    if options.curves:
        import curves as drawing

        drawing.write(curves, HERE / "mlp")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
