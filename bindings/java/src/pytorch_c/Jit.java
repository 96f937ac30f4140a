package pytorch_c;

import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.*;

/** TorchScript: Jit.load(path).forward(x). */
public final class Jit {
  private static final MethodHandle LOAD = Native.function("ptc_jit_load"),
                                    LOAD_MEMORY = Native.function("ptc_jit_load_memory"),
                                    UNIT_NEW = Native.function("ptc_jit_unit_new"),
                                    UNIT_DEFINE = Native.function("ptc_jit_unit_define"),
                                    UNIT_FUNCTION = Native.function("ptc_jit_unit_function"),
                                    UNIT_CLOSE = Native.function("ptc_jit_unit_close");

  static { Native.checkVersions(Versions.ABI); }

  private Jit() {}

  /** The module of an archive; its tensors go where they were when it was saved. */
  public static ScriptModule load(Path path) { return load(path, null); }

  /** The same, with its tensors on a device. */
  public static ScriptModule load(Path path, Device device) {
    int type = device == null ? -1 : device.type(), index = device == null ? -1 : device.index();
    return withText(path.toString(),
        text -> new ScriptModule(place(out -> (long) LOAD.invokeExact(text, type, index, 0L, out))));
  }

  /** The module of an archive in memory. */
  public static ScriptModule load(byte[] archive) { return load(archive, null); }

  public static ScriptModule load(byte[] archive, Device device) {
    int type = device == null ? -1 : device.type(), index = device == null ? -1 : device.index();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(Math.max(archive.length, 1), 8).copyFrom(MemorySegment.ofArray(archive));
      return new ScriptModule(place(out -> (long) LOAD_MEMORY.invokeExact(
          copy.address(), (long) archive.length, type, index, 0L, out)));
    }
  }

  /** The functions of a source, by their names. */
  public static Map<String, ScriptFunction> compile(String source) {
    long unit = place(out -> (long) UNIT_NEW.invokeExact(out));
    try {
      String names = withText(source,
          text -> Native.owned(place(out -> (long) UNIT_DEFINE.invokeExact(unit, 0L, text, 0L, 1L, 0L, out))));
      Map<String, ScriptFunction> found = new LinkedHashMap<>();
      for (String name : lines(names))
        found.put(name, withText(name, text -> new ScriptFunction(
            place(out -> (long) UNIT_FUNCTION.invokeExact(unit, text, out)))));
      return found;
    } finally {
      try {
        UNIT_CLOSE.invokeExact(unit);
      } catch (Throwable impossible) {
        throw Native.rethrow(impossible);
      }
    }
  }

  // ---- for the classes beside ----

  interface Call {
    long run(long out) throws Throwable;
  }

  interface CallOf {
    long run(long handle, long out) throws Throwable;
  }

  interface With<T> {
    T run(long address) throws Throwable;
  }

  /** The handle or address that a call puts into its place. */
  static long place(Call call) {
    try (Scratch m = Scratch.open()) {
      int out = m.place();
      Native.check(call.run(m.at(out)));
      return m.getLong(out);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** The same for a call that is given a handle. */
  static long place(Handle of, CallOf call) {
    try (Scratch m = Scratch.open()) {
      long given = m.use(of);
      return place(out -> call.run(given, out));
    }
  }

  static String string(Handle of, CallOf call) {
    try {
      return Native.owned(place(of, call));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** Runs with a text for C. */
  static <T> T withText(String x, With<T> run) {
    if (x.indexOf(0) >= 0)
      throw new IllegalArgumentException("a text for the library has a NUL in it");
    try (Arena arena = Arena.ofConfined()) {
      return run.run(arena.allocateFrom(x).address());
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  static List<String> lines(String found) { return found.isEmpty() ? List.of() : List.of(found.split("\n")); }
}
