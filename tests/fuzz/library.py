"""The C library through ctypes, as the interface's description (pytorch_c.json) tells it; no Python package between."""

import ctypes
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "pytorch_c" / "lib" / "libpytorch_c.so.0"
INTERFACE = ROOT / "pytorch_c" / "pytorch_c.json"

UNSET = -1
NUMBERS = {"int64_t": ctypes.c_int64, "int32_t": ctypes.c_int32, "double": ctypes.c_double, "bool": ctypes.c_bool}


class Scalar(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("i", ctypes.c_int64), ("re", ctypes.c_double), ("im", ctypes.c_double)]


class Stream(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int64), ("device_type", ctypes.c_int32), ("device_index", ctypes.c_int32)]


class Options(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_int32)
        for name in ("set", "dtype", "layout", "device_type", "device_index", "pin_memory", "requires_grad")
    ]

    @classmethod
    def of(
        cls, dtype=UNSET, layout=UNSET, device_type=UNSET, device_index=UNSET, pin_memory=UNSET, requires_grad=UNSET
    ):
        """Every field as given; the others are unset."""
        return cls(31, dtype, layout, device_type, device_index, pin_memory, requires_grad)


class Value(ctypes.Structure):
    _fields_ = [*Scalar._fields_, ("p", ctypes.c_void_p), ("len", ctypes.c_int64)]


BY_VALUE = {**NUMBERS, "ptc_scalar": Scalar, "ptc_stream": Stream}


class Failed(Exception):
    """An error of the C library, freed."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


class Function:
    """One function: name, result, [(type, name)], and {parameter: its type in the operator schema}."""

    def __init__(self, described):
        self.name = described["name"]
        self.returns = described["returns"]["type"]
        self.params = [(p["type"], p["name"]) for p in described["params"]]
        self.text = described["operator"]["schema"] if "operator" in described else None
        self.schema, self.defaults = schema_arguments(self.text)
        self.slots = None  # arguments.py makes them
        self.can_fail = described["can_fail"]


def schema_arguments(text):
    """{argument: type} and {argument: default as text} of "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor"."""
    types, defaults = {}, {}
    for part in re.split(r", (?![^\[]*\])", text[text.index("(") + 1 : text.rindex(") -> ")]) if text else ():
        kind_and_name, _, default = part.partition("=")
        kind, _, name = kind_and_name.rpartition(" ")
        if kind:
            types[name] = kind
            if default:
                defaults[name] = default
    return types, defaults


def functions(path=INTERFACE):
    return [Function(one) for one in json.loads(Path(path).read_text())["functions"]]


def structs(path=INTERFACE):
    """{name: ctypes.Structure} of the interface's structs."""
    kinds = {**NUMBERS, "ptc_scalar": Scalar}
    return {
        one["name"]: type(
            one["name"],
            (ctypes.Structure,),
            {"_fields_": [(f["name"], kinds.get(f["type"], ctypes.c_void_p)) for f in one["fields"]]},
        )
        for one in json.loads(Path(path).read_text())["structs"]
    }


class Library:
    """The functions of libpytorch_c, with argument types; `call` raises Failed and gives the outputs of fixed kinds."""

    def __init__(self, path=LIBRARY, interface=INTERFACE):
        self.library = ctypes.CDLL(str(path))
        self.functions = {one.name: one for one in functions(interface)}
        self.structs = structs(interface)
        for one in self.functions.values():
            loaded = getattr(self.library, one.name)
            loaded.argtypes = [BY_VALUE.get(kind, ctypes.c_void_p) for kind, _ in one.params]
            loaded.restype = None if one.returns == "void" else BY_VALUE.get(one.returns, ctypes.c_void_p)
        self.error_kind = self.library.ptc_error_kind
        self.error_free = self.library.ptc_error_free

    def __getitem__(self, name):
        return getattr(self.library, name)

    def fail(self, error):
        kind, message = self.error_kind(error), ctypes.string_at(error)
        self.error_free(error)
        raise Failed(kind, message.decode("utf-8", "backslashreplace"))

    def do(self, name, *args):
        """Calls a function that has no output of its own."""
        error = getattr(self.library, name)(*args)
        if error:
            self.fail(error)

    def get(self, name, *args, kind=ctypes.c_void_p):
        """Calls a function with one output, the last parameter, and gives it."""
        out = kind()
        self.do(name, *args, ctypes.byref(out))
        return out.value

    def live(self):
        self.library.ptc_close_pending()
        return self.library.ptc_live_handles()
