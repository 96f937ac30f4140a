package pytorch_c;

import static java.lang.foreign.ValueLayout.*;

import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;
import java.util.function.UnaryOperator;

/**
 * A tensor, closed by close(), by try-with-resources, or some time after it has become unreachable. Operators: Torch.
 */
public final class Tensor implements AutoCloseable {
  private static final MethodHandle FROM_DATA = Native.function("ptc_tensor_from_data"),
                                    STRING = Native.function("ptc_tensor_string"),
                                    DIM = Native.function("ptc_tensor_dim"),
                                    NUMEL = Native.function("ptc_tensor_numel"),
                                    SIZES = Native.function("ptc_tensor_sizes"),
                                    DTYPE = Native.function("ptc_tensor_dtype"),
                                    ITEM = Native.function("ptc_tensor_item"),
                                    COPY_TO = Native.function("ptc_tensor_copy_to"),
                                    ELEMENT_SIZE = Native.function("ptc_tensor_element_size"),
                                    DATA = Native.function("ptc_tensor_data_ptr"),
                                    LEND = Native.function("ptc_tensor_lend"),
                                    CONTIGUOUS = Native.function("ptc_tensor_is_contiguous"),
                                    BACKWARD = Native.function("ptc_tensor_backward"),
                                    GRAD = Native.function("ptc_tensor_grad"),
                                    SET_GRAD = Native.function("ptc_tensor_set_grad"),
                                    REQUIRES_GRAD = Native.function("ptc_tensor_requires_grad"),
                                    SET_REQUIRES_GRAD = Native.function("ptc_tensor_set_requires_grad"),
                                    SET_DATA = Native.function("ptc_tensor_set_data"),
                                    SHARE = Native.function("ptc_tensor_share"),
                                    REGISTER_HOOK = Native.function("ptc_tensor_register_hook"),
                                    FROM_BLOB = Native.function("ptc_tensor_from_blob");
  private static final long HOOK = Native.pointer(Tensor.class, "hook", "ptc_tensor_hook_fn");
  final Handle owner;

  static {
    Native.checkVersions(Versions.ABI);
    Memory.collectUnderPressure();
  }

  Tensor(long handle) { owner = new Handle(this, Handle.Kind.TENSOR, handle); }

  /** Null for an undefined result. */
  static Tensor of(long handle) { return handle == 0 ? null : new Tensor(handle); }

  /**
   * Gives the memory back once no view, no graph and no call of another thread needs it; another close() does nothing.
   */
  @Override
  public void close() {
    owner.close();
  }

  // ---- from and to memory of Java's ----

  public static Tensor of(float[] data, long... size) {
    return copied(MemorySegment.ofArray(data), Dtype.FLOAT32, size);
  }

  public static Tensor of(double[] data, long... size) {
    return copied(MemorySegment.ofArray(data), Dtype.FLOAT64, size);
  }

  public static Tensor of(long[] data, long... size) { return copied(MemorySegment.ofArray(data), Dtype.INT64, size); }

  public static Tensor of(byte[] data, Dtype dtype, long... size) {
    return copied(MemorySegment.ofArray(data), dtype, size);
  }

