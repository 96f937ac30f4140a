// Writes generated/enums.js, generated/ops.js, generated/layers.js and generated/shapes.js from the description of the
// library: node generate.js pytorch_c.json
'use strict'
const fs = require('node:fs'),
  path = require('node:path'),
  layers = require('./generate_layers')

// kind: letters for C, the letter by which overloads are told apart, and what C is given
const TYPES = {
  tensor: ['l', 'T', (x) => `tensor(${x}, '${x}')`],
  generator: ['l', 'G', (x) => `(${x} == null ? 0 : ${x}.handle)`],
  scalar: ['s', 's', (x) => `kindOf(${x}, '${x}'), wholeOf(${x}), bitsOf(${x}), 0`],
  int: ['l', 'i', (x) => x],
  float: ['d', 'f', (x) => x],
  bool: ['b', 'b', (x) => x],
  string: ['t', 't', (x) => `${x} ?? null`],
  dtype: ['i', 't', (x) => `dtype(${x}, '${x}')`],
  layout: ['i', 't', (x) => `layout(${x}, '${x}')`],
  memory_format: ['i', 't', (x) => `memoryFormat(${x}, '${x}')`],
  device_type: ['ii', 't', (x) => `...device(${x}, '${x}')`],
  reduction: ['l', 'i', (x) => x],
  options: ['l', '', (x) => `options(${x})`]
}
const LISTS = {
  tensor: ['L', (x) => `tensors(${x}, '${x}'), ${x}.length`],
  scalar: ['I', (x) => `scalars(${x}, '${x}'), ${x}.length`],
  int: ['I', (x) => `intList(${x} = many(${x})), length(${x})`],
  float: ['I', (x) => `doubleList(${x} = many(${x})), length(${x})`],
  bool: ['I', (x) => `boolList(${x}), ${x}.length`]
}
const OPTIONAL = { int: 'intList', float: 'doubleList', bool: 'boolList' }
const RESULTS = {
  tensor: (at) => `made(${at})`,
  tensor_list: (at) => `taken(${at})`,
  bool: (at) => `readInt(${at}) !== 0`,
  float: (at) => `readDouble(${at})`
}
const RESERVED = new Set(
  'default delete function in new return var with this eval arguments options tensor kindOf wholeOf bitsOf tensors scalars many length dtype layout device made taken choose func place address check top r keywords'.split(
    ' '
  )
)

function argument(param) {
  const name = param.name.replace(/^device_type$/, 'device'),
    safe = RESERVED.has(name) ? `${name}_` : name
  let [letters, letter, given] = TYPES[param.kind]
  if (param.list) {
    letters = 'll'
    ;[letter, given] = LISTS[param.kind]
    if (param.kind === 'int' && 'size' in param) letter = 'J'
  } else if (param.optional && param.kind in OPTIONAL) {
    letters = 'l'
    given = (x) => `${OPTIONAL[param.kind]}(${x} == null ? null : [${x}])`
  }
  const keyword = Boolean(param.keyword_only) || param.kind === 'options'
  return {
    name,
    safe,
    letters,
    letter,
    keyword,
    has: 'default' in param,
    value: param.default,
    kind: param.kind,
    c: given(safe),
    fields: param.fields
  }
}

const literal = (arg) =>
  arg.value === null
    ? 'null'
    : arg.kind === 'memory_format'
      ? "'contiguous'"
      : arg.kind === 'scalar' && typeof arg.value === 'number' && !Number.isInteger(arg.value)
        ? String(arg.value)
        : JSON.stringify(arg.value)
const withDefault = (arg) => {
  const target = arg.safe === arg.name || !arg.keyword ? arg.safe : `${arg.name}: ${arg.safe}`
  return arg.has ? `${target} = ${literal(arg)}` : target
}

// The values of an argument: a list and its length are two.
function parts([letters, text]) {
  if (letters !== 'll') return [[letters, text]]
  const at = text.lastIndexOf(', ')
  return [
    ['l', text.slice(0, at)],
    ['l', text.slice(at + 2)]
  ]
}

