// pytorch_c for C++17: handles close with their objects, errors are exceptions. All operators: pytorch_c_ops.hpp.
//
//     ptc::Tensor a = ptc::tensor({1, 2, 3, 4}, {2, 2});
//     std::cout << ptc::mm(a, a) + a << "\n";
#ifndef PYTORCH_C_HPP
#define PYTORCH_C_HPP

#include <pytorch_c.h>

#include <complex>
#include <csignal>
#include <cstring>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ptc {

// ---- errors ----

// What a call failed with. It has the library's own error, which knows the C++ stack.
class Error : public std::runtime_error {
public:
  explicit Error(const char *error)
      : std::runtime_error(error), error_(error, ptc_error_free), kind_(ptc_error_kind(error)) {}
  // One of enum ptc_error_kind.
  int32_t kind() const { return kind_; }
  // The C++ stack where the error arose; takes milliseconds.
  std::string backtrace() const { return ptc_error_backtrace(error_.get()); }

private:
  std::shared_ptr<const char> error_;
  int32_t kind_;
};

// What a call throws that a signal or ptc_interrupt_set has ended.
class Interrupted : public Error {
public:
  using Error::Error;
};

namespace detail {
// Throws an error; an exception that a callback threw is thrown on as itself.
[[noreturn]] inline void raise(const char *error) {
  if (auto *thrown = ptc_error_kind(error) == PTC_ERROR_HOST
                         ? static_cast<std::exception_ptr *>(ptc_error_context(error))
                         : nullptr) {
    std::exception_ptr again = *thrown;
    ptc_error_free(error);
    std::rethrow_exception(again);
  }
  if (ptc_error_kind(error) == PTC_ERROR_INTERRUPTED) throw Interrupted(error);
  throw Error(error);
}

// The exception that is being handled, as an error for the library.
inline const char *caught() noexcept {
  auto *thrown = new (std::nothrow) std::exception_ptr(std::current_exception());
  auto destroy = [](void *context) { delete static_cast<std::exception_ptr *>(context); };
  try {
    throw;
  } catch (const std::exception &error) {
    return ptc_error_new_with(PTC_ERROR_HOST, error.what(), thrown, destroy);
  } catch (...) { return ptc_error_new_with(PTC_ERROR_HOST, "a callback threw", thrown, destroy); }
}

template <class T> void destroy(void *context) { delete static_cast<T *>(context); }

inline std::string text(char *string) {
  std::string out = string ? string : "";
  ptc_string_free(string);
  return out;
}
} // namespace detail

inline void check(const char *error) {
  if (error) detail::raise(error);
}

// Throws where the library or its libtorch is not the one that this header was made for.
inline void check_versions() {
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_check());
}

// As long as it lives, the signal ends the call that this thread is in, or its next one, with Interrupted; a second one
// before that is handled as it was.
class Interruptible {
public:
  explicit Interruptible(int signal = SIGINT) : signal_(signal) { check(ptc_interrupt_on_signal(signal)); }
  ~Interruptible() { ptc_interrupt_off_signal(signal_); }
  Interruptible(const Interruptible &) = delete;
  Interruptible &operator=(const Interruptible &) = delete;

private:
  int signal_;
};

// ---- values ----

using Dtype = ::ptc_dtype;
using Layout = ::ptc_layout;
using MemoryFormat = ::ptc_memory_format;
inline constexpr Dtype uint8 = PTC_UINT8, int32 = PTC_INT32, int64 = PTC_INT64, float32 = PTC_FLOAT32,
                       float64 = PTC_FLOAT64, boolean = PTC_BOOL, any_dtype = Dtype(PTC_UNSET);
inline constexpr Layout any_layout = Layout(PTC_UNSET);
inline constexpr MemoryFormat any_memory_format = MemoryFormat(PTC_UNSET);

// The dtype of a C++ type.
template <class T> constexpr Dtype dtype_of() {
  if constexpr (std::is_same_v<T, float>) return PTC_FLOAT32;
  else if constexpr (std::is_same_v<T, double>) return PTC_FLOAT64;
  else if constexpr (std::is_same_v<T, bool>) return PTC_BOOL;
  else if constexpr (std::is_same_v<T, uint8_t>) return PTC_UINT8;
  else if constexpr (std::is_same_v<T, int8_t>) return PTC_INT8;
  else if constexpr (std::is_same_v<T, int16_t>) return PTC_INT16;
  else if constexpr (std::is_same_v<T, int32_t>) return PTC_INT32;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) return PTC_INT64;
  else static_assert(!sizeof(T), "no dtype for this type");
}

