-- A call that takes minutes, which Ctrl-C ends: luajit interrupt.lua
local torch = require 'pytorch_c'
local long = torch.jit.compile('def long(x, count: int):\n    for i in range(count):\n        x = x + 1\n    return x\n').long
print 'ready'
io.stdout:flush()
local fine, problem = pcall(torch.interruptible, function() return long(torch.zeros {3}, 1000000000) end)
if not fine and problem.kind == 17 then print 'interrupted' end
assert(torch.ones({3}):sum():item() == 3, 'calls do not go on')
