"""Operators by name: ptc_call with odd values, drawn by each operator's schema."""

import ctypes
import re

from . import arguments, calls
from .library import Scalar, Value, schema_arguments

# Not called, each with its reason.
LEFT_OUT = {
    "inductor::resize_storage_bytes_": "takes memory from tensors that the call does not name",
    "aten::_cudnn_init_dropout_state": "needs CUDA, and says so by ending the process",
}
# Operators of TorchScript's own interpreter, whose values are no tensors' business.
SPACES = re.compile(r"(aten|quantized|sparse|mkldnn|mkldnn_prepacked|prepacked|onednn|_quantized|image|torchvision)::")
DEFAULT, NONE, BOOL, INT, FLOAT, STRING, TENSOR, TENSORS, INTS, FLOATS, BOOLS, SCALARS = -1, 0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12
GENERATOR, DTYPE, LAYOUT, FORMAT, DEVICE = 14, 15, 16, 17, 18
KINDS = {"ScalarType": DTYPE, "Layout": LAYOUT, "MemoryFormat": FORMAT}
SCALAR_KINDS = {1: 2, 2: 3, 3: 1, 4: 4, 5: 5}  # of ptc_scalar, of ptc_value


class ValueSlot:
    """One argument: plain data is [kind of value, content]."""

    def __init__(self, name, kind, default):
        self.name, self.has_default = name, default is not None
        self.optional, self.list = "?" in kind, "[" in kind
        self.base = re.sub(r"\(.*?\)|\[.*|\?", "", kind)
        self.schema = kind

    def draw(self, rng, scene):
        if rng.random() < 0.02:
            return [rng.randrange(-2, 21), None]
        if self.has_default and rng.random() < scene.plain:
            return [DEFAULT, None]
        if self.optional and rng.random() < 0.4:
            return [NONE, None]
        one = getattr(self, "draw_" + self.base, None)
        if one is None:
            return [NONE, None]
        if not self.list:
            return one(rng, scene)
        fixed = re.search(r"\[(\d+)\]", self.schema)
        length = int(fixed[1]) if fixed else len(scene.shape) if self.base != "Tensor" else 2
        items = arguments.draw_list(rng, lambda: one(rng, scene)[1], length, 3)
        lists = {"Tensor": TENSORS, "int": INTS, "SymInt": INTS, "float": FLOATS, "bool": BOOLS, "Scalar": SCALARS}
        return [lists.get(self.base, NONE), items if self.base in lists else None]

    def draw_Tensor(self, rng, scene):
        return [TENSOR, arguments.draw_tensor(rng, scene)]

    def draw_int(self, rng, scene):
        return [INT, arguments.draw_int(rng, scene)]

    draw_SymInt = draw_int

    def draw_float(self, rng, scene):
        return [FLOAT, arguments.draw_float(rng, scene)]

    def draw_bool(self, rng, scene):
        return [BOOL, rng.random() < 0.5]

    def draw_Scalar(self, rng, scene):
        return ["scalar", arguments.draw_scalar(rng, scene)]

    def draw_str(self, rng, scene):
        return [STRING, rng.choice(arguments.STRINGS)]

    def draw_Generator(self, rng, scene):
        return [GENERATOR, "new"]

    def draw_Device(self, rng, scene):
        return [DEVICE, [arguments.draw_code(rng, "device_type"), arguments.draw_code(rng, "device_index")]]

    def draw_ScalarType(self, rng, scene):
        return [DTYPE, arguments.draw_code(rng, "dtype")]

    def draw_Layout(self, rng, scene):
        return [LAYOUT, arguments.draw_code(rng, "layout")]

    def draw_MemoryFormat(self, rng, scene):
        return [FORMAT, arguments.draw_code(rng, "memory_format")]


