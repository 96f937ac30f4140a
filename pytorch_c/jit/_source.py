"""Source text of functions, and errors that show it: the user's line with a marker under what is wrong."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap

from .._boundary.errors import TorchError, retold_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)


class Source:
    """The text of one function: its file, and the lines that its tree counts from."""

    def __init__(self, filename: str, first: int, lines: list[str], indent: int, owner: str) -> None:
        self.filename, self.first, self.lines, self.indent, self.owner = filename, first, lines, indent, owner

    def place(self, node: ast.AST, all_of_it: bool = False) -> str:
        """The file and line of a node, some lines around it, and a marker under it; of a statement under its word."""
        line = getattr(node, "lineno", 1)
        begin = getattr(node, "col_offset", 0) + self.indent
        statement = isinstance(node, ast.stmt) and not isinstance(node, _ASSIGNMENTS) and not all_of_it
        whole = getattr(node, "end_lineno", line) == line and not statement
        text = self.lines[line - 1].rstrip("\n") if line <= len(self.lines) else ""
        end = getattr(node, "end_col_offset", 0) + self.indent if whole else len(text)
        if statement:
            end = begin + len(re.match(r"\w*", text[begin:]).group())
        return self.marked(line, begin, max(end, begin + 1))

    def marked(self, line: int, begin: int, end: int) -> str:
        """Lines around the number `line`, with a marker from column `begin` on."""
        shown = [f'  File "{self.filename}", line {self.first + line - 1}']
        for number in range(max(1, line - 3), min(len(self.lines), line + 3) + 1):
            shown.append(self.lines[number - 1].rstrip("\n"))
            if number == line:
                shown.append(" " * begin + "~" * (end - begin) + " <--- HERE")
        return "\n".join(shown) + "\n"


class FrontendError(TorchError):
    """A function that cannot become TorchScript; the text shows where (torch.jit.frontend.FrontendError)."""

    def __init__(self, place: Any, message: str) -> None:
        self.source_range, self.msg = place, message
        super().__init__(f"{message}:\n{place}" if place else message)


class NotSupportedError(FrontendError):
    """Python's syntax that TorchScript does not have (torch.jit.frontend.NotSupportedError)."""


class FrontendTypeError(FrontendError, ValueError):
    """An annotation that is no type of TorchScript's (torch.jit.frontend.FrontendTypeError)."""

    def __init__(self, place: Any, message: str) -> None:
        super().__init__(place, message)
        self.args = (f"{message} at {place}" if place else message,)


_PRETTY = {
    ast.FunctionDef: "function definitions", ast.For: "for loops", ast.Delete: "del statements",
    ast.ClassDef: "class definitions", ast.With: "with statements", ast.Raise: "raise statements",
    ast.Assert: "assertions", ast.Import: "import statements", ast.ImportFrom: "import statements",
    ast.Global: "global variables", ast.Break: "break statements", ast.Continue: "continue statements",
    ast.AsyncFunctionDef: "async function definitions", ast.AsyncFor: "async for loops",
    ast.AsyncWith: "async with statements", ast.Try: "try blocks", ast.Nonlocal: "nonlocal variables",
    ast.AnnAssign: "annotated assignments",
}  # fmt: skip


class UnsupportedNodeError(NotSupportedError):
    """A statement or expression that TorchScript has not (torch.jit.frontend.UnsupportedNodeError)."""

    def __init__(self, source: Source, node: ast.AST, reason: str = "") -> None:
        name = _PRETTY.get(type(node), type(node).__name__)
        super().__init__(source.place(node), f"{name} {reason + ' ' if reason else ''}aren't supported")


class Parsed:
    """A function as a tree, with its source."""

    def __init__(self, tree: ast.FunctionDef, source: Source) -> None:
        self.tree, self.source = tree, source


def _aligned(lines: list[str]) -> list[str]:
    """Lines whose indentation is at least that of `def`, so that comments to the left of it do no harm."""
    for line in lines:
        stripped = line.lstrip()
        if stripped.startswith(("def ", "def\t", "async def", "class ", "@")):
            blank = line[: len(line) - len(stripped)]
            return [one if one.startswith(blank) or not one.strip() else blank + one.lstrip() for one in lines]
    return lines


def _lines_of(obj: Any) -> tuple[str, list[str], int]:
    try:
        lines, first = inspect.getsourcelines(obj)
        return inspect.getsourcefile(obj) or "<string>", lines, first
    except (OSError, TypeError) as error:
        raise OSError(
            f"Can't get source for {obj}. TorchScript requires source access in order to carry out compilation, make "
            "sure original .py files are available."
        ) from error


def parse(function: Callable[..., Any], owner: str = "") -> Parsed:
    """The tree of a Python function; OSError where its source is not to be had, RuntimeError for a lambda."""
    filename, lines, first = _lines_of(function)
    lines = _aligned(lines)
    text = "".join(lines)
    dedented = textwrap.dedent(text)
    body = ast.parse(dedented).body if "def" in dedented else []
    if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
        raise TorchError(f"Expected a single top-level function: {filename}:{first}")
    indent = len(text.split("\n", 1)[0]) - len(dedented.split("\n", 1)[0])
    return Parsed(body[0], Source(filename, first, lines, indent, owner or function.__name__))


def parse_class(cls: type) -> ast.ClassDef | None:
    """The tree of a class, or None where its source is not to be had."""
    try:
        body = ast.parse(textwrap.dedent("".join(_aligned(_lines_of(cls)[1])))).body
    except (OSError, SyntaxError):
        return None
    return body[0] if body and isinstance(body[0], ast.ClassDef) else None


