-- Optimizers for pytorch_c.lua: a step is one call for all parameters.
jit.off(true, true)
return function(torch, core)
  local C = core.C
  local function check(failed)
    if failed ~= nil then core.raise(failed) end
  end
  local function column(rows, name)
    local out = {}
    for i, row in ipairs(rows) do out[i] = row[name] end
    return core.tensors(out, name)
  end
  local Optimizer = {}
  Optimizer.__index = Optimizer
  function Optimizer:zero_grad()
    for _, one in ipairs(self.parameters) do one:set_grad(nil) end
  end
  -- The parameters that have a gradient; `fresh` makes the state of a new one.
  function Optimizer:rows(fresh)
    local out = {}
    for i, one in ipairs(self.parameters) do
      local grad = one:grad()
      if grad then
        local first = fresh ~= nil and self.state[i] == nil
        if first then self.state[i] = fresh(one) end
        local row = {one = one, grad = grad, first = first}
        for key, value in pairs(self.state[i] or {}) do row[key] = value end
        out[#out + 1] = row
      end
    end
    return out
  end
  local function optimizer(parameters, options, defaults, step)
    local out = setmetatable({parameters = parameters, state = {}, step = step}, Optimizer)
    for key, value in pairs(defaults) do
      out[key] = value
      if options and options[key] ~= nil then out[key] = options[key] end
    end
    return out
  end

  local function sgd_step(self)
    local rows = self:rows(self.momentum ~= 0 and function(one) return {buffer = torch.zeros_like(one)} end or nil)
    for _, first in ipairs {false, true} do -- a first step only writes its buffers
      local now = {}
      for _, row in ipairs(rows) do
        if row.first == first then now[#now + 1] = row end
      end
      if #now > 0 then
        local buffers = self.momentum ~= 0 and #now or 0
        check(C.ptc_optimizer_sgd_step(column(now, 'one'), #now, column(now, 'grad'), #now, column(now, 'buffer'),
          buffers, self.lr,
          self.momentum, self.dampening, self.weight_decay, self.nesterov, false, first))
      end
    end
  end
  -- torch.optim.SGD
  function torch.SGD(parameters, options)
    return optimizer(parameters, options, {lr = 1e-3, momentum = 0, dampening = 0, weight_decay = 0,
      nesterov = false}, sgd_step)
  end

  local function adam_step(self)
    local rows = self:rows(function(one)
      return {average = torch.zeros_like(one), square = torch.zeros_like(one), count = torch.zeros({})}
    end)
    local n = #rows
    check(C.ptc_optimizer_adam_step(column(rows, 'one'), n, column(rows, 'grad'), n, column(rows, 'average'), n,
      column(rows, 'square'), n,
      nil, 0, column(rows, 'count'), n, self.lr, self.beta1, self.beta2, self.eps, self.weight_decay, false, false,
        self.decoupled))
  end
  -- torch.optim.Adam, or AdamW with `decoupled`
  function torch.Adam(parameters, options)
    return optimizer(parameters, options, {lr = 1e-3, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weight_decay = 0,
      decoupled = false}, adam_step)
  end
  -- torch.optim.AdamW
  function torch.AdamW(parameters, options)
    local given = {weight_decay = 0.01, decoupled = true}
    for key, value in pairs(options or {}) do given[key] = value end
    return torch.Adam(parameters, given)
  end
end
