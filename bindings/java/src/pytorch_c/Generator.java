package pytorch_c;

import java.lang.invoke.MethodHandle;

/** A source of random numbers on the CPU. */
public final class Generator implements AutoCloseable {
  private static final MethodHandle NEW = Native.function("ptc_generator_new"),
                                    SEED = Native.function("ptc_generator_manual_seed");
  final Handle owner;

  public Generator(long seed) {
    try (Scratch m = Scratch.open()) {
      int out = m.place();
      Native.check((long) NEW.invokeExact(0, -1, m.at(out)));
      owner = new Handle(this, Handle.Kind.GENERATOR, m.getLong(out));
      Native.check((long) SEED.invokeExact(m.use(owner), seed));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  @Override
  public void close() {
    owner.close();
  }
}
