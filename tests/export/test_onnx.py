"""torch.onnx.export writes the files that it writes under torch: operators, names, dtypes and sizes, and what onnx makes of them."""

import functools
import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

import pytorch_c

from .onnx_files import NAMES

pytest.importorskip("onnxscript", reason="onnxscript, which writes the operators, is not installed")


@functools.cache
def files(library):
    """{name: (operators, inputs and outputs, results)}, written in a process of its own."""
    script = Path(__file__).with_name("onnx_files.py")
    done = subprocess.run([sys.executable, script, library], capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", NAMES)
def test_files_are_torchs(name):
    assert files("pytorch_c")[name] == files("torch")[name]


def test_a_program_in_which_torch_is_another_is_told_so():
    code = "import pytorch_c as t; t.onnx.export(t.nn.ReLU(), (t.ones(1),))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG)
    assert "ImportError: onnx.export: onnxscript, which writes the operators, imports torch by its name" in done.stderr


def test_what_a_module_asks_imports_no_exporter():
    code = "import sys, pytorch_c.onnx as o; print(o.is_in_onnx_export(), 'pytorch_c.export' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG)
    assert done.stdout == "False False\n"


def test_the_old_exporter_is_refused_with_the_way_out():
    with pytest.raises(NotImplementedError, match=r"export\(dynamo=True\), the default, needs it not"):
        pytorch_c._C._jit_pass_onnx(None)
