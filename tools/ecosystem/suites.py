"""The tests that packages ship, each suite under torch and under pytorch_c: which of torch's passed ones pass here."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from site_packages import SITE

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = ROOT / "build" / "ecosystem-sources"
TOO_LONG = 600  # seconds for a suite


class Suite(NamedTuple):
    """Tests of a package, in its wheel or in its source, and those of them that are run."""

    package: str
    paths: str
    source: bool = True
    options: str = ""
    left_out: str = ""  # and why


_LONG = "what takes many minutes"
# The source packages of linear_operator, gpytorch and pyro_ppl have no tests.
SUITES = [
    Suite("einops", "einops/tests", False),
    Suite("opt_einsum", "opt_einsum/tests", False),
    Suite("einx", "test", False),
    Suite("ema_pytorch", "tests"),
    Suite("local_attention", "tests"),
    Suite("torch_einops_utils", "tests"),
    Suite("zuko", "tests", True, "--deselect tests/test_transforms.py::test_univariate_transforms "
          "--deselect tests/test_transforms.py::test_multivariate_transforms",
          "two tests of random numbers, which fail under torch every second time"),
    Suite("torch_optimizer", "tests"),
    Suite("skorch", " ".join(f"skorch/tests/test_{one}.py" for one in "dataset helper history setter toy utils".split()),
          False, "", _LONG),
    Suite("timm", "tests/test_layers.py tests/test_layers_drop.py tests/test_scheduler.py tests/test_utils.py", True, "", _LONG),
    Suite("accelerate", "tests/test_optimizer.py tests/test_scheduler.py tests/test_hooks.py tests/test_data_loader.py", True,
          "", "processes that work together"),
    Suite("torchsde", "tests/test_brownian_interval.py tests/test_brownian_path.py", True, "--import-mode=importlib", _LONG),
]  # fmt: skip


def pinned(package):
    """package==version of packages.txt."""
    lines = (HERE / "packages.txt").read_text().split()
    return next(line for line in lines if line.partition("==")[0] == package)


def folder(suite):
    """Folder in which a suite is run; a package's source is fetched once."""
    if not suite.source:
        return SITE
    pin = pinned(suite.package)
    place = SOURCES / pin
    if not place.is_dir():
        with tempfile.TemporaryDirectory() as fetched:
            pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
            subprocess.run([*pip, "--no-binary", ":all:", "-d", fetched, pin], check=True, capture_output=True)
            (archive,) = Path(fetched).iterdir()
            with tarfile.open(archive) as tar:
                tar.extractall(Path(fetched) / "out", filter="data")
            (inner,) = (Path(fetched) / "out").iterdir()
            place.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-r", str(inner), str(place)], check=True)
    return place


def settings(at):
    """Returns what keeps pytest from finding the settings of this project, where a package has none of its own."""
    own = any(
        at.joinpath(name).exists() and "pytest" in at.joinpath(name).read_text()
        for name in ("pyproject.toml", "pytest.ini", "setup.cfg", "tox.ini")
    )
    return [] if own else ["-c", os.devnull]


def run(suite, ours):
    """Returns what `run_in` gives for a suite, in its folder."""
    import shlex

    at = folder(suite)
    return run_in(at, [*shlex.split(suite.options), *suite.paths.split()], ours, [at] if suite.source else [])


def run_in(at, words, ours, first=(), limit=TOO_LONG):
    """({test: its outcome}, seconds, the last line where nothing ran) of pytest with these words in a folder.

    `first` are folders before those of the packages on the path of modules, `limit` seconds.
    """
    with tempfile.TemporaryDirectory() as private:
        record = Path(private) / "record"
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(map(str, (*first, SITE, HERE))),
            "ECOSYSTEM_RECORD": str(record),
            "OMP_NUM_THREADS": "1",
            "HF_HUB_OFFLINE": "1",
            "PYTHONHASHSEED": "0",
            "HOME": private,
            "EINOPS_TEST_BACKENDS": "numpy,torch",
        }
        command = [
            sys.executable, "-W", "ignore", *(["-m", "pytorch_c.run"] if ours else []), "-m", "pytest", "-q",
            "-p", "recorder", "-p", "no:cacheprovider", "-p", "no:randomly", "--rootdir", str(at), *settings(at), *words,
        ]  # fmt: skip
        start = time.perf_counter()
        try:
            done = subprocess.run(command, env=environment, cwd=at, capture_output=True, text=True, timeout=limit)
            said = (done.stdout + done.stderr).strip().splitlines()
        except subprocess.TimeoutExpired:
            said = [f"not done after {limit} s"]
        found = {}
        for line in record.read_text().splitlines() if record.exists() else ():
            outcome, _, test = line.split(" ", 2)
            found[test] = outcome if found.get(test) != "failed" else "failed"
    return found, time.perf_counter() - start, said[-1] if said else ""


def passed(found):
    """The tests that passed."""
    return {test for test, outcome in found.items() if outcome == "passed"}


def one_suite(suite):
    """A row of the table, with the tests that pass under torch alone."""
    try:
        theirs, torch_seconds, torch_said = run(suite, False)
        ours, seconds, said = run(suite, True)
    except subprocess.CalledProcessError as error:
        return {
            "name": suite.package,
            "error": f"not fetched: {error}",
            "theirs": 0,
            "ours": 0,
            "apart": [],
            "left_out": "",
        }
    both = passed(theirs)
    return {
        "name": suite.package,
        "theirs": len(both),
        "ours": len(both & passed(ours)),
        "left_out": suite.left_out,
        "apart": sorted(both - passed(ours)),
        "seconds": (torch_seconds, seconds),
        "error": "" if ours and both else f"{torch_said} / {said}",
    }
