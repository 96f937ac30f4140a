/* R has a BLAS of its own, whose names would stand in for those of libtorch in this process.  This loads ptc.so so that it, and the
   libraries that it brings, look among themselves first. */
#define _GNU_SOURCE
#include <R.h>
#include <Rinternals.h>
#include <dlfcn.h>

SEXP ptc_load(SEXP path) {
  if (!dlopen(CHAR(asChar(path)), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND)) error("%s", dlerror());
  return R_NilValue;
}
