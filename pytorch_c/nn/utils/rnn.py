"""Sequences of different lengths as one tensor: padded, or packed step by step, as in torch.nn.utils.rnn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ... import _ops
from ..._boundary.errors import TorchError
from ..._tensor.data import tensor
from ..._tensor.dtype import DTYPES
from ..._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from typing_extensions import Self

__all__ = [
    "PackedSequence",
    "invert_permutation",
    "pack_padded_sequence",
    "pack_sequence",
    "pad_packed_sequence",
    "pad_sequence",
    "unpack_sequence",
    "unpad_sequence",
]


class PackedSequence_(NamedTuple):
    """The four fields of a PackedSequence."""

    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


def _mapped(function, field):
    return None if field is None else function(field)


class PackedSequence(PackedSequence_):
    """The values of several sequences, step after step, with how many sequences are left at each step.

    data: (sum of the lengths, *); batch_sizes: int64 (longest length), on the CPU (else ValueError), never growing.
    sorted_indices: int64 (N), which sequence each was before they were sorted by length; unsorted_indices: its
    inverse; both None where nothing was sorted. Made by pack_sequence and pack_padded_sequence.
    """

    def __new__(
        cls,
        data: Tensor,
        batch_sizes: Tensor | None = None,
        sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> Self:
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            if not isinstance(data, (list, tuple)) or len(data) != 2:
                raise ValueError("data must be a pair of data and batch_sizes where batch_sizes is not given")
            data, batch_sizes = data
        elif batch_sizes.device.type != "cpu":
            raise ValueError(
                "batch_sizes should always be on CPU. Instances of PackedSequence should never be created manually. "
                "They should be instantiated by functions like pack_sequence and pack_padded_sequence in nn.utils.rnn."
            )
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """With data converted as Tensor.to does, the indices on its device; self where nothing changes."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        sorted_indices, unsorted_indices = (
            _mapped(lambda t: t.to(data.device, non_blocking=kwargs.get("non_blocking", False)), indices)
            for indices in (self.sorted_indices, self.unsorted_indices)
        )
        return type(self)(data, self.batch_sizes, sorted_indices, unsorted_indices)

    def pin_memory(self) -> Self:
        """All four in page-locked memory, from which copies to a GPU are fast."""
        return type(self)(*(_mapped(lambda t: t.pin_memory(), field) for field in self))

    def is_pinned(self) -> bool:
        """Returns whether data lies in page-locked memory."""
        return self.data.is_pinned()

    @property
    def is_cuda(self) -> bool:
        """Returns whether data lies on a GPU."""
        return self.data.is_cuda

    def _moved(self, kind, args, kwargs):
        """to(*args, **kwargs) if that leads to a device of the kind, else there."""
        example = _ops.empty((0,), dtype=self.data.dtype, device=self.data.device).to(*args, **kwargs)
        if example.device.type != kind:
            kwargs["device"] = kind
        return self.to(*args, **kwargs)

    def cuda(self, *args: Any, **kwargs: Any) -> Self:
        """On a GPU: the current one, or as the arguments of to() say."""
        return self._moved("cuda", args, kwargs)

    def cpu(self, *args: Any, **kwargs: Any) -> Self:
        """On the CPU."""
        return self._moved("cpu", args, kwargs)

    def double(self) -> Self:
        """With data as float64."""
        return self.to(dtype=DTYPES["float64"])

    def float(self) -> Self:
        """With data as float32."""
        return self.to(dtype=DTYPES["float32"])

    def half(self) -> Self:
        """With data as float16."""
        return self.to(dtype=DTYPES["float16"])

    def long(self) -> Self:
        """With data as int64."""
        return self.to(dtype=DTYPES["int64"])

    def int(self) -> Self:
        """With data as int32."""
        return self.to(dtype=DTYPES["int32"])

    def short(self) -> Self:
        """With data as int16."""
        return self.to(dtype=DTYPES["int16"])

    def char(self) -> Self:
        """With data as int8."""
        return self.to(dtype=DTYPES["int8"])

    def byte(self) -> Self:
        """With data as uint8."""
        return self.to(dtype=DTYPES["uint8"])


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """The permutation that takes another one back: int64 (n) -> (n); None for None."""
    if permutation is None:
        return None
    places = _ops.arange(permutation.numel(), device=permutation.device)
    return _ops.empty_like(places).scatter_(0, permutation, places)


# ---- packed ----


def pack_padded_sequence(
    input: Tensor, lengths: Tensor | Sequence[int], batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """The first lengths[i] steps of each sequence i of input, packed: (T, N, *), or (N, T, *) with batch_first.

    lengths: N positive ints, a tensor of them on the CPU. enforce_sorted=True wants them in descending order (else
    TorchError); False sorts the sequences first.
    """
    if isinstance(lengths, Tensor):
        lengths = lengths.to(dtype=DTYPES["int64"])
    else:
        lengths = tensor(list(lengths), dtype=DTYPES["int64"], device="cpu")
    sorted_indices = None
    if not enforce_sorted:
        lengths, sorted_indices = lengths.sort(descending=True)
        sorted_indices = sorted_indices.to(input.device)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    data, batch_sizes = _ops._pack_padded_sequence(input, lengths, batch_first)
    return PackedSequence(data, batch_sizes, sorted_indices, None)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Tensor, Tensor]:
    """(padded, lengths): (T, N, *), or (N, T, *) with batch_first, in the order from before they were sorted.

    total_length: T; ValueError if it is less than the longest sequence, which it is by default.
    """
    length = sequence.batch_sizes.size(0)
    if total_length is not None:
        if total_length < length:
            raise ValueError(
                "Expected total_length to be at least the length of the longest sequence in input, "
                f"but got total_length={total_length} and max sequence length being {length}"
            )
        length = total_length
    padded, lengths = _ops._pad_packed_sequence(sequence.data, sequence.batch_sizes, batch_first, padding_value, length)
    back = sequence.unsorted_indices
    if back is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, back), lengths[back.cpu()]


def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Sequences (L_i, *) packed; enforce_sorted as in pack_padded_sequence."""
    lengths = [sequence.size(0) for sequence in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """The sequences (L_i, *) of a PackedSequence, in the order from before they were sorted."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


# ---- padded ----


def pad_sequence(
    sequences: Tensor | Iterable[Tensor],
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """Sequences (L_i, *) as one tensor (T, N, *), or (N, T, *) with batch_first, T being the longest length.

    padding_side: "right" or "left". TorchError if sequences cannot be iterated over.
    """
    if not isinstance(sequences, Iterable):
        raise TorchError(f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}")
    return _ops.pad_sequence(tuple(sequences), batch_first, padding_value, padding_side)


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> list[Tensor]:
    """The first lengths[i] steps of each sequence i of (T, N, *), or (N, T, *) with batch_first: a list.

    ValueError unless there are as many lengths as sequences.
    """
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    if len(rows) != len(lengths):
        raise ValueError(f"lengths must be as many as the {len(rows)} sequences, got {len(lengths)}")
    steps = _ops.arange(rows.shape[1], device=lengths.device)
    return [row[steps < length] for row, length in zip(rows, lengths)]
