"""A search over models, each of which refers to its trial and back: prints how far the resident memory rose, in MB.

python trials.py PACKAGE TRIALS WIDTH
"""

import gc
import importlib
import re
import sys
from pathlib import Path

t = importlib.import_module(sys.argv[1])
trials, width = map(int, sys.argv[2:])
nn, optim = importlib.import_module(f"{t.__name__}.nn"), importlib.import_module(f"{t.__name__}.optim")


def resident(line):
    return int(re.search(rf"{line}:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024


class Trial:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
        self.model.trial = self
        self.sgd = optim.SGD(self.model.parameters(), lr=0.1)

    def run(self, x):
        for _ in range(2):
            self.sgd.zero_grad()
            self.model(x).square().mean().backward()
            self.sgd.step()


t.set_num_threads(1)
x = t.randn(8, width)
Trial().run(x)
gc.collect()
start = resident("VmRSS")
Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here
for _ in range(trials):
    Trial().run(x)
print(resident("VmHWM") - start)
