/* The host: modes, wrappers and their objects, and callbacks that fail at each point. */
#include "tagged.h"

/* ---- a host's object: a wrapper of another tensor, or a mode that counts ---- */

typedef struct object {
  int64_t references;
  ptc_tensor wrapper, inner; /* NULL in a mode */
  int64_t calls;             /* of a mode */
  struct object *next;
} object;

static object *objects; /* all there are */
static int64_t alive, callbacks, fail_at, destroyed;
static int tells, declines;
static char asked[4096];

static object *new_object(void) {
  object *made = calloc(1, sizeof *made);
  made->references = 1;
  made->next = objects;
  objects = made;
  ++alive;
  return made;
}

static void keep(void *context, void *x) {
  IS(context == &alive);
  ++((object *)x)->references;
}

static void release(void *context, void *x) {
  object *self = x, **at;
  IS(context == &alive && self->references > 0);
  if (--self->references) return;
  for (at = &objects; *at != self; at = &(*at)->next) {}
  *at = self->next;
  ptc_tensor_drop_object(self->wrapper, self);
  ptc_tensor_close(self->wrapper);
  ptc_tensor_close(self->inner);
  free(self);
  --alive;
}

static bool try_keep(void *context, const void *slot) {
  object *self = *(void *const *)slot;
  if (!self || !self->references) return false;
  keep(context, self);
  return true;
}

static int64_t references(void *context, void *x) {
  IS(context == &alive);
  return ((object *)x)->references;
}

static bool owns(void *context, void *x) {
  object *one;
  IS(context == &alive);
  for (one = objects; one && one != x; one = one->next) {}
  return one != NULL;
}

static void destroy(void *context) {
  IS(context == &alive);
  ++destroyed;
}

/* An error at the callback that the test has chosen. */
static ptc_error perhaps(void) {
  return ++callbacks == fail_at ? ptc_error_new(PTC_ERROR_VALUE, "chosen by the test") : NULL;
}

/* A wrapper of a tensor, which it takes; the object has the one reference. */
static ptc_error wrap(ptc_tensor inner, int32_t policy, object **out) {
  object *made;
  ptc_options options = {PTC_OPTION_DTYPE, PTC_FLOAT32, 0, 0, 0, 0, 0};
  int64_t sizes[8], strides[8], dim;
  void *is;
  ptc_error error = ptc_tensor_dim(inner, &dim);
  *out = NULL;
  made = new_object();
  made->inner = inner;
  if (!error) error = ptc_tensor_sizes(inner, sizes, dim);
  if (!error) error = ptc_tensor_strides(inner, strides, dim);
  if (!error) error = ptc_host_wrapper(sizes, dim, strides, dim, NULL, &options, NULL, PTC_UNSET, &made->wrapper);
  if (!error) error = ptc_host_asks(made->wrapper, true, policy, false, false);
  if (!error) error = perhaps();
  if (!error) error = ptc_tensor_set_object(made->wrapper, made, &is);
  if (error) release(&alive, made);
  else *out = made;
  return error;
}

/* Runs the operator on what the wrappers stand for, and wraps the result. */
static ptc_error run_unwrapped(void *call, const char *name, const char *overload, const ptc_value *args,
                               int64_t args_len) {
  ptc_value given[8], result;
  ptc_operator op = NULL;
  int64_t i, count;
  object *made = NULL;
  ptc_error error;
  IS(args_len <= 8);
  for (i = 0; i < args_len; ++i) {
    object *self = args[i].kind == PTC_VALUE_TENSOR ? ptc_tensor_object(tensor_in(&args[i])) : NULL;
    given[i] = self ? tensor(self->inner) : args[i];
  }
  if ((error = ptc_operator_find(name, overload, &op))) return error;
  error = ptc_call(op, given, args_len, &result, 1, &count);
  ptc_operator_close(op);
  if (error) return error;
  IS(count == 1);
  if (result.kind == PTC_VALUE_TENSOR) {
    error = wrap(tensor_in(&result), PTC_HOST_OWN_SIZES, &made);
    result.p = NULL;
    if (error) return error;
    result.p = made->wrapper;
  }
  error = perhaps();
  if (!error) error = ptc_library_return(call, 0, &result);
  if (made) release(&alive, made);
  else ptc_values_close(&result, 1);
  return error;
}

