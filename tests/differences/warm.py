"""Programs in processes of their own, forked from one in which a library is loaded.

`python warm.py torch` reads a job from each line of its input, {"program", "imports_torch", "seconds"}, and answers with a
line: {"kind": "value", "text": repr} or {"kind": "raised", "type", "text"}, {"kind": "ended"}, {"kind": "hangs"}, each with
the warnings as [[category, text], …].
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import types
import warnings

# Loaded before the first fork, since several rows use them; of torch's some take seconds.
PARTS = {
    "pytorch_c": ("nn", "autograd", "func", "jit", "optim", "utils.data", "library"),
    "torch": ("_dynamo", "_subclasses.fake_tensor", "distributed", "export", "func", "fx.experimental.proxy_tensor"),
}


class Warm:
    """The process in which one library is loaded, from outside."""

    def __init__(self, library: str):
        self._process = subprocess.Popen(
            [sys.executable, __file__, library],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"OMP_NUM_THREADS": "1", "TORCH_SHOW_CPP_STACKTRACES": "0"},
        )

    def run(self, program: str, imports_torch: bool = False, seconds: float = 60) -> dict:
        """Returns what the program does."""
        self._process.stdin.write(
            json.dumps({"program": program, "imports_torch": imports_torch, "seconds": seconds}) + "\n"
        )
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """Ends the process."""
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def matches(outcome: str, seen: dict) -> bool:
    """Returns whether a program did what a row says."""
    if outcome == "the process ends":
        return seen["kind"] == "ended"
    if outcome == "no end":
        return seen["kind"] == "hangs"
    if outcome.startswith("warns "):
        category, _, text = outcome.removeprefix("warns ").partition(": ")
        return any(category == one and text in said for one, said in seen["warnings"])
    if seen["kind"] == "raised":
        kind, _, text = outcome.partition(": ")
        return kind == seen["type"] and text in seen["text"]
    return seen["kind"] == "value" and seen["text"].strip() == outcome.strip()


def told(seen: dict) -> str:
    """Returns what a program did, as a row would say it."""
    known = {"ended": "the process ends", "hangs": "no end", "value": seen.get("text")}
    text = known.get(seen["kind"]) or f"{seen['type']}: {seen['text']}"
    return "".join([text, *(f"\n  warns {kind}: {said}" for kind, said in seen["warnings"])])


def _serve(library):
    module = importlib.import_module(library)
    module.set_num_threads(1)
    for part in PARTS[library]:
        importlib.import_module(f"{library}.{part}")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in sys.stdin:
        print(json.dumps(_in_a_child(json.loads(line), module)), flush=True)


def _in_a_child(job, module):
    """Returns what a job does, in a process and a folder that are gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        reads, writes = os.pipe()
        child = os.fork()
        if not child:
            os.close(reads)
            _child(job, module, folder, writes)
        os.close(writes)
        text, late = _read(reads, job["seconds"])
        os.close(reads)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # with what the program has started
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    found = [json.loads(line) for line in text.splitlines()]
    told = [line for line in found if isinstance(line, list)]
    return (found[-1] if found and isinstance(found[-1], dict) else {"kind": "hangs" if late else "ended"}) | {
        "warnings": told
    }


def _read(reads, seconds):
    """(all that a child writes until its result, whether that took longer than it may)"""
    text, end = b"", time.monotonic() + seconds
    while not text.endswith(b"}\n"):
        if not select.select([reads], [], [], max(0, end - time.monotonic()))[0]:
            return text.decode(), True
        part = os.read(reads, 65536)
        if not part:
            break
        text += part
    return text.decode(), False


def _child(job, module, folder, writes):
    try:
        os.setsid()
        os.chdir(folder)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1) if "PTC_DIFFERENCES_STDERR" in os.environ else (0, 1, 2):
            os.dup2(null, stream)
        sys.stdout = sys.stderr if "PTC_DIFFERENCES_STDERR" in os.environ else open(os.devnull, "w")
        os.write(writes, json.dumps(_result(job, module, folder, writes)).encode() + b"\n")
    finally:
        os._exit(0)


def _result(job, module, folder, writes):
    """Runs the program as the __main__ of this process."""
    warnings.resetwarnings()
    warnings.simplefilter("always")

    def warned(message, category, *_, **__):
        os.write(writes, json.dumps([category.__name__, str(message)]).encode() + b"\n")

    warnings.showwarning = warned
    try:
        if job["imports_torch"] and module.__name__ == "pytorch_c":
            module.install_as_torch()
        return {"kind": "value", "text": _last_value(job["program"], os.path.join(folder, "program.py"), module)}
    except BaseException as error:
        return {"kind": "raised", "type": type(error).__name__, "text": str(error)}


def _last_value(program, path, module):
    """The repr of the last line's value; the file is there for `inspect`, which TorchScript asks."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(program + "\n")
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    vars(main).update(torch=module, __file__=path)
    sys.path.insert(0, os.path.dirname(path))
    tree = ast.parse(program, path)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, path, "exec", dont_inherit=True), vars(main))
    if last is None:
        return "None"
    return repr(eval(compile(ast.Expression(last.value), path, "eval", dont_inherit=True), vars(main)))


if __name__ == "__main__":
    _serve(sys.argv[1])
