// A call that takes minutes, which Ctrl-C ends: node interrupt.js
'use strict'
const torch = require('.')
const { long } = torch.jit.compile('def long(x, count: int):\n    for i in range(count):\n        x = x + 1\n    return x\n')
console.log('ready')
try {
  torch.interruptible(() => long.call(torch.zeros([3]), 1_000_000_000))
} catch (error) {
  if (error.name === 'AbortError') console.log('interrupted')
}
if (torch.ones([3]).sum().item() !== 3) throw new Error('calls do not go on')
