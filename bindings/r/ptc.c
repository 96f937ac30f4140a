/* Functions for R's .Call: handles as external pointers, calls by name, arrays without a copy, hooks. */
#include "ptc.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

#include <R_ext/Altrep.h>
#include <R_ext/Rallocators.h>
#include <R_ext/Rdynload.h>

static SEXP tensor_tag, classed; /* made once, as most handles are tensors': the latter has their class */
static SEXP home;                     /* the environment of pytorch_c.R, whose functions signal errors */

/* ---- errors ---- */

static void release(void *object) { R_ReleaseObject((SEXP)object); }

/* Signals an error as an R condition; that of a callback is the very object. */
static void raise_error(ptc_error error) {
  SEXP own = ptc_error_context(error), call;
  if (own) call = PROTECT(lang2(install("stop"), own));
  else
    call = PROTECT(
        lang3(install("signal_error"), ScalarInteger(ptc_error_kind(error)), ScalarString(mkCharCE(error, CE_UTF8))));
  ptc_error_free(error);
  eval(call, home);
  UNPROTECT(1);
}
void check(ptc_error error) {
  if (error) raise_error(error);
}

/* ---- Ctrl-C: a call ends where it next takes memory, and R does what it does for an interrupt ---- */

static int callbacks; /* hooks that run now */
static volatile sig_atomic_t running, asked;
static int64_t home_number;   /* of R's thread */
static struct sigaction usual; /* R's own handler */

static void on_interrupt(int number) {
  if (running) asked = 1, ptc_interrupt_set(home_number);
  usual.sa_handler(number); /* notes it, and takes the signal for itself */
  listen();
}
void listen(void) {
  struct sigaction ours = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
  if (home_number) sigaction(SIGINT, &ours, NULL);
}
static void listen_first(void) {
  sigaction(SIGINT, NULL, &usual);
  if (usual.sa_flags & SA_SIGINFO || usual.sa_handler == SIG_DFL || usual.sa_handler == SIG_IGN) return;
  home_number = ptc_interrupt_thread();
  listen();
}
void enter(void) {
  if (!callbacks) running = 0; /* an error of R's may have left a call */
  ++running;
}
ptc_error leave(ptc_error failed) {
  --running;
  if (!asked) return failed;
  asked = 0;
  ptc_interrupt_clear(home_number);
  if (ptc_error_kind(failed) != PTC_ERROR_INTERRUPTED) return failed;
  ptc_error_free(failed);
  R_CheckUserInterrupt();
  error("interrupted");
}

/* ---- handles ---- */

/* Handles that wait to be closed. */
typedef struct {
  ptc_tensor *items;
  size_t count, room;
} waiting;
static void put_aside(waiting *list, ptc_tensor handle) {
  if (list->count == list->room) {
    size_t room = 2 * list->room + 64;
    ptc_tensor *more = realloc(list->items, room * sizeof *more);
    if (!more) return; /* it stays */
    list->items = more, list->room = room;
  }
  list->items[list->count++] = handle;
}
static void close_all(waiting *list) {
  while (list->count) ptc_tensor_close(list->items[--list->count]);
}
/* A hook may close the tensor of the call that it runs in: it is closed when the next tensor is made outside of
   hooks. What a collection finds cannot be closed within it. */
static waiting later, dead;

/* Protected by a tensor's pointer: a vector whose memory R gives back when it collects the tensor. So there is no
   finalizer, which costs R more than an operator: each collection looks at all of them. */
typedef struct {
  ptc_tensor handle;
  void *aligned; /* what follows is R's, at 16 bytes */
} watch;
static watch *newest;
static void *watch_alloc(R_allocator_t *by, size_t bytes) {
  (void)by;
  newest = malloc(sizeof *newest + bytes);
  if (!newest) return NULL;
  newest->handle = NULL;
  return newest + 1;
}
static void watch_free(R_allocator_t *by, void *memory) {
  watch *one = (watch *)memory - 1;
  (void)by;
  if (one->handle) put_aside(&dead, one->handle);
  free(one);
}
/* Pointers of closed tensors, for the next ones: R takes long to make a vector of that kind. */
enum { POOL = 256 };
static SEXP pool;
static int pooled;

