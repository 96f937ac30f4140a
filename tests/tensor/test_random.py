"""Seeds, generators and their states."""

import copy
import pickle

import pytest
import torch
from support.oracle import agree_on, cases, refused

import pytorch_c

SEQUENCES = """t.manual_seed(5); x = t.rand(3)
t.manual_seed(-1); x = t.randn(3)
t.manual_seed(2**63); x = t.randn(3)
t.manual_seed(2**64 - 1); x = t.randn(3)
t.manual_seed(np.int64(7)); x = t.rand(2)
t.manual_seed(t.tensor(7)); x = t.rand(2)
t.manual_seed(3); a = t.get_rng_state(); b = t.rand(3); t.set_rng_state(a); x = t.rand(3) == b
t.manual_seed(3); x = t.initial_seed()
g = t.Generator(); g.manual_seed(4); x = t.rand(3, generator=g)
g = t.Generator().manual_seed(4); x = t.randn(3, generator=g), t.randn(3)
g = t.Generator().manual_seed(4); x = g.initial_seed()
g = t.Generator().manual_seed(4); a = g.get_state(); b = t.rand(2, generator=g); g.set_state(a); x = b == t.rand(2, generator=g)
g = t.Generator(); x = g.device
g = t.Generator('cpu'); x = g.device
x = t.Generator().initial_seed(), t.rand(3, generator=t.Generator())
g = t.Generator().manual_seed(4); t.rand(2, generator=g); h = g.clone_state(); x = t.rand(2, generator=h), t.rand(2, generator=g)
g = t.Generator().manual_seed(4); x = g.set_state(g.get_state()) is g
t.manual_seed(1); c = t.random.fork_rng(); c.__enter__(); t.rand(3); c.__exit__(None, None, None); x = t.rand(2)
t.manual_seed(1); c = t.random.fork_rng(enabled=False); c.__enter__(); t.rand(3); c.__exit__(None, None, None); x = t.rand(2)
t.manual_seed(1); f = t.random.fork_rng(devices=[])(lambda: t.rand(2)); x = f(), f(), t.rand(2)
t.random.manual_seed(2); s = t.random.get_rng_state(); t.rand(3); t.random.set_rng_state(s); x = t.rand(1), t.random.initial_seed()
x = t.rand(3, generator=None)
t.default_generator.manual_seed(9); x = t.rand(2)
t.manual_seed(1); x = t.randperm(10), t.randint(5, (4,)), t.normal(0.0, 1.0, (3,)), t.bernoulli(t.full((5,), 0.5))
t.manual_seed(1); x = t.nn.functional.dropout(t.ones(10), 0.5)
t.manual_seed(1); x = t.empty(5).uniform_(), t.empty(5).normal_(2, 3), t.empty(5).exponential_(), t.empty(5).random_(10)
t.manual_seed(1); x = t.rand(3).double(), t.rand(3, dtype=t.float64), t.randn(16), t.randn(17)"""


@pytest.mark.parametrize("code", cases(SEQUENCES, "\n"))
def test_as_torch(code):
    agree_on(code)


REFUSED = {
    RuntimeError: """t.Generator('nowhere')
t.Generator().set_state(t.zeros(3, dtype=t.uint8))
t.randint(0, (2,))
t.randint(5, 2, (2,))
t.rand(-1)
t.multinomial(t.tensor([0.0, 0.0]), 1)
t.multinomial(t.tensor([-1.0, 2.0]), 1)
t.normal(0.0, -1.0, (2,))
t.bernoulli(t.tensor([1.5]))
t.empty(2).uniform_(2, 1)
t.empty(2).random_(5, 2)""",
    TypeError: """t.manual_seed(None); x = 1
t.Generator(3.5)
t.Generator().set_state(3)
t.set_rng_state(t.zeros(3))
x = t.rand(3, generator=4)""",
    ValueError: """t.manual_seed(2**64); x = 1""",
    (ValueError, TypeError): """t.manual_seed('a'); x = 1""",
}


@pytest.mark.parametrize("code, raises", refused(REFUSED, "\n"))
def test_refused(code, raises):
    agree_on(code, raises)


def test_manual_seed_returns_the_default_generator():
    made = pytorch_c.manual_seed(11)
    assert made is pytorch_c.default_generator and made.initial_seed() == 11
    assert pytorch_c.initial_seed() == 11


def test_seed_gives_another_seed_each_time():
    seeds = {pytorch_c.seed() for _ in range(4)}
    assert len(seeds) == 4 and all(0 <= one < 1 << 64 for one in seeds)
    assert len({pytorch_c.Generator().seed() for _ in range(4)}) == 4
    pytorch_c.manual_seed(0)


def test_a_generator_of_its_own_leaves_the_default_alone():
    pytorch_c.manual_seed(0)
    expected = pytorch_c.rand(2).tolist()
    pytorch_c.manual_seed(0)
    pytorch_c.rand(100, generator=pytorch_c.Generator().manual_seed(1))
    assert pytorch_c.rand(2).tolist() == expected


def test_a_generator_is_pickled_and_copied_with_its_state():
    generator = pytorch_c.Generator().manual_seed(3)
    pytorch_c.rand(5, generator=generator)
    others = [copy.deepcopy(generator), pickle.loads(pickle.dumps(generator))]
    expected = pytorch_c.rand(3, generator=generator).tolist()
    assert [pytorch_c.rand(3, generator=one).tolist() for one in others] == [expected] * 2
    assert all(one is not generator for one in others)


def test_state_is_torchs():
    pytorch_c.manual_seed(21)
    pytorch_c.rand(5)
    state = pytorch_c.get_rng_state()
    torch.manual_seed(21)
    torch.rand(5)
    assert state.tolist() == torch.get_rng_state().tolist()
