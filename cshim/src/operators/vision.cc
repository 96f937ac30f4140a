// Vision: resampling, grids, shuffled pixels.
#include <ATen/ops/_upsample_bicubic2d_aa.h>
#include <ATen/ops/_upsample_bilinear2d_aa.h>
#include <ATen/ops/_upsample_nearest_exact1d.h>
#include <ATen/ops/_upsample_nearest_exact2d.h>
#include <ATen/ops/_upsample_nearest_exact3d.h>
#include <ATen/ops/affine_grid_generator.h>
#include <ATen/ops/channel_shuffle.h>
#include <ATen/ops/grid_sampler.h>
#include <ATen/ops/grid_sampler_2d.h>
#include <ATen/ops/grid_sampler_3d.h>
#include <ATen/ops/native_channel_shuffle.h>
#include <ATen/ops/pixel_shuffle.h>
#include <ATen/ops/pixel_unshuffle.h>
#include <ATen/ops/upsample_bicubic2d.h>
#include <ATen/ops/upsample_bilinear2d.h>
#include <ATen/ops/upsample_linear1d.h>
#include <ATen/ops/upsample_nearest1d.h>
#include <ATen/ops/upsample_nearest2d.h>
#include <ATen/ops/upsample_nearest3d.h>
#include <ATen/ops/upsample_trilinear3d.h>

#include "checks/agree.h"
#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/vision.h>

#if __has_include(<ATen/ops/_upsample_lanczos2d_aa.h>)
#include <ATen/ops/_upsample_lanczos2d_aa.h>
#else
// libtorch 2.12 brought it.
namespace at {
namespace {
[[noreturn]] void missing() { fail(PTC_ERROR_NOT_IMPLEMENTED, "_upsample_lanczos2d_aa needs libtorch 2.12 or newer"); }
template <class... Args> [[noreturn]] Tensor _upsample_lanczos2d_aa(const Args &...) { missing(); }
template <class... Args> [[noreturn]] void _upsample_lanczos2d_aa_out(const Args &...) { missing(); }
} // namespace
} // namespace at
#endif

