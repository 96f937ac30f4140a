package pytorch_c;

import static java.lang.foreign.ValueLayout.*;

import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** Java's values as ptc_value, and back: null, Boolean, numbers, String, Tensor, List, Map. */
final class Values {
  static final long BYTES = 48;
  private static final int DEEPEST = 100, NONE = 0, BOOL = 1, INT = 2, FLOAT = 3, STRING = 6, TENSOR = 7, TENSORS = 8,
                           INTS = 9, FLOATS = 10, BOOLS = 11, LIST = 20, TUPLE = 21, DICT = 22, NAMED_TUPLE = 23;
  private static final MethodHandle CLOSE = Native.function("ptc_values_close");

  private Values() {}

  // ---- arguments ----

  /** Values one behind the other, good while the arena is and `m` uses their tensors. */
  static MemorySegment write(Arena arena, Scratch m, Collection<?> items, int depth) {
    if (depth > DEEPEST)
      throw new IllegalArgumentException("lists and maps may hold each other " + DEEPEST + " deep");
    MemorySegment out = arena.allocate(BYTES * Math.max(items.size(), 1), 8);
    long at = 0;
    for (Object one : items) {
      write(arena, m, out.asSlice(at, BYTES), one, depth);
      at += BYTES;
    }
    return out;
  }

  private static void write(Arena arena, Scratch m, MemorySegment to, Object x, int depth) {
    if (x == null)
      put(to, NONE, 0, 0);
    else if (x instanceof Boolean truth)
      whole(to, BOOL, truth ? 1 : 0);
    else if (x instanceof Long || x instanceof Integer || x instanceof Short || x instanceof Byte)
      whole(to, INT, ((Number) x).longValue());
    else if (x instanceof Double || x instanceof Float)
      real(to, ((Number) x).doubleValue());
    else if (x instanceof Tensor tensor)
      put(to, TENSOR, m.use(tensor), 0);
    else if (x instanceof String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      MemorySegment copy = arena.allocate(bytes.length + 1L).copyFrom(MemorySegment.ofArray(bytes));
      put(to, STRING, copy.address(), bytes.length);
    } else if (x instanceof List<?> list)
      put(to, LIST, write(arena, m, list, depth + 1).address(), list.size());
    else if (x instanceof Map<?, ?> map) {
      List<Object> flat = new ArrayList<>();
      map.forEach((key, value) -> {
        flat.add(key);
        flat.add(value);
      });
      put(to, DICT, write(arena, m, flat, depth + 1).address(), map.size());
    } else
      throw new IllegalArgumentException("TorchScript has no type for " + x.getClass().getName());
  }

  private static void put(MemorySegment to, int kind, long pointer, long length) {
    to.set(JAVA_INT, 0, kind);
    to.set(JAVA_LONG, 32, pointer);
    to.set(JAVA_LONG, 40, length);
  }

  private static void whole(MemorySegment to, int kind, long number) {
    to.set(JAVA_INT, 0, kind);
    to.set(JAVA_LONG, 8, number);
  }

  private static void real(MemorySegment to, double number) {
    to.set(JAVA_INT, 0, FLOAT);
    to.set(JAVA_DOUBLE, 16, number);
  }

  // ---- results ----

  /** What a call has put into a value, which is closed; tensors are taken out of it. */
  static Object taken(MemorySegment value) throws Throwable {
    try {
      return read(value);
    } finally {
      CLOSE.invokeExact(value.address(), 1L);
    }
  }

  private static Object read(MemorySegment v) {
    long length = v.get(JAVA_LONG, 40), p = v.get(JAVA_LONG, 32);
    return switch (v.get(JAVA_INT, 0)) {
      case NONE -> null;
      case BOOL -> v.get(JAVA_LONG, 8) != 0;
      case INT -> v.get(JAVA_LONG, 8);
      case FLOAT -> v.get(JAVA_DOUBLE, 16);
      case STRING -> new String(memory(p, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
      case TENSOR -> take(v.asSlice(32, 8));
      case TENSORS -> tensors(memory(p, 8 * length));
      case INTS -> boxed(memory(p, 8 * length).toArray(JAVA_LONG));
      case FLOATS -> boxed(memory(p, 8 * length).toArray(JAVA_DOUBLE));
      case BOOLS -> truths(memory(p, length).toArray(JAVA_BYTE));
      case LIST, TUPLE -> items(p, length);
      case DICT -> map(items(p, 2 * length), 0);
      case NAMED_TUPLE -> map(items(p, 1 + 2 * length), 1);
      default -> throw new IllegalArgumentException("TorchScript gave an object that has no form in Java");
    };
  }

  private static MemorySegment memory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  private static Tensor take(MemorySegment place) {
    Tensor out = Tensor.of(place.get(JAVA_LONG, 0));
    place.set(JAVA_LONG, 0, 0);
    return out;
  }

  private static List<Object> tensors(MemorySegment handles) {
    List<Object> out = new ArrayList<>();
    for (long at = 0; at < handles.byteSize(); at += 8) out.add(take(handles.asSlice(at, 8)));
    return out;
  }

  private static List<Object> boxed(long[] numbers) {
    return new ArrayList<>(Arrays.stream(numbers).boxed().toList());
  }

  private static List<Object> boxed(double[] numbers) {
    return new ArrayList<>(Arrays.stream(numbers).boxed().toList());
  }

  private static List<Object> truths(byte[] bytes) {
    List<Object> out = new ArrayList<>();
    for (byte one : bytes) out.add(one != 0);
    return out;
  }

  private static List<Object> items(long address, long count) {
    List<Object> out = new ArrayList<>();
    MemorySegment all = memory(address, BYTES * count);
    for (long i = 0; i < count; ++i) out.add(read(all.asSlice(BYTES * i, BYTES)));
    return out;
  }

  private static Map<Object, Object> map(List<Object> flat, int first) {
    Map<Object, Object> out = new LinkedHashMap<>();
    for (int i = first; i < flat.size(); i += 2) out.put(flat.get(i), flat.get(i + 1));
    return out;
  }
}
