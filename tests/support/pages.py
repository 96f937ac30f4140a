"""Pages that are one program each: the blocks of a page share their names, and a block of text after a block is its output.

    python tests/support/pages.py PAGE ...            what differs from the pages, and the CPU seconds of each
    python tests/support/pages.py --write PAGE ...    renews outputs, and the pictures that the programs draw

One warm process imports pytorch_c and forks for each page, so that a page costs little more than its own work. A page's
program runs in an empty folder. Comments before a block say what doc_blocks.py says, and `needs COMMAND: REASON` that a
block is left out where that command is missing. In an output "…" stands for anything. A picture `docs/pictures/NAME.svg`
that a page shows, and whose program writes NAME.svg, has the texts that the program wrote.
"""

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support import doc_blocks  # noqa: E402
from support.project import HANG, ROOT  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
_PART = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$"
    r"(?:\n+^```text\n(?P<said>.*?)^```$)?",
    re.S | re.M,
)
_NEEDS = re.compile(r"needs (?P<command>\w+): (?P<reason>.+)")
LANGUAGES = doc_blocks.RUN | {"go", "rust", "php", "toml"}


# Output that a command must have, beside being there: bindings/go wants this Go, and the library of `make install`.
_WANTED = {"go": "go version | grep -qE 'go1[.](2[5-9]|[3-9][0-9])' && pkg-config --exists cgotorch"}


def usable(command):
    """Returns whether a page's blocks that need a command can run here."""
    wanted = _WANTED.get(command, "true")
    environment = doc_blocks.environment()
    return bool(shutil.which(command)) and not subprocess.run(["sh", "-c", wanted], env=environment).returncode


def run(page):
    """Runs a page in this process and folder: {outputs by line, commands that are missing, pictures that it drew}."""
    text = page.read_text(encoding="utf-8")
    found = {"outputs": {}, "missing": [], "pictures": []}
    names = types.ModuleType("__main__")
    sys.modules["__main__"] = names
    Path(".venv").symlink_to(sys.prefix)
    for number, part in enumerate(_PART.finditer(text)):
        if part["language"] not in LANGUAGES:
            continue
        line = text.count("\n", 0, part.start("text"))
        needed = _NEEDS.fullmatch(part["mark"] or "")
        if needed and not usable(needed["command"]):
            found["missing"].append(needed["command"])
            continue
        said = _run_part(page, part, line, number, names)
        if said is not None:
            found["outputs"][str(line)] = said
    for shown in re.findall(r"\]\(\.\./pictures/([\w-]+\.svg)\)", text):
        if Path(shown).is_file():
            found["pictures"].append(shown)
    return found


def _run_part(page, part, line, number, names):
    """The output of one block; None for one that does not run."""
    mark = None if _NEEDS.fullmatch(part["mark"] or "") else part["mark"]
    kind, named, reason = doc_blocks._marked(page, line, mark)
    block = doc_blocks.Block(page, line, part["language"], part["text"], kind, named, reason)
    if kind == "part of":
        doc_blocks.check_part(block)
    elif kind == "file":
        Path(named[0]).parent.mkdir(parents=True, exist_ok=True)
        Path(named[0]).write_text(block.text, encoding="utf-8")
    elif kind != "not run":
        for name in named:
            shutil.copy(ROOT / name, ".")
        if block.language == "python":
            return _python(block, f"block{number}.py", names)
        return doc_blocks.run(block, Path.cwd(), f"block{number}")
    return None


def _python(block, file, names):
    """Returns the output of a block that runs among the names of those before it."""
    Path(file).write_text(block.text, encoding="utf-8")
    sys.stdout.flush()
    kept, error = os.dup(1), os.dup(2)
    with open("said", "w+", encoding="utf-8") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        try:
            exec(compile(block.text, str(Path(file).resolve()), "exec"), names.__dict__)
            sys.stdout.flush()
        except BaseException:
            sys.stdout.flush()
            said = Path("said").read_text(encoding="utf-8")
            raise doc_blocks.Wrong(f"{block.place}\n{block.text}\n{said}\n{traceback.format_exc()}") from None
        finally:
            os.dup2(kept, 1), os.dup2(error, 2)
            os.close(kept), os.close(error)
        return Path("said").read_text(encoding="utf-8")


