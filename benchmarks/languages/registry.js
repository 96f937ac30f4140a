// Node: a FinalizationRegistry, whose callbacks wait for a turn of the event loop.
const [library, koffiAt, ...words] = process.argv.slice(2)
const koffi = require(koffiAt)
const { setImmediate: turn } = require('node:timers/promises')

const lib = koffi.load(library)
const zeros = lib.func('void *ptc_zeros(int64_t *size, int64_t size_len, const void *options, _Out_ void **out)')
const close = lib.func('void ptc_tensor_close(void *handle)')
const live = lib.func('int64_t ptc_live_tensors()')
const registry = new FinalizationRegistry(close)

class Tensor {
  constructor(numel) {
    const out = [null]
    if (zeros([numel], 1, null, out)) throw new Error('ptc_zeros failed')
    this.handle = out[0]
    registry.register(this, this.handle)
  }
}

async function collect() {
  for (let left = live(); left > 0; left = live()) {
    global.gc()
    await turn()
  }
}

async function main([numel, count, every]) {
  const pauses = [], begin = process.hrtime.bigint()
  for (let i = 1; i <= count; ++i) {
    new Tensor(numel)
    if (every && i % every === 0) {
      const start = process.hrtime.bigint()
      await collect()
      pauses.push(Number(process.hrtime.bigint() - start) / 1000)
    } else if (i % 10 === 0) await turn()
  }
  await collect()
  const ns = Number(process.hrtime.bigint() - begin) / Math.max(count, 1)
  console.log(JSON.stringify({ ns, pauses, left: Number(live()) }))
}

main(words.map(Number))