/* The handle of a tensor that is about to be closed. */
static ptc_tensor unwatched(SEXP x) {
  SEXP kept = R_ExternalPtrProtected(x);
  ptc_tensor out = R_ExternalPtrAddr(x);
  if (TYPEOF(kept) == RAWSXP) {
    (*(watch **)RAW(kept))->handle = NULL;
    R_SetExternalPtrProtected(x, R_NilValue);
    if (pooled < POOL) SET_VECTOR_ELT(pool, pooled++, kept);
  }
  R_ClearExternalPtr(x);
  return out;
}
static void close_hook(SEXP x) {
  ptc_hook_close(R_ExternalPtrAddr(x));
  R_ClearExternalPtr(x);
}
static void close_generator(SEXP x) {
  ptc_generator_close(R_ExternalPtrAddr(x));
  R_ClearExternalPtr(x);
}
SEXP owned(void *handle, const char *kind, R_CFinalizer_t finalizer) {
  if (!handle) return R_NilValue;
  SEXP out = PROTECT(R_MakeExternalPtr(handle, install(kind), R_NilValue));
  if (finalizer) R_RegisterCFinalizerEx(out, finalizer, FALSE);
  setAttrib(out, R_ClassSymbol, mkString(kind));
  UNPROTECT(1);
  return out;
}
SEXP tensor_of(ptc_tensor handle) {
  static R_allocator_t by = {watch_alloc, watch_free, NULL, NULL};
  if (!callbacks) close_all(&later);
  close_all(&dead);
  if (!handle) return R_NilValue;
  SEXP kept = PROTECT(pooled ? VECTOR_ELT(pool, pooled - 1) : allocVector3(RAWSXP, sizeof newest, &by));
  if (pooled) SET_VECTOR_ELT(pool, --pooled, R_NilValue);
  else memcpy(RAW(kept), &newest, sizeof newest);
  (*(watch **)RAW(kept))->handle = handle;
  SEXP out = PROTECT(R_MakeExternalPtr(handle, tensor_tag, kept));
  SHALLOW_DUPLICATE_ATTRIB(out, classed); /* what setAttrib does, in a quarter of the time */
  UNPROTECT(2);
  return out;
}
void *handle_of(SEXP x, const char *kind) {
  if (isNull(x)) return NULL;
  if (TYPEOF(x) != EXTPTRSXP || R_ExternalPtrTag(x) != install(kind)) error("a %s is needed", kind);
  if (!R_ExternalPtrAddr(x)) error("the %s is closed", kind);
  return R_ExternalPtrAddr(x);
}
ptc_tensor tensor(SEXP x) {
  if (TYPEOF(x) == EXTPTRSXP && R_ExternalPtrTag(x) == tensor_tag && R_ExternalPtrAddr(x)) return R_ExternalPtrAddr(x);
  return handle_of(x, "torch_tensor");
}

static ptc_tensor *tensors(SEXP list) {
  ptc_tensor *out = (ptc_tensor *)R_alloc(XLENGTH(list) + 1, sizeof *out);
  for (R_xlen_t i = 0; i < XLENGTH(list); ++i) out[i] = tensor(VECTOR_ELT(list, i));
  return out;
}
static int64_t *ints(SEXP x) {
  SEXP numbers = PROTECT(coerceVector(x, REALSXP));
  int64_t *out = (int64_t *)R_alloc(XLENGTH(x) + 1, sizeof *out);
  for (R_xlen_t i = 0; i < XLENGTH(x); ++i) out[i] = (int64_t)REAL(numbers)[i];
  UNPROTECT(1);
  return out;
}
static double *floats(SEXP x) {
  SEXP numbers = PROTECT(coerceVector(x, REALSXP));
  double *out = (double *)R_alloc(XLENGTH(x) + 1, sizeof *out);
  for (R_xlen_t i = 0; i < XLENGTH(x); ++i) out[i] = REAL(numbers)[i];
  UNPROTECT(1);
  return out;
}

