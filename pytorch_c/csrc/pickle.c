/* PickleWriter: what a pickler in Python writes most, of protocol 2 and 3, written in C.

   pickle._Pickler writes names that are nobody's here (torch._utils._rebuild_tensor_v2), which the pickler of C refuses;
   but each number takes it a dozen calls. This object is its file and its `save`: it writes None, numbers, texts, tuples,
   lists, dicts and tensors as pickle.py does, to the byte, and gives everything else to the pickler. It is the memo of
   both: a table of its own, since a dict of tuples is what the collector would look at again and again. */
#include "core.h"
#include "copies.h"
#include "handle.h"
#include "install.h"
#include "resource.h"
#include "results.h"

typedef struct {
  PyObject *object; /* or NULL */
  size_t number;
} Seen;

typedef struct {
  PyObject_HEAD char *bytes;
  size_t size, room;
  Seen *seen; /* at hash of the address, or behind; `places` is a power of two, at least twice `count` */
  size_t places, count;
  PyObject *others;     /* save(object), for what is not written here */
  PyObject *reduce;     /* (function, arguments, …) of a Tensor */
  PyTypeObject *stored; /* whose attribute `id` stands for a storage */
  PyTypeObject *ordered;
} Writer;

enum { BATCH = 1000 }; /* items behind one mark */

static int save(Writer *w, PyObject *x);

/* ---- bytes ---- */

static char *more(Writer *w, size_t count) {
  if (UNLIKELY(w->room - w->size < count)) {
    size_t room = (w->size + count) * 2 + 256;
    char *bytes = PyMem_Realloc(w->bytes, room);
    if (!bytes) return PyErr_NoMemory(), NULL;
    w->bytes = bytes, w->room = room;
  }
  w->size += count;
  return w->bytes + w->size - count;
}
static int put(Writer *w, const void *bytes, size_t count) {
  char *at = more(w, count);
  if (at && count) memcpy(at, bytes, count);
  return at ? 0 : -1;
}
static int put_code(Writer *w, char code) { return put(w, &code, 1); }
/* An instruction and a little-endian number of `width` bytes. */
static int put_number(Writer *w, char code, uint64_t number, int width) {
  char *at = more(w, 1 + (size_t)width);
  if (!at) return -1;
  *at++ = code;
  for (int i = 0; i < width; ++i) *at++ = (char)(number >> 8 * i);
  return 0;
}

/* ---- the memo ---- */

/* Where the object of that address is, or belongs. */
static Seen *place_of(const Writer *w, const void *address) {
  size_t at = ((uintptr_t)address >> 4) * 0x9E3779B97F4A7C15U >> 20;
  while (w->seen[at & (w->places - 1)].object && w->seen[at & (w->places - 1)].object != address) ++at;
  return w->seen + (at & (w->places - 1));
}

static int make_room(Writer *w) {
  if (w->places >= 2 * (w->count + 1)) return 0;
  Writer larger = {.places = w->places ? 4 * w->places : 64};
  if (!(larger.seen = PyMem_Calloc(larger.places, sizeof *larger.seen))) return PyErr_NoMemory(), -1;
  for (size_t i = 0; i < w->places; ++i)
    if (w->seen[i].object) *place_of(&larger, w->seen[i].object) = w->seen[i];
  PyMem_Free(w->seen);
  w->seen = larger.seen, w->places = larger.places;
  return 0;
}

static int remember_as(Writer *w, PyObject *x, size_t number) {
  if (make_room(w) < 0) return -1;
  Seen *seen = place_of(w, x);
  if (!seen->object) seen->object = Py_NewRef(x), ++w->count;
  seen->number = number;
  return 0;
}

