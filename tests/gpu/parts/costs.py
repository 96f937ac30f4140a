"""Cost of a call beside torch's own, on the device: tiny calls, where the binding is most of it."""

import statistics
import time

import torch
from harness.tiny_calls import CALLS

import pytorch_c
from gpu.checks import Checks

checks = Checks()
TURNS, TIMES = 7, 300
LEFT = {"item", "tolist", "numpy", "from_numpy", "max", "z[0] = 1"}  # they wait, or are the CPU's


def scope(t, device):
    t.manual_seed(0)
    t.set_num_threads(1)
    made = {"t": t, "F": t.nn.functional}
    for name in "xyz":
        made[name] = t.rand(3, 3, device=device)
    made |= {"s": t.rand(1, device=device), "r": t.rand(1, 3, device=device), "v": t.rand(3, device=device)}
    made["mask"] = made["x"] > 0.5
    return made


@checks("tiny calls take no more of the host's time than torch's")
def calls(device):
    scopes = [scope(t, device) for t in (pytorch_c, torch)]
    waits = [t.cuda.synchronize if device == "cuda" else (lambda: None) for t in (pytorch_c, torch)]
    rows, shown = [], {}
    for name, statement, _ in CALLS:
        if name in LEFT or any(word in statement for word in ("array", "labels", "p.", "q.", "sgd", "p,", "backward")):
            continue
        loops = [compile(f"for _ in range({TIMES}):\n    {statement}", name, "exec") for _ in scopes]
        try:
            took = measured(loops, scopes, waits)
        except Exception:
            continue  # a name that this scope lacks
        rows.append(took[0] / took[1])
        shown[name] = {
            "µs": round(took[0], 2),
            "torch, µs": round(took[1], 2),
            "torch = 1": round(took[0] / took[1], 2),
        }
    mean = statistics.geometric_mean(rows)
    some = dict(sorted(shown.items(), key=lambda item: -item[1]["torch = 1"])[:5])
    picked = {name: shown[name] for name in ("x + y", "relu", "sum", "x @ y", "view", "cat") if name in shown}
    assert len(rows) > 25 and mean < 1.1, (mean, some)
    return {f"geometric mean of {len(rows)} calls": {"torch = 1": round(mean, 3)}} | picked | some


def measured(loops, scopes, waits):
    """Microseconds a call of each, the medians of turns."""
    found = [[], []]
    for turn in range(TURNS):
        for which in (0, 1) if turn % 2 else (1, 0):
            waits[which]()
            begin = time.perf_counter()
            exec(loops[which], scopes[which])
            found[which].append((time.perf_counter() - begin) / TIMES * 1e6)
            waits[which]()
    return [statistics.median(one[1:]) for one in found]
