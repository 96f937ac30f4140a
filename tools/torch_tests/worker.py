"""Runs files of torch's tests, each in a fork of this process, and writes a line of JSON for each test as it ends.

    python worker.py ours|theirs FOLDER

FOLDER is the folder `test` of PyTorch's source. This process imports the library and torch's helpers once; then it reads
lines of JSON, {"file", "record", "private", "choice"}, and forks for each. In the folder `private`, which is the fork's
for temporary files, `pid` has the fork's number and, when it has ended, `status` its exit status.
A choice is {"only" (test names or null), "skip" (test names), "every", "match", "limit" (seconds a test)}.
The driver (results.py) starts this process, and asks for another fork after a test that has killed one.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import json
import os
import random
import re
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
import unittest
import warnings
from pathlib import Path

from choice import Choice

HERE = Path(__file__).resolve().parent
MEMORY = 10 << 30
# Modules of torch.testing._internal that most files import, imported before the forks.
SHARED = tuple(
    "common_utils common_device_type common_dtype common_methods_invocations common_nn common_modules "
    "common_optimizers".split()
)


class Late(BaseException):
    """A test has run out of its time; not an Exception, so that no test catches it."""


class Recorder(unittest.TestResult):
    """Writes what begins and what ends; a test's outcome is its worst."""

    def __init__(self, file, limit, reset):
        super().__init__()
        self.file, self.limit, self.reset = file, limit, reset
        self.outcome, self.text = None, ""

    def write(self, **values):
        self.file.write(json.dumps(values) + "\n")
        self.file.flush()

    def startTest(self, test):
        super().startTest(test)
        self.write(began=name_of(test))
        self.outcome, self.text, self.since = "passed", "", time.perf_counter()
        self.reset()
        signal.alarm(self.limit)

    def stopTest(self, test):
        signal.alarm(0)
        super().stopTest(test)
        seconds = round(time.perf_counter() - self.since, 3)
        self.write(test=name_of(test), outcome=self.outcome, text=self.text, seconds=seconds)
        self.failures.clear()
        self.errors.clear()

    def _failed(self, error):
        if self.outcome != "failed":
            self.outcome, self.text = "failed", described(error)

    def addError(self, test, err):
        if isinstance(test, unittest.TestCase):
            self._failed(err)
        else:  # of setUpClass or of the module: its tests do not run
            self.write(fixture=str(test), text=described(err))

    def addFailure(self, test, err):
        self._failed(err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._failed(err)

    def addSkip(self, test, reason):
        if isinstance(test, unittest.TestCase) and self.outcome == "passed":
            self.outcome, self.text = "skipped", reason

    def addExpectedFailure(self, test, err):
        self.outcome = "expected failure"

    def addUnexpectedSuccess(self, test):
        self._failed((AssertionError, AssertionError("unexpected success"), None))


def name_of(test):
    """Class.method."""
    return f"{type(test).__name__}.{test._testMethodName}"


def described(error):
    """The exception in one line, and where it was raised: the last frame that is not the test framework's."""
    kind, value, trace = error
    text = " ".join(str(value).split())[:600]
    while value is not None and trace is not None and kind.__name__ == "Exception" and value.__cause__ is not None:
        value = value.__cause__  # "Caused by sample input": the cause is what failed
        kind, trace = type(value), value.__traceback__
        text = " ".join(str(value).split())[:600]
    frames = traceback.extract_tb(trace)
    kept = [
        frame for frame in frames if not frame.filename.endswith(("unittest/case.py", "contextlib.py", "worker.py"))
    ]
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in kept[:-9:-1])
    return f"{kind.__name__}: {text} [{where}]"


