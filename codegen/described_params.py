"""Parameters, fields and callbacks as pytorch_c.json says them: what each value is, before how C passes it."""

from . import header
from .operators import OPTION_NAMES
from .python_ops import Op
from .sentences import table

NUMBERS = {"bool": "bool", "double": "float", "int32_t": "int", "int64_t": "int"}
SAME = ("callback", "context", "destroy", "length", "address")
# Defaults of schemas that are names.
NAMED = {
    "Mean": ("ptc_reduction", "PTC_REDUCTION_MEAN"),
    "long": ("ptc_dtype", "PTC_INT64"),
    "contiguous_format": ("ptc_memory_format", "PTC_CONTIGUOUS"),
}
WORDS = {"None": None, "True": True, "False": False}


def returned_kind(type, enum=None):
    """The kind of what a C function or callback returns."""
    if enum:
        return enum.removeprefix("ptc_")
    texts = {"ptc_error": "error", "const char *": "string", "char *": "string"}
    return {"void": "none", "void *": "address", **texts, **NUMBERS}[type]


def number(text):
    return float(text) if any(c in text for c in ".e") else int(text)


def default(text):
    """A default of a schema as a value."""
    if text in WORDS:
        return WORDS[text]
    if text in NAMED:
        enum, name = NAMED[text]
        return header.declared().enums[enum].values[name]
    if text[0] in "'\"":
        return text[1:-1]
    if text[0] == "[":
        return [number(part) for part in text[1:-1].split(",") if part.strip()]
    return number(text)


def defaulted(arg):
    """{"default": value} of an argument that has one, and the kind of a number that may have any."""
    if arg.default is None:
        return {}
    value = default(arg.default)
    if arg.is_list and value is not None and not isinstance(value, list):
        value = [value] * (arg.size or 1)
    if arg.base == "float" and isinstance(value, int):
        value = float(value)
    if arg.base == "Scalar" and value is not None:
        return {"default": value, "default_kind": "float" if isinstance(value, float) else "int"}
    return {"default": value}


class Described:
    """The parameters of all functions, and the types and callbacks that they name."""

    def __init__(self, api):
        self.api, self.seen, self.named = api, {}, {}

    # ---- types ----

    def type(self, param, callback=None):
        text = param.type
        if callback:
            self.seen[text] = {"text": text, "callback": callback}
        else:
            self.plain_type(text)
        return text

    def plain_type(self, text):
        self.seen[text] = {
            "text": text,
            "name": "char" if text == "ptc_error" else text.removeprefix("const ").rstrip("* "),
            "pointer": 1 if text == "ptc_error" else text.count("*"),
            "const": text.startswith("const ") or text == "ptc_error",
        }

    def types(self):
        for one in self.api.functions.values():
            self.plain_type(one.returns)
        return sorted(self.seen.values(), key=lambda one: ("callback" in one, one["text"]))

    # ---- callbacks ----

    def callback(self, param):
        """The name of a callback's type, which is described once."""
        found = param.callback
        if found.name not in self.named:
            self.named[found.name] = {
                "name": found.name,
                "doc": " ".join(found.doc.split()) or table().get(found.name, ""),
                "can_fail": found.can_fail,
                "returns": {"type": found.returns, "kind": returned_kind(found.returns)},
                "params": [self.param(one, found.params) for one in found.params],
            }
        return found.name

    def callbacks(self):
        return sorted(self.named.values(), key=lambda one: one["name"])

    # ---- parameters ----

    def kind(self, param):
        """(kind, the key under which it is described, its name there)."""
        if param.kind in SAME:
            return param.kind, None, None
        if param.kind == "buffer":
            return "bytes", None, None
        if param.base == "ptc_error":
            return "error", None, None
        for key, known in (("handle", self.api.handles), ("struct", self.api.structs)):
            if param.base in known:
                return param.base.removeprefix("ptc_"), key, param.base
        if param.enum:
            return param.enum.removeprefix("ptc_"), "enum", param.enum
        return {"char": "string", "void": "address", **NUMBERS}[param.base], None, None

    def param(self, param, around, arg=None):
        kind, key, name = self.kind(param)
        said = {"name": param.name, "kind": kind}
        if key:
            said[key] = name
        callback = self.callback(param) if param.callback else None
        said |= {"type": self.type(param, callback), "direction": param.direction}
        if callback:
            said["callback"] = callback
        if param.kind == "list":
            said["list"] = True
        if param.owned:
            said["owned"] = param.owned
        said |= {key: value for key in ("close", "length", "context", "destroy") if (value := getattr(param, key))}
        if param.entries_nullable:
            said["optional_items"] = True
        if param.kind == "length":
            said["of"] = [one.name for one in around if one.length == param.name]
        optional = param.nullable or bool(arg and arg.optional and param.direction == "in")
        if optional:
            said["optional"] = True
            if param.direction == "in":
                said["absent"] = self.absent(param, kind)
        return said | (self.of_schema(arg) if arg and param.direction == "in" else {})

    @staticmethod
    def absent(param, kind):
        """Returns what C is given where there is none."""
        if param.type.endswith("*") or kind not in (*NUMBERS.values(), "scalar"):
            return "PTC_UNSET" if param.type in NUMBERS else "NULL"
        return "PTC_SCALAR_NONE" if kind == "scalar" else "PTC_UNSET"

    @staticmethod
    def of_schema(arg):
        said = defaulted(arg)
        if arg.size is not None:
            said["size"] = arg.size
        if arg.kwonly:
            said["keyword_only"] = True
        if arg.mutable:
            said["written"] = True
        return said

    def field(self, field):
        said = self.param(field, ())
        kept = ("name", "kind", "enum", "struct", "type", "list", "length", "optional")
        said = {key: said[key] for key in kept if key in said}
        return said | ({"kind": "device_index"} if field.name == "device_index" else {})

    def params(self, function):
        """The parameters of a function, in C's order."""
        args = {arg.name: arg for arg in function.schema.args} if function.schema else {}
        found = []
        for param in function.params:
            said = self.param(param, function.params, args.get(param.name))
            if param.base == "ptc_options":
                said |= self.options(function)
            device = args.get(param.name.removesuffix("_type")) if param.enum == "ptc_device_type" else None
            if device is not None:
                said |= self.of_schema(device) | ({"optional": True, "absent": "PTC_UNSET"} if device.optional else {})
            if found and found[-1]["kind"] == "device_type" and param.name.endswith("index"):
                said |= {"kind": "device_index", "of": [found[-1]["name"]]}
            found.append(said)
        if function.schema:
            self.views(function, found)
        return found

    @staticmethod
    def options(function):
        """The fields of the struct that the function reads, and that it may be left out."""
        fields = [*OPTION_NAMES, "requires_grad"]
        if function.schema and not Op(function).has("requires_grad"):
            fields.pop()
        known = {"optional": True, "absent": "NULL", "default": None, "fields": fields}
        return known | ({"keyword_only": True} if function.schema else {})

    @staticmethod
    def views(function, params):
        """Says of each output whose memory it shares."""
        outputs = {one.name for one in function.outputs}
        places = [one for one in params if one["name"] in outputs]
        for place, alias in zip(places, function.schema.aliases):
            of = [arg.name for arg in function.schema.args if alias and arg.alias == alias]
            if of:
                place["view_of"] = of[0]
