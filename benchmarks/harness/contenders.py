"""Who is compared: pytorch_c under each finalizer strategy, torch, C and C++."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

LABELS = {
    "weakref": "the handle's end, in C",
    "weakref_python": "weakref, Python callback",
    "finalize": "weakref.finalize",
    "del": "Tensor.__del__",
    "ffi_gc": "ffi.gc",
    "deferred": "deferred batches",
}
_LOOK = """
import json, pytorch_c
from pytorch_c._boundary import library
from pytorch_c._memory import finalizers
print(json.dumps({
    "version": pytorch_c.__version__,
    "default": pytorch_c.finalizer(),
    "strategies": list(finalizers.STRATEGIES),
    "scope": hasattr(pytorch_c, "scope"),
    "build_info": library.ffi.string(library.lib.ptc_build_info()).decode(),
}))
"""


@dataclass(frozen=True)
class Contender:
    """One row of a comparison: how it is called, what it imports, and how a tensor is freed there."""

    name: str
    label: str
    package: str  # pytorch_c, torch, C or C++
    strategy: str = ""
    free: str = "drop"  # drop, close or scope
    program: str = ""  # of benchmarks/cpp

    @property
    def environment(self):
        """One thread in libtorch, so that only what stands around it differs."""
        out = {**os.environ, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        out.pop("PYTORCH_C_FINALIZER", None)
        if self.strategy:
            out["PYTORCH_C_FINALIZER"] = self.strategy
        return out


TOLD = "PTC_BENCHMARKED"  # what library() was told, in the environment of children: they do not ask again


@cache
def library():
    """Returns what pytorch_c says of itself; asked in a child, so that nothing is loaded here."""
    if TOLD in os.environ:
        return json.loads(os.environ[TOLD])
    environment = {name: value for name, value in os.environ.items() if name != "PYTORCH_C_FINALIZER"}
    done = subprocess.run([sys.executable, "-c", _LOOK], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"pytorch_c cannot be imported; run `make build` first\n{done.stderr}")
    os.environ[TOLD] = done.stdout
    return json.loads(done.stdout)


def compared(options):
    """pytorch_c under each strategy; for the smallest size the default and two others."""
    few = {library()["default"], "deferred", "close"}
    return [one for one in strategies() if options.size != "smoke" or one.name in few]


def strategies():
    """pytorch_c under each strategy; the explicit one with close() and with scopes."""
    out = []
    for name in library()["strategies"]:
        if name != "explicit":
            default = " (default)" if name == library()["default"] else ""
            out.append(Contender(name, LABELS.get(name, name) + default, "pytorch_c", name))
    out.append(Contender("close", "close() by hand", "pytorch_c", "explicit", "close"))
    if library()["scope"]:
        out.append(Contender("scope", "scopes", "pytorch_c", "explicit", "scope"))
    return out


TORCH = Contender("torch", "torch", "torch")


def find(name):
    """The contender of that name."""
    return next(one for one in [*strategies(), TORCH] if one.name == name)


def answer(command):
    """Returns the JSON of a program's last line, under the default strategy. Raises SystemExit with its words if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, env=TORCH.environment)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def kind(name):
    """Returns what a contender is, for its colour: default, strategy, torch or native."""
    if name == library()["default"]:
        return "default"
    if name.startswith("torch"):
        return "torch"
    return "strategy" if any(one.name == name for one in strategies()) else "native"


def default():
    """The contender that a user gets who chooses nothing."""
    return find(library()["default"])
