// The perceptron of bindings/mlp/mlp.py: mlp.exe FOLDER [FILE]
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using PytorchC;

static class Mlp {
  static Tensor Weight(int rows, int columns) {
    var numbers = new float[rows * columns];
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) numbers[i * columns + j] = (float)(((i * 31 + j * 17) % 97 / 97.0 - 0.5) * 0.1);
    var made = Tensor.Over(numbers, rows, columns);
    made.RequiresGrad = true;
    return made;
  }

  static void Main(string[] words) {
    Memory.SetNumThreads(1);
    var images = Tensor.Of(File.ReadAllBytes(words[0] + "/images.f32"), Dtype.FLOAT32, new long[] { 1000, 784 });
    var labels = Tensor.Of(File.ReadAllBytes(words[0] + "/labels.i64"), Dtype.INT64, new long[] { 1000 });
    var trained = new Options { RequiresGrad = true };
    Tensor w1 = Weight(64, 784), b1 = Torch.zeros(new long[] { 64 }, trained), w2 = Weight(10, 64),
           b2 = Torch.zeros(new long[] { 10 }, trained);
    var sgd = new SGD(new[] { w1, b1, w2, b2 }, 0.1);
    for (int step = 0; step < 50; ++step) {
      int start = step % 10 * 100;
      Tensor x = Torch.slice(images, 0, start, start + 100), y = Torch.slice(labels, 0, start, start + 100);
      var loss = Torch.cross_entropy_loss(Torch.linear(Torch.relu(Torch.linear(x, w1, b1)), w2, b2), y);
      sgd.ZeroGrad();
      loss.Backward();
      sgd.Step();
      Console.WriteLine(loss.Item().Number.ToString("F6", CultureInfo.InvariantCulture));
    }
    if (words.Length > 1)
      Files.Save(words[1], new[] { new KeyValuePair<string, Tensor>("hidden.weight", w1),
                                   new KeyValuePair<string, Tensor>("hidden.bias", b1),
                                   new KeyValuePair<string, Tensor>("output.weight", w2),
                                   new KeyValuePair<string, Tensor>("output.bias", b2) });
  }
}
