import java.lang.foreign.*;
import java.nio.file.Path;
import java.util.*;
import pytorch_c.*;

/** The Java binding, against the installed files: what fails is named, and the status is 1. */
public class BindingTest {
  static int failures = 0;

  static void expect(boolean condition, String what) {
    if (condition)
      return;
    System.out.println("failed: " + what);
    ++failures;
  }

  static <E extends Throwable> E thrown(Class<E> kind, Runnable code) {
    try {
      code.run();
    } catch (Throwable error) {
      if (kind.isInstance(error))
        return kind.cast(error);
      throw error;
    }
    throw new AssertionError("no " + kind.getSimpleName());
  }

  static Tensor matrix() { return Tensor.of(new float[] {1, 2, 3, 4}, 2, 2); }

  static void operators() {
    Tensor a = matrix();
    expect(Arrays.equals(Torch.add(Torch.mm(a, a), a).floats(), new float[] {8, 12, 18, 26}), "mm and add");
    expect(Arrays.equals(Torch.add(a, 1, 2).floats(), new float[] {3, 4, 5, 6}), "add a number, times alpha");
    expect(Arrays.equals(Torch.sum(a, new long[] {1}, true).size(), new long[] {2, 1}), "sum of a dimension");
    expect(Torch.sum(a, Dtype.FLOAT64).dtype() == Dtype.FLOAT64, "sum of a dtype");
    Tensor[] found = Torch.max(a, 1);
    expect(Arrays.equals(found[0].floats(), new float[] {2, 4}) && Arrays.equals(found[1].longs(), new long[] {1, 1}),
        "max");
    expect(Torch.split(Torch.arange(5), 2).length == 3, "split");
    expect(Torch.add(Tensor.of(new long[] {1}, 1), 1).dtype() == Dtype.INT64, "an int stays one");
    expect(Arrays.equals(Torch.cat(new Tensor[] {a, a}, 1).size(), new long[] {2, 4}), "cat");
    expect(Arrays.equals(Torch.conv2d(Torch.ones(new long[] {1, 1, 4, 4}), Torch.ones(new long[] {1, 1, 3, 3})).size(),
               new long[] {1, 1, 2, 2}),
        "conv2d");
    Tensor out = Torch.empty(new long[] {2, 2});
    Torch.mm_out(out, a, a);
    expect(Arrays.equals(out.floats(), new float[] {7, 10, 15, 22}), "out");
    expect(Torch.add_(a, 1) == a && a.toString().contains("CPUFloatType{2,2}"), "in place");
    expect(Torch.equal(a, a) && !Torch.is_complex(a), "bool results");
    expect(Torch.div(a, a, "floor").floats()[0] == 1, "text");
  }

  static void errors() {
    TorchException error =
        thrown(TorchException.class, () -> Torch.mm(matrix(), Tensor.of(new float[] {1, 2, 3}, 1, 3)));
    expect(error.getMessage().equals("mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)") && error.kind == 1,
        "the message");
    expect(thrown(TorchException.class, () -> Torch.mm(null, matrix())).getMessage().contains("argument 'self'"),
        "null is named");
    Tensor closed = matrix();
    closed.close();
    closed.close();
    thrown(IllegalStateException.class, () -> Torch.relu(closed));
  }

