# Writes pytorch_c_ops.rb, every operator as a method of Torch, pytorch_c_layers.rb, the layers, and pytorch_c_shapes.rb,
# the types of core functions and callbacks, from the description of the library.
#
#     ruby generate.rb pytorch_c.json FOLDER
#
# Fiddle passes no struct by value, so an operator with a Scalar is called by its name (ptc_call).
require 'json'
require_relative 'generate_layers'

NUMBERS = { 'int' => 'int', 'reduction' => 'int', 'float' => 'float', 'bool' => 'bool', 'dtype' => 'dtype',
  'layout' => 'layout', 'memory_format' => 'memory_format' }.freeze
TYPES = { 'int' => 'L', 'reduction' => 'L', 'float' => 'D', 'bool' => 'B', 'dtype' => 'I', 'layout' => 'I',
  'memory_format' => 'I', 'string' => 'P', 'tensor' => 'L', 'generator' => 'P', 'device_type' => 'I' }.freeze
LETTERS = { 'tensor' => 'T', 'generator' => 'G', 'scalar' => 's', 'int' => 'i', 'reduction' => 'i', 'float' => 'f',
  'bool' => 'b', 'string' => 't', 'dtype' => 'y', 'layout' => 'y', 'memory_format' => 'y', 'device_type' => 'y' }.freeze
RESERVED = %w[self uses end begin in nil true false unless until while if then next redo retry return def class module do and or not case alias lambda raise].freeze

Arg = Struct.new(:name, :safe, :kind, :list, :optional, :default, :has, :keyword, :sized)

def argument(param)
  name = param['kind'] == 'device_type' ? param['name'].delete_suffix('_type') : param['name']
  name = name.sub(/\A[A-Z]+/, &:downcase) # a variable of Ruby's is no constant
  keyword = param['keyword_only'] || param['kind'] == 'options'
  Arg.new(name, RESERVED.include?(name) ? "#{name}_" : name, param['kind'], param['list'], param['optional'],
    param['default'],
          param.key?('default'), keyword, param.key?('size'))
end

def literal(arg)
  return ':contiguous' if arg.kind == 'memory_format' && arg.default
  return 'nil' if arg.default.nil?

  arg.default.inspect
end

def letter(arg)
  return LETTERS[arg.kind] unless arg.list
  return 'L' if arg.kind == 'tensor'

  arg.sized && arg.kind == 'int' ? 'J' : 'I'
end

# What the extension makes of an argument: a letter of ext/pytorch_c/calls.c, "-" for what it leaves to Ruby.
def made_of(arg)
  return { 'tensor' => 'L', 'int' => 'I', 'float' => 'F' }.fetch(arg.kind, '-') if arg.list

  { 'tensor' => 'T', 'scalar' => 's', 'int' => 'i', 'reduction' => 'i', 'float' => 'f', 'bool' => 'b',
    'string' => 't' }.fetch(arg.kind, '-')
end

# What a typed function is given: [letters of the types, expression].
def typed(arg)
  x = arg.safe
  return ['PL', "*tensors(#{x}, '#{arg.name}', uses)"] if arg.list && arg.kind == 'tensor'
  return ['PL', "*list(#{x}, '#{{ 'int' => 'q', 'float' => 'd', 'bool' => 'C' }[arg.kind]}')"] if arg.list
  return ['II', "*device(#{x})"] if arg.kind == 'device_type'
  return ['P', 'packed_options(options)'] if arg.kind == 'options'
  return ['P',
    "(#{x}.nil? ? nil : list([#{x}], '#{{ 'int' => 'q', 'float' => 'd', 'bool' => 'C' }[arg.kind]}')[0])"] if arg.optional && %w[int float bool].include?(arg.kind)

  text = { 'tensor' => "tensor(#{x}, '#{arg.name}', uses)", 'generator' => "(#{x} ? #{x}.handle : nil)", 'bool' => "(#{x} ? 1 : 0)",
           'dtype' => "number(DTYPES, #{x})", 'layout' => "number(LAYOUTS, #{x})",
             'memory_format' => "number(FORMATS, #{x})" }
  [TYPES[arg.kind], text.fetch(arg.kind, x)]
end

