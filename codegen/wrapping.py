"""Wraps lines of derived Python: breaks inside brackets and strings, as a reader of the files would."""

import ast

WIDTH = 120
CLOSING = {"(": ")", "[": "]", "{": "}"}


def wrapped(source):
    """The source without lines of more than WIDTH columns, where they can be broken; docstrings stay as they are."""
    out, inside = [], False
    for line in source.splitlines():
        quotes = line.count('"""')
        out += [line] if inside or quotes or len(line) <= WIDTH else wrap(line)
        inside ^= quotes % 2 == 1
    return "\n".join(out) + "\n"


def wrap(line):
    """The lines of one statement or expression; a condition is broken before each "and"."""
    if len(line) <= WIDTH:
        return [line]
    margin = line[: len(line) - len(line.lstrip())]
    if line.strip().startswith(("if ", "elif ")) and line.endswith(":") and " and " in line:
        word, _, condition = line.strip()[:-1].partition(" ")
        parts = condition.split(" and ")
        return [
            f"{margin}{word} (",
            *filled([parts[0], *("and " + p for p in parts[1:])], margin + "    "),
            f"{margin}):",
        ]
    found = longest_bracket(line)
    if found is None:
        return wrap_text(line, margin)
    start, end = found
    lines = [line[: start + 1]]
    for item in filled(items(line[start + 1 : end]), margin + "    "):
        lines += wrap(item)
    return [*lines, margin + line[end:]]


def scan(line):
    """(position, character, depth before it) of every bracket and comma outside of strings."""
    depth, quote, skip = 0, None, False
    for i, character in enumerate(line):
        if skip:
            skip = False
        elif quote:
            skip = character == "\\"
            quote = None if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in CLOSING:
            yield i, character, depth
            depth += 1
        elif character in CLOSING.values():
            depth -= 1
            yield i, character, depth
        elif character == ",":
            yield i, character, depth


def longest_bracket(line):
    """(start, end) of the longest outermost pair of brackets; None without any that is worth a break."""
    starts = [(i, c) for i, c, depth in scan(line) if depth == 0 and c != ","]
    pairs = [(a, b) for (a, opening), (b, closing) in zip(starts[::2], starts[1::2]) if CLOSING[opening] == closing]
    pairs = [pair for pair in pairs if pair[1] - pair[0] > 20]
    return max(pairs, key=lambda pair: pair[1] - pair[0], default=None)


def items(text):
    """The parts of a bracket's inside, each with its comma."""
    cuts = [i + 1 for i, c, depth in scan(text) if c == "," and depth == 0]
    return [text[a:b].strip() for a, b in zip([0, *cuts], [*cuts, len(text)]) if text[a:b].strip()]


def filled(parts, margin):
    """The parts, as many on a line as fit."""
    line = margin
    for part in parts:
        if line != margin and len(line) + len(part) >= WIDTH:
            yield line
            line = margin
        line += part if line == margin else " " + part
    yield line


def wrap_text(line, margin):
    """A line that is one string, as several that Python joins; any other line as it is."""
    text = line.strip()
    comma = "," if text.endswith(",") else ""
    try:
        value = ast.literal_eval(text.rstrip(","))
    except (ValueError, SyntaxError):
        return [line]
    if not isinstance(value, str):
        return [line]
    words, lines = value.split(" "), [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) + len(margin) > WIDTH - 6:
            lines.append("")
        lines[-1] += word + " "
    lines[-1] = lines[-1][:-1]
    return [margin + repr(part) for part in lines[:-1]] + [margin + repr(lines[-1]) + comma]
