/* TorchScript for R: modules and functions as external pointers, values in both directions. */
#include "ptc.h"

#include <limits.h>
#include <string.h>

#define DEEPEST 100

/* ---- from R's values; what they point at lives until .Call returns ---- */

static ptc_value value(SEXP x, int depth);

static ptc_value *values(SEXP list, int depth) {
  if (depth > DEEPEST) error("lists may hold each other %d deep", DEEPEST);
  ptc_value *out = (ptc_value *)R_alloc(XLENGTH(list) + 1, sizeof *out);
  for (R_xlen_t i = 0; i < XLENGTH(list); ++i) out[i] = value(VECTOR_ELT(list, i), depth);
  return out;
}
static ptc_value text(SEXP one) {
  const char *words = translateCharUTF8(one);
  return (ptc_value){.kind = PTC_VALUE_STRING, .p = words, .len = (int64_t)strlen(words)};
}
static ptc_value number(SEXP x, R_xlen_t i) {
  if (isLogical(x)) return (ptc_value){.kind = PTC_VALUE_BOOL, .i = LOGICAL(x)[i] != 0};
  if (isInteger(x)) return (ptc_value){.kind = PTC_VALUE_INT, .i = INTEGER(x)[i]};
  if (isReal(x)) return (ptc_value){.kind = PTC_VALUE_FLOAT, .re = REAL(x)[i]};
  return text(STRING_ELT(x, i));
}
static ptc_value dict(SEXP x, SEXP names, int depth) {
  ptc_value *items = values(x, depth), *flat = (ptc_value *)R_alloc(2 * XLENGTH(x) + 1, sizeof *flat);
  for (R_xlen_t i = 0; i < XLENGTH(x); ++i) flat[2 * i] = text(STRING_ELT(names, i)), flat[2 * i + 1] = items[i];
  return (ptc_value){.kind = PTC_VALUE_DICT, .p = flat, .len = XLENGTH(x)};
}
/* A vector of one element stands for the element; any other vector, and a list, for a list; names make it a Dict. */
static ptc_value value(SEXP x, int depth) {
  if (isNull(x)) return (ptc_value){.kind = PTC_VALUE_NONE};
  if (TYPEOF(x) == EXTPTRSXP) return (ptc_value){.kind = PTC_VALUE_TENSOR, .p = tensor(x)};
  SEXP names = getAttrib(x, R_NamesSymbol);
  if (TYPEOF(x) == VECSXP) {
    if (!isNull(names)) return dict(x, names, depth + 1);
    return (ptc_value){.kind = PTC_VALUE_LIST, .p = values(x, depth + 1), .len = XLENGTH(x)};
  }
  if (isFactor(x) || (!isLogical(x) && !isInteger(x) && !isReal(x) && !isString(x)))
    error("TorchScript has no type for a %s", type2char(TYPEOF(x)));
  if (XLENGTH(x) == 1) return number(x, 0);
  ptc_value *items = (ptc_value *)R_alloc(XLENGTH(x) + 1, sizeof *items);
  for (R_xlen_t i = 0; i < XLENGTH(x); ++i) items[i] = number(x, i);
  return (ptc_value){.kind = PTC_VALUE_LIST, .p = items, .len = XLENGTH(x)};
}

/* ---- to R's ---- */

static SEXP taken(ptc_value *x);

