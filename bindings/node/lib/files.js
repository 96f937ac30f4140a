// Files of named tensors in the format of safetensors, which every binding reads and writes.
'use strict'
const fs = require('node:fs')
const { copied } = require('./tensor')
const NAMES = {
  float64: 'F64',
  float32: 'F32',
  float16: 'F16',
  bfloat16: 'BF16',
  int64: 'I64',
  int32: 'I32',
  int16: 'I16',
  int8: 'I8',
  uint8: 'U8',
  bool: 'BOOL'
}
const DTYPES = Object.fromEntries(Object.entries(NAMES).map(([dtype, name]) => [name, dtype]))

// Writes {name: tensor} in its order.
function save(path, tensors) {
  const header = {},
    data = []
  let offset = 0
  for (const [name, tensor] of Object.entries(tensors)) {
    const dtype = NAMES[tensor.dtype],
      bytes = tensor.bytes()
    if (!dtype) throw new TypeError(`save: safetensors has no name for ${tensor.dtype}`)
    header[name] = { dtype, shape: tensor.size, data_offsets: [offset, (offset += bytes.length)] }
    data.push(bytes)
  }
  let text = Buffer.from(JSON.stringify(header))
  text = Buffer.concat([text, Buffer.alloc(-text.length & 7, ' ')])
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  fs.writeFileSync(path, Buffer.concat([length, text, ...data]))
}

// {name: tensor} of a file.
function load(path) {
  const content = fs.readFileSync(path)
  const length = content.length < 8 ? Infinity : Number(content.readBigUInt64LE())
  if (length > content.length - 8) throw new Error(`load: ${path} is no safetensors file`)
  const header = JSON.parse(content.toString('utf8', 8, 8 + length)),
    data = content.subarray(8 + length),
    out = {}
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue
    const [start, end] = entry.data_offsets ?? []
    if (!(entry.dtype in DTYPES) || !(start >= 0 && start <= end && end <= data.length))
      throw new Error(`load: ${path}: the entry of "${name}" is wrong`)
    out[name] = copied(Uint8Array.from(data.subarray(start, end)), DTYPES[entry.dtype], entry.shape)
  }
  return out
}

module.exports = { save, load }
