# libtorch for Ruby, through fiddle: Torch.mm(a, b), a.mm(b), Torch.zeros([2, 3], dtype: :float64)
#
# A tensor's handle is a Fiddle::Pointer whose free function is ptc_tensor_close: a collection closes it, close does
# when no other thread is in a call with it. The extension of ext/, where it was compiled, does the same in C, and most
# calls of operators; PYTORCH_C_FIDDLE=1 leaves it out.
require 'fiddle'
require 'pytorch_c_shapes'

# Operators (generated), and what makes, frees and steers tensors.
module Torch
  LIBRARY_PATH = ENV['PYTORCH_C_LIBRARY'] || 'libpytorch_c.so.0'
  LIBRARY = Fiddle.dlopen(LIBRARY_PATH)
  LETTERS = { 'P' => Fiddle::TYPE_VOIDP, 'L' => Fiddle::TYPE_LONG_LONG, 'I' => Fiddle::TYPE_INT,
    'D' => Fiddle::TYPE_DOUBLE,
              'B' => Fiddle::TYPE_CHAR, 'V' => Fiddle::TYPE_VOID }.freeze
  ZERO = ("\0" * 8).b.freeze
  FORMS = {}
  F = {}

  # What a call failed with; kind is a number of enum ptc_error_kind.
  class Error < StandardError
    attr_reader :kind

    def initialize(message, kind)
      super(message)
      @kind = kind
    end
  end

  # A function of the library: an operator with the letters of its parameters, any other with those of SHAPES.
  def self.function(name, letters = nil)
    result, *given = types(letters ? "L#{letters}" : SHAPES.fetch(name))
    Fiddle::Function.new(LIBRARY[name], given, result)
  end

  # A C function of a type of callbacks that runs the block.
  def self.closure(type, &block)
    result, *given = types(SHAPES.fetch(type))
    Fiddle::Closure::BlockCaller.new(result, given, &block)
  end

  def self.types(letters) = letters.chars.map { |letter| LETTERS.fetch(letter) }

  CLOSE = LIBRARY['ptc_tensor_close']
  def self.functions(*names) = names.map { |name| function("ptc_#{name}") }

  ERROR_KIND, ERROR_FREE, ERROR_CONTEXT = functions(:error_kind, :error_free, :error_context)
  ERROR_NEW_WITH, STRING_FREE = functions(:error_new_with, :string_free)
  FIND, CALL, VALUES_CLOSE = functions(:operator_find, :call, :values_close)
  LIST_LENGTH, LIST_GET, LIST_CLOSE = functions(:tensor_list_length, :tensor_list_get, :tensor_list_close)
  SHARE = function('ptc_tensor_share')

  # ---- what the library refers to ----
  #
  # It may let go in the middle of a collection or at exit, when no Ruby may run. So the context of what it keeps is a
  # token, an empty tensor under a mark of its own, which it closes; the mark tells us later.

  KEPT, RAISED, LOCK = {}, {}, Mutex.new
  FROM_DATA, MARK_NEW, MARK_SET = functions(:tensor_from_data, :mark_new, :mark_set)
  MARK_TENSORS, MARK_CLOSE = functions(:mark_tensors, :mark_close)

  # The context for an object, which is kept until the library has closed it.
  def self.keep(object)
    mark, token = ZERO.dup, ZERO.dup
    LOCK.synchronize do
      KEPT.delete_if { |_, (_, old)| MARK_TENSORS.call(old).zero? && (MARK_CLOSE.call(old) || true) }
      check(MARK_NEW.call(mark))
      MARK_SET.call(mark.unpack1('q'))
      failed = FROM_DATA.call(nil, 0, ZERO, 1, nil, token)
      MARK_SET.call(0)
      check(failed)
      KEPT[token.unpack1('q')] = [object, mark.unpack1('q')]
    end
    token.unpack1('q')
  end

  # How many objects are kept.
  def self.kept = KEPT.count { |_, (_, mark)| MARK_TENSORS.call(mark).positive? }

  # What a callback returns for what was raised in it.
  def self.failed(raised)
    RAISED[number = raised.object_id] = raised
    ERROR_NEW_WITH.call(12, "#{raised.message}\0", number, nil)
  end

  module_function

  # ---- errors ----

  def check(error)
    return if error.zero?

    own = RAISED.delete(ERROR_CONTEXT.call(error))
    kind, message = ERROR_KIND.call(error), Fiddle::Pointer.new(error).to_s.force_encoding('UTF-8')
    ERROR_FREE.call(error)
    raise own || Error.new(message, kind)
  end

  # ---- arguments of typed functions ----

  # The handle, 0 for nil: fiddle converts numbers faster than pointers. It is used until Torch.done(uses).
  def tensor(x, name, uses)
    if x.is_a?(Tensor)
      handle = x.use
      uses << x
      return handle
    end
    return 0 if x.nil?

    raise TypeError, "argument '#{name}': a Tensor is needed, got #{x.class}"
  end

  def tensors(x, name, uses)
    [x.map { |one| tensor(one, name, uses) }.pack('q*'), x.size]
  end

  def list(x, letter)
    return [nil, 0] if x.nil?

    x = [x] unless x.is_a?(Array)
    x = x.map { |one| one ? 1 : 0 } if letter == 'C'
    [(x.empty? ? "\0" * 8 : x.pack("#{letter}*")), x.size]
  end

  def number(table, x)
    return -1 if x.nil?

    table.fetch(x.to_sym) { raise ArgumentError, "there is no #{x} among #{table.keys.join(', ')}" }
  end

  DEVICES = { cpu: 0, cuda: 1, xpu: 12, mps: 13, meta: 14 }.freeze
  def device(x)
    return [-1, -1] if x.nil?

    kind, index = x.to_s.split(':')
    [number(DEVICES, kind), index ? Integer(index) : -1]
  end

  # A struct ptc_options of those that are given; nil where none is.
  def packed_options(x)
    return nil if x.empty?

    unknown = x.keys - %i[dtype layout device pin_memory requires_grad]
    raise ArgumentError, "there is no option #{unknown[0]}" unless unknown.empty?

    set = { dtype: 1, layout: 2, device: 4, pin_memory: 8, requires_grad: 16 }.sum { |name,
      bit| x[name].nil? ? 0 : bit }
    kind, index = x[:device] ? device(x[:device]) : [0, 0]
    [set, x[:dtype] ? number(DTYPES, x[:dtype]) : 0, x[:layout] ? number(LAYOUTS, x[:layout]) : 0, kind, index,
      x[:pin_memory] ? 1 : 0, x[:requires_grad] ? 1 : 0].pack('l7')
  end

  # ---- arguments of calls by name: a ptc_value as [kind, i, re, im, address, length], and what must live meanwhile
  # ----

  NONE = [0, 0, 0.0, 0.0, 0, 0].freeze
  def v_tensor(x, name, uses) = x.nil? ? NONE : [7, 0, 0.0, 0.0, tensor(x, name, uses), 0]
  def v_tensors(x, name, uses) = v_memory(8, *tensors(x, name, uses))
  def v_scalar(x, name)
    case x
    when nil then NONE
    when Integer then [2, x, 0.0, 0.0, 0, 0]
    when Float then [3, 0, x, 0.0, 0, 0]
    when true, false then [1, x ? 1 : 0, 0.0, 0.0, 0, 0]
    when Complex then [4, 0, x.real.to_f, x.imaginary.to_f, 0, 0]
    else raise TypeError, "argument '#{name}': a number is needed, got #{x.class}"
    end
  end

  def v_scalars(x, name)
    packed = x.map { |one| v_scalar(one, name) }.map { |kind, i, re, im| [{ 2 => 1, 3 => 2, 1 => 3, 4 => 4 }[kind], i,
      re, im].pack('lx4qdd') }
    v_memory(12, packed.join, x.size)
  end

  def v_int(x, _name) = x.nil? ? NONE : [2, x, 0.0, 0.0, 0, 0]
  alias v_reduction v_int
  module_function :v_reduction
  def v_float(x, _name) = x.nil? ? NONE : [3, 0, x.to_f, 0.0, 0, 0]
  def v_bool(x, _name) = x.nil? ? NONE : [1, x ? 1 : 0, 0.0, 0.0, 0, 0]
  def v_string(x, _name) = x.nil? ? NONE : v_memory(6, x, x.bytesize)
  def v_ints(x, _name) = x.nil? ? NONE : v_memory(9, *list(x, 'q'))
  def v_floats(x, _name) = x.nil? ? NONE : v_memory(10, *list(x, 'd'))
  def v_bools(x, _name) = v_memory(11, *list(x, 'C'))
  def v_dtype(x, _name) = x.nil? ? NONE : [15, number(DTYPES, x), 0.0, 0.0, 0, 0]
  def v_layout(x, _name) = x.nil? ? NONE : [16, number(LAYOUTS, x), 0.0, 0.0, 0, 0]
  def v_memory_format(x, _name) = x.nil? ? NONE : [17, number(FORMATS, x), 0.0, 0.0, 0, 0]
  def v_generator(x, _name) = x.nil? ? NONE : [14, 0, 0.0, 0.0, x.handle, 0]
  def v_device(x, _name) = x.nil? ? NONE : [18, device(x)[0], 0.0, 0.0, 0, device(x)[1]]
  # The four arguments that options are in a schema.
  def v_options(x)
    [:four, v_dtype(x[:dtype], 'dtype'), v_layout(x[:layout], 'layout'), v_device(x[:device], 'device'),
      v_bool(x[:pin_memory], 'pin_memory')]
  end

  def v_memory(kind, text, size)
    [kind, 0, 0.0, 0.0, Fiddle::Pointer[text].to_i, size, text]
  end

  OPERATORS = {}
  VALUE = 'lx4qddqq'
  # Calls an operator by its name; its results.
  def by_name(name, overload, args)
    args = args.flat_map { |one| one[0] == :four ? one.drop(1) : [one] }
    operator = OPERATORS[[name, overload]] ||= begin
      place = ZERO.dup
      check(FIND.call("aten::#{name}\0", "#{overload}\0", place))
      place.unpack1('q')
    end
    results, count = "\0" * 48 * 8, ZERO.dup
    check(CALL.call(operator, args.map { |one| one.first(6).pack(VALUE) }.join, args.size, results, 8, count))
    taken = results_of(results, count.unpack1('q'))
    taken.size > 1 ? taken : taken[0]
  end

  def results_of(results, count)
    count.times.map do |i|
      kind, int, re, _, address, length = results.byteslice(48 * i, 48).unpack(VALUE)
      case kind
      when 7
        results[48 * i + 32, 8] = ZERO # taken, not closed
        Tensor.new(address)
      when 8 then Fiddle::Pointer.new(address)[0, 8 * length].unpack('q*').map { |one| shared(one) }
      when 1 then int != 0
      when 3 then re
      when 0 then nil
      else int
      end
    end
  ensure
    VALUES_CLOSE.call(results, count)
  end

  def shared(handle)
    place = ZERO.dup
    check(SHARE.call(handle, place))
    own(place)
  end

  def requires_grad(options, made)
    made.requires_grad = true if options[:requires_grad]
    made
  end

  # ---- results of typed functions ----

  def own(place)
    handle = place.unpack1('q')
    handle.zero? ? nil : Tensor.new(handle)
  end

  def taken(place)
    list = place.unpack1('q')
    Array.new(LIST_LENGTH.call(list)) do |i|
      one = ZERO.dup
      check(LIST_GET.call(list, i, one))
      own(one)
    end
  ensure
    LIST_CLOSE.call(list)
  end

  # ---- overloads ----

  FITS = {
    'T' => ->(x) { x.is_a?(Tensor) }, 'L' => ->(x) { x.is_a?(Array) && x.all? { |one| one.nil? || one.is_a?(Tensor) } },
    's' => ->(x) { x.is_a?(Numeric) || x == true || x == false }, 'i' => ->(x) { x.is_a?(Integer) },
      'f' => ->(x) { x.is_a?(Numeric) },
    'b' => ->(x) { [true, false].include?(x) }, 'I' => ->(x) { x.is_a?(Array) && x.none?(Tensor) },
      'J' => ->(x) { x.is_a?(Integer) || (x.is_a?(Array) && x.none?(Tensor)) },
    't' => ->(x) { x.is_a?(String) }, 'y' => ->(x) { x.is_a?(Symbol) }, 'G' => ->(x) { x.is_a?(Generator) }
  }.freeze

  # What does not fit in a form: [method, a letter for each position, how many are needed, keywords, names, schema,
  # defaults].
  def misfit(form, args, given)
    _, letters, least, keywords, names = form
    return "takes #{letters.size} arguments, not #{args.size}" if args.size > letters.size

    args.each_with_index { |x, i| return "argument '#{names[i]}': #{x.class} does not fit" unless x.nil? ||
      FITS[letters[i]].call(x) }
    (args.size...least).each { |i| return "argument '#{names[i]}' is missing" unless given.key?(names[i]) }
    given.each do |key, x|
      next if keywords.include?(key)

      at = names.index(key)
      return "argument '#{key}' does not fit" unless at && at >= args.size && (x.nil? || FITS[letters[at]].call(x))
    end
    nil
  end

  # Calls the first form that fits; each argument may be given by its name.
  def choose(name, args, given)
    FORMS[name].each do |form|
      next if misfit(form, args, given)
      return send(form[0], *args) if given.empty? && args.size >= form[2] && form[1].size == args.size

      (args.size...form[1].size).each { |i| args << given.delete(form[4][i]) { form[6][i] } }
      return send(form[0], *args, **given)
    end
    form = FORMS[name][0]
    raise TypeError, "#{name}: #{misfit(form, args, given)} in #{form[5]}"
  end
end

require 'pytorch_c_ops'

# What needs the operators.
module Torch
  found = function('ptc_abi_version').call
  raise LoadError, "libpytorch_c has ABI #{found}; this binding was generated for #{ABI}" if found < 2000

  check(function('ptc_require_abi').call(ABI))
  check(function('ptc_check').call)
end

require_relative 'pytorch_c/leased'
require_relative 'pytorch_c/tensor'
require_relative 'pytorch_c/memory'
require_relative 'pytorch_c/optim'
require_relative 'pytorch_c/files'
require_relative 'pytorch_c/jit'
require_relative 'pytorch_c/schedules'
require_relative 'pytorch_c/data'
require_relative 'pytorch_c/nn'
require 'pytorch_c_layers'
require_relative 'pytorch_c/calls'
