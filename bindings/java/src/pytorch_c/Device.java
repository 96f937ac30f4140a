package pytorch_c;

/** A device by its type, a number of enum ptc_device_type, and its index, or -1. */
public record Device(int type, int index) {
  public static final Device CPU = new Device(0, -1);

  public static Device cuda(int index) { return new Device(1, index); }
}
