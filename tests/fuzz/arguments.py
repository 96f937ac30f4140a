"""Odd arguments: what each parameter may get, drawn as plain data and built into what ctypes takes."""

import ctypes
import json
import re

from . import tagged, tensors
from .library import NUMBERS, Options, Scalar, Stream, Value

INTS = (0, 1, -1, 2, 3, -2, 4, 5, 7, -3, 100, 255, -100)
ODD_INTS = (1 << 31, (1 << 31) - 1, -(1 << 31), 1 << 32, 1 << 45, 1 << 62, (1 << 63) - 1, -(1 << 63), 1 << 20, 65535)
FLOATS = (0.0, 1.0, -1.0, 0.5, 0.1, 2.0, 1e-5)
ODD_FLOATS = (float("nan"), float("inf"), float("-inf"), 1e300, -1e300, 5e-324, 1e18, -1e18, 255.0, 3e9)
STRINGS = (
    "none", "tanh", "mean", "sum", "max", "min", "prod", "amax", "amin", "floor", "trunc", "ij", "xy", "forward",
    "backward", "ortho", "fro", "nuc", "reduced", "complete", "r", "left", "right", "L", "U", "gelsd", "gelsy", "gels",
    "reflect", "constant", "replicate", "circular", "linear", "nearest", "lower", "higher", "midpoint", "relu", "gelu",
    "ij,jk->ik", "...ij,...jk", "i,i->", "ii->i", "->", ",", "cpu", "cuda:0", "meta", "cpu:-1", "aten::add", "Tensor",
    "", "%s%n%s%n", "\u00e9\u4e2d", "\xff\xfe", "x" * 5000, "a.b", "/", "no/such/file", "file",
)  # fmt: skip
LIMIT = 1 << 16  # bytes of the memory that stands for the host's


class Scene:
    """Properties that the arguments of one call share, so that a good part of the calls gets past the first check."""

    def __init__(self, rng):
        self.shape = rng.choice(tensors.SHAPES)
        self.dtype = rng.choice(tensors.COMMON)
        self.fill = rng.choice(tensors.FILLS)
        self.oddity = rng.choice((0.0, 0.1, 0.5, 1.0))
        self.wild = rng.choice((0.0, 0.0, 0.1, 0.4))  # how many numbers are odd
        self.plain = rng.choice((0.3, 0.6, 0.9))  # how many arguments take their defaults
        self.grad = rng.random() < 0.25  # whether the call is to be derived
        self.made = 0


def draw_int(rng, scene):
    if rng.random() < scene.wild:
        return rng.choice(ODD_INTS)
    return rng.choice(INTS[:4] if rng.random() < 0.6 else INTS)


def draw_float(rng, scene):
    return rng.choice(ODD_FLOATS if rng.random() < scene.wild else FLOATS)


def draw_scalar(rng, scene):
    kind = rng.choice((1, 1, 2, 2, 2, 3, 4, 5)) if rng.random() < 0.97 else rng.choice((0, 6, -1, 99))
    return [kind, draw_int(rng, scene), draw_float(rng, scene), draw_float(rng, scene)]


def draw_code(rng, name):
    """A number of one of the library's enums, by the parameter's name."""
    if rng.random() < 0.04:
        return rng.choice((-2, 99, 46, 1 << 30, -(1 << 31)))
    if "dtype" in name or name == "out_type":
        return rng.choice((-1, *tensors.COMMON, *tensors.ODD) if rng.random() < 0.5 else (-1, 6, 7, 4))
    if name == "layout":
        return rng.choice((-1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8))
    if name in ("memory_format", "format"):
        return rng.choice((-1, -1, 0, 1, 2, 3, 4))
    if name in ("device_type", "type"):
        return rng.choice((-1, -1, 0, 0, 0, 1, 14, 13, 20, 5))
    if name in ("device_index", "index"):
        return rng.choice((-1, -1, -1, 0, 1, 127, 128))
    return rng.choice((-1, 0, 1, 2, 3, 4))


def draw_options(rng):
    plain = rng.random() < 0.5
    if rng.random() < 0.05:
        return rng.choice((None, [0] * 7, [rng.randrange(-1, 40) for _ in range(7)]))
    return [
        draw_code(rng, "dtype"),
        -1 if plain else draw_code(rng, "layout"),
        -1 if plain else draw_code(rng, "device_type"),
        -1 if plain else draw_code(rng, "device_index"),
        rng.choice((-1, -1, -1, 0, 1)),
        rng.choice((-1, -1, 0, 1)),
    ]


