"""opt_einsum: contractions of several tensors on the torch backend, and their gradients"""

import opt_einsum
import torch
from show import show

torch.manual_seed(0)
tensors = [torch.randn(4, 5, requires_grad=True), torch.randn(5, 6), torch.randn(6, 3, 4), torch.randn(3, 7)]
out = opt_einsum.contract("ab,bc,cda,de->ae", *tensors, backend="torch")
out.sin().sum().backward()
shared = opt_einsum.contract_expression("ab,bc,cda,de->e", *(t.shape for t in tensors))(*tensors)
show(out=out, gradient=tensors[0].grad, expression=shared)
