"""libtorch's warnings are Python's: with torch's category and text, at the line of the caller's."""

import ctypes
import gc
import re
import shutil
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import pytest
import torch
from support.project import HANG

import pytorch_c
from pytorch_c._boundary import library

WARN = """t.std(t.ones(1)) | t.ones(1).var() | t.var_mean(t.ones(1)) | t.std(t.ones(2, 1), dim=1) | t.add(t.ones(2), 1, out=t.empty(3)) | t.sort(t.ones(2), out=(t.empty(3), t.empty(2, dtype=t.int64)))
t.tensor([1j]).to(t.float32) | t.ones(2).copy_(t.tensor([1j, 2])) | t.ones(1).fill_(t.tensor(1j)) | t.ones(2, 2)[t.tensor([1, 0], dtype=t.uint8)] | t.empty(2, dtype=t.complex32)
(t.ones(2, requires_grad=True) * 2).grad | t.ones(2, requires_grad=True).sum().backward(create_graph=True) | t.searchsorted(t.arange(3.0), t.ones(2, 3).t()) | t.meshgrid(t.ones(2), t.ones(3))
t.std(t.ones(1, requires_grad=True)).backward() | t.eye(2).to_sparse_csr() | t.ones(2, 3, 4).T
t.tensor(t.ones(2)) | t.ones(2).new_tensor(t.ones(1)) | t.nn.functional.softmax(t.ones(1)) | t.nn.functional.kl_div(t.ones(1), t.ones(1)) | t.nn.functional.l1_loss(t.ones(1), t.ones(1), size_average=True) | t.nn.functional.mse_loss(t.ones(1), t.ones(1), reduce=False)
t.nn.functional.grid_sample(t.ones(1, 1, 2, 2), t.zeros(1, 1, 1, 2)) | t.nn.functional.affine_grid(t.ones(1, 2, 3), (1, 1, 2, 2))"""
WARN = [one for line in WARN.splitlines() for one in line.split(" | ")]


@pytest.fixture(autouse=True)
def each_time():
    """Has libtorch repeat each warning that it gives once in a process."""
    pytorch_c.set_warn_always(True)
    yield
    pytorch_c.set_warn_always(False)


@pytest.fixture(scope="module")
def warner(tmp_path_factory):
    """A library that warns as libtorch does."""
    compiler = shutil.which("g++")
    if not compiler:
        pytest.skip("no g++ on this machine")
    source, folder = Path(__file__).with_name("warner.cc"), library.libtorch_dir()
    target = tmp_path_factory.mktemp("warner") / "libwarner.so"
    flags = ["-std=c++20", "-shared", "-fPIC", "-O0", f"-I{folder}/include", f"-L{folder}/lib", "-lc10"]
    subprocess.run([compiler, source, "-o", target, *flags, f"-Wl,-rpath,{folder}/lib"], check=True)
    return ctypes.CDLL(str(target))


def caught(code, names):
    """[(category, text, file)] of the warnings that the code brings about."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        exec(compile(code, "the_caller.py", "exec"), names)
    return [(one.category, str(one.message), one.filename) for one in found]


def what(found):
    """The category and the text of each, the latter without the line of libtorch's source."""
    return [
        (category, re.sub(r" \(Triggered internally at \S+\.(cpp|h):\d+\.\)$", " (…)", text))
        for category, text, _ in found
    ]


@pytest.mark.parametrize("code", WARN)
def test_warns_as_torch(code):
    theirs = caught(code, {"t": torch})
    assert theirs, "torch does not warn: the case tests nothing"
    assert what(caught(code, {"t": pytorch_c})) == what(theirs)


@pytest.mark.parametrize("code", WARN)
def test_a_warning_is_the_callers(code):
    assert {file for _, _, file in caught(code, {"t": pytorch_c})} == {"the_caller.py"}


def test_the_line_is_that_of_the_call():
    x = pytorch_c.ones(1)
    for call in (lambda: x.std(), lambda: pytorch_c.meshgrid(x, x), lambda: pytorch_c.ops.aten.std(x)):
        with pytest.warns(UserWarning) as found:
            call()
        assert [(one.filename, one.lineno) for one in found] == [(__file__, call.__code__.co_firstlineno)]


