"""Mutated archives of TorchScript: whatever is loaded, it is a program that can be looked at, or an Error of ours.

python tests/fuzz/archives.py --seed 1 --cases 5000; a case again with --only INDEX. Programs are not called where
the mutation could have changed what they do: they are programs.
"""

import functools
import io
import random
import re
import sys
import zipfile
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from fuzz import children

    children.lead(__file__)

import pytorch_c  # noqa: E402
from fuzz import children  # noqa: E402
from fuzz.files import BYTES, instructions, pickled  # noqa: E402
from pytorch_c._boundary import api  # noqa: E402
from pytorch_c._boundary.handle import core  # noqa: E402
from pytorch_c._calls import values  # noqa: E402, F401

LAYER = """
def forward(self, x: Tensor, n: int = 2) -> Tensor:
  y = torch.relu(x @ self.weight) + self.bias
  for i in range(n):
    if i % 2 == 0:
      y = y + i
    else:
      y = y - 1.5
  return y
"""
NET = """
def forward(self, x: Tensor, d: Dict[str, List[int]], p: Optional[Tuple[int, str]] = None):
  y = self.first(x)
  for layer in self.layers:
    y = layer(y)
  for k in d:
    y = y + len(d[k])
  c = Counter(3)
  c.add(4)
  if p is not None:
    y = y + p[0]
  return Pair(y, c.n), {"k": [y, self.table["a"]]}, self.names, OFFSET
def other(self, x: Tensor):
  if bool(x.sum() > 0):
    raise ValueError("no")
  return x.view([-1]), self.forward(x, {"a": [1]})
"""
CLASSES = """
class Pair(NamedTuple):
  x : Tensor
  n : int
class Counter:
  n : int
  def __init__(self: __torch__.Counter, n: int) -> NoneType:
    self.n = n
    return None
  def add(self: __torch__.Counter, k: int) -> int:
    self.n = self.n + k
    return self.n
"""


def layer(unit):
    made = api.jit_module_new(unit, "__torch__.Layer")
    api.jit_module_register_parameter(made, "weight", pytorch_c.ones(3, 3, requires_grad=True))
    api.jit_module_register_buffer(made, "bias", pytorch_c.arange(12.0)[::4])
    api.jit_module_define(made, LAYER, "layer.py", 1, None)
    return made


@functools.cache
def bases():
    """[(name, bytes)] of whole archives."""
    unit = api.jit_unit_new()
    api.jit_unit_define_classes(unit, "__torch__", CLASSES)
    scope = api.jit_scope_new(unit)
    for name in ("Pair", "Counter"):
        api.jit_scope_type(scope, name, f"__torch__.{name}")
    api.jit_scope_value(scope, "OFFSET", pytorch_c.ones(2), None)
    net, layers = api.jit_module_new(unit, "__torch__.Net"), api.jit_module_new(unit, "__torch__.Layers")
    for i in range(2):
        api.jit_module_register_module(layers, str(i), layer(unit))
    api.jit_module_register_module(net, "first", layer(unit))
    api.jit_module_register_module(net, "layers", layers)
    api.jit_module_register_attribute(
        net, "table", "Dict[str, Tensor]", {"a": pytorch_c.ones(2, dtype=pytorch_c.float16)}
    )
    api.jit_module_register_attribute(net, "names", "List[str]", ["a", "b"])
    api.jit_module_define(net, NET, "net.py", 1, scope)
    odd = api.jit_module_new(unit, "__torch__.Odd")
    quantized = pytorch_c.quantize_per_tensor(pytorch_c.arange(6.0), 0.1, 3, pytorch_c.quint8)
    for name, tensor in {"q": quantized, "s": pytorch_c.eye(3).to_sparse(), "e": pytorch_c.empty(0, 3)}.items():
        api.jit_module_register_buffer(odd, name, tensor)
    traced = core.jit_trace(unit, "__torch__.traced", lambda x: x.relu() * 2, (pytorch_c.ones(2),), "x", True, False)
    modules = {"layer": layer(unit), "net": net, "odd": odd, "traced": api.jit_function_module(traced)}
    return [(name, core.jit_save_memory(one, {"extra.txt": "text"})) for name, one in modules.items()]


