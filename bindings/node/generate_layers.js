// The text of generated/layers.js: a class for each of the description's layers. The first argument, and those without a
// default, have a place; the others have a name.
'use strict'

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
const OPERATORS = { or: '||', and: '&&', not: '!' }

// An expression of the description; `own` are the names that are fields, others are arguments of the constructor.
const expression = (text, own) =>
  String(text)
    .replace(/^\*/, '...')
    .replace(/not /g, '!')
    .replace(/[a-z_]\w*/gi, (name) => OPERATORS[name] ?? (own[name] ? `this.${own[name]}` : camel(name)))
const literal = (x) => (typeof x === 'string' ? `'${x}'` : JSON.stringify(x))

function made(one, kind) {
  const size = `[${one.shape.map((part) => expression(part, {})).join(', ')}]`
  const [init, ...given] = one.init
  const more = [...given.map((name) => (name === 'weight' ? 'this.weight' : camel(name))), one.dtype && literal(one.dtype)]
  const text = `this.${kind}('${one.name}', ${[size, `'${init}'`, ...more.filter(Boolean)].join(', ')})`
  return one.when ? `if (${expression(one.when, {})}) ${text}\n    else this.${one.name} = null` : text
}

function call({ function: symbol, arguments: given, when }, own, functions) {
  const params = functions.get(symbol).params.filter((one) => one.direction !== 'out' && one.kind !== 'length')
  const values = given.map((one) => (typeof one === 'string' ? expression(one, own) : literal(one)))
  const named = params.flatMap((one, i) => (one.keyword_only ? [`${one.name}: ${values[i]}`] : []))
  const words = values.filter((_, i) => !params[i].keyword_only)
  if (named.length) words.push(`{ ${named.join(', ')} }`)
  const text = `ops.${symbol.replace(/^ptc_/, '')}(${words.join(', ')})`
  return when ? `if (${expression(when, own)}) ${text}` : text
}

function layer(one, functions) {
  const tensors = [...one.parameters, ...one.buffers],
    names = tensors.map((each) => each.name)
  const fields = one.arguments.filter((each) => !names.includes(each.name)).map((each) => camel(each.name))
  const own = { training: 'training', weights: 'weights' }
  for (const each of one.arguments) own[each.name] = camel(each.name)
  for (const name of names) own[name] = name
  const free = one.arguments.filter((each, i) => i && 'default' in each),
    first = one.arguments.filter((each) => !free.includes(each))
  const withDefault = (each) => camel(each.name) + ('default' in each ? ` = ${literal(each.default)}` : '')
  const options = free.map(withDefault)
  const params = [...first.map(withDefault), ...(free.length ? [`{ ${options.join(', ')} } = {}`] : [])].join(', ')
  const sized = one.arguments.filter((each) => each.size)
  const expanded = sized.map((each) => `${camel(each.name)} = many(${camel(each.name)}, ${each.size})`)
  const lines = ['super()', ...expanded]
  if (fields.length) lines.push(`Object.assign(this, { ${fields.join(', ')} })`)
  lines.push(...one.parameters.map((each) => made(each, 'parameter')), ...one.buffers.map((each) => made(each, 'buffer')))
  const body = one.forward.map((each) => call(each, own, functions))
  body.push(`return ${body.pop()}`)
  let takes = 'x'
  if (one.recurrent) {
    const { gates, states } = one.recurrent
    lines.push(`this.weightsOf(${gates})`)
    takes = 'x, states = this.initial(x)'
    const last = body.pop().replace('return ', 'const [out, ...after] = ')
    body.push(last, `return [out, ${states > 1 ? 'after' : 'after[0]'}]`)
  }
  const constructor = params || lines.length > 1 ? `  constructor(${params}) {\n    ${lines.join('\n    ')}\n  }\n` : ''
  const initial = one.recurrent
    ? `  initial(x) {\n    return ${one.recurrent.states > 1 ? '[this.zeroStates(x), this.zeroStates(x)]' : 'this.zeroStates(x)'}\n  }\n`
    : ''
  return `
// torch.nn.${one.name}: ${one.doc}
class ${one.name} extends ${one.recurrent ? 'Recurrent' : 'Module'} {
${constructor}${initial}  forward(${takes}) {
    ${body.join('\n    ')}
  }
}
`
}

// [name, a function that makes the layer, size of the input, below]: what the program `layers` runs.
function examples(layers) {
  const rows = layers.flatMap((one) =>
    one.examples.map((each) => {
      const needed = one.arguments.filter((arg, i) => !i || !('default' in arg)).length
      const options = one.arguments.slice(needed, each.arguments.length)
      const given = each.arguments.slice(0, needed).map(literal)
      const named = options.map((arg, i) => `${camel(arg.name)}: ${literal(each.arguments[needed + i])}`)
      if (named.length) given.push(`{ ${named.join(', ')} }`)
      const made = `() => new ${one.name}(${given.join(', ')})`
      return `  ['${one.name}', ${made}, ${JSON.stringify(each.input)}, ${each.below ?? null}],\n`
    })
  )
  return `\nconst EXAMPLES = [\n${rows.join('')}]\n`
}

module.exports = (api) => {
  const functions = new Map(api.functions.map((one) => [one.name, one]))
  const names = api.layers.map((one) => one.name)
  return `// Derived from pytorch_c.json: the layers of torch.nn, with torch's first numbers.
'use strict'
const ops = require('./ops')
const { Module, Sequential, Recurrent, many } = require('../lib/nn')
${api.layers.map((one) => layer(one, functions)).join('')}${examples(api.layers)}
module.exports = { Module, Sequential, ${names.join(', ')} }
Object.defineProperty(module.exports, 'EXAMPLES', { value: EXAMPLES })
`
}
