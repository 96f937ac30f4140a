"""Streams and events of a device of its own: a process of its own, since the device stays to the end of it.

    python tests/device/streams_program.py TOY_STREAMS.SO OUT

writes what it saw, as JSON. Nothing is done on a stream before its gate opens.
"""

import ctypes
import gc
import json
import sys
import threading

import pytorch_c as torch
from pytorch_c.utils.backend_registration import (
    register_privateuse1_devices,
    register_privateuse1_streams,
    rename_privateuse1_backend,
)

FUNCTIONS = """stream_new stream_query stream_synchronize stream_copy event_record event_wait event_query event_synchronize
event_elapsed event_close""".split()
WORK = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)

toy = ctypes.CDLL(sys.argv[1])
toy.toy_launch.argtypes = [ctypes.c_int32, ctypes.c_int64, WORK, ctypes.c_void_p, ctypes.c_void_p]
toy.toy_launch.restype = ctypes.c_void_p
launched = []  # what streams may call yet


def address(name):
    return ctypes.cast(getattr(toy, f"toy_{name}"), ctypes.c_void_p).value


def counter(name):
    return ctypes.c_int64.in_dll(toy, f"toy_{name}").value


def error_of(function, *arguments, **named):
    try:
        function(*arguments, **named)
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return None


def launch(stream, function):
    work = WORK(lambda _: function() and None)
    launched.append(work)
    assert not toy.toy_launch(stream.device_index, stream.stream_id, work, None, None)


def gate_on(stream):
    """An Event of Python's, until which the stream does nothing."""
    gate = threading.Event()
    launch(stream, gate.wait)
    return gate


def put_there():
    rename_privateuse1_backend("toy")
    functions = [address(name) for name in FUNCTIONS]
    found = {"before the devices": error_of(register_privateuse1_streams, *functions)}
    register_privateuse1_devices(2, *(address(name) for name in ("allocate", "free", "copy")))
    plain = torch.Stream("toy")
    found["without streams"] = [plain == torch.Stream("toy:0"), plain.stream_id, plain.query()]
    found["a function is missing"] = error_of(register_privateuse1_streams, *functions[:-1], 0)
    register_privateuse1_streams(*functions)
    found["twice"] = error_of(register_privateuse1_streams, *functions)
    return found


def name_streams():
    default, stream = torch.accelerator.current_stream(), torch.Stream("toy:1", priority=-3)
    again = torch.Stream(stream.stream_id, stream.device_index, stream.device_type)
    by_name = torch.Stream(stream_id=stream.stream_id, device_index=1, device_type=20)

    class Mine(torch.Stream):
        def __new__(cls, device=None, priority=0, **kwargs):
            return super().__new__(cls, device, priority=priority, **kwargs)

    mine = Mine("toy", priority=-1)
    priority = counter("priority")
    return {
        "default": [default.stream_id, str(default.device), repr(default)],
        "equal": [stream == again == by_name, hash(stream) == hash(again), stream != default, stream in {again}],
        "device": [str(stream.device), stream.device_index, stream.device_type],
        "new ones differ": torch.Stream("toy") != torch.Stream("toy"),
        "priority": priority,
        "handle": stream.native_handle == stream.stream_id,
        "subclass": [isinstance(mine, Mine), mine.device_index],
        "no such stream": error_of(torch.Stream(4711, 0, 20).query),
        "no such device": error_of(torch.Stream, "toy:7"),
        "no device named": str(torch.Stream().device),
    }


def make_current():
    stream, other = torch.Stream("toy"), torch.Stream("toy:1")
    now, found = torch.accelerator.current_stream, {}
    default, seen = now(), []
    with stream as given:
        found["inside"] = [given is stream, now() == stream]
        with other:
            found["another device"] = [now() == other, torch.accelerator.current_device_index()]
            with stream, stream:
                found["once more"] = [now() == stream, torch.accelerator.current_device_index()]
        found["back"] = [now() == stream, torch.accelerator.current_device_index()]
        thread = threading.Thread(target=lambda: seen.append(now() == default))
        thread.start(), thread.join()
        found["another thread"] = seen
    found["after"] = now() == default
    torch.accelerator.set_stream(other)
    found["set"] = [now() == other, torch.accelerator.current_device_index()]
    torch.accelerator.set_stream(torch.Stream(0, 1, 20))
    torch.accelerator.set_device_index(0)
    return found


