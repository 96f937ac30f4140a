/* Functions for converters of TorchScript, beside the graphs: the operators that only programs have, the methods of
   objects, and modules with fewer methods. */
#ifndef PYTORCH_C_JIT_CONVERT_H
#define PYTORCH_C_JIT_CONVERT_H

#include <pytorch_c/jit/jit.h>
#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

/* The operators of programs that ptc_operator_names does not have, on lists, dicts, texts and numbers: a schema a line,
   "aten::add.t(t[] a, t[] b) -> t[]".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_operator_schemas(PTC_OUT char **out);
/* The names of the methods of an object of a class, a line each.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_value_methods(const ptc_value *value, PTC_OUT char **out);
/* Like ptc_jit_module_clone, without these methods and attributes, a line each. */
PTC_NODISCARD ptc_error ptc_jit_module_clone_without(ptc_jit_module self, PTC_OPTIONAL const char *methods,
                                                     PTC_OPTIONAL const char *attributes, PTC_OUT ptc_jit_module *out);

PTC_END

#endif