struct Device {
  int32_t type = PTC_CPU, index = PTC_UNSET;
};

// A number with its kind, since promotion depends on it; or none.
struct Scalar {
  ptc_scalar c = {PTC_SCALAR_NONE, 0, 0, 0};
  Scalar() = default;
  Scalar(bool x) : c{PTC_SCALAR_BOOL, x, 0, 0} {}
  Scalar(double x) : c{PTC_SCALAR_FLOAT, 0, x, 0} {}
  Scalar(std::complex<double> x) : c{PTC_SCALAR_COMPLEX, 0, x.real(), x.imag()} {}
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  Scalar(T x) : c{std::is_unsigned_v<T> && sizeof(T) == 8 ? PTC_SCALAR_UINT : PTC_SCALAR_INT, int64_t(x), 0, 0} {}
  double number() const { return c.kind == PTC_SCALAR_FLOAT || c.kind == PTC_SCALAR_COMPLEX ? c.re : double(c.i); }
};

// What a factory makes: Options(float64).requires_grad().
struct Options {
  ptc_options c = {};
  Options() = default;
  Options(Dtype x) { dtype(x); }
  Options &dtype(Dtype x) { return c.dtype = x, with(PTC_OPTION_DTYPE); }
  Options &layout(Layout x) { return c.layout = x, with(PTC_OPTION_LAYOUT); }
  Options &device(Device x) { return c.device_type = x.type, c.device_index = x.index, with(PTC_OPTION_DEVICE); }
  Options &pin_memory(bool x = true) { return c.pin_memory = x, with(PTC_OPTION_PIN_MEMORY); }
  Options &requires_grad(bool x = true) { return c.requires_grad = x, with(PTC_OPTION_REQUIRES_GRAD); }

private:
  Options &with(int32_t field) { return c.set |= field, *this; }
};

// A list for one call: of a vector, of {…}, or of one number where an operator takes one for all.
template <class T> class List {
public:
  List() = default; // absent where the schema says `?`, else empty
  List(std::initializer_list<T> x) : data_(std::data(x)), size_(x.size()) {}
  List(const std::vector<T> &x) : data_(x.data()), size_(x.size()) {}
  List(T x) : one_(x), size_(1) {}
  const T *data() const { return data_ || !size_ ? data_ : &one_; }
  int64_t size() const { return size_; }

private:
  T one_ = {};
  const T *data_ = nullptr;
  int64_t size_ = 0;
};
using Ints = List<int64_t>;
using Floats = List<double>;

// Text for one call, or nullptr.
struct Text {
  const char *c;
  Text(const char *x) : c(x) {}
  Text(std::nullptr_t) : c(nullptr) {}
  Text(const std::string &x) : c(x.c_str()) {}
};

// ---- handles ----

// Owns one handle of the kind that `Close` closes.
template <class Handle, void (*Close)(Handle)> class Owner {
public:
  Owner() = default;
  explicit Owner(Handle handle) : handle_(handle) {}
  Owner(Owner &&other) noexcept : handle_(other.release()) {}
  Owner &operator=(Owner &&other) noexcept {
    if (this != &other) close(), handle_ = other.release();
    return *this;
  }
  Owner(const Owner &) = delete;
  Owner &operator=(const Owner &) = delete;
  ~Owner() { Close(handle_); }
  void close() { Close(std::exchange(handle_, nullptr)); }
  Handle get() const { return handle_; }
  Handle release() { return std::exchange(handle_, nullptr); }
  // Where a call puts its result.
  Handle *put() { return close(), &handle_; }
  explicit operator bool() const { return handle_; }

protected:
  Handle handle_ = nullptr;
};

using Generator = Owner<ptc_generator, ptc_generator_close>;
using Hook = Owner<ptc_hook, ptc_hook_close>;

// A tensor. A copy is a second handle to the same tensor; an empty one stands for an absent argument.
class Tensor : public Owner<ptc_tensor, ptc_tensor_close> {
public:
  using Owner::Owner;
  Tensor() = default;
  Tensor(Tensor &&) = default;
  Tensor &operator=(Tensor &&) = default;
  Tensor(const Tensor &other) : Owner() {
    if (other) check(ptc_tensor_share(other.handle_, &handle_));
  }
  Tensor &operator=(const Tensor &other) { return *this = Tensor(other); }

