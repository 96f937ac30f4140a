"""The names of torch's extension (pytorch_c._C): all that the installed torch has, ours, a value, or refused when used."""

import importlib
import inspect
import os
import signal
import subprocess
import sys

import pytest
import torch
from support.project import HANG, ROOT

import pytorch_c
from pytorch_c._C import extension, names

MODULES = sorted({name for kind in (names.CLASSES, names.FUNCTIONS, names.ENUMS, names.VALUES) for name in kind})


def ours(module):
    return importlib.import_module(f"pytorch_c._C.{module}".rstrip("."))


def test_the_file_is_what_the_installed_torch_has():
    done = subprocess.run([sys.executable, "-m", "codegen.extension"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", MODULES)
def test_every_name_can_be_read(module):
    found = ours(module)
    missing = [name for name in extension.listed(module) if not hasattr(found, name)]
    assert len(extension.listed(module)) > 0 and missing == []


def test_other_names_are_missing_as_in_torch():
    for name in ("_no_such_name", "_cuda_getDeviceCount_", "_nvtx", "__no_such_name__"):
        assert hasattr(pytorch_c._C, name) == hasattr(torch._C, name) is False


def test_a_function_is_refused_when_it_is_called():
    with pytest.raises(NotImplementedError, match=r"torch\._C\._jit_pass_onnx is not in pytorch_c: "):
        pytorch_c._C._jit_pass_onnx(None)


def test_a_class_can_be_derived_from_and_makes_no_instances():
    kind = pytorch_c._C._lazy_ts_backend
    assert inspect.ismodule(kind)

    class Derived(pytorch_c._C._distributed_c10d.Backend):
        class Options(pytorch_c._C._distributed_c10d.Backend.Options):
            pass

    assert not isinstance(3, pytorch_c._C._distributed_c10d.Backend)
    for refused in (Derived, Derived.Options):
        with pytest.raises(NotImplementedError, match="Backend"):
            refused()


def test_enums_and_values_are_torchs():
    assert int(pytorch_c._C._onnx.OperatorExportTypes.ONNX_ATEN) == int(torch._C._onnx.OperatorExportTypes.ONNX_ATEN)
    for module, values in names.VALUES.items():
        theirs = torch._C
        for part in module.split(".") if module else ():
            theirs = getattr(theirs, part)
        for name, value in values.items():
            assert getattr(theirs, name) == value, name


def test_operators_of_submodules_are_operators():
    x = [[1.0, -2.0], [3.0, 4.0]]
    for call in ("_nn.gelu(t.tensor(x))", "_special.special_i0(t.tensor(x))", "_linalg.linalg_det(t.tensor(x))"):
        mine, theirs = (eval(f"t._C.{call}", {"t": t, "x": x}) for t in (pytorch_c, torch))
        assert mine.tolist() == theirs.tolist(), call


def test_the_class_of_tensor():
    assert type(pytorch_c.Tensor) is pytorch_c._C._TensorMeta
    assert isinstance(pytorch_c.nn.Parameter, pytorch_c._C._TensorMeta)


def test_sets_of_keys_are_torchs():
    for name, bits in names.KEYSETS[""].items():
        assert getattr(pytorch_c._C, name).raw_repr() == getattr(torch._C, name).raw_repr() == bits


@pytest.mark.parametrize(
    "code",
    [
        "('cpu',), {}",
        "(t.float64,), {}",
        "(t.device('cpu'), t.float16, True), {}",
        "(t.zeros(2, dtype=t.int32),), {}",
        "(None, t.float32), {}",
        "(), {'dtype': t.int8, 'memory_format': t.channels_last}",
        "(), {}",
    ],
)
def test_parse_to_reads_the_arguments_of_module_to(code):
    found, expected = (
        library._C._nn._parse_to(*a, **k) for library in (pytorch_c, torch) for a, k in [eval(code, {"t": library})]
    )
    assert [str(one) for one in found] == [str(one) for one in expected]


def test_a_worker_that_fails_is_told_of_once():
    from multiprocessing import get_context

    worker = get_context("fork").Process(target=os._exit, args=(3,))
    worker.start()
    pytorch_c._C._set_worker_pids(7, (worker.pid,))
    try:
        with pytest.raises(ValueError, match="only once"):
            pytorch_c._C._set_worker_pids(7, ())
        os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
        with pytest.raises(RuntimeError, match=rf"\(pid {worker.pid}\) exited unexpectedly with exit code 3"):
            pytorch_c._C._error_if_any_worker_fails()
        pytorch_c._C._error_if_any_worker_fails()
    finally:
        pytorch_c._C._remove_worker_pids(7)
        worker.join()
    with pytest.raises(ValueError, match="id 7"):
        pytorch_c._C._remove_worker_pids(7)


def _grouped(library, indices, dtype):
    first = [library.ones(2), library.ones(1, dtype=getattr(library, dtype)), library.zeros(3)]
    steps = [library.tensor(1.0)] * 3
    found = library._C._group_tensors_by_device_and_dtype([first, [None] * 3, [], steps], indices)
    return {
        (str(device), str(dtype).rpartition(".")[2]): (
            [[one if one is None else one.tolist() for one in part] for part in lists],
            rest,
        )
        for (device, dtype), (lists, rest) in found.items()
    }


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("indices", [True, False])
def test_tensors_are_grouped_by_device_and_dtype(indices, dtype):
    assert _grouped(pytorch_c, indices, dtype) == _grouped(torch, indices, dtype)


@pytest.mark.parametrize("lists", ["[]", "[[]]", "[[t.ones(1)] * 2, [t.ones(1)]]", "[[None]]", "[[t.ones(1), None]]"])
def test_lists_that_do_not_fit_are_refused(lists):
    for library in (torch, pytorch_c):
        with pytest.raises(RuntimeError):
            library._C._group_tensors_by_device_and_dtype(eval(lists, {"t": library}), True)


def test_a_name_that_was_found_once_is_asked_of_its_module_again(monkeypatch):
    from pytorch_c._C import _workers

    assert callable(pytorch_c._C._remove_worker_pids)
    monkeypatch.setattr(_workers, "_remove_worker_pids", 3)
    assert pytorch_c._C._remove_worker_pids == 3


def test_fatal_signals_print_stacks_where_that_is_asked_for():
    code = (
        "import os, signal, pytorch_c._C as C\n"
        "C._set_print_stack_traces_on_fatal_signal({})\n"
        "os.kill(os.getpid(), signal.SIGABRT)"
    )
    for asked, words in ((True, "Fatal Python error: Aborted"), (False, "")):
        done = subprocess.run([sys.executable, "-c", code.format(asked)], capture_output=True, text=True, timeout=HANG)
        assert done.returncode == -signal.SIGABRT and (words in done.stderr if words else not done.stderr)


def test_tensors_of_one_storage_are_aliases():
    def found(library):
        x, sparse = library.ones(4), library.ones(4).to_sparse()
        pairs = (x, x), (x[:2], x[2:]), (x, x.clone()), (x[:0], x), (x, 3), (3, 3), (sparse, x), (x, x.detach())
        c = library._C
        return [[c._is_alias_of(*pair) for pair in pairs], [c._overlaps(*pair) for pair in pairs]]

    assert found(pytorch_c) == found(torch)
