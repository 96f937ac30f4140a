"""save() and load(): torch's own file format, without torch.

A file is an uncompressed zip archive (zipped.py): data.pkl (the pickled object, pickles.py), one record
for each storage (data/0, data/1, …), and a few small ones that say how to read it.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import pickle
import sys
import warnings

from .._tensor.tensor import Tensor
from . import safetensors, settings
from .errors import EmptyFileError, FileFormatError, UnpicklingError
from .legacy import read_legacy, write_legacy
from .limits import Limits
from .pickles import dump
from .places import Restore, loading
from .streams import check_output, file_name, is_path, open_input, open_output
from .unpickling import Names, SafeUnpickler, trusting
from .zipped import Archive, read_archive, write_archive

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
    f: a path, which is replaced only when all was written, or an open binary file, of which `write` is called
        and, at the end, `flush` if it has that.
    pickle_module: a module like pickle, whose Pickler writes what is no tensor; None is pickle.
    pickle_protocol: 2 to 5; torch.load(weights_only=True) is sure to read 2 alone.
    _use_new_zipfile_serialization: False is the format of torch before 1.6.

    Raises AttributeError if `f` has no `write`, TypeError if it is a file of texts, FileNotFoundError if its folder
    does not exist, what pickle raises if `obj` cannot be pickled, RuntimeError where tensors of several dtypes share
    a storage, and NotImplementedError for a tensor that cannot be saved (of mkldnn's layout), in each case before
    anything is written.  Source: torch.save.
    """
    check_output(f)
    new = _use_new_zipfile_serialization
    data, storages = dump(obj, pickle_protocol, legacy=not new, module=pickle_module)
    with open_output(f) as file:
        (write_archive if new else write_legacy)(file, data, storages)


def load(
    f: File,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool | None = None,
    mmap: bool | None = None,
    limits: bool = True,
    **pickle_load_args: Any,
) -> Any:
    """Returns what `save` or torch.save wrote to `f`; also files of torch before 1.6, and of safetensors by their suffix.

    f: a path, or a binary file that can seek, from where it stands. Behind an object in the format before 1.6
        another one may follow.
    map_location: where tensors go that were saved from another device: a device or its name, a
        dict from saved to new names, or a function (storage, name) -> storage or None.
        None: to the device they were saved from.
    pickle_module: a module like pickle, whose Unpickler reads the file, as weights_only=False; None is pickle.
    weights_only: True reads data and tensors only, and is safe for files from anywhere.
        False imports and runs what the file names: only for files that you trust. None is True without a
        pickle_module; TORCH_FORCE_WEIGHTS_ONLY_LOAD=1 and TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD=1 in the environment
        say otherwise.
    mmap: True maps the file, which must be a path, instead of reading it: pages are read when a tensor
        is first used, and no checksum is verified.  Whoever makes the file shorter meanwhile ends this
        process with SIGBUS. None is True for files of safetensors, as in torch, and for others what
        utils.serialization.config says: False.
    limits: False lets the file take more than ten times its own size of memory (64 MiB at least are
        given), and nest tuples deeper than 1,000: only for files that you trust.
    pickle_load_args: encoding="latin1" or "bytes" for strings of Python 2, which are else UTF-8; with
        weights_only=False also what else the Unpickler takes.

    Within a FakeTensorMode the tensors in what is read become fake.

    Raises FileNotFoundError, UnpicklingError (the file asks for more than data; named), and
    FileFormatError (a ValueError and RuntimeError: the file is damaged or not torch's, or asks for more than its
    limits).  Source: torch.load.
    """
    given = f, map_location, pickle_module, weights_only, mmap, limits, pickle_load_args
    fake = _fake_mode()
    return _load(*given) if fake is None else _as_fake(fake, lambda: _load(*given))


def _load(f, map_location, pickle_module, weights_only, mmap, limits, pickle_load_args):
    weights_only = _only_weights(weights_only, pickle_module)
    is_safetensors = is_path(f) and file_name(f).endswith(".safetensors")
    mmap = (is_safetensors or settings.load.mmap) if mmap is None else mmap
    if mmap and not is_path(f):
        raise ValueError("load: f must be a file path in order to use the mmap argument")
    if is_safetensors:
        return _load_safetensors(f, safetensors.place(map_location), limits, mmap)
    restore = Restore(map_location)
    how = _load_args(pickle_load_args, weights_only)
    kind = SafeUnpickler if weights_only else trusting(pickle_module)
    with open_input(f) as file, _naming(file_name(f), (restore, file), weights_only, how), loading(restore):
        return _read(file, restore, lambda *args: kind(*args, **how), bool(limits), f if mmap else None, weights_only)


def _fake_mode():
    """Returns the FakeTensorMode that is active, or None."""
    package = __package__.partition(".")[0]
    if f"{package}._subclasses.fake_tensor" not in sys.modules:
        return None
    return importlib.import_module(f"{package}._guards").detect_fake_mode(None)


