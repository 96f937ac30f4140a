"""Tools of torch's that are its own files here: hub, benchmark, tensorboard, package, extensions of C++."""

import importlib
import subprocess
import sys

import pytest
import torch
from support.project import HANG

import pytorch_c

LIBRARIES = (pytorch_c, torch)


def test_hub_loads_from_a_local_folder(tmp_path):
    (tmp_path / "hubconf.py").write_text(
        "dependencies = []\nimport math\n\ndef half(x):\n    return x / 2 + math.floor(0.5)\n"
    )
    for t in LIBRARIES:
        assert t.hub.load(str(tmp_path), "half", t.ones(2), source="local").tolist() == [0.5, 0.5]


def test_a_timer_measures_and_tables_compare(capsys):
    benchmark = importlib.import_module("pytorch_c.utils.benchmark")
    timer = benchmark.Timer("x + x", globals={"x": pytorch_c.ones(3)}, label="sums", sub_label="3", description="add")
    measured = timer.timeit(50)
    assert measured.number_per_run == 50 and 0 < measured.median < 1
    benchmark.Compare([timer.blocked_autorange(min_run_time=0.01)]).print()
    assert "sums" in capsys.readouterr().out


def written(t, folder):
    """Everything in the event file that SummaryWriter makes, without times."""
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

    writer = importlib.import_module(f"{t.__name__}.utils.tensorboard").SummaryWriter(str(folder))
    writer.add_scalar("loss", t.tensor(1.5), 1)
    writer.add_histogram("weights", t.arange(10.0), 2)
    writer.add_image("image", t.arange(48.0).reshape(3, 4, 4) / 48, 3)
    writer.add_text("words", "some", 4)
    writer.add_pr_curve("curve", t.tensor([1, 0, 1]), t.tensor([0.5, 0.2, 0.7]), 5)
    writer.close()
    (file,) = folder.iterdir()
    events = list(EventFileLoader(str(file)).Load())
    return [(event.step, [str(value) for value in event.summary.value]) for event in events]


def test_event_files_are_torchs(tmp_path):
    pytest.importorskip("tensorboard", reason="torch's SummaryWriter stands upon the package tensorboard")
    found = []
    for t in LIBRARIES:
        (tmp_path / t.__name__).mkdir()
        found.append(written(t, tmp_path / t.__name__))
    assert found[0] == found[1] and len(found[0]) == 6


def test_a_package_holds_texts_sources_and_values(tmp_path):
    found = []
    for t in LIBRARIES:
        package, file = importlib.import_module(f"{t.__name__}.package"), str(tmp_path / t.__name__)
        with package.PackageExporter(file) as made:
            made.save_text("words", "a.txt", "some")
            made.save_source_string("program", "def double(x):\n    return 2 * x\n")
            made.save_pickle("values", "b.pkl", {"a": [1, 2.5, None]})
        found.append(file)
    for t in LIBRARIES:
        for file in found:
            read = importlib.import_module(f"{t.__name__}.package").PackageImporter(file)
            assert read.load_text("words", "a.txt") == "some" and read.import_module("program").double(4) == 8
            assert read.load_pickle("values", "b.pkl") == {"a": [1, 2.5, None]}


def test_a_file_that_is_no_package_is_a_runtime_error(tmp_path):
    (tmp_path / "none").write_bytes(b"no archive")
    for t in LIBRARIES:
        with pytest.raises(RuntimeError, match="failed"):
            importlib.import_module(f"{t.__name__}.package").PackageImporter(str(tmp_path / "none"))


OPERATOR = """
#include <ATen/ATen.h>
#include <torch/library.h>
at::Tensor triple(const at::Tensor &x) { return x * 3; }
TORCH_LIBRARY(made_for_a_test, library) { library.def("triple(Tensor x) -> Tensor", &triple); }
"""

BUILD = """
import sys, pytorch_c as t
from pytorch_c.utils import cpp_extension
path = cpp_extension.load("made_for_a_test", [sys.argv[1]], build_directory=sys.argv[2], is_python_module=False)
x = t.ones(2, requires_grad=True)
assert t.ops.made_for_a_test.triple(x).tolist() == [3.0, 3.0] and path
assert not any("libtorch_python" in line for line in open("/proc/self/maps"))
try:
    cpp_extension._import_module_from_library("other", ".", True)
except NotImplementedError as error:
    assert "is_python_module=False" in str(error)
"""


def test_an_operator_of_c_is_built_and_loaded(tmp_path):
    source = tmp_path / "triple.cc"
    source.write_text(OPERATOR)
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(source), str(tmp_path)], capture_output=True, text=True, timeout=4 * HANG
    )
    assert done.returncode == 0, done.stderr[-3000:]
