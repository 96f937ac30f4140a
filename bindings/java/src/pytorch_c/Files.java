package pytorch_c;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of named tensors in the format of safetensors, which every binding reads and writes. */
public final class Files {
  private static final Map<String, Dtype> DTYPES =
      Map.of("F64", Dtype.FLOAT64, "F32", Dtype.FLOAT32, "F16", Dtype.FLOAT16, "BF16", Dtype.BFLOAT16, "I64",
          Dtype.INT64, "I32", Dtype.INT32, "I16", Dtype.INT16, "I8", Dtype.INT8, "U8", Dtype.UINT8, "BOOL", Dtype.BOOL);
  private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
  private static final Pattern ENTRY = Pattern.compile(TEXT + "\\s*:\\s*\\{([^}]*)\\}"),
                               WORD = Pattern.compile("\"dtype\"\\s*:\\s*\"(\\w+)\""),
                               SHAPE = Pattern.compile("\"shape\"\\s*:\\s*\\[([^\\]]*)\\]"),
                               OFFSETS = Pattern.compile("\"data_offsets\"\\s*:\\s*\\[([^\\]]*)\\]");

  private Files() {}

  /** Writes tensors in the order of the map. */
  public static void save(Path path, Map<String, Tensor> tensors) throws IOException {
    StringBuilder header = new StringBuilder("{");
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
      Tensor tensor = entry.getValue();
      String dtype =
          DTYPES.entrySet()
              .stream()
              .filter(one -> one.getValue() == tensor.dtype())
              .map(Map.Entry::getKey)
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException("save: safetensors has no name for " + tensor.dtype()));
      int start = data.size();
      data.writeBytes(tensor.bytes());
      header.append(header.length() > 1 ? "," : "")
          .append('"')
          .append(entry.getKey().replace("\\", "\\\\").replace("\"", "\\\""))
          .append("\":{\"dtype\":\"")
          .append(dtype)
          .append("\",\"shape\":")
          .append(Arrays.toString(tensor.size()).replace(" ", ""))
          .append(",\"data_offsets\":[")
          .append(start)
          .append(',')
          .append(data.size())
          .append("]}");
    }
    byte[] text = header.append('}').toString().getBytes(StandardCharsets.UTF_8);
    byte[] padded = Arrays.copyOf(text, (text.length + 7) / 8 * 8);
    Arrays.fill(padded, text.length, padded.length, (byte) ' ');
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(padded.length).array());
    out.writeBytes(padded);
    data.writeTo(out);
    java.nio.file.Files.write(path, out.toByteArray());
  }

  /** The tensors of a file, in its header's order. */
  public static Map<String, Tensor> load(Path path) throws IOException {
    byte[] content = java.nio.file.Files.readAllBytes(path);
    long length = content.length < 8 ? -1 : ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (length < 0 || length > content.length - 8)
      throw new IOException("load: " + path + " is no safetensors file");
    int start = 8 + (int) length;
    String header = new String(content, 8, (int) length, StandardCharsets.UTF_8);
    Map<String, Tensor> out = new LinkedHashMap<>();
    for (Matcher entry = ENTRY.matcher(header); entry.find();) {
      String name = entry.group(1).replaceAll("\\\\(.)", "$1");
      if (name.equals("__metadata__"))
        continue;
      Matcher dtype = WORD.matcher(entry.group(2)), shape = SHAPE.matcher(entry.group(2)),
              offsets = OFFSETS.matcher(entry.group(2));
      if (!dtype.find() || !shape.find() || !offsets.find() || !DTYPES.containsKey(dtype.group(1)))
        throw new IOException("load: " + path + ": the entry of \"" + name + "\" is wrong");
      long[] at = numbers(offsets.group(1));
      if (at.length != 2 || at[0] < 0 || at[1] < at[0] || at[1] > content.length - start)
        throw new IOException("load: " + path + ": the offsets of \"" + name + "\" are wrong");
      byte[] bytes = Arrays.copyOfRange(content, start + (int) at[0], start + (int) at[1]);
      out.put(name, Tensor.of(bytes, DTYPES.get(dtype.group(1)), numbers(shape.group(1))));
    }
    return out;
  }

  private static long[] numbers(String list) {
    return list.isBlank() ? new long[0]
                          : Arrays.stream(list.split(",")).map(String::strip).mapToLong(Long::parseLong).toArray();
  }
}
