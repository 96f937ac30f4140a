import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.*;
import pytorch_c.*;

/** Closes tensors while another thread calls operators with them: java Closing COUNT. bindings/README.md has more. */
public final class Closing {
  static final AtomicReference<Tensor> shared = new AtomicReference<>();
  static final Semaphore ready = new Semaphore(0);
  static volatile boolean over;
  static long calls, closed;

  static void attempt(Tensor x) {
    try (Tensor y = Torch.mm(x, x)) {
      if (y.size()[0] != 8)
        throw new AssertionError("a product of another shape");
    } catch (IllegalStateException gone) {
      ++closed;
    }
  }

  static void call() {
    for (Tensor last = null; !over;) {
      Tensor x = shared.get();
      if (x == null)
        continue;
      if (x != last)
        ready.release();
      last = x;
      ++calls;
      attempt(x);
    }
  }

  public static void main(String[] words) throws InterruptedException {
    long before = Memory.liveTensors();
    Thread caller = new Thread(Closing::call);
    caller.start();
    for (int i = 0; i < Integer.parseInt(words[0]); ++i) {
      Tensor x = Torch.ones(new long[] {8, 8}, null);
      ready.drainPermits();
      shared.set(x);
      if (i % 4 != 0) // each fourth is closed at once
        ready.acquire();
      if (i % 8 != 7) // the others are the collector's
        x.close();
    }
    over = true;
    caller.join();
    shared.set(null);
    for (int i = 0; i < 50 && Memory.liveTensors() > before; ++i) Memory.collect();
    System.out.printf("{\"calls\": %d, \"closed\": %d, \"left\": %d}%n", calls, closed, Memory.liveTensors() - before);
    Tensor kept = Torch.ones(new long[] {8, 8}, null);
    Thread late = new Thread(() -> { // the process ends in the middle of a call
      while (true) attempt(kept);
    });
    late.setDaemon(true);
    late.start();
  }
}
