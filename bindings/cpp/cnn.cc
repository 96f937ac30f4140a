// The convolutional network of bindings/mlp/cnn.py: cnn FOLDER FILE
#include <pytorch_c_jit.hpp>
#include <pytorch_c_layers.hpp>

#include <cstdio>

using namespace ptc::nn;

template <class T> std::vector<T> read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
  return out;
}

Sequential network() {
  // In braces they are made in their order, and so are the random draws; in parentheses in any.
  return Sequential{Conv2d(1, 8, 3, 1, 1),  BatchNorm2d(8), ReLU(),       MaxPool2d(2),
                    Conv2d(8, 16, 3, 1, 1), ReLU(),         MaxPool2d(2), Flatten(),
                    Dropout(0.25),          Linear(784, 10)};
}

int main(int, char **words) {
  ptc::check_versions();
  ptc::check(ptc_set_num_threads(1));
  std::string folder = words[1];
  ptc::Tensor images = ptc::from_vector(read<float>(folder + "/images.f32"), {1000, 1, 28, 28});
  ptc::Tensor labels = ptc::from_vector(read<int64_t>(folder + "/labels.i64"), {1000});
  ptc::check(ptc_manual_seed(7));
  Sequential model = network();
  DataLoader loader({images, labels}, 100, true, 3);
  ptc::optim::AdamW adam(model.parameters(), 0.004);
  ptc::optim::StepLR schedule(adam, 1, 0.5);
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (const std::vector<ptc::Tensor> &batch : loader) {
      ptc::Tensor loss = ptc::cross_entropy_loss(model(batch[0]), batch[1]);
      adam.zero_grad();
      loss.backward();
      clip_grad_norm(model.parameters(), 1);
      adam.step();
      std::printf("%.6f\n", loss.item().number());
    }
    schedule.step();
  }
  ptc::save(words[2], model.state_dict());
  for (auto &state : {ptc::load(words[2]), ptc::jit::load(folder + "/network.pt").state_dict()}) {
    Sequential again = network();
    again.load_state_dict(state);
    again.eval();
    ptc::NoGrad nothing;
    ptc::Tensor right = ptc::sum(ptc::eq(ptc::argmax(again(images), 1), labels));
    std::printf("%d\n", int(right.item().number()));
  }
}
