using System;
using System.Runtime.InteropServices;
using System.Threading;
using static PytorchC.Core;

namespace PytorchC {
  /// <summary>Keeps a tensor open for a call, which is given the handle: using (var self = new Use(tensor)) …</summary>
  struct Use : IDisposable {
    readonly Tensor tensor;
    readonly IntPtr handle;
    internal Use(Tensor tensor) {
      this.tensor = tensor;
      handle = tensor == null ? IntPtr.Zero : tensor.Enter();
    }
    public void Dispose() {
      if (tensor != null)
        tensor.Leave();
    }
    public static implicit operator IntPtr(Use x) { return x.handle; }
  }

  // When a tensor is closed. A SafeHandle has a finalizer from the start, and to register it and to take it away again costs
  // more than the call into C.
  public sealed partial class Tensor {
    readonly IntPtr handle;
    int state;  // 2 for each call that uses the handle, and 1 when it is closed
    Finalizer finalizer;

    Tensor(IntPtr handle) { this.handle = handle; }

    /// <summary>Null for an undefined result.</summary>
    internal static Tensor Of(IntPtr handle) {
      if (handle == IntPtr.Zero)
        return null;
      var made = new Tensor(handle);
      made.Watch();
      return made;
    }

    /// <summary>The handle, which stays open until Leave.</summary>
    internal IntPtr Enter() {
      for (int now = state;;) {
        if ((now & 1) != 0)
          throw new ObjectDisposedException("Tensor");
        int before = Interlocked.CompareExchange(ref state, now + 2, now);
        if (before == now)
          return handle;
        now = before;
      }
    }

    internal void Leave() {
      if (Interlocked.Add(ref state, -2) == 1)
        ptc_tensor_close(handle);
    }

    /// <summary>Closes it: now, or when the calls that use it on other threads have returned. Closing again is
    /// nothing.</summary>
    public void Dispose() {
      int calls = End();
      if (calls == 0)
        ptc_tensor_close(handle);
      if (finalizer != null)
        GC.SuppressFinalize(finalizer);
    }

    // Marks it as closed, and gives twice the calls that use it; -1 if it was closed before.
    int End() {
      for (int now = state;;) {
        if ((now & 1) != 0)
          return -1;
        int before = Interlocked.CompareExchange(ref state, now + 1, now);
        if (before == now)
          return now;
        now = before;
      }
    }

    // ---- those that nobody closes ----

    sealed class Finalizer {
      readonly Tensor tensor;
      internal Finalizer(Tensor tensor) { this.tensor = tensor; }
      ~Finalizer() { tensor.Dispose(); }
    }

    struct Place {
      internal Tensor tensor;
#pragma warning disable 169  // a cache line for each
      readonly long a, b, c, d, e, f, g;
#pragma warning restore 169
    }

    // The tensors that were made last have no finalizer yet: most are closed by hand before the next few are made. A tensor
    // gets its finalizer when another takes its place here, before each collection of Memory.Collect, and after each other
    // one: what a program drops without closing it is found by the next.
    static readonly Place[] recent = new Place[32];

    void Watch() {
      uint place = (uint)((ulong)handle.ToInt64() * 0x9e3779b97f4a7c15 >> 59);
      Tensor before = Interlocked.Exchange(ref recent[place].tensor, this);
      if (before != null)
        before.Finish();
    }

    void Finish() {
      if ((state & 1) == 0)
        finalizer = new Finalizer(this);
    }

    /// <summary>Lets the next collection find all tensors that nobody refers to.</summary>
    internal static void WatchAll() {
      for (int i = 0; i < recent.Length; ++i) {
        Tensor one = Interlocked.Exchange(ref recent[i].tensor, null);
        if (one != null)
          one.Finish();
      }
    }

    // Garbage in each collection, which comes back from it.
    sealed class Cycle {
      ~Cycle() {
        if (Environment.HasShutdownStarted)
          return;
        WatchAll();
        GC.ReRegisterForFinalize(this);
      }
    }

    internal static void WatchCollections() { new Cycle(); }
  }
}
