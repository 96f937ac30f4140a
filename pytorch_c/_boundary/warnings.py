"""libtorch's warnings as Python's, at the line that brought them about (csrc/warnings.c)."""

import sys
import warnings

from . import constants
from .errors import Error
from .library import core

_PACKAGE = __name__.partition(".")[0]
_CATEGORIES = {constants.WARNING_USER: UserWarning, constants.WARNING_DEPRECATION: DeprecationWarning}

by_words = {}  # categories of their own, by what a text says
# Sentences of libtorch that advise what is not here.
_ADVICE = (
    " We recommend specifying layout=torch.jagged when constructing a nested tensor, as this layout receives active "
    "development, has better operator coverage, and works with torch.compile.",
)


def _caller(frame):
    """(file, line, globals) of the first frame that is not of this package."""
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE:
        frame = frame.f_back
    if frame is None:  # as warnings.warn does
        return "sys", 1, sys.__dict__
    return frame.f_code.co_filename, frame.f_lineno, frame.f_globals


def show(kind, text):
    """Called when the C call that warned has returned; what it raises, that call raises."""
    file, line, names = _caller(sys._getframe())
    category = next((found for words, found in by_words.items() if words in text), _CATEGORIES.get(kind, UserWarning))
    for sentence in _ADVICE:
        text = text.replace(sentence, "")
    registry = names.setdefault("__warningregistry__", {})
    warnings.warn_explicit(text, category, file, line, names.get("__name__") or "<string>", registry)


try:
    core.set_warnings(show)
except Error:
    pass  # something else in this process handles them
