/* Versions, and the check that a loader makes first. */
#ifndef PYTORCH_C_VERSION_H
#define PYTORCH_C_VERSION_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* Grows by 1 when a declaration is added, by 1000 when one is changed. */
#define PTC_ABI_VERSION 1000

/* PTC_ABI_VERSION of the library that is running. */
int64_t ptc_abi_version(void);
/* One line: the versions of this library, of the libtorch that it was built
   against, and of its compiler.  Never freed. */
const char *ptc_build_info(void);
/* The version of libtorch that this library was built against ("2.13.0"), and
   of the one that is running.  Never freed. */
const char *ptc_built_version(void);
const char *ptc_running_version(void);
/* NULL if the running libtorch has every operator of this library with the
   schema it was built against; else an error that names those that differ. */
const char *ptc_check(void);
/* How many operator schemas ptc_check compares. */
int64_t ptc_schema_count(void);

PTC_END

#endif
