"""A training step of a perceptron captured as a graph of operators, with its backward pass, in an archive that any language runs.

    python examples/captured_step.py step.pt    # then cshim/examples/step.c, or bindings/go/example/step

The archive holds the weights; its forward(x, y) takes a batch, changes the weights, and gives the loss.
"""

import sys

import pytorch_c as torch
from pytorch_c import nn
from pytorch_c.nn import functional as F

RATE = 0.5


def step(w1, b1, w2, b2, x, y):
    """Returns the loss of a batch, and the weights after a step of gradient descent."""
    weights = [one.detach().requires_grad_() for one in (w1, b1, w2, b2)]
    hidden = F.linear(x, weights[0], weights[1]).relu()
    loss = F.cross_entropy(F.linear(hidden, weights[2], weights[3]), y)
    grads = torch.autograd.grad(loss, weights)
    return loss.detach(), *(one.detach() - RATE * grad for one, grad in zip(weights, grads))


class Step(nn.Module):
    """The captured step, and the weights that it changes."""

    def __init__(self, x, y):
        super().__init__()
        from pytorch_c.fx.experimental.proxy_tensor import make_fx

        layers = nn.Linear(x.shape[1], 16), nn.Linear(16, 3)
        self.names = []
        for number, layer in enumerate(layers):
            for name in ("weight", "bias"):
                self.names.append(f"{name}{number}")
                self.register_buffer(self.names[-1], getattr(layer, name).detach().clone())
        self.graph = make_fx(step)(*self.weights(), x, y)

    def weights(self):
        return [getattr(self, name) for name in self.names]

    def forward(self, x, y):
        loss, *after = self.graph(*self.weights(), x, y)
        for weight, new in zip(self.weights(), after):
            weight.copy_(new)
        return loss


def batch():
    """64 points of the plane, and in which third of it they lie."""
    x = torch.randn(64, 2)
    return x, (torch.atan2(x[:, 1], x[:, 0]) * 1.5 / torch.pi + 1.5).long().clamp(0, 2)


def main(path):
    torch.manual_seed(0)
    x, y = batch()
    captured = Step(x, y)
    with torch.no_grad():
        before = [one.clone() for one in captured.weights()]
        program = torch.jit.trace(captured, (x, y), check_trace=False)
        for weight, old in zip(captured.weights(), before):
            weight.copy_(old)  # the trace has taken a step
    program.save(path)
    print(f"{path}: {sum(1 for _ in program.inlined_graph.nodes())} nodes")


if __name__ == "__main__":
    main(*sys.argv[1:] or ["step.pt"])
