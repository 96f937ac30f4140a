"""Calls with structure: those that torch's own operator database makes (recorded.py), with some of it changed.

What a kernel believes is often what every program does: that two tensors agree, that offsets rise, that `out` is no
view of the input. Blind calls seldom get past the first check, so they seldom reach such a kernel.
"""

import copy
import json
import random
import subprocess
import sys
from pathlib import Path

from . import arguments, by_name, tensors
from .calls import Draws
from .library import ROOT, UNSET

RECORDED = ROOT / "build" / "fuzz" / "recorded.jsonl"
LAYOUTS = ("coo", "csr", "csc", "bsr", "bsc", "hybrid", "mkldnn", "nested", "q", "qc", "meta", "zero", "conj", "neg")
LEVELS = ("batched", "dead", "dual", "wrapped", "functional", "grad", "inner", "emptied", "shared")
DTYPES = (*dict.fromkeys(tensors.COMMON), *tensors.ODD)
VIEWS = tuple(dict.fromkeys(one for one in tensors.VIEWS if one))
LEAST = ("nan", "inf", "huge", "negative", "least", "zeros", "count", "index")
NUMBER = [2, 1, 2.0, 0.0]  # where the recorded call has a tensor
SCALAR_KINDS = {2: 1, 3: 2, 1: 3}  # of a tagged value, of ptc_scalar


