using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

namespace PytorchC {
  /// <summary>Batches of the rows of tensors: foreach (Tensor[] batch in new DataLoader(new[] { images, labels }, 100)).
  /// With `shuffle` each pass has a new order, that of torch's DataLoader with a generator of this seed.</summary>
  public sealed class DataLoader : IEnumerable<Tensor[]> {
    readonly Tensor[] tensors;
    readonly long batchSize, rows;
    readonly bool dropLast;
    readonly Generator generator;

    public DataLoader(IEnumerable<Tensor> tensors, long batchSize = 1, bool shuffle = false, long seed = 0,
                      bool dropLast = false) {
      this.tensors = tensors.ToArray();
      this.batchSize = batchSize;
      this.dropLast = dropLast;
      rows = this.tensors[0].Size[0];
      generator = shuffle ? new Generator(seed) : null;
    }

    public long Count {
      get { return (rows + (dropLast ? 0 : batchSize - 1)) / batchSize; }
    }

    // torch draws a number for its workers, and at the end an order that nobody takes.
    Tensor Order() {
      Torch.random_(Torch.empty(new long[0], new Options { Dtype = Dtype.INT64 }), generator);
      if (generator == null)
        return Torch.arange(rows);
      var found = Torch.randperm(rows, generator);
      Torch.randperm(rows, generator).Dispose();
      return found;
    }

    public IEnumerator<Tensor[]> GetEnumerator() {
      using (var order = Order())
        for (long start = 0; start < Count * batchSize; start += batchSize)
          using (var now = Torch.slice(order, 0, start, Math.Min(start + batchSize, rows)))
            yield return tensors.Select(one => Torch.index_select(one, 0, now)).ToArray();
    }
    IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }
  }

  /// <summary>A rate that changes: Step() after each epoch.</summary>
  public abstract class Scheduler {
    readonly Optimizer optimizer;
    protected readonly double Base;
    protected long Epoch;
    protected Scheduler(Optimizer optimizer) {
      this.optimizer = optimizer;
      Base = optimizer.Lr;
    }
    protected abstract double Next(double lr);
    public void Step() {
      ++Epoch;
      optimizer.Lr = Next(optimizer.Lr);
    }
  }

  /// <summary>torch.optim.lr_scheduler.StepLR.</summary>
  public sealed class StepLR : Scheduler {
    readonly long stepSize;
    readonly double gamma;
    public StepLR(Optimizer optimizer, long stepSize, double gamma = 0.1) : base(optimizer) {
      this.stepSize = stepSize;
      this.gamma = gamma;
    }
    protected override double Next(double lr) { return Epoch % stepSize == 0 ? lr * gamma : lr; }
  }

  /// <summary>torch.optim.lr_scheduler.CosineAnnealingLR.</summary>
  public sealed class CosineAnnealingLR : Scheduler {
    readonly long tMax;
    readonly double etaMin;
    public CosineAnnealingLR(Optimizer optimizer, long tMax, double etaMin = 0) : base(optimizer) {
      this.tMax = tMax;
      this.etaMin = etaMin;
    }
    double At(long step) { return 1 + Math.Cos(Math.PI * step / tMax); }
    protected override double Next(double lr) {
      if ((Epoch - 1 - tMax) % (2 * tMax) == 0)
        return lr + (Base - etaMin) * (1 - Math.Cos(Math.PI / tMax)) / 2;
      return At(Epoch) / At(Epoch - 1) * (lr - etaMin) + etaMin;
    }
  }

  /// <summary>torch.optim.lr_scheduler.LambdaLR: the first rate times factor(epoch).</summary>
  public sealed class LambdaLR : Scheduler {
    readonly Func<long, double> factor;
    public LambdaLR(Optimizer optimizer, Func<long, double> factor) : base(optimizer) {
      this.factor = factor;
      optimizer.Lr = Next(0);
    }
    protected override double Next(double lr) { return Base * factor(Epoch); }
  }

  /// <summary>What is done to gradients before a step.</summary>
  public static class Gradients {
    /// <summary>Scales the gradients so that their norm is at most maxNorm; the norm that they had.</summary>
    public static double ClipNorm(IEnumerable<Tensor> parameters, double maxNorm) {
      var grads = parameters.Select(one => one.Grad).Where(one => one != null).ToArray();
      using (var total = Torch.linalg_vector_norm(
                 Torch.stack(grads.Select(one => Torch.linalg_vector_norm(one)).ToArray()))) {
        var factor = Torch.clamp_max(Torch.mul(Torch.reciprocal(Torch.add(total, 1e-6)), maxNorm), 1.0);
        foreach (var one in grads) {
          Torch.mul_(one, factor);
          one.Dispose();
        }
        return total.Item().Number;
      }
    }
  }
}
