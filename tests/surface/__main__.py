"""python -m tests.surface: how many of torch's public names outside of its operators are here."""

import sys
import warnings
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from surface import test_modules, walk  # noqa: E402

warnings.simplefilter("ignore")
gone = [one for some in test_modules.missing().values() for one in some]
total = sum(len(walk.names(walk.imported(name))) for name in test_modules.missing())
here = total - len(gone)
print(
    f"{here:,} of {total:,} public names of {len(test_modules.MODULES)} modules; the others: tests/surface/left_out.py"
)
