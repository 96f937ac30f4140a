// The memory of tensors whose pointer is not what it seems, and of those that
// somebody outside looks at.
#pragma once

#include "core/glue.h"

namespace ptc {

// True if the elements that sizes and strides reach lie in the storage; true for layouts that have neither.
bool within_memory(const at::Tensor &tensor) noexcept;
// Fails where they do not, or where a size is negative.
void check_placed(const at::Tensor &tensor);
// True if its elements take less memory than each for itself would: expanded, or overlapping.
bool crowded(const at::Tensor &tensor) noexcept;
// True of nothing but elements in the CPU's memory, without gaps, whatever their order: a loop of ours reads and writes
// these, where an operator takes 1 to 6 us for each tensor.
bool has_plain_memory(const at::Tensor &tensor);
// Fails for an `out` that is, since kernels that write in order would write beyond its memory, or that has none.
void check_output(const at::Tensor &tensor, const char *name);
// The tensor, a copy of zeros that autograd made without memory, or the value of a tensor of functionalization, whose
// own address is NULL: for a look at the values.
at::Tensor with_values(const at::Tensor &tensor);
// The tensor, whose elements lie in memory from now on: for an address.
const at::Tensor &with_memory(const at::Tensor &tensor);
// True if the storage's address is NULL though it has bytes, and no error of libtorch's says so when it is read: those
// of tensors of functionalization.
bool nowhere(const at::Storage &storage);
// The list, which is to be written; fails where only some of it are tensors of functionalization: libtorch takes all
// for such.
std::vector<at::Tensor> alike(std::vector<at::Tensor> written, const char *name);
// Fails where `self` would take the memory of a source that has none.
void check_taken(const at::Tensor &self, const at::Tensor &source);
// Fails for memory that a view of the host's looks at.
void check_not_lent(const at::Tensor &tensor);
// Another tensor of the same memory, which stays where it is: for a view of the host's.
at::Tensor lent(const at::Tensor &tensor);
// True if lent() was called for a tensor of the storage.
bool is_lent(const at::Storage &storage) noexcept;
// Makes each access to a storage an error: its memory, of so many bytes, was freed while tensors refer to it.
void mark_freed(const at::Storage &storage, int64_t nbytes);
// The bytes that mark_freed() was told of; 0 for other storages.
int64_t freed_bytes(const at::Storage &storage) noexcept;

} // namespace ptc
