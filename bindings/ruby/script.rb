# Runs an archive of TorchScript, as cshim/examples/script.c does: ruby -I. script.rb ARCHIVE ARGUMENT...
# "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are numbers.
require 'pytorch_c'

def argument(word)
  return Torch.ones(word.split(',').map { |one| Integer(one) }) if word.include?(',')

  Integer(word, exception: false) || Float(word)
end

def sum(x) = x.sum(dtype: :float64).item

def shown(x)
  case x
  when Torch::Tensor then format('Tensor(%s) %.6g %.6g', x.size.join(', '), sum(x), sum(x * x))
  when Hash then "{#{x.map { |key, value| "#{shown(key)}: #{shown(value)}" }.join(', ')}}"
  when Array then "[#{x.map { |one| shown(one) }.join(', ')}]"
  when Float then format('%.6g', x)
  when String then "'#{x}'"
  else { nil => 'None', true => 'True', false => 'False' }.fetch(x, x).to_s
  end
end

program = Torch::JIT.load(ARGV[0], device: 'cpu')
puts shown(Torch.no_grad { program.forward(*ARGV.drop(1).map { |word| argument(word) }) })
