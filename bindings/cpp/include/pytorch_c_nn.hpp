// Modules, batches and clipped gradients for pytorch_c.hpp. The layers: pytorch_c_layers.hpp, which generate.py writes.
#ifndef PYTORCH_C_NN_HPP
#define PYTORCH_C_NN_HPP

#include <pytorch_c_files.hpp>
#include <pytorch_c_ops.hpp>
#include <pytorch_c_optim.hpp>

#include <algorithm>
#include <cmath>

namespace ptc::nn {

using Size = std::vector<int64_t>;

// ---- torch.nn.init: the bounds and the draws of torch's layers ----

namespace init {
inline double fan_in(const Tensor &weight) {
  double out = 1;
  Size size = weight.sizes();
  for (size_t i = 1; i < size.size(); ++i) out *= size[i];
  return out;
}
inline void zeros(const Tensor &self) { zero_(self); }
inline void ones(const Tensor &self) { fill_(self, 1); }
inline void uniform(const Tensor &self, double bound) { uniform_(self, -bound, bound); }
inline void kaiming_uniform(const Tensor &self) {
  double a = std::sqrt(5.0), std = std::sqrt(2 / (1 + a * a)) / std::sqrt(fan_in(self));
  uniform(self, std::sqrt(3.0) * std);
}
inline void fan_in_uniform(const Tensor &self, const Tensor &weight) { uniform(self, 1 / std::sqrt(fan_in(weight))); }
inline void embedding(const Tensor &self, int64_t padding) {
  normal_(self);
  if (padding >= 0) zero_(select(self, 0, padding));
}
} // namespace init

// A number, or a list of so many.
inline Size many(const Ints &x, int64_t count) {
  return x.size() == 1 ? Size(count, x.data()[0]) : Size(x.data(), x.data() + x.size());
}
inline Size joined(Size a, const Size &b) { return a.insert(a.end(), b.begin(), b.end()), a; }

// What has parameters, buffers and modules of its own. A copy is the same module, as a copy of a tensor is the same
// tensor.
class Module {
public:
  virtual ~Module() = default;

  // By torch's names, in torch's order.
  NamedTensors named_parameters() const { return named(true, false); }
  NamedTensors named_buffers() const { return named(false, true); }
  // Parameters and buffers, for ptc::save.
  NamedTensors state_dict() const { return named(true, true); }
  std::vector<Tensor> parameters() const {
    std::vector<Tensor> out;
    for (auto &one : named_parameters()) out.push_back(std::move(one.second));
    return out;
  }
  // Copies what ptc::load or another module's state_dict gives; where names or sizes differ it throws, and changes
  // nothing.
  void load_state_dict(const NamedTensors &state) const {
    NamedTensors own = state_dict();
    std::vector<const Tensor *> values;
    for (auto &[name, one] : own) {
      auto wanted = [&name = name](auto &pair) { return pair.first == name; };
      auto found = std::find_if(state.begin(), state.end(), wanted);
      if (found == state.end()) throw std::invalid_argument("load_state_dict: there is no " + name);
      if (found->second.sizes() != one.sizes())
        throw std::invalid_argument("load_state_dict: " + name + " has another size");
      values.push_back(&found->second);
    }
    if (own.size() != state.size()) throw std::invalid_argument("load_state_dict: there are tensors of other names");
    NoGrad nothing;
    for (size_t i = 0; i < own.size(); ++i) copy_(own[i].second, *values[i]);
  }

