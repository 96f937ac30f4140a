/* Backward passes that the host compiles while they run: torch's compiled autograd.

   Before such a pass runs, libtorch says what its steps are, and hands over the tensors, sizes and numbers that they
   have kept.  The steps of a pass that was not seen before are written down: the host is told each of them, answers
   with tensors that stand for the results, and makes a function of the whole.  That function runs then, and again for
   each later pass with the same steps.

   The host is told by the names of methods, which are those of torch's compiler (AutogradCompilerInstance of
   torch/_dynamo/compiled_autograd.py) where it has such a method.  Between "begin" and "close" they are about one pass;
   there is never more than one.  Tensors that are not there are NONE, also in lists.  Each method with its arguments,
   the objects of the host's that come with it in brackets, and its answer:

   begin(tensors, sizes, numbers, origins, accumulates, checks_nans): (tensors, sizes, numbers) that stand for these.
     `origins` are three lists of (step, name of its node); `accumulates` tells whether leaves get the gradients.
   log_compile_reasons(texts), log(text)
   set_node_origin(name, step) [context of the node, if it is a function of the host's]
   bind_function(name, number, of_cpp, traceable): the name that apply_functional is given; of a function that is not
     of C++ the same.  `number` is for ptc_backward_compiler_call.
   apply_functional(name, gradients, kept, outputs): tensors.  `kept` is what the node has kept, `outputs` what is known
     of the results.
   validate_outputs(name, gradients, kept, outputs): tensors
   call_copy_slices_prologue(gradients, sizes, strides, offset of the base, then of the view): tensors
   call_copy_slices_epilogue(needed, result, gradients, gradient of the view): tensors
   unpack_hook(hook, packed): tensor
   accumulate(tensor, tensor): their sum
   accumulate_grad(leaf, its gradient, another, has_hooks): the new gradient.  Before libtorch 2.13 without the second
     argument, and without an answer.
   tensor_pre_hook(gradients, hook, index), cpp_tensor_pre_hook(gradients, hook, index): gradients
   pre_hook(gradients, hook): gradients
   post_hook(gradients of the inputs, of the outputs, hook): gradients
   post_acc_grad_hook(leaf, hook)
   describe_function() [context of a function of the host's]: a list of ints: 1 where it has a state for the pass, the
     number of its class, how many flags, flags (whether each argument is a tensor), sizes that its derivative depends
     on.  With it that state, and other objects that its derivative is given (ptc_backward_compiler_answer_object).
   proxy_call_backward(gradients, wanted, saved, function, state, objects, sizes) [context]: gradients of its inputs.
     `wanted` has (layout, device, dtype, sizes) or NONE for each of them.
   unpacking(number) [context of hooks for saved tensors]: with it the function that unpacks, and what was packed
   end(results): number of what was compiled
   close()
   run(number, tensors, sizes, numbers, hooks) [so many hooks and contexts, then what was packed]: results of the pass
   drop(number), which is not asked for again

   Hooks, packed values, functions, states and objects are told by their places among the objects of "run". */
#ifndef PYTORCH_C_COMPILER_H
#define PYTORCH_C_COMPILER_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

/* Runs a method.  `call` is for ptc_backward_compiler_answer, before the callback returns.  `objects` of the host's own
   objects come with it (ptc_backward_compiler_object). */
typedef ptc_error (*ptc_backward_compiler_fn)(void *context, void *call, const char *method, const ptc_value *args,
                                              int64_t args_len, int64_t objects);

/* Says who compiles backward passes, once in a process and until its end.  The caller must be the host
   (ptc_host_set), whose functions count the objects.  Contexts that are such objects are known by what destroys them:
   those of its functions by `function_ends`, those of its hooks by `hook_ends`. */
PTC_NODISCARD ptc_error ptc_backward_compiler_set(ptc_backward_compiler_fn run, const void *function_ends,
                                                  const void *hook_ends, void *context, ptc_destroy_fn destroy);
/* Compiles the backward passes of all threads from here on, or no longer.  Sizes are symbols from their first pass on
   where `dynamic`, otherwise as soon as they change. */
PTC_NODISCARD ptc_error ptc_backward_compiler_use(bool used, bool dynamic);
/* Tells "log" and "log_compile_reasons" why a pass is written down anew, and "begin" from which step an argument is. */
void ptc_backward_compiler_explain(bool explained);
/* Answers a method. */
PTC_NODISCARD ptc_error ptc_backward_compiler_answer(void *call, const ptc_value *value);
/* Answers a method with one more object of the host's, to which a reference is added. */
PTC_NODISCARD ptc_error ptc_backward_compiler_answer_object(void *call, void *object);
/* One of the objects that come with a method: the context of a function or of a hook of the host's, or what
   ptc_backward_compiler_answer_object gave; NULL where a node is not the host's.  Borrowed. */
PTC_NODISCARD ptc_error ptc_backward_compiler_object(void *call, int64_t index, PTC_OUT_OPTIONAL void **out);
/* Runs a function that "bind_function" has named, with gradients, NULL for those that are not there, and with what its
   node has kept, both as "apply_functional" was given them. */
PTC_NODISCARD ptc_error ptc_backward_compiler_call(int64_t function, PTC_OPTIONAL_ITEMS const ptc_tensor *grads,
                                                   int64_t grads_len, const ptc_value *kept, int64_t kept_len,
                                                   PTC_OUT ptc_tensor_list *out);
/* Runs a hook of another language than the host's, of the pass that runs: `index` is the number that
   "cpp_tensor_pre_hook" was given. */
PTC_NODISCARD ptc_error ptc_backward_compiler_hook(int64_t index, ptc_tensor grad, PTC_OUT ptc_tensor *out);
/* Forgets all passes.  Fails while one runs. */
PTC_NODISCARD ptc_error ptc_backward_compiler_clear(void);
/* True if no pass is known. */
PTC_NODISCARD ptc_error ptc_backward_compiler_is_empty(PTC_OUT bool *out);

PTC_END

#endif
