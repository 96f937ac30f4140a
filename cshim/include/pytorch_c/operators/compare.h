/* Comparison, tests, sorting, searching. */
#ifndef PYTORCH_C_COMPARE_H
#define PYTORCH_C_COMPARE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* All of |self - other| <= atol + rtol * |other|.
   allclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> bool */
PTC_NODISCARD ptc_error ptc_allclose(ptc_tensor self, ptc_tensor other, double rtol, double atol, bool equal_nan,
                                     PTC_OUT bool *out);
/* The indices that would sort along `dim`.
   argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_argsort(ptc_tensor self, int64_t dim, bool descending, PTC_OUT ptc_tensor *out);
/* The indices that would sort along `dim`; equal elements keep their order if `stable`.
   argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_argsort_stable(ptc_tensor self, bool stable, int64_t dim, bool descending,
                                           PTC_OUT ptc_tensor *out);
/* Between which two boundaries each element falls: the index of the upper one.
   bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_bucketize_Tensor(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right,
                                             PTC_OUT ptc_tensor *out);
/* Between which two boundaries the number falls: the index of the upper one.
   bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_bucketize_Scalar(ptc_scalar self, ptc_tensor boundaries, bool out_int32, bool right,
                                             PTC_OUT ptc_tensor *out);
/* True where self == other, broadcast.
   eq.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_eq_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* True where self == other, broadcast.
   eq.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_eq_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Same shape and same values.
   equal(Tensor self, Tensor other) -> bool */
PTC_NODISCARD ptc_error ptc_equal(ptc_tensor self, ptc_tensor other, PTC_OUT bool *out);
/* The larger of the two; a number wins over NaN.
   fmax(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_fmax(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* The smaller of the two; a number wins over NaN.
   fmin(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_fmin(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* True where self >= other, broadcast.
   ge.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_ge_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* True where self >= other, broadcast.
   ge.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_ge_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* True where self > other, broadcast.
   gt.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_gt_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* True where self > other, broadcast.
   gt.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_gt_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* True if the only element is not 0.
   is_nonzero(Tensor self) -> bool */
PTC_NODISCARD ptc_error ptc_is_nonzero(ptc_tensor self, PTC_OUT bool *out);
/* True where |self - other| <= atol + rtol * |other|, for each element.
   isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_isclose(ptc_tensor self, ptc_tensor other, double rtol, double atol, bool equal_nan,
                                    PTC_OUT ptc_tensor *out);
/* True where an element is neither infinite nor NaN.
   isfinite(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_isfinite(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True where an element is one of test_elements.
   isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False,
       bool invert=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_isin_Tensor_Tensor(ptc_tensor elements, ptc_tensor test_elements, bool assume_unique,
                                               bool invert, PTC_OUT ptc_tensor *out);
/* True where an element equals `test_element`.
   isin.Tensor_Scalar(Tensor elements, Scalar test_element, *, bool assume_unique=False, bool invert=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_isin_Tensor_Scalar(ptc_tensor elements, ptc_scalar test_element, bool assume_unique,
                                               bool invert, PTC_OUT ptc_tensor *out);
/* True if the number is one of `test_elements`.
   isin.Scalar_Tensor(Scalar element, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_isin_Scalar_Tensor(ptc_scalar element, ptc_tensor test_elements, bool assume_unique,
                                               bool invert, PTC_OUT ptc_tensor *out);
/* True where an element is infinite.
   isinf(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_isinf(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True where an element is NaN.
   isnan(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_isnan(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True where an element is -inf.
   isneginf(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_isneginf(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True where an element is +inf.
   isposinf(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_isposinf(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True where an element has no imaginary part.
   isreal(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_isreal(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The k-th smallest along `dim`, and where it is.
   kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_kthvalue(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, PTC_OUT ptc_tensor *values,
                                     PTC_OUT ptc_tensor *indices);
/* True where self <= other, broadcast.
   le.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_le_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* True where self <= other, broadcast.
   le.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_le_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* True where self < other, broadcast.
   lt.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_lt_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* True where self < other, broadcast.
   lt.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_lt_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* The larger of the two; NaN wins.
   maximum(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_maximum(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* The smaller of the two; NaN wins.
   minimum(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_minimum(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Sorted along the first dimension.
   msort(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_msort(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True where self != other, broadcast.
   ne.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_ne_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* True where self != other, broadcast.
   ne.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_ne_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Where each element would go in a sorted sequence along the last dimension.
   searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None,
       Tensor? sorter=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_searchsorted_Tensor(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32, bool right,
                                                PTC_OPTIONAL const char *side, PTC_OPTIONAL ptc_tensor sorter,
                                                PTC_OUT ptc_tensor *out);
/* Where the number would go in a sorted sequence along the last dimension.
   searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? side=None,
       Tensor? sorter=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_searchsorted_Scalar(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32, bool right,
                                                PTC_OPTIONAL const char *side, PTC_OPTIONAL ptc_tensor sorter,
                                                PTC_OUT ptc_tensor *out);
/* Sorted along `dim`, and where each element came from.
   sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_sort(ptc_tensor self, int64_t dim, bool descending, PTC_OUT ptc_tensor *values,
                                 PTC_OUT ptc_tensor *indices);
/* Sorted along `dim`, and where each element came from; equal elements keep their order if `stable`.
   sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_sort_stable(ptc_tensor self, PTC_OPTIONAL const bool *stable, int64_t dim, bool descending,
                                        PTC_OUT ptc_tensor *values, PTC_OUT ptc_tensor *indices);
/* The k largest along `dim` (smallest if not `largest`), and where they are: of size k there.
   topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_topk(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted,
                                 PTC_OUT ptc_tensor *values, PTC_OUT ptc_tensor *indices);

/* ---- in place: change `self` ---- */

