package pytorch_c;

/** What a call failed with; `kind` is one of enum ptc_error_kind. */
public final class TorchException extends RuntimeException {
  public final int kind;

  TorchException(int kind, String message) {
    super(message);
    this.kind = kind;
  }
}
