"""CUDA's libraries and kernels of attention (torch.backends.cuda): the switches hold in every build."""

from __future__ import annotations

from contextlib import contextmanager

from .._boundary import api, switches
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def is_built() -> bool:
    """Returns whether libtorch was built with CUDA, which is not whether there is a GPU."""
    return api.context_has("cuda")


class cuBLASModule:
    """Switches of matrix products: `allow_tf32`, `allow_fp16_accumulation`, `fp32_precision`, and more."""

    allow_tf32 = switches.switch("cuda.matmul.allow_tf32")
    allow_fp16_accumulation = switches.switch("cuda.matmul.allow_fp16_accumulation")
    fp32_precision = switches.precision("cuda", "matmul")
    allow_fp16_reduced_precision_reduction = switches.switch("cuda.matmul.allow_fp16_reduced_precision_reduction")
    allow_bf16_reduced_precision_reduction = switches.switch("cuda.matmul.allow_bf16_reduced_precision_reduction")
    allow_fp16_bf16_reduction_math_sdp = switches.switch("cuda.fp16_bf16_reduction_math_sdp")


matmul = cuBLASModule()


class cuFFTPlanCache:
    """Plans of cuFFT that are kept for one device."""

    def __init__(self, device_index: int) -> None:
        self.device_index = device_index

    @property
    def size(self) -> int:
        """Returns how many plans are kept; raises RuntimeError without CUDA."""
        return api.cufft_plans(self.device_index)[0]

    @property
    def max_size(self) -> int:
        """Returns how many may be kept; raises RuntimeError without CUDA."""
        return api.cufft_plans(self.device_index)[1]

    @max_size.setter
    def max_size(self, value: int) -> None:
        api.cufft_set_max_plans(self.device_index, value)

    def clear(self) -> None:
        """Drops the plans; raises RuntimeError without CUDA."""
        api.cufft_clear_plans(self.device_index)


class cuFFTPlanCacheManager(cuFFTPlanCache):
    """The plans of the current device, or of one: `cufft_plan_cache[0]`."""

    def __init__(self) -> None:
        super().__init__(-1)

    def __getitem__(self, device: int) -> cuFFTPlanCache:
        api.cuda_current_device()  # says that there is none
        return cuFFTPlanCache(device)


class cuFFTPlanCacheAttrContextProp:
    """An attribute of cuFFT's plans (torch.backends.cuda.cuFFTPlanCacheAttrContextProp)."""

    def __init__(self, getter: Any, setter: Any) -> None:
        self.getter, self.setter = getter, setter

    def __get__(self, instance: Any, owner: type) -> Any:
        return self.getter(instance.device_index)

    def __set__(self, instance: Any, value: Any) -> None:
        self.setter(instance.device_index, value)


cufft_plan_cache = cuFFTPlanCacheManager()

# ---- the kernels of scaled_dot_product_attention ----


def flash_sdp_enabled() -> bool:
    """Returns whether attention may take the flash kernels."""
    return api.context_switch("cuda.flash_sdp")


def enable_flash_sdp(enabled: bool) -> None:
    """Sets whether attention may take the flash kernels."""
    api.set_context_switch("cuda.flash_sdp", bool(enabled))


def mem_efficient_sdp_enabled() -> bool:
    """Returns whether attention may take the kernels that save memory."""
    return api.context_switch("cuda.mem_efficient_sdp")


def enable_mem_efficient_sdp(enabled: bool) -> None:
    """Sets whether attention may take the kernels that save memory."""
    api.set_context_switch("cuda.mem_efficient_sdp", bool(enabled))


def math_sdp_enabled() -> bool:
    """Returns whether attention may be products and a softmax."""
    return api.context_switch("cuda.math_sdp")


def enable_math_sdp(enabled: bool) -> None:
    """Sets whether attention may be products and a softmax."""
    api.set_context_switch("cuda.math_sdp", bool(enabled))


def cudnn_sdp_enabled() -> bool:
    """Returns whether attention may take cuDNN's kernels."""
    return api.context_switch("cuda.cudnn_sdp")


def enable_cudnn_sdp(enabled: bool) -> None:
    """Sets whether attention may take cuDNN's kernels."""
    api.set_context_switch("cuda.cudnn_sdp", bool(enabled))


def fp16_bf16_reduction_math_sdp_allowed() -> bool:
    """Returns whether attention as products may sum in half precision."""
    return api.context_switch("cuda.fp16_bf16_reduction_math_sdp")


def allow_fp16_bf16_reduction_math_sdp(enabled: bool) -> None:
    """Sets whether attention as products may sum in half precision."""
    api.set_context_switch("cuda.fp16_bf16_reduction_math_sdp", bool(enabled))


def is_flash_attention_available() -> bool:
    """Returns whether there are flash kernels for CUDA devices that can be used."""
    return api.cuda_is_available()


class SDPAParams:
    """Parameters that decide among the kernels of attention (torch.backends.cuda.SDPAParams)."""

    def __init__(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        attn_mask: Tensor | None,
        dropout: float,
        is_causal: bool,
        enable_gqa: bool = False,
    ) -> None:
        self.query, self.key, self.value, self.attn_mask = query, key, value, attn_mask
        self.dropout, self.is_causal, self.enable_gqa = dropout, is_causal, enable_gqa


