"""Operators that only some of the supported versions of libtorch have, by the table in libtorch_versions.h."""

import functools
import re
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "cshim" / "src"
LATER = 100  # of no version yet


@functools.cache
def table():
    """[(how schemas begin, the first minor version with them, the first without)]"""
    (path,) = SOURCES.rglob("libtorch_versions.h")
    rows = re.findall(r'^  \{"([^"]+)", (\d+), (\d+)\}', path.read_text(), re.M)
    return [(begins, int(first), int(before)) for begins, first, before in rows]


def of(schema):
    """{"from": "2.12", "before": "2.14"}, as far as they limit it: which libtorchs have the operator of a schema."""
    for begins, first, before in table():
        if schema.startswith(begins):
            limits = {"from": first if first else None, "before": before if before < LATER else None}
            return {name: f"2.{minor}" for name, minor in limits.items() if minor is not None}
    return {}
