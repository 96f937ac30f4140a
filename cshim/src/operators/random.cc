// Random numbers.
#include <ATen/ops/_dirichlet_grad.h>
#include <ATen/ops/_sample_dirichlet.h>
#include <ATen/ops/_sobol_engine_draw.h>
#include <ATen/ops/_sobol_engine_ff.h>
#include <ATen/ops/_sobol_engine_initialize_state.h>
#include <ATen/ops/_sobol_engine_scramble.h>
#include <ATen/ops/_standard_gamma.h>
#include <ATen/ops/bernoulli.h>
#include <ATen/ops/binomial.h>
#include <ATen/ops/multinomial.h>
#include <ATen/ops/normal.h>
#include <ATen/ops/poisson.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/rand_like.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randint_like.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/randn_like.h>
#include <ATen/ops/randperm.h>

#include <sstream>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/random.h>

#if __has_include(<ATen/ops/_philox_key_split.h>)
#include <ATen/ops/_philox_key_fold_in.h>
#include <ATen/ops/_philox_key_split.h>
#include <ATen/ops/_philox_normal.h>
#include <ATen/ops/_philox_uniform.h>
#else
// libtorch 2.12 brought them.
namespace at {
namespace {
[[noreturn]] void missing(const char *name) {
  fail(PTC_ERROR_NOT_IMPLEMENTED, std::string(name) + " needs libtorch 2.12 or newer");
}
[[noreturn]] Tensor _philox_key_fold_in(const Tensor &, int64_t) { missing("_philox_key_fold_in"); }
[[noreturn]] Tensor _philox_key_split(const Tensor &, int64_t) { missing("_philox_key_split"); }
[[noreturn]] void _philox_normal_(const Tensor &, const Tensor &, double, double) { missing("_philox_normal_"); }
[[noreturn]] void _philox_uniform_(const Tensor &, const Tensor &, double, double) { missing("_philox_uniform_"); }
} // namespace
} // namespace at
#endif

