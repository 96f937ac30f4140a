"""Whole modules, optimizers and schedulers in files, under torch's name: torch's load here, and ours in torch."""

import json
import subprocess
import sys

import pytest
from support.project import HANG

# Run by torch, and under its name: what each writes, and what each makes of the other's.
PROGRAM = """
import json, sys, warnings
import torch
from torch import nn
from torch.utils.data import TensorDataset

warnings.simplefilter("ignore")
ones = torch.ones
MODULES = {
    "mlp": (lambda: nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Dropout(0.5), nn.Linear(4, 2), nn.LogSoftmax(-1)), lambda m: m(ones(1, 3))),
    "convolutions": (lambda: nn.Sequential(nn.Conv2d(1, 2, 3), nn.GroupNorm(1, 2), nn.ConvTranspose2d(2, 1, 3)), lambda m: m(ones(1, 1, 5, 5))),
    "norm": (lambda: nn.BatchNorm1d(3), lambda m: m(ones(2, 3))),
    "lstm": (lambda: nn.LSTM(3, 4, 2, bidirectional=True), lambda m: m(ones(2, 1, 3))[0]),
    "gru": (lambda: nn.GRU(3, 4), lambda m: m(ones(2, 1, 3))[0]),
    "cell": (lambda: nn.LSTMCell(3, 4), lambda m: m(ones(1, 3))[0]),
    "attention": (lambda: nn.MultiheadAttention(4, 2), lambda m: m(*[ones(2, 1, 4)] * 3)[0]),
    "transformer": (lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2), lambda m: m(ones(2, 1, 4))),
    "containers": (
        lambda: nn.ModuleDict({"a": nn.ModuleList([nn.Linear(1, 1)]), "b": nn.ParameterList([nn.Parameter(ones(2))]),
                               "c": nn.ParameterDict({"d": nn.Parameter(ones(3))})}),
        lambda m: m["a"][0](ones(1, 1)) + m["b"][0].sum() + m["c"]["d"].sum(),
    ),
    "losses": (lambda: nn.ModuleList([nn.CrossEntropyLoss(weight=ones(3)), nn.SoftMarginLoss()]),
               lambda m: m[0](ones(1, 3), torch.tensor([1])) + m[1](ones(2), ones(2))),
}

def training():
    model = nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    schedulers = [torch.optim.lr_scheduler.StepLR(optimizer, 1), torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer),
                  torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 3)]
    step(model, optimizer)
    return model, optimizer, schedulers, TensorDataset(torch.arange(3.0))

def step(model, optimizer):
    optimizer.zero_grad()
    model(ones(1, 3)).sum().backward()
    optimizer.step()

def write(folder):
    torch.manual_seed(0)
    said = {}
    for old in (False, True):
        for name, (make, use) in MODULES.items():
            module = make().eval()
            torch.save(module, f"{folder}/{name}{old}", _use_new_zipfile_serialization=not old)
            said[f"{name}{old}"] = use(module).sum().item()
    made = training()
    torch.save(made, f"{folder}/training")
    step(*made[:2])
    said["training"] = made[0](ones(1, 3)).sum().item()
    return said

def read(folder):
    said = {}
    for old in (False, True):
        for name, (_, use) in MODULES.items():
            module = torch.load(f"{folder}/{name}{old}", weights_only=False)
            repr(module), module.train().double().float().eval()
            said[f"{name}{old}"] = use(module).sum().item()
    model, optimizer, schedulers, data = torch.load(f"{folder}/training", weights_only=False)
    step(model, optimizer)
    schedulers[0].step()
    assert len(data) == 3 and schedulers[2].T_0 == 3
    said["training"] = model(ones(1, 3)).sum().item()
    return said

print(json.dumps({"write": write, "read": read}[sys.argv[1]](sys.argv[2])))
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """(where each has written, what it said)"""
    return {who: (folder := tmp_path_factory.mktemp(who), run(who, "write", folder)) for who in ("torch", "ours")}


def run(who, what, folder):
    path = folder.parent / "program.py"
    path.write_text(PROGRAM)
    how = [str(path)] if who == "torch" else ["-m", "pytorch_c.run", str(path)]
    done = subprocess.run([sys.executable, *how, what, str(folder)], capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("writer, reader", [("torch", "ours"), ("ours", "torch"), ("ours", "ours")])
def test_whole_modules_are_the_same_in_the_other_library(folders, writer, reader):
    folder, said = folders[writer]
    found = run(reader, "read", folder)
    assert found.keys() == said.keys()
    for name, value in said.items():
        assert found[name] == pytest.approx(value, rel=1e-5, abs=1e-6), name
