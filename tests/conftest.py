"""For all tests: one thread, and no tensor left behind."""

import gc
import signal
import sys
from pathlib import Path

import pytest
import torch

import pytorch_c

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # for codegen, which is not installed

torch.set_num_threads(1)  # tiny tensors: a second thread only costs
# A shell that starts the tests in the background has them, and what they start, ignore Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)


FAILED = pytest.StashKey[bool]()
EXPLICIT = pytorch_c.finalizer() == "explicit"


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "frees: tensors go with their last reference, as under every strategy but `explicit`"
    )


def pytest_collection_modifyitems(items):
    for item in items:
        if EXPLICIT and item.get_closest_marker("frees"):
            item.add_marker(pytest.mark.skip(reason="under `explicit` nothing is freed that nobody closes"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        item.session.stash[FAILED] = True
    return report


@pytest.fixture(autouse=True)
def no_tensor_left(request):
    """The count of live handles is back where it was after every test."""
    before = pytorch_c.live_tensors()
    yield
    # The traceback of a failure keeps that test's tensors for a while.
    if EXPLICIT or pytorch_c.live_tensors() == before or request.session.stash.get(FAILED, False):
        return
    # A collection costs 50 ms beside torch, so only where counting references was not enough.
    gc.collect()
    assert pytorch_c.live_tensors() == before, "the test left tensors alive"