/* The number of an object that was written before; -1 where it was not. */
static long known(const Writer *w, const void *address) {
  const Seen *seen = w->places ? place_of(w, address) : NULL;
  return seen && seen->object ? (long)seen->number : -1;
}
static int put_known(Writer *w, long number) {
  return number < 256 ? put_number(w, 'h', (uint64_t)number, 1) : put_number(w, 'j', (uint64_t)number, 4);
}
static int memoize(Writer *w, PyObject *x) {
  size_t number = w->count;
  if ((number < 256 ? put_number(w, 'q', number, 1) : put_number(w, 'r', number, 4)) < 0) return -1;
  return remember_as(w, x, number);
}

/* ---- numbers and texts ---- */

static int save_others(Writer *w, PyObject *x) {
  PyObject *none = PyObject_CallOneArg(w->others, x);
  Py_XDECREF(none);
  return none ? 0 : -1;
}

static int save_int(Writer *w, PyObject *x) {
  int overflow;
  long long n = PyLong_AsLongLongAndOverflow(x, &overflow);
  if (n == -1 && PyErr_Occurred()) return -1;
  if (overflow) return save_others(w, x);
  if (n >= 0 && n <= 0xff) return put_number(w, 'K', (uint64_t)n, 1);
  if (n >= 0 && n <= 0xffff) return put_number(w, 'M', (uint64_t)n, 2);
  if (n >= INT32_MIN && n <= INT32_MAX) return put_number(w, 'J', (uint64_t)n, 4);
  int width = 5; /* as few bytes as have the sign */
  while (width < 8 && (n >> (8 * width - 1) != 0 && n >> (8 * width - 1) != -1)) ++width;
  return put_number(w, '\x8a', (uint64_t)width, 1) < 0 ? -1 : put(w, &n, (size_t)width);
}

static int save_float(Writer *w, PyObject *x) {
  double value = PyFloat_AS_DOUBLE(x);
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits = __builtin_bswap64(bits);
  return put_code(w, 'G') < 0 ? -1 : put(w, &bits, sizeof bits);
}

static int save_text(Writer *w, PyObject *x) {
  Py_ssize_t size;
  PyObject *encoded = NULL;
  const char *text = PyUnicode_AsUTF8AndSize(x, &size);
  if (!text) { /* surrogates */
    PyErr_Clear();
    if (!(encoded = PyUnicode_AsEncodedString(x, "utf-8", "surrogatepass"))) return -1;
    text = PyBytes_AS_STRING(encoded), size = PyBytes_GET_SIZE(encoded);
  }
  int failed = size > 0xffffffffLL
                   ? save_others(w, x)
                   : put_number(w, 'X', (uint64_t)size, 4) < 0 || put(w, text, (size_t)size) < 0 || memoize(w, x) < 0;
  Py_XDECREF(encoded);
  return failed ? -1 : 0;
}

/* ---- what has items ---- */

static int save_tuple(Writer *w, PyObject *x) {
  Py_ssize_t count = PyTuple_GET_SIZE(x);
  if (!count) return put_code(w, ')');
  if (count > 3 && put_code(w, '(') < 0) return -1;
  for (Py_ssize_t i = 0; i < count; ++i)
    if (save(w, PyTuple_GET_ITEM(x, i)) < 0) return -1;
  long number = known(w, x); /* one that holds itself was written meanwhile */
  if (number >= 0) {
    for (Py_ssize_t i = 0; i < (count > 3 ? 1 : count); ++i)
      if (put_code(w, count > 3 ? '1' : '0') < 0) return -1;
    return put_known(w, number);
  }
  return put_code(w, count > 3 ? 't' : (char)('\x84' + count)) < 0 ? -1 : memoize(w, x);
}

/* The items of a list, or the pairs of a dict's, in batches. */
static int save_items(Writer *w, PyObject *items, int pairs) {
  for (Py_ssize_t start = 0; start < PyList_GET_SIZE(items); start += BATCH) {
    Py_ssize_t end = start + BATCH;
    if (end > PyList_GET_SIZE(items)) end = PyList_GET_SIZE(items);
    bool several = end - start > 1;
    if (several && put_code(w, '(') < 0) return -1;
    for (Py_ssize_t i = start; i < end && i < PyList_GET_SIZE(items); ++i) {
      PyObject *one = Py_NewRef(PyList_GET_ITEM(items, i));
      int failed =
          pairs ? save(w, PyTuple_GET_ITEM(one, 0)) < 0 || save(w, PyTuple_GET_ITEM(one, 1)) < 0 : save(w, one) < 0;
      Py_DECREF(one);
      if (failed) return -1;
    }
    if (put_code(w, pairs ? (several ? 'u' : 's') : several ? 'e' : 'a') < 0) return -1;
  }
  return 0;
}

