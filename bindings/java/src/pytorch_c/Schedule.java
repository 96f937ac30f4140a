package pytorch_c;

import java.util.function.LongToDoubleFunction;

/** A rate that changes: step() after each epoch. */
public abstract class Schedule {
  private final Optim.Optimizer optimizer;
  final double base;
  long epoch;

  private Schedule(Optim.Optimizer optimizer) {
    this.optimizer = optimizer;
    base = optimizer.lr;
  }

  abstract double next(double lr);

  public final void step() {
    ++epoch;
    optimizer.lr = next(optimizer.lr);
  }

  /** torch.optim.lr_scheduler.StepLR. */
  public static Schedule step(Optim.Optimizer optimizer, long stepSize, double gamma) {
    return new Schedule(optimizer) {
      @Override
      double next(double lr) {
        return epoch % stepSize == 0 ? lr * gamma : lr;
      }
    };
  }

  /** torch.optim.lr_scheduler.CosineAnnealingLR. */
  public static Schedule cosineAnnealing(Optim.Optimizer optimizer, long tMax, double etaMin) {
    return new Schedule(optimizer) {
      private double at(long step) { return 1 + Math.cos(Math.PI * step / tMax); }

      @Override
      double next(double lr) {
        if (Math.floorMod(epoch - 1 - tMax, 2 * tMax) == 0)
          return lr + (base - etaMin) * (1 - Math.cos(Math.PI / tMax)) / 2;
        return at(epoch) / at(epoch - 1) * (lr - etaMin) + etaMin;
      }
    };
  }

  /** torch.optim.lr_scheduler.LambdaLR: the first rate times what `factor` gives for the epoch. */
  public static Schedule lambda(Optim.Optimizer optimizer, LongToDoubleFunction factor) {
    Schedule made = new Schedule(optimizer) {
      @Override
      double next(double lr) {
        return base * factor.applyAsDouble(epoch);
      }
    };
    optimizer.lr = made.next(optimizer.lr);
    return made;
  }
}
