# Nanoseconds of processor time that a call costs: ruby calls.rb COUNT
require 'pytorch_c'
Torch.set_num_threads(1)
COUNT, A, WIDE = ARGV[0].to_i, Torch.ones([3, 3]), Torch.ones([1, 2])

def now = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)

def ns(times)
  (times / 10).times { yield }
  start = now
  times.times { yield }
  (now - start).fdiv(times)
end
dim, mm, add = ns(COUNT) { A.dim }, ns(COUNT) { Torch.mm(A, A).close }, ns(COUNT) { Torch.add(A, A).close }
error = ns(COUNT / 10) do
  Torch.mm(A, WIDE)
rescue Torch::Error
  nil
end
puts JSON.generate('dim' => dim, 'mm' => mm, 'add' => add, 'error' => error)
