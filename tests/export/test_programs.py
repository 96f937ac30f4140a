"""Exported programs: captured here and by torch, whose archives either library loads; results, effects, gradients and errors are torch's."""

import copy
import functools
import io
import json
import logging
import random
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest
import torch as theirs
from support.compare import same, to_torch

import pytorch_c as torch

from . import captured

ALL = captured.all_programs()
NAMES = list(ALL)
# Graphs that are not torch's to the letter, and why.
DIFFERS = {
    "transformer, captured": "layer_norm is called without its arguments that have defaults",
    "embedding, captured": "torch's tensor() detaches the new tensor once more",
    "sizes, decomposed": "nodes of sizes have other numbers",
}


@functools.cache
def captures(library):
    """Returns (archives by program, {program: (graph, results)}), captured in a process of its own."""
    script = Path(__file__).parent / "capturing.py"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, script, library, folder], capture_output=True, text=True, timeout=500)
        assert done.returncode == 0, done.stderr
        archives = {file.stem: file.read_bytes() for file in Path(folder).iterdir()}
    return archives, json.loads(done.stdout.splitlines()[-1])


def archive(name, kind="captured", library="torch"):
    return captures(library)[0][f"{NAMES.index(name)}_{kind}"]


def loaded(name, kind="captured", library=torch):
    return library.export.load(io.BytesIO(archive(name, kind)))


def opened(library, file):
    return library.export.load(io.BytesIO(file)).module()


def ours(value):
    """Returns the same values in our tensors."""
    if isinstance(value, theirs.Tensor):
        return torch.from_dlpack(value.detach().clone())
    if isinstance(value, dict):
        return {key: ours(one) for key, one in value.items()}
    return type(value)(map(ours, value)) if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("kind", ["captured", "decomposed"])
@pytest.mark.parametrize("name", ALL)
def test_either_library_loads_the_others_archive(name, kind):
    _, arguments, named, _ = ALL[name]
    program, beside = loaded(name, kind), loaded(name, kind, theirs)
    assert str(program.graph_signature) == str(beside.graph_signature)
    assert sorted(program.state_dict) == sorted(beside.state_dict)
    module, other = program.module(), beside.module()
    for _ in range(2):
        given, taken = ours(arguments), copy.deepcopy(arguments)
        result = module(*given, **named)
        same(result, other(*taken, **named), strides=False, tolerance=(1e-5, 1e-5))
        same(given, taken, strides=False)
    same(dict(module.named_buffers()), dict(other.named_buffers()), strides=False, tolerance=(1e-5, 1e-5))
    captured_here = opened(theirs, archive(name, kind, "pytorch_c"))
    results = [captured_here(*copy.deepcopy(arguments), **named) for _ in range(2)]
    same(result, results[1], strides=False, tolerance=(1e-5, 1e-5))


@pytest.mark.parametrize("name", ["mlp", "cnn, train", "lstm", "transformer", "tied", "embedding"])
def test_its_gradients_are_torchs(name):
    _, arguments, named, _ = ALL[name]
    module, other = loaded(name).module(), loaded(name, library=theirs).module()
    for one, given in ((module, ours(arguments)), (other, copy.deepcopy(arguments))):
        result = one(*given, **named)
        (result[0] if isinstance(result, tuple) else result).pow(2).sum().backward()
    wanted = {key: one.grad for key, one in other.named_parameters()}
    found = {key: one.grad for key, one in module.named_parameters()}
    assert list(found) == list(wanted)
    same(found, wanted, strides=False, tolerance=(1e-4, 1e-4))


def outcome(call, *args, **named):
    """The class and the first line of the error that a call raises; "none" where it raises none."""
    try:
        call(*args, **named)
    except Exception as error:
        text = str(error).partition("\n")[0].replace("pytorch_c.", "torch.")
        return type(error).__name__, text
    return "none"


@pytest.mark.parametrize(
    ("name", "arguments", "named"),
    [
        ("mlp", "()", {}),
        ("mlp", "([1.0],)", {}),
        ("mlp", "(3,)", {}),
        ("mlp", "(t.ones(4),)", {}),
        ("mlp", "(t.ones(4, 5),)", {}),
        ("mlp, dynamic", "(t.ones(65, 4),)", {}),
        ("nested", None, {"scale": 4.0}),
        ("nested", None, {}),
    ],
)
def test_a_wrong_input_is_torchs_error(name, arguments, named):
    def given(library):
        if arguments is None:
            return ours(ALL[name][1]) if library is torch else ALL[name][1]
        return eval(arguments, {"t": library})

    wanted, found = (outcome(loaded(name, library=one).module(), *given(one), **named) for one in (theirs, torch))
    assert found == wanted != "none"


