/* The base class of Size: a tuple whose parts, sums and multiples are Sizes too. And that of device, which compares without
   a Python frame. */
#include "size.h"
#include "install.h"
#include "symbols.h"

/* A Size of the items of a tuple, which it takes over; the class itself, as torch has it of a subclass's. */
static PyObject *of_tuple(PyTypeObject *type, PyObject *items) {
  if (!items || Py_IS_TYPE(items, type)) return items;
  PyObject *out = type->tp_alloc(type, PyTuple_GET_SIZE(items));
  for (Py_ssize_t i = 0; out && i < PyTuple_GET_SIZE(items); ++i)
    PyTuple_SET_ITEM(out, i, Py_NewRef(PyTuple_GET_ITEM(items, i)));
  Py_DECREF(items);
  return out;
}

/* An int, a symbol of one, or what says that it is one; NULL and TypeError for the rest. */
static PyObject *size_of(PyObject *x, Py_ssize_t at) {
  if (LIKELY(PyLong_CheckExact(x)) || is_symbol(x)) return Py_NewRef(x);
  if (PyIndex_Check(x)) return PyNumber_Index(x);
  return PyErr_Format(PyExc_TypeError, "torch.Size() takes an iterable of 'int' (item %zd is '%s')", at,
                      _PyType_Name(Py_TYPE(x)));
}

static PyObject *size_new(PyTypeObject *type, PyObject *args, PyObject *names) {
  const Py_ssize_t count = PyTuple_GET_SIZE(args);
  if (names && PyDict_GET_SIZE(names)) return PyErr_Format(PyExc_TypeError, "Size() takes no keyword arguments");
  if (count > 1) return PyErr_Format(PyExc_TypeError, "Size() takes at most 1 argument (%zd given)", count);
  PyObject *from = count ? PyTuple_GET_ITEM(args, 0) : NULL, *items = from ? PySequence_Tuple(from) : PyTuple_New(0);
  PyObject *out = items ? type->tp_alloc(type, PyTuple_GET_SIZE(items)) : NULL;
  for (Py_ssize_t i = 0; out && i < PyTuple_GET_SIZE(items); ++i) {
    PyObject *one = size_of(PyTuple_GET_ITEM(items, i), i);
    if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  Py_XDECREF(items);
  return out;
}

static PyObject *size_subscript(PyObject *self, PyObject *index) {
  PyObject *found = PyTuple_Type.tp_as_mapping->mp_subscript(self, index);
  return PySlice_Check(index) ? of_tuple(core->size_type, found) : found;
}
static PyObject *size_add(PyObject *a, PyObject *b) {
  if (PyTuple_Check(a) && !PyTuple_Check(b) && (!Py_TYPE(b)->tp_as_number || !Py_TYPE(b)->tp_as_number->nb_add))
    return PyErr_Format(PyExc_TypeError, "can only concatenate tuple (not %s) to torch.Size", _PyType_Name(Py_TYPE(b)));
  if (!PyTuple_Check(a) || !PyTuple_Check(b)) Py_RETURN_NOTIMPLEMENTED;
  PyObject *both = PyTuple_Type.tp_as_sequence->sq_concat(a, b), *only = both ? PyTuple_Pack(1, both) : NULL;
  PyObject *out = only ? size_new(core->size_type, only, NULL) : NULL; /* the other's items are looked at */
  Py_XDECREF(only);
  Py_XDECREF(both);
  return out;
}
static PyObject *size_repeat(PyObject *self, Py_ssize_t times) {
  return of_tuple(core->size_type, PyTuple_Type.tp_as_sequence->sq_repeat(self, times));
}

/* The text where all are plain numbers that fit into it: where it ends, or NULL. */
static char *write_plain(PyObject *self, char *at, const char *end) {
  memcpy(at, "torch.Size([", 12);
  at += 12;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self); ++i) {
    PyObject *one = PyTuple_GET_ITEM(self, i);
    int overflow = 1;
    long long n = PyLong_CheckExact(one) ? PyLong_AsLongLongAndOverflow(one, &overflow) : 0;
    if (overflow || n < 0 || end - at < 32) return NULL;
    if (i) *at++ = ',', *at++ = ' ';
    char digits[20];
    int count = 0;
    do digits[count++] = (char)('0' + n % 10);
    while (n /= 10);
    while (count) *at++ = digits[--count];
  }
  *at++ = ']', *at++ = ')';
  return at;
}
static PyObject *size_repr(PyObject *self) {
  char text[256];
  const char *end = write_plain(self, text, text + sizeof text);
  if (end) return PyUnicode_FromStringAndSize(text, end - text);
  PyObject *list = PySequence_List(self);
  PyObject *out = list ? PyUnicode_FromFormat("torch.Size(%R)", list) : NULL;
  Py_XDECREF(list);
  return out;
}

