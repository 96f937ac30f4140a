// The C++ binding, against the installed files: what fails is named, and the status is 1.
#include <pytorch_c_files.hpp>
#include <pytorch_c_jit.hpp>
#include <pytorch_c_layers.hpp>
#include <pytorch_c_ops.hpp>
#include <pytorch_c_optim.hpp>

#include <cmath>
#include <cstdio>
#include <iostream>

using namespace ptc;
static int failures = 0;

#define EXPECT(condition) \
  if (!(condition)) std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition), ++failures

using Floats32 = std::vector<float>;

static void test_operators() {
  Tensor a = tensor({1, 2, 3, 4}, {2, 2});
  EXPECT((mm(a, a) + a).to_vector<float>() == Floats32({8, 12, 18, 26}));
  EXPECT((a * 2 - 1).to_vector<float>() == Floats32({1, 3, 5, 7}));
  EXPECT(sum(a, {1}).to_vector<float>() == Floats32({3, 7}));
  EXPECT(sum(a, 0, true).sizes() == std::vector<int64_t>({1, 2}));
  EXPECT(sum(a, Ints(), false, float64).dtype() == float64);
  auto [values, indices] = max(a, 1);
  EXPECT(values.to_vector<float>() == Floats32({2, 4}) && indices.to_vector<int64_t>() == std::vector<int64_t>({1, 1}));
  EXPECT(split(arange(5), 2).size() == 3);
  EXPECT(add(tensor<int64_t>({1}, {1}), 1).dtype() == int64);
  EXPECT(cat({a, a}, 1).sizes() == std::vector<int64_t>({2, 4}));
  EXPECT(conv2d(ones({1, 1, 4, 4}), ones({1, 1, 3, 3})).sizes() == std::vector<int64_t>({1, 1, 2, 2}));
  EXPECT(div(a, a, "floor").to_vector<float>() == Floats32({1, 1, 1, 1}));
  EXPECT(clamp(a, 2.0, 3.0).to_vector<float>() == Floats32({2, 2, 3, 3}));
  EXPECT(ones({2}, Options(float64).requires_grad()).requires_grad());
  Tensor out = empty({2, 2});
  mm_out(out, a, a);
  EXPECT(out.to_vector<float>() == Floats32({7, 10, 15, 22}));
  EXPECT(add_(a, 1).string().find("CPUFloatType{2,2}") != std::string::npos);
  EXPECT(equal(a, a) && !is_complex(a));
}

static void test_errors() {
  Tensor a = ones({2, 2});
  try {
    mm(a, ones({1, 3}));
    EXPECT(!"an exception");
  } catch (const Error &error) {
    EXPECT(error.kind() == PTC_ERROR_RUNTIME);
    EXPECT(std::string(error.what()) == "mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)");
    EXPECT(!error.backtrace().empty());
  }
  try {
    mm(Tensor(), a);
    EXPECT(!"an exception");
  } catch (const Error &error) { EXPECT(std::strstr(error.what(), "argument 'self'")); }
}

static void test_memory_is_shared() {
  Floats32 numbers = {1, 2, 3};
  float *address = numbers.data();
  Tensor a = from_vector(std::move(numbers), {3});
  EXPECT(a.data<float>() == address);
  add_(a, 1);
  EXPECT(address[2] == 4);
  bool gone = false;
  static float memory[2] = {1, 2};
  std::shared_ptr<void> owner(memory, [&](void *) { gone = true; });
  Tensor view;
  {
    Tensor blob = from_blob(memory, {2}, std::move(owner));
    view = slice(blob, 0, 1, 2);
  }
  EXPECT(!gone && view.item().number() == 2);
  view.close();
  EXPECT(gone);
  try {
    t(ones({2, 3})).data<float>();
    EXPECT(!"an exception");
  } catch (const std::invalid_argument &) {}
}

