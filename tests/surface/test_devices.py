"""The default device of factories, and what modules of devices answer without a GPU."""

import pickle
import threading

import pytest
import torch

import pytorch_c

FACTORIES = (
    "zeros(2)", "ones((2, 3))", "empty(3)", "full((2,), 1.5)", "rand(2)", "randn(2, 2)", "randint(5, (3,))", "randperm(4)",
    "arange(3)", "arange(1.0, 2.0, 0.5)", "linspace(0, 1, 5)", "logspace(0, 1, 5)", "eye(3)", "tril_indices(3, 3)",
    "triu_indices(3, 3)", "scalar_tensor(2)", "hann_window(4)", "empty_strided((2, 2), (2, 1))", "fft.fftfreq(4)",
    "tensor([1, 2])", "tensor(3.0)", "as_tensor([1.0])", "asarray([1, 2])", "tensor(t.ones(2, device='cpu'))",
    "zeros_like(t.ones(2, device='cpu'))", "rand_like(t.ones(2, device='cpu'))", "ones(2, device='cpu').new_zeros(3)",
    "ones(2, device='cpu').to(t.float64)", "nn.Linear(2, 3).weight",
    "nn.Linear(2, 3, device='cpu').weight", "normal(0.0, 1.0, (2,))",
)  # fmt: skip


@pytest.mark.parametrize("factory", FACTORIES)
def test_factories_take_the_device_of_a_block_as_torchs(factory):
    code = f"t.{factory}.device.type"
    found = []
    for t in (pytorch_c, torch):
        with t.device("meta"):
            found.append(eval(code, {"t": t}))
    assert found[0] == found[1]


def test_blocks_nest_and_end():
    with pytorch_c.device("meta"):
        with pytorch_c.device("cpu"):
            assert pytorch_c.zeros(1).device.type == "cpu" and pytorch_c.tensor([1]).device.type == "cpu"
        assert pytorch_c.zeros(1).is_meta and pytorch_c.get_default_device() == pytorch_c.device("meta")
        with pytest.raises(ZeroDivisionError), pytorch_c.device("cpu"):
            raise ZeroDivisionError
        assert pytorch_c.tensor([1]).is_meta
    assert pytorch_c.zeros(1).device.type == "cpu" and pytorch_c.get_default_device() == pytorch_c.device("cpu")


def test_one_device_object_in_two_blocks():
    meta = pytorch_c.device("meta")
    with meta:
        with meta:
            pass
        assert pytorch_c.zeros(1).is_meta
    assert not pytorch_c.zeros(1).is_meta


def test_a_device_is_no_function_as_in_torch():
    """torch.cond compares what branches give by calling the callable ones of their attributes."""
    assert not callable(pytorch_c.device("meta")) and not callable(torch.device("meta"))


def test_set_default_device():
    pytorch_c.set_default_device("meta")
    try:
        assert pytorch_c.rand(2).is_meta and pytorch_c.nn.Linear(2, 2).weight.is_meta
        with pytorch_c.device("cpu"):
            assert not pytorch_c.rand(2).is_meta
    finally:
        pytorch_c.set_default_device(None)
    assert not pytorch_c.rand(2).is_meta
    with pytest.raises(RuntimeError):
        pytorch_c.set_default_device("no such device")


def test_the_default_device_is_a_threads_own():
    found = []
    with pytorch_c.device("meta"):
        thread = threading.Thread(target=lambda: found.append(pytorch_c.zeros(1).device.type))
        thread.start()
        thread.join()
    assert found == ["cpu"]


def test_set_default_tensor_type():
    before = pytorch_c.get_default_dtype()
    try:
        pytorch_c.set_default_tensor_type("torch.DoubleTensor")
        assert pytorch_c.ones(1).dtype is pytorch_c.float64
        pytorch_c.set_default_tensor_type(pytorch_c.FloatTensor)
        assert pytorch_c.ones(1).dtype is pytorch_c.float32
        with pytest.raises(TypeError):
            pytorch_c.set_default_tensor_type("torch.LongTensor")
    finally:
        pytorch_c.set_default_dtype(before)


# ---- questions without a GPU ----

