-- Nanoseconds of processor time that a call costs: luajit calls.lua COUNT
local torch = require 'pytorch_c'
torch.set_num_threads(1)
local count, a, wide = tonumber(arg[1]), torch.ones {3, 3}, torch.ones {1, 2}

local function ns(times, call)
  for _ = 1, times / 10 do call() end
  local begin = os.clock()
  for _ = 1, times do call() end
  return (os.clock() - begin) * 1e9 / times
end
local dim = ns(count, function() return a:dim() end)
local mm = ns(count, function() torch.mm(a, a):close() end)
local add = ns(count, function() torch.add(a, a):close() end)
local problem = ns(count / 10, function() pcall(torch.mm, a, wide) end)
print(('{"dim": %f, "mm": %f, "add": %f, "error": %f}'):format(dim, mm, add, problem))
