// Nanoseconds of processor time that a call costs: calls.exe COUNT
using System;
using System.Globalization;
using System.Runtime.InteropServices;
using PytorchC;

static class Calls {
  [DllImport("pytorch_c")]
  static extern IntPtr ptc_ones(long[] size, long dim, IntPtr options, out IntPtr result);
  [DllImport("pytorch_c")]
  static extern IntPtr ptc_add_Tensor(IntPtr a, IntPtr b, Scalar alpha, out IntPtr result);
  [DllImport("pytorch_c")]
  static extern void ptc_tensor_close(IntPtr self);
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
    // The same add and close by P/Invoke alone: nothing closes a result that is dropped, nor keeps what a call is given.
    IntPtr bare, made;
    ptc_ones(new long[] { 3, 3 }, 2, IntPtr.Zero, out bare);
    string floor = Ns(count, () => {
      if (ptc_add_Tensor(bare, bare, 1, out made) != IntPtr.Zero)
        throw new InvalidOperationException("add");
      ptc_tensor_close(made);
    });
    Console.WriteLine("{\"floor\": " + floor + ", \"dim\": " + dim + ", \"mm\": " + mm + ", \"add\": " + add + ", \"error\": " + error + "}");
  }
}
