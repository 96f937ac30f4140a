/* pytorch_c: the whole C ABI.  Start with pytorch_c/types.h. */
#ifndef PYTORCH_C_H
#define PYTORCH_C_H

#include <pytorch_c/types.h>

#include <pytorch_c/core/context.h>
#include <pytorch_c/core/error.h>
#include <pytorch_c/core/generator.h>
#include <pytorch_c/core/tensor.h>
#include <pytorch_c/core/version.h>

#include <pytorch_c/operators/activation.h>
#include <pytorch_c/operators/aliases.h>
#include <pytorch_c/operators/arithmetic.h>
#include <pytorch_c/operators/attention.h>
#include <pytorch_c/operators/bitwise.h>
#include <pytorch_c/operators/blas.h>
#include <pytorch_c/operators/compare.h>
#include <pytorch_c/operators/conv.h>
#include <pytorch_c/operators/convert.h>
#include <pytorch_c/operators/creation.h>
#include <pytorch_c/operators/distance.h>
#include <pytorch_c/operators/dropout.h>
#include <pytorch_c/operators/embedding.h>
#include <pytorch_c/operators/fft.h>
#include <pytorch_c/operators/foreach.h>
#include <pytorch_c/operators/foreach_inplace.h>
#include <pytorch_c/operators/index.h>
#include <pytorch_c/operators/lapack.h>
#include <pytorch_c/operators/linalg.h>
#include <pytorch_c/operators/loss.h>
#include <pytorch_c/operators/nested.h>
#include <pytorch_c/operators/norm.h>
#include <pytorch_c/operators/optim.h>
#include <pytorch_c/operators/padding.h>
#include <pytorch_c/operators/pointwise.h>
#include <pytorch_c/operators/pool.h>
#include <pytorch_c/operators/quantized.h>
#include <pytorch_c/operators/random.h>
#include <pytorch_c/operators/reduce.h>
#include <pytorch_c/operators/rnn.h>
#include <pytorch_c/operators/scan.h>
#include <pytorch_c/operators/shape.h>
#include <pytorch_c/operators/sparse.h>
#include <pytorch_c/operators/special.h>
#include <pytorch_c/operators/special_polynomials.h>
#include <pytorch_c/operators/spectral.h>
#include <pytorch_c/operators/statistics.h>
#include <pytorch_c/operators/unary.h>
#include <pytorch_c/operators/view_copy.h>
#include <pytorch_c/operators/vision.h>

#include <pytorch_c/autograd/autograd.h>
#include <pytorch_c/autograd/compiler.h>
#include <pytorch_c/autograd/custom_function.h>
#include <pytorch_c/autograd/forward_ad.h>
#include <pytorch_c/autograd/func.h>
#include <pytorch_c/autograd/graph.h>
#include <pytorch_c/autograd/hooks.h>
#include <pytorch_c/autograd/saved_tensors.h>
#include <pytorch_c/autograd/vmap.h>

#include <pytorch_c/devices/accelerator.h>
#include <pytorch_c/devices/autocast.h>
#include <pytorch_c/devices/backend.h>
#include <pytorch_c/devices/cuda.h>
#include <pytorch_c/devices/cuda_graph.h>
#include <pytorch_c/devices/cuda_memory.h>
#include <pytorch_c/devices/cuda_stream.h>
#include <pytorch_c/devices/device.h>
#include <pytorch_c/devices/streams.h>

#include <pytorch_c/distributed/distributed.h>
#include <pytorch_c/distributed/reducer.h>
#include <pytorch_c/distributed/store_collectives.h>

#include <pytorch_c/host/binding.h>
#include <pytorch_c/host/host.h>
#include <pytorch_c/host/identity.h>
#include <pytorch_c/host/symbol.h>
#include <pytorch_c/host/warning.h>

#include <pytorch_c/jit/aoti.h>
#include <pytorch_c/jit/jit.h>
#include <pytorch_c/jit/jit_convert.h>
#include <pytorch_c/jit/jit_graph.h>
#include <pytorch_c/jit/tracing.h>

#include <pytorch_c/library/call.h>
#include <pytorch_c/library/dispatch.h>
#include <pytorch_c/library/library.h>

#include <pytorch_c/memory/dlpack.h>
#include <pytorch_c/memory/memory.h>
#include <pytorch_c/memory/shared.h>
#include <pytorch_c/memory/storage.h>

#include <pytorch_c/profiler/profiler.h>
#include <pytorch_c/profiler/record.h>

#endif
