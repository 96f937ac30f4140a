"""Drops each tensor at once: python dropped.py COUNT. run.py looks at how much memory that takes."""

import sys

import pytorch_c as torch

for _ in range(int(sys.argv[1])):
    torch.ones(1000, 1000)
