import java.util.concurrent.CancellationException;
import pytorch_c.*;

/** A call that takes minutes, which Ctrl-C ends. */
public class Interrupt {
  public static void main(String[] words) {
    ScriptFunction f = Jit.compile("""
        def long(x, count: int):
            for i in range(count):
                x = x + 1
            return x
        """).get("long");
    try (Interruptible ctrlC = new Interruptible()) {
      System.out.println("ready");
      f.call(Torch.zeros(new long[] {3}), 1_000_000_000L);
    } catch (CancellationException expected) {
      System.out.println("interrupted");
    }
    if (Torch.sum(Torch.ones(new long[] {3})).floats()[0] != 3)
      throw new AssertionError("calls do not go on");
  }
}
