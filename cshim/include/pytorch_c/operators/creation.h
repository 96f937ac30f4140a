/* Creation: tensors from sizes, values and ranges; filling. */
#ifndef PYTORCH_C_CREATION_H
#define PYTORCH_C_CREATION_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* start, start + step, … before end, in one dimension.
   arange(Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_arange(ptc_scalar end, PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* start, start + step, … before end, in one dimension.
   arange.start(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_arange_start(ptc_scalar start, ptc_scalar end, PTC_OPTIONAL const ptc_options *options,
                                         PTC_OUT ptc_tensor *out);
/* Elements ceil((end - start) / step); step is not 0.
   arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_arange_start_step(ptc_scalar start, ptc_scalar end, ptc_scalar step,
                                              PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* real + i * imag, of two float tensors.
   complex(Tensor real, Tensor imag) -> Tensor */
PTC_NODISCARD ptc_error ptc_complex(ptc_tensor real, ptc_tensor imag, PTC_OUT ptc_tensor *out);
/* Memory as it is found: fill it before use.
   empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_empty_memory_format(const int64_t *size, int64_t size_len,
                                                PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                                PTC_OUT ptc_tensor *out);
/* Memory as it is found, in the shape, dtype and device of self unless said otherwise.
   empty_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None,
       MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_empty_like(ptc_tensor self, PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                       PTC_OUT ptc_tensor *out);
/* Uninitialised memory whose dimensions lie in the order of physical_layout.
   empty_permuted(SymInt[] size, int[] physical_layout, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_empty_permuted(const int64_t *size, int64_t size_len, const int64_t *physical_layout,
                                           int64_t physical_layout_len, PTC_OPTIONAL const ptc_options *options,
                                           PTC_OUT ptc_tensor *out);
/* Uninitialised memory with strides in elements.
   empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_empty_strided(const int64_t *size, int64_t size_len, const int64_t *stride,
                                          int64_t stride_len, PTC_OPTIONAL const ptc_options *options,
                                          PTC_OUT ptc_tensor *out);
/* Ones on the diagonal of (n, n).
   eye(SymInt n, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_eye(int64_t n, PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Ones on the diagonal of (n, m).
   eye.m(SymInt n, SymInt m, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_eye_m(int64_t n, int64_t m, PTC_OPTIONAL const ptc_options *options,
                                  PTC_OUT ptc_tensor *out);
/* A new tensor of the same shape with `value` everywhere.
   fill.Scalar(Tensor self, Scalar value) -> Tensor */
PTC_NODISCARD ptc_error ptc_fill_Scalar(ptc_tensor self, ptc_scalar value, PTC_OUT ptc_tensor *out);
/* A new tensor of the same shape with the 0-dim `value` everywhere.
   fill.Tensor(Tensor self, Tensor value) -> Tensor */
PTC_NODISCARD ptc_error ptc_fill_Tensor(ptc_tensor self, ptc_tensor value, PTC_OUT ptc_tensor *out);
/* The first `size` elements of a file, mapped into memory; changes are written back if `shared`.
   from_file(str filename, bool? shared=None, int? size=0, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_from_file(const char *filename, PTC_OPTIONAL const bool *shared,
                                      PTC_OPTIONAL const int64_t *size, PTC_OPTIONAL const ptc_options *options,
                                      PTC_OUT ptc_tensor *out);
/* Every element is `fill_value`; the dtype is the value's if unset.
   full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_full(const int64_t *size, int64_t size_len, ptc_scalar fill_value,
                                 PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Every element is `fill_value`, in the shape and dtype of self.
   full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_full_like(ptc_tensor self, ptc_scalar fill_value, PTC_OPTIONAL const ptc_options *options,
                                      int32_t memory_format, PTC_OUT ptc_tensor *out);
/* `steps` evenly spaced values from start to end, both included.
   linspace(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linspace(ptc_scalar start, ptc_scalar end, int64_t steps,
                                     PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* `steps` evenly spaced values from start to end, both included and 0-dim tensors.
   linspace.Tensor_Tensor(Tensor start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linspace_Tensor_Tensor(ptc_tensor start, ptc_tensor end, int64_t steps,
                                                   PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* `steps` evenly spaced values from start, a 0-dim tensor, to end, both included.
   linspace.Tensor_Scalar(Tensor start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linspace_Tensor_Scalar(ptc_tensor start, ptc_scalar end, int64_t steps,
                                                   PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* `steps` evenly spaced values from start to end, a 0-dim tensor, both included.
   linspace.Scalar_Tensor(Scalar start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linspace_Scalar_Tensor(ptc_scalar start, ptc_tensor end, int64_t steps,
                                                   PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* base to the power of linspace(start, end, steps).
   logspace(Scalar start, Scalar end, int steps, float base=10.0, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_logspace(ptc_scalar start, ptc_scalar end, int64_t steps, double base,
                                     PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* base to the power of linspace(start, end, steps).
   logspace.Tensor_Tensor(Tensor start, Tensor end, int steps, float base=10.0, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_logspace_Tensor_Tensor(ptc_tensor start, ptc_tensor end, int64_t steps, double base,
                                                   PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* base to the power of linspace(start, end, steps).
   logspace.Tensor_Scalar(Tensor start, Scalar end, int steps, float base=10.0, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_logspace_Tensor_Scalar(ptc_tensor start, ptc_scalar end, int64_t steps, double base,
                                                   PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* base to the power of linspace(start, end, steps).
   logspace.Scalar_Tensor(Scalar start, Tensor end, int steps, float base=10.0, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_logspace_Scalar_Tensor(ptc_scalar start, ptc_tensor end, int64_t steps, double base,
                                                   PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Uninitialised memory in the dtype and on the device of self.
   new_empty(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_new_empty(ptc_tensor self, const int64_t *size, int64_t size_len,
                                      PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* empty_strided in the dtype and on the device of self.
   new_empty_strided(Tensor self, SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_new_empty_strided(ptc_tensor self, const int64_t *size, int64_t size_len,
                                              const int64_t *stride, int64_t stride_len,
                                              PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* full in the dtype and on the device of self.
   new_full(Tensor self, SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_new_full(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_scalar fill_value,
                                     PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* ones in the dtype and on the device of self.
   new_ones(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_new_ones(ptc_tensor self, const int64_t *size, int64_t size_len,
                                     PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* zeros in the dtype and on the device of self.
   new_zeros(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_new_zeros(ptc_tensor self, const int64_t *size, int64_t size_len,
                                      PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Every element is 1.
   ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_ones(const int64_t *size, int64_t size_len, PTC_OPTIONAL const ptc_options *options,
                                 PTC_OUT ptc_tensor *out);
/* Every element is 1, in the shape and dtype of self.
   ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None,
       MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_ones_like(ptc_tensor self, PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                      PTC_OUT ptc_tensor *out);
/* abs * exp(i * angle), of two float tensors.
   polar(Tensor abs, Tensor angle) -> Tensor */
PTC_NODISCARD ptc_error ptc_polar(ptc_tensor abs, ptc_tensor angle, PTC_OUT ptc_tensor *out);
/* A 0-dim tensor.
   scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_scalar_tensor(ptc_scalar s, PTC_OPTIONAL const ptc_options *options,
                                          PTC_OUT ptc_tensor *out);
/* Row and column numbers of a lower triangle: (2, count).
   tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_tril_indices(int64_t row, int64_t col, int64_t offset,
                                         PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Row and column numbers of an upper triangle: (2, count).
   triu_indices(int row, int col, int offset=0, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_triu_indices(int64_t row, int64_t col, int64_t offset,
                                         PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Every element is 0.
   zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_zeros(const int64_t *size, int64_t size_len, PTC_OPTIONAL const ptc_options *options,
                                  PTC_OUT ptc_tensor *out);
/* Every element is 0, in the shape and dtype of self.
   zeros_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None,
       MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_zeros_like(ptc_tensor self, PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                       PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Every element becomes `value`.
   fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fill__Scalar(ptc_tensor self, ptc_scalar value);
/* A new tensor of the same shape with the 0-dim `value` everywhere; in place.
   fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fill__Tensor(ptc_tensor self, ptc_tensor value);
/* Every element becomes 0.
   zero_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_zero_(ptc_tensor self);

/* ---- into given tensors: change `out` ---- */

/* start, start + step, … before end, in one dimension; written into `out`.
   arange.out(Scalar end, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arange_out(ptc_scalar end, ptc_tensor out);
/* Elements ceil((end - start) / step); step is not 0; written into `out`.
   arange.start_out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arange_start_out(ptc_scalar start, ptc_scalar end, ptc_scalar step, ptc_tensor out);
/* real + i * imag, of two float tensors; written into `out`.
   complex.out(Tensor real, Tensor imag, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_complex_out(ptc_tensor real, ptc_tensor imag, ptc_tensor out);
/* Memory as it is found: fill it before use; written into `out`.
   empty.out(SymInt[] size, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_empty_out(const int64_t *size, int64_t size_len, int32_t memory_format, ptc_tensor out);
/* Ones on the diagonal of (n, n); written into `out`.
   eye.out(SymInt n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_eye_out(int64_t n, ptc_tensor out);
/* Ones on the diagonal of (n, m); written into `out`.
   eye.m_out(SymInt n, SymInt m, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_eye_m_out(int64_t n, int64_t m, ptc_tensor out);
/* Every element is `fill_value`; the dtype is the value's if unset; written into `out`.
   full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_full_out(const int64_t *size, int64_t size_len, ptc_scalar fill_value, ptc_tensor out);
/* `steps` evenly spaced values from start to end, both included; written into `out`.
   linspace.out(Scalar start, Scalar end, int steps, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linspace_out(ptc_scalar start, ptc_scalar end, int64_t steps, ptc_tensor out);
/* `steps` evenly spaced values from start to end, both included and 0-dim tensors; written into `out`.
   linspace.Tensor_Tensor_out(Tensor start, Tensor end, int steps, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linspace_Tensor_Tensor_out(ptc_tensor start, ptc_tensor end, int64_t steps, ptc_tensor out);
/* `steps` evenly spaced values from start, a 0-dim tensor, to end, both included; written into `out`.
   linspace.Tensor_Scalar_out(Tensor start, Scalar end, int steps, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linspace_Tensor_Scalar_out(ptc_tensor start, ptc_scalar end, int64_t steps, ptc_tensor out);
/* `steps` evenly spaced values from start to end, a 0-dim tensor, both included; written into `out`.
   linspace.Scalar_Tensor_out(Scalar start, Tensor end, int steps, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linspace_Scalar_Tensor_out(ptc_scalar start, ptc_tensor end, int64_t steps, ptc_tensor out);
/* base to the power of linspace(start, end, steps); written into `out`.
   logspace.out(Scalar start, Scalar end, int steps, float base=10.0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logspace_out(ptc_scalar start, ptc_scalar end, int64_t steps, double base, ptc_tensor out);
/* base to the power of linspace(start, end, steps); written into `out`.
   logspace.Tensor_Tensor_out(Tensor start, Tensor end, int steps, float base=10.0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logspace_Tensor_Tensor_out(ptc_tensor start, ptc_tensor end, int64_t steps, double base,
                                                       ptc_tensor out);
/* base to the power of linspace(start, end, steps); written into `out`.
   logspace.Tensor_Scalar_out(Tensor start, Scalar end, int steps, float base=10.0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logspace_Tensor_Scalar_out(ptc_tensor start, ptc_scalar end, int64_t steps, double base,
                                                       ptc_tensor out);
/* base to the power of linspace(start, end, steps); written into `out`.
   logspace.Scalar_Tensor_out(Scalar start, Tensor end, int steps, float base=10.0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logspace_Scalar_Tensor_out(ptc_scalar start, ptc_tensor end, int64_t steps, double base,
                                                       ptc_tensor out);
/* Every element is 1; written into `out`.
   ones.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ones_out(const int64_t *size, int64_t size_len, ptc_tensor out);
/* abs * exp(i * angle), of two float tensors; written into `out`.
   polar.out(Tensor abs, Tensor angle, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_polar_out(ptc_tensor abs, ptc_tensor angle, ptc_tensor out);
/* Every element is 0; written into `out`.
   zeros.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_zeros_out(const int64_t *size, int64_t size_len, ptc_tensor out);

PTC_END

#endif
