-- TorchScript for pytorch_c.lua: torch.jit.load(path), torch.jit.compile(source); modules and functions that are
-- called with Lua's values. A tensor, number, string, boolean or nil stands for itself, {1, 2} for a list or tuple,
-- {name = value} for a Dict; torch.jit.dict(t) is a Dict of any keys. A nil inside of a table is torch.jit.none.
jit.off(true, true)
return function(torch, core)
  local ffi, C, own = core.ffi, core.C, core.own
  ffi.cdef [[
typedef struct { ptc_jit_function handle; } ptc_lua_jit_function;
typedef struct { ptc_jit_module handle; } ptc_lua_jit_module;
typedef struct { ptc_jit_unit handle; } ptc_lua_jit_unit;
]]
  local DEEPEST, PARAMETER, BUFFER, METHOD = 100, 1, 2, 5
  local NONE, BOOL, INT, FLOAT, STRING, TENSOR, LIST, DICT = 0, 1, 2, 3, 6, 7, 20, 22 -- of enum ptc_value_kind
  local none = setmetatable({}, {__tostring = function() return 'none' end})
  local Dict = {}
  local out = {none = none}
  function out.dict(pairs_) return setmetatable({of = pairs_}, Dict) end

  local function check(failed)
    if failed ~= nil then core.raise(failed) end
  end
  local function wrong(text, ...)
    error(setmetatable({kind = 3, message = text:format(...)}, torch.Error), 3)
  end
  -- Calls a function of the library with a place for what it gives behind the arguments.
  local function given(place, call, ...)
    local args, count = {...}, select('#', ...) + 1
    args[count] = place
    check(call(unpack(args, 1, count)))
  end
  local function owned(place)
    local found = ffi.string(place[0])
    C.ptc_string_free(place[0])
    return found
  end
  local function text(call, ...)
    local place = ffi.new('char *[1]')
    given(place, call, ...)
    return owned(place)
  end
  local function lines(found)
    local names = {}
    for name in found:gmatch('[^\n]+') do names[#names + 1] = name end
    return names
  end

  -- ---- values ----

  local write

  -- An array of values; `kept` holds what they point at.
  local function array(items, count, kept, depth)
    if depth > DEEPEST then wrong('tables may hold each other %d deep', DEEPEST) end
    local to = ffi.new('ptc_value[?]', math.max(count, 1))
    kept[#kept + 1] = to
    for i = 1, count do write(to[i - 1], items[i], kept, depth) end
    return to
  end
  local function set(to, kind, p, length) to.kind, to.p, to.len = kind, p, length end
  local function write_table(to, x, kept, depth)
    local named = getmetatable(x) == Dict
    if not named and (x[1] ~= nil or next(x) == nil) then
      return set(to, LIST, array(x, #x, kept, depth + 1), #x)
    end
    local flat = {}
    for key, value in pairs(named and x.of or x) do
      flat[#flat + 1] = key
      flat[#flat + 1] = value
    end
    set(to, DICT, array(flat, #flat, kept, depth + 1), #flat / 2)
  end
  function write(to, x, kept, depth)
    local kind = type(x)
    if x == nil or x == none then
      to.kind = NONE
    elseif ffi.istype(torch.Tensor, x) then
      set(to, TENSOR, core.tensor(x, 'a value'), 0)
    elseif kind == 'string' then
      kept[#kept + 1] = x
      set(to, STRING, ffi.cast('const char *', x), #x)
    elseif kind == 'boolean' then
      to.kind, to.i = BOOL, x and 1 or 0
    elseif core.is_number(x) then
      local number, whole = core.scalar(x, 'a value')
      to.kind, to.i, to.re = number == 1 and INT or FLOAT, whole, number == 2 and (type(x) == 'number' and x or x.value) or 0
    elseif kind == 'table' and (getmetatable(x) == nil or getmetatable(x) == Dict) then
      write_table(to, x, kept, depth)
    else
      wrong('TorchScript has no type for a %s', kind)
    end
  end

  local value_pointer = ffi.typeof 'ptc_value *'
  local function small(n)
    local number = tonumber(n)
    return math.abs(number) < 2 ^ 53 and number or n
  end
  local function numbers(kind, p, length, as)
    local found, from = {}, ffi.cast(kind, p)
    for i = 1, length do found[i] = as(from[i - 1]) end
    return found
  end
  local function same(x) return x end

  local read = {}
  -- A value as Lua's, with `absent` for None; tensors are taken out of it.
  local function value(v, absent)
    if v.kind == NONE then return absent end
    local form = read[v.kind] or wrong('TorchScript gave an object that has no form in Lua')
    return form(v, tonumber(v.len))
  end
  local function items(v, count)
    local found, from = {}, ffi.cast(value_pointer, v.p)
    for i = 1, count do found[i] = value(from[i - 1], none) end
    return found
  end
  local function pairs_of(flat, first)
    local found = {}
    for i = first, #flat, 2 do found[flat[i]] = flat[i + 1] end
    return found
  end
  read[BOOL] = function(v) return v.i ~= 0 end
  read[INT] = function(v) return small(v.i) end
  read[15], read[16], read[17] = read[INT], read[INT], read[INT] -- dtype, layout, memory format
  read[FLOAT] = function(v) return v.re end
  read[STRING] = function(v, length) return ffi.string(v.p, length) end
  read[TENSOR] = function(v)
    local handle = ffi.cast('ptc_tensor', v.p)
    v.p = nil
    return own(handle)
  end
  read[8] = function(v, length) -- tensors
    local found, from = {}, ffi.cast('ptc_tensor *', v.p)
    for i = 1, length do
      local handle = from[i - 1]
      from[i - 1] = nil
      found[i] = own(handle) or none
    end
    return found
  end
  read[9] = function(v, length) return numbers('const int64_t *', v.p, length, small) end
  read[10] = function(v, length) return numbers('const double *', v.p, length, same) end
  read[11] = function(v, length) return numbers('const bool *', v.p, length, same) end
  read[LIST] = items
  read[21] = items -- a tuple
  read[DICT] = function(v, length) return pairs_of(items(v, 2 * length), 1) end
  read[23] = function(v, length) return pairs_of(items(v, 1 + 2 * length), 2) end -- a named tuple

  local function result(call, ...)
    local place = ffi.new('ptc_value[1]')
    given(place, call, ...)
    local fine, found = pcall(value, place[0], nil)
    C.ptc_values_close(place, 1)
    if not fine then error(found, 0) end
    return found
  end

  -- ---- functions and modules ----

  local Function, Module = {}, {}
  Function.__index, Module.__index = Function, Module
  local own_function = ffi.metatype('ptc_lua_jit_function', {__gc = function(self) C.ptc_jit_function_close(self.handle) end})
  local own_module = ffi.metatype('ptc_lua_jit_module', {__gc = function(self) C.ptc_jit_module_close(self.handle) end})

  local function made(class, owner, kind, call, ...)
    local place = ffi.new(kind)
    given(place, call, ...)
    return setmetatable({owner = owner(place[0])}, class)
  end
  local function new_function(...) return made(Function, own_function, 'ptc_jit_function[1]', ...) end
  local function new_module(...) return made(Module, own_module, 'ptc_jit_module[1]', ...) end
  local function of(self, what)
    if self.owner.handle == nil then wrong('the %s is closed', what) end
    return self.owner.handle
  end

  -- f(x, …): a compiled function, or a method of a module.
  function Function:__call(...)
    local kept, count = {}, select('#', ...)
    local args = array({...}, count, kept, 0)
    local found = result(C.ptc_jit_call, of(self, 'function'), args, count, nil)
    kept = nil -- not sooner, as it would be if this ended with the call
    return found
  end
  function Function:schema() return text(C.ptc_jit_function_schema, of(self, 'function')) end
  function Function:graph() return text(C.ptc_jit_function_graph, of(self, 'function'), 0) end
  -- A module whose forward it is: so it is saved.
  function Function:module() return new_module(C.ptc_jit_function_module, of(self, 'function')) end
  function Function:close()
    C.ptc_jit_function_close(self.owner.handle)
    self.owner.handle = nil
  end

  function Module:method(name)
    self.found = self.found or {}
    self.found[name] = self.found[name] or new_function(C.ptc_jit_module_method, of(self, 'module'), name)
    return self.found[name]
  end
  function Module:forward(...) return self:method('forward')(...) end
  function Module:methods() return lines(text(C.ptc_jit_module_names, of(self, 'module'), METHOD, false)) end
  function Module:attribute(name) return result(C.ptc_jit_module_attr, of(self, 'module'), name) end
  -- Adds {name, tensor} of a kind, which share memory with the module's.
  local function members(self, kind, found)
    local names = lines(text(C.ptc_jit_module_names, of(self, 'module'), kind, true))
    local place = ffi.new('ptc_tensor_list[1]')
    check(C.ptc_jit_module_tensors(of(self, 'module'), kind, true, place))
    for i, tensor in ipairs(core.taken(place[0])) do found[#found + 1] = {names[i], tensor} end
    return found
  end
  -- {name = tensor} that share memory with the module's.
  function Module:parameters()
    local found = {}
    for _, pair in ipairs(members(self, PARAMETER, {})) do found[pair[1]] = pair[2] end
    return found
  end
  -- The list of {name, tensor} of parameters and buffers, for load_state_dict of a module of layers.
  function Module:state_dict() return members(self, BUFFER, members(self, PARAMETER, {})) end
  function Module:train(mode)
    check(C.ptc_jit_module_train(of(self, 'module'), mode ~= false))
    return self
  end
  function Module:eval() return self:train(false) end
  function Module:save(path) check(C.ptc_jit_save(of(self, 'module'), path, nil)) end
  function Module:close()
    for _, one in pairs(self.found or {}) do one:close() end
    C.ptc_jit_module_close(self.owner.handle)
    self.found, self.owner.handle = nil, nil
  end

  -- The module of an archive. device: 'cpu', 'cuda:0'; where it was saved if there is none.
  function out.load(path, device)
    local kind, index = core.device(device)
    return new_module(C.ptc_jit_load, path, kind, index, nil)
  end
  -- The same of an archive's bytes, a string.
  function out.load_memory(bytes_, device)
    local kind, index = core.device(device)
    return new_module(C.ptc_jit_load_memory, bytes_, #bytes_, kind, index, nil)
  end

  local own_unit = ffi.metatype('ptc_lua_jit_unit', {__gc = function(self) C.ptc_jit_unit_close(self.handle) end})
  -- {name = function} of a source.
  function out.compile(source)
    local place, found = ffi.new('ptc_jit_unit[1]'), {}
    check(C.ptc_jit_unit_new(place))
    local unit = own_unit(place[0])
    for _, name in ipairs(lines(text(C.ptc_jit_unit_define, unit.handle, nil, source, nil, 1, nil))) do
      found[name] = new_function(C.ptc_jit_unit_function, unit.handle, name)
    end
    return found
  end

  torch.jit = out
end
