"""A GRU cell written out, over a sequence with truncated history, against the library's own."""


def cell(torch, x, h, w_ih, w_hh, b_ih, b_hh):
    gi, gh = torch.addmm(b_ih, x, w_ih.t()), torch.addmm(b_hh, h, w_hh.t())
    i_r, i_z, i_n = gi.chunk(3, dim=1)
    h_r, h_z, h_n = gh.chunk(3, 1)
    r, z = torch.sigmoid(i_r + h_r), (i_z + h_z).sigmoid()
    n = torch.tanh(i_n + r * h_n)
    return torch.lerp(n, h, z)


def run(torch):
    torch.manual_seed(9)
    batch, steps, inputs, hidden = 3, 5, 4, 6
    weights = [torch.empty(3 * hidden, n).uniform_(-0.4, 0.4).requires_grad_() for n in (inputs, hidden)]
    weights += [torch.zeros(3 * hidden, requires_grad=True) for _ in range(2)]
    sequence = torch.randn(steps, batch, inputs)

    h, states = torch.zeros(batch, hidden), []
    for x in sequence:
        h = cell(torch, x, h, *weights)
        states.append(h)
        if len(states) == 2:
            h = h.detach()
    out = torch.stack(states, dim=1)
    loss = out[:, -1].pow(2).sum()
    grads = torch.autograd.grad(loss, weights, allow_unused=True)

    single = torch.gru_cell(sequence[0], torch.zeros(batch, hidden), *weights)
    return {
        "shape": out.shape,
        "out": out.detach(),
        "loss": loss.item(),
        "norms": [g.norm().item() for g in grads],
        "bias gradient": grads[2],
        "same": torch.allclose(single, states[0], atol=1e-6),
        "leaf": [w.is_leaf for w in weights] + [out.is_leaf, h.requires_grad],
    }