SEXP ptc_r_close(SEXP x) {
  if (TYPEOF(x) != EXTPTRSXP || !R_ExternalPtrAddr(x)) return R_NilValue;
  ptc_tensor handle = unwatched(x);
  if (callbacks) put_aside(&later, handle);
  else ptc_tensor_close(handle);
  return R_NilValue;
}

/* ---- calls by name ---- */

static void number(SEXP x, int32_t *kind, int64_t *i, double *re, double *im) {
  if (isLogical(x)) *kind = PTC_SCALAR_BOOL, *i = asLogical(x);
  else if (isInteger(x)) *kind = PTC_SCALAR_INT, *i = asInteger(x);
  else if (isComplex(x)) *kind = PTC_SCALAR_COMPLEX, *re = asComplex(x).r, *im = asComplex(x).i;
  else if (isReal(x)) *kind = PTC_SCALAR_FLOAT, *re = asReal(x);
  else error("a number is needed");
}

/* The value of an argument by its letter (generate.py). */
static ptc_value value_of(SEXP x, char letter) {
  static const int32_t kinds[] = {0, PTC_VALUE_INT, PTC_VALUE_FLOAT, PTC_VALUE_BOOL, PTC_VALUE_COMPLEX};
  ptc_value out = {0};
  if (isNull(x)) return out;
  switch (letter) {
  case 'T': out.kind = PTC_VALUE_TENSOR, out.p = tensor(x); break;
  case 'L': out.kind = PTC_VALUE_TENSORS, out.p = tensors(x), out.len = XLENGTH(x); break;
  case 's': number(x, &out.kind, &out.i, &out.re, &out.im), out.kind = kinds[out.kind]; break;
  case 'i': out.kind = PTC_VALUE_INT, out.i = (int64_t)asReal(x); break;
  case 'f': out.kind = PTC_VALUE_FLOAT, out.re = asReal(x); break;
  case 'b': out.kind = PTC_VALUE_BOOL, out.i = asLogical(x); break;
  case 'I': out.kind = PTC_VALUE_INTS, out.p = ints(x), out.len = XLENGTH(x); break;
  case 'F': out.kind = PTC_VALUE_FLOATS, out.p = floats(x), out.len = XLENGTH(x); break;
  case 't': out.kind = PTC_VALUE_STRING, out.p = translateCharUTF8(asChar(x)), out.len = PTC_UNSET; break;
  case 'y': out.kind = PTC_VALUE_DTYPE, out.i = asInteger(x); break;
  case 'l': out.kind = PTC_VALUE_LAYOUT, out.i = asInteger(x); break;
  case 'm': out.kind = PTC_VALUE_MEMORY_FORMAT, out.i = asInteger(x); break;
  case 'd': out.kind = PTC_VALUE_DEVICE, out.i = INTEGER(x)[0], out.len = INTEGER(x)[1]; break;
  case 'g': out.kind = PTC_VALUE_GENERATOR, out.p = handle_of(x, "torch_generator"); break;
  case 'B': {
    bool *list = (bool *)R_alloc(XLENGTH(x) + 1, sizeof *list);
    for (R_xlen_t i = 0; i < XLENGTH(x); ++i) list[i] = LOGICAL(x)[i];
    out.kind = PTC_VALUE_BOOLS, out.p = list, out.len = XLENGTH(x);
    break;
  }
  case 'S': {
    ptc_scalar *list = (ptc_scalar *)R_alloc(XLENGTH(x) + 1, sizeof *list);
    memset(list, 0, (XLENGTH(x) + 1) * sizeof *list);
    for (R_xlen_t i = 0; i < XLENGTH(x); ++i)
      number(VECTOR_ELT(x, i), &list[i].kind, &list[i].i, &list[i].re, &list[i].im);
    out.kind = PTC_VALUE_SCALARS, out.p = list, out.len = XLENGTH(x);
    break;
  }
  }
  return out;
}

