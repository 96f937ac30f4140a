"""safetensors' own Python upon this package: its files go both ways with torch, and are mapped, not copied."""

import json
import subprocess
import sys

import pytest
from support.project import HANG

pytest.importorskip("safetensors", reason="needs safetensors, one of the extras")

# Upon either library, by the name of torch: what each writes, and what each reads of the other's.
PROGRAM = """
import json
import sys
import torch
from safetensors import safe_open
from safetensors.torch import load, load_file, load_model, save, save_file, save_model

DTYPES = ["float64", "float32", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool",
          "uint16", "uint32", "uint64", "complex64", "float8_e4m3fn", "float8_e5m2"]

def tensors():
    out = {name: torch.arange(6).to(getattr(torch, name)).reshape(2, 3) for name in DTYPES}
    return out | {"scalar": torch.tensor(2.5), "empty": torch.empty(0, 3), "cut": torch.arange(8.0)[2:5]}

def seen(found):
    return {name: [str(x.dtype), list(x.shape), str(x.to(torch.complex128).tolist())] for name, x in found.items()}

def model(seed):
    torch.manual_seed(seed)
    out = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3), torch.nn.Linear(3, 3))
    out[2].weight = out[0].weight
    return out

def write(folder):
    save_file(tensors(), f"{folder}/tensors", {"by": "a test"})
    save_model(model(0), f"{folder}/model")

def read(folder):
    with safe_open(f"{folder}/tensors", framework="pt") as file:
        part, metadata = file.get_slice("float32")[:, 1:].tolist(), file.metadata()
    with open(f"{folder}/tensors", "rb") as file:
        whole = load(file.read())
    other = model(1)
    missing = load_model(other, f"{folder}/model")
    return {
        "file": dict(sorted(seen(load_file(f"{folder}/tensors")).items())),
        "bytes": dict(sorted(seen(whole).items())),
        "part": part,
        "metadata": metadata,
        "model": seen(other.state_dict()),
        "missing": [sorted(names) for names in missing],
        "tied": other[2].weight is other[0].weight,
    }
"""
MAPS = """
def resident():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon:"))

save_file({"a": torch.ones(4 << 20), "b": torch.arange(4 << 20)}, f"{sys.argv[1]}/large")
before = resident()
found = load_file(f"{sys.argv[1]}/large")
last = found["b"][-1].item(), found["a"].sum().item()
grown = resident() - before
found["a"][0] = 7
again = load_file(f"{sys.argv[1]}/large")["a"][0].item()
print(json.dumps([read(sys.argv[2]), {"grown": grown, "last": last, "again": again}]))
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """(what torch reads of ours, what we read of torch's, what torch reads of its own, what our mapping takes)."""
    ours, theirs = (tmp_path_factory.mktemp(name) for name in ("ours", "theirs"))
    of_torch = {}
    exec(PROGRAM, of_torch)
    of_torch["write"](theirs)
    program = ours / "program.py"
    program.write_text(PROGRAM + "\nwrite(sys.argv[1])\n" + MAPS)
    command = [sys.executable, "-m", "pytorch_c.run", program, ours, theirs]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert not done.returncode, done.stderr
    found, mapped = json.loads(done.stdout)
    return [json.loads(json.dumps(of_torch["read"](folder))) for folder in (ours, theirs)] + [found, mapped]


def test_torch_reads_our_files(both):
    of_ours, of_theirs, _, _ = both
    assert of_ours == of_theirs
    assert len(of_ours["file"]) == 19 and of_ours["tied"] and of_ours["metadata"]["by"] == "a test"


def test_torchs_files_are_read_here(both):
    _, of_theirs, found, _ = both
    assert found == of_theirs


def test_a_file_is_mapped_and_not_copied(both):
    *_, mapped = both
    assert mapped["last"] == [(4 << 20) - 1, 4 << 20]
    assert mapped["grown"] < 8 << 10, "of 48 MiB"  # KiB of memory that is no file's
    assert mapped["again"] == 1, "what is written to a tensor does not reach the file"
