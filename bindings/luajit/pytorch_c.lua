-- libtorch for LuaJIT: local torch = require 'pytorch_c'; torch.mm(a, b), a:mm(b), torch.zeros({2, 3}, {dtype =
-- 'float64'})
--
-- A tensor is a C object with a __gc, so it is closed after a collection; close() does at once. Numbers that are whole are
-- ints, as Lua has one kind: torch.float(2) is a float. Arguments may be named in a table at the end. The library may
-- be called from one Lua state.
--
-- Calls are compiled with the loops that they are in. C cannot call Lua from within a compiled call, so what runs hooks
-- is not compiled, and memory pressure is noted and looked at after the call.
local ffi = require 'ffi'
local derived = require 'pytorch_c_cdef'
ffi.cdef(derived.cdef)
ffi.cdef [[
typedef struct { ptc_tensor handle; } ptc_lua_tensor;
typedef struct { ptc_hook handle; } ptc_lua_hook;
typedef struct { ptc_generator handle; } ptc_lua_generator;
]]
local C = ffi.load(os.getenv('PYTORCH_C_LIBRARY') or 'libpytorch_c.so.0')
local torch, methods, core = {}, {}, {ffi = ffi, C = C, new = ffi.new, DTYPES = derived.DTYPES,
  LAYOUTS = derived.LAYOUTS, FORMATS = derived.FORMATS}
local DTYPE_NAMES = {}
for name, value in pairs(derived.DTYPES) do DTYPE_NAMES[value] = name end
local ELEMENTS = {
  float32 = 'float', float64 = 'double', int64 = 'int64_t', int32 = 'int32_t', int16 = 'int16_t', int8 = 'int8_t',
    uint8 = 'uint8_t', bool = 'bool'
}
local UNSET = -1
local int64_place, int32_place, bool_place, tensor_place = ffi.typeof 'int64_t[1]', ffi.typeof 'int32_t[1]',
  ffi.typeof 'bool[1]', ffi.typeof 'ptc_tensor[1]'

-- ---- errors ----

local Error = {}
Error.__index = Error
function Error.__tostring(self) return self.message end
torch.Error = Error

local thrown, next_thrown = {}, 0 -- what callbacks threw, by the number that the library carries

function core.raise(failed)
  local message, kind = ffi.string(failed), C.ptc_error_kind(failed)
  local number = tonumber(ffi.cast('intptr_t', C.ptc_error_context(failed)))
  C.ptc_error_free(failed)
  local own = thrown[number]
  if own then
    thrown[number] = nil
    error(own.value, 0)
  end
  error(setmetatable({kind = kind, message = message}, Error), 2)
end
local function check(failed)
  if failed ~= nil then core.raise(failed) end
end
local function wrong(text) error(setmetatable({kind = 3, message = text}, Error), 3) end

do
  local found = tonumber(C.ptc_abi_version())
  if found < 2000 then error(('libpytorch_c has ABI %d; this binding was generated for %d'):format(found,
    derived.abi)) end
  check(C.ptc_require_abi(derived.abi))
  check(C.ptc_check())
end

-- ---- handles ----

local Tensor, Hook, Generator -- metatypes, below
-- What a hook closes may be what the call is about that it runs in: it is closed when the next tensor is made outside of
-- hooks.
local callbacks, later = 0, {}
-- A compiled call may have read the handle of a tensor that nobody refers to any more. So a finalizer only notes what a
-- collection finds; it is closed after the next call.
local dead, closers, buried = {}, {}, 0
local function bury(close, handle)
  buried = buried + 1
  dead[buried], closers[buried] = handle, close
end
local function close_dead()
  while buried > 0 do
    local close, handle = closers[buried], dead[buried]
    buried = buried - 1
    close(handle)
  end
end
local function close_later()
  for i = #later, 1, -1 do
    C.ptc_tensor_close(later[i])
    later[i] = nil
  end
end
local pressed = ffi.new('int32_t[1]') -- by the library, where tensors take much memory
local relieve
local function own(handle)
  if callbacks == 0 then
    if later[1] then close_later() end
    if buried > 0 then close_dead() end
    if pressed[0] ~= 0 then relieve() end
  end
  if handle == nil then return nil end
  return Tensor(handle)
