"""torch's own databases of operators, custom functions, modules and optimizers: what is here gives what torch gives.

PYTORCH_C_OPINFO=full compares every dtype, sample and form, in about half an hour.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from support.compare import Different
from support.project import HANG

import pytorch_c

from .check import Call, check_call, check_out
from .children import run
from .forms import Form

RUN = Path(__file__).parent / "run.py"
FULL = os.environ.get("PYTORCH_C_OPINFO") == "full"


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    pytest.importorskip("expecttest", reason="torch's databases need it")
    file = tmp_path_factory.mktemp("opinfo") / "found.json"
    command = [sys.executable, "-W", "ignore", RUN, "--json", file, *(["--full"] if FULL else [])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG * (6 if FULL else 1))
    assert file.exists(), done.stdout + done.stderr
    return json.loads(file.read_text())


def test_everything_is_as_in_torch(found):
    assert not found["wrong"], "\n".join(found["wrong"])


def test_the_databases_were_gone_through(found):
    entries = found["entries"]
    assert {
        "linalg.svd",
        "nn.functional.conv2d",
        "_foreach_add",
        "NumpyCubeAutogradFunction",
        "nn.Linear",
        "optim.Adam",
    } <= set(entries)
    assert len(entries) > 700
    assert sum(one["calls"] - one["refused"] for one in entries.values()) > 10000


# ---- what finds the differences ----

X = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
PAIRS = {
    "value": (torch.sin, pytorch_c.cos),
    "dtype": (torch.sin, lambda x: pytorch_c.sin(x).double()),
    "strides": (torch.sin, lambda x: pytorch_c.sin(x.t().contiguous()).t()),
    "requires_grad": (torch.sin, lambda x: pytorch_c.sin(x.detach())),
    "gradients": (torch.square, lambda x: x * x.detach()),
    "identity": (lambda x: x.contiguous(), lambda x: x.view(2, 2)),
    "memory": (lambda x: x[0], lambda x: x[0].clone()),
    "does not": (torch.sin, lambda x: x @ x[0, :1]),
    "we do not": (lambda x: x @ x[0, :1], pytorch_c.sin),
}


@pytest.mark.parametrize("what", PAIRS)
def test_a_difference_is_found(what):
    form, same = Form("function", *PAIRS[what]), Form("function", torch.sin, pytorch_c.sin)
    processes = (lambda x: x,) * 2
    assert check_call(same, Call((X,), {}), "sin", processes=processes, twice=True)
    with pytest.raises(Different, match=what):
        check_call(form, Call((X,), {}), what, processes=processes)


def test_a_difference_of_out_is_found():
    call = Call((X.detach(),), {})
    check_out(Form("function", torch.sin, pytorch_c.sin), call, "sin")
    with pytest.raises(Different, match="with out"):
        check_out(Form("function", torch.sin, lambda x, out=None: pytorch_c.cos(x, out=out)), call, "sin")


def crashing(task):
    if task == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    return {"wrong": [] if task == "fine" else [1 / 0]}


def test_a_crash_is_found():
    found = run(["fine", "crash", "raises"], crashing, children=1)
    assert found["fine"] == {"wrong": []}
    assert "SIGKILL" in found["crash"]["wrong"][0] and "ZeroDivisionError" in found["raises"]["wrong"][0]
