"""torch's own databases of operators, modules and optimizers: what is here gives what torch gives.

PYTORCH_C_OPINFO=full compares every dtype, sample and form, in about ten minutes.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "run.py"
FULL = os.environ.get("PYTORCH_C_OPINFO") == "full"


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    pytest.importorskip("expecttest", reason="torch's databases need it")
    file = tmp_path_factory.mktemp("opinfo") / "found.json"
    command = [sys.executable, "-W", "ignore", RUN, "--json", file, *(["--full"] if FULL else [])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600 if FULL else 600)
    assert file.exists(), done.stdout + done.stderr
    return json.loads(file.read_text())


def test_everything_is_as_in_torch(found):
    assert not found["wrong"], "\n".join(found["wrong"])


def test_the_databases_were_gone_through(found):
    entries = found["entries"]
    assert {"linalg.svd", "nn.functional.conv2d", "_foreach_add", "nn.Linear", "optim.Adam"} <= set(entries)
    assert len(entries) > 700
    assert sum(one["calls"] - one["refused"] for one in entries.values()) > 10000
