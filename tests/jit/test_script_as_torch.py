"""Layers scripted by a program that says `import torch`: those that script under this package's own name, with the same code."""

import json
import subprocess
import sys

from support.layers import LAYERS
from support.project import HANG, ROOT

PROGRAM = """
import json, sys
codes = json.loads(sys.argv[2])
if sys.argv[1] == "torch":
    import pytorch_c
    pytorch_c.install_as_torch()
    import torch
else:
    import pytorch_c as torch
nn, found = torch.nn, {}
for code in codes:
    try:
        found[code] = torch.jit.script(eval(f"nn.{code}")).code
    except Exception as error:
        found[code] = type(error).__name__
print(json.dumps(found))
"""


def scripted(name):
    """{a layer: the code of its program, or the error}, under a name of the package."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, name, json.dumps(list(LAYERS))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_layers_are_programs_under_torchs_name_too():
    ours, as_torch = scripted("pytorch_c"), scripted("torch")
    assert {code: text for code, text in as_torch.items() if text != ours[code]} == {}
    assert sum("def forward" in text for text in ours.values()) > 100
