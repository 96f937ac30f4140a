/* The table that leads from TensorImpls to their Tensors, which it does not own (identity.c), and the memory of Tensors. */
#include "known.h"

#include <sched.h>
#include <time.h>

/* Open addressing; a place that was left stays LEFT until the table grows, unless the next one is free. */
typedef struct {
  TensorObject **places;
  uint32_t count, taken, live, most; /* taken: with those that are LEFT; most: of these before the table grows */
  LOCK_FIELD
} Table;
#define LEFT ((TensorObject *)1)
/* Many tables, by the address of the TensorImpl: each grows for itself, in some microseconds and by a quarter, and without
   a GIL threads seldom wait for each other. */
enum { FIRST_PLACES = 16, TABLES = 256 };
static Table tables[TABLES];

static inline size_t hash_of(const void *impl) { return (uintptr_t)impl * 0x9E3779B97F4A7C15u; }
static inline Table *table_of(size_t hash) { return tables + (hash >> 24 & (TABLES - 1)); }
static inline size_t place_of(const Table *t, size_t hash) { return (hash >> 32) * t->count >> 32; }
static inline size_t after(const Table *t, size_t at) { return at + 1 == t->count ? 0 : at + 1; }

static int grow(Table *t) {
  TensorObject **before = t->places, **end = before + t->count;
  const size_t count = t->live < FIRST_PLACES / 2 ? FIRST_PLACES : (size_t)t->live * 5 / 3;
  TensorObject **made = count <= UINT32_MAX ? PyMem_RawCalloc(count, sizeof *made) : NULL;
  if (!made) return -1;
  t->places = made;
  t->count = (uint32_t)count;
  t->taken = t->live;
  t->most = (uint32_t)(count / 4 * 3);
  for (TensorObject **one = before; one < end; ++one) {
    if (!*one || *one == LEFT) continue;
    size_t at = place_of(t, hash_of(impl_of(*one)));
    while (made[at]) at = after(t, at);
    made[at] = *one;
  }
  PyMem_RawFree(before);
  return 0;
}

/* Without memory it stays unknown. */
void remember(TensorObject *tensor, const void *impl) {
  const size_t hash = hash_of(impl);
  Table *t = table_of(hash);
  may_be_held((PyObject *)tensor);
  LOCK(t);
  if (LIKELY(t->taken < t->most) || grow(t) == 0) {
    size_t at = place_of(t, hash);
    while (UNLIKELY((uintptr_t)t->places[at] > (uintptr_t)LEFT)) at = after(t, at);
    t->taken += !t->places[at];
    ++t->live;
    t->places[at] = tensor;
    set_impl(tensor, impl);
  }
  UNLOCK(t);
}

void forget(TensorObject *tensor) {
  const void *impl = impl_of(tensor);
  if (UNLIKELY(!impl || impl == GOING)) return;
  const size_t hash = hash_of(impl);
  Table *t = table_of(hash);
  LOCK(t);
  if (LIKELY(impl_of(tensor) == impl)) { /* else another thread was first */
    size_t at = place_of(t, hash);
    while (t->places[at] != tensor) at = after(t, at);
    set_impl(tensor, NULL);
    --t->live;
    if (LIKELY(!t->places[after(t, at)])) {
      t->places[at] = NULL;
      --t->taken;
    } else t->places[at] = LEFT;
  }
  UNLOCK(t);
}

/* Where the Tensor of the TensorImpl is, or NULL. */
static TensorObject **find(const Table *t, const void *impl) {
  if (!t->places) return NULL;
  for (size_t at = place_of(t, hash_of(impl)); t->places[at]; at = after(t, at))
    if (t->places[at] != LEFT && impl_of(t->places[at]) == impl) return t->places + at;
  return NULL;
}

/* The Tensor of the TensorImpl, a new reference, or NULL; *going: it has no reference any more. With `last` nobody is to
   find it then. */
static PyObject *find_alive(const void *impl, bool *going, bool last) {
  Table *t = table_of(hash_of(impl));
  LOCK(t);
  TensorObject **found = find(t, impl), *known = found ? *found : NULL;
  *going = known && !hold((PyObject *)known);
  if (UNLIKELY(*going && last)) {
    *found = LEFT;
    --t->live;
    set_impl(known, NULL);
  }
  UNLOCK(t);
  return *going ? NULL : (PyObject *)known;
}

#ifdef Py_GIL_DISABLED
/* One reference again, for an object whose last one has gone: whoever looks for it finds it from here on, unless they have
   given it up before. */
void refer_again(PyObject *self) {
  Table *t = table_of(hash_of(impl_of((TensorObject *)self)));
  LOCK(t);
  __atomic_store_n(&self->ob_tid, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&self->ob_ref_local, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&self->ob_ref_shared, _Py_REF_SHARED(1, _Py_REF_MERGED), __ATOMIC_RELEASE);
  UNLOCK(t);
}
#endif

/* The Tensor of the TensorImpl, a new reference; NULL where there is none, or where it is just going. */
PyObject *find_known(const void *impl) {
  bool going;
  PyObject *known = find_alive(impl, &going, !WITHOUT_GIL);
#ifdef Py_GIL_DISABLED
  /* The thread that drops it may be about to give it to the TensorImpl: then it lives on. Or it waits for this one, in a
     callback of a weak reference: that waits for some hundredths of a second. */
  enum { YIELDS = 1000, SLEEPS = 20 };
  for (int tries = 1; going && tries <= YIELDS + SLEEPS; ++tries) {
    Py_BEGIN_ALLOW_THREADS
    if (tries <= YIELDS) sched_yield();
    else nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    Py_END_ALLOW_THREADS
    known = find_alive(impl, &going, tries == YIELDS + SLEEPS);
  }
#endif
  return known;
}

/* Each is from now on the one that the other's TensorImpl leads to. */
void swap_known(TensorObject *a, TensorObject *b) {
  const void *impl_a = impl_of(a), *impl_b = impl_of(b);
  forget(a);
  forget(b);
  if (impl_b) remember(a, impl_b);
  if (impl_a) remember(b, impl_a);
}

/* ---- memory ---- */

/* The memory of Tensors that are gone, for the next ones: to have CPython take and clear it takes 200 instructions. Without
   a GIL two threads would take the same. */
enum { MOST_SPARE_TENSORS = SPARES(256) };
static PyObject *spare_tensors[MOST_SPARE_TENSORS + 1];
static int spare_tensors_count;

PyObject *new_tensor(void) {
  PyTypeObject *type = core->tensor_type;
  if (WITHOUT_GIL || UNLIKELY(!spare_tensors_count)) return type->tp_alloc(type, 0);
  PyObject *made = spare_tensors[--spare_tensors_count];
  _Py_NewReference(made);
  Py_INCREF(type);
  PyObject_GC_Track(made);
  return made;
}

bool keep_memory(PyObject *tensor) {
  if (WITHOUT_GIL || UNLIKELY(spare_tensors_count == MOST_SPARE_TENSORS)) return false;
  ((TensorObject *)tensor)->handle = NULL;
  not_finalized(tensor);
  spare_tensors[spare_tensors_count++] = tensor;
  return true;
}
