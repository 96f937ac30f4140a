"""Exceptions: from an error of the C library to the one that a Python user expects."""

from __future__ import annotations

import re

from . import constants, notes
from .handle import setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Error(Exception):
    """Base class of all errors that libtorch or the C library report."""

    _record = None
    _call = None

    @property
    def backtrace(self) -> str:
        """The C++ stack where the error arose, as text; symbolized when asked (milliseconds)."""
        if self._record is None:
            return ""
        return self._record.backtrace()

    @property
    def call(self):
        """The operator that failed and what it was given, "mm(input=float32[2, 3], mat2=float32[2, 3])"; "" if unknown.

        A traceback shows it under the message. It is read from the traceback when asked, so that an error that
        is caught and forgotten pays nothing for it.
        """
        if self._call is None:
            self._call = "" if self._record is None else notes.failing_call(self.__traceback__)
        return self._call

    @property
    def __notes__(self):
        notes = self.__dict__.get("notes")
        if notes is None:
            notes = self.__dict__["notes"] = [f"in {self.call}"] if self.call else []
        return notes

    @__notes__.setter
    def __notes__(self, notes):
        self.__dict__["notes"] = notes

    def __reduce__(self):
        return type(self), self.args, {"_call": self.call}


class TorchError(Error, RuntimeError):
    """An error of libtorch without a kind of its own."""


class TorchIndexError(Error, IndexError):
    """An index or a dimension out of range."""


class TorchValueError(Error, ValueError):
    """A value that libtorch does not take."""


class TorchTypeError(Error, TypeError):
    """A dtype or a type that libtorch does not take."""


class TorchNotImplementedError(Error, NotImplementedError):
    """An operator that this device or dtype has no kernel for."""


class OutOfMemoryError(Error, MemoryError, RuntimeError):
    """No memory left, on the CPU or on a device: a MemoryError, and the RuntimeError that torch raises."""


class LinAlgError(TorchError):
    """A matrix that a factorization cannot take (torch.linalg.LinAlgError)."""


class TorchBufferError(Error, BufferError):
    """A buffer that cannot be shared."""


class TorchSyntaxError(Error, SyntaxError):
    """Text that is no TorchScript."""


class AcceleratorError(TorchError):
    """An error of the device's driver."""


class DistError(TorchError):
    """An error of processes that compute together (torch.distributed.DistError)."""


class DistBackendError(DistError):
    """A collective, or joining a group, has failed (torch.distributed.DistBackendError)."""


class DistNetworkError(DistError):
    """A connection has failed, or a port is in use (torch.distributed.DistNetworkError)."""


class DistStoreError(DistError):
    """A store has failed, or a key has not come in time (torch.distributed.DistStoreError)."""


class ScriptError(Error):
    """Error of a program of TorchScript, with the lines that led there (torch.jit.Error)."""


class ScriptTypeError(TorchTypeError, RuntimeError):
    """A program of TorchScript got what it does not take: a TypeError, and the RuntimeError that torch raises."""


class SchemaTypeError(TypeError, RuntimeError):
    """Arguments that an operator's schema does not take: a TypeError, and the RuntimeError that torch.ops raises."""


class AssertedValueError(ValueError, AssertionError):
    """A wrong argument that torch finds with an assertion: a ValueError, and the AssertionError that torch raises."""


class AssertedTypeError(TypeError, AssertionError):
    """An argument of a wrong type that torch finds with an assertion: a TypeError, and the AssertionError of torch."""


class ClosedTensorError(Error, ValueError):
    """A tensor was used after its close()."""


# Exception class for each ptc_error_kind; all others raise TorchError.
_KINDS = {
    constants.ERROR_INDEX: TorchIndexError,
    constants.ERROR_VALUE: TorchValueError,
    constants.ERROR_TYPE: TorchTypeError,
    constants.ERROR_NOT_IMPLEMENTED: TorchNotImplementedError,
    constants.ERROR_OUT_OF_MEMORY: OutOfMemoryError,
    constants.ERROR_LINALG: LinAlgError,
    constants.ERROR_BUFFER: TorchBufferError,
    constants.ERROR_SYNTAX: TorchSyntaxError,
    constants.ERROR_ACCELERATOR: AcceleratorError,
    constants.ERROR_DISTRIBUTED: DistError,
    constants.ERROR_BACKEND: DistBackendError,
    constants.ERROR_NETWORK: DistNetworkError,
    constants.ERROR_STORE: DistStoreError,
    constants.ERROR_SCRIPT: ScriptError,
    constants.ERROR_SCRIPT_TYPE: ScriptTypeError,
}


_retell: Any = None


def retold_by(function: Callable[[str], str]) -> None:
    """Registers a function that rewrites messages with lines of a TorchScript program."""
    global _retell
    _retell = function


# libtorch's names of tensor types, "SparseCUDAFloatType", for which torch's Python says "torch.cuda.sparse.FloatTensor".
_TYPE_NAME = re.compile("(Sparse)?(CPU|CUDA)(Byte|Char|Double|Float|Int|Long|Short|Half)Type")


def _name_in_torch(found):
    sparse, device, element = found.groups()
    return f"torch.{'cuda.' if device == 'CUDA' else ''}{'sparse.' if sparse else ''}{element}Tensor"


def throw(record, call, arguments):
    """Raises an error of the C library: called by csrc/resource.c, and by nobody else.

    `record` is the error; `call` the C function or the operator that failed, `arguments` what it was given,
    (values, names of the last of them), where there is no frame that tells. The note under the message is
    read from these names (notes.py).
    """
    if record.kind == constants.ERROR_HOST:
        error = record.context
        if error is not None:
            record.close()  # it holds the exception, whose traceback holds the frame that has the record
            try:
                raise error
            finally:
                del error
    cls = _KINDS.get(record.kind, TorchError)
    message = record.message
    if _retell is not None and " <--- HERE" in message:
        message = _retell(message)
    if "Type" in message:
        message = _TYPE_NAME.sub(_name_in_torch, message)
    error = cls(message)
    error._record = record
    try:
        raise error
    finally:
        del error  # or its traceback, which holds this frame, would keep the caller's tensors until a collection


setup(throw=throw, closed=ClosedTensorError)
