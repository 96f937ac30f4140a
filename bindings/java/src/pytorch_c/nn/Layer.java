package pytorch_c.nn;

import pytorch_c.Tensor;

/** A module that makes one tensor of one. */
public abstract class Layer extends Module {
  public abstract Tensor forward(Tensor x);
}
