# Every layer with the description's examples, as bindings/mlp/layers.py: ruby -I. layers.rb FILE
require 'pytorch_c'

Torch.set_num_threads(1)
out = {}
Torch::NN::EXAMPLES.each_with_index do |(name, make, size, below), number|
  prefix = "#{number}.#{name}"
  Torch.manual_seed(0)
  layer = make.call
  x = below ? Torch.randint(below, size) : Torch.randn(size)
  layer.state_dict.each { |key, one| out["#{prefix}.#{key}"] = Torch.f_clone(one.detach) }
  y, = layer.(x)
  out["#{prefix}.out"] = y.detach
  (y * y).sum.backward unless layer.parameters.empty?
  layer.named_parameters.each { |key, one| out["#{prefix}.#{key}.grad"] = one.grad }
  y, = layer.eval.(x)
  out["#{prefix}.eval"] = y.detach
end
Torch.save(ARGV[0], out)
