// Operators whose forward derivative libtorch takes from a registry that torch's
// Python fills (torch/_decomp/decompositions_for_jvp.py): each as other operators.
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/runtime/decomposition_registry.h>
#include <torch/jit.h>

#include "autograd/jvp_decompositions.h"

#include <mutex>

namespace {

// Each function is an operator's schema in TorchScript.  The order of the steps
// is torch's, so that the results are.
constexpr const char *source = R"(
def trace(self: Tensor) -> Tensor:
    return torch.sum(torch.diagonal(self))

def log_sigmoid_forward(self: Tensor) -> Tuple[Tensor, Tensor]:
    z = torch.exp(-torch.abs(self))
    buffer = z
    if self.is_cuda:
        buffer = torch.zeros([0], dtype=self.dtype, device=self.device)
    return torch.minimum(torch.zeros_like(self), self) - torch.log1p(z), buffer

def _softmax_backward_data(grad_output: Tensor, output: Tensor, dim: int, input_dtype: int) -> Tensor:
    product = grad_output * output
    found = product - output * torch.sum(product, [dim], True)
    if grad_output.is_cuda:
        found = found.to(input_dtype)
    return found.contiguous()

def _log_softmax_backward_data(grad_output: Tensor, output: Tensor, dim: int, input_dtype: int) -> Tensor:
    found = grad_output - torch.exp(output) * torch.sum(grad_output, [dim], True)
    if grad_output.is_cuda:
        found = found.to(input_dtype)
    return found

def nll_loss_backward(grad_output: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int,
                      ignore_index: int, total_weight: Tensor) -> Tensor:
    channel = 0 if self.dim() < 2 else 1
    if reduction == 1:
        grad_output = grad_output / total_weight
    target = target.unsqueeze(channel)
    counted = target != ignore_index
    place = torch.where(counted, target, 0)
    found = torch.scatter(torch.zeros_like(self), channel, place, -1.0)
    if found.dim() > grad_output.dim() and grad_output.dim() > 0:
        grad_output = grad_output.unsqueeze(channel)
    if weight is not None:
        shape = [1] * self.dim()
        shape[channel] = weight.size(0)
        grad_output = grad_output * weight.reshape(shape)
    return found * torch.where(counted, grad_output, 0)

def nll_loss2d_backward(grad_output: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int,
                        ignore_index: int, total_weight: Tensor) -> Tensor:
    return nll_loss_backward(grad_output, self, target, weight, reduction, ignore_index, total_weight)

# The mean and 1 / deviation again, so that they depend on the input; eps is what is left of rstd.
def statistics(input: Tensor, rstd: Tensor, dims: List[int], keepdim: bool) -> Tuple[Tensor, Tensor]:
    var, mean = torch.var_mean(input, dims, correction=0, keepdim=keepdim)
    eps = (torch.pow(1 / rstd, 2) - var).detach()
    return mean, torch.rsqrt(var + eps)

def native_layer_norm_backward(grad_out: Tensor, input: Tensor, normalized_shape: List[int], mean: Tensor,
                               rstd: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                               output_mask: List[bool]) -> Tuple[Tensor, Tensor, Tensor]:
    axis = input.dim() - len(normalized_shape)
    inner: List[int] = []
    outer: List[int] = []
    n = 1
    for i in range(input.dim()):
        if i < axis:
            outer.append(i)
        else:
            inner.append(i)
            n *= input.size(i)
    shape = input.shape
    if input.numel() == 0:
        nothing = torch.zeros(shape[axis:], dtype=input.dtype, device=input.device)
        return torch.zeros_like(input), nothing, torch.zeros_like(nothing)
    mean_, rstd_ = statistics(input, rstd, inner, True)
    x = (input - mean_) * rstd_
    grad_x = grad_out
    if weight is not None:
        grad_x = grad_out * weight
    d_input, d_weight, d_bias = torch.zeros_like(input), torch.zeros([]), torch.zeros([])
    if output_mask[0]:
        total = torch.sum(grad_x, inner, True)
        along = torch.mul(x, torch.sum(torch.mul(grad_x, x), inner, True))
        d_input = (rstd_ / n) * (grad_x * n - total - along)
    if weight is not None:
        d_weight = torch.zeros_like(weight)
        if output_mask[1]:
            d_weight = grad_out * x
            if len(outer) > 0:
                d_weight = torch.sum(d_weight, outer, False)
    if bias is not None:
        d_bias = torch.zeros_like(bias)
        if output_mask[2]:
            d_bias = grad_out.clone()
            if len(outer) > 0:
                d_bias = torch.sum(grad_out, outer, False)
    return d_input, d_weight, d_bias

def native_batch_norm_backward(grad_out: Tensor, input: Tensor, weight: Optional[Tensor],
                               running_mean: Optional[Tensor], running_var: Optional[Tensor],
                               save_mean: Optional[Tensor], save_invstd: Optional[Tensor], train: bool, eps: float,
                               output_mask: List[bool]) -> Tuple[Tensor, Tensor, Tensor]:
    dims: List[int] = []
    shape: List[int] = []
    count = 1
    for i in range(input.dim()):
        shape.append(input.size(i) if i == 1 else 1)
        if i != 1:
            dims.append(i)
            count *= input.size(i)
    if train:
        assert save_invstd is not None
        mean, invstd = statistics(input, save_invstd, dims, False)
    else:
        assert running_mean is not None and running_var is not None
        mean, invstd = running_mean, torch.rsqrt(running_var + eps)
    centered = input - mean.reshape(shape)
    total = torch.sum(grad_out, dims)
    along = torch.sum(grad_out * centered, dims)
    scale = invstd.reshape(shape)
    if weight is not None:
        scale = (invstd * weight).reshape(shape)
    d_input = grad_out * scale
    if train:
        norm = 1.0 / count
        along_scaled = torch.mul(along * norm, invstd * invstd).reshape(shape)
        d_input = ((grad_out - centered * along_scaled) - (total * norm).reshape(shape)) * scale
    d_weight, d_bias = torch.zeros([]), torch.zeros_like(total)
    if output_mask[1]:
        d_weight = along * invstd
    elif weight is not None:
        d_weight = torch.zeros_like(weight)
    if output_mask[2]:
        d_bias = total
    return d_input, d_weight, d_bias

def batch_norm_backward(grad_out: Tensor, input: Tensor, weight: Tensor, running_mean: Optional[Tensor],
                        running_var: Optional[Tensor], save_mean: Optional[Tensor], save_var: Optional[Tensor],
                        update: bool, eps: float, output_mask: List[bool],
                        reserve: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return native_batch_norm_backward(grad_out, input, weight, running_mean, running_var, save_mean, save_var, update,
                                      eps, output_mask)

def cudnn_batch_norm_backward(input: Tensor, grad_output: Tensor, weight: Tensor, running_mean: Optional[Tensor],
                              running_var: Optional[Tensor], save_mean: Optional[Tensor], save_var: Optional[Tensor],
                              epsilon: float, reserveSpace: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return native_batch_norm_backward(grad_output, input, weight, running_mean, running_var, save_mean, save_var,
                                      True, epsilon, [True, True, True])
)";

void compile_all() {
  namespace jit = torch::jit;
  const auto unit = jit::compile(source);
  for (auto *function : (unit->get_functions)()) {
    const auto op = c10::Dispatcher::singleton().findSchema({"aten::" + function->name(), ""});
    // Not the helper, and not what torch's Python has registered in this process.
    if (op && !jit::has_jit_decomposition(op->schema()))
      jit::RegisterDecomposition(op->schema(), jit::toGraphFunction(*function).graph());
  }
}

} // namespace

void ptc::register_jvp_decompositions() {
  static std::once_flag once;
  std::call_once(once, compile_all);
}
