/* Python's operators on tensors: x + y, 2 * x, x[0] == y, -x, x @ y, x += y.

   Tensors and Python's own numbers go to the operator's forms; whatever else is beside a tensor is for the Python
   method of the same name (pytorch_c/_tensor/operators.py), which knows NumPy's numbers and foreign classes. */
#include "core.h"
#include "indexing.h"
#include "install.h"
#include "operator.h"
#include "overrides.h"

/* name of the slot, operator for TENSOR OP other, operator for other OP TENSOR, whether that one takes the tensor first;
   of which methods of Tensor __torch_function__ is asked for either, the tensor first, as in torch */
#define BINARY(ENTRY) \
  ENTRY(add, "add", "add", 1, "add", "add") \
  ENTRY(sub, "sub", "rsub", 1, "sub", "__rsub__") \
  ENTRY(mul, "mul", "mul", 1, "mul", "mul") \
  ENTRY(truediv, "div", NULL, 0, "div", "__rtruediv__") \
  ENTRY(floordiv, "floor_divide", NULL, 0, "__floordiv__", "__rfloordiv__") \
  ENTRY(mod, "remainder", "remainder", 0, "remainder", "__rmod__") \
  ENTRY(matmul, "matmul", NULL, 0, "matmul", "__rmatmul__") \
  ENTRY(and, "bitwise_and", "bitwise_and", 1, "__and__", "bitwise_and") \
  ENTRY(or, "bitwise_or", "bitwise_or", 1, "__or__", "bitwise_or") \
  ENTRY(xor, "bitwise_xor", "bitwise_xor", 1, "__xor__", "bitwise_xor") \
  ENTRY(lshift, "bitwise_left_shift", "bitwise_left_shift", 0, "__lshift__", "__rlshift__") \
  ENTRY(rshift, "bitwise_right_shift", "bitwise_right_shift", 0, "__rshift__", "__rrshift__") \
  ENTRY(pow, "pow", "pow", 0, "__pow__", "__rpow__")
#define INPLACE(ENTRY) \
  ENTRY(iadd, "add_", NULL, 0, "add_", NULL) \
  ENTRY(isub, "sub_", NULL, 0, "sub_", NULL) \
  ENTRY(imul, "mul_", NULL, 0, "mul_", NULL) \
  ENTRY(itruediv, "div_", NULL, 0, "div_", NULL) \
  ENTRY(ifloordiv, "floor_divide_", NULL, 0, "floor_divide_", NULL) \
  ENTRY(imod, "remainder_", NULL, 0, "remainder_", NULL) \
  ENTRY(iand, "bitwise_and_", NULL, 0, "__iand__", NULL) \
  ENTRY(ior, "bitwise_or_", NULL, 0, "__ior__", NULL) \
  ENTRY(ixor, "bitwise_xor_", NULL, 0, "__ixor__", NULL) \
  ENTRY(ilshift, "bitwise_left_shift_", NULL, 0, "__ilshift__", NULL) \
  ENTRY(irshift, "bitwise_right_shift_", NULL, 0, "__irshift__", NULL) \
  ENTRY(ipow, "pow_", NULL, 0, "__ipow__", NULL)
/* It does not settle on a layout of lists of macros: */
/* clang-format off */
/* In the order of Py_LT … Py_GE. */
#define COMPARE(ENTRY) \
  ENTRY(lt, "lt", NULL, 0, "lt", NULL) \
  ENTRY(le, "le", NULL, 0, "le", NULL) \
  ENTRY(eq, "eq", NULL, 0, "__eq__", NULL) \
  ENTRY(ne, "ne", NULL, 0, "ne", NULL) \
  ENTRY(gt, "gt", NULL, 0, "gt", NULL) \
  ENTRY(ge, "ge", NULL, 0, "ge", NULL)
#define UNARY(ENTRY) \
  ENTRY(neg, "neg", NULL, 0, "neg", NULL) \
  ENTRY(pos, "positive", NULL, 0, "positive", NULL) \
  ENTRY(abs, "abs", NULL, 0, "abs", NULL) \
  ENTRY(invert, NULL, NULL, 0, "__invert__", NULL)
/* clang-format on */

typedef struct {
  const char *name, *left, *right;
  int tensor_first;
  const char *asked, *reflected;
  PyObject *left_op, *right_op, *left_python, *right_python, *left_method, *right_method;
} Entry;