static void test_gradients_and_hooks() {
  Tensor w = tensor({3}, {1}).requires_grad_();
  Hook hook = w.register_hook([](const Tensor &grad) { return grad * 10; });
  (w * w).backward();
  EXPECT(w.grad().item().number() == 60);
  ptc_hook_remove(hook.get());
  w.set_grad({});
  Hook failing = w.register_hook([](const Tensor &) -> Tensor { throw std::out_of_range("mine"); });
  try {
    (w * w).backward();
    EXPECT(!"an exception");
  } catch (const std::out_of_range &error) { EXPECT(std::string(error.what()) == "mine"); }
  ptc_hook_remove(failing.get());
  {
    NoGrad block;
    EXPECT(!(w * 2).requires_grad());
  }
  EXPECT((w * 2).requires_grad());
  {
    InferenceMode block;
    EXPECT(!(w * 2).requires_grad());
  }
  EXPECT((w * 2).requires_grad());
}

static void test_optimizers() {
  Tensor w = tensor({1}, {1}).requires_grad_(), unused = tensor({1}, {1}).requires_grad_();
  optim::SGD sgd({w, unused}, 0.1, 0.9);
  for (int i = 0; i < 2; ++i) sgd.zero_grad(), w.backward(), sgd.step();
  EXPECT(std::abs(w.item().number() - 0.71) < 1e-6 && unused.item().number() == 1);
  optim::Adam adam({w}, 0.01);
  for (int i = 0; i < 2; ++i) adam.zero_grad(), w.backward(), adam.step();
  EXPECT(std::abs(w.item().number() - 0.69) < 1e-6);
}

static void test_files() {
  std::string path = "/tmp/pytorch_c_cpp_" + std::to_string(int64_t(&path)) + ".safetensors";
  save(path, {{"a\"b", ones({2, 3})}, {"n", tensor<int64_t>({7}, {})}});
  NamedTensors found = load(path);
  EXPECT(found.size() == 2 && found[0].first == "a\"b" && equal(found[0].second, ones({2, 3})));
  EXPECT(found[1].second.dim() == 0 && found[1].second.item().c.i == 7);
  std::ofstream(path) << "no such file";
  try {
    load(path);
    EXPECT(!"an exception");
  } catch (const std::runtime_error &) {}
  std::remove(path.c_str());
}

// True if a call throws an Error with these words.
template <class F> static bool fails(const char *words, F call) {
  try {
    call();
  } catch (const std::exception &error) { return std::strstr(error.what(), words); }
  return false;
}

static void test_programs() {
  Tensor a = tensor({1, 2, 3, 4}, {2, 2});
  auto functions = jit::compile(R"(
def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
    y = x
    for k in d:
        for t in d[k]:
            y = y + t
    if n is not None:
        y = y * n
    return {"y": y, "x": x}, [1.5], (n, [x, y], "text", [2, 3], [True], complex(1.0, 2.0))
)");
  jit::Function &f = functions.at("f");
  jit::Value found = f(a, jit::Dict{{"a", jit::List{a}}, {"b", jit::List{}}}, 3);
  EXPECT(found[0]["y"].tensor().to_vector<float>() == Floats32({6, 12, 18, 24}));
  EXPECT(equal(found[0]["x"].tensor(), a) && equal(found[2][1][1].tensor(), found[0]["y"].tensor()));
  EXPECT(found.is<jit::Tuple>() && found[1].is<jit::List>() && found[1][0].as<double>() == 1.5);
  EXPECT(found[2][0].as<int64_t>() == 3 && found[2][2].as<std::string>() == "text" && found[2][4][0].as<bool>());
  EXPECT(found[2][3][1].as<int64_t>() == 3 && found[2][5].as<std::complex<double>>().imag() == 2);
  EXPECT(f(a, jit::Dict{})[2][0].none());
  EXPECT(fails("argument 'd': value 0: item 0 must be Tensor, not int", [&] { f(a, jit::Dict{{"a", jit::List{1}}}); }));
  EXPECT(fails("argument 'x' is missing", [&] { f(); }));
  EXPECT(fails("<--- HERE", [] { jit::compile("def g(x):\n  return torch.nope(x)\n"); }));
  try {
    found[0].as<jit::List>();
    EXPECT(!"an exception");
  } catch (const std::invalid_argument &) {}
  try {
    found[0]["z"];
    EXPECT(!"an exception");
  } catch (const std::out_of_range &) {}

  std::string path = "/tmp/pytorch_c_cpp_" + std::to_string(int64_t(&path)) + ".pt";
  f.module().save(path);
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  jit::Module loaded = jit::load(path), again = jit::load(bytes.data(), bytes.size(), Device{PTC_CPU});
  std::remove(path.c_str());
  EXPECT(loaded.methods() == std::vector<std::string>({"forward"}) && loaded.parameters().empty());
  for (jit::Module *one : {&loaded, &again})
    EXPECT(sum(one->eval().forward(a, jit::Dict())[0]["y"].tensor()).item().number() == 10);
  EXPECT(fails("no method 'backward'", [&] { loaded.method("backward"); }));
  EXPECT(fails("No such file", [&] { jit::load(path); }));
  EXPECT(fails("no zip file", [] { jit::load("no archive", 10); }));
  loaded.close();
  EXPECT(fails("argument 'self'", [&] { loaded.forward(a, jit::Dict()); }));
}

