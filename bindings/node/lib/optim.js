// Optimizers: a step is one call for all parameters.
'use strict'
const { func, check, intList, scratch } = require('./native')
const { Float } = require('./arguments')
const { tidy, untidied } = require('./tensor')
const sgdStep = func('ptc_optimizer_sgd_step')
const adamStep = func('ptc_optimizer_adam_step')
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
      if (first) this.state.set(
        one,
        untidied(() => state(one))
      )
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

// torch.optim.AdamW
class AdamW extends Adam {
  constructor(parameters, options = {}) {
    super(parameters, { weightDecay: 0.01, ...options, decoupled: true })
  }
}

// ---- rates that change: step() after each epoch ----

class Scheduler {
  constructor(optimizer) {
    this.optimizer = optimizer
    this.base = optimizer.lr
    this.epoch = 0
  }
  step() {
    ++this.epoch
    this.optimizer.lr = this.next(this.optimizer.lr)
  }
}
// torch.optim.lr_scheduler.StepLR
class StepLR extends Scheduler {
  constructor(optimizer, stepSize, gamma = 0.1) {
    super(optimizer)
    Object.assign(this, { stepSize, gamma })
  }
  next(lr) {
    return this.epoch % this.stepSize ? lr : lr * this.gamma
  }
}
// torch.optim.lr_scheduler.CosineAnnealingLR
class CosineAnnealingLR extends Scheduler {
  constructor(optimizer, tMax, etaMin = 0) {
    super(optimizer)
    Object.assign(this, { tMax, etaMin })
  }
  next(lr) {
    const { epoch, tMax, etaMin } = this,
      at = (step) => 1 + Math.cos((Math.PI * step) / tMax)
    if ((epoch - 1 - tMax) % (2 * tMax) === 0) return lr + ((this.base - etaMin) * (1 - Math.cos(Math.PI / tMax))) / 2
    return (at(epoch) / at(epoch - 1)) * (lr - etaMin) + etaMin
  }
}
// torch.optim.lr_scheduler.LambdaLR: the first rate times factor(epoch)
class LambdaLR extends Scheduler {
  constructor(optimizer, factor) {
    super(optimizer)
    this.factor = factor
    optimizer.lr = this.base * factor(0)
  }
  next() {
    return this.base * this.factor(this.epoch)
  }
}

// Scales the gradients so that their norm is at most maxNorm; the norm that they had.
function clipGradNorm(parameters, maxNorm) {
  const ops = require('../generated/ops')
  return tidy(() => {
    const grads = parameters.map((one) => one.grad).filter(Boolean)
    const total = ops.linalg_vector_norm(ops.stack(grads.map((one) => ops.linalg_vector_norm(one))))
    const factor = total.add(1e-6).reciprocal().mul(new Float(maxNorm)).clamp_max(new Float(1))
    grads.forEach((one) => one.mul_(factor))
    return total.item()
  })
}

module.exports = { SGD, Adam, AdamW, StepLR, CosineAnnealingLR, LambdaLR, clipGradNorm }
