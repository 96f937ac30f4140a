/* Other names of operators. */
#ifndef PYTORCH_C_ALIASES_H
#define PYTORCH_C_ALIASES_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Alias of abs.
   absolute(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_absolute(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Conjugate transpose of the last two dimensions.
   adjoint(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_adjoint(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of acos.
   arccos(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arccos(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of acosh.
   arccosh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arccosh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of asin.
   arcsin(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arcsin(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of asinh.
   arcsinh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arcsinh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of atan.
   arctan(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arctan(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of atan2.
   arctan2(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_arctan2(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of atanh.
   arctanh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arctanh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of clamp.
   clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_clip(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max,
                                 PTC_OUT ptc_tensor *out);
/* Alias of clamp: between min and max; either may be absent.
   clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_clip_Tensor(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max,
                                        PTC_OUT ptc_tensor *out);
/* Alias of cat.
   concat(Tensor[] tensors, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_concat(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim,
                                   PTC_OUT ptc_tensor *out);
/* Alias of cat.
   concatenate(Tensor[] tensors, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_concatenate(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim,
                                        PTC_OUT ptc_tensor *out);
/* Alias of div.
   divide.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_divide_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of div: true division: integers give float.
   divide.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_divide_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Alias of div: true division: integers give float.
   divide.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor */
PTC_NODISCARD ptc_error ptc_divide_Tensor_mode(ptc_tensor self, ptc_tensor other,
                                               PTC_OPTIONAL const char *rounding_mode, PTC_OUT ptc_tensor *out);
/* Alias of div: true division: integers give float.
   divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor */
PTC_NODISCARD ptc_error ptc_divide_Scalar_mode(ptc_tensor self, ptc_scalar other,
                                               PTC_OPTIONAL const char *rounding_mode, PTC_OUT ptc_tensor *out);
/* Alias of trunc.
   fix(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_fix(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of outer.
   ger(Tensor self, Tensor vec2) -> Tensor */
PTC_NODISCARD ptc_error ptc_ger(ptc_tensor self, ptc_tensor vec2, PTC_OUT ptc_tensor *out);
/* Alias of gt.
   greater.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_greater_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Alias of gt: true where self > other, broadcast.
   greater.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_greater_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of ge.
   greater_equal.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_greater_equal_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Alias of ge: true where self >= other, broadcast.
   greater_equal.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_greater_equal_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of lt.
   less.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_less_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Alias of lt: true where self < other, broadcast.
   less.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_less_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of le.
   less_equal.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_less_equal_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Alias of le: true where self <= other, broadcast.
   less_equal.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_less_equal_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of movedim.
   moveaxis.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_moveaxis_intlist(ptc_tensor self, const int64_t *source, int64_t source_len,
                                             const int64_t *destination, int64_t destination_len,
                                             PTC_OUT ptc_tensor *out);
/* Alias of movedim: a view with dimensions moved to new places, the others in their order.
   moveaxis.int(Tensor(a) self, int source, int destination) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_moveaxis_int(ptc_tensor self, int64_t source, int64_t destination, PTC_OUT ptc_tensor *out);
/* Alias of mul.
   multiply.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_multiply_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of mul: self * other, broadcast.
   multiply.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_multiply_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Alias of neg.
   negative(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_negative(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of ne.
   not_equal.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_not_equal_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Alias of ne: true where self != other, broadcast.
   not_equal.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_not_equal_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* start, start + step, … up to end, which is included: prefer arange.
   range.step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_range_step(ptc_scalar start, ptc_scalar end, ptc_scalar step,
                                       PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* start, start + step, … up to end, which is included: prefer arange.
   range(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_range(ptc_scalar start, ptc_scalar end, PTC_OPTIONAL const ptc_options *options,
                                  PTC_OUT ptc_tensor *out);
/* Alias of vstack.
   row_stack(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_row_stack(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* Alias of sub.
   subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_subtract_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha,
                                            PTC_OUT ptc_tensor *out);
/* Alias of sub: self - alpha * other, broadcast.
   subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_subtract_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha,
                                            PTC_OUT ptc_tensor *out);
/* Alias of transpose.
   swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_swapdims(ptc_tensor self, int64_t dim0, int64_t dim1, PTC_OUT ptc_tensor *out);
/* Alias of trapezoid.
   trapz.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_trapz_x(ptc_tensor y, ptc_tensor x, int64_t dim, PTC_OUT ptc_tensor *out);
/* Alias of trapezoid, at points dx apart.
   trapz.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_trapz_dx(ptc_tensor y, double dx, int64_t dim, PTC_OUT ptc_tensor *out);
/* Division like div, without rounding.
   true_divide.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_true_divide_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Division like div, without rounding.
   true_divide.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_true_divide_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Alias of abs: absolute value; magnitude of complex numbers; in place.
   absolute_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_absolute_(ptc_tensor self);
/* Alias of acos: inverse cosine in radians; NaN outside of [-1, 1]; in place.
   arccos_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arccos_(ptc_tensor self);
/* Alias of acosh: inverse hyperbolic cosine; NaN below 1; in place.
   arccosh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arccosh_(ptc_tensor self);
/* Alias of asin: inverse sine in radians; NaN outside of [-1, 1]; in place.
   arcsin_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arcsin_(ptc_tensor self);
/* Alias of asinh: inverse hyperbolic sine; in place.
   arcsinh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arcsinh_(ptc_tensor self);
/* Alias of atan2: the angle of the point (other, self), in (-pi, pi]; in place.
   arctan2_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctan2_(ptc_tensor self, ptc_tensor other);
/* Alias of atan: inverse tangent in radians; in place.
   arctan_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctan_(ptc_tensor self);
/* Alias of atanh: inverse hyperbolic tangent; NaN outside of [-1, 1]; in place.
   arctanh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctanh_(ptc_tensor self);
/* Alias of clamp: between min and max; either may be absent; in place.
   clip_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clip_(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max);
/* Alias of clamp: between min and max; either may be absent; in place.
   clip_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clip__Tensor(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max);
/* Alias of div: true division: integers give float; in place.
   divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide__Tensor(ptc_tensor self, ptc_tensor other);
/* Alias of div: true division: integers give float; in place.
   divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide__Scalar(ptc_tensor self, ptc_scalar other);
/* Alias of div: true division: integers give float; in place.
   divide_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide__Tensor_mode(ptc_tensor self, ptc_tensor other,
                                                PTC_OPTIONAL const char *rounding_mode);
/* Alias of div: true division: integers give float; in place.
   divide_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide__Scalar_mode(ptc_tensor self, ptc_scalar other,
                                                PTC_OPTIONAL const char *rounding_mode);
/* Alias of trunc: rounded towards 0; in place.
   fix_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fix_(ptc_tensor self);
/* Alias of gt: true where self > other, broadcast; in place.
   greater_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater__Scalar(ptc_tensor self, ptc_scalar other);
/* Alias of gt: true where self > other, broadcast; in place.
   greater_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater__Tensor(ptc_tensor self, ptc_tensor other);
/* Alias of ge: true where self >= other, broadcast; in place.
   greater_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_equal__Scalar(ptc_tensor self, ptc_scalar other);
/* Alias of ge: true where self >= other, broadcast; in place.
   greater_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_equal__Tensor(ptc_tensor self, ptc_tensor other);
/* Alias of lt: true where self < other, broadcast; in place.
   less_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less__Scalar(ptc_tensor self, ptc_scalar other);
/* Alias of lt: true where self < other, broadcast; in place.
   less_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less__Tensor(ptc_tensor self, ptc_tensor other);
/* Alias of le: true where self <= other, broadcast; in place.
   less_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_equal__Scalar(ptc_tensor self, ptc_scalar other);
/* Alias of le: true where self <= other, broadcast; in place.
   less_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_equal__Tensor(ptc_tensor self, ptc_tensor other);
/* Alias of mul: self * other, broadcast; in place.
   multiply_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multiply__Tensor(ptc_tensor self, ptc_tensor other);
/* Alias of mul: self * other, broadcast; in place.
   multiply_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multiply__Scalar(ptc_tensor self, ptc_scalar other);
/* Alias of neg: the negative: -x; in place.
   negative_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_negative_(ptc_tensor self);
/* Alias of ne: true where self != other, broadcast; in place.
   not_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_not_equal__Scalar(ptc_tensor self, ptc_scalar other);
/* Alias of ne: true where self != other, broadcast; in place.
   not_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_not_equal__Tensor(ptc_tensor self, ptc_tensor other);
/* Alias of sub: self - alpha * other, broadcast; in place.
   subtract_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_subtract__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha);
/* Alias of sub: self - alpha * other, broadcast; in place.
   subtract_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_subtract__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha);
/* Alias of transpose: a view with two dimensions exchanged; in place.
   swapaxes_(Tensor(a!) self, int axis0, int axis1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_swapaxes_(ptc_tensor self, int64_t axis0, int64_t axis1);
/* Alias of transpose: a view with two dimensions exchanged; in place.
   swapdims_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_swapdims_(ptc_tensor self, int64_t dim0, int64_t dim1);
/* Division like div, without rounding; in place.
   true_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_true_divide__Tensor(ptc_tensor self, ptc_tensor other);
/* Division like div, without rounding; in place.
   true_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_true_divide__Scalar(ptc_tensor self, ptc_scalar other);

/* ---- into given tensors: change `out` ---- */

/* Alias of abs: absolute value; magnitude of complex numbers; written into `out`.
   absolute.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_absolute_out(ptc_tensor self, ptc_tensor out);
/* Alias of acos: inverse cosine in radians; NaN outside of [-1, 1]; written into `out`.
   arccos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arccos_out(ptc_tensor self, ptc_tensor out);
/* Alias of acosh: inverse hyperbolic cosine; NaN below 1; written into `out`.
   arccosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arccosh_out(ptc_tensor self, ptc_tensor out);
/* Alias of asin: inverse sine in radians; NaN outside of [-1, 1]; written into `out`.
   arcsin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arcsin_out(ptc_tensor self, ptc_tensor out);
/* Alias of asinh: inverse hyperbolic sine; written into `out`.
   arcsinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arcsinh_out(ptc_tensor self, ptc_tensor out);
/* Alias of atan: inverse tangent in radians; written into `out`.
   arctan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctan_out(ptc_tensor self, ptc_tensor out);
/* Alias of atan2: the angle of the point (other, self), in (-pi, pi]; written into `out`.
   arctan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctan2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of atanh: inverse hyperbolic tangent; NaN outside of [-1, 1]; written into `out`.
   arctanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctanh_out(ptc_tensor self, ptc_tensor out);
/* Alias of clamp: between min and max; either may be absent; written into `out`.
   clip.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clip_out(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max,
                                     ptc_tensor out);
/* Alias of clamp: between min and max; either may be absent; written into `out`.
   clip.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clip_Tensor_out(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max,
                                            ptc_tensor out);
/* Alias of cat: joined along a dimension that exists; written into `out`.
   concat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_concat_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor out);
/* Alias of cat: joined along a dimension that exists; written into `out`.
   concatenate.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_concatenate_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim,
                                            ptc_tensor out);
/* Alias of div: true division: integers give float; written into `out`.
   divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of div: true division: integers give float; written into `out`.
   divide.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide_out_mode(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const char *rounding_mode,
                                            ptc_tensor out);
/* Alias of trunc: rounded towards 0; written into `out`.
   fix.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fix_out(ptc_tensor self, ptc_tensor out);
/* Alias of outer: (n) and (m): (n, m); written into `out`.
   ger.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ger_out(ptc_tensor self, ptc_tensor vec2, ptc_tensor out);
/* Alias of gt: true where self > other, broadcast; written into `out`.
   greater.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Alias of gt: true where self > other, broadcast; written into `out`.
   greater.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of ge: true where self >= other, broadcast; written into `out`.
   greater_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Alias of ge: true where self >= other, broadcast; written into `out`.
   greater_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of lt: true where self < other, broadcast; written into `out`.
   less.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Alias of lt: true where self < other, broadcast; written into `out`.
   less.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of le: true where self <= other, broadcast; written into `out`.
   less_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Alias of le: true where self <= other, broadcast; written into `out`.
   less_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of mul: self * other, broadcast; written into `out`.
   multiply.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multiply_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of neg: the negative: -x; written into `out`.
   negative.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_negative_out(ptc_tensor self, ptc_tensor out);
/* Alias of ne: true where self != other, broadcast; written into `out`.
   not_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_not_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Alias of ne: true where self != other, broadcast; written into `out`.
   not_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_not_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* start, start + step, … up to end, which is included: prefer arange; written into `out`.
   range.out_(Scalar start, Scalar end, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_range_out_(ptc_scalar start, ptc_scalar end, ptc_tensor out);
/* start, start + step, … up to end, which is included: prefer arange; written into `out`.
   range.out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_range_out(ptc_scalar start, ptc_scalar end, ptc_scalar step, ptc_tensor out);
/* Alias of vstack: joined along the first dimension; vectors become rows first; written into `out`.
   row_stack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_row_stack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out);
/* Alias of sub: self - alpha * other, broadcast; written into `out`.
   subtract.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_subtract_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out);
/* Division like div, without rounding; written into `out`.
   true_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_true_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);

PTC_END

#endif