/* The items of any iterable, as save_items; `pairs` of it must be pairs. */
static int save_iterable(Writer *w, PyObject *from, int pairs) {
  PyObject *items = PySequence_List(from);
  int failed = !items;
  for (Py_ssize_t i = 0; !failed && pairs && i < PyList_GET_SIZE(items); ++i) {
    PyObject *one = PyList_GET_ITEM(items, i);
    if ((failed = !PyTuple_CheckExact(one) || PyTuple_GET_SIZE(one) != 2))
      PyErr_SetString(PyExc_TypeError, "the items of a dict are pairs");
  }
  if (!failed) failed = save_items(w, items, pairs) < 0;
  Py_XDECREF(items);
  return failed ? -1 : 0;
}

static int save_list(Writer *w, PyObject *x) {
  return put_code(w, ']') < 0 || memoize(w, x) < 0 || save_iterable(w, x, 0) < 0 ? -1 : 0;
}

static int save_dict(Writer *w, PyObject *x) {
  if (put_code(w, '}') < 0 || memoize(w, x) < 0) return -1;
  PyObject *items = PyDict_Items(x);
  int failed = !items || save_items(w, items, 1) < 0;
  Py_XDECREF(items);
  return failed ? -1 : 0;
}

/* Writes a reduction: (function, arguments[, state[, items[, pairs]]]), as pickle.py's save_reduce. */
static int save_reduced(Writer *w, PyObject *said, PyObject *x) {
  if (!PyTuple_Check(said) || PyTuple_GET_SIZE(said) < 2 || PyTuple_GET_SIZE(said) > 5)
    return PyErr_SetString(PyExc_TypeError, "a reduction of two to five parts is needed"), -1;
  PyObject *part[5] = {NULL};
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(said); ++i)
    if (PyTuple_GET_ITEM(said, i) != Py_None) part[i] = PyTuple_GET_ITEM(said, i);
  if (!part[0] || !part[1] || !PyTuple_Check(part[1]))
    return PyErr_SetString(PyExc_TypeError, "a reduction has a function and a tuple of arguments"), -1;
  if (save(w, part[0]) < 0 || save(w, part[1]) < 0 || put_code(w, 'R') < 0) return -1;
  long number = known(w, x); /* it holds itself */
  if ((number < 0 ? memoize(w, x) : put_code(w, '0') < 0 ? -1 : put_known(w, number)) < 0) return -1;
  if (part[3] && save_iterable(w, part[3], 0) < 0) return -1;
  if (part[4] && save_iterable(w, part[4], 1) < 0) return -1;
  return part[2] && (save(w, part[2]) < 0 || put_code(w, 'b') < 0) ? -1 : 0;
}

static int save_as(Writer *w, PyObject *said, PyObject *x) {
  int failed = !said || save_reduced(w, said, x) < 0;
  Py_XDECREF(said);
  return failed ? -1 : 0;
}

/* An OrderedDict: what its __reduce__ says, without a walk through the slots of its class. */
static int save_ordered(Writer *w, PyObject *x) {
  PyObject *items = PyDict_GET_SIZE(x) ? PyMapping_Items(x) : PyList_New(0), *attributes = attributes_of(x);
  PyObject *state = attributes ? attributes : Py_None;
  return save_as(w, items ? Py_BuildValue("O()OON", w->ordered, state, Py_None, items) : NULL, x);
}

static int save_stored(Writer *w, PyObject *x) {
  PyObject *id = PyObject_GetAttrString(x, "id");
  int failed = !id || save(w, id) < 0 || put_code(w, 'Q') < 0;
  Py_XDECREF(id);
  return failed ? -1 : 0;
}

