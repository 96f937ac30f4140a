using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using static PytorchC.Core;

namespace PytorchC.Nn {
  /// <summary>A number, or a list of numbers.</summary>
  public sealed class Ints {
    internal readonly long[] List;
    Ints(long[] list) { List = list; }
    public static implicit operator Ints(long x) { return new Ints(new[] { x }); }
    public static implicit operator Ints(long[] x) { return x == null ? null : new Ints(x); }
  }

  /// <summary>What fills a new tensor: the bounds and the draws of torch's layers.</summary>
  static class Init {
    static double FanIn(Tensor weight) { return weight.Size.Skip(1).Aggregate(1.0, (a, b) => a * b); }
    internal static void zeros(Tensor self) { Torch.zero_(self); }
    internal static void ones(Tensor self) { Torch.fill_(self, 1); }
    internal static void uniform(Tensor self, double bound) { Torch.uniform_(self, -bound, bound); }
    internal static void kaiming_uniform(Tensor self) {
      double a = Math.Sqrt(5), std = Math.Sqrt(2 / (1 + a * a)) / Math.Sqrt(FanIn(self));
      uniform(self, Math.Sqrt(3) * std);
    }
    internal static void fan_in_uniform(Tensor self, Tensor weight) { uniform(self, 1 / Math.Sqrt(FanIn(weight))); }
    internal static void embedding(Tensor self, long padding) {
      Torch.normal_(self);
      if (padding >= 0)
        Torch.zero_(Torch.select(self, 0, padding));
    }
  }

  /// <summary>What has parameters, buffers and modules of its own; a class of yours tells them to Parameter, Buffer and
  /// Add.</summary>
  public abstract class Module {
    readonly List<KeyValuePair<string, Tensor>> parameters = new List<KeyValuePair<string, Tensor>>(),
                                                buffers = new List<KeyValuePair<string, Tensor>>();
    readonly List<KeyValuePair<string, Module>> children = new List<KeyValuePair<string, Module>>();

    public bool IsTraining { get; private set; } = true;

    /// <summary>A module as the member `name`: fc = Add("fc", new Linear(2, 3)).</summary>
    protected M Add<M>(string name, M module)
        where M : Module {
      children.Add(new KeyValuePair<string, Module>(name, module));
      return module;
    }
    /// <summary>Makes and fills a tensor that is trained.</summary>
    protected Tensor Parameter(string name, long[] size, Action<Tensor> fill) {
      var made = Torch.empty(size);
      fill(made);
      made.RequiresGrad = true;
      parameters.Add(new KeyValuePair<string, Tensor>(name, made));
      return made;
    }
    /// <summary>Makes and fills a tensor of state that is not trained.</summary>
    protected Tensor Buffer(string name, long[] size, Action<Tensor> fill, Dtype dtype = Dtype.FLOAT32) {
      var made = Torch.empty(size, new Options { Dtype = dtype });
      fill(made);
      buffers.Add(new KeyValuePair<string, Tensor>(name, made));
      return made;
    }

    /// <summary>By torch's names, in torch's order.</summary>
    public List<KeyValuePair<string, Tensor>> NamedParameters() { return Named(true, false).ToList(); }
    public List<KeyValuePair<string, Tensor>> NamedBuffers() { return Named(false, true).ToList(); }
    /// <summary>Parameters and buffers, for Files.Save.</summary>
    public List<KeyValuePair<string, Tensor>> StateDict() { return Named(true, true).ToList(); }
    public Tensor[] Parameters() { return Named(true, false).Select(one => one.Value).ToArray(); }

    IEnumerable<KeyValuePair<string, Tensor>> Named(bool trained, bool state) {
      foreach (var one in parameters)
        if (trained)
          yield return one;
      foreach (var one in buffers)
        if (state)
          yield return one;
      foreach (var child in children)
        foreach (var one in child.Value.Named(trained, state))
          yield return new KeyValuePair<string, Tensor>(child.Key + "." + one.Key, one.Value);
    }

