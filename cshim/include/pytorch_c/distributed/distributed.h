/* Processes that compute together: libtorch's own c10d.  A store is how they find
   each other, a group how they speak, a work what a group is doing just now.

   All members of a group call its collectives in the same order, with tensors of
   the same shapes and dtypes; under PTC_DEBUG_DETAIL each call is compared first,
   and what differs is an error.  A group made by this library and one made by any
   other on the same libtorch speak to each other.

   A `timeout` is in milliseconds; PTC_UNSET is the group's or the store's own.

   Each collective gives a work: the tensors are the group's until it is done.  With
   NULL for `work` the function waits itself, and its error is the collective's.

   Errors are of the kinds of enum ptc_distributed_error.  Those of a group name
   the collective, this rank, and members that are found to have ended. */
#ifndef PYTORCH_C_DISTRIBUTED_H
#define PYTORCH_C_DISTRIBUTED_H

#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_store_s *ptc_store;
typedef struct ptc_group_s *ptc_group;
typedef struct ptc_work_s *ptc_work;

/* The kinds of their errors, which go on from those of enum ptc_error_kind: a connection or
   a port; a store, or a key that has not come; a collective, or joining a group. */
enum ptc_distributed_error { PTC_ERROR_NETWORK = 13, PTC_ERROR_STORE = 14, PTC_ERROR_BACKEND = 15 };

/* Equal to c10d::ReduceOp. */
enum ptc_reduce_op {
  PTC_REDUCE_SUM = 0,
  PTC_REDUCE_AVG = 1,
  PTC_REDUCE_PRODUCT = 2,
  PTC_REDUCE_MIN = 3,
  PTC_REDUCE_MAX = 4,
  PTC_REDUCE_BAND = 5,
  PTC_REDUCE_BOR = 6,
  PTC_REDUCE_BXOR = 7
};

/* Amount that groups check: PTC_DEBUG_DETAIL compares each call among the members. */
enum ptc_debug_level { PTC_DEBUG_OFF = 0, PTC_DEBUG_INFO = 1, PTC_DEBUG_DETAIL = 2 };

/* ---- stores: keys and bytes that processes share ---- */

/* A store over TCP, which one process serves.  `port` 0 finds a free one.  With
   `world_size` the server waits for so many members if `wait_for_workers`; PTC_UNSET
   is any number.  `listen_fd`: a socket that listens already, or PTC_UNSET: the server
   then listens on `host` where that is an address of this machine or "localhost", and
   on all interfaces where it is another name.  The server is always libuv's, which
   believes no length that a stranger sends; `use_libuv` is a client's. */
PTC_NODISCARD ptc_error ptc_store_tcp(const char *host, int64_t port, int64_t world_size, bool is_server,
                                      int64_t timeout, bool wait_for_workers, bool multi_tenant, bool use_libuv,
                                      int64_t listen_fd, PTC_OUT ptc_store *out);
/* A store in a file that all processes see; `world_size` members, PTC_UNSET any number. */
PTC_NODISCARD ptc_error ptc_store_file(const char *path, int64_t world_size, PTC_OUT ptc_store *out);
/* A store in this process, for threads. */
PTC_NODISCARD ptc_error ptc_store_hash(PTC_OUT ptc_store *out);
/* A store whose keys begin with `prefix` in another one. */
PTC_NODISCARD ptc_error ptc_store_prefix(const char *prefix, ptc_store store, PTC_OUT ptc_store *out);
/* Another connection to the same store, for another thread. */
PTC_NODISCARD ptc_error ptc_store_clone(ptc_store self, PTC_OUT ptc_store *out);
/* Closes the handle of a store; who serves it stops with the last one. */
void ptc_store_close(PTC_OPTIONAL ptc_store self);

/* The host and the port of a store over TCP.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_store_host(ptc_store self, PTC_OUT char **out);
/* The port of a store over TCP, that which it has found too. */
PTC_NODISCARD ptc_error ptc_store_port(ptc_store self, PTC_OUT int64_t *out);
/* Longest time that a store waits, in milliseconds. */
PTC_NODISCARD ptc_error ptc_store_timeout(ptc_store self, PTC_OUT int64_t *out);
/* Sets how long a store's waits last, in milliseconds. */
PTC_NODISCARD ptc_error ptc_store_set_timeout(ptc_store self, int64_t timeout);

