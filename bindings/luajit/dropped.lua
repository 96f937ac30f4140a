-- Drops each tensor at once: luajit dropped.lua COUNT. run.py looks at how much memory that takes.
local torch = require 'pytorch_c'
for _ = 1, tonumber(arg[1]) do torch.ones {1000, 1000} end
