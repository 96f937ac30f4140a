"""What torch's own tests import of torch.testing._internal, for pytorch_c: a plugin of pytest's (-p standins).

Torch's is read as it is when torch runs. The names stand for the same checks here; a name that is not here fails the
test that uses it, so that nothing passes since its check is missing.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import itertools
import os
import sys
import tempfile
import types
import unittest
import warnings

import jit_case
from absent import Inner, lenient

import pytorch_c as torch
from pytorch_c import testing
from pytorch_c._as_torch import install_as_torch
from pytorch_c._boundary import api, constants

ROOT = "torch.testing._internal"


def unchanged(*args, **_kwargs):
    """A decorator that does nothing, with or without arguments; skips for other machines are none here."""
    return args[0] if len(args) == 1 and callable(args[0]) and not _kwargs else lambda function: function


@contextlib.contextmanager
def freeze_rng_state():
    state = torch.get_rng_state()
    try:
        yield
    finally:
        torch.set_rng_state(state)


@contextlib.contextmanager
def set_default_dtype(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


@contextlib.contextmanager
def temporary_file_name(*_args, **_kwargs):
    with tempfile.TemporaryDirectory() as folder:
        yield os.path.join(folder, "file")


@contextlib.contextmanager
def temporary_directory_name(suffix=None):
    with tempfile.TemporaryDirectory(suffix=suffix) as folder:
        yield folder


@contextlib.contextmanager
def nothing(*_args, **_kwargs):
    yield


def suppress_warnings(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*args, **kwargs)

    return wrapper


class BytesIOContext(io.BytesIO):
    def __exit__(self, *_):
        pass


class AlwaysWarnTypedStorageRemoval:
    def __init__(self, always_warn):
        self.asked = always_warn

    def __enter__(self):
        raise NotImplementedError("AlwaysWarnTypedStorageRemoval has no stand-in")

    def __exit__(self, *_):
        pass


# ---- parametrized tests ----


class subtest:  # noqa: N801
    def __init__(self, arg_values, name=None, decorators=()):
        self.arg_values, self.name, self.decorators = arg_values, name, decorators


def parametrize(names, values, name_fn=None):
    """torch's decorator of that name: the tests are made by instantiate_parametrized_tests."""
    names = [one.strip() for one in names.split(",")]

    def decorate(function):
        cases = []
        for i, value in enumerate(values):
            name, value = (value.name, value.arg_values) if isinstance(value, subtest) else (None, value)
            value = (value,) if len(names) == 1 and not (isinstance(value, tuple) and len(value) == 1) else value
            name = name or (
                name_fn(*value) if name_fn else "_".join(f"{n}_{plain(v, i)}" for n, v in zip(names, value))
            )
            cases.append((name, dict(zip(names, value))))
        function.parametrized = [*getattr(function, "parametrized", []), cases]
        return function

    return decorate


def plain(value, i):
    return (
        str(value)
        if isinstance(value, (int, float, str))
        else str(value).rpartition(".")[2]
        if value is not None and len(str(value)) < 20
        else i
    )


def instantiate_parametrized_tests(cls):
    for name, function in list(vars(cls).items()):
        for cases in itertools.product(*reversed(getattr(function, "parametrized", []))):
            if not cases:
                continue
            delattr(cls, name) if name in vars(cls) else None
            given = functools.reduce(dict.__or__, (arguments for _, arguments in cases))
            setattr(cls, "_".join([name, *(case for case, _ in cases)]), functools.partialmethod(function, **given))
    return cls


def instantiate_device_type_tests(cls, scope, only_for=None, **_options):
    """The tests of a class for the CPU, under the name that torch gives them."""
    if only_for and "cpu" not in only_for:
        scope.pop(cls.__name__, None)
        return
    scope.pop(cls.__name__, None)
    made = type(f"{cls.__name__}CPU", (cls,), {"device_type": "cpu", "__module__": cls.__module__})
    for name in dir(cls):
        function = getattr(cls, name)
        if not name.startswith("test_") or not callable(function):
            continue
        setattr(made, name, None)
        for cases in itertools.product(
            *reversed(getattr(function, "parametrized", [])), getattr(function, "dtypes", [("", {})])
        ):
            parts = [name, *(case for case, _ in cases[:-1]), "cpu", *([cases[-1][0]] if cases[-1][0] else [])]
            given = functools.reduce(dict.__or__, (arguments for _, arguments in cases), {"device": "cpu"})
            setattr(made, "_".join(parts), functools.partialmethod(function, **given))
    scope[made.__name__] = made


