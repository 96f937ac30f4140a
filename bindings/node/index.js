// libtorch for Node.js: const torch = require('pytorch_c'); torch.mm(a, b), a.mm(b), torch.zeros([2, 3], { dtype:
// 'float64' })
'use strict'
const native = require('./lib/native')
const enums = require('./generated/enums')
native.checkVersions(enums.ABI)

const { Tensor, Hook, tidy, closeLater } = require('./lib/tensor')
const { Float, Generator } = require('./lib/arguments')
const ops = require('./generated/ops')
const { setImmediate: turn } = require('node:timers/promises')
const { func, place, address, readInt, check, scratch } = native

for (const name of ops.METHODS) {
  if (name in Tensor.prototype) continue
  const call = ops[name]
  Object.defineProperty(Tensor.prototype, name, {
    value(...args) {
      return call(this, ...args)
    },
    writable: true,
    configurable: true
  })
}

// ---- states, for the run of a function ----

const gradMode = func('ptc_grad_mode'),
  setGradMode = func('ptc_set_grad_mode')
const inferenceMode_ = func('ptc_inference_mode'),
  setInferenceMode = func('ptc_set_inference_mode')
function state(question) {
  const at = place()
  try {
    check(question(address(at)))
    return readInt(at) !== 0
  } finally {
    scratch.top = at
  }
}
// What run() returns, which records nothing for gradients. Not for async functions: the state is the thread's.
function noGrad(run) {
  const before = state(gradMode)
  check(setGradMode(false))
  try {
    return run()
  } finally {
    check(setGradMode(before))
  }
}
function inferenceMode(run) {
  const before = state(inferenceMode_),
    grad = state(gradMode)
  check(setInferenceMode(true))
  try {
    return run()
  } finally {
    check(setInferenceMode(before))
    check(setGradMode(grad))
  }
}

// ---- Ctrl-C ----

const onSignal = native.lazy('ptc_interrupt_on_signal', 'li'),
  offSignal = native.lazy('ptc_interrupt_off_signal', 'vi'),
  SIGINT = 2
// What run() returns; Ctrl-C ends the call that it is in, or its next one, with an AbortError, and a second one before
// that is handled as it was. Not for async functions: a turn of the event loop ends no call.
function interruptible(run) {
  check(onSignal(SIGINT))
  try {
    return run()
  } finally {
    offSignal(SIGINT)
  }
}

// ---- memory ----

const setCallback = func('ptc_set_gc_callback'),
  setThreshold = func('ptc_set_gc_threshold'),
  setGrowth = func('ptc_set_gc_growth')
const liveTensors = func('ptc_live_tensors'),
  liveHandles = func('ptc_live_handles'),
  liveBytes_ = func('ptc_live_bytes')
const PRESSURE = native.pointer('ptc_gc_fn', (context, level) => {
  native.enter()
  try {
    native.objects.get(context).release(level)
  } catch {
    // nobody is there to hear it
  } finally {
    native.leave()
  }
})
// From now on release(level) is asked to close what is not needed, when more than `bytes` are alive on the CPU (0:
// never) or when an operator finds no memory. Finalizers cannot run then, since JavaScript has no turn: close(),
// tidy() and caches help. null: none.
function onPressure(release, bytes = 0) {
  setGrowth(0)
  setThreshold(0, bytes)
  check(release ? setCallback(PRESSURE, native.keep({ release }), native.FORGET) : setCallback(0, 0, 0))
}

// Has V8 collect each time that tensors have grown by 32 MB, more seldom where that frees little: on at first. It needs
// the addon; without it finalizers run in turns of the event loop alone.
function collectUnderPressure() {
  setThreshold(0, 0)
  native.addon?.collectUnderPressure(2 ** 25)
}
collectUnderPressure()

// A collection, and the turns of the event loop in which finalizers run; the handles that went.
async function gc() {
  const before = liveHandles()
  for (let i = 0; i < 3; ++i) {
    native.collect()
    await turn()
    native.addon?.closeFound()
  }
  closeLater()
  return before - liveHandles()
}

module.exports = {
  ...ops,
  ...require('./lib/optim'),
  ...require('./lib/files'),
  ...require('./lib/data'),
  nn: require('./generated/layers'),
  jit: require('./lib/jit'),
  Tensor,
  Hook,
  tidy,
  Generator,
  TorchError: native.TorchError,
  AbortError: native.AbortError,
  tensor: (data, options) => {
    const out = Tensor.of(data, options)
    if (options?.requires_grad) out.requiresGrad = true
    return out
  },
  float: (value) => new Float(value),
  over: Tensor.over,
  noGrad,
  inferenceMode,
  interruptible,
  onPressure,
  collectUnderPressure,
  gc,
  liveTensors,
  liveHandles,
  liveBytes: () => liveBytes_(0),
  manualSeed: (seed) => check(func('ptc_manual_seed')(seed)),
  setNumThreads: (count) => check(func('ptc_set_num_threads')(count))
}
