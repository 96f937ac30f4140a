"""Report of an entry: what was compared, what differed, and what the tables of exceptions say about it."""

import fnmatch

import torch
from support.compare import Different

from .convert import Unconvertible
from .counterpart import Missing
from .exceptions import NOT_COMPARED, OTHER


class Report:
    """Counts the calls of an entry and keeps the first few differences of each kind."""

    def __init__(self, name):
        self.name, self.calls, self.refused = name, 0, 0
        self.different, self.missing, self.unconverted, self.used = {}, [], set(), set()

    def run(self, key, where, check, subject, call, **options):
        """check(subject, call, where, …) raises Different, or says with False that both libraries refuse the call."""
        try:
            self.refused += check(subject, call, f"{self.name}, {key}, {where}", **options) is False
            self.calls += 1
        except (Different, Missing) as error:
            if not self._excused(OTHER, key):
                self.different.setdefault(key, []).append(f"{str(error)[:900]}\n      {describe(call)[:400]}")
        except Unconvertible as error:
            if not self._excused(NOT_COMPARED):
                self.unconverted.add(str(error))

    def _excused(self, table, key=None):
        for row in table:
            if fnmatch.fnmatchcase(self.name, row[0] if key else row) and (not key or key == row[1]):
                self.used.add("/".join(row) if key else row)
                return True
        return False

    def as_json(self):
        if (self.missing or self.calls == self.refused) and self._excused(NOT_COMPARED):
            self.missing = []
        wrong = [f"{len(texts)} times: {text}" for texts in self.different.values() for text in texts[:1]]
        wrong += [f"{self.name}: pytorch_c has no {name}" for name in self.missing]
        wrong += [f"{self.name}: a {kind} among the arguments" for kind in sorted(self.unconverted)]
        return {"calls": self.calls, "refused": self.refused, "wrong": wrong, "used": sorted(self.used)}


def describe(call):
    named = (f"{key}={short(value)}" for key, value in call.kwargs.items())
    return f"({', '.join([*map(short, call.args), *named])})"


def short(value):
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(short, value))}]"
    return repr(value)[:60]


def is_idle(name, report):
    """Returns whether nothing of an entry was compared that both libraries take, and no table or failure says why."""
    excused = any(fnmatch.fnmatchcase(name, row) for row in NOT_COMPARED)
    return not excused and not report["wrong"] and report["calls"] == report["refused"]


def unused(reports):
    """Rows of the tables that nothing needed."""
    used = {row for report in reports for row in report["used"]}
    return sorted({*NOT_COMPARED, *("/".join(row) for row in OTHER)} - used)
