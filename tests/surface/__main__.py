"""python -m tests.surface: how many of torch's public names outside of its operators are here."""

import sys
import warnings
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from surface import test_modules, walk  # noqa: E402

warnings.simplefilter("ignore")
total = here = 0
for name in test_modules.MODULES:
    if name not in test_modules.NOT_INSTALLED:
        names, module = walk.names(walk.imported(name)), test_modules.ours(name)
        total += len(names)
        here += sum(test_modules.has(module, one) for one in names) if module else 0
print(
    f"{here:,} of {total:,} public names of {len(test_modules.MODULES)} modules; the others: tests/surface/left_out.py"
)
