package pytorch_c.nn;

import java.util.Arrays;
import pytorch_c.Tensor;
import pytorch_c.Torch;

/** What fills a new tensor: the bounds and the draws of torch's layers. */
final class Init {
  private Init() {}

  private static double fanIn(Tensor weight) {
    return Arrays.stream(weight.size()).skip(1).asDoubleStream().reduce(1, (a, b) -> a * b);
  }

  static void zeros(Tensor self) { Torch.zero_(self); }

  static void ones(Tensor self) { Torch.fill_(self, 1L); }

  static void uniform(Tensor self, double bound) { Torch.uniform_(self, -bound, bound); }

  static void kaiming_uniform(Tensor self) {
    double a = Math.sqrt(5), std = Math.sqrt(2 / (1 + a * a)) / Math.sqrt(fanIn(self));
    uniform(self, Math.sqrt(3) * std);
  }

  static void fan_in_uniform(Tensor self, Tensor weight) { uniform(self, 1 / Math.sqrt(fanIn(weight))); }

  static void embedding(Tensor self, long padding) {
    Torch.normal_(self);
    if (padding >= 0)
      Torch.zero_(Torch.select(self, 0, padding));
  }
}
