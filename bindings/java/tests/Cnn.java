import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import pytorch_c.*;
import pytorch_c.nn.*;

/** The convolutional network of bindings/mlp/cnn.py: Cnn FOLDER FILE */
public class Cnn {
  static Sequential network() {
    return new Sequential(new Conv2d(1, 8, 3, new Conv2d.Options().padding(1)), new BatchNorm2d(8), new ReLU(),
        new MaxPool2d(2), new Conv2d(8, 16, 3, new Conv2d.Options().padding(1)), new ReLU(), new MaxPool2d(2),
        new Flatten(), new Dropout(0.25), new Linear(784, 10));
  }

  static byte[] read(String folder, String name) throws IOException {
    return java.nio.file.Files.readAllBytes(Path.of(folder, name));
  }

  static void known(Map<String, Tensor> state, Tensor images, Tensor labels) {
    Sequential again = network();
    again.loadStateDict(state);
    again.eval();
    try (Memory.State nothing = Memory.noGrad()) {
      System.out.println(Torch.sum(Torch.eq(Torch.argmax(again.forward(images), 1L, false), labels)).item());
    }
  }

  public static void main(String[] words) throws IOException {
    Memory.setNumThreads(1);
    Tensor images = Tensor.of(read(words[0], "images.f32"), Dtype.FLOAT32, 1000, 1, 28, 28),
           labels = Tensor.of(read(words[0], "labels.i64"), Dtype.INT64, 1000);
    Memory.manualSeed(7);
    Sequential model = network();
    DataLoader loader = DataLoader.shuffled(100, 3, images, labels);
    var adam = new Optim.AdamW(0.004, model.parameters());
    Schedule schedule = Schedule.step(adam, 1, 0.5);
    for (int epoch = 0; epoch < 2; ++epoch) {
      for (Tensor[] batch : loader) {
        Tensor loss = Torch.cross_entropy_loss(model.forward(batch[0]), batch[1]);
        adam.zeroGrad();
        loss.backward();
        Optim.clipGradNorm(1, model.parameters());
        adam.step();
        System.out.printf(Locale.ROOT, "%.6f%n", loss.item().doubleValue());
      }
      schedule.step();
    }
    pytorch_c.Files.save(Path.of(words[1]), model.stateDict());
    known(pytorch_c.Files.load(Path.of(words[1])), images, labels);
    known(Jit.load(Path.of(words[0], "network.pt")).stateDict(), images, labels);
  }
}
