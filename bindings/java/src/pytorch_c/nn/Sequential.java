package pytorch_c.nn;

import pytorch_c.Tensor;

/** Runs layers one after the other. */
public final class Sequential extends Layer {
  private final Layer[] layers;

  public Sequential(Layer... layers) {
    this.layers = layers.clone();
    for (int i = 0; i < layers.length; ++i) add(Integer.toString(i), layers[i]);
  }

  @Override
  public Tensor forward(Tensor x) {
    for (Layer one : layers) x = one.forward(x);
    return x;
  }
}
