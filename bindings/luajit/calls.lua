-- What a call costs: luajit calls.lua COUNT
local ffi = require 'ffi'
ffi.cdef [[
typedef struct { long seconds, nanoseconds; } ptc_time;
int clock_gettime(int clock, ptc_time *out);
]]
local torch = require 'pytorch_c'
torch.set_num_threads(1)
local count, a, wide = tonumber(arg[1]), torch.ones {3, 3}, torch.ones {1, 2}

local place = ffi.new('ptc_time')
local function now()
  ffi.C.clock_gettime(1, place)
  return tonumber(place.seconds) * 1e9 + tonumber(place.nanoseconds)
end
local function ns(times, call)
  for _ = 1, times / 10 do call() end
  local begin = now()
  for _ = 1, times do call() end
  return (now() - begin) / times
end
local dim = ns(count, function() return a:dim() end)
local mm = ns(count, function() torch.mm(a, a):close() end)
local add = ns(count, function() torch.add(a, a):close() end)
local problem = ns(count / 10, function() pcall(torch.mm, a, wide) end)
print(('{"dim": %f, "mm": %f, "add": %f, "error": %f}'):format(dim, mm, add, problem))
