package pytorch_c;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Batches of the rows of tensors: for (Tensor[] batch : DataLoader.shuffled(100, 3, images, labels)). A shuffled one has
 * a new order in each pass, that of torch's DataLoader with a generator of this seed.
 */
public final class DataLoader implements Iterable<Tensor[]> {
  private final Tensor[] tensors;
  private final long batchSize, rows;
  private final boolean dropLast;
  private final Generator generator;

  private DataLoader(long batchSize, Generator generator, boolean dropLast, Tensor[] tensors) {
    this.tensors = tensors.clone();
    this.batchSize = batchSize;
    this.generator = generator;
    this.dropLast = dropLast;
    rows = tensors[0].size()[0];
  }

  /** In the order of the rows. */
  public static DataLoader of(long batchSize, Tensor... tensors) {
    return new DataLoader(batchSize, null, false, tensors);
  }

  public static DataLoader shuffled(long batchSize, long seed, Tensor... tensors) {
    return new DataLoader(batchSize, new Generator(seed), false, tensors);
  }

  /** The same without a last batch that is not full. */
  public DataLoader dropLast() { return new DataLoader(batchSize, generator, true, tensors); }

  public long size() { return (rows + (dropLast ? 0 : batchSize - 1)) / batchSize; }

  // torch draws a number for its workers, and at the end an order that nobody takes.
  private Tensor order() {
    Torch.random_(Torch.empty(new long[0], Options.of(Dtype.INT64)), generator);
    if (generator == null)
      return Torch.arange(rows);
    Tensor out = Torch.randperm(rows, generator);
    Torch.randperm(rows, generator).close();
    return out;
  }

  @Override
  public Iterator<Tensor[]> iterator() {
    Tensor order = order();
    return new Iterator<>() {
      private long at;

      @Override
      public boolean hasNext() {
        return at < size();
      }

      @Override
      public Tensor[] next() {
        if (!hasNext())
          throw new NoSuchElementException();
        long start = at++ * batchSize;
        try (Tensor now = Torch.slice(order, 0, start, Math.min(start + batchSize, rows), 1)) {
          return Arrays.stream(tensors).map(one -> Torch.index_select(one, 0, now)).toArray(Tensor[] ::new);
        }
      }
    };
  }
}