/* ---- any object ---- */

static int save_known_kind(Writer *w, PyObject *x) {
  if (PyUnicode_CheckExact(x)) return save_text(w, x);
  if (PyTuple_CheckExact(x)) return save_tuple(w, x);
  if (PyDict_CheckExact(x)) return save_dict(w, x);
  if (PyList_CheckExact(x)) return save_list(w, x);
  if (Py_IS_TYPE(x, core->tensor_type)) {
    PyObject *said = PyObject_CallOneArg(w->reduce, x);
    if (said != Py_NotImplemented) return save_as(w, said, x);
    Py_DECREF(said);
  }
  if (Py_IS_TYPE(x, w->ordered)) return save_ordered(w, x);
  return save_others(w, x);
}

static int save(Writer *w, PyObject *x) {
  if (x == Py_None) return put_code(w, 'N');
  if (PyBool_Check(x)) return put_code(w, x == Py_True ? '\x88' : '\x89');
  if (PyLong_CheckExact(x)) return save_int(w, x);
  if (PyFloat_CheckExact(x)) return save_float(w, x);
  if (Py_IS_TYPE(x, w->stored)) return save_stored(w, x);
  if (PyTuple_CheckExact(x) && !PyTuple_GET_SIZE(x)) return put_code(w, ')');
  long number = known(w, x);
  if (number >= 0) return put_known(w, number);
  if (Py_EnterRecursiveCall(" while pickling an object")) return -1;
  Py_INCREF(x);
  int failed = save_known_kind(w, x);
  Py_DECREF(x);
  Py_LeaveRecursiveCall();
  return failed;
}

/* ---- the object ---- */

static PyObject *writer_save(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  if (count < 1 || !((Writer *)self)->others)
    return PyErr_Format(PyExc_TypeError, "save() takes an object, until end()");
  (void)names; /* save_persistent_id, of what is no persistent object itself */
  if (save((Writer *)self, args[0]) < 0) return NULL;
  Py_RETURN_NONE;
}

static PyObject *writer_write(PyObject *self, PyObject *data) {
  Py_buffer bytes;
  if (PyObject_GetBuffer(data, &bytes, PyBUF_SIMPLE) < 0) return NULL;
  int failed = put((Writer *)self, bytes.buf, (size_t)bytes.len);
  PyBuffer_Release(&bytes);
  if (failed) return NULL;
  Py_RETURN_NONE;
}

/* set_items(pairs): as pickle.py's _batch_setitems */
static PyObject *writer_set_items(PyObject *self, PyObject *const *args, Py_ssize_t count) {
  if (count < 1 || !((Writer *)self)->others)
    return PyErr_Format(PyExc_TypeError, "set_items() takes pairs, until end()");
  if (save_iterable((Writer *)self, args[0], 1) < 0) return NULL;
  Py_RETURN_NONE;
}

static PyObject *writer_take(PyObject *self, PyObject *UNUSED(none)) {
  return PyBytes_FromStringAndSize(((Writer *)self)->bytes, (Py_ssize_t)((Writer *)self)->size);
}

/* ---- the memo, as pickle.py uses its own: {id: (number, object)} ---- */

static PyObject *entry_of(PyObject *self, PyObject *id, PyObject *without) {
  void *address = PyLong_AsVoidPtr(id);
  if (!address && PyErr_Occurred()) return NULL;
  long number = known((Writer *)self, address);
  return number < 0 ? Py_XNewRef(without) : Py_BuildValue("lO", number, (PyObject *)address);
}
static PyObject *memo_get(PyObject *self, PyObject *id) { return entry_of(self, id, Py_None); }
static PyObject *memo_subscript(PyObject *self, PyObject *id) {
  PyObject *found = entry_of(self, id, NULL);
  if (!found && !PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, id);
  return found;
}
static int memo_contains(PyObject *self, PyObject *id) {
  void *address = PyLong_AsVoidPtr(id);
  if (!address && PyErr_Occurred()) return -1;
  return known((Writer *)self, address) >= 0;
}
static int memo_assign(PyObject *self, PyObject *UNUSED(id), PyObject *entry) {
  PyObject *x;
  Py_ssize_t number;
  if (!entry) return PyErr_SetString(PyExc_TypeError, "what was written cannot be forgotten"), -1;
  if (!PyArg_ParseTuple(entry, "nO", &number, &x)) return -1;
  return remember_as((Writer *)self, x, (size_t)number);
}
static Py_ssize_t memo_length(PyObject *self) { return (Py_ssize_t)((Writer *)self)->count; }

