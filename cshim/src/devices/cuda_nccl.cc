// NCCL on the devices of this process, by libtorch's own functions.
#include <c10/cuda/CUDAStream.h>

#include <cstring>

#include "devices/on_cuda.h"

#include <pytorch_c/devices/cuda.h>

// Declared as in torch/csrc/cuda/nccl.h, which wants headers of cuBLAS's.
namespace torch::cuda::nccl {
typedef void *ncclComm_t;
typedef struct {
  char internal[128];
} ncclUniqueId;
using comm_list = std::vector<ncclComm_t>;
using stream_list = std::vector<std::optional<c10::cuda::CUDAStream>>;
std::uint64_t version();
void get_unique_id(ncclUniqueId &id);
ncclComm_t comm_init_rank(int nranks, const ncclUniqueId &comm_id, int rank);
void comm_destroy(ncclComm_t comm);
void broadcast(at::TensorList tensors, const stream_list &streams, const comm_list &user_comms);
void reduce(const std::vector<at::Tensor> &inputs, at::Tensor &output, int32_t root, int32_t op,
            const stream_list &streams, const comm_list &user_comms);
void all_reduce(const std::vector<at::Tensor> &inputs, std::vector<at::Tensor> &outputs, int32_t op,
                const stream_list &streams, const comm_list &user_comms);
void reduce_scatter(const std::vector<at::Tensor> &inputs, std::vector<at::Tensor> &outputs, int32_t op,
                    const stream_list &streams, const comm_list &user_comms);
void all_gather(const std::vector<at::Tensor> &inputs, std::vector<at::Tensor> &outputs, const stream_list &streams,
                const comm_list &user_comms);
} // namespace torch::cuda::nccl

namespace {

namespace nccl = torch::cuda::nccl;
constexpr const char *digits = "0123456789abcdef";

// A libtorch with CUDA may be without NCCL.
void need_nccl() {
  need_cuda();
  if (!loaded_symbol("_ZN5torch4cuda4nccl7versionEv"))
    fail(PTC_ERROR_RUNTIME, "this libtorch with CUDA was built without NCCL");
}

nccl::ncclUniqueId id_of(const char *text) {
  const std::string_view from = text_of(text, "id");
  nccl::ncclUniqueId out{};
  if (from.size() != 2 * sizeof out.internal || from.find_first_not_of(digits) != std::string_view::npos)
    fail(PTC_ERROR_VALUE, "argument 'id' must be what ptc_nccl_unique_id gave, 256 hexadecimal digits");
  const auto digit = [](char c) { return static_cast<int>(std::strchr(digits, c) - digits); };
  for (size_t i = 0; i < sizeof out.internal; ++i)
    out.internal[i] = static_cast<char>(digit(from[2 * i]) << 4 | digit(from[2 * i + 1]));
  return out;
}
int rank_of(int64_t rank, const char *name) {
  if (rank < 0 || rank > INT32_MAX)
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "' is not below 0, got " + std::to_string(rank));
  return static_cast<int>(rank);
}
int32_t op_of(int64_t op) {
  if (op < 0 || op > 3) fail(PTC_ERROR_VALUE, "argument 'op' must be 0, 1, 2 or 3, got " + std::to_string(op));
  return static_cast<int32_t>(op);
}
nccl::comm_list comms_of(const int64_t *comms, int64_t length) {
  nccl::comm_list out;
  for (int64_t one : array(comms, length, "comms")) out.push_back(reinterpret_cast<void *>(static_cast<intptr_t>(one)));
  return out;
}

} // namespace

ptc_error ptc_nccl_version(int64_t *out) {
  return guard(out, [&] {
    need_nccl();
    const auto packed = nccl::version(); // major << 32 | minor << 16 | patch
    put(out, static_cast<int64_t>((packed >> 32) * 10000 + (packed >> 16 & 0xffff) * 100 + (packed & 0xffff)));
  });
}
ptc_error ptc_nccl_unique_id(char **out) {
  return guard(out, [&] {
    need_nccl();
    nccl::ncclUniqueId id{};
    nccl::get_unique_id(id);
    std::string text;
    for (char c : id.internal) {
      const auto byte = static_cast<unsigned char>(c);
      text += digits[byte >> 4];
      text += digits[byte & 15];
    }
    put(out, text);
  });
}
ptc_error ptc_nccl_comm_new(int64_t ranks, const char *id, int64_t rank, int64_t *out) {
  return guard(out, [&] {
    need_nccl();
    void *made = nccl::comm_init_rank(rank_of(ranks, "ranks"), id_of(id), rank_of(rank, "rank"));
    put(out, static_cast<int64_t>(reinterpret_cast<intptr_t>(made)));
  });
}
ptc_error ptc_nccl_comm_end(int64_t comm) {
  return guard([&] {
    need_nccl();
    nccl::comm_destroy(reinterpret_cast<void *>(static_cast<intptr_t>(comm)));
  });
}
ptc_error ptc_nccl_all_reduce(const ptc_tensor *inputs, int64_t inputs_len, const ptc_tensor *outputs,
                              int64_t outputs_len, int64_t op, const int64_t *comms, int64_t comms_len) {
  return guard([&] {
    need_nccl();
    auto results = tensors_of(outputs, outputs_len, "outputs");
    nccl::all_reduce(tensors_of(inputs, inputs_len, "inputs"), results, op_of(op), {}, comms_of(comms, comms_len));
  });
}
ptc_error ptc_nccl_all_gather(const ptc_tensor *inputs, int64_t inputs_len, const ptc_tensor *outputs,
                              int64_t outputs_len, const int64_t *comms, int64_t comms_len) {
  return guard([&] {
    need_nccl();
    auto results = tensors_of(outputs, outputs_len, "outputs");
    nccl::all_gather(tensors_of(inputs, inputs_len, "inputs"), results, {}, comms_of(comms, comms_len));
  });
}
ptc_error ptc_nccl_broadcast(const ptc_tensor *tensors, int64_t tensors_len, const int64_t *comms, int64_t comms_len) {
  return guard([&] {
    need_nccl();
    nccl::broadcast(tensors_of(tensors, tensors_len, "tensors"), {}, comms_of(comms, comms_len));
  });
}
ptc_error ptc_nccl_reduce(const ptc_tensor *inputs, int64_t inputs_len, ptc_tensor output, int64_t root, int64_t op,
                          const int64_t *comms, int64_t comms_len) {
  return guard([&] {
    auto &result = tensor_of(output, "output");
    need_nccl();
    nccl::reduce(tensors_of(inputs, inputs_len, "inputs"), result, rank_of(root, "root"), op_of(op), {},
                 comms_of(comms, comms_len));
  });
}
ptc_error ptc_nccl_reduce_scatter(const ptc_tensor *inputs, int64_t inputs_len, const ptc_tensor *outputs,
                                  int64_t outputs_len, int64_t op, const int64_t *comms, int64_t comms_len) {
  return guard([&] {
    need_nccl();
    auto results = tensors_of(outputs, outputs_len, "outputs");
    nccl::reduce_scatter(tensors_of(inputs, inputs_len, "inputs"), results, op_of(op), {}, comms_of(comms, comms_len));
  });
}
