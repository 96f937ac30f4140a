package pytorch_c;

import java.lang.invoke.MethodHandle;

/**
 * Until it is closed, Ctrl-C ends the call that this thread is in, or its next one, with a
 * java.util.concurrent.CancellationException; a second Ctrl-C before that ends the program.
 */
public final class Interruptible implements AutoCloseable {
  private static final MethodHandle ON = Native.function("ptc_interrupt_on_signal"),
                                    OFF = Native.function("ptc_interrupt_off_signal");
  private static final int SIGINT = 2;

  public Interruptible() {
    try {
      Native.check((long) ON.invokeExact(SIGINT));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  @Override
  public void close() {
    try {
      OFF.invokeExact(SIGINT);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }
}