  int64_t dim() const { return asked<int64_t>(ptc_tensor_dim); }
  int64_t numel() const { return asked<int64_t>(ptc_tensor_numel); }
  Dtype dtype() const { return Dtype(asked<int32_t>(ptc_tensor_dtype)); }
  std::vector<int64_t> sizes() const {
    std::vector<int64_t> out(dim());
    return check(ptc_tensor_sizes(handle_, out.data(), out.size())), out;
  }
  std::string string() const {
    char *out = nullptr;
    return check(ptc_tensor_string(handle_, &out)), detail::text(out);
  }

  // The only element.
  Scalar item() const {
    Scalar out;
    return check(ptc_tensor_item(handle_, &out.c)), out;
  }
  // A copy of all elements, row by row; T must be the tensor's dtype.
  template <class T> std::vector<T> to_vector() const {
    same_dtype<T>();
    std::vector<T> out(numel());
    return check(ptc_tensor_copy_to(handle_, out.data(), out.size() * sizeof(T))), out;
  }
  // The elements themselves, contiguous, on the CPU: good while this tensor keeps its memory; lend() fixes it.
  template <class T> T *data() const {
    same_dtype<T>();
    bool contiguous = false;
    check(ptc_tensor_is_contiguous(handle_, PTC_CONTIGUOUS, &contiguous));
    if (!contiguous) throw std::invalid_argument("data(): the tensor is not contiguous");
    void *out = nullptr;
    return check(ptc_tensor_data_ptr(handle_, &out)), static_cast<T *>(out);
  }
  // A second tensor that holds the memory where it is.
  Tensor lend() const { return made(ptc_tensor_lend); }

  // ---- gradients ----
  void backward(const Tensor &gradient = {}, bool retain_graph = false, bool create_graph = false) const {
    check(ptc_tensor_backward(handle_, gradient.get(), retain_graph, create_graph));
  }
  // Empty where there is none.
  Tensor grad() const { return made(ptc_tensor_grad); }
  void set_grad(const Tensor &grad) const { check(ptc_tensor_set_grad(handle_, grad.get())); }
  bool requires_grad() const { return asked<bool>(ptc_tensor_requires_grad); }
  const Tensor &requires_grad_(bool on = true) const { return check(ptc_tensor_set_requires_grad(handle_, on)), *this; }
  // Runs `hook` with each gradient of this tensor; it gives another one, or an empty one to keep it.
  template <class F> Hook register_hook(F hook) const {
    using Function = std::function<Tensor(const Tensor &)>;
    auto run = [](void *context, ptc_tensor grad, ptc_tensor *out) -> const char * {
      Tensor borrowed(grad); // for as long as this runs
      const char *error = nullptr;
      try {
        *out = (*static_cast<Function *>(context))(borrowed).release();
      } catch (...) { error = detail::caught(); }
      borrowed.release();
      return error;
    };
    Hook out;
    check(ptc_tensor_register_hook(handle_, run, new Function(std::move(hook)), detail::destroy<Function>, out.put()));
    return out;
  }

private:
  template <class T> void same_dtype() const {
    if (dtype() != dtype_of<T>()) throw std::invalid_argument("the tensor has another dtype than the C++ type");
  }
  template <class T, class F> T asked(F function) const {
    T out = {};
    return check(function(handle_, &out)), out;
  }
  template <class F> Tensor made(F function) const {
    Tensor out;
    return check(function(handle_, out.put())), out;
  }
};

inline std::ostream &operator<<(std::ostream &out, const Tensor &self) { return out << self.string(); }

// Tensors for one call: of a vector, or of {a, b}; nothing is copied. A Tensor is its handle and no more.
class Tensors {
public:
  struct Item {
    ptc_tensor handle;
    Item(const Tensor &x) : handle(x.get()) {}
  };
  Tensors() = default;
  Tensors(std::initializer_list<Item> x) : data_(reinterpret_cast<const ptc_tensor *>(x.begin())), size_(x.size()) {}
  Tensors(const std::vector<Tensor> &x) : data_(reinterpret_cast<const ptc_tensor *>(x.data())), size_(x.size()) {}
  const ptc_tensor *data() const { return data_; }
  int64_t size() const { return size_; }

private:
  static_assert(sizeof(Tensor) == sizeof(ptc_tensor) && sizeof(Item) == sizeof(ptc_tensor));
  const ptc_tensor *data_ = nullptr;
  int64_t size_ = 0;
};

