/* Work that JavaScript alone cannot do: close what a collection has found without a turn of the event loop, for which
   FinalizationRegistry waits, and collect where tensors take much memory, of whose size V8 does not know.

   Compiled JavaScript may drop a tensor when it has read its handle, before the call that is given the handle. So a
   collection only notes what it finds; it is closed where a tensor is made and no call is under way.

   To watch an object costs as much as an operator, so JavaScript uses the cell of a tensor that was closed again.

   cc -O2 -shared -fPIC -I.../include/node weak.c -o weak.node */
#define NAPI_EXPERIMENTAL /* finalizers that run in the collection itself */
#define NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT
#include <node_api.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static void (*tensor_close)(void *);
static const char *(*set_gc_callback)(void (*)(void *, int32_t), void *, void (*)(void *));
static void (*set_gc_growth)(int64_t);
static int64_t (*storage_bytes)(void);

/* A thread's JavaScript: each worker has its own. */
static __thread napi_env here;
static __thread napi_ref collector, addon;

static napi_value fail(napi_env env, const char *why) {
  napi_throw_error(env, NULL, why);
  return NULL;
}

/* A cell is an object that one tensor of JavaScript's refers to, and its slot the handle that the tensor has: JavaScript
   writes it there, 0 for none, without a call. */
enum { SLOTS = 1 << 20 };
typedef struct cell {
  int32_t slot;
  void *handle; /* once it is found */
  struct cell *next;
} cell;
static __thread double *handles;
static __thread int32_t *state; /* not 0 where relieve() has something to do */
static __thread int32_t *unused, unused_count, used;
static __thread int64_t watched;
static __thread cell *found;
static __thread int calls; /* that are in a callback of JavaScript's */

static void give_up(void) {
  free(handles), free(state), free(unused);
  handles = NULL, state = unused = NULL;
}

static void finalize(napi_env env, void *data, void *hint) {
  cell *gone = (cell *)data;
  (void)hint;
  --watched;
  gone->handle = (void *)(intptr_t)handles[gone->slot];
  handles[gone->slot] = 0;
  if (env == here) {
    gone->next = found, found = gone, *state = 1;
    return;
  }
  if (gone->handle) tensor_close(gone->handle); /* the end of this JavaScript */
  free(gone);
  if (!watched) give_up();
}

static void close_found(void) {
  if (calls) return;
  while (found) {
    cell *gone = found;
    found = gone->next;
    if (gone->handle) tensor_close(gone->handle);
    unused[unused_count++] = gone->slot;
    free(gone);
  }
}

/* Calls run on a stack of koffi's, where JavaScript cannot: what is asked for there is done when the call is over. */
static __thread int due;
static int64_t growth, growth_at_first;
static void pressure(void *context, int32_t level) {
  (void)context, (void)level;
  due = 1;
  if (state) *state = 1;
}
static void collect(napi_env env) {
  napi_value run, global;
  int64_t before = storage_bytes(), now;
  due = 0;
  if (napi_get_reference_value(env, collector, &run) == napi_ok && napi_get_global(env, &global) == napi_ok)
    napi_call_function(env, global, run, 0, NULL, NULL);
  close_found();
  now = storage_bytes();
  /* Like the library where its callback collects: more seldom where little goes. */
  if (before - now >= growth / 2) growth = growth_at_first;
  else if (2 * growth <= now) growth *= 2;
  set_gc_growth(growth);
}

/* watch(cell): the slot of a new cell, 0 where there is none left. */
static napi_value watch(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value object, out;
  int32_t slot = unused_count ? unused[--unused_count] : used + 1 < SLOTS ? ++used : 0;
  cell *mine = slot ? malloc(sizeof *mine) : NULL;
  if (slot && !mine) return fail(env, "no memory");
  napi_get_cb_info(env, info, &count, &object, NULL, NULL);
  napi_create_int32(env, slot, &out);
  if (!slot) return out;
  mine->slot = slot;
  if (napi_wrap(env, object, mine, finalize, NULL, NULL) != napi_ok) {
    free(mine);
    return fail(env, "watch: an object is needed");
  }
  ++watched;
  return out;
}

/* relieve(): closes what collections have found, and collects where that is due. */
static napi_value relieve(napi_env env, napi_callback_info info) {
  (void)info;
  if (calls) return NULL;
  *state = 0;
  close_found();
  if (due) collect(env);
  return NULL;
}

