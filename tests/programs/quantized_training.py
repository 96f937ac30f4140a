"""Training through a rounding step: a custom Function, hooks that clip and log, an optimizer inside the backward pass."""


def layers(torch):
    class Round(torch.autograd.Function):
        """Rounds to steps; the gradient goes straight through where the value was in range."""

        @staticmethod
        def forward(ctx, x, step, limit):
            ctx.save_for_backward(x)
            ctx.limit = limit
            return (x / step).round().clamp(-limit, limit) * step

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * (x.abs() <= ctx.limit), None, None

    class SortedSum(torch.autograd.Function):
        """The sum of the k largest, and which they are."""

        @staticmethod
        def forward(x, k):
            values, places = x.topk(k, dim=1)
            return values.sum(1), places

        @staticmethod
        def setup_context(ctx, inputs, output):
            x, _ = inputs
            ctx.shape = x.shape
            ctx.mark_non_differentiable(output[1])
            ctx.save_for_backward(output[1])

        @staticmethod
        def backward(ctx, grad, _):
            (places,) = ctx.saved_tensors
            return grad.new_zeros(ctx.shape).scatter(1, places, grad[:, None].expand_as(places)), None

    return Round.apply, SortedSum.apply


def names(node, depth=0):
    """The graph as lines, two spaces a step."""
    if node is None:
        return []
    lines = ["  " * depth + node.name()]
    for following, _ in node.next_functions:
        lines += names(following, depth + 1)
    return lines


def run(torch):
    torch.manual_seed(3)
    quantize, largest = layers(torch)
    x, wanted = torch.randn(32, 6), torch.randn(32)
    weight = (torch.randn(6, 8) / 3).requires_grad_()
    bias = torch.zeros(8, requires_grad=True)
    norms, losses, updates = [], [], []

    def descend(parameter):
        updates.append(float(parameter.grad.norm()))
        parameter.data -= 0.05 * parameter.grad
        parameter.grad = None

    def clip(grad):
        norm = grad.norm()
        return grad / norm if norm > 1 else None

    handles = [p.register_post_accumulate_grad_hook(descend) for p in (weight, bias)]
    handles.append(weight.register_hook(clip))
    for step in range(20):
        hidden = torch.relu(x @ quantize(weight, 0.125, 2.0) + bias)
        hidden.register_hook(lambda grad: norms.append(float(grad.abs().sum())))
        scores, places = largest(hidden, 3)
        loss = ((scores - wanted) ** 2).mean()
        if step == 0:
            graph = names(loss.grad_fn)
        if step == 10:
            handles.pop().remove()  # no clipping any more
        loss.backward()
        losses.append(loss.item())
    for handle in handles:
        handle.remove()
    return {
        "graph": graph,
        "losses": losses,
        "norms": norms,
        "updates": updates,
        "weight": weight.detach(),
        "bias": bias.detach(),
        "places": places,
        "places need a gradient": places.requires_grad,
    }
