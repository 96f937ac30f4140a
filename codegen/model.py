"""The C library as data: functions, enums, structs, handles, callbacks and macros, as header.read() finds them.

The cffi module, the operators and their stubs, pytorch_c.json and the package's constants are derived from it.
"""

from dataclasses import dataclass
from functools import cached_property
from os.path import commonprefix

from .exceptions import MAKE_ERRORS


@dataclass(frozen=True)
class Callback:
    """The type of a function of the caller's; facts.py knows its parameters."""

    name: str  # "ptc_tensor_hook_fn"
    returns: str
    params: tuple
    doc: str

    @property
    def can_fail(self):
        return self.returns == "ptc_error"

    @property
    def text(self):
        """The declaration."""
        return f"typedef {self.returns} (*{self.name})({', '.join(p.text for p in self.params)});"


@dataclass(frozen=True)
class Param:
    """A parameter of a function or a callback, or a field of a struct: its C type, its name, and what it is for.

    kind:
        handle, number, string, struct   by value; where `direction` is "out", a pointer to one that is filled
        optional                         a pointer to one number, NULL where it is absent
        list, buffer, length             a pointer to elements or bytes, and the number that `length` names
        callback, context, destroy       a function of the caller's, what it is given, and what ends that
        address                          any other pointer
    direction: "in", "out" (filled by the one who is called) or "inout".
    owned: "borrowed" until the call returns, "taken" over by the library, or "new": the caller's, who ends it with the
        function that `close` names; None for numbers and functions.
    nullable: NULL is no error: the argument is absent, or there is no result; `entries_nullable` says so of elements.
    """

    type: str  # "ptc_tensor", "const int64_t *", "ptc_destroy_fn", …
    name: str
    kind: str = "number"
    direction: str = "in"
    owned: str | None = None
    close: str | None = None
    nullable: bool = False
    entries_nullable: bool = False
    length: str | None = None
    enum: str | None = None  # whose numbers it takes or gives
    context: str | None = None  # of a callback: the names of the parameters that go with it
    destroy: str | None = None
    callback: Callback | None = None

    @property
    def text(self):
        """The declaration: "const int64_t *size"."""
        return self.type + ("" if self.type.endswith("*") else " ") + self.name

    @property
    def base(self):
        """The type that is pointed at, or the type itself: "ptc_tensor" of "const ptc_tensor *"."""
        return self.type.removeprefix("const ").rstrip("* ").removesuffix(" const")


@dataclass(frozen=True)
class Function:
    family: str
    section: str  # the banner that it stands under, or ""
    returns: str
    name: str
    params: tuple
    doc: str
    schema: object = None  # Schema or None
    returns_enum: str | None = None

    @property
    def can_fail(self):
        return self.returns == "ptc_error" and self.name not in MAKE_ERRORS

    @cached_property
    def outputs(self):
        """Trailing parameters that the function fills, each with one value."""
        found = []
        for param in reversed(self.params):
            if not self.is_output(param):
                break
            found.append(param)
        return tuple(reversed(found))

    def is_output(self, param):
        return self.can_fail and param.direction == "out" and param.kind not in ("list", "buffer")


@dataclass(frozen=True)
class Enum:
    name: str  # "ptc_dtype"
    doc: str
    values: dict  # {"PTC_UINT8": 0}
    docs: dict  # {"PTC_VALUE_INT": "int, SymInt, …"}, of those that have a comment

    @cached_property
    def prefix(self):
        """Returns what the names begin with, up to an underscore: "PTC_VALUE_"."""
        common = commonprefix(list(self.values))
        return common[: common.rindex("_") + 1]

    @property
    def short(self):
        """{"uint8": 0}: the names without their prefix, in lower case."""
        return {name.removeprefix(self.prefix).lower(): value for name, value in self.values.items()}


@dataclass(frozen=True)
class Struct:
    name: str
    doc: str
    fields: tuple  # of Param


@dataclass(frozen=True)
class Handle:
    name: str  # "ptc_tensor"
    struct: str  # "ptc_tensor_s"

    @property
    def close(self):
        return self.name + "_close"


@dataclass(frozen=True)
class Api:
    version: str
    families: dict  # {family: (Function, …)}, in the order of pytorch_c.h
    enums: dict
    structs: dict
    handles: dict
    callbacks: dict
    aliases: dict  # {"ptc_error": "const char *"}
    macros: dict  # {"PTC_UNSET": -1}: those that stand for numbers and texts

    @cached_property
    def functions(self):
        """{name: Function}."""
        return {f.name: f for found in self.families.values() for f in found}

    def cdef_types(self, enums=False):
        """Handles, structs and callbacks, and enums if asked for, as declarations for cffi."""
        lines = [f"typedef {kind}{name};" for name, kind in self.aliases.items()]
        lines += [f"typedef struct {one.struct} *{one.name};" for one in self.handles.values()]
        for one in self.structs.values():
            fields = " ".join(f"{field.text};" for field in one.fields)
            lines.append(f"typedef struct {one.name} {{ {fields} }} {one.name};")
        lines += [one.text for one in self.callbacks.values()]
        for one in self.enums.values() if enums else ():
            values = ", ".join(f"{name} = {value}" for name, value in one.values.items())
            lines.append(f"enum {one.name} {{ {values} }};")
        return "\n".join(lines) + "\n"
