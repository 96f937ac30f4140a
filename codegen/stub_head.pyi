# The public surface that is written by hand, with its types. codegen/stubs.py adds to it
# the operators, the dtypes, and what pytorch_c/__init__.py imports and this file does not name.

from collections.abc import Callable, Iterable, Iterator

from ._memory.loops import Record as _Record
from ._tensor.tensor import Size as Size, Tensor as Tensor

__version__: _str
e: _float
inf: _float
nan: _float
pi: _float
newaxis: None
legacy_contiguous_format: _MemoryFormat

_F = TypeVar("_F", bound=Callable[..., Any])
_T = TypeVar("_T")

class _Mode:
    """A state of recording: for `with`, or around a function."""

    def __enter__(self) -> Any: ...
    def __exit__(self, *exc: Any) -> None: ...
    def __call__(self, function: _F) -> _F: ...

@overload
def no_grad(function: None = None) -> _Mode: ...
@overload
def no_grad(function: _F) -> _F: ...
@overload
def enable_grad(function: None = None) -> _Mode: ...
@overload
def enable_grad(function: _F) -> _F: ...
@overload
def inference_mode(mode: _bool = True) -> _Mode: ...
@overload
def inference_mode(mode: _F) -> _F: ...
def set_grad_enabled(mode: _bool) -> _Mode: ...

class gc_each(Iterator[_T]):
    record: _Record
    def __init__(self, iterable: Iterable[_T], timeout: _float | None = 10.0, strict: _bool = False) -> None: ...
    def __next__(self) -> _T: ...
    def close(self) -> None: ...

Storage: type[TypedStorage]
