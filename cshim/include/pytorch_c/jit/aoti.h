/* Models that torch's AOTInductor has compiled ahead of time: a package (.pt2), or the
   shared object inside of one, runs without Python and without the model's source.

   A package is machine code: loading one runs it.  Load what you trust.

   Inputs are checked by the model itself, each run: number, dtype, sizes, strides and
   device, against what it was compiled for.  (Its code asks AOTI_RUNTIME_CHECK_INPUTS
   once; these functions set it to 1 where the environment says nothing.) */
#ifndef PYTORCH_C_AOTI_H
#define PYTORCH_C_AOTI_H

#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_aoti_s *ptc_aoti;

/* The models in a package, one name a line, sorted.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_aoti_models(const char *path, PTC_OUT char **out);
/* The metadata of a model in a package, without loading it: "key=value", one a line, sorted
   (AOTI_DEVICE_KEY, AOTI_MACHINE, AOTI_CPU_ISA, …).  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_aoti_metadata(const char *path, const char *model, PTC_OUT char **out);

/* Loads a model of a package; torch calls the only one "model".  `num_runners` runs
   may be under way at once, more wait; `single_threaded` leaves the locks out, for one
   thread.  `device_index` PTC_UNSET is the current device.  An error where the model is
   for another kind of processor or device than there is. */
PTC_NODISCARD ptc_error ptc_aoti_load(const char *path, const char *model, bool single_threaded, int64_t num_runners,
                                      int64_t device_index, PTC_OUT ptc_aoti *out);
/* Loads a shared object that is not in a package, on a device by its name: "cpu" or "cuda:1". */
PTC_NODISCARD ptc_error ptc_aoti_load_library(const char *path, const char *device, bool single_threaded,
                                              int64_t num_runners, PTC_OUT ptc_aoti *out);
/* Gives the code and the weights of the model back; not while it runs. */
void ptc_aoti_close(PTC_OPTIONAL ptc_aoti self);

/* Runs the model: its inputs as one flat list, in the order of the call's specification.
   The inputs stay the caller's.  No gradients are recorded. */
PTC_NODISCARD ptc_error ptc_aoti_run(ptc_aoti self, const ptc_tensor *inputs, int64_t inputs_len,
                                     PTC_OUT ptc_tensor_list *out);
/* Nesting of arguments and results, as torch's serialized pytrees (JSON).  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_aoti_call_spec(ptc_aoti self, PTC_OUT char **inputs, PTC_OUT char **outputs);

/* The names of parameters and buffers, as in the module's state_dict, one a line, sorted.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_aoti_constants(ptc_aoti self, PTC_OUT char **out);
/* A copy of one of them; `inactive`: of the buffer that is not in use. */
PTC_NODISCARD ptc_error ptc_aoti_constant(ptc_aoti self, const char *name, bool inactive, PTC_OUT ptc_tensor *out);
/* Copies new values into the model; with `inactive` into a second buffer, whose other
   constants are those in use, and which ptc_aoti_swap_constants makes the one in use.
   `names` stand one a line, in the order of the tensors; with `full` all of the model's
   must be there.  An error, and nothing changed, for a name that is not the model's and
   for another shape, dtype or device. */
PTC_NODISCARD ptc_error ptc_aoti_update_constants(ptc_aoti self, const char *names, const ptc_tensor *tensors,
                                                  int64_t tensors_len, bool inactive, bool full);
/* The second buffer becomes the one in use, and the other way round: in an instant for other threads' runs. */
PTC_NODISCARD ptc_error ptc_aoti_swap_constants(ptc_aoti self);
/* Gives the memory of the buffer that is not in use back. */
PTC_NODISCARD ptc_error ptc_aoti_free_inactive(ptc_aoti self);
/* Computes again what the model derives from its constants. */
PTC_NODISCARD ptc_error ptc_aoti_fold_constants(ptc_aoti self, bool inactive);

PTC_END

#endif
