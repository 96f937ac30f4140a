"""What is raised about a file."""

import pickle

from .._boundary.errors import Error


class FileFormatError(Error, ValueError):
    """The file is damaged, it is not one that torch writes, or it asks for more than its limits."""


class UnpicklingError(Error, pickle.UnpicklingError):
    """A file asks for something that load() does only when it is told to trust the file."""
