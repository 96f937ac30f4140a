// The vocabulary of the wrappers.  A wrapper is one expression:
//
//   const char *ptc_mm(ptc_tensor self, ptc_tensor mat2, ptc_tensor *out) {
//     return guard([&] { put(out, at::mm(get(self), get(mat2))); }, out);
//   }
//
//   guard(body, outputs…)  runs the body; an exception becomes an error, and
//                          then every output is NULL or 0.  A body that found
//                          no memory runs once more if it makes tensors; others
//                          change their arguments, which is not repeated.  What
//                          a failure leaves beyond its memory is put back
//   get(handle)            the tensor of a handle, which must not be NULL
//   opt(x)                 the value, or nullopt where x is NULL or unset
//   list(x), optlist(x)    Tensor[] and Tensor?[] from x and x_len
//   ints, floats, bools, scalars(x)   the list at x of x_len
//   optints, optfloats(x)  the same, nullopt where x is NULL
//   opts(options)          the TensorOptions of a factory; Factory quick; before its call
//   scalar, optscalar, dtypeof, optdtype, device, format, optformat, chars, …
//   put(out, result)       hands a result to the caller
#pragma once

#include <pytorch_c/error.h>
#include <pytorch_c/types.h>

#include "given.h"

#include <ATen/core/Generator.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>
#include <c10/core/TensorOptions.h>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

// What a ptc_tensor points at: the at::Tensor comes first, as in GoTorch.
struct ptc_tensor_s {
  at::Tensor tensor;
  int64_t bytes;
  int32_t slot;
  ptc_mark mark;
  ptc_tensor next; // put aside by ptc_tensor_close_later
};
struct ptc_tensor_list_s {
  std::vector<at::Tensor> tensors;
};
struct ptc_generator_s {
  at::Generator generator;
};

