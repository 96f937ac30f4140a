/* The table that leads from TensorImpls to their Tensors, which it does not own (identity.c), and the memory of Tensors. */
#include "known.h"

#include <sched.h>
#include <time.h>

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
    size_t at = place_of(t, impl_of(before[i]));
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
    set_impl(tensor, impl);
  }
  UNLOCK(t);
}

void forget(TensorObject *tensor) {
  const void *impl = impl_of(tensor);
  if (UNLIKELY(!impl || impl == GOING)) return;
  Table *t = table_of(impl);
  LOCK(t);
  if (LIKELY(impl_of(tensor) == impl)) { /* else another thread was first */
    size_t at = place_of(t, impl);
    while (t->places[at] != tensor) at = (at + 1) & t->mask;
    set_impl(tensor, NULL);
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
    if (t->places[at] != LEFT && impl_of(t->places[at]) == impl) return t->places + at;
  return NULL;
}

/* The Tensor of the TensorImpl, a new reference, or NULL; *going: it has no reference any more. With `last` nobody is to
   find it then. */
static PyObject *find_alive(const void *impl, bool *going, bool last) {
  Table *t = table_of(impl);
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
  Table *t = table_of(impl_of((TensorObject *)self));
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
