"""Sums of a program's calls, made while it runs: csrc/tally.c as objects, texts and files."""

from __future__ import annotations

import json
import os
from collections import defaultdict

from .._boundary import constants
from .._boundary.library import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from typing_extensions import Self

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
KINDS = {number: name for name, number in constants.VALUE_KIND.items()} | {
    constants.VALUE_NONE: "None",
    constants.VALUE_STRING: "str",
    constants.VALUE_INTS: "int[]",
    constants.VALUE_FLOATS: "float[]",
    constants.VALUE_BOOLS: "bool[]",
    constants.VALUE_GENERATOR: "Generator",
    constants.VALUE_DEVICE: "Device",
}
SCOPES = {
    constants.SCOPE_FUNCTION: "operator",
    constants.SCOPE_BACKWARD_FUNCTION: "backward",
    constants.SCOPE_TORCHSCRIPT_FUNCTION: "script",
    constants.SCOPE_CUSTOM_CLASS: "class",
    constants.SCOPE_USER_SCOPE: "range",
}
SORTS = {
    "self": lambda row: -row["self_ns"],
    "total": lambda row: -row["total_ns"],
    "calls": lambda row: -row["calls"],
    "name": lambda row: row["name"],
}


class Place:
    """An operator (or a node of a backward pass, or a range) inside of another one, with all its calls there.

    `calls`, `total_ns`, `self_ns` (without those of its `children`) and `longest_ns` are sums; `shapes` are those of its
    inputs, and `file`, `line` and `function` where Python called it, where that was asked for.
    """

    def __init__(self, name: str, overload: str, scope: int, sums: tuple[int, int, int], where: tuple) -> None:
        self.name = f"{name}.{overload}" if overload else name
        self.kind = SCOPES.get(scope, "other")
        self.calls, self.total_ns, self.longest_ns = sums
        self.file, self.function, self.line, self.shapes = where
        self.children: list[Place] = []
        self.parent: Place | None = None

    @property
    def self_ns(self) -> int:
        """Nanoseconds without those of what it calls."""
        return self.total_ns - sum(child.total_ns for child in self.children)

    @property
    def where(self) -> str | None:
        """ "program.py:12 train", or None."""
        return f"{self.file}:{self.line} {self.function}" if self.file else None

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Place]]:
        """Itself and all in it, with how deep they are."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    def to_dict(self) -> dict[str, Any]:
        """Returns data that JSON can say."""
        said = {"name": self.name, "kind": self.kind, "calls": self.calls, "total_ns": self.total_ns}
        said |= {"self_ns": self.self_ns, "longest_ns": self.longest_ns}
        said |= {"shapes": self.shapes} if self.shapes is not None else {}
        said |= {"file": self.file, "line": self.line, "function": self.function} if self.file else {}
        return said | {"children": [child.to_dict() for child in self.children]}


def read_shapes(numbers: tuple[int, ...]) -> list[Any]:
    """The inputs as csrc/tally.c wrote them: sizes of a tensor, lists of those, names of other kinds."""
    at, found = 0, []

    def sizes() -> list[int] | str:
        nonlocal at
        dim, at = numbers[at], at + 1
        if dim < 0:
            return "Tensor"
        at += dim
        return list(numbers[at - dim : at])

    while at < len(numbers):
        kind, at = numbers[at], at + 1
        if kind == constants.VALUE_TENSOR:
            found.append(sizes())
        elif kind == constants.VALUE_TENSORS:
            count, at = numbers[at], at + 1
            found.append([sizes() for _ in range(count)])
        else:
            found.append(KINDS.get(kind, "object"))
    return found


class trace:
    """Lists every operator that a block calls, from C++ too: a backward pass's, and those inside of others.

    As a block, or between `start()` and `stop()`. It is for all threads of the process. What runs again at the same place
    is summed up there, so that a long program's list stays short.

    Args:
        shapes: whether calls with other shapes of inputs are apart
        lines: whether calls of other lines of Python's are apart

    Source: at::addGlobalCallback.
    """

    def __init__(self, *, shapes: bool = False, lines: bool = False) -> None:
        self._shapes, self._lines = bool(shapes), bool(lines)
        self._tally: Any = None
        self._threads: list[tuple[int, list[Place]]] | None = None
        self._pid = 0

    def start(self) -> Self:
        """Begins; what was listed before is forgotten.

        Raises:
            RuntimeError: it runs
        """
        if self._tally is not None:
            raise RuntimeError("trace.start(): it runs already")
        self._pid, self._threads = os.getpid(), None
        self._tally = core.tally_start(self._shapes, self._lines, PACKAGE)
        return self

    def stop(self) -> None:
        """Ends; again is nothing."""
        if self._tally is not None:
            tally, self._tally = self._tally, None
            core.tally_stop(tally)
            self._threads = self._read(tally)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *exception: object) -> None:
        """Ends the list."""
        self.stop()

    def _read(self, tally: Any) -> list[tuple[int, list[Place]]]:
        threads = []
        for thread, _, rows in core.tally_read(tally):
            found: dict[int, Place] = {}
            roots = []
            for number, parent, name, overload, scope, calls, total, longest, file, function, line, numbers in rows:
                shapes = read_shapes(numbers) if self._shapes else None
                place = Place(name, overload, scope, (calls, total, longest), (file, function, line, shapes))
                found[number], place.parent = place, found.get(parent)
                (place.parent.children if place.parent else roots).append(place)
            threads.append((thread, roots))
        return sorted(threads, key=lambda one: one[0])

    # ---- what it listed ----

    @property
    def threads(self) -> list[tuple[int, list[Place]]]:
        """The places of each thread that no other one called, by libtorch's number of the thread.

        Raises:
            RuntimeError: it never ran, or runs
        """
        if self._threads is None:
            raise RuntimeError("trace: there is a list when it has been stopped")
        return self._threads

    def places(self) -> Iterator[tuple[int, Place]]:
        """All places, with how deep they are."""
        for _, roots in self.threads:
            for root in roots:
                yield from root.walk()

    def operators(self, sort_by: str = "self") -> list[dict[str, Any]]:
        """Returns what was called, wherever it was: name, kind, calls, total_ns, self_ns, longest_ns, shapes, where.

        Args:
            sort_by: "self" or "total" time, "calls", "name"

        Raises:
            ValueError: another order
        """
        if sort_by not in SORTS:
            raise ValueError(
                f"trace.operators(): argument 'sort_by' must be one of {', '.join(SORTS)}, got {sort_by!r}"
            )
        rows: dict[tuple, dict[str, Any]] = defaultdict(dict)
        for _, place in self.places():
            where = self._caller(place)
            row = rows[place.name, place.kind, str(place.shapes), where]
            if not row:
                row |= {
                    "name": place.name,
                    "kind": place.kind,
                    "calls": 0,
                    "total_ns": 0,
                    "self_ns": 0,
                    "longest_ns": 0,
                }
                row |= {"shapes": place.shapes} if self._shapes else {}
                row |= {"where": where} if self._lines else {}
            row["calls"] += place.calls
            row["self_ns"] += place.self_ns
            row["longest_ns"] = max(row["longest_ns"], place.longest_ns)
            if not self._is_inside_itself(place):  # else the outer call's total has this time already
                row["total_ns"] += place.total_ns
        return sorted(rows.values(), key=lambda row: (SORTS[sort_by](row), row["name"]))

    def _caller(self, place: Place) -> str | None:
        while place.parent and not place.file:
            place = place.parent
        return place.where

    @staticmethod
    def _is_inside_itself(place: Place) -> bool:
        outer = place.parent
        while outer and (outer.name, outer.shapes) != (place.name, place.shapes):
            outer = outer.parent
        return outer is not None

    def __len__(self) -> int:
        return len({place.name for _, place in self.places()})

    # ---- texts and files ----

    def table(self, sort_by: str = "self", limit: int | None = None) -> str:
        """The operators as a table, one a line; `limit` of them."""
        rows = self.operators(sort_by)
        total = sum(row["self_ns"] for row in rows)
        lines = [_line("calls", "total", "self", "self %", "longest", "operator")]
        for row in rows[:limit]:
            name = row["name"] if row["kind"] == "operator" else f"{row['name']} ({row['kind']})"
            more = "".join(f"  {row[key]}" for key in ("shapes", "where") if row.get(key))
            lines.append(
                _line(
                    row["calls"],
                    _time(row["total_ns"]),
                    _time(row["self_ns"]),
                    _share(row["self_ns"], total),
                    _time(row["longest_ns"]),
                    name + more,
                )
            )
        if limit is not None and len(rows) > limit:
            lines.append(f"… and {len(rows) - limit} more")
        calls = sum(row["calls"] for row in rows)
        lines.append(f"{len(self)} operators, {calls} calls, {_time(total)}, threads: {len(self.threads)}")
        return "\n".join(lines) + "\n"

    def tree(self, depth: int | None = None) -> str:
        """Returns what called what, as an indented list of each thread, `depth` deep."""
        lines = []
        for thread, roots in self.threads:
            lines.append(f"thread {thread}")
            for root in roots:
                for level, place in root.walk():
                    if depth is None or level < depth:
                        name = place.name if place.kind == "operator" else f"{place.name} ({place.kind})"
                        more = "".join(f"  {x}" for x in (place.shapes, place.where) if x)
                        lines.append(f"{place.calls:>9}  {_time(place.total_ns):>10}  {'  ' * level}{name}{more}")
        return "\n".join(lines) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """The flat list and the trees, as what JSON can say."""
        threads = [{"thread": thread, "places": [root.to_dict() for root in roots]} for thread, roots in self.threads]
        return {"operators": self.operators(), "threads": threads}

    def json(self) -> str:
        """`to_dict()` as JSON."""
        return json.dumps(self.to_dict(), indent=1)

    def chrome_trace(self) -> str:
        """The trees as a file for chrome://tracing and Perfetto: each place as wide as its calls took together."""
        events: list[dict[str, Any]] = []
        for thread, roots in self.threads:
            at = 0
            for root in roots:
                _lay_out(root, at, thread, self._pid, events)
                at += root.total_ns
        return json.dumps({"displayTimeUnit": "ns", "traceEvents": events})


