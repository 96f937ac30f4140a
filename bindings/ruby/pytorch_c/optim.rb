# Optimizers: a step is one call for all parameters.
module Torch
  # What optimizers share.
  class Optimizer
    def initialize(parameters)
      @parameters, @state = parameters.to_a, {}.compare_by_identity
    end

    def zero_grad
      @parameters.each { |one| one.grad = nil }
    end

    def lr = @numbers[0]

    def lr=(rate)
      @numbers[0] = rate.to_f
    end

    private

    # [parameter, gradient, state, whether it is new] of those that have a gradient.
    def rows
      @parameters.filter_map do |one|
        next unless (grad = one.grad)

        first = !@state.key?(one)
        @state[one] = yield(one) if first
        [one, grad, @state[one], first]
      end
    end

    def column(tensors, uses) = Torch.tensors(tensors, 'parameters', uses)
  end

  # torch.optim.SGD
  class SGD < Optimizer
    STEP = Torch.function('ptc_optimizer_sgd_step')

    def initialize(parameters, lr:, momentum: 0.0, dampening: 0.0, weight_decay: 0.0, nesterov: false)
      super(parameters)
      @numbers, @nesterov = [lr, momentum, dampening, weight_decay].map(&:to_f), nesterov ? 1 : 0
    end

    def step
      momentum = !@numbers[1].zero?
      rows { |one| momentum ? Torch.zeros_like(one) : nil }.group_by(&:last).each do |first,
        now| # a first step only writes its buffers
        buffers, uses = momentum ? now.map { |row| row[2] } : [], []
        Torch.check(STEP.call(*column(now.map(&:first), uses), *column(now.map { |row| row[1] }, uses),
          *column(buffers, uses), *@numbers, @nesterov, 0, first ? 1 : 0))
      ensure
        Torch.done(uses)
      end
    end
  end

  # torch.optim.Adam, or AdamW with `decoupled`
  class Adam < Optimizer
    STEP = Torch.function('ptc_optimizer_adam_step')

    def initialize(parameters, lr: 1e-3, betas: [0.9, 0.999], eps: 1e-8, weight_decay: 0.0, decoupled: false)
      super(parameters)
      @numbers, @decoupled = [lr, *betas, eps, weight_decay].map(&:to_f), decoupled ? 1 : 0
    end

    def step
      all = rows { |one| [Torch.zeros_like(one), Torch.zeros_like(one), Torch.zeros([])] }
      uses = []
      state = ->(i) { column(all.map { |row| row[2][i] }, uses) }
      Torch.check(STEP.call(*column(all.map(&:first), uses), *column(all.map { |row| row[1] }, uses), *state[0],
        *state[1], nil, 0, *state[2], *@numbers, 0, 0, @decoupled))
    ensure
      Torch.done(uses) if uses
    end
  end
end
