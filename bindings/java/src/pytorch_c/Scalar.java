package pytorch_c;

/** A number of a kind that Java's numbers do not have: a bool, or a complex number. */
public final class Scalar extends Number {
  final int kind;
  final double re, im;

  private Scalar(int kind, double re, double im) {
    this.kind = kind;
    this.re = re;
    this.im = im;
  }

  public static Scalar of(boolean x) { return new Scalar(3, x ? 1 : 0, 0); }

  public static Scalar complex(double re, double im) { return new Scalar(4, re, im); }

  @Override
  public int intValue() {
    return (int) re;
  }
  @Override
  public long longValue() {
    return (long) re;
  }
  @Override
  public float floatValue() {
    return (float) re;
  }
  @Override
  public double doubleValue() {
    return re;
  }
}
