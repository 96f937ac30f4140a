-- Every layer with the description's examples, as bindings/mlp/layers.py: luajit layers.lua FILE
local torch = require 'pytorch_c'

torch.set_num_threads(1)
local out = {}
for i, example in ipairs(torch.nn.examples) do
  local name, make, size, below = unpack(example, 1, 4)
  local prefix = ('%d.%s.'):format(i - 1, name)
  torch.manual_seed(0)
  local layer = make()
  local x = below and torch.randint(below, size) or torch.randn(size)
  for _, pair in ipairs(layer:state_dict()) do out[#out + 1] = {prefix .. pair[1], pair[2]:detach():clone()} end
  local y = layer(x)
  out[#out + 1] = {prefix .. 'out', y:detach()}
  if #layer:parameters() > 0 then (y * y):sum():backward() end
  for _, pair in ipairs(layer:named_parameters()) do out[#out + 1] = {prefix .. pair[1] .. '.grad', pair[2]:grad()} end
  y = layer:eval()(x)
  out[#out + 1] = {prefix .. 'eval', y:detach()}
end
torch.save(arg[1], out)
