"""Programs that print what they find as JSON, each in a process of its own: one under torch, one under pytorch_c."""

import json
import os
import subprocess
import sys


def printed(*command, **environment):
    """The JSON in the last line that `python *command` prints, with changes of the environment."""
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])
