"""Archives of TorchScript: what torch.jit.save writes is read here, and the other way round (torch.jit._serialization)."""

from __future__ import annotations

import os

from .._boundary import api
from .._boundary.errors import TorchError, TorchValueError
from .._boundary.library import core
from .._tensor.device import device, device_numbers
from ._modules import wrap
from ._objects import RecursiveScriptClass as RecursiveScriptClass  # what archives' programs may give

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["ArchiveError", "load", "save", "validate_map_location"]


class ArchiveError(TorchError, ValueError):
    """Error of a file that is no archive of TorchScript, or is damaged."""


def save(m: Any, f: Any, _extra_files: dict[str, Any] | None = None) -> None:
    """Writes a module or function of TorchScript, with its code, to an archive that torch, C and C++ read.

    Args:
        m: A ScriptModule or ScriptFunction
        f: The name of a file, or an object with write()
        _extra_files: Names and contents (str or bytes) of what else is put into the archive

    A file is there when all of it is written, or as it was before. Source: torch.jit.save.
    """
    if isinstance(f, (str, os.PathLike)):
        m.save(f, _extra_files=_extra_files)
    else:
        f.write(m.save_to_buffer(_extra_files=_extra_files))


def validate_map_location(map_location: Any = None) -> Any:
    """The device that is meant, or None; ValueError for anything else."""
    if isinstance(map_location, str):
        return device(map_location)
    if map_location is None or isinstance(map_location, device):
        return map_location
    raise ValueError(f"map_location should be either None, string or torch.device, but got type: {type(map_location)}")


def load(
    f: Any, map_location: Any = None, _extra_files: dict[str, Any] | None = None, _restore_shapes: bool = False
) -> Any:
    """Reads a module of TorchScript from an archive, torch's or ours. No Python of it runs.

    Args:
        f: The name of a file, or an object with read()
        map_location: The device that all tensors go to; by default where they were
        _extra_files: A dict whose keys name files of the archive; their contents (bytes) become its values
        _restore_shapes: Changes nothing: shapes of traced inputs are not put into the graph

    Raises ValueError for a file that is not there, RuntimeError for one that is no archive of TorchScript or is
    damaged. Source: torch.jit.load.
    """
    kind, index = device_numbers(validate_map_location(map_location))
    wanted = "\n".join(_extra_files or ())
    path = data = None
    if isinstance(f, (str, os.PathLike)):
        path = os.fspath(f)
        if not os.path.exists(path):
            raise ValueError(f"The provided filename {path} does not exist")
        if os.path.isdir(path):
            raise ValueError(f"The provided filename {path} is a directory")
    else:
        data = f.read()
    try:
        if path is not None:
            found = api.jit_load(path, kind, index, wanted)
        else:
            found = api.jit_load_memory(data, len(data), kind, index, wanted)
    except TorchValueError as error:
        raise ArchiveError(str(error)) from None
    for name in _extra_files or ():
        _extra_files[name] = core.jit_extra_file(found, name) or b""
    return wrap(found)
