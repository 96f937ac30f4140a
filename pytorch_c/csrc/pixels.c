/* Bytes of images as planes of numbers, one for each channel. */
#include "core.h"
#include "install.h"

enum { VALUES = 256 }; /* of a byte */

static void fill(float *out, const float *table, const unsigned char *bytes, Py_ssize_t count, Py_ssize_t step) {
  for (Py_ssize_t i = 0; i < count; ++i) out[i] = table[bytes[i * step]];
}

/* look_up_planes(pixels, tables, out): out[channel][i] = tables[channel][byte `channel` of pixel i], buffers of bytes, of
   256 floats for each channel, and of floats. A pixel may have more bytes than there are channels. */
static PyObject *look_up_planes(PyObject *UNUSED(self), PyObject *args) {
  Py_buffer pixels, tables, out;
  if (!PyArg_ParseTuple(args, "y*y*w*", &pixels, &tables, &out)) return NULL;
  const Py_ssize_t channels = tables.len / (VALUES * (Py_ssize_t)sizeof(float));
  const Py_ssize_t count = channels ? out.len / (channels * (Py_ssize_t)sizeof(float)) : 0;
  const Py_ssize_t step = count ? pixels.len / count : 0;
  const bool fits = tables.len == channels * VALUES * (Py_ssize_t)sizeof(float) && step >= channels &&
                    pixels.len == count * step && out.len == count * channels * (Py_ssize_t)sizeof(float);
  if (fits) {
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < channels; ++i)
      fill((float *)out.buf + i * count, (const float *)tables.buf + i * VALUES, (const unsigned char *)pixels.buf + i,
           count, step);
    Py_END_ALLOW_THREADS
  }
  PyBuffer_Release(&pixels);
  PyBuffer_Release(&tables);
  PyBuffer_Release(&out);
  if (!fits) return PyErr_Format(PyExc_ValueError, "look_up_planes(): pixels, tables and planes of other sizes");
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"look_up_planes", look_up_planes, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};

int install_pixels(PyObject *module) { return PyModule_AddFunctions(module, functions); }
