// A call that takes minutes, which Ctrl-C ends: interrupt.exe
using System;
using PytorchC;

static class Interrupt {
  const string Program = "def long(x, count: int):\n    for i in range(count):\n        x = x + 1\n    return x\n";

  static void Main() {
    var function = Jit.Compile(Program)["long"];
    using (Memory.Interruptible()) {
      Console.WriteLine("ready");
      try {
        function.Call(Torch.zeros(new long[] { 3 }), 1000000000L);
      } catch (OperationCanceledException) {
        Console.WriteLine("interrupted");
      }
    }
    if (Torch.sum(Torch.ones(new long[] { 3 })).Item().Number != 3)
      throw new Exception("calls do not go on");
  }
}
