// TorchScript: jit.load(path), jit.compile(source); modules and functions that are called with JavaScript's values.
// A Tensor, number, string, boolean or null stands for itself, an array for a list or tuple, an object for a Dict with
// names as keys, a Map for any other.
'use strict'
const native = require('./native')
const { func, place, address, readInt, check, scratch, koffi } = native
const { Tensor } = require('./tensor')
const { Float, device, taken } = require('./arguments')

koffi.struct('ptc_value', { kind: 'int32', i: 'int64', re: 'double', im: 'double', p: 'int64', len: 'int64' })
const SLOTS = 6 // of one value
const [BOOL, INT, FLOAT, STRING, TENSOR, LIST, DICT] = [1, 2, 3, 6, 7, 20, 22]
const bytesOf = koffi.sizeof('ptc_value')
const c = {}
for (const name of [
  'load', 'load_memory', 'save', 'call', 'unit_new', 'unit_define', 'unit_function', 'unit_close', 'module_method',
  'module_names', 'module_tensors', 'module_train', 'module_attr', 'module_close', 'function_graph',
  'function_schema', 'function_module', 'function_close'
])
  c[name] = func(`ptc_jit_${name}`)
const valuesClose = func('ptc_values_close')

// What `call` puts into `count` places, read by `read`.
function given(count, call, read) {
  const top = scratch.top,
    at = place(count)
  try {
    call(address(at), at)
    return read(at)
  } finally {
    scratch.top = top
  }
}
const text = (call) => given(1, (out) => check(call(out)), (at) => native.ownedText(readInt(at)))
const handle = (call) => given(1, (out) => check(call(out)), readInt)
const lines = (found) => (found === '' ? [] : found.split('\n'))

// ---- values ----

const view = (at) => Buffer.from(native.memory, at * 8, SLOTS * 8)
function bytes(data) {
  const at = place(Math.ceil((data.length + 1) / 8))
  Buffer.from(native.memory, at * 8, data.length).set(data)
  return address(at)
}
function write(at, x, depth = 0) {
  if (depth > 100) throw new RangeError('arrays and objects may hold each other 100 deep')
  const to = view(at)
  const put = (kind, p = 0, length = 0) => {
    to.writeInt32LE(kind, 0)
    to.writeBigInt64LE(BigInt(p), 32)
    to.writeBigInt64LE(BigInt(length), 40)
  }
  const items = (kind, all, length) => {
    const first = place(Math.max(SLOTS * all.length, 1))
    put(kind, address(first), length)
    all.forEach((one, i) => write(first + SLOTS * i, one, depth + 1))
  }
  if (x == null) return
  if (x instanceof Tensor) return put(TENSOR, x.handle)
  if (typeof x === 'boolean') return put(BOOL), to.writeBigInt64LE(BigInt(x), 8)
  if (typeof x === 'bigint' || Number.isInteger(x)) return put(INT), to.writeBigInt64LE(BigInt(x), 8)
  if (typeof x === 'number' || x instanceof Float) {
    put(FLOAT)
    to.writeDoubleLE(x instanceof Float ? x.value : x, 16)
  } else if (typeof x === 'string') {
    const data = Buffer.from(x)
    put(STRING, bytes(data), data.length)
  } else if (Array.isArray(x)) items(LIST, x, x.length)
  else if (x instanceof Map) items(DICT, [...x].flat(1), x.size)
  else if (Object.getPrototypeOf(x) === Object.prototype) items(DICT, Object.entries(x).flat(1), Object.keys(x).length)
  else throw new TypeError(`TorchScript has no type for ${x.constructor?.name ?? typeof x}`)
}

const array = (p, type, length) => (length ? [...koffi.decode(BigInt(p), koffi.array(type, length))] : [])
const values = (p, length) =>
  Array.from({ length }, (_, i) => [koffi.decode(BigInt(p) + BigInt(i * bytesOf), 'ptc_value'), Number(p) + i * bytesOf])
const small = (n) => (typeof n === 'bigint' && n >= -(2n ** 53n) && n <= 2n ** 53n ? Number(n) : n)
const object = (pairs) => (pairs.every(([key]) => typeof key === 'string') ? Object.fromEntries(pairs) : new Map(pairs))
const pairs = (all) => all.flatMap((one, i) => (i % 2 ? [] : [[one, all[i + 1]]]))

