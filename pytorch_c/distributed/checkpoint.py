"""State that several processes save together and any number of them loads (torch.distributed.checkpoint).

Each process writes what it has: a file of tensors, and process 0 an index of them all. A tensor that each process has
whole is written once; of a `Part` each process writes its rows. Loading fills tensors in place, and reads the rows that
a Part wants from whoever had them, so that the number of processes may be another one. The folder must be one that all
processes see. The files are this package's own: torch's readers do not know them.
"""

from __future__ import annotations

import os
import pickle
from pathlib import Path

from .. import _ops
from .._files.archive import load as load_file
from .._files.archive import save as save_file
from .._tensor.tensor import Tensor
from ..autograd.grad_mode import no_grad
from ._collectives import barrier
from ._objects import all_gather_object
from ._world import get_rank, get_world_size, is_initialized

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Part", "load", "save"]

_INDEX = "index.pkl"


class Part:
    """Rows of a tensor of which each process has some: `tensor` begins at row `start` of `rows`."""

    def __init__(self, tensor: Tensor, start: int, rows: int) -> None:
        if not isinstance(tensor, Tensor) or tensor.dim() == 0:
            raise TypeError("Part(): argument 'tensor' must be a Tensor with rows")
        if not 0 <= start <= start + tensor.size(0) <= rows:
            raise ValueError(f"Part(): rows {start} to {start + tensor.size(0)} are not among {rows}")
        self.tensor, self.start, self.rows = tensor, start, rows

    def __repr__(self) -> str:
        return f"Part(rows {self.start} to {self.start + self.tensor.size(0)} of {self.rows})"


def _flat(state, path=()):
    """(path, value) of what is in nested dicts and lists."""
    if isinstance(state, dict):
        for key, one in state.items():
            yield from _flat(one, (*path, key))
    elif isinstance(state, (list, tuple)) and not isinstance(state, Part):
        for i, one in enumerate(state):
            yield from _flat(one, (*path, i))
    else:
        yield path, state


def _described(value):
    """What the index says of a value, beside which process has it."""
    if isinstance(value, Part):
        return {"start": value.start, "length": value.tensor.size(0), "rows": value.rows}
    return {"start": 0, "length": None, "rows": None} if isinstance(value, Tensor) else {"value": value}


def _everybody(value):
    """[the value of each process]."""
    if not is_initialized():
        return [value]
    found = [None] * get_world_size()
    all_gather_object(found, value)
    return found


def _rank():
    return get_rank() if is_initialized() else 0


def save(state_dict: Any, *, checkpoint_id: str | os.PathLike[str]) -> None:
    """Writes the state of all processes into a folder; each of them calls it.

    state_dict: nested dicts and lists of Tensors, Parts, and plain values. Another checkpoint there stays whole until
    this one is.
    """
    folder = Path(checkpoint_id)
    folder.mkdir(parents=True, exist_ok=True)
    mine = dict(_flat(state_dict))
    index: dict[Any, list[Any]] = {}
    for rank, described in enumerate(_everybody({path: _described(one) for path, one in mine.items()})):
        for path, one in described.items():
            pieces = index.setdefault(path, [])
            if not pieces or (one.get("rows") is not None and all(p["start"] != one["start"] for p in pieces)):
                pieces.append({**one, "rank": rank})
    wanted = {path for path, pieces in index.items() if any(p["rank"] == _rank() and "value" not in p for p in pieces)}
    generation = _everybody(_next_generation(folder))[0]
    tensors = {path: one.tensor if isinstance(one, Part) else one for path, one in mine.items() if path in wanted}
    save_file({path: one.detach().clone() for path, one in tensors.items()}, folder / f"{generation}.{_rank()}.pt")
    _wait()
    if _rank() == 0:
        temporary = folder / f"{_INDEX}.new"
        temporary.write_bytes(pickle.dumps({"generation": generation, "index": index}))
        temporary.replace(folder / _INDEX)
        for old in folder.glob("*.pt"):
            if not old.name.startswith(f"{generation}."):
                old.unlink()
    _wait()


def _next_generation(folder):
    numbers = [
        int(path.name.partition(".")[0]) for path in folder.glob("*.pt") if path.name.partition(".")[0].isdigit()
    ]
    return max(numbers, default=-1) + 1


def _wait():
    if is_initialized():
        barrier()


def load(state_dict: Any, *, checkpoint_id: str | os.PathLike[str]) -> None:
    """Fills the Tensors and Parts of state_dict, and its dicts' plain values, from a folder; each process calls it.

    Raises KeyError for what was not saved, ValueError for another shape, FileNotFoundError without a checkpoint.
    """
    folder = Path(checkpoint_id)
    kept = pickle.loads((folder / _INDEX).read_bytes())
    files: dict[int, Any] = {}

    def of(rank):
        if rank not in files:
            files[rank] = load_file(folder / f"{kept['generation']}.{rank}.pt", weights_only=False)
        return files[rank]

    for path, value in list(_flat(state_dict)):
        if path not in kept["index"]:
            raise KeyError(f"{'.'.join(map(str, path))} is not in the checkpoint {folder}")
        pieces = kept["index"][path]
        if isinstance(value, (Tensor, Part)):
            with no_grad():
                _fill(value, pieces, lambda rank, path=path: of(rank)[path], ".".join(map(str, path)))
        else:
            _put(state_dict, path, pieces[0]["value"])


def _put(state, path, value):
    for key in path[:-1]:
        state = state[key]
    if isinstance(state, (dict, list)):
        state[path[-1]] = value


def _fill(value, pieces, read, name):
    into = value.tensor if isinstance(value, Part) else value
    first = value.start if isinstance(value, Part) else 0
    if pieces[0]["rows"] is None:
        whole = read(pieces[0]["rank"])
        part = whole[first : first + into.size(0)] if isinstance(value, Part) else whole
        _copy(into, part, name)
        return
    end, seen = first + into.size(0), _ops.zeros((into.size(0),), dtype=into.dtype)
    for piece in pieces:
        low, high = max(first, piece["start"]), min(end, piece["start"] + piece["length"])
        if low < high:
            rows = read(piece["rank"])[low - piece["start"] : high - piece["start"]]
            _copy(into[low - first : high - first], rows, name)
            seen[low - first : high - first] = 1
    if int(seen.sum()) != into.size(0):
        raise ValueError(f"{name}: the checkpoint has not all of the rows {first} to {end}")


def _copy(into, source, name):
    if into.shape != source.shape:
        raise ValueError(f"{name}: the checkpoint has the shape {tuple(source.shape)}, not {tuple(into.shape)}")
    into.copy_(source)
