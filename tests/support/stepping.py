"""Running an optimizer of pytorch_c and of torch over the same parameters and gradients."""

import numpy

SHAPES = [(3, 4), (4,), (), (2, 1, 3)]
MATRICES = [(3, 4), (4, 4), (5, 2)]
STEPS = 20


def values(number, shape):
    return numpy.random.default_rng(number).normal(size=shape).astype(numpy.float32)


def parameters(library, dtype="float32", shapes=SHAPES):
    make = library.nn.Parameter
    return [make(library.from_numpy(values(n, s)).to(getattr(library, dtype))) for n, s in enumerate(shapes)]


def set_gradients(library, params, step, gaps=True, sparse=False):
    """Gradients that depend on the step and the value; with gaps one parameter has none in every third step.

    sparse: every second row has a gradient, in a sparse tensor.
    """
    for number, param in enumerate(params):
        if gaps and number == 1 and step % 3 == 0:
            param.grad = None
            continue
        push = library.from_numpy(values(1000 * step + number, tuple(param.shape))).to(param.dtype)
        grad = param.detach() * 0.3 + push
        if sparse:
            rows = library.arange(step % 2, len(grad), 2)
            grad = library.sparse_coo_tensor(rows[None], grad[rows], grad.shape)
        param.grad = grad


def closure_of(library, optimizer, params):
    """The closure of a loss that is neither flat nor a parabola."""

    def closure():
        optimizer.zero_grad()
        loss = sum((param.square() * 0.3 + (param * 2).sin()).sum() for param in params)
        loss.backward()
        return loss

    return closure


def trajectory(library, make, steps=STEPS, dtype="float32", gaps=True, shapes=SHAPES, sparse=False, closure=False):
    """(params, optimizer) after some steps of the optimizer make(library.optim, params)."""
    params = parameters(library, dtype, shapes)
    optimizer = make(library.optim, params)
    go_on(library, params, optimizer, range(steps), gaps=gaps, sparse=sparse, closure=closure)
    return params, optimizer


def go_on(library, params, optimizer, steps, gaps=True, sparse=False, closure=False):
    for step in steps:
        if closure:
            optimizer.step(closure_of(library, optimizer, params))
        else:
            set_gradients(library, params, step, gaps, sparse)
            optimizer.step()
    return params


def assert_close(ours, theirs, **tolerance):
    for one, other in zip(ours, theirs, strict=True):
        numpy.testing.assert_allclose(
            one.detach().double().numpy(), other.detach().double().numpy(), **{"rtol": 2e-5, "atol": 1e-6, **tolerance}
        )
