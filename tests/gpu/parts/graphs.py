"""Graphs of CUDA work: a captured step gives what an eager one gives."""

import pytorch_c as t
from gpu.checks import Checks

checks = Checks()


def model(device):
    t.manual_seed(0)
    return t.nn.Sequential(t.nn.Linear(64, 64), t.nn.Tanh(), t.nn.Linear(64, 8)).to(device)


@checks("a captured forward pass is replayed on other numbers", gpu_only=True)
def forward(device):
    net, x = model(device), t.randn(16, 64, device=device)
    with t.no_grad():
        side = t.cuda.Stream()
        side.wait_stream(t.cuda.current_stream())
        with t.cuda.stream(side):
            for _ in range(3):
                net(x)
        t.cuda.current_stream().wait_stream(side)
        graph = t.cuda.CUDAGraph()
        with t.cuda.graph(graph):
            y = net(x)
        for seed in range(3):
            t.manual_seed(seed)
            other = t.randn(16, 64, device=device)
            x.copy_(other)
            graph.replay()
            assert t.allclose(y, net(other), rtol=1e-5, atol=1e-6)


@checks("a captured training step trains as an eager one", gpu_only=True)
def training(device):
    def trained(captured, steps=20):
        net = model(device)
        optimizer = t.optim.Adam(net.parameters(), lr=1e-2, capturable=True)
        x, goal = t.randn(16, 64, device=device), t.randn(16, 8, device=device)

        def step():
            optimizer.zero_grad(set_to_none=False)
            loss = (net(x) - goal).square().mean()
            loss.backward()
            optimizer.step()
            return loss

        side = t.cuda.Stream()
        side.wait_stream(t.cuda.current_stream())
        with t.cuda.stream(side):
            for _ in range(3):
                step()
        t.cuda.current_stream().wait_stream(side)
        if not captured:
            return [step().item() for _ in range(steps)]
        graph = t.cuda.CUDAGraph()
        with t.cuda.graph(graph):
            loss = step()
        losses = []
        for _ in range(steps):
            graph.replay()
            losses.append(loss.item())
        return losses

    import numpy

    eager, captured = trained(False), trained(True)
    numpy.testing.assert_allclose(captured, eager, rtol=1e-4)
    return {"last loss": f"{captured[-1]:.6f}", "eager": f"{eager[-1]:.6f}"}


@checks("make_graphed_callables gives gradients too", gpu_only=True)
def callables(device):
    net, x = model(device), t.randn(16, 64, device=device, requires_grad=True)
    expected = net(x).square().mean()
    (wanted,) = t.autograd.grad(expected, x)
    graphed = t.cuda.make_graphed_callables(model(device), (x.detach().clone().requires_grad_(),))
    found = graphed(x).square().mean()
    (gradient,) = t.autograd.grad(found, x)
    assert t.allclose(found, expected) and t.allclose(gradient, wanted, rtol=1e-4, atol=1e-6)


@checks("graphs share a pool, and random numbers differ from replay to replay", gpu_only=True)
def pool(device):
    first, second = t.cuda.CUDAGraph(), t.cuda.CUDAGraph()
    with t.cuda.graph(first):
        x = t.rand(1000, device=device)
    with t.cuda.graph(second, pool=first.pool()):
        y = t.rand(1000, device=device) + 1
    first.replay()
    one = x.tolist()
    first.replay()
    assert x.tolist() != one
    second.replay()
    assert 1 <= y.min().item() and y.max().item() <= 2


@checks("a capture that goes wrong raises, and work goes on", gpu_only=True)
def wrong(device):
    x = t.ones(4, device=device)
    try:
        with t.cuda.graph(t.cuda.CUDAGraph()):
            x.sum().item()
    except RuntimeError as error:
        assert "captur" in str(error), str(error)
    else:
        raise AssertionError("item() within a capture was allowed")
    assert (x + 1).sum().item() == 8
