package pytorch_c;

import java.lang.invoke.MethodHandle;

/** A registered hook; closing it keeps the hook, remove() takes it away. */
public final class Hook implements AutoCloseable {
  private static final MethodHandle REMOVE = Native.function("ptc_hook_remove");
  private final Handle owner;

  Hook(long handle) { owner = new Handle(this, Handle.Kind.HOOK, handle); }

  public void remove() {
    try (Scratch m = Scratch.open()) {
      REMOVE.invokeExact(m.use(owner));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  @Override
  public void close() {
    owner.close();
  }
}
