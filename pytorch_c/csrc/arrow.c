/* Arrow's C data interface for tensors of one dimension: memory shared with libraries of tables. */
#include "core.h"
#include "handle.h"
#include "install.h"
#include "resource.h"
#include "tensor.h"

/* Structs of Arrow's specification. */
typedef struct Schema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct Schema **children, *dictionary;
  void (*release)(struct Schema *);
  void *private_data;
} Schema;
typedef struct Array {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct Array **children, *dictionary;
  void (*release)(struct Array *);
  void *private_data;
} Array;

static const char *const schema_name = "arrow_schema", *const array_name = "arrow_array";
static const struct {
  const char *format;
  int dtype, size;
} formats[] = {
    {"c", PTC_INT8, 1},    {"C", PTC_UINT8, 1},   {"s", PTC_INT16, 2},   {"S", PTC_UINT16, 2},
    {"i", PTC_INT32, 4},   {"I", PTC_UINT32, 4},  {"l", PTC_INT64, 8},   {"L", PTC_UINT64, 8},
    {"e", PTC_FLOAT16, 2}, {"f", PTC_FLOAT32, 4}, {"g", PTC_FLOAT64, 8},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* ---- out ---- */

/* Memory and tensor that an array of ours keeps. */
typedef struct {
  const void *buffers[2]; /* which elements are there: all; the elements */
  ptc_tensor lent;
} Lent;

static void schema_release(Schema *schema) { schema->release = NULL; }
static void array_release(Array *array) {
  Lent *lent = array->private_data;
  ptc_tensor_close(lent->lent);
  free(lent);
  array->release = NULL;
}
static void schema_died(PyObject *capsule) {
  Schema *schema = PyCapsule_GetPointer(capsule, schema_name);
  if (schema->release) schema->release(schema);
  free(schema);
}
static void array_died(PyObject *capsule) {
  Array *array = PyCapsule_GetPointer(capsule, array_name);
  if (array->release) array->release(array);
  free(array);
}

static PyObject *capsule_of(void *pointer, const char *name, PyCapsule_Destructor died) {
  PyObject *made = PyCapsule_New(pointer, name, died);
  if (!made) free(pointer);
  return made;
}

/* to_arrow(tensor of one dimension, in order, of a dtype of Arrow's) -> (capsule of the schema, capsule of the array);
   None where it is not */
static PyObject *to_arrow(PyObject *UNUSED(self), PyObject *tensor) {
  if (!is_tensor(tensor)) return PyErr_Format(PyExc_TypeError, "to_arrow(): a Tensor is needed");
  HELD Handle *handle = open_handle(tensor);
  ptc_description found;
  if (!handle) return NULL;
  const char *error = ptc_tensor_describe(handle->tensor, &found);
  if (error) return raise_error(error);
  int which = 0;
  while (which < FORMATS && formats[which].dtype != found.dtype) ++which;
  if (which == FORMATS || found.dim != 1 || !found.strides || found.device_type != PTC_CPU ||
      found.flags & PTC_FLAG_NEG || (found.numel > 1 && found.strides[0] != 1))
    Py_RETURN_NONE;
  Schema *schema = calloc(1, sizeof *schema);
  Array *array = calloc(1, sizeof *array);
  Lent *lent = calloc(1, sizeof *lent);
  if (!schema || !array || !lent || (error = ptc_tensor_lend(handle->tensor, &lent->lent)) ||
      (error = ptc_tensor_describe(lent->lent, &found))) {
    if (lent) ptc_tensor_close(lent->lent);
    free(schema), free(array), free(lent);
    return error ? raise_error(error) : PyErr_NoMemory();
  }
  *schema = (Schema){.format = formats[which].format, .name = "", .release = schema_release};
  lent->buffers[1] = found.data;
  *array = (Array){
      .length = found.numel, .n_buffers = 2, .buffers = lent->buffers, .release = array_release, .private_data = lent};
  PyObject *of_array = PyCapsule_New(array, array_name, array_died);
  if (!of_array) array_release(array), free(array);
  PyObject *of_schema = capsule_of(schema, schema_name, schema_died);
  PyObject *out = of_array && of_schema ? PyTuple_Pack(2, of_schema, of_array) : NULL;
  Py_XDECREF(of_array);
  Py_XDECREF(of_schema);
  return out;
}

/* ---- in ---- */

/* An array that was taken over, as the owner of a tensor's memory. */
static void taken_died(PyObject *capsule) { array_died(capsule); }

/* The number of the dtype in `formats`, or -1 and an exception. */
static int check(const Schema *schema, const Array *array) {
  int which = 0;
  if (!schema->format || !schema->release || !array->release)
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): the array or its schema was consumed already"), -1;
  while (which < FORMATS && strcmp(formats[which].format, schema->format)) ++which;
  if (which == FORMATS || schema->dictionary || array->dictionary)
    return PyErr_Format(PyExc_TypeError,
                        "from_arrow(): Arrow's format '%s' is not supported, only plain integers and floats",
                        schema->format),
           -1;
  if (array->length < 0 || array->offset < 0 || array->length > INT64_MAX / 16 - array->offset)
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): a length or offset that cannot be"), -1;
  if (array->n_buffers != 2 || !array->buffers || (array->length && !array->buffers[1]))
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): the array has no elements in memory"), -1;
  if (array->null_count > 0 || (array->null_count < 0 && array->buffers[0]))
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): an array with nulls; fill them first"), -1;
  return which;
}

/* from_arrow(capsule of a schema, capsule of an array) -> Tensor over the array's memory */
static PyObject *from_arrow(PyObject *UNUSED(self), PyObject *args) {
  PyObject *of_schema, *of_array;
  if (!PyArg_ParseTuple(args, "OO", &of_schema, &of_array)) return NULL;
  if (!PyCapsule_IsValid(of_schema, schema_name) || !PyCapsule_IsValid(of_array, array_name))
    return PyErr_Format(PyExc_TypeError, "from_arrow(): capsules of Arrow's are needed");
  Array *array = PyCapsule_GetPointer(of_array, array_name);
  int which = check(PyCapsule_GetPointer(of_schema, schema_name), array);
  if (which < 0) return NULL;
  Array *taken = malloc(sizeof *taken);
  if (!taken) return PyErr_NoMemory();
  *taken = *array;
  taken->release = NULL; /* until it is ours */
  PyObject *owner = PyCapsule_New(taken, array_name, taken_died);
  if (!owner) return free(taken), NULL;
  taken->release = array->release;
  array->release = NULL;
  char *first = (char *)taken->buffers[1];
  const int64_t one = 1, length = taken->length;
  if (first) first += taken->offset * formats[which].size;
  PyObject *out = share_memory(first, &length, &one, 1, formats[which].dtype, owner);
  Py_DECREF(owner);
  return out;
}

static PyMethodDef functions[] = {
    {"to_arrow", to_arrow, METH_O, NULL},
    {"from_arrow", from_arrow, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_arrow(PyObject *module) { return PyModule_AddFunctions(module, functions); }
