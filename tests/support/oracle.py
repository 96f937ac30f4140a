"""pytorch_c beside torch: what a case does in each, and one meaning of "they agree".

A case is a function of the library, or code in which the library is called `t`. The two libraries agree on it when both
give the same value: structure, dtypes, shapes, strides, numbers (compare.py). An exception is agreement only where the
case says which one it expects: torch raises that very kind, and ours is of it. A case that is broken, because it names
what nobody defined or what a library does not have, is an error of the test and never agreement.
"""

import inspect
import re
import types
import warnings
from collections import Counter, defaultdict
from typing import NamedTuple

import numpy
import pytest
import torch

import pytorch_c

from .compare import Different, same
from .seeds import seed

LIBRARIES = (pytorch_c, torch)


class BrokenCase(AssertionError):
    """A case that cannot show anything, whatever the libraries do."""


# ---- one library ----


class Outcome(NamedTuple):
    """Result of a case, or the exception that it raised."""

    value: object
    error: Exception | None


def is_broken(error):
    """Returns whether an exception says that the case itself is wrong, or that its library lacks what it names."""
    if isinstance(error, AttributeError):
        owner = error.obj
        missing = isinstance(owner, pytorch_c.Tensor) and hasattr(torch.Tensor, error.name or "")
        return missing or isinstance(owner, (types.ModuleType, type))
    return isinstance(error, (BrokenCase, NameError, SyntaxError, ImportError))


