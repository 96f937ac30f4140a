/* pytorch_c: a flat C library over libtorch.  This page is the whole contract.

   1. Every function that can fail returns a ptc_error: NULL on success, else a
      UTF-8 message that the caller frees with ptc_error_free (error.h).  A
      `char *` that a function fills is freed with ptc_string_free; a
      `const char *` that one returns is the library's, and stays.
   2. On success the outputs are filled; on failure every output is NULL or 0.
      What a function only reads is then as it was.  What it was to change (the
      `self` of an in-place operator, an `out`, the lists of a step) may have
      changed in part; its sizes are within its memory all the same: where
      libtorch leaves them beyond it, those from before come back, or [0].
   3. Inputs are borrowed.  Outputs are new, owned by the caller, and closed
      exactly once, from any thread.  Closing NULL does nothing.
   4. A pointer or handle is read, and must not be NULL, unless a word of those
      below stands before it: PTC_OPTIONAL, PTC_OUT, …  Where NULL is not allowed
      it is an error, never a crash.  An output is NULL where libtorch's own
      result is undefined.
   5. A list is a pointer followed by its length, named NAME_len.  NULL with
      length 0 means "absent" where the schema says `[]?`, else an empty list.
      `Tensor?[]` takes NULL entries.
   6. An optional int, float or bool is a pointer; NULL means absent.  An
      optional dtype, layout or memory format is PTC_UNSET.  An optional scalar
      has the kind PTC_SCALAR_NONE.  Options are NULL, or a struct in which only
      what `set` names counts, so that one of zeros sets nothing.
   7. The name is computed: ptc_ + the schema's name, with the overload after
      one underscore: add.Tensor -> ptc_add_Tensor, add_.Tensor ->
      ptc_add__Tensor.  In-place operators change `self` and operators with an
      `out` argument change `out`; neither has another output.
   8. A callback is a function, then its context, then what destroys the context:
      `destroy(context)` runs exactly once, also when the call fails, and either
      may be NULL.  Each callback is given its context first.
   9. The library keeps no thread-local error, no global lock, and may be called
      from any number of threads.  The numbers below are append-only.

   A comment above a declaration ends with the schema of the operator, as
   libtorch spells it. */
#ifndef PYTORCH_C_TYPES_H
#define PYTORCH_C_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* Around the declarations of each header.  The library itself is built with
   everything else hidden. */
#if defined(PTC_BUILDING)
#define PTC_BEGIN _Pragma("GCC visibility push(default)") extern "C" {
#define PTC_END \
  } \
  _Pragma("GCC visibility pop")
#elif defined(__cplusplus)
#define PTC_BEGIN extern "C" {
#define PTC_END }
#else
#define PTC_BEGIN
#define PTC_END
#endif

/* On functions whose error must not be left unread. */
#if defined(__GNUC__)
#define PTC_NODISCARD __attribute__((warn_unused_result))
#else
#define PTC_NODISCARD
#endif

/* Before a pointer or a scalar, for readers and generators; to a compiler they say nothing. */
#define PTC_OPTIONAL       /* it may be absent: NULL, a scalar of the kind NONE */
#define PTC_OPTIONAL_ITEMS /* elements of the list may be NULL */
#define PTC_OUT            /* the function fills what it points at */
#define PTC_OUT_OPTIONAL   /* likewise, with NULL where there is nothing */
#define PTC_INOUT          /* the function reads and changes what it points at */
#define PTC_TAKEN          /* the library's from then on */

PTC_BEGIN

/* NULL, or an error: its message, UTF-8, the caller's to free (error.h). */
typedef const char *ptc_error;
/* Ends the context of a callback, or another object of the host's. */
typedef void (*ptc_destroy_fn)(void *context);

/* ---- handles: one opaque struct type for each kind of thing ---- */

typedef struct ptc_tensor_s *ptc_tensor;
typedef struct ptc_tensor_list_s *ptc_tensor_list;
typedef struct ptc_generator_s *ptc_generator;
typedef struct ptc_mark_s *ptc_mark;
typedef struct ptc_operator_s *ptc_operator;
typedef struct ptc_node_s *ptc_node;
typedef struct ptc_hook_s *ptc_hook;

/* ---- values ---- */

#define PTC_UNSET (-1)

enum ptc_scalar_kind {
  PTC_SCALAR_NONE = 0,
  PTC_SCALAR_INT = 1,
  PTC_SCALAR_FLOAT = 2,
  PTC_SCALAR_BOOL = 3,
  PTC_SCALAR_COMPLEX = 4,
  PTC_SCALAR_UINT = 5
};

