// What a call costs: calls.exe COUNT
using System;
using System.Diagnostics;
using System.Globalization;
using PytorchC;

static class Calls {
  static string Ns(long count, Action call) {
    for (long i = 0; i < count / 10; ++i) call();
    var watch = Stopwatch.StartNew();
    for (long i = 0; i < count; ++i) call();
    return (watch.Elapsed.TotalMilliseconds * 1e6 / count).ToString("F1", CultureInfo.InvariantCulture);
  }

  static void Main(string[] words) {
    Memory.SetNumThreads(1);
    long count = long.Parse(words[0]);
    Tensor a = Torch.ones(new long[] { 3, 3 }), wide = Torch.ones(new long[] { 1, 2 });
    long dims = 0;
    string dim = Ns(count, () => dims += a.Dim), mm = Ns(count, () => Torch.mm(a, a).Dispose()),
           add = Ns(count, () => Torch.add(a, a).Dispose());
    string error = Ns(count / 10, () => {
      try {
        Torch.mm(a, wide);
      } catch (TorchException) {
      }
    });
    Console.WriteLine("{\"dim\": " + dim + ", \"mm\": " + mm + ", \"add\": " + add + ", \"error\": " + error + "}");
  }
}
