package pytorch_c;

import static java.lang.foreign.ValueLayout.*;

import java.lang.foreign.*;
import java.lang.invoke.*;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The C library: symbols, shapes of calls, errors, and what callbacks refer to by number. Handles are longs here. */
final class Native {
  static final Linker LINKER = Linker.nativeLinker();
  static final SymbolLookup LIBRARY =
      SymbolLookup.libraryLookup(System.getProperty("pytorch_c.library", "libpytorch_c.so.0"), Arena.global());
  static final StructLayout SCALAR =
      MemoryLayout.structLayout(JAVA_INT, MemoryLayout.paddingLayout(4), JAVA_LONG, JAVA_DOUBLE, JAVA_DOUBLE);

  static MemorySegment symbol(String name) {
    return LIBRARY.find(name).orElseThrow(() -> new UnsatisfiedLinkError("libpytorch_c has no " + name));
  }

  /** A call by its letters, the result first: v none, l long or address, i int, d double, b bool, s scalar. */
  static MethodHandle shape(String letters) {
    MemoryLayout[] in = new MemoryLayout[letters.length() - 1];
    for (int i = 0; i < in.length; ++i) in[i] = layout(letters.charAt(i + 1));
    char out = letters.charAt(0);
    return LINKER.downcallHandle(out == 'v' ? FunctionDescriptor.ofVoid(in) : FunctionDescriptor.of(layout(out), in));
  }

  private static MemoryLayout layout(char letter) {
    return switch (letter) {
      case 'l' -> JAVA_LONG;
      case 'i' -> JAVA_INT;
      case 'd' -> JAVA_DOUBLE;
      case 'b' -> JAVA_BOOLEAN;
      case 's' -> SCALAR;
      default -> throw new IllegalArgumentException("shape " + letter);
    };
  }

  static MethodHandle function(String name) { return shape(Shapes.of(name)).bindTo(symbol(name)); }

  private static final MethodHandle ERROR_KIND = function("ptc_error_kind"),
                                    ERROR_FREE = function("ptc_error_free"),
                                    ERROR_CONTEXT = function("ptc_error_context"),
                                    STRING_FREE = function("ptc_string_free"),
                                    ERROR_NEW_WITH = function("ptc_error_new_with");

  // ---- errors ----

  static void check(long error) throws Throwable {
    if (error != 0)
      throw raised(error);
  }

  /** The exception of an error, which is freed; that of a callback is the very object. */
  private static Throwable raised(long error) throws Throwable {
    int kind = (int) ERROR_KIND.invokeExact(error);
    Object thrown = OBJECTS.get((long) ERROR_CONTEXT.invokeExact(error));
    String message = text(error);
    ERROR_FREE.invokeExact(error);
    if (kind == 17)
      return new CancellationException(message);
    return thrown instanceof Throwable own ? own : new TorchException(kind, message);
  }

  static String text(long address) {
    return MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0, StandardCharsets.UTF_8);
  }

  static String owned(long address) throws Throwable {
    String out = text(address);
    STRING_FREE.invokeExact(address);
    return out;
  }

  /** Throws what a method handle threw, which is our exception or an error of the JVM. */
  static RuntimeException rethrow(Throwable thrown) {
    if (thrown instanceof RuntimeException own)
      return own;
    if (thrown instanceof Error error)
      throw error;
    return new RuntimeException(thrown);
  }

  // ---- callbacks: contexts are numbers of objects ----

  private static final ConcurrentHashMap<Long, Object> OBJECTS = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT = new AtomicLong(1);

  static long keep(Object object) {
    long number = NEXT.getAndIncrement();
    OBJECTS.put(number, object);
    return number;
  }

  static Object kept(long number) { return OBJECTS.get(number); }

  static void forget(long number) { OBJECTS.remove(number); }

  /** A function pointer to a static method of this package; `type` is the callback's in C. */
  static long pointer(Class<?> of, String method, String type) {
    String letters = Shapes.of(type);
    Class<?>[] in = new Class<?>[letters.length() - 1];
    MemoryLayout[] layouts = new MemoryLayout[in.length];
    for (int i = 0; i < in.length; ++i) {
      in[i] = letters.charAt(i + 1) == 'i' ? int.class : long.class;
      layouts[i] = layout(letters.charAt(i + 1));
    }
    boolean none = letters.charAt(0) == 'v';
    try {
      MethodHandle target =
          MethodHandles.lookup().findStatic(of, method, MethodType.methodType(none ? void.class : long.class, in));
      FunctionDescriptor shape = none ? FunctionDescriptor.ofVoid(layouts) : FunctionDescriptor.of(JAVA_LONG, layouts);
      return LINKER.upcallStub(target, shape, Arena.global()).address();
    } catch (ReflectiveOperationException error) {
      throw new LinkageError(method, error);
    }
  }

  static final long FORGET = pointer(Native.class, "forget", "ptc_destroy_fn");

  /** What a callback returns for an exception: an error that carries it. */
  static long failed(Throwable thrown) {
    try (Scratch m = Scratch.open()) {
      return (long) ERROR_NEW_WITH.invokeExact(12, m.text(String.valueOf(thrown)), keep(thrown), FORGET);
    } catch (Throwable error) {
      return 0;
    }
  }

  // ---- versions ----

  /** Refuses a library of another ABI, and one whose libtorch differs from the one it was built against. */
  static void checkVersions(long wanted) {
    try {
      long found = (long) function("ptc_abi_version").invokeExact();
      if (found < 2000)
        throw new UnsatisfiedLinkError(
            "libpytorch_c has ABI " + found + "; these classes were generated for " + wanted);
      check((long) function("ptc_require_abi").invokeExact(wanted));
      check((long) function("ptc_check").invokeExact());
    } catch (Throwable thrown) {
      throw rethrow(thrown);
    }
  }
}
