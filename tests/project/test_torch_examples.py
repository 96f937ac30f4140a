"""The examples in torch's own docstrings give with pytorch_c what they give with torch, after each statement."""

import pytest
from support import torch_examples
from support.compare import Different

DOCUMENTED = torch_examples.documented()


@pytest.mark.parametrize("path", DOCUMENTED)
def test_examples_give_what_torch_gives(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some write files
    different, count = torch_examples.compare(path, DOCUMENTED[path])
    assert not different, "\n".join(str(one) for one in different)
    assert count or path in torch_examples.LEFT_OUT, "torch itself could not run a line of it"


def test_examples_are_found():
    assert len(DOCUMENTED) > 500
    assert {"add", "Tensor.scatter_", "nn.Linear", "linalg.qr", "autograd.functional.jacobian"} < set(DOCUMENTED)
    assert set(torch_examples.LEFT_OUT) <= set(DOCUMENTED)


def test_what_is_left_out_is_there():
    for path, (part, _) in torch_examples.LEFT_OUT.items():
        assert any(part in source for source in torch_examples.statements(DOCUMENTED[path])), path


@pytest.mark.parametrize(
    "source",
    (
        "torch.ones(2) if ours else torch.zeros(2)",  # a value
        "x = torch.ones(2, requires_grad=ours)",  # a variable
        "print(torch.ones(2), ours)",  # a text
        "torch.ones(2) @ torch.ones(3 if ours else 2)",  # an exception
        "torch.ones(3 if ours else 2) @ torch.ones(2)",
    ),
)
def test_a_difference_is_seen(source):
    ours = ">>> ours = torch.Tensor.__module__.startswith('pytorch_c')\n"
    different, count = torch_examples.compare("add", f"{ours}>>> {source}\n")
    assert count == 2 and isinstance(different[-1], Different)
