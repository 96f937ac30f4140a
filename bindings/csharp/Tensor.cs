using System;
using System.Runtime.InteropServices;
using static PytorchC.Core;

namespace PytorchC {
  /// <summary>A tensor, closed by Dispose, or by the runtime after nobody refers to it. Operators: Torch.</summary>
  public sealed partial class Tensor : IDisposable {
    static readonly ptc_tensor_hook_fn Run = RunOne;

    // ---- from and to arrays ----

    /// <summary>A copy of an array of float, double, long, int, short, sbyte, byte or bool.</summary>
    public static Tensor Of(Array data, params long[] size) { return Of(data, DtypeOf(data), size); }

    /// <summary>A copy of the bytes of an array.</summary>
    public static Tensor Of(Array data, Dtype dtype, long[] size) {
      var pin = GCHandle.Alloc(data, GCHandleType.Pinned);
      try {
        IntPtr result;
        Native.Check(ptc_tensor_from_data(pin.AddrOfPinnedObject(), Buffer.ByteLength(data), size, size.Length,
                                          Fields(dtype), out result));
        return Of(result);
      } finally {
        pin.Free();
      }
    }

    /// <summary>A tensor over the memory of an array, without a copy; the array is pinned while anything needs the
    /// memory.</summary>
    public static Tensor Over(Array data, params long[] size) {
      long count = 1;
      foreach (long one in size) count = checked(count * one);
      if (count != data.Length)
        throw new ArgumentException("Over: " + data.Length + " elements are not of this size");
      var pin = GCHandle.Alloc(data, GCHandleType.Pinned);
      IntPtr result;
      Native.Check(ptc_tensor_from_blob(pin.AddrOfPinnedObject(), size, size.Length, null, 0, Fields(DtypeOf(data)),
                                        GCHandle.ToIntPtr(pin), Unpin, out result));
      return Of(result);
    }
    static readonly ptc_destroy_fn Unpin = context => GCHandle.FromIntPtr(context).Free();

    static int[] Fields(Dtype dtype) { return Options.Fields(new Options { Dtype = dtype }); }

    static Dtype DtypeOf(Array data) {
      if (data is float[])
        return Dtype.FLOAT32;
      if (data is double[])
        return Dtype.FLOAT64;
      if (data is long[])
        return Dtype.INT64;
      if (data is int[])
        return Dtype.INT32;
      if (data is short[])
        return Dtype.INT16;
      if (data is byte[])
        return Dtype.UINT8;
      if (data is bool[])
        return Dtype.BOOL;
      throw new ArgumentException("there is no dtype for " + data.GetType());
    }

    /// <summary>The address of the elements of a contiguous tensor on the CPU: good while this tensor keeps its
    /// memory.</summary>
    public IntPtr Data {
      get {
        byte contiguous;
        IntPtr result;
        using (var self = new Use(this)) Native.Check(ptc_tensor_is_contiguous(self, 0, out contiguous));
        if (contiguous == 0)
          throw new InvalidOperationException("Data: the tensor is not contiguous");
        using (var self = new Use(this)) Native.Check(ptc_tensor_data_ptr(self, out result));
        return result;
      }
    }

    /// <summary>A copy of all bytes, row by row.</summary>
    public byte[] Bytes() {
      long element;
      using (var self = new Use(this)) Native.Check(ptc_tensor_element_size(self, out element));
      return Copied<byte>(Numel * element, 1);
    }

    /// <summary>A copy of all elements, row by row; T must be of the tensor's dtype.</summary>
    public T[] ToArray<T>()
        where T : struct {
      if (DtypeOf(new T[0]) != Dtype)
        throw new InvalidOperationException("the tensor is of " + Dtype);
      long element;
      using (var self = new Use(this)) Native.Check(ptc_tensor_element_size(self, out element));
      return Copied<T>(Numel, element);
    }

    T[] Copied<T>(long count, long element)
        where T : struct {
      var result = new T[count];
      var pin = GCHandle.Alloc(result, GCHandleType.Pinned);
      try {
        using (var self = new Use(this))
          Native.Check(ptc_tensor_copy_to(self, pin.AddrOfPinnedObject(), count * element));
        return result;
      } finally {
        pin.Free();
      }
    }

    // ---- inspect ----

