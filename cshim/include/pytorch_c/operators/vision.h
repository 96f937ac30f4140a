/* Vision: resampling, grids, shuffled pixels. */
#ifndef PYTORCH_C_VISION_H
#define PYTORCH_C_VISION_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* upsample_bicubic2d with antialiasing: each output pixel is a mean over what it covers.
   _upsample_bicubic2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners,
       float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_bicubic2d_aa_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                       int64_t output_size_len, bool align_corners,
                                                       PTC_OPTIONAL const double *scale_factors,
                                                       int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized to output_size by bicubic interpolation with antialiasing.
   _upsample_bicubic2d_aa(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_bicubic2d_aa(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                   bool align_corners, PTC_OPTIONAL const double *scales_h,
                                                   PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized by bilinear interpolation with antialiasing.
   _upsample_bilinear2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners,
       float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_bilinear2d_aa_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                        int64_t output_size_len, bool align_corners,
                                                        PTC_OPTIONAL const double *scale_factors,
                                                        int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized to output_size by bilinear interpolation with antialiasing.
   _upsample_bilinear2d_aa(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_bilinear2d_aa(ptc_tensor self, const int64_t *output_size,
                                                    int64_t output_size_len, bool align_corners,
                                                    PTC_OPTIONAL const double *scales_h,
                                                    PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized by a windowed sinc (Lanczos) with antialiasing; libtorch 2.12 and newer.
   _upsample_lanczos2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners,
       float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_lanczos2d_aa_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                       int64_t output_size_len, bool align_corners,
                                                       PTC_OPTIONAL const double *scale_factors,
                                                       int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized to output_size by a windowed sinc (Lanczos) with antialiasing; libtorch 2.12 and newer.
   _upsample_lanczos2d_aa(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_lanczos2d_aa(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                   bool align_corners, PTC_OPTIONAL const double *scales_h,
                                                   PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);
/* (n, c, l) resized by the element at the centre of each output element.
   _upsample_nearest_exact1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact1d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                          int64_t output_size_len,
                                                          PTC_OPTIONAL const double *scale_factors,
                                                          int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, l) resized to output_size by the element at the centre of each output element.
   _upsample_nearest_exact1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact1d(ptc_tensor self, const int64_t *output_size,
                                                      int64_t output_size_len, PTC_OPTIONAL const double *scales,
                                                      PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized by the element at the centre of each output element.
   _upsample_nearest_exact2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact2d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                          int64_t output_size_len,
                                                          PTC_OPTIONAL const double *scale_factors,
                                                          int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized to output_size by the element at the centre of each output element.
   _upsample_nearest_exact2d(Tensor self, SymInt[2] output_size, float? scales_h=None,
       float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact2d(ptc_tensor self, const int64_t *output_size,
                                                      int64_t output_size_len, PTC_OPTIONAL const double *scales_h,
                                                      PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) resized by the element at the centre of each output element.
   _upsample_nearest_exact3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact3d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                          int64_t output_size_len,
                                                          PTC_OPTIONAL const double *scale_factors,
                                                          int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) resized to output_size by the element at the centre of each output element.
   _upsample_nearest_exact3d(Tensor self, SymInt[3] output_size, float? scales_d=None, float? scales_h=None,
       float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact3d(ptc_tensor self, const int64_t *output_size,
                                                      int64_t output_size_len, PTC_OPTIONAL const double *scales_d,
                                                      PTC_OPTIONAL const double *scales_h,
                                                      PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);
/* Sampling positions for grid_sampler from affine matrices: (n, 2, 3) to (n, h, w, 2).
   affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners) -> Tensor */
PTC_NODISCARD ptc_error ptc_affine_grid_generator(ptc_tensor theta, const int64_t *size, int64_t size_len,
                                                  bool align_corners, PTC_OUT ptc_tensor *out);
/* Channels of `groups` groups interleaved: (n, c, …).
   channel_shuffle(Tensor self, SymInt groups) -> Tensor */
PTC_NODISCARD ptc_error ptc_channel_shuffle(ptc_tensor self, int64_t groups, PTC_OUT ptc_tensor *out);
/* grid_sampler_2d or grid_sampler_3d, by the number of dimensions.
   grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor */
PTC_NODISCARD ptc_error ptc_grid_sampler(ptc_tensor input, ptc_tensor grid, int64_t interpolation_mode,
                                         int64_t padding_mode, bool align_corners, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) read at positions in [-1, 1]: grid (n, h', w', 2); modes as numbers.
   grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor */
PTC_NODISCARD ptc_error ptc_grid_sampler_2d(ptc_tensor input, ptc_tensor grid, int64_t interpolation_mode,
                                            int64_t padding_mode, bool align_corners, PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) read at positions in [-1, 1]: grid (n, d', h', w', 3); modes as numbers.
   grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor */
PTC_NODISCARD ptc_error ptc_grid_sampler_3d(ptc_tensor input, ptc_tensor grid, int64_t interpolation_mode,
                                            int64_t padding_mode, bool align_corners, PTC_OUT ptc_tensor *out);
/* channel_shuffle without its checks.
   native_channel_shuffle(Tensor self, SymInt groups) -> Tensor */
PTC_NODISCARD ptc_error ptc_native_channel_shuffle(ptc_tensor self, int64_t groups, PTC_OUT ptc_tensor *out);
/* Channels to pixels: (*, c * r * r, h, w) to (*, c, h * r, w * r).
   pixel_shuffle(Tensor self, int upscale_factor) -> Tensor */
PTC_NODISCARD ptc_error ptc_pixel_shuffle(ptc_tensor self, int64_t upscale_factor, PTC_OUT ptc_tensor *out);
/* Pixels to channels: (*, c, h * r, w * r) to (*, c * r * r, h, w).
   pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor */
PTC_NODISCARD ptc_error ptc_pixel_unshuffle(ptc_tensor self, int64_t downscale_factor, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized by bicubic interpolation, to output_size or by scale_factors.
   upsample_bicubic2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_bicubic2d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                   int64_t output_size_len, bool align_corners,
                                                   PTC_OPTIONAL const double *scale_factors, int64_t scale_factors_len,
                                                   PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized to output_size by bicubic interpolation.
   upsample_bicubic2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_bicubic2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                               bool align_corners, PTC_OPTIONAL const double *scales_h,
                                               PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized by bilinear interpolation, to output_size or by scale_factors.
   upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_bilinear2d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                    int64_t output_size_len, bool align_corners,
                                                    PTC_OPTIONAL const double *scale_factors, int64_t scale_factors_len,
                                                    PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized to output_size by bilinear interpolation.
   upsample_bilinear2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_bilinear2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                bool align_corners, PTC_OPTIONAL const double *scales_h,
                                                PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);
/* (n, c, l) resized by linear interpolation, to output_size or by scale_factors.
   upsample_linear1d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_linear1d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                  int64_t output_size_len, bool align_corners,
                                                  PTC_OPTIONAL const double *scale_factors, int64_t scale_factors_len,
                                                  PTC_OUT ptc_tensor *out);
/* (n, c, l) resized to output_size by linear interpolation.
   upsample_linear1d(Tensor self, SymInt[1] output_size, bool align_corners, float? scales=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_linear1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                              bool align_corners, PTC_OPTIONAL const double *scales,
                                              PTC_OUT ptc_tensor *out);
/* (n, c, l) resized by the nearest element, to output_size or by scale_factors.
   upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_nearest1d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                   int64_t output_size_len, PTC_OPTIONAL const double *scale_factors,
                                                   int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, l) resized to output_size by the nearest element.
   upsample_nearest1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_nearest1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                               PTC_OPTIONAL const double *scales, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized by the nearest pixel, to output_size or by scale_factors.
   upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_nearest2d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                   int64_t output_size_len, PTC_OPTIONAL const double *scale_factors,
                                                   int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, h, w) resized to output_size by the nearest pixel.
   upsample_nearest2d(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_nearest2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                               PTC_OPTIONAL const double *scales_h, PTC_OPTIONAL const double *scales_w,
                                               PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) resized by the nearest element, to output_size or by scale_factors.
   upsample_nearest3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_nearest3d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                   int64_t output_size_len, PTC_OPTIONAL const double *scale_factors,
                                                   int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) resized to output_size by the nearest element.
   upsample_nearest3d(Tensor self, SymInt[3] output_size, float? scales_d=None, float? scales_h=None,
       float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_nearest3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                               PTC_OPTIONAL const double *scales_d, PTC_OPTIONAL const double *scales_h,
                                               PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) resized by trilinear interpolation, to output_size or by scale_factors.
   upsample_trilinear3d.vec(Tensor input, SymInt[]? output_size, bool align_corners,
       float[]? scale_factors) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_trilinear3d_vec(ptc_tensor input, PTC_OPTIONAL const int64_t *output_size,
                                                     int64_t output_size_len, bool align_corners,
                                                     PTC_OPTIONAL const double *scale_factors,
                                                     int64_t scale_factors_len, PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) resized to output_size by trilinear interpolation.
   upsample_trilinear3d(Tensor self, SymInt[3] output_size, bool align_corners, float? scales_d=None,
       float? scales_h=None, float? scales_w=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_upsample_trilinear3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                 bool align_corners, PTC_OPTIONAL const double *scales_d,
                                                 PTC_OPTIONAL const double *scales_h,
                                                 PTC_OPTIONAL const double *scales_w, PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* (n, c, h, w) resized to output_size by bicubic interpolation with antialiasing; written into `out`.
   _upsample_bicubic2d_aa.out(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__upsample_bicubic2d_aa_out(ptc_tensor self, const int64_t *output_size,
                                                       int64_t output_size_len, bool align_corners,
                                                       PTC_OPTIONAL const double *scales_h,
                                                       PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, h, w) resized to output_size by bilinear interpolation with antialiasing; written into `out`.
   _upsample_bilinear2d_aa.out(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__upsample_bilinear2d_aa_out(ptc_tensor self, const int64_t *output_size,
                                                        int64_t output_size_len, bool align_corners,
                                                        PTC_OPTIONAL const double *scales_h,
                                                        PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, h, w) resized to output_size by a windowed sinc (Lanczos) with antialiasing; libtorch 2.12 and newer; written
   into `out`.
   _upsample_lanczos2d_aa.out(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__upsample_lanczos2d_aa_out(ptc_tensor self, const int64_t *output_size,
                                                       int64_t output_size_len, bool align_corners,
                                                       PTC_OPTIONAL const double *scales_h,
                                                       PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, l) resized to output_size by the element at the centre of each output element; written into `out`.
   _upsample_nearest_exact1d.out(Tensor self, SymInt[1] output_size, float? scales=None, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact1d_out(ptc_tensor self, const int64_t *output_size,
                                                          int64_t output_size_len, PTC_OPTIONAL const double *scales,
                                                          ptc_tensor out);
/* (n, c, h, w) resized to output_size by the element at the centre of each output element; written into `out`.
   _upsample_nearest_exact2d.out(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact2d_out(ptc_tensor self, const int64_t *output_size,
                                                          int64_t output_size_len, PTC_OPTIONAL const double *scales_h,
                                                          PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, d, h, w) resized to output_size by the element at the centre of each output element; written into `out`.
   _upsample_nearest_exact3d.out(Tensor self, SymInt[3] output_size, float? scales_d=None, float? scales_h=None,
       float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__upsample_nearest_exact3d_out(ptc_tensor self, const int64_t *output_size,
                                                          int64_t output_size_len, PTC_OPTIONAL const double *scales_d,
                                                          PTC_OPTIONAL const double *scales_h,
                                                          PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, h, w) resized to output_size by bicubic interpolation; written into `out`.
   upsample_bicubic2d.out(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_upsample_bicubic2d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                   bool align_corners, PTC_OPTIONAL const double *scales_h,
                                                   PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, h, w) resized to output_size by bilinear interpolation; written into `out`.
   upsample_bilinear2d.out(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None,
       float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_upsample_bilinear2d_out(ptc_tensor self, const int64_t *output_size,
                                                    int64_t output_size_len, bool align_corners,
                                                    PTC_OPTIONAL const double *scales_h,
                                                    PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, l) resized to output_size by linear interpolation; written into `out`.
   upsample_linear1d.out(Tensor self, SymInt[1] output_size, bool align_corners, float? scales=None, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_upsample_linear1d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                  bool align_corners, PTC_OPTIONAL const double *scales,
                                                  ptc_tensor out);
/* (n, c, l) resized to output_size by the nearest element; written into `out`.
   upsample_nearest1d.out(Tensor self, SymInt[1] output_size, float? scales=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_upsample_nearest1d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                   PTC_OPTIONAL const double *scales, ptc_tensor out);
/* (n, c, h, w) resized to output_size by the nearest pixel; written into `out`.
   upsample_nearest2d.out(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_upsample_nearest2d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                   PTC_OPTIONAL const double *scales_h,
                                                   PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, d, h, w) resized to output_size by the nearest element; written into `out`.
   upsample_nearest3d.out(Tensor self, SymInt[3] output_size, float? scales_d=None, float? scales_h=None,
       float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_upsample_nearest3d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                   PTC_OPTIONAL const double *scales_d,
                                                   PTC_OPTIONAL const double *scales_h,
                                                   PTC_OPTIONAL const double *scales_w, ptc_tensor out);
/* (n, c, d, h, w) resized to output_size by trilinear interpolation; written into `out`.
   upsample_trilinear3d.out(Tensor self, SymInt[3] output_size, bool align_corners, float? scales_d=None,
       float? scales_h=None, float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_upsample_trilinear3d_out(ptc_tensor self, const int64_t *output_size,
                                                     int64_t output_size_len, bool align_corners,
                                                     PTC_OPTIONAL const double *scales_d,
                                                     PTC_OPTIONAL const double *scales_h,
                                                     PTC_OPTIONAL const double *scales_w, ptc_tensor out);

PTC_END

#endif
