// Every layer with the description's examples, as bindings/mlp/layers.py: layers.exe FILE
using System.Collections.Generic;
using PytorchC;
using PytorchC.Nn;

static class Layers {
  static Tensor Call(Module module, Tensor x) {
    return module is Layer ? ((Layer)module).Forward(x) : ((Recurrent)module).Forward(x)[0];
  }

  static void Main(string[] words) {
    Memory.SetNumThreads(1);
    var found = new List<KeyValuePair<string, Tensor>>();
    int number = 0;
    Examples.Each((name, make, size, below) => {
      string prefix = number++ + "." + name + ".";
      Memory.ManualSeed(0);
      var layer = make();
      var x = below > 0 ? Torch.randint(below, size) : Torch.randn(size);
      foreach (var one in layer.StateDict())
        found.Add(new KeyValuePair<string, Tensor>(prefix + one.Key, Torch.clone(Torch.detach(one.Value))));
      var y = Call(layer, x);
      found.Add(new KeyValuePair<string, Tensor>(prefix + "out", Torch.detach(y)));
      var parameters = layer.NamedParameters();
      if (parameters.Count > 0)
        Torch.sum(y * y).Backward();
      foreach (var one in parameters)
        found.Add(new KeyValuePair<string, Tensor>(prefix + one.Key + ".grad", one.Value.Grad));
      layer.Eval();
      found.Add(new KeyValuePair<string, Tensor>(prefix + "eval", Torch.detach(Call(layer, x))));
    });
    Files.Save(words[0], found);
  }
}
