"""Checks everything on a GPU, part after part in order of worth, and writes a report as JSON and as a page.

    python -m tests.gpu [--dry] [--only PART …] [--seconds N] [--report FOLDER]

Each part is a process with a time limit of its own: what it had found until then is in the report, and the next part runs.
It ends with 1 where a check failed, and where nothing ran on a device; a dry run does all of it on the CPU.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from .report import counts, page

ROOT = Path(__file__).resolve().parents[2]
# In order of worth: the seconds that each may take on a GPU.
PARTS = {
    "build": 400,
    "library": 120,
    "devices": 60,
    "training": 120,
    "operators": 240,
    "memory": 60,
    "streams": 60,
    "graphs": 60,
    "copies": 60,
    "precision": 60,
    "programs": 120,
    "groups": 60,
    "costs": 120,
}


def arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.gpu", description=__doc__.splitlines()[0])
    parser.add_argument("--dry", action="store_true", help="on the CPU, to see that the parts themselves work")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=" ".join(PARTS))
    parser.add_argument("--leave", nargs="+", choices=PARTS, default=[], metavar="PART", help="these are left out")
    parser.add_argument("--seconds", type=float, help="for everything: what has not begun by then is not run")
    parser.add_argument("--report", type=Path, default=ROOT / "build" / "gpu", help="folder (default: build/gpu)")
    return parser.parse_args()


def run(name, device, limit):
    """Returns what a part found, and the last of what it printed where it ended badly."""
    begin = time.monotonic()
    command = [sys.executable, "-m", "tests.gpu.part", name, device]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=limit)
        ended = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        ended = f"stopped after {limit:.0f} s"
    results = [json.loads(line[7:]) for line in output.splitlines() if line.startswith("result ")]
    others = [line for line in output.splitlines() if not line.startswith("result ")]
    if ended not in (0, 1) or not results:
        told = f"the part ended with {ended}\n" + "\n".join(others[-30:])
        results.append({"check": "the part comes to its end", "result": "failed", "error": told, "seconds": 0})
    return {"part": name, "seconds": round(time.monotonic() - begin, 1), "results": results}


def device_of_this_machine():
    """ "cuda", or None without a GPU: asked of torch in a process of its own."""
    asked = "import torch; print(torch.cuda.is_available())"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    return "cuda" if "True" in done.stdout else None


def main():
    given = arguments()
    device = "cpu" if given.dry else device_of_this_machine()
    if not device:
        print(
            "no GPU can be used here (torch.cuda.is_available() is False): `make gpu DRY=1` runs the parts on the CPU"
        )
        return 1
    given.report.mkdir(parents=True, exist_ok=True)
    begin, found = time.monotonic(), []
    for name in PARTS:
        left = (given.seconds or 1e9) - (time.monotonic() - begin)
        if name not in given.only or name in given.leave or left < 5:
            continue
        print(f"{name} …", flush=True)
        found.append(run(name, device, min(PARTS[name] * (5 if given.dry else 1), left)))
        told = ", ".join(f"{count} {kind}" for kind, count in counts(found[-1]).items())
        print(f"{name}: {told} ({found[-1]['seconds']} s)", flush=True)
        for one in found[-1]["results"]:
            if one["result"] == "failed":
                print(f"  {one['check']}\n    " + one["error"].strip().replace("\n", "\n    ")[-1500:], flush=True)
        report = {"device": device, "machine": machine(found), "parts": found}
        (given.report / "gpu.json").write_text(json.dumps(report, indent=1))
        (given.report / "gpu.md").write_text(page(report))
    print(f"{given.report}/gpu.md")
    results = [one for part in found for one in part["results"]]
    ran = any(one["result"] == "passed" for part in found if part["part"] != "build" for one in part["results"])
    return any(one["result"] == "failed" for one in results) or not ran


def machine(found):
    """Returns what the part on devices says of the machine."""
    for part in found:
        for one in part["results"]:
            if one["check"].startswith("the machine"):
                return one.get("figures", {})
    return {}


if __name__ == "__main__":
    sys.exit(main())
