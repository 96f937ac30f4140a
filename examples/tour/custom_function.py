"""A function with its own derivative. After C. Perone's and E. Yang's talks on PyTorch's autograd."""

import pytorch_c as torch
from pytorch_c.autograd import Function, gradcheck, gradgradcheck


class Exp(Function):
    """exp(x), whose derivative is its own result."""

    @staticmethod
    def forward(ctx, x):
        result = x.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, gradient):
        (result,) = ctx.saved_tensors
        return gradient * result


x = torch.tensor([0.0, 1.0], dtype=torch.float64, requires_grad=True)
y = Exp.apply(x)
y.sum().backward()
print(y.grad_fn.name(), torch.equal(x.grad, y))  # → ExpBackward True

# backward() is made of differentiable operators, so that it has derivatives itself.
print(gradcheck(Exp.apply, x), gradgradcheck(Exp.apply, x))  # → True True

# The graph is there to be walked, as long as a tensor or a node of it is kept: each node knows those before it.
total = (Exp.apply(x) * 2).sum()
node = total.grad_fn
while node is not None:
    print(node.name())
    node = node.next_functions[0][0] if node.next_functions else None
# → SumBackward0
# → MulBackward0
# → ExpBackward
# → torch::autograd::AccumulateGrad


class Clipped(Function):
    """The identity, whose gradient is held within a bound: what no formula of the forward says."""

    @staticmethod
    def forward(ctx, x, bound):
        ctx.bound = bound
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return gradient.clamp(-ctx.bound, ctx.bound), None


x = torch.ones(3, requires_grad=True)
(Clipped.apply(x, 0.5) * torch.tensor([0.1, 5.0, -5.0])).sum().backward()
print([round(number, 1) for number in x.grad.tolist()])  # → [0.1, 0.5, -0.5]
