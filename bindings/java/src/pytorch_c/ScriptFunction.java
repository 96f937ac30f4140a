package pytorch_c;

import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Arrays;

/**
 * A function of TorchScript, or a method of a module: good for any number of calls, from any thread. Closed by close(),
 * or some time after it has become unreachable.
 */
public final class ScriptFunction implements AutoCloseable {
  private static final MethodHandle CALL = Native.function("ptc_jit_call", "llllll"),
                                    SCHEMA = Native.function("ptc_jit_function_schema", "lll"),
                                    GRAPH = Native.function("ptc_jit_function_graph", "llil"),
                                    MODULE = Native.function("ptc_jit_function_module", "lll");
  private final Handle owner;

  ScriptFunction(long handle) { owner = new Handle(this, Handle.Kind.FUNCTION, handle); }

  /** Calls it: a Tensor, number, String, Boolean or null is itself, a List a list or tuple, a Map a Dict. */
  public Object call(Object... args) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment given = Values.write(arena, Arrays.asList(args), 0), out = arena.allocate(Values.BYTES, 8);
      Native.check(
          (long) CALL.invokeExact(owner.get(), given.address(), (long) args.length, 0L, out.address()));
      return Values.taken(out);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    } finally {
      Reference.reachabilityFence(args);
      Reference.reachabilityFence(this);
    }
  }

  public String schema() {
    return Jit.string(this, out -> (long) SCHEMA.invokeExact(owner.get(), out));
  }

  public String graph() {
    return Jit.string(this, out -> (long) GRAPH.invokeExact(owner.get(), 0, out));
  }

  /** A module whose forward it is: so it is saved. */
  public ScriptModule module() {
    return new ScriptModule(Jit.place(this, out -> (long) MODULE.invokeExact(owner.get(), out)));
  }

  @Override
  public void close() {
    owner.close();
  }
}
