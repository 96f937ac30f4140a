# Which sources of a folder are compiled as one: what libtorch's headers have compiled, half of a source's time or more, is
# then compiled once for many.  The first edit of a source compiles the others of its unit again: those of operators, which
# are edited most, are kept below ten seconds.  A source that is in no unit is compiled by itself.  Sources of one unit may
# not have names of their own in common.
unit.autograd/hooking      := graph hooks custom_function saved_values saved_tensors node_contents anomaly views compiler
unit.autograd/transforming := autograd func forward_ad jvp_decompositions vmap
unit.checks/checking       := checks by_name agree mended_kernels sizes steps
unit.core/cores            := tensor error glue context given interrupt enums generator
unit.devices/backends      := backend backend_kernels device on_cuda
unit.devices/streaming     := backend_streams streams accelerator autocast
unit.devices/cudas         := cuda_device cuda_graph cuda_libraries cuda_memory cuda_nccl cuda_pools cuda_stream
unit.distributed/groups    := distributed collectives fake listening host reducer works absence stores store_collectives nccl
unit.host/hosts            := interpreter host identity symbol binding warning
unit.jit/modules_of_jit    := modules module_hooks functions units names archives archive aoti debug_records pickle_depth parsed_text
unit.jit/values_of_jit     := objects classes collections converting defaults operators tracing traced_calls traced_places
unit.jit/graphs_of_jit     := ir_graphs ir_nodes ir_check print ir_attributes ir_passes ir_types ir_values transforms
unit.library/calling       := call library dispatch remains values values_nested derivatives
unit.memory/memories       := memory memory_of host_blocks pressure storages storage shared dlpack counts pool
unit.operators/elementwise := pointwise arithmetic compare bitwise unary
unit.operators/functions   := reduce scan statistics norm special special_polynomials
unit.operators/making      := creation random aliases sparse nested quantized
unit.operators/shaping     := shape convert view_copy index distance
unit.operators/matrices    := blas linalg lapack spectral fft loss
unit.operators/layers      := activation attention dropout embedding rnn padding conv pool vision
unit.operators/lists       := foreach foreach_inplace optim
unit.profiler/profiling    := profile profiler record calls tree activities
