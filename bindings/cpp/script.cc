// Runs an archive of TorchScript, as cshim/examples/script.c does: script ARCHIVE ARGUMENT...
// "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are numbers.
#include <pytorch_c_jit.hpp>
#include <pytorch_c_ops.hpp>

#include <iostream>
#include <sstream>

using namespace ptc;

static jit::Value argument(const std::string &word) {
  if (word.find(',') == word.npos)
    return word.find_first_of(".e") == word.npos ? jit::Value(std::stoll(word)) : jit::Value(std::stod(word));
  std::vector<int64_t> size;
  std::istringstream numbers(word);
  for (std::string one; std::getline(numbers, one, ',');) size.push_back(std::stoll(one));
  return ones(size);
}

static void print(const jit::Value &value);
template <class T, class F> static void print(const char *open, const T &items, const char *close, F each) {
  const char *between = open;
  if (items.empty()) std::cout << open;
  for (auto &item : items) std::cout << between, each(item), between = ", ";
  std::cout << close;
}
struct Print {
  void operator()(std::monostate) { std::cout << "None"; }
  void operator()(bool x) { std::cout << (x ? "True" : "False"); }
  void operator()(int64_t x) { std::cout << x; }
  void operator()(double x) { std::cout << x; }
  void operator()(std::complex<double> x) { std::cout << x; }
  void operator()(const std::string &x) { std::cout << "'" << x << "'"; }
  void operator()(Device x) { std::cout << x.type << ":" << x.index; }
  void operator()(const Tensor &x) {
    print("Tensor(", x.sizes(), ") ", [](int64_t one) { std::cout << one; });
    std::cout << sum(x, float64).item().number() << " " << sum(x * x, float64).item().number();
  }
  void operator()(const jit::List &x) {
    print("[", x, "]", [](auto &one) { print(one); });
  }
  void operator()(const jit::Tuple &x) {
    print("(", x, ")", [](auto &one) { print(one); });
  }
  void operator()(const jit::Dict &x) {
    print("{", x, "}", [](auto &one) { print(one.first), std::cout << ": ", print(one.second); });
  }
};
static void print(const jit::Value &value) { std::visit(Print(), value.any); }

int main(int count, char **words) try {
  check_versions();
  if (count < 2) return std::cerr << "script ARCHIVE ARGUMENT...\n", 2;
  NoGrad nothing_recorded;
  jit::Module module = jit::load(words[1], Device{PTC_CPU});
  std::vector<jit::Value> args;
  for (int i = 2; i < count; ++i) args.push_back(argument(words[i]));
  print(module.method("forward").call(args));
  std::cout << "\n";
} catch (const std::exception &error) { return std::cerr << error.what() << "\n", 1; }
