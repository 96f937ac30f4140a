// The C# binding, against the installed files: what fails is named, and the status is 1.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using PytorchC;
using PytorchC.Nn;

static class Test {
  static int failures = 0;

  static void Expect(bool condition, string what) {
    if (condition)
      return;
    Console.WriteLine("failed: " + what);
    ++failures;
  }
  static E Thrown<E>(Action code)
      where E : Exception {
    try {
      code();
    } catch (E error) {
      return error;
    }
    throw new Exception("no " + typeof(E).Name);
  }
  static Tensor Matrix() { return Tensor.Of(new float[] { 1, 2, 3, 4 }, 2, 2); }
  static Tensor Square(Tensor x) { return x * x; }
  static bool Same(Tensor tensor, params float[] expected) { return tensor.ToArray<float>().SequenceEqual(expected); }
  static bool Sized(Tensor tensor, params long[] expected) { return tensor.Size.SequenceEqual(expected); }
  static long[] L(params long[] x) { return x; }

  static void Operators() {
    var a = Matrix();
    Expect(Same(Torch.mm(a, a) + a, 8, 12, 18, 26), "mm and add");
    Expect(Same(a * 2 - 1, 1, 3, 5, 7) && Same(-a, -1, -2, -3, -4), "numbers");
    Expect(Same(Torch.add(a, a, alpha: 2), 3, 6, 9, 12), "a named default");
    Expect(Sized(Torch.sum(a, L(1), true), 2, 1), "sum of a dimension");
    Expect(Torch.sum(a, Dtype.FLOAT64).Dtype == Dtype.FLOAT64, "sum of a dtype");
    var found = Torch.max(a, 1);
    Expect(Same(found.Item1, 2, 4) && found.Item2.ToArray<long>().SequenceEqual(L(1, 1)), "max");
    Expect(Torch.split(Torch.arange(5), 2).Length == 3, "split");
    Expect(Torch.add(Tensor.Of(L(1), 1), 1).Dtype == Dtype.INT64, "an int stays one");
    Expect(Sized(Torch.cat(new[] { a, a }, 1), 2, 4), "cat");
    Expect(Sized(Torch.conv2d(Torch.ones(L(1, 1, 4, 4)), Torch.ones(L(1, 1, 3, 3))), 1, 1, 2, 2), "conv2d");
    Expect(Same(Torch.div(a, a, "floor"), 1, 1, 1, 1), "text");
    var result = Torch.empty(L(2, 2));
    Torch.mm_out(result, a, a);
    Expect(Same(result, 7, 10, 15, 22), "out");
    Expect(Torch.add_(a, 1) == a && a.ToString().Contains("CPUFloatType{2,2}") && Torch.equal(a, a), "in place");
    Expect(Torch.randn(L(3), new Generator(1))
               .ToArray<float>()
               .SequenceEqual(Torch.randn(L(3), new Generator(1)).ToArray<float>()),
           "generators");
  }

  static void Errors() {
    var error = Thrown<TorchException>(() => Torch.mm(Matrix(), Tensor.Of(new float[] { 1, 2, 3 }, 1, 3)));
    Expect(error.Message == "mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)" && error.Kind == 1,
           "the message");
    Expect(Thrown<TorchException>(() => Torch.mm(null, Matrix())).Message.Contains("argument 'self'"), "null is named");
    var closed = Matrix();
    closed.Dispose();
    closed.Dispose();
    Thrown<ObjectDisposedException>(() => Torch.relu(closed));
    Thrown<InvalidOperationException>(() => Matrix().ToArray<long>());
  }

  static void MemoryIsShared() {
    var numbers = new float[] { 1, 2, 3 };
    var a = Tensor.Over(numbers, 3);
    Torch.add_(a, 1);
    Expect(numbers[2] == 4, "what the tensor is, the array is");
    numbers[0] = 7;
    Expect(Torch.slice(a, 0, 0, 1).Item().Number == 7, "and the other way round");
    Expect(a.Data != IntPtr.Zero, "an address");
    Thrown<InvalidOperationException>(() => Torch.t(Tensor.Of(new float[6], 2, 3)).Data.ToInt64());
    Thrown<ArgumentException>(() => Tensor.Over(numbers, 2));
  }

  static void GradientsAndHooks() {
    var w = Tensor.Of(new float[] { 3 }, 1);
    w.RequiresGrad = true;
    var hook = w.RegisterHook(grad => grad * 10);
    Square(w).Backward();
    Expect(w.Grad.Item().Number == 60, "a hook's gradient");
    hook.Remove();
    var mine = new NotSupportedException("mine");
    var failing = w.RegisterHook(grad => throw mine);
    Expect(Thrown<NotSupportedException>(() => Square(w).Backward()) == mine, "the hook's own exception");
    failing.Remove();
    var kept = Tensor.Of(new float[] { 7 }, 1);
    var constant = w.RegisterHook(grad => kept);
    for (int i = 0; i < 2; ++i) {
      w.Grad = null;
      Square(w).Backward();
      Expect(w.Grad.Item().Number == 7, "a hook's own tensor, again");
    }
    constant.Remove();
    Tensor late = null;
    var keeping = w.RegisterHook(grad => {
      late = grad;
      return null;
    });
    Square(w).Backward();
    keeping.Remove();
    Thrown<ObjectDisposedException>(() => late.Item());
    using (Memory.NoGrad()) Expect(!Square(w).RequiresGrad, "NoGrad");
    using (Memory.InferenceMode()) Expect(!Square(w).RequiresGrad, "InferenceMode");
    Expect(Square(w).RequiresGrad, "recording again");
  }

