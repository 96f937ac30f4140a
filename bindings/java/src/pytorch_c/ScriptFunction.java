package pytorch_c;

import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * A function of TorchScript, or a method of a module: good for any number of calls, from any thread. Closed by close(),
 * or some time after it has become unreachable.
 */
public final class ScriptFunction implements AutoCloseable {
  private static final MethodHandle CALL = Native.function("ptc_jit_call"),
                                    SCHEMA = Native.function("ptc_jit_function_schema"),
                                    GRAPH = Native.function("ptc_jit_function_graph"),
                                    MODULE = Native.function("ptc_jit_function_module");
  private final Handle owner;

  ScriptFunction(long handle) { owner = new Handle(this, Handle.Kind.FUNCTION, handle); }

  /** Calls it: a Tensor, number, String, Boolean or null is itself, a List a list or tuple, a Map a Dict. */
  public Object call(Object... args) {
    try (Arena arena = Arena.ofConfined(); Scratch m = Scratch.open()) {
      MemorySegment given = Values.write(arena, m, Arrays.asList(args), 0), out = arena.allocate(Values.BYTES, 8);
      Native.check(
          (long) CALL.invokeExact(m.use(owner), given.address(), (long) args.length, 0L, out.address()));
      return Values.taken(out);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  public String schema() {
    return Jit.string(owner, (handle, out) -> (long) SCHEMA.invokeExact(handle, out));
  }

  public String graph() {
    return Jit.string(owner, (handle, out) -> (long) GRAPH.invokeExact(handle, 0, out));
  }

  /** A module whose forward it is: so it is saved. */
  public ScriptModule module() {
    return new ScriptModule(Jit.place(owner, (handle, out) -> (long) MODULE.invokeExact(handle, out)));
  }

  @Override
  public void close() {
    owner.close();
  }
}
