// How operators take their arguments, and how overloads are chosen.
'use strict'
const native = require('./native')
const { place, address, readInt, check } = native
const { Tensor } = require('./tensor')
const { DTYPES, LAYOUTS, MEMORY_FORMATS } = require('../generated/enums')

const DEVICES = { cpu: 0, cuda: 1, xpu: 12, mps: 13, meta: 14 }
const NONE = { kind: 0, i: 0, re: 0, im: 0 }

// The handle of a tensor; of null or nothing it is NULL, which the library refuses where a tensor is needed.
function tensor(x, name) {
  if (x instanceof Tensor) return x.handle
  if (x == null) return 0
  throw new TypeError(`argument '${name}': a Tensor is needed, got ${typeof x}`)
}

// A number that is whole is an int: 2.0 is written torch.float(2).
function scalar(x, name) {
  if (typeof x === 'number')
    return Number.isInteger(x) ? { kind: 1, i: x, re: 0, im: 0 } : { kind: 2, i: 0, re: x, im: 0 }
  if (x == null) return NONE
  if (typeof x === 'boolean') return { kind: 3, i: x ? 1 : 0, re: 0, im: 0 }
  if (typeof x === 'bigint') return { kind: 1, i: x, re: 0, im: 0 }
  if (x instanceof Float) return { kind: 2, i: 0, re: x.value, im: 0 }
  throw new TypeError(`argument '${name}': a number is needed, got ${typeof x}`)
}
class Float {
  constructor(value) {
    this.value = value
  }
}

// The words of a ptc_scalar, of which the last one is never set: an operator is given these.
const isFloat = (x) => (typeof x === 'number' ? !Number.isInteger(x) : x instanceof Float)
function kindOf(x, name) {
  if (typeof x === 'number') return Number.isInteger(x) ? 1 : 2
  return scalar(x, name).kind
}
function wholeOf(x) {
  if (typeof x === 'number') return Number.isInteger(x) ? x : 0
  return typeof x === 'boolean' ? Number(x) : typeof x === 'bigint' ? x : 0
}
const double = new Float64Array(1),
  bits = new BigInt64Array(double.buffer)
function bitsOf(x) {
  if (!isFloat(x)) return 0
  double[0] = x instanceof Float ? x.value : x
  return bits[0]
}

function tensors(x, name) {
  if (!Array.isArray(x)) throw new TypeError(`argument '${name}': an array of Tensors is needed`)
  const handles = x.map((one) => tensor(one, name))
  return native.intList(handles)
}
function scalars(x, name) {
  const at = place(4 * x.length || 1),
    view = (field) => address(at) + field
  x.forEach((one, i) => native.koffi.encode(BigInt(view(32 * i)), 'ptc_scalar', scalar(one, name)))
  return address(at)
}
// A list, for which one number may stand.
const many = (x) => (x == null || Array.isArray(x) || ArrayBuffer.isView(x) ? x : [x])
const length = (x) => (x == null ? 0 : x.length)

function named(table, x, name) {
  if (x == null) return -1
  if (!(x in table)) throw new TypeError(`argument '${name}': '${x}' is not one of ${Object.keys(table).join(', ')}`)
  return table[x]
}
const dtype = (x, name) => named(DTYPES, x, name)
const layout = (x, name) => named(LAYOUTS, x, name)
const memoryFormat = (x, name) => named(MEMORY_FORMATS, x, name)
function device(x, name) {
  if (x == null) return [-1, -1]
  const [type, index] = String(x).split(':')
  return [named(DEVICES, type, name), index === undefined ? -1 : Number(index)]
}
const FIELDS = ['dtype', 'layout', 'device', 'pin_memory', 'requires_grad']
// The address of a struct of those that are given; NULL where none is.
function options(x) {
  const set = FIELDS.reduce((bits, name, i) => (x[name] == null ? bits : bits | (1 << i)), 0)
  if (!set) return 0
  const [kind, index] = x.device == null ? [0, 0] : device(x.device, 'device')
  const number = (found) => Math.max(found, 0)
  return native.optionsOf([
    set,
    number(dtype(x.dtype, 'dtype')),
    number(layout(x.layout, 'layout')),
    kind,
    index,
    x.pin_memory ? 1 : 0,
    x.requires_grad ? 1 : 0
  ])
}

