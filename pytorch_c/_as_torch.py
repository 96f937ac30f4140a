"""This package under torch's name in one process: `import torch`, `torch.nn`, and what classes say of themselves."""

from __future__ import annotations

import functools
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from types import FunctionType, ModuleType

from ._borrowed import beside, root, table
from ._borrowed.whole import names_of
from ._boundary.handle import core
from ._numpy import switch
from ._tensor import beyond, members

PACKAGE = __package__
_ASKING = (type(core.asking(len)), type(core.asking(len, len)))  # those that bind, and those that do not
_CACHED = type(functools.cache(len))
TORCH = "torch"
# torch's modules of classes that stand elsewhere here, both without the first name: libraries look at them, and a pickle that
# names them loads in torch itself.
HOMES = {
    "_calls.tags": "",
    "_composites.streams": "",
    "_composites.types": "",
    "_files.safe": "serialization",
    "_files.sources": "serialization",
    "_tensor.dlpack": "utils.dlpack",
    "autograd._saved_tensors": "autograd.graph",
    "cuda._device": "cuda",
    "data.dataset": "utils.data.dataset",
    "data.loader": "utils.data.dataloader",
    "data.sampler": "utils.data.sampler",
    "nn.modules._parameter_containers": "nn.modules.container",
    "nn.modules.margin_loss": "nn.modules.loss",
    "nn.modules.multihead_attention": "nn.modules.activation",
    "nn.modules.rnn_cells": "nn.modules.rnn",
    "nn.modules.softmax": "nn.modules.activation",
    "nn.modules.transformer_layers": "nn.modules.transformer",
    "optim._adafactor": "optim",
    "optim._muon": "optim",
    "utils._recomputation": "utils.checkpoint",
}
# Functions and classes that torch has in another module, likewise. By name: others of these modules are ours alone.
NAMES = {
    "_C._file_check": ("", "FileCheck"),
    "_boundary.errors": ("distributed", "DistBackendError DistError DistNetworkError DistStoreError"),
    "_calls.function_schema": ("", "FunctionSchema parse_schema"),
    "_calls.jit_types": (
        "",
        "AnyType AwaitType BoolType ClassType ComplexType DeviceObjType DictType FloatType FutureType IntType ListType "
        "NoneType NumberType OptionalType PyObjectType RRefType StreamObjType StringType SymBoolType SymIntType "
        "TensorType TupleType UnionType",
    ),
    "_composites.compiling": ("compiler", "is_dynamo_compiling"),
    "_composites.devices": ("", "get_device_module"),
    "_composites.typed": (
        "",
        "BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor IntTensor LongTensor ShortTensor",
    ),
    "_files.names": (
        "_utils",
        "_rebuild_nested_tensor _rebuild_parameter _rebuild_parameter_with_state _rebuild_qtensor _rebuild_sparse_tensor "
        "_rebuild_tensor _rebuild_tensor_v2 _rebuild_tensor_v3",
    ),
    "_files.pickling": ("_utils", "_rebuild_meta_tensor_no_storage _rebuild_wrapper_subclass"),
    "_files.archive": ("serialization", "get_unsafe_globals_in_checkpoint load save"),
    "_files.places": (
        "serialization",
        "default_restore_location location_tag register_package validate_cuda_device validate_hpu_device",
    ),
    "_files.safe": ("serialization", "add_safe_globals clear_safe_globals get_safe_globals"),
    "_files.settings": ("serialization", "LoadEndianness skip_data"),
    "_tensor.data": ("", "as_tensor from_numpy"),
    "_tensor.dlpack": ("utils.dlpack", "from_dlpack"),
    "_tensor.generator": ("random", "get_rng_state initial_seed manual_seed seed set_rng_state"),
    "_tensor.printing": ("_tensor_str", "set_printoptions"),
    "_tensor.promotion": ("", "get_default_dtype promote_types result_type"),
    "amp._state": (
        "",
        "clear_autocast_cache get_autocast_cpu_dtype get_autocast_dtype get_autocast_gpu_dtype "
        "is_autocast_cache_enabled is_autocast_cpu_enabled is_autocast_enabled set_autocast_cache_enabled "
        "set_autocast_cpu_dtype set_autocast_cpu_enabled set_autocast_dtype set_autocast_enabled "
        "set_autocast_gpu_dtype",
    ),
    "autograd._backward": ("autograd", "backward grad"),
    "autograd._saved_tensors": (
        "autograd.graph",
        "disable_saved_tensors_hooks increment_version register_multi_grad_hook",
    ),
    "autograd.grad_mode": ("", "is_grad_enabled is_inference_mode_enabled"),
    "cuda._device": (
        "cuda",
        "can_device_access_peer current_device device_count get_arch_list init ipc_collect is_available "
        "is_bf16_supported is_initialized is_tf32_supported set_device synchronize",
    ),
    "data.collate": ("utils.data._utils.collate", "default_collate default_convert"),
    "data.dataset": ("utils.data.dataset", "random_split"),
    "data.state": ("utils.data._utils.worker", "get_worker_info"),
    "distributed._groups": ("_C._distributed_c10d", "set_debug_level set_debug_level_from_env"),
    "distributed._p2p": ("distributed.distributed_c10d", "P2POp"),
    "distributed._reducer": ("_C._distributed_c10d", "GradBucket Reducer"),
    "distributed._stores": ("_C._distributed_c10d", "FileStore HashStore TCPStore"),
    "distributed._world": ("distributed.distributed_c10d", "Backend GroupMember group"),
    "func._functionalize": ("func", "functionalize"),
    "func._grad": ("func", "grad grad_and_value vjp"),
    "func._jacobian": ("func", "hessian jacfwd jacrev"),
    "func._jvp": ("func", "jvp linearize"),
    "func._levels": ("func", "debug_unwrap"),
    "func._rearrange": ("func", "rearrange"),
    "func._vmap": ("func", "vmap"),
    "jit._marks": ("jit", "annotate isinstance script_if_tracing"),
    "jit._modules": ("jit._script", "ScriptModule"),
    "jit._settings": ("jit", "enable_onednn_fusion export_opnames onednn_fusion_enabled strict_fusion"),
    "nn._hooks": (
        "nn.modules.module",
        "register_module_backward_hook register_module_buffer_registration_hook register_module_forward_hook "
        "register_module_forward_pre_hook register_module_full_backward_hook register_module_full_backward_pre_hook "
        "register_module_module_registration_hook register_module_parameter_registration_hook",
    ),
    "nn.functional.scaled_products": ("nn.functional", "ScalingType SwizzleType"),
    "storage": (
        "",
        "BoolStorage ByteStorage CharStorage DoubleStorage FloatStorage IntStorage LongStorage ShortStorage",
    ),
    "storage.typed": ("", "is_storage"),
}
# A function that torch has elsewhere than the others of its module.
_APART = {("_files.names", "_rebuild_from_type_v2"): "_tensor"}
# Of these torch's top level has some names, which say where they stand all the same.
_SAY_WHERE = (".functional", ".autograd.grad_mode")


