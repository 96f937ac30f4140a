"""Archives of torch.export.save, read without torch's Python: torch's numbers, effects and gradients; and what is wrong with a file or an input is a sentence."""

import copy
import functools
import io
import json
import pickle
import random
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

import pytest
import torch as theirs
from support.compare import same, to_torch

import pytorch_c as torch
import pytorch_c._exported as reader

from . import captured

ALL = captured.all_programs()


@functools.cache
def archive(name, decomposed=False):
    module, arguments, named, sizes = ALL[name]
    program = theirs.export.export(copy.deepcopy(module), copy.deepcopy(arguments), named, dynamic_shapes=sizes)
    if decomposed:
        program = program.run_decompositions()
    file = io.BytesIO()
    theirs.export.save(program, file)
    return file.getvalue()


def loaded(name, decomposed=False):
    return reader.load(io.BytesIO(archive(name, decomposed)))


def ours(value):
    """The same in our tensors."""
    if isinstance(value, theirs.Tensor):
        return torch.from_dlpack(value.detach().clone())
    if isinstance(value, dict):
        return {key: ours(one) for key, one in value.items()}
    return type(value)(map(ours, value)) if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("decomposed", [False, True], ids=["captured", "decomposed"])
@pytest.mark.parametrize("name", ALL)
def test_it_gives_torchs_results_and_effects(name, decomposed):
    _, arguments, named, _ = ALL[name]
    beside = theirs.export.load(io.BytesIO(archive(name, decomposed)))
    program = loaded(name, decomposed)
    assert program.graph_signature.parameters == list(beside.graph_signature.parameters)
    assert program.graph_signature.user_inputs == list(beside.graph_signature.user_inputs)
    assert sorted(program.state_dict) == sorted(beside.state_dict)
    module, other = program.module(), beside.module()
    for _ in range(2):
        given, taken = ours(arguments), copy.deepcopy(arguments)
        same(module(*given, **named), other(*taken, **named), strides=False, tolerance=(1e-5, 1e-5))
        same(given, taken, strides=False)
    same(dict(module.named_buffers()), dict(other.named_buffers()), strides=False, tolerance=(1e-5, 1e-5))


@pytest.mark.parametrize("name", ["mlp", "cnn, train", "lstm", "transformer", "tied", "embedding"])
def test_its_gradients_are_torchs(name):
    _, arguments, named, _ = ALL[name]
    other = theirs.export.load(io.BytesIO(archive(name))).module()
    module = loaded(name).module()
    for one, given in ((module, ours(arguments)), (other, copy.deepcopy(arguments))):
        result = one(*given, **named)
        (result[0] if isinstance(result, tuple) else result).pow(2).sum().backward()
    wanted = {key: one.grad for key, one in other.named_parameters()}
    found = {key: one.grad for key, one in module.named_parameters()}
    assert list(found) == list(wanted)
    same(found, wanted, strides=False, tolerance=(1e-4, 1e-4))


def test_sizes_may_change_within_their_bounds():
    module = loaded("mlp, dynamic").module()
    other = theirs.export.load(io.BytesIO(archive("mlp, dynamic"))).module()
    for rows in (2, 5, 64):
        x = theirs.randn(rows, 4)
        same(module(ours(x)), other(x), strides=False, tolerance=(1e-5, 1e-5))
    for rows, words in ((1, ">= 2, but got 1"), (65, "<= 64, but got 65")):
        with pytest.raises(RuntimeError, match=rf"Expected \*args\[0\].shape\[0\] to be {words}"):
            module(torch.ones(rows, 4))
    assert str(loaded("mlp, dynamic").range_constraints).endswith("VR[2, 64]}")


