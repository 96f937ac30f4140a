// The convolutional network of bindings/mlp/cnn.py: node cnn.js FOLDER FILE
'use strict'
const fs = require('node:fs')
const torch = require('.')
const { nn } = torch

const network = () =>
  new nn.Sequential(
    new nn.Conv2d(1, 8, 3, { padding: 1 }),
    new nn.BatchNorm2d(8),
    new nn.ReLU(),
    new nn.MaxPool2d(2),
    new nn.Conv2d(8, 16, 3, { padding: 1 }),
    new nn.ReLU(),
    new nn.MaxPool2d(2),
    new nn.Flatten(),
    new nn.Dropout(0.25),
    new nn.Linear(784, 10)
  )
function read(path, Kind, size) {
  const bytes = fs.readFileSync(path)
  return torch.over(new Kind(bytes.buffer, bytes.byteOffset, bytes.length / Kind.BYTES_PER_ELEMENT), size)
}

const [folder, file] = process.argv.slice(2)
torch.setNumThreads(1)
const images = read(`${folder}/images.f32`, Float32Array, [1000, 1, 28, 28]),
  labels = read(`${folder}/labels.i64`, BigInt64Array, [1000])
torch.manualSeed(7)
const model = network(),
  loader = new torch.DataLoader([images, labels], { batchSize: 100, shuffle: true, seed: 3 })
const adam = new torch.AdamW(model.parameters(), { lr: 0.004 }),
  schedule = new torch.StepLR(adam, 1, 0.5)
for (let epoch = 0; epoch < 2; ++epoch) {
  for (const [x, y] of loader)
    torch.tidy(() => {
      const loss = model.forward(x).cross_entropy_loss(y)
      adam.zeroGrad()
      loss.backward()
      torch.clipGradNorm(model.parameters(), 1)
      adam.step()
      console.log(loss.item().toFixed(6))
    })
  schedule.step()
}
torch.save(file, model.stateDict())
for (const state of [torch.load(file), torch.jit.load(`${folder}/network.pt`).stateDict()]) {
  const again = network()
  again.loadStateDict(state)
  again.eval()
  torch.noGrad(() => console.log(again.forward(images).argmax(1).eq(labels).sum().item()))
}