def test_an_error_filter_makes_the_call_fail():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for code in (
            "t.std(x)",
            "t.var_mean(x)",
            "t.add(t.ones(2), 1, out=t.empty(3))",
            "t.ones(2).copy_(t.tensor([1j, 2]))",
            "t.ops.aten.std(x)",
            "t.ones(2, 2)[t.tensor([1, 0], dtype=t.uint8)]",
            "t.tensor(1j, dtype=t.complex32)",
        ):
            with pytest.raises(UserWarning, match="Triggered internally at"):
                exec(code, {"t": pytorch_c, "x": pytorch_c.ones(1)})


def test_a_call_that_fails_after_all_leaves_nothing_open():
    x, gc_before = pytorch_c.ones(1), gc.isenabled()
    calls = (lambda: x.std(), lambda: pytorch_c.var_mean(x), lambda: pytorch_c.ops.aten.var_mean(x, True))
    pytorch_c.ops.aten.var_mean(pytorch_c.ones(2), True)  # keeps its operator
    gc.disable()
    try:
        before = pytorch_c.live_tensors(), library.lib.ptc_live_handles()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for call in calls:
                with pytest.raises(UserWarning):
                    call()
        assert (pytorch_c.live_tensors(), library.lib.ptc_live_handles()) == before
    finally:
        if gc_before:
            gc.enable()


def test_a_call_that_fails_shows_its_warnings_too():
    code = "t.add(t.ones(2), 1, out=t.empty(3).requires_grad_())"
    for t in (torch, pytorch_c):
        with pytest.raises(RuntimeError, match="don't support automatic differentiation"):
            exec(code, {"t": t})
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        with pytest.raises(pytorch_c.TorchError):
            pytorch_c.cat([pytorch_c.ones(1), pytorch_c.ones(1).std().reshape(1, 1)])
    assert len(found) == 1


def test_a_default_filter_shows_a_line_once():
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("default")
        names = {"t": pytorch_c, "__name__": "somewhere"}
        exec("for _ in range(3):\n    t.std(t.ones(1))\nt.std(t.ones(1))", names)
    assert [one.lineno for one in found] == [2, 3]


def test_a_warning_of_the_backward_pass():
    """put's gradient runs `put` itself, which has no deterministic kernel."""
    shown = []
    for t in (torch, pytorch_c):
        x = t.ones(3, requires_grad=True)
        t.use_deterministic_algorithms(True, warn_only=True)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                y = x.put(t.tensor([0]), t.tensor([2.0]), False).sum()
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                with pytest.raises(UserWarning, match="put_ does not have a deterministic implementation"):
                    y.backward(retain_graph=True)
            x.grad = None
            shown.append(caught("y.backward()", {"t": t, "y": y}))
        finally:
            t.use_deterministic_algorithms(False)
        assert x.grad.tolist() == [0, 1, 1]
    assert what(shown[1]) == what(shown[0]) and shown[1][0][2] == "the_caller.py"


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode", "enable_grad"])
def test_warns_in_every_mode(mode):
    with getattr(pytorch_c, mode)(), pytest.warns(UserWarning, match="degrees of freedom"):
        pytorch_c.ones(1).std()


def test_each_thread_shows_its_own():
    """A warning is shown by the thread that warned, at its line, though another one calls all the time."""
    shown, done = [], threading.Event()

    def note(message, category, filename, lineno, file=None, line=None):
        shown.append((threading.current_thread().name, lineno))

    def quiet():
        x = pytorch_c.ones(3)
        while not done.is_set():
            x.add(1)

    def loud():
        x = pytorch_c.ones(1)
        for _ in range(100):
            x.std()

    threads = [threading.Thread(target=loud, name=f"loud {i}") for i in range(2)]
    other = threading.Thread(target=quiet, name="quiet")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = note
        other.start()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        done.set()
        other.join()
    line = loud.__code__.co_firstlineno + 3
    assert sorted(shown) == [(f"loud {i}", line) for i in range(2) for _ in range(100)]


def test_a_warning_of_libtorchs_own_thread_is_shown_by_the_next_call(warner):
    with pytest.warns(UserWarning, match=r"^from elsewhere \(Triggered internally at .*warner.cc:") as found:
        warner.warn_elsewhere(b"from elsewhere")
        assert not found
        pytorch_c.ones(1)
    assert len(found) == 1


