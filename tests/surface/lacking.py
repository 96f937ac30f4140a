"""python lacking.py < {module: names} of torch: prints the JSON list of what pytorch_c lacks of it.

A process without torch: what torch and its borrowed files both define, libtorch has once.
"""

import importlib
import json
import sys
import warnings


def ours(name):
    """The module of ours with a name of torch's; None where it cannot be imported."""
    try:
        return importlib.import_module("pytorch_c" + name[len("torch") :])
    except Exception:
        return None


def has(module, name):
    """Returns whether a module has the name, or a module of that name below it, which nobody may have imported yet."""
    try:
        getattr(module, name)
    except (AttributeError, ImportError):
        return ours(f"torch{module.__name__.removeprefix('pytorch_c')}.{name}") is not None
    return True


def lacking(name, names):
    """The module itself, or the names in it, that are not here."""
    found = ours(name)
    if found is None:
        return [name]
    return [f"{name}.{one}" for one in names if not has(found, one)]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    sys.stdout, out = sys.stderr, sys.stdout
    print(json.dumps({name: lacking(name, names) for name, names in asked.items()}), file=out)