static void forget_all(Writer *w) {
  Seen *seen = w->seen;
  size_t places = w->places;
  w->seen = NULL, w->places = w->count = 0;
  for (size_t i = 0; i < places; ++i) Py_XDECREF(seen[i].object);
  PyMem_Free(seen);
}

/* ---- its life ---- */

static int writer_traverse(PyObject *self, visitproc visit, void *arg) {
  Writer *w = (Writer *)self;
  Py_VISIT(Py_TYPE(self));
  for (size_t i = 0; i < w->places; ++i) Py_VISIT(w->seen[i].object);
  Py_VISIT(w->others);
  Py_VISIT(w->reduce);
  Py_VISIT((PyObject *)w->stored);
  Py_VISIT((PyObject *)w->ordered);
  return 0;
}
static int writer_clear(PyObject *self) {
  Writer *w = (Writer *)self;
  forget_all(w);
  Py_CLEAR(w->others);
  Py_CLEAR(w->reduce);
  return 0;
}
/* end(): forgets the pickler, which refers to this object, and all that was written */
static PyObject *writer_end(PyObject *self, PyObject *UNUSED(none)) {
  writer_clear(self);
  Py_RETURN_NONE;
}
static void writer_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  writer_clear(self);
  Py_XDECREF(((Writer *)self)->stored);
  Py_XDECREF(((Writer *)self)->ordered);
  PyMem_Free(((Writer *)self)->bytes);
  type->tp_free(self);
  Py_DECREF(type);
}

/* PickleWriter(save of others, reduction of a Tensor, class of storages, OrderedDict) */
static PyObject *writer_new(PyTypeObject *type, PyObject *args, PyObject *UNUSED(names)) {
  PyObject *others, *reduce, *stored, *ordered;
  if (!PyArg_ParseTuple(args, "OOO!O!", &others, &reduce, &PyType_Type, &stored, &PyType_Type, &ordered)) return NULL;
  Writer *w = (Writer *)type->tp_alloc(type, 0);
  if (!w) return NULL;
  w->others = Py_NewRef(others), w->reduce = Py_NewRef(reduce);
  w->stored = (PyTypeObject *)Py_NewRef(stored), w->ordered = (PyTypeObject *)Py_NewRef(ordered);
  return (PyObject *)w;
}

