"""Names of torch 2.11's extension that differ from those of `names`. Derived; do not edit."""
# ruff: noqa


ADDED = {
    'classes': {
        '': ('_CUDAGreenContext'),
        '_dynamo.guards': ('DYNAMIC_INDICES'),
    },
    'functions': {
        '': ('_cuda_lock_mutex _cuda_unlock_mutex read_vitals set_vital vitals_enabled'),
        '_dynamo.eval_frame': ('set_eval_frame_override'),
    },
}
VALUES = {
    'keysets': {
        '': {
            '_additional_keys_to_prop_for_wrapper_tensors': 12910137547,
            '_after_ADInplaceOrView_keyset': 4611686052787126271,
            '_after_autograd_keyset': 4611686087146864639,
        },
    },
    'enums': {
        '_distributed_c10d': {
            'OpType': {
                'BROADCAST': 0, 'ALLREDUCE': 1, 'ALLREDUCE_COALESCED': 2, 'REDUCE': 3, 'ALLGATHER': 4,
                '_ALLGATHER_BASE': 5, 'ALLGATHER_COALESCED': 6, 'GATHER': 7, 'SCATTER': 8, 'REDUCE_SCATTER': 9,
                'ALLTOALL_BASE': 10, 'ALLTOALL': 11, 'SEND': 12, 'RECV': 13, 'RECVANYSOURCE': 14, 'BARRIER': 15,
                '_REDUCE_SCATTER_BASE': 16, 'COALESCED': 17, '_ALLREDUCE_SPARSE': 18, 'UNKNOWN': 100
            },
        },
        '_dynamo.eval_frame': {
            '_EvalFrameOverride': {'NONE': 0, 'SKIP': 1, 'ERROR': 2},
        },
        '_profiler': {
            'ProfilerState': {
                'Disabled': 0, 'CPU': 1, 'CUDA': 2, 'NVTX': 3, 'ITT': 4, 'PRIVATEUSE1': 5, 'KINETO': 6,
                'KINETO_GPU_FALLBACK': 7, 'KINETO_PRIVATEUSE1_FALLBACK': 8
            },
        },
    },
}
LACKS = {
    '': (
        '_TensorIterator _TensorIteratorSpec _acceleratorGraph _accelerator_emptyHostCache '
        '_accelerator_getAllocatorSettings _get_all_dtypes _get_blas_default_backend _get_cudnn_depthwise_kernel '
        '_is_ck_sdpa_available _is_grad_layout_enforcement_enabled _jit_replace_submodule _mps_maxBufferLength '
        '_mtia_getDevice _mtia_setDevice _override_stale_capture_stream _peek_should_skip_torch_function '
        '_reinit_DTensor_dispatch_logger _remove_obj_from_tls _set_cudnn_depthwise_kernel _set_generator_metaclass '
        '_set_grad_layout_enforcement_enabled _set_override_stale_capture_stream _set_skip_next_torch_function '
        '_skip_one_hop_torch_function'
    ),
    '_autograd': ('_ITraceActivity _is_kineto_stopped _make_saved_tensor'),
    '_distributed_c10d': ('_get_comm_profiling_name _set_comm_profiling_name'),
    '_dynamo': ('PyMappingSlots PyNumberSlots PySequenceSlots PyTypeSlots get_type_slots has_slot'),
    '_dynamo.eval_frame': (
        'NullStackValue _get_cache_entries_for_region _get_frame_value_stack_with_depth '
        '_get_total_cache_entry_count get_bytecode_debugger_callback get_eval_frame_isolate_recompiles_id '
        'register_breakpoint_code set_bytecode_debugger_callback set_eval_frame_isolate_recompiles_id '
        'set_fullgraph_compiled_frame_count set_fullgraph_error_on_nested_compile NULL_STACK_VALUE'
    ),
    '_dynamo.guards': ('DIMENSION_DYNAMIC_MARKING_GUARD FAKE_SCRIPT_TYPE_MATCH copy_if_misaligned'),
    '_export.pt2_archive_constants': ('OPAQUE_OBJ_FILENAME_PREFIX'),
    '_nn': ('_upsample_lanczos2d_aa'),
    '_profiler': (
        '_ApproximateClockToUnixTimeConverter _cupti_approximate_time_callback_address '
        '_cupti_monitor_allocated_buffers _cupti_monitor_buffer_complete_callback_address '
        '_cupti_monitor_buffer_request_callback_address _cupti_monitor_configure_buffers '
        '_cupti_monitor_get_completed _cupti_monitor_next_layout_epoch _cupti_monitor_pending_buffers '
        '_cupti_monitor_record_layouts _cupti_monitor_reset_buffers _cupti_monitor_return_buffer '
        '_cupti_monitor_shutdown_buffers _get_approximate_time'
    ),
}
