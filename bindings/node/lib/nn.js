// What layers share; the layers themselves are written by generate.js from pytorch_c.json.
'use strict'
const { func, check } = require('./native')
const { Tensor, untidied } = require('./tensor')
const ops = require('../generated/ops')
const setData = func('ptc_tensor_set_data')

// ---- torch.nn.init: the bounds and the draws of torch's layers ----

const product = (numbers) => numbers.reduce((a, b) => a * b, 1)
const fanIn = (weight) => product(weight.size.slice(1))
const INIT = {
  zeros: (self) => ops.zero_(self),
  ones: (self) => ops.fill_(self, 1),
  uniform: (self, bound) => ops.uniform_(self, -bound, bound),
  kaiming_uniform(self) {
    const a = Math.sqrt(5),
      std = Math.sqrt(2 / (1 + a * a)) / Math.sqrt(fanIn(self))
    INIT.uniform(self, Math.sqrt(3) * std)
  },
  fan_in_uniform: (self, weight) => INIT.uniform(self, 1 / Math.sqrt(fanIn(weight))),
  embedding(self, padding) {
    ops.normal_(self)
    if (padding >= 0) self.select(0, padding).zero_()
  }
}

// A number, or a list of so many.
const many = (x, count) => (Array.isArray(x) ? x : Array(count).fill(x))

// What has parameters, buffers and modules of its own: those of its properties that are Modules, and what parameter()
// and buffer() have made. A class of yours has a method forward.
class Module {
  #parameters = []
  #buffers = []
  training = true

  // Makes and fills a tensor that is trained, as the property `name`.
  parameter(name, size, init, ...given) {
    this.#parameters.push(name)
    this[name] = untidied(() => ops.empty(size))
    INIT[init](this[name], ...given)
    this[name].requiresGrad = true
  }
  // Makes and fills a tensor of state that is not trained.
  buffer(name, size, init, dtype) {
    this.#buffers.push(name)
    this[name] = untidied(() => ops.empty(size, { dtype }))
    INIT[init](this[name])
  }

  // [name, module] of those in it.
  children() {
    return Object.entries(this).filter(([, one]) => one instanceof Module)
  }
  #named(of) {
    const own = of(this).map((name) => [name, this[name]])
    const inner = this.children().flatMap(([name, one]) => one.#named(of).map(([key, x]) => [`${name}.${key}`, x]))
    return [...own, ...inner]
  }
  // {name: tensor}, in torch's order and by torch's names.
  namedParameters() {
    return Object.fromEntries(this.#named((one) => one.#parameters))
  }
  namedBuffers() {
    return Object.fromEntries(this.#named((one) => one.#buffers))
  }
  parameters() {
    return Object.values(this.namedParameters())
  }
  // Parameters and buffers, for save(): {'0.weight': tensor, …}.
  stateDict() {
    return Object.fromEntries(this.#named((one) => [...one.#parameters, ...one.#buffers]))
  }
  // Copies what load() or another module's stateDict() gives; an error, and no change, where names or sizes differ.
  loadStateDict(state) {
    const own = this.stateDict()
    const missing = Object.keys(own).filter((name) => !(name in state)),
      unexpected = Object.keys(state).filter((name) => !(name in own))
    if (missing.length || unexpected.length)
      throw new Error(`loadStateDict: missing: [${missing}], unexpected: [${unexpected}]`)
    for (const name in own)
      if (String(own[name].size) !== String(state[name].size))
        throw new Error(`loadStateDict: ${name} has size [${own[name].size}], not [${state[name].size}]`)
    const { noGrad } = require('..')
    noGrad(() => Object.entries(own).forEach(([name, one]) => one.copy_(state[name])))
  }

  train(on = true) {
    this.training = on
    this.children().forEach(([, one]) => one.train(on))
    return this
  }
  eval() {
    return this.train(false)
  }
  // Moves all tensors to a device ('cuda:0'), and casts those of floats where a dtype is given. They stay the same
  // tensors, for optimizers that know them.
  to(device, dtype) {
    for (const one of Object.values(this.stateDict())) {
      const kind = dtype && one.dtype.includes('float') ? dtype : one.dtype
      const moved = device ? ops.to_device(one.detach(), device, kind) : ops.to_dtype(one.detach(), kind)
      check(setData(one.handle, moved.handle))
      moved.close()
    }
    return this
  }
  // Closes all of its tensors.
  close() {
    Object.values(this.stateDict()).forEach((one) => one.close())
  }
}

// Runs modules, and functions of a tensor, one after the other.
class Sequential extends Module {
  constructor(...layers) {
    super()
    this.layers = layers
  }
  children() {
    return this.layers.map((one, i) => [String(i), one]).filter(([, one]) => one instanceof Module)
  }
  forward(x) {
    return this.layers.reduce((out, one) => (one instanceof Module ? one.forward(out) : one(out)), x)
  }
}

// LSTM and GRU: weights of each layer and direction, and the states they begin with.
class Recurrent extends Module {
  weights = []

  weightsOf(gates) {
    const { inputSize, hiddenSize, numLayers, bias, bidirectional } = this,
      bound = 1 / Math.sqrt(hiddenSize),
      rows = gates * hiddenSize
    for (let layer = 0; layer < numLayers; ++layer) {
      const columns = layer ? hiddenSize * (bidirectional ? 2 : 1) : inputSize
      for (const end of bidirectional ? [`_l${layer}`, `_l${layer}_reverse`] : [`_l${layer}`]) {
        const sizes = { weight_ih: [rows, columns], weight_hh: [rows, hiddenSize], bias_ih: [rows], bias_hh: [rows] }
        for (const [name, size] of Object.entries(sizes)) {
          if (!bias && name.startsWith('bias')) continue
          this.parameter(name + end, size, 'uniform', bound)
          this.weights.push(this[name + end])
        }
      }
    }
  }
  zeroStates(x) {
    const batch = x.size[this.batchFirst ? 0 : 1]
    const size = [this.numLayers * (this.bidirectional ? 2 : 1), batch, this.hiddenSize]
    return ops.new_zeros(x, size)
  }
}

module.exports = { Module, Sequential, Recurrent, many, Tensor }