def recorded(path):
    """{operator: [{argument: [kind, content]}]}; made where it is not there yet, which takes a minute and torch."""
    if not path.exists():
        script = Path(__file__).with_name("recorded.py")
        subprocess.run([sys.executable, script, path], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    out = {}
    for line in path.read_text().splitlines():
        one = json.loads(line)
        out.setdefault(one["call"], []).append(one["args"])
    return out


# ---- which recorded calls a function takes ----


def base_of(operator):
    """aten::add of "aten::add_.Tensor": what is in place, and what has an out, takes the calls of the operator itself."""
    return operator.partition(".")[0].rstrip("_") if not operator.endswith("__") else operator


class Patterns:
    """The recorded calls by operator, and by what they are forms of."""

    def __init__(self, calls):
        self.exact, self.related = calls, {}
        for operator, found in calls.items():
            self.related.setdefault(base_of(operator), []).extend(found)

    def of(self, operator, names):
        """Calls for an operator with arguments of these names: its own, or else those of its relatives that fit."""
        if operator in self.exact:
            return self.exact[operator]
        known = set(names)
        return [one for one in self.related.get(base_of(operator), ()) if set(one) <= known and one]


def fresh(rng, given):
    """A recipe for an `out` that no call has: as an input, or empty, of some dtype."""
    first = next((one for one in walk(list(given.values())) if "size" in one), None)
    if first is None or rng.random() < 0.3:
        return {"size": [0], "dtype": first["dtype"] if first else 6, "fill": "ones", "view": None, "kind": None}
    return first | {"fill": "zeros", "kind": None}


def values(function, pattern, rng):
    """The drawn data of a function by name for a recorded call."""
    out = []
    for slot in function.slots:
        if slot.name in pattern:
            kind, x = pattern[slot.name]
            out.append(
                ["scalar", NUMBER] if slot.base == "Scalar" and kind == by_name.TENSOR else copy.deepcopy([kind, x])
            )
        elif slot.has_default:
            out.append([by_name.DEFAULT, None])
        elif slot.base == "Tensor" and not slot.list:
            out.append([by_name.TENSOR, fresh(rng, pattern)])
        elif slot.base == "Tensor":
            out.append([by_name.TENSORS, [fresh(rng, pattern) for _ in range(2)]])
        else:
            out.append([by_name.NONE, None])
    return out


FORMS = {"ptc_tensor": dict, "ptc_scalar": list, "int64_t": int, "double": (int, float), "bool": int, "int32_t": int}


class Untold(Exception):
    """An argument that this function has no form for."""


def typed(function, pattern, rng):
    """The drawn data of a function of the library for a recorded call."""
    out = []
    for slot in arguments.slots(function):
        if slot.output:
            out.append([0] * 2 if slot.has_length else "out")
        elif slot.kind == "const ptc_options *":
            out.append(options(pattern))
        elif slot.name in pattern:
            out.append(content(slot, *copy.deepcopy(pattern[slot.name])))
        elif slot.kind == "ptc_tensor" and "?" not in slot.schema:
            out.append(fresh(rng, pattern))
        elif slot.item == "ptc_tensor" and slot.schema.startswith("Tensor["):
            out.append([fresh(rng, pattern) for _ in range(2)])
        else:
            out.append(absent(slot))
    return out


def absent(slot):
    if slot.default:
        return copy.deepcopy(slot.default[0])
    if slot.has_length:
        return {"null": 0}
    return {"ptc_scalar": [0, 0, 0.0, 0.0], "int32_t": UNSET, "int64_t": 0, "double": 0.0, "bool": False}.get(slot.kind)


def options(pattern):
    def number(name):
        kind, x = pattern.get(name, [0, None])
        return UNSET if x is None else x

    device = number("device")
    return [
        number("dtype"),
        number("layout"),
        *(device if device != UNSET else (UNSET, UNSET)),
        int(number("pin_memory")),
        UNSET,
    ]


def fits(slot, x):
    """Returns whether plain data is what a slot, or each item of it, is built of."""
    item = slot.item if slot.has_length or slot.item in arguments.ITEMS else slot.kind
    return isinstance(x, FORMS.get(item, str)) or x is None and item == "ptc_tensor"


def content(slot, kind, x):
    """Plain data of a slot for a tagged value."""
    if kind in (by_name.NONE, by_name.DEFAULT):
        return None if slot.kind == "ptc_tensor" else absent(slot)
    if not slot.has_length:
        if "ptc_scalar" in (slot.kind, slot.item) and kind != "scalar":
            x = list(NUMBER) if kind == by_name.TENSOR else [SCALAR_KINDS[kind], int(x), float(x), 0.0]
        elif kind == "scalar" and slot.kind == "ptc_tensor":
            x = {"size": [], "dtype": 7, "fill": "ones", "view": None, "kind": None}
        elif kind == "scalar" and "ptc_scalar" not in (slot.kind, slot.item):
            x = x[1] if "int64_t" in (slot.kind, slot.item) else x[2]
    if isinstance(x, list) and slot.has_length:
        right = all(fits(slot, one) for one in x)
    else:
        right = not slot.has_length and fits(slot, x)
    if not right:
        raise Untold
    return "new" if kind == by_name.GENERATOR else x


# ---- what is changed ----


def walk(data):
    """The recipes in drawn data, in the order in which they are built."""
    if isinstance(data, dict):
        if "size" in data or "of" in data:
            yield data
        return
    if isinstance(data, list):
        for one in data:
            yield from walk(one)


def whole(data):
    return [one for one in walk(data) if "size" in one]


def resize(rng, size):
    """Another size of as many dimensions, or of one more or less."""
    size = list(size)
    chance = rng.random()
    if size and chance < 0.75:
        at = rng.randrange(len(size))
        size[at] = rng.choice((0, 0, 0, 1, 1, 2, 3, 5, size[at] + 1, max(size[at] - 1, 0)))
    elif size and chance < 0.87:
        del size[rng.randrange(len(size))]
    else:
        size.insert(rng.randrange(len(size) + 1), rng.choice((0, 1, 2)))
    return size


def strides(rng, one):
    """as_strided of a recipe: within what it has, or not, with elements that share memory, or not."""
    size = one["size"] if rng.random() < 0.7 else resize(rng, one["size"])
    steps = [rng.choice((0, 1, 1, 2, 3, 5)) for _ in size]
    if rng.random() < 0.4 and size:
        steps = [1] * len(size)
        order = rng.sample(range(len(size)), len(size))
        for before, i in zip(order, order[1:]):
            steps[i] = steps[before] * max(size[before], 1)
    return ["as_strided", size, steps]


def change_kind(rng, drawn, slots):
    some, kind = whole(drawn), rng.choice(LAYOUTS if rng.random() < 0.75 else LEVELS)
    if not some:
        return
    for one in some if rng.random() < 0.4 else [rng.choice(some)]:
        one["kind"] = kind


def change_dtype(rng, drawn, slots):
    some, code = whole(drawn), rng.choice(DTYPES)
    if not some:
        return
    for one in some if rng.random() < 0.5 else [rng.choice(some)]:
        one["to"] = code


def change_size(rng, drawn, slots):
    some = whole(drawn)
    if not some:
        return
    one = rng.choice(some)
    old, new = one["size"], resize(rng, one["size"])
    for other in some if rng.random() < 0.5 else [one]:
        if other["size"] == old:
            other["size"] = list(new)


def change_view(rng, drawn, slots):
    if some := whole(drawn):
        one = rng.choice(some)
        change = strides(rng, one) if rng.random() < 0.6 else rng.choice(VIEWS + ("conj", "neg"))
        one["then"] = [*one.get("then", ())[-2:], change]


def change_values(rng, drawn, slots):
    if some := whole(drawn):
        one = rng.choice(some)
        one["fill"] = rng.choice(LEAST)


def change_alias(rng, drawn, slots):
    """A tensor that is a view of one before it, `out` above all."""
    some = list(walk(drawn))
    at = [i for i in range(1, len(some)) if "size" in some[i]]
    if not at:
        return
    i = at[-1] if rng.random() < 0.6 else rng.choice(at)
    base = rng.randrange(i)
    size = some[i]["size"]
    some[i].clear()
    some[i] |= {"of": base, "view": rng.choice((None, None, *VIEWS))}
    if rng.random() < 0.3:
        some[i]["then"] = [strides(rng, {"size": size})]


def change_argument(rng, drawn, slots):
    """Anything else, drawn as for a blind call."""
    scene = arguments.Scene(rng)
    scene.made = len(list(walk(drawn)))
    others = [i for i, slot in enumerate(slots) if not whole([drawn[i]]) and not getattr(slot, "output", False)]
    i = rng.choice(others) if others and rng.random() < 0.85 else rng.randrange(len(slots)) if slots else None
    if i is not None:
        drawn[i] = slots[i].draw(rng, scene)


def change_number(rng, drawn, slots):
    """One number of a list, or alone, by a little."""
    places = list(numbers(drawn, slots))
    if places:
        holder, i = rng.choice(places)
        holder[i] = rng.choice((0, 1, -1, 2, holder[i] + 1, holder[i] - 1, -holder[i], holder[i] * 2))


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


def numbers(drawn, slots):
    """(list, index) of the numbers in drawn data; neither those of recipes nor the kinds of tagged values."""
    for i, slot in enumerate(slots):
        holder, at = (drawn[i], 1) if isinstance(slot, by_name.ValueSlot) else (drawn, i)
        if is_number(holder[at]):
            yield holder, at
        elif isinstance(holder[at], list):
            yield from ((holder[at], j) for j, item in enumerate(holder[at]) if is_number(item))


CHANGES = (
    [change_kind] * 5
    + [change_dtype] * 4
    + [change_size] * 4
    + [change_view] * 3
    + [change_values] * 2
    + [change_alias] * 3
    + [change_argument] * 3
    + [change_number] * 3
)


class Changed(Draws):
    """The calls of a function for a seed: recorded ones, and those that worked, each with one to three changes."""

    def __init__(self, function, seed):
        super().__init__(function, seed)
        self.slots = arguments.slots(function)

    def call(self, index):
        self.rng = rng = random.Random(f"{self.seed}/{self.function.name}/{index}")
        pool = self.pool if self.pool and rng.random() < 0.35 else self.function.patterns
        drawn = copy.deepcopy(rng.choice(pool))
        for _ in range(rng.choice((0, 1, 1, 1, 1, 2, 2, 3))):
            rng.choice(CHANGES)(rng, drawn, self.slots)
        return drawn


def with_patterns(functions, named, path=RECORDED):
    """Returns the functions of {name: function} that recorded calls reach; each draws from them from now on."""
    known, out = Patterns(recorded(Path(path))), {}
    for name, function in functions.items():
        if named:
            operator, names = function.operator, [slot.name for slot in function.slots]
        elif function.text:
            operator, names = "aten::" + function.text[: function.text.index("(")], function.schema
        else:
            continue
        rng, function.patterns = random.Random(name), []
        for pattern in known.of(operator, names):
            try:
                function.patterns.append((values if named else typed)(function, pattern, rng))
            except (Untold, KeyError, TypeError, ValueError):
                continue
        if function.patterns:
            function.draws = Changed
            out[name] = function
    return out