def state_keeper(torch, np):
    """A function that puts back what one test may leave to the next: the library's switches, the environment, warnings."""
    environment, filters = dict(os.environ), list(warnings.filters)
    threads, folder, argv = torch.get_num_threads(), os.getcwd(), list(sys.argv)

    def reset():
        torch.set_default_dtype(torch.float32)
        torch.set_default_device(None)
        torch.use_deterministic_algorithms(False)
        torch.utils.deterministic.fill_uninitialized_memory = True
        torch.set_deterministic_debug_mode(0)
        torch.set_grad_enabled(True)
        torch.set_warn_always(False)
        torch.set_flush_denormal(False)
        torch.set_num_threads(threads)
        torch.autograd.set_detect_anomaly(False)
        torch.manual_seed(0)
        random.seed(0)
        np.random.seed(0)
        warnings.filters[:] = filters
        warnings._filters_mutated()
        sys.argv[:] = argv
        os.chdir(folder)
        for key in set(os.environ) - set(environment):
            del os.environ[key]
        os.environ.update(environment)

    return reset


def every_test(suite):
    """Every test of a suite."""
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from every_test(one)
        else:
            yield one


def chosen(tests, choice):
    """The tests that the choice asks for."""
    if choice["only"] is not None:
        return [tests[name] for name in choice["only"] if name in tests and name not in choice["skip"]]
    skip, choice = set(choice["skip"]), Choice(choice)
    return [test for name, test in tests.items() if name not in skip and choice.takes(name, len(tests))]


def prepare(side, folder):
    """Makes `torch` mean the library that is tested, and imports what every file imports; what load() needs."""
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.path[:] = [folder, str(HERE), *sys.path[1:]]
    ours = side == "ours"
    if ours:
        from pytorch_c import install_as_torch

        install_as_torch()
    from imports import Finder, missing

    sys.meta_path.insert(0, Finder(folder, ours))
    import torch  # noqa: F401

    with contextlib.suppress(ImportError, AttributeError):
        allow_empty_lists(importlib.import_module("torch.testing._internal.common_device_type").ops)
    with contextlib.suppress(ImportError, AttributeError):
        keep_skip_ops()
    if ours:
        find_libraries_of_libtorch()
    for name in SHARED:
        importlib.import_module(f"torch.testing._internal.{name}")
    return missing


def handles_without_tensor(torch):
    """Counts the handles that are open and that no Tensor of Python has, so that nothing would close them; 0 for torch."""
    gc.collect()
    live = getattr(torch, "live_tensors", None)
    if live is None:
        return 0
    seen = sum(issubclass(type(one), torch.Tensor) and not one.closed for one in gc.get_objects())
    return live() - seen


def run(file, record, choice, missing):
    """Runs one file in this process, which it ends."""
    import numpy as np
    import placeholders
    import torch

    folder, file = Path(sys.path[0]), Path(file)
    sys.argv = [str(file)]
    sys.path.insert(0, str(file.parent))

    def late(*_):
        raise Late(f"not done within {choice['limit']} s")

    signal.signal(signal.SIGALRM, late)
    with open(record, "a") as out:
        package = (file.parent / "__init__.py").exists()
        name = ".".join(file.relative_to(folder).with_suffix("").parts) if package else file.stem
        try:
            gc.disable()  # thousands of tests are made, and none of them is garbage
            module = load(name, missing)
            fork_processes()
            gc.enable()
            placeholders.importing = False
            found = {name_of(test): test for test in every_test(Classes(out).loadTestsFromModule(module))}
        except BaseException as error:
            out.write(json.dumps({"module": described((type(error), error, error.__traceback__))}) + "\n")
            return
        recorder = Recorder(out, choice["limit"], state_keeper(torch, np))
        recorder.write(of=len(found))
        suite = unittest.TestSuite(chosen(found, choice))
        del module, found
        before = handles_without_tensor(torch)
        suite.run(recorder)
        recorder.write(done=True, leaked=handles_without_tensor(torch) - before)


# ---- a fork for each file ----


