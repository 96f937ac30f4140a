"""Python through ctypes, without this package: for interpreters that the C extension does not load in, as PyPy.

A tensor is closed by __del__. With "pressure" PyPy is told of its bytes (__pypy__.add_memory_pressure).
"""

import ctypes
import gc
import json
import sys
import time

lib = ctypes.CDLL(sys.argv[1])
numel, count, every = map(int, sys.argv[2:5])
lib.ptc_zeros.restype = ctypes.c_void_p
lib.ptc_zeros.argtypes = [ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
lib.ptc_tensor_close.restype = None
lib.ptc_tensor_close.argtypes = [ctypes.c_void_p]
lib.ptc_live_tensors.restype = ctypes.c_int64
if "pressure" in sys.argv:
    from __pypy__ import add_memory_pressure
else:
    add_memory_pressure = None
SIZE = (ctypes.c_int64 * 1)(numel)


class Tensor:
    def __init__(self):
        self.handle = ctypes.c_void_p()
        if lib.ptc_zeros(SIZE, 1, None, ctypes.byref(self.handle)):
            raise RuntimeError("ptc_zeros failed")
        if add_memory_pressure:
            add_memory_pressure(4 * numel)

    def __del__(self):
        lib.ptc_tensor_close(self.handle)


pauses = []
begin = time.perf_counter()
for i in range(1, count + 1):
    Tensor()
    if every and i % every == 0:
        start = time.perf_counter()
        gc.collect()
        pauses.append((time.perf_counter() - start) * 1e6)
gc.collect()
ns = (time.perf_counter() - begin) * 1e9 / max(count, 1)
print(json.dumps({"ns": ns, "pauses": pauses, "left": lib.ptc_live_tensors()}))