ptc_error ptc__upsample_bicubic2d_aa_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                         bool align_corners, const double *scale_factors, int64_t scale_factors_len,
                                         ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_upsample_bicubic2d_aa(get(input), optints(output_size), align_corners, optfloats(scale_factors)));
  });
}
ptc_error ptc__upsample_bicubic2d_aa(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                     bool align_corners, const double *scales_h, const double *scales_w,
                                     ptc_tensor *out) {
  return guard(out, [&] {
    check_scale(get(self), ints(output_size), opt(scales_h), opt(scales_w));
    put(out, at::_upsample_bicubic2d_aa(get(self), ints(output_size), align_corners, opt(scales_h), opt(scales_w)));
  });
}
ptc_error ptc__upsample_bilinear2d_aa_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                          bool align_corners, const double *scale_factors, int64_t scale_factors_len,
                                          ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_upsample_bilinear2d_aa(get(input), optints(output_size), align_corners, optfloats(scale_factors)));
  });
}
ptc_error ptc__upsample_bilinear2d_aa(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                      bool align_corners, const double *scales_h, const double *scales_w,
                                      ptc_tensor *out) {
  return guard(out, [&] {
    check_scale(get(self), ints(output_size), opt(scales_h), opt(scales_w));
    put(out, at::_upsample_bilinear2d_aa(get(self), ints(output_size), align_corners, opt(scales_h), opt(scales_w)));
  });
}
ptc_error ptc__upsample_lanczos2d_aa_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                         bool align_corners, const double *scale_factors, int64_t scale_factors_len,
                                         ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_upsample_lanczos2d_aa(get(input), optints(output_size), align_corners, optfloats(scale_factors)));
  });
}
ptc_error ptc__upsample_lanczos2d_aa(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                     bool align_corners, const double *scales_h, const double *scales_w,
                                     ptc_tensor *out) {
  return guard(out, [&] {
    check_scale(get(self), ints(output_size), opt(scales_h), opt(scales_w));
    put(out, at::_upsample_lanczos2d_aa(get(self), ints(output_size), align_corners, opt(scales_h), opt(scales_w)));
  });
}
ptc_error ptc__upsample_nearest_exact1d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                            const double *scale_factors, int64_t scale_factors_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_upsample_nearest_exact1d(get(input), optints(output_size), optfloats(scale_factors)));
  });
}
ptc_error ptc__upsample_nearest_exact1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                        const double *scales, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_upsample_nearest_exact1d(get(self), ints(output_size), opt(scales))); });
}
ptc_error ptc__upsample_nearest_exact2d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                            const double *scale_factors, int64_t scale_factors_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_upsample_nearest_exact2d(get(input), optints(output_size), optfloats(scale_factors)));
  });
}
ptc_error ptc__upsample_nearest_exact2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                        const double *scales_h, const double *scales_w, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_upsample_nearest_exact2d(get(self), ints(output_size), opt(scales_h), opt(scales_w)));
  });
}
ptc_error ptc__upsample_nearest_exact3d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                            const double *scale_factors, int64_t scale_factors_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_upsample_nearest_exact3d(get(input), optints(output_size), optfloats(scale_factors)));
  });
}
ptc_error ptc__upsample_nearest_exact3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                        const double *scales_d, const double *scales_h, const double *scales_w,
                                        ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_upsample_nearest_exact3d(get(self), ints(output_size), opt(scales_d), opt(scales_h), opt(scales_w)));
  });
}
ptc_error ptc_affine_grid_generator(ptc_tensor theta, const int64_t *size, int64_t size_len, bool align_corners,
                                    ptc_tensor *out) {
  return guard(out, [&] { put(out, at::affine_grid_generator(get(theta), ints(size), align_corners)); });
}
ptc_error ptc_channel_shuffle(ptc_tensor self, int64_t groups, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::channel_shuffle(get(self), groups)); });
}
ptc_error ptc_grid_sampler(ptc_tensor input, ptc_tensor grid, int64_t interpolation_mode, int64_t padding_mode,
                           bool align_corners, ptc_tensor *out) {
  return guard(out, [&] {
    check_sampled(interpolation_mode, padding_mode);
    put(out, at::grid_sampler(get(input), get(grid), interpolation_mode, padding_mode, align_corners));
  });
}
ptc_error ptc_grid_sampler_2d(ptc_tensor input, ptc_tensor grid, int64_t interpolation_mode, int64_t padding_mode,
                              bool align_corners, ptc_tensor *out) {
  return guard(out, [&] {
    check_sampled(interpolation_mode, padding_mode);
    put(out, at::grid_sampler_2d(get(input), get(grid), interpolation_mode, padding_mode, align_corners));
  });
}
ptc_error ptc_grid_sampler_3d(ptc_tensor input, ptc_tensor grid, int64_t interpolation_mode, int64_t padding_mode,
                              bool align_corners, ptc_tensor *out) {
  return guard(out, [&] {
    check_sampled(interpolation_mode, padding_mode);
    put(out, at::grid_sampler_3d(get(input), get(grid), interpolation_mode, padding_mode, align_corners));
  });
}
ptc_error ptc_native_channel_shuffle(ptc_tensor self, int64_t groups, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::native_channel_shuffle(get(self), groups)); });
}
ptc_error ptc_pixel_shuffle(ptc_tensor self, int64_t upscale_factor, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::pixel_shuffle(get(self), upscale_factor)); });
}
ptc_error ptc_pixel_unshuffle(ptc_tensor self, int64_t downscale_factor, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::pixel_unshuffle(get(self), downscale_factor)); });
}
ptc_error ptc_upsample_bicubic2d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                     bool align_corners, const double *scale_factors, int64_t scale_factors_len,
                                     ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::upsample_bicubic2d(get(input), optints(output_size), align_corners, optfloats(scale_factors)));
  });
}
ptc_error ptc_upsample_bicubic2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                 bool align_corners, const double *scales_h, const double *scales_w, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::upsample_bicubic2d(get(self), ints(output_size), align_corners, opt(scales_h), opt(scales_w)));
  });
}
ptc_error ptc_upsample_bilinear2d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                      bool align_corners, const double *scale_factors, int64_t scale_factors_len,
                                      ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::upsample_bilinear2d(get(input), optints(output_size), align_corners, optfloats(scale_factors)));
  });
}
ptc_error ptc_upsample_bilinear2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                  bool align_corners, const double *scales_h, const double *scales_w, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::upsample_bilinear2d(get(self), ints(output_size), align_corners, opt(scales_h), opt(scales_w)));
  });
}
ptc_error ptc_upsample_linear1d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                    bool align_corners, const double *scale_factors, int64_t scale_factors_len,
                                    ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::upsample_linear1d(get(input), optints(output_size), align_corners, optfloats(scale_factors)));
  });
}
ptc_error ptc_upsample_linear1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                bool align_corners, const double *scales, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::upsample_linear1d(get(self), ints(output_size), align_corners, opt(scales))); });
}
ptc_error ptc_upsample_nearest1d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                     const double *scale_factors, int64_t scale_factors_len, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::upsample_nearest1d(get(input), optints(output_size), optfloats(scale_factors))); });
}
ptc_error ptc_upsample_nearest1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                 const double *scales, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::upsample_nearest1d(get(self), ints(output_size), opt(scales))); });
}
ptc_error ptc_upsample_nearest2d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                     const double *scale_factors, int64_t scale_factors_len, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::upsample_nearest2d(get(input), optints(output_size), optfloats(scale_factors))); });
}
ptc_error ptc_upsample_nearest2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                 const double *scales_h, const double *scales_w, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::upsample_nearest2d(get(self), ints(output_size), opt(scales_h), opt(scales_w))); });
}
ptc_error ptc_upsample_nearest3d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                     const double *scale_factors, int64_t scale_factors_len, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::upsample_nearest3d(get(input), optints(output_size), optfloats(scale_factors))); });
}
ptc_error ptc_upsample_nearest3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                 const double *scales_d, const double *scales_h, const double *scales_w,
                                 ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::upsample_nearest3d(get(self), ints(output_size), opt(scales_d), opt(scales_h), opt(scales_w)));
  });
}
ptc_error ptc_upsample_trilinear3d_vec(ptc_tensor input, const int64_t *output_size, int64_t output_size_len,
                                       bool align_corners, const double *scale_factors, int64_t scale_factors_len,
                                       ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::upsample_trilinear3d(get(input), optints(output_size), align_corners, optfloats(scale_factors)));
  });
}
ptc_error ptc_upsample_trilinear3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                   bool align_corners, const double *scales_d, const double *scales_h,
                                   const double *scales_w, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::upsample_trilinear3d(get(self), ints(output_size), align_corners, opt(scales_d), opt(scales_h),
                                      opt(scales_w)));
  });
}
ptc_error ptc__upsample_bicubic2d_aa_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                         bool align_corners, const double *scales_h, const double *scales_w,
                                         ptc_tensor out) {
  return guard([&] {
    check_scale(get(self), ints(output_size), opt(scales_h), opt(scales_w));
    at::_upsample_bicubic2d_aa_out(into(out), get(self), ints(output_size), align_corners, opt(scales_h),
                                   opt(scales_w));
  });
}
ptc_error ptc__upsample_bilinear2d_aa_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                          bool align_corners, const double *scales_h, const double *scales_w,
                                          ptc_tensor out) {
  return guard([&] {
    check_scale(get(self), ints(output_size), opt(scales_h), opt(scales_w));
    at::_upsample_bilinear2d_aa_out(into(out), get(self), ints(output_size), align_corners, opt(scales_h),
                                    opt(scales_w));
  });
}
ptc_error ptc__upsample_lanczos2d_aa_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                         bool align_corners, const double *scales_h, const double *scales_w,
                                         ptc_tensor out) {
  return guard([&] {
    check_scale(get(self), ints(output_size), opt(scales_h), opt(scales_w));
    at::_upsample_lanczos2d_aa_out(into(out), get(self), ints(output_size), align_corners, opt(scales_h),
                                   opt(scales_w));
  });
}
ptc_error ptc__upsample_nearest_exact1d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                            const double *scales, ptc_tensor out) {
  return guard([&] { at::_upsample_nearest_exact1d_out(into(out), get(self), ints(output_size), opt(scales)); });
}
ptc_error ptc__upsample_nearest_exact2d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                            const double *scales_h, const double *scales_w, ptc_tensor out) {
  return guard([&] {
    at::_upsample_nearest_exact2d_out(into(out), get(self), ints(output_size), opt(scales_h), opt(scales_w));
  });
}
ptc_error ptc__upsample_nearest_exact3d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                            const double *scales_d, const double *scales_h, const double *scales_w,
                                            ptc_tensor out) {
  return guard([&] {
    at::_upsample_nearest_exact3d_out(into(out), get(self), ints(output_size), opt(scales_d), opt(scales_h),
                                      opt(scales_w));
  });
}
ptc_error ptc_upsample_bicubic2d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                     bool align_corners, const double *scales_h, const double *scales_w,
                                     ptc_tensor out) {
  return guard([&] {
    at::upsample_bicubic2d_out(into(out), get(self), ints(output_size), align_corners, opt(scales_h), opt(scales_w));
  });
}
ptc_error ptc_upsample_bilinear2d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                      bool align_corners, const double *scales_h, const double *scales_w,
                                      ptc_tensor out) {
  return guard([&] {
    at::upsample_bilinear2d_out(into(out), get(self), ints(output_size), align_corners, opt(scales_h), opt(scales_w));
  });
}
ptc_error ptc_upsample_linear1d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                    bool align_corners, const double *scales, ptc_tensor out) {
  return guard([&] { at::upsample_linear1d_out(into(out), get(self), ints(output_size), align_corners, opt(scales)); });
}
ptc_error ptc_upsample_nearest1d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                     const double *scales, ptc_tensor out) {
  return guard([&] { at::upsample_nearest1d_out(into(out), get(self), ints(output_size), opt(scales)); });
}
ptc_error ptc_upsample_nearest2d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                     const double *scales_h, const double *scales_w, ptc_tensor out) {
  return guard(
      [&] { at::upsample_nearest2d_out(into(out), get(self), ints(output_size), opt(scales_h), opt(scales_w)); });
}
ptc_error ptc_upsample_nearest3d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                     const double *scales_d, const double *scales_h, const double *scales_w,
                                     ptc_tensor out) {
  return guard([&] {
    at::upsample_nearest3d_out(into(out), get(self), ints(output_size), opt(scales_d), opt(scales_h), opt(scales_w));
  });
}
ptc_error ptc_upsample_trilinear3d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                       bool align_corners, const double *scales_d, const double *scales_h,
                                       const double *scales_w, ptc_tensor out) {
  return guard([&] {
    at::upsample_trilinear3d_out(into(out), get(self), ints(output_size), align_corners, opt(scales_d), opt(scales_h),
                                 opt(scales_w));
  });
}
