using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using static PytorchC.Core;

namespace PytorchC {
  /// <summary>The struct ptc_value.</summary>
  [StructLayout(LayoutKind.Sequential)]
  struct Value {
    internal int kind;
    internal long i;
    internal double re, im;
    internal IntPtr p;
    internal long len;
  }

  /// <summary>Values of TorchScript in memory that C reads: made of C#'s, and read back. What it holds goes with
  /// it.</summary>
  sealed class Values : IDisposable {
    // Of enum ptc_value_kind.
    const int None = 0, Bool = 1, Int = 2, Float = 3, String = 6, Tensor_ = 7, Tensors = 8, Ints = 9, Floats = 10,
              Bools = 11, Dtype_ = 15, Layout_ = 16, Format = 17, List_ = 20, Tuple_ = 21, Dict = 22, Named = 23;
    const int Deepest = 100;
    internal static readonly int Size = Marshal.SizeOf(typeof(Value));
    static readonly int Pointer = (int)Marshal.OffsetOf(typeof(Value), "p");

    readonly List<IntPtr> blocks = new List<IntPtr>();
    readonly List<Tensor> held = new List<Tensor>();

    public void Dispose() {
      foreach (IntPtr one in blocks) Marshal.FreeHGlobal(one);
      foreach (Tensor one in held) one.Leave();
      blocks.Clear();
      held.Clear();
    }

    IntPtr Block(long bytes) {
      IntPtr found = Marshal.AllocHGlobal(new IntPtr(Math.Max(bytes, 1)));
      blocks.Add(found);
      return found;
    }

    /// <summary>A place for one result, which is None until C writes it.</summary>
    internal IntPtr Place() {
      IntPtr found = Block(Size);
      Marshal.StructureToPtr(new Value(), found, false);
      return found;
    }

    // ---- from C#'s ----

    /// <summary>An array of values.</summary>
    internal IntPtr Array(IList items, int depth = 0) {
      if (depth > Deepest)
        throw new ArgumentException("values may hold each other " + Deepest + " deep");
      IntPtr found = Block((long)items.Count * Size);
      for (int i = 0; i < items.Count; ++i)
        Marshal.StructureToPtr(Made(items[i], depth), found + i * Size, false);
      return found;
    }

    Value Made(object x, int depth) {
      if (x == null)
        return new Value();
      if (x is Tensor)
        return new Value { kind = Tensor_, p = Address((Tensor)x) };
      if (x is bool)
        return new Value { kind = Bool, i = (bool)x ? 1 : 0 };
      if (x is int || x is long || x is short || x is byte)
        return new Value { kind = Int, i = Convert.ToInt64(x) };
      if (x is float || x is double)
        return new Value { kind = Float, re = Convert.ToDouble(x) };
      if (x is Dtype)
        return new Value { kind = Dtype_, i = (int)x };
      if (x is string)
        return Text((string)x);
      if (x is IDictionary)
        return Pairs((IDictionary)x, depth);
      if (x is IList)
        return new Value { kind = List_, p = Array((IList)x, depth + 1), len = ((IList)x).Count };
      if (x is ITuple)
        return Parts((ITuple)x, depth);
      throw new ArgumentException("TorchScript has no type for " + x.GetType());
    }

    /// <summary>Addresses for a list of tensors, which stay open until this is disposed.</summary>
    internal IntPtr[] Of(Tensor[] list) {
      return System.Array.ConvertAll(list, one => one == null ? IntPtr.Zero : Address(one));
    }

    IntPtr Address(Tensor x) {
      IntPtr found = x.Enter();  // ObjectDisposedException for a closed one
      held.Add(x);
      return found;
    }

    Value Text(string x) {
      byte[] bytes = Encoding.UTF8.GetBytes(x);
      IntPtr found = Block(bytes.Length);
      Marshal.Copy(bytes, 0, found, bytes.Length);
      return new Value { kind = String, p = found, len = bytes.Length };
    }

    Value Pairs(IDictionary x, int depth) {
      var flat = new List<object>();
      foreach (DictionaryEntry one in x) {
        flat.Add(one.Key);
        flat.Add(one.Value);
      }
      return new Value { kind = Dict, p = Array(flat, depth + 1), len = x.Count };
    }

    Value Parts(ITuple x, int depth) {
      var items = new object[x.Length];
      for (int i = 0; i < items.Length; ++i) items[i] = x[i];
      return new Value { kind = Tuple_, p = Array(items, depth + 1), len = items.Length };
    }

    // ---- to C#'s ----

    /// <summary>A result as C#'s; tensors are taken out of it, and the rest is closed.</summary>
    internal static object Taken(IntPtr place) {
      try {
        return Read(place);
      } finally {
        ptc_values_close(place, 1);
      }
    }

    static object Read(IntPtr place) {
      var x = (Value)Marshal.PtrToStructure(place, typeof(Value));
      switch (x.kind) {
      case None:
        return null;
      case Bool:
        return x.i != 0;
      case Int:
      case Layout_:
      case Format:
        return x.i;
      case Dtype_:
        return (Dtype)x.i;
      case Float:
        return x.re;
      case String:
        return Words(x);
      case Tensor_:
        Marshal.WriteIntPtr(place, Pointer, IntPtr.Zero);  // taken, not closed
        return Tensor.Of(x.p);
      case Tensors:
        return Each(x.len, i => {
          IntPtr one = Marshal.ReadIntPtr(x.p, i * IntPtr.Size);
          Marshal.WriteIntPtr(x.p, i * IntPtr.Size, IntPtr.Zero);
          return Tensor.Of(one);
        });
      case Ints:
        return Each(x.len, i => Marshal.ReadInt64(x.p, i * 8));
      case Floats:
        return Each(x.len, i => BitConverter.Int64BitsToDouble(Marshal.ReadInt64(x.p, i * 8)));
      case Bools:
        return Each(x.len, i => Marshal.ReadByte(x.p, i) != 0);
      case List_:
      case Tuple_:
        return Each(x.len, i => Read(x.p + i * Size));
      case Dict:
        return Keyed(x, 0);
      case Named:
        return Keyed(x, 1);  // its type's name comes first
      default:
        throw new NotSupportedException("TorchScript gave an object that has no form in C#");
      }
    }

    static string Words(Value x) {
      var bytes = new byte[x.len];
      if (bytes.Length > 0)
        Marshal.Copy(x.p, bytes, 0, bytes.Length);
      return Encoding.UTF8.GetString(bytes);
    }

    static List<object> Each(long count, Func<int, object> item) {
      var found = new List<object>();
      for (int i = 0; i < count; ++i) found.Add(item(i));
      return found;
    }

    static Dictionary<object, object> Keyed(Value x, int first) {
      var found = new Dictionary<object, object>();
      for (int i = 0; i < x.len; ++i) {
        IntPtr key = x.p + (first + 2 * i) * Size;
        found[Read(key)] = Read(key + Size);
      }
      return found;
    }
  }
}
