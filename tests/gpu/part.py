"""Runs one part in this process: a line of JSON for each check, as soon as it is known.

python -m tests.gpu.part streams cuda
"""

import importlib
import json
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main(name, device):
    sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "benchmarks")]
    warnings.simplefilter("ignore")
    failed = False
    for found in importlib.import_module(f"gpu.parts.{name}").checks.results(device):
        print("result " + json.dumps(found), flush=True)
        failed |= found["result"] == "failed"
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
