"""Facts that the headers cannot say: every name that codegen treats in a way of its own, with the reason.

A table maps a name to its value, and `table.reasons` the same names to why they are in it. tests/codegen takes each
row out in turn, and refuses a name that no header has, or without which nothing derived would change.
"""


class Table(dict):
    """Rows of (reason, names) or (reason, {name: value}) as one dict; a name alone has the value True."""

    def __init__(self, *rows):
        super().__init__()
        self.reasons = {}
        for reason, names in rows:
            for name, value in (names if isinstance(names, dict) else dict.fromkeys(names.split(), True)).items():
                if name in self:
                    raise ValueError(f"{name} stands in two rows")
                self[name], self.reasons[name] = value, reason


# ---- C functions ----

# Functions whose error is one that the caller asked for, not one that they failed with.
MAKE_ERRORS = Table(
    ("an error is its result, and NULL means that there is no memory", "ptc_error_new ptc_error_new_with"),
    ("the error of something else is its result", "ptc_work_exception"),
)

# Texts that functions return: whose they are.
TEXTS = Table(
    (
        "a text of the library's own, for ever valid",
        dict.fromkeys(("ptc_build_info", "ptc_built_version", "ptc_running_version"), "static"),
    ),
    ("a text that lives as long as its error", {"ptc_error_backtrace": "borrowed"}),
)

# Functions that the cffi module does not declare: csrc calls them in its own way.
C_BY_HAND = Table(
    (
        "it keeps a Python callable, which csrc holds and releases",
        "ptc_autograd_function ptc_autograd_attach ptc_backward_at_end ptc_library_autograd ptc_library_impl ptc_library_fallback "
        "ptc_node_register_hook ptc_node_register_prehook "
        "ptc_node_saved_hooks ptc_saved_tensors_hooks_push ptc_set_gc_callback ptc_set_warning_handler ptc_jit_set_print_handler ptc_tensor_register_hook "
        "ptc_tensor_register_post_accumulate_grad_hook ptc_reducer_comm_hook ptc_work_then ptc_group_host ptc_work_host ptc_observer_new "
        "ptc_jit_load_stream ptc_jit_save_stream ptc_jit_trace ptc_jit_module_trace ptc_jit_trace_fork ptc_jit_trace_return "
        "ptc_jit_set_place_handler ptc_jit_place_return ptc_set_stack_handler ptc_stack_return",
    ),
    ("its functions are C's, by their addresses (csrc/backend.c)", "ptc_backend_register ptc_backend_register_streams"),
    ("its functions are called on threads that must not wait for Python", "ptc_set_allocator"),
    ("it keeps a Python object alive, which csrc holds and releases", "ptc_node_set_data ptc_tensor_from_blob"),
    ("only callbacks report errors of their own, and those are in csrc", "ptc_error_new_with"),
    ("its functions count and call Python's objects (csrc/host.c)", "ptc_host_set"),
    (
        "it calls back for each object, or lets objects go",
        "ptc_tensor_visit ptc_node_visit ptc_tensor_hooks_visit ptc_tensor_remove_hooks",
    ),
    ("only csrc knows which contexts are its own", "ptc_node_own_context"),
)

C_BY_HAND_FAMILIES = Table(
    ("capsules are CPython's", "dlpack"),
    ("it gives and takes Python's objects (csrc/identity.c)", "identity"),
)