static int kernels;

static ptc_error run(void *context, void *call, int32_t stage, void *mode, const char *name, const char *overload,
                     const ptc_value *args, const bool *defaults, int64_t args_len) {
  ptc_error error = perhaps();
  static const int64_t told[] = {5, 7};
  ptc_value answer = pointer(PTC_VALUE_INTS, told, 2);
  IS(context == &alive);
  if (stage >= PTC_HOST_KERNEL) {
    ++kernels;
    return ptc_host_decline(call);
  }
  IS(!defaults[0]);
  if (error) return error;
  strcat(asked, name);
  strcat(asked, " ");
  if (stage == PTC_HOST_MODE) {
    ++((object *)mode)->calls;
    if (declines) return ptc_host_decline(call);
    if ((error = ptc_library_redispatch(call))) return error;
    return perhaps();
  }
  if (declines) return ptc_host_decline(call);
  if (!strcmp(name, "aten::size") || !strcmp(name, "aten::sym_size"))
    return tells ? ptc_library_return(call, 0, &answer) : NULL;
  if (!strcmp(name, "aten::numel") || !strcmp(name, "aten::sym_numel") || !strcmp(name, "aten::dim") ||
      !strcmp(name, "aten::stride") || !strcmp(name, "aten::sym_stride") || !strcmp(name, "aten::sym_storage_offset") ||
      !strncmp(name, "aten::is_", 9))
    return NULL;
  return run_unwrapped(call, name, overload, args, args_len);
}

static void set_host(void) {
  IS(!ptc_host_is_set());
  FAILS(PTC_ERROR_VALUE, "each of its functions",
        ptc_host_set(false, keep, NULL, try_keep, references, owns, run, &alive, destroy));
  IS(destroyed == 1);
  OK(ptc_host_set(false, keep, release, try_keep, references, owns, run, &alive, destroy));
  IS(ptc_host_is_set() && destroyed == 1);
  FAILS(PTC_ERROR_RUNTIME, "has a host already",
        ptc_host_set(false, keep, release, try_keep, references, owns, run, &alive, destroy));
  IS(destroyed == 2);
}

/* ---- what must hold ---- */

static ptc_scalar one(void) {
  ptc_scalar out = {PTC_SCALAR_INT, 1, 0, 0};
  return out;
}

static const float numbers[] = {1, 2, 3, 4, 5, 6};

static void objects_live_while_libtorch_holds_their_tensor(void) {
  object *self;
  ptc_tensor shared;
  void *is;
  OK(wrap(matrix(numbers, 2, 3), 0, &self));
  IS(ptc_tensor_object(self->wrapper) == self && ptc_tensor_holders(self->wrapper) == 1);
  OK(ptc_tensor_set_object(self->wrapper, &alive, &is));
  IS(is == self);
  IS(self->references == 1);
  OK(ptc_tensor_share(self->wrapper, &shared));
  IS(self->references == 2 && ptc_tensor_holders(shared) == 2);
  release(&alive, self); /* libtorch keeps it alive */
  IS(alive == 1 && ptc_tensor_object(shared) == self);
  keep(&alive, self);
  ptc_tensor_close(shared);
  IS(self->references == 1);
  release(&alive, self);
  IS(alive == 0);
}

static void operators_of_a_wrapper_are_the_hosts(void) {
  object *a, *made;
  ptc_tensor out, twice;
  double sum;
  OK(wrap(matrix(numbers, 2, 3), 0, &a));
  asked[0] = 0;
  OK(ptc_add_Tensor(a->wrapper, a->wrapper, one(), &out));
  made = ptc_tensor_object(out);
  IS(made && made->inner && !strcmp(asked, "aten::add "));
  sum = total(made->inner);
  IS(sum == 42);
  OK(ptc_detach(out, &twice));
  IS(strstr(asked, "aten::detach") && ptc_tensor_object(twice) != made);
  ptc_tensor_close(twice);
  ptc_tensor_close(out);
  release(&alive, a);
  IS(alive == 0);
}

