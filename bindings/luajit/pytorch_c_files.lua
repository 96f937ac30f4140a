-- Files of named tensors for pytorch_c.lua, in the format of safetensors, which every binding reads and writes.
jit.off(true, true)
return function(torch)
  local NAMES = {
    float64 = 'F64', float32 = 'F32', float16 = 'F16', bfloat16 = 'BF16', int64 = 'I64', int32 = 'I32', int16 = 'I16',
      int8 = 'I8',
    uint8 = 'U8', bool = 'BOOL',
  }
  local DTYPES = {}
  for dtype, name in pairs(NAMES) do DTYPES[name] = dtype end

  local function little(number)
    local out = {}
    for i = 1, 8 do
      out[i] = string.char(number % 256)
      number = math.floor(number / 256)
    end
    return table.concat(out)
  end

  -- Writes a list of {name, tensor} in its order.
  function torch.save(path, tensors)
    local entries, data, offset = {}, {}, 0
    for i, pair in ipairs(tensors) do
      local name, tensor = pair[1], pair[2]
      local dtype = NAMES[tensor:dtype()] or error('save: safetensors has no name for ' .. tensor:dtype())
      data[i] = tensor:bytes()
      name = name:gsub('[\\"]', '\\%0')
      entries[i] = ('"%s":{"dtype":"%s","shape":[%s],"data_offsets":[%d,%d]}'):format(name, dtype,
        table.concat(tensor:size(), ','), offset,
        offset + #data[i])
      offset = offset + #data[i]
    end
    local header = '{' .. table.concat(entries, ',') .. '}'
    header = header .. (' '):rep(-#header % 8)
    local file = assert(io.open(path, 'wb'))
    file:write(little(#header), header, table.concat(data))
    file:close()
  end

  -- The list of {name, tensor} of a file.
  function torch.load(path)
    local file = assert(io.open(path, 'rb'))
    local content = file:read('*a')
    file:close()
    local length = 0
    for i = math.min(8, #content), 1, -1 do length = length * 256 + content:byte(i) end
    if #content < 8 or length > #content - 8 then error(('load: %s is no safetensors file'):format(path)) end
    local header = content:sub(9, 8 + length):gsub('\\(.)', function(c) return ('\1%02x'):format(c:byte()) end)
    local data, out = content:sub(9 + length), {}
    for name, entry in header:sub(2):gmatch('"([^"]*)"%s*:%s*(%b{})') do
      name = name:gsub('\1(%x%x)', function(code) return string.char(tonumber(code, 16)) end)
      if name ~= '__metadata__' then
        local dtype, shape = DTYPES[entry:match('"dtype"%s*:%s*"(%w+)"')], entry:match('"shape"%s*:%s*%[([%d,%s]*)%]')
        local first, last = entry:match('"data_offsets"%s*:%s*%[%s*(%d+)%s*,%s*(%d+)%s*%]')
        first, last = tonumber(first), tonumber(last)
        if not (dtype and shape and last and first <= last and
          last <= #data) then error(('load: %s: the entry of "%s" is wrong'):format(path, name)) end
        local size = {}
        for number in shape:gmatch('%d+') do size[#size + 1] = tonumber(number) end
        out[#out + 1] = {name, torch.from_bytes(data:sub(first + 1, last), last - first, size, dtype)}
      end
    end
    return out
  end
end