static PyMethodDef writer_methods[] = {
    {"save", FAST(writer_save), METH_FASTCALL | METH_KEYWORDS, NULL},
    {"write", writer_write, METH_O, NULL},
    {"set_items", FAST(writer_set_items), METH_FASTCALL, NULL},
    {"take", writer_take, METH_NOARGS, NULL},
    {"get", memo_get, METH_O, NULL},
    {"end", writer_end, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot writer_slots[] = {
    {Py_tp_new, writer_new},
    {Py_tp_dealloc, writer_dealloc},
    {Py_tp_traverse, writer_traverse},
    {Py_tp_clear, writer_clear},
    {Py_tp_methods, writer_methods},
    {Py_mp_subscript, memo_subscript},
    {Py_mp_ass_subscript, memo_assign},
    {Py_mp_length, memo_length},
    {Py_sq_contains, memo_contains},
    {0, NULL},
};
static PyType_Spec writer_spec = {
    .name = "pytorch_c._boundary._core.PickleWriter",
    .basicsize = sizeof(Writer),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = writer_slots,
};

/* ---- the memory of a storage ---- */

/* A second tensor of the same memory, whose whole storage the buffer shows. */
typedef struct {
  PyObject_HEAD ptc_tensor tensor;
} StorageBytes;

static int bytes_getbuffer(PyObject *self, Py_buffer *view, int flags) {
  void *data;
  int64_t nbytes;
  view->obj = NULL;
  const char *error = ptc_tensor_storage(((StorageBytes *)self)->tensor, &data, &nbytes);
  if (error) return raise_error(error), -1;
  return PyBuffer_FillInfo(view, self, data, (Py_ssize_t)nbytes, 1, flags);
}
static void bytes_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  ptc_tensor_close(((StorageBytes *)self)->tensor);
  type->tp_free(self);
  Py_DECREF(type);
}
static PyType_Slot bytes_slots[] = {{Py_bf_getbuffer, bytes_getbuffer}, {Py_tp_dealloc, bytes_dealloc}, {0, NULL}};
static PyType_Spec bytes_spec = {
    .name = "pytorch_c._boundary._core.StorageBytes",
    .basicsize = sizeof(StorageBytes),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = bytes_slots,
};
static PyTypeObject *bytes_type;

/* storage_bytes(tensor): an object whose buffer is the storage, on the CPU, read-only */
static PyObject *storage_bytes(PyObject *UNUSED(self), PyObject *tensor) {
  HELD Handle *handle = open_handle(tensor);
  ptc_tensor out;
  if (!handle) return NULL;
  const char *error = ptc_detach(handle->tensor, &out);
  if (error) return raise_error(error);
  StorageBytes *made = PyObject_New(StorageBytes, bytes_type);
  if (!made) return ptc_tensor_close(out), NULL;
  made->tensor = out;
  return (PyObject *)made;
}

/* plain_parts(tensor) -> (dtype, requires_grad, offset, sizes, strides, address and bytes of its storage), or None for
   what is more than numbers in memory of the CPU's, or has attributes */
static PyObject *plain_parts(PyObject *UNUSED(self), PyObject *tensor) {
  if (!Py_IS_TYPE(tensor, core->tensor_type) || has_modes()) Py_RETURN_NONE;
  HELD Handle *handle = attributes_of(tensor) ? NULL : handle_if_open(tensor);
  ptc_description found;
  void *data;
  int64_t nbytes;
  if (!handle) Py_RETURN_NONE;
  const char *error = ptc_tensor_describe(handle->tensor, &found);
  if (error) return raise_error(error);
  if (!is_plainly_numbers(&found) || found.device_type != PTC_CPU || found.dtype < 0 ||
      found.dtype >= PyTuple_GET_SIZE(core->dtypes))
    Py_RETURN_NONE;
  if ((error = ptc_tensor_storage(handle->tensor, &data, &nbytes))) return raise_error(error);
  if (!data || nbytes <= 0) Py_RETURN_NONE;
  return Py_BuildValue("ONLNNKL", PyTuple_GET_ITEM(core->dtypes, found.dtype),
                       PyBool_FromLong((found.flags & PTC_FLAG_REQUIRES_GRAD) != 0), (long long)found.storage_offset,
                       int_tuple(&PyTuple_Type, found.sizes, found.dim),
                       int_tuple(&PyTuple_Type, found.strides, found.dim), (unsigned long long)(uintptr_t)data,
                       (long long)nbytes);
}

static PyMethodDef functions[] = {
    {"storage_bytes", storage_bytes, METH_O, NULL},
    {"plain_parts", plain_parts, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_pickle(PyObject *module) {
  bytes_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &bytes_spec, NULL);
  PyObject *writer = PyType_FromModuleAndSpec(module, &writer_spec, NULL);
  int failed = !bytes_type || !writer || PyModule_AddObjectRef(module, "PickleWriter", writer) < 0;
  Py_XDECREF(writer);
  return failed ? -1 : PyModule_AddFunctions(module, functions);
}
