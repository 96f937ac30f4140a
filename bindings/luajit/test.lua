-- The LuaJIT binding, against the installed files.
local ffi = require 'ffi'
local torch = require 'pytorch_c'

local function same(found, expected, what)
  if type(expected) ~= 'table' then return assert(found == expected, ('%s: %s, not %s'):format(what or '',
    tostring(found), tostring(expected))) end
  assert(#found == #expected, what)
  for i = 1, #expected do same(found[i], expected[i], what) end
end
local function raises(pattern, call)
  local fine, problem = pcall(call)
  assert(not fine and tostring(problem):find(pattern, 1, true),
    'not raised: ' .. pattern .. ' but ' .. tostring(problem))
  return problem
end
local function matrix() return torch.tensor {{1, 2}, {3, 4}} end
local tests = {}

function tests.operators_compute()
  local a = matrix()
  same((a:mm(a) + a):totable(), {8, 12, 18, 26})
  same((a * 2 - 1):totable(), {1, 3, 5, 7})
  same((1 - a):totable(), {0, -1, -2, -3})
  same(a:add(1, {alpha = 2}):totable(), {3, 4, 5, 6})
  same(a:sum({1}, true):size(), {2, 1})
  same(a:sum(1, {dtype = 'float64'}):dtype(), 'float64')
  local values, indices = a:max(1)
  same(values:totable(), {2, 4})
  same(indices:totable(), {1, 1})
  same(#torch.arange(5):split(2), 3)
  same(torch.tensor({1}, {dtype = 'int64'}):add(1):dtype(), 'int64')
  same(torch.tensor({1}, {dtype = 'int64'}):add(torch.float(1)):dtype(), 'float32')
  same(torch.cat({a, a}, 1):size(), {2, 4})
  same(torch.conv2d(torch.ones {1, 1, 4, 4}, torch.ones {1, 1, 3, 3}):size(), {1, 1, 2, 2})
  same(a:div(a, {rounding_mode = 'floor'}):totable(), {1, 1, 1, 1})
  local out = torch.empty {2, 2}
  torch.mm_out(a, a, {out = out})
  same(out:totable(), {7, 10, 15, 22})
  assert(tostring(a:add_(1)):find 'CPUFloatType{2,2}' and torch.equal(a, a))
  same(torch.randn({3}, {generator = torch.generator(1)}):totable(), torch.randn({3},
    {generator = torch.generator(1)}):totable())
end

function tests.errors_are_raised()
  local problem = raises('cannot be multiplied (2x2 and 1x3)', function() matrix():mm(torch.tensor {{1, 2, 3}}) end)
  same(problem.kind, 1)
  raises("argument 'mat2'", function() torch.mm(matrix()) end)
  raises("argument 'mat2'", function() torch.mm(matrix(), 'text') end)
  raises('float33', function() torch.zeros({2}, {dtype = 'float33'}) end)
  local closed = matrix()
  closed:close()
  closed:close()
  raises('closed', function() closed:relu() end)
end

function tests.memory_is_shared()
  local array = ffi.new('float[3]', 1, 2, 3)
  local a = torch.over(array, {3}, 'float32')
  a:add_(1)
  same(array[2], 4)
  local data, count = a:data()
  assert(data == ffi.cast('float *', array) and count == 3)
  same(torch.kept_arrays(), 1)
  a:close()
  same(torch.kept_arrays(), 1) -- the pointer looks at it
  data = nil
  torch.collect()
  same(torch.kept_arrays(), 0)
  raises('contiguous', function() matrix():t():data() end)
  raises('over', function() torch.over(array, {2}, 'float32') end)
end

function tests.gradients_and_hooks()
  local w = torch.tensor({3}, {requires_grad = true})
  local hook = w:register_hook(function(grad) return grad:mul(10) end)
  for _ = 1, 100 do -- enough for the compiler
    w:set_grad(nil);
    (w * w):backward()
  end
  same(w:grad():item(), 60)
  hook.remove()
  local mine = {}
  local failing = w:register_hook(function() error(mine) end)
  local _, problem = pcall(function() (w * w):backward() end)
  assert(problem == mine)
  failing.remove()
  same(torch.no_grad(function() return w * w end):requires_grad(), false)
  same(torch.inference_mode(function() return w * w end):requires_grad(), false)
  same((w * w):requires_grad(), true)
end

function tests.optimizers_step()
  local w, unused = torch.tensor({1}, {requires_grad = true}), torch.tensor {1}
  for _, case in ipairs {{torch.SGD({w, unused}, {lr = 0.1, momentum = 0.9}), 0.71}, {torch.Adam({w}, {lr = 0.01}),
    0.69}} do
    for _ = 1, 2 do
      case[1]:zero_grad()
      w:sum():backward()
      case[1]:step()
    end
    assert(math.abs(w:item() - case[2]) < 1e-6)
  end
  same(unused:item(), 1)
end

function tests.files_come_back()
  local path = os.tmpname()
  torch.save(path, {{'a"b', matrix()}, {'n', torch.tensor(7, {dtype = 'int64'})}})
  local found = torch.load(path)
  same({found[1][1], found[2][1]}, {'a"b', 'n'})
  same(found[1][2]:totable(), {1, 2, 3, 4})
  same({found[2][2]:dim(), found[2][2]:item()}, {0, 7})
  local file = io.open(path, 'w')
  file:write('no such file')
  file:close()
  raises('no safetensors', function() torch.load(path) end)
  os.remove(path)
end

function tests.programs_run()
  local f = torch.jit.compile([==[
def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
    y = x
    for k in d:
        for t in d[k]:
            y = y + t
    if n is not None:
        y = y * n
    return {"y": y, "x": x}, [1.5], (n, [x, y], "text", [2, 3], [True], {1: 2})
]==]).f
  local empty = torch.jit.dict {}
  local found = f(matrix(), {a = {matrix()}, b = {}}, 3)
  local rest = found[3]
  same(found[1].y:totable(), {6, 12, 18, 24})
  same({found[1].x:totable(), rest[2][1]:totable()}, {{1, 2, 3, 4}, {1, 2, 3, 4}})
  same({found[2], rest[1], rest[3], rest[4], rest[5], rest[6]}, {{1.5}, 3, 'text', {2, 3}, {true}, {2}})
  same(f(matrix(), empty)[3][1], torch.jit.none)
  raises("argument 'd': value 0: item 0 must be Tensor, not int", function() f(matrix(), {a = {1}}) end)
  raises("argument 'x' is missing", function() f() end)
  raises('no type for a function', function() f(print, empty) end)
  local deep = {}
  for _ = 1, 200 do deep = {deep} end
  raises('100 deep', function() f(matrix(), deep) end)
  raises('<--- HERE', function() torch.jit.compile 'def g(x):\n  return torch.nope(x)\n' end)
  local path = os.tmpname()
  f:module():save(path)
  local file = io.open(path, 'rb')
  local loaded, again = torch.jit.load(path), torch.jit.load_memory(file:read '*a', 'cpu')
  file:close()
  os.remove(path)
  same(loaded:methods(), {'forward'})
  same({loaded:forward(matrix(), empty)[1].y:sum():item(), again:forward(matrix(), empty)[1].y:sum():item()}, {10, 10})
  raises("no method 'backward'", function() loaded:method 'backward' end)
  raises('No such file', function() torch.jit.load(path) end)
  raises('no zip file', function() torch.jit.load_memory 'no archive' end)
  for _, one in ipairs {f, loaded, again, f, loaded} do one:close() end
  raises('the function is closed', function() f(matrix(), empty) end)
  raises('the module is closed', function() loaded:forward(matrix(), empty) end)
end

function tests.layers_are_torchs()
  local nn = torch.nn
  local model = nn.Sequential(nn.Linear(2, 3), torch.relu, nn.Linear(3, 1, {bias = false}))
  local names, first = {}, model:parameters()[1]
  for i, pair in ipairs(model:state_dict()) do names[i] = pair[1] end
  same(names, {'0.weight', '0.bias', '2.weight'})
  local state = model:state_dict()
  state[3] = {'2.weight', torch.ones {3}}
  raises('2.weight has size {1, 3}, not {3}', function() model:load_state_dict(state) end)
  raises('there is no 0.weight', function() model:load_state_dict {} end)
  model:to('cpu', 'float64')
  same(first:dtype(), 'float64')
  local lstm = nn.LSTM(3, 4, {bidirectional = true})
  local out, states = lstm(torch.ones {5, 2, 3})
  same(out:size(), {5, 2, 8})
  same(lstm(torch.ones {1, 2, 3}, states):size(), {1, 2, 8})
end

function tests.rates_and_batches()
  local sgd, rates = torch.SGD({}, {lr = 0.1}), {}
  local schedule = torch.CosineAnnealingLR(sgd, 4, 0.02)
  for i = 1, 6 do
    schedule:step()
    rates[i] = ('%.6f'):format(sgd.lr)
  end
  same(rates, {'0.088284', '0.060000', '0.031716', '0.020000', '0.031716', '0.060000'})
  sgd.lr = 0.1
  local by = torch.LambdaLR(sgd, function(epoch) return 1 / (epoch + 2) end)
  same(sgd.lr, 0.05)
  by:step()
  same(('%.4f'):format(sgd.lr), '0.0333')
  local found = {}
  for x in torch.data_loader({torch.arange(5)}, {batch_size = 2}):batches() do found[#found + 1] = x:totable() end
  same(found, {{0, 1}, {2, 3}, {4}})
  same(torch.data_loader({torch.arange(5)}, {batch_size = 2, drop_last = true}):length(), 2)
end

function tests.pressure_collects()
  collectgarbage('stop')
  torch.collect_above(8 * 2 ^ 20)
  for _ = 1, 200 do torch.ones {2 ^ 18} end -- 1 MB each
  local alive = torch.live_bytes()
  torch.collect_above(0)
  collectgarbage('restart')
  assert(alive < 40 * 2 ^ 20, alive)
end

local failed = false
for name, run in pairs(tests) do
  local fine, problem = xpcall(run, function(x) return tostring(x) .. '\n' .. debug.traceback() end)
  if not fine then
    failed = true
    print(name .. ': ' .. problem)
  end
end
torch.collect()
if torch.live_handles() ~= 0 then
  failed = true
  print(torch.live_handles() .. ' handles are left')
end
print(failed and 'LuaJIT: failed' or 'LuaJIT: passed')
os.exit(failed and 1 or 0)