/* Gives a key of a store its value. */
PTC_NODISCARD ptc_error ptc_store_set(ptc_store self, const char *key, const void *value, int64_t nbytes);
/* Waits for the key.  `out` has `nbytes` bytes and a NUL behind them; freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_store_get(ptc_store self, const char *key, PTC_OUT char **out, PTC_OUT int64_t *nbytes);
/* Adds to a number, 0 at first, and gives the sum. */
PTC_NODISCARD ptc_error ptc_store_add(ptc_store self, const char *key, int64_t amount, PTC_OUT int64_t *out);
/* Sets `desired` where the value is `expected`, or where there is none and `expected`
   is "".  Gives the value that is there then.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_store_compare_set(ptc_store self, const char *key, const char *expected,
                                              const char *desired, PTC_OUT char **out, PTC_OUT int64_t *nbytes);
/* Puts bytes behind the value of a key. */
PTC_NODISCARD ptc_error ptc_store_append(ptc_store self, const char *key, const void *value, int64_t nbytes);
/* Takes a key out of a store, and tells whether there was one. */
PTC_NODISCARD ptc_error ptc_store_delete(ptc_store self, const char *key, PTC_OUT bool *out);
/* True if the key is there now. */
PTC_NODISCARD ptc_error ptc_store_check(ptc_store self, const char *key, PTC_OUT bool *out);
/* Waits for a key of a store. */
PTC_NODISCARD ptc_error ptc_store_wait(ptc_store self, const char *key, int64_t timeout);
/* Number of keys of a store. */
PTC_NODISCARD ptc_error ptc_store_num_keys(ptc_store self, PTC_OUT int64_t *out);

/* ---- groups ---- */

/* Joins a group of `size` processes as number `rank`; returns when all are there.
   `backend` is "gloo" for the CPU or "nccl" for CUDA devices, where libtorch has
   it; "fake" waits for nobody, and computes what this process has alone.  `name`
   keeps groups on one store apart.  Each member of the process that forks is the
   parent's: in the child its calls are errors. */
PTC_NODISCARD ptc_error ptc_group_new(ptc_store store, int64_t rank, int64_t size, const char *backend, int64_t timeout,
                                      const char *name, PTC_OUT ptc_group *out);
/* The group of some members: the ranks in `self`, in the order of their new numbers.
   Each of them calls it, and nobody else. */
PTC_NODISCARD ptc_error ptc_group_subgroup(ptc_group self, const int64_t *ranks, int64_t ranks_len, int64_t timeout,
                                           const char *name, PTC_OUT ptc_group *out);
/* Closes the handle.  Leaves the group with the last one; does not wait for works. */
void ptc_group_close(PTC_OPTIONAL ptc_group self);
/* Ends it: waits that are under way and later calls are errors. */
PTC_NODISCARD ptc_error ptc_group_abort(ptc_group self);
/* True if this libtorch has a backend of this name. */
bool ptc_group_has_backend(PTC_OPTIONAL const char *backend);

/* The number of this process in a group. */
PTC_NODISCARD ptc_error ptc_group_rank(ptc_group self, PTC_OUT int64_t *out);
/* Number of processes of a group. */
PTC_NODISCARD ptc_error ptc_group_size(ptc_group self, PTC_OUT int64_t *out);
/* Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_group_backend(ptc_group self, PTC_OUT char **out);
/* Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_group_name(ptc_group self, PTC_OUT char **out);
/* The number of the last collective, the same on all members that are in step. */
PTC_NODISCARD ptc_error ptc_group_sequence_number(ptc_group self, PTC_OUT int64_t *out);
/* Sets how long a group's collectives may take, in milliseconds. */
PTC_NODISCARD ptc_error ptc_group_set_timeout(ptc_group self, int64_t timeout);
/* Lets the operators of `_c10d_functional` find the group by its name, until it is left.
   An error where a group of another library's has the name in this process. */
PTC_NODISCARD ptc_error ptc_group_register(ptc_group self);
/* A number that two handles have in common exactly if their group is one. */
PTC_NODISCARD ptc_error ptc_group_id(ptc_group self, PTC_OUT int64_t *out);

/* An enum ptc_debug_level: for groups that are made later. */
int32_t ptc_debug_level(void);
/* Sets how much groups that are made from now on check. */
PTC_NODISCARD ptc_error ptc_set_debug_level(int32_t level);

/* ---- collectives ---- */

