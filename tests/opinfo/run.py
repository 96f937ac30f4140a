"""torch's databases of operators, custom functions, modules and optimizers through both libraries, in child processes.

`python tests/opinfo/run.py` compares what the tests do; --full takes every dtype, sample and form, --reference the
larger set of samples too. Names (linalg.svd nn.Linear optim.SGD) restrict it to these entries.
"""

import argparse
import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2])]

import torch  # noqa: E402

from opinfo import children, database, functions, modules, optimizers, report, shares  # noqa: E402
from opinfo.convert import Converter  # noqa: E402

DATABASES = (database, functions, modules, optimizers)
QUICK = {"float32": 5, "complex64": 2, "int64": 2, "bool": 1, "bfloat16": 1}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="entries, all without")
    parser.add_argument("--full", action="store_true", help="every dtype, sample and form")
    parser.add_argument("--reference", action="store_true", help="also the database's larger set of samples")
    parser.add_argument("--dtypes", help="only these, separated by commas")
    parser.add_argument("--children", type=int, default=2, help="how many processes at a time")
    parser.add_argument("--json", help="a file for the reports of all entries")
    parser.add_argument("--device", default="cpu", help="where the operators run (default: %(default)s)")
    parser.add_argument("--share", metavar="I/N", help="only these entries, without children: see shares.py")
    parser.add_argument("--begin", type=int, default=0, help="how many entries of the share are left out")
    parser.add_argument("--seconds", type=float, help="what has not begun by then is left out")
    return parser.parse_args()


def settings_of(given):
    dtypes = dict.fromkeys(database.DTYPES) if given.full or given.reference else QUICK
    if given.dtypes:
        dtypes = {name: dtypes.get(name) for name in given.dtypes.split(",")}
    return database.Settings(dtypes, given.reference, given.full, given.device)


def check(settings, name, until=None):
    start = time.perf_counter()
    if until and time.monotonic() > until:
        return {"wrong": [], "used": [], "late": True}
    owner = next(one for one in DATABASES if name in one.entries())
    return owner.check_entry(name, settings) | {"seconds": round(time.perf_counter() - start, 2)}


def databases(device):
    """All of them on the CPU; the paths of optimizers are of the CPU alone."""
    return DATABASES if device == "cpu" else DATABASES[:-1]


def main():
    given = arguments()
    torch.set_num_threads(1)
    torch.set_warn_always(True)  # what libtorch says once in a process, it says to both
    settings = settings_of(given)
    Converter.device = given.device
    whole = given.device == "cpu" and not given.names and not given.reference
    until = time.monotonic() + given.seconds if given.seconds else None
    names = given.names or [name for one in databases(given.device) for name in one.entries()]
    if given.share:
        return shares.work(names, given.share, given.begin, lambda name: check(settings, name, until))
    reports = children.run(names, lambda name: check(settings, name, until), given.children)
    wrong = [text for one in reports.values() for text in one["wrong"]]
    if whole:
        wrong += [f"nothing needs the row {row!r} of exceptions.py" for row in report.unused(reports.values())]
    wrong += [f"{name}: no call was compared" for name, one in reports.items() if whole and report.is_idle(name, one)]
    if given.json:
        Path(given.json).write_text(json.dumps({"wrong": wrong, "entries": reports}))
    calls, refused = (sum(one.get(key, 0) for one in reports.values()) for key in ("calls", "refused"))
    print(*wrong, f"{len(reports)} entries, {calls} calls, {refused} of them refused by both", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
