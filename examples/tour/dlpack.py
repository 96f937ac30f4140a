"""DLPack: memory handed from one library to another, without a copy."""

import numpy as np

import pytorch_c as torch
from pytorch_c.utils.dlpack import from_dlpack, to_dlpack

# A tensor offers its memory; NumPy takes it, and the other way round.
x = torch.arange(4)
seen = np.from_dlpack(x)
x[0] = 100
print(seen.tolist())  # → [100, 1, 2, 3]

array = np.zeros(3)
y = torch.from_dlpack(array)
array[1] = 7
print(y.tolist(), y.data_ptr() == array.ctypes.data)  # → [0.0, 7.0, 0.0] True

# Where the memory is, as a pair of numbers that every library reads alike: the kind 1 is a CPU.
print(tuple(map(int, x.__dlpack_device__())))  # → (1, 0)

# The capsule itself is taken once.
capsule = to_dlpack(x)
print(from_dlpack(capsule).data_ptr() == x.data_ptr())  # → True
try:
    from_dlpack(capsule)
except RuntimeError:
    print("the capsule is used up")  # → the capsule is used up
