/* Handles of other kinds than tensors, and errors of the C library. */
#pragma once

#include "core.h"
#include "kinds.h"

/* A handle of another kind: a generator, a node, … Closed with its last reference. */
typedef struct {
  PyObject_HEAD void *pointer;
  char kind; /* of enum resource_kind */
} Resource;

PyObject *new_resource(char kind, void *pointer);
void close_resource(Resource *self);
/* True if it is an open resource of this kind; a node may be lent. */
static inline int is_resource(PyObject *x, char kind) {
  const Resource *found = PyObject_TypeCheck(x, core->resource_type) ? (const Resource *)x : NULL;
  return found && found->pointer &&
         (found->kind == kind || (kind == RESOURCE_NODE && found->kind == RESOURCE_LENT_NODE));
}
/* Raises an error of the C library, which it owns; always NULL. */
PyObject *raise_error(const char *error);
PyObject *raise_from(const char *error, PyObject *call, PyObject *arguments);
