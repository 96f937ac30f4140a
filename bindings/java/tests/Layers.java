import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import pytorch_c.*;
import pytorch_c.nn.Examples;
import pytorch_c.nn.Layer;
import pytorch_c.nn.Recurrent;

/** Every layer with the description's examples, as bindings/mlp/layers.py: Layers FILE */
public class Layers {
  static Tensor call(pytorch_c.nn.Module module, Tensor x) {
    return module instanceof Layer layer ? layer.forward(x) : ((Recurrent) module).forward(x)[0];
  }

  public static void main(String[] words) throws IOException {
    Memory.setNumThreads(1);
    Map<String, Tensor> out = new LinkedHashMap<>();
    int[] number = {0};
    Examples.each((name, make, size, below) -> {
      String prefix = number[0]++ + "." + name + ".";
      Memory.manualSeed(0);
      pytorch_c.nn.Module layer = make.get();
      Tensor x = below > 0 ? Torch.randint(below, size) : Torch.randn(size);
      layer.stateDict().forEach((key, one) -> out.put(prefix + key, Torch.clone(Torch.detach(one))));
      Tensor y = call(layer, x);
      out.put(prefix + "out", Torch.detach(y));
      Map<String, Tensor> parameters = layer.namedParameters();
      if (!parameters.isEmpty())
        Torch.sum(Torch.mul(y, y)).backward();
      parameters.forEach((key, one) -> out.put(prefix + key + ".grad", one.grad()));
      layer.eval();
      out.put(prefix + "eval", Torch.detach(call(layer, x)));
    });
    Files.save(Path.of(words[0]), out);
  }
}