# ---- from what was written for libtorch back to the user's lines ----

_OPEN, _MIDDLE, _CLOSE = "\x01", "\x02", "\x03"
_MARK = re.compile(
    r'  File "([^"]*)", line (\d+)(, in \S+)?\n((?:(?! *~+ <--- HERE\n|  File ").*\n)*?)( *)(~+) <--- HERE(?:\n|$)'
)
_PART = re.compile(r" *(~+)$")  # one of several lines that are marked
_known: dict[tuple[str, int, str], tuple[Source, list[tuple[int, int, ast.AST]]]] = {}


class Writer:
    """The text for libtorch, statement by statement: each on the user's line where there is room.

    Expressions come with marks around them that tell which node they were; the marks are taken out here and kept, so
    that an error in the text finds the user's place.
    """

    def __init__(self, source: Source) -> None:
        self.source, self.lines, self.nodes = source, [], []
        self.spans: dict[int, list[tuple[int, int, ast.AST]]] = {}

    def mark(self, node: ast.AST, text: str) -> str:
        """The text of an expression that stands for a node."""
        self.nodes.append(node)
        return f"{_OPEN}{len(self.nodes) - 1}{_MIDDLE}{text}{_CLOSE}"

    def line(self, depth: int, text: str, node: ast.AST) -> None:
        """One more line."""
        wanted = getattr(node, "lineno", 1)
        while len(self.lines) < wanted - 1:
            self.lines.append("")
        plain, spans, open_ = "  " * depth, [(0, 1 << 30, node)], []
        for piece in re.split(f"({_OPEN}\\d+{_MIDDLE}|{_CLOSE})", text):
            if piece.startswith(_OPEN):
                open_.append((len(plain), self.nodes[int(piece[1:-1])]))
            elif piece == _CLOSE:
                begin, inner = open_.pop()
                spans.append((begin, len(plain), inner))
            else:
                plain += piece
        self.spans[len(self.lines)] = spans
        self.lines.append(plain)


class Text:
    """Several functions as one text, each at its own lines of the file where there is room.

    `filename` and `first` say where the text begins. Where they are `ordered`, their order is kept.
    """

    def __init__(self, writers: list[Writer], ordered: bool = False) -> None:
        if not ordered:
            writers = sorted(writers, key=lambda one: (one.source.filename, one.source.first))
        self.filename, self.first = writers[0].source.filename, writers[0].source.first
        lines: list[str] = []
        for one in writers:
            if one.source.filename == self.filename:
                lines += [""] * (one.source.first - self.first - len(lines))
            for number, plain in enumerate(one.lines):
                if number in one.spans:
                    key = (self.filename, self.first + len(lines), plain)
                    _known[key] = (one.source, one.spans[number])
                lines.append(plain)
        self.source = "\n".join(lines) + "\n"


def _same_text(source: Source, node: ast.AST, marked: str) -> str | None:
    """The place of a node whose text is what libtorch marks, or begins so: under the very same letters."""
    if not isinstance(node, (ast.expr, ast.Raise, ast.Assert)):  # others are marked by their word
        return None
    line, begin = node.lineno, node.col_offset + source.indent
    own = source.lines[line - 1] if line <= len(source.lines) else ""
    return source.marked(line, begin, begin + len(marked)) if marked and own[begin:].startswith(marked) else None


def _users_place(found: re.Match[str]) -> str:
    filename, line, shown = found[1], int(found[2]), found[4].split("\n")
    begin, end = len(found[5]), len(found[5]) + len(found[6])
    marks = [number for number, text in enumerate(shown) if _PART.match(text)]
    if marks:  # several lines; the number is that of the first one
        begin, end = _PART.match(shown[marks[0]]).span(1)
    text = shown[marks[0] - 1] if marks else shown[-2] if len(shown) > 1 else ""
    source, spans = _known.get((filename, line, text), (None, []))
    if source is None:
        return found[0]
    fitting = [span for span in spans if span[0] <= begin and end <= span[1]]
    inner = min(fitting or spans[:1], key=lambda span: span[1] - span[0])
    whole = spans[0][2]
    if begin == len(text) - len(text.lstrip()) and isinstance(whole, _ASSIGNMENTS):
        target = whole.targets[0] if isinstance(whole, ast.Assign) else whole.target
        if isinstance(target, (ast.Attribute, ast.Subscript)):  # libtorch marks where the statement begins
            return source.place(whole)
    place = _same_text(source, inner[2], text[begin:end]) or source.place(
        inner[2], isinstance(inner[2], (ast.Raise, ast.Assert))
    )
    return place.replace("\n", f"{found[3]}\n", 1) if found[3] else place


def users_text(message: str) -> str:
    """An error of libtorch's with the user's lines in the place of what was written for libtorch."""
    pieces, at = [], 0
    while found := _MARK.search(message, at):
        pieces += [message[at : found.start()], _users_place(found)]
        at = found.end() if pieces[-1] == found[0] else _after(found, message)
    return "".join([*pieces, message[at:]])


def _after(found: re.Match[str], message: str) -> int:
    """Place where the lines end that libtorch shows below the marked one: they too are what was written."""
    end, line = found.end(), int(found[2]) + 1
    while (stop := message.find("\n", end)) >= 0:
        text = message[end:stop]
        if text.strip() and (found[1], line, text) not in _known:
            break
        end, line = stop + 1, line + 1
    return end


retold_by(users_text)  # what a program raises when it runs
