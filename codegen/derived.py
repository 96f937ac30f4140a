"""Data written from the model: the package's constants."""

from . import kinds


def constants(api):
    """pytorch_c/_boundary/constants.py: the numbers of the headers, without their PTC_."""
    lines = ['"""The numbers of the C library, named as in its headers without PTC_. Derived; do not edit."""', ""]
    lines += [f"{name.removeprefix('PTC_')} = {value!r}" for name, value in api.macros.items()]
    for enum in api.enums.values():
        lines += ["", f"# enum {enum.name}" + (f": {enum.doc}" if enum.doc else "")]
        lines += [f"{name.removeprefix('PTC_')} = {value}" for name, value in enum.values.items()]
        values = "".join(f"    {name!r}: {value},\n" for name, value in enum.short.items())
        lines += [f"{enum.name.removeprefix('ptc_').upper()} = {{", values + "}"]
    lines += ["", "# Letters of csrc's kinds (codegen/kinds.py)", *kinds.constants()]
    return "\n".join(lines) + "\n"
