// Java: a Cleaner, whose thread closes what the collector has found unreachable.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import jdk.incubator.foreign.CLinker;
import jdk.incubator.foreign.FunctionDescriptor;
import jdk.incubator.foreign.MemoryAccess;
import jdk.incubator.foreign.MemoryAddress;
import jdk.incubator.foreign.MemorySegment;
import jdk.incubator.foreign.ResourceScope;
import jdk.incubator.foreign.SymbolLookup;

public class Cleaners {
  static final Cleaner CLEANER = Cleaner.create();
  static MethodHandle zeros, close, live;
  static MemorySegment size, out;

  static MethodHandle handle(String name, MethodType type, FunctionDescriptor descriptor) {
    return CLinker.getInstance().downcallHandle(SymbolLookup.loaderLookup().lookup(name).get(), type, descriptor);
  }

  static final class Closing implements Runnable {
    final MemoryAddress tensor;

    Closing(MemoryAddress tensor) { this.tensor = tensor; }

    public void run() {
      try {
        close.invokeExact(tensor);
      } catch (Throwable error) {
        throw new IllegalStateException(error);
      }
    }
  }

  static final class Tensor {
    Tensor() throws Throwable {
      MemoryAddress error = (MemoryAddress) zeros.invokeExact(size.address(), 1L, MemoryAddress.NULL, out.address());
      if (!error.equals(MemoryAddress.NULL)) throw new IllegalStateException("ptc_zeros failed");
      CLEANER.register(this, new Closing(MemoryAccess.getAddress(out)));
    }
  }

  static void collect() throws Throwable {
    System.gc();
    while ((long) live.invokeExact() > 0) Thread.sleep(0, 10_000);
  }

  public static void main(String[] words) throws Throwable {
    System.load(words[0]);
    long numel = Long.parseLong(words[1]), count = Long.parseLong(words[2]), every = Long.parseLong(words[3]);
    zeros = handle("ptc_zeros", MethodType.methodType(MemoryAddress.class, MemoryAddress.class, long.class, MemoryAddress.class, MemoryAddress.class),
        FunctionDescriptor.of(CLinker.C_POINTER, CLinker.C_POINTER, CLinker.C_LONG, CLinker.C_POINTER, CLinker.C_POINTER));
    close = handle("ptc_tensor_close", MethodType.methodType(void.class, MemoryAddress.class), FunctionDescriptor.ofVoid(CLinker.C_POINTER));
    live = handle("ptc_live_tensors", MethodType.methodType(long.class), FunctionDescriptor.of(CLinker.C_LONG));
    ResourceScope scope = ResourceScope.globalScope();
    size = MemorySegment.allocateNative(8, scope);
    out = MemorySegment.allocateNative(8, scope);
    MemoryAccess.setLong(size, numel);
    var pauses = new ArrayList<Double>();
    long begin = System.nanoTime();
    for (long i = 1; i <= count; ++i) {
      new Tensor();
      if (every > 0 && i % every == 0) {
        long start = System.nanoTime();
        collect();
        pauses.add((System.nanoTime() - start) / 1000.0);
      }
    }
    collect();
    double ns = (System.nanoTime() - begin) / (double) Math.max(count, 1);
    System.out.println("{\"ns\": " + ns + ", \"pauses\": " + pauses + ", \"left\": " + (long) live.invokeExact() + "}");
  }
}
