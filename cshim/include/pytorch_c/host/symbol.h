/* Numbers that the host stands for: torch's SymInt, SymFloat and SymBool.  Sizes of jagged nested tensors and of
   tensors whose shapes are traced are such numbers: libtorch computes with them, and asks the host for each result.

   A symbol is an argument or a result of the kind PTC_VALUE_SYMBOL (call.h). */
#ifndef PYTORCH_C_SYMBOL_H
#define PYTORCH_C_SYMBOL_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_symbol_s *ptc_symbol;

/* Of which type a symbol is. */
enum ptc_symbol_kind { PTC_SYMBOL_INT = 0, PTC_SYMBOL_FLOAT = 1, PTC_SYMBOL_BOOL = 2 };

/* Parts of a tensor that may be symbols (ptc_tensor_symbols); NBYTES are those of its storage. */
enum ptc_symbolic {
  PTC_SYMBOLIC_SIZES = 0,
  PTC_SYMBOLIC_STRIDES = 1,
  PTC_SYMBOLIC_NUMEL = 2,
  PTC_SYMBOLIC_OFFSET = 3,
  PTC_SYMBOLIC_NBYTES = 4
};

/* Runs a method of an object that is a symbol: those of c10::SymNodeImpl by their names ("add", "eq", "guard_int",
   "is_nested_int", "str").  The result is handed to ptc_symbol_answer before the callback returns: a symbol, or a plain
   number, bool, string or NONE. */
typedef ptc_error (*ptc_symbol_fn)(void *context, void *call, void *object, const char *method, const ptc_value *args,
                                   int64_t args_len);
/* Says who runs the methods of the host's symbols (ptc_host_set), once in a process and until its end. */
PTC_NODISCARD ptc_error ptc_host_set_symbols(ptc_symbol_fn run, void *context, ptc_destroy_fn destroy);
/* Gives the result of a method. */
PTC_NODISCARD ptc_error ptc_symbol_answer(void *call, const ptc_value *value);

/* Makes a symbol of an object of the host's, and adds a reference to it: libtorch gives it back with the last use. */
PTC_NODISCARD ptc_error ptc_symbol_new(int32_t kind, void *object, PTC_OUT ptc_symbol *out);
/* Closes a symbol; libtorch goes on with what it was given. */
void ptc_symbol_close(PTC_OPTIONAL ptc_symbol self);
/* The host's object; NULL for a symbol of libtorch's own.  Borrowed. */
void *ptc_symbol_object(PTC_OPTIONAL ptc_symbol self);
/* Of which type it is (enum ptc_symbol_kind). */
int32_t ptc_symbol_type(PTC_OPTIONAL ptc_symbol self);

/* True if sizes and strides are to be read by ptc_tensor_symbols: the host tells them, or symbols are among them. */
PTC_NODISCARD ptc_error ptc_tensor_is_symbolic(ptc_tensor self, PTC_OUT bool *out);
/* Sizes, strides, number of elements, storage offset of a tensor, or bytes of its storage (enum ptc_symbolic), symbols
   among them: a LIST, or one value. */
PTC_NODISCARD ptc_error ptc_tensor_symbols(ptc_tensor self, int32_t which, PTC_OUT ptc_value *out);
/* Gives a wrapper (ptc_host_wrapper) sizes and strides, symbols among them; NULL strides are contiguous ones. */
PTC_NODISCARD ptc_error ptc_host_set_sizes(ptc_tensor self, const ptc_value *sizes, int64_t sizes_len,
                                           const ptc_value *strides, int64_t strides_len,
                                           PTC_OPTIONAL const ptc_value *storage_offset);

PTC_END

#endif
