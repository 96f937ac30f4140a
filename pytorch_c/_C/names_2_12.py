"""Names of torch 2.12's extension that differ from those of `names`. Derived; do not edit."""
# ruff: noqa


ADDED = {
    'classes': {
        '': ('_CUDAGreenContext'),
        '_dynamo.guards': ('DYNAMIC_INDICES'),
    },
    'functions': {
        '_dynamo.guards': ('copy_misaligned'),
    },
}
VALUES = {
    'enums': {
        '': {
            '_WorkqueueScope': {'device_ctx': 0, 'balanced': 1},
        },
        '_dynamo': {
            'PyNumberSlots': {
                'NB_ADD': 0, 'NB_SUBTRACT': 1, 'NB_MULTIPLY': 2, 'NB_REMAINDER': 3, 'NB_POWER': 4, 'NB_NEGATIVE': 5,
                'NB_POSITIVE': 6, 'NB_ABSOLUTE': 7, 'NB_BOOL': 8, 'NB_INVERT': 9, 'NB_LSHIFT': 10, 'NB_RSHIFT': 11,
                'NB_AND': 12, 'NB_XOR': 13, 'NB_OR': 14, 'NB_INT': 15, 'NB_FLOAT': 16, 'NB_INPLACE_ADD': 17,
                'NB_INPLACE_SUBTRACT': 18, 'NB_INPLACE_MULTIPLY': 19, 'NB_INPLACE_REMAINDER': 20,
                'NB_INPLACE_POWER': 21, 'NB_INPLACE_LSHIFT': 22, 'NB_INPLACE_RSHIFT': 23, 'NB_INPLACE_AND': 24,
                'NB_INPLACE_XOR': 25, 'NB_INPLACE_OR': 26, 'NB_FLOOR_DIVIDE': 27, 'NB_TRUE_DIVIDE': 28,
                'NB_INPLACE_FLOOR_DIVIDE': 29, 'NB_INPLACE_TRUE_DIVIDE': 30, 'NB_INDEX': 31, 'NB_MATRIX_MULTIPLY': 32,
                'NB_INPLACE_MATRIX_MULTIPLY': 33
            },
            'PyTypeSlots': {
                'TP_HASH': 0, 'TP_ITER': 1, 'TP_ITERNEXT': 2, 'TP_CALL': 3, 'TP_REPR': 4, 'TP_RICHCOMPARE': 5,
                'TP_GETATTRO': 6, 'TP_SETATTRO': 7, 'TP_DESCR_GET': 8, 'TP_DESCR_SET': 9
            },
        },
    },
    'keysets': {
        '': {
            '_additional_keys_to_prop_for_wrapper_tensors': 12910137547,
            '_after_ADInplaceOrView_keyset': 4611686052787126271,
            '_after_autograd_keyset': 4611686087146864639,
        },
    },
}
LACKS = {
    '': (
        '_TensorIterator _TensorIteratorSpec _get_all_dtypes _get_blas_default_backend _get_cudnn_depthwise_kernel '
        '_is_grad_layout_enforcement_enabled _jit_replace_submodule _mps_maxBufferLength '
        '_override_stale_capture_stream _peek_should_skip_torch_function _remove_obj_from_tls '
        '_set_cudnn_depthwise_kernel _set_generator_metaclass _set_grad_layout_enforcement_enabled '
        '_set_override_stale_capture_stream _set_skip_next_torch_function _skip_one_hop_torch_function'
    ),
    '_autograd': ('_ITraceActivity _is_kineto_stopped'),
    '_dynamo.eval_frame': (
        '_get_cache_entries_for_region _get_total_cache_entry_count get_eval_frame_isolate_recompiles_id '
        'set_eval_frame_isolate_recompiles_id'
    ),
    '_dynamo.guards': ('DIMENSION_DYNAMIC_MARKING_GUARD FAKE_SCRIPT_TYPE_MATCH copy_if_misaligned'),
    '_export.pt2_archive_constants': ('OPAQUE_OBJ_FILENAME_PREFIX'),
    '_profiler': (
        '_ApproximateClockToUnixTimeConverter _cupti_approximate_time_callback_address '
        '_cupti_monitor_allocated_buffers _cupti_monitor_buffer_complete_callback_address '
        '_cupti_monitor_buffer_request_callback_address _cupti_monitor_configure_buffers '
        '_cupti_monitor_get_completed _cupti_monitor_next_layout_epoch _cupti_monitor_pending_buffers '
        '_cupti_monitor_record_layouts _cupti_monitor_reset_buffers _cupti_monitor_return_buffer '
        '_cupti_monitor_shutdown_buffers _get_approximate_time'
    ),
}
