"""Streams and events: torch's on the CPU, and each rule of theirs on a device of the host's own, behind gates."""

from pathlib import Path

import pytest
import torch
from support.toy import seen_by

import pytorch_c


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    folder = tmp_path_factory.mktemp("streams")
    return seen_by(Path(__file__).with_name("streams_program.py"), "toy_streams.c", folder)


# ---- without a device: what torch says ----

CPU = (
    "Stream()", "Stream('cpu:0')", "Stream('meta')", "Stream(1, 2, 1)", "Stream(stream_id=1, device_index=2, device_type=1)",
    "Stream(1, 2, 1).device", "Stream(5, 0, 1).stream_id", "Stream() == Stream('cpu')", "Stream() == 1", "Stream() != Stream(1, 0, 0)",
    "Stream().query()", "Stream().synchronize()", "Stream().is_capturing()", "Stream(priority=-1)",
    "Stream().__enter__()", "Stream().__exit__(None, None, None)", "Event()", "Event('cpu', enable_timing=True)",
    "Event(blocking=True, interprocess=True)", "Event().query()", "Event().wait()", "Event().synchronize()", "Event().device",
    "Event().event_id", "Stream().wait_event(Event())", "accelerator.is_available()", "accelerator.device_count()",
    "accelerator.current_accelerator()", "get_device_module().__name__.rpartition('.')[2]", "_C._get_accelerator()",
)  # fmt: skip


@pytest.mark.skipif(torch.cuda.is_available(), reason="what a machine without an accelerator answers")
@pytest.mark.parametrize("call", CPU)
def test_on_the_cpu_it_is_as_torchs(call):
    ours, theirs = (
        eval(
            call,
            vars(t)
            | {
                "Stream": t.Stream,
                "Event": t.Event,
                "accelerator": t.accelerator,
                "_C": t._C,
                "get_device_module": t.get_device_module,
            },
        )
        for t in (pytorch_c, torch)
    )
    assert repr(ours) == repr(theirs)


ERRORS = {
    "Stream('cuda')": "built without CUDA|no CUDA device",
    "Stream().record_event()": "cpu backend doesn't support events",
    "Stream().wait_stream(Stream())": "cpu backend doesn't support events",
    "Stream().record_event(2)": "expected event to be a torch.Event object",
    "Stream().native_handle": "doesn't support getting stream native handle",
    "Stream('cpu', foo=1)": "unexpected keyword argument 'foo'",
    "Stream('cpu', 2)": "Stream()",
    "Event('cuda')": "built without CUDA|no CUDA device",
    "Event().record()": "cpu backend doesn't support events",
    "Event().elapsed_time(Event())": "enable_timing=True",
    "Event().elapsed_time(2)": "expected other to be a torch.Event object",
    "Event().ipc_handle()": "torch.Event ipc is not supported yet",
    "Event.from_ipc_handle('cpu', b'')": "torch.Event ipc is not supported yet",
    "ones(1).record_stream(Stream())": "aten::record_stream",
    "accelerator.current_device_index()": "Cannot access accelerator device when none is available",
    "accelerator.synchronize()": "Cannot access accelerator device when none is available",
    "accelerator.set_stream(Stream())": "Cannot access accelerator device when none is available",
    "accelerator.memory_stats()": "Cannot access accelerator device when none is available",
    "accelerator.Graph()": "Cannot access accelerator device when none is available",
}


@pytest.mark.skipif(torch.cuda.is_available(), reason="what a machine without an accelerator answers")
@pytest.mark.parametrize("call", ERRORS)
def test_an_error_is_of_the_same_kind_as_torchs(call):
    def error(t):
        with pytest.raises((RuntimeError, TypeError, ValueError)) as caught:
            eval(f"t.{call}".replace("(Stream", "(t.Stream").replace("(Event", "(t.Event"), {"t": t})
        return caught

    ours, theirs = error(pytorch_c), error(torch)
    assert issubclass(ours.type, theirs.type)
    assert ours.match(ERRORS[call])


# ---- a device of the host's own ----


def test_the_functions_are_registered_once(seen):
    found = seen["register"]
    assert found["without streams"] == [True, 0, True]
    assert "there is no device of the host's own" in found["before the devices"]
    assert "argument 'event_close': a function is needed, got NULL" in found["a function is missing"]
    assert "the devices 'toy' have streams already" in found["twice"]


