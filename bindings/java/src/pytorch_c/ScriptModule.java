package pytorch_c;

import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A module of TorchScript: Jit.load(path).forward(x). Closed by close(), or some time after it has become unreachable.
 */
public final class ScriptModule implements AutoCloseable {
  private static final int PARAMETER = 1, BUFFER = 2, METHOD = 5;
  private static final MethodHandle METHOD_OF = Native.function("ptc_jit_module_method"),
                                    NAMES = Native.function("ptc_jit_module_names"),
                                    TENSORS = Native.function("ptc_jit_module_tensors"),
                                    ATTRIBUTE = Native.function("ptc_jit_module_attr"),
                                    TRAIN = Native.function("ptc_jit_module_train"),
                                    SAVE = Native.function("ptc_jit_save");
  private final Handle owner;
  private final Map<String, ScriptFunction> found = new ConcurrentHashMap<>();

  ScriptModule(long handle) { owner = new Handle(this, Handle.Kind.MODULE, handle); }

  /** A method by its name; it is closed with this. */
  public ScriptFunction method(String name) {
    try (Scratch m = Scratch.open()) {
      m.use(owner); // an error where it is closed
    }
    return found.computeIfAbsent(name, one -> Jit.withText(one, text -> new ScriptFunction(
        Jit.place(owner, (handle, out) -> (long) METHOD_OF.invokeExact(handle, text, out)))));
  }

  public Object forward(Object... args) { return method("forward").call(args); }

  public List<String> methods() { return names(METHOD, false); }

  public Object attribute(String name) {
    return Jit.withText(name, text -> {
      try (Arena arena = Arena.ofConfined(); Scratch m = Scratch.open()) {
        MemorySegment out = arena.allocate(Values.BYTES, 8);
        Native.check((long) ATTRIBUTE.invokeExact(m.use(owner), text, out.address()));
        return Values.taken(out);
      }
    });
  }

  /** Parameters by their names; they share memory with the module's. */
  public Map<String, Tensor> parameters() { return tensors(PARAMETER); }

  /** Parameters and buffers, for loadStateDict of a module of layers. */
  public Map<String, Tensor> stateDict() {
    Map<String, Tensor> out = parameters();
    out.putAll(tensors(BUFFER));
    return out;
  }

  private Map<String, Tensor> tensors(int kind) {
    List<String> names = names(kind, true);
    long list = Jit.place(owner, (handle, out) -> (long) TENSORS.invokeExact(handle, kind, true, out));
    try {
      Tensor[] tensors = Lists.taken(list);
      Map<String, Tensor> out = new LinkedHashMap<>();
      for (int i = 0; i < tensors.length; ++i) out.put(names.get(i), tensors[i]);
      return out;
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  public ScriptModule train(boolean mode) {
    try (Scratch m = Scratch.open()) {
      Native.check((long) TRAIN.invokeExact(m.use(owner), mode));
      return this;
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  public ScriptModule eval() { return train(false); }

  public void save(Path path) {
    Jit.withText(path.toString(), text -> {
      try (Scratch m = Scratch.open()) {
        Native.check((long) SAVE.invokeExact(m.use(owner), text, 0L));
      }
      return null;
    });
  }

  private List<String> names(int kind, boolean recurse) {
    return Jit.lines(Jit.string(owner, (handle, out) -> (long) NAMES.invokeExact(handle, kind, recurse, out)));
  }

  @Override
  public void close() {
    found.values().forEach(ScriptFunction::close);
    found.clear();
    owner.close();
  }
}
