// Optimizers for pytorch_c.hpp: each step is one call for all parameters.
#ifndef PYTORCH_C_OPTIM_HPP
#define PYTORCH_C_OPTIM_HPP

#include <pytorch_c.hpp>

#include <cmath>

namespace ptc::optim {

class Optimizer {
public:
  Optimizer(std::vector<Tensor> parameters, double lr) : lr(lr), parameters_(std::move(parameters)) {}
  double lr;
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
      : Optimizer(std::move(parameters), lr), momentum(momentum), dampening(dampening), weight_decay(weight_decay),
        nesterov(nesterov), buffers_(parameters_.size()) {}
  double momentum, dampening, weight_decay;
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
      : Optimizer(std::move(parameters), lr), beta1(beta1), beta2(beta2), eps(eps), weight_decay(weight_decay),
        decoupled(decoupled), state_(parameters_.size()) {}
  double beta1, beta2, eps, weight_decay;
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

// torch.optim.AdamW.
class AdamW : public Adam {
public:
  explicit AdamW(std::vector<Tensor> parameters, double lr = 1e-3, double beta1 = 0.9, double beta2 = 0.999,
                 double eps = 1e-8, double weight_decay = 0.01)
      : Adam(std::move(parameters), lr, beta1, beta2, eps, weight_decay, true) {}
};

// ---- rates that change: step() after each epoch ----

class Scheduler {
public:
  virtual ~Scheduler() = default;
  void step() {
    ++epoch_;
    optimizer_.lr = next(optimizer_.lr);
  }

protected:
  explicit Scheduler(Optimizer &optimizer) : optimizer_(optimizer), base_(optimizer.lr) {}
  virtual double next(double lr) const = 0;
  Optimizer &optimizer_;
  double base_;
  int64_t epoch_ = 0;
};

// torch.optim.lr_scheduler.StepLR.
class StepLR : public Scheduler {
public:
  StepLR(Optimizer &optimizer, int64_t step_size, double gamma = 0.1)
      : Scheduler(optimizer), step_size_(step_size), gamma_(gamma) {}

private:
  double next(double lr) const override { return epoch_ % step_size_ ? lr : lr * gamma_; }
  int64_t step_size_;
  double gamma_;
};

// torch.optim.lr_scheduler.CosineAnnealingLR.
class CosineAnnealingLR : public Scheduler {
public:
  CosineAnnealingLR(Optimizer &optimizer, int64_t t_max, double eta_min = 0)
      : Scheduler(optimizer), t_max_(t_max), eta_min_(eta_min) {}

private:
  double at(int64_t step) const { return 1 + std::cos(3.141592653589793 * step / t_max_); }
  double next(double lr) const override {
    if ((epoch_ - 1 - t_max_) % (2 * t_max_) == 0)
      return lr + (base_ - eta_min_) * (1 - std::cos(3.141592653589793 / t_max_)) / 2;
    return at(epoch_) / at(epoch_ - 1) * (lr - eta_min_) + eta_min_;
  }
  int64_t t_max_;
  double eta_min_;
};

// torch.optim.lr_scheduler.LambdaLR: the first rate times factor(epoch).
class LambdaLR : public Scheduler {
public:
  LambdaLR(Optimizer &optimizer, std::function<double(int64_t)> factor)
      : Scheduler(optimizer), factor_(std::move(factor)) {
    optimizer.lr = next(0);
  }

private:
  double next(double) const override { return base_ * factor_(epoch_); }
  std::function<double(int64_t)> factor_;
};

} // namespace ptc::optim

#endif
