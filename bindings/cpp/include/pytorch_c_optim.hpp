// Optimizers for pytorch_c.hpp: each step is one call for all parameters.
#ifndef PYTORCH_C_OPTIM_HPP
#define PYTORCH_C_OPTIM_HPP

#include <pytorch_c.hpp>

namespace ptc::optim {

class Optimizer {
public:
  explicit Optimizer(std::vector<Tensor> parameters) : parameters_(std::move(parameters)) {}
  void zero_grad() {
    for (const Tensor &one : parameters_) one.set_grad({});
  }

protected:
  static Tensor zeros(Ints size) {
    Tensor out;
    return check(ptc_zeros(size.data(), size.size(), nullptr, out.put())), out;
  }
  static Tensor zeros_like(const Tensor &self) {
    Tensor out;
    return check(ptc_zeros_like(self.get(), nullptr, PTC_UNSET, out.put())), out;
  }
  std::vector<Tensor> parameters_;
};

// torch.optim.SGD.
class SGD : public Optimizer {
public:
  SGD(std::vector<Tensor> parameters, double lr, double momentum = 0, double dampening = 0, double weight_decay = 0,
      bool nesterov = false)
      : Optimizer(std::move(parameters)), lr(lr), momentum(momentum), dampening(dampening), weight_decay(weight_decay),
        nesterov(nesterov), buffers_(parameters_.size()) {}
  double lr, momentum, dampening, weight_decay;
  bool nesterov;

  void step() {
    std::vector<Tensor> params[2], grads[2], buffers[2]; // [1]: their first step, which only writes its buffers
    for (size_t i = 0; i < parameters_.size(); ++i) {
      Tensor grad = parameters_[i].grad();
      if (!grad) continue;
      bool first = momentum != 0 && !buffers_[i];
      if (first) buffers_[i] = zeros_like(parameters_[i]);
      if (momentum != 0) buffers[first].push_back(buffers_[i]);
      params[first].push_back(parameters_[i]);
      grads[first].push_back(std::move(grad));
    }
    for (bool first : {false, true}) {
      if (params[first].empty()) continue;
      Tensors p(params[first]), g(grads[first]), b(buffers[first]);
      check(ptc_optimizer_sgd_step(p.data(), p.size(), g.data(), g.size(), b.data(), b.size(), lr, momentum, dampening,
                                   weight_decay, nesterov, false, first));
    }
  }

private:
  std::vector<Tensor> buffers_;
};

// torch.optim.Adam, or AdamW with `decoupled`.
class Adam : public Optimizer {
public:
  explicit Adam(std::vector<Tensor> parameters, double lr = 1e-3, double beta1 = 0.9, double beta2 = 0.999,
                double eps = 1e-8, double weight_decay = 0, bool decoupled = false)
      : Optimizer(std::move(parameters)), lr(lr), beta1(beta1), beta2(beta2), eps(eps), weight_decay(weight_decay),
        decoupled(decoupled), state_(parameters_.size()) {}
  double lr, beta1, beta2, eps, weight_decay;
  bool decoupled;

  void step() {
    std::vector<Tensor> params, grads, averages, squares, steps;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      Tensor grad = parameters_[i].grad();
      if (!grad) continue;
      State &state = state_[i];
      if (!state.step) state = {zeros_like(parameters_[i]), zeros_like(parameters_[i]), zeros({})};
      params.push_back(parameters_[i]);
      grads.push_back(std::move(grad));
      averages.push_back(state.average);
      squares.push_back(state.square);
      steps.push_back(state.step);
    }
    Tensors p(params), g(grads), m(averages), v(squares), t(steps);
    check(ptc_optimizer_adam_step(p.data(), p.size(), g.data(), g.size(), m.data(), m.size(), v.data(), v.size(),
                                  nullptr, 0, t.data(), t.size(), lr, beta1, beta2, eps, weight_decay, false, false,
                                  decoupled));
  }

private:
  struct State {
    Tensor average, square, step;
  };
  std::vector<State> state_;
};

} // namespace ptc::optim

#endif
