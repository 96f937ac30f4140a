// The convolutional network of bindings/mlp/cnn.py: cnn.exe FOLDER FILE
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using PytorchC;
using PytorchC.Nn;

static class Cnn {
  static Sequential Network() {
    return new Sequential(new Conv2d(1, 8, 3, padding: 1), new BatchNorm2d(8), new ReLU(), new MaxPool2d(2),
                          new Conv2d(8, 16, 3, padding: 1), new ReLU(), new MaxPool2d(2), new Flatten(),
                          new Dropout(0.25), new Linear(784, 10));
  }

  static void Known(IEnumerable<KeyValuePair<string, Tensor>> state, Tensor images, Tensor labels) {
    var again = Network();
    again.LoadStateDict(state);
    again.Eval();
    using (Memory.NoGrad())
      Console.WriteLine(Torch.sum(Torch.eq(Torch.argmax(again.Forward(images), 1), labels)).Item().Number);
  }

  static void Main(string[] words) {
    Memory.SetNumThreads(1);
    var images = Tensor.Of(File.ReadAllBytes(words[0] + "/images.f32"), Dtype.FLOAT32, new long[] { 1000, 1, 28, 28 });
    var labels = Tensor.Of(File.ReadAllBytes(words[0] + "/labels.i64"), Dtype.INT64, new long[] { 1000 });
    Memory.ManualSeed(7);
    var model = Network();
    var loader = new DataLoader(new[] { images, labels }, 100, shuffle: true, seed: 3);
    var adam = new AdamW(model.Parameters(), 0.004);
    var schedule = new StepLR(adam, 1, 0.5);
    for (int epoch = 0; epoch < 2; ++epoch) {
      foreach (var batch in loader) {
        var loss = Torch.cross_entropy_loss(model.Forward(batch[0]), batch[1]);
        adam.ZeroGrad();
        loss.Backward();
        Gradients.ClipNorm(model.Parameters(), 1);
        adam.Step();
        Console.WriteLine(loss.Item().Number.ToString("F6", CultureInfo.InvariantCulture));
      }
      schedule.Step();
    }
    Files.Save(words[1], model.StateDict());
    Known(Files.Load(words[1]), images, labels);
    Known(Jit.Load(words[0] + "/network.pt").StateDict(), images, labels);
  }
}