/* torch.distributed.broadcast: the tensor of `root`, to all. */
PTC_NODISCARD ptc_error ptc_group_broadcast(ptc_group self, ptc_tensor tensor, int64_t root, int64_t timeout,
                                            PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.all_reduce, in place; `op` is an enum ptc_reduce_op. */
PTC_NODISCARD ptc_error ptc_group_all_reduce(ptc_group self, ptc_tensor tensor, int32_t op, int64_t timeout,
                                             PTC_OUT_OPTIONAL ptc_work *work);
/* Several tensors of one dtype at once. */
PTC_NODISCARD ptc_error ptc_group_all_reduce_coalesced(ptc_group self, const ptc_tensor *tensors, int64_t tensors_len,
                                                       int32_t op, int64_t timeout, PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.reduce: into the tensor of `root`. */
PTC_NODISCARD ptc_error ptc_group_reduce(ptc_group self, ptc_tensor tensor, int64_t root, int32_t op, int64_t timeout,
                                         PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.all_gather: `outputs[rank]` is the input of each.  Their sizes may
   differ from rank to rank; each member says the same of them. */
PTC_NODISCARD ptc_error ptc_group_all_gather(ptc_group self, const ptc_tensor *outputs, int64_t outputs_len,
                                             ptc_tensor input, int64_t timeout, PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.all_gather_into_tensor: the inputs one behind another. */
PTC_NODISCARD ptc_error ptc_group_all_gather_into_tensor(ptc_group self, ptc_tensor output, ptc_tensor input,
                                                         int64_t timeout, PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.gather: `outputs` at `root`, none elsewhere. */
PTC_NODISCARD ptc_error ptc_group_gather(ptc_group self, const ptc_tensor *outputs, int64_t outputs_len,
                                         ptc_tensor input, int64_t root, int64_t timeout,
                                         PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.scatter: `inputs` at `root`, none elsewhere. */
PTC_NODISCARD ptc_error ptc_group_scatter(ptc_group self, ptc_tensor output, const ptc_tensor *inputs,
                                          int64_t inputs_len, int64_t root, int64_t timeout,
                                          PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.reduce_scatter: the reduction of `inputs[rank]` of all. */
PTC_NODISCARD ptc_error ptc_group_reduce_scatter(ptc_group self, ptc_tensor output, const ptc_tensor *inputs,
                                                 int64_t inputs_len, int32_t op, int64_t timeout,
                                                 PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.reduce_scatter_tensor: `input` in as many parts as there are members. */
PTC_NODISCARD ptc_error ptc_group_reduce_scatter_tensor(ptc_group self, ptc_tensor output, ptc_tensor input, int32_t op,
                                                        int64_t timeout, PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.all_to_all: `inputs[i]` becomes `outputs[rank]` of member i. */
PTC_NODISCARD ptc_error ptc_group_all_to_all(ptc_group self, const ptc_tensor *outputs, int64_t outputs_len,
                                             const ptc_tensor *inputs, int64_t inputs_len, int64_t timeout,
                                             PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.all_to_all_single: cut along the first dimension, in equal parts
   where there are no sizes. */
PTC_NODISCARD ptc_error ptc_group_all_to_all_single(ptc_group self, ptc_tensor output, ptc_tensor input,
                                                    const int64_t *output_sizes, int64_t output_sizes_len,
                                                    const int64_t *input_sizes, int64_t input_sizes_len,
                                                    int64_t timeout, PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.barrier: done when all have come. */
PTC_NODISCARD ptc_error ptc_group_barrier(ptc_group self, int64_t timeout, PTC_OUT_OPTIONAL ptc_work *work);
/* torch.distributed.monitored_barrier: waits; rank 0's error names who has not come, all
   of them if `wait_all_ranks`. */
PTC_NODISCARD ptc_error ptc_group_monitored_barrier(ptc_group self, int64_t timeout, bool wait_all_ranks);
/* torch.distributed.isend and irecv: `tag` tells messages of one pair apart.  They take the
   group's timeout. */
PTC_NODISCARD ptc_error ptc_group_send(ptc_group self, ptc_tensor tensor, int64_t peer, int64_t tag,
                                       PTC_OUT_OPTIONAL ptc_work *work);
/* Receives a tensor from one member of a group: torch.distributed.irecv. */
PTC_NODISCARD ptc_error ptc_group_recv(ptc_group self, ptc_tensor tensor, int64_t peer, int64_t tag,
                                       PTC_OUT_OPTIONAL ptc_work *work);
/* From whoever sends first; ptc_work_source_rank tells who it was. */
PTC_NODISCARD ptc_error ptc_group_recv_any(ptc_group self, ptc_tensor tensor, int64_t tag,
                                           PTC_OUT_OPTIONAL ptc_work *work);
/* Tensors of `root`, to all, in pieces of about `nbytes` bytes; waits. */
PTC_NODISCARD ptc_error ptc_group_broadcast_coalesced(ptc_group self, const ptc_tensor *tensors, int64_t tensors_len,
                                                      int64_t buffer_size, int64_t root);

/* ---- works ---- */

/* Waits until it is done; its failure is the error.  A timeout is an error too, and
   the work goes on. */
PTC_NODISCARD ptc_error ptc_work_wait(ptc_work self, int64_t timeout);
/* Waits so long at most, 0 not at all: whether it is done.  Its failure is the error. */
PTC_NODISCARD ptc_error ptc_work_poll(ptc_work self, int64_t timeout, PTC_OUT bool *out);
/* True if it is done, in success or failure.  Sending and receiving are found done
   by waiting. */
PTC_NODISCARD ptc_error ptc_work_test(ptc_work self, PTC_OUT bool *out);
/* The error that it failed with, which the caller frees; NULL where it has not failed. */
PTC_NODISCARD ptc_error ptc_work_exception(ptc_work self);
/* Who has sent what ptc_group_recv_any has received. */
PTC_NODISCARD ptc_error ptc_work_source_rank(ptc_work self, PTC_OUT int64_t *out);
/* The tensors that it has filled, where its backend tells. */
PTC_NODISCARD ptc_error ptc_work_result(ptc_work self, PTC_OUT ptc_tensor_list *out);
/* Called by ptc_work_then: `error` is NULL or borrowed. */
typedef void (*ptc_work_done_fn)(void *context, PTC_OPTIONAL ptc_error error);
/* Calls `callback` once it is done, at once where it is, on a thread of the backend's.
   Not for sending and receiving. */
PTC_NODISCARD ptc_error ptc_work_then(ptc_work self, ptc_work_done_fn callback, void *context, ptc_destroy_fn destroy);
/* Closes the handle; what it does goes on. */
void ptc_work_close(PTC_OPTIONAL ptc_work self);

/* ---- groups of the host's ---- */

/* Collectives that a group of the host's is asked for: torch.distributed.ProcessGroup's methods. */
enum ptc_group_call_kind {
  PTC_GROUP_BROADCAST = 0,
  PTC_GROUP_ALL_REDUCE = 1,
  PTC_GROUP_ALL_REDUCE_COALESCED = 2,
  PTC_GROUP_REDUCE = 3,
  PTC_GROUP_ALL_GATHER = 4,
  PTC_GROUP_ALL_GATHER_SINGLE = 5,
  PTC_GROUP_ALL_GATHER_COALESCED = 6,
  PTC_GROUP_ALL_GATHER_SINGLE_COALESCED = 7,
  PTC_GROUP_GATHER = 8,
  PTC_GROUP_SCATTER = 9,
  PTC_GROUP_REDUCE_SCATTER = 10,
  PTC_GROUP_REDUCE_SCATTER_SINGLE = 11,
  PTC_GROUP_REDUCE_SCATTER_SINGLE_COALESCED = 12,
  PTC_GROUP_ALL_TO_ALL = 13,
  PTC_GROUP_ALL_TO_ALL_SINGLE = 14,
  PTC_GROUP_BARRIER = 15,
  PTC_GROUP_SEND = 16,
  PTC_GROUP_RECV = 17,
  PTC_GROUP_RECV_ANY = 18
};

/* Collective that a group of the host's is asked for: what it has no use for is 0 or NULL.  Tensors and
   numbers are lent until the callback returns; where there are no inputs apart, `inputs` are changed in place. */
typedef struct ptc_group_call {
  int32_t kind;              /* of enum ptc_group_call_kind */
  int32_t op;                /* of enum ptc_reduce_op */
  int64_t root;              /* the root; of a message, who sends or receives */
  int64_t tag;               /* of a message */
  int64_t timeout;           /* in milliseconds; PTC_UNSET: the group's */
  const ptc_tensor *outputs; /* all lists of tensors, one behind another */
  int64_t outputs_len;
  int64_t outputs_lists; /* into how many lists of one length they fall; 0: they are one */
  const ptc_tensor *inputs;
  int64_t inputs_len;
  int64_t inputs_lists;
  const int64_t *output_sizes; /* of an all_to_all in one tensor */
  int64_t output_sizes_len;
  const int64_t *input_sizes;
  int64_t input_sizes_len;
} ptc_group_call;

/* Begins a collective of a group of the host's, and puts its work into `out`: ptc_work_host's, or
   that of another group's collective. */
typedef ptc_error (*ptc_group_call_fn)(void *context, const ptc_group_call *call, PTC_OUT ptc_work *out);
/* Makes a group whose collectives are a function of the host's: this library's, those of `_c10d_functional`
   under its name, and a reducer's call it, on their threads.  `backend` is what it calls itself. */
PTC_NODISCARD ptc_error ptc_group_host(int64_t rank, int64_t size, const char *backend, const char *name,
                                       ptc_group_call_fn call, void *context, ptc_destroy_fn destroy,
                                       PTC_OUT ptc_group *out);
/* Lets the operators of `_c10d_functional` find a group by another name than its own, until
   ptc_group_unregister.  An error where another group has the name. */
PTC_NODISCARD ptc_error ptc_group_register_as(ptc_group self, const char *name);
/* Lets nobody find a group by this name any more; nothing where there is none. */
PTC_NODISCARD ptc_error ptc_group_unregister(const char *name);
/* Gives each thread names of groups of its own, and works that wait_tensor waits for, where threads
   stand for processes; with false all threads have the same again. */
PTC_NODISCARD ptc_error ptc_set_thread_isolation(bool enabled);

PTC_END

#endif