struct Net : nn::Layer {
  nn::Linear fc = add("fc", nn::Linear(2, 3));
  nn::LayerNorm norm = add("norm", nn::LayerNorm(3));
  Tensor forward(const Tensor &x) const override { return norm(relu(fc(x))); }
};

static void test_layers() {
  Net net;
  std::string names;
  for (auto &[name, one] : net.state_dict()) names += name + " ";
  EXPECT(names == "fc.weight fc.bias norm.weight norm.bias ");
  Tensor first = net.parameters()[0];
  NamedTensors state = net.state_dict();
  state[2].second = ones({2});
  EXPECT(fails("norm.weight has another size", [&] { net.load_state_dict(state); }));
  EXPECT(fails("there is no fc.weight", [&] { net.load_state_dict({}); }));
  net.to(Device{PTC_CPU}, float64);
  EXPECT(first.dtype() == float64 && net(ones({4, 2}, float64)).dtype() == float64);
  net.eval();
  EXPECT(!net.fc.is_training() && !net.is_training());
  nn::LSTM lstm(3, 4, 1, true, false, 0, true);
  auto [out, states] = lstm(ones({5, 2, 3}));
  EXPECT(out.sizes() == nn::Size({5, 2, 8}) && lstm(ones({1, 2, 3}), states).first.sizes() == nn::Size({1, 2, 8}));
}

static void test_rates_and_batches() {
  optim::SGD sgd({}, 0.1);
  optim::CosineAnnealingLR schedule(sgd, 4, 0.02);
  for (double rate : {0.088284, 0.06, 0.031716, 0.02, 0.031716, 0.06}) {
    schedule.step();
    EXPECT(std::abs(sgd.lr - rate) < 1e-6);
  }
  sgd.lr = 0.1;
  optim::LambdaLR by(sgd, [](int64_t epoch) { return 1.0 / (epoch + 2); });
  EXPECT(sgd.lr == 0.05);
  by.step();
  EXPECT(std::abs(sgd.lr - 0.1 / 3) < 1e-9);
  std::vector<std::vector<int64_t>> found;
  for (const std::vector<Tensor> &batch : nn::DataLoader({arange(5)}, 2))
    found.push_back(batch[0].to_vector<int64_t>());
  EXPECT(found == std::vector<std::vector<int64_t>>({{0, 1}, {2, 3}, {4}}));
  EXPECT(nn::DataLoader({arange(5)}, 2, false, 0, true).size() == 2);
}

static void test_pressure() {
  int asked = 0;
  std::vector<Tensor> cache;
  on_memory_pressure([&](int32_t) { ++asked, cache.clear(); }, 1 << 20);
  for (int i = 0; i < 8; ++i) cache.push_back(ones({1 << 16}));
  on_memory_pressure(nullptr);
  EXPECT(asked > 0 && cache.size() < 8);
}

int main() {
  check_versions();
  int64_t before = ptc_live_handles();
  test_operators();
  test_errors();
  test_memory_is_shared();
  test_gradients_and_hooks();
  test_optimizers();
  test_files();
  test_programs();
  test_layers();
  test_rates_and_batches();
  test_pressure();
  EXPECT(ptc_live_handles() == before);
  std::puts(failures ? "C++: failed" : "C++: passed");
  return failures != 0;
}