WORDS = """( ) [ ] : , . = -> + ** return if else for while def class None True 0 -1 99999999999999999999 1e400 "" torch self ops
    prim CONSTANTS.c0 CONSTANTS.c99 __torch__ int Tensor Optional List Dict Tuple NamedTuple unchecked_cast annotate
    uninitialized lambda raise assert with del pass break continue fork not is in and or @ % // # \\ \n \t""".split(" ")


def source(rng, text):
    """The code with some of its words, lines or bytes changed."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        kind = rng.random()
        if kind < 0.5:
            words = re.findall(r"\w+|\s+|.", text)
            at = rng.randrange(len(words))
            words[at] = rng.choice([rng.choice(WORDS), rng.choice(words), ""])
            text = "".join(words)
        elif kind < 0.8:
            lines = text.split("\n")
            at = rng.randrange(len(lines))
            lines[at : at + rng.randrange(2)] = [rng.choice(lines)] * rng.choice([0, 1, 1, 300])
            text = "\n".join(lines)
        else:
            at = rng.randrange(len(text))
            text = (
                text[:at]
                + rng.choice(
                    [
                        "(" * 5000,
                        "[" * 400,
                        "-" * 9000,
                        "not " * 5000,
                        "x." * 9000,
                        "x + " * 9000,
                        "x if y else " * 3000,
                        "\0",
                        "\xff",
                    ]
                )
                + text[at:]
            )
    return text.encode("utf-8", "replace")


def inside(rng, whole):
    """The archive with one record changed, and its checksums right again."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(result, "w") as new:
        names = old.namelist()
        likely = [n for n in names if n.endswith((".pkl", ".py")) and "debug" not in n]
        chosen = rng.choice(likely * 3 + names)
        for name in names:
            content = old.read(name)
            if name == chosen and content:
                if name.endswith(("data.pkl", "constants.pkl")):
                    ops = instructions(content)
                    content = pickled(rng, ops) if len(ops) > 8 else content[:-1]
                elif name.endswith(".py"):
                    content = source(rng, content.decode())
                else:
                    changed = bytearray(content)
                    rng.choice(BYTES)(rng, changed)
                    content = bytes(changed)
            new.writestr(name, content, rng.choice([zipfile.ZIP_STORED] * 3 + [zipfile.ZIP_DEFLATED]))
    return result.getvalue()


def make(seed, index):
    """(name, bytes) of a case."""
    rng = random.Random(f"archives {seed} {index}")
    name, whole = rng.choice(bases())
    if rng.random() < 0.75:
        return name, inside(rng, whole)
    data = bytearray(whole)
    for _ in range(rng.choice([1, 1, 1, 3])):
        rng.choice(BYTES)(rng, data)
        if not data:
            break
    return name, bytes(data)


def look(module):
    """Reads all of it, as a program might."""
    for kind in (1, 2):
        for tensor in api.jit_module_tensors(module, kind, True):
            if tensor is not None:
                str(tensor)
    for kind in range(1, 7):
        api.jit_module_names(module, kind, True)
    for name in api.jit_module_names(module, 3, False).split():
        str(api.jit_module_attr(module, name))
    for name in api.jit_module_names(module, 5, False).split():
        method = api.jit_module_method(module, name)
        api.jit_function_schema(method), api.jit_function_graph(method, 1), api.jit_function_code(method)
    core.jit_save_memory(api.jit_module_copy(module), None)


def case(seed, index):
    _, data = make(seed, index)
    try:
        look(api.jit_load_memory(data, len(data), -1, -1, "extra.txt"))
    except pytorch_c.Error as error:
        return "an error with C++ frames" if "frame #" in str(error) else None
    except (MemoryError, UnicodeDecodeError):
        return "MemoryError or UnicodeDecodeError"
    return None


def show(seed, index):
    name, data = make(seed, index)
    return f"{name}: {len(data)} bytes"


if __name__ == "__main__":
    children.main(__file__, case, show)
