"""Names of torch 2.14's extension that differ from those of `names`. Derived; do not edit."""
# ruff: noqa


ADDED = {
    'classes': {
        '': ('_FastCudaLauncher'),
        '_distributed_c10d': (
            'FakeStore FlightRecorderHook NCCLXStub NanCheckHook PostHookArgs PreHookArgs ProcessGroupNCCL2 '
            'ProcessGroupNCCLLazy PutOptions ReconfigureOptions SignalOptions WaitSignalOptions Window WindowAttr'
        ),
        '_dynamo.guards': ('LocalState'),
        '_return_types': ('linalg_polar linalg_polar_out'),
    },
    'functions': {
        '': (
            '_accelerator_getDefaultGenerator _const_dlpack_exchange_api _cuda_annotateMemory '
            '_cuda_getCublasLtWorkspaceSize _cuda_getCublasWorkspaceSize _cuda_getCurrentSolverHandle '
            '_cuda_memoryMetadataSupported _cuda_resetCublasLtWorkspaceSize _cuda_resetCublasWorkspaceSize '
            '_cuda_setCublasLtWorkspaceSize _cuda_setCublasWorkspaceSize '
            '_cuda_tunableop_get_cublaslt_requested_algo_count _cuda_tunableop_set_cublaslt_requested_algo_count '
            '_cudnn_clear_dropout_state _dispatch_make_pyobj_dispatch_fns _dynamo_restore_local_dispatch_key_set '
            '_dynamo_save_local_dispatch_key_set _fake_dispatch_deregister_op_impl _fake_dispatch_register_decomp '
            '_fake_dispatch_register_meta _fake_dispatch_register_op_impl _fake_dispatch_register_prim_meta '
            '_get_cublaslt_prefer_grouped_gemm _getenv _is_fake_tensor _set_cublaslt_prefer_grouped_gemm _setenv '
            '_storage_throw_on_immutable_data_ptr _storage_throw_on_mutable_data_ptr _unsetenv'
        ),
        '_autograd': ('_pop_node_creation_hook _push_node_creation_hook'),
        '_distributed_c10d': ('_register_external_nccl_comm _unregister_external_nccl_comm'),
        '_dynamo.eval_frame': ('get_method_ml_flags'),
        '_dynamo.guards': ('assert_size_stride_grouped'),
        '_functorch': ('unwrap_dead_wrappers'),
        '_linalg': ('linalg_matrix_sqrth linalg_polar'),
        '_profiler._cupti_monitor': (
            'allocated_buffers approximate_time_callback_address bench_decode buffer_complete_callback_address '
            'buffer_request_callback_address configure_buffers configure_decoder current_external_id '
            'decoder_buffers_decoded decoder_max_sync_ns decoder_valid_bytes drain_decoded encode_pftrace '
            'get_completed metadata_put_external note_external_pop note_external_push pending_buffers reset_buffers '
            'return_buffer shutdown_buffers start_decoder stop_decoder'
        ),
    },
    'modules': {
        '_profiler': ('_cupti_monitor'),
    },
}
VALUES = {
    'keysets': {
        '': {
            '_additional_keys_to_prop_for_wrapper_tensors': 6467686619,
        },
    },
    'values': {
        '': {
            '_has_gds': False,
        },
    },
    'enums': {
        '_distributed_c10d': {
            'HookOpName': {
                'SEND': 0, 'RECV': 1, 'BROADCAST': 2, 'ALLREDUCE': 3, 'REDUCE': 4, 'ALLGATHER': 5, 'REDUCE_SCATTER': 6,
                'ALLTOALL': 7, 'BARRIER': 8, 'SCATTER': 9, 'GATHER': 10, 'SPLIT': 11, 'NEW_WINDOW': 12, 'UNKNOWN': 13
            },
            'OpType': {
                'BROADCAST': 0, 'ALLREDUCE': 1, 'ALLREDUCE_COALESCED': 2, 'REDUCE': 3, 'ALLGATHER': 4,
                '_ALLGATHER_BASE': 5, 'ALLGATHER_COALESCED': 6, 'GATHER': 7, 'SCATTER': 8, 'REDUCE_SCATTER': 9,
                'ALLTOALL_BASE': 10, 'ALLTOALL': 11, 'SEND': 12, 'RECV': 13, 'RECVANYSOURCE': 14, 'BARRIER': 15,
                '_REDUCE_SCATTER_BASE': 16, 'COALESCED': 17, '_ALLREDUCE_SPARSE': 18,
                'REDUCE_SCATTER_TENSOR_COALESCED': 19, 'ALLGATHER_INTO_TENSOR_COALESCED': 20, 'UNKNOWN': 100
            },
            'WindowAccessType': {'UNIFIED': 0, 'SEPARATE': 1},
        },
        '_dynamo': {
            'PyTypeSlots': {
                'TP_HASH': 0, 'TP_ITER': 1, 'TP_ITERNEXT': 2, 'TP_CALL': 3, 'TP_REPR': 4, 'TP_RICHCOMPARE': 5,
                'TP_GETATTRO': 6, 'TP_SETATTRO': 7, 'TP_DESCR_GET': 8, 'TP_DESCR_SET': 9, 'TP_STR': 10, 'TP_INIT': 11
            },
        },
    },
}
LACKS = {
    '_distributed_c10d': ('_ControlCollectives _StoreCollectives'),
    '_profiler': (
        '_cupti_approximate_time_callback_address _cupti_monitor_allocated_buffers '
        '_cupti_monitor_buffer_complete_callback_address _cupti_monitor_buffer_request_callback_address '
        '_cupti_monitor_configure_buffers _cupti_monitor_get_completed _cupti_monitor_next_layout_epoch '
        '_cupti_monitor_pending_buffers _cupti_monitor_record_layouts _cupti_monitor_reset_buffers '
        '_cupti_monitor_return_buffer _cupti_monitor_shutdown_buffers'
    ),
    '_return_types': ('qr qr_out'),
}
