# Rates that change, and gradients that are clipped.
module Torch
  # torch.optim.AdamW
  class AdamW < Adam
    def initialize(parameters, weight_decay: 0.01, **options)
      super(parameters, weight_decay: weight_decay, decoupled: true, **options)
    end
  end

  # What rates share: step after each epoch.
  class Scheduler
    attr_reader :epoch

    def initialize(optimizer)
      @optimizer, @base, @epoch = optimizer, optimizer.lr, 0
    end

    def step
      @epoch += 1
      @optimizer.lr = following(@optimizer.lr)
    end
  end

  # torch.optim.lr_scheduler.StepLR
  class StepLR < Scheduler
    def initialize(optimizer, step_size:, gamma: 0.1)
      super(optimizer)
      @step_size, @gamma = step_size, gamma
    end

    private

    def following(rate) = (@epoch % @step_size).zero? ? rate * @gamma : rate
  end

  # torch.optim.lr_scheduler.CosineAnnealingLR
  class CosineAnnealingLR < Scheduler
    def initialize(optimizer, t_max:, eta_min: 0.0)
      super(optimizer)
      @t_max, @eta_min = t_max, eta_min
    end

    private

    def following(rate)
      if ((@epoch - 1 - @t_max) % (2 * @t_max)).zero?
        return rate + (@base - @eta_min) * (1 - Math.cos(Math::PI / @t_max)) / 2
      end

      at = ->(step) { 1 + Math.cos(Math::PI * step / @t_max) }
      at[@epoch] / at[@epoch - 1] * (rate - @eta_min) + @eta_min
    end
  end

  # torch.optim.lr_scheduler.LambdaLR: the first rate times what the block gives for the epoch
  class LambdaLR < Scheduler
    def initialize(optimizer, &factor)
      super(optimizer)
      @factor = factor
      optimizer.lr = following(nil)
    end

    private

    def following(_) = @base * @factor.call(@epoch)
  end

  # Scales the gradients so that their norm is at most max_norm; the norm that they had.
  def self.clip_grad_norm(parameters, max_norm)
    grads = parameters.filter_map(&:grad)
    total = linalg_vector_norm(stack(grads.map { |one| linalg_vector_norm(one) }))
    factor = total.add(1e-6).reciprocal.mul(max_norm.to_f).clamp_max(1.0)
    grads.each { |one| one.mul_(factor) }
    total.item
  end
end
