package pytorch_c;

import java.lang.invoke.MethodHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** What is alive, what to do when memory is short, and what is recorded on this thread. */
public final class Memory {
  private static final MethodHandle LIVE_TENSORS = Native.function("ptc_live_tensors"),
                                    LIVE_HANDLES = Native.function("ptc_live_handles"),
                                    LIVE_BYTES = Native.function("ptc_live_bytes"),
                                    SET_CALLBACK = Native.function("ptc_set_gc_callback"),
                                    SET_THRESHOLD = Native.function("ptc_set_gc_threshold"),
                                    SET_GROWTH = Native.function("ptc_set_gc_growth"),
                                    GRAD_MODE = Native.function("ptc_grad_mode"),
                                    SET_GRAD_MODE = Native.function("ptc_set_grad_mode"),
                                    INFERENCE = Native.function("ptc_inference_mode"),
                                    SET_INFERENCE = Native.function("ptc_set_inference_mode"),
                                    SET_THREADS = Native.function("ptc_set_num_threads"),
                                    SEED = Native.function("ptc_manual_seed");
  private static final long PRESSURE = Native.pointer(Memory.class, "pressure", "ptc_gc_fn");

  private Memory() {}

  public static long liveTensors() { return counted(LIVE_TENSORS); }

  public static long liveHandles() { return counted(LIVE_HANDLES); }

  private static long counted(MethodHandle counter) {
    try {
      return (long) counter.invokeExact();
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** Bytes that live tensors on the CPU refer to. */
  public static long liveBytes() {
    try {
      return (long) LIVE_BYTES.invokeExact(0);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /**
   * From now on `release` is asked, with enum ptc_gc_level, when more than `bytes` are alive on the CPU (0: never) or
   * when an operator finds no memory. Null takes it away.
   */
  public static void onPressure(IntConsumer release, long bytes) {
    try {
      SET_GROWTH.invokeExact(0L);
      SET_THRESHOLD.invokeExact(0, bytes);
      long callback = release == null ? 0 : PRESSURE, context = release == null ? 0 : Native.keep(release),
           destroy = release == null ? 0 : Native.FORGET;
      Native.check((long) SET_CALLBACK.invokeExact(callback, context, destroy));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** Java's collector does not know how large a tensor is: this lets it collect when more than `bytes` are alive. */
  public static void collectAbove(long bytes) { onPressure(level -> collect(), bytes); }

  /**
   * Lets Java collect each time that tensors have grown by 32 MB, more seldom where that frees little, and where an
   * operator finds no memory: on at first. onPressure() and collectAbove() take its place.
   */
  public static void collectUnderPressure() {
    collectAbove(0);
    try {
      SET_GROWTH.invokeExact(32L << 20);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** A collection, and a tenth of a second at most for the cleaner to close what it has found. */
  public static void collect() {
    CountDownLatch found = new CountDownLatch(1);
    Handle.whenFound(found::countDown);
    System.gc();
    try {
      found.await(100, TimeUnit.MILLISECONDS);
      // The cleaner is at it, in no order that is promised: until it has closed nothing for a moment.
      long last = liveHandles();
      for (int quiet = 0; quiet < 3;) {
        Thread.sleep(0, 100_000);
        long now = liveHandles();
        quiet = now < last ? 0 : quiet + 1;
        last = now;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  static void pressure(long context, int level) {
    try {
      ((IntConsumer) Native.kept(context)).accept(level);
    } catch (Throwable nobodyIsThereToHearIt) {
      return;
    }
  }

  // ---- states of this thread, for a block of try-with-resources ----

  /** Ends a state of this thread. */
  public interface State extends AutoCloseable {
    @Override void close();
  }

  public static State noGrad() {
    boolean before = state(GRAD_MODE);
    set(SET_GRAD_MODE, false);
    return () -> set(SET_GRAD_MODE, before);
  }

  public static State inferenceMode() {
    boolean before = state(INFERENCE), grad = state(GRAD_MODE);
    set(SET_INFERENCE, true);
    return () -> {
      set(SET_INFERENCE, before);
      set(SET_GRAD_MODE, grad);
    };
  }

  private static boolean state(MethodHandle question) {
    try (Scratch m = Scratch.open()) {
      int out = m.place();
      Native.check((long) question.invokeExact(m.at(out)));
      return (m.getLong(out) & 1) != 0;
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  private static void set(MethodHandle setter, boolean on) {
    try {
      Native.check((long) setter.invokeExact(on));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  public static void setNumThreads(long threads) {
    try {
      Native.check((long) SET_THREADS.invokeExact(threads));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  public static void manualSeed(long seed) {
    try {
      Native.check((long) SEED.invokeExact(seed));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }
}
