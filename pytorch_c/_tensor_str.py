"""The parts of a tensor's text, for classes that write one of their own (torch._tensor_str)."""

from __future__ import annotations

from ._tensor import printing
from ._tensor.printing import _options as PRINT_OPTS
from ._tensor.printing import get_printoptions, printoptions, set_printoptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._tensor.tensor import Tensor

__all__ = ["PRINT_OPTS", "get_printoptions", "printoptions", "set_printoptions"]


def _tensor_str(self: Tensor, indent: int) -> str:
    """The numbers in their brackets, without what stands around them."""
    return printing.contents(self, indent)


def _add_suffixes(tensor_str: str, suffixes: list[str], indent: int, force_newline: bool) -> str:
    """The text with its suffixes and a closing bracket; a suffix that does not fit its line starts another one."""
    return printing.joined(tensor_str, suffixes, indent, force_newline)


def _str_intern(inp: Tensor, *, tensor_contents: str | None = None) -> str:
    """The whole text, with other contents where they are given."""
    return printing.tensor_repr(inp, tensor_contents)


def _str(self: Tensor, *, tensor_contents: str | None = None) -> str:
    """The whole text, as repr() gives it."""
    return printing.tensor_repr(self, tensor_contents)
