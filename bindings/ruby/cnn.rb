# The convolutional network of bindings/mlp/cnn.py: ruby -I. cnn.rb FOLDER FILE
require 'pytorch_c'
include Torch::NN

def network
  Sequential.new(
    Conv2d.new(1, 8, 3, padding: 1), BatchNorm2d.new(8), ReLU.new, MaxPool2d.new(2),
    Conv2d.new(8, 16, 3, padding: 1), ReLU.new, MaxPool2d.new(2),
    Flatten.new, Dropout.new(0.25), Linear.new(784, 10)
  )
end

folder, file = ARGV
Torch.set_num_threads(1)
images = Torch.from_bytes(File.binread("#{folder}/images.f32"), [1000, 1, 28, 28], :float32)
labels = Torch.from_bytes(File.binread("#{folder}/labels.i64"), [1000], :int64)
Torch.manual_seed(7)
model = network
loader = Torch::DataLoader.new([images, labels], batch_size: 100, shuffle: true, seed: 3)
adam = Torch::AdamW.new(model.parameters, lr: 0.004)
schedule = Torch::StepLR.new(adam, step_size: 1, gamma: 0.5)
2.times do
  loader.each do |x, y|
    loss = model.(x).cross_entropy_loss(y)
    adam.zero_grad
    loss.backward
    Torch.clip_grad_norm(model.parameters, 1.0)
    adam.step
    puts format('%.6f', loss.item)
  end
  schedule.step
end
Torch.save(file, model.state_dict)
[Torch.load(file), Torch::JIT.load("#{folder}/network.pt").state_dict].each do |state|
  again = network.load_state_dict(state).eval
  Torch.no_grad { puts again.(images).argmax(1).eq(labels).sum.item }
end