static SEXP whole(int64_t n) { return n > INT_MIN && n <= INT_MAX ? ScalarInteger((int)n) : ScalarReal((double)n); }
static SEXP listed(ptc_value *from, int64_t count, int64_t first, int64_t step) {
  SEXP out = PROTECT(allocVector(VECSXP, count));
  for (int64_t i = 0; i < count; ++i) SET_VECTOR_ELT(out, i, taken(from + first + i * step));
  UNPROTECT(1);
  return out;
}
/* Keys that are no strings become their text. */
static SEXP named(ptc_value *from, int64_t count) {
  SEXP out = PROTECT(listed(from, count, 1, 2)), names = PROTECT(allocVector(STRSXP, count));
  for (int64_t i = 0; i < count; ++i) {
    SEXP key = PROTECT(taken(from + 2 * i));
    SET_STRING_ELT(names, i, isString(key) ? STRING_ELT(key, 0) : asChar(key));
    UNPROTECT(1);
  }
  setAttrib(out, R_NamesSymbol, names);
  UNPROTECT(2);
  return out;
}
static SEXP tensors_of(ptc_value *x) {
  ptc_tensor *handles = (ptc_tensor *)x->p;
  SEXP out = PROTECT(allocVector(VECSXP, x->len));
  for (int64_t i = 0; i < x->len; ++i) {
    ptc_tensor one = handles[i];
    handles[i] = NULL; /* taken, not closed */
    SET_VECTOR_ELT(out, i, tensor_of(one));
  }
  UNPROTECT(1);
  return out;
}
static SEXP numbers_of(const ptc_value *x) {
  SEXP out = PROTECT(allocVector(VECSXP, x->len));
  for (int64_t i = 0; i < x->len; ++i)
    SET_VECTOR_ELT(out, i,
                   x->kind == PTC_VALUE_INTS     ? whole(((const int64_t *)x->p)[i])
                   : x->kind == PTC_VALUE_FLOATS ? ScalarReal(((const double *)x->p)[i])
                                                 : ScalarLogical(((const bool *)x->p)[i]));
  UNPROTECT(1);
  return out;
}
static SEXP taken(ptc_value *x) {
  ptc_value *inner = (ptc_value *)x->p;
  switch (x->kind) {
  case PTC_VALUE_NONE: return R_NilValue;
  case PTC_VALUE_BOOL: return ScalarLogical(x->i != 0);
  case PTC_VALUE_INT:
  case PTC_VALUE_DTYPE:
  case PTC_VALUE_LAYOUT:
  case PTC_VALUE_MEMORY_FORMAT: return whole(x->i);
  case PTC_VALUE_FLOAT: return ScalarReal(x->re);
  case PTC_VALUE_STRING: return ScalarString(mkCharLenCE(x->p, (int)x->len, CE_UTF8));
  case PTC_VALUE_TENSOR: {
    ptc_tensor handle = (ptc_tensor)x->p;
    x->p = NULL;
    return tensor_of(handle);
  }
  case PTC_VALUE_TENSORS: return tensors_of(x);
  case PTC_VALUE_INTS:
  case PTC_VALUE_FLOATS:
  case PTC_VALUE_BOOLS: return numbers_of(x);
  case PTC_VALUE_LIST:
  case PTC_VALUE_TUPLE: return listed(inner, x->len, 0, 1);
  case PTC_VALUE_DICT: return named(inner, x->len);
  case PTC_VALUE_NAMED_TUPLE: return named(inner + 1, x->len); /* behind its type's name */
  default: error("TorchScript gave an object that has no form in R");
  }
}
static SEXP read_result(void *x) { return taken(x); }
static void close_result(void *x) { ptc_values_close(x, 1); }
/* Closes the rest of a result, also where R runs out of memory within. */
static SEXP result(ptc_value *x) { return R_ExecWithCleanup(read_result, x, close_result, x); }

/* ---- modules and functions ---- */

#define MODULE "torch_jit_module"
#define FUNCTION "torch_jit_handle"

static void close_module(SEXP x) {
  ptc_jit_module_close(R_ExternalPtrAddr(x));
  R_ClearExternalPtr(x);
}
static void close_function(SEXP x) {
  ptc_jit_function_close(R_ExternalPtrAddr(x));
  R_ClearExternalPtr(x);
}
static SEXP module_of(ptc_jit_module handle) { return owned(handle, MODULE, close_module); }
static SEXP function_of(ptc_jit_function handle) { return owned(handle, FUNCTION, close_function); }

static SEXP words(char *found) {
  SEXP out = PROTECT(ScalarString(mkCharCE(found, CE_UTF8)));
  ptc_string_free(found);
  UNPROTECT(1);
  return out;
}

