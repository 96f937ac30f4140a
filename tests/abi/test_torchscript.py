"""Archives give torch's numbers from Python's seam and from other languages; files that are none, errors."""

import io
import os
import pickle
import re
import shutil
import sys
import zipfile

import pytest
import torch
from torch.jit._pickle import build_intlist

import pytorch_c
from pytorch_c._boundary import api
from pytorch_c._boundary.handle import core
from pytorch_c._calls import values  # noqa: F401

from .conftest import BINDINGS, ROOT, bindings_module, build, run

# The programs stand in a file, since torch's compiler reads their source.


class Block(torch.nn.Module):
    def __init__(self, channels, stride=1):
        super().__init__()
        nn = torch.nn
        self.conv1 = nn.Conv2d(channels, channels * stride, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels * stride)
        self.conv2 = nn.Conv2d(channels * stride, channels * stride, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels * stride)
        self.down = nn.Conv2d(channels, channels * stride, 1, stride) if stride > 1 else nn.Identity()

    def forward(self, x):
        y = torch.relu(self.bn1(self.conv1(x)))
        return torch.relu(self.bn2(self.conv2(y)) + self.down(x))


class ResNet(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 8, 3, padding=1)
        self.layers = torch.nn.Sequential(Block(8), Block(8, 2), Block(16, 2))
        self.pool, self.head = torch.nn.AdaptiveAvgPool2d(1), torch.nn.Linear(32, 10)

    def forward(self, x):
        return self.head(self.pool(self.layers(self.stem(x))).flatten(1))


