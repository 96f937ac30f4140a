package pytorch_c;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.Locale;

/** A handle that is closed once: by hand, or by the cleaner after its owner has become unreachable. */
final class Handle implements Runnable {
  enum Kind { TENSOR, GENERATOR, HOOK, MODULE, FUNCTION }

  private static final Cleaner CLEANER = Cleaner.create();
  private static final MethodHandle TENSOR_CLOSE = Native.function("ptc_tensor_close", "vl"),
                                    GENERATOR_CLOSE = Native.function("ptc_generator_close", "vl"),
                                    HOOK_CLOSE = Native.function("ptc_hook_close", "vl"),
                                    MODULE_CLOSE = Native.function("ptc_jit_module_close", "vl"),
                                    FUNCTION_CLOSE = Native.function("ptc_jit_function_close", "vl");
  private static final VarHandle ADDRESS;

  static {
    try {
      ADDRESS = MethodHandles.lookup().findVarHandle(Handle.class, "address", long.class);
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  private final Kind kind;
  private long address;
  private final Cleaner.Cleanable cleanable;

  Handle(Object owner, Kind kind, long address) {
    this.kind = kind;
    this.address = address;
    this.cleanable = owner == null ? null : CLEANER.register(owner, this);
  }

  long get() {
    long out = address;
    if (out == 0)
      throw new IllegalStateException("the " + kind.name().toLowerCase(Locale.ROOT) + " is closed");
    return out;
  }

  /** Gives the handle away; it is closed no more. */
  long release() { return (long) ADDRESS.getAndSet(this, 0L); }

  void close() {
    if (cleanable != null)
      cleanable.clean();
  }

  @Override
  public void run() {
    long mine = release();
    if (mine == 0)
      return;
    try {
      switch (kind) {
        case TENSOR -> TENSOR_CLOSE.invokeExact(mine);
        case GENERATOR -> GENERATOR_CLOSE.invokeExact(mine);
        case HOOK -> HOOK_CLOSE.invokeExact(mine);
        case MODULE -> MODULE_CLOSE.invokeExact(mine);
        case FUNCTION -> FUNCTION_CLOSE.invokeExact(mine);
      }
    } catch (Throwable impossible) {
      throw Native.rethrow(impossible);
    }
  }
}
