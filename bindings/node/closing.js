// Closes tensors while calls are under way with them: node closing.js COUNT. JavaScript shares no tensor among threads,
// so a hook closes the three that the pass is about that it runs in, each worker on its own. bindings/README.md has more.
'use strict'
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads')
const torch = require('./index')

function race(count) {
  let calls = 0,
    closed = 0
  for (let i = 0; i < count; ++i) {
    const x = torch.ones([2, 2], { requires_grad: true }),
      y = x.mul(x),
      loss = y.sum()
    const hook = x.registerHook(() => {
      loss.close()
      y.close()
      x.close()
    })
    loss.backward()
    hook.close()
    ++calls
    try {
      y.sum()
    } catch (error) {
      if (!/closed/.test(error.message)) throw error
      ++closed
    }
    if (i % 8 === 7) torch.ones([8, 8]).mm(torch.ones([8, 8])) // the collector's
  }
  return { calls, closed }
}

async function main(count) {
  const before = torch.liveHandles()
  const done = [0, 1].map(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(__filename, { workerData: Math.ceil(count / 12) })
        let found
        worker.on('message', (message) => (found = message)).on('error', reject)
        worker.on('exit', () => resolve(found)) // its collector's are closed then
      })
  )
  const mine = race(Math.ceil(count / 6))
  const all = [mine, ...(await Promise.all(done))]
  for (let i = 0; i < 10 && torch.liveHandles() > before; ++i) await torch.gc()
  const sum = (name) => all.reduce((total, one) => total + one[name], 0)
  console.log(JSON.stringify({ calls: sum('calls'), closed: sum('closed'), left: torch.liveHandles() - before }))
  const kept = torch.ones([8, 8])
  setImmediate(() => (kept.mm(kept), process.exit(0))) // with tensors that are open
}

if (isMainThread) main(Number(process.argv[2]))
else parentPort.postMessage(race(workerData))