QUESTIONS = (
    "cuda.is_available()", "cuda.device_count()", "cuda.is_initialized()", "cuda.memory_allocated()",
    "cuda.max_memory_allocated()", "cuda.memory_reserved()", "cuda.memory_stats()", "cuda.get_arch_list()",
    "cuda.manual_seed(1)", "cuda.manual_seed_all(1)", "cuda.get_rng_state_all()",
    "cuda.empty_cache()", "cuda.get_gencode_flags()", "xpu.is_available()", "xpu.device_count()", "mps.is_available()",
    "mps.device_count()", "mtia.is_available()", "cpu.is_available()", "cpu.device_count()", "cpu.current_device()",
    "accelerator.is_available()", "accelerator.device_count()", "accelerator.current_accelerator()",
    "distributed.is_initialized()", "backends.cuda.is_built()", "backends.mps.is_built()", "backends.mps.is_available()",
    "backends.cudnn.is_available()", "backends.cudnn.enabled", "backends.cudnn.benchmark", "backends.cudnn.deterministic",
    "backends.cudnn.allow_tf32", "backends.cuda.matmul.allow_tf32", "backends.mkl.is_available()",
    "backends.mkldnn.is_available()", "backends.mkldnn.enabled", "backends.openmp.is_available()",
    "backends.cpu.get_cpu_capability()", "backends.quantized.engine",
    "backends.cuda.flash_sdp_enabled()", "backends.cuda.math_sdp_enabled()", "backends.cuda.mem_efficient_sdp_enabled()",
    "backends.fp32_precision", "backends.cuda.matmul.fp32_precision", "backends.mha.get_fastpath_enabled()",
    "backends.nnpack.is_available()", "jit.is_scripting()", "jit.is_tracing()", "compiler.is_compiling()",
    "compiler.is_exporting()", "_dynamo.is_compiling()", "version.cuda", "version.git_version", "__config__.show()",
    "__config__.parallel_info()", "_C._get_tracing_state()", "has_mkl", "has_openmp", "get_default_device().type",
    "sym_max(1, 2.0)", "sym_float(3)", "sym_not(False)", "_shape_as_tensor(t.ones(2, 3)).tolist()",
    "utils.deterministic.fill_uninitialized_memory", "get_device_module('cpu').__name__.rpartition('.')[2]",
    "sparse.check_sparse_tensor_invariants(False).state",
)  # fmt: skip


@pytest.mark.skipif(torch.cuda.is_available(), reason="what a machine without a GPU answers")
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answer_is_torchs(question):
    assert eval(f"t.{question}", {"t": pytorch_c}) == eval(f"t.{question}", {"t": torch})


@pytest.mark.skipif(torch.cuda.is_available(), reason="what needs a GPU")
@pytest.mark.parametrize(
    "call",
    ["cuda.Stream()", "cuda.Event()", "cuda.current_stream()", "cuda.get_device_properties(0)", "cuda.init()",
     "cuda.get_device_name()", "cuda.synchronize()", "cuda.CUDAGraph()", "xpu.synchronize()", "xpu.Stream()",
     "mps.synchronize()", "accelerator.synchronize()", "accelerator.current_stream()", "Event().record()",
     "cuda.get_rng_state()", "cuda.FloatTensor(2)"],
)  # fmt: skip
def test_what_needs_a_device_raises(call):
    with pytest.raises(RuntimeError):
        eval(f"t.{call}", {"t": pytorch_c})


@pytest.mark.parametrize(
    "switch",
    [
        "cudnn.benchmark",
        "cudnn.deterministic",
        "cudnn.enabled",
        "cuda.matmul.allow_fp16_accumulation",
        "mkldnn.enabled",
    ],
)
def test_a_switch_is_libtorchs_own(switch):
    """One libtorch: what is set here is seen by torch."""
    owner, _, name = switch.rpartition(".")
    ours, theirs = (eval(f"t.backends.{owner}", {"t": t}) for t in (pytorch_c, torch))
    before = getattr(theirs, name)
    try:
        setattr(ours, name, not before)
        assert getattr(theirs, name) is (not before) and getattr(ours, name) is (not before)
    finally:
        setattr(ours, name, before)
    with pytest.raises(TypeError, match="must be bool"):
        setattr(ours, name, "yes")


def test_quantized_engines():
    assert set(pytorch_c.backends.quantized.supported_engines) == set(torch.backends.quantized.supported_engines)
    before = torch.backends.quantized.engine
    try:
        pytorch_c.backends.quantized.engine = "fbgemm"
        assert torch.backends.quantized.engine == "fbgemm"
        with pytest.raises(RuntimeError, match="not a valid value"):
            pytorch_c.backends.quantized.engine = "other"
    finally:
        torch.backends.quantized.engine = before


def test_flags_hold_in_a_block():
    before = pytorch_c.backends.cudnn.benchmark
    with pytorch_c.backends.cudnn.flags(enabled=True, benchmark=not before):
        assert torch.backends.cudnn.benchmark is (not before)
    assert torch.backends.cudnn.benchmark is before


def test_sdpa_kernel_holds_in_a_block():
    from pytorch_c.nn.attention import SDPBackend, sdpa_kernel

    with sdpa_kernel(SDPBackend.MATH):
        assert torch.backends.cuda.math_sdp_enabled() and not torch.backends.cuda.flash_sdp_enabled()
    assert torch.backends.cuda.flash_sdp_enabled()


def test_a_kernel_of_attention_is_neither_an_int_nor_an_enum():
    from torch.nn.attention import SDPBackend as expected

    from pytorch_c.nn.attention import SDPBackend

    for cls in (SDPBackend, expected):
        assert not isinstance(cls.MATH, int) and cls.MATH != 0 and int(cls.MATH) == cls.MATH.value == 0
    assert {name: int(one) for name, one in SDPBackend.__members__.items()} == {
        name: int(one) for name, one in expected.__members__.items()
    }
    assert SDPBackend(1) == SDPBackend.FLASH_ATTENTION and repr(SDPBackend.MATH) == repr(expected.MATH)
    assert pickle.loads(pickle.dumps(SDPBackend.MATH)) == SDPBackend.MATH
