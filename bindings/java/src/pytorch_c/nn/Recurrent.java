package pytorch_c.nn;

import java.util.ArrayList;
import java.util.List;
import pytorch_c.Tensor;
import pytorch_c.Torch;

/** LSTM and GRU: weights of each layer and direction, and the states they begin with. */
public abstract class Recurrent extends Module {
  Tensor[] weights;

  /** The output of each step, and the states after the last; without states they begin with zeros. */
  public abstract Tensor[] forward(Tensor x, Tensor... states);

  final void weights(long gates, long inputSize, long hiddenSize, long numLayers, boolean bias, boolean bidirectional) {
    double bound = 1 / Math.sqrt(hiddenSize);
    long rows = gates * hiddenSize;
    int ways = bidirectional ? 2 : 1;
    List<Tensor> made = new ArrayList<>();
    for (long layer = 0; layer < numLayers; ++layer)
      for (int way = 0; way < ways; ++way) {
        String end = "_l" + layer + (way == 1 ? "_reverse" : "");
        long[][] sizes = {{rows, layer == 0 ? inputSize : hiddenSize * ways}, {rows, hiddenSize}, {rows}, {rows}};
        String[] names = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};
        for (int i = 0; i < (bias ? 4 : 2); ++i)
          made.add(parameter(names[i] + end, sizes[i], self -> Init.uniform(self, bound)));
      }
    weights = made.toArray(Tensor[] ::new);
  }

  final Tensor zeros(Tensor x, long numLayers, long hiddenSize, boolean batchFirst, boolean bidirectional) {
    long batch = x.size()[batchFirst ? 0 : 1];
    return Torch.new_zeros(x, new long[] {numLayers * (bidirectional ? 2 : 1), batch, hiddenSize});
  }
}
