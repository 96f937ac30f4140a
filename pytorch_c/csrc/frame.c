#include "frame.h"

struct chunk {
  struct chunk *next;
  int64_t memory[];
};

void frame_chunks_free(Frame *f) {
  for (struct chunk *next; f->chunks; f->chunks = next) {
    next = f->chunks->next;
    PyMem_Free(f->chunks);
  }
}

void *frame_chunk(Frame *f, size_t bytes) {
  struct chunk *made = PyMem_Malloc(sizeof(struct chunk) + bytes);
  if (!made) return PyErr_NoMemory();
  made->next = f->chunks;
  f->chunks = made;
  return made->memory;
}

int frame_make_room(Frame *f) {
  PyObject **more = frame_memory(f, 2 * sizeof(PyObject *) * (size_t)f->held_room);
  if (!more) return -1;
  memcpy(more, f->held, sizeof(PyObject *) * (size_t)f->held_count);
  f->held = more;
  f->held_room *= 2;
  return 0;
}

const char *lines_of(Frame *f, PyObject *names) {
  Py_ssize_t total = 1, size;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); ++i) {
    if (!PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(names, i), &size)) return NULL;
    total += size + 1;
  }
  char *out = frame_memory(f, (size_t)total), *at = out;
  for (Py_ssize_t i = 0; out && i < PyTuple_GET_SIZE(names); ++i) {
    const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(names, i), &size);
    memcpy(at, name, (size_t)size);
    at += size;
    *at++ = '\n';
  }
  if (out) *at = 0;
  return out;
}