@pytest.mark.parametrize(
    "part, what, wanted",
    [
        ("names", "default", [0, "toy:0", "torch.Stream device_type=toy, device_index=0, stream_id=0"]),
        ("names", "equal", [True] * 4),
        ("names", "device", ["toy:1", 1, 20]),
        ("names", "new ones differ", True),
        ("names", "priority", -1),
        ("names", "handle", True),
        ("names", "subclass", [True, 0]),
        ("names", "no device named", "toy:0"),
        ("current", "inside", [True, True]),
        ("current", "another device", [True, 1]),
        ("current", "once more", [True, 0]),
        ("current", "back", [True, 0]),
        ("current", "another thread", [True]),
        ("current", "after", True),
        ("current", "set", [True, 1]),
        ("order", "closed", [False, False, False, []]),
        ("order", "open", [True, True, True, ["a", "b", "c"]]),
        ("order", "wait_stream", [False, True, "c", "Event"]),
        ("order", "given", True),
        ("time", "before", [0, "toy", "torch.Event device_type=toy, device_index=-1, event_flag=0, event_id=0"]),
        ("time", "after", [True, "toy:0"]),
        ("time", "in order", True),
        ("time", "backwards", True),
        ("memory", "copied though it was dropped", [True, [0, 1, 2, 3], 0]),
        ("memory", "recorded", [1, 0]),
        ("memory", "training", True),
        ("late", "second", None),
        ("dlpack", "waits", [False, False]),
        ("dlpack", "after", True),
        ("dlpack", "shared", ["toy:0", True, [12, 0]]),
        ("dlpack", "imported", [0, 1, 2]),
        ("dlpack", "asked for the current stream", True),
        ("dlpack", "takes care itself", True),
        ("accelerator", "what", ["toy", True, 2, 0]),
        ("accelerator", "block", 1),
        ("accelerator", "new", "toy:1"),
        ("accelerator", "after", 0),
        ("accelerator", "set", 1),
        ("accelerator", "memory", [512, 1024, 512, 1024]),
        ("accelerator", "stats", 2),
        ("accelerator", "dtypes", True),
        ("accelerator", "module", [2, 0, "toy:0"]),
        ("accelerator", "module's blocks", [1, True]),
    ],
)
def test_on_a_device_with_streams(seen, part, what, wanted):
    assert seen[part][what] == wanted


@pytest.mark.parametrize(
    "part, what, words",
    [
        ("names", "no such stream", "the device toy:0 has no stream 4711"),
        ("names", "no such device", "argument 'device_index': there are 2 devices 'toy', got 7"),
        ("time", "early", "Both events must be completed before calculating elapsed time"),
        ("time", "no timing", "Both events must be created with argument 'enable_timing=True'"),
        ("time", "never recorded", "Both events must be recorded before calculating elapsed time"),
        ("time", "another device", "the event has marks on device 0, and the stream is on device 1"),
        ("time", "the CPU's", "does not match recording stream's device type CPU"),
        ("time", "between processes", "torch.Event ipc is not supported yet"),
        ("late", "first", "the kernel broke down"),
        ("dlpack", "no such stream", "the device toy:0 has no stream 12345"),
        ("accelerator", "free bytes", "getMemoryInfo is not implemented"),
        ("accelerator", "graph", "NotImplementedError: torch.accelerator.Graph: work of toy devices is not captured"),
        ("accelerator", "wrong device", "cuda doesn't match the current accelerator toy"),
        ("accelerator", "module's wrong device", "expected a toy device, got cpu"),
    ],
)
def test_errors_on_a_device_with_streams(seen, part, what, words):
    assert words in (seen[part][what] or "no error")


def test_arguments_of_another_kind_are_named(seen):
    assert ["an Event" in one or "expected" in one for one in seen["order"]["wrong"]] == [True] * 3
    assert "a stream of cpu does not use memory of toy:0" in seen["memory"]["wrong"][0]
    assert "a Stream is needed, not int" in seen["memory"]["wrong"][1]


def test_what_finalizers_close_on_any_thread_waits_for_its_streams(seen):
    assert seen["finalize"] == [4, 0, 0]


def test_nothing_is_left(seen):
    assert seen["left"] == [0, 0, 0]
