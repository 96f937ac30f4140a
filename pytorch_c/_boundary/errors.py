"""Exceptions: from an error of the C library to the one that a Python user expects."""

from __future__ import annotations

import sys

from . import constants, notes
from .library import ffi, lib


class Error(Exception):
    """Base class of all errors that libtorch or the C library report."""

    _record = None
    _call = None

    @property
    def backtrace(self) -> str:
        """The C++ stack where the error arose, as text; symbolized when asked (milliseconds)."""
        if self._record is None:
            return ""
        return ffi.string(lib.ptc_error_backtrace(self._record)).decode("utf-8", "replace")

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


class OutOfMemoryError(Error, MemoryError):
    """No memory left, on the CPU or on a device."""


class LinAlgError(TorchError):
    """A matrix that a factorization cannot take (torch.linalg.LinAlgError)."""


class TorchBufferError(Error, BufferError):
    """A buffer that cannot be shared."""


class TorchSyntaxError(Error, SyntaxError):
    """Text that is no TorchScript."""


class AcceleratorError(TorchError):
    """An error of the device's driver."""


class ClosedTensorError(Error, ValueError):
    """A tensor was used after its close()."""


# Those of enum ptc_error_kind with an exception of their own.
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
}


def _throw_ours(record, address):
    """Raises the exception of a callback of ours, as itself and with its traceback, if the error carries one."""
    error = sys.modules["pytorch_c._accel"].exception(address)
    if error is None:
        return
    ffi.release(record)  # it holds the exception, whose traceback holds the frame that has the record
    try:
        raise error
    finally:
        del error


def throw(address):
    """Raises the error at an address that a C call gave, and owns it from now on."""
    record = ffi.gc(ffi.cast("char *", address), lib.ptc_error_free)
    kind = lib.ptc_error_kind(record)
    if kind == constants.ERROR_HOST:
        _throw_ours(record, address)
    error = _KINDS.get(kind, TorchError)(ffi.string(record).decode("utf-8", "replace"))
    error._record = record
    try:
        raise error
    finally:
        del error  # or its traceback, which holds this frame, would keep the caller's tensors until a collection


def small(result):
    """The value of a call that gives a bool or a small number, or its error."""
    if result < 0:
        throw(-result)
    return result


def number(call, handle=None, kind="int64_t *"):
    """What a call, of a handle or of nothing, writes through a pointer to a number or an address; or its error."""
    out = ffi.new(kind)
    error = call(out) if handle is None else call(handle, out)
    if error:
        throw(error)
    return out[0]
