import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import pytorch_c.*;

/** The perceptron of bindings/mlp/mlp.py: Mlp FOLDER [FILE] */
public class Mlp {
  static Tensor weight(int rows, int columns) {
    float[] numbers = new float[rows * columns];
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        numbers[i * columns + j] = (float) (((i * 31 + j * 17) % 97 / 97.0 - 0.5) * 0.1);
    return Tensor.of(numbers, rows, columns).requiresGrad(true);
  }

  static byte[] read(String folder, String name) throws IOException {
    return java.nio.file.Files.readAllBytes(Path.of(folder, name));
  }

  public static void main(String[] words) throws IOException {
    Memory.setNumThreads(1);
    Tensor images = Tensor.of(read(words[0], "images.f32"), Dtype.FLOAT32, 1000, 784),
           labels = Tensor.of(read(words[0], "labels.i64"), Dtype.INT64, 1000);
    Options trained = Options.of(Dtype.FLOAT32).requiresGrad(true);
    Tensor w1 = weight(64, 784), b1 = Torch.zeros(new long[] {64}, trained), w2 = weight(10, 64),
           b2 = Torch.zeros(new long[] {10}, trained);
    var sgd = new Optim.SGD(0.1, 0, w1, b1, w2, b2);
    for (int step = 0; step < 50; ++step) {
      long start = step % 10 * 100;
      Tensor x = Torch.slice(images, 0, start, start + 100, 1), y = Torch.slice(labels, 0, start, start + 100, 1);
      Tensor hidden = Torch.relu(Torch.linear(x, w1, b1)),
             loss = Torch.cross_entropy_loss(Torch.linear(hidden, w2, b2), y);
      sgd.zeroGrad();
      loss.backward();
      sgd.step();
      System.out.printf(Locale.ROOT, "%.6f%n", loss.item().doubleValue());
    }
    if (words.length > 1) {
      Map<String, Tensor> weights = new LinkedHashMap<>();
      weights.put("hidden.weight", w1);
      weights.put("hidden.bias", b1);
      weights.put("output.weight", w2);
      weights.put("output.bias", b2);
      pytorch_c.Files.save(Path.of(words[1]), weights);
    }
  }
}
