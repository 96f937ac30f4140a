/* The arguments of one call, from plain objects. */
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
void *frame_memory(Frame *f, size_t bytes);
int frame_hold(Frame *f, PyObject *object);
int frame_hold_handle(Frame *f, Handle *handle);
/* The names of arguments by keyword, a line each, which last as long as the frame; NULL and an exception. */
const char *lines_of(Frame *f, PyObject *names);
/* 1 where the object is plainly an argument of this kind, 0 where Python's way must decide, -1 and an exception. */
int add_plain(Frame *f, Kind kind, PyObject *x);
int add_options(Frame *f, PyObject *const *five, int with_grad, int plainly, const char *kinds);
int fill_ints(int64_t *items, PyObject *sequence, Py_ssize_t count);
bool has_default_device(void); /* of this thread's factories, where none is named */
