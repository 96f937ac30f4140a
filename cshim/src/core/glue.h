// Words of every source: handles, errors, and C values as libtorch's
// and back.  A function of the library is one expression:
//
//   ptc_error ptc_tensor_data(ptc_tensor self, ptc_tensor *out) {
//     return guard(out, [&] { put(out, tensor_of(self).variable_data()); });
//   }
//
//   guard(outputs, body)  runs the body; an exception becomes an error, and
//                         then every output is NULL or 0.  Several outputs
//                         stand in a std::tie; without any it is guard(body).
//                         A body that found no memory runs once more if it
//                         makes tensors; others change their arguments, which
//                         is not repeated.  What a failure leaves beyond its
//                         memory is put back (given.h)
//   tensor_of(handle)     the tensor of a handle, which must not be NULL
//   opt(x)                the value, or nullopt where x is NULL
//   put(out, result)      hands a result to the caller
//
// Operators have shorter words for their arguments, in ops_glue.h.
#pragma once

#include <pytorch_c/core/error.h>
#include <pytorch_c/types.h>

#include "core/given.h"
#include "core/libtorch_core.h"

// Target of a ptc_tensor: the at::Tensor comes first, as in GoTorch.
struct ptc_tensor_s {
  at::Tensor tensor;
  int64_t bytes : 56; // at most most_bytes
  int64_t slot : 8;
  union {
    ptc_mark mark;
    ptc_tensor next; // put aside by ptc_tensor_close_later
  };
  static constexpr int64_t most_bytes = (int64_t{1} << 55) - 1;
};
static_assert(sizeof(ptc_tensor_s) == 24); // malloc gives 24 bytes, or 40
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
ptc_error current_error(const char *function) noexcept;
// `error` with more to say; where that fails, `error` itself.
ptc_error extend_error(ptc_error error, const std::string &more) noexcept;

// An output as it is before a body runs.
template <class T> void clear(T *out) noexcept {
  if (out) *out = T();
}
// Clears an output, and closes what the body had put there before it failed.
template <class T> void drop(T *out) noexcept { clear(out); }
void drop(ptc_tensor *out) noexcept;
void drop(ptc_tensor_list *out) noexcept;
template <class T> constexpr bool makes = std::is_same_v<T, ptc_tensor> || std::is_same_v<T, ptc_tensor_list>;

// The outputs of a function.
template <class... Out> struct Outputs {
  std::tuple<Out *...> each;

  static constexpr bool repeatable = (makes<Out> || ...);
  void clear() const noexcept {
    std::apply([](Out *...out) { (ptc::clear(out), ...); }, each);
  }
  void drop() const noexcept {
    std::apply([](Out *...out) { (ptc::drop(out), ...); }, each);
  }
  bool lack() const noexcept {
    return std::apply([](Out *...out) { return ((out == nullptr) || ...); }, each);
  }
};

// Handles that wait to be closed; not NULL either where every call is refused.
extern std::atomic<ptc_tensor> put_aside;
// Closes them, or gives the error with which calls are refused (memory.cc).
ptc_error before_call() noexcept;
// The error with which every call is refused where the running libtorch is of another minor version than the one built
// against: its functions have other symbols and other arguments.  NULL where it is not (version.cc).
ptc_error refusal() noexcept;
extern bool libtorch_is_other;
// After a try that failed, or succeeded after a `first` failure: whether to try
// again, with what the host let go of.  What is left in `error` is returned.
bool try_again(ptc_error &first, ptc_error &error, bool repeatable) noexcept;

// Effects of a function on the tensors that it is given, which decide what is noted of them (given.h).
enum class May { read, resize_outputs, change_all };
template <May may> using Notes = std::conditional_t<may == May::read, Unnoted, Given>;

// A body behind a pointer: what stands around it is compiled once for all functions with the same outputs.
class Thunk {
public:
  template <class Body> explicit Thunk(Body &of) : call([](void *own) { (*static_cast<Body *>(own))(); }), body(&of) {}
  void operator()() const { call(body); }

private:
  void (*call)(void *);
  void *body;
};
// A reader's body stands in its function, since an indirect call would take a tenth of its time.
template <May may, class Body> using Called = std::conditional_t<may == May::read, Body &, Thunk>;

// The only try and catch of the library.  `function` is the name of the caller.
template <May may, class Body, class... Out>
ptc_error run(Outputs<Out...> outputs, Body body, const char *function) noexcept {
  ptc_error first = nullptr, error;
  Notes<may> given(may == May::change_all);
  if (put_aside.load(std::memory_order_relaxed)) [[unlikely]]
    if (ptc_error refused = before_call()) {
      outputs.clear();
      return refused;
    }
  do {
    outputs.clear();
    error = nullptr;
    given.forget();
    try {
      if (outputs.lack()) [[unlikely]]
        fail(PTC_ERROR_VALUE, "an output pointer is NULL");
      body();
      given.check_outputs();
    } catch (...) {
      error = current_error(function);
      given.mend();
      outputs.drop();
    }
  } while ((error || first) && try_again(first, error, outputs.repeatable));
  return error;
}
// A function that gives tensors may resize its outputs, one that gives nothing changes its arguments, others only read.
template <class... Out>
constexpr May may_do = Outputs<Out...>::repeatable ? May::resize_outputs
                       : sizeof...(Out)            ? May::read
                                                   : May::change_all;

