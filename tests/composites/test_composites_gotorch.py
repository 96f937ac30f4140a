"""GoTorch's words: to, save, pin_memory, and streams without CUDA."""

import pytest
import torch

import pytorch_c

NO_CUDA = pytest.mark.skipif(pytorch_c.cuda.is_available(), reason="is about machines without CUDA")


def test_to_is_the_method():
    a = pytorch_c.tensor([1.5, 2.5])
    assert pytorch_c.to(a, "cpu", pytorch_c.int64).tolist() == [1, 2]
    assert pytorch_c.to(a, pytorch_c.float64).dtype == pytorch_c.float64
    assert pytorch_c.to(a, dtype=pytorch_c.float32) is a
    assert pytorch_c.to(a, dtype=pytorch_c.float32, copy=True) is not a
    with pytest.raises(RuntimeError):
        pytorch_c.to(a, "nowhere")


def test_a_saved_tensor_is_loaded_by_both(tmp_path):
    a = pytorch_c.arange(6).view(2, 3)
    assert a.save(tmp_path / "a.pt") is None
    assert pytorch_c.load(tmp_path / "a.pt").tolist() == torch.load(tmp_path / "a.pt").tolist() == a.tolist()
    with pytest.raises(FileNotFoundError):
        a.save(tmp_path / "nowhere" / "a.pt")


@NO_CUDA
def test_pinning_without_cuda_gives_the_tensor():
    a = pytorch_c.ones(2)
    assert a.pin_memory() is a and not a.is_pinned()
    a.close()
    with pytest.raises(pytorch_c.ClosedTensorError):
        a.pin_memory()


@NO_CUDA
@pytest.mark.parametrize("name", ["Stream", "current_stream", "default_stream", "Event"])
def test_streams_say_that_there_is_no_cuda(name):
    with pytest.raises(RuntimeError, match="CUDA"):
        getattr(pytorch_c.cuda, name)()


@NO_CUDA
def test_a_block_without_a_stream_changes_nothing():
    with pytorch_c.cuda.stream(None):
        assert pytorch_c.ones(2).sum().item() == 2
