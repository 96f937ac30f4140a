/* Data-parallel training: libtorch's own Reducer, which averages gradients over a
   group in buckets while the backward pass is still computing others. */
#ifndef PYTORCH_C_REDUCER_H
#define PYTORCH_C_REDUCER_H

#include <pytorch_c/distributed/distributed.h>
#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_reducer_s *ptc_reducer;
typedef struct ptc_future_s *ptc_future;

enum ptc_comm_hook { PTC_COMM_HOOK_ALL_REDUCE = 1, PTC_COMM_HOOK_FP16 = 2 };

/* ---- futures: a tensor that comes later ---- */

/* A future without a result yet. */
PTC_NODISCARD ptc_error ptc_future_new(PTC_OUT ptc_future *out);
/* Another handle to the same future. */
PTC_NODISCARD ptc_error ptc_future_share(ptc_future self, PTC_OUT ptc_future *out);
/* Gives a future its tensor. */
PTC_NODISCARD ptc_error ptc_future_set(ptc_future self, ptc_tensor tensor);
/* Gives a future a list of tensors. */
PTC_NODISCARD ptc_error ptc_future_set_list(ptc_future self, const ptc_tensor *tensors, int64_t tensors_len);
/* Fails it with `error`, which it takes over, also when this fails. */
PTC_NODISCARD ptc_error ptc_future_fail(ptc_future self, PTC_TAKEN ptc_error error);
/* True if a future has a tensor or an error. */
PTC_NODISCARD ptc_error ptc_future_done(ptc_future self, PTC_OUT bool *out);
/* Closes the handle of a future. */
void ptc_future_close(PTC_OPTIONAL ptc_future self);

/* ---- works of the host's ---- */

/* Waits for a work of the host's; PTC_UNSET: as long as it takes. */
typedef ptc_error (*ptc_work_wait_fn)(void *context, int64_t timeout);
/* Gives the future of a work of the host's, which has a tensor or a list of them when it is done. */
typedef ptc_error (*ptc_work_future_fn)(void *context, PTC_OUT ptc_future *out);
/* Makes a work whose functions are the host's, for ptc_group_host.  `future` is asked once at most;
   without it a reducer cannot use the work. */
PTC_NODISCARD ptc_error ptc_work_host(ptc_work_wait_fn wait, PTC_OPTIONAL ptc_work_future_fn future, void *context,
                                      ptc_destroy_fn destroy, PTC_OUT ptc_work *out);

/* ---- the reducer ---- */

/* torch.nn.parallel.DistributedDataParallel's: hangs on the leaves `parameters`, which
   require grad, all members' the same.  Buckets have `bucket_bytes`, the first one
   `first_bucket_bytes`.  `names` has a line for each parameter, for errors, or is NULL.
   `gradient_as_bucket_view`: gradients are views of the buckets. */
PTC_NODISCARD ptc_error ptc_reducer_new(ptc_group group, const ptc_tensor *parameters, int64_t parameters_len,
                                        PTC_OPTIONAL const char *names, int64_t bucket_bytes,
                                        int64_t first_bucket_bytes, bool find_unused_parameters,
                                        bool gradient_as_bucket_view, bool static_graph, const bool *sparse,
                                        int64_t sparse_len, PTC_OUT ptc_reducer *out);
/* Compares the parameters' number and shapes among the members. */
PTC_NODISCARD ptc_error ptc_group_verify_parameters(ptc_group self, const ptc_tensor *parameters,
                                                    int64_t parameters_len);
/* Before the forward pass. */
PTC_NODISCARD ptc_error ptc_reducer_prepare_for_forward(ptc_reducer self);
/* After it: the next backward pass reduces.  With find_unused_parameters, the graph
   of `outputs` says which are used; none where all are. */
PTC_NODISCARD ptc_error ptc_reducer_prepare_for_backward(ptc_reducer self, const ptc_tensor *outputs,
                                                         int64_t outputs_len);
/* Before the second forward pass: buckets in the order in which gradients came. */
PTC_NODISCARD ptc_error ptc_reducer_rebuild_buckets(ptc_reducer self, PTC_OUT bool *out);
/* Of a static graph, inside of its first backward pass (from a hook): reduces when that
   has all gradients, since only then it is known what comes when. */
