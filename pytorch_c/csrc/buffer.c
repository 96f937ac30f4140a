/* The buffer protocol on Tensor: memoryview(t), and whoever takes buffers. The memory is the tensor's own; a buffer
   holds it, whatever the tensor is made to mean later. */
#include "buffer.h"
#include "handle.h"
#include "overrides.h"
#include "resource.h"

typedef struct {
  ptc_tensor lent;
  Py_ssize_t numbers[]; /* sizes, then strides */
} Export;

/* The codes of the struct module, by the number of the dtype; NULL where it has none. */
static const char *format_of(int32_t dtype) {
  switch (dtype) {
  case PTC_BOOL: return "?";
  case PTC_UINT8: return "B";
  case PTC_INT8: return "b";
  case PTC_INT16: return "h";
  case PTC_UINT16: return "H";
  case PTC_INT32: return "i";
  case PTC_UINT32: return "I";
  case PTC_INT64: return "l";
  case PTC_UINT64: return "L";
  case PTC_FLOAT16: return "e";
  case PTC_FLOAT32: return "f";
  case PTC_FLOAT64: return "d";
  case PTC_COMPLEX64: return "Zf";
  case PTC_COMPLEX128: return "Zd";
  default: return NULL;
  }
}

static int refuse(const char *why) {
  PyErr_SetString(PyExc_BufferError, why);
  return -1;
}

/* 0 where the memory can be a buffer as it is; else -1 and BufferError. */
static int can_lend(ptc_tensor x, ptc_description *found) {
  const char *error = ptc_tensor_describe(x, found);
  bool records = false;
  if (error) return raise_error(error), -1;
  if (found->device_type != PTC_CPU) return refuse("a tensor on a device has no buffer: use cpu()");
  if (!found->strides || !(found->flags & PTC_FLAG_HAS_STORAGE)) return refuse("only a strided tensor has a buffer");
  if (found->flags & (PTC_FLAG_CONJ | PTC_FLAG_NEG))
    return refuse("a tensor with the conjugate or negative bit has no buffer: use resolve_conj().resolve_neg()");
  if (!format_of(found->dtype)) return refuse("Python's buffers have no such dtype: use to() or view()");
  if (!(found->flags & PTC_FLAG_REQUIRES_GRAD)) return 0;
  if ((error = ptc_grad_mode(&records))) return raise_error(error), -1;
  return records ? refuse("a tensor that requires grad has no buffer: use detach()") : 0;
}

static int fill(Py_buffer *view, const ptc_description *found, Export *export, int flags) {
  static char nothing[16];
  const int64_t size = found->element_size;
  for (int64_t i = 0; i < found->dim; ++i) {
    export->numbers[i] = (Py_ssize_t)found->sizes[i];
    export->numbers[found->dim + i] = (Py_ssize_t)(found->strides[i] * size);
  }
  view->buf = found->data ? (void *)found->data : nothing;
  view->len = (Py_ssize_t)(found->numel * size);
  view->readonly = 0;
  view->itemsize = (Py_ssize_t)size;
  view->format = flags & PyBUF_FORMAT ? (char *)format_of(found->dtype) : NULL;
  view->ndim = (int)found->dim;
  view->shape = export->numbers;
  view->strides = export->numbers + found->dim;
  view->suboffsets = NULL;
  view->internal = export;
  const int in_order = PyBuffer_IsContiguous(view, 'C');
  const int wants_strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
  if (((flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS || !wants_strides) && !in_order)
    return refuse("the tensor's elements do not lie in order: use contiguous()");
  if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && !PyBuffer_IsContiguous(view, 'F'))
    return refuse("the tensor's elements do not lie in Fortran's order");
  if ((flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS && !PyBuffer_IsContiguous(view, 'A'))
    return refuse("the tensor's elements do not lie in order: use contiguous()");
  if (!wants_strides) view->strides = NULL;
  if (!(flags & PyBUF_ND)) view->shape = NULL;
  return 0;
}

int tensor_getbuffer(PyObject *self, Py_buffer *view, int flags) {
  view->obj = NULL;
  if (mode_is_open() || !is_plain_tensor(self))
    return refuse("a tensor whose class may have its own __array__ gives no buffer");
  HELD Handle *handle = open_handle(self);
  ptc_description found;
  if (!handle || can_lend(handle->tensor, &found) < 0) return -1;
  Export *export = PyMem_Malloc(sizeof *export + 2 * (size_t)found.dim * sizeof(Py_ssize_t) + sizeof(Py_ssize_t));
  if (!export) return PyErr_NoMemory(), -1;
  const char *error = ptc_tensor_lend(handle->tensor, &export->lent);
  /* The memory of zeros that autograd makes is there only now. */
  if (!error && (error = ptc_tensor_describe(export->lent, &found))) ptc_tensor_close(export->lent);
  if (error) return PyMem_Free(export), raise_error(error), -1;
  if (fill(view, &found, export, flags) < 0) {
    ptc_tensor_close(export->lent);
    PyMem_Free(export);
    return -1;
  }
  view->obj = Py_NewRef(self);
  return 0;
}

void tensor_releasebuffer(PyObject *UNUSED(self), Py_buffer *view) {
  Export *export = view->internal;
  ptc_tensor_close(export->lent);
  PyMem_Free(export);
}