ptc_error ptc__dirichlet_grad(ptc_tensor x, ptc_tensor alpha, ptc_tensor total, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_dirichlet_grad(get(x), get(alpha), get(total))); });
}
ptc_error ptc__philox_key_fold_in(ptc_tensor key, int64_t data, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_philox_key_fold_in(get(key), data)); });
}
ptc_error ptc__philox_key_split(ptc_tensor key, int64_t num_splits, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_philox_key_split(get(key), num_splits)); });
}
ptc_error ptc__sample_dirichlet(ptc_tensor self, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sample_dirichlet(get(self), opt(generator))); });
}
ptc_error ptc__sobol_engine_draw(ptc_tensor quasi, int64_t n, ptc_tensor sobolstate, int64_t dimension,
                                 int64_t num_generated, int32_t dtype, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    check_sobol(get(quasi), "quasi", {dimension});
    check_sobol_points(n, num_generated);
    check_sobol(get(sobolstate), "sobolstate", {dimension, sobol_bits});
    put(std::tie(out0, out1),
        at::_sobol_engine_draw(get(quasi), n, get(sobolstate), dimension, num_generated, optdtype(dtype)));
  });
}
ptc_error ptc__standard_gamma(ptc_tensor self, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_standard_gamma(get(self), opt(generator))); });
}
ptc_error ptc_bernoulli(ptc_tensor self, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bernoulli(get(self), opt(generator))); });
}
ptc_error ptc_bernoulli_p(ptc_tensor self, double p, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bernoulli(get(self), p, opt(generator))); });
}
ptc_error ptc_binomial(ptc_tensor count, ptc_tensor prob, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] {
    check_finite(get(count), "count must be finite");
    check_finite(get(prob), "prob must be finite");
    put(out, at::binomial(get(count), get(prob), opt(generator)));
  });
}
ptc_error ptc_multinomial(ptc_tensor self, int64_t num_samples, bool replacement, ptc_generator generator,
                          ptc_tensor *out) {
  return guard(out, [&] { put(out, at::multinomial(get(self), num_samples, replacement, opt(generator))); });
}
ptc_error ptc_normal_Tensor_float(ptc_tensor mean, double std, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::normal(get(mean), std, opt(generator))); });
}
ptc_error ptc_normal_float_Tensor(double mean, ptc_tensor std, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::normal(mean, get(std), opt(generator))); });
}
ptc_error ptc_normal_Tensor_Tensor(ptc_tensor mean, ptc_tensor std, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::normal(get(mean), get(std), opt(generator))); });
}
ptc_error ptc_normal_float_float(double mean, double std, const int64_t *size, int64_t size_len,
                                 ptc_generator generator, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::normal(mean, std, ints(size), opt(generator), opts(options)), options);
  });
}
ptc_error ptc_normal_functional(ptc_tensor self, double mean, double std, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::normal_functional(get(self), mean, std, opt(generator))); });
}
ptc_error ptc_poisson(ptc_tensor self, ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::poisson(get(self), opt(generator))); });
}
ptc_error ptc_rand(const int64_t *size, int64_t size_len, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::rand(ints(size), opts(options)), options);
  });
}
ptc_error ptc_rand_generator(const int64_t *size, int64_t size_len, ptc_generator generator, const ptc_options *options,
                             ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::rand(ints(size), opt(generator), opts(options)), options);
  });
}
ptc_error ptc_rand_like(ptc_tensor self, const ptc_options *options, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::rand_like(get(self), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_rand_like_generator(ptc_tensor self, ptc_generator generator, const ptc_options *options,
                                  int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::rand_like(get(self), opt(generator), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randint(int64_t high, const int64_t *size, int64_t size_len, const ptc_options *options,
                      ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint(high, ints(size), opts(options, at::kLong)), options);
  });
}
ptc_error ptc_randint_generator(int64_t high, const int64_t *size, int64_t size_len, ptc_generator generator,
                                const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint(high, ints(size), opt(generator), opts(options, at::kLong)), options);
  });
}
ptc_error ptc_randint_low(int64_t low, int64_t high, const int64_t *size, int64_t size_len, const ptc_options *options,
                          ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint(low, high, ints(size), opts(options, at::kLong)), options);
  });
}
ptc_error ptc_randint_low_generator(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
                                    ptc_generator generator, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint(low, high, ints(size), opt(generator), opts(options, at::kLong)), options);
  });
}
ptc_error ptc_randint_like(ptc_tensor self, int64_t high, const ptc_options *options, int32_t memory_format,
                           ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint_like(get(self), high, opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randint_like_generator(ptc_tensor self, int64_t high, ptc_generator generator, const ptc_options *options,
                                     int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint_like(get(self), high, opt(generator), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randint_like_Tensor(ptc_tensor self, ptc_tensor high, const ptc_options *options, int32_t memory_format,
                                  ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint_like(get(self), get(high), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randint_like_Tensor_generator(ptc_tensor self, ptc_tensor high, ptc_generator generator,
                                            const ptc_options *options, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint_like(get(self), get(high), opt(generator), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randint_like_low_dtype(ptc_tensor self, int64_t low, int64_t high, const ptc_options *options,
                                     int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint_like(get(self), low, high, opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randint_like_low_generator_dtype(ptc_tensor self, int64_t low, int64_t high, ptc_generator generator,
                                               const ptc_options *options, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randint_like(get(self), low, high, opt(generator), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randn(const int64_t *size, int64_t size_len, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randn(ints(size), opts(options)), options);
  });
}
ptc_error ptc_randn_generator(const int64_t *size, int64_t size_len, ptc_generator generator,
                              const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randn(ints(size), opt(generator), opts(options)), options);
  });
}
ptc_error ptc_randn_like(ptc_tensor self, const ptc_options *options, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randn_like(get(self), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randn_like_generator(ptc_tensor self, ptc_generator generator, const ptc_options *options,
                                   int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randn_like(get(self), opt(generator), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_randperm(int64_t n, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randperm(n, opts(options, at::kLong)), options);
  });
}
ptc_error ptc_randperm_generator(int64_t n, ptc_generator generator, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::randperm(n, opt(generator), opts(options, at::kLong)), options);
  });
}
ptc_error ptc__philox_normal_(ptc_tensor self, ptc_tensor key, double mean, double std) {
  return guard([&] { at::_philox_normal_(get(self), get(key), mean, std); });
}
ptc_error ptc__philox_uniform_(ptc_tensor self, ptc_tensor key, double low, double high) {
  return guard([&] { at::_philox_uniform_(get(self), get(key), low, high); });
}
ptc_error ptc__sobol_engine_ff_(ptc_tensor self, int64_t n, ptc_tensor sobolstate, int64_t dimension,
                                int64_t num_generated) {
  return guard([&] {
    check_sobol(get(self), "self", {dimension});
    check_sobol_points(n, num_generated);
    check_sobol(get(sobolstate), "sobolstate", {dimension, sobol_bits});
    at::_sobol_engine_ff_(get(self), n, get(sobolstate), dimension, num_generated);
  });
}
ptc_error ptc__sobol_engine_initialize_state_(ptc_tensor self, int64_t dimension) {
  return guard([&] {
    check_sobol(get(self), "self", {dimension, sobol_bits});
    at::_sobol_engine_initialize_state_(get(self), dimension);
  });
}
ptc_error ptc__sobol_engine_scramble_(ptc_tensor self, ptc_tensor ltm, int64_t dimension) {
  return guard([&] {
    check_sobol(get(self), "self", {dimension, sobol_bits});
    check_sobol(get(ltm), "ltm", {dimension, sobol_bits, sobol_bits});
    at::_sobol_engine_scramble_(get(self), get(ltm), dimension);
  });
}
ptc_error ptc_bernoulli__Tensor(ptc_tensor self, ptc_tensor p, ptc_generator generator) {
  return guard([&] { get(self).bernoulli_(get(p), opt(generator)); });
}
ptc_error ptc_bernoulli__float(ptc_tensor self, double p, ptc_generator generator) {
  return guard([&] { get(self).bernoulli_(p, opt(generator)); });
}
ptc_error ptc_cauchy_(ptc_tensor self, double median, double sigma, ptc_generator generator) {
  return guard([&] { get(self).cauchy_(median, sigma, opt(generator)); });
}
ptc_error ptc_exponential_(ptc_tensor self, double lambd, ptc_generator generator) {
  return guard([&] { get(self).exponential_(lambd, opt(generator)); });
}
ptc_error ptc_geometric_(ptc_tensor self, double p, ptc_generator generator) {
  return guard([&] { get(self).geometric_(p, opt(generator)); });
}
ptc_error ptc_log_normal_(ptc_tensor self, double mean, double std, ptc_generator generator) {
  return guard([&] { get(self).log_normal_(mean, std, opt(generator)); });
}
ptc_error ptc_normal_(ptc_tensor self, double mean, double std, ptc_generator generator) {
  return guard([&] { get(self).normal_(mean, std, opt(generator)); });
}
ptc_error ptc_random__from(ptc_tensor self, int64_t from, const int64_t *to, ptc_generator generator) {
  return guard([&] { get(self).random_(check_start(from), opt(to), opt(generator)); });
}
ptc_error ptc_random__to(ptc_tensor self, int64_t to, ptc_generator generator) {
  return guard([&] { get(self).random_(to, opt(generator)); });
}
ptc_error ptc_random_(ptc_tensor self, ptc_generator generator) {
  return guard([&] { get(self).random_(opt(generator)); });
}
ptc_error ptc_uniform_(ptc_tensor self, double from, double to, ptc_generator generator) {
  return guard([&] { get(self).uniform_(from, to, opt(generator)); });
}
ptc_error ptc_bernoulli_out(ptc_tensor self, ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::bernoulli_out(into(out), get(self), opt(generator)); });
}
ptc_error ptc_multinomial_out(ptc_tensor self, int64_t num_samples, bool replacement, ptc_generator generator,
                              ptc_tensor out) {
  return guard([&] { at::multinomial_out(into(out), get(self), num_samples, replacement, opt(generator)); });
}
ptc_error ptc_normal_Tensor_float_out(ptc_tensor mean, double std, ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::normal_out(into(out), get(mean), std, opt(generator)); });
}
ptc_error ptc_normal_float_Tensor_out(double mean, ptc_tensor std, ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::normal_out(into(out), mean, get(std), opt(generator)); });
}
ptc_error ptc_normal_Tensor_Tensor_out(ptc_tensor mean, ptc_tensor std, ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::normal_out(into(out), get(mean), get(std), opt(generator)); });
}
ptc_error ptc_normal_float_float_out(double mean, double std, const int64_t *size, int64_t size_len,
                                     ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::normal_out(into(out), mean, std, ints(size), opt(generator)); });
}
ptc_error ptc_rand_out(const int64_t *size, int64_t size_len, ptc_tensor out) {
  return guard([&] { at::rand_out(into(out), ints(size)); });
}
ptc_error ptc_rand_generator_out(const int64_t *size, int64_t size_len, ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::rand_out(into(out), ints(size), opt(generator)); });
}
ptc_error ptc_randint_out(int64_t high, const int64_t *size, int64_t size_len, ptc_tensor out) {
  return guard([&] { at::randint_out(into(out), high, ints(size)); });
}
ptc_error ptc_randint_generator_out(int64_t high, const int64_t *size, int64_t size_len, ptc_generator generator,
                                    ptc_tensor out) {
  return guard([&] { at::randint_out(into(out), high, ints(size), opt(generator)); });
}
ptc_error ptc_randint_low_out(int64_t low, int64_t high, const int64_t *size, int64_t size_len, ptc_tensor out) {
  return guard([&] { at::randint_out(into(out), low, high, ints(size)); });
}
ptc_error ptc_randint_low_generator_out(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
                                        ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::randint_out(into(out), low, high, ints(size), opt(generator)); });
}
ptc_error ptc_randn_out(const int64_t *size, int64_t size_len, ptc_tensor out) {
  return guard([&] { at::randn_out(into(out), ints(size)); });
}
ptc_error ptc_randn_generator_out(const int64_t *size, int64_t size_len, ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::randn_out(into(out), ints(size), opt(generator)); });
}
ptc_error ptc_randperm_out(int64_t n, ptc_tensor out) {
  return guard([&] { at::randperm_out(into(out), n); });
}
ptc_error ptc_randperm_generator_out(int64_t n, ptc_generator generator, ptc_tensor out) {
  return guard([&] { at::randperm_out(into(out), n, opt(generator)); });
}
