using System;
using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using static PytorchC.Core;

namespace PytorchC {
  /// <summary>What a call failed with; Kind is one of enum ptc_error_kind.</summary>
  public sealed class TorchException : Exception {
    public readonly int Kind;
    internal TorchException(int kind, string message) : base(message) { Kind = kind; }
  }

  /// <summary>A number with its kind, since promotion depends on it; default(Scalar) is none.</summary>
  [StructLayout(LayoutKind.Sequential)]
  public struct Scalar {
    internal int kind;
    internal long i;
    internal double re, im;
    public static implicit operator Scalar(int x) { return new Scalar { kind = 1, i = x }; }
    public static implicit operator Scalar(long x) { return new Scalar { kind = 1, i = x }; }
    public static implicit operator Scalar(double x) { return new Scalar { kind = 2, re = x }; }
    public static implicit operator Scalar(bool x) { return new Scalar { kind = 3, i = x ? 1 : 0 }; }
    public static Scalar Complex(double re, double im) { return new Scalar { kind = 4, re = re, im = im }; }
    public double Number {
      get { return kind == 2 || kind == 4 ? re : i; }
    }
    public long Int {
      get { return i; }
    }
  }

  /// <summary>A device by its type, a number of enum ptc_device_type, and its index, or -1.</summary>
  public sealed class Device {
    public readonly int Type, Index;
    public Device(int type, int index = -1) {
      Type = type;
      Index = index;
    }
    internal static int TypeOf(Device x) { return x == null ? -1 : x.Type; }
    internal static int IndexOf(Device x) { return x == null ? -1 : x.Index; }
  }

  /// <summary>What a factory makes: new Options { Dtype = Dtype.FLOAT64, RequiresGrad = true }.</summary>
  public sealed class Options {
    public Dtype? Dtype;
    public Layout? Layout;
    public Device Device;
    public bool? PinMemory, RequiresGrad;

    // The struct ptc_options: which fields count, and the fields.
    internal static int[] Fields(Options x) {
      if (x == null)
        return null;
      int set = (x.Dtype == null ? 0 : 1) | (x.Layout == null ? 0 : 2) | (x.Device == null ? 0 : 4) |
                (x.PinMemory == null ? 0 : 8) | (x.RequiresGrad == null ? 0 : 16);
      return new[] { set,
                     (int)(x.Dtype ?? 0),
                     (int)(x.Layout ?? 0),
                     x.Device == null ? 0 : x.Device.Type,
                     x.Device == null ? 0 : x.Device.Index,
                     x.PinMemory == true ? 1 : 0,
                     x.RequiresGrad == true ? 1 : 0 };
    }
  }

  /// <summary>The handle of what is no tensor, which the runtime closes once, and never in the middle of a call that was
  /// given it.</summary>
  abstract class Handle : SafeHandle {
    internal static readonly Handle None = new GeneratorHandle(IntPtr.Zero);
    internal Handle(IntPtr handle) : base(IntPtr.Zero, true) { SetHandle(handle); }
    public override bool IsInvalid {
      get { return handle == IntPtr.Zero; }
    }
  }

  sealed class GeneratorHandle : Handle {
    internal GeneratorHandle(IntPtr handle) : base(handle) {}
    protected override bool ReleaseHandle() {
      ptc_generator_close(handle);
      return true;
    }
  }

  sealed class HookHandle : Handle {
    internal HookHandle(IntPtr handle) : base(handle) {}
    protected override bool ReleaseHandle() {
      ptc_hook_close(handle);
      return true;
    }
  }

  static partial class Native {
    static Native() {
      if (ptc_abi_version() < 2000)
        throw new DllNotFoundException("libpytorch_c has ABI " + ptc_abi_version() + "; this was generated for " + Abi);
      Check(ptc_require_abi(Abi));
      Check(ptc_check());
      Memory.CollectUnderPressure();
      Tensor.WatchCollections();
    }

    // ---- errors ----

    internal static void Check(IntPtr error) {
      if (error != IntPtr.Zero)
        Raise(error);
    }

    static void Raise(IntPtr error) {
      int kind = ptc_error_kind(error);
      object thrown;
      Objects.TryGetValue(ptc_error_context(error), out thrown);
      string message = Text(error);
      ptc_error_free(error);
      if (thrown is Exception)
        System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture((Exception)thrown).Throw();
      if (kind == 17)
        throw new OperationCanceledException(message);
      throw new TorchException(kind, message);
    }

    internal static string Text(IntPtr address) {
      int length = 0;
      while (Marshal.ReadByte(address, length) != 0) ++length;
      var bytes = new byte[length];
      Marshal.Copy(address, bytes, 0, length);
      return Encoding.UTF8.GetString(bytes);
    }

    internal static byte[] Utf8(string text) { return text == null ? null : Encoding.UTF8.GetBytes(text + "\0"); }
    internal static byte[] Bytes(bool[] list) { return Array.ConvertAll(list, one => (byte)(one ? 1 : 0)); }
    internal static long[] One(long? x) { return x == null ? null : new[] { x.Value }; }
    internal static double[] One(double? x) { return x == null ? null : new[] { x.Value }; }
    internal static byte[] One(bool? x) { return x == null ? null : new[] { (byte)(x.Value ? 1 : 0) }; }

    internal static Tensor[] Taken(IntPtr list) {
      try {
        var found = new Tensor[ptc_tensor_list_length(list)];
        for (int i = 0; i < found.Length; ++i) {
          IntPtr one;
          Check(ptc_tensor_list_get(list, i, out one));
          found[i] = Tensor.Of(one);
        }
        return found;
      } finally {
        ptc_tensor_list_close(list);
      }
    }

    // ---- callbacks: contexts are numbers of objects ----

    internal static readonly ptc_destroy_fn Forget = ForgetObject;
    static readonly ConcurrentDictionary<IntPtr, object> Objects = new ConcurrentDictionary<IntPtr, object>();
    static long next;

    internal static IntPtr Keep(object kept) {
      var number = new IntPtr(Interlocked.Increment(ref next));
      Objects[number] = kept;
      return number;
    }
    internal static object Kept(IntPtr number) { return Objects[number]; }
    static void ForgetObject(IntPtr number) {
      object gone;
      Objects.TryRemove(number, out gone);
    }

    /// <summary>What a callback returns for an exception: an error that carries it.</summary>
    internal static IntPtr Failed(Exception thrown) {
      return ptc_error_new_with(12, Utf8(thrown.Message), Keep(thrown), Forget);
    }
  }
}