  static void Optimizers() {
    Tensor w = Tensor.Of(new float[] { 1 }, 1), unused = Tensor.Of(new float[] { 1 }, 1);
    w.RequiresGrad = true;
    foreach (Optimizer one in new Optimizer[] { new SGD(new[] { w, unused }, 0.1, 0.9), new Adam(new[] { w }, 0.01) }) {
      for (int i = 0; i < 2; ++i) {
        one.ZeroGrad();
        Torch.sum(w).Backward();
        one.Step();
      }
      Expect(Math.Abs(w.Item().Number - (one is SGD ? 0.71 : 0.69)) < 1e-6, "steps of " + one.GetType());
    }
    Expect(unused.Item().Number == 1, "no gradient, no step");
  }

  static void FilesComeBack() {
    string path = Path.GetTempFileName();
    Files.Save(path, new[] { new KeyValuePair<string, Tensor>("a\"b", Matrix()),
                             new KeyValuePair<string, Tensor>("n", Tensor.Of(L(7))) });
    var found = Files.Load(path);
    Expect(found[0].Key == "a\"b" && Same(found[0].Value, 1, 2, 3, 4) && found[1].Value.Dim == 0 &&
               found[1].Value.Item().Int == 7,
           "files come back");
    File.WriteAllText(path, "no such file");
    Thrown<InvalidDataException>(() => Files.Load(path));
    File.Delete(path);
  }

  const string Source = @"
def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
    y = x
    for k in d:
        for t in d[k]:
            y = y + t
    if n is not None:
        y = y * n
    return {'y': y, 'x': x}, [1.5], (n, [x, y], 'text', [2, 3], [True])
";

  static void Programs() {
    var f = Jit.Compile(Source)["f"];
    var lists = new Dictionary<string, object> { { "a", new[] { Matrix() } }, { "b", new Tensor[0] } };
    var none = new Dictionary<string, object>();
    var found = (List<object>)f.Call(Matrix(), lists, 3);
    var made = (Dictionary<object, object>)found[0];
    var rest = (List<object>)found[2];
    Expect(Same((Tensor)made["y"], 6, 12, 18, 24), "a program's tensor");
    Expect(Torch.equal((Tensor)made["x"], (Tensor)((List<object>)rest[1])[0]), "tensors of a list");
    Expect((double)((List<object>)found[1])[0] == 1.5 && (long)rest[0] == 3 && (string)rest[2] == "text",
           "its values");
    Expect(((List<object>)rest[3]).SequenceEqual(new object[] { 2L, 3L }) &&
               ((List<object>)rest[4]).SequenceEqual(new object[] { true }),
           "its lists");
    Expect(((List<object>)((List<object>)f.Call(Matrix(), none))[2])[0] == null, "None is null");
    var pair = Jit.Compile("def g(x: Tuple[int, Tuple[str, float]]):\n  return x[1]\n")["g"];
    Expect(((List<object>)pair.Call((1, ("a", 2.5)))).SequenceEqual(new object[] { "a", 2.5 }), "tuples");
    ProgramErrors(f, none);
    Archives(f, none);
  }

  static void Archives(ScriptFunction f, object none) {
    string path = Path.GetTempFileName();
    using (var module = f.Module()) module.Save(path);
    ScriptModule loaded = Jit.Load(path), again = Jit.Load(File.ReadAllBytes(path), new Device(0));
    File.Delete(path);
    Expect(loaded.Methods.SequenceEqual(new[] { "forward" }) && loaded.Parameters().Count == 0, "members");
    foreach (var one in new[] { loaded, again.Eval() }) {
      var y = (Tensor)((Dictionary<object, object>)((List<object>)one.Forward(Matrix(), none))[0])["y"];
      Expect(Torch.sum(y).Item().Number == 10, "an archive comes back");
    }
    Expect(again.Attribute("training").Equals(false), "an attribute");
    Said("No such file", () => Jit.Load(path));
    Said("no method 'backward'", () => loaded.Method("backward"));
    loaded.Dispose();
    loaded.Dispose();
    Thrown<ObjectDisposedException>(() => loaded.Forward(Matrix(), none));
  }

