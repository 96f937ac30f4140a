-- Closes tensors while calls are under way with them: luajit closing.lua COUNT. One Lua state is one thread, so a hook
-- closes the three that the pass is about that it runs in. bindings/README.md has more.
local torch = require 'pytorch_c'
local before, calls, closed = torch.live_handles(), 0, 0
for i = 1, math.ceil(tonumber(arg[1]) / 3) do
  local x = torch.ones({2, 2}, {requires_grad = true})
  local y = x:mul(x)
  local loss = y:sum()
  local hook = x:register_hook(function()
    loss:close()
    y:close()
    x:close()
  end)
  loss:backward()
  hook.remove()
  calls = calls + 1
  local fine, problem = pcall(y.sum, y)
  if not fine and tostring(problem):find 'closed' then closed = closed + 1 end
  if i % 8 == 0 then torch.ones {8, 8}:mm(torch.ones {8, 8}) end -- the collector's
end
torch.ones {1}
torch.collect()
print(('{"calls": %d, "closed": %d, "left": %d}'):format(calls, closed, torch.live_handles() - before))