def install_as_torch() -> None:
    """From now on `import torch` and `import torch.X` of this process give pytorch_c and its modules, the same objects.

    What pytorch_c does not have is an ImportError. `torch.__version__` is that of libtorch, and so is
    `pytorch_c.__version__`, since both are one module; the package's own stays `pytorch_c.config.version()`. Classes
    name torch as their module: `Tensor.__module__ == "torch"`. Calling it twice is harmless.

    Raises:
        ImportError: torch itself has been imported before
    """
    package = sys.modules[PACKAGE]
    if sys.modules.get(TORCH) is package:
        return
    taken = sorted(name for name in sys.modules if name == TORCH or name.startswith(f"{TORCH}."))
    if taken:
        raise ImportError(
            f"install_as_torch(): {taken[0]} has been imported already; call it before any import of torch"
        )
    import logging

    from .torch_version import TorchVersion
    from .version import __version__ as version

    switch.set_numpy_functions("arrays")  # what was written for torch expects them of np.concatenate
    sys.modules[TORCH] = package
    sys.meta_path.insert(0, _Finder)
    package.__version__, package.__name__ = TorchVersion(version), TORCH
    package._hide(beyond.FUNCTIONS)
    package._bind_operators()
    members.leave_torchs()
    root.set_name(TORCH)
    for name, module in list(sys.modules.items()):
        if name == PACKAGE or name.startswith(f"{PACKAGE}."):
            _rename(module)
    beside.rename_by(_rename)
    _also_in_children()
    # Loggers of torch's own files are called pytorch_c.X here; programs set the level and the handlers of "torch".
    logging.getLogger(PACKAGE).parent = logging.getLogger(TORCH)


class _Installs:
    """The object that a process started by multiprocessing reads first: reading it installs pytorch_c as torch there."""

    def __reduce__(self):
        source = f"import sys; sys.path[:] = {sys.path!r}; import {PACKAGE}; {PACKAGE}.install_as_torch()"
        return exec, (source,)


