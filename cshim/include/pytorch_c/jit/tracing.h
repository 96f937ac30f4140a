/* Tracing: a host's program runs once, and every operator that it calls is written
   down as TorchScript.  The trace is the calling thread's. */
#ifndef PYTORCH_C_TRACING_H
#define PYTORCH_C_TRACING_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/jit/jit.h>
#include <pytorch_c/types.h>

PTC_BEGIN

/* The host's program: `args` are the library's, and end with its return; a handle is
   kept by setting its pointer to NULL.  It hands its result over by
   ptc_jit_trace_return. */
typedef ptc_error (*ptc_jit_traced_fn)(void *context, void *call, const ptc_value *args, int64_t args_len);

/* torch.jit.trace: calls the program, once, between the begin and the end of a trace,
   and makes what it did a function of `unit`, with the qualified name `name`, or one
   with a number where that is taken.  `inputs` are tensors, or lists, tuples and dicts
   of them; `argument_names` names them, a line each.  `strict`: no lists and dicts as
   results; `force_outplace`: operators in place are written without it.  What cannot be
   traced warns.  However it ends, no trace is left open. */
PTC_NODISCARD ptc_error ptc_jit_trace(ptc_jit_unit unit, const char *name, ptc_jit_traced_fn program, void *context,
                                      ptc_destroy_fn destroy, const ptc_value *inputs, int64_t inputs_len,
                                      PTC_OPTIONAL const char *argument_names, bool strict, bool force_outplace,
                                      PTC_OUT ptc_jit_function *out);
/* torch.jit.trace_module: what the program did becomes the method `name` of the module.
   Tensors that are the module's parameters and buffers become its attributes.
   `store_inputs` keeps the inputs in archives. */
PTC_NODISCARD ptc_error ptc_jit_module_trace(ptc_jit_module self, const char *name, ptc_jit_traced_fn program,
                                             void *context, ptc_destroy_fn destroy, const ptc_value *inputs,
                                             int64_t inputs_len, PTC_OPTIONAL const char *argument_names, bool strict,
                                             bool force_outplace, bool store_inputs, PTC_OUT ptc_jit_function *out);

/* The result of the program that `call` is of: tensors, or lists, tuples and dicts of
   them; the value stays the host's. */
PTC_NODISCARD ptc_error ptc_jit_trace_return(void *call, const ptc_value *value);

/* Asked where the host's program is, for each node of a trace (`value` NULL), and what it calls a tensor, for each
   value without a name that an operator takes; answers by ptc_jit_place_return, or not. */
typedef void (*ptc_jit_place_fn)(void *context, void *call, PTC_OPTIONAL const ptc_value *value);
/* From now on handler(context, call, value) is asked by all traces of the process, torch's too where torch's Python
   package is imported before; NULL: nobody.  A handle is kept by setting its pointer to NULL. */
PTC_NODISCARD ptc_error ptc_jit_set_place_handler(PTC_OPTIONAL ptc_jit_place_fn handler, void *context,
                                                  ptc_destroy_fn destroy);
/* The answer for a value: `text` its name.  For a node: `text` the calls that led there, a line each, and the file and
   the line of the first. */
PTC_NODISCARD ptc_error ptc_jit_place_return(void *call, const char *text, PTC_OPTIONAL const char *filename,
                                             int64_t line);

/* True if this thread is in a trace that is not paused. */
bool ptc_jit_is_tracing(void);

/* ---- inside of a trace; an error outside ---- */

/* Between two calls nothing is written down. */
PTC_NODISCARD ptc_error ptc_jit_trace_pause(bool pause);
/* Attributes what follows to the submodule of the path `name` in the module that is
   traced, "layers.0"; "" is that module.  The graph has a method of it for that.
   Where a function is traced, any name is that of a scope (ptc_ir_node_scope). */
PTC_NODISCARD ptc_error ptc_jit_trace_push_scope(const char *name);
/* Ends the scope of a trace that was pushed last. */
PTC_NODISCARD ptc_error ptc_jit_trace_pop_scope(void);
/* torch.jit.fork: calls the program, without arguments; what it does runs beside the rest, in the graph.  `out` is a
   future with its result, which ptc_value_wait gives. */
PTC_NODISCARD ptc_error ptc_jit_trace_fork(ptc_jit_traced_fn program, void *context, ptc_destroy_fn destroy,
                                           PTC_OUT ptc_value *out);
/* x.size(dim) as a tensor without dimensions, so that the trace holds for other sizes. */
PTC_NODISCARD ptc_error ptc_jit_trace_size(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *out);
/* x.numel() as a tensor without dimensions. */
PTC_NODISCARD ptc_error ptc_jit_trace_numel(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Item `index` of `size` of the argument `name`, an int[], of the next operator comes from this tensor. */
PTC_NODISCARD ptc_error ptc_jit_trace_stash_int(const char *name, int64_t size, int64_t index, ptc_tensor value);
/* The argument `name`, at `index`, of the next operator comes from this tensor; `type` is "int", "number" or NULL. */
PTC_NODISCARD ptc_error ptc_jit_trace_stash_value(const char *name, int64_t index, ptc_tensor value,
                                                  PTC_OPTIONAL const char *type);
/* Forgets what was stashed for an operator that was not called, or did not take it. */
PTC_NODISCARD ptc_error ptc_jit_trace_forget(void);
/* Warns, unless the trace does not want that: "Converting a tensor to a Python boolean" might make it wrong. */
PTC_NODISCARD ptc_error ptc_jit_trace_warn(const char *what);

PTC_END

#endif