def draw_list(rng, one, length=None, most=4):
    """Items; or {"null": n}, no list with a length of n; or {"length": n}, a list with a length that cannot be."""
    chance = rng.random()
    if chance < 0.03:
        return {"null": rng.choice((0, 0, 1, 3, -1, 1 << 62))}
    if chance < 0.04:
        return {"length": rng.choice((-1, -(1 << 63)))}
    if length is None or rng.random() < 0.15:
        length = rng.randrange(most + 1)
    return [one() for _ in range(length)]


def draw_tensor(rng, scene, name=""):
    if rng.random() < 0.015:
        return None
    recipe = tensors.draw(rng, scene)
    if ("index" in name or "indices" in name) and "of" not in recipe and rng.random() < 0.7:
        recipe |= {"dtype": 4, "fill": rng.choice(("index", "zeros", "index", "count", "negative"))}
        if rng.random() < 0.4:
            recipe["size"] = [rng.choice((0, 1, 2, 3))]
    scene.made += 1
    return recipe


def draw_value(rng, scene):
    drawn = {"int": draw_int, "float": draw_float, "tensor": draw_tensor}
    return tagged.draw(rng, scene, {name: lambda one=one: one(rng, scene) for name, one in drawn.items()})


def draw_stream(rng, scene):
    return [draw_int(rng, scene), rng.choice((0, 0, 1, 14, 20, 99, -1)), rng.choice((-1, -1, 0, 1, 300))]


SCALARS = {"int64_t": draw_int, "double": draw_float, "ptc_scalar": draw_scalar, "ptc_stream": draw_stream}
ITEMS = {"int64_t": ctypes.c_int64, "double": ctypes.c_double, "bool": ctypes.c_bool, "ptc_scalar": Scalar}


class Slot:
    """One parameter, or a pointer with its length: `draw` gives plain data, `build` what ctypes takes."""

    def __init__(self, function, index, kind, name, length):
        self.name, self.kind, self.has_length = name, kind, length
        self.schema = function.schema.get(name, "")
        self.item = kind.removeprefix("const ").removesuffix(" *") if kind.endswith("*") else None
        self.default = self.read_default(function.defaults.get(name))
        self.output = self.is_output(function)

    def is_output(self, function):
        if not self.kind.endswith("*") or self.kind == "void *":
            return False
        if not function.can_fail:
            return False
        return self.kind in ("char **", "void **") or not self.kind.startswith("const ")

    def read_default(self, text):
        """[the default as plain data], or [] where there is none."""
        if text is None or "ptc_tensor" in self.kind or self.kind == "const ptc_options *":
            return []
        if text == "None":
            absent = {"ptc_scalar": [0, 0, 0.0, 0.0], "int32_t": -1}
            return [{"null": 0} if self.has_length else absent.get(self.kind)]
        numbers = {"True": 1, "False": 0, "Mean": 1, "inf": float("inf")}
        try:
            value = numbers[text] if text in numbers else json.loads(text.replace("'", '"'))
        except ValueError:
            return []
        if self.kind == "ptc_scalar":
            kind = 3 if text in ("True", "False") else 2 if isinstance(value, float) else 1
            return [[kind, 0 if kind == 2 else value, float(value), 0.0]]
        if self.has_length:
            return [value if isinstance(value, list) else [value]]
        return [value]

    def draw(self, rng, scene):
        kind, item = self.kind, self.item
        if self.default and rng.random() < scene.plain:
            return self.default[0]
        if self.output:
            if self.has_length:
                return draw_list(rng, lambda: 0, most=6)
            return None if rng.random() < 0.01 else "out"
        if kind == "ptc_tensor":
            return None if "?" in self.schema and rng.random() < 0.4 else draw_tensor(rng, scene, self.name)
        if item == "ptc_tensor":
            return draw_list(rng, lambda: draw_tensor(rng, scene, self.name), most=3)
        if kind in SCALARS:
            return SCALARS[kind](rng, scene)
        if kind == "bool":
            return rng.random() < 0.5
        if kind == "int32_t":
            return draw_code(rng, self.name)
        if kind == "const ptc_options *":
            return draw_options(rng)
        if item == "ptc_value":
            if self.has_length:
                if rng.random() < 0.5:  # what most programs take
                    return [{"kind": tagged.TENSOR, "tensor": draw_tensor(rng, scene)}]
                return draw_list(rng, lambda: draw_value(rng, scene), 1)
            return None if rng.random() < 0.05 else draw_value(rng, scene)
        if self.has_length and item.startswith("ptc_") and item not in ITEMS:
            return draw_list(rng, lambda: rng.choice((None, "new", "new", "new", "new")), 1)
        if item in ITEMS:
            one = SCALARS.get(item, lambda rng, scene: rng.random() < 0.5)
            if self.has_length:
                fixed = re.search(r"\[(\d+)\]", self.schema)
                count = rng.choice((int(fixed[1]), len(scene.shape))) if fixed else len(scene.shape)
                if self.name == "size" and rng.random() < 0.5:
                    return list(scene.shape)
                return draw_list(rng, lambda: one(rng, scene), count)
            return None if rng.random() < 0.5 else one(rng, scene)
        if kind == "ptc_error":
            return rng.choice((None, "new"))
        if kind == "const char *":
            words = tagged.WORDS.get(self.name, ()) if rng.random() < 0.8 else ()
            return None if rng.random() < 0.1 else rng.choice(words or STRINGS)
        if kind.startswith("ptc_") and not kind.endswith("_fn"):
            return rng.choice((None, "new", "new", "new"))
        return None  # void *: a context; a callback

    def build(self, x, call):
        """The C arguments, one or two; what they refer to is kept in `call`."""
        kind, item = self.kind, self.item
        if self.has_length:
            return self.build_list(x, call)
        if self.output:
            return (None if x is None else call.output(self),)
        if kind == "ptc_tensor":
            return (call.tensor(x),)
        if kind == "ptc_scalar":
            return (call.keep(Scalar(*x)),)
        if kind == "ptc_stream":
            return (call.keep(Stream(*x)),)
        if kind == "const ptc_options *":
            return (x and ctypes.byref(call.keep(Options.of(*x) if len(x) == 6 else Options(*x))),)
        if kind in NUMBERS:
            return (x,)
        if item == "ptc_value":
            return (x and ctypes.byref(call.keep(tagged.build(x, call))),)
        if kind == "ptc_error":
            return (x and call.library["ptc_error_new"](3, b"an error"),)
        if kind == "const char *":
            return (x if x is None else call.keep(x.encode("utf-8" if ord(max(x, default=" ")) > 255 else "latin-1")),)
        if item in ITEMS:
            return (
                None if x is None else ctypes.byref(call.keep(ITEMS[item](x) if item != "ptc_scalar" else Scalar(*x))),
            )
        if kind.startswith("ptc_") and x == "new":
            return (call.handle(kind),)
        return (None,)

    def build_list(self, x, call):
        if isinstance(x, dict) and "null" in x:
            return None, x["null"]
        items = [] if isinstance(x, dict) else x
        if self.item == "ptc_tensor":
            array = (ctypes.c_void_p * max(len(items), 1))(*[call.tensor(one) for one in items])
        elif self.item == "ptc_value":
            array = (Value * max(len(items), 1))(*[tagged.build(one, call) for one in items])
        elif self.item == "ptc_scalar":
            array = (Scalar * max(len(items), 1))(*[Scalar(*one) for one in items])
        elif self.item.startswith("ptc_") and not self.output:
            handles = [call.handle(self.item) if one == "new" else None for one in items]
            array = (ctypes.c_void_p * max(len(items), 1))(*handles)
        else:
            array = (ITEMS.get(self.item, ctypes.c_int64) * max(len(items), 1))(*items)
        return call.keep(array), x["length"] if isinstance(x, dict) else len(items)