static SEXP result_of(ptc_value *x) {
  switch (x->kind) {
  case PTC_VALUE_TENSOR: {
    ptc_tensor handle = (ptc_tensor)x->p;
    x->p = NULL; /* taken, not closed */
    return tensor_of(handle);
  }
  case PTC_VALUE_TENSORS: {
    SEXP out = PROTECT(allocVector(VECSXP, x->len));
    for (int64_t i = 0; i < x->len; ++i) {
      ptc_tensor one = NULL;
      check(ptc_tensor_share(((const ptc_tensor *)x->p)[i], &one));
      SET_VECTOR_ELT(out, i, tensor_of(one));
    }
    UNPROTECT(1);
    return out;
  }
  case PTC_VALUE_BOOL: return ScalarLogical(x->i != 0);
  case PTC_VALUE_FLOAT: return ScalarReal(x->re);
  case PTC_VALUE_NONE: return R_NilValue;
  default: return ScalarReal((double)x->i);
  }
}

/* Operators by their numbers (generate.py), found when they are first called, for ever. */
static struct {
  ptc_operator *items;
  int room, count;
} operators;
static ptc_operator operator_of(int number, SEXP name, SEXP overload) {
  if (number >= operators.room) {
    int room = number + 1024;
    ptc_operator *more = realloc(operators.items, (size_t)room * sizeof *more);
    if (!more) error("no memory");
    memset(more + operators.room, 0, (size_t)(room - operators.room) * sizeof *more);
    operators.items = more, operators.room = room;
  }
  if (!operators.items[number]) {
    check(ptc_operator_find(CHAR(asChar(name)), CHAR(asChar(overload)), &operators.items[number]));
    ++operators.count;
  }
  return operators.items[number];
}
SEXP ptc_r_operators(void) { return ScalarInteger(operators.count); }

static SEXP called(ptc_operator operator, const ptc_value *args, int64_t given) {
  ptc_value results[16] = {{0}};
  int64_t count = 0;
  check(INTERRUPTIBLE(ptc_call(operator, args, given, results, 16, &count)));
  SEXP out = PROTECT(count == 1 ? result_of(results) : allocVector(VECSXP, count));
  if (count != 1)
    for (int64_t i = 0; i < count; ++i) SET_VECTOR_ELT(out, i, result_of(results + i));
  ptc_values_close(results, count);
  UNPROTECT(1);
  return out;
}

SEXP ptc_r_call(SEXP number, SEXP name, SEXP overload, SEXP letters, SEXP list) {
  ptc_operator operator = operator_of(asInteger(number), name, overload);
  int64_t given = XLENGTH(list);
  ptc_value args[64];
  if (given > 64) error("too many arguments");
  const char *kinds = CHAR(asChar(letters));
  for (int64_t i = 0; i < given; ++i) args[i] = value_of(VECTOR_ELT(list, i), kinds[i]);
  return called(operator, args, given);
}

/* ---- overloads ---- */

static bool is_handle(SEXP x, const char *kind) { return TYPEOF(x) == EXTPTRSXP && inherits(x, kind); }
static bool is_tensor(SEXP x) { return TYPEOF(x) == EXTPTRSXP && R_ExternalPtrTag(x) == tensor_tag; }
static bool is_number(SEXP x) { return (isNumeric(x) || isLogical(x) || isComplex(x)) && XLENGTH(x) == 1; }

/* True if an argument may be of a letter. */
static bool suits(SEXP x, char letter) {
  switch (letter) {
  case 'T': return is_tensor(x);
  case 'g': return is_handle(x, "torch_generator");
  case 'L':
  case 'S': return TYPEOF(x) == VECSXP;
  case 's':
  case 'i':
  case 'f': return is_number(x);
  case 'b':
  case 'B': return isLogical(x);
  case 'I':
  case 'F': return (isReal(x) || TYPEOF(x) == INTSXP) && !isObject(x);
  default: return isString(x);
  }
}

static bool is_option(const char *name) {
  static const char *const options[] = {"dtype", "layout", "device", "pin_memory", "requires_grad"};
  for (int i = 0; i < 5; ++i)
    if (!strcmp(name, options[i])) return true;
  return false;
}

static int place_of(const char *name, SEXP names) {
  for (int i = 0; i < XLENGTH(names); ++i)
    if (!strcmp(name, CHAR(STRING_ELT(names, i)))) return i;
  return -1;
}

