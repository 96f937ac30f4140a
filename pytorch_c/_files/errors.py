"""Errors about a file."""

import pickle

from .._boundary.errors import Error


class FileFormatError(Error, ValueError, RuntimeError):
    """The file is damaged, it is not one that torch writes, or it asks for more than its limits."""


class EmptyFileError(FileFormatError, EOFError):
    """The file has nothing to read, from where it stands on."""


class UnpicklingError(Error, pickle.UnpicklingError):
    """A file asks for something that load() does only when it is told to trust the file."""
