"""Medians, spread and ratios. The spread is the middle half of the rounds: a noisy round moves it little."""

import math
import statistics


def summary(samples):
    """{"median", "low", "high"} of numbers; low and high are the quartiles."""
    if len(samples) < 2:
        return {"median": samples[0], "low": samples[0], "high": samples[0]}
    low, median, high = statistics.quantiles(samples, n=4, method="inclusive")
    return {"median": median, "low": low, "high": high}


def ratio(samples, others):
    """The summary of samples over others, each pair measured in the same round."""
    return summary([one / other for one, other in zip(samples, others)])


def geometric_mean(numbers):
    """The mean that treats half and double alike."""
    return math.exp(statistics.fmean(math.log(number) for number in numbers))


def mean_ratio(cases, others):
    """The ratio over several cases: the geometric mean in each round, then its summary.

    Both are {case: samples} with the same cases.
    """
    per_case = [[one / other for one, other in zip(cases[case], others[case])] for case in others]
    return summary([geometric_mean(row) for row in zip(*per_case)])
