// Every layer with the description's examples, as bindings/mlp/layers.py: node layers.js FILE
'use strict'
const torch = require('.')

torch.setNumThreads(1)
const out = {}
torch.nn.EXAMPLES.forEach(([name, make, size, below], number) => {
  const prefix = `${number}.${name}`
  torch.manualSeed(0)
  const layer = make()
  const x = below === null ? torch.randn(size) : torch.randint(below, size)
  for (const [key, one] of Object.entries(layer.stateDict())) out[`${prefix}.${key}`] = one.detach().clone()
  const call = () => [layer.forward(x)].flat()[0]
  const y = call(),
    parameters = Object.entries(layer.namedParameters())
  out[`${prefix}.out`] = y.detach()
  if (parameters.length) y.mul(y).sum().backward()
  for (const [key, one] of parameters) out[`${prefix}.${key}.grad`] = one.grad
  layer.eval()
  out[`${prefix}.eval`] = call().detach()
})
torch.save(process.argv[2], out)
