# What layers share; the layers themselves are in pytorch_c_layers.rb, which generate.rb writes from pytorch_c.json.
module Torch
  SET_DATA = function('ptc_tensor_set_data')

  module NN
    # What fills a new tensor: the bounds and the draws of torch's layers.
    module Init
      class << self
        def zeros(tensor) = Torch.zero_(tensor)
        def ones(tensor) = Torch.fill_(tensor, 1)
        def uniform(tensor, bound) = Torch.uniform_(tensor, -bound, bound)
        def fan_in_uniform(tensor, weight) = uniform(tensor, 1 / Math.sqrt(fan_in(weight)))

        def kaiming_uniform(tensor)
          a = Math.sqrt(5)
          std = Math.sqrt(2 / (1 + a * a)) / Math.sqrt(fan_in(tensor))
          uniform(tensor, Math.sqrt(3) * std)
        end

        def embedding(tensor, padding)
          Torch.normal_(tensor)
          tensor.select(0, padding).zero_ if padding >= 0
        end

        private

        def fan_in(weight) = weight.size.drop(1).reduce(1, :*)
      end
    end

    # What has parameters, buffers and modules of its own: those of its instance variables that are Modules, and what
    # parameter and buffer have made. A class of yours has a method forward.
    class Module
      def initialize
        @training = true
      end

      def training? = @training != false
      def call(...) = forward(...)
      def to_proc = method(:call).to_proc

      # [name, module] of those in it.
      def children
        instance_variables.filter_map do |name|
          one = instance_variable_get(name)
          [name.to_s.delete_prefix('@'), one] if one.is_a?(Module)
        end
      end

      # {name => tensor}, in torch's order and by torch's names.
      def named_parameters = named(:parameters)
      def named_buffers = named(:buffers)
      def parameters = named_parameters.values

      # Parameters and buffers, for Torch.save: { '0.weight' => tensor, … }.
      def state_dict = named(:parameters, :buffers)

      # Copies what Torch.load or another module's state_dict gives; an error, and no change, where names or sizes
      # differ.
      def load_state_dict(state)
        own = state_dict
        missing, unexpected = own.keys - state.keys, state.keys - own.keys
        raise ArgumentError, "load_state_dict: missing: #{missing}, unexpected: #{unexpected}" unless missing.empty? &&
          unexpected.empty?

        own.each { |name, one| raise ArgumentError, "load_state_dict: #{name} has size #{one.size}, not " \
          "#{state[name].size}" unless one.size == state[name].size }
        Torch.no_grad { own.each { |name, one| one.copy_(state[name]) } }
        self
      end

      def train(on = true)
        @training = on
        children.each { |_, one| one.train(on) }
        self
      end

      def eval = train(false)

      # Moves all tensors to a device ('cuda:0'), and casts those of floats where a dtype is given. They stay the same
      # tensors, for optimizers that know them.
      def to(device = nil, dtype = nil)
        state_dict.each_value do |one|
          kind = dtype && one.dtype.to_s.include?('float') ? dtype : one.dtype
          moved = device ? Torch.f_to_device(one.detach, device, kind) : Torch.f_to_dtype(one.detach, kind)
          one.used { |handle| moved.used { |data| Torch.check(SET_DATA.call(handle, data)) } }
        end
        self
      end

      protected

      def own(kinds) = kinds.flat_map { |kind| (@registered || {}).fetch(kind, []) }

      def named(*kinds)
        children.each_with_object(own(kinds).to_h { |name| [name.to_s, instance_variable_get("@#{name}")] }) do |(name,
          one), out|
          one.named(*kinds).each { |key, tensor| out["#{name}.#{key}"] = tensor }
        end
      end

      private

      # Makes and fills a tensor that is trained, as the instance variable `name`.
      def parameter(name, size, init, *given)
        register(:parameters, name, Torch.empty(size)).tap do |one|
          Init.send(init, one, *given)
          one.requires_grad = true
        end
      end

      # Makes and fills a tensor of state that is not trained.
      def buffer(name, size, init, dtype: :float32)
        register(:buffers, name, Torch.empty(size, dtype: dtype)).tap { |one| Init.send(init, one) }
      end

      def register(kind, name, tensor)
        ((@registered ||= {})[kind] ||= []) << name
        instance_variable_set("@#{name}", tensor)
      end

      # A number, or a list of so many.
      def many(x, count) = x.is_a?(Array) ? x : [x] * count
    end

    # Runs modules, and what else has a method call, one after the other.
    class Sequential < Module
      include Enumerable

      def initialize(*layers)
        super()
        @layers = layers
      end

      def each(&) = @layers.each(&)
      def children = @layers.each_with_index.filter_map { |one, i| [i.to_s, one] if one.is_a?(Module) }
      def forward(x) = @layers.reduce(x) { |out, one| one.call(out) }
    end

    # LSTM and GRU: weights of each layer and direction, and the states they begin with.
    class Recurrent < Module
      private

      def weights_of(gates)
        bound, rows = 1 / Math.sqrt(@hidden_size), gates * @hidden_size
        ends = @bidirectional ? ['', '_reverse'] : ['']
        @weights = @num_layers.times.flat_map do |layer|
          columns = layer.zero? ? @input_size : @hidden_size * ends.size
          ends.flat_map do |back|
            sizes = { weight_ih: [rows, columns], weight_hh: [rows, @hidden_size] }
            sizes.merge!(bias_ih: [rows], bias_hh: [rows]) if @bias
            sizes.map { |name, size| parameter(:"#{name}_l#{layer}#{back}", size, :uniform, bound) }
          end
        end
      end

      def zero_states(x)
        Torch.new_zeros(x, [@num_layers * (@bidirectional ? 2 : 1), x.size[@batch_first ? 0 : 1], @hidden_size])
      end
    end
  end
end
