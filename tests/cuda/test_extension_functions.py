"""CUDA's names of torch's extension: all that torch declares are there, and without a GPU each says so."""

import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import pytorch_c
from pytorch_c._C import _cuda, _cuda_streams

OURS = vars(_cuda) | vars(_cuda_streams)
LEFT_OUT = {
    "_cuda_tunableop_": "products that are tuned on the machine",
    "_cuda_record_untuned_": "products that are tuned on the machine",
    "_cuda_jiterator_": "kernels from a text of C++",
    "_cuda_checkPoolLiveAllocations": "checkpoints of torch's compiler",
    "_cuda_getCheckpointState": "checkpoints of torch's compiler",
    "_cuda_setCheckpointPoolState": "checkpoints of torch's compiler",
    "_cuda_setMemoryMetadata": "marks in the history of the allocator",
    "_cuda_getMemoryMetadata": "marks in the history of the allocator",
    "_cuda_get_conv_benchmark_empty_cache": "the allocator is not emptied before each benchmark",
    "_cuda_CUDAAllocator_AllocatorState": "checkpoints of torch's compiler",
    "_cuda_cudaHostAllocator": "the address of a C++ object",
    "_cuda_resetCublas": "sizes of workspaces are set",
    "_cuda_lock_mutex": "torch's own lock",
    "_cuda_unlock_mutex": "torch's own lock",
}


def declared():
    """The functions and classes of CUDA's that the stub of torch's extension declares."""
    stub = (Path(torch.__file__).parent / "_C/__init__.pyi").read_text()
    return sorted(
        set(re.findall(r"^(?:def|class) (_cuda_\w+|_Cuda\w+|_CUDAGraph|_MemPool|_graph_pool_handle)", stub, re.M))
    )


def test_every_name_that_torch_declares_is_there():
    missing = [name for name in declared() if name not in OURS and not name.startswith(tuple(LEFT_OUT))]
    assert len(declared()) > 80 and missing == []
    assert [name for name in OURS if name.startswith(tuple(LEFT_OUT))] == []


ARGUMENTS = {
    "_cuda_exchangeDevice": (0,), "_cuda_maybeExchangeDevice": (0,), "_cuda_memorySnapshot": (None,),
    "_cuda_record_memory_history": ("all", None, "all", 10), "_cuda_record_memory_history_legacy": (True, True, 10),
    "_cuda_setStream": (0, 0, 1), "_cuda_getStreamFromExternal": (8, 0), "_cuda_customAllocator": (1, 1),
    "_cuda_setMemoryFraction": (0.5, 0), "_cuda_setCublasWorkspaceSize": (1 << 20,), "_cuda_setCublasLtWorkspaceSize": (1 << 20,),
    "_cuda_beginAllocateToPool": (0, (0, 1)), "_cuda_beginAllocateCurrentThreadToPool": (0, (0, 1)),
    "_cuda_beginAllocateCurrentStreamToPool": (0, (0, 1)), "_cuda_endAllocateToPool": (0, (0, 1)), "_cuda_releasePool": (0, (0, 1)),
}  # fmt: skip
# Functions that need no device, or are given what they need.
QUIET = {
    "_cuda_isCurrentStreamCapturing",
    "_cuda_allocationTraceback",
    "_cuda_CUDAAllocator",
    "_cuda_changeCurrentAllocator",
}
ASKED = sorted(
    name
    for name, value in OURS.items()
    if name.startswith(("_cuda_", "_Cuda", "_CUDA", "_MemPool", "_graph_pool"))
    and callable(value)
    and name not in QUIET
    and (
        name in ARGUMENTS
        or (inspect.isfunction(value) and len(inspect.signature(value).parameters) < 2)
        or inspect.isclass(value)
    )
)


@pytest.mark.skipif(pytorch_c.cuda.is_available(), reason="what a machine without a GPU says")
@pytest.mark.parametrize("name", ASKED)
def test_without_a_gpu_one_sentence(name):
    function = OURS[name]
    given = ARGUMENTS.get(name)
    if given is None:
        given = (0,) * (len(inspect.signature(function).parameters) if inspect.isfunction(function) else 0)
    if name == "_CudaDeviceProperties":
        function, given = lambda: _cuda._CudaDeviceProperties(0).name, ()
    with pytest.raises(RuntimeError, match="CUDA") as caught:
        function(*given)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(torch.version.cuda is not None, reason="a libtorch with CUDA has them")
def test_a_libtorch_without_cuda_has_the_names_that_torch_has():
    for name in (
        "_cuda_getDeviceCount",
        "_cuda_exchangeDevice",
        "_cudart",
        "_nvtx",
        "_nccl_all_reduce",
        "_host_emptyCache",
    ):
        assert hasattr(pytorch_c._C, name) == hasattr(torch._C, name) is False
    assert pytorch_c._C._has_cuda is torch._C._has_cuda is False


@pytest.mark.parametrize(
    "module", ["graphs", "memory", "nccl", "nvtx", "random", "streams", "jiterator", "green_contexts"]
)
def test_torchs_own_file_is_run(module):
    found = importlib.import_module(f"pytorch_c.cuda.{module}")
    assert found.__file__ == str(Path(torch.__file__).parent / "cuda" / f"{module}.py")


@pytest.mark.parametrize("first", ["memory", "graphs", "streams"])
def test_every_public_name_of_torchs_is_there_whatever_is_imported_first(first):
    program = f"import pytorch_c.cuda.{first}, torch; print([n for n in torch.cuda.__all__ if not hasattr(pytorch_c.cuda, n)])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_public_name_of_torchs_is_there():
    missing = [name for name in torch.cuda.__all__ if not hasattr(pytorch_c.cuda, name)]
    assert len(torch.cuda.__all__) > 100 and missing == []


@pytest.mark.skipif(pytorch_c.cuda.is_available(), reason="what a machine without a GPU says")
@pytest.mark.parametrize("kind", ["linalg", "blas"])
def test_the_preferred_library_is_libtorchs_choice(kind):
    function = getattr(pytorch_c.backends.cuda, f"preferred_{kind}_library")
    theirs = getattr(torch.backends.cuda, f"preferred_{kind}_library")
    assert function() is function("default") is function(function()) and function().name == theirs().name
    with pytest.raises(RuntimeError, match="unknown input value 'abacus'"):
        function("abacus")


@pytest.mark.parametrize("dtype", ["fp16", "bf16"])
def test_reduced_precision_of_sums_is_libtorchs_switch(dtype):
    name = f"allow_{dtype}_reduced_precision_reduction"
    ours, theirs = pytorch_c.backends.cuda.matmul, torch.backends.cuda.matmul
    before = getattr(theirs, name)
    try:
        setattr(ours, name, False)
        assert getattr(theirs, name) in (False, (False, True)) and getattr(ours, name) is False
    finally:
        setattr(ours, name, before)
    assert getattr(theirs, name) is before