  static void ProgramErrors(ScriptFunction f, object none) {
    var wrong = new Dictionary<string, object> { { "a", new[] { 1 } } };
    Said("argument 'd': value 0: item 0 must be Tensor, not int", () => f.Call(Matrix(), wrong));
    Said("argument 'x' is missing", () => f.Call());
    Said("<--- HERE", () => Jit.Compile("def g(x):\n  return torch.nope(x)\n"));
    Said("no zip file", () => Jit.Load(new byte[] { 1, 2, 3 }));
    Thrown<ArgumentException>(() => f.Call(Matrix(), new object()));
    var itself = new List<object>();
    itself.Add(itself);
    Thrown<ArgumentException>(() => f.Call(Matrix(), itself));
    var closed = Matrix();
    closed.Dispose();
    Thrown<ObjectDisposedException>(() => f.Call(closed, none));
  }

  static void Said(string words, Action code) {
    string message = Thrown<TorchException>(code).Message;
    Expect(message.Contains(words), message + " has no " + words);
  }

  static void Layers() {
    var model = new Sequential(new Linear(2, 3), new ReLU(), new Linear(3, 1, bias: false));
    var first = model.Parameters()[0];
    var names = model.StateDict().Select(one => one.Key);
    Expect(names.SequenceEqual(new[] { "0.weight", "0.bias", "2.weight" }), "torch's names");
    var state = model.StateDict().ToDictionary(one => one.Key, one => one.Value);
    state["2.weight"] = Torch.ones(L(3));
    string message = Thrown<ArgumentException>(() => model.LoadStateDict(state)).Message;
    Expect(message.Contains("2.weight has another size"), message);
    Thrown<ArgumentException>(() => model.LoadStateDict(new Dictionary<string, Tensor> { { "a", first } }));
    model.To(new Device(0), Dtype.FLOAT64);
    Expect(first.Dtype == Dtype.FLOAT64, "the same tensor is cast");
    var lstm = new LSTM(3, 4, bidirectional: true);
    var found = lstm.Forward(Torch.ones(L(5, 2, 3)));
    Expect(Sized(found[0], 5, 2, 8), "an output of each step");
    Expect(Sized(lstm.Forward(Torch.ones(L(1, 2, 3)), found[1], found[2])[0], 1, 2, 8), "states go on");
  }

  static void RatesAndBatches() {
    var sgd = new SGD(new Tensor[0], 0.1);
    var schedule = new CosineAnnealingLR(sgd, 4, 0.02);
    foreach (double rate in new[] { 0.088284, 0.06, 0.031716, 0.02, 0.031716, 0.06 }) {
      schedule.Step();
      Expect(Math.Abs(sgd.Lr - rate) < 1e-6, "a cosine's rate " + sgd.Lr);
    }
    sgd.Lr = 0.1;
    var by = new LambdaLR(sgd, epoch => 1.0 / (epoch + 2));
    Expect(sgd.Lr == 0.05, "a first rate");
    by.Step();
    Expect(Math.Abs(sgd.Lr - 0.1 / 3) < 1e-9, "a second one");
    var rows = new[] { Torch.arange(5) };
    Expect(new DataLoader(rows, 2).Select(batch => batch[0].Numel).SequenceEqual(L(2, 2, 1)), "batches");
    Expect(new DataLoader(rows, 2, dropLast: true).Count == 2, "whole batches");
  }

  static void Pressure() {
    Memory.CollectAbove(8 << 20);
    for (int i = 0; i < 200; ++i) Torch.ones(L(1 << 18));  // 1 MB each
    long alive = Memory.LiveBytes;
    Memory.OnPressure(null);
    Expect(alive < 100 << 20, "the collector was asked: " + (alive >> 20) + " MB alive");
  }

  static void MakeSome(int count) {
    for (int i = 0; i < count; ++i) Torch.ones(L(3));
  }

  // What was made last has no finalizer until a collection has ended; the next one finds it.
  static void Dropped() {
    Memory.Collect();
    long before = Memory.LiveHandles;
    MakeSome(1000);
    for (int i = 0; i < 100 && Memory.LiveHandles > before + 40; ++i) {
      GC.Collect();
      GC.WaitForPendingFinalizers();
    }
    Expect(Memory.LiveHandles <= before + 40, "dropped: " + (Memory.LiveHandles - before) + " left");
    for (int i = 0; i < 1000; ++i) {
      var one = Torch.ones(L(3));
      one.Dispose();
      one.Dispose();
    }
    Expect(Memory.LiveHandles <= before + 40, "disposed: " + (Memory.LiveHandles - before) + " left");
  }

  static int Main() {
    foreach (var test in new Action[] { Operators, Errors, MemoryIsShared, GradientsAndHooks, Optimizers, FilesComeBack,
                                        Programs, Layers, RatesAndBatches, Dropped, Pressure })
      test();
    Memory.Collect();
    Expect(Memory.LiveHandles < 40,
           "finalizers run: " + Memory.LiveHandles + " left");  // a conservative collector keeps a few
    Console.WriteLine(failures == 0 ? "C#: passed" : "C#: failed");
    return failures == 0 ? 0 : 1;
  }
}
