"""Types of torch.autograd.functional, whose file is torch's own."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar, overload

from .._tensor.tensor import Tensor

_Tuple: TypeAlias = tuple[Tensor, ...]
_Several: TypeAlias = Tensor | _Tuple
_In = TypeVar("_In", Tensor, _Tuple)
_Out = TypeVar("_Out", Tensor, _Tuple)

def vjp(
    func: Callable[..., _Out], inputs: _In, v: _Several | None = None, create_graph: bool = False, strict: bool = False
) -> tuple[_Out, _In]: ...
def jvp(
    func: Callable[..., _Out], inputs: _Several, v: _Several | None = None, create_graph: bool = False, strict: bool = False
) -> tuple[_Out, _Out]: ...
@overload
def jacobian(
    func: Callable[..., Tensor], inputs: Tensor, create_graph: bool = ..., strict: bool = ..., vectorize: bool = ...,
    strategy: str = ...,
) -> Tensor: ...
@overload
def jacobian(
    func: Callable[..., Tensor], inputs: _Tuple, create_graph: bool = ..., strict: bool = ..., vectorize: bool = ...,
    strategy: str = ...,
) -> _Tuple: ...
@overload
def jacobian(
    func: Callable[..., _Tuple], inputs: Tensor, create_graph: bool = ..., strict: bool = ..., vectorize: bool = ...,
    strategy: str = ...,
) -> _Tuple: ...
@overload
def jacobian(
    func: Callable[..., _Tuple], inputs: _Tuple, create_graph: bool = ..., strict: bool = ..., vectorize: bool = ...,
    strategy: str = ...,
) -> tuple[_Tuple, ...]: ...
@overload
def hessian(
    func: Callable[..., Tensor], inputs: Tensor, create_graph: bool = ..., strict: bool = ..., vectorize: bool = ...,
    outer_jacobian_strategy: str = ...,
) -> Tensor: ...
@overload
def hessian(
    func: Callable[..., Tensor], inputs: _Tuple, create_graph: bool = ..., strict: bool = ..., vectorize: bool = ...,
    outer_jacobian_strategy: str = ...,
) -> tuple[_Tuple, ...]: ...
def vhp(
    func: Callable[..., Tensor], inputs: _In, v: _Several | None = None, create_graph: bool = False, strict: bool = False
) -> tuple[Tensor, _In]: ...
def hvp(
    func: Callable[..., Tensor], inputs: _In, v: _Several | None = None, create_graph: bool = False, strict: bool = False
) -> tuple[Tensor, _In]: ...