static void a_wrapper_without_memory_is_not_read(void) {
  object *a;
  ptc_host_pause pause;
  ptc_tensor out;
  OK(wrap(matrix(numbers, 2, 3), 0, &a));
  OK(ptc_host_pause_dispatch(&pause));
  FAILS(PTC_ERROR_RUNTIME, "data", ptc_add_Tensor(a->wrapper, a->wrapper, one(), &out));
  ptc_host_pause_close(pause);
  release(&alive, a);
}

static void sizes_are_what_a_wrapper_tells(void) {
  object *a;
  int64_t sizes[2];
  OK(wrap(matrix(numbers, 2, 3), PTC_HOST_ASK_SIZES, &a));
  OK(ptc_tensor_sizes(a->wrapper, sizes, 2));
  IS(sizes[0] == 2 && sizes[1] == 3);
  tells = 1;
  OK(ptc_tensor_sizes(a->wrapper, sizes, 2));
  IS(sizes[0] == 5 && sizes[1] == 7);
  tells = 0;
  release(&alive, a);
}

static void kernels_are_asked_for(void) {
  ptc_tensor a = matrix(numbers, 2, 3), out;
  bool before;
  int asked_in_block;
  OK(ptc_host_kernels(true, &before));
  IS(!before);
  OK(ptc_relu(a, &out));
  asked_in_block = kernels;
  IS(asked_in_block > 0);
  ptc_tensor_close(out);
  OK(ptc_host_kernels(false, &before));
  IS(before);
  OK(ptc_relu(a, &out));
  IS(kernels == asked_in_block);
  ptc_tensor_close(out);
  ptc_tensor_close(a);
}

static void modes_are_asked_first(void) {
  object *mode = new_object(), *outer = new_object();
  ptc_tensor a = matrix(numbers, 2, 3), out;
  void *is;
  int64_t count;
  ptc_host_pause pause;
  FAILS(PTC_ERROR_RUNTIME, "no mode", ptc_host_mode_pop(&is));
  OK(ptc_host_mode_push(outer));
  OK(ptc_host_mode_push(mode));
  OK(ptc_host_mode_count(false, &count));
  IS(count == 2 && mode->references == 2);
  OK(ptc_host_mode_at(0, &is));
  IS(is == outer);
  FAILS(PTC_ERROR_INDEX, "2 modes", ptc_host_mode_at(2, &is));
  OK(ptc_add_Tensor(a, a, one(), &out));
  IS(mode->calls == 1 && outer->calls == 1);
  IS(total(out) == 42); /* sum and item are counted too */
  ptc_tensor_close(out);
  count = mode->calls;
  OK(ptc_host_pause_modes(&pause));
  OK(ptc_relu(a, &out));
  ptc_tensor_close(out);
  IS(mode->calls == count);
  ptc_host_pause_close(pause);
  declines = 1;
  FAILS(PTC_ERROR_TYPE, "nobody", ptc_relu(a, &out));
  declines = 0;
  OK(ptc_host_mode_pop(&is));
  IS(is == mode);
  release(&alive, is);
  OK(ptc_host_mode_pop(&is));
  release(&alive, is);
  ptc_tensor_close(a);
  release(&alive, mode);
  release(&alive, outer);
  IS(alive == 0);
}

static void infra_modes_have_a_place_each(void) {
  object *mode = new_object();
  void *is;
  int64_t count;
  FAILS(PTC_ERROR_VALUE, "infra", ptc_host_mode_get(3, &is));
  OK(ptc_host_mode_get(PTC_HOST_PROXY, &is));
  IS(!is);
  OK(ptc_host_mode_set(PTC_HOST_PROXY, mode));
  OK(ptc_host_mode_get(PTC_HOST_PROXY, &is));
  IS(is == mode);
  OK(ptc_host_mode_count(true, &count));
  IS(count == 0);
  OK(ptc_host_mode_unset(PTC_HOST_PROXY, &is));
  IS(is == mode);
  release(&alive, mode);
  release(&alive, mode);
  IS(alive == 0);
}