# Functions without a row in csrc/table.c, beside those: csrc calls them itself.
C_IN_CORE = Table(
    (
        "the objects of csrc/resource.c and csrc/handle.c close what they own",
        "ptc_tensor_close ptc_tensor_close_later ptc_tensor_list_close ptc_generator_close ptc_mark_close ptc_operator_close "
        "ptc_node_close ptc_hook_close ptc_library_close ptc_storage_close ptc_values_close ptc_string_free ptc_error_free "
        "ptc_store_close ptc_store_collectives_close ptc_group_close ptc_work_close ptc_reducer_close ptc_future_close ptc_aoti_close "
        "ptc_observer_close ptc_record_close ptc_profile_close ptc_jit_unit_close "
        "ptc_jit_scope_close ptc_jit_function_close ptc_jit_module_close ptc_ir_graph_close ptc_ir_block_close "
        "ptc_ir_node_close ptc_ir_value_close ptc_ir_type_close ptc_device_event_close "
        "ptc_cuda_graph_close ptc_cuda_pool_close ptc_cuda_allocator_close ptc_cuda_event_close",
    ),
    (
        "an error is an object of csrc/resource.c",
        "ptc_error_kind ptc_error_backtrace ptc_error_context ptc_error_new",
    ),
    ("the list becomes a tuple of Tensors (csrc/results.c)", "ptc_tensor_list_length ptc_tensor_list_get"),
    (
        "its bytes may have a NUL (csrc/distributed.c)",
        "ptc_store_get ptc_store_compare_set ptc_store_collectives_broadcast_recv ptc_store_collectives_scatter_recv "
        "ptc_store_collectives_gather_recv ptc_store_collectives_all_gather",
    ),
    ("its bytes may have a NUL (csrc/jit.c)", "ptc_jit_save_memory ptc_jit_module_extra_file"),
    ("its arguments come with their names (csrc/jit.c)", "ptc_jit_call"),
    ("what it makes stays in its box (csrc/script.c)", "ptc_jit_unit_object_of ptc_value_share"),
    ("an exception is made its error (csrc/distributed.c)", "ptc_future_fail"),
    ("waiting raises it", "ptc_work_exception"),
    (
        "only a callback has an event (csrc/observe.c)",
        "ptc_event_input ptc_event_output ptc_event_input_value ptc_event_output_value",
    ),
    ("it is on the way of every range (csrc/observe.c)", "ptc_record_begin"),
    (
        "its objects are Python's (csrc/host.c)",
        "ptc_host_decline ptc_tensor_object ptc_tensor_set_object ptc_tensor_drop_object ptc_tensor_holders "
        "ptc_host_mode_push ptc_host_mode_pop ptc_host_mode_at ptc_host_mode_get ptc_host_mode_set ptc_host_mode_unset "
        "ptc_host_pause_modes ptc_host_pause_dispatch ptc_host_reenter ptc_host_pause_close ptc_host_wrapper "
        "ptc_host_set_symbols ptc_symbol_answer ptc_symbol_new ptc_symbol_close ptc_symbol_object ptc_symbol_type "
        "ptc_tensor_symbols ptc_host_set_sizes ptc_host_kernels",
    ),
    (
        "Python's compiler of passes answers by it (csrc/compiler.c)",
        "ptc_backward_compiler_set ptc_backward_compiler_answer ptc_backward_compiler_answer_object "
        "ptc_backward_compiler_object ptc_backward_compiler_call",
    ),
    ("all events of a profile come at once (csrc/observe.c)", "ptc_profile_event_at"),
    ("it fills an array of the caller's (csrc/tensor.c)", "ptc_tensor_sizes ptc_tensor_strides"),
    ("its description is for arrays and lists (csrc/arrays.c, csrc/numbers.c)", "ptc_tensor_describe"),
    ("its arguments and results are tagged values (csrc/values.c)", "ptc_call ptc_call_redispatch"),
    ("its argument is a tagged value, which _boundary/records.py makes", "ptc_library_return"),
    ("its argument is of a backward of C's", "ptc_library_return_gradient"),
    ("its argument is the address of a call, which csrc/library.c knows", "ptc_library_redispatch"),
    ("a new tensor gets its mark at birth (csrc/handle.c)", "ptc_mark_take"),
    ("a node's data and context are Python objects (csrc/nodes.c, csrc/functions.c)", "ptc_node_context ptc_node_data"),
    ("it fills arrays of the caller's (csrc/nodes.c)", "ptc_node_next_ids"),
    ("its nodes come in lists (csrc/passes.c)", "ptc_autograd_run"),
    ("its value is made Python's by a getter (csrc/nodes.c)", "ptc_node_saved_value"),
    ("the host's own tensors are shared by csrc/handle.c", "ptc_tensor_share"),
)


