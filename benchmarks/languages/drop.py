"""Python: this package under the strategy in force, or torch."""

import gc
import importlib
import json
import sys
import time

t = importlib.import_module(sys.argv[4])
t.set_num_threads(1)
numel, count, every = map(int, sys.argv[1:4])
ours = t.__name__ == "pytorch_c"
collect, pauses = (t.gc if ours else gc.collect), []
if ours and every:
    t.gc()
begin = time.perf_counter_ns()
for i in range(1, count + 1):
    t.zeros(numel)
    if every and i % every == 0:
        start = time.perf_counter_ns()
        collect()
        pauses.append((time.perf_counter_ns() - start) / 1000)
ns = (time.perf_counter_ns() - begin) / max(count, 1)
print(json.dumps({"ns": ns, "pauses": pauses, "left": t.live_tensors() if ours else 0}))
