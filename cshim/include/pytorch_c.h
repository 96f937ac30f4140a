/* pytorch_c: the whole C ABI.  Start with pytorch_c/types.h. */
#ifndef PYTORCH_C_H
#define PYTORCH_C_H

#include <pytorch_c/types.h>

#include <pytorch_c/activation.h>
#include <pytorch_c/aliases.h>
#include <pytorch_c/attention.h>
#include <pytorch_c/autograd.h>
#include <pytorch_c/bitwise.h>
#include <pytorch_c/blas.h>
#include <pytorch_c/call.h>
#include <pytorch_c/compare.h>
#include <pytorch_c/conv.h>
#include <pytorch_c/convert.h>
#include <pytorch_c/creation.h>
#include <pytorch_c/custom_function.h>
#include <pytorch_c/device.h>
#include <pytorch_c/dlpack.h>
#include <pytorch_c/error.h>
#include <pytorch_c/fft.h>
#include <pytorch_c/foreach.h>
#include <pytorch_c/foreach_inplace.h>
#include <pytorch_c/graph.h>
#include <pytorch_c/hooks.h>
#include <pytorch_c/index.h>
#include <pytorch_c/linalg.h>
#include <pytorch_c/linalg_old.h>
#include <pytorch_c/loss.h>
#include <pytorch_c/memory.h>
#include <pytorch_c/nested.h>
#include <pytorch_c/norm.h>
#include <pytorch_c/optim.h>
#include <pytorch_c/optimizer.h>
#include <pytorch_c/padding.h>
#include <pytorch_c/pointwise.h>
#include <pytorch_c/pointwise_out.h>
#include <pytorch_c/pool.h>
#include <pytorch_c/quantized.h>
#include <pytorch_c/random.h>
#include <pytorch_c/reduce.h>
#include <pytorch_c/reduce_out.h>
#include <pytorch_c/rnn.h>
#include <pytorch_c/shape.h>
#include <pytorch_c/sparse.h>
#include <pytorch_c/special.h>
#include <pytorch_c/special_poly.h>
#include <pytorch_c/spectral.h>
#include <pytorch_c/tensor.h>
#include <pytorch_c/unary.h>
#include <pytorch_c/upsample.h>
#include <pytorch_c/version.h>
#include <pytorch_c/view_copy.h>
#include <pytorch_c/vmap.h>
#include <pytorch_c/warning.h>

#endif
