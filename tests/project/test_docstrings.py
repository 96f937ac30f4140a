"""Docstrings and comments begin with a verb or a noun: no What, Whether or How, and no word that needs its neighbour."""

import ast
import re
import subprocess

from support.project import ROOT

RIDDLES = re.compile(r"(What|Whether|How|That|Those|The same|As|One that)\b")
# Of docstrings these too: other questions, a word whose noun stands elsewhere, an order ("Call" for "Calls").
OF_DOCSTRINGS = re.compile(
    rf"{RIDDLES.pattern}|(Which|Where|When|Its?|Call|Take|Make|Add|Set|Put|Give|Run|Draw|Yield|Raise|Return)\b(?! forms)"
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# The first line of a comment: "# …" and "// …" below a line that is none, "/* …" wherever it stands.
IN_PYTHON, IN_C = re.compile(r" *# "), re.compile(r" *// | */\* ")


def tracked(*patterns):
    """Yields (name, text) of the files that git knows by these patterns."""
    found = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in found.split():
        yield name, (ROOT / name).read_text()


def beginnings(text):
    """Yields (line, docstring) of a source's modules, classes and functions."""
    for node in ast.walk(ast.parse(text)):
        found = isinstance(node, DOCUMENTED) and ast.get_docstring(node)
        if found:
            yield node.body[0].lineno, found


def comments(text, mark):
    """Yields (line, words) of the comments of a source that have their lines to themselves."""
    before = False
    for number, line in enumerate(text.splitlines(), 1):
        found = mark.match(line)
        if found and (not before or "/*" in found[0]):
            yield number, line[found.end() :]
        before = found is not None


def riddles(name, found, pattern=RIDDLES):
    """Returns the places whose words begin with a riddle."""
    return [f"{name}:{line}: {words.splitlines()[0]}" for line, words in found if pattern.match(words)]


def test_docstrings_begin_with_a_verb_or_a_noun():
    seen, wrong = 0, []
    for name, text in tracked("*.py"):
        found = list(beginnings(text))
        seen += len(found)
        wrong += riddles(name, found, OF_DOCSTRINGS)
    assert seen > 5000 and not wrong


def test_comments_begin_with_a_verb_or_a_noun():
    seen, wrong = 0, []
    for mark, patterns in ((IN_PYTHON, ["*.py"]), (IN_C, ["*.h", "*.c", "*.cc"])):
        for name, text in tracked(*patterns):
            found = list(comments(text, mark))
            seen += len(found)
            wrong += riddles(name, found)
    assert seen > 6000 and not wrong


def test_a_riddle_is_seen():
    found = list(
        beginnings('def f():\n    """Whether x."""\ndef g():\n    """Return x."""\ndef h():\n    """Returns x."""')
    )
    assert riddles("a", found, OF_DOCSTRINGS) == ["a:2: Whether x.", "a:4: Return x."]


def test_a_riddle_of_a_comment_is_seen():
    in_python = "x = 1\n    # Numbers, and\n# How they go on.\n\n# As x.\n"
    assert riddles("a", comments(in_python, IN_PYTHON)) == ["a:5: As x."]
    in_c = "/* One. */\n/* What two is. */\nint x; // Those\n// Number.\n// The same goes on.\n"
    assert riddles("a", comments(in_c, IN_C)) == ["a:2: What two is. */"]
