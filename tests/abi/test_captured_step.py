"""A training step that Python captured (examples/captured_step.py) runs in C and in Go, with Python's and torch's losses."""

import importlib.util
import os
import sys

import pytest
import torch

import pytorch_c
from pytorch_c._boundary.library import libtorch_dir

from .conftest import BINDINGS, ROOT, bindings_module, build, run

STEPS = 100


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("captured") / "step.pt"
    run(sys.executable, ROOT / "examples" / "captured_step.py", path)
    return path


def trained_by(of, archive):
    """The losses of every twentieth step in Python, and the weights at the end."""
    program = of.jit.load(str(archive))
    points = [[(i % 8) / 4 - 0.875, (i // 8) / 4 - 0.875] for i in range(64)]
    parts = [0 if a < 0 else 1 if b < 0 else 2 for a, b in points]
    x, y = of.tensor(points), of.tensor(parts)
    with of.no_grad():
        losses = [program(x, y).item() for _ in range(STEPS)]
    return [f"{one:.6f}" for one in losses[::20]], weights(program)


def weights(program):
    return {name: one.tolist() for name, one in program.named_buffers()}


def agree(done, archive, trained):
    losses, expected = trained_by(pytorch_c, archive)
    assert done.stdout.split()[-len(losses) :] == losses and float(losses[-1]) < float(losses[0]) / 4
    assert weights(torch.jit.load(str(trained))) == expected


def test_torch_takes_the_same_steps(archive):
    assert trained_by(torch, archive) == trained_by(pytorch_c, archive)


def test_the_captured_step_is_the_eager_one(archive):
    spec = importlib.util.spec_from_file_location("captured_step", ROOT / "examples" / "captured_step.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    program = pytorch_c.jit.load(str(archive))
    pytorch_c.manual_seed(1)
    x, y = example.batch()
    own = [one.clone() for _, one in program.named_buffers()]
    for _ in range(5):
        loss, *own = example.step(*own, x, y)
        assert loss.item() == program(x, y).item()
    assert [one.tolist() for one in own] == list(weights(program).values())


def test_c_takes_the_same_steps(archive, gcc, tmp_path):
    step = build(gcc, tmp_path, ROOT / "cshim" / "examples" / "step.c")
    done = run(step, archive, STEPS, tmp_path / "trained.pt")
    calls = sum(node.kind().startswith("aten::") for node in torch.jit.load(str(archive)).inlined_graph.nodes())
    assert f"operators: {calls}\n" in done.stdout and calls > 20
    agree(done, archive, tmp_path / "trained.pt")
    failed = run(step, tmp_path / "missing.pt", STEPS, tmp_path / "none.pt", check=False)
    assert failed.returncode == 1 and "missing.pt" in failed.stderr


def go_program(prefix, tmp_path, name):
    """Builds a program of bindings/go/example; skips without Go."""
    bindings = bindings_module("run")
    try:
        command = bindings.newest_go()
    except bindings.Missing as reason:
        pytest.skip(str(reason))
    environment = os.environ | {
        "PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig"),
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "GOFLAGS": "-mod=mod",
    }
    options = f"PREFIX={prefix}", f"LIBTORCH={libtorch_dir()}", f"PYTHON={sys.executable}"
    run("make", "-C", ROOT / "cshim", "install-cgotorch", *options)  # which the Go binding is linked with
    run(command, "build", "-o", tmp_path / name, f"./example/{name}", cwd=BINDINGS / "go", env=environment)
    return tmp_path / name


def test_go_takes_the_same_steps(archive, prefix, tmp_path):
    step = go_program(prefix, tmp_path, "step")
    agree(run(step, archive, STEPS, tmp_path / "trained.pt"), archive, tmp_path / "trained.pt")