def _as_fake(mode, read):
    """Returns what a function reads without the mode, with fake tensors of the mode for the tensors in containers."""
    package = __package__.partition(".")[0]
    with importlib.import_module(f"{package}.utils._python_dispatch")._disable_current_modes():
        found = read()
    pytree = importlib.import_module(f"{package}.utils._pytree")
    made = pytree.tree_map_only(Tensor, mode.from_tensor, found)
    if hasattr(found, "_metadata"):  # of a state dict
        made._metadata = found._metadata
    return made


def _load_safetensors(f, where, limits, mmap):
    with open_input(f) as file, _naming(file_name(f), (file,), True, {}):
        return safetensors.read_safetensors(file, where, Limits(file.size, bool(limits)), f if mmap else None)


def get_unsafe_globals_in_checkpoint(f: File) -> list[str]:
    """The names in a file for which load(weights_only=True) refuses it, sorted (torch.serialization's function).

    f: as for `load`; the format before torch 1.6 has several pickles and is not looked into.
    Raises FileFormatError for a file that is damaged or not torch's.
    """
    restore = Restore("meta")
    with open_input(f) as file, _naming(file_name(f), (restore, file), True, {}):
        return sorted(_read(file, restore, Names, True, None, True))


# ---- what is asked for ----


def _is_set(name):
    return os.environ.get(name, "0").lower() in ("1", "y", "yes", "true")


def _only_weights(weights_only, pickle_module):
    """Returns what weights_only=None means; raises RuntimeError where it does not go with a pickle module."""
    asked, only = weights_only is not None, pickle_module is None if weights_only is None else bool(weights_only)
    always, never = _is_set("TORCH_FORCE_WEIGHTS_ONLY_LOAD"), _is_set("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD")
    if always and never:
        raise RuntimeError(
            "load: Only one of `TORCH_FORCE_WEIGHTS_ONLY_LOAD` or `TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD` should be set, "
            "but both were set."
        )
    if always:
        only = True
    elif never and not asked:
        warnings.warn(
            "Environment variable TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD detected, since the `weights_only` argument was not "
            "explicitly passed to `torch.load`, forcing weights_only=False.",
            UserWarning,
            stacklevel=3,
        )
        only = False
    if only and pickle_module is not None:
        raise RuntimeError("load: Can not safely load weights when explicit pickle_module is specified")
    return only


def _load_args(given, weights_only):
    """Returns what the Unpickler is given; a warning, or a TypeError, for what it takes only as trusted."""
    if given and weights_only:
        more = sorted(set(given) - {"encoding"})
        if more:
            raise TypeError(f"load() got an unexpected keyword argument {more[0]!r} (with weights_only=True)")
        warnings.warn("pickle_load_args only works if `weights_only=False`.", stacklevel=3)
    return given


@contextlib.contextmanager
def _naming(name, sources, weights_only, how):
    """Makes errors of the body name the file; those of `sources` and of the user's code stay what they are."""
    try:
        yield
    except UnpicklingError as e:
        raise UnpicklingError(f"load: {name}: {e}") from None
    except FileFormatError as e:
        raise type(e)(f"load: {name} {e}") from e.__cause__
    except Exception as e:
        # Damage shows as nearly any exception; EINVAL is an offset before the start of the file.
        from_outside = isinstance(e, MemoryError) or getattr(e, "errno", errno.EINVAL) != errno.EINVAL
        from_encoding = isinstance(e, (UnicodeDecodeError, LookupError)) and "encoding" in how
        from_users_code = not weights_only and not isinstance(e, (EOFError, pickle.UnpicklingError))
        if from_outside or from_users_code or from_encoding or any(e is one.error for one in sources):
            raise
        raise FileFormatError(f"load: {name} is damaged: {type(e).__name__}: {e}") from e


# ---- reading ----


def _read(file, restore, unpickler, limited, mapped, weights_only):
    head = file.read(6)
    file.seek(0)
    limits = Limits(file.size, limited)
    if head == b"\x93NUMPY":
        raise FileFormatError("is a file of NumPy's; numpy.load reads it")
    if head[:4] == b"PK\3\4":
        archive = Archive(file, restore, limits, mapped)
        return _program(archive, weights_only) if archive.is_program() else read_archive(archive, unpickler)
    if mapped:
        raise FileFormatError(
            "is not of the format that can be mapped into memory: mmap can only be used with files saved with "
            "`torch.save(_use_new_zipfile_serialization=True)`; load it with mmap=False"
        )
    if head[:1] == b"\x80":
        return read_legacy(file, restore, unpickler, limits)
    if head:
        raise FileFormatError("is not a file of torch.save")
    raise EmptyFileError("is empty")


def _program(archive, weights_only):
    """The module in an archive of TorchScript, which is a program: for files that are trusted."""
    if weights_only:
        raise FileFormatError(
            "is a TorchScript model, not a file of torch.save: Cannot use ``weights_only=True`` with TorchScript "
            "archives passed to ``torch.load``; torch.jit.load reads it"
        )
    from ..jit._serialization import load

    warnings.warn(
        "'torch.load' received a zip file that looks like a TorchScript archive dispatching to 'torch.jit.load' (call "
        "'torch.jit.load' directly to silence this warning)",
        UserWarning,
        stacklevel=4,
    )
    archive.file.seek(0)
    return load(archive.file, map_location=archive.restore.map_location)
