import java.util.Locale;
import pytorch_c.*;

/** What a call costs: Calls COUNT */
public class Calls {
  static double ns(long count, Runnable call) {
    for (long i = 0; i < Math.max(count / 10, 20_000); ++i) call.run();
    long begin = System.nanoTime();
    for (long i = 0; i < count; ++i) call.run();
    return (System.nanoTime() - begin) / (double) count;
  }

  public static void main(String[] words) {
    Memory.setNumThreads(1);
    long count = Long.parseLong(words[0]);
    Tensor a = Torch.ones(new long[] {3, 3}), wide = Torch.ones(new long[] {1, 2});
    double dim = ns(count, a::dim), mm = ns(count, () -> Torch.mm(a, a).close()),
           add = ns(count, () -> Torch.add(a, a).close());
    double error = ns(count / 10, () -> {
      try {
        Torch.mm(a, wide);
      } catch (TorchException expected) {
        return;
      }
    });
    System.out.printf(Locale.ROOT, "{\"dim\": %f, \"mm\": %f, \"add\": %f, \"error\": %f}%n", dim, mm, add, error);
  }
}
