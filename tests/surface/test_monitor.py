"""Statistics over windows of time, and what is reported of them, beside torch's."""

from datetime import timedelta

import pytest
import torch.monitor

import pytorch_c.monitor


class Writer:
    def __init__(self):
        self.found = []

    def add_scalar(self, name, value, walltime):
        assert walltime > 0
        self.found.append((name, value))


def reported(monitor, kinds, samples, values):
    """Returns what a Stat reports of values, and what it says after each of them."""
    writer, said = Writer(), []
    handle = monitor.register_event_handler(monitor.TensorboardEventHandler(writer))
    stat = monitor.Stat("loss", [monitor.Aggregation.__members__[kind] for kind in kinds], timedelta(hours=1), *samples)
    for value in values:
        stat.add(value)
        said.append((stat.name, stat.count, {kind.name: found for kind, found in stat.get().items()}))
    del stat
    monitor.unregister_event_handler(handle)
    return sorted(writer.found), said


@pytest.mark.parametrize("samples", [(), (1,), (3,), (9,)], ids=str)
@pytest.mark.parametrize("kinds", [["SUM", "COUNT"], ["MIN", "MAX", "MEAN", "VALUE"], []], ids="-".join)
def test_statistics_are_torchs(kinds, samples):
    found = [reported(monitor, kinds, samples, [2, -1.5, 4, 8]) for monitor in (pytorch_c.monitor, torch.monitor)]
    assert found[0] == found[1]


def test_a_window_that_is_over_reports_at_the_next_value():
    events = []
    handle = pytorch_c.monitor.register_event_handler(events.append)
    stat = pytorch_c.monitor.Stat("loss", [pytorch_c.monitor.SUM], timedelta(milliseconds=1))
    while not events:
        stat.add(1)
    pytorch_c.monitor.unregister_event_handler(handle)
    assert events[0].name == "torch.monitor.Stat" and events[0].data["loss.sum"] >= 1


def test_a_window_of_no_time_is_refused():
    with pytest.raises(ValueError, match="window_size"):
        pytorch_c.monitor.Stat("loss", [], timedelta(0))