// Letters and arguments of a call, of which some are structs by value, in the order of a function that has their words
// instead: koffi takes long for a struct. On x86-64 a ptc_scalar lies on the stack: behind six arguments in registers, so
// do its four words.
function flat(pieces) {
  if (!pieces.some(([letter]) => letter === 's')) return pieces
  const registers = pieces.filter(([letter]) => letter !== 's' && letter !== 'd')
  const filled = [...registers.slice(0, 6), ...Array(Math.max(6 - registers.length, 0)).fill(['l', '0'])]
  const behind = pieces.filter((one) => one[0] === 's' || registers.indexOf(one) >= 6)
  const words = behind.map(([letter, text]) => (letter === 's' ? ['llll', text] : [letter, text]))
  return [...filled, ...pieces.filter(([letter]) => letter === 'd'), ...words]
}

// The text of an operator's function, and its form for the choice among overloads.
function operator(one) {
  const name = one.name.replace(/^ptc_/, '')
  const args = one.params
    .filter((param) => param.direction !== 'out' && !['length', 'device_index'].includes(param.kind))
    .map(argument)
  const outs = one.params.filter((param) => param.direction === 'out')
  const positions = args.filter((arg) => !arg.keyword),
    keywords = args.filter((arg) => arg.keyword)
  const fields = keywords.filter((arg) => arg.kind !== 'options')
  const options = keywords.find((arg) => arg.kind === 'options')
  const params = positions.map(withDefault)
  if (options) params.push('keywords = {}')
  else if (fields.length) params.push(`{ ${fields.map(withDefault).join(', ')} } = {}`)
  const pieces = args.map((arg) => [arg.letters, arg.kind === 'options' ? 'options(keywords)' : arg.c])
  const given = flat([...pieces.flatMap(parts), ...outs.map((_, i) => ['l', `address(r + ${i})`])])
  const letters = 'l' + given.map(([letter]) => letter).join('')
  const values = outs.map((out, i) => (RESULTS[out.kind] ?? ((at) => `readInt(${at})`))(`r + ${i}`))
  const back =
    values.length === 1
      ? values[0]
      : values.length
        ? `[${values.join(', ')}]`
        : one.operator.variant === 'inplace'
          ? args[0].safe
          : ''
  const unpacked = options && fields.length ? `    const { ${fields.map(withDefault).join(', ')} } = keywords\n` : ''
  const text = `
// ${one.summary}
// ${one.operator.schema}
let c_${name}
function ${name}_(${params.join(', ')}) {
  const top = scratch.top${outs.length ? `, r = place(${outs.length})` : ''}
  try {
${unpacked}    check((c_${name} ??= func('${one.name}', '${letters}'))(${given.map(([, text]) => text).join(', ')}))
    ${back ? `return ${back}` : ''}
  } finally {
    scratch.top = top
  }
}
`
  const least = positions.reduce((count, arg, i) => (arg.has ? count : i + 1), 0)
  const known = [...fields.map((arg) => arg.name), ...(options ? options.fields : [])]
  const form = `[${name}_, '${positions.map((arg) => arg.letter).join('')}', ${least}, ${JSON.stringify(known)}, '${one.operator.schema.replace(/[\\']/g, '\\$&')}', ${JSON.stringify(positions.map((arg) => arg.name))}]`
  const plain = positions.every((arg) => !arg.has)
  return { name, text, form, plain, method: one.operator.method }
}

// ---- types for TypeScript ----

const TS = {
  tensor: 'Tensor',
  generator: 'Generator',
  scalar: 'Scalar',
  int: 'Int',
  float: 'number | Float',
  bool: 'boolean',
  string: 'string',
  dtype: 'Dtype',
  layout: 'Layout',
  memory_format: 'MemoryFormat',
  device_type: 'string',
  reduction: 'Int'
}
const TS_RESULTS = { tensor: 'Tensor', tensor_list: 'Tensor[]', bool: 'boolean' }
// Reserved in declarations; exported under their own names all the same.
const UNDECLARED = new Set('delete default function in new return var with this eval arguments typeof void null'.split(' '))

function tsType(param) {
  const one = TS[param.kind]
  if (!param.list) return param.optional ? `${one} | null` : one
  const items = param.kind === 'int' ? 'Ints' : `(${one}${param.optional_items ? ' | null' : ''})[]`
  return `${items}${param.kind === 'int' && 'size' in param ? ' | Int' : ''}${param.optional ? ' | null' : ''}`
}

