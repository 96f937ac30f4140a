// Declarations that the files of groups share.
#pragma once

#include "distributed/c10d.h"

#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace ptc {

using Tensors = std::vector<at::Tensor>;
using Lists = std::vector<Tensors>;

// nccl.cc: where libtorch has it.
bool has_nccl() noexcept;
c10::intrusive_ptr<c10d::Backend> new_nccl(const Store &store, const Member &member, Milliseconds timeout);

// fake.cc: a backend that speaks to nobody.
c10::intrusive_ptr<c10d::Backend> new_fake(const Member &member);

std::shared_ptr<Member> member_of(int64_t rank, int64_t size, const char *backend, std::string name);
ptc_group group_handle(c10::intrusive_ptr<Group> group);

// Lets go of a group: the last one to do so leaves it, and waits for nothing that may not come.
void leave(c10::intrusive_ptr<c10d::ProcessGroup> group, const Member &member) noexcept;

} // namespace ptc
