-- The convolutional network of bindings/mlp/cnn.py: luajit cnn.lua FOLDER FILE
local torch = require 'pytorch_c'
local nn = torch.nn

local function network()
  return nn.Sequential(nn.Conv2d(1, 8, 3, {padding = 1}), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(8, 16, 3, {padding = 1}), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.25),
    nn.Linear(784, 10))
end
local function read(path, size, dtype)
  local content = assert(io.open(path, 'rb')):read('*a')
  return torch.from_bytes(content, #content, size, dtype)
end

local folder, file = arg[1], arg[2]
torch.set_num_threads(1)
local images = read(folder .. '/images.f32', {1000, 1, 28, 28}, 'float32')
local labels = read(folder .. '/labels.i64', {1000}, 'int64')
torch.manual_seed(7)
local model = network()
local loader = torch.data_loader({images, labels}, {batch_size = 100, shuffle = true, seed = 3})
local adam = torch.AdamW(model:parameters(), {lr = 0.004})
local schedule = torch.StepLR(adam, 1, 0.5)
for _ = 1, 2 do
  for x, y in loader:batches() do
    local loss = model(x):cross_entropy_loss(y)
    adam:zero_grad()
    loss:backward()
    torch.clip_grad_norm(model:parameters(), 1)
    adam:step()
    print(('%.6f'):format(loss:item()))
  end
  schedule:step()
end
torch.save(file, model:state_dict())
for _, state in ipairs {torch.load(file), torch.jit.load(folder .. '/network.pt'):state_dict()} do
  local again = network():load_state_dict(state):eval()
  torch.no_grad(function() print(again(images):argmax(1):eq(labels):sum():item()) end)
end
