"""NumPy's protocols on Tensor: its functions (NEP 18) and ufuncs (NEP 13) are our operators, gradients included.

What they mean is a switch, `set_numpy_functions`:

    "tensors"  what is in the tables (functions.py, ufuncs.py) gives tensors; all else sees arrays over the same memory
    "strict"   what is in the tables gives tensors; all else is a TypeError, as NEP 18 has it
    "arrays"   as with torch, without these protocols: functions see arrays; ufuncs give tensors of what they computed

"tensors" is the default of `import pytorch_c`; a library that runs under `install_as_torch` was written for torch,
expects arrays from np.concatenate, and gets "arrays".
"""