namespace detail {
// The tensors of a list, which is closed.
inline std::vector<Tensor> taken(ptc_tensor_list list) {
  std::unique_ptr<ptc_tensor_list_s, void (*)(ptc_tensor_list)> owner(list, ptc_tensor_list_close);
  std::vector<Tensor> out(ptc_tensor_list_length(list));
  for (size_t i = 0; i < out.size(); ++i) check(ptc_tensor_list_get(list, i, out[i].put()));
  return out;
}
template <class T> const T *pointer(const std::optional<T> &x) { return x ? &*x : nullptr; }
} // namespace detail

// ---- from the host's memory ----

// A copy of `values`.
template <class T = float> Tensor tensor(const std::vector<T> &values, Ints size, Options options = {}) {
  options.dtype(dtype_of<T>());
  Tensor out;
  check(
      ptc_tensor_from_data(values.data(), values.size() * sizeof(T), size.data(), size.size(), &options.c, out.put()));
  return out;
}
inline Tensor tensor(std::initializer_list<float> values, Ints size, Options options = {}) {
  return tensor(std::vector<float>(values), size, options);
}
// A tensor over memory of the caller's; `owner` goes when nothing needs the memory any more, on any thread.
template <class T, class Holder> Tensor from_blob(T *data, Ints size, Holder owner) {
  Options options(dtype_of<T>());
  auto *held = new Holder(std::move(owner));
  Tensor out;
  check(ptc_tensor_from_blob(data, size.data(), size.size(), nullptr, 0, &options.c, held, detail::destroy<Holder>,
                             out.put()));
  return out;
}
// The vector's own memory as a tensor.
template <class T> Tensor from_vector(std::vector<T> &&values, Ints size) {
  auto held = std::make_shared<std::vector<T>>(std::move(values));
  int64_t count = 1;
  for (int64_t i = 0; i < size.size(); ++i) count *= size.data()[i];
  if (count != int64_t(held->size())) throw std::invalid_argument("from_vector: the size is not that of the vector");
  return from_blob(held->data(), size, held);
}

// ---- states of this thread, for a block ----

class GradMode {
public:
  explicit GradMode(bool on) {
    check(ptc_grad_mode(&before_));
    check(ptc_set_grad_mode(on));
  }
  ~GradMode() { ptc_error_free(ptc_set_grad_mode(before_)); }
  GradMode(const GradMode &) = delete;

private:
  bool before_ = true;
};
struct NoGrad : GradMode {
  NoGrad() : GradMode(false) {}
};
class InferenceMode {
public:
  explicit InferenceMode(bool on = true) {
    check(ptc_inference_mode(&before_));
    check(ptc_grad_mode(&grad_));
    check(ptc_set_inference_mode(on));
  }
  ~InferenceMode() {
    ptc_error_free(ptc_set_inference_mode(before_));
    ptc_error_free(ptc_set_grad_mode(grad_));
  }
  InferenceMode(const InferenceMode &) = delete;

private:
  bool before_ = false, grad_ = true;
};

// ---- memory ----

inline int64_t live_tensors() { return ptc_live_tensors(); }
inline int64_t live_bytes(int32_t device_type = PTC_UNSET) { return ptc_live_bytes(device_type); }
// `release(level)` is asked to let go of what is not needed where memory is short: on a threshold, or when there is
// none.
inline void on_memory_pressure(std::function<void(int32_t)> release, int64_t threshold = 0) {
  using Function = std::function<void(int32_t)>;
  auto run = [](void *context, int32_t level) {
    try {
      (*static_cast<Function *>(context))(level);
    } catch (...) { // nobody is there to hear it
    }
  };
  if (release) check(ptc_set_gc_callback(run, new Function(std::move(release)), detail::destroy<Function>));
  else check(ptc_set_gc_callback(nullptr, nullptr, nullptr));
  ptc_set_gc_threshold(PTC_CPU, threshold);
}

} // namespace ptc

#endif
