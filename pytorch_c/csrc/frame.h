/* The frame of a call: the slots of its arguments, and what holds them until it ends. */
#pragma once

#include "table.h"

/* The slots of the arguments, with what holds them. */
typedef struct {
  Slot slots[MOST_SLOTS];
  int count, held_count, held_room;
  PyObject **held, *few_held[8];
  char *at, *end;
  struct chunk *chunks;
  /* for the note of an error: the operator and what it was given, or NULL */
  PyObject *op, *const *args, *names;
  Py_ssize_t args_count;
  int64_t few[48];
} Frame;

static inline void frame_start(Frame *f) {
  f->count = f->held_count = 0;
  f->held_room = 8;
  f->held = f->few_held;
  f->at = (char *)f->few;
  f->end = f->at + sizeof f->few;
  f->chunks = NULL;
  f->op = NULL;
}
void frame_chunks_free(Frame *f);
static inline void frame_end(Frame *f) {
  for (int i = 0; i < f->held_count; ++i) Py_DECREF(f->held[i]);
  if (UNLIKELY(f->chunks != NULL)) frame_chunks_free(f);
}
void *frame_chunk(Frame *f, size_t bytes); /* beyond the frame's own room; NULL and MemoryError */
int frame_make_room(Frame *f);             /* for more held objects; -1 and MemoryError */
/* Memory until the end of the frame; NULL and MemoryError. */
static inline void *frame_memory(Frame *f, size_t bytes) {
  bytes = (bytes + 7) & ~(size_t)7;
  if (UNLIKELY((size_t)(f->end - f->at) < bytes)) return frame_chunk(f, bytes);
  void *out = f->at;
  f->at += bytes;
  return out;
}
/* Takes over a reference until the end of the frame, or gives it back: -1. */
static inline int frame_take(Frame *f, PyObject *object) {
  if (UNLIKELY(f->held_count == f->held_room) && frame_make_room(f) < 0) return Py_DECREF(object), -1;
  f->held[f->held_count++] = object;
  return 0;
}
/* Holds an object until the end of the frame: close() on another thread must wait for the call. */
static inline int frame_hold(Frame *f, PyObject *object) { return frame_take(f, Py_NewRef(object)); }
/* Holds what handle_if_open gave, which is a reference already where there is no GIL. */
static inline int frame_hold_handle(Frame *f, Handle *handle) {
#ifdef Py_GIL_DISABLED
  return frame_take(f, (PyObject *)handle);
#else
  return frame_hold(f, (PyObject *)handle);
#endif
}
/* The names of arguments by keyword, a line each, which last as long as the frame; NULL and an exception. */
const char *lines_of(Frame *f, PyObject *names);
