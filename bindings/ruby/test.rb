# The Ruby binding, against the installed files: ruby -I. -IFOLDER test.rb
require 'pytorch_c'
require 'stringio'
require 'tempfile'

def same(found, expected)
  raise "#{found.inspect}, not #{expected.inspect}" unless found == expected
end

def raises(kind, pattern = //)
  yield
rescue kind => e
  raise "#{e.message}, not #{pattern}" unless e.message.match?(pattern)

  e
else
  raise "no #{kind}"
end

def t(...) = Torch.tensor_of(...)
def matrix = t([[1, 2], [3, 4]])

TESTS = {
  operators_compute: lambda do
    a = matrix
    same((a.mm(a) + a).to_a, [[8, 12], [18, 26]])
    same((a * 2 - 1).to_a, [[1, 3], [5, 7]])
    same((1 - a).to_a, [[0, -1], [-2, -3]])
    same(a.add(1, alpha: 2).to_a, [[3, 4], [5, 6]])
    same(a.sum([1], true).size, [2, 1])
    same(a.sum(1, dtype: :float64).dtype, :float64)
    same(a.max(1).map(&:to_a), [[2, 4], [1, 1]])
    same(Torch.arange(5).split(2).size, 3)
    same(t([1], dtype: :int64).add(1).dtype, :int64)
    same(t([1], dtype: :int64).add(1.0).dtype, :float32)
    same(Torch.cat([a, a], 1).size, [2, 4])
    same(Torch.conv2d(Torch.ones([1, 1, 4, 4]), Torch.ones([1, 1, 3, 3])).size, [1, 1, 2, 2])
    same(a.div(a, rounding_mode: 'floor').to_a, [[1, 1], [1, 1]])
    out = Torch.empty([2, 2])
    Torch.mm_out(a, a, out: out)
    same(out.to_a, [[7, 10], [15, 22]])
    same(a.add_(1).equal?(a) && Torch.equal(a, a), true)
    same(a.to_s.include?('CPUFloatType{2,2}'), true)
    same(Torch.randn([3], generator: Torch::Generator.new(1)).to_a, Torch.randn([3],
      generator: Torch::Generator.new(1)).to_a)
  end,
  errors_are_exceptions: lambda do
    same(raises(Torch::Error, /cannot be multiplied \(2x2 and 1x3\)/) { matrix.mm(t([[1, 2, 3]])) }.kind, 1)
    raises(TypeError, /argument 'mat2'/) { Torch.mm(matrix) }
    raises(TypeError, /argument 'mat2'/) { Torch.mm(matrix, 'text') }
    raises(ArgumentError, /float33/) { Torch.zeros([2], dtype: :float33) }
    closed = matrix
    2.times { closed.close }
    raises(Torch::Error, /closed/) { closed.relu }
  end,
  memory_is_shared: lambda do
    memory = Fiddle::Pointer.malloc(12, Fiddle::RUBY_FREE)
    memory[0, 12] = [1, 2, 3].pack('f*')
    a = Torch.over(memory, [3], :float32)
    a.add_(1)
    same(memory[0, 12].unpack('f*'), [2, 3, 4])
    view = a.data
    same(view.to_i, memory.to_i)
    a.close
    view[0, 4] = [7].pack('f')
    same(memory[0, 4].unpack1('f'), 7)
    same(Torch.kept, 1)
    raises(ArgumentError, /contiguous/) { matrix.t.data }
    raises(ArgumentError, /less than/) { Torch.over(memory, [4], :float32) }
  end,
  gradients_and_hooks: lambda do
    w = t([3], requires_grad: true)
    hook = w.register_hook { |grad| grad.mul(10) }
    (w * w).backward
    same(w.grad.item, 60)
    hook.remove
    mine = IndexError.new('mine')
    failing = w.register_hook { |_| raise mine }
    same(raises(IndexError) { (w * w).backward }.equal?(mine), true)
    failing.remove
    same(Torch.no_grad { w * w }.requires_grad, false)
    same(Torch.inference_mode { w * w }.requires_grad, false)
    same((w * w).requires_grad, true)
  end,
  optimizers_step: lambda do
    w, unused = t([1], requires_grad: true), t([1])
    [[Torch::SGD.new([w, unused], lr: 0.1, momentum: 0.9), 0.71], [Torch::Adam.new([w], lr: 0.01),
      0.69]].each do |optimizer, expected|
      2.times do
        optimizer.zero_grad
        w.sum.backward
        optimizer.step
      end
      same((w.item - expected).abs < 1e-6, true)
    end
    same(unused.item, 1)
  end,
  files_come_back: lambda do
    path = Tempfile.new('pytorch_c').path
    Torch.save(path, 'a"b' => matrix, 'n' => t(7, dtype: :int64))
    same(Torch.load(path).transform_values(&:to_a), 'a"b' => [[1, 2], [3, 4]], 'n' => [7])
    File.write(path, 'no such file')
    raises(ArgumentError, /no safetensors/) { Torch.load(path) }
  end,
  programs_run: lambda do
    f = Torch::JIT.compile(<<~PYTHON)['f']
      def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
          y = x
          for k in d:
              for t in d[k]:
                  y = y + t
          if n is not None:
              y = y * n
          return {"y": y, "x": x}, [1.5], (n, [x, y], "tëxt", [2, 3], [True], complex(1.0, 2.0))
    PYTHON
    made, floats, rest = f.call(matrix, { 'a' => [matrix], 'b' => [] }, n: 3)
    same(made.transform_values(&:to_a), 'y' => [[6, 12], [18, 24]], 'x' => [[1, 2], [3, 4]])
    same(rest.delete_at(1).map(&:to_a), made.values.reverse.map(&:to_a))
    same([floats, rest], [[1.5], [3, 'tëxt', [2, 3], [true], Complex(1, 2)]])
    raises(Torch::Error, /argument 'd': value 0: item 0 must be Tensor, not int/) { f.call(matrix, { 'a' => [1] }) }
    raises(Torch::Error, /argument 'x' is missing/) { f.call }
    raises(TypeError, /no type for Object/) { f.call(Object.new, {}) }
    raises(ArgumentError, /100 deep/) { f.call(matrix, 200.times.reduce([]) { |inner, _| [inner] }) }
    raises(Torch::Error, /<--- HERE/) { Torch::JIT.compile("def g(x):\n  return torch.nope(x)\n") }
    path = Tempfile.new('pytorch_c').path
    f.module.save(path)
    loaded, again = Torch::JIT.load(path), Torch::JIT.load(StringIO.new(File.binread(path)), device: 'cpu')
    same(loaded.method_names, ['forward'])
    [loaded, again].each { |one| same(one.forward(matrix, {})[0]['y'].sum.item, 10) }
    raises(Torch::Error, /has no method 'backward'/) { loaded.get_method('backward') }
    raises(Torch::Error, /such file/) { Torch::JIT.load("#{path}.none") }
    raises(ArgumentError, /NUL/) { Torch::JIT.load("#{path}\0") }
    raises(Torch::Error, /no zip file/) { Torch::JIT.load(StringIO.new('no archive')) }
    [f, loaded, again].each { |one| 2.times { one.close } }
    raises(Torch::Error, /the function is closed/) { f.call(matrix, {}) }
    raises(Torch::Error, /the module is closed/) { loaded.forward(matrix, {}) }
  end,
  layers_are_torchs: lambda do
    nn = Torch::NN
    model = nn::Sequential.new(nn::Linear.new(2, 3), Torch.method(:relu), nn::Linear.new(3, 1, bias: false))
    first = model.parameters[0]
    same(model.state_dict.keys, %w[0.weight 0.bias 2.weight])
    raises(ArgumentError, /2.weight has size \[1, 3\], not \[3\]/) do
      model.load_state_dict(model.state_dict.merge('2.weight' => Torch.ones([3])))
    end
    raises(ArgumentError, /missing: .*unexpected: \["a"\]/) { model.load_state_dict('a' => first) }
    model.to(:cpu, :float64)
    same(first.dtype, :float64)
    lstm = nn::LSTM.new(3, 4, bidirectional: true)
    out, states = lstm.(Torch.ones([5, 2, 3]))
    same([out.size, lstm.(Torch.ones([1, 2, 3]), states)[0].size], [[5, 2, 8], [1, 2, 8]])
  end,
  rates_and_batches: lambda do
    sgd = Torch::SGD.new([], lr: 0.1)
    schedule = Torch::CosineAnnealingLR.new(sgd, t_max: 4, eta_min: 0.02)
    rates = Array.new(6) { schedule.step.round(6) }
    same(rates, [0.088284, 0.06, 0.031716, 0.02, 0.031716, 0.06])
    sgd.lr = 0.1
    by = Torch::LambdaLR.new(sgd) { |epoch| 1.0 / (epoch + 2) }
    same([sgd.lr, by.step.round(4)], [0.05, 0.0333])
    loader = Torch::DataLoader.new([Torch.arange(5)], batch_size: 2)
    same(loader.map { |x,| x.to_a }, [[0, 1], [2, 3], [4]])
    same(Torch::DataLoader.new([Torch.arange(5)], batch_size: 2, drop_last: true).size, 2)
  end,
  pressure_collects: lambda do
    GC.disable
    Torch.collect_above(8 << 20)
    GC.enable
    200.times { Torch.ones([1 << 18]) } # 1 MB each
    alive = Torch.live_bytes
    Torch.on_pressure
    same(alive < 60 << 20, true)
  end
}.freeze

failed = TESTS.count do |name, test|
  test.call
  false
rescue StandardError => e
  puts "#{name}: #{e.full_message(highlight: false)}"
  true
end
before = Torch.live_handles
5.times { GC.start }
if Torch.live_handles > 40 # a conservative collector keeps what looks like a reference
  puts "#{Torch.live_handles} of #{before} handles are left"
  failed += 1
end
puts failed.zero? ? 'Ruby: passed' : 'Ruby: failed'
exit failed.zero?
