# A call that takes minutes, which Ctrl-C ends: ruby interrupt.rb
require 'pytorch_c'
long = Torch::JIT.compile("def long(x, count: int):\n    for i in range(count):\n        x = x + 1\n    return x\n")['long']
puts 'ready'
$stdout.flush
begin
  found = long.call(Torch.zeros([3]), 1_000_000_000)
rescue Interrupt
  found = 'interrupted'
end
raise 'calls do not go on' unless Torch.ones([3]).sum.item == 3 # rubocop:disable Lint/FloatComparison
puts found
