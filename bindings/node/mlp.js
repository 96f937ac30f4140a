// The perceptron of bindings/mlp/mlp.py: node mlp.js FOLDER [FILE]
'use strict'
const fs = require('node:fs')
const torch = require('.')

function weight(rows, columns) {
  const numbers = new Float32Array(rows * columns)
  for (let i = 0; i < rows; ++i)
    for (let j = 0; j < columns; ++j) numbers[i * columns + j] = (((i * 31 + j * 17) % 97) / 97 - 0.5) * 0.1
  const out = torch.over(numbers, [rows, columns])
  out.requiresGrad = true
  return out
}
function read(path, Kind, size) {
  const bytes = fs.readFileSync(path)
  return torch.over(new Kind(bytes.buffer, bytes.byteOffset, bytes.length / Kind.BYTES_PER_ELEMENT), size)
}

const [folder, file] = process.argv.slice(2)
torch.setNumThreads(1)
const images = read(`${folder}/images.f32`, Float32Array, [1000, 784]),
  labels = read(`${folder}/labels.i64`, BigInt64Array, [1000])
const w1 = weight(64, 784),
  b1 = torch.zeros([64], { requires_grad: true }),
  w2 = weight(10, 64),
  b2 = torch.zeros([10], { requires_grad: true })
const sgd = new torch.SGD([w1, b1, w2, b2], 0.1)
for (let step = 0; step < 50; ++step) {
  const start = (step % 10) * 100
  torch.tidy(() => {
    const x = images.slice(0, start, start + 100),
      y = labels.slice(0, start, start + 100)
    const loss = torch.linear(torch.linear(x, w1, b1).relu(), w2, b2).cross_entropy_loss(y)
    sgd.zeroGrad()
    loss.backward()
    sgd.step()
    console.log(loss.item().toFixed(6))
  })
}
if (file) torch.save(file, { 'hidden.weight': w1, 'hidden.bias': b1, 'output.weight': w2, 'output.bias': b2 })
