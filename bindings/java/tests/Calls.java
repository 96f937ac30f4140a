import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import pytorch_c.*;

/** Nanoseconds of processor time that a call costs: Calls COUNT */
public class Calls {
  private static final MethodHandle CLOCK = Linker.nativeLinker().downcallHandle(
      Linker.nativeLinker().defaultLookup().find("clock").orElseThrow(), FunctionDescriptor.of(ValueLayout.JAVA_LONG));

  /** Processor time of this process, all threads, in nanoseconds. */
  static long spent() {
    try {
      return (long) CLOCK.invokeExact() * 1000;
    } catch (Throwable thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  static double ns(long count, Runnable call) {
    for (long i = 0; i < Math.max(count / 10, 100_000); ++i) call.run();
    long begin = spent();
    for (long i = 0; i < count; ++i) call.run();
    return (spent() - begin) / (double) count;
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
