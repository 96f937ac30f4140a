// Runs an archive of TorchScript, as cshim/examples/script.c does: node script.js ARCHIVE ARGUMENT...
// "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are numbers.
'use strict'
const torch = require('.')

const argument = (word) =>
  word.includes(',') ? torch.ones(word.split(',').filter(Boolean).map(Number)) : Number(word)

const sum = (x) => x.sum({ dtype: 'float64' }).item()

function shown(x) {
  if (x === null) return 'None'
  if (x instanceof torch.Tensor) return `Tensor(${x.size.join(', ')}) ${sum(x)} ${sum(x.mul(x))}`
  if (Array.isArray(x)) return `[${x.map(shown).join(', ')}]`
  if (typeof x === 'boolean') return x ? 'True' : 'False'
  if (typeof x === 'string') return `'${x}'`
  if (typeof x !== 'object') return String(x)
  const pairs = x instanceof Map ? [...x] : Object.entries(x)
  return `{${pairs.map(([key, value]) => `${shown(key)}: ${shown(value)}`).join(', ')}}`
}

const [archive, ...words] = process.argv.slice(2)
torch.tidy(() =>
  torch.noGrad(() => {
    const program = torch.jit.load(archive, { device: 'cpu' })
    console.log(shown(program.forward(...words.map(argument))))
    program.close()
  })
)