    /// <summary>Copies what Files.Load or another module's StateDict gives; where names or sizes differ it throws, and
    /// changes nothing.</summary>
    public void LoadStateDict(IEnumerable<KeyValuePair<string, Tensor>> state) {
      var own = StateDict();
      var given = state.ToDictionary(one => one.Key, one => one.Value);
      foreach (var one in own) {
        if (!given.ContainsKey(one.Key))
          throw new ArgumentException("LoadStateDict: there is no " + one.Key);
        if (!one.Value.Size.SequenceEqual(given[one.Key].Size))
          throw new ArgumentException("LoadStateDict: " + one.Key + " has another size");
      }
      if (own.Count != given.Count)
        throw new ArgumentException("LoadStateDict: there are tensors of other names");
      using (Memory.NoGrad()) foreach (var one in own) Torch.copy_(one.Value, given[one.Key]);
    }

    public void Train(bool on = true) {
      IsTraining = on;
      foreach (var child in children) child.Value.Train(on);
    }
    public void Eval() { Train(false); }
    /// <summary>Moves all tensors to a device, and casts those of floats where a dtype is given. They stay the same
    /// tensors, for optimizers that know them.</summary>
    public void To(Device device, Dtype? dtype = null) {
      foreach (var one in StateDict()) {
        var kind = dtype != null && Torch.is_floating_point(one.Value) ? dtype.Value : one.Value.Dtype;
        using (Tensor plain = Torch.detach(one.Value), moved = Torch.to(plain, device, kind))
        using (Use self = new Use(one.Value), data = new Use(moved)) Native.Check(ptc_tensor_set_data(self, data));
      }
    }

    /// <summary>A number, or a list of so many.</summary>
    internal static long[] Many(Ints x, int count) {
      return x.List.Length == 1 ? Enumerable.Repeat(x.List[0], count).ToArray() : x.List;
    }
    internal static long[] Joined(long[] a, long[] b) { return a.Concat(b).ToArray(); }
  }

  /// <summary>A module that makes one tensor of one.</summary>
  public abstract class Layer : Module {
    public abstract Tensor Forward(Tensor x);
  }

  /// <summary>Runs layers one after the other.</summary>
  public sealed class Sequential : Layer {
    readonly Layer[] layers;
    public Sequential(params Layer[] layers) {
      this.layers = layers;
      for (int i = 0; i < layers.Length; ++i) Add(i.ToString(), layers[i]);
    }
    public override Tensor Forward(Tensor x) { return layers.Aggregate(x, (made, one) => one.Forward(made)); }
  }

  /// <summary>LSTM and GRU: weights of each layer and direction, and the states they begin with.</summary>
  public abstract class Recurrent : Module {
    protected Tensor[] Weights;

    /// <summary>The output of each step, and the states after the last; without states they begin with
    /// zeros.</summary>
    public abstract Tensor[] Forward(Tensor x, params Tensor[] states);

    internal void MakeWeights(long gates, long inputSize, long hiddenSize, long numLayers, bool bias,
                              bool bidirectional) {
      double bound = 1 / Math.Sqrt(hiddenSize);
      long rows = gates * hiddenSize;
      int ways = bidirectional ? 2 : 1;
      var made = new List<Tensor>();
      Action<string, long[]> make =
          (name, size) => made.Add(Parameter(name, size, self => Init.uniform(self, bound)));
      for (long layer = 0; layer < numLayers; ++layer)
        for (int way = 0; way < ways; ++way) {
          string end = "_l" + layer + (way == 1 ? "_reverse" : "");
          make("weight_ih" + end, new[] { rows, layer == 0 ? inputSize : hiddenSize * ways });
          make("weight_hh" + end, new[] { rows, hiddenSize });
          foreach (string name in new[] { "bias_ih", "bias_hh" })
            if (bias)
              make(name + end, new[] { rows });
        }
      Weights = made.ToArray();
    }

    internal Tensor Zeros(Tensor x, long numLayers, long hiddenSize, bool batchFirst, bool bidirectional) {
      return Torch.new_zeros(x, new[] { numLayers * (bidirectional ? 2 : 1), x.Size[batchFirst ? 0 : 1], hiddenSize });
    }
  }
}
