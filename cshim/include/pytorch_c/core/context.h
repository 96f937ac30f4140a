/* Switches of libtorch's backends, and what this libtorch says of itself. */
#ifndef PYTORCH_C_CONTEXT_H
#define PYTORCH_C_CONTEXT_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* A switch of the whole process by its name, that of torch.backends: "cudnn.enabled", "cudnn.benchmark",
   "cudnn.deterministic", "cudnn.allow_tf32", "cuda.matmul.allow_tf32", "cuda.matmul.allow_fp16_accumulation",
   "cuda.matmul.allow_fp16_reduced_precision_reduction", "cuda.matmul.allow_bf16_reduced_precision_reduction",
   "cuda.flash_sdp", "cuda.mem_efficient_sdp", "cuda.math_sdp", "cuda.cudnn_sdp", "cuda.overrideable_sdp",
   "cuda.fp16_bf16_reduction_math_sdp", "mkldnn.enabled", "mkldnn.deterministic", "mkldnn.allow_tf32",
   "nnpack.enabled", "utils.deterministic.fill". */
PTC_NODISCARD ptc_error ptc_context_switch(const char *name, PTC_OUT bool *out);
/* Sets a switch of libtorch's backends for the whole process by its name (ptc_context_switch). */
PTC_NODISCARD ptc_error ptc_set_context_switch(const char *name, bool value);
/* True if this libtorch was built with "cuda", "cudnn", "cusparselt", "hip", "kleidiai", "lapack", "magma", "mkl",
   "mkldnn", "mps", "mtia", "openmp", "xnnpack", "xpu". */
PTC_NODISCARD ptc_error ptc_context_has(const char *name, PTC_OUT bool *out);
/* "config", "parallel", "cxx_flags" or "cpu_capability" as text.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_context_text(const char *what, PTC_OUT char **out);
/* Precision in which float32 numbers are multiplied: "none", "ieee", "tf32", "bf16".  `backend` is "generic", "cuda" or
   "mkldnn", `op` "all", "conv", "rnn" or "matmul".  `out` is freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_float32_precision(const char *backend, const char *op, PTC_OUT char **out);
/* Sets how a backend multiplies float32 numbers: "none", "ieee", "tf32", "bf16". */
PTC_NODISCARD ptc_error ptc_set_float32_precision(const char *backend, const char *op, const char *precision);
/* The kernels of quantized operators: 0 none, 1 fbgemm, 2 qnnpack, 3 onednn, 4 x86. */
PTC_NODISCARD ptc_error ptc_quantized_engine(PTC_OUT int64_t *out);
/* Chooses the kernels of quantized operators, by the numbers of ptc_quantized_engine. */
PTC_NODISCARD ptc_error ptc_set_quantized_engine(int64_t engine);
/* A bit for each of them that this libtorch has. */
PTC_NODISCARD ptc_error ptc_quantized_engines(PTC_OUT int64_t *out);

/* ---- stacks and signals, of the whole process ---- */

/* Sets whether an error keeps the C++ stack where it arose, for ptc_error_backtrace: on at first.  Off, one line stays
   with the file of the check, and nothing looks at the frames of the host, some of which cannot be looked at (LuaJIT's
   compiled ones).  Call it while no other thread is in a call. */
void ptc_set_backtraces(bool enabled);
/* From now on the signal (SIGINT) interrupts one call of the calling thread, the one that it is in or its next one, as
   ptc_interrupt_set does; later calls run.  A second signal before that call has ended is handled as it was until then,
   so that an impatient Ctrl-C ends the program.  For hosts whose own handlers do not run while a call does.  An error
   for what is no signal that can be handled. */
PTC_NODISCARD ptc_error ptc_interrupt_on_signal(int32_t signal);
/* Puts the signal's handler from before ptc_interrupt_on_signal back; nothing where there is none. */
void ptc_interrupt_off_signal(int32_t signal);

PTC_END

#endif
