"""PageRank and graph features with sparse matrices."""


def run(torch):
    sources = [0, 0, 1, 2, 2, 3, 3, 3]
    targets = [1, 2, 2, 0, 3, 0, 1, 2]
    adjacency = torch.sparse_coo_tensor([targets, sources], [1.0] * 8, (4, 4)).coalesce()
    degree = torch.bincount(torch.tensor(sources), minlength=4)
    scaled = torch.sparse_coo_tensor(adjacency.indices(), adjacency.values() / degree[adjacency.indices()[1]], (4, 4))

    rank = torch.full((4, 1), 0.25)
    for _ in range(50):
        rank = 0.85 * (scaled @ rank) + 0.15 / 4
    dense = scaled.to_dense()
    exact = torch.linalg.solve(torch.eye(4) - 0.85 * dense, torch.full((4,), 0.15 / 4))

    csr = dense.to_sparse_csr()
    weights = torch.tensor([1.0, 2, 3, 4], requires_grad=True)
    learned = torch.sparse_coo_tensor(torch.tensor([[0, 1, 2, 3], [1, 2, 3, 0]]), weights, (4, 4))
    torch.mm(learned, torch.eye(4)).pow(2).sum().backward()
    doubled = torch.sparse_coo_tensor([[0, 0], [1, 1]], [1.0, 2.0], (2, 2))
    return {
        "rank": rank.squeeze(1),
        "exact": torch.allclose(rank.squeeze(1), exact, atol=1e-5),
        "sum": rank.sum(),
        "indices": adjacency.indices(),
        "csr": (csr.crow_indices(), csr.col_indices(), csr.values()),
        "csr product": csr @ torch.arange(4.0),
        "gradient": weights.grad,
        "uncoalesced": (doubled.is_coalesced(), doubled.coalesce().values(), doubled.to_dense()),
        "sparse": (adjacency.is_sparse, str(adjacency.layout), adjacency.sparse_dim()),
        "sum of rows": adjacency.to_dense().sum(1),
    }