// The forms of an operator and its result: [[[name: type, …], …], result]. What has a default may be given by its name,
// in an object behind what has none.
function signature(one) {
  const given = one.params.filter((param) => param.direction !== 'out' && !['length', 'device_index'].includes(param.kind))
  const outs = one.params.filter((param) => param.direction === 'out').map((out) => TS_RESULTS[out.kind] ?? 'number')
  const back =
    outs.length === 1 ? outs[0] : outs.length ? `[${outs.join(', ')}]` : one.operator.variant === 'inplace' ? 'Tensor' : 'void'
  const options = given.some((param) => param.kind === 'options')
  const positions = given.filter((param) => !param.keyword_only && param.kind !== 'options'),
    keywords = given.filter((param) => param.keyword_only && param.kind !== 'options')
  const least = positions.reduce((count, param, i) => ('default' in param ? count : i + 1), 0)
  const must = keywords.some((param) => !('default' in param))
  const name = (param) => (UNDECLARED.has(param.name) ? `${param.name}_` : param.name).replace(/^device_type$/, 'device')
  const field = (param) => `${param.name}${'default' in param ? '?' : ''}: ${tsType(param)}`
  const object = (fields) => {
    const type = [...(options ? ['Options'] : []), ...(fields.length ? [`{ ${fields.map(field).join('; ')} }`] : [])]
    return type.length ? [`keywords${must ? '' : '?'}: ${type.join(' & ')}`] : []
  }
  const listed = positions.map((param, i) => `${name(param)}${i < least || must ? '' : '?'}: ${tsType(param)}`)
  const forms = [[...listed, ...object(keywords)]]
  if (positions.length > least) forms.push([...listed.slice(0, least), ...object([...positions.slice(least), ...keywords])])
  return [forms, back]
}

// ---- core functions and callbacks: the letters of their types, as lib/native.js reads them, the result first ----

const SHAPES = { void: 'v', int32_t: 'i', double: 'd', bool: 'b', ptc_scalar: 's' }

// A text that is given is a JavaScript string; one that is returned, as any handle, list or place, is an address.
function shape(one) {
  const given = one.params.map(({ type }) => (type === 'const char *' ? 't' : (SHAPES[type] ?? 'l')))
  return (SHAPES[one.returns.type] ?? 'l') + given.join('')
}

// No function that takes a struct by value but a scalar.
function shapes(api) {
  const known = [...api.functions.filter((one) => !one.operator), ...api.callbacks]
  const listed = known
    .filter((one) => one.params.every(({ type }) => type !== 'ptc_stream'))
    .map((one) => `  ${one.name}: '${shape(one)}'`)
  return `'use strict'\nmodule.exports = {\n${listed.join(',\n')}\n}\n`
}

const union = (api, name) =>
  api.enums
    .find((one) => one.name === name)
    .values.map((one) => `'${one.short}'`)
    .join(' | ')
const names = (api) => `// Derived from pytorch_c.json: the names of dtypes, layouts and memory formats.
export type Dtype = ${union(api, 'ptc_dtype')}
export type Layout = ${union(api, 'ptc_layout')}
export type MemoryFormat = ${union(api, 'ptc_memory_format')}
`

// The first argument of a layer, and those without a default, have a place; the others a name.
function layerTypes(api) {
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
  const kinds = { int: 'number', float: 'number', bool: 'boolean', string: 'string' }
  const type = (arg) => (arg.kind === 'ints' ? `${'size' in arg ? 'number | ' : ''}readonly number[]` : kinds[arg.kind])
  const one = (layer) => {
    const placed = layer.arguments.filter((arg, i) => !i || !('default' in arg))
    const params = placed.map((arg) => `${camel(arg.name)}${'default' in arg ? '?' : ''}: ${type(arg)}`)
    const named = layer.arguments.slice(placed.length).map((arg) => `${camel(arg.name)}?: ${type(arg)}`)
    if (named.length) params.push(`options?: { ${named.join('; ')} }`)
    const states = layer.recurrent && (layer.recurrent.states > 1 ? '[Tensor, Tensor]' : 'Tensor')
    const forward = states ? `x: Tensor, states?: ${states}): [Tensor, ...Tensor[]]` : 'x: Tensor): Tensor'
    return `/** ${layer.doc} */
export class ${layer.name} extends Module {
  constructor(${params.join(', ')})
  forward(${forward}
}
`
  }
  return `// Derived from pytorch_c.json: the types of layers.
import { Tensor } from '../index'
import { Module, Sequential } from '../lib/nn'
export { Module, Sequential }
${api.layers.map(one).join('')}`
}

