// The Node binding, against the installed files: node --test test/
'use strict'
const test = require('node:test'),
  assert = require('node:assert'),
  fs = require('node:fs'),
  os = require('node:os'),
  path = require('node:path')
const torch = require('..')
const list = (tensor) => tensor.tolist()
const matrix = () =>
  torch.tensor([
    [1, 2],
    [3, 4]
  ])

test('operators compute', () =>
  torch.tidy(() => {
    const a = matrix()
    assert.deepStrictEqual(list(a.mm(a).add(a)), [
      [8, 12],
      [18, 26]
    ])
    assert.deepStrictEqual(list(a.add(1, { alpha: 2 })), [
      [3, 4],
      [5, 6]
    ])
    assert.deepStrictEqual(a.sum([1], true).size, [2, 1])
    assert.deepStrictEqual(a.sum(1, { dtype: 'float64' }).dtype, 'float64')
    const [values, indices] = a.max(1)
    assert.deepStrictEqual(
      [list(values), list(indices)],
      [
        [2, 4],
        [1n, 1n]
      ]
    )
    assert.strictEqual(torch.arange(5).split(2).length, 3)
    assert.strictEqual(torch.tensor([1n], { dtype: 'int64' }).add(1).dtype, 'int64')
    assert.strictEqual(torch.tensor([1n], { dtype: 'int64' }).add(torch.float(1)).dtype, 'float32')
    assert.deepStrictEqual(torch.cat([a, a], 1).size, [2, 4])
    assert.deepStrictEqual(torch.conv2d(torch.ones([1, 1, 4, 4]), torch.ones([1, 1, 3, 3])).size, [1, 1, 2, 2])
    assert.deepStrictEqual(list(a.div(a, { rounding_mode: 'floor' })), [
      [1, 1],
      [1, 1]
    ])
    const out = torch.empty([2, 2])
    torch.mm_out(a, a, { out })
    assert.deepStrictEqual(list(out), [
      [7, 10],
      [15, 22]
    ])
    assert.strictEqual(a.add_(1), a)
    assert.match(String(a), /CPUFloatType\{2,2\}/)
    assert.strictEqual(torch.equal(a, a), true)
    assert.deepStrictEqual(
      list(torch.randn([3], { generator: new torch.Generator(1) })),
      list(torch.randn([3], { generator: new torch.Generator(1) }))
    )
  }))

test('errors are exceptions', () =>
  torch.tidy(() => {
    assert.throws(() => matrix().mm(torch.tensor([[1, 2, 3]])), {
      name: 'TorchError',
      kind: 1,
      message: 'mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)'
    })
    assert.throws(() => torch.mm(matrix()), /argument 'mat2'/)
    assert.throws(() => torch.mm(matrix(), 'text'), /argument 'mat2': string does not fit/)
    assert.throws(() => torch.add(matrix(), 'text'), /argument 'other'/)
    assert.throws(() => torch.zeros([2], { dtype: 'float33' }), /float33/)
    const closed = matrix()
    closed.close()
    closed.close()
    assert.throws(() => closed.relu(), /closed/)
  }))

test('memory is shared with typed arrays', async () => {
  const array = Float32Array.of(1, 2, 3)
  let view
  torch.tidy(() => {
    const a = torch.over(array)
    a.add_(1)
    assert.deepStrictEqual([...array], [2, 3, 4])
    view = a.data()
    array[0] = 7
  })
  assert.strictEqual(view[0], 7)
  assert.throws(() => matrix().t().data(), /contiguous/)
  assert.throws(() => torch.over(array, [2]), RangeError)
  assert.strictEqual(torch.over(new Float32Array(0)).numel, 0)
})

test('gradients and hooks', () =>
  torch.tidy(() => {
    const w = torch.tensor([3], { requires_grad: true })
    const hook = w.registerHook((grad) => grad.mul(10))
    w.mul(w).backward()
    assert.strictEqual(w.grad.item(), 60)
    hook.remove()
    hook.close()
    const mine = new RangeError('mine')
    const failing = w.registerHook(() => {
      throw mine
    })
    assert.throws(
      () => w.mul(w).backward(),
      (error) => error === mine
    )
    failing.remove()
    failing.close()
    const square = w.mul(w),
      closing = w.registerHook(() => square.close()),
      before = torch.liveHandles()
    square.backward()
    assert.strictEqual(torch.liveHandles(), before - 1) // what a hook closes is closed when its pass is over
    closing.remove()
    closing.close()
    assert.strictEqual(torch.noGrad(() => w.mul(w)).requiresGrad, false)
    assert.strictEqual(torch.inferenceMode(() => w.mul(w)).requiresGrad, false)
    assert.strictEqual(w.mul(w).requiresGrad, true)
  }))

test('optimizers step', () =>
  torch.tidy(() => {
    const w = torch.tensor([1], { requires_grad: true }),
      unused = torch.tensor([1])
    for (const [optimizer, expected] of [
      [new torch.SGD([w, unused], 0.1, { momentum: 0.9 }), 0.71],
      [new torch.Adam([w], { lr: 0.01 }), 0.69]
    ]) {
      for (let i = 0; i < 2; ++i) {
        optimizer.zeroGrad()
        w.sum().backward()
        optimizer.step()
      }
      assert.ok(Math.abs(w.item() - expected) < 1e-6)
    }
    assert.strictEqual(unused.item(), 1)
  }))

