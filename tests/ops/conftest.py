import pytest

from .recorder import Recorder


@pytest.fixture(scope="module")
def recorder():
    with Recorder() as made:
        yield made
