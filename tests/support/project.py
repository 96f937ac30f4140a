"""Folder of the project, and the longest time that a program may take."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"

# Seconds after which a program, a thread or a lock hangs; generous, for a busy machine makes everything slow.
HANG = 600
