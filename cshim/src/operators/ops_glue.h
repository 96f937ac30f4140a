// The words of the operators.  An operator's function is one expression:
//
//   ptc_error ptc_mm(ptc_tensor self, ptc_tensor mat2, ptc_tensor *out) {
//     return guard(out, [&] { put(out, at::mm(get(self), get(mat2))); });
//   }
//
//   get(x)                 the tensor of a handle, which must not be NULL
//   into(x)                that of an `out`, whose elements must not share memory
//   resized(x)             that of one that gets other sizes or another memory
//   opt(x)                 the value, or nullopt where x is NULL or unset
//   list(x), optlist(x)    Tensor[] and Tensor?[] from x and x_len
//   ints, floats, scalars(x), bools(x, n)   the list at x of x_len; n of them
//   optints, optfloats(x)  the list, nullopt where x is NULL
//   opts(options)          the TensorOptions of a factory; Factory quick; before its call
//   scalar, dtypeof, format, chars, generator(x), optscalar, optdtype, optformat, …
//
// Words that name their argument in an error are macros, which is why only the
// sources of operators include this file, after all headers of libtorch's.
#pragma once

#include "core/glue.h"

#define get(x) ::ptc::tensor_of(x, #x)
#define into(x) ::ptc::output_of(x, #x)
#define resized(x) ::ptc::resized_of(x, #x)
#define list(x) ::ptc::tensors_of(x, x##_len, #x)
#define optlist(x) ::ptc::optional_tensors(x, x##_len, #x)
#define ints(x) ::ptc::array<int64_t>(x, x##_len, #x)
#define floats(x) ::ptc::array<double>(x, x##_len, #x)
#define optints(x) ::ptc::optional_array<at::OptionalIntArrayRef>(x, x##_len, #x)
#define optfloats(x) ::ptc::optional_array<std::optional<c10::ArrayRef<double>>>(x, x##_len, #x)
#define bools(x, n) ::ptc::flags<n>(x, x##_len, #x)
#define scalars(x) ::ptc::scalar_list(x, x##_len, #x)
#define scalar(x) ::ptc::number(x, #x)
#define dtypeof(x) ::ptc::dtype_of(x, #x)
#define format(x) ::ptc::format_of(x, #x)
#define chars(x) ::ptc::text_of(x, #x)
#define generator(x) ::ptc::generator_of(x, #x)

namespace ptc {

// A factory has nothing to record: its operators skip autograd, as torch's do.
using Factory = at::AutoDispatchBelowADInplaceOrView;

} // namespace ptc

// Functions of the most frequent shapes: NAME(self) -> out, NAME_(self), NAME(self) into out.
#define UNARY(name, expression) \
  ptc_error name(ptc_tensor self, ptc_tensor *out) { \
    return guard(out, [&] { put(out, expression(get(self))); }); \
  }
#define UNARY_(name, expression) \
  ptc_error name(ptc_tensor self) { \
    return guard([&] { expression(get(self)); }); \
  }
#define UNARY_OUT(name, expression) \
  ptc_error name(ptc_tensor self, ptc_tensor out) { \
    return guard([&] { expression(into(out), get(self)); }); \
  }