class NamedCall(calls.Call):
    def value(self, kind, x):
        if kind == "scalar":
            return Value(SCALAR_KINDS.get(x[0], x[0]), x[1], x[2], x[3], None, 0)
        if x is None:
            return Value(kind, 0, 0.0, 0.0, None, 0)
        if kind == TENSOR:
            return Value(kind, 0, 0.0, 0.0, self.tensor(x), 0)
        if kind in (TENSORS, INTS, FLOATS, BOOLS, SCALARS):
            return self.list_value(kind, x)
        if kind == FLOAT:
            return Value(kind, 0, x, 0.0, None, 0)
        if kind == STRING:
            data = self.keep(ctypes.create_string_buffer(x.encode("utf-8", "replace")))
            return Value(kind, 0, 0.0, 0.0, ctypes.addressof(data), -1)
        if kind == GENERATOR:
            return Value(kind, 0, 0.0, 0.0, self.handle("ptc_generator"), 0)
        if kind == DEVICE:
            return Value(kind, x[0], 0.0, 0.0, None, x[1])
        return Value(kind, int(x), 0.0, 0.0, None, 0)

    def list_value(self, kind, x):
        if isinstance(x, dict) and "null" in x:
            return Value(kind, 0, 0.0, 0.0, None, x["null"])
        items = [] if isinstance(x, dict) else x
        if kind == TENSORS:
            array = (ctypes.c_void_p * max(len(items), 1))(*[self.tensor(one) for one in items])
        elif kind == SCALARS:
            array = (Scalar * max(len(items), 1))(*[Scalar(*one) for one in items])
        else:
            item = {INTS: ctypes.c_int64, FLOATS: ctypes.c_double, BOOLS: ctypes.c_bool}[kind]
            array = (item * max(len(items), 1))(*items)
        self.keep(array)
        return Value(kind, 0, 0.0, 0.0, ctypes.addressof(array), x["length"] if isinstance(x, dict) else len(items))

    def build(self):
        values = [self.value(*one) for one in self.drawn]
        return (Value * max(len(values), 1))(*values)

    def make(self, args):
        library, room = self.library, 16
        name, _, overload = self.function.operator.partition(".")
        found = library.get("ptc_operator_find", name.encode(), overload.encode())
        results, count = (Value * room)(), ctypes.c_int64(calls.GARBAGE)
        try:
            returned = library["ptc_call"](found, args, len(self.drawn), results, room, ctypes.byref(count))
        finally:
            library["ptc_operator_close"](found)
        if returned:
            library.error_free(returned)
            if count.value or any(one.kind for one in results):
                raise calls.Broken("after an error, there are results")
        else:
            for i in range(count.value):
                if results[i].kind == TENSOR and results[i].p:
                    self.look(results[i].p, f"result {i}")
                    self.derive(results[i].p)
            library["ptc_values_close"](results, room)
        for handle in self.tensors:
            self.look(handle, "an argument")
        return "error" if returned else "ok"


class NamedFunction:
    """An operator by name, in the place of a function of the library."""

    call = NamedCall
    can_fail = True

    def __init__(self, operator, schema):
        self.operator, self.name = operator, "ptc_call " + operator
        types, defaults = schema_arguments(schema)
        self.slots = [ValueSlot(name, kind, defaults.get(name)) for name, kind in types.items()]


def functions(library):
    """All operators there are, but for those left out."""
    address = library.get("ptc_operator_names")
    names = ctypes.string_at(address).decode().split()
    library["ptc_string_free"](address)
    out = {}
    for operator in names:
        if not SPACES.match(operator) or operator.partition(".")[0] in LEFT_OUT:
            continue
        name, _, overload = operator.partition(".")
        found = library.get("ptc_operator_find", name.encode(), overload.encode())
        address = library.get("ptc_operator_schema", found)
        one = NamedFunction(operator, ctypes.string_at(address).decode())
        library["ptc_string_free"](address)
        library["ptc_operator_close"](found)
        out[one.name] = one
    return out