// A value as JavaScript's; tensors are taken out of it.
function read([v, at]) {
  const length = Number(v.len),
    all = () => values(v.p, v.kind === 22 ? 2 * length : v.kind === 23 ? 1 + 2 * length : length).map(read)
  const take = (where, h) => {
    koffi.encode(BigInt(where), 'int64', 0)
    return h ? new Tensor(Number(h)) : null
  }
  switch (v.kind) {
    case 0:
      return null
    case 1:
      return Number(v.i) !== 0
    case 2:
      return small(v.i)
    case 3:
      return v.re
    case 6:
      return Buffer.from(array(v.p, 'uint8', length)).toString()
    case 7:
      return take(at + 32, v.p)
    case 8:
      return array(v.p, 'int64', length).map((h, i) => take(Number(v.p) + 8 * i, h))
    case 9:
      return array(v.p, 'int64', length).map(small)
    case 10:
      return array(v.p, 'double', length)
    case 11:
      return array(v.p, 'bool', length)
    case 20:
    case 21:
      return all()
    case 22:
      return object(pairs(all()))
    case 23:
      return object(pairs(all().slice(1)))
    default:
      throw new TypeError('TorchScript gave an object that has no form in JavaScript')
  }
}
function result(call) {
  return given(
    SLOTS,
    (out) => check(call(out)),
    (at) => {
      try {
        return read([koffi.decode(BigInt(address(at)), 'ptc_value'), address(at)])
      } finally {
        valuesClose(address(at), 1)
      }
    }
  )
}

// ---- functions and modules ----

const closing = {
  functions: new FinalizationRegistry((h) => c.function_close(h)),
  modules: new FinalizationRegistry((h) => c.module_close(h))
}
class Owner {
  constructor(kind, h) {
    this.kind = kind
    this.h = h
    closing[kind].register(this, h, this)
  }
  get handle() {
    if (this.h === 0) throw new Error('it is closed')
    return this.h
  }
  close() {
    if (this.h === 0) return
    closing[this.kind].unregister(this)
    this.kind === 'functions' ? c.function_close(this.h) : c.module_close(this.h)
    this.h = 0
  }
}

// A compiled function, or a method of a module.
class ScriptFunction extends Owner {
  constructor(h) {
    super('functions', h)
  }
  call(...args) {
    const top = scratch.top
    try {
      const at = place(Math.max(SLOTS * args.length, 1))
      args.forEach((one, i) => write(at + SLOTS * i, one))
      return result((out) => c.call(this.handle, address(at), args.length, null, out))
    } finally {
      scratch.top = top
    }
  }
  get schema() {
    return text((out) => c.function_schema(this.handle, out))
  }
  get graph() {
    return text((out) => c.function_graph(this.handle, 0, out))
  }
  // A module whose forward it is: so it is saved.
  module() {
    return new ScriptModule(handle((out) => c.function_module(this.handle, out)))
  }
}

class ScriptModule extends Owner {
  constructor(h) {
    super('modules', h)
    this.found = {}
  }
  method(name) {
    return (this.found[name] ??= new ScriptFunction(handle((out) => c.module_method(this.handle, name, out))))
  }
  forward(...args) {
    return this.method('forward').call(...args)
  }
  get methods() {
    return lines(text((out) => c.module_names(this.handle, 5, false, out)))
  }
  attribute(name) {
    return result((out) => c.module_attr(this.handle, name, out))
  }
  // {name: Tensor} that share memory with the module's.
  parameters() {
    return this.#tensors(1)
  }
  // Parameters and buffers, for loadStateDict() of a module of layers.
  stateDict() {
    return { ...this.#tensors(1), ...this.#tensors(2) }
  }
  #tensors(kind) {
    const names = lines(text((out) => c.module_names(this.handle, kind, true, out)))
    const found = given(1, (out) => check(c.module_tensors(this.handle, kind, true, out)), taken)
    return Object.fromEntries(names.map((name, i) => [name, found[i]]))
  }
  train(mode = true) {
    check(c.module_train(this.handle, mode))
    return this
  }
  eval() {
    return this.train(false)
  }
  save(path) {
    check(c.save(this.handle, path, 0))
  }
  close() {
    for (const one of Object.values(this.found)) one.close()
    super.close()
  }
}

// The module of an archive: a path, or its bytes. device: 'cpu', 'cuda:0'; where it was saved if there is none.
function load(from, options = {}) {
  const [type, index] = device(options.device, 'device')
  if (typeof from === 'string') return new ScriptModule(handle((out) => c.load(from, type, index, null, out)))
  const data = Number(koffi.address(from))
  return new ScriptModule(handle((out) => c.load_memory(data, from.byteLength, type, index, null, out)))
}

// {name: ScriptFunction} of a source.
function compile(source) {
  const unit = handle(c.unit_new)
  try {
    const names = lines(text((out) => c.unit_define(unit, null, source, null, 1, 0, out)))
    return Object.fromEntries(
      names.map((name) => [name, new ScriptFunction(handle((out) => c.unit_function(unit, name, out)))])
    )
  } finally {
    c.unit_close(unit)
  }
}

module.exports = { load, compile, ScriptModule, ScriptFunction }
