# ruff: noqa: UP006, UP007, UP045
"""Constructs that the language does not have are refused with the file, the line and a marker under the user's own text."""

import re
from typing import List  # noqa: UP035

import pytest

import pytorch_c as torch
from pytorch_c.jit.frontend import FrontendError, NotSupportedError, UnsupportedNodeError


def with_try(x):
    try:
        return x
    except ValueError:
        return x


def with_lambda(x):
    f = lambda y: y  # noqa: E731
    return f(x)


def with_keywords(x, **more):
    return x


def with_yield(x):
    yield x


def with_import(x):
    import os

    return os.getpid()


def with_else(x):
    for i in range(3):
        x = x + i
    else:
        x = x * 2
    return x


def with_condition(xs: List[int]):
    return [x for x in xs if x > 1]


def with_conversion(x: int):
    return f"{x!r}"


def with_expansion(x, d: int):
    return torch.add(x, **{"alpha": d})


REFUSED = [
    (with_try, UnsupportedNodeError, "try blocks aren't supported", "try"),
    (with_lambda, UnsupportedNodeError, "Lambda aren't supported", "lambda y: y"),
    (with_keywords, NotSupportedError, "variable number of arguments", "more"),
    (with_yield, UnsupportedNodeError, "Yield aren't supported", "yield x"),
    (with_import, UnsupportedNodeError, "import statements aren't supported", "import"),
    (with_else, NotSupportedError, "else branches of for loops", "for"),
    (with_condition, NotSupportedError, "Comprehension ifs", "[x for x in xs if x > 1]"),
    (with_conversion, NotSupportedError, "conversion", 'f"{x!r}"'),
    (with_expansion, NotSupportedError, "keyword-arg expansion", '{"alpha": d}'),
]


def marked(error):
    """(the file, the text above the last marker) of an error."""
    lines = str(error).split("\n")
    at = max(number for number, line in enumerate(lines) if "<--- HERE" in line)
    begin, end = lines[at].index("~"), lines[at].rindex("~") + 1
    return re.findall(r'File "(.*?)", line (\d+)', str(error))[-1], lines[at - 1][begin:end]


@pytest.mark.parametrize(("function", "kind", "words", "text"), REFUSED, ids=[row[0].__name__ for row in REFUSED])
def test_what_the_language_has_not_is_shown(function, kind, words, text):
    with pytest.raises(kind, match=words) as found:
        torch.jit.script(function)
    (file, line), shown = marked(found.value)
    assert file == __file__
    assert function.__code__.co_firstlineno < int(line) + 1
    assert shown == text
    assert issubclass(kind, FrontendError)
    assert issubclass(kind, RuntimeError)


def no_such_method(x):
    y = x * 2
    z = [
        y,
        y.no_such_method(3),
    ]
    return z


def wrong_type(x):
    return torch.add(
        x,
        "three" + 1,
    )


def in_a_call(x):
    return no_such_method(x)


COMPILED = [(no_such_method, 5), (wrong_type, 4), (in_a_call, None)]


@pytest.mark.parametrize(("function", "line"), COMPILED)
def test_errors_of_the_compiler_show_the_users_line(function, line):
    with pytest.raises(RuntimeError) as found:
        torch.jit.script(function)
    text = str(found.value)
    assert f'File "{__file__}"' in text
    assert "<--- HERE" in text
    if line is not None:
        assert f"line {function.__code__.co_firstlineno + line - 1}" in text
    else:
        assert "'no_such_method' is being compiled since it was called from 'in_a_call'" in text
        assert "y.no_such_method(" in text


def calls_itself(n: int) -> int:
    return 1 if n == 0 else calls_itself(n - 1)


def test_recursion_is_refused():
    with pytest.raises(RuntimeError, match="called recursively"):
        torch.jit.script(calls_itself)


ANYTHING = object()


def uses_anything(x):
    return x + ANYTHING


def test_a_global_that_is_no_constant_is_named():
    with pytest.raises(RuntimeError, match="closed over global variable") as found:
        torch.jit.script(uses_anything)
    assert marked(found.value)[1] == "ANYTHING"


def unknown_type(x: "NoSuchType"):  # noqa: F821
    return x


def test_an_unknown_type_is_named():
    with pytest.raises(RuntimeError, match="NoSuchType"):
        torch.jit.script(unknown_type)


def test_what_has_no_source_is_refused():
    scope: dict = {}
    exec("def made(x):\n    return x", scope)
    with pytest.raises(OSError, match="Can't get source"):
        torch.jit.script(scope["made"])
    with pytest.raises(RuntimeError, match="function, a class or an nn.Module"):
        torch.jit.script(3)