  void train(bool on = true) const { train(*state_, on); }
  void eval() const { train(false); }
  bool is_training() const { return state_->training; }
  // Moves all tensors to a device, and casts those of floats where a dtype is given. They stay the same tensors, for
  // optimizers that know them.
  void to(Device device, Dtype dtype = any_dtype) const {
    for (auto &[name, one] : state_dict()) {
      Dtype kind = dtype != any_dtype && is_floating_point(one) ? dtype : one.dtype();
      check(ptc_tensor_set_data(one.get(), ptc::to(detach(one), device, kind).get()));
    }
  }

protected:
  // A module as the member `name`: Linear fc = add("fc", Linear(2, 3));
  template <class M> M add(const std::string &name, M module) {
    state_->children.emplace_back(name, static_cast<Module &>(module).state_);
    return module;
  }
  // Makes and fills a tensor that is trained.
  template <class Fill> Tensor parameter(const std::string &name, const Size &size, Fill fill) {
    Tensor made = ptc::empty(size);
    fill(made);
    made.requires_grad_();
    state_->parameters.emplace_back(name, made);
    return made;
  }
  // Makes and fills a tensor of state that is not trained.
  template <class Fill> Tensor buffer(const std::string &name, const Size &size, Fill fill, Dtype dtype = float32) {
    Tensor made = ptc::empty(size, Options(dtype));
    fill(made);
    state_->buffers.emplace_back(name, made);
    return made;
  }

private:
  struct State {
    NamedTensors parameters, buffers;
    std::vector<std::pair<std::string, std::shared_ptr<State>>> children;
    bool training = true;
  };
  static void train(State &state, bool on) {
    state.training = on;
    for (auto &child : state.children) train(*child.second, on);
  }
  static void collect(const State &state, bool parameters, bool buffers, const std::string &prefix, NamedTensors &out) {
    for (auto &[name, one] : state.parameters)
      if (parameters) out.emplace_back(prefix + name, one);
    for (auto &[name, one] : state.buffers)
      if (buffers) out.emplace_back(prefix + name, one);
    for (auto &[name, child] : state.children) collect(*child, parameters, buffers, prefix + name + ".", out);
  }
  NamedTensors named(bool parameters, bool buffers) const {
    NamedTensors out;
    return collect(*state_, parameters, buffers, "", out), out;
  }
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

// A module that makes one tensor of one.
class Layer : public Module {
public:
  virtual Tensor forward(const Tensor &x) const = 0;
  Tensor operator()(const Tensor &x) const { return forward(x); }
};

// Runs layers one after the other: Sequential{Linear(2, 3), ReLU()}. In braces the layers are made in their order, so
// that a seed gives torch's numbers; in parentheses C++ may make the last one first.
class Sequential : public Layer {
public:
  template <class... Layers> explicit Sequential(Layers... layers) { (append(std::move(layers)), ...); }
  template <class L> void append(L layer) {
    layers_.push_back(std::make_shared<L>(add(std::to_string(layers_.size()), std::move(layer))));
  }
  Tensor forward(const Tensor &x) const override {
    Tensor out = x;
    for (auto &one : layers_) out = one->forward(out);
    return out;
  }

private:
  std::vector<std::shared_ptr<const Layer>> layers_;
};

// LSTM and GRU: weights of each layer and direction, and the states they begin with.
class Recurrent : public Module {
public:
  int64_t input_size, hidden_size, num_layers;
  bool bias, batch_first;
  double dropout;
  bool bidirectional;
  std::vector<Tensor> weights;

protected:
  Recurrent(int64_t gates, int64_t input_size, int64_t hidden_size, int64_t num_layers, bool bias, bool batch_first,
            double dropout, bool bidirectional)
      : input_size(input_size), hidden_size(hidden_size), num_layers(num_layers), bias(bias), batch_first(batch_first),
        dropout(dropout), bidirectional(bidirectional) {
    double bound = 1 / std::sqrt(double(hidden_size));
    int64_t rows = gates * hidden_size, ways = bidirectional ? 2 : 1;
    auto fill = [bound](const Tensor &self) { init::uniform(self, bound); };
    for (int64_t layer = 0; layer < num_layers; ++layer)
      for (int64_t way = 0; way < ways; ++way) {
        std::string end = "_l" + std::to_string(layer) + (way ? "_reverse" : "");
        weights.push_back(parameter("weight_ih" + end, {rows, layer ? hidden_size * ways : input_size}, fill));
        weights.push_back(parameter("weight_hh" + end, {rows, hidden_size}, fill));
        for (const char *name : {"bias_ih", "bias_hh"})
          if (bias) weights.push_back(parameter(name + end, {rows}, fill));
      }
  }
  Tensor zero_states(const Tensor &x) const {
    return new_zeros(x, Size{num_layers * (bidirectional ? 2 : 1), x.sizes()[batch_first ? 0 : 1], hidden_size});
  }
};

// Scales the gradients so that their norm is at most max_norm; the norm that they had.
inline double clip_grad_norm(const std::vector<Tensor> &parameters, double max_norm) {
  std::vector<Tensor> grads, norms;
  for (const Tensor &one : parameters)
    if (Tensor grad = one.grad()) {
      norms.push_back(linalg_vector_norm(grad));
      grads.push_back(std::move(grad));
    }
  Tensor total = linalg_vector_norm(stack(norms));
  Tensor factor = clamp_max(mul(reciprocal(add(total, 1e-6)), max_norm), 1.0);
  for (const Tensor &one : grads) mul_(one, factor);
  return total.item().number();
}

// Batches of the rows of tensors: for (const std::vector<Tensor> &batch : DataLoader({images, labels}, 100)). With
// `shuffle` each pass has a new order, that of torch's DataLoader with a generator of this seed.
class DataLoader {
public:
  explicit DataLoader(std::vector<Tensor> tensors, int64_t batch_size = 1, bool shuffle = false, int64_t seed = 0,
                      bool drop_last = false)
      : tensors_(std::move(tensors)), batch_(batch_size), drop_last_(drop_last) {
    if (!shuffle) return;
    check(ptc_generator_new(PTC_CPU, PTC_UNSET, generator_.put()));
    check(ptc_generator_manual_seed(generator_.get(), seed));
  }
  int64_t size() const { return (rows() + (drop_last_ ? 0 : batch_ - 1)) / batch_; }

  class Iterator {
  public:
    Iterator(const DataLoader &loader, Tensor order, int64_t at) : loader_(loader), order_(std::move(order)), at_(at) {}
    std::vector<Tensor> operator*() const {
      int64_t start = at_ * loader_.batch_;
      Tensor now = slice(order_, 0, start, std::min(start + loader_.batch_, loader_.rows()));
      std::vector<Tensor> out;
      for (const Tensor &one : loader_.tensors_) out.push_back(index_select(one, 0, now));
      return out;
    }
    Iterator &operator++() { return ++at_, *this; }
    bool operator!=(const Iterator &other) const { return at_ != other.at_; }

  private:
    const DataLoader &loader_;
    Tensor order_;
    int64_t at_;
  };
  Iterator begin() const { return {*this, order(), 0}; }
  Iterator end() const { return {*this, {}, size()}; }

private:
  int64_t rows() const { return tensors_.at(0).sizes().at(0); }
  // torch draws a number for its workers, and at the end an order that nobody takes.
  Tensor order() const {
    random_(ptc::empty(Size{}, Options(int64)), generator_);
    if (!generator_) return arange(rows());
    Tensor out = randperm(rows(), generator_);
    randperm(rows(), generator_);
    return out;
  }
  std::vector<Tensor> tensors_;
  int64_t batch_;
  bool drop_last_;
  Generator generator_;
};

} // namespace ptc::nn

#endif