end
core.own, core.bury = own, bury

-- Closes what nobody refers to; twice, since a finalizer may let go of more.
function torch.collect()
  collectgarbage()
  collectgarbage()
  if callbacks == 0 then close_dead() end
end
local growth, growth_at_first = 0, 0
function relieve()
  local before = C.ptc_storage_bytes()
  pressed[0] = 0
  torch.collect()
  if growth == 0 then return end
  -- As the library does where its callback collects: more seldom where little goes.
  local now = C.ptc_storage_bytes()
  if before - now >= growth / 2 then growth = growth_at_first elseif 2 * growth <= now then growth = 2 * growth end
  C.ptc_set_gc_growth(growth)
end
-- A collection is what Lua does when the bytes of tensors on the CPU pass `bytes` (0: never), which its collector
-- does not see, and where an operator finds no memory.
function torch.collect_above(bytes)
  growth, growth_at_first = 0, 0
  C.ptc_set_gc_growth(0)
  C.ptc_set_gc_threshold(0, bytes)
  check(C.ptc_set_gc_callback(C.ptc_gc_note, pressed, nil))
end
-- The same each time that tensors have grown by 32 MB, and more seldom where that frees little: on at first.
function torch.collect_under_pressure()
  torch.collect_above(0)
  growth, growth_at_first = 2 ^ 25, 2 ^ 25
  C.ptc_set_gc_growth(growth)
end
C.ptc_set_backtraces(false) -- their look at the stack ends with abort() where it meets a compiled frame
torch.collect_under_pressure()
-- Whether a call that found no memory is made again, after a collection.
function core.again(failed)
  if C.ptc_error_kind(failed) ~= 6 or callbacks > 0 then return false end
  C.ptc_error_free(failed)
  torch.collect()
  return true
end

function core.taken(list)
  local out, place = {}, tensor_place()
  for i = 0, tonumber(C.ptc_tensor_list_length(list)) - 1 do
    check(C.ptc_tensor_list_get(list, i, place))
    out[i + 1] = own(place[0])
  end
  C.ptc_tensor_list_close(list)
  return out
end

-- ---- arguments ----

local is = ffi.istype
function core.tensor(x, name)
  if is(Tensor, x) then
    if x.handle == nil then wrong(("argument '%s': the tensor is closed"):format(name)) end
    return x.handle
  end
  if x == nil then return nil end
  wrong(("argument '%s': a tensor is needed, got a %s"):format(name, type(x)))
