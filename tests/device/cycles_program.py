"""Makes cycles with tensors on the toy device, 2 MB each, and prints what was alive at most and what a threshold asked."""

import ctypes
import gc
import json
import sys

import pytorch_c as torch

library = ctypes.CDLL(sys.argv[1])
library.toy_register()
MB = 1 << 20
gc.set_threshold(10**6)  # Python's own collections look at the number of objects


class Node:
    """An object in a cycle with itself."""

    def __init__(self, x):
        self.x, self.me = x, self


def peak_of_cycles():
    """The most MB of live tensors on devices in a loop that leaves 300 MB in cycles."""
    gc.collect()
    torch.memory.reset_peak()
    for _ in range(150):
        Node(torch.empty(MB // 2, device="toy"))
    found = torch.memory.stats()
    return round((found["peak_bytes"] - found["devices"]["cpu"]["peak_bytes"]) / MB)


seen = {"automatic": peak_of_cycles(), "collections": torch.memory.stats()["automatic_collections"]}
torch.memory.set_automatic(False)
seen["off"] = peak_of_cycles()
gc.collect()
torch.memory.set_automatic(True)
for _ in range(40):
    torch.empty(64 * MB, device="meta")  # of no memory
seen["after meta"] = torch.memory.stats()["automatic_collections"] - seen["collections"]
with torch.gc() as record:
    kept = [torch.empty(MB // 4, device="toy:1"), torch.empty(8), torch.empty(MB // 2, device="toy:1"), torch.empty(3)]
seen["devices"] = record.devices()
del kept, record
gc.collect()
seen["left"] = torch.live_bytes()
print(json.dumps(seen))
