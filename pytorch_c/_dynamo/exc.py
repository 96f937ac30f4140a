"""Errors of torch's tracer (torch._dynamo.exc), for what catches them: nothing is traced, so none is raised."""

from __future__ import annotations


class TorchDynamoException(RuntimeError):
    """Any error of the tracer."""


class Unsupported(TorchDynamoException):
    """What the tracer does not understand."""


class TorchRuntimeError(TorchDynamoException):
    """An operator that fails while it is traced."""


class InternalTorchDynamoError(TorchDynamoException):
    """The tracer itself fails."""


class BackendCompilerFailed(TorchDynamoException):
    """The compiler behind the tracer fails."""


class UncapturedHigherOrderOpError(TorchDynamoException):
    """A function inside of an operator that cannot be traced."""


class UserError(Unsupported):
    """What the user has to write in another way."""
