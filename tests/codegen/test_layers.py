"""The layers of pytorch_c.json: they call what is there, and an interpreter of them computes what torch.nn computes."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from pytorch_c import config

ROOT = Path(__file__).resolve().parents[2]
HANG = 120
API = json.loads(Path(config.api()).read_text())
FUNCTIONS = {one["name"]: one for one in API["functions"]}
OPERATORS = {"or", "and", "not"}
INIT = {"zeros", "ones", "kaiming_uniform", "fan_in_uniform", "embedding"}


def names(text):
    return set(re.findall(r"[A-Za-z_]\w*", text)) - OPERATORS


@pytest.mark.parametrize("layer", API["layers"], ids=lambda one: one["name"])
def test_a_layer_calls_what_is_there_with_what_it_has(layer):
    arguments = {one["name"] for one in layer["arguments"]}
    tensors = [*layer["parameters"], *layer["buffers"]]
    for one in tensors:
        assert names(one.get("when", "")) | {name for part in one["shape"] for name in names(part)} <= arguments
        assert one["init"][0] in INIT and set(one["init"][1:]) <= arguments | {"weight"}
    known = arguments | {one["name"] for one in tensors} | {"x", "training"}
    known |= {"states", "weights"} if "recurrent" in layer else set()
    for call in layer["forward"]:
        params = FUNCTIONS[call["function"]]["params"]
        given = [one for one in params if one["direction"] != "out" and one["kind"] != "length"]
        assert len(given) == len(call["arguments"])
        assert {name for one in call["arguments"] if isinstance(one, str) for name in names(one)} <= known
    defaults = ["default" in one for one in layer["arguments"]]
    assert defaults == sorted(defaults)
    assert layer["examples"]


def test_the_examples_compute_what_torch_computes(tmp_path):
    """Writes the file that the bindings' programs must write, with this package and with torch."""
    files = []
    for package in ("pytorch_c", "torch"):
        files.append(tmp_path / package)
        script = ROOT / "bindings" / "mlp" / "layers.py"
        command = [sys.executable, script, config.api(), files[-1], "--package", package]
        subprocess.run(command, check=True, timeout=HANG)
    mine, theirs = (one.read_bytes() for one in files)
    assert mine == theirs and len(mine) > 40_000


def test_constructors_have_torchs_defaults():
    """Each argument with a default, left out and given, makes a module that prints the same."""
    for layer in API["layers"]:
        for example in layer["examples"]:
            needed = {
                one["name"]: value
                for one, value in zip(layer["arguments"], example["arguments"])
                if "default" not in one
            }
            full = {
                one["name"]: one["default"]
                for one in layer["arguments"]
                if "default" in one and one["default"] not in ([], -1)
            }
            kind = getattr(torch.nn, layer["name"])
            assert repr(kind(**needed)) == repr(kind(**needed, **full)), layer["name"]
