# The text of pytorch_c_layers.rb: a class for each of the description's layers. The first argument, and those without a
# default, have a place; the others have a name.
class Layers
  OPERATORS = { 'or' => '||', 'and' => '&&', 'not' => '!' }.freeze

  def initialize(api)
    @layers, @functions = api['layers'], api['functions'].to_h { |one| [one['name'], one] }
  end

  def text
    "# Derived from pytorch_c.json: the layers of torch.nn, with torch's first numbers.\nmodule Torch\n  module NN\n" +
      @layers.map { |one| layer(one) }.join("\n") + "\n#{examples}  end\nend\n"
  end

  private

  # An expression of the description; `own` are the names that are instance variables.
  def expression(text, own = [])
    text.gsub('not ', '!').gsub(/[a-z_]\w*/i) { |name| OPERATORS[name] || (own.include?(name) ? "@#{name}" : name) }
  end

  def literal(x) = x.nil? ? 'nil' : x.inspect

  def made(one, kind)
    init, *given = one['init']
    shape = "[#{one['shape'].map { |part| expression(part) }.join(', ')}]"
    words = [":#{one['name']}", shape, ":#{init}", *given.map { |name| name == 'weight' ? '@weight' : name }]
    words << "dtype: :#{one['dtype']}" if one['dtype']
    "#{kind}(#{words.join(', ')})#{" if #{expression(one['when'])}" if one['when']}"
  end

  def call(one, own)
    params = @functions.fetch(one['function'])['params'].reject { |param| param['direction'] == 'out' ||
      param['kind'] == 'length' }
    words = params.zip(one['arguments']).map do |param, given|
      value = given.is_a?(String) ? expression(given, own) : literal(given)
      param['keyword_only'] ? "#{param['name']}: #{value}" : value
    end
    "Torch.f_#{one['function'].delete_prefix('ptc_')}(#{words.join(', ')})#{" if #{expression(one['when'],
      own)}" if one['when']}"
  end

  def layer(one)
    tensors = (one['parameters'] + one['buffers']).map { |each| each['name'] }
    arguments = one['arguments'].map { |each| each['name'] }
    fields, own = arguments - tensors, arguments + tensors + %w[training weights]
    params = one['arguments'].each_with_index.map do |each, i|
      next each['name'] unless each.key?('default')

      "#{each['name']}#{i.zero? ? ' =' : ':'} #{literal(each['default'])}"
    end
    lines = one['arguments'].select { |each| each['size'] }.map { |each| "#{each['name']} = many(#{each['name']}, #{each['size']})" }
    lines << "#{fields.map { |name| "@#{name}" }.join(', ')} = #{fields.join(', ')}" unless fields.empty?
    lines += one['parameters'].map { |each| made(each, 'parameter') } + one['buffers'].map { |each| made(each, 'buffer') }
    body, takes = one['forward'].map { |each| call(each, own) }, 'x'
    if one['recurrent']
      zeros = one['recurrent']['states'] > 1 ? '[zero_states(x), zero_states(x)]' : 'zero_states(x)'
      takes = "x, states = #{zeros}"
      lines << "weights_of(#{one['recurrent']['gates']})"
      body = ["out, *after = #{body[0]}", "[out, #{one['recurrent']['states'] > 1 ? 'after' : 'after[0]'}]"]
    end
    readers = (fields + tensors).map { |name| ":#{name}" }.join(', ')
    constructor = "      def initialize(#{params.join(', ')})\n        super()\n        #{lines.join("\n        ")}\n      end\n\n"
    "    # torch.nn.#{one['name']}: #{one['doc']}\n    class #{one['name']} < #{one['recurrent'] ? 'Recurrent' : 'Module'}\n" \
      "#{"      attr_reader #{readers}\n\n" unless readers.empty?}#{constructor unless arguments.empty?}" \
      "      def forward(#{takes})\n        #{body.join("\n        ")}\n      end\n    end\n"
  end

  # [name, a lambda that makes the layer, size of the input, below]: what the program `layers` runs.
  def examples
    rows = @layers.flat_map do |one|
      one['examples'].map do |each|
        words = each['arguments'].each_with_index.map do |given, i|
          arg = one['arguments'][i]
          i.positive? && arg.key?('default') ? "#{arg['name']}: #{literal(given)}" : literal(given)
        end
        "      ['#{one['name']}', -> { #{one['name']}.new(#{words.join(', ')}) }, #{each['input']}, #{literal(each['below'])}],\n"
      end
    end
    "    EXAMPLES = [\n#{rows.join}    ].freeze\n"
  end
end
