"""linear_operator: lazy sums and Kronecker products, solves, log determinants, and their gradients"""

import torch
from linear_operator.operators import DenseLinearOperator, DiagLinearOperator, KroneckerProductLinearOperator
from show import show

torch.manual_seed(0)
root = torch.randn(6, 6, requires_grad=True)
a = DenseLinearOperator(root @ root.mT) + DiagLinearOperator(torch.full((6,), 2.0))
b = torch.randn(6, 2)
quadratic, logdet = a.inv_quad_logdet(b, logdet=True)
(quadratic + logdet).backward()
kron = KroneckerProductLinearOperator(DenseLinearOperator(torch.eye(2) * 2), a.detach())
show(solve=a.solve(b), quadratic=quadratic, logdet=logdet, gradient=root.grad, kron=(kron @ torch.ones(12, 1)).sum())
