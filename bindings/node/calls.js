// Nanoseconds of processor time that a call costs: node calls.js COUNT
'use strict'
const torch = require('.')
torch.setNumThreads(1)
const count = Number(process.argv[2]),
  a = torch.ones([3, 3]),
  wide = torch.ones([1, 2])

function ns(times, call) {
  for (let i = 0; i < Math.max(times / 10, 5000); ++i) call()
  const begin = process.cpuUsage()
  for (let i = 0; i < times; ++i) call()
  const { user, system } = process.cpuUsage(begin)
  return ((user + system) * 1000) / times
}
const dim = ns(count, () => a.dim),
  mm = ns(count, () => torch.mm(a, a).close()),
  add = ns(count, () => torch.add(a, a).close())
const error = ns(count / 10, () => {
  try {
    torch.mm(a, wide)
  } catch {}
})
console.log(JSON.stringify({ dim, mm, add, error }))
