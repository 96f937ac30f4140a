"""The example of training without locks, run as a user runs it: four processes learn what one learns."""

import re
import subprocess
import sys

from support import sending
from support.project import HANG, ROOT


def test_four_processes_reach_the_accuracy_of_one():
    before = sending.segments()
    command = [sys.executable, str(ROOT / "examples/hogwild.py"), "--start-method", "fork"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    found = {
        int(n): float(a) for n, a in re.findall(r"^processes (\d+): accuracy ([\d.]+)%", done.stdout, re.MULTILINE)
    }
    assert list(found) == [1, 4] and found[1] > 80
    assert found[4] > found[1] - 2
    assert sending.gone(before)
