"""Multi-head attention by hand: einsum, masks, rearranged heads, gradients."""

import math


def attend(torch, q, k, v, mask):
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.size(-1))
    scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("bhqk,bhkd->bhqd", weights, v), weights


def run(torch):
    torch.manual_seed(6)
    B, T, E, heads = 2, 5, 8, 2
    x = torch.randn(B, T, E, requires_grad=True)
    projection = (torch.randn(E, 3 * E) / math.sqrt(E)).requires_grad_()
    split = (x @ projection).view(B, T, 3, heads, E // heads).permute(2, 0, 3, 1, 4)
    q, k, v = split.unbind(0)
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    lengths = torch.tensor([5, 3])
    padding = torch.arange(T)[None, :] < lengths[:, None]
    mask = causal[None, None] & padding[:, None, None, :]

    out, weights = attend(torch, q, k, v, mask)
    merged = out.transpose(1, 2).contiguous().view(B, T, E)
    loss = (merged * torch.linspace(-1, 1, E)).sum()
    loss.backward()
    library = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return {
        "merged": merged.detach(),
        "rows": weights.sum(-1).detach(),
        "no future": bool((weights.detach().triu(1) == 0).all()),
        "mask": mask.int().sum((-1, -2)),
        "x.grad": x.grad,
        "projection.grad": projection.grad.norm(dim=0),
        "library": torch.allclose(library, out, atol=1e-5),
    }
