-- What layers share, for pytorch_c.lua; the layers are in pytorch_c_layers.lua, which generate.py writes.
jit.off(true, true)
return function(torch, core)
  local C, nn = core.C, {}
  torch.nn = nn

  -- ---- torch.nn.init: the bounds and the draws of torch's layers ----

  local init = {}
  local function fan_in(weight)
    local out, size = 1, weight:size()
    for i = 2, #size do out = out * size[i] end
    return out
  end
  function init.zeros(self) torch.zero_(self) end
  function init.ones(self) torch.fill_(self, 1) end
  function init.uniform(self, bound) torch.uniform_(self, -bound, bound) end
  function init.kaiming_uniform(self)
    local a = math.sqrt(5)
    local std = math.sqrt(2 / (1 + a * a)) / math.sqrt(fan_in(self))
    init.uniform(self, math.sqrt(3) * std)
  end
  function init.fan_in_uniform(self, weight) init.uniform(self, 1 / math.sqrt(fan_in(weight))) end
  function init.embedding(self, padding)
    torch.normal_(self)
    if padding >= 0 then torch.zero_(self:select(0, padding)) end
  end

  -- ---- modules ----

  local function is_module(x) return type(x) == 'table' and getmetatable(x) ~= nil and getmetatable(x).is_module == true end

  -- A class: local Net = nn.class(); function Net:init(…) … end; function Net:forward(x) … end; net = Net(…); net(x).
  -- Modules that are assigned to fields are its members.
  local Module
  function nn.class(parent)
    local out = {is_module = true}
    for key, value in pairs(parent or Module or {}) do out[key] = value end
    out.__index = out
    function out.__call(self, ...) return self:forward(...) end
    function out.__newindex(self, key, value)
      if is_module(value) then self.members[#self.members + 1] = key end
      rawset(self, key, value)
    end
    return setmetatable(out, {__call = function(_, ...)
      local self = setmetatable({members = {}, parameters_ = {}, buffers_ = {}, training = true}, out)
      if self.init then self:init(...) end
      return self
    end})
  end
  Module = nn.class()
  nn.Module = Module

  -- Makes and fills a tensor that is trained, as the field `name`.
  function Module:parameter(name, size, how, ...)
    local made = torch.empty(size)
    init[how](made, ...)
    rawset(self, name, made:set_requires_grad(true))
    self.parameters_[#self.parameters_ + 1] = name
  end
  -- Makes and fills a tensor of state that is not trained.
  function Module:buffer(name, size, how, dtype)
    local made = torch.empty(size, {dtype = dtype or 'float32'})
    init[how](made)
    rawset(self, name, made)
    self.buffers_[#self.buffers_ + 1] = name
  end

  -- The list of {name, module} of those in it.
  function Module:children()
    local out = {}
    for i, name in ipairs(self.members) do out[i] = {name, self[name]} end
    return out
  end
  local function named(self, kinds, prefix, out)
    for _, kind in ipairs(kinds) do
      for _, name in ipairs(self[kind]) do out[#out + 1] = {prefix .. name, self[name]} end
    end
    for _, child in ipairs(self:children()) do named(child[2], kinds, prefix .. child[1] .. '.', out) end
    return out
  end
  -- Lists of {name, tensor}, in torch's order and by torch's names; state_dict has parameters and buffers, for
  -- torch.save.
  function Module:named_parameters() return named(self, {'parameters_'}, '', {}) end
  function Module:named_buffers() return named(self, {'buffers_'}, '', {}) end
  function Module:state_dict() return named(self, {'parameters_', 'buffers_'}, '', {}) end
  function Module:parameters()
    local out = {}
    for i, pair in ipairs(self:named_parameters()) do out[i] = pair[2] end
    return out
  end
  -- Copies what torch.load or another module's state_dict gives; an error, and no change, where names or sizes differ.
  function Module:load_state_dict(state)
    local own, given, count = self:state_dict(), {}, 0
    for _, pair in ipairs(state) do given[pair[1]] = pair[2] end
    for _, pair in ipairs(own) do
      local value = given[pair[1]] or error(('load_state_dict: there is no %s'):format(pair[1]))
      local size, other = table.concat(pair[2]:size(), ', '), table.concat(value:size(), ', ')
      if size ~= other then error(('load_state_dict: %s has size {%s}, not {%s}'):format(pair[1], size, other)) end
    end
    if #own ~= #state then error(('load_state_dict: %d tensors, not %d'):format(#state, #own)) end
    torch.no_grad(function()
      for _, pair in ipairs(own) do torch.copy_(pair[2], given[pair[1]]) end
    end)
    return self
  end

  function Module:train(on)
    self.training = on ~= false
    for _, child in ipairs(self:children()) do child[2]:train(on) end
    return self
  end
  function Module:eval() return self:train(false) end
  -- Moves all tensors to a device ('cuda:0'), and casts those of floats where a dtype is given. They stay the same
  -- tensors, for optimizers that know them.
  function Module:to(device, dtype)
    for _, pair in ipairs(self:state_dict()) do
      local one = pair[2]
      local kind = dtype and one:dtype():find('float') and dtype or one:dtype()
      local moved = device and torch.to_device(one:detach(), device, kind) or torch.to_dtype(one:detach(), kind)
      local failed = C.ptc_tensor_set_data(core.tensor(one, 'self'), core.tensor(moved, 'data'))
      if failed ~= nil then core.raise(failed) end
    end
    return self
  end

  -- Runs modules, and functions of a tensor, one after the other.
  nn.Sequential = nn.class()
  function nn.Sequential:init(...) rawset(self, 'layers', {...}) end
  function nn.Sequential:children()
    local out = {}
    for i, one in ipairs(self.layers) do
      if is_module(one) then out[#out + 1] = {tostring(i - 1), one} end
    end
    return out
  end
  function nn.Sequential:forward(x)
    for _, one in ipairs(self.layers) do x = one(x) end
    return x
  end

  -- LSTM and GRU: weights of each layer and direction, and the states they begin with.
  local Recurrent = nn.class()
  function Recurrent:weights_of(gates)
    local bound, rows, weights = 1 / math.sqrt(self.hidden_size), gates * self.hidden_size, {}
    local ends = self.bidirectional and {'', '_reverse'} or {''}
    for layer = 0, self.num_layers - 1 do
      local columns = layer == 0 and self.input_size or self.hidden_size * #ends
      for _, back in ipairs(ends) do
        local sizes = {{'weight_ih', {rows, columns}}, {'weight_hh', {rows, self.hidden_size}}}
        if self.bias then sizes[3], sizes[4] = {'bias_ih', {rows}}, {'bias_hh', {rows}} end
        for _, pair in ipairs(sizes) do
          local name = ('%s_l%d%s'):format(pair[1], layer, back)
          self:parameter(name, pair[2], 'uniform', bound)
          weights[#weights + 1] = self[name]
        end
      end
    end
    self.weights = weights
  end
  function Recurrent:zero_states(x)
    local batch = x:size()[self.batch_first and 1 or 2]
    return torch.new_zeros(x, {self.num_layers * (self.bidirectional and 2 or 1), batch, self.hidden_size})
  end

  local function many(x, count)
    if type(x) == 'table' then return x end
    local out = {}
    for i = 1, count do out[i] = x end
    return out
  end
  -- The sizes of a list with those of another behind them.
  local function joined(a, b)
    for _, one in ipairs(b) do a[#a + 1] = one end
    return a
  end
  local function given(x, default)
    if x == nil then return default end
    return x
  end
  require('pytorch_c_layers')(torch, nn, Recurrent, many, joined, given)

  -- ---- rates that change: step() after each epoch ----

  local function scheduler(optimizer, fields, following)
    fields.optimizer, fields.base, fields.epoch = optimizer, optimizer.lr, 0
    function fields:step()
      self.epoch = self.epoch + 1
      optimizer.lr = following(self, optimizer.lr)
    end
    return fields
  end
  -- torch.optim.lr_scheduler.StepLR
  function torch.StepLR(optimizer, step_size, gamma)
    return scheduler(optimizer, {}, function(self, lr) return self.epoch % step_size == 0 and lr * (gamma or 0.1) or lr end)
  end
  -- torch.optim.lr_scheduler.CosineAnnealingLR
  function torch.CosineAnnealingLR(optimizer, t_max, eta_min)
    eta_min = eta_min or 0
    local function at(step) return 1 + math.cos(math.pi * step / t_max) end
    return scheduler(optimizer, {}, function(self, lr)
      if (self.epoch - 1 - t_max) % (2 * t_max) == 0 then
        return lr + (self.base - eta_min) * (1 - math.cos(math.pi / t_max)) / 2
      end
      return at(self.epoch) / at(self.epoch - 1) * (lr - eta_min) + eta_min
    end)
  end
  -- torch.optim.lr_scheduler.LambdaLR: the first rate times factor(epoch)
  function torch.LambdaLR(optimizer, factor)
    local made = scheduler(optimizer, {}, function(self) return self.base * factor(self.epoch) end)
    optimizer.lr = made.base * factor(0)
    return made
  end

  -- Scales the gradients so that their norm is at most max_norm; the norm that they had.
  function torch.clip_grad_norm(parameters, max_norm)
    local grads, norms = {}, {}
    for _, one in ipairs(parameters) do grads[#grads + 1] = one:grad() end
    for i, one in ipairs(grads) do norms[i] = torch.linalg_vector_norm(one) end
    local total = torch.linalg_vector_norm(torch.stack(norms))
    local factor = total:add(1e-6):reciprocal():mul(torch.float(max_norm)):clamp_max(torch.float(1))
    for _, one in ipairs(grads) do one:mul_(factor) end
    return total:item()
  end

  -- ---- batches ----

  -- for x, y in torch.data_loader({images, labels}, {batch_size = 100}):batches() do … end. With `shuffle` each pass has
  -- a new order, that of torch's DataLoader with a generator of this seed.
  local Loader = {}
  Loader.__index = Loader
  function torch.data_loader(tensors, options)
    local o = options or {}
    return setmetatable({tensors = tensors, batch_size = o.batch_size or 1, drop_last = o.drop_last,
      generator = o.shuffle and torch.generator(o.seed or 0) or nil}, Loader)
  end
  function Loader:length()
    local count = self.tensors[1]:size()[1] / self.batch_size
    return self.drop_last and math.floor(count) or math.ceil(count)
  end
  -- torch draws a number for its workers, and at the end an order that nobody takes.
  local function order_of(self, rows)
    local draw, from = torch.empty({}, {dtype = 'int64'}), {generator = self.generator}
    if not self.generator then
      draw:random_()
      return torch.arange(rows)
    end
    draw:random_(from)
    local out = torch.randperm(rows, from)
    torch.randperm(rows, from)
    return out
  end
  function Loader:batches()
    local rows, i = self.tensors[1]:size()[1], -1
    local order = order_of(self, rows)
    return function()
      i = i + 1
      if i >= self:length() then return nil end
      local now, out = order:slice(0, i * self.batch_size, math.min((i + 1) * self.batch_size, rows)), {}
      for k, one in ipairs(self.tensors) do out[k] = one:index_select(0, now) end
      return unpack(out)
    end
  end
end
