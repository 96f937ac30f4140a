/* Declarations that the files of ptc.so share. */
#ifndef PTC_R_H
#define PTC_R_H

#include <pytorch_c.h>

#include <R.h>
#include <Rinternals.h>

#pragma GCC visibility push(hidden)

/* Signals an error as an R condition. */
void check(ptc_error error);
/* INTERRUPTIBLE(call): the error of a call that Ctrl-C ends. */
#define INTERRUPTIBLE(call) (enter(), leave(call))
void enter(void);
ptc_error leave(ptc_error error);
/* Takes SIGINT again, which R's handler takes for itself: before calls that may be long. */
void listen(void);
/* An external pointer of a class, which the finalizer closes; NULL for NULL. */
SEXP owned(void *handle, const char *kind, R_CFinalizer_t finalizer);
SEXP tensor_of(ptc_tensor handle);
/* The handle of an external pointer; an R error for another class, and for one that is closed. */
void *handle_of(SEXP x, const char *kind);
ptc_tensor tensor(SEXP x);

#pragma GCC visibility pop

#endif
