"""Names of torch's public modules that pytorch_c does not have, with reasons.

The modules that pytorch_c._borrowed.table.ABSENT names are not repeated here. The names of the top level and of Tensor
stand in docs/differences.md.
"""

# module, or module.name -> why; patterns as in fnmatch
LEFT_OUT = {
    "torch.cuda.sparse.*": "legacy types of CUDA devices",
}
