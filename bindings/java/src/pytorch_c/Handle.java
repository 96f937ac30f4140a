package pytorch_c;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.Locale;

/**
 * A handle that is closed once: by hand, or by the cleaner after its owner has become unreachable. A call leases it
 * (Scratch.use); the last call that uses a closed handle frees it.
 */
final class Handle implements Runnable {
  enum Kind { TENSOR, GENERATOR, HOOK, MODULE, FUNCTION }

  private static final Cleaner CLEANER = Cleaner.create();
  private static final MethodHandle TENSOR_CLOSE = Native.function("ptc_tensor_close"),
                                    GENERATOR_CLOSE = Native.function("ptc_generator_close"),
                                    HOOK_CLOSE = Native.function("ptc_hook_close"),
                                    MODULE_CLOSE = Native.function("ptc_jit_module_close"),
                                    FUNCTION_CLOSE = Native.function("ptc_jit_function_close");
  private static final VarHandle STATE;
  private static final int CLOSED = 1, LEASE = 2, FREED = 1 << 30 | CLOSED;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Handle.class, "state", int.class);
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  private final Kind kind;
  private final long address;
  private int state; // CLOSED, and LEASE for each call that uses it; FREED after the last one
  private final Cleaner.Cleanable cleanable;

  Handle(Object owner, Kind kind, long address) {
    this.kind = kind;
    this.address = address;
    this.cleanable = CLEANER.register(owner, this);
  }

  /** Runs an action when the cleaner has found an object that nobody refers to. */
  static void whenFound(Runnable action) { CLEANER.register(new Object(), action); }

  /** The handle, which stays open until done() is called as often. */
  long lease() {
    if (((int) STATE.getAndAdd(this, LEASE) & CLOSED) != 0) {
      done();
      throw new IllegalStateException("the " + kind.name().toLowerCase(Locale.ROOT) + " is closed");
    }
    return address;
  }

  void done() {
    if ((int) STATE.getAndAdd(this, -LEASE) == LEASE + CLOSED)
      free();
  }

  void close() { cleanable.clean(); }

  @Override
  public void run() {
    if ((int) STATE.getAndBitwiseOr(this, CLOSED) == 0)
      free();
  }

  private void free() {
    // Who leased it too late has gone again, or will find another state.
    if (!STATE.compareAndSet(this, CLOSED, FREED))
      return;
    try {
      switch (kind) {
        case TENSOR -> { TENSOR_CLOSE.invokeExact(address); }
        case GENERATOR -> { GENERATOR_CLOSE.invokeExact(address); }
        case HOOK -> { HOOK_CLOSE.invokeExact(address); }
        case MODULE -> { MODULE_CLOSE.invokeExact(address); }
        case FUNCTION -> { FUNCTION_CLOSE.invokeExact(address); }
      }
    } catch (Throwable impossible) {
      throw Native.rethrow(impossible);
    }
  }
}