/* One program: a mode around operators of a wrapper.  False where it ended with the error of the test. */
static int program(void) {
  object *a = NULL, *mode = new_object();
  ptc_tensor out = NULL;
  void *is;
  ptc_error error = wrap(matrix(numbers, 2, 3), PTC_HOST_ASK_SIZES, &a);
  if (!error) {
    OK(ptc_host_mode_push(mode));
    error = ptc_mm(a->wrapper, a->wrapper, &out); /* wrong shapes, told by the operator below or by the test */
    if (error && strstr(error, "shapes cannot be multiplied")) {
      ptc_error_free(error);
      error = ptc_add_Tensor(a->wrapper, a->wrapper, one(), &out);
    }
    OK(ptc_host_mode_pop(&is));
    release(&alive, is);
    release(&alive, a);
  }
  release(&alive, mode);
  ptc_tensor_close(out);
  IS(alive == 0);
  if (!error) return 1;
  IS(ptc_error_kind(error) == PTC_ERROR_VALUE && strstr(error, "chosen by the test"));
  ptc_error_free(error);
  return 0;
}

static void nothing_leaks_where_a_callback_fails(void) {
  int64_t at, handles = ptc_live_handles();
  for (at = 1;; ++at) {
    int ended;
    callbacks = 0;
    fail_at = at;
    ended = program();
    IS(ptc_live_handles() == handles);
    if (ended && callbacks < at) break;
  }
  IS(at > 8);
  fail_at = 0;
}

/* ---- symbols: ints whose object has the number in `calls` ---- */

static ptc_error symbol(int64_t number, ptc_symbol *out) {
  object *self = new_object();
  ptc_error error = ptc_symbol_new(PTC_SYMBOL_INT, self, out);
  self->calls = number;
  release(&alive, self); /* the symbol keeps it */
  return error;
}

static ptc_value symbol_value(ptc_symbol is) { return pointer(PTC_VALUE_SYMBOL, is, 0); }

static int64_t number_of(const ptc_value *v) {
  object *self = v->kind == PTC_VALUE_SYMBOL ? ptc_symbol_object((ptc_symbol)(uintptr_t)v->p) : NULL;
  return self ? self->calls : v->i;
}

static ptc_error run_method(void *context, void *call, void *x, const char *method, const ptc_value *args,
                            int64_t args_len) {
  const int64_t self = ((object *)x)->calls, other = args_len ? number_of(&args[0]) : 0;
  ptc_value answer = value(PTC_VALUE_BOOL, self == other, 0);
  ptc_symbol made = NULL;
  ptc_error error = perhaps();
  IS(context == &alive);
  if (error) return error;
  if (!strcmp(method, "mul")) error = symbol(self * other, &made);
  else if (!strcmp(method, "wrap_int")) error = symbol(other, &made);
  else if (!strcmp(method, "sym_max")) error = symbol(self > other ? self : other, &made);
  else if (!strcmp(method, "clone")) error = symbol(self, &made);
  else if (!strcmp(method, "guard_int")) answer = value(PTC_VALUE_INT, self, 0);
  else if (!strcmp(method, "maybe_as_int")) answer = value(PTC_VALUE_NONE, 0, 0);
  else if (!strcmp(method, "str")) answer = text("five");
  else if (!strcmp(method, "ne")) answer.i = self != other;
  else if (!strcmp(method, "ge")) answer.i = self >= other;
  else if (!strcmp(method, "gt")) answer.i = self > other;
  else if (!strcmp(method, "le")) answer.i = self <= other;
  else if (!strcmp(method, "lt")) answer.i = self < other;
  else IS(!strcmp(method, "eq") || !strcmp(method, "is_nested_int"));
  if (made) answer = symbol_value(made);
  if (!error) error = ptc_symbol_answer(call, &answer);
  ptc_symbol_close(made);
  return error;
}

