"""Reads the C headers: every declaration with its comment, parameters and schema."""

import re
from dataclasses import dataclass
from pathlib import Path

from . import schema as schemas

INCLUDE = Path(__file__).resolve().parent.parent / "cshim" / "include"

# Functions whose `const char *` is a text, not an error.
TEXTS = {
    "ptc_build_info",
    "ptc_built_version",
    "ptc_running_version",
    "ptc_error_backtrace",
    "ptc_error_new",
    "ptc_error_new_with",
}

HANDLES = ("ptc_tensor", "ptc_tensor_list", "ptc_generator", "ptc_mark", "ptc_operator", "ptc_node", "ptc_hook")


@dataclass(frozen=True)
class Param:
    type: str  # "ptc_tensor", "const int64_t *", …
    name: str

    @property
    def text(self):
        return self.type + ("" if self.type.endswith("*") else " ") + self.name


@dataclass(frozen=True)
class Function:
    family: str
    returns: str
    name: str
    params: tuple
    doc: str
    schema: object  # Schema or None

    @property
    def can_fail(self):
        return self.returns == "const char *" and self.name not in TEXTS

    @property
    def outputs(self):
        """Trailing pointer parameters that the function fills."""
        found = []
        for param in reversed(self.params):
            if not self.is_output(param):
                break
            found.append(param)
        return tuple(reversed(found))

    def is_output(self, param):
        if not self.can_fail or not param.type.endswith("*") or param.type == "void *":
            return False
        if param.type == "const char **" or param.type == "void **":
            return True
        if param.type.startswith("const"):
            return False
        return not any(p.name == param.name + "_len" for p in self.params)


_DECLARATION = re.compile(
    r"(?P<comment>/\*(?:(?!\*/).)*\*/\s*)?"
    r"^(?P<returns>(?:const )?\w+(?: \*|\s))(?P<name>ptc_\w+)\((?P<params>[^;]*)\);",
    re.S | re.M,
)


def parse_params(text):
    if text.strip() == "void":
        return ()
    # A parameter that is a function pointer has commas of its own.
    params = []
    for part in schemas.split(text):
        match = re.match(r"^(.*?[\s*])(\w+)$", " ".join(part.split()))
        params.append(Param(match[1].strip(), match[2]) if match else Param("callback", part))
    return tuple(params)


def clean(comment):
    text = re.sub(r"^/\*|\*/\s*$", "", comment.strip())
    text = re.sub(r"\n {4,}", " ", text)  # an indented line continues the one before
    return [line.strip() for line in text.splitlines() if line.strip()]


def parse_header(path):
    found = []
    for match in _DECLARATION.finditer(path.read_text()):
        lines = clean(match["comment"] or "")
        schema = schemas.parse(lines[-1]) if lines else None
        doc = " ".join(lines[:-1] if schema else lines)
        function = Function(
            path.stem, match["returns"].strip(), match["name"], parse_params(match["params"]), doc, schema
        )
        if schema and schema.symbol != function.name:
            raise ValueError(f"{path.name}: {function.name} stands under the schema of {schema.symbol}")
        found.append(function)
    return found


def families():
    """{family: [Function]} of all headers, in the order of the umbrella header."""
    umbrella = (INCLUDE / "pytorch_c.h").read_text()
    names = dict.fromkeys(re.findall(r"#include <pytorch_c/(\w+)\.h>", umbrella))
    return {name: parse_header(INCLUDE / "pytorch_c" / f"{name}.h") for name in names}
