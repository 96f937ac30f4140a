// The perceptron of bindings/mlp/mlp.py: mlp FOLDER [FILE]
#include <pytorch_c_files.hpp>
#include <pytorch_c_ops.hpp>
#include <pytorch_c_optim.hpp>

#include <cstdio>

template <class T> std::vector<T> read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
  return out;
}

ptc::Tensor weight(int64_t rows, int64_t columns) {
  std::vector<float> numbers;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) numbers.push_back(((i * 31 + j * 17) % 97 / 97.0 - 0.5) * 0.1);
  return ptc::from_vector(std::move(numbers), {rows, columns}).requires_grad_();
}

int main(int count, char **words) {
  ptc::check_versions();
  ptc::check(ptc_set_num_threads(1));
  std::string folder = words[1];
  ptc::Tensor images = ptc::from_vector(read<float>(folder + "/images.f32"), {1000, 784});
  ptc::Tensor labels = ptc::from_vector(read<int64_t>(folder + "/labels.i64"), {1000});
  auto trained = ptc::Options(ptc::float32).requires_grad();
  ptc::Tensor w1 = weight(64, 784), b1 = ptc::zeros({64}, trained), w2 = weight(10, 64), b2 = ptc::zeros({10}, trained);
  ptc::optim::SGD sgd({w1, b1, w2, b2}, 0.1);
  for (int epoch = 0; epoch < 5; ++epoch)
    for (int64_t start = 0; start < 1000; start += 100) {
      ptc::Tensor x = ptc::slice(images, 0, start, start + 100), y = ptc::slice(labels, 0, start, start + 100);
      ptc::Tensor loss = ptc::cross_entropy_loss(ptc::linear(ptc::relu(ptc::linear(x, w1, b1)), w2, b2), y);
      sgd.zero_grad();
      loss.backward();
      sgd.step();
      std::printf("%.6f\n", loss.item().number());
    }
  if (count > 2)
    ptc::save(words[2], {{"hidden.weight", w1}, {"hidden.bias", b1}, {"output.weight", w2}, {"output.bias", b2}});
}