SEXP ptc_r_jit_close(SEXP x) {
  if (TYPEOF(x) == EXTPTRSXP && R_ExternalPtrAddr(x))
    R_ExternalPtrTag(x) == install(MODULE) ? close_module(x) : close_function(x);
  return R_NilValue;
}
/* `source` is a path, or the bytes of an archive; `device` two numbers. */
SEXP ptc_r_jit_load(SEXP source, SEXP device) {
  ptc_jit_module out = NULL;
  const int *to = INTEGER(device);
  if (TYPEOF(source) == RAWSXP) check(ptc_jit_load_memory(RAW(source), XLENGTH(source), to[0], to[1], NULL, &out));
  else check(ptc_jit_load(translateCharUTF8(asChar(source)), to[0], to[1], NULL, &out));
  return module_of(out);
}
SEXP ptc_r_jit_save(SEXP x, SEXP path) {
  check(ptc_jit_save(handle_of(x, MODULE), translateCharUTF8(asChar(path)), NULL));
  return R_NilValue;
}
static void close_unit(SEXP x) {
  ptc_jit_unit_close(R_ExternalPtrAddr(x));
  R_ClearExternalPtr(x);
}
/* The unit of a source and the names of its functions, a line each. */
SEXP ptc_r_jit_compile(SEXP source) {
  ptc_jit_unit unit = NULL;
  char *names = NULL;
  check(ptc_jit_unit_new(&unit));
  SEXP made = PROTECT(owned(unit, "torch_jit_unit", close_unit)), out = PROTECT(allocVector(VECSXP, 2));
  check(ptc_jit_unit_define(unit, NULL, translateCharUTF8(asChar(source)), NULL, 1, NULL, &names));
  SET_VECTOR_ELT(out, 0, made);
  SET_VECTOR_ELT(out, 1, words(names));
  UNPROTECT(2);
  return out;
}
SEXP ptc_r_jit_function(SEXP unit, SEXP name) {
  ptc_jit_function out = NULL;
  check(ptc_jit_unit_function(handle_of(unit, "torch_jit_unit"), CHAR(asChar(name)), &out));
  return function_of(out);
}
SEXP ptc_r_jit_method(SEXP x, SEXP name) {
  ptc_jit_function out = NULL;
  check(ptc_jit_module_method(handle_of(x, MODULE), translateCharUTF8(asChar(name)), &out));
  return function_of(out);
}
SEXP ptc_r_jit_call(SEXP x, SEXP args) {
  ptc_value out = {0};
  ptc_jit_function f = handle_of(x, FUNCTION);
  ptc_value *given = values(args, 0);
  listen();
  check(INTERRUPTIBLE(ptc_jit_call(f, given, XLENGTH(args), NULL, &out)));
  return result(&out);
}
SEXP ptc_r_jit_text(SEXP x, SEXP graph) {
  char *out = NULL;
  if (asLogical(graph)) check(ptc_jit_function_graph(handle_of(x, FUNCTION), PTC_JIT_GRAPH_PLAIN, &out));
  else check(ptc_jit_function_schema(handle_of(x, FUNCTION), &out));
  return words(out);
}
SEXP ptc_r_jit_module(SEXP x) {
  ptc_jit_module out = NULL;
  check(ptc_jit_function_module(handle_of(x, FUNCTION), &out));
  return module_of(out);
}
SEXP ptc_r_jit_methods(SEXP x) {
  char *out = NULL;
  check(ptc_jit_module_names(handle_of(x, MODULE), PTC_JIT_METHOD, false, &out));
  return words(out);
}
static int32_t tensor_kind(SEXP buffers) { return asLogical(buffers) ? PTC_JIT_BUFFER : PTC_JIT_PARAMETER; }
SEXP ptc_r_jit_tensor_names(SEXP x, SEXP buffers) {
  char *out = NULL;
  check(ptc_jit_module_names(handle_of(x, MODULE), tensor_kind(buffers), true, &out));
  return words(out);
}
SEXP ptc_r_jit_tensors(SEXP x, SEXP buffers) {
  ptc_tensor_list found = NULL;
  check(ptc_jit_module_tensors(handle_of(x, MODULE), tensor_kind(buffers), true, &found));
  int64_t count = ptc_tensor_list_length(found);
  SEXP out = PROTECT(allocVector(VECSXP, count));
  for (int64_t i = 0; i < count; ++i) {
    ptc_tensor one = NULL;
    ptc_error error = ptc_tensor_list_get(found, i, &one);
    if (error) ptc_tensor_list_close(found);
    check(error);
    SET_VECTOR_ELT(out, i, tensor_of(one));
  }
  ptc_tensor_list_close(found);
  UNPROTECT(1);
  return out;
}
SEXP ptc_r_jit_attribute(SEXP x, SEXP name) {
  ptc_value out = {0};
  check(ptc_jit_module_attr(handle_of(x, MODULE), translateCharUTF8(asChar(name)), &out));
  return result(&out);
}
SEXP ptc_r_jit_train(SEXP x, SEXP mode) {
  check(ptc_jit_module_train(handle_of(x, MODULE), asLogical(mode)));
  return x;
}
