// Tensor: a handle that is closed by close(), by the end of a tidy(), or some time after nobody refers to it.
'use strict'
const native = require('./native')
const { func, place, address, readInt, readDouble, check, scratch, koffi } = native
const { DTYPES } = require('../generated/enums')

const NAMES = Object.fromEntries(Object.entries(DTYPES).map(([name, value]) => [value, name]))
const ARRAYS = {
  float32: Float32Array,
  float64: Float64Array,
  int64: BigInt64Array,
  int32: Int32Array,
  int16: Int16Array,
  int8: Int8Array,
  uint8: Uint8Array,
  bool: Uint8Array
}
const options = (dtype) => native.optionsOf([1, DTYPES[dtype], 0, 0, 0, 0, 0])

const c = {}
for (const name of [
  'close', 'from_data', 'from_blob', 'string', 'dim', 'numel', 'sizes', 'dtype', 'item', 'copy_to', 'data_ptr',
  'lend', 'share', 'is_contiguous', 'element_size', 'backward', 'grad', 'set_grad', 'requires_grad',
  'set_requires_grad', 'register_hook'
])
  c[name] = func(`ptc_tensor_${name}`)
const hookRemove = func('ptc_hook_remove'),
  hookClose = func('ptc_hook_close')

// What is watched is a cell, so that a tensor that is closed by hand need not be taken out again, which costs as much
// as an operator; the cell is the next tensor's then. The addon needs no turn of the event loop, and is not there where
// it was not compiled.
const registry = new FinalizationRegistry((cell) => {
  if (cell.h) c.close(cell.h)
})
const { addon } = native
const CLOSED = { h: 0, slot: -1 }
const free = [] // cells, which nobody refers to
const { handles, state } = addon ?? { handles: [], state: [0] }
function own(tensor, handle) {
  const cell = free.pop() ?? { h: 0, slot: -1 }
  if (cell.slot < 0) {
    cell.slot = addon ? addon.watch(cell) : 0
    if (!cell.slot) registry.register(tensor, cell) // no addon, or a million tensors are open
  }
  cell.h = handle
  if (cell.slot) handles[cell.slot] = handle
  tensor.cell = cell
  if (state[0]) addon.relieve()
}
// Closes what a cell holds, which its tensor has let go of.
function closeNow(cell) {
  c.close(cell.h)
  cell.h = 0
  if (!cell.slot) return
  handles[cell.slot] = 0
  free.push(cell)
}
const hooks = new FinalizationRegistry((handle) => hookClose(handle))
const lent = new FinalizationRegistry((handle) => c.close(handle))
// What a callback closes may be what the call is about that it runs in: it is closed when backward() returns, or when the
// next tensor is made outside of callbacks.
const later = []
function closeLater() {
  while (later.length && !native.inCallback()) closeNow(later.pop())
}
let scope = null // the tensors of the innermost tidy()

// What `call` puts into its place, read by `read`.
function asked(call, tensor, read = readInt) {
  const at = place()
  try {
    check(call(tensor.handle, address(at)))
    return read(at)
  } finally {
    scratch.top = at
  }
}

class Tensor {
  constructor(handle) {
    own(this, handle)
    if (later.length) closeLater()
    if (scope) scope.push(this)
  }

  // The handle; an error for a closed tensor.
  get handle() {
    if (this.cell.h === 0) throw new Error('the tensor is closed')
    return this.cell.h
  }

  close() {
    const { cell } = this
    if (cell.slot < 0) return // closed, or lent to a hook
    this.cell = CLOSED
    if (native.inCallback()) later.push(cell)
    else closeNow(cell)
  }

  // ---- from and to arrays ----

  // A copy of an array, nested or typed.
  static of(data, { dtype, size } = {}) {
    if (!ArrayBuffer.isView(data)) {
      const found = []
      for (let one = data; Array.isArray(one); one = one[0]) found.push(one.length)
      size ??= found
      dtype ??= 'float32'
      data = ARRAYS[dtype].from(
        Array.isArray(data) ? data.flat(Infinity) : [data],
        dtype === 'int64' ? BigInt : undefined
      )
    }
    return copied(data, dtype ?? dtypeOf(data), size ?? [data.length])
  }

  // A tensor over the memory of a typed array, without a copy. The array is kept while anything needs the memory; its
  // buffer must not be transferred or resized meanwhile.
  static over(array, size = [array.length]) {
    const count = size.reduce((a, b) => a * b, 1),
      before = scratch.top
    if (count !== array.length) throw new RangeError(`over: ${array.length} elements are not of the size [${size}]`)
    try {
      const dim = native.intList(size),
        at = place()
      const start = array.length ? Number(koffi.address(array)) : 0
      check(
        c.from_blob(
          start,
          dim,
          size.length,
          0,
          0,
          options(dtypeOf(array)),
          native.keep({ array }),
          native.FORGET,
          address(at)
        )
      )
      return new Tensor(readInt(at))
    } finally {
      scratch.top = before
    }
  }

  // The memory of a contiguous tensor on the CPU as a typed array, without a copy. It stays where it is while the
  // array is used.
  data() {
    const Kind = ARRAYS[this.dtype]
    if (!Kind) throw new TypeError(`data: there is no typed array for ${this.dtype}`)
    const at = place(3)
    try {
      check(c.is_contiguous(this.handle, 0, address(at)))
      if (!readInt(at)) throw new Error('data: the tensor is not contiguous')
      check(c.lend(this.handle, address(at + 1)))
      check(c.data_ptr(readInt(at + 1), address(at + 2)))
      const size = this.numel * Kind.BYTES_PER_ELEMENT
      if (size === 0) return (c.close(readInt(at + 1)), new Kind(0))
      const buffer = koffi.view(BigInt(readInt(at + 2)), size)
      lent.register(buffer, readInt(at + 1))
      return new Kind(buffer)
    } finally {
      scratch.top = at
    }
  }

