"""einsum in all its call forms, against the operators that it replaces."""


def run(torch):
    a = torch.arange(6.0).view(2, 3)
    b = torch.arange(12.0).view(3, 4).cos()
    c = torch.arange(24.0).view(2, 3, 4).sin()
    square = torch.arange(9.0).view(3, 3)
    bilinear = torch.arange(30.0).view(5, 2, 3) / 30
    results = {
        "trace": torch.einsum("ii", square),
        "diagonal": torch.einsum("ii->i", square),
        "transpose": torch.einsum("ij->ji", a),
        "sum": torch.einsum("ij->", a),
        "rows": torch.einsum("ij->i", [a]),
        "product": torch.einsum("ij,jk->ik", a, b),
        "implicit": torch.einsum("ij,jk", [a, b]),
        "spaces": torch.einsum("i j , j k -> k i", a, b),
        "outer": torch.einsum("i,j->ij", a[0], b[0]),
        "batch": torch.einsum("bij,bjk->bik", c, c.mT),
        "ellipsis": torch.einsum("...ij,jk->...ik", c.unsqueeze(0), b.mT.contiguous()),
        "three": torch.einsum("bi,oij,bj->bo", a[:, :2], bilinear, a),
        "sublist": torch.einsum(a, [0, 1], b, [1, 2], [0, 2]),
        "sublist implicit": torch.einsum(a, [0, 1], b, [1, 2]),
        "sublist ellipsis": torch.einsum(c, [..., 0, 1], b, [0, 1], [...]),
        "tensordot": torch.tensordot(c, b, dims=([1, 2], [0, 1])),
        "tensordot int": torch.tensordot(a, b, dims=1),
        "multi_dot": torch.linalg.multi_dot([a, b, b.T, a.T]),
        "chain": torch.chain_matmul(a, b, b.T),
        "kron": torch.kron(a[:, :2], b[:2, :2]),
        "block": torch.block_diag(a, square, torch.tensor(7.0)),
    }
    results["agree"] = [
        torch.equal(results["product"], a @ b),
        torch.allclose(results["tensordot"], torch.einsum("bij,ij->b", c, b)),
        torch.equal(results["sublist"], results["implicit"]),
    ]
    return results
