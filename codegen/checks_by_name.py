"""The checks of calls by name, cshim/src/checks/typed.inc, out of the bodies of the typed functions.

    python -m codegen.checks_by_name --write

A typed function makes its checks where it reads its arguments. An operator that is called by its name has its arguments
on a stack: for it each check is written down once more here, with the words of the body (`get(self)`, `ints(size)`)
replaced by those for a stack (`a.tensor("self")`, `a.numbers("size")`). A check under a condition keeps its condition.
"""

import re
import sys
import textwrap

from . import added_errors, header

WIDTH = 120
FILE = added_errors.SOURCES / "checks" / "typed.inc"
HEADERS = [added_errors.SOURCES / "checks" / name for name in ("agree.h", "checks.h", "sizes.h", "steps.h")]
# Checks of memory/memory_of.h.
MORE = {"with_memory", "check_taken"}
# Looks at results, as library/call.cc does for calls by name.
OTHERS = {"valid"}
# Words of a body, by what they give of a stack; `opt` and plain names go by the type of the parameter.
WORDS = {
    "get": "tensor",
    "into": "tensor",
    "resized": "tensor",
    "list": "tensors",
    "written": "tensors",
    "ints": "numbers",
    "scalar": "number",
    "optdtype": "dtype",
    "opts": "options",
}
OPTIONAL = {"ptc_tensor": "optional", "const double *": "optional_real", "const int64_t *": "optional_integer"}
PLAIN = {
    "int64_t": "integer",
    "bool": "flag",
    "double": "real",
    "const char *": "text",
    "const int64_t *": "optional_integer",
}
TEXT = re.compile(r'"[^"]*"')
CONDITION = re.compile(r"(?:^|[(,;{])\s*([^(),;?{]+?)\s*\?\s*$")  # … of `training ? check(x) : x`
STATEMENT = re.compile(r"[;{]\s*if \((.*)\)\s*$", re.S)


def names():
    """The names of all checks."""
    texts = [re.sub(r"//.*", "", path.read_text(encoding="utf-8")) for path in HEADERS]
    return MORE.union(*(re.findall(r"\b(\w+)\(", text) for text in texts)) - OTHERS


def end_of(text, start):
    """The place behind the parenthesis that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += text[at] in "({["
        depth -= text[at] in ")}]"
        if depth == 0:
            return at + 1
    raise ValueError(f"no end: {text[start:]}")


def statements(body, call):
    """The checks of a body, each a statement, with the condition that it stands under."""
    found, at, body = [], 0, re.sub(r"//.*", "", body)
    while match := call.search(body, at):
        at = end_of(body, match.end() - 1)
        before = body[: match.start()]
        condition = CONDITION.search(before) or STATEMENT.search(before)
        text = " ".join(body[match.start() : at].split()) + ";"
        found.append(f"if ({' '.join(condition[1].split())}) {text}" if condition else text)
    return list(dict.fromkeys(found))


class Stack:
    """The arguments of a function, as they are read from a stack: `used` are those that were."""

    def __init__(self, function):
        self.function, self.used = function, set()
        self.types = {param.name: param.type for param in function.params}

    def value(self, how, name):
        self.used.add(name)
        return f'a.{how}("{name}")'

    def word(self, match):
        """A word of a body, with its argument."""
        word, name = match.groups()
        if word == "opt":
            return self.value(OPTIONAL[self.types[name]], name)
        if word in ("opts", "optdtype"):
            return f"a.{WORDS[word]}()"
        return self.value(WORDS[word], name)

    def plain(self, match):
        """A name of a parameter without a word."""
        name = match[0]
        if name not in self.types:
            return name
        if name.endswith("_len"):
            return f'a.count("{name.removesuffix("_len")}")'
        return self.value(PLAIN[self.types[name]], name)

    def read(self, statement):
        """The statement, with what it reads taken from the stack."""
        kept = TEXT.findall(statement)
        text = TEXT.sub('""', statement).replace("checked(options).dtype", "options")
        text = re.sub(rf"\b({'|'.join(WORDS)}|opt)\((\w+)\)", self.word, text)
        made = re.split(r'(a\.\w+\("\w+"\)|"")', text)
        parts = [
            part if i % 2 else re.sub(r"(?<![.\w:])[a-zA-Z_]\w*\b(?!\()", self.plain, part)
            for i, part in enumerate(made)
        ]
        texts = iter(kept)
        return "".join(next(texts) if part == '""' else part for part in parts)


def rows():
    """{(statements, arguments that they read): names of operators with their overloads}."""
    call, found = re.compile(rf"(?<![\w.>:])(?:{'|'.join(sorted(names()))})\((?!\))"), {}
    for function in header.read().functions.values():
        if not function.schema:
            continue
        made = statements(added_errors.bodies().get(function.name, ""), call)
        if not made:
            continue
        stack = Stack(function)
        made = [stack.read(one) for one in made]
        types = {arg.name: re.sub(r"\[\d+\]", "[]", str(arg.type)) for arg in function.schema.args}
        needs = " ".join(f"{name}:{types[name]}" for name in types if name in stack.used)
        found.setdefault((tuple(made), needs), []).append(f"{function.schema.name}.{function.schema.overload}")
    return found


def quoted(words):
    """Lines of string literals, which C++ joins."""
    lines = textwrap.wrap(" ".join(words), WIDTH - 8, break_long_words=False, break_on_hyphens=False) or [""]
    return "\n     ".join(f'"{line} "' for line in lines[:-1]) + "\n     " * (len(lines) > 1) + f'"{lines[-1]}"'


def text():
    """The file."""
    lines = ["// Written by `python -m codegen.checks_by_name --write` from the bodies of the typed functions."]
    for (made, needs), operators in sorted(rows().items(), key=lambda one: min(one[1])):
        lines += [f"    {{{quoted(sorted(operators))},", f"     {quoted(needs.split())},"]
        lines += ["     [](Find a) {", *(f"       {one}" for one in made), "     }},"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--write" in sys.argv:
        FILE.write_text(text(), encoding="utf-8")
    else:
        print(text(), end="")
