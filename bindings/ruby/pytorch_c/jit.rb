# TorchScript: Torch::JIT.load(path), Torch::JIT.compile(source); modules and functions that are called with Ruby's
# values. A Tensor, number, string, true, false or nil stands for itself, an Array for a list or tuple, a Hash for a
# Dict; a named tuple comes as a Hash of its names.
module Torch
  module JIT
    C = %i[load load_memory save call unit_new unit_define unit_function unit_close function_graph function_schema
      function_module module_method module_names module_tensors module_train
      module_attr].to_h { |name| [name, Torch.function("ptc_jit_#{name}")] }.freeze
    PARAMETER, BUFFER, METHOD = 1, 2, 5
    BYTES, DEEPEST = 48, 100

    # ---- values: a ptc_value as [kind, i, re, im, address, length] ----

    # Packs values for one call; what they point at lives as long as this.
    class Arguments
      # The tensors that are used until Torch.done.
      attr_reader :uses

      def initialize = (@kept, @uses = [], [])

      def pack(values, depth = 0)
        raise ArgumentError, "arrays and hashes may hold each other #{DEEPEST} deep" if depth > DEEPEST

        values.map { |one| value(one, depth).pack(VALUE) }.join
      end

      private

      def value(x, depth)
        case x
        when nil then NONE
        when Tensor then [7, 0, 0.0, 0.0, Torch.tensor(x, 'a value', @uses), 0]
        when String then at(6, x, x.bytesize)
        when Array then at(20, pack(x, depth + 1), x.size)
        when Hash then at(22, pack(x.flatten(1), depth + 1), x.size)
        when Numeric, true, false then Torch.v_scalar(x, 'a value')
        else raise TypeError, "TorchScript has no type for #{x.class}"
        end
      end

      def at(kind, text, size)
        @kept << text
        [kind, 0, 0.0, 0.0, Fiddle::Pointer[text].to_i, size]
      end
    end

    class << self
      # The module of an archive: a path, or what is read from an IO. device: 'cpu', 'cuda:0'; where it was saved if
      # there is none.
      def load(from, device: nil)
        place = Torch.device(device)
        return ScriptModule.new(handle(:load, text(from), *place, nil)) unless from.respond_to?(:read) &&
          !from.respond_to?(:to_path)

        data = from.read.b
        ScriptModule.new(handle(:load_memory, data, data.bytesize, *place, nil))
      end

      # {name => ScriptFunction} of a source.
      def compile(source)
        unit = handle(:unit_new)
        names = lines(handle(:unit_define, unit, nil, text(source), nil, 1, 0))
        names.to_h { |name| [name, ScriptFunction.new(handle(:unit_function, unit, name))] }
      ensure
        C[:unit_close].call(unit) if unit
      end

      # ---- for the classes below ----

      # A text for C: a path, a name, a source.
      def text(x)
        out = x.respond_to?(:to_path) ? x.to_path : x
        raise TypeError, "a String is needed, got #{x.class}" unless out.is_a?(String)
        raise ArgumentError, 'a text for the library has a NUL in it' if out.b.include?("\0")

        "#{out}\0"
      end

      # The handle or text that a function gives.
      def handle(what, *args)
        place = ZERO.dup
        Torch.check(C.fetch(what).call(*args, place))
        place.unpack1('q')
      end

      # A text of the library's, which is freed.
      def string(address)
        Fiddle::Pointer.new(address).to_s.force_encoding('UTF-8')
      ensure
        STRING_FREE.call(address)
      end

      def lines(address) = string(address).split("\n")

      # The value that a function gives.
      def result(what, *args)
        place = "\0".b * BYTES
        Torch.check((what == :call && EXTENSION ? Calls : C.fetch(what)).call(*args, place))
        begin
          read(Fiddle::Pointer[place])
        ensure
          VALUES_CLOSE.call(place, 1)
        end
      end

      private

      # A value as Ruby's; tensors are taken out of it.
      def read(at)
        kind, int, re, im, address, length = at[0, BYTES].unpack(VALUE)
        case kind
        when 0 then nil
        when 1 then int != 0
        when 2, 15, 16, 17 then int
        when 3 then re
        when 4 then Complex(re, im)
        when 5 then int & 0xffffffffffffffff
        when 6 then length.zero? ? +'' : Fiddle::Pointer.new(address)[0, length].force_encoding('UTF-8')
        when 7 then taken(at + 32)
        when 8 then Array.new(length) { |i| taken(Fiddle::Pointer.new(address + 8 * i)) }
        when 9, 10, 11 then numbers(kind, address, length)
        when 18 then [DEVICES.key(int) || int, *(length unless length.negative?)].join(':')
        when 20, 21 then items(address, length)
        when 22 then items(address, 2 * length).each_slice(2).to_h
        when 23 then items(address, 1 + 2 * length).drop(1).each_slice(2).to_h
        else raise TypeError, 'TorchScript gave an object that has no form in Ruby'
        end
      end

      def items(address, count) = Array.new(count) { |i| read(Fiddle::Pointer.new(address + BYTES * i)) }

      def taken(place)
        handle = place[0, 8].unpack1('q')
        place[0, 8] = ZERO
        handle.zero? ? nil : Tensor.new(handle)
      end

      def numbers(kind, address, length)
        letter, size = { 9 => ['q', 8], 10 => ['d', 8], 11 => ['C', 1] }[kind]
        out = length.zero? ? [] : Fiddle::Pointer.new(address)[0, size * length].unpack("#{letter}*")
        kind == 11 ? out.map { |one| one != 0 } : out
      end
    end

    # ---- functions and modules ----

    # What owns a handle, closed by close, or some time after nobody refers to it.
    class Owner
      def initialize(handle)
        @handle = handle
        @owner = Fiddle::Pointer.new(handle, 0, self.class::CLOSE)
      end

      include Leased

      def noun = self.class::NAME
    end

    # A compiled function, or a method of a module.
    class ScriptFunction < Owner
      CLOSE, NAME = LIBRARY['ptc_jit_function_close'], 'function'.freeze

      # The arguments of its schema, the last of them by name if they are given so.
      def call(*args, **named)
        values, names = Arguments.new, named.empty? ? nil : JIT.text(named.keys.join("\n"))
        packed = values.pack(args + named.values)
        used { |handle| JIT.result(:call, handle, packed, args.size + named.size, names) }
      ensure
        Torch.done(values.uses) if values
      end

      def schema = used { |handle| JIT.string(JIT.handle(:function_schema, handle)) }
      def graph = used { |handle| JIT.string(JIT.handle(:function_graph, handle, 0)) }
      # A module whose forward it is: so it is saved.
      def module = used { |handle| ScriptModule.new(JIT.handle(:function_module, handle)) }
    end

    # A module of an archive, or of a function.
    class ScriptModule < Owner
      CLOSE, NAME = LIBRARY['ptc_jit_module_close'], 'module'.freeze

      def get_method(name)
        (@functions ||= {})[name.to_s] ||= used do |handle|
          ScriptFunction.new(JIT.handle(:module_method, handle, JIT.text(name.to_s)))
        end
      end

      def forward(*args, **named) = get_method('forward').call(*args, **named)
      def method_names = names(METHOD, false)
      def attribute(name) = used { |handle| JIT.result(:module_attr, handle, JIT.text(name.to_s)) }

      # {name => Tensor} that share memory with the module's.
      def parameters = tensors(PARAMETER)

      # Parameters and buffers, for load_state_dict of a module of layers.
      def state_dict = parameters.merge(tensors(BUFFER))

      def tensors(kind)
        list = used { |handle| JIT.handle(:module_tensors, handle, kind, 1) }
        names(kind, true).zip(Torch.taken([list].pack('q'))).to_h
      end
      private :tensors

      def train(mode = true)
        used { |handle| Torch.check(C[:module_train].call(handle, mode ? 1 : 0)) }
        self
      end

      def eval = train(false)
      def save(path) = used { |handle| Torch.check(C[:save].call(handle, JIT.text(path), nil)) }

      def close
        @functions&.each_value(&:close)
        @functions = nil
        super
      end

      private

      def names(kind, recurse)
        JIT.lines(used { |handle| JIT.handle(:module_names, handle, kind, recurse ? 1 : 0) })
      end
    end
  end
end