# Operators that are not brief though their tensors are small: csrc/results.c lets go of the GIL (brief.py).
LONG = Table(
    ("its result has the product of all sizes", "cartesian_prod"),
    ("its result grows with the diagonal that is named", "diag diag_embed diagflat"),
    ("it makes as many views as it is told", "tensor_split hsplit vsplit dsplit"),
    (
        "the generator is locked while another thread fills a large tensor",
        "dropout dropout_ alpha_dropout alpha_dropout_ feature_dropout feature_dropout_ feature_alpha_dropout "
        "feature_alpha_dropout_ native_dropout rand_like randn_like randint_like",
    ),
)

# Factories that are brief where what they make is small.
BRIEF_FACTORIES = Table(
    ("its one list of numbers is the size", "ptc_empty_memory_format ptc_zeros ptc_ones ptc_full"),
)


# ---- operators: their Python functions ----

# Written by hand in the package, and not derived.
BY_HAND = Table(
    ("torch's Python takes forms that no schema has: x.to('cuda', dtype), x.set_()", "to set_"),
    ("a memory format is its only argument, by keyword", "contiguous"),
    ("x[…] takes what no schema can say", "index"),
    (
        "it takes dtypes and gives one, or mixes numbers and tensors by their types",
        "result_type can_cast promote_types",
    ),
)

# Operators that may give their argument itself, which is then the same object, as in torch.
GIVE_BACK = Table(
    ("a real tensor is its own conjugate", "conj conj_physical real resolve_conj resolve_neg"),
    ("a tensor without dimensions has nothing to transpose", "adjoint mH mT matrix_H"),
    ("a tensor may have the dimensions already", "atleast_1d atleast_2d atleast_3d flatten sum_to_size"),
    ("a tensor may be in that state already", "coalesce dequantize pin_memory to_dense type_as"),
    ("nothing is dropped outside of training", "alpha_dropout dropout feature_alpha_dropout feature_dropout"),
    ("+x is x", "positive"),
)

# In-place operators on lists, by how their names begin, that give the list back.
GIVE_LIST_BACK = Table(("torch's other operators that change lists give nothing", "_foreach_"))

# Results that are the argument of this name where they are that very tensor.
SAME_OBJECTS = Table(("torch gives the edges back that it was given", {"histogramdd": "bins"}))

# Factories without the argument requires_grad.
NO_REQUIRES_GRAD = Table(("a copy is in the graph of its source", "_to_copy to"))

# The list of sizes may be given as separate arguments, zeros(2, 3).
VARIADIC = Table(
    ("torch's factories take sizes so", dict.fromkeys(("empty", "ones", "zeros", "rand", "randn"), "size")),
    ("torch's methods for new tensors take sizes so", dict.fromkeys(("new_empty", "new_ones", "new_zeros"), "size")),
    (
        "torch's methods take shapes so",
        {"view": "size", "expand": "size", "resize_": "size", "sum_to_size": "size", "reshape": "shape"},
    ),
    ("torch's methods take dimensions and repeats so", {"permute": "dims", "flip": "dims", "repeat": "repeats"}),
    ("torch.Tensor.tile takes repeats so", {"tile": "dims"}),
    ("torch.Tensor.broadcast_to takes a shape so", {"broadcast_to": "size"}),
)


# ---- operators: their documentation and stubs ----

# Operators of an elementwise family whose result has not the shape of their tensors.
OTHER_SHAPE = Table(
    ("dimensions change places", "adjoint moveaxis swapdims"),
    ("its tensors are joined", "concat concatenate row_stack"),
    ("the result is no elementwise one", "ger range trapz"),
    ("the result has half the size", "glu"),
    ("the result has the shape of another argument", "bucketize isin searchsorted"),
)

# Operators that raise LinAlgError.
FACTORS = Table(
    (
        "a factorization may not exist",
        "cholesky linalg_cholesky linalg_cholesky_ex linalg_eig linalg_eigh linalg_eigvals linalg_eigvalsh linalg_ldl_factor "
        "linalg_ldl_factor_ex linalg_lu linalg_lu_factor linalg_lu_factor_ex linalg_svd linalg_svdvals svd",
    ),
    (
        "a system may have no solution",
        "cholesky_inverse cholesky_solve inverse linalg_inv linalg_inv_ex linalg_ldl_solve linalg_lstsq linalg_lu_solve "
        "linalg_pinv linalg_solve linalg_solve_ex linalg_solve_triangular linalg_tensorinv linalg_tensorsolve lu_solve pinverse",
    ),
    (
        "it is computed from a factorization",
        "det linalg_cond linalg_det linalg_matrix_rank linalg_slogdet logdet nuclear_norm slogdet",
    ),
)