enum { MOST = 64 };
enum { FORM_CALL, FORM_LETTERS, FORM_NAMES, FORM_LEAST, FORM_OPTIONS, FORM_NUMBER, FORM_NAME, FORM_OVERLOAD, FORM_ORDER };

/* The arguments of a call: values, names ("" for none), and each one's place in a form, -1 for an option. */
typedef struct {
  int count, place[MOST];
  SEXP values[MOST];
  const char *names[MOST];
} arguments;

/* True if a form takes these arguments, and where. */
static bool fits(SEXP form, arguments *args) {
  const char *letters = CHAR(STRING_ELT(VECTOR_ELT(form, FORM_LETTERS), 0));
  SEXP names = VECTOR_ELT(form, FORM_NAMES);
  int known = (int)XLENGTH(names), free = 0, *place = args->place;
  bool taken[MOST] = {false};
  if (known > MOST) return false;
  for (int i = 0; i < args->count; ++i) {
    place[i] = *args->names[i] ? place_of(args->names[i], names) : -2;
    if (place[i] >= 0) taken[place[i]] = true;
    else if (place[i] == -1 && !(LOGICAL(VECTOR_ELT(form, FORM_OPTIONS))[0] && is_option(args->names[i]))) return false;
  }
  for (int i = 0; i < args->count; ++i) {
    if (place[i] != -2) continue;
    while (free < known && taken[free]) ++free;
    if (free == known) return false;
    taken[place[i] = free] = true;
  }
  for (int i = 0; i < known && i < INTEGER(VECTOR_ELT(form, FORM_LEAST))[0]; ++i)
    if (!taken[i]) return false;
  for (int i = 0; i < args->count; ++i)
    if (place[i] >= 0 && !isNull(args->values[i]) && !suits(args->values[i], letters[place[i]])) return false;
  return true;
}

/* The arguments in the schema's order, and how many there are; -1 for what the form's function in R converts: options, and
   names of dtypes and devices. */
static int in_order(SEXP form, const arguments *args, ptc_value *out) {
  const char *letters = CHAR(STRING_ELT(VECTOR_ELT(form, FORM_LETTERS), 0));
  SEXP order = VECTOR_ELT(form, FORM_ORDER);
  int count = 0;
  for (int i = 0; i < args->count; ++i)
    if (args->place[i] < 0 || strchr("ylmd", letters[args->place[i]])) return -1;
  for (int i = 0; i < args->count; ++i) {
    int at = isNull(order) ? args->place[i] : INTEGER(order)[args->place[i]];
    for (; count <= at; ++count) out[count] = (ptc_value){.kind = PTC_VALUE_DEFAULT};
    out[at] = value_of(args->values[i], letters[args->place[i]]);
  }
  return count;
}

static SEXP no_form(SEXP group) {
  char wanted[512] = "";
  SEXP names = VECTOR_ELT(VECTOR_ELT(VECTOR_ELT(group, 1), 0), FORM_NAMES);
  for (R_xlen_t i = 0; i < XLENGTH(names); ++i) {
    strncat(wanted, i ? ", " : "", sizeof wanted - strlen(wanted) - 1);
    strncat(wanted, CHAR(STRING_ELT(names, i)), sizeof wanted - strlen(wanted) - 1);
  }
  error("%s: no form takes these arguments; the first one wants %s", CHAR(asChar(VECTOR_ELT(group, 0))), wanted);
}

/* .External(C_operator, list(name, forms), ...): calls the first form that takes the arguments. A form is list(its function,
   letters, names, how many are needed, has options, number, name, overload, places in the schema or NULL). */
SEXP ptc_r_operator(SEXP given) {
  SEXP group = CADR(given), found = CDDR(given), forms = VECTOR_ELT(group, 1);
  arguments args;
  ptc_value values[MOST + 4];
  args.count = 0;
  for (SEXP one = found; one != R_NilValue; one = CDR(one)) {
    if (args.count == MOST) error("too many arguments");
    args.names[args.count] = TAG(one) == R_NilValue ? "" : CHAR(PRINTNAME(TAG(one)));
    args.values[args.count++] = CAR(one);
  }
  for (R_xlen_t i = 0; i < XLENGTH(forms); ++i) {
    SEXP form = VECTOR_ELT(forms, i);
    if (!fits(form, &args)) continue;
    int count = in_order(form, &args, values);
    if (count >= 0)
      return called(operator_of(INTEGER(VECTOR_ELT(form, FORM_NUMBER))[0], VECTOR_ELT(form, FORM_NAME),
                                VECTOR_ELT(form, FORM_OVERLOAD)),
                    values, count);
    SEXP call = PROTECT(LCONS(VECTOR_ELT(form, FORM_CALL), found)), out = eval(call, R_GlobalEnv);
    UNPROTECT(1);
    return out;
  }
  return no_form(group);
}

