"""The step of Adam that a graph of CUDA work can hold: it asks for no number, and leads where the other one leads."""

import pytest

import pytorch_c as t
from pytorch_c.optim import adam


def trained(step, amsgrad, decoupled):
    t.manual_seed(0)
    params = [t.randn(3, 4), t.randn(5)]
    means, squares, most = ([t.zeros_like(one) for one in params] for _ in range(3))
    steps = [t.tensor(0.0) for _ in params]
    for _ in range(5):
        grads = [one * 0.3 + t.randn_like(one) for one in params]
        step(
            params,
            grads,
            means,
            squares,
            most if amsgrad else [],
            steps,
            lr=0.1,
            beta1=0.9,
            beta2=0.99,
            eps=1e-6,
            weight_decay=0.02,
            amsgrad=amsgrad,
            maximize=False,
            decoupled_weight_decay=decoupled,
            differentiable=False,
        )
    return params, steps


@pytest.mark.parametrize("amsgrad", [False, True])
@pytest.mark.parametrize("decoupled", [False, True])
def test_it_leads_where_the_other_step_leads(amsgrad, decoupled):
    plain, _ = trained(adam._multi_tensor_adam, amsgrad, decoupled)
    captured, steps = trained(adam._capturable_adam, amsgrad, decoupled)
    for one, other in zip(captured, plain):
        t.testing.assert_close(one, other, rtol=1e-5, atol=1e-6)
    assert [one.item() for one in steps] == [5, 5]


def test_it_asks_for_no_number(monkeypatch):
    def ask(self):
        raise AssertionError("the host waits for a number")

    for name in ("item", "tolist", "__float__", "__bool__"):
        monkeypatch.setattr(t.Tensor, name, ask, raising=False)
    try:
        trained(adam._capturable_adam, True, True)
    finally:
        monkeypatch.undo()
