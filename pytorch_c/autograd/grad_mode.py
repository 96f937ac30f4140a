"""The switches of autograd under the name of their module in torch (torch.autograd.grad_mode)."""

from . import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = ["enable_grad", "inference_mode", "no_grad", "set_grad_enabled"]
