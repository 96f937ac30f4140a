"""Importing: light, without torch, before and after it, and clear when something is missing."""

import os
import subprocess
import sys

import pytest
from support.project import HANG


def run(code, **env):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG, env={**os.environ, **env}
    )


@pytest.mark.parametrize(
    "code",
    [
        "import pytorch_c, sys; assert 'torch' not in sys.modules and 'numpy' not in sys.modules",
        "import pytorch_c as p; p.nn.Linear(2, 2)(p.ones(1, 2)); import sys; assert 'torch' not in sys.modules",
        "import torch, pytorch_c; assert pytorch_c.ones(2).sum().item() == torch.ones(2).sum().item()",
        "import pytorch_c, torch; assert pytorch_c.ones(2).sum().item() == torch.ones(2).sum().item()",
        "import pytorch_c, torch; torch.manual_seed(3); a = torch.rand(1).item(); pytorch_c.manual_seed(3); "
        "assert pytorch_c.rand(1).item() == a  # one libtorch, one generator",
    ],
)
def test_import_in_any_order(code):
    done = run(code)
    assert done.returncode == 0, done.stderr


def test_a_folder_that_is_no_libtorch_is_one_sentence(tmp_path):
    done = run("import pytorch_c", LIBTORCH=str(tmp_path))
    assert done.returncode == 1
    assert (
        done.stderr.strip().splitlines()[-1].startswith(f"ImportError: LIBTORCH={tmp_path}: this is no libtorch folder")
    )


def test_unknown_names_raise_attribute_error():
    done = run("import pytorch_c\ntry: pytorch_c.no_such_op\nexcept AttributeError as e: print(e)")
    assert done.stdout.strip() == "module 'pytorch_c' has no attribute 'no_such_op'"


def test_everything_that_is_listed_exists():
    code = "import pytorch_c\nfor n in dir(pytorch_c):\n getattr(pytorch_c, n)"
    done = run(code)
    assert done.returncode == 0, done.stderr[-2000:]