function types(groups) {
  let text = `// Derived from pytorch_c.json: the types of operators, and of those that are methods.
import { Tensor, Generator, Float, Scalar, Int, Ints, Dtype, Layout, MemoryFormat, Options } from '../index'
`
  let methods = '\nexport interface Methods {\n'
  const renamed = []
  // Each overload under its own name in C too, as ops.js has them.
  const each = [...groups.values()].flat().filter((form) => !groups.has(form.name)).map((form) => [form.name, [form]])
  for (const [group, forms] of [...groups, ...each]) {
    const safe = UNDECLARED.has(group) ? `${group}_` : group
    if (safe !== group) renamed.push(`${safe} as ${group}`)
    for (const { one } of forms) {
      const [all, back] = signature(one)
      const method = groups.has(group) && one.operator.method && one.params[0]?.kind === 'tensor'
      for (const params of all) {
        text += `/** ${one.summary} \`${one.operator.schema}\` */\n`
        text += `${safe === group ? 'export' : 'declare'} function ${safe}(${params.join(', ')}): ${back}\n`
        if (method) methods += `  /** ${one.summary} */\n  ${group}(${params.slice(1).join(', ')}): ${back}\n`
      }
    }
  }
  const again = renamed.length ? `export { ${renamed.join(', ')} }\n` : ''
  return `${text}${again}${methods}}\n`
}

function main(source) {
  const api = JSON.parse(fs.readFileSync(source, 'utf8'))
  const operators = api.functions.filter((one) => one.operator).map((one) => ({ ...operator(one), one }))
  const groups = new Map()
  for (const found of operators) {
    const { name, variant } = found.one.operator
    const group = variant === 'out' && !name.endsWith('_') ? `${name}_out` : name
    groups.set(group, [...(groups.get(group) ?? []), found])
  }
  let text = `// Derived from pytorch_c.json: each operator under its C name without ptc_, and the choice among overloads under its schema's name.
'use strict'
const { func, scratch, place, address, readInt, readDouble, intList, doubleList, boolList, check } = require('../lib/native')
const { tensor, kindOf, wholeOf, bitsOf, tensors, scalars, many, length, dtype, layout, memoryFormat, device, options, made, taken, choose } = require('../lib/arguments')
`
  text += operators.map((found) => found.text).join('')
  // A C name may be the name of another group (mm.out's is mm_out): the group wins, since it has the form among its
  // own.
  text += '\nmodule.exports = {\n'
  for (const found of operators) if (!groups.has(found.name)) text += `  ${found.name}: ${found.name}_,\n`
  for (const [group, forms] of groups) {
    const direct = forms.length === 1 && forms[0].plain
    text += `  ${group}: ${direct ? `${forms[0].name}_` : `choose('${group}', [${forms.map((form) => form.form).join(', ')}])`},\n`
  }
  text += '}\n'
  const methods = [...groups].filter(([, forms]) => forms.some((form) => form.method)).map(([group]) => group)
  text += `module.exports.METHODS = ${JSON.stringify(methods)}\n`
  const values = (name) =>
    JSON.stringify(
      Object.fromEntries(api.enums.find((one) => one.name === name).values.map((one) => [one.short, one.value]))
    )
  const folder = path.join(__dirname, 'generated')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'ops.js'), text)
  fs.writeFileSync(path.join(folder, 'layers.js'), layers(api))
  fs.writeFileSync(path.join(folder, 'shapes.js'), shapes(api))
  fs.writeFileSync(path.join(folder, 'ops.d.ts'), types(groups))
  fs.writeFileSync(path.join(folder, 'enums.d.ts'), names(api))
  fs.writeFileSync(path.join(folder, 'layers.d.ts'), layerTypes(api))
  fs.writeFileSync(
    path.join(folder, 'enums.js'),
    `'use strict'
module.exports = {
  ABI: ${api.abi_version},
  DTYPES: ${values('ptc_dtype')},
  LAYOUTS: ${values('ptc_layout')},
  MEMORY_FORMATS: ${values('ptc_memory_format')}
}
`
  )
}

main(process.argv[2])
