using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using static PytorchC.Core;

namespace PytorchC {
  /// <summary>What optimizers share: a step is one call for all parameters.</summary>
  public abstract class Optimizer {
    public double Lr;
    protected readonly Tensor[] Parameters;
    protected Optimizer(IEnumerable<Tensor> parameters, double lr) {
      Parameters = parameters.ToArray();
      Lr = lr;
    }
    public void ZeroGrad() {
      foreach (var one in Parameters) one.Grad = null;
    }
    public abstract void Step();

    // Numbers of the parameters that have a gradient, and the gradients.
    protected Dictionary<int, Tensor> Grads() {
      var found = new Dictionary<int, Tensor>();
      for (int i = 0; i < Parameters.Length; ++i) {
        var grad = Parameters[i].Grad;
        if (grad != null)
          found[i] = grad;
      }
      return found;
    }
  }

  /// <summary>torch.optim.SGD.</summary>
  public sealed class SGD : Optimizer {
    public double Momentum, Dampening, WeightDecay;
    public bool Nesterov;
    readonly Tensor[] buffers;

    public SGD(IEnumerable<Tensor> parameters, double lr, double momentum = 0) : base(parameters, lr) {
      Momentum = momentum;
      buffers = new Tensor[Parameters.Length];
    }

    public override void Step() {
      var grads = Grads();
      foreach (var rows in grads.Keys.GroupBy(i => Momentum != 0 && buffers[i] == null)
                   .ToArray()) {  // a first step only writes its buffers
        foreach (int i in rows)
          if (rows.Key)
            buffers[i] = Torch.zeros_like(Parameters[i]);
        Tensor[] p = rows.Select(i => Parameters[i]).ToArray(), g = rows.Select(i => grads[i]).ToArray();
        Tensor[] b = Momentum == 0 ? new Tensor[0] : rows.Select(i => buffers[i]).ToArray();
        using (var uses = new Values()) {
          Native.Check(ptc_optimizer_sgd_step(uses.Of(p), p.Length, uses.Of(g), g.Length, uses.Of(b), b.Length, Lr,
                                              Momentum, Dampening, WeightDecay, (byte)(Nesterov ? 1 : 0), 0,
                                              (byte)(rows.Key ? 1 : 0)));
        }
      }
      foreach (var grad in grads.Values) grad.Dispose();
    }
  }

  /// <summary>torch.optim.Adam, or AdamW with Decoupled.</summary>
  public class Adam : Optimizer {
    public double Beta1 = 0.9, Beta2 = 0.999, Eps = 1e-8, WeightDecay;
    public bool Decoupled;
    readonly Tensor[][] state;

    public Adam(IEnumerable<Tensor> parameters, double lr = 1e-3) : base(parameters, lr) {
      state = new Tensor[Parameters.Length][];
    }

    public override void Step() {
      var grads = Grads();
      foreach (int i in grads.Keys)
        state[i] = state[i] ??
                   new[] { Torch.zeros_like(Parameters[i]), Torch.zeros_like(Parameters[i]), Torch.zeros(new long[0]) };
      long n = grads.Count;
      var p = grads.Keys.Select(i => Parameters[i]).ToArray();
      using (var uses = new Values()) {
        Func<int, IntPtr[]> column = k => uses.Of(grads.Keys.Select(i => state[i][k]).ToArray());
        Native.Check(ptc_optimizer_adam_step(uses.Of(p), n, uses.Of(grads.Values.ToArray()), n, column(0), n, column(1),
                                             n, null, 0, column(2), n, Lr, Beta1, Beta2, Eps, WeightDecay, 0, 0,
                                             (byte)(Decoupled ? 1 : 0)));
      }
      foreach (var grad in grads.Values) grad.Dispose();
    }
  }

  /// <summary>torch.optim.AdamW.</summary>
  public sealed class AdamW : Adam {
    public AdamW(IEnumerable<Tensor> parameters, double lr = 1e-3, double weightDecay = 0.01) : base(parameters, lr) {
      WeightDecay = weightDecay;
      Decoupled = true;
    }
  }
}