  static void memoryIsShared() {
    MemorySegment numbers = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2, 3);
    Tensor a = Tensor.over(numbers, Dtype.FLOAT32, 3);
    Torch.add_(a, 1);
    expect(numbers.getAtIndex(ValueLayout.JAVA_FLOAT, 2) == 4, "what the tensor is, the segment is");
    MemorySegment view = a.data();
    expect(view.address() == numbers.address(), "the address is the same");
    a.close();
    view.setAtIndex(ValueLayout.JAVA_FLOAT, 0, 7);
    expect(numbers.getAtIndex(ValueLayout.JAVA_FLOAT, 0) == 7, "the view lives longer than the tensor");
    thrown(IllegalStateException.class, () -> Torch.t(matrix()).data());
    thrown(IllegalArgumentException.class, () -> Tensor.over(numbers, Dtype.FLOAT32, 2));
  }

  static void gradientsAndHooks() {
    Tensor w = Tensor.of(new float[] {3}, 1).requiresGrad(true);
    Hook hook = w.registerHook(grad -> Torch.mul(grad, 10));
    Torch.mul(w, w).backward();
    expect(w.grad().item().doubleValue() == 60, "a hook's gradient");
    hook.remove();
    var mine = new UnsupportedOperationException("mine");
    Hook failing = w.registerHook(grad -> { throw mine; });
    expect(thrown(UnsupportedOperationException.class, () -> Torch.mul(w, w).backward()) == mine,
        "the hook's own exception");
    failing.remove();
    try (Memory.State block = Memory.noGrad()) {
      expect(!Torch.mul(w, w).requiresGrad(), "noGrad");
    }
    try (Memory.State block = Memory.inferenceMode()) {
      expect(!Torch.mul(w, w).requiresGrad(), "inferenceMode");
    }
    expect(Torch.mul(w, w).requiresGrad(), "recording again");
  }

  static void optimizers() {
    Tensor w = Tensor.of(new float[] {1}, 1).requiresGrad(true), unused = Tensor.of(new float[] {1}, 1);
    for (Optim.Optimizer one : List.of(new Optim.SGD(0.1, 0.9, w, unused), new Optim.Adam(0.01, w)))
      for (int i = 0; i < 2; ++i) {
        one.zeroGrad();
        Torch.sum(w).backward();
        one.step();
        if (i == 1)
          expect(Math.abs(w.item().doubleValue() - (one instanceof Optim.SGD ? 0.71 : 0.69)) < 1e-6,
              "step of " + one.getClass());
      }
    expect(unused.item().doubleValue() == 1, "no gradient, no step");
  }

  static void files() throws Exception {
    Path path = java.nio.file.Files.createTempFile("pytorch_c", ".safetensors");
    Map<String, Tensor> saved = new LinkedHashMap<>();
    saved.put("a\"b", matrix());
    saved.put("n", Tensor.of(new long[] {7}));
    pytorch_c.Files.save(path, saved);
    Map<String, Tensor> found = pytorch_c.Files.load(path);
    expect(Arrays.equals(found.get("a\"b").floats(), matrix().floats()) && found.get("n").item().equals(7L),
        "files come back");
    java.nio.file.Files.writeString(path, "no such file");
    try {
      pytorch_c.Files.load(path);
      expect(false, "a wrong file is refused");
    } catch (java.io.IOException refused) {
      java.nio.file.Files.delete(path);
    }
  }

  static void programs() throws Exception {
    ScriptFunction f = Jit.compile("""
        def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
            y = x
            for k in d:
                for t in d[k]:
                    y = y + t
            if n is not None:
                y = y * n
            return {"y": y, "x": x}, [1.5], (n, [x, y], "text", [2, 3], [True])
        """).get("f");
    Map<String, List<Tensor>> none = Map.of();
    List<?> found = (List<?>) f.call(matrix(), Map.of("a", List.of(matrix()), "b", List.of()), 3);
    Map<?, ?> made = (Map<?, ?>) found.get(0);
    List<?> rest = (List<?>) found.get(2);
    expect(Arrays.equals(((Tensor) made.get("y")).floats(), new float[] {6, 12, 18, 24}), "a program's tensor");
    expect(Torch.equal((Tensor) made.get("x"), (Tensor) ((List<?>) rest.get(1)).get(0)), "tensors of a list");
    expect(found.get(1).equals(List.of(1.5)) && rest.get(0).equals(3L) && rest.get(2).equals("text"), "its values");
    expect(rest.get(3).equals(List.of(2L, 3L)) && rest.get(4).equals(List.of(true)), "its lists");
    expect(((List<?>) ((List<?>) f.call(matrix(), none)).get(2)).get(0) == null, "None is null");
    programErrors(f, none);
    Path path = java.nio.file.Files.createTempFile("pytorch_c", ".pt");
    try (ScriptModule module = f.module()) {
      module.save(path);
    }
    ScriptModule loaded = Jit.load(path), again = Jit.load(java.nio.file.Files.readAllBytes(path), Device.CPU);
    java.nio.file.Files.delete(path);
    expect(loaded.methods().equals(List.of("forward")) && loaded.parameters().isEmpty(), "members");
    for (ScriptModule one : List.of(loaded, again.eval())) {
      Tensor y = (Tensor) ((Map<?, ?>) ((List<?>) one.forward(matrix(), none)).get(0)).get("y");
      expect(Torch.sum(y).item().doubleValue() == 10, "an archive comes back");
    }
    said("No such file", () -> Jit.load(path));
    said("no method 'backward'", () -> loaded.method("backward"));
    loaded.close();
    loaded.close();
    expect(thrown(IllegalStateException.class, () -> loaded.forward(matrix(), none)).getMessage().contains("module"),
        "a closed module");
  }

  static void programErrors(ScriptFunction f, Map<?, ?> none) {
    said("argument 'd': value 0: item 0 must be Tensor, not int", () -> f.call(matrix(), Map.of("a", List.of(1))));
    said("argument 'x' is missing", () -> f.call());
    said("<--- HERE", () -> Jit.compile("def g(x):\n  return torch.nope(x)\n"));
    said("no zip file", () -> Jit.load(new byte[] {1, 2, 3}));
    thrown(IllegalArgumentException.class, () -> f.call(matrix(), new Object()));
    List<Object> itself = new ArrayList<>();
    itself.add(itself);
    thrown(IllegalArgumentException.class, () -> f.call(matrix(), itself));
  }

  static void said(String words, Runnable code) {
    String message = thrown(TorchException.class, code).getMessage();
    expect(message.contains(words), message + " has no " + words);
  }

  static void layers() {
    var model = new pytorch_c.nn.Sequential(new pytorch_c.nn.Linear(2, 3), new pytorch_c.nn.ReLU(),
        new pytorch_c.nn.Linear(3, 1, new pytorch_c.nn.Linear.Options().bias(false)));
    Tensor first = model.parameters()[0];
    expect(List.copyOf(model.stateDict().keySet()).equals(List.of("0.weight", "0.bias", "2.weight")), "torch's names");
    Map<String, Tensor> state = model.stateDict();
    state.put("2.weight", Torch.ones(new long[] {3}));
    String message = thrown(IllegalArgumentException.class, () -> model.loadStateDict(state)).getMessage();
    expect(message.contains("2.weight has size [1, 3], not [3]"), message);
    thrown(IllegalArgumentException.class, () -> model.loadStateDict(Map.of("a", first)));
    model.to(Device.CPU, Dtype.FLOAT64);
    expect(first.dtype() == Dtype.FLOAT64, "the same tensor is cast");
    var lstm = new pytorch_c.nn.LSTM(3, 4, new pytorch_c.nn.LSTM.Options().bidirectional(true));
    Tensor[] found = lstm.forward(Torch.ones(new long[] {5, 2, 3}));
    Tensor again = lstm.forward(Torch.ones(new long[] {1, 2, 3}), found[1], found[2])[0];
    expect(Arrays.equals(found[0].size(), new long[] {5, 2, 8}), "an output of each step");
    expect(Arrays.equals(again.size(), new long[] {1, 2, 8}), "states go on");
  }

  static void ratesAndBatches() {
    var sgd = new Optim.SGD(0.1, 0);
    Schedule schedule = Schedule.cosineAnnealing(sgd, 4, 0.02);
    for (double rate : new double[] {0.088284, 0.06, 0.031716, 0.02, 0.031716, 0.06}) {
      schedule.step();
      expect(Math.abs(sgd.lr - rate) < 1e-6, "a cosine's rate " + sgd.lr);
    }
    sgd.lr = 0.1;
    Schedule by = Schedule.lambda(sgd, epoch -> 1.0 / (epoch + 2));
    expect(sgd.lr == 0.05, "a first rate");
    by.step();
    expect(Math.abs(sgd.lr - 0.1 / 3) < 1e-9, "a second one");
    List<Long> sizes = new ArrayList<>();
    for (Tensor[] batch : DataLoader.of(2, Torch.arange(5))) sizes.add(batch[0].numel());
    expect(sizes.equals(List.of(2L, 2L, 1L)), "batches");
    expect(DataLoader.of(2, Torch.arange(5)).dropLast().size() == 2, "whole batches");
  }

  static void pressure() {
    Memory.collectAbove(4 << 20);
    for (int i = 0; i < 200; ++i) Torch.ones(new long[] {1 << 18}); // 1 MB each
    long alive = Memory.liveBytes();
    Memory.onPressure(null, 0);
    expect(alive < 100L << 20, "the collector was asked: " + (alive >> 20) + " MB alive");
  }

  public static void main(String[] words) throws Exception {
    operators();
    errors();
    memoryIsShared();
    gradientsAndHooks();
    optimizers();
    files();
    programs();
    layers();
    ratesAndBatches();
    pressure();
    for (int i = 0; i < 50 && Memory.liveHandles() > 0; ++i) Memory.collect();
    expect(Memory.liveHandles() == 0, "the cleaner closes all: " + Memory.liveHandles() + " left");
    System.out.println(failures == 0 ? "Java: passed" : "Java: failed");
    System.exit(failures == 0 ? 0 : 1);
  }
}
