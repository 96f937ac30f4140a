package pytorch_c;

/** What a factory makes: Options.of(Dtype.FLOAT64).requiresGrad(true). Whatever is not said is libtorch's default. */
public record Options(Dtype dtype, Layout layout, Device device, Boolean pinMemory, Boolean requiresGrad) {
  static final Options NONE = new Options(null, null, null, null, null);

  public static Options of(Dtype dtype) {
    return new Options(dtype, null, null, null, null);
  }

  public Options requiresGrad(boolean x) {
    return new Options(dtype, layout, device, pinMemory, x);
  }

  public Options device(Device x) {
    return new Options(dtype, layout, x, pinMemory, requiresGrad);
  }

  int[] fields() {
    return new int[] {
      dtype == null ? -1 : dtype.value, layout == null ? -1 : layout.value, device == null ? -1 : device.type(),
      device == null ? -1 : device.index(), pinMemory == null ? -1 : pinMemory ? 1 : 0, requiresGrad == null ? -1 : requiresGrad ? 1 : 0
    };
  }
}