_FLASH, _EFFICIENT, _CUDNN = 1, 2, 3  # of nn.attention.SDPBackend


def _can_use(params, kernel):
    """Returns whether libtorch chooses a kernel of attention where no other may be chosen."""
    if not isinstance(params, SDPAParams):
        raise TypeError(f"argument 'params' must be SDPAParams, not {type(params).__name__}")
    if not params.query.is_cuda:
        return False
    from ..ops import aten

    choose = aten._fused_sdp_choice.default
    with sdp_kernel(kernel == _FLASH, False, kernel == _EFFICIENT, kernel == _CUDNN):
        try:
            found = choose(
                params.query,
                params.key,
                params.value,
                params.attn_mask,
                params.dropout,
                params.is_causal,
                enable_gqa=params.enable_gqa,
            )
        except RuntimeError:  # no kernel may be chosen
            return False
    return found == kernel


def can_use_flash_attention(params: SDPAParams, debug: bool = False) -> bool:
    """Returns whether attention of these tensors can take the flash kernels; False without CUDA tensors."""
    return _can_use(params, _FLASH)


def can_use_efficient_attention(params: SDPAParams, debug: bool = False) -> bool:
    """Returns whether attention of these tensors can take the kernels that save memory; False without CUDA tensors."""
    return _can_use(params, _EFFICIENT)


def can_use_cudnn_attention(params: SDPAParams, debug: bool = False) -> bool:
    """Returns whether attention of these tensors can take cuDNN's kernels; False without CUDA tensors."""
    return _can_use(params, _CUDNN)


@contextmanager
def sdp_kernel(
    enable_flash: bool = True, enable_math: bool = True, enable_mem_efficient: bool = True, enable_cudnn: bool = True
) -> Iterator[None]:
    """A block in which attention may take these kernels."""
    wanted = {"flash": enable_flash, "math": enable_math, "mem_efficient": enable_mem_efficient, "cudnn": enable_cudnn}
    before = {name: api.context_switch(f"cuda.{name}_sdp") for name in wanted}
    try:
        for name, value in wanted.items():
            api.set_context_switch(f"cuda.{name}_sdp", bool(value))
        yield
    finally:
        for name, value in before.items():
            api.set_context_switch(f"cuda.{name}_sdp", value)


# ---- libraries ----

_LINALG = {"default": 0, "cusolver": 1, "magma": 2}
_BLAS = {"default": 0, "cublas": 1, "cublaslt": 2, "ck": 3, "hipblas": 1, "hipblaslt": 2}


def is_ck_sdpa_available() -> bool:
    """Returns whether there are AMD's kernels of attention: False."""
    return False


def _only(name, given, known):
    if given is not None and str(given).lower() not in known:
        raise RuntimeError(f"{name}(): unknown input value {given!r}; it must be one of {', '.join(known)}")
    return "default"


def _preferred(kind, given, known):
    """The number of the library in use, after setting it; without CUDA nothing is set, as there is one choice."""
    given = getattr(given, "name", given)
    _only(f"preferred_{kind}_library", given, known)
    if given is not None and api.cuda_is_available():
        api.cuda_set_preferred_library(kind, known[str(given).lower()])
    return api.cuda_preferred_library(kind)


def preferred_linalg_library(backend: Any = None) -> Any:
    """Gives the library of linear algebra on CUDA devices, an enum's member, after setting it.

    backend: "default", "cusolver" or "magma", such a member, or None to set nothing
    """
    from .._C import _LinalgBackend

    return _LinalgBackend(_preferred("linalg", backend, _LINALG))


def preferred_blas_library(backend: Any = None) -> Any:
    """Gives the library of matrix products on CUDA devices, an enum's member, after setting it.

    backend: "default", "cublas", "cublaslt" or "ck", such a member, or None to set nothing
    """
    from .._C import _BlasBackend

    return _BlasBackend(_preferred("blas", backend, _BLAS))


def preferred_rocm_fa_library(backend: str | None = None) -> str:
    """The library of attention on AMD's devices: "default", libtorch chooses."""
    return _only("preferred_rocm_fa_library", backend, ("default", "aotriton", "ck"))


def blas_workspace_size(size: int | None = None, backend: str | None = None) -> int:
    """Bytes that cuBLAS works in, after setting them where `size` is given; raises RuntimeError without CUDA.

    backend: "cublas", as with None, or "cublaslt"
    """
    if backend not in (None, "cublas", "cublaslt"):
        raise RuntimeError(f"blas_workspace_size(): unknown backend {backend!r}; it must be cublas or cublaslt")
    lt = backend == "cublaslt"
    if size is not None:
        api.cuda_set_blas_workspace(lt, size)
    return api.cuda_blas_workspace(lt)


def cublas_workspace_size(size: int | None = None) -> int:
    """Bytes of cuBLAS's workspace; raises RuntimeError without CUDA."""
    return blas_workspace_size(size)


def cublaslt_workspace_size(size: int | None = None) -> int:
    """Bytes of cuBLASLt's workspace; raises RuntimeError without CUDA."""
    return blas_workspace_size(size, "cublaslt")
