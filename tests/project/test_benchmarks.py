"""The benchmarks run, and write what the report needs. No test looks at a time."""

import json
import math
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from unittest import mock

import pytest
from support.project import ROOT
from support.scripts import Popen, run_forked

# instructions.py measures nothing where there is no valgrind (test_benchmarks_instructions.py); free_threading.py needs two
# builds of Python, one of them free-threaded.
LEFT_OUT = {"run_all", "figures", "free_threading"} | (set() if shutil.which("valgrind") else {"instructions"})
SCRIPTS = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py") if path.stem not in LEFT_OUT)
# Not in the report, which has to take ten minutes: docs/distributed.md, bindings/README.md, docs/profiling.md,
# docs/programs.md, docs/compiled.md and docs/gc.md have what they show.
APART = {"distributed", "binding_calls", "observing", "torchscript", "captured", "compiled", "files", "tensor_bytes"}
# Who must be in the first table, by script; the last one only where there is a compiler.
ROWS = {
    "create_and_drop": {"weakref", "close", "torch", "cpp"},
    "peak_memory": {"weakref", "close", "torch"},
    "mnist_throughput": {"weakref", "no_gc", "torch", "cpp"},
    "threads": {"weakref", "close", "torch", "c"},
    "ffi_modes": {"abi", "ctypes", "own", "api"},
    "image_loader": {"processes", "folder", "tgz", "torch"},
    "import_time": {"nothing", "pytorch_c", "torch"},
    "tensor_bytes": {"weakref", "torch", "cpp"},
    "captured": {"pytorch_c", "pytorch_c_eager", "torch", "torch_eager", "c", "cpp"},
    "compiled": {"tiny"},
    "observing": {"off", "observe", "trace", "profile", "torch_off", "torch_profile"},
}


# instructions.py starts valgrind, which costs more than its counting: it is run once, and compares with the kept ratios.
SMALLEST = {"instructions": ("quick", "--check", "--few")}


def run(script, *arguments):
    status, text = run_forked(ROOT / "benchmarks" / f"{script}.py", arguments, ROOT)
    assert status == 0, text
    return text


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The folder of the results, and a function that runs a script once."""
    if find_spec("matplotlib"):
        import matplotlib.pyplot  # noqa: F401  once, and not in each fork
    import torch._dynamo  # noqa: F401  which torch's optimizers import

    folder, outputs = tmp_path_factory.mktemp("results"), {}
    code = "import os; from harness import contenders; contenders.library(); print(os.environ[contenders.TOLD])"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, cwd=ROOT / "benchmarks", capture_output=True, text=True, check=True).stdout

    def result(script):
        if script not in outputs:
            _, *how = SMALLEST.get(script, ("smoke", "--smoke"))
            files = "--json", str(folder / f"{script}.json"), "--picture", str(folder / f"{script}.svg")
            outputs[script] = run(script, *how, *files)
        return json.loads((folder / f"{script}.json").read_text()), outputs[script]

    # Each script would ask anew, and each of its processes would import torch.
    with mock.patch.dict(os.environ, PTC_BENCHMARKED=told), mock.patch.object(subprocess, "Popen", Popen):
        yield folder, result


@pytest.mark.parametrize("script", [*SCRIPTS, "run_all"])
def test_help_says_what_is_compared(script):
    text = run(script, "--help")
    assert "--long" in text
    assert script == "run_all" or "Compares" in text


@pytest.mark.parametrize("script", SCRIPTS)
def test_smoke_run_writes_the_promised_fields(script, results):
    folder, result = results
    content, output = result(script)
    assert content["name"] == script and content["size"] == SMALLEST.get(script, ("smoke", ""))[0]
    assert content["compares"].startswith("Compares") and (content["findings"] or content["withheld"])
    assert {"processor", "cores", "memory_gb", "system", "date", "others"} <= set(content["machine"])
    assert {"pytorch_c", "torch", "Python", "C library"} <= set(content["versions"])
    for table in content["tables"]:
        assert table["title"] in output
        keys = [column["key"] for column in table["columns"]]
        assert keys[1] == "ratio", "ratios come first"
        for row in table["rows"]:
            assert row["ratio"]["low"] <= row["ratio"]["median"] <= row["ratio"]["high"]
            assert math.isfinite(row["ratio"]["median"]) and row["ratio"]["median"] > 0
    if find_spec("matplotlib"):
        assert (folder / f"{script}.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize("script", ROWS)
def test_all_contenders_are_measured(script, results):
    content, _ = results[1](script)
    missing = ROWS[script] - {row["name"] for row in content["tables"][0]["rows"]}
    assert not missing or content["notes"], missing


def test_call_overhead_keeps_its_rows_and_geometric_means(results):
    content, _ = results[1]("call_overhead")
    assert len(content["rows"]) >= 60
    assert {"call", "pytorch_c_ns", "torch_ns", "ratio", "low", "high"} <= set(content["rows"][0])
    reads = {"s.item()", "a.tolist()", "a.shape", "a.size(0)", "a.dtype", "a.requires_grad"}
    for name, reading in (("geometric_mean", False), ("geometric_mean_reads", True)):
        logs = [math.log(row["ratio"]) for row in content["rows"] if (row["call"] in reads) is reading]
        assert content[name] == pytest.approx(math.exp(sum(logs) / len(logs)))


def test_every_finalizer_strategy_has_a_label():
    code = (
        "from harness import contenders; print([one.name for one in contenders.strategies() if one.label == one.name])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "benchmarks", capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_report_has_every_section_and_picture(results, tmp_path):
    folder, result = results
    reported = [script for script in SCRIPTS if script not in APART]
    for script in reported:
        result(script)
    run("run_all", "--from", str(folder), "--report", str(tmp_path / "report.md"))
    page = (tmp_path / "report.md").read_text()
    assert "What it means for a reader who must choose" in page
    for script in reported:
        assert f"python benchmarks/{script}.py" in page
    if find_spec("matplotlib"):
        assert (tmp_path / "pictures/summary.svg").is_file() and "pictures/summary.svg" in page


def test_wrong_rounds_are_refused():
    command = [sys.executable, str(ROOT / "benchmarks/import_time.py"), "--rounds", "0"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "whole number" in done.stderr
