// Every layer with the description's examples, as bindings/mlp/layers.py: layers FILE
#include "layer_examples.hpp"

static ptc::Tensor first(ptc::Tensor y) { return y; }
template <class States> ptc::Tensor first(const std::pair<ptc::Tensor, States> &y) { return y.first; }

int main(int, char **words) {
  ptc::check_versions();
  ptc::check(ptc_set_num_threads(1));
  ptc::NamedTensors out;
  int number = 0;
  each_example([&](const std::string &name, auto make, const ptc::nn::Size &size, int64_t below) {
    std::string prefix = std::to_string(number++) + "." + name + ".";
    ptc::check(ptc_manual_seed(0));
    auto layer = make();
    ptc::Tensor x = below ? ptc::randint(below, size) : ptc::randn(size);
    for (auto &[key, one] : layer.state_dict()) out.emplace_back(prefix + key, ptc::clone(ptc::detach(one)));
    ptc::Tensor y = first(layer(x));
    out.emplace_back(prefix + "out", ptc::detach(y));
    auto parameters = layer.named_parameters();
    if (!parameters.empty()) ptc::sum(y * y).backward();
    for (auto &[key, one] : parameters) out.emplace_back(prefix + key + ".grad", one.grad());
    layer.eval();
    out.emplace_back(prefix + "eval", ptc::detach(first(layer(x))));
  });
  ptc::save(words[1], out);
}
