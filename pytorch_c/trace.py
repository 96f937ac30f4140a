"""python -m pytorch_c.trace program.py: runs a program and lists every operator that it calls (docs/profiling.md).

For a program that wants the list of a block: `pytorch_c.profiler.trace()`.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from .profiler._command import main

    main()
else:  # pytorch_c.trace is the operator, the sum of a diagonal, whoever imports this file
    sys.modules[__name__] = sys.modules[__name__.rpartition(".")[0]].trace  # type: ignore[assignment]
