/* Versions, and the check that a loader makes first. */
#ifndef PYTORCH_C_VERSION_H
#define PYTORCH_C_VERSION_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* Grows by 1 when a declaration is added; goes to the next thousand when one is
   changed or taken away.  docs/stability.md has the rule. */
#define PTC_ABI_VERSION 2070
/* The libtorch whose operators the headers declare.  The library may have been
   built against a neighbour: ptc_built_version. */
#define PTC_LIBTORCH_VERSION "2.13.0"
#define PTC_LIBTORCH_MAJOR 2
#define PTC_LIBTORCH_MINOR 13

/* First call of a program: ptc_require_abi(PTC_ABI_VERSION).  An error for a
   program that was compiled with headers that this library does not serve, and
   where it runs with a libtorch of another minor version than it was built
   against; in this case every other function that can fail gives that error too,
   and nothing else is done. */
PTC_NODISCARD ptc_error ptc_require_abi(int64_t abi_version);
/* PTC_ABI_VERSION of the library that is running. */
int64_t ptc_abi_version(void);
/* One line: the versions of this library, of the libtorch that it was built
   against, and of its compiler.  Never freed. */
const char *ptc_build_info(void);
/* The version of libtorch that this library was built against ("2.13.0"), and
   of the one that is running.  Never freed. */
const char *ptc_built_version(void);
/* The version of libtorch that is running, such as "2.13.0". */
const char *ptc_running_version(void);
/* NULL if the running libtorch has every operator of this library with the
   schema it was built against; else an error that names those that differ. */
PTC_NODISCARD ptc_error ptc_check(void);
/* Number of operator schemas that ptc_check compares. */
int64_t ptc_schema_count(void);

PTC_END

#endif