namespace ptc {

// ---- errors ----

// An error of our own, with its kind.
struct Failure {
  int32_t kind;
  std::string message;
};
[[noreturn]] void fail(int32_t kind, std::string message);
// The error for the exception that is being handled.  Never throws.
const char *current_error(const char *function) noexcept;
// The same error with more to say; on failure itself.
const char *extend_error(const char *error, const std::string &more) noexcept;

template <class T> void clear(T *out) noexcept {
  if (out) *out = T();
}
// The same for what a body had made before it failed.
template <class T> void drop(T *out) noexcept { clear(out); }
void drop(ptc_tensor *out) noexcept;
void drop(ptc_tensor_list *out) noexcept;
template <class T> constexpr bool makes = std::is_same_v<T, ptc_tensor> || std::is_same_v<T, ptc_tensor_list>;

// Handles that wait to be closed, and closes them (memory.cc).
extern std::atomic<ptc_tensor> put_aside;
void close_put_aside() noexcept;
// After a try that failed, or succeeded after a `first` failure: whether to try
// again, with what the host let go of.  What is left in `error` is returned.
bool try_again(const char *&first, const char *&error, bool repeatable) noexcept;

// The only try and catch of the library.  `function` is the wrapper's name.
template <class Body, class... Out>
const char *guard_as(const char *function, Body &&body, Out *...out) noexcept {
  const char *first = nullptr, *error;
  Given given(!(makes<Out> || ...));
  if (put_aside.load(std::memory_order_relaxed)) [[unlikely]] close_put_aside();
  do {
    (clear(out), ...);
    given.forget();
    error = nullptr;
    try {
      if (((out == nullptr) || ...)) fail(PTC_ERROR_VALUE, "an output pointer is NULL");
      body();
    } catch (...) {
      error = current_error(function);
      given.mend();
      (drop(out), ...);
    }
  } while ((error || first) && try_again(first, error, (makes<Out> || ...)));
  return error;
}
#define guard(...) ::ptc::guard_as(__func__, __VA_ARGS__)

// ---- inputs ----

at::Tensor &tensor(ptc_tensor handle, const char *name);
std::optional<at::Tensor> opt(ptc_tensor handle);
std::vector<at::Tensor> tensors(const ptc_tensor *handles, int64_t length, const char *name);
c10::List<std::optional<at::Tensor>> optional_tensors(const ptc_tensor *handles, int64_t length, const char *name);
void check_list(const void *data, int64_t length, const char *name);

template <class T> c10::ArrayRef<T> array(const T *data, int64_t length, const char *name) {
  check_list(data, length, name);
  return {data, static_cast<size_t>(length)};
}
template <class Optional, class T> Optional optional_array(const T *data, int64_t length, const char *name) {
  if (!data && !length) return std::nullopt;
  return Optional(array(data, length, name));
}
template <size_t N> std::array<bool, N> flags(const bool *data, int64_t length, const char *name) {
  check_list(data, length, name);
  if (length != N) fail(PTC_ERROR_VALUE, std::string(name) + ": " + std::to_string(N) + " flags are needed");
  std::array<bool, N> out{};
  std::copy(data, data + N, out.begin());
  return out;
}
std::vector<at::Scalar> scalar_list(const ptc_scalar *data, int64_t length, const char *name);
at::Scalar number(ptc_scalar value, const char *name);
std::optional<at::Scalar> optscalar(ptc_scalar value);

inline std::optional<int64_t> opt(const int64_t *x) { return x ? std::optional(*x) : std::nullopt; }
inline std::optional<double> opt(const double *x) { return x ? std::optional(*x) : std::nullopt; }
inline std::optional<bool> opt(const bool *x) { return x ? std::optional(*x) : std::nullopt; }
std::string_view text(const char *x, const char *name);
inline std::optional<std::string_view> opt(const char *x) { return x ? std::optional<std::string_view>(x) : std::nullopt; }
at::Generator generator_of(ptc_generator handle, const char *name);
std::optional<at::Generator> opt(ptc_generator handle);

at::ScalarType dtype_of(int32_t code, const char *name);
std::optional<at::ScalarType> optdtype(int32_t code);
std::optional<at::Layout> optlayout(int32_t code);
std::optional<at::MemoryFormat> optformat(int32_t code);
at::MemoryFormat format_of(int32_t code, const char *name);
at::Device device(int32_t type, int32_t index);
std::optional<at::Device> optdevice(int32_t type, int32_t index);
// Everything but requires_grad, which `put(out, result, options)` sets.
at::TensorOptions opts(const ptc_options &o);
// The same, with a dtype for where none is set.
at::TensorOptions opts(const ptc_options &o, at::ScalarType otherwise);

#define get(x) ::ptc::tensor(x, #x)
#define list(x) ::ptc::tensors(x, x##_len, #x)
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
#define chars(x) ::ptc::text(x, #x)
#define generator(x) ::ptc::generator_of(x, #x)

// A factory has nothing to record: its operators skip autograd, as torch's do.
using Factory = at::AutoDispatchBelowADInplaceOrView;

// ---- outputs ----

// A new handle, or NULL for an undefined tensor.
ptc_tensor handle(at::Tensor tensor);
const char *new_string(const std::string &text);
ptc_scalar number(const at::Scalar &value);

inline void put(ptc_tensor *out, at::Tensor result) { *out = handle(std::move(result)); }
void put(ptc_tensor *out, at::Tensor result, const ptc_options &o);
void put(ptc_tensor_list *out, std::vector<at::Tensor> result);
inline void put(bool *out, bool result) { *out = result; }
inline void put(int64_t *out, int64_t result) { *out = result; }
inline void put(double *out, double result) { *out = result; }
inline void put(int32_t *out, at::ScalarType result) { *out = static_cast<int32_t>(result); }
inline void put(int32_t *out, at::QScheme result) { *out = static_cast<int32_t>(result); }
inline void put(ptc_scalar *out, const at::Scalar &result) { *out = number(result); }
inline void put(const char **out, const std::string &result) { *out = new_string(result); }

// Several results: put(std::tie(a, b), at::op(…)).  Where a handle cannot be
// made, guard closes those before it.
template <class... Out, class... Result, size_t... I>
void put_each(std::tuple<Out *&...> out, std::tuple<Result...> &&result, std::index_sequence<I...>) {
  (put(std::get<I>(out), std::move(std::get<I>(result))), ...);
}
template <class... Out, class... Result>
void put(std::tuple<Out *&...> out, std::tuple<Result...> &&result) {
  put_each(out, std::move(result), std::index_sequence_for<Out...>{});
}

// Handles of every kind, for ptc_live_handles.
void count_handle(int64_t change) noexcept;

} // namespace ptc

using namespace ptc; // every file that includes this is a file of wrappers