    public long Dim {
      get {
        long result;
        using (var self = new Use(this)) Native.Check(ptc_tensor_dim(self, out result));
        return result;
      }
    }
    public long Numel {
      get {
        long result;
        using (var self = new Use(this)) Native.Check(ptc_tensor_numel(self, out result));
        return result;
      }
    }
    public Dtype Dtype {
      get {
        int result;
        using (var self = new Use(this)) Native.Check(ptc_tensor_dtype(self, out result));
        return (Dtype)result;
      }
    }
    public long[] Size {
      get {
        var result = new long[Dim];
        using (var self = new Use(this)) Native.Check(ptc_tensor_sizes(self, result, result.Length));
        return result;
      }
    }
    /// <summary>The only element.</summary>
    public Scalar Item() {
      Scalar result;
      using (var self = new Use(this)) Native.Check(ptc_tensor_item(self, out result));
      return result;
    }
    public override string ToString() {
      IntPtr text;
      using (var self = new Use(this)) Native.Check(ptc_tensor_string(self, out text));
      try {
        return Native.Text(text);
      } finally {
        ptc_string_free(text);
      }
    }

    // ---- gradients ----

    public bool RequiresGrad {
      get {
        byte result;
        using (var self = new Use(this)) Native.Check(ptc_tensor_requires_grad(self, out result));
        return result != 0;
      }
      set { using (var self = new Use(this)) Native.Check(ptc_tensor_set_requires_grad(self, (byte)(value ? 1 : 0))); }
    }
    public void Backward() {
      using (var self = new Use(this)) Native.Check(ptc_tensor_backward(self, IntPtr.Zero, 0, 0));
    }
    /// <summary>Null where there is none.</summary>
    public Tensor Grad {
      get {
        IntPtr result;
        using (var self = new Use(this)) Native.Check(ptc_tensor_grad(self, out result));
        return Of(result);
      }
      set { using (Use self = new Use(this), grad = new Use(value)) Native.Check(ptc_tensor_set_grad(self, grad)); }
    }

    /// <summary>Runs `hook` with each gradient of this tensor; it gives another one, or null to keep it. What it
    /// throws, Backward throws.</summary>
    public Hook RegisterHook(Func<Tensor, Tensor> hook) {
      IntPtr result;
      using (var self = new Use(this))
        Native.Check(ptc_tensor_register_hook(self, Run, Native.Keep(hook), Native.Forget, out result));
      return new Hook(new HookHandle(result));
    }

    static IntPtr RunOne(IntPtr context, IntPtr grad, IntPtr result) {
      Tensor given = null;
      try {
        given = grad == IntPtr.Zero ? null : Of(Share(grad));
        Tensor changed = ((Func<Tensor, Tensor>)Native.Kept(context))(given);
        if (changed != null && changed != given)
          using (var self = new Use(changed)) Marshal.WriteIntPtr(result, Share(self));
        return IntPtr.Zero;
      } catch (Exception thrown) {
        return Native.Failed(thrown);
      } finally {
        if (given != null)
          given.Dispose();
      }
    }

    static IntPtr Share(IntPtr handle) {
      IntPtr shared;
      Native.Check(ptc_tensor_share(handle, out shared));
      return shared;
    }

    public static Tensor operator +(Tensor a, Tensor b) { return Torch.add(a, b); }
    public static Tensor operator -(Tensor a, Tensor b) { return Torch.sub(a, b); }
    public static Tensor operator*(Tensor a, Tensor b) { return Torch.mul(a, b); }
    public static Tensor operator /(Tensor a, Tensor b) { return Torch.div(a, b); }
    public static Tensor operator +(Tensor a, Scalar b) { return Torch.add(a, b); }
    public static Tensor operator -(Tensor a, Scalar b) { return Torch.sub(a, b); }
    public static Tensor operator*(Tensor a, Scalar b) { return Torch.mul(a, b); }
    public static Tensor operator /(Tensor a, Scalar b) { return Torch.div(a, b); }
    public static Tensor operator -(Tensor a) { return Torch.neg(a); }
  }

  /// <summary>A registered hook; it stays when this object goes, until Remove.</summary>
  public sealed class Hook : IDisposable {
    readonly Handle owner;
    internal Hook(Handle owner) { this.owner = owner; }
    public void Remove() { ptc_hook_remove(owner); }
    public void Dispose() { owner.Dispose(); }
  }

  /// <summary>A source of random numbers on the CPU.</summary>
  public sealed class Generator : IDisposable {
    readonly Handle owner;
    public Generator(long seed) {
      IntPtr result;
      Native.Check(ptc_generator_new(0, -1, out result));
      owner = new GeneratorHandle(result);
      Native.Check(ptc_generator_manual_seed(owner, seed));
    }
    internal static Handle Of(Generator x) { return x == null ? Handle.None : x.owner; }
    public void Dispose() { owner.Dispose(); }
  }
}
