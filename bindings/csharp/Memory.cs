using System;
using System.Runtime.InteropServices;
using static PytorchC.Core;

namespace PytorchC {
  /// <summary>What is alive, what to do when memory is short, and what is recorded on this thread.</summary>
  public static class Memory {
    static readonly ptc_gc_fn Run = RunOne;

    public static long LiveHandles {
      get { return ptc_live_handles(); }
    }
    /// <summary>Bytes that live tensors on the CPU refer to.</summary>
    public static long LiveBytes {
      get { return ptc_live_bytes(0); }
    }
    public static void SetNumThreads(long count) { Native.Check(ptc_set_num_threads(count)); }
    public static void ManualSeed(long seed) { Native.Check(ptc_manual_seed(seed)); }

    /// <summary>From now on `release` is asked, with a number of enum ptc_gc_level, when more than `bytes` are alive on
    /// the CPU (0: never), or when an operator finds no memory. Null takes it away.</summary>
    public static void OnPressure(Action<int> release, long bytes = 0) {
      ptc_set_gc_growth(0);
      ptc_set_gc_threshold(0, bytes);
      Native.Check(release == null ? ptc_set_gc_callback(null, IntPtr.Zero, null)
                                   : ptc_set_gc_callback(Run, Native.Keep(release), Native.Forget));
    }

    static void RunOne(IntPtr context, int level) {
      try {
        ((Action<int>)Native.Kept(context))(level);
      } catch (Exception) {
      }  // nobody is there to hear it
    }

    /// <summary>The runtime does not know how large a tensor is: this lets it collect when more than `bytes` are
    /// alive.</summary>
    public static void CollectAbove(long bytes) { OnPressure(level => Collect(), bytes); }

    /// <summary>Lets the runtime collect each time that tensors have grown by 32 MB, more seldom where that frees
    /// little, and where an operator finds no memory: on at first. OnPressure and CollectAbove take its place.</summary>
    public static void CollectUnderPressure() {
      CollectAbove(0);
      ptc_set_gc_growth(32 << 20);
    }

    /// <summary>A collection, and a tenth of a second at most for finalizers.</summary>
    public static void Collect() {
      Tensor.WatchAll();
      GC.Collect();
      var finalizers = System.Threading.Tasks.Task.Run((Action)GC.WaitForPendingFinalizers);
      finalizers.Wait(100);
    }


    /// <summary>Until it is disposed, Ctrl-C ends the call that this thread is in, or its next one, with an
    /// OperationCanceledException; a second Ctrl-C before that ends the program.</summary>
    public static IDisposable Interruptible() {
      const int interrupt = 2;
      Native.Check(ptc_interrupt_on_signal(interrupt));
      return new State(() => ptc_interrupt_off_signal(interrupt));
    }

    sealed class State : IDisposable {
      Action end;
      internal State(Action end) { this.end = end; }
      public void Dispose() {
        if (end != null)
          end();
        end = null;
      }
    }

    /// <summary>Nothing is recorded for gradients until it is disposed: using (Memory.NoGrad()) …</summary>
    public static IDisposable NoGrad() {
      byte before;
      Native.Check(ptc_grad_mode(out before));
      Native.Check(ptc_set_grad_mode(0));
      return new State(() => Native.Check(ptc_set_grad_mode(before)));
    }

    public static IDisposable InferenceMode() {
      byte before, grad;
      Native.Check(ptc_inference_mode(out before));
      Native.Check(ptc_grad_mode(out grad));
      Native.Check(ptc_set_inference_mode(1));
      return new State(() => {
        Native.Check(ptc_set_inference_mode(before));
        Native.Check(ptc_set_grad_mode(grad));
      });
    }
  }
}
