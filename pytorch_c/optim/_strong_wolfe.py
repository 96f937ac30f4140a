"""A line search to a point that meets the strong Wolfe conditions (minFunc's, as torch.optim.lbfgs has it)."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._tensor.dtype import FORMATS


class _Point(NamedTuple):
    """A step length, the loss there, its gradient, and the slope along the direction."""

    t: Any
    loss: Any
    grad: Any
    slope: Any


def cubic_interpolate(x1, f1, g1, x2, f2, g2, bounds=None):
    """The minimum, within bounds, of the cubic through two points with their slopes; the middle if it has none."""
    low, high = bounds or ((x1, x2) if x1 <= x2 else (x2, x1))
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1**2 - g1 * g2
    if not square >= 0:
        return (low + high) / 2.0
    d2 = square.sqrt()
    if x1 <= x2:
        found = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        found = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(found, low), high)


class _Search:
    """The limits of a search and how often it has looked."""

    def __init__(self, evaluate, x, direction, start, c1, c2, max_ls):
        self.evaluate, self.x, self.direction, self.start = evaluate, x, direction, start
        self.c1, self.c2, self.max_ls = c1, c2, max_ls
        self.evals = self.iterations = 0

    def at(self, t):
        loss, grad = self.evaluate(self.x, t, self.direction)
        self.evals += 1
        return _Point(t, loss, grad.clone(memory_format=FORMATS["contiguous_format"]), grad.dot(self.direction))

    def is_too_high(self, point):
        return point.loss > self.start.loss + self.c1 * point.t * self.start.slope

    def is_flat(self, point):
        return abs(point.slope) <= -self.c2 * self.start.slope

    def bracket(self, t):
        """(points around a minimum, False), or ([a point that meets the conditions], True)."""
        before, point = self.start._replace(t=0), self.at(t)
        while self.iterations < self.max_ls:
            if self.is_too_high(point) or (self.iterations > 1 and point.loss >= before.loss):
                return [before, point], False
            if self.is_flat(point):
                return [point], True
            if point.slope >= 0:
                return [before, point], False
            bounds = point.t + 0.01 * (point.t - before.t), point.t * 10
            t = cubic_interpolate(before.t, before.loss, before.slope, point.t, point.loss, point.slope, bounds)
            before, point = point, self.at(t)
            self.iterations += 1
        return [self.start._replace(t=0), point], False

    def zoom(self, ends, tolerance):
        """The best point found between two ends, of which the lower one is kept."""
        low, high = _lower_first(ends)
        size, stuck = self.direction.abs().max(), False
        while self.iterations < self.max_ls:
            if abs(ends[1].t - ends[0].t) * size < tolerance:
                break
            t = cubic_interpolate(*(entry for end in ends for entry in (end.t, end.loss, end.slope)))
            t, stuck = _away_from_ends(t, min(one.t for one in ends), max(one.t for one in ends), stuck)
            point = self.at(t)
            self.iterations += 1
            if self.is_too_high(point) or point.loss >= ends[low].loss:
                ends[high] = point
                low, high = _lower_first(ends)
                continue
            done = self.is_flat(point)
            if not done and point.slope * (ends[high].t - ends[low].t) >= 0:
                ends[high] = ends[low]
            ends[low] = point
            if done:
                break
        return ends[low]


def _lower_first(ends):
    return (0, 1) if ends[0].loss <= ends[1].loss else (1, 0)


def _away_from_ends(t, least, most, stuck):
    """(t, whether it lies near an end), t moved inwards if it lay there twice in a row or outside."""
    margin = 0.1 * (most - least)
    if not min(most - t, t - least) < margin:
        return t, False
    if not (stuck or t >= most or t <= least):
        return t, True
    return (most - margin if abs(t - most) < abs(t - least) else least + margin), False


def strong_wolfe(obj_func, x, t, d, f, g, gtd, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_ls=25):
    """(loss, gradient, step length, evaluations) where the search from x along d ends, which starts with t.

    obj_func(x, t, d): loss and gradient at x + t * d. f, g, gtd: loss, gradient and slope at x.
    """
    start = _Point(t, f, g.clone(memory_format=FORMATS["contiguous_format"]), gtd)
    search = _Search(obj_func, x, d, start, c1, c2, max_ls)
    ends, done = search.bracket(t)
    if done:
        best = ends[0]
    elif search.iterations < max_ls:
        best = search.zoom(ends, tolerance_change)
    else:
        best = ends[_lower_first(ends)[0]]
    return best.loss, best.grad, best.t, search.evals
