"""Medians, spread and ratios. The spread is the middle half of the rounds: a noisy round moves it little."""

import math
import random
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


# ---- tails, and how sure they are ----

_RESAMPLED = 400


def percentile(ordered, share):
    """The sample below which `share` of them lie; `ordered` is sorted."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def pauses(samples, shares=(0.5, 0.99, 0.999)):
    """{"p50", "p99", "p99.9"}: each percentile with its 95 % confidence interval by bootstrap."""
    ordered, found = sorted(samples), {}
    draws = [sorted(random.choices(ordered, k=len(ordered))) for _ in range(_RESAMPLED)]
    for share in shares:
        again = sorted(percentile(one, share) for one in draws)
        found[f"p{share * 100:g}"] = {
            "median": percentile(ordered, share),
            "low": percentile(again, 0.025),
            "high": percentile(again, 0.975),
        }
    return found


def interval(samples, statistic=statistics.median):
    """A statistic of the samples with its 95 % confidence interval by bootstrap."""
    again = sorted(statistic(random.choices(samples, k=len(samples))) for _ in range(_RESAMPLED))
    return {"median": statistic(samples), "low": percentile(again, 0.025), "high": percentile(again, 0.975)}


def overlap(one, other):
    """Returns whether two summaries lie within each other's spread; then neither is ranked."""
    return one["low"] <= other["high"] and other["low"] <= one["high"]
