# Tensors, hooks and generators.
module Torch
  # A tensor, closed by close, or some time after nobody refers to it.
  class Tensor
    PACKS = { float32: 'f', float64: 'd', int64: 'q', int32: 'l', int16: 's', int8: 'c', uint8: 'C', bool: 'C' }.freeze
    BYTES = { float32: 4, float64: 8, int64: 8, int32: 4, int16: 2, int8: 1, uint8: 1, bool: 1 }.freeze
    NAMES = DTYPES.invert.freeze
    C = %i[dim numel sizes dtype item copy_to data_ptr lend is_contiguous element_size string backward grad set_grad
      requires_grad set_requires_grad register_hook].to_h { |name| [name, Torch.function("ptc_tensor_#{name}")] }.freeze

    def initialize(handle)
      @handle = handle
      @owner = Fiddle::Pointer.new(handle, 0, CLOSE)
    end

    include Leased

    def noun = 'tensor'

    # Another handle of the same tensor, which the caller closes or gives away.
    def share
      place = ZERO.dup
      used { |handle| Torch.check(SHARE.call(handle, place)) }
      place.unpack1('q')
    end

    def dim = asked(:dim)
    def numel = asked(:numel)
    def dtype = NAMES[asked(:dtype) & 0xff]
    def requires_grad = asked(:requires_grad) & 1 == 1

    def size
      count = dim
      place = "\0" * 8 * [count, 1].max
      used { |handle| Torch.check(C[:sizes].call(handle, place, count)) }
      place.unpack('q*').first(count)
    end

    # The only element.
    def item
      place = "\0" * 32
      used { |handle| Torch.check(C[:item].call(handle, place)) }
      kind, int, re, im = place.unpack('lx4qdd')
      { 2 => re, 3 => int != 0, 4 => Complex(re, im) }.fetch(kind, int)
    end

    # A copy of all bytes, row by row.
    def bytes
      count = numel * asked(:element_size)
      out = "\0".b * [count, 1].max
      used { |handle| Torch.check(C[:copy_to].call(handle, out, count)) }
      out.byteslice(0, count)
    end

    # Nested arrays of numbers.
    def to_a
      flat = bytes.unpack("#{PACKS.fetch(dtype)}*")
      flat.map! { |one| one != 0 } if dtype == :bool
      size.drop(1).reverse.reduce(flat) { |rows, count| rows.each_slice(count).to_a }
    end

    # The memory of a contiguous tensor on the CPU as a Fiddle::Pointer, without a copy. It is kept while the pointer
    # is.
    def data
      flag, lent, address = ZERO.dup, ZERO.dup, ZERO.dup
      used { |handle| Torch.check(C[:is_contiguous].call(handle, 0, flag)) }
      raise ArgumentError, 'data: the tensor is not contiguous' if flag.getbyte(0).zero?

      used { |handle| Torch.check(C[:lend].call(handle, lent)) }
      holder = Tensor.new(lent.unpack1('q'))
      holder.used { |handle| Torch.check(C[:data_ptr].call(handle, address)) }
      Fiddle::Pointer.new(address.unpack1('q'),
        numel * asked(:element_size)).tap { |out| out.instance_variable_set(:@tensor, holder) }
    end

    def to_s
      address = asked(:string)
      Fiddle::Pointer.new(address).to_s.force_encoding('UTF-8')
    ensure
      STRING_FREE.call(address) if address
    end
    alias inspect to_s

    # ---- gradients ----

    def requires_grad=(on)
      used { |handle| Torch.check(C[:set_requires_grad].call(handle, on ? 1 : 0)) }
    end

    def backward = used { |handle| Torch.check(C[:backward].call(handle, 0, 0, 0)) }

    # nil where there is none
    def grad
      found = asked(:grad)
      found.zero? ? nil : Tensor.new(found)
    end

    def grad=(grad)
      uses = []
      used { |handle| Torch.check(C[:set_grad].call(handle, Torch.tensor(grad, 'grad', uses))) }
    ensure
      Torch.done(uses)
    end

    RUN = Torch.closure('ptc_tensor_hook_fn') do |context, grad, out|
      given = grad.zero? ? nil : Torch.shared(grad)
      changed = KEPT[context][0].call(given)
      out[0, 8] = [changed.share].pack('q') if changed.is_a?(Tensor) && !changed.equal?(given)
      0
    rescue Exception => e # rubocop:disable Lint/RescueException, it goes on where backward was called
      Torch.failed(e)
    ensure
      given&.close
    end

    # Runs the block with each gradient of this tensor; it gives another one, or something else to keep it. What it
    # raises, backward raises. The gradient that it is given is closed when it returns.
    def register_hook(&hook)
      place = ZERO.dup
      kept = Torch.keep(hook)
      used { |handle| Torch.check(C[:register_hook].call(handle, RUN.to_i, kept, CLOSE, place)) }
      Hook.new(place.unpack1('q'))
    end

    # ---- operators of Ruby ----

    def +(other) = Torch.add(self, other)
    def -(other) = Torch.sub(self, other)
    def *(other) = Torch.mul(self, other)
    def /(other) = Torch.div(self, other)
    def -@ = Torch.neg(self)

    def coerce(number) = [Torch.scalar_tensor(number), self]

    OPERATORS = METHODS.reject { |name| method_defined?(name) }.freeze
    OPERATORS.each do |name|
      single = Torch.method(name)
      define_method(name) { |*args, **given| given.empty? ? single.call(self, *args) : single.call(self, *args,
        **given) }
    end

    private

    def asked(what)
      place = ZERO.dup
      used { |handle| Torch.check(C[what].call(handle, place)) }
      place.unpack1('q')
    end
  end

  # A registered hook; it stays when this object goes.
  class Hook
    include Leased

    REMOVE = Torch.function('ptc_hook_remove')

    def initialize(handle)
      @handle = handle
      @owner = Fiddle::Pointer.new(handle, 0, LIBRARY['ptc_hook_close'])
    end

    def noun = 'hook'

    def remove
      used { |handle| REMOVE.call(handle) }
    end
  end

  # A source of random numbers on the CPU.
  class Generator
    attr_reader :handle

    def initialize(seed)
      place = ZERO.dup
      Torch.check(Torch.function('ptc_generator_new').call(0, -1, place))
      @handle = place.unpack1('q')
      @owner = Fiddle::Pointer.new(@handle, 0, LIBRARY['ptc_generator_close'])
      Torch.check(Torch.function('ptc_generator_manual_seed').call(@handle, seed))
    end
  end

  FROM_BLOB = function('ptc_tensor_from_blob')

  class << self
    # A copy of a number or of nested arrays.
    def tensor_of(data, dtype: :float32, requires_grad: false)
      size = []
      row = data
      while row.is_a?(Array)
        size << row.size
        row = row[0]
      end
      flat = [data].flatten
      flat.map! { |one| one ? 1 : 0 } if dtype == :bool
      from_bytes(flat.pack("#{Tensor::PACKS.fetch(dtype)}*"), size,
        dtype).tap { |one| one.requires_grad = true if requires_grad }
    end

    # A copy of packed elements.
    def from_bytes(bytes, size, dtype)
      count = bytes.bytesize / Tensor::BYTES.fetch(dtype)
      raise ArgumentError, "from_bytes: #{count} elements are not of the size #{size}" unless size.reduce(1,
        :*) == count

      place = ZERO.dup
      dims, dim = Torch.list(size, 'q')
      check(FROM_DATA.call(bytes, bytes.bytesize, dims, dim, packed_options(dtype: dtype), place))
      own(place)
    end

    # A tensor over the memory of a Fiddle::Pointer, without a copy; the pointer is kept while anything needs the
    # memory.
    def over(memory, size, dtype)
      bytes = size.reduce(1, :*) * Tensor::BYTES.fetch(dtype)
      raise ArgumentError,
        "over: #{memory.size} bytes are less than the size #{size} of #{dtype} needs" if memory.size < bytes

      place = ZERO.dup
      dims, dim = Torch.list(size, 'q')
      check(FROM_BLOB.call(memory, dims, dim, nil, 0, packed_options(dtype: dtype), keep(memory), CLOSE, place))
      own(place)
    end
  end
end
