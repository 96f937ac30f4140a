"""Functions that torch writes in Python beside its operators, by chapter, each loaded at its first use.

`NAMES` are functions of the top level, `METHODS` methods of Tensor; both stand
before an operator of the same name.
"""

import importlib
from types import FunctionType

_CHAPTERS = {
    "anomaly": "is_anomaly_check_nan_enabled is_anomaly_enabled set_anomaly_enabled",
    "claims": "_check _check_index _check_is_size _check_not_implemented _check_tensor_all _check_tensor_all_with _check_type "
    "_check_value _check_with",
    "contraction": "block_diag cartesian_prod cdist chain_matmul einsum tensordot",
    "compiling": "compile cond while_loop sym_constrain_range sym_constrain_range_for_size sym_float sym_fresh_size sym_int sym_ite "
    "sym_max sym_min sym_not sym_sqrt sym_sum SymBool SymFloat SymInt",
    "devices": "get_default_device get_device_module set_default_device set_default_tensor_type",
    "factorization": "lu norm pca_lowrank svd_lowrank",
    "gotorch": "to",
    "inputs": "asarray get_device is_complex is_conj is_floating_point is_inference is_neg is_tensor numel typename",
    "python": "classproperty compiled_with_cxx11_abi get_file_path has_lapack has_mkl has_openmp has_spectral "
    "thread_safe_generator _assert _segment_reduce _softmax_backward_data _shape_as_tensor",
    "runtime": "compile_info get_num_interop_threads get_num_threads is_cuda_available is_cudnn_available "
    "set_num_interop_threads set_num_threads",
    "shape": "atleast_1d atleast_2d atleast_3d broadcast_shapes broadcast_tensors meshgrid split unravel_index",
    "sets": "nonzero unique unique_consecutive",
    "sparse": "dsmm hsmm saddmm sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_coo_tensor "
    "sparse_csc_tensor sparse_csr_tensor spmm",
    "spectral": "istft stft",
    "streams": "Event Stream",
    "switches": "are_deterministic_algorithms_enabled get_deterministic_debug_mode get_float32_matmul_precision "
    "is_deterministic_algorithms_warn_only_enabled is_warn_always_enabled set_deterministic_debug_mode "
    "set_float32_matmul_precision set_flush_denormal set_warn_always use_deterministic_algorithms",
    "types": "finfo iinfo per_channel_affine per_channel_affine_float_qparams per_channel_symmetric "
    "per_tensor_affine per_tensor_symmetric qscheme",
    "typed": "BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor LongTensor "
    "ShortTensor",
}

NAMES = {name: chapter for chapter, names in _CHAPTERS.items() for name in names.split()}
# The functions that torch defines in another file than that of its top level.
_HOMES = dict.fromkeys(
    "atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod cdist chain_matmul einsum lu "
    "meshgrid norm split stft tensordot unique unique_consecutive unravel_index".split(),
    ".functional",
) | {"pca_lowrank": "._lowrank", "svd_lowrank": "._lowrank"}

_METHODS = {
    "factorization": "lu",
    "gotorch": "pin_memory save",
    "replaying": "_view_func _view_func_unsafe",
    "hooks": "register_hook register_post_accumulate_grad_hook",
    "methods": "apply_ as_subclass cdouble cfloat get_device is_pinned map2_ map_ ndimension new norm polygamma qscheme to_sparse_coo type "
    "unflatten where",
    "sets": "nonzero unique unique_consecutive",
    "shape": "split",
    "spectral": "istft stft",
}

METHODS = {name: chapter for chapter, names in _METHODS.items() for name in names.split()}


def chapter(name):
    """The module of a chapter."""
    return importlib.import_module("." + name, __name__)


def function(name, package):
    """A function of the top level, whose `__module__` is its home in torch, below the name of the package."""
    found = getattr(chapter(NAMES[name]), name)
    plain = getattr(found, "__wrapped__", found)
    if isinstance(plain, FunctionType):
        plain.__module__ = package + _HOMES.get(name, "")
    return found


def method(name):
    """A method of Tensor: the function of that name, or what the chapter `methods` holds."""
    return getattr(chapter(METHODS[name]), name)