/* ---- from and to memory of R's: the first dimension varies fastest there ---- */

static ptc_tensor over(SEXP x, SEXP dim, int32_t dtype, void *data, SEXP keep) {
  int64_t *size = ints(dim), stride[64], step = 1, count = XLENGTH(dim);
  ptc_options options = {.set = PTC_OPTION_DTYPE, .dtype = dtype};
  ptc_tensor out = NULL;
  if (count > 64) error("over: too many dimensions");
  for (int64_t i = 0; i < count; ++i) stride[i] = step, step *= size[i];
  if (step != XLENGTH(x)) error("over: %ld elements are not of this size", (long)XLENGTH(x));
  R_PreserveObject(keep);
  check(ptc_tensor_from_blob(data, size, count, stride, count, &options, keep, release, &out));
  return out;
}
/* A double, integer or raw array's own memory as a float64, int32 or uint8 tensor. */
SEXP ptc_r_over(SEXP x, SEXP dim) {
  switch (TYPEOF(x)) {
  case REALSXP: return tensor_of(over(x, dim, PTC_FLOAT64, REAL(x), x));
  case INTSXP: return tensor_of(over(x, dim, PTC_INT32, INTEGER(x), x));
  case RAWSXP: return tensor_of(over(x, dim, PTC_UINT8, RAW(x), x));
  default: error("over: an array of doubles, integers or raw is needed");
  }
}
SEXP ptc_r_from_raw(SEXP bytes, SEXP size, SEXP dtype) {
  ptc_options options = {.set = PTC_OPTION_DTYPE, .dtype = asInteger(dtype)};
  ptc_tensor out = NULL;
  check(ptc_tensor_from_data(RAW(bytes), XLENGTH(bytes), ints(size), XLENGTH(size), &options, &out));
  return tensor_of(out);
}
SEXP ptc_r_bytes(SEXP x) {
  int64_t element = 0, numel = 0;
  check(ptc_tensor_element_size(tensor(x), &element));
  check(ptc_tensor_numel(tensor(x), &numel));
  SEXP out = PROTECT(allocVector(RAWSXP, element * numel));
  check(ptc_tensor_copy_to(tensor(x), RAW(out), element * numel));
  UNPROTECT(1);
  return out;
}

/* A double vector whose memory is a tensor's: data1 is the tensor that holds it. */
static R_altrep_class_t memory_class;
static void *memory_data(SEXP x, Rboolean writeable) {
  void *out = NULL;
  (void)writeable;
  check(ptc_tensor_data_ptr(tensor(R_altrep_data1(x)), &out));
  return out;
}
static const void *memory_data_or_null(SEXP x) { return memory_data(x, FALSE); }
static R_xlen_t memory_length(SEXP x) {
  int64_t out = 0;
  check(ptc_tensor_numel(tensor(R_altrep_data1(x)), &out));
  return out;
}
SEXP ptc_r_data(SEXP x) {
  bool contiguous = false;
  int32_t dtype = 0;
  ptc_tensor lent = NULL;
  check(ptc_tensor_dtype(tensor(x), &dtype));
  check(ptc_tensor_is_contiguous(tensor(x), PTC_CONTIGUOUS, &contiguous));
  if (dtype != PTC_FLOAT64 || !contiguous) error("data: a contiguous float64 tensor is needed");
  check(ptc_tensor_lend(tensor(x), &lent));
  SEXP holder = PROTECT(tensor_of(lent)), out = R_new_altrep(memory_class, holder, R_NilValue);
  UNPROTECT(1);
  return out;
}

/* ---- inspect ---- */