@pytest.mark.parametrize(
    "arguments, kind, words",
    [
        ((), TypeError, "nested as"),
        (([1.0],), TypeError, "nested as"),
        ((3,), TypeError, r"input at \*args\[0\] to be a tensor, but got int"),
        ((torch.ones(4),), RuntimeError, "to have 2 dimensions, but got 1"),
        ((torch.ones(4, 5),), RuntimeError, r"\*args\[0\].shape\[1\] to be equal to 4, but got 5"),
        ((torch.ones(4, 4, dtype=torch.float64),), RuntimeError, "dtype"),
    ],
)
def test_a_wrong_input_is_an_error(arguments, kind, words):
    with pytest.raises(kind, match=words):
        loaded("mlp").module()(*arguments)


def test_a_constant_must_be_what_it_was():
    _, arguments, _, _ = ALL["nested"]
    with pytest.raises(RuntimeError, match=r"to be equal to 3.0, but got 4.0"):
        loaded("nested").module()(*ours(arguments), scale=4.0)
    with pytest.raises(ValueError, match=r"takes the keywords \['scale'\]"):
        loaded("nested").module()(*ours(arguments))


def test_the_program_says_what_it_is():
    program = loaded("mlp")
    assert "relu = torch.ops.aten.relu.default(self=linear)" in program.graph
    assert "p_first_weight: PARAMETER target='first.weight'" in str(program)
    same(program.example_inputs[0], ALL["mlp"][1])
    with pytest.raises(RuntimeError, match="Unable to call ExportedProgram directly"):
        program(torch.ones(4, 4))
    with pytest.raises(NotImplementedError, match=r"Calling train\(\) is not supported yet"):
        program.module().train()


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


@pytest.mark.parametrize(
    "record, change, kind, words",
    [
        ("models/model.json", edit(["schema_version", "major"], 99), NotImplementedError, "schema 99"),
        ("models/model.json", edit([*NODE, "target"], "torch.ops.mine.missing.default"), NotImplementedError, "mine::missing.default, which no"),
        ("models/model.json", edit([*NODE, "target"], "os.system"), NotImplementedError, "os.system, which is not known"),
        ("models/model.json", edit([*NODE, "inputs", 0, "arg"], {"as_tensor": {"name": "nowhere"}}), ValueError, "'nowhere', which nothing"),
        ("models/model.json", edit([*NODE, "inputs", 0, "arg"], {"as_tensor": {"name": "linear_1"}}), ValueError, "'linear_1', which nothing"),
        ("models/model.json", edit([*NODE, "inputs", 0, "arg"], {"as_magic": 1}), NotImplementedError, "kind 'as_magic'"),
        ("models/model.json", edit(["graph_module"], []), ValueError, "not of torch's schema"),
        ("models/model.json", lambda data: b"{", ValueError, "is no JSON"),
        ("models/model.json", lambda data: None, ValueError, "holds no exported program"),
        ("weights_config.json", edit([*META, "sizes", 0], {"as_int": 1000}), ValueError, "'first.weight' reaches .* elements far"),
        ("weights_config.json", edit([*META, "strides", 0], {"as_int": 1 << 39}), ValueError, "elements far"),
        ("weights_config.json", edit([*META, "storage_offset"], {"as_int": 1}), ValueError, "elements far"),
        ("weights_config.json", edit([*META, "storage_offset"], {"as_int": -1}), ValueError, "has a size of -1"),
        ("weights_config.json", edit([*META, "dtype"], 77), ValueError, "dtype 77"),
        ("weight_0", lambda data: data[:5], ValueError, "'first.weight' reaches"),
        ("weight_0", lambda data: None, ValueError, "has no record data/weights/weight_0"),
        ("byteorder", lambda data: b"big", ValueError, "another order"),
        ("archive_format", lambda data: b"other", ValueError, "another format"),
    ],
)  # fmt: skip
def test_a_damaged_archive_is_an_error(record, change, kind, words):
    with pytest.raises(kind, match=words):
        reader.load(changed(archive("mlp"), record, change)).module()


def test_a_missing_weight_is_an_error():
    def change(data):
        whole = json.loads(data)
        del whole["config"]["first.weight"]
        return json.dumps(whole).encode()

    program = reader.load(changed(archive("mlp"), "weights_config.json", change))
    with pytest.raises(ValueError, match="no weight 'first.weight'"):
        program.module()


