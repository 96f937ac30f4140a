package pytorch_c;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Optimizers: a step is one call for all parameters. */
public final class Optim {
  private static final MethodHandle SGD_STEP = Native.function("ptc_optimizer_sgd_step"),
                                    ADAM_STEP = Native.function("ptc_optimizer_adam_step");

  private Optim() {}

  /** What optimizers share. */
  public abstract static class Optimizer {
    public double lr;
    final Tensor[] parameters;

    Optimizer(double lr, Tensor[] parameters) {
      this.lr = lr;
      this.parameters = parameters.clone();
    }

    public void zeroGrad() {
      for (Tensor one : parameters) one.grad(null);
    }

    public abstract void step();
  }

  /** torch.optim.SGD. */
  public static final class SGD extends Optimizer {
    public double momentum, dampening, weightDecay;
    public boolean nesterov;
    private final Tensor[] buffers;

    public SGD(double lr, double momentum, Tensor... parameters) {
      super(lr, parameters);
      this.momentum = momentum;
      buffers = new Tensor[parameters.length];
    }

    @Override
    public void step() {
      List<List<Tensor[]>> rows = List.of(new ArrayList<>(), new ArrayList<>()); // the second: their first step
      for (int i = 0; i < parameters.length; ++i) {
        Tensor grad = parameters[i].grad();
        if (grad == null)
          continue;
        boolean first = momentum != 0 && buffers[i] == null;
        if (first)
          buffers[i] = Torch.zeros_like(parameters[i]);
        rows.get(first ? 1 : 0).add(new Tensor[] {parameters[i], grad, buffers[i]});
      }
      for (int first = 0; first < 2; ++first) {
        if (rows.get(first).isEmpty())
          continue;
        try (Scratch m = Scratch.open()) {
          long count = rows.get(first).size();
          Native.check((long) SGD_STEP.invokeExact(column(m, rows.get(first), 0), count, column(m, rows.get(first), 1),
              count, momentum == 0 ? 0L : column(m, rows.get(first), 2), momentum == 0 ? 0L : count, lr, momentum,
              dampening, weightDecay, nesterov, false, first == 1));
        } catch (Throwable thrown) {
          throw Native.rethrow(thrown);
        }
        for (Tensor[] row : rows.get(first)) row[1].close();
      }
    }
  }

  /** torch.optim.Adam, or AdamW with `decoupled`. */
  public static class Adam extends Optimizer {
    public double beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay;
    public boolean decoupled;
    private final Tensor[][] state;

    public Adam(double lr, Tensor... parameters) {
      super(lr, parameters);
      state = new Tensor[parameters.length][];
    }

    @Override
    public void step() {
      List<Tensor[]> rows = new ArrayList<>();
      for (int i = 0; i < parameters.length; ++i) {
        Tensor grad = parameters[i].grad();
        if (grad == null)
          continue;
        if (state[i] == null)
          state[i] =
              new Tensor[] {Torch.zeros_like(parameters[i]), Torch.zeros_like(parameters[i]), Torch.zeros(new long[0])};
        rows.add(new Tensor[] {parameters[i], grad, state[i][0], state[i][1], state[i][2]});
      }
      try (Scratch m = Scratch.open()) {
        long count = rows.size();
        Native.check((long) ADAM_STEP.invokeExact(column(m, rows, 0), count, column(m, rows, 1), count,
            column(m, rows, 2), count, column(m, rows, 3), count, 0L, 0L, column(m, rows, 4), count, lr, beta1, beta2,
            eps, weightDecay, false, false, decoupled));
      } catch (Throwable thrown) {
        throw Native.rethrow(thrown);
      }
      for (Tensor[] row : rows) row[1].close();
    }
  }

  /** torch.optim.AdamW. */
  public static final class AdamW extends Adam {
    public AdamW(double lr, Tensor... parameters) {
      super(lr, parameters);
      weightDecay = 0.01;
      decoupled = true;
    }
  }

  /** Scales the gradients so that their norm is at most maxNorm; the norm that they had. */
  public static double clipGradNorm(double maxNorm, Tensor... parameters) {
    Tensor[] grads = Arrays.stream(parameters).map(Tensor::grad).filter(Objects::nonNull).toArray(Tensor[] ::new);
    Tensor[] norms = Arrays.stream(grads).map(Torch::linalg_vector_norm).toArray(Tensor[] ::new);
    try (Tensor total = Torch.linalg_vector_norm(Torch.stack(norms))) {
      Tensor factor = Torch.clamp_max(Torch.mul(Torch.reciprocal(Torch.add(total, 1e-6)), maxNorm), 1.0);
      for (Tensor one : grads) {
        Torch.mul_(one, factor);
        one.close();
      }
      return total.item().doubleValue();
    }
  }

  private static long column(Scratch m, List<Tensor[]> rows, int number) {
    return m.list(rows.stream().map(row -> row[number]).toArray(Tensor[] ::new));
  }
}
