"""vmap: a function of one sample becomes one of a batch, gradients too."""

import pytorch_c as torch
from pytorch_c.func import functional_call, grad, jacrev, vmap

# A function of two vectors, and the same over the rows of two matrices.
print(vmap(torch.dot)(torch.ones(3, 2), torch.arange(6.0).view(3, 2)).tolist())  # → [1.0, 5.0, 9.0]

# in_dims says along which dimension a batch lies, None that there is none.
outer = vmap(vmap(torch.mul, (None, 0)), (0, None))
print(outer(torch.tensor([1, 2]), torch.tensor([10, 20, 30])).tolist())  # → [[10, 20, 30], [20, 40, 60]]

# The gradient of each sample's loss, in one pass.
torch.manual_seed(0)
model = torch.nn.Linear(3, 1)
parameters = {name: parameter.detach() for name, parameter in model.named_parameters()}
x, y = torch.randn(4, 3), torch.randn(4, 1)


def loss(parameters, x, y):
    return (functional_call(model, parameters, (x,)) - y).square().sum()


each = vmap(grad(loss), in_dims=(None, 0, 0))(parameters, x, y)
print({name: tuple(gradient.shape) for name, gradient in each.items()})  # → {'weight': (4, 1, 3), 'bias': (4, 1)}

# Their sum is what backward() gives for the whole batch.
(model(x) - y).square().sum().backward()
print(torch.allclose(each["weight"].sum(0), model.weight.grad))  # → True

# And a Jacobian is a vmap over the rows of the identity.
print(jacrev(lambda x: x.square())(torch.tensor([1.0, 2.0])).tolist())  # → [[2.0, 0.0], [0.0, 4.0]]