# Operators of which torch takes any of two tensors as a number (python_arg_parser.cpp).
TAKE_NUMBERS = Table(
    (
        "torch's should_allow_numbers_as_tensors names them",
        "add div divide floor_divide mul multiply sub subtract true_divide",
    ),
)


# ---- what only the words above a declaration say; the key is FUNCTION.PARAMETER or CALLBACK.PARAMETER ----

# Lists that are as long as a number beside them says, which is not called NAME_len.
LENGTHS = Table(
    (
        "it replaces what it was given",
        {
            "ptc_node_hook_fn.out": "grad_inputs_len",
            "ptc_node_prehook_fn.out": "grad_outputs_len",
        },
    ),
    ("one gradient for each input of the function", {"ptc_backward_fn.out": "inputs_len"}),
    (
        "a number for each dimension",
        {"ptc_description.sizes": "dim", "ptc_description.strides": "dim", "ptc_shape.sizes": "dim"},
    ),
)

# Handles that are given, and stay the library's.
LENT = Table(("it ends with the context", dict.fromkeys(("ptc_autograd_attach.node",), "borrowed")))

# Numbers of an enum, where the parameter's name does not say which. A function's name alone: what it returns.
ENUMS = Table(
    (
        "several enums have kinds",
        {
            "ptc_error_kind": "ptc_error_kind",
            "ptc_error_new.kind": "ptc_error_kind",
            "ptc_error_new_with.kind": "ptc_error_kind",
            "ptc_scalar.kind": "ptc_scalar_kind",
            "ptc_warning_fn.kind": "ptc_warning_kind",
            "ptc_value.kind": "ptc_value_kind",
            "ptc_shape.kind": "ptc_value_kind",
        },
    ),
    (
        "a device type is called `type` beside an index",
        {
            "ptc_device_parse.type": "ptc_device_type",
            "ptc_device_type_name.type": "ptc_device_type",
            "ptc_generator_device.type": "ptc_device_type",
            "ptc_tensor_device.type": "ptc_device_type",
            "ptc_device_event_device.type": "ptc_device_type",
        },
    ),
    (
        "its only output is named `out`",
        {
            "ptc_accelerator_type.out": "ptc_device_type",
            "ptc_get_default_dtype.out": "ptc_dtype",
            "ptc_tensor_dtype.out": "ptc_dtype",
            "ptc_tensor_flags.out": "ptc_tensor_flag",
            "ptc_tensor_layout.out": "ptc_layout",
        },
    ),
    (
        "a bit set has no name of its own",
        {
            "ptc_description.flags": "ptc_tensor_flag",
            "ptc_options.set": "ptc_option",
            "ptc_observer_new.wanted": "ptc_observe",
            "ptc_observer_new.scopes": "ptc_record_scope",
            "ptc_profiler_activities.out": "ptc_activity",
            "ptc_profiler_choose.activity": "ptc_activity",
            "ptc_profiler_prepare.activities": "ptc_activity",
            "ptc_profiler_prepare.flags": "ptc_profile_flag",
            "ptc_profiler_start.activities": "ptc_activity",
            "ptc_profiler_start.flags": "ptc_profile_flag",
            "ptc_profiler_toggle.activities": "ptc_activity",
        },
    ),
    (
        "the scope of an event is of an enum with a longer name",
        {
            "ptc_event.scope": "ptc_record_scope",
            "ptc_group_call.kind": "ptc_group_call_kind",
            "ptc_is_observed.scope": "ptc_record_scope",
            "ptc_profile_event.scope": "ptc_record_scope",
        },
    ),
    (
        "an enum has the name of what it does",
        {"ptc_reducer_builtin_hook.kind": "ptc_comm_hook", "ptc_debug_level": "ptc_debug_level"},
    ),
    ("levels of forward mode and of batching are counted", {"ptc_gc_fn.level": "ptc_gc_level"}),
)
