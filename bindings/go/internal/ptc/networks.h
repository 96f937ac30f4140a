/* Layers and losses, as the helpers of shim.h. */
#ifndef GOTORCH_NETWORKS_H
#define GOTORCH_NETWORKS_H

#include "shim.h"

static inline go_tensor go_linear(ptc_tensor input, ptc_tensor weight, ptc_tensor bias) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_linear(input, weight, bias, &r.out);
  return r;
}

static inline go_tensor go_batch_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor mean,
                                      ptc_tensor var, bool training, double momentum, double eps) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_batch_norm(input, weight, bias, mean, var, training, momentum, eps, true, &r.out);
  return r;
}

static inline go_tensor go_conv2d(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                                  int64_t strides, const int64_t *padding, int64_t paddings, const int64_t *dilation,
                                  int64_t dilations, int64_t groups) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_conv2d(input, weight, bias, stride, strides, padding, paddings, dilation, dilations, groups, &r.out);
  return r;
}

static inline go_tensor go_conv_transpose2d(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                                            int64_t strides, const int64_t *padding, int64_t paddings,
                                            const int64_t *output_padding, int64_t output_paddings, int64_t groups,
                                            const int64_t *dilation, int64_t dilations) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_conv_transpose2d_input(input, weight, bias, stride, strides, padding, paddings, output_padding,
                                       output_paddings, groups, dilation, dilations, &r.out);
  return r;
}

static inline go_tensor go_max_pool2d(ptc_tensor a, const int64_t *kernel, int64_t kernels, const int64_t *stride,
                                      int64_t strides, const int64_t *padding, int64_t paddings,
                                      const int64_t *dilation, int64_t dilations, bool ceil_mode) {
  go_tensor r = {NULL, NULL};
  r.error =
      ptc_max_pool2d(a, kernel, kernels, stride, strides, padding, paddings, dilation, dilations, ceil_mode, &r.out);
  return r;
}

enum { GO_NLL, GO_CROSS_ENTROPY, GO_BINARY_CROSS_ENTROPY };

static inline go_tensor go_loss(int op, ptc_tensor input, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                                int64_t ignore_index) {
  go_tensor r = {NULL, NULL};
  switch (op) {
  case GO_NLL: r.error = ptc_nll_loss_nd(input, target, weight, reduction, ignore_index, &r.out); break;
  case GO_CROSS_ENTROPY:
    r.error = ptc_cross_entropy_loss(input, target, weight, reduction, ignore_index, 0.0, &r.out);
    break;
  case GO_BINARY_CROSS_ENTROPY: r.error = ptc_binary_cross_entropy(input, target, weight, reduction, &r.out); break;
  }
  return r;
}

#endif
