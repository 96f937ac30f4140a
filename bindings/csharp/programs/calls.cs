// Nanoseconds of processor time that a call costs: calls.exe COUNT
using System;
using System.Globalization;
using System.Runtime.InteropServices;
using PytorchC;

sealed class Empty : SafeHandle {
  internal Empty() : base(IntPtr.Zero, true) { SetHandle(new IntPtr(1)); }
  public override bool IsInvalid {
    get { return false; }
  }
  protected override bool ReleaseHandle() { return true; }
}

static class Calls {
  [DllImport("pytorch_c")]
  static extern long ptc_live_tensors();
  [DllImport("libc")]
  static extern long clock();  // microseconds of this process, all threads

  static string Ns(long count, Action call) {
    for (long i = 0; i < count / 10; ++i) call();
    long begin = clock();
    for (long i = 0; i < count; ++i) call();
    return ((clock() - begin) * 1e3 / count).ToString("F1", CultureInfo.InvariantCulture);
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
    // Two empty calls, and a handle that is made and given up: what no binding can leave out.
    string floor = Ns(count, () => {
      ptc_live_tensors();
      ptc_live_tensors();
      new Empty().Dispose();
    });
    Console.WriteLine("{\"floor\": " + floor + ", \"dim\": " + dim + ", \"mm\": " + mm + ", \"add\": " + add + ", \"error\": " + error + "}");
  }
}
