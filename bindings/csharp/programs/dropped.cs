// Drops each tensor at once: dropped.exe COUNT. run.py looks at how much memory that takes.
using PytorchC;

static class Dropped {
  static void Main(string[] words) {
    for (int i = 0; i < int.Parse(words[0]); ++i) Torch.ones(new long[] { 1000, 1000 });
  }
}
