package pytorch_c;

/** What a factory makes: Options.of(Dtype.FLOAT64).requiresGrad(true). Whatever is not said is libtorch's default. */
public record Options(Dtype dtype, Layout layout, Device device, Boolean pinMemory, Boolean requiresGrad) {
  public static Options of(Dtype dtype) { return new Options(dtype, null, null, null, null); }

  public Options requiresGrad(boolean x) { return new Options(dtype, layout, device, pinMemory, x); }

  public Options device(Device x) { return new Options(dtype, layout, x, pinMemory, requiresGrad); }

  /** The struct ptc_options: which fields count, and the fields. */
  int[] fields() {
    int set = (dtype == null ? 0 : 1) | (layout == null ? 0 : 2) | (device == null ? 0 : 4)
        | (pinMemory == null ? 0 : 8) | (requiresGrad == null ? 0 : 16);
    return new int[] {set, dtype == null ? 0 : dtype.value, layout == null ? 0 : layout.value,
        device == null ? 0 : device.type(), device == null ? 0 : device.index(), Boolean.TRUE.equals(pinMemory) ? 1 : 0,
        Boolean.TRUE.equals(requiresGrad) ? 1 : 0};
  }
}
