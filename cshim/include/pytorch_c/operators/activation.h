/* Activations and softmax. */
#ifndef PYTORCH_C_ACTIVATION_H
#define PYTORCH_C_ACTIVATION_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* log_softmax over `dim` as libtorch's own functions call it; `half_to_float`: float16 in, float32 out, on CUDA.
   _log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor */
PTC_NODISCARD ptc_error ptc__log_softmax(ptc_tensor self, int64_t dim, bool half_to_float, PTC_OUT ptc_tensor *out);
/* softmax over `dim` as libtorch's own functions call it; `half_to_float`: float16 in, float32 out, on CUDA.
   _softmax(Tensor self, int dim, bool half_to_float) -> Tensor */
PTC_NODISCARD ptc_error ptc__softmax(ptc_tensor self, int64_t dim, bool half_to_float, PTC_OUT ptc_tensor *out);
/* max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).
   celu(Tensor self, Scalar alpha=1.0) -> Tensor */
PTC_NODISCARD ptc_error ptc_celu(ptc_tensor self, ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* x above 0, else alpha * (exp(x) - 1); both times `scale`.
   elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_elu(ptc_tensor self, ptc_scalar alpha, ptc_scalar scale, ptc_scalar input_scale,
                                PTC_OUT ptc_tensor *out);
/* x times the normal distribution function of x; `approximate` is "none" or "tanh".
   gelu(Tensor self, *, str approximate='none') -> Tensor */
PTC_NODISCARD ptc_error ptc_gelu(ptc_tensor self, const char *approximate, PTC_OUT ptc_tensor *out);
/* The first half along `dim` times the sigmoid of the second half, so half the size.
   glu(Tensor self, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_glu(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *out);
/* x where |x| > lambd, else 0.
   hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor */
PTC_NODISCARD ptc_error ptc_hardshrink(ptc_tensor self, ptc_scalar lambd, PTC_OUT ptc_tensor *out);
/* min(max(x + 3, 0), 6) / 6.
   hardsigmoid(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_hardsigmoid(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* x * min(max(x + 3, 0), 6) / 6.
   hardswish(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_hardswish(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* x between min_val and max_val.
   hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_hardtanh(ptc_tensor self, ptc_scalar min_val, ptc_scalar max_val, PTC_OUT ptc_tensor *out);
/* x above 0, else negative_slope * x.
   leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor */
PTC_NODISCARD ptc_error ptc_leaky_relu(ptc_tensor self, ptc_scalar negative_slope, PTC_OUT ptc_tensor *out);
/* log of the sigmoid, computed safely.
   log_sigmoid(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_log_sigmoid(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* log_sigmoid, and the buffer that its derivative wants.
   log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer) */
PTC_NODISCARD ptc_error ptc_log_sigmoid_forward(ptc_tensor self, PTC_OUT ptc_tensor *output,
                                                PTC_OUT ptc_tensor *buffer);
/* log of softmax, computed safely.
   log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_log_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* x * tanh(softplus(x)).
   mish(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_mish(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* x above 0, else weight * x; one weight, or one for each channel.
   prelu(Tensor self, Tensor weight) -> Tensor */
PTC_NODISCARD ptc_error ptc_prelu(ptc_tensor self, ptc_tensor weight, PTC_OUT ptc_tensor *out);
/* x above 0, else 0.
   relu(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_relu(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* x between 0 and 6.
   relu6(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_relu6(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* x above 0, else a slope drawn from [lower, upper) times x; the middle slope unless `training`.
   rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False,
       Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rrelu(ptc_tensor self, ptc_scalar lower, ptc_scalar upper, bool training,
                                  PTC_OPTIONAL ptc_generator generator, PTC_OUT ptc_tensor *out);
/* rrelu that writes the slopes it drew into `noise`.
   rrelu_with_noise(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.3333333333333333,
       bool training=False, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rrelu_with_noise(ptc_tensor self, ptc_tensor noise, ptc_scalar lower, ptc_scalar upper,
                                             bool training, PTC_OPTIONAL ptc_generator generator,
                                             PTC_OUT ptc_tensor *out);
/* elu with the constants that keep mean 0 and variance 1 from layer to layer.
   selu(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_selu(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* 1 / (1 + exp(-x)).
   sigmoid(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_sigmoid(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* x * sigmoid(x).
   silu(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_silu(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* exp(x) over its sum along `dim`.
   softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* log(1 + exp(beta * x)) / beta; x itself where beta * x > threshold.
   softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor */
PTC_NODISCARD ptc_error ptc_softplus(ptc_tensor self, ptc_scalar beta, ptc_scalar threshold, PTC_OUT ptc_tensor *out);
/* x moved towards 0 by lambd, 0 where |x| <= lambd.
   softshrink(Tensor self, Scalar lambd=0.5) -> Tensor */
PTC_NODISCARD ptc_error ptc_softshrink(ptc_tensor self, ptc_scalar lambd, PTC_OUT ptc_tensor *out);
/* Hyperbolic tangent.
   tanh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_tanh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* x above `threshold`, else `value`.
   threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor */
PTC_NODISCARD ptc_error ptc_threshold(ptc_tensor self, ptc_scalar threshold, ptc_scalar value, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* max(0, x) + min(0, alpha * (exp(x / alpha) - 1)); in place.
   celu_(Tensor(a!) self, Scalar alpha=1.0) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_celu_(ptc_tensor self, ptc_scalar alpha);
/* x above 0, else alpha * (exp(x) - 1); both times `scale`; in place.
   elu_(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_elu_(ptc_tensor self, ptc_scalar alpha, ptc_scalar scale, ptc_scalar input_scale);
/* x times the normal distribution function of x; `approximate` is "none" or "tanh"; in place.
   gelu_(Tensor(a!) self, *, str approximate='none') -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gelu_(ptc_tensor self, const char *approximate);
/* min(max(x + 3, 0), 6) / 6; in place.
   hardsigmoid_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hardsigmoid_(ptc_tensor self);
/* x * min(max(x + 3, 0), 6) / 6; in place.
   hardswish_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hardswish_(ptc_tensor self);
/* x between min_val and max_val; in place.
   hardtanh_(Tensor(a!) self, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hardtanh_(ptc_tensor self, ptc_scalar min_val, ptc_scalar max_val);
/* x above 0, else negative_slope * x; in place.
   leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_leaky_relu_(ptc_tensor self, ptc_scalar negative_slope);
/* x * tanh(softplus(x)); in place.
   mish_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mish_(ptc_tensor self);
/* x between 0 and 6; in place.
   relu6_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_relu6_(ptc_tensor self);
/* x above 0, else 0; in place.
   relu_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_relu_(ptc_tensor self);
/* x above 0, else a slope drawn from [lower, upper) times x; the middle slope unless `training`; in place.
   rrelu_(Tensor(a!) self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False,
       Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rrelu_(ptc_tensor self, ptc_scalar lower, ptc_scalar upper, bool training,
                                   PTC_OPTIONAL ptc_generator generator);
/* rrelu that writes the slopes it drew into `noise`; in place.
   rrelu_with_noise_(Tensor(a!) self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.3333333333333333,
       bool training=False, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rrelu_with_noise_(ptc_tensor self, ptc_tensor noise, ptc_scalar lower, ptc_scalar upper,
                                              bool training, PTC_OPTIONAL ptc_generator generator);
/* elu with the constants that keep mean 0 and variance 1 from layer to layer; in place.
   selu_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_selu_(ptc_tensor self);
/* 1 / (1 + exp(-x)); in place.
   sigmoid_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sigmoid_(ptc_tensor self);
/* x * sigmoid(x); in place.
   silu_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_silu_(ptc_tensor self);
/* Hyperbolic tangent; in place.
   tanh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_tanh_(ptc_tensor self);
/* x above `threshold`, else `value`; in place.
   threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_threshold_(ptc_tensor self, ptc_scalar threshold, ptc_scalar value);

/* ---- into given tensors: change `out` ---- */

/* log_softmax over `dim` as libtorch's own functions call it; `half_to_float`: float16 in, float32 out, on CUDA;
   written into `out`.
   _log_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__log_softmax_out(ptc_tensor self, int64_t dim, bool half_to_float, ptc_tensor out);
/* softmax over `dim` as libtorch's own functions call it; `half_to_float`: float16 in, float32 out, on CUDA; written
   into `out`.
   _softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__softmax_out(ptc_tensor self, int64_t dim, bool half_to_float, ptc_tensor out);
/* x above 0, else alpha * (exp(x) - 1); both times `scale`; written into `out`.
   elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_elu_out(ptc_tensor self, ptc_scalar alpha, ptc_scalar scale, ptc_scalar input_scale,
                                    ptc_tensor out);
/* x times the normal distribution function of x; `approximate` is "none" or "tanh"; written into `out`.
   gelu.out(Tensor self, *, str approximate='none', Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gelu_out(ptc_tensor self, const char *approximate, ptc_tensor out);
/* The first half along `dim` times the sigmoid of the second half, so half the size; written into `out`.
   glu.out(Tensor self, int dim=-1, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_glu_out(ptc_tensor self, int64_t dim, ptc_tensor out);
/* x where |x| > lambd, else 0; written into `out`.
   hardshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hardshrink_out(ptc_tensor self, ptc_scalar lambd, ptc_tensor out);
/* min(max(x + 3, 0), 6) / 6; written into `out`.
   hardsigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hardsigmoid_out(ptc_tensor self, ptc_tensor out);
/* x * min(max(x + 3, 0), 6) / 6; written into `out`.
   hardswish.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hardswish_out(ptc_tensor self, ptc_tensor out);
/* x between min_val and max_val; written into `out`.
   hardtanh.out(Tensor self, Scalar min_val=-1, Scalar max_val=1, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hardtanh_out(ptc_tensor self, ptc_scalar min_val, ptc_scalar max_val, ptc_tensor out);
/* x above 0, else negative_slope * x; written into `out`.
   leaky_relu.out(Tensor self, Scalar negative_slope=0.01, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_leaky_relu_out(ptc_tensor self, ptc_scalar negative_slope, ptc_tensor out);
/* log of the sigmoid, computed safely; written into `out`.
   log_sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log_sigmoid_out(ptc_tensor self, ptc_tensor out);
/* log_sigmoid, and the buffer that its derivative wants; written into `output` and `buffer`.
   log_sigmoid_forward.output(Tensor self, *, Tensor(a!) output, Tensor(b!) buffer) -> (Tensor(a!), Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_log_sigmoid_forward_output(ptc_tensor self, ptc_tensor output, ptc_tensor buffer);
/* log of softmax, computed safely; written into `out`.
   log_softmax.int_out(Tensor self, int dim, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log_softmax_int_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out);
/* x * tanh(softplus(x)); written into `out`.
   mish.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mish_out(ptc_tensor self, ptc_tensor out);
/* rrelu that writes the slopes it drew into `noise`; written into `out`.
   rrelu_with_noise.out(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.3333333333333333,
       bool training=False, Generator? generator=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rrelu_with_noise_out(ptc_tensor self, ptc_tensor noise, ptc_scalar lower, ptc_scalar upper,
                                                 bool training, PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* 1 / (1 + exp(-x)); written into `out`.
   sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sigmoid_out(ptc_tensor self, ptc_tensor out);
/* x * sigmoid(x); written into `out`.
   silu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_silu_out(ptc_tensor self, ptc_tensor out);
/* exp(x) over its sum along `dim`; written into `out`.
   softmax.int_out(Tensor self, int dim, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_softmax_int_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out);
/* log(1 + exp(beta * x)) / beta; x itself where beta * x > threshold; written into `out`.
   softplus.out(Tensor self, Scalar beta=1, Scalar threshold=20, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_softplus_out(ptc_tensor self, ptc_scalar beta, ptc_scalar threshold, ptc_tensor out);
/* x moved towards 0 by lambd, 0 where |x| <= lambd; written into `out`.
   softshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_softshrink_out(ptc_tensor self, ptc_scalar lambd, ptc_tensor out);
/* Hyperbolic tangent; written into `out`.
   tanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_tanh_out(ptc_tensor self, ptc_tensor out);
/* x above `threshold`, else `value`; written into `out`.
   threshold.out(Tensor self, Scalar threshold, Scalar value, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_threshold_out(ptc_tensor self, ptc_scalar threshold, ptc_scalar value, ptc_tensor out);

PTC_END

#endif
