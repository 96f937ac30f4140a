"""Calls that compile a function again, and calls that do not: what changes between them, of values, modules and settings.

python recompiling.py torch (or pytorch_c): prints {name: graphs that were compiled after each call} as JSON. The calls
are in the folder recompiled, by subject.
"""

import json
import sys

import pytorch_c

if sys.argv[1] == "pytorch_c":
    pytorch_c.install_as_torch()

from recompiled import containers, functions, modules, objects, settings, tensors
from recompiled.arguments import CALLS
from recompiled.compiling import calls, compiled, counts

SUBJECTS = containers, objects, functions, modules, tensors, settings


def main():
    found = {
        name: counts(calls(compiled(function, dynamic), *given)) for name, (function, given, dynamic) in CALLS.items()
    }
    found |= {change.__name__: counts(change(compiled)) for subject in SUBJECTS for change in subject.CHANGES}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
