require 'json'

# Files of named tensors in the format of safetensors, which every binding reads and writes.
module Torch
  FILE_NAMES = { float64: 'F64', float32: 'F32', int64: 'I64', int32: 'I32', int16: 'I16', int8: 'I8', uint8: 'U8',
    bool: 'BOOL' }.freeze

  class << self
    # Writes {name => tensor} in its order.
    def save(path, tensors)
      offset, data = 0, []
      header = tensors.to_h do |name, tensor|
        data << tensor.bytes
        name_of = FILE_NAMES.fetch(tensor.dtype) { raise ArgumentError,
          "save: Ruby has no numbers for #{tensor.dtype}" }
        [name, { dtype: name_of, shape: tensor.size, data_offsets: [offset, offset += data[-1].bytesize] }]
      end
      text = JSON.generate(header)
      text << ' ' * (-text.bytesize % 8)
      File.binwrite(path, [text.bytesize].pack('Q<') + text.b + data.join)
    end

    # {name => tensor} of a file.
    def load(path)
      content = File.binread(path)
      length = content.unpack1('Q<')
      raise ArgumentError, "load: #{path} is no safetensors file" unless length && length <= content.bytesize - 8

      data = content.byteslice(8 + length..)
      JSON.parse(content.byteslice(8,
        length).force_encoding('UTF-8')).reject { |name,| name == '__metadata__' }.to_h do |name, entry|
        dtype, (start, stop) = FILE_NAMES.key(entry['dtype']), entry['data_offsets']
        raise ArgumentError, "load: #{path}: the entry of #{name.inspect} is wrong" unless dtype && stop &&
          start.between?(0, stop) && stop <= data.bytesize

        [name, from_bytes(data.byteslice(start...stop), entry['shape'], dtype)]
      end
    end
  end
end
