"""python -m pytorch_c._numpy: which of NumPy's functions (NEP 18) and ufuncs give tensors."""

from __future__ import annotations

import numpy as np

from . import functions, ufuncs


def dispatched() -> dict[str, list[str]]:
    """{module: the public functions of NumPy's that ask __array_function__}."""
    found = {}
    for module in (np, np.linalg, np.fft):
        names = [name for name in dir(module) if not name.startswith("_")]
        found[module.__name__] = [name for name in names if hasattr(getattr(module, name, None), "_implementation")]
    return found


def main() -> None:
    """Prints the table."""
    table = functions.table()
    for module, names in dispatched().items():
        ours = [name for name in names if getattr(np if module == "numpy" else getattr(np, module[6:]), name) in table]
        print(f"{module}: {len(ours)} of {len(names)} functions give tensors\n  {' '.join(ours)}")
        print(f"  see arrays: {' '.join(name for name in names if name not in ours)}")
    every = {one.__name__ for one in vars(np).values() if isinstance(one, np.ufunc)}
    print(f"ufuncs: {len(every & ufuncs.names())} of {len(every)} give tensors of their own")
    print(f"  see arrays, and give tensors of what these say: {' '.join(sorted(every - ufuncs.names()))}")


if __name__ == "__main__":
    main()
