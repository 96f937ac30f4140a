"""The time of a step of data-parallel training and of a checkpoint, from a few numbers of the machines and the network."""

from dataclasses import dataclass
from math import sqrt

LAYERS, WIDTH = 8, 256  # of the network that steps.py trains
BUCKET = 4 * WIDTH * (WIDTH + 1)  # bytes of one layer's gradients


@dataclass
class Network:
    """Between any two of some hosts: a message of n bytes takes seconds + n / bytes_a_second."""

    seconds: float
    bytes_a_second: float

    def all_reduce(self, nbytes, hosts):
        """Seconds of gloo's ring: 2 (p - 1) messages of n / p bytes, one after another."""
        rounds = 2 * (hosts - 1)
        return rounds * (self.seconds + nbytes / hosts / self.bytes_a_second)


@dataclass
class Step:
    """A step without its communication: seconds of the forward pass with the optimizer, and of the backward pass."""

    forward: float
    backward: float
    buckets: list  # their bytes, in the order in which they are full

    def seconds(self, network, hosts):
        """A bucket is reduced when it is full and the one before is done; buckets fill evenly in the backward pass."""
        done, total, full = 0.0, sum(self.buckets), 0.0
        for nbytes in self.buckets:
            full += self.backward * nbytes / total
            done = max(done, full) + network.all_reduce(nbytes, hosts)
        return self.forward + max(done, self.backward)

    def least_rate(self, latency, hosts):
        """Bits a second from which on a bucket is reduced while the next one fills; None where latency alone is longer.

        Below it the buckets queue, and the backward pass no longer hides them.
        """
        bucket, rounds = max(self.buckets), 2 * (hosts - 1)
        left = self.backward * bucket / sum(self.buckets) - rounds * latency
        return 8 * rounds * bucket / hosts / left if left > 0 else None


def two_hosts(alone, delay, rate):
    """Seconds of a step of steps.py's network, from those that it took without communication."""
    step = Step(alone["alone"] - alone["backward"], alone["backward"], [BUCKET] * LAYERS)
    return step.seconds(Network(delay, rate / 8), 2)


def checkpoint(parameters, hosts, bytes_a_second, bytes_a_parameter=12):
    """Seconds in which each host writes its shard: weights and Adam's two states in float32 are 12 bytes a parameter."""
    return parameters * bytes_a_parameter / hosts / bytes_a_second


def interval(seconds, between_failures):
    """Young's interval between checkpoints of so many seconds, and the share of time that they and failures take then."""
    every = sqrt(2 * seconds * between_failures)
    return every, seconds / every + every / 2 / between_failures
