"""Dispatch: one name, a kernel for each kind of tensor. After E. Yang, "Let's talk about the PyTorch dispatcher"."""

import pytorch_c as torch
from pytorch_c.library import Library

calls = []

library = Library("tour", "DEF")
library.define("scale(Tensor x, float by) -> Tensor")


def on_cpu(x, by):
    calls.append("CPU")
    return x * by


def on_meta(x, by):
    calls.append("Meta")
    return torch.empty_like(x)


library.impl("scale", on_cpu, "CPU")
library.impl("scale", on_meta, "Meta")

# Which kernel runs is decided by what the tensor is.
print(torch.ops.tour.scale(torch.arange(3.0), 2.0).tolist())  # → [0.0, 2.0, 4.0]
print(tuple(torch.ops.tour.scale(torch.empty(3, 4, device="meta"), 2.0).shape))  # → (3, 4)
print(calls)  # → ['CPU', 'Meta']

# A tensor that requires a gradient passes a kernel before these, which notes how to go back, and calls the device's.


def remember(ctx, inputs, output):
    _, ctx.by = inputs


def backward(ctx, gradient):
    calls.append("backward")
    return gradient * ctx.by, None


torch.library.register_autograd("tour::scale", backward, setup_context=remember, lib=library)
calls.clear()
x = torch.ones(2, requires_grad=True)
torch.ops.tour.scale(x, 3.0).sum().backward()
print(x.grad.tolist(), calls)  # → [3.0, 3.0] ['CPU', 'backward']

# Modes stand before all others: under vmap a rule of its own says what a batch is.


def rule(info, in_dims, x, by):
    calls.append("vmap")
    return torch.ops.tour.scale(x, by), in_dims[0]


torch.library.register_vmap("tour::scale", rule, lib=library)
calls.clear()
scaled = torch.func.vmap(lambda row: torch.ops.tour.scale(row, 2.0))(torch.ones(3, 2))
print(scaled.sum().item(), calls)  # → 12.0 ['vmap', 'CPU']

# A device for which nobody wrote a kernel is an error that says so.
library.define("half(Tensor x) -> Tensor")
library.impl("half", lambda x: x / 2, "CPU")
try:
    torch.ops.tour.half(torch.empty(2, device="meta"))
except NotImplementedError as error:
    print("tour::half" in str(error))  # → True