test('files come back', () =>
  torch.tidy(() => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'pytorch_c')), 'a.safetensors')
    torch.save(file, { 'a"b': matrix(), n: torch.tensor(7n, { dtype: 'int64' }) })
    const found = torch.load(file)
    assert.deepStrictEqual(
      [list(found['a"b']), list(found.n)],
      [
        [
          [1, 2],
          [3, 4]
        ],
        7n
      ]
    )
    fs.writeFileSync(file, 'no such file')
    assert.throws(() => torch.load(file), /no safetensors/)
  }))

test('layers are those of torch', () =>
  torch.tidy(() => {
    const { nn } = torch
    const model = new nn.Sequential(new nn.Linear(2, 3), (x) => x.relu(), new nn.Linear(3, 1, { bias: false }))
    const [first] = model.parameters()
    assert.deepStrictEqual(Object.keys(model.stateDict()), ['0.weight', '0.bias', '2.weight'])
    const state = { ...model.stateDict(), '2.weight': torch.ones([3]) }
    assert.throws(() => model.loadStateDict(state), /2.weight has size \[1,3\], not \[3\]/)
    assert.throws(() => model.loadStateDict({ a: first }), /missing: .*unexpected: \[a\]/)
    model.to('cpu', 'float64')
    assert.strictEqual(first.dtype, 'float64')
    const lstm = new nn.LSTM(3, 4, { bidirectional: true })
    const [out, states] = lstm.forward(torch.ones([5, 2, 3]))
    assert.deepStrictEqual(
      [out.size, lstm.forward(torch.ones([1, 2, 3]), states)[0].size],
      [
        [5, 2, 8],
        [1, 2, 8]
      ]
    )
    model.close()
    assert.throws(() => model.forward(torch.ones([1, 2])), /closed/)
    lstm.close()
  }))

test('rates change, and batches are rows', () =>
  torch.tidy(() => {
    const sgd = new torch.SGD([], 0.1),
      schedule = new torch.CosineAnnealingLR(sgd, 4, 0.02)
    const rates = Array.from({ length: 6 }, () => (schedule.step(), sgd.lr.toFixed(6)))
    assert.deepStrictEqual(rates, ['0.088284', '0.060000', '0.031716', '0.020000', '0.031716', '0.060000'])
    sgd.lr = 0.1
    const by = new torch.LambdaLR(sgd, (epoch) => 1 / (epoch + 2))
    assert.strictEqual(sgd.lr, 0.05)
    by.step()
    assert.strictEqual(sgd.lr.toFixed(4), '0.0333')
    const rows = torch.tensor([0, 1, 2, 3, 4])
    const found = [...new torch.DataLoader([rows], { batchSize: 2 })].length
    const loader = new torch.DataLoader([rows], { batchSize: 2, dropLast: true })
    assert.deepStrictEqual([found, loader.length], [3, 2])
    for (const [x] of loader) assert.deepStrictEqual(x.size, [2])
  }))

test('TorchScript is compiled, saved, loaded and called', () =>
  torch.tidy(() => {
    const { f } = torch.jit.compile(`
def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
    y = x
    for k in d:
        for t in d[k]:
            y = y + t
    if n is not None:
        y = y * n
    return {"y": y, "m": torch.relu(y)}, [1.5], (n, "text", [2, 3])
`)
    const [made, floats, rest] = f.call(matrix(), { a: [matrix()], b: [] }, 3)
    assert.deepStrictEqual(list(made.y), [
      [6, 12],
      [18, 24]
    ])
    assert.deepStrictEqual([floats, rest], [[1.5], [3, 'text', [2, 3]]])
    assert.throws(() => f.call(matrix(), { a: [1] }), /argument 'd': value 0: item 0 must be Tensor, not int/)
    assert.throws(() => f.call(), /argument 'x' is missing/)
    assert.throws(() => torch.jit.compile('def g(x):\n  return torch.nope(x)\n'), /<--- HERE/)
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'pytorch_c')), 'a.pt')
    const module = f.module()
    module.save(file)
    const loaded = torch.jit.load(file),
      again = torch.jit.load(fs.readFileSync(file))
    assert.deepStrictEqual(loaded.methods, ['forward'])
    for (const one of [loaded, again]) assert.strictEqual(one.forward(matrix(), {})[0].y.sum().item(), 10)
    fs.writeFileSync(file, 'no archive')
    assert.throws(() => torch.jit.load(file), /no zip file/)
    for (const one of [f, module, loaded, again]) one.close()
    assert.throws(() => loaded.forward(matrix(), {}), /closed/)
  }))

test('pressure is told', () => {
  const cache = []
  let asked = 0
  torch.onPressure(() => {
    ++asked
    cache.splice(0).forEach((one) => one.close())
  }, 1 << 20)
  for (let i = 0; i < 8; ++i) cache.push(torch.ones([1 << 16]))
  torch.onPressure(null)
  assert.ok(asked > 0 && cache.length < 8)
  cache.forEach((one) => one.close())
})

test('finalizers close what nobody refers to', async () => {
  for (let i = 0; i < 100; ++i) matrix()
  for (let i = 0; i < 20 && torch.liveHandles() > 0; ++i) await torch.gc()
  assert.strictEqual(torch.liveHandles(), 0)
})
