package pytorch_c;

import java.lang.invoke.MethodHandle;

/** Results whose number is not fixed. */
final class Lists {
  private static final MethodHandle LENGTH = Native.function("ptc_tensor_list_length"),
                                    GET = Native.function("ptc_tensor_list_get"),
                                    CLOSE = Native.function("ptc_tensor_list_close");

  private Lists() {}

  /** The tensors of a list, which is closed. */
  static Tensor[] taken(long list) throws Throwable {
    try (Scratch m = Scratch.open()) {
      Tensor[] out = new Tensor[(int) (long) LENGTH.invokeExact(list)];
      int place = m.place();
      for (int i = 0; i < out.length; ++i) {
        Native.check((long) GET.invokeExact(list, (long) i, m.at(place)));
        out[i] = Tensor.of(m.getLong(place));
      }
      return out;
    } finally {
      CLOSE.invokeExact(list);
    }
  }
}
