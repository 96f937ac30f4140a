# The perceptron of bindings/mlp/mlp.py: ruby -I. mlp.rb FOLDER [FILE]
require 'pytorch_c'

def weight(rows, columns)
  numbers = Array.new(rows * columns) { |k| ((k / columns * 31 + k % columns * 17) % 97 / 97.0 - 0.5) * 0.1 }
  Torch.from_bytes(numbers.pack('f*'), [rows, columns], :float32).tap { |one| one.requires_grad = true }
end

folder, file = ARGV
Torch.set_num_threads(1)
images = Torch.from_bytes(File.binread("#{folder}/images.f32"), [1000, 784], :float32)
labels = Torch.from_bytes(File.binread("#{folder}/labels.i64"), [1000], :int64)
w1, b1 = weight(64, 784), Torch.zeros([64], requires_grad: true)
w2, b2 = weight(10, 64), Torch.zeros([10], requires_grad: true)
sgd = Torch::SGD.new([w1, b1, w2, b2], lr: 0.1)
50.times do |step|
  start = step % 10 * 100
  x, y = images.slice(0, start, start + 100), labels.slice(0, start, start + 100)
  loss = Torch.linear(Torch.linear(x, w1, b1).relu, w2, b2).cross_entropy_loss(y)
  sgd.zero_grad
  loss.backward
  sgd.step
  puts format('%.6f', loss.item)
end
Torch.save(file, 'hidden.weight' => w1, 'hidden.bias' => b1, 'output.weight' => w2, 'output.bias' => b2) if file
