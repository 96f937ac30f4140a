"""The machine, and what torch.cuda says of its devices: the same as torch's."""

import platform

import torch

import pytorch_c
from gpu.checks import Checks

checks = Checks()


@checks("the machine is named")
def machine(device):
    told = {"Python": platform.python_version(), "torch": torch.__version__, "pytorch_c": pytorch_c.__version__}
    if device == "cpu":
        return told | {"device": "cpu"}
    properties = torch.cuda.get_device_properties(0)
    return told | {
        "device": properties.name,
        "devices": torch.cuda.device_count(),
        "memory, GiB": round(properties.total_memory / 2**30, 1),
        "CUDA": torch.version.cuda,
        "cuDNN": torch.backends.cudnn.version(),
        "compute capability": "{}.{}".format(*torch.cuda.get_device_capability(0)),
    }


@checks("torch's own module answers the same questions", gpu_only=True)
def questions(device):
    asked = """
    is_available() device_count() current_device() get_device_name() get_device_name(0) get_device_capability()
    get_device_capability('cuda:0') is_bf16_supported() is_initialized() get_arch_list() get_gencode_flags()
    default_stream().cuda_stream current_stream().cuda_stream current_stream().priority Stream.priority_range()
    is_current_stream_capturing() get_allocator_backend() get_per_process_memory_fraction() mem_get_info()[1]
    can_device_access_peer(0,0) get_sync_debug_mode() has_half has_magma current_blas_handle()!=0
    utilization()>=0 temperature()>0 power_draw()>0 clock_rate()>0 list_gpu_processes()!='' nccl.version()
    """.split()
    torch.cuda.init()
    pytorch_c.cuda.init()
    return compared("torch.cuda", asked, torch.cuda, pytorch_c.cuda)


@checks("the properties of a device are torch's", gpu_only=True)
def properties(device):
    names = """name major minor total_memory multi_processor_count is_integrated is_multi_gpu_board warp_size
    max_threads_per_multi_processor regs_per_multiprocessor shared_memory_per_block shared_memory_per_multiprocessor
    shared_memory_per_block_optin L2_cache_size uuid pci_bus_id pci_device_id pci_domain_id gcnArchName
    max_threads_per_block clock_rate memory_clock_rate memory_bus_width""".split()
    ours, theirs = (t.cuda.get_device_properties(0) for t in (pytorch_c, torch))
    wrong = {}
    for name in [one for one in names if hasattr(theirs, one)]:
        found = getattr(ours, name, "no such attribute"), getattr(theirs, name)
        if str(found[0]) != str(found[1]):
            wrong[name] = found
    assert not wrong, wrong
    return {"attributes": sum(hasattr(theirs, name) for name in names)}


@checks("the switches of cuBLAS and cuDNN are torch's", gpu_only=True)
def switches(device):
    asked = """cuda.is_built() cuda.matmul.allow_tf32 cuda.matmul.allow_fp16_reduced_precision_reduction
    cuda.matmul.allow_bf16_reduced_precision_reduction cuda.preferred_linalg_library().name cuda.preferred_blas_library().name
    cuda.flash_sdp_enabled() cuda.mem_efficient_sdp_enabled() cuda.math_sdp_enabled() cuda.cudnn_sdp_enabled()
    cudnn.is_available() cudnn.version() cudnn.enabled cudnn.benchmark cudnn.deterministic cudnn.allow_tf32
    cuda.cufft_plan_cache.max_size cuda.cufft_plan_cache.size""".split()
    return compared("torch.backends", asked, torch.backends, pytorch_c.backends)


@checks("a switch that is set is set for torch too, for both stand on one libtorch")
def switched(device):
    for name in ("allow_tf32", "allow_fp16_reduced_precision_reduction"):
        before = getattr(torch.backends.cuda.matmul, name)
        setattr(pytorch_c.backends.cuda.matmul, name, not before)
        try:
            assert getattr(torch.backends.cuda.matmul, name) is not before, name
        finally:
            setattr(pytorch_c.backends.cuda.matmul, name, before)


@checks("random numbers of a device are torch's, and its state goes forth and back")
def random(device):
    import numpy

    def drawn(t):
        t.manual_seed(3)
        return [
            t.randn(5, device=device),
            t.rand(7, device=device),
            t.randint(100, (5,), device=device),
            t.randperm(9, device=device),
        ]

    for one, other in zip(drawn(pytorch_c), drawn(torch)):
        numpy.testing.assert_array_equal(one.cpu().numpy(), other.cpu().numpy())
    if device == "cpu":
        return
    state = pytorch_c.cuda.get_rng_state()
    first = pytorch_c.randn(4, device=device)
    pytorch_c.cuda.set_rng_state(state)
    assert pytorch_c.equal(first, pytorch_c.randn(4, device=device))
    generator = pytorch_c.Generator(device=device).manual_seed(5)
    other = torch.Generator(device=device).manual_seed(5)
    assert (
        pytorch_c.rand(4, device=device, generator=generator).tolist()
        == torch.rand(4, device=device, generator=other).tolist()
    )


def compared(title, asked, theirs, ours):
    """Asks both; what torch itself cannot answer here need not be answered."""
    wrong, answered = {}, 0
    for question in asked:
        said = []
        for scope in (theirs, ours):
            try:
                said.append(str(eval(f"scope.{question}", {"scope": scope})))
            except Exception as error:
                said.append(f"{type(error).__name__}: {str(error)[:200]}")
        if "Error: " in said[0] and "Error: " in said[1]:
            continue
        answered += 1
        if said[0] != said[1]:
            wrong[question] = said
    assert not wrong, f"{title} says (torch, ours): {wrong}"
    return {"questions": answered}
