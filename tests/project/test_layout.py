"""A table stands as its author laid it out, all other code as the formatter does. CONTRIBUTING.md has the rule."""

import ast
import io
import subprocess
import tokenize

from support.project import ROOT

ENTRIES = 10
LITERALS = (ast.Dict, ast.List, ast.Set, ast.Tuple)
MARK = "# fmt: " + "skip"


def tables(text):
    """Returns the lines in which literals of ENTRIES entries end, and the next ones, for the bracket of a call."""
    literals = (one for one in ast.walk(ast.parse(text)) if isinstance(one, LITERALS))
    ends = {one.end_lineno for one in literals if len(one.keys if isinstance(one, ast.Dict) else one.elts) >= ENTRIES}
    return ends | {line + 1 for line in ends}


def marked(text):
    """Returns the lines that the formatter leaves alone."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [one.start[0] for one in tokens if one.type == tokenize.COMMENT and one.string.startswith(MARK)]


def test_only_tables_have_a_layout_of_their_own():
    files = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    texts = {name: (ROOT / name).read_text() for name in files.split()}
    found = {name: marked(text) for name, text in texts.items() if MARK in text}
    assert sum(map(len, found.values())) > 50
    wrong = [f"{name}:{line}" for name, lines in found.items() for line in lines if line not in tables(texts[name])]
    assert not wrong


def test_a_call_and_a_short_list_are_seen():
    call = f"f(1,\n  2)  {MARK}\n"
    short, long = (f"x = [\n  {'1, ' * count}\n]  {MARK}\n" for count in (ENTRIES - 1, ENTRIES))
    assert [line in tables(text) for text in (call, short, long) for line in marked(text)] == [False, False, True]
