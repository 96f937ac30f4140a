"""Random numbers: torch's for torch's seed."""

import pytest

import pytorch_c

from .family import operators_of
from .runner import row
from .samples import D, F, L, P, Seeded, U, V

X = F(3, 4)


def sobol(t):
    """The direction numbers of three dimensions."""
    return t._sobol_engine_initialize_state_(t.zeros(3, 30, dtype=t.int64), 3)


def lower(t):
    return t.ones(3, 30, 30, dtype=t.int64).tril()


STATE = L(sobol)


def draws():
    """From the inside of torch.distributions, torch.quasirandom and torch.func."""
    yield row("_standard_gamma", P(3, 4))
    yield row("_standard_gamma", P(3, 4), generator=Seeded(3))
    yield row("_sample_dirichlet", P(3, 4)).fixed()
    yield row("_sample_dirichlet", P(3, 4), Seeded(3)).fixed()
    yield row("_dirichlet_grad", U(3, 4), P(3, 4), P(3, 1)).fixed().no_grad()
    yield row("_sobol_engine_initialize_state_", V([[0] * 30] * 3), 3).fixed()
    yield row("_sobol_engine_draw", V([0, 0, 0]), 5, STATE, 3, 0, None).fixed()
    yield row("_sobol_engine_draw", V([0, 0, 0]), 5, STATE, 3, 2, D("float64")).fixed()
    yield row("_sobol_engine_ff_", V([0, 0, 0]), 4, STATE, 3, 1).fixed()
    yield row("_sobol_engine_scramble_", STATE, L(lower), 3).fixed()
    key = V([1, 2], "uint64")
    yield row("_philox_key_split", key, 2).refused()
    yield row("_philox_key_fold_in", key, 2).refused()
    yield row("_philox_normal_", X, key, 0.0, 1.0).refused().no_grad()
    yield row("_philox_uniform_", X, key).refused().no_grad()


ROWS = [
    row("bernoulli", U(3, 4)),
    row("bernoulli", U(3, 4), generator=Seeded(3)),
    row("bernoulli.p", X, 0.25),
    row("bernoulli_.Tensor", X, U(3, 4)),
    row("bernoulli_.float", X, 0.25),
    row("bernoulli_.float", X, p=0.25, generator=Seeded(3)),
    row("exponential_", X),
    row("exponential_", X, lambd=2.0),
    row("multinomial", U(5), 3),
    row("multinomial", U(2, 5), 8, True),
    row("multinomial", U(2, 5), num_samples=2, replacement=False, generator=Seeded(3)),
    row("normal.Tensor_float", X).no_grad(),
    row("normal.Tensor_float", X, 2.0).no_grad(),
    row("normal.float_Tensor", 1.0, P(3, 4)).no_grad(),
    row("normal.Tensor_Tensor", X, P(3, 4), generator=Seeded(3)).no_grad(),
    row("normal.float_float", 1.0, 2.0, (2, 3)),
    row("normal.float_float", 0, 1, size=(4,), dtype=D("float64"), generator=Seeded(3)),
    row("normal_", X),
    row("normal_", X, 1, 2),
    row("normal_", X, mean=1, std=2, generator=Seeded(3)),
    row("poisson", P(3, 4)),
    row("rand", 2, 3),
    row("rand", (2, 3), dtype=D("float64")),
    row("rand.generator", 2, 3, generator=Seeded(3)),
    row("rand_like", X),
    row("randint", 5, (2, 3)),
    row("randint", 5, (2, 3), dtype=D("float32")),
    row("randint.low", 2, 9, (2, 3)),
    row("randint.low", low=2, high=9, size=(3,)),
    row("randint.generator", 5, (3,), generator=Seeded(3)),
    row("randint.low_generator", 2, 9, (3,), generator=Seeded(3)),
    row("randint_like", X, 5),
    row("randint_like.low_dtype", X, 2, 9),
    row("randint_like.Tensor", X, V(5)).fixed().by_schema().no_grad(),
    row("randint_like.Tensor_generator", X, V(5), generator=Seeded(3)).fixed().by_schema().no_grad(),
    row("randn", 2, 3),
    row("randn", 2, 3, requires_grad=True),
    row("randn", size=(4, 4)),
    row("randn.generator", (2, 3), generator=Seeded(3)),
    row("randn_like", X),
    row("randn_like", X, dtype=D("float64")),
    row("random_", X),
    row("random_.from", X, 2, 9),
    row("random_.from", X, 2, None),
    row("random_.to", X, 9),
    row("randperm", 6),
    row("randperm", 6, dtype=D("int32")),
    row("randperm.generator", 6, generator=Seeded(3)),
    row("uniform_", X),
    row("uniform_", X, -1, 1),
    row("uniform_", X, generator=Seeded(3)),
    *draws(),
]

test_op = operators_of("random")


def sobol_calls(state, quasi, dimension, n=5, generated=0):
    """Each function of a Sobol engine with these arguments; libtorch would read and write past them."""
    t = pytorch_c
    yield lambda: t._sobol_engine_draw(quasi, n, state, dimension, generated, None)
    yield lambda: t._sobol_engine_ff_(quasi, n, state, dimension, generated)
    if n == 5 and not generated:
        yield lambda: t._sobol_engine_initialize_state_(state, dimension)
        yield lambda: t._sobol_engine_scramble_(state, lower(t), dimension)


BAD_SOBOL = {
    "dimensions": dict(dimension=50),
    "no dimension": dict(dimension=0),
    "many dimensions": dict(dimension=2**40),
    "state": dict(state=(3, 29)),
    "dtype": dict(dtype="int32"),
    "points": dict(n=2**31),
    "points before": dict(generated=2**40),
}


@pytest.mark.parametrize("what", BAD_SOBOL)
def test_sobol_engine_refuses_what_does_not_fit(what):
    bad = dict(state=(3, 30), dimension=3, n=5, generated=0, dtype="int64") | BAD_SOBOL[what]
    dtype = getattr(pytorch_c, bad["dtype"])
    state, quasi = pytorch_c.zeros(bad["state"], dtype=dtype), pytorch_c.zeros(3, dtype=dtype)
    for call in sobol_calls(state, quasi, bad["dimension"], bad["n"], bad["generated"]):
        with pytest.raises(pytorch_c.Error, match="must be"):
            call()