  // A copy of all bytes, row by row.
  bytes() {
    const out = new Uint8Array(this.numel * asked(c.element_size, this))
    if (out.length) check(c.copy_to(this.handle, Number(koffi.address(out)), out.length))
    return out
  }

  // A copy as a typed array.
  toTypedArray() {
    const Kind = ARRAYS[this.dtype]
    if (!Kind) throw new TypeError(`toTypedArray: there is none for ${this.dtype}`)
    return new Kind(this.bytes().buffer)
  }

  // Nested arrays of numbers; of BigInts for int64.
  tolist() {
    let flat = [...this.toTypedArray()]
    const size = this.size
    for (let i = size.length - 1; i > 0; --i) {
      const rows = []
      for (let at = 0; at < flat.length; at += size[i]) rows.push(flat.slice(at, at + size[i]))
      flat = rows
    }
    return size.length ? flat : flat[0]
  }

  // ---- inspect ----

  get dim() {
    return asked(c.dim, this)
  }
  get numel() {
    return asked(c.numel, this)
  }
  get dtype() {
    return NAMES[asked(c.dtype, this)]
  }
  get size() {
    const dim = this.dim,
      at = place(dim || 1)
    try {
      check(c.sizes(this.handle, address(at), dim))
      return Array.from({ length: dim }, (_, i) => readInt(at + i))
    } finally {
      scratch.top = at
    }
  }
  toString() {
    return native.ownedText(asked(c.string, this))
  }
  [Symbol.for('nodejs.util.inspect.custom')]() {
    return this.cell.h ? this.toString() : 'Tensor (closed)'
  }

  // The only element: a number or a boolean.
  item() {
    const at = place(4)
    try {
      check(c.item(this.handle, address(at)))
      const kind = readInt(at) | 0 // an int32, whose neighbour is padding
      if (kind === 4) throw new TypeError('item: a complex number')
      return kind === 2 ? readDouble(at + 2) : kind === 3 ? readInt(at + 1) !== 0 : readInt(at + 1)
    } finally {
      scratch.top = at
    }
  }

  // ---- gradients ----

  get requiresGrad() {
    return asked(c.requires_grad, this) !== 0
  }
  set requiresGrad(on) {
    check(c.set_requires_grad(this.handle, on))
  }
  backward() {
    try {
      check(c.backward(this.handle, 0, false, false))
    } finally {
      closeLater()
    }
  }
  // null where there is none
  get grad() {
    const handle = asked(c.grad, this)
    return handle ? new Tensor(handle) : null
  }
  set grad(grad) {
    check(c.set_grad(this.handle, grad ? grad.handle : 0))
  }

  // Runs hook(grad) with each gradient of this tensor; it returns another one, or nothing to keep it. What it throws,
  // backward() throws. The gradient it is given is closed when it returns.
  registerHook(hook) {
    const at = place()
    try {
      check(c.register_hook(this.handle, RUN_HOOK, native.keep({ hook }), native.FORGET, address(at)))
      return new Hook(readInt(at))
    } finally {
      scratch.top = at
    }
  }
}

const RUN_HOOK = native.pointer('ptc_tensor_hook_fn', (context, grad, out) => {
  const borrowed = Object.create(Tensor.prototype, { cell: { value: { h: grad, slot: -1 } } }),
    at = place()
  native.enter()
  try {
    const changed = native.objects.get(context).hook(borrowed)
    if (changed && changed !== borrowed) {
      check(c.share(changed.handle, address(at))) // the library closes what it is given
      koffi.encode(BigInt(out), 'int64', readInt(at))
    }
    return 0
  } catch (thrown) {
    return native.failed(thrown)
  } finally {
    borrowed.cell.h = 0
    scratch.top = at
    native.leave()
  }
})

class Hook {
  constructor(handle) {
    this.h = handle
    hooks.register(this, handle, this)
  }

  remove() {
    if (this.h) hookRemove(this.h)
  }

  // Closes the handle; the hook stays.
  close() {
    if (this.h === 0) return
    hooks.unregister(this)
    hookClose(this.h)
    this.h = 0
  }
}

function dtypeOf(array) {
  const found = Object.keys(ARRAYS).find((name) => array instanceof ARRAYS[name])
  if (!found) throw new TypeError('this kind of array has no dtype')
  return found
}

function copied(data, dtype, size) {
  const before = scratch.top
  try {
    const dim = native.intList(size),
      at = place()
    const start = data.length ? Number(koffi.address(data)) : 0
    check(c.from_data(start, data.byteLength, dim, size.length, options(dtype), address(at)))
    return new Tensor(readInt(at))
  } finally {
    scratch.top = before
  }
}

// Everything that `run` makes is closed when it ends, but for what it returns: a tensor, or an array or object of some.
function tidy(run) {
  const outer = scope,
    mine = (scope = [])
  try {
    const out = run()
    const kept = new Set(out instanceof Tensor ? [out] : out && typeof out === 'object' ? Object.values(out) : [])
    scope = outer
    for (const one of mine) kept.has(one) ? outer?.push(one) : one.close()
    return out
  } catch (error) {
    mine.forEach((one) => one.close())
    throw error
  } finally {
    scope = outer
  }
}

// What `run` makes stays open when the tidy() that it is in ends.
function untidied(run) {
  const outer = scope
  scope = null
  try {
    return run()
  } finally {
    scope = outer
  }
}

module.exports = { Tensor, Hook, tidy, untidied, copied, closeLater }