PTC_NODISCARD ptc_error ptc_reducer_delay_all_reduce(ptc_reducer self);
/* True if the same parameters were unused in each iteration so far. */
PTC_NODISCARD ptc_error ptc_reducer_graph_is_static(ptc_reducer self, PTC_OUT bool *out);
/* Number of buckets of a reducer. */
PTC_NODISCARD ptc_error ptc_reducer_buckets(ptc_reducer self, PTC_OUT int64_t *out);
/* The buckets' sizes and dtypes as vectors of zeros, in the order in which they are reduced. */
PTC_NODISCARD ptc_error ptc_reducer_zeros(ptc_reducer self, PTC_OUT ptc_tensor_list *out);
/* Notes all parameters as if each had had its gradient: of a member that has no more data, so that
   its next ptc_reducer_rebuild_buckets does as those of the others. */
PTC_NODISCARD ptc_error ptc_reducer_push_parameters(ptc_reducer self);
/* `work` is an all_reduce of 1 from each member that still has data: gradients are divided by
   its result, by the group's size if `static_size`. */
PTC_NODISCARD ptc_error ptc_reducer_count_members(ptc_reducer self, ptc_work work, bool static_size);
/* Which parameters this pass has used, an int32 vector of ones and zeros, on their device. */
PTC_NODISCARD ptc_error ptc_reducer_used(ptc_reducer self, PTC_OUT ptc_tensor *out);
/* Describes the model in a reducer's facts: its class, the CUDA devices it is on (none: those of its
   tensors), and the switches of torch.nn.parallel.DistributedDataParallel.  Once, before ptc_reducer_facts. */
PTC_NODISCARD ptc_error ptc_reducer_describe(ptc_reducer self, const char *module_name, const int64_t *devices,
                                             int64_t devices_len, int64_t output_device, bool broadcast_buffers,
                                             bool has_sync_bn, bool static_graph);
/* Facts that libtorch keeps of a reducer, as JSON {"world_size": 2, …}: sizes of buckets, times, switches.
   Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_reducer_facts(ptc_reducer self, PTC_OUT char **out);
/* Plan of buckets for tensors in this order, as JSON {"buckets": [[0, 1], [2]], "limits": [400, 400]}.
   Bucket i has at most limits[i] bytes, more only where one tensor has; the last of `limits` is for all
   that follow, too.  `sparse` is a flag for each tensor, which then has a bucket of its own, or none;
   `indices` are numbers to take for the tensors in the place of 0, 1, 2, or none.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_bucket_plan(const ptc_tensor *tensors, int64_t tensors_len, const int64_t *limits,
                                        int64_t limits_len, const bool *sparse, int64_t sparse_len,
                                        const int64_t *indices, int64_t indices_len, PTC_OUT char **out);
/* Lets go of the parameters: their gradients are their own again. */
PTC_NODISCARD ptc_error ptc_reducer_remove_hooks(ptc_reducer self);
/* A hook of libtorch's, an enum ptc_comm_hook, in place of all_reduce. */
PTC_NODISCARD ptc_error ptc_reducer_builtin_hook(ptc_reducer self, int32_t kind);
/* A hook of the host's: what it is given is borrowed until it returns. */
typedef ptc_error (*ptc_comm_hook_fn)(void *context, int64_t index, bool is_last, ptc_tensor buffer,
                                      const ptc_tensor *gradients, int64_t gradients_len, const ptc_tensor *parameters,
                                      int64_t parameters_len, PTC_OUT ptc_future *out);
/* A hook of the host's in place of all_reduce, once: it is given each bucket when its gradients are there, and
   puts a future into `out` that will have the average of `buffer` over the group.  It runs on the
   thread of the pass. */
PTC_NODISCARD ptc_error ptc_reducer_comm_hook(ptc_reducer self, ptc_comm_hook_fn hook, void *context,
                                              ptc_destroy_fn destroy);
/* Closes a reducer, which lets go of its leaves. */
void ptc_reducer_close(PTC_OPTIONAL ptc_reducer self);

PTC_END

#endif
