// Optimizers: a step is one call for all parameters.
'use strict'
const { func, check, intList, scratch } = require('./native')
const sgdStep = func('ptc_optimizer_sgd_step', 'lllllllddddbbb')
const adamStep = func('ptc_optimizer_adam_step', 'lllllllllllll' + 'ddddd' + 'bbb')
const list = (tensors) => intList(tensors.map((one) => one.handle))

class Optimizer {
  constructor(parameters) {
    this.parameters = [...parameters]
    this.state = new Map()
  }

  zeroGrad() {
    for (const one of this.parameters) one.grad = null
  }

  // [parameter, gradient, state] of those that have a gradient.
  rows(state) {
    const out = []
    for (const one of this.parameters) {
      const grad = one.grad
      if (!grad) continue
      const first = state !== null && !this.state.has(one)
      if (first) this.state.set(one, state(one))
      out.push({ one, grad, first, state: this.state.get(one) })
    }
    return out
  }
}

// torch.optim.SGD
class SGD extends Optimizer {
  constructor(parameters, lr, { momentum = 0, dampening = 0, weightDecay = 0, nesterov = false } = {}) {
    super(parameters)
    Object.assign(this, { lr, momentum, dampening, weightDecay, nesterov })
  }

  step() {
    const { zeros_like } = require('../generated/ops'),
      top = scratch.top
    const rows = this.rows(this.momentum ? zeros_like : null)
    try {
      for (const first of [false, true]) {
        // a first step only writes its buffers
        const now = rows.filter((row) => row.first === first),
          count = now.length
        if (!count) continue
        const buffers = this.momentum ? now.map((row) => row.state) : []
        check(
          sgdStep(
            list(now.map((row) => row.one)),
            count,
            list(now.map((row) => row.grad)),
            count,
            list(buffers),
            buffers.length,
            this.lr,
            this.momentum,
            this.dampening,
            this.weightDecay,
            this.nesterov,
            false,
            first
          )
        )
      }
    } finally {
      scratch.top = top
      rows.forEach((row) => row.grad.close())
    }
  }
}

// torch.optim.Adam, or AdamW with `decoupled`
class Adam extends Optimizer {
  constructor(parameters, { lr = 1e-3, betas = [0.9, 0.999], eps = 1e-8, weightDecay = 0, decoupled = false } = {}) {
    super(parameters)
    Object.assign(this, { lr, betas, eps, weightDecay, decoupled })
  }

  step() {
    const { zeros, zeros_like } = require('../generated/ops'),
      top = scratch.top
    const rows = this.rows((one) => [zeros_like(one), zeros_like(one), zeros([])]),
      count = rows.length
    try {
      const column = (i) => list(rows.map((row) => row.state[i]))
      check(
        adamStep(
          list(rows.map((row) => row.one)),
          count,
          list(rows.map((row) => row.grad)),
          count,
          column(0),
          count,
          column(1),
          count,
          0,
          0,
          column(2),
          count,
          this.lr,
          ...this.betas,
          this.eps,
          this.weightDecay,
          false,
          false,
          this.decoupled
        )
      )
    } finally {
      scratch.top = top
      rows.forEach((row) => row.grad.close())
    }
  }
}

module.exports = { SGD, Adam }
