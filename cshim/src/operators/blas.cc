// Products of vectors and matrices.
#include <ATen/ops/_grouped_mm.h>
#include <ATen/ops/_scaled_grouped_mm.h>
#include <ATen/ops/_scaled_grouped_mm_v2.h>
#include <ATen/ops/_scaled_mm.h>
#include <ATen/ops/_scaled_mm_v2.h>
#include <ATen/ops/_trilinear.h>
#include <ATen/ops/addbmm.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/addmv.h>
#include <ATen/ops/addr.h>
#include <ATen/ops/baddbmm.h>
#include <ATen/ops/bilinear.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/chain_matmul.h>
#include <ATen/ops/cross.h>
#include <ATen/ops/dot.h>
#include <ATen/ops/einsum.h>
#include <ATen/ops/inner.h>
#include <ATen/ops/kron.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mv.h>
#include <ATen/ops/outer.h>
#include <ATen/ops/tensordot.h>
#include <ATen/ops/trace.h>
#include <ATen/ops/vdot.h>

#include "checks/agree.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/blas.h>

ptc_error ptc__grouped_mm(ptc_tensor self, ptc_tensor mat2, ptc_tensor offs, ptc_tensor bias, int32_t out_dtype,
                          ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::_grouped_mm(get(self), get(mat2), opt(offs), opt(bias), optdtype(out_dtype))); });
}
ptc_error ptc__scaled_grouped_mm(ptc_tensor self, ptc_tensor mat2, ptc_tensor scale_a, ptc_tensor scale_b,
                                 ptc_tensor offs, ptc_tensor bias, ptc_tensor scale_result, int32_t out_dtype,
                                 bool use_fast_accum, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_scaled_grouped_mm(get(self), get(mat2), get(scale_a), get(scale_b), opt(offs), opt(bias),
                                    opt(scale_result), optdtype(out_dtype), use_fast_accum));
  });
}
ptc_error ptc__scaled_grouped_mm_v2(ptc_tensor self, ptc_tensor mat2, const ptc_tensor *scale_a, int64_t scale_a_len,
                                    const int64_t *recipe_a, int64_t recipe_a_len, const int64_t *swizzle_a,
                                    int64_t swizzle_a_len, const ptc_tensor *scale_b, int64_t scale_b_len,
                                    const int64_t *recipe_b, int64_t recipe_b_len, const int64_t *swizzle_b,
                                    int64_t swizzle_b_len, ptc_tensor offs, ptc_tensor bias, int32_t out_dtype,
                                    const int64_t *contraction_dim, int64_t contraction_dim_len, bool use_fast_accum,
                                    ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_scaled_grouped_mm_v2(get(self), get(mat2), list(scale_a), ints(recipe_a), ints(swizzle_a),
                                       list(scale_b), ints(recipe_b), ints(swizzle_b), opt(offs), opt(bias),
                                       optdtype(out_dtype), ints(contraction_dim), use_fast_accum));
  });
}
ptc_error ptc__scaled_mm(ptc_tensor self, ptc_tensor mat2, ptc_tensor scale_a, ptc_tensor scale_b, ptc_tensor bias,
                         ptc_tensor scale_result, int32_t out_dtype, bool use_fast_accum, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_scaled_mm(get(self), get(mat2), get(scale_a), get(scale_b), opt(bias), opt(scale_result),
                            optdtype(out_dtype), use_fast_accum));
  });
}
ptc_error ptc__scaled_mm_v2(ptc_tensor self, ptc_tensor mat2, const ptc_tensor *scale_a, int64_t scale_a_len,
                            const int64_t *recipe_a, int64_t recipe_a_len, const int64_t *swizzle_a,
                            int64_t swizzle_a_len, const ptc_tensor *scale_b, int64_t scale_b_len,
                            const int64_t *recipe_b, int64_t recipe_b_len, const int64_t *swizzle_b,
                            int64_t swizzle_b_len, ptc_tensor bias, int32_t out_dtype, const int64_t *contraction_dim,
                            int64_t contraction_dim_len, bool use_fast_accum, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_scaled_mm_v2(get(self), get(mat2), list(scale_a), ints(recipe_a), ints(swizzle_a), list(scale_b),
                               ints(recipe_b), ints(swizzle_b), opt(bias), optdtype(out_dtype), ints(contraction_dim),
                               use_fast_accum));
  });
}
ptc_error ptc__trilinear(ptc_tensor i1, ptc_tensor i2, ptc_tensor i3, const int64_t *expand1, int64_t expand1_len,
                         const int64_t *expand2, int64_t expand2_len, const int64_t *expand3, int64_t expand3_len,
                         const int64_t *sumdim, int64_t sumdim_len, int64_t unroll_dim, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_trilinear(get(i1), get(i2), get(i3), ints(expand1), ints(expand2), ints(expand3), ints(sumdim),
                            unroll_dim));
  });
}
ptc_error ptc_addbmm(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta, ptc_scalar alpha,
                     ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::addbmm(get(self), get(batch1), get(batch2), first, second));
  });
}
ptc_error ptc_addmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha,
                    ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::addmm(get(self), get(mat1), get(mat2), first, second));
  });
}
ptc_error ptc_addmm_dtype(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, int32_t out_dtype, ptc_scalar beta,
                          ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::addmm(get(self), get(mat1), get(mat2), dtypeof(out_dtype), first, second));
  });
}
ptc_error ptc_addmv(ptc_tensor self, ptc_tensor mat, ptc_tensor vec, ptc_scalar beta, ptc_scalar alpha,
                    ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::addmv(get(self), get(mat), get(vec), first, second));
  });
}
ptc_error ptc_addr(ptc_tensor self, ptc_tensor vec1, ptc_tensor vec2, ptc_scalar beta, ptc_scalar alpha,
                   ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::addr(get(self), get(vec1), get(vec2), first, second));
  });
}
ptc_error ptc_baddbmm(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta, ptc_scalar alpha,
                      ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::baddbmm(get(self), get(batch1), get(batch2), first, second));
  });
}
ptc_error ptc_baddbmm_dtype(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, int32_t out_dtype, ptc_scalar beta,
                            ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::baddbmm(get(self), get(batch1), get(batch2), dtypeof(out_dtype), first, second));
  });
}
ptc_error ptc_bilinear(ptc_tensor input1, ptc_tensor input2, ptc_tensor weight, ptc_tensor bias, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bilinear(get(input1), get(input2), get(weight), opt(bias))); });
}
ptc_error ptc_bmm(ptc_tensor self, ptc_tensor mat2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bmm(get(self), get(mat2))); });
}
ptc_error ptc_bmm_dtype(ptc_tensor self, ptc_tensor mat2, int32_t out_dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bmm(get(self), get(mat2), dtypeof(out_dtype))); });
}
ptc_error ptc_chain_matmul(const ptc_tensor *matrices, int64_t matrices_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::chain_matmul(list(matrices))); });
}
ptc_error ptc_cross(ptc_tensor self, ptc_tensor other, const int64_t *dim, ptc_tensor *out) {
  return guard(out, [&] {
    check_both(get(self), get(other));
    put(out, at::cross(get(self), get(other), opt(dim)));
  });
}
ptc_error ptc_dot(ptc_tensor self, ptc_tensor tensor, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::dot(get(self), get(tensor))); });
}
ptc_error ptc_einsum(const char *equation, const ptc_tensor *tensors, int64_t tensors_len, const int64_t *path,
                     int64_t path_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::einsum(chars(equation), list(tensors), optints(path))); });
}
ptc_error ptc_inner(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::inner(get(self), get(other))); });
}
ptc_error ptc_kron(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::kron(get(self), get(other))); });
}
ptc_error ptc_linear(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linear(get(input), get(weight), opt(bias))); });
}
ptc_error ptc_matmul(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::matmul(get(self), get(other))); });
}
ptc_error ptc_mm(ptc_tensor self, ptc_tensor mat2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mm(get(self), get(mat2))); });
}
ptc_error ptc_mm_dtype(ptc_tensor self, ptc_tensor mat2, int32_t out_dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mm(get(self), get(mat2), dtypeof(out_dtype))); });
}
ptc_error ptc_mv(ptc_tensor self, ptc_tensor vec, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mv(get(self), get(vec))); });
}
ptc_error ptc_outer(ptc_tensor self, ptc_tensor vec2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::outer(get(self), get(vec2))); });
}
ptc_error ptc_tensordot(ptc_tensor self, ptc_tensor other, const int64_t *dims_self, int64_t dims_self_len,
                        const int64_t *dims_other, int64_t dims_other_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::tensordot(get(self), get(other), ints(dims_self), ints(dims_other))); });
}
ptc_error ptc_trace(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::trace(get(self))); });
}
ptc_error ptc_vdot(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::vdot(get(self), get(other))); });
}
ptc_error ptc_addbmm_(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta, ptc_scalar alpha) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    get(self).addbmm_(get(batch1), get(batch2), first, second);
  });
}
ptc_error ptc_addmm_(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    get(self).addmm_(get(mat1), get(mat2), first, second);
  });
}
ptc_error ptc_addmv_(ptc_tensor self, ptc_tensor mat, ptc_tensor vec, ptc_scalar beta, ptc_scalar alpha) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::addmv_(get(self), get(mat), get(vec), first, second);
  });
}
ptc_error ptc_addr_(ptc_tensor self, ptc_tensor vec1, ptc_tensor vec2, ptc_scalar beta, ptc_scalar alpha) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    get(self).addr_(get(vec1), get(vec2), first, second);
  });
}
ptc_error ptc_baddbmm_(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta, ptc_scalar alpha) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    get(self).baddbmm_(get(batch1), get(batch2), first, second);
  });
}
ptc_error ptc__scaled_mm_out(ptc_tensor self, ptc_tensor mat2, ptc_tensor scale_a, ptc_tensor scale_b, ptc_tensor bias,
                             ptc_tensor scale_result, int32_t out_dtype, bool use_fast_accum, ptc_tensor out) {
  return guard([&] {
    at::_scaled_mm_out(into(out), get(self), get(mat2), get(scale_a), get(scale_b), opt(bias), opt(scale_result),
                       optdtype(out_dtype), use_fast_accum);
  });
}
ptc_error ptc__scaled_mm_v2_out(ptc_tensor self, ptc_tensor mat2, const ptc_tensor *scale_a, int64_t scale_a_len,
                                const int64_t *recipe_a, int64_t recipe_a_len, const int64_t *swizzle_a,
                                int64_t swizzle_a_len, const ptc_tensor *scale_b, int64_t scale_b_len,
                                const int64_t *recipe_b, int64_t recipe_b_len, const int64_t *swizzle_b,
                                int64_t swizzle_b_len, ptc_tensor bias, int32_t out_dtype,
                                const int64_t *contraction_dim, int64_t contraction_dim_len, bool use_fast_accum,
                                ptc_tensor out) {
  return guard([&] {
    at::_scaled_mm_v2_out(into(out), get(self), get(mat2), list(scale_a), ints(recipe_a), ints(swizzle_a),
                          list(scale_b), ints(recipe_b), ints(swizzle_b), opt(bias), optdtype(out_dtype),
                          ints(contraction_dim), use_fast_accum);
  });
}
ptc_error ptc_addbmm_out(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta, ptc_scalar alpha,
                         ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::addbmm_out(into(out), get(self), get(batch1), get(batch2), first, second);
  });
}
ptc_error ptc_addmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha,
                        ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::addmm_out(into(out), get(self), get(mat1), get(mat2), first, second);
  });
}
ptc_error ptc_addmm_dtype_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, int32_t out_dtype, ptc_scalar beta,
                              ptc_scalar alpha, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::addmm_out(into(out), get(self), get(mat1), get(mat2), dtypeof(out_dtype), first, second);
  });
}
ptc_error ptc_addmv_out(ptc_tensor self, ptc_tensor mat, ptc_tensor vec, ptc_scalar beta, ptc_scalar alpha,
                        ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::addmv_out(into(out), get(self), get(mat), get(vec), first, second);
  });
}
ptc_error ptc_addr_out(ptc_tensor self, ptc_tensor vec1, ptc_tensor vec2, ptc_scalar beta, ptc_scalar alpha,
                       ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::addr_out(into(out), get(self), get(vec1), get(vec2), first, second);
  });
}
ptc_error ptc_baddbmm_out(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta, ptc_scalar alpha,
                          ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::baddbmm_out(into(out), get(self), get(batch1), get(batch2), first, second);
  });
}
ptc_error ptc_baddbmm_dtype_out(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, int32_t out_dtype,
                                ptc_scalar beta, ptc_scalar alpha, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::baddbmm_out(into(out), get(self), get(batch1), get(batch2), dtypeof(out_dtype), first, second);
  });
}
ptc_error ptc_bmm_out(ptc_tensor self, ptc_tensor mat2, ptc_tensor out) {
  return guard([&] { at::bmm_out(into(out), get(self), get(mat2)); });
}
ptc_error ptc_bmm_dtype_out(ptc_tensor self, ptc_tensor mat2, int32_t out_dtype, ptc_tensor out) {
  return guard([&] { at::bmm_out(into(out), get(self), get(mat2), dtypeof(out_dtype)); });
}
ptc_error ptc_chain_matmul_out(const ptc_tensor *matrices, int64_t matrices_len, ptc_tensor out) {
  return guard([&] { at::chain_matmul_out(into(out), list(matrices)); });
}
ptc_error ptc_cross_out(ptc_tensor self, ptc_tensor other, const int64_t *dim, ptc_tensor out) {
  return guard([&] {
    check_both(get(self), get(other));
    at::cross_out(into(out), get(self), get(other), opt(dim));
  });
}
ptc_error ptc_dot_out(ptc_tensor self, ptc_tensor tensor, ptc_tensor out) {
  return guard([&] { at::dot_out(into(out), get(self), get(tensor)); });
}
ptc_error ptc_inner_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::inner_out(into(out), get(self), get(other)); });
}
ptc_error ptc_kron_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::kron_out(into(out), get(self), get(other)); });
}
ptc_error ptc_linear_out(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor out) {
  return guard([&] { at::linear_out(into(out), get(input), get(weight), opt(bias)); });
}
ptc_error ptc_matmul_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::matmul_out(into(out), get(self), get(other)); });
}
ptc_error ptc_mm_out(ptc_tensor self, ptc_tensor mat2, ptc_tensor out) {
  return guard([&] { at::mm_out(into(out), get(self), get(mat2)); });
}
ptc_error ptc_mm_dtype_out(ptc_tensor self, ptc_tensor mat2, int32_t out_dtype, ptc_tensor out) {
  return guard([&] { at::mm_out(into(out), get(self), get(mat2), dtypeof(out_dtype)); });
}
ptc_error ptc_mv_out(ptc_tensor self, ptc_tensor vec, ptc_tensor out) {
  return guard([&] { at::mv_out(into(out), get(self), get(vec)); });
}
ptc_error ptc_outer_out(ptc_tensor self, ptc_tensor vec2, ptc_tensor out) {
  return guard([&] { at::outer_out(into(out), get(self), get(vec2)); });
}
ptc_error ptc_tensordot_out(ptc_tensor self, ptc_tensor other, const int64_t *dims_self, int64_t dims_self_len,
                            const int64_t *dims_other, int64_t dims_other_len, ptc_tensor out) {
  return guard([&] { at::tensordot_out(into(out), get(self), get(other), ints(dims_self), ints(dims_other)); });
}
ptc_error ptc_vdot_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::vdot_out(into(out), get(self), get(other)); });
}