def wait_in_order():
    a, b, seen = torch.Stream("toy"), torch.Stream("toy"), []
    gate, event = gate_on(a), torch.Event("toy")
    launch(a, lambda: seen.append("a"))
    event.record(a)
    b.wait_event(event)
    launch(b, lambda: seen.append("b"))
    found = {"closed": [a.query(), b.query(), event.query(), list(seen)]}
    gate.set()
    b.synchronize()
    found["open"] = [a.query(), b.query(), event.query(), seen]
    gate = gate_on(a)
    b.wait_stream(a)
    launch(b, lambda: seen.append("c"))
    found["wait_stream"] = [b.query()]
    made = b.record_event()
    gate.set()
    made.synchronize()
    found["wait_stream"] += [made.query(), seen[-1], type(made).__name__]
    found["given"] = b.record_event(event) is event
    found["wrong"] = [error_of(b.wait_event, 1), error_of(b.wait_stream, None), error_of(b.record_event, "x")]
    return found


def time_events():
    stream = torch.Stream("toy")
    begin, end, plain = (torch.Event("toy", enable_timing=timing) for timing in (True, True, False))
    before = [begin.event_id, str(begin.device), repr(plain)]
    with stream:
        begin.record()
    gate = gate_on(stream)
    end.record(stream)
    plain.record(stream)
    early = error_of(begin.elapsed_time, end)
    gate.set()
    stream.synchronize()
    return {
        "before": before,
        "after": [begin.event_id != 0, str(begin.device)],
        "early": early,
        "in order": begin.elapsed_time(end) > 0,
        "backwards": begin.elapsed_time(end) == -end.elapsed_time(begin),
        "no timing": error_of(begin.elapsed_time, plain),
        "never recorded": error_of(begin.elapsed_time, torch.Event("toy", enable_timing=True)),
        "another device": error_of(begin.record, torch.Stream("toy:1")),
        "the CPU's": error_of(begin.record, torch.Stream("cpu")),
        "between processes": error_of(begin.ipc_handle),
    }


def use_memory():
    stream, other, found = torch.Stream("toy"), torch.Stream("toy"), {}
    with stream:
        x = torch.arange(4.0, device="toy")
        gate = gate_on(stream)
        copied = x.clone()
        host = copied.to("cpu", non_blocking=True)
        del x, copied
    blocks = counter("blocks")
    gate.set()
    stream.synchronize()
    found["copied though it was dropped"] = [blocks > 0, host.tolist(), counter("blocks")]
    y = torch.ones(2, device="toy")
    gate = gate_on(other)
    y.record_stream(other)
    del y
    stream.synchronize()
    held = counter("blocks")
    gate.set()
    other.synchronize()
    found["recorded"] = [held, counter("blocks")]
    z = torch.ones(2, device="toy")
    found["wrong"] = [error_of(z.record_stream, torch.Stream("cpu")), error_of(z.record_stream, 3)]
    found["training"] = train(stream)
    return found


def train(stream):
    """Returns whether a model trains on a stream as on the CPU."""
    torch.manual_seed(0)
    here, x = torch.nn.Linear(4, 2), torch.randn(8, 4)
    losses = []
    for place in ("cpu", "toy"):
        with stream:
            model = torch.nn.Linear(4, 2).to(place)
            model.load_state_dict(here.state_dict())
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for _ in range(3):
                optimizer.zero_grad()
                loss = model(x.to(place, non_blocking=True)).square().sum()
                loss.backward()
                optimizer.step()
            losses.append(loss.item())
    return abs(losses[0] - losses[1]) < 1e-6


def fail_late():
    stream = torch.Stream("toy")
    new_error = toy.ptc_error_new
    new_error.restype, new_error.argtypes = ctypes.c_void_p, [ctypes.c_int32, ctypes.c_char_p]
    work = WORK(lambda _: new_error(1, b"the kernel broke down"))
    launched.append(work)
    toy.toy_launch(stream.device_index, stream.stream_id, work, None, None)
    return {"first": error_of(stream.synchronize), "second": error_of(stream.synchronize)}