/* True where self == other, broadcast; in place.
   eq_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_eq__Scalar(ptc_tensor self, ptc_scalar other);
/* True where self == other, broadcast; in place.
   eq_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_eq__Tensor(ptc_tensor self, ptc_tensor other);
/* True where self >= other, broadcast; in place.
   ge_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ge__Scalar(ptc_tensor self, ptc_scalar other);
/* True where self >= other, broadcast; in place.
   ge_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ge__Tensor(ptc_tensor self, ptc_tensor other);
/* True where self > other, broadcast; in place.
   gt_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gt__Scalar(ptc_tensor self, ptc_scalar other);
/* True where self > other, broadcast; in place.
   gt_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gt__Tensor(ptc_tensor self, ptc_tensor other);
/* True where self <= other, broadcast; in place.
   le_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_le__Scalar(ptc_tensor self, ptc_scalar other);
/* True where self <= other, broadcast; in place.
   le_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_le__Tensor(ptc_tensor self, ptc_tensor other);
/* True where self < other, broadcast; in place.
   lt_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lt__Scalar(ptc_tensor self, ptc_scalar other);
/* True where self < other, broadcast; in place.
   lt_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lt__Tensor(ptc_tensor self, ptc_tensor other);
/* True where self != other, broadcast; in place.
   ne_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ne__Scalar(ptc_tensor self, ptc_scalar other);
/* True where self != other, broadcast; in place.
   ne_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ne__Tensor(ptc_tensor self, ptc_tensor other);

/* ---- into given tensors: change `out` ---- */

