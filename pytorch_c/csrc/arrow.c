/* Arrow's C data interface: memory shared with libraries of tables and of images. */
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

/* Where the elements of an array are: of plain numbers, or of lists that all have `width` of them. */
typedef struct {
  int64_t length, width, first; /* `first` counts elements */
  const void *memory;
  int which, dims; /* number of the dtype in `formats` */
} Found;

static bool is_whole(const Array *array, int64_t buffers) {
  if (array->length < 0 || array->offset < 0 || array->length > INT64_MAX / 16 - array->offset)
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): a length or offset that cannot be"), false;
  if (array->n_buffers != buffers || !array->buffers || (array->length && buffers == 2 && !array->buffers[1]))
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): the array has no elements in memory"), false;
  if (array->null_count > 0 || (array->null_count < 0 && array->buffers[0]))
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): an array with nulls; fill them first"), false;
  return true;
}

/* The width of "+w:WIDTH", lists that have an array of plain numbers in common; 0 for anything else. */
static int64_t width_of(const Schema *schema, const Array *array) {
  char *end;
  if (strncmp(schema->format, "+w:", 3) || schema->n_children != 1 || array->n_children != 1 || !schema->children ||
      !schema->children[0] || !array->children || !array->children[0])
    return 0;
  const long long width = strtoll(schema->format + 3, &end, 10);
  return *end || width < 1 || width > INT32_MAX ? 0 : width;
}

/* False and an exception where a tensor cannot lie over the array's memory. */
static bool find(const Schema *schema, const Array *array, Found *out) {
  if (!schema->format || !schema->release || !array->release)
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): the array or its schema was consumed already"), false;
  const Array *numbers = array;
  const char *format = schema->format;
  bool is_known = !schema->dictionary && !array->dictionary;
  *out = (Found){.length = array->length, .width = width_of(schema, array), .dims = 1};
  if (out->width) {
    if (!is_whole(array, 1)) return false;
    if (array->length + array->offset > INT64_MAX / 16 / out->width)
      return PyErr_SetString(PyExc_ValueError, "from_arrow(): a length or offset that cannot be"), false;
    numbers = array->children[0], format = schema->children[0]->format, out->dims = 2;
    is_known = is_known && format && !schema->children[0]->dictionary && !numbers->dictionary;
  } else out->width = 1;
  while (is_known && out->which < FORMATS && strcmp(formats[out->which].format, format)) ++out->which;
  if (!is_known || out->which == FORMATS)
    return PyErr_Format(PyExc_TypeError,
                        "from_arrow(): Arrow's format '%s' is not supported, only plain integers and floats, and lists "
                        "of them that are all as long",
                        schema->format),
           false;
  if (!is_whole(numbers, 2)) return false;
  if (out->dims == 2 && numbers->length < (array->length + array->offset) * out->width)
    return PyErr_SetString(PyExc_ValueError, "from_arrow(): the lists have fewer elements than their lengths say"),
           false;
  out->first = (out->dims == 2 ? array->offset * out->width : 0) + numbers->offset;
  out->memory = numbers->buffers[1];
  return true;
}

/* from_arrow(capsule of a schema, capsule of an array) -> Tensor over the array's memory */
static PyObject *from_arrow(PyObject *UNUSED(self), PyObject *args) {
  PyObject *of_schema, *of_array;
  Found found;
  if (!PyArg_ParseTuple(args, "OO", &of_schema, &of_array)) return NULL;
  if (!PyCapsule_IsValid(of_schema, schema_name) || !PyCapsule_IsValid(of_array, array_name))
    return PyErr_Format(PyExc_TypeError, "from_arrow(): capsules of Arrow's are needed");
  Array *array = PyCapsule_GetPointer(of_array, array_name);
  if (!find(PyCapsule_GetPointer(of_schema, schema_name), array, &found)) return NULL;
  Array *taken = malloc(sizeof *taken);
  if (!taken) return PyErr_NoMemory();
  *taken = *array;
  taken->release = NULL; /* until it is ours */
  PyObject *owner = PyCapsule_New(taken, array_name, taken_died);
  if (!owner) return free(taken), NULL;
  taken->release = array->release;
  array->release = NULL;
  const int64_t sizes[] = {found.length, found.width}, strides[] = {found.width, 1};
  char *first = (char *)found.memory;
  if (first) first += found.first * formats[found.which].size;
  PyObject *out = share_memory(first, sizes, strides, found.dims, formats[found.which].dtype, owner);
  Py_DECREF(owner);
  return out;
}

static PyMethodDef functions[] = {
    {"to_arrow", to_arrow, METH_O, NULL},
    {"from_arrow", from_arrow, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_arrow(PyObject *module) { return PyModule_AddFunctions(module, functions); }