SEXP ptc_r_size(SEXP x) {
  int64_t dim = 0, size[64];
  check(ptc_tensor_dim(tensor(x), &dim));
  if (dim > 64) error("size: too many dimensions");
  check(ptc_tensor_sizes(tensor(x), size, dim));
  SEXP out = PROTECT(allocVector(REALSXP, dim));
  for (int64_t i = 0; i < dim; ++i) REAL(out)[i] = (double)size[i];
  UNPROTECT(1);
  return out;
}
SEXP ptc_r_dim(SEXP x) {
  int64_t out = 0;
  check(ptc_tensor_dim(tensor(x), &out));
  return ScalarInteger((int)out);
}
SEXP ptc_r_dtype(SEXP x) {
  int32_t out = 0;
  check(ptc_tensor_dtype(tensor(x), &out));
  return ScalarInteger(out);
}
SEXP ptc_r_item(SEXP x) {
  ptc_scalar out = {0};
  check(ptc_tensor_item(tensor(x), &out));
  if (out.kind == PTC_SCALAR_BOOL) return ScalarLogical(out.i != 0);
  return ScalarReal(out.kind == PTC_SCALAR_FLOAT ? out.re : (double)out.i);
}
SEXP ptc_r_text(SEXP x) {
  char *text = NULL;
  check(ptc_tensor_string(tensor(x), &text));
  SEXP out = PROTECT(ScalarString(mkCharCE(text, CE_UTF8)));
  ptc_string_free(text);
  UNPROTECT(1);
  return out;
}

/* ---- gradients ---- */

SEXP ptc_r_requires_grad(SEXP x, SEXP on) {
  bool out = false;
  if (!isNull(on)) check(ptc_tensor_set_requires_grad(tensor(x), asLogical(on)));
  check(ptc_tensor_requires_grad(tensor(x), &out));
  return ScalarLogical(out);
}
SEXP ptc_r_backward(SEXP x) {
  listen();
  check(INTERRUPTIBLE(ptc_tensor_backward(tensor(x), NULL, false, false)));
  return R_NilValue;
}
SEXP ptc_r_grad(SEXP x) {
  ptc_tensor out = NULL;
  check(ptc_tensor_grad(tensor(x), &out));
  return tensor_of(out);
}
SEXP ptc_r_set_grad(SEXP x, SEXP grad) {
  check(ptc_tensor_set_grad(tensor(x), tensor(grad)));
  return R_NilValue;
}

/* run_hook(hook, grad) of pytorch_c.R gives list(value) or list(error, message). */
static ptc_error run_hook(void *context, ptc_tensor grad, ptc_tensor *out) {
  SEXP given = PROTECT(owned(grad, "torch_tensor", NULL));
  SEXP call = PROTECT(lang3(install("run_hook"), (SEXP)context, given));
  ++callbacks;
  SEXP found = PROTECT(eval(call, home)); /* run_hook catches errors */
  --callbacks;
  if (!isNull(given)) R_ClearExternalPtr(given);
  ptc_error error = NULL;
  if (XLENGTH(found) == 2) {
    R_PreserveObject(VECTOR_ELT(found, 0));
    error = ptc_error_new_with(PTC_ERROR_HOST, translateCharUTF8(asChar(VECTOR_ELT(found, 1))), VECTOR_ELT(found, 0),
                               release);
  } else if (!isNull(VECTOR_ELT(found, 0))) {
    error = ptc_tensor_share(R_ExternalPtrAddr(VECTOR_ELT(found, 0)), out); /* the library closes what it is given */
  }
  UNPROTECT(3);
  return error;
}
SEXP ptc_r_register_hook(SEXP x, SEXP hook) {
  ptc_hook out = NULL;
  R_PreserveObject(hook);
  check(ptc_tensor_register_hook(tensor(x), run_hook, hook, release, &out));
  return owned(out, "torch_hook", close_hook);
}
SEXP ptc_r_hook_remove(SEXP x) {
  ptc_hook_remove(handle_of(x, "torch_hook"));
  return R_NilValue;
}

/* ---- states, memory, steps ---- */

