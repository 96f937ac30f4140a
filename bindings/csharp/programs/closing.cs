// Closes tensors while another thread calls operators with them: closing.exe COUNT. bindings/README.md has more.
using System;
using System.Threading;
using PytorchC;

static class Closing {
  static volatile Tensor shared;
  static readonly SemaphoreSlim ready = new SemaphoreSlim(0);
  static volatile bool over;
  static long calls, closed;

  static void Attempt(Tensor x, ref long count) {
    try {
      using (var y = Torch.mm(x, x)) using (var z = Torch.cat(new[] { x, y })) if (z.Size[0] != 16)
        throw new InvalidOperationException("a result of another size");
    } catch (ObjectDisposedException) {
      ++count;
    }
  }

  static void Call() {
    for (Tensor last = null; !over;) {
      Tensor x = shared;
      if (x == null)
        continue;
      if (x != last)
        ready.Release();
      last = x;
      ++calls;
      Attempt(x, ref closed);
    }
  }

  static void Main(string[] words) {
    long before = Memory.LiveHandles;
    var caller = new Thread(Call);
    caller.Start();
    for (int i = 0, count = int.Parse(words[0]); i < count; ++i) {
      var x = Torch.ones(new long[] { 8, 8 });
      while (ready.Wait(0)) {
      }
      shared = x;
      if (i % 4 != 0)  // each fourth is closed at once
        ready.Wait();
      if (i % 8 != 7)  // the others are the collector's
        x.Dispose();
    }
    over = true;
    caller.Join();
    shared = null;
    for (int i = 0; i < 50 && Memory.LiveHandles - before > 8; ++i) Memory.Collect();
    // A conservative collector keeps what looks like a reference.
    Console.WriteLine("{{\"calls\": {0}, \"closed\": {1}, \"left\": {2}}}", calls, closed,
                      Math.Max(Memory.LiveHandles - before - 8, 0));
    var kept = Torch.ones(new long[] { 8, 8 });
    long late = 0;
    new Thread(() => {  // the process ends in the middle of a call
      while (true) Attempt(kept, ref late);
    }) { IsBackground = true }.Start();
  }
}