class Language(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.head = torch.nn.LSTM(5, 7, 2, bidirectional=True), torch.nn.Linear(14, 3)

    def forward(self, x):
        y, state = self.lstm(x)
        return self.head(y), state


class Control(torch.nn.Module):
    """Branches, loops, dicts, lists of lists and a default."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.arange(3.0))
        self.table = {"a": 1.5, "b": -2.0}

    def forward(self, x, n: int = 3):
        found: dict[str, list[torch.Tensor]] = {}
        for i in range(n):
            if i % 2 == 0:
                found[str(i)] = [x * self.weight + i]
            else:
                found[str(i)] = [x, x - i]
        total = 0.0
        for key in self.table:
            total += self.table[key]
        while total < 2.0:
            total += 1.0
        return found, total, [[n, 2], [3]], None if n > 2 else "few"


CASES = {
    "resnet": (lambda: torch.jit.script(ResNet().eval()), (2, 3, 16, 16)),
    "traced": (lambda: torch.jit.trace(ResNet().eval(), torch.ones(1, 3, 16, 16)), (2, 3, 16, 16)),
    "lstm": (lambda: torch.jit.script(Language().eval()), (4, 2, 5)),
    "control": (lambda: torch.jit.script(Control()), (2, 3)),
}


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """{name: (path, size, what torch gives)}"""
    folder, found = tmp_path_factory.mktemp("archives"), {}
    torch.manual_seed(0)
    for name, (make, size) in CASES.items():
        module = make()
        module.save(str(folder / f"{name}.pt"))
        with torch.no_grad():
            found[name] = folder / f"{name}.pt", size, module(torch.ones(size))
    return found


def shown(x):
    """A value as the example prints it."""
    if isinstance(x, (torch.Tensor, pytorch_c.Tensor)):
        sums = (f"{one.double().sum().item():.6g}" for one in (x, x * x))
        return f"Tensor({', '.join(map(str, x.shape))}) {' '.join(sums)}"
    if isinstance(x, dict):
        return "{" + ", ".join(f"{key!r}: {shown(value)}" for key, value in x.items()) + "}"
    if isinstance(x, (list, tuple)):
        items = ", ".join(map(shown, x))
        return f"[{items}]" if isinstance(x, list) else f"({items})"
    return f"{x:.6g}" if isinstance(x, float) else repr(x)


def agree(found, expected):
    """Compares two texts, whose numbers may differ in their last places."""
    number = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
    assert re.sub(number, "#", found) == re.sub(number, "#", expected)
    ours, theirs = ([float(one) for one in re.findall(number, text)] for text in (found, expected))
    assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("name", CASES)
def test_python_gives_torchs_numbers_from_path_bytes_and_stream(archives, name):
    path, size, expected = archives[name]
    data = path.read_bytes()
    modules = [
        api.jit_load(str(path), -1, -1, None),
        api.jit_load_memory(data, len(data), 0, 0, None),
        core.jit_load_stream(lambda at, count: data[at : at + count], len(data), -1, -1, None),
    ]
    with pytorch_c.no_grad():
        for module in modules:
            found = core.jit_call(api.jit_module_method(module, "forward"), pytorch_c.ones(size))
            agree(shown(found), shown(expected))


@pytest.mark.parametrize("name", CASES)
def test_torch_reads_what_is_saved(archives, name):
    path, size, expected = archives[name]
    again = core.jit_save_memory(api.jit_load(str(path), -1, -1, None), {"note.txt": "kept"})
    files = {"note.txt": ""}
    with torch.no_grad():
        agree(shown(torch.jit.load(io.BytesIO(again), _extra_files=files)(torch.ones(size))), shown(expected))
    assert files == {"note.txt": b"kept"}


# ---- other languages: the program of each that runs an archive ----


def koffi():
    """Folder of Node's foreign functions, or None."""
    places = [os.environ.get("PYTORCH_C_KOFFI"), BINDINGS / "node" / "node_modules" / "koffi"]
    places += sorted((ROOT / "build" / "bindings").glob("build/node/**/node_modules/koffi"))
    return next((str(one) for one in places if one and os.path.isdir(one)), None)


def script_of(language, place, request):
    """The command that runs an archive in a language."""
    if language == "C":
        return [build(request.getfixturevalue("gcc"), place.build, ROOT / "cshim" / "examples" / "script.c")]
    bindings = bindings_module("run")
    if language == "Node" and shutil.which("node"):
        if not koffi():
            pytest.skip("koffi is not installed; make test-bindings ONLY=Node installs it")
        place.environment["PYTORCH_C_KOFFI"] = koffi()
    try:
        return bindings.LANGUAGES[language](place)["script"]
    except bindings.Missing as reason:
        pytest.skip(f"{language}: {reason}")


# A program runs once or twice, which takes less than its optimization would.
UNOPTIMIZED = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "0", "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}


@pytest.fixture(scope="module", params=["C", "C++", "Rust", "Java", "Node", "LuaJIT", "Ruby", "C#", "R"])
def script(request, prefix, tmp_path_factory):
    """script(archive, *arguments): what a language prints of an archive's result; arguments are sizes of ones, and ints."""
    place = bindings_module("run").Place(prefix, tmp_path_factory.mktemp("scripts"), ("script",))
    place.environment |= UNOPTIMIZED
    command = script_of(request.param, place, request)

    def run_script(archive, *arguments):
        words = [one if isinstance(one, int) else "".join(f"{length}," for length in one) for one in arguments]
        return place.run(*command, archive, *words).strip()

    run_script.tuples = request.param in ("C", "C++", "Rust")
    return run_script


def lists(x):
    """A value in a language without tuples."""
    if isinstance(x, dict):
        return {key: lists(value) for key, value in x.items()}
    return [lists(one) for one in x] if isinstance(x, (list, tuple)) else x


@pytest.mark.parametrize("name", CASES)
def test_other_languages_give_torchs_numbers(archives, script, name):
    path, size, expected = archives[name]
    agree(script(path, size), shown(expected if script.tuples else lists(expected)))


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """The archive of a program that Python has exported, and what is shown of its result for five images of ones."""
    path = tmp_path_factory.mktemp("exported") / "model.pt"
    result, error = run(sys.executable, ROOT / "examples" / "exported_program.py", path).stdout.splitlines()
    assert float(error) < 1e-6
    assert result == shown(torch.jit.load(str(path))(torch.ones(5, 3, 6, 6)).detach())
    return path, result


def test_other_languages_serve_an_exported_program(exported, script):
    path, result = exported
    agree(script(path, (5, 3, 6, 6)), result)


LISTINGS = {"scaled": [(2, 2), (2, 2)], "branching": [(4,), 3], "model": [(1, 4)]}


@pytest.fixture(scope="module")
def listings(tmp_path_factory):
    """The folder with what examples/under_the_hood.py traces, compiles and saves."""
    folder = tmp_path_factory.mktemp("listings")
    run(sys.executable, ROOT / "examples" / "under_the_hood.py", folder)
    return folder


@pytest.mark.parametrize("name", LISTINGS)
def test_other_languages_and_torch_read_what_we_have_saved(listings, script, name):
    arguments = [one if isinstance(one, int) else torch.ones(one) for one in LISTINGS[name]]
    path = listings / f"{name}.pt"
    with torch.no_grad():
        expected = torch.jit.load(path)(*arguments)
    agree(script(path, *LISTINGS[name]), shown(expected))
    ours = [one if isinstance(one, int) else pytorch_c.ones(one) for one in LISTINGS[name]]
    agree(shown(pytorch_c.jit.load(path)(*ours)), shown(expected))


def test_other_languages_say_what_is_wrong(listings, script, tmp_path):
    with pytest.raises(RuntimeError, match=r"argument 'y' is missing"):
        script(listings / "scaled.pt", (2, 2))
    with pytest.raises(RuntimeError, match=r"argument 'times' must be int, not Tensor"):
        script(listings / "branching.pt", (2, 2), (2, 2))
    with pytest.raises(RuntimeError, match=r"size of tensor a \(2\) must match the size of tensor b \(3\)"):
        script(listings / "scaled.pt", (2,), (3,))
    (tmp_path / "a.pt").write_bytes(b"%PDF-1.7")
    with pytest.raises(RuntimeError, match="it is no zip file"):
        script(tmp_path / "a.pt", (2, 2))


# ---- what is no archive of TorchScript ----


def refused(data, words):
    with pytest.raises(pytorch_c.Error, match=words) as caught:
        api.jit_load_memory(data, len(data), -1, -1, None)
    assert "frame #" not in str(caught.value)


def test_files_of_other_kinds_say_what_they_are(tmp_path):
    file = io.BytesIO()
    torch.save(Control().state_dict(), file)
    refused(file.getvalue(), "no constants.pkl, so it is a file of torch.save")
    file = io.BytesIO()
    torch.save({"a": 1}, file, _use_new_zipfile_serialization=False)
    refused(file.getvalue(), "it is a pickle")
    program = torch.export.export(ResNet().eval(), (torch.ones(1, 3, 16, 16),))
    torch.export.save(program, tmp_path / "a.pt2")
    refused((tmp_path / "a.pt2").read_bytes(), "it is one of torch.export")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as other:
        other.writestr("word/document.xml", "<text/>")
    refused(file.getvalue(), "it has no data.pkl")
    refused(b"", "it is empty")
    refused(b"%PDF-1.7", "it is no zip file")


def changed(data, name, content):
    """The archive with one record that is another."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for one in old.namelist():
            new.writestr(one, content if one.endswith(name) else old.read(one))
    return out.getvalue()


class Numbers:
    """A list of numbers as libtorch's pickles have it."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def __reduce__(self):
        return build_intlist, (self.numbers,)


def sources(texts, *ranges):
    """A record that says from which source code was made."""
    return pickle.dumps(("FORMAT_WITH_STRING_TABLE", texts, ranges), protocol=2)


@pytest.mark.parametrize(
    "record, what",
    [
        (sources(("a", ""), (0, ((Numbers(0, 7), 0, 1), 0, 1), 0)), "wants a text that is not there"),
        (sources(("a", ""), (0, ((Numbers(-1), 0, 1), 0, 1), 0)), "wants a text that is not there"),
        (sources(("a", ""), (0, ((Numbers(0), 9, 1), 0, 1), 0)), "wants a text that is not there"),
        (sources(("a", ""), (0, ((Numbers(1, 0), 0, 1), 0, 1), 0)), "has an empty text within a source"),
        (sources(("a", ""), (0, ((Numbers(0, 1), 0, 1), 2, 2), 0)), "has a place beyond its source"),
        (sources(("a", ""), (0, ((Numbers(0, 1), 0, 1), -1, 1), 0)), "has a place beyond its source"),
        (sources(("a", ""), (0, ((Numbers(0, 1), 0, 1), 1, 0), 0)), "has a place beyond its source"),
        (sources(("a", ""), (0, (("a", 0, 1), 0, 1), 0)), "has no list of texts where one is due"),
        (sources(("a", ""), (0, ((Numbers(0), 0), 0, 1), 0)), "has no tuple where one is due"),
        (sources(("a", ""), (0,)), "has no tuple where one is due"),
        (sources((1,), (0,)), "has no text where one is due"),
        (sources(("a", ""), ("0", ((Numbers(0), 0, 1), 0, 1), 0)), "has no number where one is due"),
        (pickle.dumps((), protocol=2), "has no tuple where one is due"),
    ],
)
def test_forged_records_of_sources_are_errors(archives, record, what):
    data = archives["control"][0].read_bytes()
    right = sources(("a", ""), (0, ((Numbers(0, 1), 0, 1), 0, 1), 0), (1, ((Numbers(), 1, 0), 0, 1), 0))
    api.jit_load_memory(changed(data, "debug_pkl", right), len(changed(data, "debug_pkl", right)), -1, -1, None)
    refused(changed(data, "debug_pkl", record), f"debug_pkl' {what}")


def test_damaged_archives_are_errors(archives):
    data = archives["control"][0].read_bytes()
    code = next(n for n in zipfile.ZipFile(io.BytesIO(data)).namelist() if n.endswith(".py"))
    source = zipfile.ZipFile(io.BytesIO(data)).read(code).decode()
    refused(changed(data, code, source.replace("torch.mul(", "torch.nope(")), "Unknown builtin op: aten::nope")
    refused(changed(data, code, source.replace("torch.mul(", "ops.nowhere.mul(")), "Unknown builtin op: nowhere::mul")
    refused(changed(data, code, source.replace("def forward", "def")), "<--- HERE")
    refused(changed(data, code, source.replace("i * ", "i") + "\n" + "(" * 9000), "more than 500 deep")
    refused(changed(data, "data.pkl", b"\x80\x02"), "Unexpected end of pickler archive")
    refused(changed(data, "data.pkl", b"\x80\x02N."), "the archive is damaged: Expected Object but got None")
    refused(changed(data, "data.pkl", b"\x80\x02)" + b"\x85" * 100_000 + b"."), "'data.pkl' nests more than 1000 deep")
    refused(changed(data, "constants.pkl", b"\x80\x02]q\x00h\x00a."), "'constants.pkl' holds itself")
    refused(changed(data, "data/0", b"\0" * 8), "'data.pkl' wants more of '0' than there is")
    twice = io.BytesIO(data)
    with zipfile.ZipFile(twice, "a") as file, pytest.warns(UserWarning, match="Duplicate name"):
        file.writestr(code, "again")
    refused(twice.getvalue(), "is in it twice")


def test_an_archive_that_is_larger_inside_is_refused():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("a/data.pkl", b"")
        bomb.writestr("a/constants.pkl", b"\0" * (200 << 20))
    refused(file.getvalue(), "larger than ten times the file")


def test_a_stream_that_fails_raises_its_own_exception(archives):
    data = archives["control"][0].read_bytes()
    mine = KeyError("mine")

    def fail(at, count):
        raise mine

    with pytest.raises(KeyError) as caught:
        core.jit_load_stream(fail, len(data), -1, -1, None)
    assert caught.value is mine
    module = api.jit_load_memory(data, len(data), -1, -1, None)
    with pytest.raises(KeyError) as caught:
        core.jit_save_stream(module, None, lambda data: fail(0, 0))
    assert caught.value is mine
