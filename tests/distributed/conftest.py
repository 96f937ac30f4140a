"""Shared parts of the tests of several processes."""

import pytest

from .ranks import close_warm


@pytest.fixture(scope="session", autouse=True)
def no_process_stays():
    """Ends the warm processes with the tests."""
    yield
    close_warm()
