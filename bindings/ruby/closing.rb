# Closes tensors while another thread calls operators with them: ruby closing.rb COUNT. bindings/README.md has more.
require 'pytorch_c'
require 'json'

CLOSED = []

def attempt(tensor)
  product = Torch.mm(tensor, tensor)
  raise "a product of the size #{product.size}" unless product.size[0] == 8

  product.close
rescue Torch::Error => e
  raise unless e.message.include?('closed')

  CLOSED << 1
end

before = Torch.live_handles
calls, shared, ready, over = 0, nil, false, false
caller = Thread.new do
  until over
    (Thread.pass; next) unless (one = shared)
    calls += 1
    attempt(one)
    one = nil
    ready = true
    Thread.pass
  end
end
ARGV[0].to_i.times do |i|
  tensor = Torch.ones([8, 8])
  ready = false
  shared = tensor
  Thread.pass until ready || (i % 4).zero? # each fourth is closed at once
  tensor.close unless i % 8 == 7 # the others are the collector's
  Thread.pass if (i % 4).zero? # the other thread sees it closed
end
over = true
caller.join
shared = nil
GC.start
left = Torch.live_handles - before
puts JSON.generate('calls' => calls, 'closed' => CLOSED.size, 'left' => [left - 40, 0].max) # a conservative collector
kept = Torch.ones([8, 8])
Thread.new { loop { attempt(kept) } } # the process ends in the middle of a call
