# Drops each tensor at once: ruby dropped.rb COUNT. run.py looks at how much memory that takes.
require 'pytorch_c'
ARGV[0].to_i.times { Torch.ones([1000, 1000]) }