/* enter() and leave() stand around what runs in the middle of a call. */
static napi_value enter(napi_env env, napi_callback_info info) {
  (void)env, (void)info;
  ++calls;
  return NULL;
}
static napi_value leave(napi_env env, napi_callback_info info) {
  (void)env, (void)info;
  --calls;
  return NULL;
}
/* closeFound(): closes what collections have found. */
static napi_value close_all_found(napi_env env, napi_callback_info info) {
  (void)env, (void)info;
  close_found();
  return NULL;
}

/* collectUnderPressure(bytes): each time that tensors have grown so much, and where an operator finds no memory. */
static napi_value collect_under_pressure(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value bytes;
  napi_get_cb_info(env, info, &count, &bytes, NULL, NULL);
  napi_get_value_int64(env, bytes, &growth_at_first);
  growth = growth_at_first;
  if (set_gc_callback(pressure, NULL, NULL)) return fail(env, "ptc_set_gc_callback failed");
  set_gc_growth(growth);
  return NULL;
}

static void ended(void *unused) {
  (void)unused;
  calls = 0;
  close_found();
  here = NULL;
  if (!watched) give_up();
}

/* Memory of ours as a typed array of JavaScript's. */
static bool shared(napi_env env, const char *name, void *memory, size_t length, napi_typedarray_type kind, size_t size) {
  napi_value exports, buffer, array;
  return napi_get_reference_value(env, addon, &exports) == napi_ok &&
         napi_create_external_arraybuffer(env, memory, length * size, NULL, NULL, &buffer) == napi_ok &&
         napi_create_typedarray(env, kind, length, buffer, 0, &array) == napi_ok &&
         napi_set_named_property(env, exports, name, array) == napi_ok;
}

/* start(library, gc): the path of libpytorch_c, and what collects. */
static napi_value start(napi_env env, napi_callback_info info) {
  size_t count = 2, length;
  napi_value args[2];
  char path[4096];
  napi_get_cb_info(env, info, &count, args, NULL, NULL);
  if (napi_get_value_string_utf8(env, args[0], path, sizeof path, &length) != napi_ok) return fail(env, "no path");
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return fail(env, dlerror());
  *(void **)&tensor_close = dlsym(library, "ptc_tensor_close");
  *(void **)&set_gc_callback = dlsym(library, "ptc_set_gc_callback");
  *(void **)&set_gc_growth = dlsym(library, "ptc_set_gc_growth");
  *(void **)&storage_bytes = dlsym(library, "ptc_storage_bytes");
  if (!tensor_close || !set_gc_callback || !set_gc_growth || !storage_bytes)
    return fail(env, "libpytorch_c is too old");
  if (napi_create_reference(env, args[1], 1, &collector) != napi_ok) return fail(env, "no collector");
  handles = calloc(SLOTS, sizeof *handles), state = calloc(1, sizeof *state), unused = calloc(SLOTS, sizeof *unused);
  if (!handles || !state || !unused || !shared(env, "handles", handles, SLOTS, napi_float64_array, sizeof *handles) ||
      !shared(env, "state", state, 1, napi_int32_array, sizeof *state))
    return fail(env, "no memory");
  here = env;
  napi_add_env_cleanup_hook(env, ended, NULL);
  return NULL;
}

NAPI_MODULE_INIT() {
  static const napi_property_descriptor functions[] = {
      {"watch", NULL, watch, NULL, NULL, NULL, napi_default, NULL},
      {"relieve", NULL, relieve, NULL, NULL, NULL, napi_default, NULL},
      {"enter", NULL, enter, NULL, NULL, NULL, napi_default, NULL},
      {"leave", NULL, leave, NULL, NULL, NULL, napi_default, NULL},
      {"closeFound", NULL, close_all_found, NULL, NULL, NULL, napi_default, NULL},
      {"start", NULL, start, NULL, NULL, NULL, napi_default, NULL},
      {"collectUnderPressure", NULL, collect_under_pressure, NULL, NULL, NULL, napi_default, NULL},
  };
  napi_define_properties(env, exports, sizeof functions / sizeof *functions, functions);
  napi_create_reference(env, exports, 1, &addon);
  return exports;
}
