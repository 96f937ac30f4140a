"""Entries of torch's databases that are not compared here, with reasons."""

# Their values mean nothing: shape, dtype and strides are compared.
UNINITIALIZED = set(
    "empty empty_like empty_strided empty_permuted new_empty new_empty_strided resize_ resize_as_".split()
)

# On a GPU these give a seed too, which nobody writes where nothing is dropped.
UNWRITTEN_SEEDS = {"torch.ops.aten._flash_attention_forward", "torch.ops.aten._efficient_attention_forward"}

# {(entry, dtype): why gradients of gradients say nothing}
NOT_TWICE = {
    (
        "nn.functional.conv_transpose3d",
        "bfloat16",
    ): "libtorch's own differ from call to call: it reads memory that nobody wrote",
    **{
        (f"nn.functional.linear_cross_entropy {variant}", dtype): "torch's chunks have no second derivative"
        for variant in ("chunked", "chunked_none")
        for dtype in ("float16", "bfloat16", "float32", "float64")
    },
}

# {entry, as a pattern: why pytorch_c does not have it, or why it cannot be called}
NOT_COMPARED = {
    "jiterator_*": "compiles CUDA source text at run time",
    "torch._scaled_mm*": "the database has samples for CUDA alone",
    "torch.ops.aten._*_attention_forward": "the database has samples for CUDA alone",
    "nn.functional.batch_norm without_cudnn": "the database has samples for CUDA alone",
}

# {(entry, what is compared), as patterns: why it is another}
OTHER = {
    ("masked.*", "sparse"): "torch warns that it does not check the indices of sparse tensors; here they are checked",
    ("__rdiv__", "error"): "of a number in the Tensor's place, torch's Python method says that it has no reciprocal",
    ("_native_batch_norm_legit", "out"): "internal, reached by name: `out` has the schema's names there",
}