def share_by_dlpack():
    """A consumer's stream waits for the producer's, which is the current one."""
    stream, consumer, found = torch.Stream("toy"), torch.Stream("toy"), {}
    with stream:
        x = torch.arange(3.0, device="toy")
        gate = gate_on(stream)
        capsule = x.__dlpack__(stream=consumer.native_handle)
        found["waits"] = [consumer.query(), stream.query()]
        launch(consumer, lambda: found.setdefault("after", gate.is_set()))
        gate.set()
        consumer.synchronize()
        made = torch.from_dlpack(capsule)
        found["shared"] = [str(made.device), made.data_ptr() == x.data_ptr(), list(map(int, x.__dlpack_device__()))]
    asked = []

    class Producer:
        def __dlpack__(self, **wanted):
            asked.append(wanted["stream"])
            return x.__dlpack__(**wanted)

        __dlpack_device__ = x.__dlpack_device__

    with consumer:
        found["imported"] = torch.from_dlpack(Producer()).tolist()
    found["asked for the current stream"] = asked == [consumer.native_handle]
    gate = gate_on(consumer)
    x.__dlpack__(stream=-1)
    found["takes care itself"] = torch.accelerator.current_stream().query()
    found["no such stream"] = error_of(x.__dlpack__, stream=12345)
    gate.set()
    consumer.synchronize()
    return found


def ask_accelerator():
    a, found = torch.accelerator, {}
    found["what"] = [str(a.current_accelerator()), a.is_available(), a.device_count(), a.current_device_index()]
    with a.device_index(1):
        found["block"] = a.current_device_index()
        found["new"] = str(torch.ones(1, device="toy").device)
    found["after"] = a.current_device_index()
    a.set_device_index("toy:1")
    found["set"] = a.current_device_index()
    a.set_device_index(0)
    a.reset_peak_memory_stats()
    a.reset_accumulated_memory_stats(0)
    x = torch.ones(256, device="toy")
    del x
    x = torch.ones(128, device="toy")
    found["memory"] = [a.memory_allocated(), a.max_memory_allocated(), a.memory_reserved(), a.max_memory_reserved()]
    found["stats"] = a.memory_stats()["allocation.all.allocated"]
    del x
    a.empty_cache(), a.empty_host_cache(), a.synchronize(), a.synchronize("toy:1")
    found["dtypes"] = torch.float32 in a.get_device_capability()["supported_dtypes"]
    found["free bytes"] = error_of(a.get_memory_info)
    found["graph"] = error_of(a.Graph)
    found["wrong device"] = error_of(a.set_device_index, "cuda:0")
    module = torch.get_device_module("toy")
    found["module"] = [module.device_count(), module.current_device(), str(module.current_stream().device)]
    with module.device(1), module.stream(torch.Stream("toy:1")) as _:
        found["module's blocks"] = [module.current_device(), module.current_stream().stream_id != 0]
    found["module's wrong device"] = error_of(module.synchronize, "cpu")
    return found


def finalize():
    """Events and tensors that other threads and the collector close, while streams use them."""
    a, b = torch.Stream("toy"), torch.Stream("toy")
    gate = gate_on(a)

    def work():
        x, event = torch.ones(4, device="toy"), a.record_event()
        b.wait_event(event)
        x.record_stream(a)
        cycle = [x, event]
        cycle.append(cycle)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    gc.collect()
    held = counter("blocks")
    gate.set()
    a.synchronize(), b.synchronize(), torch.accelerator.synchronize()
    return [held, counter("blocks"), counter("events")]


def main():
    found = {"register": put_there(), "names": name_streams(), "current": make_current(), "order": wait_in_order()}
    found |= {"time": time_events(), "memory": use_memory(), "late": fail_late(), "accelerator": ask_accelerator()}
    found |= {"dlpack": share_by_dlpack(), "finalize": finalize()}
    gc.collect()
    torch.accelerator.synchronize()
    found["left"] = [counter(name) for name in ("blocks", "bytes", "events")]
    with open(sys.argv[2], "w") as file:
        json.dump(found, file)


if __name__ == "__main__":
    main()
