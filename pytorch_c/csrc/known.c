/* The table that leads from TensorImpls to their Tensors, which it does not own (identity.c). */
#include "known.h"

#include <sched.h>

/* Open addressing; a place that was left stays LEFT until the table grows, unless the next one is free. */
typedef struct {
  TensorObject **places;
  size_t mask, taken, live; /* taken: with those that are LEFT */
  unsigned shift;
  LOCK_FIELD
} Table;
#define LEFT ((TensorObject *)1)
/* Without a GIL many tables, by the address of the TensorImpl: at one lock the threads would wait for each other. */
enum { FIRST_PLACES = WITHOUT_GIL ? 64 : 1024, TABLES = WITHOUT_GIL ? 256 : 1 };
static Table tables[TABLES];

static inline size_t hash_of(const void *impl) { return (uintptr_t)impl * 0x9E3779B97F4A7C15u; }
static inline Table *table_of(const void *impl) {
  return tables + (WITHOUT_GIL ? hash_of(impl) >> 24 & (TABLES - 1) : 0);
}
static inline size_t place_of(const Table *t, const void *impl) { return hash_of(impl) >> t->shift; }

static int grow(Table *t) {
  size_t count = FIRST_PLACES;
  unsigned bits = WITHOUT_GIL ? 6 : 10;
  for (; count < 2 * t->live + 2; count *= 2) ++bits;
  TensorObject **before = t->places, **made = PyMem_RawCalloc(count, sizeof *made);
  if (!made) return -1;
  size_t end = before ? t->mask + 1 : 0;
  t->mask = count - 1;
  t->shift = 64 - bits;
  for (size_t i = 0; i < end; ++i) {
    if (!before[i] || before[i] == LEFT) continue;
    size_t at = place_of(t, before[i]->impl);
    while (made[at]) at = (at + 1) & t->mask;
    made[at] = before[i];
  }
  t->places = made;
  t->taken = t->live;
  PyMem_RawFree(before);
  return 0;
}

/* Without memory it stays unknown. */
void remember(TensorObject *tensor, const void *impl) {
  Table *t = table_of(impl);
  may_be_held((PyObject *)tensor);
  LOCK(t);
  if (LIKELY(4 * t->taken < 3 * t->mask) || grow(t) == 0) {
    size_t at = place_of(t, impl);
    while (UNLIKELY((uintptr_t)t->places[at] > (uintptr_t)LEFT)) at = (at + 1) & t->mask;
    t->taken += !t->places[at];
    ++t->live;
    t->places[at] = tensor;
    tensor->impl = impl;
  }
  UNLOCK(t);
}

void forget(TensorObject *tensor) {
  const void *impl = tensor->impl;
  if (UNLIKELY(!impl || impl == GOING)) return;
  Table *t = table_of(impl);
  LOCK(t);
  if (LIKELY(tensor->impl == impl)) { /* else another thread was first */
    size_t at = place_of(t, impl);
    while (t->places[at] != tensor) at = (at + 1) & t->mask;
    tensor->impl = NULL;
    --t->live;
    if (LIKELY(!t->places[(at + 1) & t->mask])) {
      t->places[at] = NULL;
      --t->taken;
    } else t->places[at] = LEFT;
  }
  UNLOCK(t);
}

/* Where the Tensor of the TensorImpl is, or NULL. */
static TensorObject **find(const Table *t, const void *impl) {
  if (!t->places) return NULL;
  size_t at = place_of(t, impl);
  for (; t->places[at]; at = (at + 1) & t->mask)
    if (t->places[at] != LEFT && t->places[at]->impl == impl) return t->places + at;
  return NULL;
}

/* The Tensor of the TensorImpl, a new reference, or NULL; *going: it has no reference any more. */
static PyObject *find_alive(const void *impl, bool *going) {
  Table *t = table_of(impl);
  LOCK(t);
  TensorObject **found = find(t, impl);
  PyObject *known = found ? (PyObject *)*found : NULL;
  *going = known && !hold(known);
  UNLOCK(t);
  return *going ? NULL : known;
}

/* Nobody is to find it any more. */
static void forget_impl(const void *impl) {
  Table *t = table_of(impl);
  LOCK(t);
  TensorObject **found = find(t, impl), *tensor = found ? *found : NULL;
  if (tensor) {
    *found = LEFT;
    --t->live;
    tensor->impl = NULL;
  }
  UNLOCK(t);
}

/* The Tensor of the TensorImpl, a new reference; NULL where there is none, or where it is just going. */
PyObject *find_known(const void *impl) {
  bool going;
  PyObject *known = find_alive(impl, &going);
#ifdef Py_GIL_DISABLED
  /* The thread that drops it may be about to give it to the TensorImpl: then it lives on. */
  for (int tries = 0; going && tries < 1000; ++tries) {
    Py_BEGIN_ALLOW_THREADS
    sched_yield();
    Py_END_ALLOW_THREADS
    known = find_alive(impl, &going);
  }
#endif
  if (UNLIKELY(going)) forget_impl(impl);
  return known;
}

/* Each is from now on the one that the other's TensorImpl leads to. */
void swap_known(TensorObject *a, TensorObject *b) {
  const void *impl_a = a->impl, *impl_b = b->impl;
  forget(a);
  forget(b);
  if (impl_b) remember(a, impl_b);
  if (impl_a) remember(b, impl_a);
}
