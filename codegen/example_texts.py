"""Examples of Python's names: codegen/examples/CHAPTER.txt, which help() and the site show and a test runs.

    ## topk
    >>> torch.topk(torch.tensor([3., 1., 4.]), 2).values
    tensor([4., 3.])

python -m codegen.example_texts [CHAPTER ...]    # writes the outputs anew; read what changed
python -m codegen.example_texts --json           # prints them
"""

import contextlib
import io
import json
import os
import random
import re
import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "examples"
# The generated functions of these modules have their module's name in front.
MODULES = ("linalg", "fft", "special")
LONGEST = 110  # of an error's line


def chapters():
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


@cache
def chapter(name):
    """{name: lines of its example} of a module, such as "nn.functional"."""
    parts = re.split(r"^## ([\w.]+)\n", (FOLDER / f"{name}.txt").read_text(), flags=re.M)
    return {one: tuple(text.rstrip("\n").split("\n")) for one, text in zip(parts[1::2], parts[2::2])}


def of_operator(name):
    """Lines of a generated function's example, or an empty tuple."""
    for module in MODULES:
        short = name.removeprefix(f"{module}_")
        if short != name and short in chapter(module):
            return chapter(module)[short]
    return chapter("torch").get(name, ())


def statements(lines):
    """The statements of an example: source lines after `>>>` and `...`."""
    found = []
    for line in lines:
        if line.startswith(">>> "):
            found.append([line[4:]])
        elif line.startswith("..."):
            found[-1].append(line[4:])
    return found


def shown(error):
    """Lines that stand for an exception: its class and the first line of its text, cut where it is long."""
    text = f"{type(error).__name__}: {error}".strip().split("\n")[0]
    text = text if len(text) <= LONGEST else text[: LONGEST - 4].rsplit(" ", 1)[0] + "..."
    return ["Traceback (most recent call last):", "    ...", text]


def run(lines, names):
    """The lines with the outputs of this run."""
    found = []
    for statement in statements(lines):
        found += [f">>> {statement[0]}", *(f"... {line}".rstrip() for line in statement[1:])]
        said, error = io.StringIO(), None
        with contextlib.redirect_stdout(said):
            try:
                exec(compile("\n".join(statement) + "\n", "<example>", "single"), names)
            except Exception as raised:
                error = raised
        text = said.getvalue().rstrip("\n")
        found += [line if line.strip() else "<BLANKLINE>" for line in text.split("\n")] if text else []
        found += shown(error) if error else []
    return tuple(found)


def run_chapter(name):
    """{name: lines with this run's outputs}, each with seed 0 and names of its own, in an empty folder."""
    import pytorch_c
    from pytorch_c.nn import functional

    found, before = {}, os.getcwd()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        os.chdir(folder)
        try:
            for one, lines in chapter(name).items():
                pytorch_c.manual_seed(0)
                random.seed(0)
                names = {"torch": pytorch_c, "nn": pytorch_c.nn, "F": functional, "__name__": "__main__"}
                found[one] = run(lines, names)
        finally:
            os.chdir(before)
    return found


def write(name):
    found = run_chapter(name)
    (FOLDER / f"{name}.txt").write_text(
        "\n".join(f"## {one}\n" + "\n".join(lines) + "\n" for one, lines in found.items())
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--json"]:
        print(json.dumps({one: run_chapter(one) for one in chapters()}))
        raise SystemExit
    for one in sys.argv[1:] or chapters():
        write(one)
        print(f"{one}: {len(chapter(one))} names")
