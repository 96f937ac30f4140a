"""Gives every operator wrong arguments and says what it makes of them; run as a program, since it must survive.

    python -m ops.bad_arguments FAMILY…   (in tests/)

Prints "OP" before each overload and "! OP: complaint" for what is wrong; last "done".
"""

import itertools
import sys
import warnings

import pytorch_c
from codegen.exceptions import BY_HAND
from pytorch_c._calls.checks import fits

from . import generate
from .runner import BASE, FAMILY, SCHEMAS, ours_by_name
from .samples import Builder
from .tables import tables


class Nothing:
    """No argument at all."""


ABSENT = {"self": "input", "from": "from_", "lambda": "lambda_"}


def wrong_values(arg):
    """Values that an argument never takes."""
    yield Nothing()
    if not arg.optional and arg.default != "None":
        yield None
    if arg.base == "Tensor":
        yield from ("text", [1, Nothing()] if arg.is_list else {"a": 1})
    elif arg.is_list:
        yield from (["text"], [Nothing()])
    elif arg.base in ("int", "float", "Scalar", "bool"):
        yield from ("text", [1, 2])
    elif arg.base == "str":
        yield 3.5
    elif arg.base not in ("Device",):
        yield "text"


def closed_tensor():
    made = pytorch_c.ones(2)
    made.close()
    return made


def calls(row):
    """(function to call, what is wrong with it, name of the argument)."""
    function = ours_by_name(row)
    for i, arg in enumerate(row.schema.args):
        positional = i < len(row.args)
        if not positional and arg.name not in row.kwargs or arg in row.schema.out_args:
            continue
        extra = [closed_tensor()] if arg.base == "Tensor" and not arg.is_list else []
        others = [
            other for op in SCHEMAS for other in SCHEMAS[op].args[i : i + 1] if SCHEMAS[op].name == row.schema.name
        ]
        for wrong in itertools.chain(wrong_values(arg), extra):
            if (
                wrong is not None
                and any(fits(other.type, wrong) for other in others)
                or wrong is None
                and any(o.optional for o in others)
            ):
                continue  # another form takes it
            builder = Builder(pytorch_c, BASE, False)
            args, kwargs = list(builder.build(row.args)), builder.build(row.kwargs)
            if positional:
                args[i] = wrong
            else:
                kwargs[arg.name] = wrong
            yield lambda args=args, kwargs=kwargs: function(*args, **kwargs), wrong, arg


def complaint(call, wrong, arg, name):
    """Returns what is wrong with how a call takes a wrong argument, or None."""
    shown = f"{wrong!r} for {arg.type} {arg.name}"
    try:
        result = call()
    except (SystemError, AttributeError, NameError, UnboundLocalError, AssertionError, KeyError) as error:
        return f"{shown}: {type(error).__name__}: {error}"
    except Exception as error:
        python_name = ABSENT.get(arg.name, arg.name)
        if not any(word in str(error) for word in (name, f"'{python_name}'", f"'{arg.name}'")):
            return f"{shown}: names neither the operator nor the argument: {type(error).__name__}: {error}"
        return None
    return f"{shown}: gives {type(result).__name__}"


def check(op):
    if SCHEMAS[op].name in BY_HAND:  # their signature is another
        return
    rows = [*tables().get(op, ()), *generate.rows(op)]
    for call, wrong, arg in calls(rows[0]) if rows else ():
        found = complaint(call, wrong, arg, SCHEMAS[op].name.removeprefix("linalg_"))
        if found:
            print(f"! {op}: {found}", flush=True)


def main(families):
    warnings.simplefilter("ignore")
    for op in SCHEMAS:
        if not families or FAMILY[op] in families:
            print(op, flush=True)
            check(op)
    print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