def slots(function):
    """The parameters as slots; a pointer and its length are one."""
    if function.slots is None:
        function.slots = make_slots(function)
    return function.slots


def make_slots(function):
    out, params, i = [], function.params, 0
    while i < len(params):
        kind, name = params[i]
        length = i + 1 < len(params) and params[i + 1] == ("int64_t", name + "_len") and kind.endswith("*")
        out.append(Slot(function, i, kind, name, length))
        i += 1 + length
    return out


# A host's promises about its own memory cannot be checked: such arguments are drawn to be true.


def host_memory(function, rng, drawn):
    """Changes what was drawn for the functions that read or write memory of the host's."""
    if function.name == "ptc_tensor_from_data":
        drawn[0], drawn[1] = "memory", rng.choice((-1, 0, 1, 4, 8, 12, 24, 36, 64, 96, 150 * 4))
    elif function.name == "ptc_tensor_copy_to":
        drawn[1], drawn[2] = "memory", rng.choice((-1, 0, 1, 4, 8, 12, 24, 36, 64, 96, 150 * 4))
    elif function.name in ("ptc_tensor_from_impl", "ptc_tensor_of_identity"):
        drawn[0] = rng.choice(("memory", "memory", None))  # a tensor's own instead, see Call.build
    elif function.name == "ptc_tensor_from_blob":
        drawn[0] = rng.choice(("memory", "memory", None))
        drawn[1] = [rng.randrange(-1, 4) for _ in range(rng.randrange(4))]
        drawn[2] = rng.choice(({"null": 0}, [rng.randrange(-1, 50) for _ in drawn[1]], [1]))
    return drawn
