// Runs an archive of TorchScript, as cshim/examples/script.c does: mono script.exe ARCHIVE ARGUMENT...
// "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are numbers.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using PytorchC;

static class Script {
  static object Argument(string word) {
    long whole;
    if (word.Contains(","))
      return Torch.ones(
          word.Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries).Select(long.Parse).ToArray());
    return long.TryParse(word, out whole) ? (object)whole : double.Parse(word, CultureInfo.InvariantCulture);
  }

  static string Number(double x) { return x.ToString("G6", CultureInfo.InvariantCulture); }
  static string Sum(Tensor x) { return Number(Torch.sum(x, Dtype.FLOAT64).Item().Number); }

  static string Shown(object x) {
    if (x == null)
      return "None";
    if (x is Tensor)
      return "Tensor(" + string.Join(", ", ((Tensor)x).Size) + ") " + Sum((Tensor)x) + " " + Sum((Tensor)x * (Tensor)x);
    if (x is Dictionary<object, object>)
      return "{" + string.Join(", ", ((Dictionary<object, object>)x).Select(
                                         one => Shown(one.Key) + ": " + Shown(one.Value))) + "}";
    if (x is List<object>)
      return "[" + string.Join(", ", ((List<object>)x).Select(Shown)) + "]";
    if (x is string)
      return "'" + x + "'";
    return x is double ? Number((double)x) : x.ToString();
  }

  static int Main(string[] words) {
    try {
      var program = Jit.Load(words[0], new Device(0));
      using (Memory.NoGrad()) Console.WriteLine(Shown(program.Forward(words.Skip(1).Select(Argument).ToArray())));
      return 0;
    } catch (TorchException error) {
      Console.Error.WriteLine(error.Message);
      return 1;
    }
  }
}