def test_sizes_may_change_within_their_bounds():
    module, other = loaded("mlp, dynamic").module(), loaded("mlp, dynamic", library=theirs).module()
    for rows in (2, 5, 64):
        x = theirs.randn(rows, 4)
        same(module(ours(x)), other(x), strides=False, tolerance=(1e-5, 1e-5))


def test_weights_that_are_one_in_torch_are_one_here():
    module = loaded("tied").module()
    module.one.weight.data.zero_()
    assert module.other.weight.abs().sum() == 0
    assert to_torch(module.one.weight).shape == (4, 4)


# ---- wrong files ----


def changed(content, record, change):
    """The archive with another record; None leaves it out."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith(record):
                data = change(data)
            if data is not None:
                new.writestr(name, data)
    return io.BytesIO(out.getvalue())


def edit(path, value):
    """A change of JSON: `value` at a path of keys."""

    def change(data):
        whole = table = json.loads(data)
        for key in path[:-1]:
            table = table[key]
        table[path[-1]] = value
        return json.dumps(whole).encode()

    return change


NODE = ("graph_module", "graph", "nodes", 0)
META = ("config", "first.weight", "tensor_meta")


@pytest.fixture
def unlogged():
    """Keeps no log record, which would hold the tensors of its frames."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize(
    ("record", "change"),
    [
        ("models/model.json", edit(["schema_version", "major"], 99)),
        ("models/model.json", edit([*NODE, "target"], "torch.ops.mine.missing.default")),
        ("models/model.json", edit([*NODE, "target"], "os.system")),
        ("models/model.json", edit([*NODE, "inputs", 0, "arg"], {"as_tensor": {"name": "nowhere"}})),
        ("models/model.json", edit([*NODE, "inputs", 0, "arg"], {"as_tensor": {"name": "linear_1"}})),
        ("models/model.json", edit([*NODE, "inputs", 0, "arg"], {"as_magic": 1})),
        ("models/model.json", edit(["graph_module"], [])),
        ("models/model.json", lambda data: b"{"),
        ("models/model.json", lambda data: None),
        ("weights_config.json", edit([*META, "sizes", 0], {"as_int": 1000})),
        ("weights_config.json", edit([*META, "strides", 0], {"as_int": 1 << 39})),
        ("weights_config.json", edit([*META, "storage_offset"], {"as_int": 1})),
        ("weights_config.json", edit([*META, "storage_offset"], {"as_int": -1})),
        ("weights_config.json", edit([*META, "dtype"], 77)),
        ("weight_0", lambda data: data[:5]),
        ("weight_0", lambda data: None),
        ("archive_format", lambda data: b"other"),
    ],
)
@pytest.mark.usefixtures("unlogged")
def test_a_damaged_archive_is_torchs_error(record, change):
    file = changed(archive("mlp"), record, change).getvalue()
    wanted, found = (outcome(opened, one, file) for one in (theirs, torch))
    assert found[0] == wanted[0] and wanted != "none", (found, wanted)


def test_truncated_and_flipped_archives_are_errors_or_programs():
    """Whatever the damage, the process goes on: an error, or a program that runs or says why not."""
    whole, draw, refused = archive("cnn, eval"), random.Random(0), 0
    for _ in range(40):
        data = bytearray(whole)
        if draw.random() < 0.3:
            data = data[: draw.randrange(len(data))]
        else:
            for _ in range(draw.choice((1, 3, 20))):
                data[draw.randrange(len(data))] = draw.randrange(256)
        refused += outcome(lambda file: opened(torch, file)(torch.ones(2, 3, 6, 6)), bytes(data)) != "none"
    assert refused > 10


# ---- captured here ----


def test_our_graphs_are_torchs():
    (_, theirs_found), (_, ours_found) = captures("torch"), captures("pytorch_c")
    assert ours_found.keys() == theirs_found.keys()
    assert {name for name, one in theirs_found.items() if ours_found[name][0] != one[0]} == set(DIFFERS)
    assert {name for name, one in theirs_found.items() if not near(ours_found[name][1], one[1])} == set()


def near(ours_told, theirs_told):
    """Returns whether nested results agree, numbers up to rounding."""
    if isinstance(theirs_told, float):
        return ours_told == pytest.approx(theirs_told, rel=1e-3, abs=1e-5)
    if isinstance(theirs_told, list):
        return len(ours_told) == len(theirs_told) and all(map(near, ours_told, theirs_told))
    if isinstance(theirs_told, dict):
        return ours_told.keys() == theirs_told.keys() and all(
            near(ours_told[key], one) for key, one in theirs_told.items()
        )
    return ours_told == theirs_told