// ---- results ----

const made = (at) => {
  const handle = readInt(at)
  return handle ? new Tensor(handle) : null
}
const listLength = native.func('ptc_tensor_list_length'),
  listGet = native.func('ptc_tensor_list_get')
const listClose = native.func('ptc_tensor_list_close')
function taken(at) {
  const list = readInt(at),
    out = [],
    one = place()
  try {
    for (let i = 0, count = listLength(list); i < count; ++i) {
      check(listGet(list, i, address(one)))
      out.push(made(one))
    }
    return out
  } finally {
    listClose(list)
  }
}

// ---- overloads ----

const isNumber = (x) => typeof x === 'number' || typeof x === 'boolean' || typeof x === 'bigint' || x instanceof Float
const FITS = {
  T: (x) => x instanceof Tensor,
  L: (x) => Array.isArray(x) && x.every((one) => one == null || one instanceof Tensor),
  s: isNumber,
  i: (x) => Number.isInteger(x) || typeof x === 'bigint',
  f: isNumber,
  b: (x) => typeof x === 'boolean',
  I: (x) => Array.isArray(x) && x.every((one) => !(one instanceof Tensor)),
  t: (x) => typeof x === 'string',
  J: (x) => Number.isInteger(x) || FITS.I(x),
  G: (x) => x instanceof Generator
}

const generatorNew = native.func('ptc_generator_new'),
  generatorSeed = native.func('ptc_generator_manual_seed')
const generators = new FinalizationRegistry(native.func('ptc_generator_close'))
// A source of random numbers on the CPU.
class Generator {
  constructor(seed) {
    const at = place()
    try {
      check(generatorNew(0, -1, address(at)))
      this.handle = readInt(at)
      generators.register(this, this.handle)
      check(generatorSeed(this.handle, seed))
    } finally {
      native.scratch.top = at
    }
  }
}

const isKeywords = (x) =>
  x !== null && typeof x === 'object' && !Array.isArray(x) && Object.getPrototypeOf(x) === Object.prototype

// A form: [function, a letter for each position, how many are needed, keywords, schema, names of the positions].
// What does not fit in it, or nothing.
function misfit([, letters, least, keywords, , names, tests], args, given) {
  if (args.length > letters.length) return `takes ${letters.length} arguments, not ${args.length}`
  for (let i = 0; i < args.length; ++i) {
    if (args[i] != null && !tests[i](args[i])) return `argument '${names[i]}': ${typeof args[i]} does not fit`
  }
  for (let i = args.length; i < least; ++i)
    if (!given || !(names[i] in given)) return `argument '${names[i]}' is missing`
  for (const key in given) {
    const at = names.indexOf(key)
    if (at < 0 ? !keywords.includes(key) : at < args.length || !(given[key] == null || FITS[letters[at]](given[key])))
      return `argument '${key}' does not fit`
  }
}

// The function that calls the first form which fits. Each argument may be given by its name, in an object at the end.
function choose(name, forms) {
  for (const form of forms) form[6] = [...form[1]].map((letter) => FITS[letter])
  const [first, [, , least, , , , tests]] = [forms[0][0], forms[0]]
  return (...args) => {
    // Most calls: the first form, all of what it needs and nothing else.
    if (args.length === least) {
      let i = 0
      while (i < least && tests[i](args[i])) ++i
      if (i === least) return least === 2 ? first(args[0], args[1]) : first(...args)
    }
    const given = args.length && isKeywords(args[args.length - 1]) ? args.pop() : null
    for (const form of forms) {
      if (misfit(form, args, given) !== undefined) continue
      if (given === null) return form[0](...args)
      const [call, letters, , , , names] = form
      while (args.length < letters.length) args.push(given[names[args.length]])
      return call(...args, given)
    }
    const [, , , , schema] = forms[0],
      others = forms.length > 1 ? `; ${forms.length - 1} other forms do not fit either` : ''
    throw new TypeError(`${name}: ${misfit(forms[0], args, given)} in ${schema}${others}`)
  }
}

module.exports = {
  tensor,
  kindOf,
  wholeOf,
  bitsOf,
  tensors,
  scalars,
  many,
  length,
  dtype,
  layout,
  memoryFormat,
  device,
  options,
  made,
  taken,
  choose,
  Float,
  Generator
}
