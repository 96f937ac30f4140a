/* Rows of table.c: the C library's functions and libtorch's operators. */
#pragma once

#include "core.h"
#include "kinds.h"

/* Kind of one argument, and the size of an int[2] or the kind of a resource. */
typedef struct {
  char code; /* of enum argument_kind */
  uint8_t size;
} Kind;

/* One argument of a C function, as the trampolines of table.c hand it on. Structs and lists go by pointer. */
typedef union {
  void *p;
  int64_t i;
  double d;
} Slot;

typedef const char *(*Trampoline)(void (*function)(void), Slot *slots);

/* True if a call takes about as long as handing on the GIL (codegen/brief.py): with small tensors, or of a small size. */
enum brief { LONG, BRIEF, BRIEF_BY_SIZE };

/* One C function. */
typedef struct {
  const char *name; /* without ptc_ */
  void (*function)(void);
  Trampoline trampoline;
  const char *kinds, *results;
  uint8_t brief, options; /* enum brief; the slot of a factory's ptc_options, or 0 */
} Row;
/* One operator: the texts of its forms (ops.py reads them). */
typedef struct {
  const char *name, *family, *forms;
} OperatorRow;
extern const Row rows[];
extern const OperatorRow operator_rows[];
extern const size_t rows_count, operator_rows_count;

enum { MOST_ARGUMENTS = 24, MOST_SLOTS = 40, MOST_RESULTS = 9 };