# What a call by name is given.
def by_name(arg)
  kind = arg.list ? "#{arg.kind}s" : arg.kind
  return 'v_options(options)' if kind == 'options'

  "v_#{kind.delete_suffix('_type')}(#{arg.safe}, '#{arg.name}'#{', uses' if arg.kind == 'tensor'})"
end

def function(one)
  args = one['params'].reject { |param| param['direction'] == 'out' ||
    %w[length device_index].include?(param['kind']) }.map { |param| argument(param) }
  outs = one['params'].select { |param| param['direction'] == 'out' }
  positions, keywords = args.partition { |arg| !arg.keyword }
  options, fields = keywords.partition { |arg| arg.kind == 'options' }
  # Ruby wants what has a default behind what has none; the schemas do so too, but for a few.
  late = positions.index { |arg| arg.has }
  mixed = late && positions[late..].any? { |arg| !arg.has }
  params = positions.map { |arg| arg.has && !mixed ? "#{arg.safe} = #{literal(arg)}" : arg.safe }
  params += fields.map { |arg| arg.has ? "#{arg.name}: #{literal(arg)}" : "#{arg.name}:" }
  params << '**options' unless options.empty?
  name = one['name'].delete_prefix('ptc_')
  schema = one['operator']['schema']
  inplace = one['operator']['variant'] == 'inplace'
  clash = fields.select { |arg| arg.safe != arg.name }.map { |arg| "    #{arg.safe} = binding.local_variable_get(:#{arg.name})\n" }.join
  if args.any? { |arg| arg.kind == 'scalar' }
    body = "by_name('#{one['operator']['name']}', '#{one['operator']['overload']}', [#{args.map { |arg| by_name(arg) }.join(', ')}])"
    body = "requires_grad(options, #{body})" unless options.empty?
    body = "(#{body}; #{args[0].safe})" if inplace
    body = "#{body}; nil" if one['operator']['variant'] == 'out'
  else
    given = args.map { |arg| typed(arg) }
    letters = given.map(&:first).join + 'P' * outs.size
    expressions = given.map(&:last)
    values = outs.each_with_index.map do |out, i|
      { 'tensor' => "own(o#{i})", 'tensor_list' => "taken(o#{i})", 'bool' => "o#{i}.getbyte(0) != 0",
        'float' => "o#{i}.unpack1('d')" }.fetch(out['kind']) do
        out['type'] == 'int32_t *' ? "o#{i}.unpack1('l')" : "o#{i}.unpack1('q')"
      end
    end
    values = [args[0].safe] if inplace
    places = outs.each_index.map { |i| "    o#{i} = ZERO.dup\n" }.join
    call = "(F[:#{name}] ||= function('#{one['name']}', '#{letters}')).call(#{(expressions + outs.each_index.map { |i| "o#{i}" }).join(', ')})"
    body = "#{places.lstrip}    check(#{call})\n    #{values.size > 1 ? "[#{values.join(', ')}]" : values[0] || 'nil'}"
  end
  uses, done = args.any? { |arg| arg.kind == 'tensor' } ? ["    uses = []\n", "  ensure\n    Torch.done(uses)\n"] : ['', '']
  text = "  # #{one['summary']}\n  # #{schema}\n  def f_#{name}(#{params.join(', ')})\n#{clash}#{uses}    #{body.lstrip}\n#{done}  end\n"
  least = positions.rindex { |arg| !arg.has }.to_i + (positions.any? { |arg| !arg.has } ? 1 : 0)
  known = fields.map(&:name) + (options.empty? ? [] : %w[dtype layout device pin_memory requires_grad])
  form = "[:f_#{name}, '#{positions.map { |arg| letter(arg) }.join}', #{least}, %i[#{known.join(' ')}], %i[#{positions.map(&:name).join(' ')}], #{schema.inspect}, [#{positions.map { |arg| arg.has ? literal(arg) : 'nil' }.join(', ')}]]"
  # An operator that Ruby wants in another order than the schema has is left to Ruby.
  callable = !mixed && args.first(positions.size) == positions && fields.all?(&:has)
  call = "['aten::#{one['operator']['name']}', '#{one['operator']['overload']}', '#{positions.map { |arg| letter(arg) }.join}', " \
         "'#{positions.map { |arg| made_of(arg) }.join}', #{least}, '#{one['operator']['variant'][0]}', #{callable}]"
  { name: name, text: text, form: form, call: call, method: one['operator']['method'], operator: one['operator'],
    plain: positions.none?(&:has), least: least,
    letters: positions.map { |arg| letter(arg) }.join }
end

def table(api, name)
  pairs = api['enums'].find { |one| one['name'] == name }['values'].map { |one| "#{one['short']}: #{one['value']}" }
  "{ #{pairs.join(', ')} }.freeze"
end

# ---- core functions and callbacks: a letter of Torch::LETTERS for each of their types, the result first ----

# L for numbers, and for what Ruby has as a number: handles, errors, contexts. P for texts, lists and places.
def shape(one, handles)
  known = { 'void' => 'V', 'int32_t' => 'I', 'double' => 'D', 'bool' => 'B', 'int64_t' => 'L', 'ptc_error' => 'L',
    'char *' => 'L' }
  letter = ->(type) { known[type] || (handles.include?(type) ? 'L' : 'P') }
  back = letter.call(one['returns']['type']).sub('P', 'L')
  back + one['params'].map { |param| param['kind'] == 'context' ? 'L' : letter.call(param['type']) }.join
end

# Fiddle passes no struct by value.
def shapes(api)
  handles = api['handles'].map { |one| one['name'] }
  all = api['functions'].reject { |one| one['operator'] } + api['callbacks']
  some = all.reject { |one| one['params'].any? { |param| %w[ptc_scalar ptc_stream].include?(param['type']) } }
  some.map { |one| "    '#{one['name']}' => '#{shape(one, handles)}',\n" }.join
end

api = JSON.parse(File.read(ARGV[0]))
operators = api['functions'].select { |one| one['operator'] }.map { |one| function(one) }
groups = operators.group_by { |one| one[:operator]['variant'] == 'out' &&
  !one[:operator]['name'].end_with?('_') ? "#{one[:operator]['name']}_out" : one[:operator]['name'] }

File.open(File.join(ARGV[1], 'pytorch_c_ops.rb'), 'w') do |out|
  out << "# Derived from pytorch_c.json: operators under their schemas' names, and each overload as f_NAME.\nmodule Torch\n"
  out << "  ABI = #{api['abi_version']}\n"
  out << "  DTYPES = #{table(api, 'ptc_dtype')}\n  LAYOUTS = #{table(api, 'ptc_layout')}\n  FORMATS = #{table(api, 'ptc_memory_format')}\n"
  out << "  module_function\n\n" << operators.map { |one| one[:text] }.join
  groups.each do |name, forms|
    if forms.size == 1 && forms[0][:plain]
      out << "  singleton_class.alias_method :'#{name}', :f_#{forms[0][:name]}\n"
      next
    end
    # Most calls: the first form, with tensors alone; they need no search.
    count = forms[0][:least]
    plain = count.positive? && forms[0][:letters].start_with?('T' * count)
    quick = "return f_#{forms[0][:name]}(*args) if given.empty? && args.size == #{count} && args.all?(Tensor)\n    " if plain
    out << "  FORMS[:'#{name}'] = [#{forms.map { |one| one[:form] }.join(', ')}].freeze\n"
    out << "  def self.#{name}(*args, **given)\n    #{quick}choose(:'#{name}', args, given)\n  end\n"
  end
  out << "  # For the extension: name, overload, letters, kinds, how many are needed, variant, whether it calls it.\n  CALLS = {\n"
  groups.each { |name, forms| out << "    '#{name}': [#{forms.map { |one| one[:call] }.join(', ')}],\n" }
  out << "  }.freeze\n"
  out << "  METHODS = %i[#{groups.select { |_, forms| forms.any? { |one| one[:method] } }.keys.join(' ')}].freeze\nend\n"
end
File.write(File.join(ARGV[1], 'pytorch_c_layers.rb'), Layers.new(api).text)
File.write(File.join(ARGV[1], 'pytorch_c_shapes.rb'), <<~RUBY)
  # Derived from pytorch_c.json: the types of core functions and callbacks, the result first.
  module Torch
    SHAPES = {
  #{shapes(api)}  }.freeze
  end
RUBY
