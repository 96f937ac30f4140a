-- The perceptron of bindings/mlp/mlp.py: luajit mlp.lua FOLDER [FILE]
local ffi = require 'ffi'
local torch = require 'pytorch_c'

local function weight(rows, columns)
  local numbers = ffi.new('float[?]', rows * columns)
  for i = 0, rows - 1 do
    for j = 0, columns - 1 do numbers[i * columns + j] = ((i * 31 + j * 17) % 97 / 97 - 0.5) * 0.1 end
  end
  return torch.over(numbers, {rows, columns}, 'float32'):set_requires_grad(true)
end
local function read(path, size, dtype)
  local content = assert(io.open(path, 'rb')):read('*a')
  return torch.from_bytes(content, #content, size, dtype)
end

local folder, file = arg[1], arg[2]
torch.set_num_threads(1)
local images, labels = read(folder .. '/images.f32', {1000, 784}, 'float32'), read(folder .. '/labels.i64', {1000},
  'int64')
local w1, b1 = weight(64, 784), torch.zeros({64}, {requires_grad = true})
local w2, b2 = weight(10, 64), torch.zeros({10}, {requires_grad = true})
local sgd = torch.SGD({w1, b1, w2, b2}, {lr = 0.1})
for step = 0, 49 do
  local start = step % 10 * 100
  local x, y = images:slice(0, start, start + 100), labels:slice(0, start, start + 100)
  local loss = torch.linear(torch.linear(x, w1, b1):relu(), w2, b2):cross_entropy_loss(y)
  sgd:zero_grad()
  loss:backward()
  sgd:step()
  print(('%.6f'):format(loss:item()))
end
if file then torch.save(file, {{'hidden.weight', w1}, {'hidden.bias', b1}, {'output.weight', w2}, {'output.bias',
  b2}}) end
