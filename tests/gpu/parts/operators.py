"""torch's database of operators on the device: values, dtypes, strides and gradients, ours beside torch's."""

import os
from pathlib import Path

from opinfo import shares

from gpu.checks import Checks

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 150
checks = Checks()


@checks("every operator of torch's database gives on the device what it gives in torch")
def operators(device):
    found = shares.run(min(16, os.cpu_count()), device, SECONDS)
    calls, refused = (sum(one.get(key, 0) for one in found.values()) for key in ("calls", "refused"))
    wrong = [text for one in found.values() for text in one["wrong"]]
    late = sum(one.get("late", False) for one in found.values())
    figures = {
        "entries": len(found) - late,
        "calls": calls,
        "refused by both": refused,
        "different": len(wrong),
        "left out for want of time": late,
    }
    (ROOT / "build" / "gpu").mkdir(parents=True, exist_ok=True)
    (ROOT / "build" / "gpu" / "operators.txt").write_text("\n".join(wrong))
    assert calls > 1000 and not wrong, f"{figures}\n" + "\n".join(one[:160] for one in wrong[:25])
    return figures
