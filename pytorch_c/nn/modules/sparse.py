"""Layers that look rows of a table up by index."""

from __future__ import annotations

from ... import _ops
from ..._boundary.errors import AssertedValueError
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

    from ..._typing import DeviceLike, Dtype, Tensor

__all__ = ["Embedding", "EmbeddingBag"]


class _Table(Module):
    """Rows that are looked up, one of which may be for padding."""

    weight: Parameter

    def _make_rows(self, rows, columns, padding_idx, given, frozen, device, dtype):
        if padding_idx is not None and not -rows <= padding_idx < max(rows, 1):
            raise AssertedValueError(f"padding_idx must be within num_embeddings {rows}, got {padding_idx}")
        if given is not None and tuple(given.shape) != (rows, columns):
            raise AssertedValueError(
                f"Shape of weight does not match num_embeddings and embedding_dim: it must be {(rows, columns)}, got {tuple(given.shape)}"
            )
        self.num_embeddings, self.embedding_dim = rows, columns
        self.padding_idx = padding_idx + rows if padding_idx is not None and padding_idx < 0 else padding_idx
        weight = _ops.empty((rows, columns), device=device, dtype=dtype) if given is None else given
        self.weight = Parameter(weight, requires_grad=not frozen)
        if given is None:
            self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws new rows from the normal distribution; the one for padding is zero."""
        init.normal_(self.weight)
        self._fill_padding_idx_with_zero()

    def _fill_padding_idx_with_zero(self):
        if self.padding_idx is not None:
            init.zeros_(self.weight.detach()[self.padding_idx])

    def _settings(self, *names, show=str):
        """The table's sizes and those of the named settings that are not as they are by default."""
        defaults = {"padding_idx": None, "max_norm": None, "norm_type": 2, "scale_grad_by_freq": False, "sparse": False}
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        for name in names:
            value = getattr(self, name)
            if name not in defaults or value != defaults[name]:
                text += f", {name}={show(value)}"
        return text


def _sizes(embeddings):
    if embeddings.dim() != 2:
        raise ValueError(f"embeddings must have 2 dimensions, got {embeddings.dim()}")
    return embeddings.shape


class Embedding(_Table):
    """A table of rows looked up by index: integer (*) -> (*, embedding_dim).

    weight: (num_embeddings, embedding_dim). padding_idx: a row that starts as zeros and is not trained;
    ValueError if out of range. max_norm: rows are scaled down to this norm when looked up.
    scale_grad_by_freq divides a row's gradient by how often it was looked up; sparse=True makes the gradient sparse.
    """

    __constants__ = "num_embeddings embedding_dim padding_idx max_norm norm_type scale_grad_by_freq sparse".split()

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | None = None,
        _freeze: bool = False,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__()
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        self._make_rows(num_embeddings, embedding_dim, padding_idx, _weight, _freeze, device, dtype)

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Tensor,
        freeze: bool = True,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> Self:
        """A layer around the rows of embeddings, (n, d), which it shares; frozen unless freeze=False."""
        rows, columns = _sizes(embeddings)
        return cls(
            num_embeddings=rows,
            embedding_dim=columns,
            padding_idx=padding_idx,
            max_norm=max_norm,
            norm_type=norm_type,
            scale_grad_by_freq=scale_grad_by_freq,
            sparse=sparse,
            _weight=embeddings,
            _freeze=freeze,
        )

    def forward(self, input: Tensor) -> Tensor:
        return F.embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse
        )

    def extra_repr(self) -> str:
        return self._settings("padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse")


class EmbeddingBag(_Table):
    """Sums, means or maxima of the rows of a table in each bag: integer (N, L) -> (N, embedding_dim).

    mode: "sum", "mean" or "max". Bags of different lengths: input (n) and offsets (N), where each bag begins; with
    include_last_offset (N + 1). padding_idx: a row that is left out of its bag. The rest as in Embedding.
    """

    __constants__ = (
        "num_embeddings embedding_dim max_norm norm_type scale_grad_by_freq mode sparse include_last_offset "
        "padding_idx".split()
    )

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Tensor | None = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__()
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        self.mode, self.include_last_offset = mode, include_last_offset
        self._make_rows(num_embeddings, embedding_dim, padding_idx, _weight, False, device, dtype)

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Tensor,
        freeze: bool = True,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
    ) -> Self:
        """A layer around the rows of embeddings, (n, d), which it shares; frozen unless freeze=False."""
        rows, columns = _sizes(embeddings)
        bag = cls(
            num_embeddings=rows,
            embedding_dim=columns,
            max_norm=max_norm,
            norm_type=norm_type,
            scale_grad_by_freq=scale_grad_by_freq,
            mode=mode,
            sparse=sparse,
            _weight=embeddings,
            include_last_offset=include_last_offset,
            padding_idx=padding_idx,
        )
        bag.weight.requires_grad_(not freeze)
        return bag

    def forward(self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None) -> Tensor:
        """per_sample_weights: as input, a factor for each row, with mode "sum"."""
        return F.embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )

    def extra_repr(self) -> str:
        return self._settings("max_norm", "norm_type", "scale_grad_by_freq", "mode", "padding_idx", show=repr)
