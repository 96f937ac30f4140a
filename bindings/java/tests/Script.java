import java.nio.file.Path;
import java.util.*;
import java.util.stream.Collectors;
import pytorch_c.*;

/**
 * Runs an archive of TorchScript, as cshim/examples/script.c does: Script ARCHIVE ARGUMENT... "2,3" is a tensor of ones
 * of this size ("2," of one dimension), 3 and 0.5 are numbers.
 */
public class Script {
  static Object argument(String word) {
    if (word.contains(","))
      return Torch.ones(Arrays.stream(word.split(",")).mapToLong(Long::parseLong).toArray());
    return word.contains(".") || word.contains("e") ? (Object) Double.valueOf(word) : (Object) Long.valueOf(word);
  }

  static Number sum(Tensor x) { return Torch.sum(x, Dtype.FLOAT64).item(); }

  static String shown(Object x) {
    if (x == null)
      return "None";
    if (x instanceof Tensor tensor) {
      String size = Arrays.stream(tensor.size()).mapToObj(Long::toString).collect(Collectors.joining(", "));
      return "Tensor(" + size + ") " + sum(tensor) + " " + sum(Torch.mul(tensor, tensor));
    }
    if (x instanceof Boolean truth)
      return truth ? "True" : "False";
    if (x instanceof String text)
      return "'" + text + "'";
    if (x instanceof List<?> list)
      return list.stream().map(Script::shown).collect(Collectors.joining(", ", "[", "]"));
    if (x instanceof Map<?, ?> map)
      return map.entrySet().stream().map(one -> shown(one.getKey()) + ": " + shown(one.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    return x.toString();
  }

  public static void main(String[] words) {
    try (ScriptModule program = Jit.load(Path.of(words[0]), Device.CPU); Memory.State block = Memory.noGrad()) {
      System.out.println(
          shown(program.forward(Arrays.stream(words).skip(1).map(Script::argument).toArray())));
    }
  }
}