def test_categories_are_torchs(warner):
    for text, deprecation, category in ((b"please", 0, UserWarning), (b"old", 1, DeprecationWarning)):
        with pytest.warns(category, match=text.decode()):
            warner.warn_here(text, deprecation)
            pytorch_c.ones(1)


def test_text_that_is_no_utf8_and_long_text_arrive(warner):
    for text, shown in ((b"caf\xe9 %s", "caf\ufffd %s"), (b"x" * 100_000, "x" * 100_000)):
        with pytest.warns(UserWarning) as found:
            warner.warn_here(text, 0)
            pytorch_c.ones(1)
        assert str(found[0].message).startswith(shown + " (Triggered")


def test_a_thread_that_ends_leaves_its_warning_to_the_others(warner):
    with pytest.warns(UserWarning, match="left behind") as found:
        thread = threading.Thread(target=warner.warn_here, args=(b"left behind", 0))
        thread.start()
        thread.join()
        end = time.monotonic() + 10
        while not found and time.monotonic() < end:  # Python's part of it has ended, the system's may not yet
            pytorch_c.ones(1)


def test_torch_keeps_its_own_warnings():
    with pytest.warns(UserWarning, match="degrees of freedom") as found:
        torch.std(torch.ones(1))
        before = len(found)
        pytorch_c.ones(1)
    assert before == len(found) == 1


def test_set_warn_always():
    for t in (torch, pytorch_c):
        t.set_warn_always(False)
        assert not torch.is_warn_always_enabled() and not pytorch_c.is_warn_always_enabled()
        t.set_warn_always(True)
        assert torch.is_warn_always_enabled() and pytorch_c.is_warn_always_enabled()
    with pytest.raises(TypeError, match="'b' must be bool, not int"):
        pytorch_c.set_warn_always(1)


# ---- programs of their own ----


def ended(program, *arguments):
    """(stdout, stderr) of a program that ends well."""
    done = subprocess.run([sys.executable, *arguments, "-c", program], capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_once_is_once_without_set_warn_always():
    program = "import pytorch_c as t, warnings\nwarnings.simplefilter('always')\nfor _ in range(3): t.meshgrid(t.ones(1), t.ones(1))"
    assert ended(program)[1].count("indexing argument") == 1


def test_a_deprecation_shows_where_python_shows_it(warner):
    program = f"""
import ctypes, pytorch_c
warner = ctypes.CDLL({warner._name!r})
warner.warn_here(b"old", 1)
pytorch_c.ones(1)
"""
    assert re.search(r"<string>:5: DeprecationWarning: old \(Triggered", ended(program)[1])


def test_w_error_on_the_command_line():
    program = """
import pytorch_c as t
try:
    t.ones(1).std()
except UserWarning as error:
    print(type(error).__name__)
"""
    assert ended(program, "-W", "error") == ("UserWarning\n", "")


def test_a_child_of_fork_shows_only_its_own(warner):
    program = f"""
import ctypes, os, sys, pytorch_c as t
warner = ctypes.CDLL({warner._name!r})
warner.warn_elsewhere(b"the parent's")
child = os.fork()
if not child:
    t.ones(1).std()
    sys.stderr.flush()
    os._exit(0)
os.waitpid(child, 0)
t.ones(1)
"""
    shown = ended(program)[1]
    assert shown.count("the parent's") == 1 and shown.count("degrees of freedom") == 1
    assert shown.index("degrees of freedom") < shown.index("the parent's")


def test_a_warning_at_the_end_of_the_process_does_not_crash(warner):
    program = f"""
import atexit, ctypes, threading, pytorch_c as t
warner = ctypes.CDLL({warner._name!r})
class Late:
    def __del__(self):
        t.ones(1).std()
        warner.warn_elsewhere(b"late")
late = Late()
t.late = Late()  # goes when the modules go
atexit.register(lambda: t.ones(1).std())
def forever():
    while True: t.ones(1).std()
threading.Thread(target=forever, daemon=True).start()
warner.warn_here(b"never shown", 0)
"""
    ended(program, "-W", "ignore")


def test_another_handler_of_all_warnings_is_respected(warner):
    program = f"""
import ctypes
warner = ctypes.CDLL({warner._name!r})
warner.occupy()
import pytorch_c as t
t.ones(1).std()
"""
    assert ended(program) == ("", "")
