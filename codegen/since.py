"""The version of the library that first had a function."""

FIRST, NEXT = "0.1.0", "0.2.0"

# What 0.1.0 had beside the operators, which it had all; whatever is not here came with the next version.
WITHOUT_SCHEMA = set(
    """
    abi_version anomaly_mode autograd_backward autograd_function autograd_grad build_info built_version call check
    close_pending created_tensors cuda_current_device cuda_device_count cuda_empty_cache cuda_is_available
    cuda_memory_info cuda_set_device cuda_synchronize cudnn_is_available deterministic_mode device_parse
    device_type_name dlpack_close dlpack_versioned_close error_backtrace error_context error_free error_kind error_new
    error_new_with float32_matmul_precision forward_grad_mode forward_level forward_level_enter forward_level_exit
    gc_threshold generator_close generator_default generator_device generator_get_state generator_initial_seed
    generator_manual_seed generator_new generator_seed generator_set_state get_default_dtype get_num_interop_threads
    get_num_threads grad_mode hook_close hook_remove inference_mode live_bytes live_handles live_tensors manual_seed
    mark_bytes mark_close mark_created mark_created_bytes mark_has mark_new mark_set mark_take mark_tensors node_close
    node_data node_id node_name node_next node_next_count node_register_hook node_register_prehook node_saved_tensors
    node_sequence_nr node_set_data node_variable operator_close operator_find operator_names operator_results
    operator_schema optimizer_adam_step optimizer_sgd_step peak_bytes peak_bytes_reset running_version schema_count
    set_anomaly_mode set_default_dtype set_deterministic_mode set_float32_matmul_precision set_flush_denormal
    set_forward_grad_mode set_gc_callback set_gc_threshold set_grad_mode set_inference_mode set_num_interop_threads
    set_num_threads set_warn_always set_warning_handler string_free tensor_backward tensor_close tensor_close_later
    tensor_copy_to tensor_data tensor_data_ptr tensor_device tensor_dim tensor_dlpack_device tensor_dtype
    tensor_element_size tensor_flags tensor_from_blob tensor_from_data tensor_from_dlpack tensor_from_dlpack_versioned
    tensor_grad tensor_grad_dtype tensor_grad_fn tensor_grad_fn_name tensor_gradient_edge tensor_index tensor_index_fill
    tensor_index_put tensor_is_contiguous tensor_is_leaf tensor_is_pinned tensor_is_same tensor_item tensor_layout
    tensor_lend tensor_list_close tensor_list_get tensor_list_length tensor_numel tensor_output_nr tensor_print
    tensor_register_hook tensor_register_post_accumulate_grad_hook tensor_requires_grad tensor_retain_grad
    tensor_retains_grad tensor_set_data tensor_set_grad tensor_set_grad_dtype tensor_set_requires_grad tensor_share
    tensor_sizes tensor_storage tensor_storage_offset tensor_strides tensor_string tensor_to_dlpack
    tensor_to_dlpack_versioned tensor_version tensor_visit values_close vmap_add_dim vmap_depth vmap_level vmap_pop
    vmap_push vmap_remove_dim vmap_value warn_always
    """.split()
)


def version(function):
    return FIRST if function.schema or function.name.removeprefix("ptc_") in WITHOUT_SCHEMA else NEXT