def dtypes(*of):
    def decorate(function):
        function.dtypes = [(str(dtype).rpartition(".")[2], {"dtype": dtype}) for dtype in of]
        return function

    return decorate


# ---- the modules ----

COMMON_UTILS = {
    "TestCase": jit_case.TestCase, "run_tests": lambda *args: None, "freeze_rng_state": freeze_rng_state,
    "set_default_dtype": set_default_dtype, "TemporaryFileName": temporary_file_name, "suppress_warnings": suppress_warnings,
    "TemporaryDirectoryName": temporary_directory_name, "BytesIOContext": BytesIOContext, "make_tensor": testing.make_tensor,
    "AlwaysWarnTypedStorageRemoval": AlwaysWarnTypedStorageRemoval, "parametrize": parametrize, "subtest": subtest,
    "instantiate_parametrized_tests": instantiate_parametrized_tests, "IS_WINDOWS": False, "IS_MACOS": False,
    "IS_FBCODE": False, "IS_SANDCASTLE": False, "IS_LINUX": True, "TEST_CUDA": False, "TEST_MKL": True, "TEST_DILL": False,
    "TEST_WITH_ROCM": False, "TEST_WITH_ASAN": False, "TEST_NUMPY": True, "TEST_SCIPY": False,
    "IS_FILESYSTEM_UTF8_ENCODING": True, "GRAPH_EXECUTOR": jit_case.ProfilingMode.PROFILING, "NoTest": unittest.SkipTest,
    "ProfilingMode": jit_case.ProfilingMode, "enable_profiling_mode_for_profiling_tests": nothing, "enable_profiling_mode": nothing,
    "num_profiled_runs": nothing, "slowTest": unchanged, "serialTest": unchanged, "skipIfTorchDynamo": unchanged,
    "skipIfCrossRef": unchanged, "skipIfRocm": unchanged, "skipIfCompiledWithoutNumpy": unchanged, "skipIfXpu": unchanged,
    "skipIfLegacyJitExecutor": unchanged, "skipCUDAMemoryLeakCheckIf": unchanged, "skipCUDANonDefaultStreamIf": unchanged,
    "xfailIfTorchDynamo": unchanged, "skipIfNoXNNPACK": unittest.skip("no XNNPACK"), "raise_on_run_directly": lambda *args: None,
    "instantiate_device_type_tests": instantiate_device_type_tests, "dtypes": dtypes,
}  # fmt: skip
JIT_UTILS = {
    "JitTestCase": jit_case.JitTestCase, "RUN_CUDA": False, "RUN_CUDA_HALF": False, "RUN_CUDA_MULTI_GPU": False,
    "FileCheck": testing.FileCheck, "freeze_rng_state": freeze_rng_state, "make_global": jit_case.make_global,
    "execWrapper": jit_case.exec_wrapper, "enable_profiling_mode": nothing, "_trace": jit_case.trace,
    "clear_class_registry": jit_case.clear_class_registry, "do_input_map": jit_case.do_input_map, "inline_everything_mode": nothing,
    "_inline_everything": unchanged, "_tmp_donotuse_dont_inline_everything": unchanged, "enable_cpu_fuser": unchanged,
    "enable_profiling_mode_for_profiling_tests": nothing, "disable_autodiff_subgraph_inlining": nothing,
    "ProfilingMode": jit_case.ProfilingMode, "warmup_backward": jit_case.warmup_backward,
}  # fmt: skip
OTHERS = {
    "common_cuda": {"TEST_CUDA": False, "TEST_CUDNN": False, "TEST_MULTIGPU": False, "with_tf32_off": unchanged},
    "common_device_type": {"instantiate_device_type_tests": instantiate_device_type_tests, "dtypes": dtypes},
    "common_dtype": {}, "common_jit": {}, "common_methods_invocations": {}, "common_nn": {}, "common_quantization": {},
    "common_quantized": {}, "jit_metaprogramming_utils": {}, "two_tensor": {}, "logging_utils": {},
    "test_module": {}, "test_module.future_div": {}, "test_module.no_future_div": {},
}  # fmt: skip