SEXP ptc_r_grad_mode(SEXP on) {
  bool before = true;
  check(ptc_grad_mode(&before));
  check(ptc_set_grad_mode(asLogical(on)));
  return ScalarLogical(before);
}
SEXP ptc_r_inference_mode(SEXP on) {
  bool before = false;
  check(ptc_inference_mode(&before));
  check(ptc_set_inference_mode(asLogical(on)));
  return ScalarLogical(before);
}
static pthread_t home_thread; /* R's own, which alone may collect */
static void pressure(void *context, int32_t level) {
  (void)context, (void)level;
  if (!pthread_equal(pthread_self(), home_thread)) return;
  R_gc();
  close_all(&dead);
  ptc_trim(); /* small blocks of R's lie between the large ones, which fit no more where they were */
}
SEXP ptc_r_collect_above(SEXP bytes, SEXP growth) {
  ptc_set_gc_growth((int64_t)asReal(growth));
  ptc_set_gc_threshold(PTC_CPU, (int64_t)asReal(bytes));
  check(ptc_set_gc_callback(pressure, NULL, NULL));
  return R_NilValue;
}
SEXP ptc_r_live(void) {
  close_all(&dead);
  SEXP out = PROTECT(allocVector(REALSXP, 2));
  REAL(out)[0] = (double)ptc_live_handles(), REAL(out)[1] = (double)ptc_live_bytes(PTC_CPU);
  UNPROTECT(1);
  return out;
}
SEXP ptc_r_set_num_threads(SEXP count) {
  check(ptc_set_num_threads(asInteger(count)));
  return R_NilValue;
}
SEXP ptc_r_manual_seed(SEXP seed) {
  check(ptc_manual_seed((int64_t)asReal(seed)));
  return R_NilValue;
}
SEXP ptc_r_set_data(SEXP x, SEXP data) {
  check(ptc_tensor_set_data(tensor(x), tensor(data)));
  return R_NilValue;
}
SEXP ptc_r_generator(SEXP seed) {
  ptc_generator out = NULL;
  check(ptc_generator_new(PTC_CPU, PTC_UNSET, &out));
  SEXP made = PROTECT(owned(out, "torch_generator", close_generator));
  check(ptc_generator_manual_seed(out, (int64_t)asReal(seed)));
  UNPROTECT(1);
  return made;
}
SEXP ptc_r_sgd(SEXP p, SEXP g, SEXP b, SEXP x, SEXP nesterov, SEXP first) {
  const double *n = REAL(x);
  check(ptc_optimizer_sgd_step(tensors(p), XLENGTH(p), tensors(g), XLENGTH(g), tensors(b), XLENGTH(b), n[0], n[1], n[2],
                               n[3], asLogical(nesterov), false, asLogical(first)));
  return R_NilValue;
}
SEXP ptc_r_adam(SEXP p, SEXP g, SEXP m, SEXP v, SEXP t, SEXP x, SEXP decoupled) {
  const double *n = REAL(x);
  int64_t count = XLENGTH(p);
  check(ptc_optimizer_adam_step(tensors(p), count, tensors(g), count, tensors(m), count, tensors(v), count, NULL, 0,
                                tensors(t), count, n[0], n[1], n[2], n[3], n[4], false, false, asLogical(decoupled)));
  return R_NilValue;
}

/* ---- loading ---- */

SEXP ptc_r_start(SEXP environment) {
  home = environment;
  home_thread = pthread_self();
  listen_first();
  R_PreserveObject(home);
  tensor_tag = install("torch_tensor");
  R_PreserveObject(pool = allocVector(VECSXP, POOL));
  R_PreserveObject(classed = R_MakeExternalPtr(NULL, tensor_tag, R_NilValue));
  setAttrib(classed, R_ClassSymbol, mkString("torch_tensor"));
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_check());
  return R_NilValue;
}
void R_init_ptc(DllInfo *info) {
  memory_class = R_make_altreal_class("torch_memory", "pytorch_c", info);
  R_set_altrep_Length_method(memory_class, memory_length);
  R_set_altvec_Dataptr_method(memory_class, memory_data);
  R_set_altvec_Dataptr_or_null_method(memory_class, memory_data_or_null);
}
