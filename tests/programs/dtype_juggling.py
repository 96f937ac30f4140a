"""dtypes: promotion, casts, limits, defaults, packing bits, NumPy and back."""


def run(torch):
    import numpy as np

    i, f, h = torch.arange(3), torch.tensor([0.5, 1.5, 2.5]), torch.tensor([1, 2, 3], dtype=torch.float16)
    results = {
        "mixed": [i + f, i * True, i / 2, i // 2, f + 1, h + f, h * 2.5, i + 1.5, i.to(torch.uint8) + 1j],
        "types": [str(torch.result_type(a, b)) for a in (i, f, h, 2, 1.5) for b in (i, f, h, 2, 1.5)],
        "promoted": str(torch.promote_types(torch.int8, torch.uint8)),
        "castable": [torch.can_cast(torch.float, torch.int), torch.can_cast(torch.int, torch.float)],
        "casts": [
            f.int(),
            f.long(),
            f.bool(),
            f.half(),
            f.to(torch.bfloat16),
            i.double(),
            f.type(torch.int64),
            f.type_as(i),
        ],
        "type": [f.type(), i.type(), torch.zeros(1, dtype=torch.bool).type()],
        "python": [torch.zeros(2, dtype=float), torch.ones(2, dtype=int), torch.tensor([1, 2], dtype=complex)],
        "limits": [torch.finfo(torch.float32).eps, torch.finfo(torch.half).max, torch.iinfo(torch.int8).min],
        "wrap": torch.tensor([127], dtype=torch.int8) + 1,
        "bits": torch.tensor([1.0, -2.0]).view(torch.int32),
        "bytes": torch.tensor([1, 256], dtype=torch.int32).view(torch.uint8),
        "legacy": [
            torch.FloatTensor([1, 2]),
            torch.LongTensor(2, 3).shape,
            isinstance(i, torch.LongTensor),
            f.new(2).shape,
        ],
    }
    octets = torch.tensor([0b1011, 7], dtype=torch.uint8)
    results["unpacked"] = (octets[:, None] >> torch.arange(3, -1, -1)) & 1
    results["packed"] = (results["unpacked"] << torch.arange(3, -1, -1)).sum(-1)

    array = np.linspace(0, 1, 4)
    shared = torch.from_numpy(array)
    shared[0] = 9
    results["numpy"] = [
        array.tolist(),
        str(torch.tensor(array).dtype),
        (f.numpy() * 2).tolist(),
        float(np.sum(f.numpy())),
    ]
    results["scalars"] = [
        torch.tensor(np.float64(1.5)),
        torch.tensor([np.int32(3), np.int32(4)]),
        torch.as_tensor(array[1:]),
    ]
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        results["default"] = [
            torch.tensor(1.0),
            torch.ones(1),
            torch.tensor([1j]),
            torch.arange(2.0),
            torch.tensor(3) / 2,
        ]
    finally:
        torch.set_default_dtype(before)
    results["item"] = [type(x.item()).__name__ for x in (i[0], f[0], i[0] > 0, torch.tensor(1j))]
    return results
