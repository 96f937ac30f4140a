// The C library through koffi: functions, memory for one call, errors, and what callbacks refer to by number.
// Handles and addresses are Numbers here: they are below 2^53.
'use strict'
const koffi = require(process.env.PYTORCH_C_KOFFI || 'koffi')
const SHAPES = require('../generated/shapes')

const lib = koffi.load(process.env.PYTORCH_C_LIBRARY || 'libpytorch_c.so.0')
koffi.struct('ptc_scalar', { kind: 'int32', i: 'int64', re: 'double', im: 'double' })
const TYPES = { v: 'void', l: 'int64', i: 'int32', d: 'double', b: 'bool', t: 'const char *', s: 'ptc_scalar' }

// A function by the letters of its types, the result first: those of the description, but for operators.
function func(name, letters = SHAPES[name]) {
  const [out, ...given] = [...letters].map((letter) => TYPES[letter])
  return lib.func(name, out, given)
}

// The same, looked up when it is first called.
function lazy(name, letters) {
  let found
  return (...args) => (found ??= func(name, letters))(...args)
}

// ---- memory for the arguments and results of one call; calls within calls (hooks) stack ----

const SLOTS = 1 << 13
const memory = new ArrayBuffer(SLOTS * 8)
const bytes = new Uint8Array(memory),
  words = new Uint32Array(memory),
  doubles = new Float64Array(memory),
  ints = new BigInt64Array(memory)
const base = Number(koffi.address(bytes))
const scratch = { top: 0 }

// A place of `count` slots, zeroed; its number.
function place(count = 1) {
  const at = scratch.top,
    end = at + count
  if (end > SLOTS) throw new RangeError('pytorch_c: the lists of this call are too long')
  for (let i = at; i < end; ++i) doubles[i] = 0
  scratch.top = end
  return at
}
// A struct ptc_options: which fields count, and the fields. Its address.
function optionsOf(fields) {
  const at = place(4)
  for (let i = 0; i < 7; ++i) words[2 * at + i] = fields[i]
  return address(at)
}
const address = (at) => base + at * 8
const readInt = (at) => words[2 * at] + (words[2 * at + 1] | 0) * 4294967296
const readDouble = (at) => doubles[at]

// Addresses of lists, good until scratch.top goes back.
function listOf(array, kind, view) {
  if (array == null) return 0
  const at = place(array.length || 1)
  for (let i = 0; i < array.length; ++i) view[at + i] = kind(array[i])
  return address(at)
}
const intList = (array) => listOf(array, BigInt, ints)
const doubleList = (array) => listOf(array, Number, doubles)
function boolList(array) {
  const at = place(Math.ceil(array.length / 8) || 1)
  array.forEach((one, i) => (bytes[at * 8 + i] = one ? 1 : 0))
  return address(at)
}

// ---- errors ----

class TorchError extends Error {
  // kind: a number of enum ptc_error_kind
  constructor(kind, message) {
    super(message)
    this.name = 'TorchError'
    this.kind = kind
  }
}

const errorKind = func('ptc_error_kind'),
  errorFree = func('ptc_error_free')
const errorContext = func('ptc_error_context'),
  errorNewWith = func('ptc_error_new_with')
const stringFree = func('ptc_string_free')

// What Ctrl-C has ended (interruptible), under Node's name for that.
class AbortError extends TorchError {
  constructor(kind, message) {
    super(kind, message)
    this.name = 'AbortError'
    this.code = 'ABORT_ERR'
  }
}
const INTERRUPTED = 17

// Throws an error of the library; what a callback threw is thrown on as itself.
function check(error) {
  if (error !== 0) raise(error)
}
function raise(error) {
  const kept = objects.get(errorContext(error)),
    kind = errorKind(error),
    message = koffi.decode.string(BigInt(error))
  errorFree(error)
  if (kind === INTERRUPTED) throw new AbortError(kind, message)
  throw kept && 'thrown' in kept ? kept.thrown : new TorchError(kind, message)
}
function ownedText(at) {
  const out = koffi.decode.string(BigInt(at))
  stringFree(at)
  return out
}

// ---- the addon of src/weak.c, if it was compiled ----

let addon = null
for (const at of [process.env.PYTORCH_C_NODE_ADDON, '../build/weak.node'])
  try {
    if (at && !addon) addon = require(at)
  } catch {} // FinalizationRegistry serves

let collector
// V8's own collection of everything.
function collect() {
  if (!collector) {
    require('node:v8').setFlagsFromString('--expose-gc')
    collector = globalThis.gc ?? require('node:vm').runInNewContext('gc')
  }
  collector()
}
addon?.start(process.env.PYTORCH_C_LIBRARY || 'libpytorch_c.so.0', collect)

// ---- callbacks run in the middle of a call; what they close, or a collection finds, may be what it is about ----

let depth = 0
function enter() {
  ++depth
  addon?.enter()
}
function leave() {
  --depth
  addon?.leave()
}
const inCallback = () => depth > 0

// ---- callbacks: contexts are numbers of objects ----

const objects = new Map()
let next = 1
function keep(object) {
  objects.set(next, object)
  return next++
}
// A C function pointer, of a type of callbacks, to a JavaScript function, as a Number.
function pointer(type, callback) {
  const [out, ...given] = [...SHAPES[type]].map((letter) => TYPES[letter])
  return Number(koffi.register(callback, koffi.pointer(koffi.proto(type, out, given))))
}
const FORGET = pointer('ptc_destroy_fn', (context) => {
  objects.delete(context)
})

// What a callback returns to the library for what was thrown.
const failed = (thrown) => errorNewWith(12, String(thrown), keep({ thrown }), FORGET)

function checkVersions(wanted) {
  const found = func('ptc_abi_version')()
  if (found < 2000) throw new Error(`libpytorch_c has ABI ${found}; this binding was generated for ${wanted}`)
  check(func('ptc_require_abi')(wanted))
  check(func('ptc_check')())
}

module.exports = {
  koffi,
  memory,
  func,
  lazy,
  scratch,
  place,
  address,
  readInt,
  readDouble,
  intList,
  doubleList,
  boolList,
  optionsOf,
  check,
  ownedText,
  TorchError,
  AbortError,
  objects,
  keep,
  addon,
  collect,
  enter,
  leave,
  inCallback,
  pointer,
  FORGET,
  failed,
  checkVersions
}
