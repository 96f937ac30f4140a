"""save() and load(): torch's own file format, without torch.

A file is an uncompressed zip archive (zipped.py): data.pkl (the pickled object, pickles.py), one record
for each storage (data/0, data/1, …), and a few small ones that say how to read it.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import pickle
import secrets
import shutil

from .._boundary.errors import TorchError
from .._tensor.device import device
from .._tensor.tensor import Tensor
from .errors import FileFormatError, UnpicklingError
from .legacy import read_legacy, write_legacy
from .limits import Limits
from .pickles import dump
from .unpickling import Names, SafeUnpickler, TrustingUnpickler
from .zipped import read_archive, write_archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import File


def save(
    obj: Any, f: File, pickle_module: Any = None, pickle_protocol: int = 2, _use_new_zipfile_serialization: bool = True
) -> None:
    """Writes `obj` to `f` in torch's file format; torch.load(weights_only=True) reads it.

    obj: tensors of every layout, parameters, and dicts, lists, tuples, sets, strings, bytes, numbers, None,
        Size, dtypes and devices around them; other objects if pickle can write them, but they are read
        back only with weights_only=False.  Tensors that share a storage share it in the file.
    f: a path, which is replaced only when all was written, or a binary file open for writing.
    pickle_module: None or Python's pickle.
    pickle_protocol: 2 to 5; torch.load(weights_only=True) is sure to read 2 alone.
    _use_new_zipfile_serialization: False is the format of torch before 1.6.

    Raises TypeError if `f` is neither, FileNotFoundError if its folder does not exist, what pickle
    raises if `obj` cannot be pickled, and NotImplementedError for a tensor that cannot be saved (of
    mkldnn's layout), in each case before anything is written.  Source: torch.save.
    """
    _check_pickle(pickle_module)
    new = _use_new_zipfile_serialization
    data, storages = dump(obj, pickle_protocol, legacy=not new)
    with _open_output(f) as file:
        (write_archive if new else write_legacy)(file, data, storages)


def load(
    f: File,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool | None = True,
    mmap: bool | None = None,
    limits: bool = True,
) -> Any:
    """What `save` or torch.save wrote to `f`; also files of torch before 1.6.

    f: a path, or a binary file that can seek.
    map_location: where tensors go that were saved from another device: a device or its name, a
        dict from saved to new names, or a function (flat uint8 tensor, name) -> tensor or None.
        None: to the device they were saved from.
    pickle_module: None or Python's pickle.
    weights_only: True (or None) reads data and tensors only, and is safe for files from anywhere.
        False imports and runs what the file names: only for files that you trust.
    mmap: True maps the file, which must be a path, instead of reading it: pages are read when a tensor
        is first used, and no checksum is verified.  Whoever makes the file shorter meanwhile ends this
        process with SIGBUS.
    limits: False lets the file take more than ten times its own size of memory (64 MiB at least are
        given), and nest tuples deeper than 1,000: only for files that you trust.

    Raises FileNotFoundError, UnpicklingError (the file asks for more than data; named), and
    FileFormatError (a ValueError: the file is damaged or not torch's, or asks for more than its
    limits).  Source: torch.load.
    """
    _check_pickle(pickle_module)
    if mmap and not isinstance(f, (str, os.PathLike)):
        raise ValueError("load: f must be a path where mmap=True")
    weights_only = weights_only is None or bool(weights_only)
    restore = _Restore(map_location)
    unpickler = SafeUnpickler if weights_only else TrustingUnpickler
    with _open_input(f) as file, _naming(_file_name(f), restore, weights_only):
        return _read(file, restore, unpickler, bool(limits), bool(mmap))


def get_unsafe_globals_in_checkpoint(f):
    """The names in a file for which load(weights_only=True) refuses it, sorted (torch.serialization's function).

    f: as for `load`; the format before torch 1.6 has several pickles and is not looked into.
    Raises FileFormatError for a file that is damaged or not torch's.
    """
    with _open_input(f) as file, _naming(_file_name(f), _Restore(None), True):
        names = _read(file, _Restore("meta"), Names, True, False)
    return sorted(names)


def _check_pickle(module):
    if module is not None and module is not pickle:
        raise TypeError(f"argument 'pickle_module' must be None or pickle itself, not {module!r:.80}")


@contextlib.contextmanager
def _naming(name, restore, weights_only):
    """Makes errors of the body name the file."""
    try:
        yield
    except UnpicklingError as e:
        raise UnpicklingError(f"load: {name}: {e}") from None
    except FileFormatError as e:
        raise FileFormatError(f"load: {name} {e}") from e.__cause__
    except Exception as e:
        # Damage shows as nearly any exception; EINVAL is an offset before the start of the file.
        from_outside = isinstance(e, MemoryError) or getattr(e, "errno", errno.EINVAL) != errno.EINVAL
        from_users_code = not weights_only and not isinstance(e, (EOFError, pickle.UnpicklingError))
        if from_outside or from_users_code or e is restore.error:
            raise
        raise FileFormatError(f"load: {name} is damaged: {type(e).__name__}: {e}") from e


# ---- files ----


def _file_name(f):
    if isinstance(f, (str, os.PathLike)):
        return os.fspath(f)
    return str(getattr(f, "name", f"<{type(f).__name__}>"))


@contextlib.contextmanager
def _open_output(f):
    if not isinstance(f, (str, os.PathLike)):
        if not hasattr(f, "write") or isinstance(f, io.TextIOBase):
            raise TypeError(f"save: f must be a path or a binary file, not {type(f).__name__}")
        yield f
        return
    path = os.path.realpath(f)
    if os.path.isfile(path):
        open(path, "r+b").close()  # raises where one may not write, which renaming would not
    elif not os.path.exists(path) and not os.path.isdir(os.path.dirname(path)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(f))
    special = os.path.exists(path) and not os.path.isfile(path)  # /dev/null, a pipe
    with open(path, "wb") if special else _replace(path) as file:
        yield file


@contextlib.contextmanager
def _replace(path):
    """A file that takes the place and the permissions of `path` when the body succeeds."""
    temporary = os.path.join(os.path.dirname(path), f".save-{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb") as file:
            yield file
        if os.path.exists(path):
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


@contextlib.contextmanager
def _open_input(f):
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            yield file
        return
    missing = [m for m in ("read", "readline", "seek", "tell") if not hasattr(f, m)]
    if missing or isinstance(f, io.TextIOBase):
        raise TypeError(f"load: f must be a path or a binary file that can seek, not {type(f).__name__}")
    yield f


# ---- reading ----


def _read(file, restore, unpickler, limited, mapped):
    start = file.tell()
    size = file.seek(0, os.SEEK_END) - start
    file.seek(start)
    head = file.read(6)
    file.seek(start)
    limits = Limits(size, limited)
    if head == b"\x93NUMPY":
        raise FileFormatError("is a file of NumPy's; numpy.load reads it")
    if head[:4] == b"PK\3\4":
        return read_archive(file, restore, unpickler, limits, mapped)
    if mapped:
        raise FileFormatError("is not of the format that can be mapped into memory; load it with mmap=False")
    if head[:1] == b"\x80":
        return read_legacy(file, restore, unpickler, limits)
    raise FileFormatError("is not a file of torch.save" if head else "is empty")


class _Restore:
    """Puts storages where map_location says."""

    def __init__(self, map_location):
        if not (map_location is None or isinstance(map_location, (str, dict, device)) or callable(map_location)):
            raise TypeError(
                "load: map_location must be a device, its name, a dict or a function, "
                f"not {type(map_location).__name__}"
            )
        self.map_location = map_location
        self.error = None

    def __call__(self, flat, location):
        """The flat tensor on the device that is to replace `location`."""
        target = self.map_location
        if callable(target) and not isinstance(target, device):
            try:
                moved = target(flat, location)
            except Exception as e:
                self.error = e
                raise
            if moved is not None:
                return self._checked(moved, flat)
            target = location
        elif target is None:
            target = location
        elif isinstance(target, dict):
            target = target.get(location, location)
        target = str(target)
        if target == "cpu":
            return flat
        try:
            return flat.to(target)
        except Exception as e:
            reason = str(e).partition("\n")[0]
            self.error = TorchError(
                f"load: the file has tensors for {target}, which cannot be used ({reason}); "
                "map_location='cpu' loads them on the CPU"
            )
            raise self.error from e

    def _checked(self, moved, flat):
        if not isinstance(moved, Tensor) or moved.dtype is not flat.dtype or moved.shape != flat.shape:
            self.error = TypeError(
                "load: the function map_location must give the flat uint8 tensor on another device, or None, "
                f"not a {type(moved).__name__}"
            )
            raise self.error
        return moved
