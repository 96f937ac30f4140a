"""A plugin of pytest's that writes what becomes of each test as it ends, so that a suite that is cut short still counts."""

import os


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        with open(os.environ["ECOSYSTEM_RECORD"], "a") as file:
            file.write(f"{report.outcome} {report.when} {report.nodeid}\n")
