"""Nanoseconds of processor time that a call costs in Python: calls.py COUNT"""

import json
import sys
import time

import pytorch_c as torch

torch.set_num_threads(1)
count, a, wide = int(sys.argv[1]), torch.ones(3, 3), torch.ones(1, 2)


def ns(times, call):
    for _ in range(times // 10):
        call()
    begin = time.process_time_ns()
    for _ in range(times):
        call()
    return (time.process_time_ns() - begin) / times


def error():
    try:
        torch.mm(a, wide)
    except torch.Error:
        return


dim, mm, add = ns(count, a.dim), ns(count, lambda: torch.mm(a, a)), ns(count, lambda: torch.add(a, a))
print(json.dumps({"dim": dim, "mm": mm, "add": add, "error": ns(count // 10, error)}))
