"""Tagged values (ptc_value) as plain data, and what programs and names a fuzzed call of TorchScript gets."""

import ctypes

from .library import Value

TENSOR, TENSORS, INTS, FLOATS, BOOLS, STRINGS = 7, 8, 9, 10, 11, 13
LIST, TUPLE, DICT, NAMED = 20, 21, 22, 23
HOLDING = {LIST: 1, TUPLE: 1, DICT: 2, NAMED: 2}

SOURCES = (
    "def g(x: Tensor) -> Tensor:\n  return torch.relu(x)\n",
    "def g(x: Tensor, n: int = 2):\n  y = [x]\n  for i in range(n):\n    y.append(x + i)\n  return y\n",
    "def forward(self, x: Tensor):\n  return self.weight + x\n",
    "def g(self):\n  return self.training\ndef h(self):\n  return self.g()\n",
    "def f(x):\n  return f(x)\n", "def f(x):\n  return f2(x)\ndef f2(x):\n  return f(x)\n",
    "class C:\n  n : int\n  def __init__(self: fuzz.C, n: int) -> NoneType:\n    self.n = n\n    return None\n",
    "class P(NamedTuple):\n  x : Tensor\n  y : int\n", "class E(Enum):\n  RED = 1\n  BLUE = 2\n",
    "def", "def f(", "def f(x): return x", "class", "x = 1\n", "def f():\n  pass\n" * 40, "((((", "-" * 3000,
    "def f(x):\n  return " + "(" * 2000 + "x" + ")" * 2000 + "\n", "def f(x):\n\treturn x\n", "\0", "def f(x: Nope):\n  return x\n",
)  # fmt: skip
WORDS = {
    "source": SOURCES,
    "type": ("Tensor", "int", "float", "List[int]", "Dict[str, Tensor]", "Tuple[int, str]", "Optional[Tensor]", "Any", "",
             "List[", "Nope", "__torch__.Fuzz", "Union[int, str]", "[" * 3000, "Future[Tensor]"),
    "name": ("f", "forward", "weight", "training", "x", "a.b", "", "1", "é", "new"),
    "class_name": ("__torch__.Fuzz", "fuzz.C", "C", "", "a..b"),
    "prefix": ("fuzz", "__torch__", "", "a..b"),
    "form": ("annotate", "fork", "nope"),
    "space": ("aten", "ops", "prim", ""),
    "names": ("x", "x\nn", "n", "\n\n", "q"),
    "argument_names": ("x", "x\ny", "1"),
    "preserved": ("weight", "forward", "nope", "a.b"),
    "strategy": ("STATIC 2\nDYNAMIC 10", "STATIC 0", "NOPE 1", "STATIC -1", "DYNAMIC", "STATIC 99999999999999"),
}  # fmt: skip


def draw(rng, scene, drawn, depth=0):
    """One value: {"kind": …} with the fields that differ from 0. `drawn` has functions for numbers and tensors."""
    odd = rng.random() < scene.wild
    kind = rng.choice(
        (0, 1, 2, 2, 3, 4, 5, 6, TENSOR, TENSOR, TENSOR, TENSORS, INTS, FLOATS, BOOLS, STRINGS, 15, 18, 19)
    )
    if depth < 4 and rng.random() < 0.35:
        kind = rng.choice((LIST, TUPLE, DICT, NAMED))
    if odd and rng.random() < 0.2:
        return {"kind": rng.choice((-2, -1, 24, 99, 12, 14, 16, 17)), "i": drawn["int"]()}
    out = {"kind": kind, "i": drawn["int"](), "re": drawn["float"](), "im": drawn["float"]()}
    if kind == TENSOR:
        out["tensor"] = drawn["tensor"]()
    elif kind == TENSORS:
        out["tensors"] = [drawn["tensor"]() for _ in range(rng.randrange(3))]
    elif kind in (INTS, FLOATS, BOOLS):
        out["numbers"] = [rng.randrange(2) for _ in range(rng.randrange(4))]
    elif kind in (6, STRINGS):
        out["texts"] = [rng.choice(("a", "x", "", "é")) for _ in range(1 if kind == 6 else rng.randrange(3))]
    elif kind == 18:
        out["len"] = rng.choice((-1, 0, 1, 200))
    elif kind in HOLDING:
        out["items"] = [
            draw(rng, scene, drawn, depth + 1) for _ in range(HOLDING[kind] * rng.randrange(3) + (kind == NAMED))
        ]
    if odd and kind > 6 and kind != 19 and rng.random() < 0.3:
        return {"kind": kind, "len": rng.choice((-1, 1, 1 << 62))}  # no memory for it
    return out


def build(x, call):
    """The ptc_value; what it points at is kept in `call`."""
    out = Value(x["kind"], x.get("i", 0), x.get("re", 0.0), x.get("im", 0.0), None, x.get("len", 0))
    kind = x["kind"]
    if "tensor" in x:
        out.p = call.tensor(x["tensor"])
    elif "tensors" in x:
        array(
            out, call, (ctypes.c_void_p * max(len(x["tensors"]), 1))(*map(call.tensor, x["tensors"])), len(x["tensors"])
        )
    elif "numbers" in x:
        item = {INTS: ctypes.c_int64, FLOATS: ctypes.c_double, BOOLS: ctypes.c_bool}[kind]
        array(out, call, (item * max(len(x["numbers"]), 1))(*x["numbers"]), len(x["numbers"]))
    elif "texts" in x:
        texts = [call.keep(ctypes.create_string_buffer(one.encode())) for one in x["texts"]]
        if kind == 6:
            array(out, call, texts[0], len(texts[0]) - 1)
        else:
            array(out, call, (ctypes.c_void_p * max(len(texts), 1))(*map(ctypes.addressof, texts)), len(texts))
    elif kind == 19 and x.get("i", 0) >= 0:
        out = call.object_value()
    elif "items" in x:
        items = [build(one, call) for one in x["items"]]
        array(out, call, (Value * max(len(items), 1))(*items), len(items) // HOLDING[kind])
    return out


def array(value, call, made, length):
    value.p, value.len = ctypes.addressof(call.keep(made)), length