template <May may, class Body, class... Out>
ptc_error run_body(Outputs<Out...> outputs, Body &body, const char *function) noexcept {
  using How = Called<may, Body>;
  return run<may, How>(outputs, How(body), function);
}

template <class Body, class... Out>
ptc_error guard(std::tuple<Out *&...> out, Body &&body, const char *function = __builtin_FUNCTION()) noexcept {
  return run_body<may_do<Out...>>(Outputs<Out...>{out}, body, function);
}
template <class Out, class Body>
ptc_error guard(Out *out, Body &&body, const char *function = __builtin_FUNCTION()) noexcept {
  return run_body<may_do<Out>>(Outputs<Out>{{out}}, body, function);
}
template <class Body> ptc_error guard(Body &&body, const char *function = __builtin_FUNCTION()) noexcept {
  return run_body<May::change_all>(Outputs<>{}, body, function);
}
// For what gives nothing and changes nothing either: it fills an array of the caller's.
template <class Body> ptc_error guard_reader(Body &&body, const char *function = __builtin_FUNCTION()) noexcept {
  return run_body<May::read>(Outputs<>{}, body, function);
}

// ---- inputs ----

at::Tensor &tensor_of(ptc_tensor handle, const char *name = "self");
// A tensor that the operator is to write and may resize.
at::Tensor &output_of(ptc_tensor handle, const char *name);
at::Tensor &resized_of(ptc_tensor handle, const char *name);
std::optional<at::Tensor> opt(ptc_tensor handle);
std::vector<at::Tensor> tensors_of(const ptc_tensor *handles, int64_t length, const char *name);
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

inline std::optional<int64_t> opt(const int64_t *x) { return x ? std::optional(*x) : std::nullopt; }
inline std::optional<double> opt(const double *x) { return x ? std::optional(*x) : std::nullopt; }
inline std::optional<bool> opt(const bool *x) { return x ? std::optional(*x) : std::nullopt; }
std::string_view text_of(const char *x, const char *name);
inline std::optional<std::string_view> opt(const char *x) {
  return x ? std::optional<std::string_view>(x) : std::nullopt;
}
at::Generator generator_of(ptc_generator handle, const char *name = "self");
std::optional<at::Generator> opt(ptc_generator handle);

at::ScalarType dtype_of(int32_t code, const char *name);
std::optional<at::ScalarType> optdtype(int32_t code);
std::optional<at::Layout> optlayout(int32_t code);
std::optional<at::MemoryFormat> optformat(int32_t code);
at::MemoryFormat format_of(int32_t code, const char *name);
at::Device device(int32_t type, int32_t index);
std::optional<at::Device> optdevice(int32_t type, int32_t index);
// The options with PTC_UNSET in each field that is not set; fails for what no field may be.
ptc_options checked(const ptc_options *o);
// Everything but requires_grad, which `put(out, result, options)` sets.
at::TensorOptions opts(const ptc_options *o);
// Like the one above, with the dtype `otherwise` where none is set.
at::TensorOptions opts(const ptc_options *o, at::ScalarType otherwise);

// ---- outputs ----

// A new handle, or NULL for an undefined tensor.
ptc_tensor handle(at::Tensor tensor);
char *new_string(const std::string &text);
ptc_scalar number(const at::Scalar &value);

inline void put(ptc_tensor *out, at::Tensor result) { *out = handle(std::move(result)); }
void put(ptc_tensor *out, at::Tensor result, const ptc_options *o);
void put(ptc_tensor_list *out, std::vector<at::Tensor> result);
inline void put(bool *out, bool result) { *out = result; }
inline void put(int64_t *out, int64_t result) { *out = result; }
inline void put(double *out, double result) { *out = result; }
inline void put(int32_t *out, at::ScalarType result) { *out = static_cast<int32_t>(result); }
inline void put(int32_t *out, at::QScheme result) { *out = static_cast<int32_t>(result); }
inline void put(ptc_scalar *out, const at::Scalar &result) { *out = number(result); }
inline void put(char **out, const std::string &result) { *out = new_string(result); }

// Several results: put(std::tie(a, b), at::op(…)).  Where a handle cannot be
// made, guard closes those before it.
template <class... Out, class... Result, size_t... I>
void put_each(std::tuple<Out *&...> out, std::tuple<Result...> &&result, std::index_sequence<I...>) {
  (put(std::get<I>(out), std::move(std::get<I>(result))), ...);
}
template <class... Out, class... Result> void put(std::tuple<Out *&...> out, std::tuple<Result...> &&result) {
  put_each(out, std::move(result), std::index_sequence_for<Out...>{});
}

// Handles of every kind, for ptc_live_handles.
void count_handle(int64_t change) noexcept;

} // namespace ptc

using namespace ptc; // every source that includes this is one of the library
