"""Strides and storages: a tensor is a way to look at memory. After E. Yang, "PyTorch internals"."""

import pytorch_c as torch

x = torch.tensor([[1, 2], [3, 4]], dtype=torch.int32)
print(tuple(x.shape), x.stride(), x.storage_offset())  # → (2, 2) (2, 1) 0

# The memory behind it is flat, and knows nothing of rows: four numbers of four bytes.
storage = x.untyped_storage()
print(storage.nbytes(), x.view(-1).tolist())  # → 16 [1, 2, 3, 4]

# A row begins elsewhere in the same memory; a column takes every second number.
row, column = x[1, :], x[:, 0]
print(row.tolist(), row.stride(), row.storage_offset())  # → [3, 4] (1,) 2
print(column.tolist(), column.stride(), column.storage_offset())  # → [1, 3] (2,) 0
print(row.untyped_storage().data_ptr() == storage.data_ptr())  # → True

# So what is written to one is seen in the other.
column[1] = 30
print(x.tolist())  # → [[1, 2], [30, 4]]

# The place of x[i, j] is offset + i * stride[0] + j * stride[1]:
for i in range(2):
    print([x.view(-1)[x.storage_offset() + i * x.stride(0) + j * x.stride(1)].item() for j in range(2)])
# → [1, 2]
# → [30, 4]

# A transposed matrix has its strides exchanged, an expanded one a stride of 0; neither moves a number.
print(x.t().stride(), x.t().is_contiguous())  # → (1, 2) False
print(torch.tensor([5]).expand(3).stride())  # → (0,)

# as_strided() looks at memory in any way: windows that overlap, or a diagonal.
series = torch.arange(6)
print(series.as_strided((4, 3), (1, 1)).tolist())  # → [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]
print(torch.arange(9).as_strided((3,), (4,)).tolist())  # → [0, 4, 8]

# view() only gives strides that the memory allows; reshape() copies where there are none.
try:
    x.t().view(4)
except RuntimeError as error:
    print(str(error).split(" (")[0])  # → view size is not compatible with input tensor's size and stride
flat = x.t().reshape(4)
print(flat.tolist(), flat.data_ptr() == x.data_ptr())  # → [1, 30, 2, 4] False
