"""Docstrings begin with a verb or a noun: no What, Whether or How, and no word that needs its neighbour to be understood."""

import ast
import re
import subprocess

from support.project import ROOT

RIDDLES = re.compile(r"(What|Whether|How|That|Those|The same|As|One that)\b")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def beginnings(text):
    """Yields (line, docstring) of a source's modules, classes and functions."""
    for node in ast.walk(ast.parse(text)):
        found = isinstance(node, DOCUMENTED) and ast.get_docstring(node)
        if found:
            yield node.body[0].lineno, found


def test_docstrings_begin_with_a_verb_or_a_noun():
    files = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    seen, wrong = 0, []
    for name in files.split():
        for line, docstring in beginnings((ROOT / name).read_text()):
            seen += 1
            if RIDDLES.match(docstring):
                wrong.append(f"{name}:{line}: {docstring.splitlines()[0]}")
    assert seen > 5000 and not wrong


def test_a_riddle_is_seen():
    (line, docstring), *more = beginnings('def f():\n    """Whether x."""')
    assert line == 2 and not more and RIDDLES.match(docstring)