end
function core.tensors(x, name)
  local out = ffi.new('ptc_tensor[?]', math.max(#x, 1))
  for i = 1, #x do out[i - 1] = x[i] and core.tensor(x[i], name) or nil end
  return out
end
local Float = {}
function torch.float(x) return setmetatable({value = x}, Float) end
local bits, int64 = ffi.new('union { double number; int64_t bits; }'), ffi.typeof('int64_t')
-- The words of a ptc_scalar, of which the last one is never set.
function core.scalar(x, name)
  if x == nil then return 0, 0, 0 end
  if type(x) == 'number' then
    if x == math.floor(x) and math.abs(x) < 2 ^ 53 then return 1, x, 0 end
    bits.number = x
    return 2, 0, bits.bits
  end
  if type(x) == 'boolean' then return 3, x and 1 or 0, 0 end
  if getmetatable(x) == Float then
    bits.number = x.value
    return 2, 0, bits.bits
  end
  if is(int64, x) then return 1, x, 0 end
  wrong(("argument '%s': a number is needed, got a %s"):format(name, type(x)))
end
function core.scalars(x)
  local out = ffi.new('ptc_scalar[?]', math.max(#x, 1))
  for i = 1, #x do
    local one = out[i - 1]
    one.kind, one.i, bits.bits = core.scalar(x[i], 'scalars')
    if one.kind == 2 then one.re = bits.number end
  end
  return out
end
local function list(kind)
  return function(x)
    if x == nil then return nil, 0 end
    if type(x) ~= 'table' then x = {x} end
    return ffi.new(kind, math.max(#x, 1), x), #x
  end
end
core.ints, core.floats, core.bools = list('int64_t[?]'), list('double[?]'), list('bool[?]')
local function one(kind)
  return function(x)
    if x == nil then return nil end
    return ffi.new(kind, {x})
  end
end
core.one_int, core.one_float, core.one_bool = one('int64_t[1]'), one('double[1]'), one('bool[1]')
function core.named(names, x, name)
  if x == nil then return UNSET end
  return names[x] or wrong(("argument '%s': there is no '%s'"):format(name, tostring(x)))
end
local DEVICES = {cpu = 0, cuda = 1, xpu = 12, mps = 13, meta = 14}
function core.device(x)
  if x == nil then return UNSET, UNSET end
  local kind, index = x:match('^(%a+):?(%d*)$')
  return core.named(DEVICES, kind, 'device'), tonumber(index) or UNSET
end
function core.generator(x)
  if x == nil then return nil end
  return x.handle
end
function core.options(x)
  if x == nil then return nil end
  local out = ffi.new('ptc_options') -- zeros: nothing is set
  if x.dtype ~= nil then out.set, out.dtype = 1, core.named(core.DTYPES, x.dtype, 'dtype') end
  if x.layout ~= nil then out.set, out.layout = out.set + 2, core.named(core.LAYOUTS, x.layout, 'layout') end
  if x.device ~= nil then
    out.set = out.set + 4
    out.device_type, out.device_index = core.device(x.device)
  end
  if x.pin_memory ~= nil then out.set, out.pin_memory = out.set + 8, x.pin_memory and 1 or 0 end
  if x.requires_grad ~= nil then out.set, out.requires_grad = out.set + 16, x.requires_grad and 1 or 0 end
  return out
end

-- ---- overloads ----

local function is_list(x) return type(x) == 'table' and getmetatable(x) == nil and (next(x) == nil or x[1] ~= nil) end
local function is_number(x) return type(x) == 'number' or type(x) == 'boolean' or getmetatable(x) == Float or
  is('int64_t', x) end
core.is_number = is_number
local FITS = {
  T = function(x) return is(Tensor, x) end,
  L = function(x) return is_list(x) and (x[1] == nil or is(Tensor, x[1])) end,
  s = is_number, f = is_number,
  i = function(x) return type(x) == 'number' and x == math.floor(x) end,
  b = function(x) return type(x) == 'boolean' end,
  I = function(x) return is_list(x) and not is(Tensor, x[1]) end,
  t = function(x) return type(x) == 'string' end,
  G = function(x) return is(Generator, x) end,
}
function FITS.J(x) return FITS.i(x) or FITS.I(x) end

-- What does not fit in a form: {function, a letter for each position, how many are needed, keywords, names of the
-- positions, schema}.
local function misfit(form, args, count, given)
  local letters, least, keywords, names = form[2], form[3], form[4], form[5]
  if count > #letters then return ('takes %d arguments, not %d'):format(#letters, count) end
  for i = 1, count do
    if args[i] ~= nil and not FITS[letters:sub(i,
      i)](args[i]) then return ("argument '%s': a %s does not fit"):format(names[i], type(args[i])) end
  end
  for i = count + 1, least do
    if not given or given[names[i]] == nil then return ("argument '%s' is missing"):format(names[i]) end
  end
  for key, value in pairs(given or {}) do
    local at
    for i = count + 1, #names do at = names[i] == key and i or at end
    if not keywords[key] and not (at and FITS[letters:sub(at,
      at)](value)) then return ("argument '%s' does not fit"):format(key) end
  end
end

-- The function that calls the first form which fits.
function core.choose(name, forms)
  local first, letters, least = forms[1][1], forms[1][2], forms[1][3]
  local t1, t2, t3 = FITS[letters:sub(1, 1)], FITS[letters:sub(2, 2)], FITS[letters:sub(3, 3)]
  return function(...)
    -- Most calls: the first form, all of what it needs and nothing else.
    if least <= 3 and select('#', ...) == least then
      local a, b, c = ...
      if (least < 1 or t1(a)) and (least < 2 or t2(b)) and (least < 3 or t3(c)) then return first(...) end
    end
    local args, count, given = {...}, select('#', ...), nil
    local last = args[count]
    if type(last) == 'table' and getmetatable(last) == nil and next(last) ~= nil and last[1] == nil then given,
      count = last, count - 1 end
    for i = 1, #forms do
      local form = forms[i]
      if not misfit(form, args, count, given) then
        if not given then return form[1](...) end
        local places = #form[2]
        for k = count + 1, places do args[k] = given[form[5][k]] end
        args[places + 1] = given
        return form[1](unpack(args, 1, places + 1))
      end
    end
    wrong(('%s: %s in %s'):format(name, misfit(forms[1], args, count, given), forms[1][6]))
  end
end

-- ---- from and to memory of Lua's ----

local function size_of(x)
  local size, flat = {}, {}
  local function walk(y, depth)
    if type(y) ~= 'table' then
      flat[#flat + 1] = y
      return
    end
    size[depth] = #y
    for i = 1, #y do walk(y[i], depth + 1) end
  end
  walk(x, 1)
  return size, flat
end

-- A copy of a number or of nested tables.
function torch.tensor(data, keywords)
  keywords = keywords or {}
  local dtype = keywords.dtype or 'float32'
  local size, flat = size_of(data)
  local bytes = ffi.new(ELEMENTS[dtype] .. '[?]', math.max(#flat, 1), flat)
  local out = torch.from_bytes(bytes, #flat * ffi.sizeof(ELEMENTS[dtype]), size, dtype)
  if keywords.requires_grad then out:set_requires_grad(true) end
  return out
end
-- A copy of memory: a string, or a C array of so many bytes.
function torch.from_bytes(data, bytes, size, dtype)
  local place, sizes, dim = tensor_place(), core.ints(size)
  check(C.ptc_tensor_from_data(ffi.cast('const void *', data), bytes, sizes, dim, core.options {dtype = dtype}, place))
  return own(place[0])
end

-- Memory that tensors look at is kept until they are gone, which a mark tells: the library closes a handle of it then.
local kept = {}
local function forget()
  for mark in pairs(kept) do
    if C.ptc_mark_tensors(mark) == 0 then
      kept[mark] = nil
      C.ptc_mark_close(mark)
    end
  end
end
-- A tensor over a C array of Lua's (ffi.new 'float[?]'), without a copy; the array is kept while anything needs the
-- memory.
function torch.over(array, size, dtype)
  forget()
  local count = 1
  for i = 1, #size do count = count * size[i] end
  if count * ffi.sizeof(ELEMENTS[dtype]) ~= ffi.sizeof(array) then wrong('over: the array is not of this size and dtype') end
  local mark, place = ffi.new('ptc_mark[1]'), tensor_place()
  check(C.ptc_mark_new(mark))
  C.ptc_mark_set(mark[0])
  local failed = C.ptc_tensor_from_data(nil, 0, ffi.new('int64_t[1]', 0), 1, core.options {dtype = 'uint8'}, place)
  C.ptc_mark_set(nil)
  check(failed)
  local token, sizes, dim = ffi.cast('void *', place[0]), core.ints(size)
  local close = ffi.cast('void (*)(void *)', C.ptc_tensor_close)
  kept[mark[0]] = array
  check(C.ptc_tensor_from_blob(ffi.cast('void *', array), sizes, dim, nil, 0, core.options {dtype = dtype}, token,
    close, place))
  return own(place[0])
end
-- How many arrays are kept for tensors.
function torch.kept_arrays()
  forget()
  local count = 0
  for _ in pairs(kept) do count = count + 1 end
  return count
end

local function asked(kind, call, ...)
  local place = ffi.new(kind)
  check(call(place, ...))
  return place[0]
end
local function of(self) return core.tensor(self, 'self') end

function methods.dim(self)
  local place = int64_place()
  check(C.ptc_tensor_dim(of(self), place))
  return tonumber(place[0])
end
function methods.numel(self)
  local place = int64_place()
  check(C.ptc_tensor_numel(of(self), place))
  return tonumber(place[0])
end
function methods.size(self)
  local dim = self:dim()
  local place, out = ffi.new('int64_t[?]', math.max(dim, 1)), {}
  check(C.ptc_tensor_sizes(of(self), place, dim))
  for i = 1, dim do out[i] = tonumber(place[i - 1]) end
  return out
end
function methods.dtype(self)
  local place = int32_place()
  check(C.ptc_tensor_dtype(of(self), place))
  return DTYPE_NAMES[place[0]]
end
-- The only element: a number or a boolean.
function methods.item(self)
  local place = ffi.new('ptc_scalar[1]')
  check(C.ptc_tensor_item(of(self), place))
  local found = place[0]
  if found.kind == 2 then return found.re end
  if found.kind == 3 then return found.i ~= 0 end
  if found.kind == 4 then wrong('item: a complex number') end
  return tonumber(found.i)
end
-- The elements where they lie, as a pointer to C numbers and their count; the memory is kept while the pointer is.
function methods.data(self)
  local element = ELEMENTS[self:dtype()] or wrong('data: C has no type for ' .. self:dtype())
  local flag_, lent, address = bool_place(), tensor_place(), ffi.new('void *[1]')
  check(C.ptc_tensor_is_contiguous(of(self), 0, flag_))
  if not flag_[0] then wrong('data: the tensor is not contiguous') end
  check(C.ptc_tensor_lend(of(self), lent))
  local holder = lent[0]
  check(C.ptc_tensor_data_ptr(holder, address))
  return ffi.gc(ffi.cast(element .. ' *', address[0]), function() C.ptc_tensor_close(holder) end), self:numel()
end
-- A copy of all bytes, row by row, as a string.
function methods.bytes(self)
  local element = int64_place()
  check(C.ptc_tensor_element_size(of(self), element))
  local count = self:numel() * tonumber(element[0])
  local out = ffi.new('uint8_t[?]', math.max(count, 1))
  check(C.ptc_tensor_copy_to(of(self), out, count))
  return ffi.string(out, count)
end
-- A flat table of all elements, row by row.
function methods.totable(self)
  local element, bytes, out = ELEMENTS[self:dtype()], self:bytes(), {}
  local numbers = ffi.cast('const ' .. element .. ' *', bytes)
  for i = 1, #bytes / ffi.sizeof(element) do out[i] = element == 'bool' and numbers[i - 1] or element ~= 'bool' and
    tonumber(numbers[i - 1]) end
  return out
end
function methods.string(self)
  local place = ffi.new('char *[1]')
  check(C.ptc_tensor_string(of(self), place))
  local out = ffi.string(place[0])
  C.ptc_string_free(place[0])
  return out
end
function methods.close(self)
  if self.handle == nil then return end
  if callbacks > 0 then later[#later + 1] = self.handle else C.ptc_tensor_close(self.handle) end
  self.handle = nil
end

-- ---- gradients ----

function methods.requires_grad(self)
  local place = bool_place()
  check(C.ptc_tensor_requires_grad(of(self), place))
  return place[0]
end
function methods.set_requires_grad(self, on)
  check(C.ptc_tensor_set_requires_grad(of(self), on))
  return self
end
function methods.backward(self) check(C.ptc_tensor_backward(of(self), nil, false, false)) end
jit.off(methods.backward) -- its hooks are Lua's
function methods.grad(self)
  local place = tensor_place()
  check(C.ptc_tensor_grad(of(self), place))
  return own(place[0])
end
function methods.set_grad(self, grad) check(C.ptc_tensor_set_grad(of(self), grad and of(grad) or nil)) end

local hooks, next_hook = {}, 0
local run_hook -- one C callback for all hooks: there are few places for callbacks
local function run(context, grad, out)
  local borrowed = grad ~= nil and ffi.gc(ffi.new('ptc_lua_tensor', grad), nil) or nil
  callbacks = callbacks + 1
  local fine, changed = pcall(hooks[tonumber(ffi.cast('intptr_t', context))], borrowed)
  callbacks = callbacks - 1
  if not fine then
    next_thrown = next_thrown + 1
    thrown[next_thrown] = {value = changed}
    return C.ptc_error_new_with(12, tostring(changed), ffi.cast('void *', next_thrown), nil)
  end
  if changed ~= nil and changed.handle ~= grad then
    return C.ptc_tensor_share(changed.handle, out) -- the library closes what it is given
  end
  return nil
end
-- Runs hook(grad) with each gradient of this tensor; it returns another one, or nothing. It is kept until its remove().
function methods.register_hook(self, hook)
  run_hook = run_hook or ffi.cast('const char *(*)(void *, ptc_tensor, ptc_tensor *)', run)
  next_hook = next_hook + 1
  hooks[next_hook] = hook
  local place = ffi.new('ptc_hook[1]')
  check(C.ptc_tensor_register_hook(of(self), run_hook, ffi.cast('void *', next_hook), nil, place))
  local handle, number = ffi.new('ptc_lua_hook', place[0]), next_hook
  return {handle = handle, remove = function() C.ptc_hook_remove(handle.handle); hooks[number] = nil end}
end

-- ---- states, for the run of a function ----

local function in_state(enter, leave)
  return function(run_)
    local before = enter()
    local out = {pcall(run_)}
    leave(before)
    if not out[1] then error(out[2], 0) end
    return unpack(out, 2)
  end
end
local function grad_mode() return asked('bool[1]', C.ptc_grad_mode) end
torch.no_grad = in_state(function()
  local before = grad_mode()
  check(C.ptc_set_grad_mode(false))
  return before
end, function(before) check(C.ptc_set_grad_mode(before)) end)
torch.inference_mode = in_state(function()
  local before = {asked('bool[1]', C.ptc_inference_mode), grad_mode()}
  check(C.ptc_set_inference_mode(true))
  return before
end, function(before)
  check(C.ptc_set_inference_mode(before[1]))
  check(C.ptc_set_grad_mode(before[2]))
end)

-- What run() returns; Ctrl-C ends the call that it is in, or its next one, with an error of the kind 17; a second one
-- before that is handled as it was.
local SIGINT = 2
torch.interruptible = in_state(function() check(C.ptc_interrupt_on_signal(SIGINT)) end,
  function() C.ptc_interrupt_off_signal(SIGINT) end)

-- ---- the rest ----

function torch.manual_seed(seed) check(C.ptc_manual_seed(seed)) end
function torch.set_num_threads(count) check(C.ptc_set_num_threads(count)) end
function torch.live_handles()
  close_dead()
  return tonumber(C.ptc_live_handles())
end
function torch.live_bytes() return tonumber(C.ptc_live_bytes(0)) end
function torch.generator(seed)
  local place = ffi.new('ptc_generator[1]')
  check(C.ptc_generator_new(0, UNSET, place))
  check(C.ptc_generator_manual_seed(place[0], seed))
  return Generator(place[0])
end

local ops, op_methods = require('pytorch_c_ops')(core)
for name, call in pairs(ops) do torch[name] = torch[name] or call end
for name, call in pairs(op_methods) do methods[name] = methods[name] or call end

local function reflected(name) -- a number on the left
  local call, scalar_tensor = ops[name], ops.scalar_tensor
  return function(a, b)
    if is(Tensor, a) then return call(a, b) end
    return call(scalar_tensor(a), b)
  end
end
Tensor = ffi.metatype('ptc_lua_tensor', {
  __index = methods, __tostring = methods.string, __add = reflected 'add', __sub = reflected 'sub',
    __mul = reflected 'mul', __div = reflected 'div',
  __unm = ops.neg, __gc = function(self) if self.handle ~= nil then bury(C.ptc_tensor_close, self.handle) end end,
})
Hook = ffi.metatype('ptc_lua_hook', {__gc = function(self) bury(C.ptc_hook_close, self.handle) end})
Generator = ffi.metatype('ptc_lua_generator', {__gc = function(self) bury(C.ptc_generator_close, self.handle) end})
torch.Tensor = Tensor

require('pytorch_c_optim')(torch, core)
require('pytorch_c_files')(torch, core)
require('pytorch_c_jit')(torch, core)
require('pytorch_c_nn')(torch, core)
return torch