def main():
    side, folder = sys.argv[1:]
    missing = prepare(side, folder)
    gc.collect()
    gc.freeze()  # no fork looks at it again
    forks, asked = {}, b""
    while True:
        if select.select([0], [], [], 0.05)[0]:
            read = os.read(0, 1 << 20)
            if not read:
                break
            *lines, asked = (asked + read).split(b"\n")
            for line in lines:
                one = json.loads(line)
                forks[_forked(one, missing)] = Path(one["private"])
        for pid, private in list(forks.items()):
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                _end(pid)
                written(private / "status", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                del forks[pid]
    for pid in forks:
        _end(pid)


def written(path, number):
    """Writes a file of one number, which nobody sees half written."""
    path.with_suffix(".new").write_text(str(number))
    path.with_suffix(".new").replace(path)


def _forked(one, missing):
    """Starts a child that runs one file, with its own folder for temporary files, and its number."""
    child = os.fork()
    if child:
        written(Path(one["private"]) / "pid", child)
        return child
    try:
        os.setpgid(0, 0)
        none, log = (
            os.open(os.devnull, os.O_RDONLY),
            os.open(Path(one["record"]).with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND),
        )
        for number, stream in enumerate((none, log, log)):
            os.dup2(stream, number)
        os.chdir(Path(one["file"]).parent)
        os.environ["TMPDIR"] = tempfile.tempdir = str(Path(one["private"]) / "tmp")
        os.mkdir(tempfile.tempdir)
        run(one["file"], one["record"], one["choice"], missing)
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _end(fork):
    """Ends a fork and what its tests have left running."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(fork, signal.SIGKILL)


class Classes(unittest.TestLoader):
    """Loads tests class by class: one whose instances cannot be made has none, and the record says why."""

    def __init__(self, record):
        super().__init__()
        self.record = record

    def loadTestsFromTestCase(self, testCaseClass):
        try:
            return super().loadTestsFromTestCase(testCaseClass)
        except Exception as error:
            text = described((type(error), error, error.__traceback__))
            self.record.write(json.dumps({"fixture": testCaseClass.__name__, "text": text}) + "\n")
            return self.suiteClass()


def allow_empty_lists(ops):
    """Lets @ops generate no test from an empty list: a list that 2.6 filled may be empty with newer helpers."""
    original = ops._parametrize_test

    def parametrize(self, *args):
        try:
            yield from original(self, *args)
        except ValueError as error:
            if "empty op_list" not in str(error):
                raise

    ops._parametrize_test = parametrize


def keep_skip_ops():
    """Lets tests name operators to skip where 2.6 had the function for it, with the arguments that it had."""
    newer = importlib.import_module("torch.testing._internal.common_device_type").skipOps
    before = importlib.import_module("torch.testing._internal.common_methods_invocations")
    before.skipOps = lambda test_case_name, base_test_name, to_skip: newer(to_skip)


def find_libraries_of_libtorch():
    """Lets tests load the libraries beside libtorch: torch's helper looks for them below torch's own file."""
    from pytorch_c._boundary.library import libtorch_dir

    helpers = importlib.import_module("torch.testing._internal.common_utils")
    helpers.find_library_location = lambda name: libtorch_dir() / "lib" / name


def fork_processes():
    """Lets a test of several processes fork them: each that is spawned imports everything anew, for half a minute."""
    if any(name.endswith(".testing._internal.common_distributed") for name in sys.modules):
        helpers = importlib.import_module("torch.testing._internal.common_distributed")
        fork = helpers.torch.multiprocessing.get_context("fork").Process
        helpers.MultiProcessTestCase._spawn_processes = lambda self: self._start_processes(fork)


def load(name, missing):
    """Imports the test file; a helper or a name of torch's that its top level misses becomes a placeholder, one by one."""
    patched = set()
    while True:
        try:
            return importlib.import_module(name)
        except AttributeError as error:
            words = re.match(r"module '((?:torch|pytorch_c)\b[\w.]*)' has no attribute '(\w+)'", str(error))
            if words is None or words.groups() in patched:
                raise
            patched.add(words.groups())
            with contextlib.suppress(KeyError):
                del sys.modules[name]
            setattr(sys.modules[words[1]], words[2], missing(f"{words[1]}.{words[2]}"))


if __name__ == "__main__":
    main()
