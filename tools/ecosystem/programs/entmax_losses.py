"""entmax: sparsemax, entmax15 and their losses, with gradients"""

import torch
from entmax import Entmax15Loss, SparsemaxLoss, entmax15, entmax_bisect, sparsemax
from show import show

torch.manual_seed(0)
x = torch.randn(4, 6, requires_grad=True)
y = torch.tensor([0, 2, 4, 5])
alpha = torch.tensor(1.3, requires_grad=True)
total = Entmax15Loss()(x, y) + SparsemaxLoss()(x, y) + entmax_bisect(x, alpha)[:, 0].sum()
total.backward()
show(sparsemax=sparsemax(x, -1), entmax15=entmax15(x, -1), loss=total, gradient=x.grad, alpha=alpha.grad)
