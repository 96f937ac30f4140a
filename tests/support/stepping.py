"""Running an optimizer of pytorch_c and of torch over the same parameters and gradients."""

import numpy

SHAPES = [(3, 4), (4,), (), (2, 1, 3)]
STEPS = 20


def values(number, shape):
    return numpy.random.default_rng(number).normal(size=shape).astype(numpy.float32)


def parameters(library, dtype="float32"):
    make = library.nn.Parameter
    return [make(library.from_numpy(values(n, s)).to(getattr(library, dtype))) for n, s in enumerate(SHAPES)]


def set_gradients(library, params, step, gaps=True):
    """Gradients that depend on the step and the value; with gaps one parameter has none in every third step."""
    for number, param in enumerate(params):
        if gaps and number == 1 and step % 3 == 0:
            param.grad = None
            continue
        push = library.from_numpy(values(1000 * step + number, SHAPES[number])).to(param.dtype)
        param.grad = param.detach() * 0.3 + push


def trajectory(library, make, steps=STEPS, dtype="float32", gaps=True):
    params = parameters(library, dtype)
    optimizer = make(library.optim, params)
    for step in range(steps):
        set_gradients(library, params, step, gaps)
        optimizer.step()
    return params, optimizer


def assert_close(ours, theirs, **tolerance):
    for one, other in zip(ours, theirs, strict=True):
        numpy.testing.assert_allclose(
            one.detach().double().numpy(), other.detach().double().numpy(), **{"rtol": 2e-5, "atol": 1e-6, **tolerance}
        )
