"""The listings of examples/tour: each prints what stands behind its `# →`, here and under torch."""

import re
import subprocess
import sys

import pytest
from support.examples import FOLDER, source
from support.project import HANG

LISTINGS = sorted(path.stem for path in (FOLDER / "tour").glob("*.py"))


def expected(text):
    return "".join(f"{line}\n" for line in re.findall(r"# → (.*)", text))


@pytest.mark.parametrize("name", LISTINGS)
def test_a_listing_prints_what_it_says(name):
    path = FOLDER / "tour" / f"{name}.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=HANG)
    assert not done.returncode, done.stderr
    assert done.stdout == expected(path.read_text(encoding="utf-8")) != ""


@pytest.mark.parametrize("name", LISTINGS)
def test_a_listing_says_what_torch_prints(name, capfd):
    path = FOLDER / "tour" / f"{name}.py"
    exec(compile(source(path, "torch"), str(path), "exec"), {"__name__": "__main__"})
    assert capfd.readouterr().out == expected(path.read_text(encoding="utf-8"))
