# Ruby: a finalizer for each tensor, told how large it is by nobody: Ruby's collector counts its own objects.
require 'fiddle'
require 'json'

LIBRARY = Fiddle.dlopen(ARGV[0])
NUMEL, COUNT, EVERY = ARGV[1, 3].map(&:to_i)
I, P = Fiddle::TYPE_LONG, Fiddle::TYPE_VOIDP
ZEROS = Fiddle::Function.new(LIBRARY['ptc_zeros'], [P, I, P, P], P)
CLOSE = Fiddle::Function.new(LIBRARY['ptc_tensor_close'], [P], Fiddle::TYPE_VOID)
LIVE = Fiddle::Function.new(LIBRARY['ptc_live_tensors'], [], I)
SIZE = [NUMEL].pack('q')

class Tensor
  def self.closer(handle)
    proc { CLOSE.call(handle) }
  end

  def initialize
    out = "\0" * 8
    raise 'ptc_zeros failed' unless ZEROS.call(SIZE, 1, nil, out).null?

    ObjectSpace.define_finalizer(self, Tensor.closer(out.unpack1('q')))
  end
end

def now
  Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
end

def make
  Tensor.new
  nil
end

pauses = []
start = now
1.upto(COUNT) do |i|
  make
  next unless EVERY > 0 && (i % EVERY).zero?

  before = now
  GC.start
  pauses << (now - before) / 1000.0
end
GC.start
puts JSON.generate('ns' => (now - start).fdiv([COUNT, 1].max), 'pauses' => pauses, 'left' => LIVE.call)
