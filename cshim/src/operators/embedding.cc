// Embeddings, and one-hot numbers.
#include <ATen/ops/_embedding_bag.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/embedding_bag.h>
#include <ATen/ops/embedding_renorm.h>
#include <ATen/ops/one_hot.h>

#include "checks/agree.h"
#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/embedding.h>

ptc_error ptc__embedding_bag(ptc_tensor weight, ptc_tensor indices, ptc_tensor offsets, bool scale_grad_by_freq,
                             int64_t mode, bool sparse, ptc_tensor per_sample_weights, bool include_last_offset,
                             int64_t padding_idx, ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2,
                             ptc_tensor *out3) {
  return guard(std::tie(out0, out1, out2, out3), [&] {
    check_bags(get(indices), get(offsets), include_last_offset);
    check_last_bag(get(weight), get(indices), get(offsets), include_last_offset);
    put(std::tie(out0, out1, out2, out3),
        at::_embedding_bag(get(weight), get(indices), get(offsets), scale_grad_by_freq, mode, sparse,
                           opt(per_sample_weights), include_last_offset, padding_idx));
  });
}
ptc_error ptc_embedding(ptc_tensor weight, ptc_tensor indices, int64_t padding_idx, bool scale_grad_by_freq,
                        bool sparse, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::embedding(get(weight), get(indices), padding_idx, scale_grad_by_freq, sparse)); });
}
ptc_error ptc_embedding_bag(ptc_tensor weight, ptc_tensor indices, ptc_tensor offsets, bool scale_grad_by_freq,
                            int64_t mode, bool sparse, ptc_tensor per_sample_weights, bool include_last_offset,
                            ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2, ptc_tensor *out3) {
  return guard(std::tie(out0, out1, out2, out3), [&] {
    check_bags(get(indices), get(offsets), include_last_offset);
    check_last_bag(get(weight), get(indices), get(offsets), include_last_offset);
    put(std::tie(out0, out1, out2, out3),
        at::embedding_bag(get(weight), get(indices), get(offsets), scale_grad_by_freq, mode, sparse,
                          opt(per_sample_weights), include_last_offset));
  });
}
ptc_error ptc_embedding_bag_padding_idx(ptc_tensor weight, ptc_tensor indices, ptc_tensor offsets,
                                        bool scale_grad_by_freq, int64_t mode, bool sparse,
                                        ptc_tensor per_sample_weights, bool include_last_offset,
                                        const int64_t *padding_idx, ptc_tensor *out0, ptc_tensor *out1,
                                        ptc_tensor *out2, ptc_tensor *out3) {
  return guard(std::tie(out0, out1, out2, out3), [&] {
    check_bags(get(indices), get(offsets), include_last_offset);
    check_last_bag(get(weight), get(indices), get(offsets), include_last_offset);
    put(std::tie(out0, out1, out2, out3),
        at::embedding_bag(get(weight), get(indices), get(offsets), scale_grad_by_freq, mode, sparse,
                          opt(per_sample_weights), include_last_offset, opt(padding_idx)));
  });
}
ptc_error ptc_one_hot(ptc_tensor self, int64_t num_classes, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::one_hot(get(self), num_classes)); });
}
ptc_error ptc_embedding_renorm_(ptc_tensor self, ptc_tensor indices, double max_norm, double norm_type) {
  return guard([&] { at::embedding_renorm_(get(self), get(indices), max_norm, norm_type); });
}
