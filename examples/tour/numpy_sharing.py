"""Zero copies between NumPy and tensors. After C. Perone, "PyTorch internal architecture tour"."""

import numpy as np

import pytorch_c as torch

# torch.tensor() copies; from_numpy() looks at the same memory.
array = np.ones((2, 2))
copy, shared = torch.tensor(array), torch.from_numpy(array)
array[0, 0] = 5
print(copy[0, 0].item(), shared[0, 0].item())  # → 1.0 5.0
print(shared.data_ptr() == array.__array_interface__["data"][0])  # → True

# += writes where the array is; + makes another.
other = array
array += 1
print(shared.tolist())  # → [[6.0, 2.0], [2.0, 2.0]]
array = array + 1
print(shared.tolist(), array is other)  # → [[6.0, 2.0], [2.0, 2.0]] False

# The other way the array keeps the tensor's memory alive, strides included.
tensor = torch.arange(6, dtype=torch.float32).view(2, 3).t()
seen = tensor.numpy()
print(seen.shape, seen.strides)  # → (3, 2) (4, 12)
del tensor
seen[2, 1] = -1
print(seen.tolist())  # → [[0.0, 3.0], [1.0, 4.0], [2.0, -1.0]]

# Each dtype is NumPy's of the same name; a graph is not lost without a word.
print(torch.from_numpy(np.zeros(1, dtype=np.float16)).dtype == torch.float16)  # → True
try:
    torch.ones(1, requires_grad=True).numpy()
except RuntimeError as error:
    print(error)  # → Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
