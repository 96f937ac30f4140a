"""The model of steps and checkpoints in benchmarks/network: cases that are known without it."""

import sys

import pytest
from support.project import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
try:
    from network.model import Network, Step, checkpoint, interval
finally:
    sys.path.pop(0)

FREE = Network(0.0, float("inf"))


def test_a_ring_moves_each_byte_twice_but_for_one_part():
    assert Network(0.0, 100.0).all_reduce(1000, 4) == pytest.approx(2 * 3 / 4 * 1000 / 100)
    assert Network(0.5, float("inf")).all_reduce(1000, 4) == 3.0 and FREE.all_reduce(1000, 1) == 0


def test_a_step_of_one_host_or_a_free_network_is_its_computation():
    step = Step(0.1, 0.3, [100] * 3)
    assert step.seconds(FREE, 8) == pytest.approx(0.4)
    assert step.seconds(Network(1.0, 1.0), 1) == pytest.approx(0.4)


def test_the_last_bucket_is_seen_and_all_are_where_the_network_is_slow():
    step = Step(0.0, 3.0, [100] * 3)
    assert step.seconds(Network(0.25, float("inf")), 2) == pytest.approx(3.5)  # buckets of a second each
    assert step.seconds(Network(1.0, float("inf")), 2) == pytest.approx(1 + 3 * 2)  # the first is full after one


def test_from_the_least_rate_on_only_the_last_bucket_is_seen():
    step = Step(0.0, 3.0, [100] * 3)
    rate = step.least_rate(0.1, 4)
    for faster, hidden in ((1.001, True), (0.999, False)):
        network = Network(0.1, faster * rate / 8)
        seen = step.seconds(network, 4) - 3.0 - network.all_reduce(100, 4)
        assert (seen < 1e-9) == hidden
    assert step.least_rate(0.5, 2) is None


def test_checkpoints():
    assert checkpoint(1e10, 8, 1e9) == pytest.approx(15)
    every, lost = interval(50.0, 10_000.0)
    assert every == 1000 and lost == pytest.approx(0.1)
    assert all(lost < 50 / other + other / 20_000 for other in (500, 900, 1100, 2000))  # no other is better
