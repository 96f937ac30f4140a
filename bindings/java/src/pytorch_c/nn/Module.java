package pytorch_c.nn;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import pytorch_c.*;

/** What has parameters, buffers and modules of its own; a class of yours tells them to parameter, buffer and add. */
public abstract class Module {
  private final Map<String, Tensor> parameters = new LinkedHashMap<>(), buffers = new LinkedHashMap<>();
  private final Map<String, Module> children = new LinkedHashMap<>();
  private boolean training = true;

  /** A module as the member `name`: fc = add("fc", new Linear(2, 3)). */
  protected final <M extends Module> M add(String name, M module) {
    children.put(name, module);
    return module;
  }

  /** Makes and fills a tensor that is trained. */
  protected final Tensor parameter(String name, long[] size, Consumer<Tensor> fill) {
    Tensor made = Torch.empty(size);
    fill.accept(made);
    parameters.put(name, made.requiresGrad(true));
    return made;
  }

  /** Makes and fills a tensor of state that is not trained. */
  protected final Tensor buffer(String name, long[] size, Consumer<Tensor> fill, Dtype dtype) {
    Tensor made = Torch.empty(size, Options.of(dtype));
    fill.accept(made);
    buffers.put(name, made);
    return made;
  }

  /** By torch's names, in torch's order. */
  public final Map<String, Tensor> namedParameters() { return collected(true, false); }

  public final Map<String, Tensor> namedBuffers() { return collected(false, true); }

  /** Parameters and buffers, for Files.save. */
  public final Map<String, Tensor> stateDict() { return collected(true, true); }

  public final Tensor[] parameters() { return namedParameters().values().toArray(Tensor[] ::new); }

  private Map<String, Tensor> collected(boolean trained, boolean state) {
    Map<String, Tensor> out = new LinkedHashMap<>();
    if (trained)
      out.putAll(parameters);
    if (state)
      out.putAll(buffers);
    children.forEach(
        (name, one) -> one.collected(trained, state).forEach((key, tensor) -> out.put(name + "." + key, tensor)));
    return out;
  }

  /**
   * Copies what Files.load or another module's stateDict gives; where names or sizes differ it throws, and changes
   * nothing.
   */
  public final void loadStateDict(Map<String, Tensor> state) {
    Map<String, Tensor> own = stateDict();
    if (!own.keySet().equals(state.keySet()))
      throw new IllegalArgumentException("loadStateDict: the names are " + state.keySet() + ", not " + own.keySet());
    own.forEach((name, one) -> {
      if (!Arrays.equals(one.size(), state.get(name).size()))
        throw new IllegalArgumentException("loadStateDict: " + name + " has size " + Arrays.toString(one.size())
            + ", not " + Arrays.toString(state.get(name).size()));
    });
    try (Memory.State nothing = Memory.noGrad()) {
      own.forEach((name, one) -> Torch.copy_(one, state.get(name)));
    }
  }

  public final void train(boolean on) {
    training = on;
    children.values().forEach(one -> one.train(on));
  }

  public final void train() { train(true); }

  public final void eval() { train(false); }

  public final boolean isTraining() { return training; }

  /**
   * Moves all tensors to a device, and casts those of floats where a dtype is not null. They stay the same tensors, for
   * optimizers that know them.
   */
  public final void to(Device device, Dtype dtype) {
    for (Tensor one : stateDict().values()) {
      Dtype kind = dtype != null && Torch.is_floating_point(one) ? dtype : one.dtype();
      try (Tensor plain = Torch.detach(one); Tensor moved = Torch.to(plain, device, kind)) {
        one.setData(moved);
      }
    }
  }

  public final void to(Device device) { to(device, null); }

  /** A number, or a list of so many. */
  static long[] many(long[] x, int count) {
    if (x.length != 1)
      return x.clone();
    long[] out = new long[count];
    Arrays.fill(out, x[0]);
    return out;
  }

  static long[] joined(long[] a, long[] b) {
    long[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }
}