/* A number with its kind.  `i` holds int, bool and (as bits) uint; `re` holds
   float and the real part. */
typedef struct ptc_scalar {
  int32_t kind;
  int64_t i;
  double re;
  double im;
} ptc_scalar;

/* The fields of ptc_options that are set, as bits. */
enum ptc_option {
  PTC_OPTION_DTYPE = 1,
  PTC_OPTION_LAYOUT = 2,
  PTC_OPTION_DEVICE = 4, /* device_type and device_index */
  PTC_OPTION_PIN_MEMORY = 8,
  PTC_OPTION_REQUIRES_GRAD = 16,
  PTC_OPTION_ALL = 31
};

/* Settings of the tensor that a factory makes.  `set` says which of the fields count, so that a struct of
   zeros means the defaults; a field that is not set must be 0, and one that is set
   may be PTC_UNSET.  pin_memory and requires_grad are 0 or 1. */
typedef struct ptc_options {
  int32_t set;
  int32_t dtype;
  int32_t layout;
  int32_t device_type;
  int32_t device_index;
  int32_t pin_memory;
  int32_t requires_grad;
} ptc_options;

/* Equal to c10::ScalarType. */
enum ptc_dtype {
  PTC_UINT8 = 0,
  PTC_INT8 = 1,
  PTC_INT16 = 2,
  PTC_INT32 = 3,
  PTC_INT64 = 4,
  PTC_FLOAT16 = 5,
  PTC_FLOAT32 = 6,
  PTC_FLOAT64 = 7,
  PTC_COMPLEX32 = 8,
  PTC_COMPLEX64 = 9,
  PTC_COMPLEX128 = 10,
  PTC_BOOL = 11,
  PTC_QINT8 = 12,
  PTC_QUINT8 = 13,
  PTC_QINT32 = 14,
  PTC_BFLOAT16 = 15,
  PTC_QUINT4X2 = 16,
  PTC_QUINT2X4 = 17,
  PTC_BITS1X8 = 18,
  PTC_BITS2X4 = 19,
  PTC_BITS4X2 = 20,
  PTC_BITS8 = 21,
  PTC_BITS16 = 22,
  PTC_FLOAT8_E5M2 = 23,
  PTC_FLOAT8_E4M3FN = 24,
  PTC_FLOAT8_E5M2FNUZ = 25,
  PTC_FLOAT8_E4M3FNUZ = 26,
  PTC_UINT16 = 27,
  PTC_UINT32 = 28,
  PTC_UINT64 = 29,
  PTC_UINT1 = 30,
  PTC_UINT2 = 31,
  PTC_UINT3 = 32,
  PTC_UINT4 = 33,
  PTC_UINT5 = 34,
  PTC_UINT6 = 35,
  PTC_UINT7 = 36,
  PTC_INT1 = 37,
  PTC_INT2 = 38,
  PTC_INT3 = 39,
  PTC_INT4 = 40,
  PTC_INT5 = 41,
  PTC_INT6 = 42,
  PTC_INT7 = 43,
  PTC_FLOAT8_E8M0FNU = 44,
  PTC_FLOAT4_E2M1FN_X2 = 45
};

/* Equal to c10::Layout. */
enum ptc_layout {
  PTC_STRIDED = 0,
  PTC_SPARSE_COO = 1,
  PTC_SPARSE_CSR = 2,
  PTC_MKLDNN = 3,
  PTC_SPARSE_CSC = 4,
  PTC_SPARSE_BSR = 5,
  PTC_SPARSE_BSC = 6,
  PTC_JAGGED = 7
};

/* Equal to c10::MemoryFormat. */
enum ptc_memory_format { PTC_CONTIGUOUS = 0, PTC_PRESERVE = 1, PTC_CHANNELS_LAST = 2, PTC_CHANNELS_LAST_3D = 3 };

/* Equal to c10::DeviceType. */
enum ptc_device_type {
  PTC_CPU = 0,
  PTC_CUDA = 1,
  PTC_XPU = 12,
  PTC_MPS = 13,
  PTC_META = 14,
  PTC_HPU = 15,
  PTC_PRIVATEUSE1 = 20
};

/* Equal to at::Reduction: the `int reduction` of the losses. */
enum ptc_reduction { PTC_REDUCTION_NONE = 0, PTC_REDUCTION_MEAN = 1, PTC_REDUCTION_SUM = 2 };

PTC_END

#endif