def matches(shown, said):
    """Returns whether an output is the one that a page shows, in which "…" stands for anything."""
    pattern = ".*?".join(re.escape(piece) for piece in shown.rstrip().split("…"))
    return re.fullmatch(pattern, said.rstrip(), re.S) is not None


def texts(picture):
    """The words of an SVG."""
    words = re.findall(r"<text[^>]*>(.*?)</text>", Path(picture).read_text(encoding="utf-8"), re.S)
    return [re.sub(r"<[^>]*>", "", word).strip() for word in words]


def differences(page, found, folder):
    """Returns the outputs that a page shows and its program did not give."""
    text, wrong = page.read_text(encoding="utf-8"), []
    for part in _PART.finditer(text):
        line = str(text.count("\n", 0, part.start("text")))
        if part["said"] is not None and line in found["outputs"] and not matches(part["said"], found["outputs"][line]):
            wrong.append(f"{page.name}:{line} shows\n{part['said']}and printed\n{found['outputs'][line]}")
    for name in found["pictures"]:
        if not (PICTURES / name).is_file() or texts(PICTURES / name) != texts(folder / name):
            wrong.append(f"{name} is another picture")
    return wrong


def renew(page, found, folder):
    """Writes outputs and pictures into the page and its folder; an output with "…" that fits stays."""
    text = page.read_text(encoding="utf-8")

    def part(match):
        said = found["outputs"].get(str(text.count("\n", 0, match.start("text"))))
        if match["said"] is None or said is None or matches(match["said"], said):
            return match[0]
        start = match.start("said") - match.start()
        return match[0][:start] + said.rstrip() + "\n" + match[0][match.end("said") - match.start() :]

    page.write_text(_PART.sub(part, text), encoding="utf-8")
    for name in found["pictures"]:
        PICTURES.mkdir(exist_ok=True)
        if not (PICTURES / name).is_file() or texts(PICTURES / name) != texts(folder / name):
            shutil.copy(folder / name, PICTURES)


def fork(page, folder):
    """Runs a page in a child: what run() found, with the CPU seconds that it took, or an error."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = folder.parent / f"{folder.name}.json"
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        signal.alarm(HANG)
        sys.stdout, sys.stderr = (open(number, "w", closefd=False) for number in (1, 2))
        try:
            found = run(page)
        except BaseException as error:
            found = {"error": f"{type(error).__name__}: {error}"}
        result.write_text(json.dumps(found), encoding="utf-8")
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(result.read_text()) if result.is_file() else {"error": "the process ended"}
    found["seconds"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return found


def warm():
    """Imports what the pages use, once. No operator runs: its threads would not be there after a fork."""
    os.environ["OMP_NUM_THREADS"] = "1"
    import numpy  # noqa: F401

    import pytorch_c
    import pytorch_c.nn
    import pytorch_c.optim
    import pytorch_c.utils.data  # noqa: F401

    try:
        import matplotlib

        matplotlib.use("svg")
        matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pages"})
        matplotlib.rcParams.update(
            {"axes.spines.top": False, "axes.spines.right": False, "figure.constrained_layout.use": True}
        )
        from matplotlib import pyplot  # noqa: F401
    except ImportError:
        pass
    os.environ.update(doc_blocks.environment() | {"PYTORCH_C_SOURCE": str(ROOT)})
    return pytorch_c


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="renew outputs and pictures")
    parser.add_argument("--json", type=Path, help="write what each page gave to this file")
    parser.add_argument("pages", nargs="+", type=Path)
    options = parser.parse_args()
    warm()
    given, status = {}, 0
    with tempfile.TemporaryDirectory() as top:
        for number, page in enumerate(path.resolve() for path in options.pages):
            folder = Path(top, str(number))
            folder.mkdir()
            found = given[page.name] = fork(page, folder)
            if "error" not in found:
                if options.write:
                    renew(page, found, folder)
                found["wrong"] = differences(page, found, folder)
            wrong = found.get("error") or "\n".join(found["wrong"])
            status |= bool(wrong)
            print(f"{found['seconds']:6.2f} s  {page.name}  {wrong}", flush=True)
    print(f"{sum(found['seconds'] for found in given.values()):6.2f} s  together")
    if options.json:
        options.json.write_text(json.dumps(given), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