#define ROW(name, left, right, first, asked, reflected) \
  {#name, left, right, first, asked, reflected, NULL, NULL, NULL, NULL, NULL, NULL},
#define INDEX(name, left, right, first, asked, reflected) at_##name,
static Entry entries[] = {COMPARE(ROW) BINARY(ROW) INPLACE(ROW) UNARY(ROW)};
enum { COMPARE(INDEX) BINARY(INDEX) INPLACE(INDEX) UNARY(INDEX) entries_count };

/* The answer of other classes, by the method of Tensor's that is meant. A TypeError says that they cannot, as in torch,
   so that the other operand's class is asked by Python. */
static PyObject *left_to_others(const char *name, PyObject **method, PyObject *const *both, Py_ssize_t count) {
  PyObject *known = peek(method);
  if (!known) known = put_once(method, PyObject_GetAttrString((PyObject *)core->tensor_type, name));
  PyObject *out = known ? overridden(known, both, count, NULL) : NULL;
  if (out || count < 2 || !PyErr_ExceptionMatches(PyExc_TypeError)) return out;
  PyErr_Clear();
  return NULL;
}

static PyObject *left_of(Entry *entry, PyObject *a, PyObject *b) {
  PyObject *both[] = {a, b};
  if (LIKELY(entry->left_op != NULL)) {
    PyObject *out = try_operator(entry->left_op, both, b ? 2 : 1, NULL);
    if (!out || out != Py_NotImplemented) return out;
    Py_DECREF(out);
  }
  PyObject *out = left_to_others(entry->asked, &entry->left_method, both, b ? 2 : 1);
  if (out != Py_NotImplemented) return out || PyErr_Occurred() ? out : Py_NewRef(Py_NotImplemented);
  Py_DECREF(out);
  if (!entry->left_python) Py_RETURN_NOTIMPLEMENTED;
  return PyObject_Vectorcall(entry->left_python, both, b ? 2 : 1, NULL);
}

static PyObject *right_of(Entry *entry, PyObject *a, PyObject *b) {
  PyObject *both[] = {entry->tensor_first ? b : a, entry->tensor_first ? a : b}, *reflected[] = {b, a};
  if (entry->right_op) {
    PyObject *out = try_operator(entry->right_op, both, 2, NULL);
    if (!out || out != Py_NotImplemented) return out;
    Py_DECREF(out);
  }
  PyObject *out = left_to_others(entry->reflected, &entry->right_method, reflected, 2);
  if (out != Py_NotImplemented) return out || PyErr_Occurred() ? out : Py_NewRef(Py_NotImplemented);
  Py_DECREF(out);
  if (!entry->right_python) Py_RETURN_NOTIMPLEMENTED;
  return PyObject_Vectorcall(entry->right_python, reflected, 2, NULL);
}

/* True if Python asks a class for the reflected operator only through this slot, which it calls once for both operands. */
static bool reflects_here(const Entry *entry, PyObject *b) {
  char name[32];
  snprintf(name, sizeof name, "__r%s__", entry->name);
  PyObject *text = PyUnicode_InternFromString(name), *found = text ? _PyType_Lookup(Py_TYPE(b), text) : NULL;
  Py_XDECREF(text);
  return found && Py_IS_TYPE(found, &PyWrapperDescr_Type);
}

static PyObject *binary(Entry *entry, PyObject *a, PyObject *b) {
  if (!is_tensor(a)) return right_of(entry, a, b);
  PyObject *out = left_of(entry, a, b);
  if (LIKELY(out != Py_NotImplemented) || !entry->reflected || !is_tensor(b) || Py_TYPE(a) == Py_TYPE(b)) return out;
  if (!reflects_here(entry, b)) return out;
  Py_DECREF(out);
  return right_of(entry, a, b);
}

#define BINARY_SLOT(name, left, right, first, asked, reflected) \
  static PyObject *slot_##name(PyObject *a, PyObject *b) { return binary(entries + at_##name, a, b); }
#define UNARY_SLOT(name, left, right, first, asked, reflected) \
  static PyObject *slot_##name(PyObject *a) { return left_of(entries + at_##name, a, NULL); }
BINARY(BINARY_SLOT)
INPLACE(BINARY_SLOT)
UNARY(UNARY_SLOT)

static PyObject *power(PyObject *a, PyObject *b, PyObject *modulo) {
  if (modulo != Py_None) Py_RETURN_NOTIMPLEMENTED;
  return slot_pow(a, b);
}
static PyObject *inplace_power(PyObject *a, PyObject *b, PyObject *modulo) {
  if (modulo != Py_None) Py_RETURN_NOTIMPLEMENTED;
  return slot_ipow(a, b);
}
static PyObject *richcompare(PyObject *a, PyObject *b, int op) { return left_of(entries + op, a, b); }

/* ---- x[…], and the others ---- */

static PyObject *getitem_python, *setitem_python;

/* A mode's answer for x[…] or x[…] = value. */
static PyObject *left_to_mode(const char *name, PyObject *const *args, Py_ssize_t count) {
  PyObject *function = PyObject_GetAttrString((PyObject *)core->tensor_type, name);
  PyObject *out = function ? overridden(function, args, count, NULL) : NULL;
  Py_XDECREF(function);
  return out;
}

static PyObject *subscript(PyObject *self, PyObject *index) {
  if (UNLIKELY(plain_calls != 1)) {
    PyObject *both[] = {self, index}, *out = left_to_mode("__getitem__", both, 2);
    if (!out || out != Py_NotImplemented) return out;
    Py_DECREF(out);
  }
  PyObject *found = getitem_plain(self, index);
  if (found != Py_NotImplemented) return found;
  Py_DECREF(found);
  return PyObject_CallFunctionObjArgs(getitem_python, self, index, NULL);
}
static int assign_subscript(PyObject *self, PyObject *index, PyObject *value) {
  if (!value) {
    PyErr_SetString(PyExc_TypeError, "Tensor does not support deleting items");
    return -1;
  }
  if (UNLIKELY(plain_calls != 1)) {
    PyObject *three[] = {self, index, value}, *out = left_to_mode("__setitem__", three, 3);
    Py_XDECREF(out);
    if (out != Py_NotImplemented) return out ? 0 : -1;
  }
  int done = setitem_plain(self, index, value);
  if (done) return done < 0 ? -1 : 0;
  PyObject *none = PyObject_CallFunctionObjArgs(setitem_python, self, index, value, NULL);
  Py_XDECREF(none);
  return none ? 0 : -1;
}
static Py_hash_t hash(PyObject *self) { return (Py_hash_t)self; } /* its id, as torch's */

PyType_Slot operator_slots[] = {
    {Py_nb_add, slot_add},
    {Py_nb_subtract, slot_sub},
    {Py_nb_multiply, slot_mul},
    {Py_nb_true_divide, slot_truediv},
    {Py_nb_floor_divide, slot_floordiv},
    {Py_nb_remainder, slot_mod},
    {Py_nb_matrix_multiply, slot_matmul},
    {Py_nb_and, slot_and},
    {Py_nb_or, slot_or},
    {Py_nb_xor, slot_xor},
    {Py_nb_lshift, slot_lshift},
    {Py_nb_rshift, slot_rshift},
    {Py_nb_power, power},
    {Py_nb_inplace_add, slot_iadd},
    {Py_nb_inplace_subtract, slot_isub},
    {Py_nb_inplace_multiply, slot_imul},
    {Py_nb_inplace_true_divide, slot_itruediv},
    {Py_nb_inplace_floor_divide, slot_ifloordiv},
    {Py_nb_inplace_remainder, slot_imod},
    {Py_nb_inplace_and, slot_iand},
    {Py_nb_inplace_or, slot_ior},
    {Py_nb_inplace_xor, slot_ixor},
    {Py_nb_inplace_lshift, slot_ilshift},
    {Py_nb_inplace_rshift, slot_irshift},
    {Py_nb_inplace_power, inplace_power},
    {Py_nb_negative, slot_neg},
    {Py_nb_positive, slot_pos},
    {Py_nb_absolute, slot_abs},
    {Py_nb_invert, slot_invert},
    {Py_tp_richcompare, richcompare},
    {Py_tp_hash, hash},
    {Py_mp_subscript, subscript},
    {Py_mp_ass_subscript, assign_subscript},
    {0, NULL},
};

/* ---- setting up ---- */

static PyObject *item_or_null(PyObject *dict, const char *name) {
  PyObject *found = name ? PyDict_GetItemString(dict, name) : NULL;
  return Py_XNewRef(found);
}

/* set_slots({name of a method: Python function}, {name: Operator}) */
static PyObject *set_slots(PyObject *UNUSED(self), PyObject *args) {
  PyObject *functions, *operators;
  if (!PyArg_ParseTuple(args, "O!O!", &PyDict_Type, &functions, &PyDict_Type, &operators)) return NULL;
  for (Entry *entry = entries; entry < entries + entries_count; ++entry) {
    char reflected[32];
    snprintf(reflected, sizeof reflected, "r%s", entry->name);
    Py_XSETREF(entry->left_python, item_or_null(functions, entry->name));
    Py_XSETREF(entry->right_python, item_or_null(functions, reflected));
    Py_XSETREF(entry->left_op, item_or_null(operators, entry->left));
    Py_XSETREF(entry->right_op, item_or_null(operators, entry->right));
  }
  Py_XSETREF(getitem_python, item_or_null(functions, "getitem"));
  Py_XSETREF(setitem_python, item_or_null(functions, "setitem"));
  if (!getitem_python || !setitem_python) return PyErr_Format(PyExc_TypeError, "getitem and setitem are needed");
  Py_RETURN_NONE;
}

/* slot_operators() -> the names of the operators that the slots use */
static PyObject *slot_operators(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  PyObject *out = PySet_New(NULL);
  for (Entry *entry = entries; out && entry < entries + entries_count; ++entry) {
    const char *names[] = {entry->left, entry->right};
    for (int i = 0; i < 2 && out; ++i) {
      PyObject *one = names[i] ? PyUnicode_FromString(names[i]) : NULL;
      if (one && PySet_Add(out, one) < 0) Py_CLEAR(out);
      Py_XDECREF(one);
    }
  }
  return out;
}

static PyMethodDef functions[] = {
    {"set_slots", set_slots, METH_VARARGS, NULL},
    {"slot_operators", slot_operators, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_slots(PyObject *module) { return PyModule_AddFunctions(module, functions); }