def module(name, names):
    """A module that has these names, and an Absent for each other one."""
    made = lenient(types.ModuleType(f"{ROOT}.{name}" if name else ROOT))
    vars(made).update(names)
    made.__path__ = []
    sys.modules[made.__name__] = made
    return made


# Inner modules of torch's: files of tests import names of these that only some of their tests use.
INNER = """torch._C torch._jit_internal torch.jit torch.jit._recursive torch.jit.frontend torch.jit._state
torch._subclasses.fake_tensor torch.utils._import_utils torch._utils_internal torch._utils torch.serialization"""
NOT_HERE = """torch.jit.mobile torch.jit._passes torch.jit._passes._property_propagation torch.jit._logging torch.jit.quantized
torch._awaits torch.utils.mkldnn torch.backends._nnapi torch.backends._nnapi.prepare torch.jit.generate_bytecode torch.jit._script_utils torch.jit._monkeytype_config torch.utils._import_utils"""


class Cpp:
    """What torch's inner functions call a module (`_c`), by the public one."""

    def __init__(self, module):
        self.module = module
        self.handle = vars(module)["_c"]

    def names(self, kind):
        return [name for name in api.jit_module_names(self.handle, kind, False).split("\n") if name]

    def hasattr(self, name):
        return api.jit_module_has(self.handle, name) not in (constants.JIT_NONE, constants.JIT_METHOD)

    def getattr(self, name):
        found = getattr(self.module, name)
        return Cpp(found) if isinstance(found, torch.nn.Module) else found

    def _type(self):
        return api.jit_module_type(self.handle)

    qualified_name = property(_type)

    def _method_names(self):
        return self.names(constants.JIT_METHOD)

    def _has_method(self, name):
        return name in self._method_names()

    def _get_method(self, name):
        return getattr(self.module, name)

    def __getattr__(self, name):
        return self.getattr(name)


def handle(module):
    """ScriptModule._c: the package's own where it asks, torch's inner module for a test."""
    if "_c" not in vars(module):
        raise AttributeError("_c")
    asking = sys._getframe(1).f_globals.get("__name__", "").partition(".")[0]
    return vars(module)["_c"] if asking in ("pytorch_c", "jit_case") else Cpp(module)


def freeze_module(module, preservedAttrs=(), freezeInterfaces=True, preserveParameters=False):
    if preserveParameters:
        raise NotImplementedError("preserveParameters is for backends")
    return Cpp(wrap(api.jit_module_freeze(wrap(module).__dict__["_c"], "\n".join(preservedAttrs), False)))


def wrap(module):
    """torch.jit._recursive.wrap_cpp_module."""
    return module.module if isinstance(module, Cpp) else jit_case.wrap(module)


def pytest_configure(config):
    install_as_torch()
    for name in INNER.split():
        with contextlib.suppress(ImportError):
            lenient(importlib.import_module(name), Inner)
    for name in NOT_HERE.split():
        made = sys.modules[name] = lenient(types.ModuleType(name), Inner)
        made.__path__ = []
        parent, _, own = name.rpartition(".")
        setattr(importlib.import_module(parent), own, made)
    sys.modules["torch.utils._import_utils"].import_dill = lambda: None
    sys.modules["torch._jit_internal"]._disable_emit_hooks = nothing
    for name in ("_jit_has_cpp_tests", "_has_tensorexpr_cpp_tests"):
        setattr(sys.modules["torch._C"], name, lambda: False)
    sys.modules["torch._C"]._jit_clear_class_registry = jit_case.clear_class_registry
    sys.modules["torch._C"]._freeze_module = freeze_module
    torch.jit.ScriptModule._c = property(handle)
    importlib.import_module("torch.jit._recursive").wrap_cpp_module = wrap
    root = module("", {})
    for name, names in {"common_utils": COMMON_UTILS, "jit_utils": JIT_UTILS, **OTHERS}.items():
        setattr(root, name, module(name, names))
    sys.modules["torch.testing"]._internal = root
