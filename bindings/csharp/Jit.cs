using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using static PytorchC.Core;

namespace PytorchC {
  sealed class FunctionHandle : Handle {
    internal FunctionHandle(IntPtr handle) : base(handle) {}
    protected override bool ReleaseHandle() {
      ptc_jit_function_close(handle);
      return true;
    }
  }

  sealed class ModuleHandle : Handle {
    internal ModuleHandle(IntPtr handle) : base(handle) {}
    protected override bool ReleaseHandle() {
      ptc_jit_module_close(handle);
      return true;
    }
  }

  sealed class UnitHandle : Handle {
    internal UnitHandle(IntPtr handle) : base(handle) {}
    protected override bool ReleaseHandle() {
      ptc_jit_unit_close(handle);
      return true;
    }
  }

  /// <summary>TorchScript: archives that torch.jit.save has written, and sources. A tensor, number, string, bool or null
  /// stands for itself, a list or an array for a list, a tuple for a tuple, a dictionary for a Dict; lists and tuples
  /// come back as List&lt;object&gt;, ints as long, floats as double.</summary>
  public static class Jit {
    /// <summary>The module of an archive, on the device, or where it was saved.</summary>
    public static ScriptModule Load(string path, Device device = null) {
      IntPtr result;
      Native.Check(ptc_jit_load(Native.Utf8(path), Device.TypeOf(device), Device.IndexOf(device), null, out result));
      return new ScriptModule(result);
    }

    /// <summary>The same of an archive's bytes.</summary>
    public static ScriptModule Load(byte[] archive, Device device = null) {
      IntPtr result;
      Native.Check(ptc_jit_load_memory(archive, archive.Length, Device.TypeOf(device), Device.IndexOf(device), null,
                                       out result));
      return new ScriptModule(result);
    }

    /// <summary>The functions of a source by their names.</summary>
    public static Dictionary<string, ScriptFunction> Compile(string source) {
      IntPtr result;
      Native.Check(ptc_jit_unit_new(out result));
      using (var unit = new UnitHandle(result)) {
        var found = new Dictionary<string, ScriptFunction>();
        Native.Check(ptc_jit_unit_define(unit, null, Native.Utf8(source), null, 1, Handle.None, out result));
        foreach (string name in Lines(result)) {
          Native.Check(ptc_jit_unit_function(unit, Native.Utf8(name), out result));
          found[name] = new ScriptFunction(result);
        }
        return found;
      }
    }

    internal static string Owned(IntPtr text) {
      try {
        return Native.Text(text);
      } finally {
        ptc_string_free(text);
      }
    }
    internal static string[] Lines(IntPtr text) {
      return Owned(text).Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries);
    }
  }

  /// <summary>A compiled function, or a method of a module with it.</summary>
  public sealed class ScriptFunction : IDisposable {
    readonly Handle owner;
    internal ScriptFunction(IntPtr handle) { owner = new FunctionHandle(handle); }

    public object Call(params object[] args) {
      using (var values = new Values()) {
        IntPtr place = values.Place();
        Native.Check(ptc_jit_call(owner, values.Array(args), args.Length, null, place));
        return Values.Taken(place);
      }
    }
    public string Schema {
      get {
        IntPtr result;
        Native.Check(ptc_jit_function_schema(owner, out result));
        return Jit.Owned(result);
      }
    }
    public string Graph {
      get {
        IntPtr result;
        Native.Check(ptc_jit_function_graph(owner, 0, out result));
        return Jit.Owned(result);
      }
    }
    /// <summary>A module whose forward it is: so it is saved.</summary>
    public ScriptModule Module() {
      IntPtr result;
      Native.Check(ptc_jit_function_module(owner, out result));
      return new ScriptModule(result);
    }
    public void Dispose() { owner.Dispose(); }
  }

  /// <summary>A module of TorchScript: Jit.Load(path).Forward(x).</summary>
  public sealed class ScriptModule : IDisposable {
    const int Parameter = 1, Buffer_ = 2, MethodKind = 5;  // of enum ptc_jit_member
    readonly Handle owner;
    readonly Dictionary<string, ScriptFunction> found = new Dictionary<string, ScriptFunction>();
    internal ScriptModule(IntPtr handle) { owner = new ModuleHandle(handle); }

    /// <summary>A method by its name; it is closed with this.</summary>
    public ScriptFunction Method(string name) {
      lock (found) {
        ScriptFunction method;
        if (!found.TryGetValue(name, out method)) {
          IntPtr result;
          Native.Check(ptc_jit_module_method(owner, Native.Utf8(name), out result));
          found[name] = method = new ScriptFunction(result);
        }
        return method;
      }
    }
    public object Forward(params object[] args) { return Method("forward").Call(args); }
    public string[] Methods {
      get { return Names(MethodKind, 0); }
    }
    string[] Names(int kind, byte recurse) {
      IntPtr result;
      Native.Check(ptc_jit_module_names(owner, kind, recurse, out result));
      return Jit.Lines(result);
    }

    public object Attribute(string name) {
      using (var values = new Values()) {
        IntPtr place = values.Place();
        Native.Check(ptc_jit_module_attr(owner, Native.Utf8(name), place));
        return Values.Taken(place);
      }
    }
    /// <summary>Parameters by their names; they share memory with the module's.</summary>
    public Dictionary<string, Tensor> Parameters() { return Tensors(Parameter); }
    /// <summary>Parameters and buffers, for LoadStateDict of a module of layers.</summary>
    public Dictionary<string, Tensor> StateDict() {
      return Tensors(Parameter).Concat(Tensors(Buffer_)).ToDictionary(one => one.Key, one => one.Value);
    }
    Dictionary<string, Tensor> Tensors(int kind) {
      IntPtr list;
      string[] names = Names(kind, 1);
      Native.Check(ptc_jit_module_tensors(owner, kind, 1, out list));
      Tensor[] tensors = Native.Taken(list);
      return Enumerable.Range(0, tensors.Length).ToDictionary(i => names[i], i => tensors[i]);
    }
    public ScriptModule Train(bool mode = true) {
      Native.Check(ptc_jit_module_train(owner, (byte)(mode ? 1 : 0)));
      return this;
    }
    public ScriptModule Eval() { return Train(false); }
    public void Save(string path) { Native.Check(ptc_jit_save(owner, Native.Utf8(path), IntPtr.Zero)); }
    public void Dispose() {
      lock (found) foreach (ScriptFunction one in found.Values) one.Dispose();
      owner.Dispose();
    }
  }
}
