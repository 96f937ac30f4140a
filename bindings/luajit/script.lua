-- Runs an archive of TorchScript, as cshim/examples/script.c does: luajit script.lua ARCHIVE ARGUMENT...
-- "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are numbers.
local torch = require 'pytorch_c'

local function argument(word)
  if not word:find ',' then return tonumber(word) end
  local size = {}
  for number in word:gmatch '%d+' do size[#size + 1] = tonumber(number) end
  return torch.ones(size)
end

local function sum(x) return x:sum({dtype = 'float64'}):item() end

local function shown(x)
  if type(x) == 'number' then return ('%.6g'):format(x) end
  if type(x) == 'string' then return ("'%s'"):format(x) end
  if x == nil or x == torch.jit.none then return 'None' end
  if type(x) == 'boolean' then return x and 'True' or 'False' end
  if require('ffi').istype(torch.Tensor, x) then
    return ('Tensor(%s) %.6g %.6g'):format(table.concat(x:size(), ', '), sum(x), sum(x * x))
  end
  local items = {}
  for i, one in ipairs(x) do items[i] = shown(one) end
  if #items > 0 or next(x) == nil then return ('[%s]'):format(table.concat(items, ', ')) end
  for key, one in pairs(x) do items[#items + 1] = shown(key) .. ': ' .. shown(one) end
  table.sort(items) -- a table has no order
  return ('{%s}'):format(table.concat(items, ', '))
end

local program, args = torch.jit.load(arg[1], 'cpu'), {}
for i = 2, #arg do args[i - 1] = argument(arg[i]) end
print(shown(torch.no_grad(function() return program:forward(unpack(args)) end)))
