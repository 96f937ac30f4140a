"""A plugin of pytest's that writes what becomes of each test as it ends, so that a suite that is cut short still counts."""

import os
import random
import sys

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Inputs drawn at random are the same under both packages, and in the next run: tolerances decide no row by chance."""
    random.seed(0)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(0)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """A sample of a suite that takes hours: the same tests in every run."""
    items[:] = items[:: int(os.environ.get("ECOSYSTEM_EVERY", "1"))]


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        with open(os.environ["ECOSYSTEM_RECORD"], "a") as file:
            file.write(f"{report.outcome} {report.when} {report.nodeid}\n")
