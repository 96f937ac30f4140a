/* Calls of operators without fiddle: the choice among overloads, arguments, results, and tensors as objects of C.

   Each operator of Torch is the function `call`, which knows its group by the name it was called under. Named arguments, dtypes
   and devices, and what fits no form go to the methods in Ruby, which are as before. Ruby's lock is open while an operator
   runs; Ctrl-C interrupts it. */
#include <dlfcn.h>
#include <math.h>
#include <string.h>

#include <pytorch_c.h>
#include <ruby.h>
#include <ruby/thread.h>

enum { MOST = 64, RESULTS = 16 };

static VALUE torch, tensor_class, errors, originals;
static ID id_call, id_check, id_new;

/* Of the library that fiddle has loaded. */
static struct {
  __typeof__(&ptc_tensor_close) close;
  __typeof__(&ptc_tensor_share) share;
  __typeof__(&ptc_tensor_backward) backward;
  __typeof__(&ptc_tensor_dim) dim, numel;
  __typeof__(&ptc_operator_find) find;
  __typeof__(&ptc_call) call;
  __typeof__(&ptc_jit_call) jit_call;
  __typeof__(&ptc_values_close) values_close;
  __typeof__(&ptc_error_free) error_free;
  __typeof__(&ptc_interrupt_thread) interrupt_thread;
  __typeof__(&ptc_interrupt_set) interrupt_set;
  __typeof__(&ptc_interrupt_clear) interrupt_clear;
} c;

/* ---- tensors: a handle, how many calls use it, and the handle that the last of them closes ---- */

typedef struct {
  ptc_tensor handle, late;
  int uses;
} cell;