def _lay_out(place: Place, start: int, thread: int, pid: int, events: list[dict[str, Any]]) -> None:
    args: dict[str, Any] = {"calls": place.calls, "self_ns": place.self_ns, "longest_ns": place.longest_ns}
    args |= {"shapes": place.shapes} if place.shapes is not None else {}
    args |= {"where": place.where} if place.where else {}
    events.append(
        {
            "name": place.name,
            "cat": place.kind,
            "ph": "X",
            "ts": start / 1000,
            "dur": place.total_ns / 1000,
            "pid": pid,
            "tid": thread,
            "args": args,
        }
    )
    for child in place.children:
        _lay_out(child, start, thread, pid, events)
        start += child.total_ns


def _time(nanoseconds: int) -> str:
    unit, length = ("s", 1e9) if nanoseconds >= 1e9 else ("ms", 1e6) if nanoseconds >= 1e6 else ("us", 1e3)
    return f"{nanoseconds / length:.3f}{unit}"


def _share(part, total):
    """A part in percent; "NaN" of nothing."""
    return f"{part * 100 / total:.2f}%" if total else "NaN"


def _line(calls: Any, *cells: Any) -> str:
    return f"{calls:>9}  " + "".join(f"{cell:>10}  " for cell in cells[:-1]) + str(cells[-1])
