/* Random numbers. */
#ifndef PYTORCH_C_RANDOM_H
#define PYTORCH_C_RANDOM_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* The gradient of a draw x from a Dirichlet distribution for its `alpha`, whose sum is `total`.
   _dirichlet_grad(Tensor x, Tensor alpha, Tensor total) -> Tensor */
PTC_NODISCARD ptc_error ptc__dirichlet_grad(ptc_tensor x, ptc_tensor alpha, ptc_tensor total, PTC_OUT ptc_tensor *out);
/* A key of the Philox generator with a number mixed in; CUDA only, libtorch 2.12 and newer.
   _philox_key_fold_in(Tensor key, int data) -> Tensor */
PTC_NODISCARD ptc_error ptc__philox_key_fold_in(ptc_tensor key, int64_t data, PTC_OUT ptc_tensor *out);
/* Keys of the Philox generator from one: (num_splits, 2); CUDA only, libtorch 2.12 and newer.
   _philox_key_split(Tensor key, int num_splits) -> Tensor */
PTC_NODISCARD ptc_error ptc__philox_key_split(ptc_tensor key, int64_t num_splits, PTC_OUT ptc_tensor *out);
/* A draw from the Dirichlet distribution with these concentrations, over the last dimension.
   _sample_dirichlet(Tensor self, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__sample_dirichlet(ptc_tensor self, PTC_OPTIONAL ptc_generator generator,
                                              PTC_OUT ptc_tensor *out);
/* The next n points of a Sobol sequence, (n, dimension), and the state after them.
   _sobol_engine_draw(Tensor quasi, int n, Tensor sobolstate, int dimension, int num_generated,
       ScalarType? dtype) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__sobol_engine_draw(ptc_tensor quasi, int64_t n, ptc_tensor sobolstate, int64_t dimension,
                                               int64_t num_generated, int32_t dtype, PTC_OUT ptc_tensor *out0,
                                               PTC_OUT ptc_tensor *out1);
/* A draw from the gamma distribution of rate 1 with each concentration.
   _standard_gamma(Tensor self, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__standard_gamma(ptc_tensor self, PTC_OPTIONAL ptc_generator generator,
                                            PTC_OUT ptc_tensor *out);
/* 1 with the probability that each element says.
   bernoulli(Tensor self, *, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_bernoulli(ptc_tensor self, PTC_OPTIONAL ptc_generator generator, PTC_OUT ptc_tensor *out);
/* 1 with the probability p for each element, else 0, in the shape of self.
   bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_bernoulli_p(ptc_tensor self, double p, PTC_OPTIONAL ptc_generator generator,
                                        PTC_OUT ptc_tensor *out);
/* Successes of `count` trials with probability `prob`.
   binomial(Tensor count, Tensor prob, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_binomial(ptc_tensor count, ptc_tensor prob, PTC_OPTIONAL ptc_generator generator,
                                     PTC_OUT ptc_tensor *out);
/* `num_samples` indices for each row of weights.
   multinomial(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_multinomial(ptc_tensor self, int64_t num_samples, bool replacement,
                                        PTC_OPTIONAL ptc_generator generator, PTC_OUT ptc_tensor *out);
/* Draws from N(mean, std), one for each element of the tensors given, or of `size`.
   normal.Tensor_float(Tensor mean, float std=1, *, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_normal_Tensor_float(ptc_tensor mean, double std, PTC_OPTIONAL ptc_generator generator,
                                                PTC_OUT ptc_tensor *out);
/* Draws from N(mean, std), one for each element of `std`.
   normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_normal_float_Tensor(double mean, ptc_tensor std, PTC_OPTIONAL ptc_generator generator,
                                                PTC_OUT ptc_tensor *out);
/* Draws from N(mean, std), one for each element of the two.
   normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_normal_Tensor_Tensor(ptc_tensor mean, ptc_tensor std, PTC_OPTIONAL ptc_generator generator,
                                                 PTC_OUT ptc_tensor *out);
/* Draws from N(mean, std), as many as `size` says.
   normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_normal_float_float(double mean, double std, const int64_t *size, int64_t size_len,
                                               PTC_OPTIONAL ptc_generator generator,
                                               PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Draws from N(mean, std) in the shape of self.
   normal_functional(Tensor self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_normal_functional(ptc_tensor self, double mean, double std,
                                              PTC_OPTIONAL ptc_generator generator, PTC_OUT ptc_tensor *out);
/* Counts with the rate that each element says.
   poisson(Tensor self, Generator? generator=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_poisson(ptc_tensor self, PTC_OPTIONAL ptc_generator generator, PTC_OUT ptc_tensor *out);
/* Uniform on [0, 1).
   rand(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rand(const int64_t *size, int64_t size_len, PTC_OPTIONAL const ptc_options *options,
                                 PTC_OUT ptc_tensor *out);
/* Uniform on [0, 1), by the numbers of `generator`.
   rand.generator(SymInt[] size, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rand_generator(const int64_t *size, int64_t size_len, PTC_OPTIONAL ptc_generator generator,
                                           PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Uniform on [0, 1), in the shape and dtype of self.
   rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None,
       MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rand_like(ptc_tensor self, PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                      PTC_OUT ptc_tensor *out);
/* Uniform on [0, 1), in the shape and dtype of self, by the numbers of `generator`.
   rand_like.generator(Tensor self, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rand_like_generator(ptc_tensor self, PTC_OPTIONAL ptc_generator generator,
                                                PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                                PTC_OUT ptc_tensor *out);
/* Integers of [0, high).
   randint(SymInt high, SymInt[] size, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint(int64_t high, const int64_t *size, int64_t size_len,
                                    PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Integers of [0, high), by the numbers of `generator`.
   randint.generator(SymInt high, SymInt[] size, *, Generator? generator, ScalarType? dtype=long, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_generator(int64_t high, const int64_t *size, int64_t size_len,
                                              PTC_OPTIONAL ptc_generator generator,
                                              PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Integers of [low, high).
   randint.low(SymInt low, SymInt high, SymInt[] size, *, ScalarType? dtype=long, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_low(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
                                        PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Integers of [low, high), by the numbers of `generator`.
   randint.low_generator(SymInt low, SymInt high, SymInt[] size, *, Generator? generator, ScalarType? dtype=long,
       Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_low_generator(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
                                                  PTC_OPTIONAL ptc_generator generator,
                                                  PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Random integers in the shape and dtype of self.
   randint_like(Tensor self, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_like(ptc_tensor self, int64_t high, PTC_OPTIONAL const ptc_options *options,
                                         int32_t memory_format, PTC_OUT ptc_tensor *out);
/* Integers of [0, high) in the shape and dtype of self, by the numbers of `generator`.
   randint_like.generator(Tensor self, SymInt high, *, Generator? generator, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_like_generator(ptc_tensor self, int64_t high, PTC_OPTIONAL ptc_generator generator,
                                                   PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                                   PTC_OUT ptc_tensor *out);
/* Integers of [0, high) in the shape and dtype of self, with `high` in a tensor of one element.
   randint_like.Tensor(Tensor self, Tensor high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_like_Tensor(ptc_tensor self, ptc_tensor high,
                                                PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                                PTC_OUT ptc_tensor *out);
/* Integers of [0, high) in the shape and dtype of self, with `high` in a tensor, by the numbers of `generator`.
   randint_like.Tensor_generator(Tensor self, Tensor high, *, Generator? generator, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_like_Tensor_generator(ptc_tensor self, ptc_tensor high,
                                                          PTC_OPTIONAL ptc_generator generator,
                                                          PTC_OPTIONAL const ptc_options *options,
                                                          int32_t memory_format, PTC_OUT ptc_tensor *out);
/* Integers of [low, high) in the shape and dtype of self.
   randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_like_low_dtype(ptc_tensor self, int64_t low, int64_t high,
                                                   PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                                   PTC_OUT ptc_tensor *out);
/* Integers of [low, high) in the shape and dtype of self, by the numbers of `generator`.
   randint_like.low_generator_dtype(Tensor self, SymInt low, SymInt high, *, Generator? generator,
       ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None,
       MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randint_like_low_generator_dtype(ptc_tensor self, int64_t low, int64_t high,
                                                             PTC_OPTIONAL ptc_generator generator,
                                                             PTC_OPTIONAL const ptc_options *options,
                                                             int32_t memory_format, PTC_OUT ptc_tensor *out);
/* From N(0, 1).
   randn(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randn(const int64_t *size, int64_t size_len, PTC_OPTIONAL const ptc_options *options,
                                  PTC_OUT ptc_tensor *out);
/* From N(0, 1), by the numbers of `generator`.
   randn.generator(SymInt[] size, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randn_generator(const int64_t *size, int64_t size_len, PTC_OPTIONAL ptc_generator generator,
                                            PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* From N(0, 1), in the shape and dtype of self.
   randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None,
       MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randn_like(ptc_tensor self, PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                       PTC_OUT ptc_tensor *out);
/* From N(0, 1), in the shape and dtype of self, by the numbers of `generator`.
   randn_like.generator(Tensor self, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randn_like_generator(ptc_tensor self, PTC_OPTIONAL ptc_generator generator,
                                                 PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                                 PTC_OUT ptc_tensor *out);
/* A permutation of 0 … n - 1.
   randperm(SymInt n, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randperm(int64_t n, PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* A permutation of 0 … n - 1, by the numbers of `generator`.
   randperm.generator(SymInt n, *, Generator? generator, ScalarType? dtype=long, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_randperm_generator(int64_t n, PTC_OPTIONAL ptc_generator generator,
                                               PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Draws from N(mean, std) that depend on the key alone; CUDA only, libtorch 2.12 and newer.
   _philox_normal_(Tensor(a!) self, Tensor key, float mean=0, float std=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__philox_normal_(ptc_tensor self, ptc_tensor key, double mean, double std);
/* Draws from [low, high) that depend on the key alone; CUDA only, libtorch 2.12 and newer.
   _philox_uniform_(Tensor(a!) self, Tensor key, float low=0, float high=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__philox_uniform_(ptc_tensor self, ptc_tensor key, double low, double high);
/* Moves the state of a Sobol sequence on by n points.
   _sobol_engine_ff_(Tensor(a!) self, int n, Tensor sobolstate, int dimension, int num_generated) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__sobol_engine_ff_(ptc_tensor self, int64_t n, ptc_tensor sobolstate, int64_t dimension,
                                              int64_t num_generated);
/* Fills the direction numbers of a Sobol sequence: (dimension, 30).
   _sobol_engine_initialize_state_(Tensor(a!) self, int dimension) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__sobol_engine_initialize_state_(ptc_tensor self, int64_t dimension);
/* Scrambles the direction numbers by lower triangular matrices: (dimension, 30, 30).
   _sobol_engine_scramble_(Tensor(a!) self, Tensor ltm, int dimension) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__sobol_engine_scramble_(ptc_tensor self, ptc_tensor ltm, int64_t dimension);
/* Draws 0 or 1, with the probability p of 1.
   bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bernoulli__Tensor(ptc_tensor self, ptc_tensor p, PTC_OPTIONAL ptc_generator generator);
/* 1 with the probability p for each element, else 0, in the shape of self; in place.
   bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bernoulli__float(ptc_tensor self, double p, PTC_OPTIONAL ptc_generator generator);
/* Draws from the Cauchy distribution around `median`.
   cauchy_(Tensor(a!) self, float median=0, float sigma=1, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cauchy_(ptc_tensor self, double median, double sigma, PTC_OPTIONAL ptc_generator generator);
/* Draws from the exponential distribution with rate `lambd`.
   exponential_(Tensor(a!) self, float lambd=1, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_exponential_(ptc_tensor self, double lambd, PTC_OPTIONAL ptc_generator generator);
/* Draws the number of trials until the first success.
   geometric_(Tensor(a!) self, float p, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_geometric_(ptc_tensor self, double p, PTC_OPTIONAL ptc_generator generator);
/* Draws the exponential of N(mean, std).
   log_normal_(Tensor(a!) self, float mean=1, float std=2, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log_normal_(ptc_tensor self, double mean, double std, PTC_OPTIONAL ptc_generator generator);
/* Draws from N(mean, std).
   normal_(Tensor(a!) self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_normal_(ptc_tensor self, double mean, double std, PTC_OPTIONAL ptc_generator generator);
/* Draws integers of [from, to), by default all that the dtype holds exactly.
   random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_random__from(ptc_tensor self, int64_t from, PTC_OPTIONAL const int64_t *to,
                                         PTC_OPTIONAL ptc_generator generator);
/* Draws integers of [0, to), in place.
   random_.to(Tensor(a!) self, int to, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_random__to(ptc_tensor self, int64_t to, PTC_OPTIONAL ptc_generator generator);
/* Draws integers from 0 on that the dtype holds exactly, in place.
   random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_random_(ptc_tensor self, PTC_OPTIONAL ptc_generator generator);
/* Draws from [from, to).
   uniform_(Tensor(a!) self, float from=0, float to=1, *, Generator? generator=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_uniform_(ptc_tensor self, double from, double to, PTC_OPTIONAL ptc_generator generator);

/* ---- into given tensors: change `out` ---- */