/* The indices that would sort along `dim`; equal elements keep their order if `stable`; written into `out`.
   argsort.stable_out(Tensor self, *, bool stable, int dim=-1, bool descending=False, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_argsort_stable_out(ptc_tensor self, bool stable, int64_t dim, bool descending,
                                               ptc_tensor out);
/* Between which two boundaries each element falls: the index of the upper one; written into `out`.
   bucketize.Tensor_out(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bucketize_Tensor_out(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right,
                                                 ptc_tensor out);
/* True where self == other, broadcast; written into `out`.
   eq.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_eq_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* True where self == other, broadcast; written into `out`.
   eq.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_eq_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* The larger of the two; a number wins over NaN; written into `out`.
   fmax.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fmax_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* The smaller of the two; a number wins over NaN; written into `out`.
   fmin.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fmin_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* True where self >= other, broadcast; written into `out`.
   ge.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ge_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* True where self >= other, broadcast; written into `out`.
   ge.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ge_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* True where self > other, broadcast; written into `out`.
   gt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gt_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* True where self > other, broadcast; written into `out`.
   gt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gt_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* True where an element is one of test_elements; written into `out`.
   isin.Tensor_Tensor_out(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_isin_Tensor_Tensor_out(ptc_tensor elements, ptc_tensor test_elements, bool assume_unique,
                                                   bool invert, ptc_tensor out);
/* True where an element equals `test_element`; written into `out`.
   isin.Tensor_Scalar_out(Tensor elements, Scalar test_element, *, bool assume_unique=False, bool invert=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_isin_Tensor_Scalar_out(ptc_tensor elements, ptc_scalar test_element, bool assume_unique,
                                                   bool invert, ptc_tensor out);
/* True if the number is one of `test_elements`; written into `out`.
   isin.Scalar_Tensor_out(Scalar element, Tensor test_elements, *, bool assume_unique=False, bool invert=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_isin_Scalar_Tensor_out(ptc_scalar element, ptc_tensor test_elements, bool assume_unique,
                                                   bool invert, ptc_tensor out);
/* True where an element is -inf; written into `out`.
   isneginf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_isneginf_out(ptc_tensor self, ptc_tensor out);
/* True where an element is +inf; written into `out`.
   isposinf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_isposinf_out(ptc_tensor self, ptc_tensor out);
/* The k-th smallest along `dim`, and where it is; written into `values` and `indices`.
   kthvalue.values(Tensor self, SymInt k, int dim=-1, bool keepdim=False, *, Tensor(a!) values,
       Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_kthvalue_values(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, ptc_tensor values,
                                            ptc_tensor indices);
/* True where self <= other, broadcast; written into `out`.
   le.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_le_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* True where self <= other, broadcast; written into `out`.
   le.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_le_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* True where self < other, broadcast; written into `out`.
   lt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lt_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* True where self < other, broadcast; written into `out`.
   lt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lt_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* The larger of the two; NaN wins; written into `out`.
   maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_maximum_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* The smaller of the two; NaN wins; written into `out`.
   minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_minimum_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Sorted along the first dimension; written into `out`.
   msort.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_msort_out(ptc_tensor self, ptc_tensor out);
/* True where self != other, broadcast; written into `out`.
   ne.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ne_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* True where self != other, broadcast; written into `out`.
   ne.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ne_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Where each element would go in a sorted sequence along the last dimension; written into `out`.
   searchsorted.Tensor_out(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False,
       str? side=None, Tensor? sorter=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_searchsorted_Tensor_out(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32,
                                                    bool right, PTC_OPTIONAL const char *side,
                                                    PTC_OPTIONAL ptc_tensor sorter, ptc_tensor out);
/* Where the number would go in a sorted sequence along the last dimension; written into `out`.
   searchsorted.Scalar_out(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False,
       str? side=None, Tensor? sorter=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_searchsorted_Scalar_out(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32,
                                                    bool right, PTC_OPTIONAL const char *side,
                                                    PTC_OPTIONAL ptc_tensor sorter, ptc_tensor out);
/* Sorted along `dim`, and where each element came from; written into `values` and `indices`.
   sort.values(Tensor self, int dim=-1, bool descending=False, *, Tensor(a!) values,
       Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_sort_values(ptc_tensor self, int64_t dim, bool descending, ptc_tensor values,
                                        ptc_tensor indices);
/* Sorted along `dim`, and where each element came from; equal elements keep their order if `stable`; written into
   `values` and `indices`.
   sort.values_stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False, Tensor(a!) values,
       Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_sort_values_stable(ptc_tensor self, PTC_OPTIONAL const bool *stable, int64_t dim,
                                               bool descending, ptc_tensor values, ptc_tensor indices);
/* The k largest along `dim` (smallest if not `largest`), and where they are: of size k there; written into `values` and
   `indices`.
   topk.values(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True, *, Tensor(a!) values,
       Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_topk_values(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted,
                                        ptc_tensor values, ptc_tensor indices);

PTC_END

#endif
