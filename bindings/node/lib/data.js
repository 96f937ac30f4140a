// Batches, in torch's order.
'use strict'
const ops = require('../generated/ops')
const { Generator } = require('./arguments')
const { untidied } = require('./tensor')

// Batches of the rows of tensors: for (const [x, y] of new DataLoader([images, labels], { batchSize: 100 })). With
// `shuffle` each pass has a new order, that of torch's DataLoader with a generator of this seed. A batch is closed when
// the next one is asked for.
class DataLoader {
  constructor(tensors, { batchSize = 1, shuffle = false, seed = 0, dropLast = false } = {}) {
    Object.assign(this, { tensors, batchSize, dropLast, generator: shuffle ? new Generator(seed) : null })
  }

  get length() {
    const count = this.tensors[0].size[0] / this.batchSize
    return this.dropLast ? Math.floor(count) : Math.ceil(count)
  }

  #order(rows) {
    // torch draws a number for its workers, and at the end an order that nobody takes.
    const { generator } = this
    ops.random_(ops.empty([], { dtype: 'int64' }), { generator }).close()
    if (!generator) return ops.arange(rows)
    const order = ops.randperm(rows, { generator })
    ops.randperm(rows, { generator }).close()
    return order
  }

  *[Symbol.iterator]() {
    const rows = this.tensors[0].size[0],
      order = untidied(() => this.#order(rows))
    try {
      for (let i = 0; i < this.length; ++i) {
        const start = i * this.batchSize
        const batch = untidied(() => {
          const rowsOf = order.slice(0, start, Math.min(start + this.batchSize, rows))
          const out = this.tensors.map((one) => one.index_select(0, rowsOf))
          rowsOf.close()
          return out
        })
        yield batch
        batch.forEach((one) => one.close())
      }
    } finally {
      order.close()
    }
  }
}

module.exports = { DataLoader }
