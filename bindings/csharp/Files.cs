using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace PytorchC {
  /// <summary>Files of named tensors in the format of safetensors, which every binding reads and writes.</summary>
  public static class Files {
    static readonly Dictionary<string, Dtype> Dtypes =
        new Dictionary<string, Dtype> { { "F64", Dtype.FLOAT64 },   { "F32", Dtype.FLOAT32 }, { "F16", Dtype.FLOAT16 },
                                        { "BF16", Dtype.BFLOAT16 }, { "I64", Dtype.INT64 },   { "I32", Dtype.INT32 },
                                        { "I16", Dtype.INT16 },     { "I8", Dtype.INT8 },     { "U8", Dtype.UINT8 },
                                        { "BOOL", Dtype.BOOL } };
    static readonly Regex Entry = new Regex("\"((?:[^\"\\\\]|\\\\.)*)\"\\s*:\\s*\\{([^}]*)\\}");

    /// <summary>Writes tensors in the order given.</summary>
    public static void Save(string path, IEnumerable<KeyValuePair<string, Tensor>> tensors) {
      var entries = new List<string>();
      var data = new MemoryStream();
      foreach (var pair in tensors) {
        var dtype = pair.Value.Dtype;
        string name = Dtypes.Where(one => one.Value == dtype).Select(one => one.Key).FirstOrDefault();
        if (name == null)
          throw new ArgumentException("Save: safetensors has no name for " + dtype);
        long start = data.Length;
        byte[] bytes = pair.Value.Bytes();
        data.Write(bytes, 0, bytes.Length);
        string key = pair.Key.Replace("\\", "\\\\").Replace("\"", "\\\"");
        entries.Add("\"" + key + "\":{\"dtype\":\"" + name + "\",\"shape\":[" + string.Join(",", pair.Value.Size) +
                    "],\"data_offsets\":[" + start + "," + data.Length + "]}");
      }
      byte[] text = Encoding.UTF8.GetBytes("{" + string.Join(",", entries) + "}");
      int padded = (text.Length + 7) / 8 * 8;
      using (var file = File.Create(path)) {
        file.Write(BitConverter.GetBytes((long)padded), 0, 8);
        file.Write(text, 0, text.Length);
        for (int i = text.Length; i < padded; ++i) file.WriteByte((byte)' ');
        data.WriteTo(file);
      }
    }

    /// <summary>The tensors of a file, in its header's order.</summary>
    public static List<KeyValuePair<string, Tensor>> Load(string path) {
      byte[] content = File.ReadAllBytes(path);
      long length = content.Length < 8 ? -1 : BitConverter.ToInt64(content, 0);
      if (length < 0 || length > content.Length - 8)
        throw new InvalidDataException("Load: " + path + " is no safetensors file");
      var found = new List<KeyValuePair<string, Tensor>>();
      foreach (Match entry in Entry.Matches(Encoding.UTF8.GetString(content, 8, (int)length))) {
        string name = Regex.Replace(entry.Groups[1].Value, "\\\\(.)", "$1"), inner = entry.Groups[2].Value;
        if (name == "__metadata__")
          continue;
        string dtype = Regex.Match(inner, "\"dtype\"\\s*:\\s*\"(\\w+)\"").Groups[1].Value;
        long[] shape = Numbers(inner, "shape"), offsets = Numbers(inner, "data_offsets");
        long room = content.Length - 8 - length;
        if (!Dtypes.ContainsKey(dtype) || shape == null || offsets == null || offsets.Length != 2 || offsets[0] < 0 ||
            offsets[1] < offsets[0] || offsets[1] > room)
          throw new InvalidDataException("Load: " + path + ": the entry of \"" + name + "\" is wrong");
        var bytes = new byte[offsets[1] - offsets[0]];
        Array.Copy(content, 8 + length + offsets[0], bytes, 0, bytes.Length);
        found.Add(new KeyValuePair<string, Tensor>(name, Tensor.Of(bytes, Dtypes[dtype], shape)));
      }
      return found;
    }

    static long[] Numbers(string text, string key) {
      var match = Regex.Match(text, "\"" + key + "\"\\s*:\\s*\\[([^\\]]*)\\]");
      if (!match.Success)
        return null;
      return match.Groups[1]
          .Value.Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries)
          .Select(one => long.Parse(one.Trim()))
          .ToArray();
    }
  }
}