static PyObject *size_numel(PyObject *self, PyObject *UNUSED(none)) {
  long long product = 1;
  Py_ssize_t plain = 0;
  for (; plain < PyTuple_GET_SIZE(self); ++plain) {
    PyObject *one = PyTuple_GET_ITEM(self, plain);
    int overflow = 1;
    long long n = PyLong_CheckExact(one) ? PyLong_AsLongLongAndOverflow(one, &overflow) : 0;
    if (overflow || __builtin_mul_overflow(product, n, &product)) break;
  }
  if (plain == PyTuple_GET_SIZE(self)) return PyLong_FromLongLong(product);
  PyObject *total = PyLong_FromLong(1);
  for (Py_ssize_t i = 0; total && i < PyTuple_GET_SIZE(self); ++i)
    Py_SETREF(total, PyNumber_Multiply(total, PyTuple_GET_ITEM(self, i)));
  return total;
}

/* Like torch's: the class and a tuple, under every protocol of pickle. */
static PyObject *size_reduce(PyObject *self, PyObject *UNUSED(none)) {
  PyObject *items = PyTuple_GetSlice(self, 0, PyTuple_GET_SIZE(self));
  return items ? Py_BuildValue("O(N)", (PyObject *)Py_TYPE(self), items) : NULL;
}

static PyMethodDef methods[] = {{"__reduce__", size_reduce, METH_NOARGS, NULL},
                                {"numel", size_numel, METH_NOARGS, "numel($self, /)\n--\n\nThe product of the sizes."},
                                {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {
    {Py_tp_new, size_new},
    {Py_tp_repr, size_repr},
    {Py_tp_methods, methods},
    {Py_mp_subscript, size_subscript},
    {Py_nb_add, size_add},
    {Py_sq_repeat, size_repeat},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.Sizes",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

/* Frees a Size, which has numbers in it and neither attributes nor weak references, of which Python's own function for
   classes takes care. */
static void size_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  for (Py_ssize_t i = PyTuple_GET_SIZE(self); i-- > 0;) Py_XDECREF(PyTuple_GET_ITEM(self, i));
  type->tp_free(self);
  Py_DECREF(type);
}

/* Size itself, once it is there: a method that the class has by itself is called by Python without a look at its base. */
void ready_size_type(void) {
  static bool done;
  if (done) return;
  done = true;
  core->size_type->tp_dealloc = size_dealloc;
  PyObject *own = PyDescr_NewMethod(core->size_type, methods + 1);
  if (!own || PyObject_SetAttrString((PyObject *)core->size_type, methods[1].ml_name, own) < 0) PyErr_Clear();
  Py_XDECREF(own);
}

/* sizes_of(class, items): a Size of that class, whose items are not looked at: those of a trace are tensors */
static PyObject *sizes_of(PyObject *UNUSED(self), PyObject *args) {
  PyObject *type, *from;
  if (!PyArg_ParseTuple(args, "O!O", &PyType_Type, &type, &from)) return NULL;
  if (!PyType_IsSubtype((PyTypeObject *)type, core->size_type))
    return PyErr_Format(PyExc_TypeError, "sizes_of() takes a class of Sizes");
  return of_tuple((PyTypeObject *)type, PySequence_Tuple(from));
}

static PyMethodDef functions[] = {{"sizes_of", sizes_of, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};

/* ---- devices ---- */

/* True if both are devices of the same type and index; -1 and an exception. */
static int are_same(PyObject *a, PyObject *b) {
  if (a == b) return 1;
  if (!PyObject_TypeCheck(a, core->device_type) || !PyObject_TypeCheck(b, core->device_type)) return 0;
  PyObject *of_a = PyObject_GetAttr(a, core->name_numbers), *of_b = PyObject_GetAttr(b, core->name_numbers);
  int same = of_a && of_b ? PyObject_RichCompareBool(of_a, of_b, Py_EQ) : -1;
  Py_XDECREF(of_a);
  Py_XDECREF(of_b);
  return same;
}

static PyObject *compare_devices(PyObject *a, PyObject *b, int op) {
  if (op != Py_EQ && op != Py_NE) Py_RETURN_NOTIMPLEMENTED;
  int same = are_same(a, b);
  return same < 0 ? NULL : PyBool_FromLong(same == (op == Py_EQ));
}

static PyType_Slot device_slots[] = {{Py_tp_richcompare, compare_devices}, {0, NULL}};
static PyType_Spec device_spec = {
    .name = "pytorch_c._boundary._core.Devices",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = device_slots,
};

int install_size(PyObject *module) {
  PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyTuple_Type);
  PyObject *type = bases ? PyType_FromModuleAndSpec(module, &spec, bases) : NULL;
  PyObject *devices = PyType_FromModuleAndSpec(module, &device_spec, NULL);
  int failed = !type || !devices || PyModule_AddObjectRef(module, "Sizes", type) < 0 ||
               PyModule_AddObjectRef(module, "Devices", devices) < 0 || PyModule_AddFunctions(module, functions) < 0;
  Py_XDECREF(bases);
  Py_XDECREF(type);
  Py_XDECREF(devices);
  return failed ? -1 : 0;
}