/* 1 with the probability that each element says; written into `out`.
   bernoulli.out(Tensor self, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bernoulli_out(ptc_tensor self, PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* `num_samples` indices for each row of weights; written into `out`.
   multinomial.out(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multinomial_out(ptc_tensor self, int64_t num_samples, bool replacement,
                                            PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* Draws from N(mean, std), one for each element of `mean`; written into `out`.
   normal.Tensor_float_out(Tensor mean, float std=1, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_normal_Tensor_float_out(ptc_tensor mean, double std, PTC_OPTIONAL ptc_generator generator,
                                                    ptc_tensor out);
/* Draws from N(mean, std), one for each element of `std`; written into `out`.
   normal.float_Tensor_out(float mean, Tensor std, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_normal_float_Tensor_out(double mean, ptc_tensor std, PTC_OPTIONAL ptc_generator generator,
                                                    ptc_tensor out);
/* Draws from N(mean, std), one for each element of the two; written into `out`.
   normal.Tensor_Tensor_out(Tensor mean, Tensor std, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_normal_Tensor_Tensor_out(ptc_tensor mean, ptc_tensor std,
                                                     PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* Draws from N(mean, std), as many as `size` says; written into `out`.
   normal.float_float_out(float mean, float std, SymInt[] size, *, Generator? generator=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_normal_float_float_out(double mean, double std, const int64_t *size, int64_t size_len,
                                                   PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* Uniform on [0, 1); written into `out`.
   rand.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rand_out(const int64_t *size, int64_t size_len, ptc_tensor out);
/* Uniform on [0, 1), by the numbers of `generator`; written into `out`.
   rand.generator_out(SymInt[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rand_generator_out(const int64_t *size, int64_t size_len,
                                               PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* Integers of [0, high); written into `out`.
   randint.out(SymInt high, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_randint_out(int64_t high, const int64_t *size, int64_t size_len, ptc_tensor out);
/* Integers of [0, high), by the numbers of `generator`; written into `out`.
   randint.generator_out(SymInt high, SymInt[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_randint_generator_out(int64_t high, const int64_t *size, int64_t size_len,
                                                  PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* Integers of [low, high); written into `out`.
   randint.low_out(SymInt low, SymInt high, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_randint_low_out(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
                                            ptc_tensor out);
/* Integers of [low, high), by the numbers of `generator`; written into `out`.
   randint.low_generator_out(SymInt low, SymInt high, SymInt[] size, *, Generator? generator,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_randint_low_generator_out(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
                                                      PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* From N(0, 1); written into `out`.
   randn.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_randn_out(const int64_t *size, int64_t size_len, ptc_tensor out);
/* From N(0, 1), by the numbers of `generator`; written into `out`.
   randn.generator_out(SymInt[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_randn_generator_out(const int64_t *size, int64_t size_len,
                                                PTC_OPTIONAL ptc_generator generator, ptc_tensor out);
/* A permutation of 0 … n - 1; written into `out`.
   randperm.out(SymInt n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_randperm_out(int64_t n, ptc_tensor out);
/* A permutation of 0 … n - 1, by the numbers of `generator`; written into `out`.
   randperm.generator_out(SymInt n, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_randperm_generator_out(int64_t n, PTC_OPTIONAL ptc_generator generator, ptc_tensor out);

PTC_END

#endif