/* A wrapper of sizes (2, five): what libtorch says of it.  False where it ended with the error of the test. */
static int symbolic_sizes(void) {
  ptc_options options = {PTC_OPTION_DTYPE, PTC_FLOAT32, 0, 0, 0, 0, 0};
  ptc_tensor wrapper = NULL;
  ptc_symbol five = NULL;
  ptc_value sizes[2], found = {0, 0, 0, 0, NULL, 0}, numel = {0, 0, 0, 0, NULL, 0};
  const ptc_value *items;
  ptc_error error = symbol(5, &five);
  IS(!error && ptc_symbol_type(five) == PTC_SYMBOL_INT);
  sizes[0] = value(PTC_VALUE_INT, 2, 0);
  sizes[1] = symbol_value(five);
  OK(ptc_host_wrapper(NULL, 0, NULL, 0, NULL, &options, NULL, 0, &wrapper));
  OK(ptc_host_asks(wrapper, true, PTC_HOST_OWN_SIZES, false, false));
  error = ptc_host_set_sizes(wrapper, sizes, 2, NULL, 0, NULL);
  if (!error) error = ptc_tensor_symbols(wrapper, PTC_SYMBOLIC_SIZES, &found);
  if (!error) error = ptc_tensor_symbols(wrapper, PTC_SYMBOLIC_NUMEL, &numel);
  if (!error) {
    items = found.p;
    IS(found.kind == PTC_VALUE_LIST && found.len == 2 && items[0].kind == PTC_VALUE_INT && items[0].i == 2);
    IS(items[1].kind == PTC_VALUE_SYMBOL && number_of(&items[1]) == 5);
    IS(numel.kind == PTC_VALUE_SYMBOL && number_of(&numel) == 10);
  }
  ptc_values_close(&found, 1);
  ptc_values_close(&numel, 1);
  ptc_tensor_close(wrapper);
  ptc_symbol_close(five);
  IS(alive == 0);
  if (!error) return 1;
  IS(ptc_error_kind(error) == PTC_ERROR_VALUE && strstr(error, "chosen by the test"));
  ptc_error_free(error);
  return 0;
}

static void symbols_are_the_hosts(void) {
  ptc_symbol five;
  ptc_operator zeros;
  ptc_value sizes, result, size[2];
  int64_t at, count, handles = ptc_live_handles();
  object *mode = new_object();
  FAILS(PTC_ERROR_RUNTIME, "ptc_host_set_symbols", ptc_symbol_new(PTC_SYMBOL_INT, mode, &five));
  OK(ptc_host_set_symbols(run_method, &alive, destroy));
  FAILS(PTC_ERROR_RUNTIME, "already", ptc_host_set_symbols(run_method, &alive, destroy));
  IS(destroyed == 3);
  FAILS(PTC_ERROR_VALUE, "ptc_symbol_kind", ptc_symbol_new(7, mode, &five));
  release(&alive, mode);
  for (at = 1;; ++at) {
    int ended;
    callbacks = 0;
    fail_at = at;
    ended = symbolic_sizes();
    IS(ptc_live_handles() == handles);
    if (ended && callbacks < at) break;
  }
  IS(at > 2);
  fail_at = 0;
  OK(symbol(5, &five));
  size[0] = value(PTC_VALUE_INT, 2, 0);
  size[1] = symbol_value(five);
  sizes = pointer(PTC_VALUE_LIST, size, 2);
  OK(ptc_operator_find("aten::zeros", "", &zeros));
  FAILS(PTC_ERROR_RUNTIME, "concrete integers", ptc_call(zeros, &sizes, 1, &result, 1, &count));
  ptc_operator_close(zeros);
  ptc_symbol_close(five);
  IS(alive == 0 && ptc_live_handles() == handles);
}

int main(void) {
  OK(ptc_require_abi(PTC_ABI_VERSION));
  set_host();
  objects_live_while_libtorch_holds_their_tensor();
  operators_of_a_wrapper_are_the_hosts();
  a_wrapper_without_memory_is_not_read();
  sizes_are_what_a_wrapper_tells();
  kernels_are_asked_for();
  modes_are_asked_first();
  infra_modes_have_a_place_each();
  nothing_leaks_where_a_callback_fails();
  symbols_are_the_hosts();
  return done("host");
}
