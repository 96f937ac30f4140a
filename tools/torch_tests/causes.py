"""A plugin of pytest's that writes why each test failed: the last lines of its exception, in one."""

import os

import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.excinfo is not None and outcome.get_result().failed:
        text = f"{call.excinfo.typename}: {call.excinfo.value}"
        with open(os.environ["TORCH_TESTS_REASONS"], "a") as file:
            file.write(f"{item.nodeid.partition('::')[2]}\t{' '.join(text.split())[:400]}\n")