  private static Tensor copied(MemorySegment data, Dtype dtype, long[] size) {
    try (Arena arena = Arena.ofConfined(); Scratch m = Scratch.open()) {
      MemorySegment native_ = arena.allocate(Math.max(data.byteSize(), 1), 8).copyFrom(data);
      int out = m.place();
      Native.check((long) FROM_DATA.invokeExact(native_.address(), data.byteSize(), m.list(size), (long) size.length,
          m.options(Options.of(dtype)), m.at(out)));
      return new Tensor(m.getLong(out));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /**
   * A tensor over native memory, without a copy; the segment, and so its automatic arena, is kept while anything needs
   * it.
   */
  public static Tensor over(MemorySegment data, Dtype dtype, long... size) {
    long count = 1;
    for (long one : size) count = Math.multiplyExact(count, one);
    if (!data.isNative())
      throw new IllegalArgumentException("over: the segment must be native, arrays move");
    if (count * dtype.bytes() != data.byteSize())
      throw new IllegalArgumentException(
          "over: " + data.byteSize() + " bytes are not " + count + " elements of " + dtype);
    try (Scratch m = Scratch.open()) {
      int out = m.place();
      Native.check((long) FROM_BLOB.invokeExact(data.address(), m.list(size), (long) size.length, 0L, 0L,
          m.options(Options.of(dtype)), Native.keep(data), Native.FORGET, m.at(out)));
      return new Tensor(m.getLong(out));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /**
   * The memory of a contiguous tensor on the CPU, without a copy; it is kept, and stays where it is, while the segment
   * is reachable.
   */
  public MemorySegment data() {
    try (Scratch m = Scratch.open()) {
      int contiguous = m.place(), lent = m.place(), address = m.place(), element = m.place();
      Native.check((long) CONTIGUOUS.invokeExact(m.use(owner), 0, m.at(contiguous)));
      if (m.getLong(contiguous) == 0)
        throw new IllegalStateException("data: the tensor is not contiguous");
      Native.check((long) LEND.invokeExact(m.use(owner), m.at(lent)));
      Tensor holder = new Tensor(m.getLong(lent));
      Native.check((long) DATA.invokeExact(m.use(holder), m.at(address)));
      Native.check((long) ELEMENT_SIZE.invokeExact(m.use(owner), m.at(element)));
      return MemorySegment.ofAddress(m.getLong(address))
          .reinterpret(numel() * m.getLong(element), Arena.ofAuto(), ended -> holder.close());
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** A copy of all bytes, row by row. */
  public byte[] bytes() {
    try (Arena arena = Arena.ofConfined(); Scratch m = Scratch.open()) {
      int element = m.place();
      Native.check((long) ELEMENT_SIZE.invokeExact(m.use(owner), m.at(element)));
      MemorySegment out = arena.allocate(Math.max(numel() * m.getLong(element), 1), 8);
      Native.check((long) COPY_TO.invokeExact(m.use(owner), out.address(), numel() * m.getLong(element)));
      return out.asSlice(0, numel() * m.getLong(element)).toArray(JAVA_BYTE);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  public float[] floats() { return of(Dtype.FLOAT32).toArray(JAVA_FLOAT); }

  public long[] longs() { return of(Dtype.INT64).toArray(JAVA_LONG); }

  private MemorySegment of(Dtype dtype) {
    if (dtype() != dtype)
      throw new IllegalStateException("the tensor is of " + dtype() + ", not " + dtype);
    byte[] bytes = bytes();
    return Arena.ofAuto()
        .allocate(Math.max(bytes.length, 1), 8)
        .asSlice(0, bytes.length)
        .copyFrom(MemorySegment.ofArray(bytes));
  }

  // ---- inspect ----

  private long asked(MethodHandle question) {
    try (Scratch m = Scratch.open()) {
      int out = m.place();
      Native.check((long) question.invokeExact(m.use(owner), m.at(out)));
      return m.getLong(out);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  public long dim() {
    try (Scratch m = Scratch.open()) {
      int out = m.place();
      Native.check((long) DIM.invokeExact(m.use(owner), m.at(out)));  // spelled out: a handle that is constant is compiled in
      return m.getLong(out);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }


  public long numel() {
    try (Scratch m = Scratch.open()) {
      int out = m.place();
      Native.check((long) NUMEL.invokeExact(m.use(owner), m.at(out)));  // spelled out: a handle that is constant is compiled in
      return m.getLong(out);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }


  public Dtype dtype() { return Dtype.of((int) asked(DTYPE)); }

  public long[] size() {
    long[] out = new long[(int) dim()];
    try (Scratch m = Scratch.open()) {
      long address = m.list(out);
      Native.check((long) SIZES.invokeExact(m.use(owner), address, (long) out.length));
      return MemorySegment.ofAddress(address).reinterpret(8L * out.length).toArray(JAVA_LONG);
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** The only element: a Long, a Double, or a Scalar. */
  public Number item() {
    try (Scratch m = Scratch.open()) {
      int kind = m.place(), i = m.place(), re = m.place(), im = m.place();
      Native.check((long) ITEM.invokeExact(m.use(owner), m.at(kind)));
      return switch ((int) m.getLong(kind)) {
        case 2 -> m.getDouble(re);
        case 3 -> Scalar.of(m.getLong(i) != 0);
        case 4 -> Scalar.complex(m.getDouble(re), m.getDouble(im));
        default -> m.getLong(i);
      };
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  @Override
  public String toString() {
    try {
      return Native.owned(asked(STRING));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  // ---- gradients ----

  public boolean requiresGrad() { return (asked(REQUIRES_GRAD) & 1) != 0; }

  public Tensor requiresGrad(boolean on) {
    try (Scratch m = Scratch.open()) {
      Native.check((long) SET_REQUIRES_GRAD.invokeExact(m.use(owner), on));
      return this;
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  public void backward() {
    try (Scratch m = Scratch.open()) {
      Native.check((long) BACKWARD.invokeExact(m.use(owner), 0L, false, false));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** Null where there is none. */
  public Tensor grad() { return of(asked(GRAD)); }

  public void grad(Tensor grad) {
    try (Scratch m = Scratch.open()) {
      Native.check((long) SET_GRAD.invokeExact(m.use(owner), m.use(grad)));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /** Gives this tensor the memory, sizes, dtype and device of another one; graphs know it as the same tensor. */
  public void setData(Tensor data) {
    try (Scratch m = Scratch.open()) {
      Native.check((long) SET_DATA.invokeExact(m.use(owner), m.use(data)));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  /**
   * Runs `hook` with each gradient of this tensor; it gives another one, or null to keep it. The gradient it is given
   * is closed when it returns.
   */
  public Hook registerHook(UnaryOperator<Tensor> hook) {
    try (Scratch m = Scratch.open()) {
      int out = m.place();
      Native.check((long) REGISTER_HOOK.invokeExact(m.use(owner), HOOK, Native.keep(hook), Native.FORGET, m.at(out)));
      return new Hook(m.getLong(out));
    } catch (Throwable thrown) {
      throw Native.rethrow(thrown);
    }
  }

  @SuppressWarnings("unchecked")
  static long hook(long context, long grad, long out) {
    try (Tensor given = shared(grad)) {
      Tensor changed = ((UnaryOperator<Tensor>) Native.kept(context)).apply(given);
      if (changed != null && changed != given)
        try (Scratch m = Scratch.open()) {
          Native.check((long) SHARE.invokeExact(m.use(changed), out)); // the library closes what it is given
        }
      return 0;
    } catch (Throwable thrown) {
      return Native.failed(thrown);
    }
  }

  private static Tensor shared(long handle) throws Throwable {
    if (handle == 0)
      return null;
    try (Scratch m = Scratch.open()) {
      int own = m.place();
      Native.check((long) SHARE.invokeExact(handle, m.at(own)));
      return new Tensor(m.getLong(own));
    }
  }
}