def outcome(case, library):
    """Returns what case(library) does, from the same seed each time. An exception that says the case is broken comes out."""
    seed(library, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Outcome(case(library), None)
        except Exception as error:
            if is_broken(error):
                raise
            error.__cause__ = error.__context__ = None  # their tracebacks hold tensors, as does its own
            return Outcome(None, error.with_traceback(None))


def outcomes(case):
    """(ours, torch's)"""
    return outcome(case, pytorch_c), outcome(case, torch)


def error_of(function, *arguments):
    """Returns what function raises; pytest.raises would keep the frames, and their tensors, in a cycle."""
    _, error = outcome(lambda _: function(*arguments), pytorch_c)
    if error is None:
        pytest.fail("raised nothing")
    return error


def kind(error):
    """The first built-in class of an exception: torch's IndexError and ours are both an IndexError."""
    return next(one for one in type(error).__mro__ if one.__module__ == "builtins")


# A failed check of libtorch's own, in its words and in ours (cshim/src/core/error.cc), with what it says.
ASSERTED = (
    r'^.* INTERNAL ASSERT FAILED at ".*":\d+, please report a bug to PyTorch\. (.*)$',
    r"^libtorch does not expect these arguments: (.*?) ?\(its check of .*\)$",
)


def words(error):
    """The text of an exception with torch's names for what is called otherwise here, without libtorch's own stack."""
    text = str(error).split("\nException raised")[0]
    text = re.sub(r"(?:Variable\[)?CPU(\w+)Type\]?", r"torch.\1Tensor", text)
    for asserted in ASSERTED:
        text = re.sub(asserted, r"\1", text, flags=re.DOTALL)
    return text.replace("pytorch_c", "torch")


# ---- both ----


def pair(raises):
    """(torch's kind of exception, ours), of what a case says that it raises: a class, or two where ours is another."""
    theirs, ours = raises if isinstance(raises, tuple) else (raises, raises)
    for one in (theirs, ours):
        if issubclass(one, (NameError, SyntaxError, ImportError)) or one in (Exception, BaseException):
            raise BrokenCase(f"{one.__name__} is no exception that a case can expect")
    return theirs, ours


def refusal(ours, theirs):
    """Returns what both raise, as a case says it: torch's kind where ours is of it, else the two kinds. None for two values."""
    if theirs.error is None and ours.error is None:
        return None
    if theirs.error is None:
        raise Different(f"raises {ours.error!r}, torch gives {theirs.value!r}")
    if ours.error is None:
        raise Different(f"gives {ours.value!r}, torch raises {theirs.error!r}")
    if isinstance(theirs.error, AttributeError) and getattr(ours.error, "name", None) != theirs.error.name:
        raise Different(f"raises {ours.error!r}, torch {theirs.error!r}")
    expected = kind(theirs.error)
    return expected if isinstance(ours.error, expected) else (expected, kind(ours.error))


def same_outcome(ours, theirs, where, raises=None, text=False, strides=True):
    """Raises Different unless two outcomes are the same value, or the exceptions that are expected."""
    try:
        found = refusal(ours, theirs)
    except Different as difference:
        raise Different(f"{where}: {difference}") from None
    if found is None and raises is None:
        return same(ours.value, theirs.value, where, strides)
    if found is None:
        raise Different(f"{where}: gives {theirs.value!r} in both, {raises} was expected")
    if raises is None:
        raise Different(
            f"{where}: both raise, and nothing says that they should: {ours.error!r}, torch {theirs.error!r}"
        )
    expected, own = pair(raises)
    if kind(theirs.error) is not expected or not isinstance(ours.error, own):
        raise Different(f"{where}: raises {ours.error!r}, torch {theirs.error!r}, not {raises}")
    if text and words(ours.error) != words(theirs.error):
        raise Different(f"{where}: says {words(ours.error)!r}, torch {words(theirs.error)!r}")


def agree(case, raises=None, text=True, strides=True):
    """Fails unless both libraries agree on case(library); gives our value.

    raises: the exception that is expected, as for `pair`. text: whether both say the same words.
    """
    __tracebackhide__ = True
    where = getattr(case, "__name__", "result")
    raises, text = getattr(case, "raises", (raises, text))
    ours, theirs = outcomes(case)
    try:
        same_outcome(ours, theirs, where, raises, text, strides)
    except Different as difference:
        raise AssertionError(str(difference)) from None
    if theirs.value is None and raises is None and not isinstance(case, Code):
        raise BrokenCase(f"{where}: gives None, so that nothing is compared")
    return ours.value


def first_line(error):
    """The words of libtorch: without advice that torch's Python layer adds, and without versions, which count on."""
    return re.sub(r"version \d+", "version", words(error).split("\n")[0].split(" This could be because")[0]).rstrip()


def same_refusal(ours, theirs, where):
    """For operators, of which libtorch says whether it takes the arguments: False if neither raised; raises Different."""
    for error in (ours, theirs):
        if error is not None and is_broken(error):
            raise Different(f"{where}: broken: {error!r}")
    try:
        found = refusal(Outcome(None, ours), Outcome(None, theirs))
    except Different as difference:
        raise Different(f"{where}: {difference}") from None
    # Who finds a wrong argument first is another matter: torch's parser, its Python, libtorch, or a check of ours.
    of_libtorch = isinstance(ours, pytorch_c.Error)
    if isinstance(ours, (TypeError, ValueError)) or isinstance(theirs, (TypeError, ValueError, AssertionError)):
        is_same = not isinstance(found, tuple) or isinstance(ours, (TypeError, ValueError, RuntimeError))
    elif found is None or of_libtorch and str(ours).startswith("ptc_"):  # a check before libtorch's
        is_same = True
    else:
        is_same = kind(ours) is kind(theirs) and (not of_libtorch or first_line(ours) == first_line(theirs))
    if not is_same:
        raise Different(f"{where}: raises {ours!r}\ntorch {theirs!r}")
    return found is not None


# ---- scenarios: small programs as functions of the library ----


def raises(kind, text=True):
    """Marks a scenario as one that raises, with torch's words unless `text` is False."""

    def mark(scenario):
        scenario.raises = kind, text
        return scenario

    return mark


def scenarios_of(module, helpers=()):
    """The functions of a module whose only parameter is `t`, but for those that only help the others."""
    made = [f for f in vars(module).values() if inspect.isfunction(f) and f.__module__ == module.__name__]
    found = [f for f in made if list(inspect.signature(f).parameters) == ["t"]]
    if not set(helpers) <= set(found):
        raise BrokenCase(f"{module.__name__}: helpers that are no scenarios")
    found = [f for f in found if f not in helpers]
    if not found:
        raise BrokenCase(f"{module.__name__} has no scenarios")
    return found


def all_of(module, helpers=()):
    """A parametrization over scenarios_of(module, helpers)."""
    return pytest.mark.parametrize("scenario", scenarios_of(module, helpers), ids=lambda f: f.__name__)


# ---- codes: expressions and statements ----


def tensors(t):
    """Returns what codes may name: v of 4 floats, x (3, 4) floats, y (2, 3, 4) ints, m a mask for x, s 0-dim, i of indices."""
    return {
        "t": t,
        "np": numpy,
        "v": t.tensor([0.5, -1.5, 2.0, 3.0]),
        "x": t.arange(12.0).reshape(3, 4) - 4,
        "y": t.arange(24).reshape(2, 3, 4),
        "m": t.tensor([[True, False, True, False], [False, False, True, True], [True, True, False, False]]),
        "s": t.tensor(2.5),
        "i": t.tensor([2, 0, 1]),
        "nan": float("nan"),
        "inf": float("inf"),
    }


class Code:
    """A case from text: its value is that of the expression; or that of x after the statements."""

    def __init__(self, text, names=tensors):
        self.__name__, self.names = text, names
        try:
            self.code, self.is_expression = compile(text, text, "eval"), True
        except SyntaxError:
            self.code, self.is_expression = compile(text, text, "exec"), False

    def __call__(self, t):
        try:
            known = self.names(t)
        except Exception as error:
            raise BrokenCase(f"the names of {self.__name__!r}: {error!r}") from error
        if self.is_expression:
            return eval(self.code, known)
        exec(self.code, known)
        return known["x"]


def agree_on(code, raises=None, names=tensors, strides=True):
    """agree() for a code. Errors of arguments have words of their own here: these are not compared."""
    __tracebackhide__ = True
    return agree(Code(code, names), raises, text=False, strides=strides)


def cases(text, between=" | "):
    """The codes of a table: those of each line, with `between` between them, or with whitespace for None."""
    found = [one.strip() for line in text.strip("\n").splitlines() for one in line.split(between)]
    if not found or not all(found):
        raise BrokenCase(f"an empty case in {text[:60]!r}")
    return found


def refused(table, between=" | "):
    """[(code, what it raises)] of a table {what is raised: codes}, as a text or a list."""
    codes = {raises: cases(text, between) if isinstance(text, str) else text for raises, text in table.items()}
    found = [(code, raises) for raises, some in codes.items() for code in some]
    if not found or not all(codes.values()):
        raise BrokenCase("an empty table")
    return found


def refusals(table):
    """The parameters (case, what it raises) of a table {what is raised: {name: case}}, each with its name."""
    found = [pytest.param(case, raises, id=name) for raises, some in table.items() for name, case in some.items()]
    if not found or not all(table.values()):
        raise BrokenCase("an empty table")
    return found


# ---- sweeps: many cases in one test, of which torch says whether they are refused ----


def agree_all(codes, refused=None, look=None, **options):
    """Fails unless both libraries agree on every code, and refuse as many as `refused` says: {what is raised: count}.

    look: compares look(value) in place of the value.
    """
    __tracebackhide__ = True
    codes, different, raised = list(codes), [], defaultdict(list)
    if not codes:
        raise BrokenCase("no cases")
    for code in codes:
        case = code if callable(code) else Code(code)
        try:
            found = sweep(case, look or (lambda value: value), options)
        except Different as difference:
            different.append(f"{case.__name__}: {difference}")
        else:
            if found:
                raised[found].append(case.__name__)
    assert not different, f"{len(different)} of {len(codes)}:\n" + "\n".join(different)
    counts, expected = Counter({key: len(names) for key, names in raised.items()}), Counter(refused or {})
    other = {shown(key): raised[key][:5] for key in counts | expected if counts[key] != expected[key]}
    assert not other, f"refused: {shown(counts)}, expected {shown(expected)}; such as {other}"


def sweep(case, look, options):
    """Returns what both raise; raises Different."""
    try:
        ours, theirs = outcomes(case)
    except Exception as error:
        raise Different(f"broken: {error!r}") from None
    found = refusal(ours, theirs)
    if found is None:
        same(look(ours.value), look(theirs.value), "result", **options)
    return found


def shown(value):
    """A table of exceptions as it is written in a test."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{shown(key)}: {count}" for key, count in value.items()) + "}"
    return f"({', '.join(one.__name__ for one in value)})" if isinstance(value, tuple) else value.__name__


def settle():
    """Closes what waits to be closed, under the strategy that does so later."""
    pytorch_c._boundary.library.lib.ptc_close_pending()