static void cell_free(void *at) {
  cell *one = at;
  if (one->handle) c.close(one->handle);
  if (one->late) c.close(one->late);
  xfree(one);
}
static size_t cell_size(const void *at) { return at ? sizeof(cell) : 0; }
static const rb_data_type_t cell_type = {
    "Torch::Tensor", {NULL, cell_free, cell_size}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE tensor_allocate(VALUE klass) {
  cell *one;
  return TypedData_Make_Struct(klass, cell, &cell_type, one);
}
static VALUE tensor_of(ptc_tensor handle) {
  cell *one;
  VALUE out = TypedData_Make_Struct(tensor_class, cell, &cell_type, one);
  one->handle = handle;
  return out;
}
static bool is_tensor(VALUE x) {
  return !SPECIAL_CONST_P(x) && BUILTIN_TYPE(x) == T_DATA && RTYPEDDATA_P(x) && RTYPEDDATA_TYPE(x) == &cell_type;
}
static cell *cell_of(VALUE x) { return rb_check_typeddata(x, &cell_type); }

static VALUE tensor_initialize(VALUE self, VALUE handle) {
  cell_of(self)->handle = (ptc_tensor)(intptr_t)NUM2LL(handle);
  return self;
}
static void leave(cell *one) {
  if (--one->uses || !one->late) return;
  c.close(one->late);
  one->late = NULL;
}
static void closed(void) {
  rb_exc_raise(rb_funcall(errors, id_new, 2, rb_str_new_cstr("the tensor is closed"), INT2FIX(PTC_ERROR_VALUE)));
}
static VALUE tensor_use(VALUE self) {
  cell *one = cell_of(self);
  if (!one->handle) closed();
  ++one->uses;
  return LL2NUM((intptr_t)one->handle);
}
static VALUE tensor_done(VALUE self) {
  leave(cell_of(self));
  return Qnil;
}
static VALUE tensor_close(VALUE self) {
  cell *one = cell_of(self);
  if (!one->handle) return Qnil;
  one->late = one->handle;
  one->handle = NULL;
  ++one->uses;
  leave(one);
  return Qnil;
}

static VALUE asked(VALUE self, __typeof__(&ptc_tensor_dim) what) {
  int64_t out = 0;
  cell *one = cell_of(self);
  if (!one->handle) closed();
  ptc_error error = what(one->handle, &out);
  if (error) rb_funcall(torch, id_check, 1, LL2NUM((intptr_t)error));
  return LL2NUM(out);
}
static VALUE tensor_dim(VALUE self) { return asked(self, c.dim); }
static VALUE tensor_numel(VALUE self) { return asked(self, c.numel); }

/* ---- the call itself, with Ruby's lock open ---- */

typedef struct {
  ptc_operator operator;
  const ptc_value *args;
  int64_t given, count, thread;
  ptc_value *results;
  ptc_tensor backward;
  ptc_jit_function program; /* args and given are its, names may be NULL, results has one place */
  const char *names;
  ptc_error error;
  bool ran, interrupted;
} work;

static void *working(void *at) {
  work *one = at;
  one->ran = true;
  if (one->backward) one->error = c.backward(one->backward, NULL, false, false);
  else if (one->program) one->error = c.jit_call(one->program, one->args, one->given, one->names, one->results);
  else one->error = c.call(one->operator, one->args, one->given, one->results, RESULTS, &one->count);
  return NULL;
}
/* On another thread, or in a signal handler: what runs ends where it next takes memory. */
static void interrupt(void *at) {
  work *one = at;
  one->interrupted = true;
  c.interrupt_set(one->thread);
}
/* Runs it to its end: nothing is raised in between, since tensors are leased. */
static void run(work *one) {
  static _Thread_local int64_t number;
  if (!number) number = c.interrupt_thread();
  one->thread = number;
  rb_nogvl(working, one, number > 0 ? interrupt : NULL, one, RB_NOGVL_INTR_FAIL | RB_NOGVL_UBF_ASYNC_SAFE);
  if (one->interrupted) c.interrupt_clear(number);
}
static VALUE look(VALUE nothing) {
  rb_thread_check_ints();
  return nothing;
}
/* Raises what stopped a call: an interrupt of Ruby's first. */
static void check(const work *one) {
  int raised = 0;
  if (!one->error) return;
  if (one->interrupted) rb_protect(look, Qnil, &raised);
  if (raised) {
    c.error_free(one->error);
    rb_jump_tag(raised);
  }
  rb_funcall(torch, id_check, 1, LL2NUM((intptr_t)one->error));
}

/* ---- operators ---- */

typedef struct {
  ptc_operator operator;
  char *name, *overload, *letters, *kinds, variant;
  int most, least;
  bool callable; /* no named argument is needed */
} form;
typedef struct {
  int count;
  VALUE original; /* the method in Ruby */
  form forms[];
} group;
static st_table *groups;

static bool all_tensors(VALUE x, bool wanted) {
  if (!RB_TYPE_P(x, T_ARRAY)) return false;
  for (long i = 0; i < RARRAY_LEN(x); ++i) {
    VALUE one = RARRAY_AREF(x, i);
    if (wanted ? !NIL_P(one) && !is_tensor(one) : is_tensor(one)) return false;
  }
  return true;
}
static bool is_bool(VALUE x) { return x == Qtrue || x == Qfalse; }

/* True if an argument may be of a letter of generate.rb, as FITS of pytorch_c.rb says it. */
static bool suits(VALUE x, char letter) {
  if (NIL_P(x)) return true;
  switch (letter) {
  case 'T': return is_tensor(x);
  case 'L': return all_tensors(x, true);
  case 's': return is_bool(x) || rb_obj_is_kind_of(x, rb_cNumeric);
  case 'f': return rb_obj_is_kind_of(x, rb_cNumeric);
  case 'i': return RB_INTEGER_TYPE_P(x);
  case 'b': return is_bool(x);
  case 'I': return all_tensors(x, false);
  case 'J': return RB_INTEGER_TYPE_P(x) || all_tensors(x, false);
  case 't': return RB_TYPE_P(x, T_STRING);
  case 'y': return SYMBOL_P(x);
  default: return false;
  }
}
static bool fits(const form *one, int given, const VALUE *x) {
  if (given > one->most || given < one->least) return false;
  for (int i = 0; i < given; ++i)
    if (!suits(x[i], one->letters[i])) return false;
  return true;
}

/* The arguments of one call, in memory that Ruby frees with the stack. */
typedef struct {
  ptc_value values[MOST];
  cell *leased[MOST];
  int uses, room;
  int64_t numbers[4 * MOST];
} arguments;

static bool lease(arguments *a, VALUE x, ptc_tensor *out) {
  *out = NULL;
  if (NIL_P(x)) return true;
  cell *one = RTYPEDDATA_DATA(x);
  if (a->uses == MOST || !one->handle) return false;
  ++one->uses;
  a->leased[a->uses++] = one;
  *out = one->handle;
  return true;
}
static void *numbers(arguments *a, long count) {
  if (a->room + count > 4 * MOST) return NULL;
  a->room += (int)count;
  return a->numbers + a->room - count;
}
static bool list(arguments *a, VALUE x, char kind, ptc_value *out) {
  bool one = !RB_TYPE_P(x, T_ARRAY);
  long count = one ? 1 : RARRAY_LEN(x);
  int64_t *to = numbers(a, count + 1);
  if (!to) return false;
  for (long i = 0; i < count; ++i) {
    VALUE item = one ? x : RARRAY_AREF(x, i);
    if (kind == 'L') {
      if (!lease(a, item, (ptc_tensor *)to + i)) return false;
    } else if (kind == 'I') {
      if (!FIXNUM_P(item)) return false;
      to[i] = FIX2LONG(item);
    } else if (RB_FLOAT_TYPE_P(item)) ((double *)to)[i] = RFLOAT_VALUE(item);
    else if (FIXNUM_P(item)) ((double *)to)[i] = (double)FIX2LONG(item);
    else return false;
  }
  out->kind = kind == 'L' ? PTC_VALUE_TENSORS : kind == 'I' ? PTC_VALUE_INTS : PTC_VALUE_FLOATS;
  out->p = to, out->len = count;
  return true;
}
static bool scalar(VALUE x, ptc_value *out) {
  if (FIXNUM_P(x)) out->kind = PTC_VALUE_INT, out->i = FIX2LONG(x);
  else if (RB_FLOAT_TYPE_P(x)) out->kind = PTC_VALUE_FLOAT, out->re = RFLOAT_VALUE(x);
  else if (is_bool(x)) out->kind = PTC_VALUE_BOOL, out->i = x == Qtrue;
  else return false;
  return true;
}
/* The value of an argument by its kind; false for what Ruby's methods convert. */
static bool value_of(arguments *a, VALUE x, char kind, ptc_value *out) {
  *out = (ptc_value){0};
  if (NIL_P(x)) return true;
  switch (kind) {
  case 'T': {
    ptc_tensor handle;
    if (!lease(a, x, &handle)) return false;
    out->kind = PTC_VALUE_TENSOR, out->p = handle;
    return true;
  }
  case 's': return scalar(x, out);
  case 'i':
    if (!FIXNUM_P(x)) return false;
    out->kind = PTC_VALUE_INT, out->i = FIX2LONG(x);
    return true;
  case 'f':
    if (!scalar(x, out)) return false;
    if (out->kind == PTC_VALUE_INT) out->kind = PTC_VALUE_FLOAT, out->re = (double)out->i;
    return true;
  case 'b': out->kind = PTC_VALUE_BOOL, out->i = x == Qtrue; return true;
  case 't': out->kind = PTC_VALUE_STRING, out->p = RSTRING_PTR(x), out->len = RSTRING_LEN(x); return true;
  case 'L':
  case 'I':
  case 'F': return list(a, x, kind, out);
  default: return false;
  }
}

static VALUE shared(ptc_tensor handle) {
  ptc_tensor out = NULL;
  ptc_error error = c.share(handle, &out);
  if (error) rb_funcall(torch, id_check, 1, LL2NUM((intptr_t)error));
  return out ? tensor_of(out) : Qnil;
}
static VALUE result_of(ptc_value *x) {
  switch (x->kind) {
  case PTC_VALUE_TENSOR: {
    ptc_tensor handle = (ptc_tensor)x->p;
    x->p = NULL; /* taken, not closed */
    return handle ? tensor_of(handle) : Qnil;
  }
  case PTC_VALUE_TENSORS: {
    VALUE out = rb_ary_new_capa(x->len);
    for (int64_t i = 0; i < x->len; ++i) rb_ary_push(out, shared(((const ptc_tensor *)x->p)[i]));
    return out;
  }
  case PTC_VALUE_BOOL: return x->i ? Qtrue : Qfalse;
  case PTC_VALUE_FLOAT: return DBL2NUM(x->re);
  case PTC_VALUE_NONE: return Qnil;
  default: return LL2NUM(x->i);
  }
}
static VALUE results_of(const form *one, work *w, VALUE first) {
  VALUE out = Qnil;
  if (one->variant == 'i') out = first;
  else if (one->variant == 'f' && w->count == 1) out = result_of(w->results);
  else if (one->variant == 'f' && w->count) {
    out = rb_ary_new_capa(w->count);
    for (int64_t i = 0; i < w->count; ++i) rb_ary_push(out, result_of(w->results + i));
  }
  c.values_close(w->results, w->count);
  return out;
}

static bool found(form *one) {
  if (one->operator) return true;
  ptc_error error = c.find(one->name, one->overload, &one->operator);
  if (error) rb_funcall(torch, id_check, 1, LL2NUM((intptr_t)error));
  return one->operator != NULL;
}

/* Calls a form; false where Ruby's methods do it. */
static bool called(form *one, int given, const VALUE *x, VALUE *out) {
  arguments a;
  ptc_value results[RESULTS];
  a.uses = a.room = 0;
  if (!one->callable || !found(one)) return false;
  bool fast = true;
  for (int i = 0; i < given && fast; ++i) fast = value_of(&a, x[i], one->kinds[i], a.values + i);
  work w = {.operator = one->operator, .args = a.values, .given = given, .results = results};
  if (fast) run(&w);
  while (a.uses) leave(a.leased[--a.uses]);
  if (fast && !w.ran) rb_thread_check_ints(); /* an interrupt was pending: Ruby's method goes on after it */
  if (!fast || !w.ran) return false;
  check(&w);
  *out = results_of(one, &w, given ? x[0] : Qnil);
  return true;
}

static VALUE dispatch(int given, const VALUE *x, bool named) {
  st_data_t at;
  if (!st_lookup(groups, (st_data_t)rb_frame_this_func(), &at)) rb_raise(rb_eNoMethodError, "Torch: no such operator");
  group *one = (group *)at;
  VALUE out;
  for (int i = 0; !named && given <= MOST && i < one->count; ++i) {
    if (!fits(one->forms + i, given, x)) continue;
    if (called(one->forms + i, given, x, &out)) return out;
    break;
  }
  return rb_funcallv_kw(one->original, id_call, given, x, named ? RB_PASS_KEYWORDS : RB_NO_KEYWORDS);
}
static VALUE call(int given, VALUE *x, VALUE self) {
  (void)self;
  return dispatch(given, x, rb_keyword_given_p());
}
static VALUE call_method(int given, VALUE *x, VALUE self) {
  bool named = rb_keyword_given_p();
  VALUE *all = ALLOCA_N(VALUE, given + 1);
  all[0] = self;
  memcpy(all + 1, x, (size_t)given * sizeof *x);
  return dispatch(given + 1, all, named);
}

static VALUE tensor_backward(VALUE self) {
  cell *one = cell_of(self);
  work w;
  do {
    if (!one->handle) closed();
    w = (work){.backward = one->handle};
    ++one->uses;
    run(&w);
    leave(one);
    if (!w.ran) rb_thread_check_ints();
  } while (!w.ran);
  check(&w);
  return Qnil;
}

/* A call of TorchScript with what jit.rb has packed: a function's handle, values, how many, names or nil, a place. */
static VALUE call_program(VALUE self, VALUE handle, VALUE values, VALUE count, VALUE names, VALUE place) {
  work w;
  (void)self;
  do {
    w = (work){.program = (ptc_jit_function)(intptr_t)NUM2LL(handle),
               .args = (const ptc_value *)RSTRING_PTR(values),
               .given = NUM2LL(count),
               .names = NIL_P(names) ? NULL : RSTRING_PTR(names),
               .results = (ptc_value *)RSTRING_PTR(place)};
    run(&w);
    if (!w.ran) rb_thread_check_ints();
  } while (!w.ran);
  check(&w);
  return INT2FIX(0);
}

/* ---- loading ---- */

static char *copy(VALUE text) { return strdup(StringValueCStr(text)); }

/* Makes an operator's method the function above: name, its method in Ruby, rows of CALLS, whether tensors have it too. */
static VALUE define(VALUE self, VALUE name, VALUE original, VALUE rows, VALUE method) {
  (void)self;
  long count = RARRAY_LEN(rows);
  group *made = calloc(1, sizeof *made + (size_t)count * sizeof *made->forms);
  if (!made) rb_memerror();
  made->count = (int)count, made->original = original;
  rb_ary_push(originals, original);
  for (long i = 0; i < count; ++i) {
    VALUE row = RARRAY_AREF(rows, i);
    VALUE kind = RARRAY_AREF(row, 5);
    form *one = made->forms + i;
    one->name = copy(RARRAY_AREF(row, 0)), one->overload = copy(RARRAY_AREF(row, 1));
    one->letters = copy(RARRAY_AREF(row, 2)), one->kinds = copy(RARRAY_AREF(row, 3));
    one->least = FIX2INT(RARRAY_AREF(row, 4)), one->most = (int)strlen(one->letters);
    one->variant = *StringValueCStr(kind), one->callable = RTEST(RARRAY_AREF(row, 6));
  }
  st_insert(groups, (st_data_t)SYM2ID(name), (st_data_t)made);
  rb_define_singleton_method(torch, rb_id2name(SYM2ID(name)), call, -1);
  if (RTEST(method)) rb_define_method(tensor_class, rb_id2name(SYM2ID(name)), call_method, -1);
  return Qnil;
}

static void *symbol(void *library, const char *name) {
  void *out = dlsym(library, name);
  if (!out) rb_raise(rb_eLoadError, "libpytorch_c has no %s", name);
  return out;
}
#define LOAD(field, name) c.field = (__typeof__(c.field))symbol(library, name)

/* The library of this path; from now on tensors are objects of C. */
static VALUE start(VALUE self, VALUE path) {
  void *library = dlopen(StringValueCStr(path), RTLD_NOW | RTLD_LOCAL);
  if (!library) rb_raise(rb_eLoadError, "%s", dlerror());
  LOAD(close, "ptc_tensor_close"), LOAD(share, "ptc_tensor_share"), LOAD(backward, "ptc_tensor_backward");
  LOAD(dim, "ptc_tensor_dim"), LOAD(numel, "ptc_tensor_numel");
  LOAD(find, "ptc_operator_find"), LOAD(call, "ptc_call"), LOAD(jit_call, "ptc_jit_call");
  LOAD(values_close, "ptc_values_close");
  LOAD(interrupt_thread, "ptc_interrupt_thread"), LOAD(interrupt_set, "ptc_interrupt_set");
  LOAD(interrupt_clear, "ptc_interrupt_clear"), LOAD(error_free, "ptc_error_free");
  tensor_class = rb_const_get(torch, rb_intern("Tensor"));
  errors = rb_const_get(torch, rb_intern("Error"));
  rb_define_alloc_func(tensor_class, tensor_allocate);
  rb_define_method(tensor_class, "initialize", tensor_initialize, 1);
  rb_define_method(tensor_class, "use", tensor_use, 0);
  rb_define_method(tensor_class, "done", tensor_done, 0);
  rb_define_method(tensor_class, "close", tensor_close, 0);
  rb_define_method(tensor_class, "backward", tensor_backward, 0);
  rb_define_method(tensor_class, "dim", tensor_dim, 0);
  rb_define_method(tensor_class, "numel", tensor_numel, 0);
  return self;
}

void Init_pytorch_c_calls(void) {
  torch = rb_define_module("Torch");
  VALUE calls = rb_define_module_under(torch, "Calls");
  originals = rb_ary_new();
  rb_gc_register_mark_object(originals);
  groups = st_init_numtable();
  id_call = rb_intern("call"), id_check = rb_intern("check"), id_new = rb_intern("new");
  rb_define_singleton_method(calls, "start", start, 1);
  rb_define_singleton_method(calls, "define", define, 4);
  rb_define_singleton_method(calls, "call", call_program, 5);
}