def test_other_archives_are_errors(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch advises against scripts
        theirs.jit.script(theirs.nn.Linear(2, 2)).save(tmp_path / "script.pt")
    theirs.save({}, tmp_path / "state.pt")
    for name in ("script.pt", "state.pt"):
        with pytest.raises(ValueError, match=r"torch.save or torch.jit.save"):
            reader.load(tmp_path / name)
    with pytest.raises(ValueError, match="no zip archive"):
        reader.load(__file__)


def test_truncated_and_flipped_archives_are_errors_or_programs():
    """What comes of any damage: an error of ours, or a program that runs or says why not."""
    whole, draw, refused = archive("cnn, eval"), random.Random(0), 0
    x = torch.ones(2, 3, 6, 6)
    for _ in range(150):
        data = bytearray(whole)
        if draw.random() < 0.3:
            data = data[: draw.randrange(len(data))]
        else:
            for _ in range(draw.choice((1, 3, 20))):
                data[draw.randrange(len(data))] = draw.randrange(256)
        try:
            reader.load(io.BytesIO(bytes(data))).module()(x)
        except (ValueError, TypeError, NotImplementedError, RuntimeError, pickle.UnpicklingError):
            refused += 1
    assert refused > 30


# ---- captured here ----

NAMES = list(ALL)
# Graphs that are not torch's to the letter, and why.
DIFFERS = {
    "transformer, captured": "layer_norm is called without its arguments that have defaults",
    "embedding, captured": "torch's tensor() detaches the new tensor once more",
    "sizes, captured": "new_zeros is called without pin_memory=False",
    "sizes, decomposed": "nodes of sizes have other numbers",
}


@pytest.fixture(scope="module")
def captures(tmp_path_factory):
    """{library: (folder with its archives, {program: (graph, results)})}, each captured in a process of its own."""
    found = {}
    for library in ("torch", "pytorch_c"):
        folder = tmp_path_factory.mktemp(library)
        script = Path(__file__).parent / "capturing.py"
        done = subprocess.run([sys.executable, script, library, folder], capture_output=True, text=True, timeout=500)
        assert done.returncode == 0, done.stderr
        found[library] = folder, json.loads(done.stdout.splitlines()[-1])
    return found


def test_our_graphs_are_torchs(captures):
    (_, theirs_found), (_, ours_found) = captures["torch"], captures["pytorch_c"]
    assert ours_found.keys() == theirs_found.keys()
    assert {name for name, one in theirs_found.items() if ours_found[name][0] != one[0]} == set(DIFFERS)
    assert {name for name, one in theirs_found.items() if not near(ours_found[name][1], one[1])} == set()


def near(ours_told, theirs_told):
    """Whether nested results agree, numbers up to rounding."""
    if isinstance(theirs_told, float):
        return ours_told == pytest.approx(theirs_told, rel=1e-3, abs=1e-5)
    if isinstance(theirs_told, list):
        return len(ours_told) == len(theirs_told) and all(map(near, ours_told, theirs_told))
    if isinstance(theirs_told, dict):
        return ours_told.keys() == theirs_told.keys() and all(
            near(ours_told[key], one) for key, one in theirs_told.items()
        )
    return ours_told == theirs_told


@pytest.mark.parametrize("kind", ["captured", "decomposed"])
@pytest.mark.parametrize("name", NAMES)
def test_torch_loads_what_is_captured_here(captures, name, kind):
    folder, _ = captures["pytorch_c"]
    program = theirs.export.load(folder / f"{NAMES.index(name)}_{kind}.pt2")
    _, arguments, named, _ = ALL[name]
    other = loaded(name, kind == "decomposed").module()
    mine, given, taken = program.module(), copy.deepcopy(arguments), ours(arguments)
    same(other(*taken, **named), mine(*given, **named), strides=False, tolerance=(1e-5, 1e-5))
