import pytorch_c.*;

/** Drops each tensor at once: java Dropped COUNT. run.py looks at how much memory that takes. */
public final class Dropped {
  public static void main(String[] words) {
    for (int i = 0; i < Integer.parseInt(words[0]); ++i) Torch.ones(new long[] {1000, 1000}, null);
  }
}
