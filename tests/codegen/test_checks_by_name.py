"""codegen/checks_by_name.py: an operator that is called by its name has the checks of its typed function."""

import pytest

import pytorch_c as torch
from codegen import added_errors, checks_by_name


def test_the_file_is_that_of_the_sources():
    assert checks_by_name.FILE.read_text(encoding="utf-8") == checks_by_name.text(), (
        "run python -m codegen.checks_by_name --write"
    )


def test_each_check_of_a_body_is_there_with_its_condition():
    rows = {name: made for (made, _), operators in checks_by_name.rows().items() for name in operators}
    assert rows["linalg_matrix_power."] == ('check_power(a.integer("n"));',)
    assert rows["rrelu_with_noise.out"] == ('if (a.flag("training")) check_out(a.tensor("out"), a.tensor("self"));',)
    assert 'if (a.real("momentum") != 0) beside(' in rows["_fused_sgd_."][1]
    assert "mm." not in rows


def test_every_check_is_used():
    bodies = " ".join(body for name, body in added_errors.bodies().items())
    of_helpers = {"check_length", "check_like", "check_as_many_scalars", "check_contiguous", "check_dimensions"}
    assert {name for name in checks_by_name.names() if f"{name}(" not in bodies} <= of_helpers


x = torch.ones(2, 3)
BY_NAME = [  # of operators that have a typed function, and of relatives of theirs that have none
    ("zeros.default", ([2],), {"dtype": torch.float64, "layout": torch._mkldnn}, "must be float32"),
    ("range.step", (0, 5, 0.5), {"dtype": torch.int64}, "step must be at least 1"),
    ("fill.Tensor_out", (x, torch.ones((), device="meta")), {"out": x.clone()}, "a meta tensor has no number"),
    (
        "_ctc_loss.Tensor",
        (torch.ones(2, 1, 3), torch.tensor([[7]]), torch.tensor([2]), torch.tensor([1])),
        {},
        "targets must be within 0 and 2",
    ),
    ("_embedding_bag_forward_only.default", (x, torch.tensor([0, 1]), torch.tensor([1, 0])), {}, "must not fall"),
    ("_foreach_add.List", ([x, x], [x]), {}, "same number of tensors"),
]


@pytest.mark.parametrize("name, args, kwargs, says", BY_NAME, ids=[one[0] for one in BY_NAME])
def test_a_call_by_name_is_checked(name, args, kwargs, says):
    packet, overload = name.split(".")
    with pytest.raises((RuntimeError, ValueError, NotImplementedError), match=says):
        getattr(getattr(torch.ops.aten, packet), overload)(*args, **kwargs)
