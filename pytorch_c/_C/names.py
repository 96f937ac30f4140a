"""The names of torch._C and of its submodules, by kind; `extension` says what each is here. Derived; do not edit."""
# ruff: noqa

CLASSES = {
    '': (
        'AliasDb AnyType Argument ArgumentSpec AwaitType BenchmarkConfig BenchmarkExecutionStats Block BoolType '
        'BufferDict CallStack Capsule ClassType Code CompilationUnit CompleteArgumentSpec ComplexType '
        'ConcreteModuleType ConcreteModuleTypeBuilder DeepCopyMemoTable DeserializationStorageContext DeviceObjType '
        'DictType DisableTorchFunction DisableTorchFunctionSubclass DispatchKeySet EnumType ErrorReport Event '
        'ExcludeDispatchKeyGuard ExecutionPlan FileCheck FloatType FunctionSchema Future FutureType Generator '
        'Gradient Graph GraphExecutorState IODescriptor InferredType IntType InterfaceType ListType '
        'LiteScriptModule LockingLogger LoggerBase ModuleDict Node NoneType NoopLogger NumberType OperatorInfo '
        'OptionalType ParameterDict PyObjectType PyTorchFileReader PyTorchFileWriter RRefType ScriptClass '
        'ScriptClassFunction ScriptDict ScriptDictIterator ScriptDictKeyIterator ScriptFunction ScriptList '
        'ScriptListIterator ScriptMethod ScriptModule ScriptModuleSerializer ScriptObject ScriptObjectProperty '
        'SerializationStorageContext Size StaticModule StorageBase Stream StreamObjType StringType SymBoolType '
        'SymIntType TensorBase TensorType ThroughputBenchmark TracingState TupleType Type UnionType Use Value '
        '_AliasInfo _AutoDispatchBelowADInplaceOrView _AutoDispatchBelowAutograd _Await _CUDAGraph _CudaEventBase '
        '_CudaStreamBase _DisableAutocast _DisableFuncTorch _DisablePythonDispatcher _DisableTorchDispatch '
        '_DispatchModule _DispatchOperatorHandle _EnablePreDispatch _EnablePythonDispatcher _EnableTorchFunction '
        '_ExcludeDispatchKeyGuard _ForceDispatchKeyGuard _FunctionBase _GeneratorType _ImperativeEngine '
        '_IncludeDispatchKeyGuard _InferenceMode _LegacyVariableBase _MTIAGraph _MemPool _NodeBase _NodeIter '
        '_PreserveDispatchKeyGuard _RestorePythonTLSSnapshot _SDPAParams _SafeKernelFunction _SchemaArgument '
        '_SchemaInfo _SetExcludeDispatchKeyGuard _ShapeComputeGraphMapping _SymNode _TensorBase _TensorIterator '
        '_TensorIteratorSpec _TensorMeta _UpgraderEntry _UpgraderRange _VariableFunctionsClass _WeakTensorRef '
        '_XPUGraph _XPUMemPool _XpuEventBase _XpuStreamBase _acceleratorGraph _cuda_CUDAAllocator '
        '_cuda_beginAllocateCurrentThreadToPool _cuda_beginAllocateToPool _cuda_endAllocateToPool '
        '_cuda_isCurrentStreamCapturing _cuda_releasePool _graph_pool_handle _xpu_XPUAllocator '
        '_xpu_beginAllocateCurrentThreadToPool _xpu_endAllocateToPool _xpu_graph_pool_handle '
        '_xpu_isCurrentStreamCapturing _xpu_releasePool device dtype finfo iinfo layout memory_format qscheme'
    ),
    '_acc': ('DeviceGuard PrivateUse1Hooks'),
    '_aoti': ('AOTIModelContainerRunnerCpu AOTIModelPackageLoader'),
    '_autograd': (
        'ProfilerEvent SavedTensor TensorGeometry _ITraceActivity _InputMetadata _KinetoEvent '
        '_ProfilerDisableOptions _ProfilerResult'
    ),
    '_distributed': ('Partial Placement Replicate Shard StridedShard'),
    '_distributed_autograd': ('DistAutogradContext'),
    '_distributed_c10d': (
        'AllToAllOptions AllgatherOptions AllreduceCoalescedOptions AllreduceOptions Backend BarrierOptions '
        'BroadcastOptions DDPLoggingData FakeProcessGroup FakeWork FileStore GatherOptions GradBucket HashStore '
        'Logger PrefixStore ProcessGroup ProcessGroupGloo PythonCallbackWork ReduceOp ReduceOptions '
        'ReduceScatterOptions Reducer ScatterOptions Store TCPStore Work WorkInfo _ControlCollectives '
        '_DMAConnectivity _DistributedBackendOptions _ProcessGroupWrapper _Request _Response _StoreCollectives '
        '_SymmetricMemory _WorkerServer'
    ),
    '_distributed_rpc': (
        'PyRRef RemoteProfilerManager RpcAgent RpcBackendOptions TensorPipeAgent WorkerInfo '
        '_TensorPipeRpcBackendOptionsBase'
    ),
    '_distributed_rpc_testing': ('FaultyTensorPipeAgent FaultyTensorPipeRpcBackendOptions'),
    '_dynamo.eval_frame': (
        'NullStackValue VectorUInt8 _CacheEntry _ExtraState _FrameExecStrategy _PrecompileEntry _PyInterpreterFrame'
    ),
    '_dynamo.guards': (
        'COMPLEX_IS_NAN CallFunctionNoArgsGuardAccessor ClosureGuardAccessor CodeGuardAccessor DEFAULT_DEVICE '
        'DICT_CONTAINS DICT_LENGTH DICT_VERSION DIMENSION_DYNAMIC_MARKING_GUARD DISPATCH_KEY_SET_MATCH '
        'DUAL_LEVEL_MATCH DictGetItemGuardAccessor DictGuardManager EQUALS_MATCH FAKE_SCRIPT_TYPE_MATCH FALSE_MATCH '
        'FLOAT_IS_NAN FrameLocalsGuardAccessor FuncDefaultsGuardAccessor FuncKwDefaultsGuardAccessor GLOBAL_STATE '
        'GenericGetAttrGuardAccessor GetAttrGuardAccessor GetGenericDictGuardAccessor GetItemGuardAccessor '
        'GlobalStateGuard GlobalWeakRefGuardAccessor GlobalsGuardAccessor GuardAccessor GuardDebugInfo GuardManager '
        'ID_MATCH LAMBDA_GUARD LENGTH_CHECK LeafGuard ListGetItemGuardAccessor MAPPING_KEYS_MATCH NONE_MATCH '
        'NOT_NONE NO_HASATTR NO_TENSOR_ALIASING OBJECT_ALIASING RANGE_ITERATOR_MATCH RelationalGuard '
        'RootGuardManager SET_CONTAINS STORAGE_OVERLAPPING SYMBOLIC_SHAPE_GUARD TENSOR_MATCH '
        'TORCH_FUNCTION_MODE_STACK TRUE_MATCH TUPLE_ITERATOR_LEN TYPE_MATCH TensorGuards TupleGetItemGuardAccessor '
        'TupleIteratorGetItemAccessor TypeDictGuardAccessor TypeGuardAccessor TypeMROGuardAccessor '
        'WeakRefCallGuardAccessor'
    ),
    '_export': ('CppExportedProgram'),
    '_functionalization': (
        'ViewMeta _conj_ViewMeta _fw_primal_ViewMeta _indices_ViewMeta _make_dual_ViewMeta _neg_view_ViewMeta '
        '_nested_get_values_ViewMeta _nested_view_from_buffer_ViewMeta _nested_view_from_jagged_ViewMeta '
        '_reshape_alias_ViewMeta _sparse_broadcast_to_ViewMeta _test_autograd_multiple_dispatch_view_ViewMeta '
        '_unsafe_view_ViewMeta _values_ViewMeta alias_ViewMeta as_strided_ViewMeta as_strided__ViewMeta '
        'ccol_indices_ViewMeta col_indices_ViewMeta crow_indices_ViewMeta detach_ViewMeta detach__ViewMeta '
        'diagonal_ViewMeta expand_ViewMeta indices_ViewMeta lift_fresh_ViewMeta permute_ViewMeta resize__ViewMeta '
        'row_indices_ViewMeta select_int_ViewMeta slice_Tensor_ViewMeta slice_inverse_ViewMeta '
        'split_Tensor_ViewMeta split_with_sizes_ViewMeta squeeze_ViewMeta squeeze__ViewMeta squeeze__dim_ViewMeta '
        'squeeze__dims_ViewMeta squeeze_dim_ViewMeta squeeze_dims_ViewMeta t_ViewMeta t__ViewMeta '
        'transpose__ViewMeta transpose_int_ViewMeta unbind_int_ViewMeta unfold_ViewMeta unsqueeze_ViewMeta '
        'unsqueeze__ViewMeta values_ViewMeta view_ViewMeta view_as_complex_ViewMeta view_as_real_ViewMeta '
        'view_dtype_ViewMeta'
    ),
    '_functorch': (
        'CFunctionalizeInterpreterPtr CGradInterpreterPtr CInterpreter CJvpInterpreterPtr CVmapInterpreterPtr '
        'DynamicLayer'
    ),
    '_jit_tree_views': (
        'Apply Assert Assign Attribute AugAssign BinOp Break ClassDef Const Continue Decl Def Delete DictComp '
        'DictLiteral Dots EmptyTypeAnnotation Expr ExprStmt For Ident If ListComp ListLiteral Param Pass Property '
        'Raise Return Select SliceExpr SourceRange SourceRangeFactory Starred Stmt StringLiteral Subscript '
        'TernaryIf TreeView TupleLiteral UnaryOp Var While With WithItem'
    ),
    '_monitor': ('Event EventHandlerHandle Stat _WaitCounter _WaitCounterTracker data_value_t'),
    '_nativert': ('PyModelRunner'),
    '_profiler': (
        'CapturedTraceback ProfilerConfig _ApproximateClockToUnixTimeConverter _ExperimentalConfig '
        '_ExtraFields_Allocation _ExtraFields_Backend _ExtraFields_Kineto _ExtraFields_OutOfMemory '
        '_ExtraFields_PyCCall _ExtraFields_PyCall _ExtraFields_TorchOp _ExtraFields_Vulkan _NNModuleInfo '
        '_OptimizerInfo _ProfilerEvent _PyFrameState _RecordFunctionFast _TensorMetadata'
    ),
    '_return_types': (
        '_fake_quantize_per_tensor_affine_cachemask_tensor_qparams _fused_moving_avg_obs_fq_helper _linalg_det '
        '_linalg_det_out _linalg_eigh _linalg_eigh_out _linalg_slogdet _linalg_slogdet_out _linalg_solve_ex '
        '_linalg_solve_ex_out _linalg_svd _linalg_svd_out _lu_with_info _scaled_dot_product_cudnn_attention '
        '_scaled_dot_product_efficient_attention _scaled_dot_product_flash_attention '
        '_scaled_dot_product_flash_attention_for_cpu _unpack_dual aminmax aminmax_out cummax cummax_out cummin '
        'cummin_out frexp frexp_out geqrf geqrf_out histogram histogram_out histogramdd kthvalue kthvalue_out '
        'linalg_cholesky_ex linalg_cholesky_ex_out linalg_eig linalg_eig_out linalg_eigh linalg_eigh_out '
        'linalg_inv_ex linalg_inv_ex_out linalg_ldl_factor linalg_ldl_factor_ex linalg_ldl_factor_ex_out '
        'linalg_ldl_factor_out linalg_lstsq linalg_lstsq_out linalg_lu linalg_lu_factor linalg_lu_factor_ex '
        'linalg_lu_factor_ex_out linalg_lu_factor_out linalg_lu_out linalg_qr linalg_qr_out linalg_slogdet '
        'linalg_slogdet_out linalg_solve_ex linalg_solve_ex_out linalg_svd linalg_svd_out lu_unpack lu_unpack_out '
        'max max_out median median_out min min_out mode mode_out nanmedian nanmedian_out qr qr_out slogdet '
        'slogdet_out sort sort_out svd svd_out topk topk_out triangular_solve triangular_solve_out'
    ),
    '_te': (
        'ArgValue Block BufHandle BufferArg Cast CodeGen Cond Dtype ExprHandle ExternalCall For LoopNest Maximum '
        'Reducer ScalarType SimpleIREvaluator Stmt Store Sum Tensor TensorExprKernel VarHandle'
    ),
    'cpp': ('OrderedModuleDict OrderedTensorDict'),
    'cpp.nn': ('Module'),
}
ERRORS = {
    '': (
        'AcceleratorError FatalError JITException OutOfMemoryError _DistBackendError _DistError _DistNetworkError '
        '_DistQueueEmptyError _DistStoreError _LinAlgError'
    ),
}
FUNCTIONS = {
    '': (
        '_DTensor_OpSchema_post_init _DTensor_OpSchema_recompute_comparison_key _DTensor_compute_global_tensor_info '
        '_abort _accelerator_emptyCache _accelerator_emptyHostCache _accelerator_exchangeDevice '
        '_accelerator_getAccelerator _accelerator_getAllocatorSettings _accelerator_getDeviceCapability '
        '_accelerator_getDeviceIndex _accelerator_getDeviceStats _accelerator_getMemoryInfo _accelerator_getStream '
        '_accelerator_hooks_device_count _accelerator_hooks_exchange_device _accelerator_hooks_get_current_device '
        '_accelerator_hooks_maybe_exchange_device _accelerator_hooks_set_current_device '
        '_accelerator_isAllocatorInitialized _accelerator_maybeExchangeDevice _accelerator_resetAccumulatedStats '
        '_accelerator_resetPeakStats _accelerator_setAllocatorSettings _accelerator_setDeviceIndex '
        '_accelerator_setStream _accelerator_synchronizeDevice _activate_gpu_trace _add_cached_tensor _add_docstr '
        '_any_output_is_alias_to_input_or_output _any_requires_grad _are_functorch_transforms_active '
        '_autocast_supported_devices _autograd_init _awaitable _awaitable_nowait _awaitable_wait '
        '_backport_for_mobile _backport_for_mobile_from_buffer _backport_for_mobile_from_buffer_to_buffer '
        '_backport_for_mobile_to_buffer _c10d_init _calculate_package_version_based_on_upgraders '
        '_can_use_cudnn_attention _can_use_flash_attention _can_use_mem_efficient_attention _check_onnx_proto '
        '_check_schema_allow_fake_script_object _check_sparse_tensor_invariants '
        '_clear_DTensor_sharding_propagator_cache _collect_all _commit_update _compile_graph_to_code_table '
        '_construct_storage_from_data_pointer _conv_determine_backend_memory_format _crash_if_aten_asan '
        '_crash_if_csrc_asan _crash_if_csrc_ubsan _crash_if_debug_asserts_fail _crash_if_vptr_ubsan '
        '_create_function_from_graph _create_function_from_trace _create_function_from_trace_with_dict '
        '_create_graph_by_tracing _create_module_with_type _create_object_with_type _current_autograd_node '
        '_current_graph_task_execution_order _current_graph_task_id _cxx_flags _data_address '
        '_debug_get_fusion_group_inlining _debug_only_are_vmap_fallback_warnings_enabled '
        '_debug_only_display_vmap_fallback_warnings _debug_set_autodiff_subgraph_inlining '
        '_debug_set_fusion_group_inlining _demangle _disabled_torch_dispatch_impl _disabled_torch_function_impl '
        '_dispatch_call_boxed _dispatch_check_all_invariants _dispatch_check_invariants '
        '_dispatch_clear_leaked_python_filenames _dispatch_dump _dispatch_dump_table _dispatch_find_dangling_impls '
        '_dispatch_find_schema_or_throw _dispatch_get_all_op_names _dispatch_get_backend_keyset_from_autograd '
        '_dispatch_get_computed_kernel_for_dispatch_key _dispatch_get_registrations_for_dispatch_key '
        '_dispatch_has_backend_fallback _dispatch_has_computed_kernel_for_dispatch_key _dispatch_has_kernel '
        '_dispatch_has_kernel_for_any_dispatch_key _dispatch_has_kernel_for_dispatch_key '
        '_dispatch_isTensorSubclassLike _dispatch_is_alias_key _dispatch_is_included_in_alias '
        '_dispatch_kernel_for_dispatch_key_is_fallthrough _dispatch_key_for_device _dispatch_key_name '
        '_dispatch_key_parse _dispatch_key_set _dispatch_keys _dispatch_keyset_full _dispatch_keyset_full_after '
        '_dispatch_keyset_to_string _dispatch_library _dispatch_num_backends '
        '_dispatch_print_registrations_for_dispatch_key _dispatch_pystub _dispatch_set_report_error_callback '
        '_dispatch_tls_is_dispatch_key_excluded _dispatch_tls_is_dispatch_key_included '
        '_dispatch_tls_local_exclude_set _dispatch_tls_local_include_set _dispatch_tls_set_dispatch_key_excluded '
        '_dispatch_tls_set_dispatch_key_included _dist_autograd_init _dlpack_exchange_api _dump_local_tls_set '
        '_dump_upgraders_map _enable_mobile_interface_call_export _ensureCUDADeviceGuardSet _enter_dual_level '
        '_error_if_any_worker_fails _exit_dual_level _export_operator_list _export_opnames _faulty_agent_init '
        '_freeze_module _from_dlpack _functionality_to_backend_keys _functionalization_reapply_views_tls '
        '_fuse_to_static_module _fx_map_aggregate _fx_map_arg _gds_deregister_buffer _gds_deregister_handle '
        '_gds_load_storage _gds_register_buffer _gds_register_handle _gds_save_storage _generate_upgraders_graph '
        '_get_DTensor_sharding_propagator_cache_stats _get_accelerator _get_all_dtypes _get_autograd_fallback_mode '
        '_get_backcompat_broadcast_warn _get_backcompat_keepdim_warn _get_blas_default_backend '
        '_get_blas_preferred_backend _get_caught_jit_exception_class_name _get_caught_jit_exception_original_msg '
        '_get_constant_bool_symnode _get_cpp_backtrace _get_cpu_allow_fp16_reduced_precision_reduction '
        '_get_cpu_capability _get_cublas_allow_bf16_reduced_precision_reduction _get_cublas_allow_fp16_accumulation '
        '_get_cublas_allow_fp16_reduced_precision_reduction _get_cublas_allow_tf32 _get_cudnn_allow_tf32 '
        '_get_cudnn_batch_norm_reserve_space_size _get_cudnn_benchmark _get_cudnn_depthwise_kernel '
        '_get_cudnn_deterministic _get_cudnn_enabled _get_cudnn_sdp_enabled _get_custom_class_python_wrapper '
        '_get_default_device _get_deterministic_algorithms _get_deterministic_algorithms_warn_only '
        '_get_deterministic_fill_uninitialized_memory _get_dispatch_mode _get_dispatch_stack_at '
        '_get_dtensor_allow_implicit_replication _get_fa3_sdp_enabled _get_file_format _get_flash_sdp_enabled '
        '_get_float32_matmul_precision _get_fp32_precision_getter _get_function_stack_at _get_graph_exec_group '
        '_get_graph_executor_optimize _get_linalg_preferred_backend _get_math_sdp_allow_fp16_bf16_reduction '
        '_get_math_sdp_enabled _get_max_operator_version _get_mem_efficient_sdp_enabled _get_miopen_immediate '
        '_get_mkldnn_deterministic _get_mkldnn_enabled _get_mobile_model_contained_types '
        '_get_mobile_model_contained_types_from_buffer _get_model_bytecode_version '
        '_get_model_bytecode_version_from_buffer _get_model_extra_files _get_model_extra_files_from_buffer '
        '_get_model_ops_and_info _get_model_ops_and_info_from_buffer _get_module_info_from_flatbuffer '
        '_get_nested_int _get_nnpack_enabled _get_obj_in_tls _get_onednn_allow_tf32 _get_operation_overload '
        '_get_operator_version_map _get_overrideable_sdp_enabled _get_privateuse1_backend_name _get_qengine '
        '_get_rocm_fa_preferred_backend _get_schema _get_sdp_priority_order _get_sm_carveout_experimental '
        '_get_tensor_metadata _get_thread_name _get_torch_function_state _get_tracing_state _get_upgrader_ranges '
        '_get_upgraders_entry_map _get_upgraders_map_size _get_value_trace _get_version_calculator_flag '
        '_get_warnAlways _group_tensors_by_device_and_dtype _hack_do_not_use_clone_module_with_class '
        '_has_distributed _has_storage _has_tensorexpr_cpp_tests _has_torch_function _has_torch_function_unary '
        '_has_torch_function_variadic _import_ir_module_from_package _increment_version _infer_size '
        '_initCrashHandler _initExtension _init_names _is_alias_of _is_any_autocast_enabled _is_autocast_available '
        '_is_cached_tensor _is_ck_sdpa_available _is_cow_tensor _is_default_mobile_cpu_allocator_set '
        '_is_flash_attention_available _is_fwd_grad_enabled _is_grad_layout_enforcement_enabled _is_key_in_tls '
        '_is_multithreading_enabled _is_opaque_type_registered _is_torch_function_all_disabled '
        '_is_torch_function_enabled _is_torch_function_mode_enabled _is_tracing _is_view_replay_enabled '
        '_is_xnnpack_enabled _ivalue_debug_python_object _ivalue_tags_match _jit_assert_is_instance '
        '_jit_can_fuse_on_cpu _jit_can_fuse_on_cpu_legacy _jit_can_fuse_on_gpu _jit_cat_wo_conditionals '
        '_jit_check_alias_annotation _jit_clear_class_registry _jit_debug_fuser_num_cached_kernel_specs '
        '_jit_debug_module_iterators _jit_decay_packed_param_input_types _jit_decomposition_graph_for_node '
        '_jit_differentiate _jit_erase_non_input_shape_information _jit_flatten _jit_fuser_get_fused_kernel_code '
        '_jit_get_all_schemas _jit_get_custom_class_schemas _jit_get_emit_hooks _jit_get_inline_everything_mode '
        '_jit_get_logging_option _jit_get_num_profiled_runs _jit_get_operation _jit_get_schemas_for_operator '
        '_jit_get_te_cuda_pointwise_block_count _jit_get_te_cuda_pointwise_block_size '
        '_jit_get_te_cuda_pointwise_loop_levels _jit_get_te_generate_block_code _jit_get_te_must_use_llvm_cpu '
        '_jit_get_tracer_state_warn _jit_has_cpp_tests _jit_init _jit_interpret_graph _jit_is_onnx_log_enabled '
        '_jit_is_script_object _jit_llga_enabled _jit_nvfuser_can_be_enabled _jit_nvfuser_clear_comparison_callback '
        '_jit_nvfuser_enabled _jit_nvfuser_horizontal_mode _jit_nvfuser_set_comparison_callback '
        '_jit_nvfuser_single_node_mode _jit_object_is_non_holding _jit_onnx_convert_pattern_from_subblock '
        '_jit_onnx_create_full_scope_name _jit_onnx_list_model_parameters _jit_onnx_log _jit_opt_conditionals '
        '_jit_override_can_fuse_on_cpu _jit_override_can_fuse_on_cpu_legacy _jit_override_can_fuse_on_gpu '
        '_jit_pass_autocast _jit_pass_batch_mm _jit_pass_canonicalize _jit_pass_canonicalize_graph_fuser_ops '
        '_jit_pass_complete_shape_analysis _jit_pass_concat_frozen_linear _jit_pass_constant_loop_unrolling '
        '_jit_pass_constant_pooling _jit_pass_constant_propagation _jit_pass_constant_propagation_immutable_types '
        '_jit_pass_convert_frozen_ops_to_mkldnn _jit_pass_create_autodiff_subgraphs '
        '_jit_pass_create_functional_graphs _jit_pass_cse _jit_pass_custom_pattern_based_rewrite '
        '_jit_pass_custom_pattern_based_rewrite_graph _jit_pass_dbr_quant_remove_redundant_aliases _jit_pass_dce '
        '_jit_pass_dce_allow_deleting_nodes_with_side_effects _jit_pass_dce_graph _jit_pass_decompose_ops '
        '_jit_pass_dedup_module_uses _jit_pass_erase_number_types _jit_pass_erase_shape_information '
        '_jit_pass_filter_non_tensor_arguments _jit_pass_fixup_onnx_controlflow_node _jit_pass_fold_convbn '
        '_jit_pass_fold_frozen_conv_add_or_sub _jit_pass_fold_frozen_conv_bn _jit_pass_fold_frozen_conv_mul_or_div '
        '_jit_pass_fold_frozen_linear_bn _jit_pass_fold_prepacking_ops _jit_pass_functional_to_inplace_activation '
        '_jit_pass_fuse _jit_pass_fuse_add_relu _jit_pass_fuse_addmm _jit_pass_fuse_clamp_w_prepacked_linear_conv '
        '_jit_pass_fuse_frozen_conv_add_relu _jit_pass_fuse_linear _jit_pass_fuse_quantized_add_relu '
        '_jit_pass_fuse_tensorexprs _jit_pass_inline _jit_pass_inline_fork_wait _jit_pass_inline_functional_graphs '
        '_jit_pass_inplace_to_functional_activation _jit_pass_insert_observer_method_for_ondevice_ptq '
        '_jit_pass_insert_observers _jit_pass_insert_prepack_unpack _jit_pass_insert_prepacked_ops '
        '_jit_pass_insert_quant_dequant _jit_pass_insert_quant_dequant_for_ondevice_ptq '
        '_jit_pass_integer_value_refinement _jit_pass_lint _jit_pass_loop_unrolling _jit_pass_lower_all_tuples '
        '_jit_pass_lower_graph _jit_pass_metal_fold_prepacking_ops _jit_pass_metal_fuse_clamp_w_prepacked_conv '
        '_jit_pass_metal_insert_prepacked_ops _jit_pass_metal_optimize_for_mobile _jit_pass_onnx '
        '_jit_pass_onnx_assign_output_shape _jit_pass_onnx_assign_scoped_names_for_node_and_value '
        '_jit_pass_onnx_autograd_function_process _jit_pass_onnx_block _jit_pass_onnx_cast_all_constant_to_floating '
        '_jit_pass_onnx_clear_scope_records _jit_pass_onnx_constant_fold _jit_pass_onnx_deduplicate_initializers '
        '_jit_pass_onnx_eliminate_unused_items _jit_pass_onnx_eval_peephole _jit_pass_onnx_function_extraction '
        '_jit_pass_onnx_function_substitution _jit_pass_onnx_graph_shape_type_inference _jit_pass_onnx_lint '
        '_jit_pass_onnx_node_shape_type_inference _jit_pass_onnx_peephole _jit_pass_onnx_preprocess '
        '_jit_pass_onnx_preprocess_caffe2 _jit_pass_onnx_quantization_insert_permutes '
        '_jit_pass_onnx_remove_inplace_ops_for_onnx _jit_pass_onnx_remove_print _jit_pass_onnx_scalar_type_analysis '
        '_jit_pass_onnx_set_dynamic_input_shape _jit_pass_onnx_track_scope_attributes '
        '_jit_pass_onnx_unpack_quantized_weights _jit_pass_optimize_for_inference _jit_pass_optimize_for_mobile '
        '_jit_pass_optimize_frozen_graph _jit_pass_pattern_based_rewrite _jit_pass_peephole '
        '_jit_pass_peephole_list_idioms _jit_pass_prepare_division_for_onnx _jit_pass_propagate_device '
        '_jit_pass_propagate_dtype _jit_pass_propagate_shapes_on_graph '
        '_jit_pass_propagate_shapes_on_graph_and_build_compute _jit_pass_quant_finalize '
        '_jit_pass_quant_finalize_for_ondevice_ptq _jit_pass_quant_fusion _jit_pass_refine_integer_values '
        '_jit_pass_refine_tuple_types _jit_pass_remove_dropout _jit_pass_remove_expands '
        '_jit_pass_remove_inplace_ops _jit_pass_remove_mutation _jit_pass_replace_old_ops_with_upgraders '
        '_jit_pass_replicate_dequantize _jit_pass_run_decompositions _jit_pass_specialize_autogradzero '
        '_jit_pass_swap_functional_linear _jit_pass_transform_conv1d_to_conv2d _jit_pass_transpose_frozen_linear '
        '_jit_pass_vulkan_fold_prepacking_ops _jit_pass_vulkan_fuse_clamp_w_prepacked_conv '
        '_jit_pass_vulkan_insert_prepacked_ops _jit_pass_vulkan_optimize_for_mobile '
        '_jit_register_decomposition_for_schema _jit_register_shape_compute_graph_for_node _jit_replace_submodule '
        '_jit_resolve_packet _jit_run_cpp_tests _jit_script_class_compile _jit_script_compile '
        '_jit_script_compile_overload _jit_script_interface_compile _jit_set_autocast_mode _jit_set_bailout_depth '
        '_jit_set_emit_hooks _jit_set_fusion_strategy _jit_set_inline_everything_mode _jit_set_llga_enabled '
        '_jit_set_logging_option _jit_set_logging_stream _jit_set_num_profiled_runs _jit_set_nvfuser_enabled '
        '_jit_set_nvfuser_guard_mode _jit_set_nvfuser_horizontal_mode _jit_set_nvfuser_single_node_mode '
        '_jit_set_nvfuser_skip_node_kind _jit_set_onnx_log_enabled _jit_set_onnx_log_output_stream '
        '_jit_set_profiling_executor _jit_set_profiling_mode _jit_set_symbolic_shapes_test_mode '
        '_jit_set_te_cuda_pointwise_block_count _jit_set_te_cuda_pointwise_block_size '
        '_jit_set_te_cuda_pointwise_loop_levels _jit_set_te_generate_block_code _jit_set_te_must_use_llvm_cpu '
        '_jit_set_texpr_dynamic_shape_enabled _jit_set_texpr_fuser_enabled _jit_set_texpr_reductions_enabled '
        '_jit_set_tracer_state_warn _jit_set_utf8_decoding_ignore _jit_shape_compute_graph_for_node '
        '_jit_symbolic_shapes_test_mode_enabled _jit_texpr_dynamic_shape_enabled _jit_texpr_fallback_allowed '
        '_jit_texpr_fuser_enabled _jit_texpr_reductions_enabled _jit_texpr_set_fallback_allowed _jit_to_backend '
        '_jit_to_backend_selective _jit_to_static_module _jit_trace_graph _jit_trace_module _jit_try_infer_type '
        '_jit_unflatten _last_executed_optimized_graph _len_torch_dispatch_stack _len_torch_function_stack '
        '_llvm_enabled _load_for_lite_interpreter _load_for_lite_interpreter_from_buffer '
        '_load_jit_module_from_bytes _load_jit_module_from_file _load_mobile_module_from_bytes '
        '_load_mobile_module_from_file _log_api_usage_metadata _log_api_usage_once _logging_set_logger '
        '_maybe_call_torch_function_for_op_packet _meta_in_tls_dispatch_include _mps_acquireEvent '
        '_mps_currentAllocatedMemory _mps_deviceSynchronize _mps_driverAllocatedMemory _mps_elapsedTimeOfEvents '
        '_mps_emptyCache _mps_get_default_generator _mps_is_available _mps_is_in_bad_fork _mps_is_on_macos_or_newer '
        '_mps_maxBufferLength _mps_profilerStartTrace _mps_profilerStopTrace _mps_queryEvent '
        '_mps_recommendedMaxMemory _mps_recordEvent _mps_releaseEvent _mps_setMemoryFraction _mps_synchronizeEvent '
        '_mps_waitForEvent _mtia_attachOutOfMemoryObserver _mtia_deviceSynchronize _mtia_emptyCache '
        '_mtia_exchangeDevice _mtia_getCurrentRawStream _mtia_getCurrentStream _mtia_getDefaultStream '
        '_mtia_getDevice _mtia_getDeviceCapability _mtia_getDeviceCount _mtia_getDeviceProperties '
        '_mtia_graphPoolHandle _mtia_init _mtia_isBuilt _mtia_isInBadFork _mtia_maybeExchangeDevice '
        '_mtia_memorySnapshot _mtia_memoryStats _mtia_recordMemoryHistory _mtia_resetPeakMemoryStats '
        '_mtia_setCurrentStream _mtia_setDevice _mtia_setStream _multiprocessing_init _new_symbolic_shape_symbol '
        '_nn_module_to_mobile _non_sym_sizes _only_lift_cpu_tensors _overlaps _override_stale_capture_stream '
        '_parallel_info _parse_dispatch_key _parse_source_def _peek_should_skip_torch_function _pickle_load_obj '
        '_pickle_save _pop_torch_dispatch_stack _pop_torch_function_stack _propagate_and_assign_input_shapes '
        '_propagate_shapes _propagate_xla_data _push_on_torch_dispatch_stack _push_on_torch_function_stack '
        '_quantize_ondevice_ptq_dynamic _register_opaque_type _register_py_class_for_device '
        '_reinit_DTensor_dispatch_logger _remove_cached_tensor _remove_obj_from_tls _remove_worker_pids '
        '_rename_privateuse1_backend _replace_ _replace_overloaded_method_decl _resolve_type '
        '_resolve_type_from_object _rpc_init _run_emit_module_hook _save_jit_module _save_jit_module_to_bytes '
        '_save_mobile_module _save_mobile_module_to_bytes _save_parameters _select_batch_norm_backend '
        '_select_conv_backend _set_autograd_fallback_mode _set_backcompat_broadcast_warn '
        '_set_backcompat_keepdim_warn _set_blas_preferred_backend _set_cached_tensors_enabled '
        '_set_check_sparse_tensor_invariants _set_conj _set_cpu_allow_fp16_reduced_precision_reduction '
        '_set_cublas_allow_bf16_reduced_precision_reduction _set_cublas_allow_fp16_accumulation '
        '_set_cublas_allow_fp16_reduced_precision_reduction _set_cublas_allow_tf32 _set_cudnn_allow_tf32 '
        '_set_cudnn_benchmark _set_cudnn_depthwise_kernel _set_cudnn_deterministic _set_cudnn_enabled '
        '_set_default_dtype _set_default_mobile_cpu_allocator _set_default_tensor_type '
        '_set_deterministic_algorithms _set_deterministic_fill_uninitialized_memory _set_dispatch_mode '
        '_set_dtensor_allow_implicit_replication _set_float32_matmul_precision _set_fp32_precision_setter '
        '_set_fwd_grad_enabled _set_generator_metaclass _set_grad_enabled _set_grad_layout_enforcement_enabled '
        '_set_graph_exec_group _set_graph_executor_optimize _set_linalg_preferred_backend '
        '_set_math_sdp_allow_fp16_bf16_reduction _set_meta_in_tls_dispatch_include _set_miopen_immediate '
        '_set_mkldnn_deterministic _set_mkldnn_enabled _set_multithreading_enabled _set_neg _set_nnpack_enabled '
        '_set_onednn_allow_tf32 _set_only_lift_cpu_tensors _set_override_stale_capture_stream '
        '_set_print_stack_traces_on_fatal_signal _set_qengine _set_rocm_fa_preferred_backend '
        '_set_sdp_priority_order _set_sdp_use_cudnn _set_sdp_use_fa3 _set_sdp_use_flash _set_sdp_use_math '
        '_set_sdp_use_mem_efficient _set_sdp_use_overrideable _set_should_use_format_with_string_table '
        '_set_skip_next_torch_function _set_sm_carveout_experimental _set_tensor_metadata _set_thread_name '
        '_set_throw_on_mutable_data_ptr _set_torch_function_state _set_tracing_state _set_value_trace '
        '_set_view_replay_enabled _set_warnAlways _set_warn_deprecated_on_mutable_data_ptr '
        '_set_warn_on_accumulate_grad_stream_mismatch _set_worker_pids _set_worker_signal_handlers '
        '_should_allow_numbers_as_tensors _show_config _skip_one_hop_torch_function _stash_obj_in_tls '
        '_storage_Use_Count _storage_address _storage_id _supported_qengines _swap_tensor_impl '
        '_tensor_impl_raw_handle _test_only_add_entry_to_op_version_map _test_only_populate_upgraders '
        '_test_only_remove_entry_to_op_version_map _test_only_remove_upgraders _to_dlpack _to_dlpack_versioned '
        '_to_functionality_key _torchDeviceToDLDevice _tracer_set_force_outplace _tracer_set_get_unique_name_fn '
        '_tracer_warn_use_python _unregister_opaque_type _unsafe_reset_storage _unset_default_mobile_cpu_allocator '
        '_unset_dispatch_mode _valgrind_supported_platform _valgrind_toggle _valgrind_toggle_and_dump_stats '
        '_vmapmode_decrement_nesting _vmapmode_increment_nesting _warn _warn_deprecation '
        '_warn_on_accumulate_grad_stream_mismatch _will_engine_execute_node _wrap_tensor_impl '
        'autocast_decrement_nesting autocast_increment_nesting clear_autocast_cache fork get_autocast_cpu_dtype '
        'get_autocast_dtype get_autocast_gpu_dtype get_autocast_ipu_dtype get_autocast_xla_dtype get_default_dtype '
        'get_num_interop_threads get_num_threads import_ir_module import_ir_module_from_buffer init_num_threads '
        'is_anomaly_check_nan_enabled is_anomaly_enabled is_autocast_cache_enabled is_autocast_cpu_enabled '
        'is_autocast_enabled is_autocast_ipu_enabled is_autocast_xla_enabled is_grad_enabled '
        'is_inference_mode_enabled merge_type_from_type_comment parse_ir parse_schema parse_type_comment '
        'set_anomaly_enabled set_autocast_cache_enabled set_autocast_cpu_dtype set_autocast_cpu_enabled '
        'set_autocast_dtype set_autocast_enabled set_autocast_gpu_dtype set_autocast_ipu_dtype '
        'set_autocast_ipu_enabled set_autocast_xla_dtype set_autocast_xla_enabled set_flush_denormal '
        'set_num_interop_threads set_num_threads unify_type_list wait'
    ),
    '_acc': ('create_empty_tensor register_python_privateuseone_device_guard register_python_privateuseone_hook'),
    '_aoti': (
        'alloc_tensor_by_stealing_from_void_ptr alloc_tensors_by_stealing_from_void_ptrs '
        'unsafe_alloc_void_ptr_from_tensor unsafe_alloc_void_ptrs_from_tensors'
    ),
    '_autograd': (
        '_add_metadata_json _clear_callbacks _disable_profiler _disable_profiler_legacy _enable_profiler '
        '_enable_profiler_legacy _enable_record_function _get_creation_meta _get_current_graph_task_keep_graph '
        '_get_data_attr _get_sequence_nr _is_kineto_stopped _kineto_step _make_saved_tensor '
        '_pop_saved_tensors_default_hooks _prepare_profiler _profiler_enabled _profiler_type '
        '_push_saved_tensors_default_hooks _record_function_with_args_enter _record_function_with_args_exit '
        '_saved_tensors_hooks_disable _saved_tensors_hooks_enable _saved_tensors_hooks_get_disabled_error_message '
        '_saved_tensors_hooks_is_enabled _saved_tensors_hooks_set_tracing _set_creation_meta '
        '_set_empty_test_observer _soft_assert_raises _supported_activities _toggle_collection_dynamic '
        '_top_saved_tensors_default_hooks _unsafe_set_version_counter kineto_available'
    ),
    '_cpu': ('_get_cpu_capability _init_amx'),
    '_distributed_autograd': (
        '_current_context _get_debug_info _get_max_id _init _is_valid_context _new_context _release_context '
        '_retrieve_context backward get_gradients'
    ),
    '_distributed_c10d': (
        '_allow_inflight_collective_as_graph_input _broadcast_coalesced _compute_bucket_assignment_by_size '
        '_create_work_from_future _current_process_group _detect_dma_connectivity _dump_fr_trace '
        '_dump_fr_trace_json _get_comm_profiling_name _get_handler _get_handler_names _get_work_registry_size '
        '_make_nccl_premul_sum _register_builtin_comm_hook _register_comm_hook _register_handler '
        '_register_process_group _register_work _resolve_process_group '
        '_set_allow_inflight_collective_as_graph_input _set_comm_profiling_name _set_global_rank _set_process_group '
        '_set_thread_isolation_mode _test_python_store _unregister_all_process_groups _unregister_process_group '
        '_verify_params_across_processes get_debug_level set_debug_level set_debug_level_from_env'
    ),
    '_distributed_rpc': (
        '_cleanup_python_rpc_handler _delete_all_user_and_unforked_owner_rrefs _destroy_rref_context '
        '_disable_jit_rref_pickle _disable_server_process_global_profiler _enable_jit_rref_pickle '
        '_enable_server_process_global_profiler _get_current_rpc_agent _invoke_remote_builtin '
        '_invoke_remote_python_udf _invoke_remote_torchscript _invoke_rpc_builtin _invoke_rpc_python_udf '
        '_invoke_rpc_torchscript _is_current_rpc_agent_set _reset_current_rpc_agent _rref_context_get_debug_info '
        '_set_and_start_rpc_agent _set_profiler_node_id _set_rpc_timeout enable_gil_profiling get_rpc_timeout'
    ),
    '_dynamo': ('get_type_slots has_slot is_valid_var_name strip_function_call'),
    '_dynamo.compiled_autograd': (
        'call_cpp_tensor_pre_hooks clear_cache is_cache_empty set_autograd_compiler set_verbose_logger'
    ),
    '_dynamo.eval_frame': (
        '_debug_get_cache_entry_list _debug_get_precompile_entries _get_cache_entries_for_region '
        '_get_frame_value_stack_with_depth _get_total_cache_entry_count _load_precompile_entry '
        '_reset_precompile_entries _set_lru_cache code_framelocals_names get_bytecode_debugger_callback '
        'get_c_recursion_limit get_eval_frame_callback get_eval_frame_isolate_recompiles_id raise_sigtrap '
        'register_breakpoint_code reset_code set_bytecode_debugger_callback set_c_recursion_limit '
        'set_code_exec_strategy set_eval_frame set_eval_frame_isolate_recompiles_id '
        'set_fullgraph_compiled_frame_count set_fullgraph_error_on_nested_compile set_guard_complete_hook '
        'set_guard_error_hook set_skip_guard_eval_unsafe unsupported'
    ),
    '_dynamo.guards': (
        '_empty_strided_cpu _empty_strided_cpu_pinned _empty_strided_cuda _empty_strided_mtia _empty_strided_xpu '
        '_reinterpret_tensor assert_alignment assert_size_stride check_obj_id check_type_id '
        'compute_overlapping_tensors copy_if_misaligned dict_version install_no_tensor_aliasing_guard '
        'install_object_aliasing_guard install_storage_overlapping_guard install_symbolic_shape_guard '
        'profile_guard_manager set_is_in_mode_without_ignore_compile_internals'
    ),
    '_dynamo.utils': ('is_instancemethod'),
    '_export': (
        'deregister_example_upgraders deserialize_exported_program register_example_upgraders '
        'serialize_exported_program upgrade'
    ),
    '_fft': (
        'fft_fft fft_fft2 fft_fftfreq fft_fftn fft_fftshift fft_hfft fft_hfft2 fft_hfftn fft_ifft fft_ifft2 '
        'fft_ifftn fft_ifftshift fft_ihfft fft_ihfft2 fft_ihfftn fft_irfft fft_irfft2 fft_irfftn fft_rfft fft_rfft2 '
        'fft_rfftfreq fft_rfftn'
    ),
    '_functionalization': ('apply_view_meta_sequence get_view_meta_sequence'),
    '_functorch': (
        '_add_batch_dim _assert_wrapped_functional _func_decrement_nesting _func_increment_nesting '
        '_grad_decrement_nesting _grad_increment_nesting _is_vmap_fallback_enabled _jvp_decrement_nesting '
        '_jvp_increment_nesting _maybe_unsafe_set_level _propagate_functional_input_mutation _remove_batch_dim '
        '_set_dynamic_layer_keys_included _set_vmap_fallback_enabled _set_vmap_fallback_warning_enabled '
        '_unwrap_batched _unwrap_for_grad _unwrap_functional_tensor _vmap_decrement_nesting _vmap_increment_nesting '
        '_wrap_for_grad _wrap_functional_tensor current_level dlevel dump_dls dump_local_tls dump_tensor '
        'get_dynamic_layer_stack_depth get_inplace_requires_grad_allowed get_interpreter_stack '
        'get_single_level_autograd_function_allowed get_unwrapped is_batchedtensor is_dead_tensor_wrapper '
        'is_functionaltensor is_functorch_wrapped_tensor is_gradtrackingtensor is_legacy_batchedtensor '
        'maybe_current_level maybe_get_bdim maybe_get_level peek_interpreter_stack pop_dynamic_layer_stack '
        'pop_dynamic_layer_stack_and_undo_to_depth push_dynamic_layer_stack reshape_dim_into reshape_dim_outof '
        'set_inplace_requires_grad_allowed set_single_level_autograd_function_allowed tls_set_vmap_excluded '
        'unwrap_if_dead'
    ),
    '_instruction_counter': ('end start'),
    '_itt': ('is_available mark rangePop rangePush'),
    '_jit_tree_views': ('FalseLiteral NoneLiteral TrueLiteral'),
    '_lazy': (
        '_clear_ir_cache _counter_names _counter_value _dump_ir_cache _get_default_device_type _get_force_fallback '
        '_get_graph_hash _get_symbolic_shape_mode _get_tensor_id _get_tensors_backend _get_tensors_dot '
        '_get_tensors_text _mark_step _metrics_report _reset_metrics _set_force_fallback _set_reuse_ir '
        '_set_symbolic_shape_mode _sync_multi _wait_device_ops'
    ),
    '_lazy_ts_backend': ('_get_latest_computation_graph _get_tensors_ts_device_data_node _init _run_cached_graph'),
    '_linalg': (
        '_linalg_eigvals linalg__powsum linalg_cholesky linalg_cholesky_ex linalg_cond linalg_cross linalg_det '
        'linalg_diagonal linalg_eig linalg_eigh linalg_eigvals linalg_eigvalsh linalg_householder_product '
        'linalg_inv linalg_inv_ex linalg_ldl_factor linalg_ldl_factor_ex linalg_ldl_solve linalg_lstsq linalg_lu '
        'linalg_lu_factor linalg_lu_factor_ex linalg_lu_solve linalg_matmul linalg_matrix_exp linalg_matrix_norm '
        'linalg_matrix_power linalg_matrix_rank linalg_multi_dot linalg_norm linalg_pinv linalg_qr linalg_slogdet '
        'linalg_solve linalg_solve_ex linalg_solve_triangular linalg_svd linalg_svdvals linalg_tensorinv '
        'linalg_tensorsolve linalg_vander linalg_vecdot linalg_vector_norm'
    ),
    '_monitor': ('log_event register_event_handler unregister_event_handler'),
    '_nested': ('nested_tensor nested_to_padded_tensor'),
    '_nn': (
        '_conv_depthwise2d _pad_circular _pad_enum _parse_to _test_ambiguous_defaults _test_optional_filled_intlist '
        '_test_optional_floatlist _test_optional_intlist _test_string_default _test_warn_in_autograd '
        '_upsample_bicubic2d_aa _upsample_bilinear2d_aa _upsample_lanczos2d_aa _upsample_nearest_exact1d '
        '_upsample_nearest_exact2d _upsample_nearest_exact3d adaptive_avg_pool2d adaptive_avg_pool3d '
        'adaptive_max_pool2d adaptive_max_pool3d avg_pool2d avg_pool3d binary_cross_entropy col2im conv_depthwise3d '
        'cross_entropy_loss elu elu_ flatten_dense_tensors fractional_max_pool2d fractional_max_pool3d gelu gelu_ '
        'glu hardsigmoid hardsigmoid_ hardswish hardswish_ hardtanh hardtanh_ huber_loss im2col l1_loss leaky_relu '
        'leaky_relu_ linear log_sigmoid max_pool2d_with_indices max_pool3d_with_indices max_unpool2d max_unpool3d '
        'mish mish_ mkldnn_linear mkldnn_reorder_conv2d_weight mkldnn_reorder_conv3d_weight mse_loss '
        'multi_margin_loss multilabel_margin_loss nll_loss nll_loss2d nll_loss_nd one_hot pad pad_sequence '
        'reflection_pad1d reflection_pad2d reflection_pad3d relu6 relu6_ replication_pad1d replication_pad2d '
        'replication_pad3d rrelu_with_noise rrelu_with_noise_ scaled_dot_product_attention silu silu_ slow_conv3d '
        'slow_conv_dilated2d slow_conv_dilated3d slow_conv_transpose2d slow_conv_transpose3d smooth_l1_loss '
        'soft_margin_loss softplus softshrink thnn_conv2d unflatten_dense_tensors upsample_bicubic2d '
        'upsample_bilinear2d upsample_linear1d upsample_nearest1d upsample_nearest2d upsample_nearest3d '
        'upsample_trilinear3d'
    ),
    '_profiler': (
        '_add_execution_trace_observer _cupti_approximate_time_callback_address _cupti_monitor_allocated_buffers '
        '_cupti_monitor_buffer_complete_callback_address _cupti_monitor_buffer_request_callback_address '
        '_cupti_monitor_configure_buffers _cupti_monitor_get_completed _cupti_monitor_next_layout_epoch '
        '_cupti_monitor_pending_buffers _cupti_monitor_record_layouts _cupti_monitor_reset_buffers '
        '_cupti_monitor_return_buffer _cupti_monitor_shutdown_buffers _disable_execution_trace_observer '
        '_enable_execution_trace_observer _get_approximate_time _remove_execution_trace_observer '
        '_set_cuda_sync_enabled_val _set_fwd_bwd_enabled_val _set_record_concrete_inputs_enabled_val '
        'gather_traceback symbolize_addresses symbolize_tracebacks'
    ),
    '_sparse': (
        '_sparse_addmm _sparse_log_softmax _sparse_mm _sparse_mm_reduce_impl _sparse_softmax _spdiags _spsolve '
        'sparse_sampled_addmm'
    ),
    '_special': (
        'special_airy_ai special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1 '
        'special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_chebyshev_polynomial_v '
        'special_chebyshev_polynomial_w special_digamma special_entr special_erf special_erfc special_erfcx '
        'special_erfinv special_exp2 special_expit special_expm1 special_gammainc special_gammaincc special_gammaln '
        'special_hermite_polynomial_h special_hermite_polynomial_he special_i0 special_i0e special_i1 special_i1e '
        'special_laguerre_polynomial_l special_legendre_polynomial_p special_log1p special_log_ndtr '
        'special_log_softmax special_logit special_logsumexp special_modified_bessel_i0 special_modified_bessel_i1 '
        'special_modified_bessel_k0 special_modified_bessel_k1 special_multigammaln special_ndtr special_ndtri '
        'special_polygamma special_psi special_round special_scaled_modified_bessel_k0 '
        'special_scaled_modified_bessel_k1 special_shifted_chebyshev_polynomial_t '
        'special_shifted_chebyshev_polynomial_u special_shifted_chebyshev_polynomial_v '
        'special_shifted_chebyshev_polynomial_w special_sinc special_softmax special_spherical_bessel_j0 '
        'special_xlog1py special_xlogy special_zeta'
    ),
    '_te': (
        'Compute Compute2 Reduce abs acos annotate_input_shapes asin atan atan2 ceil construct_codegen cos cosh erf '
        'erfc exp expm1 fixup_missing_shape_info floor fmod frac ifThenElse is_graph_compilable isnan lgamma log '
        'log10 log1p log2 lower make_shapes_symbolic pow remainder remove_graph_output remove_unused_self_argument '
        'replace_list_output_with_tuple round rsqrt sigmoid simplify sin sinh sqrt tan tanh trim_graph trunc'
    ),
    '_verbose': ('mkl_set_verbose mkldnn_set_verbose'),
}
OBJECTS = {
    '': ('AVG SUM _VariableFunctions default_generator'),
    '_distributed_c10d': ('_DEFAULT_NO_TIMEOUT _DEFAULT_PG_TIMEOUT'),
    '_dynamo.eval_frame': ('NULL_STACK_VALUE py_opcode_caches'),
    '_dynamo.guards': (
        '_torchinductor_get_thp_dtype _torchinductor_get_thp_layout _torchinductor_get_thp_memory_format '
        '_torchinductor_pyobject_tensor_data_ptr _torchinductor_thp_device_new _torchinductor_thp_variable_wrap '
        '_torchinductor_thputils_unpack_int'
    ),
    '_monitor': ('COUNT MAX MEAN MIN SUM VALUE'),
}
MODULES = {
    '': (
        '_acc _aoti _autograd _cpu _distributed _distributed_autograd _distributed_c10d _distributed_rpc '
        '_distributed_rpc_testing _dynamo _export _fft _functionalization _functions _functorch '
        '_instruction_counter _itt _jit _jit_tree_views _lazy _lazy_ts_backend _linalg _monitor _nativert _nested '
        '_nn _onnx _profiler _return_types _sparse _special _te _verbose cpp'
    ),
    '_dynamo': ('compiled_autograd eval_frame guards utils'),
    '_export': ('pt2_archive_constants'),
    'cpp': ('nn'),
}
ENUMS = {
    '': {
        'AggregationType': {'SUM': 0, 'AVG': 1},
        'DispatchKey': {
            'Undefined': 0, 'CompositeExplicitAutogradNonFunctional': 155, 'CompositeExplicitAutograd': 154,
            'CompositeImplicitAutogradNestedTensor': 153, 'CompositeImplicitAutograd': 151, 'AutogradNestedTensor': 22,
            'AutogradOther': 20, 'Autograd': 150, 'Conjugate': 16, 'ZeroTensor': 18, 'Negative': 17,
            'BackendSelect': 11, 'ADInplaceOrView': 19, 'PythonTLSSnapshot': 41, 'Python': 13,
            'FuncTorchDynamicLayerFrontMode': 42, 'FuncTorchDynamicLayerBackMode': 14,
            'FuncTorchBatchedDecomposition': 152, 'FuncTorchBatched': 34, 'FuncTorchVmapMode': 36,
            'FuncTorchGradWrapper': 39, 'PythonDispatcher': 46, 'PreDispatch': 45, 'Functionalize': 15,
            'AutocastCPU': 24, 'AutocastMPS': 31, 'AutocastXPU': 27, 'AutocastHPU': 29, 'AutocastIPU': 28,
            'AutocastCUDA': 32, 'AutocastPrivateUse1': 33, 'Dense': 1, 'StartOfDenseBackends': 48, 'CPU': 49,
            'CUDA': 50, 'HIP': 51, 'XLA': 52, 'MPS': 53, 'IPU': 54, 'XPU': 55, 'HPU': 56, 'VE': 57, 'Lazy': 58,
            'MTIA': 59, 'MAIA': 60, 'PrivateUse1': 61, 'PrivateUse2': 62, 'PrivateUse3': 63, 'Meta': 64,
            'EndOfDenseBackends': 64, 'Quantized': 5, 'StartOfQuantizedBackends': 65, 'QuantizedCPU': 66,
            'QuantizedCUDA': 67, 'QuantizedHIP': 68, 'QuantizedXLA': 69, 'QuantizedMPS': 70, 'QuantizedIPU': 71,
            'QuantizedXPU': 72, 'QuantizedHPU': 73, 'QuantizedVE': 74, 'QuantizedLazy': 75, 'QuantizedMTIA': 76,
            'QuantizedMAIA': 77, 'QuantizedPrivateUse1': 78, 'QuantizedPrivateUse2': 79, 'QuantizedPrivateUse3': 80,
            'QuantizedMeta': 81, 'EndOfQuantizedBackends': 81, 'Sparse': 8, 'StartOfSparseBackends': 82,
            'SparseCPU': 83, 'SparseCUDA': 84, 'SparseHIP': 85, 'SparseXLA': 86, 'SparseMPS': 87, 'SparseIPU': 88,
            'SparseXPU': 89, 'SparseHPU': 90, 'SparseVE': 91, 'SparseLazy': 92, 'SparseMTIA': 93, 'SparseMAIA': 94,
            'SparsePrivateUse1': 95, 'SparsePrivateUse2': 96, 'SparsePrivateUse3': 97, 'SparseMeta': 98,
            'EndOfSparseBackends': 98, 'SparseCsr': 9, 'StartOfSparseCsrBackends': 99, 'SparseCsrCPU': 100,
            'SparseCsrCUDA': 101, 'SparseCsrHIP': 102, 'SparseCsrXLA': 103, 'SparseCsrMPS': 104, 'SparseCsrIPU': 105,
            'SparseCsrXPU': 106, 'SparseCsrHPU': 107, 'SparseCsrVE': 108, 'SparseCsrLazy': 109, 'SparseCsrMTIA': 110,
            'SparseCsrMAIA': 111, 'SparseCsrPrivateUse1': 112, 'SparseCsrPrivateUse2': 113, 'SparseCsrPrivateUse3': 114,
            'SparseCsrMeta': 115, 'EndOfSparseCsrBackends': 115, 'NestedTensor': 10, 'StartOfNestedTensorBackends': 116,
            'NestedTensorCPU': 117, 'NestedTensorCUDA': 118, 'NestedTensorHIP': 119, 'NestedTensorXLA': 120,
            'NestedTensorMPS': 121, 'NestedTensorIPU': 122, 'NestedTensorXPU': 123, 'NestedTensorHPU': 124,
            'NestedTensorVE': 125, 'NestedTensorLazy': 126, 'NestedTensorMTIA': 127, 'NestedTensorMAIA': 128,
            'NestedTensorPrivateUse1': 129, 'NestedTensorPrivateUse2': 130, 'NestedTensorPrivateUse3': 131,
            'NestedTensorMeta': 132, 'EndOfNestedTensorBackends': 132, 'AutogradFunctionality': 21,
            'StartOfAutogradFunctionalityBackends': 133, 'AutogradCPU': 134, 'AutogradCUDA': 135, 'AutogradHIP': 136,
            'AutogradXLA': 137, 'AutogradMPS': 138, 'AutogradIPU': 139, 'AutogradXPU': 140, 'AutogradHPU': 141,
            'AutogradVE': 142, 'AutogradLazy': 143, 'AutogradMTIA': 144, 'AutogradMAIA': 145,
            'AutogradPrivateUse1': 146, 'AutogradPrivateUse2': 147, 'AutogradPrivateUse3': 148, 'AutogradMeta': 149,
            'EndOfAutogradFunctionalityBackends': 149
        },
        'Tag': {
            'core': 0, 'cudagraph_unsafe': 1, 'data_dependent_output': 2, 'dynamic_output_shape': 3,
            'flexible_layout': 4, 'generated': 5, 'inplace': 6, 'inplace_view': 7, 'maybe_aliasing_or_mutating': 8,
            'needs_contiguous_strides': 9, 'needs_exact_strides': 10, 'needs_fixed_stride_order': 11,
            'nondeterministic_bitwise': 12, 'nondeterministic_seeded': 13, 'out': 14, 'out_variant': 15,
            'pointwise': 16, 'pt2_compliant_tag': 17, 'reduction': 18, 'view_copy': 19
        },
        '_BatchNormBackend': {'Native': 0, 'Cudnn': 1, 'Miopen': 2},
        '_BlasBackend': {'Default': 0, 'Cublas': 1, 'Cublaslt': 2, 'Ck': 3},
        '_ConvBackend': {
            'CudaDepthwise2d': 0, 'CudaDepthwise3d': 1, 'Cudnn': 2, 'CudnnTranspose': 3, 'Empty': 4, 'Miopen': 5,
            'MiopenDepthwise': 6, 'MiopenTranspose': 7, 'Mkldnn': 8, 'MkldnnEmpty': 10, 'NnpackSpatial': 11,
            'Overrideable': 12, 'Slow2d': 13, 'Slow3d': 14, 'SlowDilated2d': 15, 'SlowDilated3d': 16,
            'SlowTranspose2d': 17, 'SlowTranspose3d': 18, 'Winograd3x3Depthwise': 19, 'Xnnpack2d': 20, 'Mps': 21,
            'MpsTranspose,': 22
        },
        '_LinalgBackend': {'Default': 0, 'Cusolver': 1, 'Magma': 2},
        '_MobileOptimizerType': {
            'CONV_BN_FUSION': 0, 'INSERT_FOLD_PREPACK_OPS': 1, 'REMOVE_DROPOUT': 2, 'FUSE_ADD_RELU': 3,
            'HOIST_CONV_PACKED_PARAMS': 4, 'VULKAN_AUTOMATIC_GPU_TRANSFER': 6
        },
        '_ROCmFABackend': {'Default': 0, 'AOTriton': 1, 'Ck': 2},
        '_SDPBackend': {
            'ERROR': -1, 'MATH': 0, 'FLASH_ATTENTION': 1, 'EFFICIENT_ATTENTION': 2, 'CUDNN_ATTENTION': 3,
            'OVERRIDEABLE': 4
        },
        '_ScalingType': {
            'TensorWise': 0, 'RowWise': 1, 'BlockWise1x16': 2, 'BlockWise1x32': 3, 'BlockWise1x128': 4,
            'BlockWise128x128': 5
        },
        '_SchemaArgType': {'input': 0, 'output': 1},
        '_SwizzleType': {'NO_SWIZZLE': 0, 'SWIZZLE_32_4_4': 1},
        '_TorchDispatchModeKey': {'FUNCTIONAL': 2, 'PROXY': 1, 'FAKE': 0},
        '_TorchFunctionState': {'ENABLED': 0, 'SUBCLASSES_DISABLED': 1, 'ALL_DISABLED': 2},
    },
    '_autograd': {
        'CreationMeta': {
            'DEFAULT': 0, 'IN_CUSTOM_FUNCTION': 1, 'MULTI_OUTPUT_NODE': 2, 'NO_GRAD_MODE': 3, 'INFERENCE_MODE': 4
        },
        'DeviceType': {
            'CPU': 0, 'CUDA': 1, 'MKLDNN': 2, 'OPENGL': 3, 'OPENCL': 4, 'IDEEP': 5, 'HIP': 6, 'FPGA': 7, 'MAIA': 8,
            'XLA': 9, 'Vulkan': 10, 'Metal': 11, 'XPU': 12, 'MPS': 13, 'MTIA': 19, 'Meta': 14, 'HPU': 15, 'VE': 16,
            'Lazy': 17, 'IPU': 18, 'PrivateUse1': 20
        },
    },
    '_distributed_c10d': {
        'BuiltinCommHookType': {'ALLREDUCE': 1, 'FP16_COMPRESS': 2},
        'DebugLevel': {'OFF': 0, 'INFO': 1, 'DETAIL': 2},
        'ErrorType': {'SUCCESS': 0, 'TIMEOUT': 1, 'COMM_ERROR': 2, 'REMOTE_ERROR': 3},
        'OpType': {
            'BROADCAST': 0, 'ALLREDUCE': 1, 'ALLREDUCE_COALESCED': 2, 'REDUCE': 3, 'ALLGATHER': 4, '_ALLGATHER_BASE': 5,
            'ALLGATHER_COALESCED': 6, 'GATHER': 7, 'SCATTER': 8, 'REDUCE_SCATTER': 9, 'ALLTOALL_BASE': 10,
            'ALLTOALL': 11, 'SEND': 12, 'RECV': 13, 'RECVANYSOURCE': 14, 'BARRIER': 15, '_REDUCE_SCATTER_BASE': 16,
            'COALESCED': 17, '_ALLREDUCE_SPARSE': 18, 'REDUCE_SCATTER_TENSOR_COALESCED': 19, 'UNKNOWN': 100
        },
        'WorkResult': {'SUCCESS': 0, 'TIMEOUT': 1, 'COMM_ERROR': 2, 'UNKNOWN': 100},
    },
    '_dynamo': {
        'PyMappingSlots': {'MP_LENGTH': 0, 'MP_SUBSCRIPT': 1, 'MP_ASS_SUBSCRIPT': 2},
        'PyNumberSlots': {
            'NB_ADD': 0, 'NB_SUBTRACT': 1, 'NB_MULTIPLY': 2, 'NB_REMAINDER': 3, 'NB_POWER': 4, 'NB_NEGATIVE': 5,
            'NB_POSITIVE': 6, 'NB_ABSOLUTE': 7, 'NB_BOOL': 8, 'NB_INVERT': 9, 'NB_LSHIFT': 10, 'NB_RSHIFT': 11,
            'NB_AND': 12, 'NB_XOR': 13, 'NB_OR': 14, 'NB_INT': 15, 'NB_FLOAT': 16, 'NB_INPLACE_ADD': 17,
            'NB_INPLACE_SUBTRACT': 18, 'NB_INPLACE_MULTIPLY': 19, 'NB_INPLACE_REMAINDER': 20, 'NB_INPLACE_POWER': 21,
            'NB_INPLACE_LSHIFT': 22, 'NB_INPLACE_RSHIFT': 23, 'NB_INPLACE_AND': 24, 'NB_INPLACE_XOR': 25,
            'NB_INPLACE_OR': 26, 'NB_FLOOR_DIVIDE': 27, 'NB_TRUE_DIVIDE': 28, 'NB_INPLACE_FLOOR_DIVIDE': 29,
            'NB_INPLACE_TRUE_DIVIDE': 30, 'NB_INDEX': 31, 'NB_MATRIX_MULTIPLY': 32, 'NB_INPLACE_MATRIX_MULTIPLY': 33,
            'NB_DIVMOD': 34
        },
        'PySequenceSlots': {
            'SQ_LENGTH': 0, 'SQ_CONCAT': 1, 'SQ_REPEAT': 2, 'SQ_ITEM': 3, 'SQ_CONTAINS': 4, 'SQ_ASS_ITEM': 5,
            'SQ_INPLACE_CONCAT': 6, 'SQ_INPLACE_REPEAT': 7
        },
        'PyTypeSlots': {
            'TP_HASH': 0, 'TP_ITER': 1, 'TP_ITERNEXT': 2, 'TP_CALL': 3, 'TP_REPR': 4, 'TP_RICHCOMPARE': 5,
            'TP_GETATTRO': 6, 'TP_SETATTRO': 7, 'TP_DESCR_GET': 8, 'TP_DESCR_SET': 9, 'TP_STR': 10
        },
    },
    '_dynamo.eval_frame': {
        '_FrameAction': {'DEFAULT': 0, 'SKIP': 1, 'RUN_ONLY': 2},
    },
    '_functionalization': {
        'InverseReturnMode': {'AlwaysView': 0, 'NeverView': 1, 'ViewOrScatterInverse': 2},
    },
    '_functorch': {
        'RandomnessType': {'Error': 0, 'Same': 1, 'Different': 2},
        'TransformType': {'Torch': 0, 'Grad': 2, 'Jvp': 3, 'Functionalize': 4, 'Vmap': 1},
    },
    '_monitor': {
        'Aggregation': {'VALUE': 0, 'MEAN': 2, 'COUNT': 3, 'SUM': 4, 'MAX': 5, 'MIN': 6},
    },
    '_onnx': {
        'OperatorExportTypes': {'ONNX': 0, 'ONNX_ATEN': 1, 'ONNX_ATEN_FALLBACK': 2, 'ONNX_FALLTHROUGH': 3},
        'TensorProtoDataType': {
            'UNDEFINED': 0, 'FLOAT': 1, 'UINT8': 2, 'INT8': 3, 'UINT16': 4, 'INT16': 5, 'INT32': 6, 'INT64': 7,
            'STRING': 8, 'BOOL': 9, 'FLOAT16': 10, 'DOUBLE': 11, 'UINT32': 12, 'UINT64': 13, 'COMPLEX64': 14,
            'COMPLEX128': 15, 'BFLOAT16': 16, 'FLOAT8E4M3FN': 17, 'FLOAT8E4M3FNUZ': 18, 'FLOAT8E5M2': 19,
            'FLOAT8E5M2FNUZ': 20
        },
        'TrainingMode': {'EVAL': 0, 'PRESERVE': 1, 'TRAINING': 2},
    },
    '_profiler': {
        'ActiveProfilerType': {'NONE': 0, 'LEGACY': 1, 'KINETO': 2, 'NVTX': 3, 'ITT': 4, 'PRIVATEUSE1': 5},
        'ProfilerActivity': {'CPU': 0, 'XPU': 1, 'MTIA': 4, 'CUDA': 2, 'HPU': 3, 'PrivateUse1': 5},
        'ProfilerState': {
            'Disabled': 0, 'CPU': 1, 'CUDA': 2, 'NVTX': 3, 'ITT': 4, 'PRIVATEUSE1': 5, 'KINETO': 6,
            'KINETO_GPU_FALLBACK': 7, 'KINETO_PRIVATEUSE1_FALLBACK': 8, 'KINETO_PRIVATEUSE1': 9
        },
        'RecordScope': {
            'FUNCTION': 0, 'BACKWARD_FUNCTION': 1, 'TORCHSCRIPT_FUNCTION': 2, 'KERNEL_FUNCTION_DTYPE': 3,
            'CUSTOM_CLASS': 4, 'BUILD_FEATURE': 5, 'LITE_INTERPRETER': 6, 'USER_SCOPE': 7, 'STATIC_RUNTIME_OP': 8,
            'STATIC_RUNTIME_MODEL': 9
        },
        '_EventType': {
            'TorchOp': 0, 'Backend': 1, 'Vulkan': 2, 'Allocation': 3, 'PyCall': 5, 'PyCCall': 6, 'Kineto': 7
        },
    },
}
VALUES = {
    '': {
        '_GLIBCXX_USE_CXX11_ABI': True,
        '_has_cuda': False,
        '_has_cudnn': False,
        '_has_cusparselt': False,
        '_has_eigen_sparse': False,
        '_has_kleidiai': False,
        '_has_magma': False,
        '_has_mkldnn': True,
        '_has_mkldnn_acl': False,
        '_has_mps': False,
        '_has_xpu': False,
        'has_lapack': True,
        'has_mkl': True,
        'has_openmp': True,
        'has_spectral': True,
    },
    '_distributed_c10d': {
        '_DEFAULT_FIRST_BUCKET_BYTES': 1048576,
    },
    '_distributed_rpc': {
        '_DEFAULT_INIT_METHOD': 'env://',
        '_DEFAULT_NUM_WORKER_THREADS': 16,
        '_DEFAULT_RPC_TIMEOUT_SEC': 60.0,
        '_UNSET_RPC_TIMEOUT': -1.0,
    },
    '_export.pt2_archive_constants': {
        'AOTINDUCTOR_DIR': 'data/aotinductor/',
        'ARCHIVE_FORMAT_PATH': 'archive_format',
        'ARCHIVE_FORMAT_VALUE': 'pt2',
        'ARCHIVE_ROOT_NAME': 'package',
        'ARCHIVE_VERSION_PATH': 'archive_version',
        'ARCHIVE_VERSION_VALUE': '0',
        'CONSTANTS_CONFIG_FILENAME_FORMAT': 'data/constants/{}_constants_config.json',
        'CONSTANTS_DIR': 'data/constants/',
        'CONSTANTS_PARAM_CONFIG_FORMAT': 'data/constants/{}_model_constants_config.json',
        'CUSTOM_OBJ_FILENAME_PREFIX': 'custom_obj_',
        'EXECUTORCH_DIR': 'data/executorch/',
        'EXTRA_DIR': 'extra/',
        'MODELS_DIR': 'models/',
        'MODELS_FILENAME_FORMAT': 'models/{}.json',
        'MODULE_INFO_PATH': 'extra/module_info.json',
        'MTIA_DIR': 'data/mtia',
        'OPAQUE_OBJ_FILENAME_PREFIX': 'opaque_obj_',
        'SAMPLE_INPUTS_DIR': 'data/sample_inputs/',
        'SAMPLE_INPUTS_FILENAME_FORMAT': 'data/sample_inputs/{}.pt',
        'TENSOR_CONSTANT_FILENAME_PREFIX': 'tensor_',
        'TS_SAMPLE_INPUTS_FILENAME_FORMAT': 'extra/{}.forward.sample_input.pt',
        'WEIGHTS_CONFIG_FILENAME_FORMAT': 'data/weights/{}_weights_config.json',
        'WEIGHTS_DIR': 'data/weights/',
        'WEIGHTS_PARAM_CONFIG_FORMAT': 'data/weights/{}_model_param_config.json',
        'WEIGHT_FILENAME_PREFIX': 'weight_',
        'XL_MODEL_WEIGHTS_DIR': 'xl_model_weights/',
        'XL_MODEL_WEIGHTS_PARAM_CONFIG_PATH': 'xl_model_weights/model_param_config',
    },
    '_onnx': {
        'PRODUCER_VERSION': '2.13.0',
    },
}
KEYSETS = {
    '': {
        '_additional_keys_to_prop_for_wrapper_tensors': 6467686603,
        '_after_ADInplaceOrView_keyset': 2305843026393563135,
        '_after_autograd_keyset': 2305843043573432319,
        '_dispatch_autogradother_backends': 33488895,
    },
}
