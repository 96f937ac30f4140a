package pytorch_c;

import static java.lang.foreign.ValueLayout.*;

import java.lang.foreign.*;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Memory of this thread for the arguments and results of one call; calls within calls (hooks) stack. */
final class Scratch implements AutoCloseable {
  private static final ThreadLocal<Scratch> MINE = ThreadLocal.withInitial(Scratch::new);
  private static final long SIZE = 1 << 16;
  private final MemorySegment memory = Arena.ofAuto().allocate(SIZE, 16);
  private final long address = memory.address();
  private long top;
  private int depth, used;
  private final long[] marks = new long[256];
  private final int[] firsts = new int[256]; // of the handles that a call uses
  private Handle[] handles = new Handle[64];
  private Arena large; // of what does not fit, until the outermost call is over

  static Scratch open() {
    Scratch out = MINE.get();
    out.firsts[out.depth] = out.used;
    out.marks[out.depth++] = out.top;
    return out;
  }

  @Override
  public void close() {
    top = marks[--depth];
    for (int first = firsts[depth]; used > first;) {
      Handle one = handles[--used];
      handles[used] = null;
      one.done();
    }
    if (depth == 0 && large != null) {
      large.close();
      large = null;
    }
  }

  private MemorySegment room(long bytes) {
    long start = top, end = start + ((bytes + 7) & ~7L);
    if (end > SIZE) {
      if (large == null)
        large = Arena.ofConfined();
      return large.allocate(bytes, 16);
    }
    top = end;
    return memory.asSlice(start, bytes);
  }

  // ---- results: a place of eight zeroed bytes, which is known by its offset ----

  int place() {
    int at = (int) top;
    top += 8;
    memory.set(JAVA_LONG, at, 0);
    return at;
  }

  long at(int place) { return address + place; }

  long getLong(int place) { return memory.get(JAVA_LONG, place); }

  double getDouble(int place) { return memory.get(JAVA_DOUBLE, place); }

  // ---- arguments ----

  /** A handle that stays open until this call is over. */
  long use(Handle x) {
    long out = x.lease();
    if (used == handles.length)
      handles = Arrays.copyOf(handles, 2 * used);
    handles[used++] = x;
    return out;
  }

  long use(Tensor x) { return x == null ? 0 : use(x.owner); }

  long use(Generator x) { return x == null ? 0 : use(x.owner); }

  MemorySegment scalar(Number x) {
    MemorySegment out = room(32);
    boolean whole = x instanceof Long || x instanceof Integer || x instanceof Short || x instanceof Byte;
    Scalar own = x instanceof Scalar scalar ? scalar : null;
    out.set(JAVA_INT, 0, x == null ? 0 : own != null ? own.kind : whole ? 1 : 2);
    out.set(JAVA_LONG, 8, x == null ? 0 : x.longValue());
    out.set(JAVA_DOUBLE, 16, x == null ? 0 : x.doubleValue());
    out.set(JAVA_DOUBLE, 24, own != null ? own.im : 0);
    return out;
  }

  long scalars(Number[] list) {
    MemorySegment out = room(32L * list.length);
    for (int i = 0; i < list.length; ++i) out.asSlice(32L * i, 32).copyFrom(scalar(list[i]));
    return out.address();
  }

  long options(Options x) {
    if (x == null)
      return 0;
    int[] fields = x.fields();
    MemorySegment out = room(4L * fields.length);
    MemorySegment.copy(fields, 0, out, JAVA_INT, 0, fields.length);
    return out.address();
  }

  long text(String x) {
    if (x == null)
      return 0;
    byte[] bytes = x.getBytes(StandardCharsets.UTF_8);
    MemorySegment out = room(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, out, JAVA_BYTE, 0, bytes.length);
    out.set(JAVA_BYTE, bytes.length, (byte) 0);
    return out.address();
  }

  long list(long[] x) {
    if (x == null)
      return 0;
    MemorySegment out = room(8L * x.length);
    MemorySegment.copy(x, 0, out, JAVA_LONG, 0, x.length);
    return out.address();
  }

  long list(double[] x) {
    if (x == null)
      return 0;
    MemorySegment out = room(8L * x.length);
    MemorySegment.copy(x, 0, out, JAVA_DOUBLE, 0, x.length);
    return out.address();
  }

  long list(boolean[] x) {
    MemorySegment out = room(x.length);
    for (int i = 0; i < x.length; ++i) out.set(JAVA_BOOLEAN, i, x[i]);
    return out.address();
  }

  long list(Tensor[] x) {
    MemorySegment out = room(8L * x.length);
    for (int i = 0; i < x.length; ++i) out.setAtIndex(JAVA_LONG, i, use(x[i]));
    return out.address();
  }

  long optional(Long x) { return x == null ? 0 : list(new long[] {x}); }

  long optional(Double x) { return x == null ? 0 : list(new double[] {x}); }

  long optional(Boolean x) { return x == null ? 0 : list(new boolean[] {x}); }
}