def _also_in_children():
    """Processes of multiprocessing that do not begin as a fork, which import the main program anew, find torch as here."""
    from multiprocessing import spawn

    given = spawn.get_preparation_data

    @functools.wraps(given)
    def with_torch(name):
        return {"torch": _Installs(), **given(name)}

    spawn.get_preparation_data = with_torch


class _Finder:
    """Finds torch.X as pytorch_c.X, and gives the classes of pytorch_c's modules torch's names as they are loaded."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        """The spec of an alias, or of a module whose classes are renamed once it has run."""
        if fullname.startswith(f"{TORCH}."):
            return _alias(fullname)
        return _renaming(fullname, path, target) if fullname.startswith(f"{PACKAGE}.") else None


def _ours(name):
    return PACKAGE + table.renamed(name[len(TORCH) :])


def _alias(fullname):
    """The spec of torch.X, a package or a file as pytorch_c.X is, for `python -m` asks; None where there is none."""
    name = _ours(fullname)
    module = sys.modules.get(name)
    if module is not None:
        origin, package = getattr(module, "__file__", None), hasattr(module, "__path__")
    elif table.why_absent(name[len(PACKAGE) + 1 :]):
        origin, package = None, True
    else:
        try:
            found = importlib.util.find_spec(name)
        except ModuleNotFoundError:  # a module above it is none
            found = None
        if found is None:
            return None
        origin, package = found.origin, found.submodule_search_locations is not None
    return importlib.machinery.ModuleSpec(fullname, _Alias(), origin=origin, is_package=package)


class _Alias(importlib.abc.Loader):
    """Puts a module of pytorch_c's under torch's name."""

    def get_code(self, fullname):
        """The code of pytorch_c.X, for `python -m pytorch_c.run -m torch.X`."""
        name = _ours(fullname)
        return importlib.util.find_spec(name).loader.get_code(name)

    def exec_module(self, module):
        """Imports pytorch_c.X, and registers it as torch.X."""
        sys.modules[module.__name__] = importlib.import_module(_ours(module.__name__))


def _renaming(fullname, path, target):
    for finder in sys.meta_path:
        spec = finder.find_spec(fullname, path, target) if finder is not _Finder else None
        if spec is None:
            continue
        run = getattr(spec.loader, "exec_module", None)
        if run is None or isinstance(spec.loader, type) or not hasattr(spec.loader, "__dict__"):
            return spec
        spec.loader.exec_module = _and_rename(run)
        return spec
    return None


def _and_rename(run):
    def run_and_rename(module):
        run(module)
        _rename(sys.modules.get(module.__name__, module))

    return run_and_rename


def _rename(module):
    """Gives the classes and functions of a module torch's name for it; those of the top level that of torch itself."""
    if not issubclass(type(module), ModuleType):  # cffi's
        return
    name = module.__name__
    if (
        name.startswith(f"{PACKAGE}.")
        and sys.modules.get(name) is module
        and _ours(TORCH + name[len(PACKAGE) :]) == name
    ):
        alias = TORCH + name[len(PACKAGE) :]
        sys.modules.setdefault(alias, module)  # where typing and pickle look for a class's module
        # Programs compare a scheduler's __module__ with lr_scheduler's __name__. A lazy module needs its own name to load.
        if type(module) is ModuleType and "._" not in name and not vars(module).keys() & {"__path__", "__getattr__"}:
            module.__name__ = alias
    public = vars(sys.modules[PACKAGE])
    for value in list(names_of(module).values()):
        if type(value) in _ASKING:
            value = value.__wrapped__
        elif not issubclass(type(value), (type, FunctionType, _CACHED)):  # isinstance asks objects that warn
            continue
        if not str(value.__module__).startswith(PACKAGE):
            continue
        if value.__module__ != PACKAGE and not value.__module__.startswith(f"{PACKAGE}."):
            continue
        below = value.__module__[len(PACKAGE) :]
        top = public.get(value.__name__) is value and below not in _SAY_WHERE
        if isinstance(value, type) and below[1:] in HOMES and value.__name__[0] != "_":
            below = f".{HOMES[below[1:]]}".rstrip(".")
        home, names = NAMES.get(below[1:], ("", ""))
        if value.__name__ in names.split():
            top, below = False, f".{home}".rstrip(".")
        elif (below[1:], value.__name__) in _APART:
            below = f".{_APART[below[1:], value.__name__]}"
        try:
            value.__module__ = TORCH if top else TORCH + below
        except TypeError:  # a class of the C extension
            continue
