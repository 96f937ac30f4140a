/* Any operator by name: what has no function of its own here (internal ones,
   out variants, other libraries' operators).  Checked against the schema when
   it runs, so a typed function is faster and found wrong by the compiler. */
#ifndef PYTORCH_C_CALL_H
#define PYTORCH_C_CALL_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- values: an argument or a result, with its kind ---- */

/* Behind each kind: the schema's types that take it, and the fields it uses. */
enum ptc_value_kind {
  PTC_VALUE_DEFAULT = -1,       /* anything that has a default: no field */
  PTC_VALUE_NONE = 0,           /* anything with a `?`: no field */
  PTC_VALUE_BOOL = 1,           /* bool, Scalar, Tensor (here and below: one of no dimensions): i */
  PTC_VALUE_INT = 2,            /* int, SymInt, float, Scalar, Tensor, one for an int[N]: i */
  PTC_VALUE_FLOAT = 3,          /* float, Scalar, Tensor: re */
  PTC_VALUE_COMPLEX = 4,        /* Scalar, Tensor: re, im */
  PTC_VALUE_UINT = 5,           /* Scalar: the bits in i */
  PTC_VALUE_STRING = 6,         /* str: p is UTF-8 of len bytes, PTC_UNSET: up to its NUL */
  PTC_VALUE_TENSOR = 7,         /* Tensor, or Storage, that of a tensor: p is the ptc_tensor */
  PTC_VALUE_TENSORS = 8,        /* Tensor[], Tensor?[]: p is const ptc_tensor *, len */
  PTC_VALUE_INTS = 9,           /* int[], SymInt[]: p is const int64_t *, len; Stream: the three of PTC_VALUE_STREAM */
  PTC_VALUE_FLOATS = 10,        /* float[]: p is const double *, len */
  PTC_VALUE_BOOLS = 11,         /* bool[]: p is const bool *, len */
  PTC_VALUE_SCALARS = 12,       /* Scalar[], Scalar?[]: p is const ptc_scalar *, len */
  PTC_VALUE_STRINGS = 13,       /* str[]: p is const char *const *, len */
  PTC_VALUE_GENERATOR = 14,     /* Generator: p is the ptc_generator */
  PTC_VALUE_DTYPE = 15,         /* ScalarType: i */
  PTC_VALUE_LAYOUT = 16,        /* Layout: i */
  PTC_VALUE_MEMORY_FORMAT = 17, /* MemoryFormat: i */
  PTC_VALUE_DEVICE = 18,        /* Device: i is the type, len the index or PTC_UNSET */
  PTC_VALUE_OBJECT = 19,        /* any other type: p, which an earlier call gave */
  /* Kinds that hold other values: p is const ptc_value *.  An argument may hold them 100 deep. */
  PTC_VALUE_LIST = 20,        /* T[], also those with a kind of their own: len of them */
  PTC_VALUE_TUPLE = 21,       /* (T, U), a NamedTuple: len of them */
  PTC_VALUE_DICT = 22,        /* Dict(K, V): len keys, each with its value behind it, in order */
  PTC_VALUE_NAMED_TUPLE = 23, /* of results: its type's name, then len names, each with its value behind it */
  PTC_VALUE_SYMBOL = 24,      /* SymInt, SymFloat, SymBool, Scalar: p is a ptc_symbol (symbol.h), i its type */
  PTC_VALUE_STREAM = 25       /* Stream: p is const int64_t *, its id, its device's index and type; len is 3 */
};

/* A result has the form of an argument, so it may be the next call's. */
typedef struct ptc_value {
  int32_t kind;
  int64_t i;
  double re;
  double im;
  const void *p;
  int64_t len;
} ptc_value;

/* Closes and frees what results own, and makes them PTC_VALUE_NONE.  A handle
   to keep is taken out by setting its pointer to NULL before.  Never for
   arguments: what they point at is the caller's. */
void ptc_values_close(PTC_INOUT ptc_value *values, int64_t values_len);

/* ---- operators ---- */

/* Finds "aten::add" with the overload "Tensor", or "" for the one without a
   name.  Good for any number of calls, from any thread. */
PTC_NODISCARD ptc_error ptc_operator_find(const char *name, const char *overload, PTC_OUT ptc_operator *out);
/* Closes a handle to an operator. */
void ptc_operator_close(PTC_OPTIONAL ptc_operator self);
/* The operator with the kernel that a dispatch key ("CPU", "AutogradCPU") has now: calls run that
   one.  An error where the tensors of a call do not have that key: kernels believe it.  After
   ptc_operator_trust they are not asked. */
PTC_NODISCARD ptc_error ptc_operator_kernel(ptc_operator self, const char *dispatch_key, PTC_OUT ptc_operator *out);
/* Some operators of libtorch's own (derivatives, kernels of one backend) believe
   their arguments: a wrong one ends the process.  ptc_call refuses them through
   a handle for which this was not called. */
PTC_NODISCARD ptc_error ptc_operator_trust(ptc_operator self);
/* "aten::add.Tensor(Tensor self, …) -> Tensor".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_operator_schema(ptc_operator self, PTC_OUT char **out);
/* Number of results that a call gives. */
PTC_NODISCARD ptc_error ptc_operator_results(ptc_operator self, PTC_OUT int64_t *out);
/* All operators there are now, sorted, one "aten::add.Tensor" a line.  Freed
   by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_operator_names(PTC_OUT char **out);
/* Names of those that have a kernel of their own for a dispatch key.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_operator_names_of_key(const char *dispatch_key, PTC_OUT char **out);
/* Number of operators that have come and gone in this process: while it stays the
   same, so do the names. */
PTC_NODISCARD ptc_error ptc_operator_changes(PTC_OUT int64_t *out);

/* ---- the call ---- */

/* Calls `op` with arguments in the schema's order, keyword-only ones included;
   those missing at the end take their defaults.  `results` has room for
   `results_len` values, at least ptc_operator_results; `count` of them are
   filled, and closed by ptc_values_close.  An argument that the schema does not
   take is an error that names it, and then nothing was called. */
PTC_NODISCARD ptc_error ptc_call(ptc_operator op, const ptc_value *args, int64_t args_len, PTC_OUT ptc_value *results,
                                 int64_t results_len, PTC_OUT int64_t *count);

PTC_END

#endif
