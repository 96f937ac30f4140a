"""profiler.profile beside torch's, of the same program: names, counts, shapes, parents, memory."""

import gzip
import json
import os
import subprocess
import sys
import threading
import warnings
from collections import Counter
from pathlib import Path

import pytest
import torch
from support.project import HANG

import pytorch_c
from pytorch_c.profiler import ProfilerAction, ProfilerActivity, profile, record_function, schedule

LIBRARIES = {"torch": torch, "pytorch_c": pytorch_c}


# Programs: what they begin with, and what is profiled of them. Factories are called in the first part, since torch's
# Python gives them other arguments than ours does, which shows in the profile.


def products(t):
    x, grad = t.ones(3, 4, requires_grad=True), t.ones(())

    def run():
        with t.profiler.record_function("forward"):
            y = (x @ x.t()).relu().sum()
        with t.profiler.record_function("backward"):
            y.backward(grad)

    return run


def layers(t):
    model = t.nn.Sequential(t.nn.Linear(5, 7), t.nn.Tanh(), t.nn.Linear(7, 3))
    x, target, grad = t.ones(4, 5), t.zeros(4, dtype=t.int64), t.ones(())

    def run():
        for step in range(3):
            with t.profiler.record_function(f"step {step}"):
                loss = t.nn.functional.cross_entropy(model(x), target)
                loss.backward(grad)

    return run


def convolutions(t):
    x, w = t.ones(2, 3, 8, 8, requires_grad=True), t.ones(4, 3, 3, 3, requires_grad=True)
    grad = t.ones(())

    def run():
        y = t.nn.functional.conv2d(x, w, padding=1)
        t.nn.functional.max_pool2d(y, 2).mean().backward(grad)

    return run


def lists_and_views(t):
    x = t.arange(12.0).reshape(3, 4)

    def run():
        both = t.stack([x, x * 2])
        t.cat([both[0], both[1]], 1).add_(1).split(2)
        x.reshape(4, 3).transpose(0, 1).contiguous().view(12).cumsum(0)
        x.exp().topk(2)

    return run


PROGRAMS = [products, layers, convolutions, lists_and_views]
OPTIONS = {"record_shapes": True, "profile_memory": True, "with_flops": True}


def profiled(t, program, **options):
    run = program(t)
    run()  # what runs once is not compared
    with t.profiler.profile(activities=[t.profiler.ProfilerActivity.CPU], **options) as found:
        run()
    return found


def path(event):
    """The names of an event and of those around it."""
    return (*(path(event.cpu_parent) if event.cpu_parent else ()), event.name)


def pair(program, **options):
    return [profiled(t, program, **options) for t in LIBRARIES.values()]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_events_are_torchs(program):
    """Finds the same calls in the same order, each inside of the same others, with the same inputs."""

    def facts(event):
        lists = (event.input_shapes, event.structured_input_shapes, event.structured_input_strides)
        return (
            *map(str, lists),
            event.input_dtypes,
            event.concrete_inputs,
            event.scope,
            event.flops,
            event.is_user_annotation,
            event.activity_type,
            event.is_async,
            event.overload_name,
        )

    theirs, ours = ([e for e in one.events() if e.name != "[memory]"] for one in pair(program, **OPTIONS))
    assert [path(e) for e in ours] == [path(e) for e in theirs]
    assert [facts(e) for e in ours] == [facts(e) for e in theirs]
    assert any(e.input_shapes for e in ours) and all(e.thread == ours[0].thread for e in ours)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_sums_are_torchs(program):
    """Counts, flops and memory of each key."""
    attributes = ("count", "flops", "cpu_memory_usage", "self_cpu_memory_usage", "is_async", "node_id", "scope")

    def facts(found, shapes):
        rows = found.key_averages(group_by_input_shape=shapes)
        return Counter((row.key, str(row.input_shapes), *(getattr(row, a) for a in attributes)) for row in rows)

    theirs, ours = pair(program, **OPTIONS)
    for shapes in (False, True):
        mine, other = facts(ours, shapes), facts(theirs, shapes)
        without = [Counter({k: n for k, n in one.items() if k[0] != "[memory]"}) for one in (mine, other)]
        assert without[0] == without[1]
    assert any(row.self_cpu_memory_usage > 0 for row in ours.key_averages())


def test_overloads_and_backward_are_tied_to_forward():
    config = pytorch_c.profiler._ExperimentalConfig(capture_overload_names=True)
    with profile(experimental_config=config) as found:
        x = pytorch_c.ones(3, requires_grad=True)
        (x * 2).sum().backward()
    forward = next(e for e in found.events() if e.name == "aten::mul" and e.scope == 0)
    node = next(e for e in found.events() if e.name == "MulBackward0")
    assert forward.overload_name == "Tensor" and node.scope == 1
    assert node.sequence_nr == forward.sequence_nr >= 0 and node.fwd_thread == forward.thread
    rows = found.key_averages(group_by_overload_name=True)
    assert {(row.key, row.overload_name) for row in rows} >= {("aten::mul", "Tensor"), ("aten::sum", "")}


def test_times_add_up():
    found = profiled(pytorch_c, layers)
    for event in found.events():
        assert 0 <= event.self_cpu_time_total <= event.cpu_time_total
        assert event.cpu_parent is None or event in event.cpu_parent.cpu_children
    total = found.profiler.total_average()
    assert total.key == "Total" and total.self_cpu_time_total == pytest.approx(found.profiler.self_cpu_time_total)
    top = sum(e.cpu_time_total for e in found.events() if e.cpu_parent is None)
    assert top == pytest.approx(total.self_cpu_time_total)


def test_memory_has_the_allocators_sums():
    with profile(profile_memory=True) as found:
        x = pytorch_c.ones(1000)
        y = x + x
        del x, y
    results = found.profiler.kineto_results.profile
    from pytorch_c._boundary import api, library

    memory = [e for e in library.core.profile_events(results) if e[0] == "[memory]"]
    sizes = [e[14] for e in memory]
    assert sizes == [4000, 4000, -4000, -4000]
    held = [e[15] for e in memory]  # after it
    assert [b - a for a, b in zip(held, held[1:])] == [4000, -4000, -4000]
    addresses = [
        json.loads(api.profile_event_details(results, i))["address"]
        for i, e in enumerate(library.core.profile_events(results))
        if e[0] == "[memory]"
    ]
    assert sorted(addresses[:2]) == sorted(addresses[2:])
    outside = [e for e in found.events() if e.name == "[memory]"]  # what no operator freed
    assert [e.cpu_memory_usage for e in outside] == [-4000, -4000]


# ---- files ----


def test_chrome_trace_has_the_events(tmp_path):
    with profile(record_shapes=True) as found:
        found.add_metadata("said", 'a "quoted"\ntext')
        found.add_metadata_json("numbers", "[1, 2]")
        with record_function("mine"):
            pytorch_c.ones(2, 3) @ pytorch_c.ones(3, 2)
    found.export_chrome_trace(str(tmp_path / "trace.json"))
    said = json.loads((tmp_path / "trace.json").read_text())
    assert said["said"] == "a 'quoted' text" and said["numbers"] == [1, 2] and said["record_shapes"] == 1
    events = {e["name"]: e for e in said["traceEvents"] if e.get("ph") == "X"}
    assert {"mine", "aten::mm"} <= events.keys() and events["mine"]["cat"] == "user_annotation"
    assert events["aten::mm"]["args"]["Input Dims"] == [[2, 3], [3, 2]]
    with pytest.raises(pytorch_c.TorchError, match="saved already"):
        found.export_chrome_trace(str(tmp_path / "again.json"))


def test_metadata_of_steps_that_are_not_profiled_is_dropped(tmp_path):
    """Programs add it at each step; torch keeps what is added once a profile is prepared."""
    for name, t in LIBRARIES.items():
        seen = []

        def ready(found, file=tmp_path / name, seen=seen):
            found.export_chrome_trace(f"{file}{len(seen)}.json")
            said = json.loads(Path(f"{file}{len(seen)}.json").read_text())
            seen.append(sorted(key for key in said if key.startswith("step")))

        schedule = t.profiler.schedule(wait=1, warmup=1, active=1)
        with t.profiler.profile(schedule=schedule, on_trace_ready=ready, acc_events=True) as found:
            for i in range(7):
                found.add_metadata(f"step{i}", "")
                found.step()
        found.add_metadata("step", "")
        assert seen == [["step1", "step2"], ["step4", "step5"]], name


def test_chrome_trace_is_torchs(tmp_path):
    """Names and shapes of the file that torch writes of the same program."""
    seen = []
    for name, t in LIBRARIES.items():
        found = profiled(t, products, record_shapes=True)
        found.export_chrome_trace(str(tmp_path / f"{name}.json"))
        said = json.loads((tmp_path / f"{name}.json").read_text())
        events = [e for e in said["traceEvents"] if e.get("cat") in ("cpu_op", "user_annotation")]
        kept = ("Input Dims", "Input type", "Concrete Inputs")
        hidden = "profiler::_record_function"  # operators by which torch's Python makes a range
        seen.append(
            sorted((e["name"], *(str(e["args"].get(k)) for k in kept)) for e in events if hidden not in e["name"])
        )
    assert seen[0] == seen[1]


def test_packed_trace_and_a_file_that_cannot_be_written(tmp_path):
    with profile() as found:
        pytorch_c.ones(2)
    with pytest.raises(pytorch_c.TorchError, match="No such file"):
        found.export_chrome_trace(str(tmp_path / "no" / "folder.json"))
    found.export_chrome_trace(str(tmp_path / "trace.json.gz"))
    with gzip.open(tmp_path / "trace.json.gz") as file:
        assert json.load(file)["traceEvents"]


def test_tensorboard_handler_writes_each_round(tmp_path):
    handler = pytorch_c.profiler.tensorboard_trace_handler(str(tmp_path / "new"), "worker")
    with profile(schedule=schedule(wait=0, warmup=1, active=1), on_trace_ready=handler) as found:
        for _ in range(4):
            pytorch_c.ones(2)
            found.step()
    files = sorted((tmp_path / "new").iterdir())
    assert len(files) == 2 and all(f.name.startswith("worker.") and f.name.endswith(".pt.trace.json") for f in files)


def test_execution_trace(tmp_path):
    observer = pytorch_c.profiler.ExecutionTraceObserver().register_callback(str(tmp_path / "et.json"))
    assert observer.is_registered and not observer.is_running()
    with pytest.raises(pytorch_c.TorchError, match="open already"):
        pytorch_c.profiler.ExecutionTraceObserver().register_callback(str(tmp_path / "other.json"))
    with profile(execution_trace_observer=observer):
        pytorch_c.ones(2, 3) @ pytorch_c.ones(3, 2)
    assert not observer.is_registered
    said = json.loads((tmp_path / "et.json").read_text())
    assert "aten::mm" in {node["name"] for node in said["nodes"]}
    with pytest.raises(pytorch_c.TorchError, match="No such file"):
        observer.register_callback(str(tmp_path / "no" / "folder.json"))


# ---- schedules ----


@pytest.mark.parametrize(
    "numbers",
    [(1, 1, 2, 0, 0, 0), (2, 1, 3, 2, 4, 0), (3, 2, 1, 2, 1, 1), (0, 1, 1, 3, 2, 0), (5, 0, 2, 1, 0, 1)],
)
@pytest.mark.filterwarnings("ignore:Profiler won't be using warmup")
def test_a_schedule_is_torchs(numbers):
    named = dict(zip(("wait", "warmup", "active", "repeat", "skip_first", "skip_first_wait"), numbers))
    ours, theirs = (t.profiler.schedule(**named) for t in (pytorch_c, torch))
    assert [ours(i).name for i in range(40)] == [theirs(i).name for i in range(40)]


def test_a_schedule_records_its_rounds():
    def program(t):
        rounds, x = [], t.ones(2)
        plan = t.profiler.schedule(wait=1, warmup=1, active=2, repeat=2)
        ready = lambda p: rounds.append((p.step_num, Counter(e.name for e in p.events())))
        activities = [t.profiler.ProfilerActivity.CPU]
        with t.profiler.profile(activities=activities, schedule=plan, on_trace_ready=ready) as found:
            for _ in range(10):
                x.exp()
                found.step()
        return rounds

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Warning: Profiler clears events")
        theirs, ours = program(torch), program(pytorch_c)
    assert ours == theirs and len(ours) == 2 and ours[0][1]["ProfilerStep*"] == 2 and ours[0][1]["aten::exp"] == 2


def test_accumulated_events():
    counts = []
    plan = schedule(wait=0, warmup=1, active=1)
    ready = lambda p: counts.append(sum(e.name == "aten::exp" for e in p.events()))
    with profile(schedule=plan, on_trace_ready=ready, acc_events=True) as found:
        for _ in range(6):
            pytorch_c.ones(2).exp()
            found.step()
    assert counts == [1, 2, 3]


def test_wrong_schedules():
    with pytest.raises(AssertionError, match="active=0"):
        schedule(wait=1, warmup=1, active=0)
    with pytest.raises(AssertionError, match="non-negative"):
        schedule(wait=1, warmup=1, active=1)(-1)
    with pytest.raises(ValueError, match="DEVICE_STOPPED"):
        profile(schedule=lambda step: ProfilerAction.DEVICE_STOPPED)
    with pytest.warns(UserWarning, match="RECORD followed by NONE"), profile(schedule=falls) as found:
        found.step()


def falls(step):
    return ProfilerAction.RECORD if step == 0 else ProfilerAction.NONE


def test_start_and_stop():
    found = profile()
    with pytest.raises(AssertionError, match="before getting key averages"):
        found.key_averages()
    found.start()
    pytorch_c.ones(3).exp()
    found.stop()
    assert [e.name for e in found.events()].count("aten::exp") == 1


# ---- errors, threads, processes ----


def test_one_profile_at_a_time():
    with profile():
        with pytest.raises(pytorch_c.TorchError, match="a profile runs already, begun by this thread"):
            with profile():
                pass
        said = []
        thread = threading.Thread(target=lambda: said.append(start_fails()))
        thread.start()
        thread.join()
    assert "begun by another thread" in said[0]
    with profile():  # nothing is left behind
        pass
    found = pytorch_c.autograd.profiler.profile()
    with found, pytest.raises(RuntimeError, match="not reentrant"):
        found.__enter__()


def start_fails():
    try:
        profile().start()
    except pytorch_c.TorchError as error:
        return str(error)


def test_a_profile_ends_where_it_began():
    found, said = profile(), []

    def stop():
        try:
            found.stop()
        except pytorch_c.TorchError as error:
            said.append(str(error))

    found.start()
    thread = threading.Thread(target=stop)
    thread.start()
    thread.join()
    found.stop()
    assert "begun by another thread" in said[0]
    with pytest.raises(pytorch_c.TorchError, match="no profile runs"):
        found.profiler.__exit__(None, None, None)


def test_the_profile_of_the_other_library_runs():
    """torch's own, on the same thread."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as theirs:
        pytorch_c.ones(3).exp()
        with pytest.raises(pytorch_c.TorchError, match="another profiler of libtorch's runs on this thread"):
            profile().start()
    assert "aten::exp" in {e.name for e in theirs.events()}
    with profile() as ours:
        torch.ones(3).exp()
    assert "aten::exp" in {e.name for e in ours.events()}


def test_wrong_arguments():
    with pytest.raises(TypeError, match="Expected ProfilerActivity or dict"):
        profile(activities=[ProfilerActivity.CPU, "cpu"])
    with pytest.raises(AssertionError, match="activities"):
        profile(activities=[])
    with pytest.raises(ValueError, match="more than once"):
        profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CPU])
    with pytest.raises(RuntimeError, match="non-member activity type name: 'GPU_MEMCPY'"):
        profile(activities=[{ProfilerActivity.CPU: ["GPU_MEMCPY"]}]).start()
    with pytest.raises(ValueError, match="non-negative"):
        pytorch_c.autograd.profiler.profile(post_processing_timeout_s=-1)
    with pytest.raises(TypeError, match="'name' must be str"), record_function(3):
        pass
    with profile() as found, pytest.raises(ValueError, match="argument 'activities'"):
        found.toggle_collection_dynamic(True, [ProfilerActivity.HPU])
    with pytest.raises(AssertionError, match="with_stack"):
        found.export_stacks("nowhere")
    with (
        pytest.raises(ValueError, match="record_shapes=True, profile_memory=True, with_stack=True required"),
        pytest.warns(FutureWarning, match="deprecated"),
    ):
        found.export_memory_timeline("nowhere")


@pytest.mark.parametrize("t", LIBRARIES.values(), ids=LIBRARIES)
def test_kinds_of_events_in_the_trace_are_chosen(t, tmp_path):
    def kinds(*chosen):
        activities = [{t.profiler.ProfilerActivity.CPU: list(chosen)}]
        with t.profiler.profile(activities=activities) as found, t.profiler.record_function("mine"):
            t.ones(2)
        found.export_chrome_trace(str(tmp_path / "trace.json"))
        said = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
        return {one["cat"] for one in said if one.get("cat") in ("cpu_op", "user_annotation")}

    assert kinds("CPU_OP", "USER_ANNOTATION") == {"cpu_op", "user_annotation"}
    assert kinds("CPU_OP") == {"cpu_op"}
    assert kinds("USER_ANNOTATION") == {"user_annotation"}


@pytest.mark.parametrize("t", LIBRARIES.values(), ids=LIBRARIES)
def test_marks_for_other_profilers(t):
    with t.autograd.profiler.emit_itt():
        assert t.ones(2).exp().sum() > 5
        assert t.autograd.profiler._is_profiler_enabled
    assert t.profiler.itt.is_available()
    t.profiler.itt.mark("moment")
    with t.profiler.itt.range("range"):
        pass
    with t.autograd.profiler.emit_nvtx(False):
        assert not t.autograd.profiler._is_profiler_enabled
    with t.profiler.profile() as found:  # nothing is left of the marks
        t.ones(2)
    assert "aten::ones" in [one.name for one in found.events()]


def test_trace_only_has_no_events():
    config = pytorch_c.profiler._ExperimentalConfig(trace_only=True)
    with profile(experimental_config=config) as found:
        pytorch_c.ones(2)
    with pytest.raises(RuntimeError, match="trace_only"):
        found.events()


def test_a_timeout_gives_the_first_events():
    with profile(post_processing_timeout_s=0) as found:
        pytorch_c.ones(2)
    assert len(found.events()) == 0


def test_ranges_nest_and_decorate():
    @record_function("decorated")
    def twice(x):
        """Doubles."""
        return x * 2

    assert twice.__doc__ == "Doubles."
    with profile() as found, record_function("outer", "its text"):
        twice(pytorch_c.ones(2))
        with pytest.raises(ValueError, match="no"), record_function("fails"):
            raise ValueError("no")
    by_name = {e.name: e for e in found.events()}
    assert path(by_name["aten::mul"]) == ("outer", "decorated", "aten::mul")
    assert by_name["fails"].cpu_parent.name == "outer" and by_name["fails"].is_user_annotation


def test_all_threads():
    def work():
        pytorch_c.ones(3).cosh()

    for everywhere in (False, True):
        config = pytorch_c.profiler._ExperimentalConfig(profile_all_threads=everywhere)
        with profile(experimental_config=config) as found:
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        assert ("aten::cosh" in {e.name for e in found.events()}) == everywhere


ENDS = {
    "exit": "import sys; pytorch_c.profiler.profile().start(); pytorch_c.ones(2); sys.exit(5)",
    "exit in a thread's range": (
        "import sys, threading; p = pytorch_c.profiler.profile(); p.start()\n"
        "def work():\n    r = pytorch_c.profiler.record_function('r'); r.__enter__(); pytorch_c.ones(2); kept.append(r)\n"
        "kept = []; t = threading.Thread(target=work); t.start(); t.join(); sys.exit(5)"
    ),
    "observer": "import sys; pytorch_c.profiler.observe(lambda e: None); pytorch_c.ones(2); sys.exit(5)",
    "observer and daemon": (
        "import sys, threading, time; o = pytorch_c.profiler.observe(lambda e: None, lambda e, s: None)\n"
        "def work():\n    while True: pytorch_c.ones(2)\n"
        "threading.Thread(target=work, daemon=True).start(); time.sleep(0.2); sys.exit(5)"
    ),
    "trace and daemon": (
        "import sys, threading, time; t = pytorch_c.profiler.trace(lines=True).start()\n"
        "def work():\n    while True: pytorch_c.ones(2)\n"
        "threading.Thread(target=work, daemon=True).start(); time.sleep(0.2); sys.exit(5)"
    ),
    "fork": (
        "import os, sys; p = pytorch_c.profiler.profile(); p.start(); seen = []\n"
        "o = pytorch_c.profiler.observe(lambda e: seen.append(e.name))\n"
        "pid = os.fork(); before = len(seen); pytorch_c.ones(2)\n"
        "assert len(seen) > before\n"
        "if pid == 0: os._exit(0)\n"
        "assert os.waitpid(pid, 0)[1] == 0\n"
        "p.stop(); assert 'aten::ones' in {e.name for e in p.events()}; o.remove(); sys.exit(5)"
    ),
    "fork with a profile of the child's own": (
        "import os, sys\nwith pytorch_c.profiler.profile(): pytorch_c.ones(2)\n"
        "pid = os.fork()\n"
        "with pytorch_c.profiler.profile() as p: pytorch_c.ones(2)\n"
        "assert 'aten::ones' in {e.name for e in p.events()}\n"
        "if pid == 0: os._exit(0)\n"
        "assert os.waitpid(pid, 0)[1] == 0; sys.exit(5)"
    ),
}


@pytest.mark.parametrize("program", ENDS.values(), ids=ENDS)
def test_a_process_ends_while_it_is_observed(program):
    done = subprocess.run(
        [sys.executable, "-c", "import pytorch_c\n" + program],
        capture_output=True,
        text=True,
        timeout=HANG,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 5, done.stderr


@pytest.mark.parametrize("t", LIBRARIES.values(), ids=LIBRARIES)
def test_whether_a_profiler_runs(t):
    with t.autograd.profiler.profile():
        assert t.autograd._profiler_enabled()
    assert not t.autograd._profiler_enabled()


def test_inputs_of_ranges_are_torchs():
    def seen(t):
        x = t.ones(2, 3)
        fast = t._C._profiler._RecordFunctionFast("fast", [x, 2, "text", [1.5, 2.5]], {"n": 3, "s": "word"})
        with t.profiler.profile(record_shapes=True) as found:
            handle = t.autograd._record_function_with_args_enter("slow", x, 4, [x, x])
            x.exp()
            t.autograd._record_function_with_args_exit(handle)
            for _ in range(2):
                with fast:
                    x.sin()
        return [
            (one.name, one.input_shapes, one.concrete_inputs, one.kwinputs, [child.name for child in one.cpu_children])
            for one in found.events()
            if one.name in ("fast", "slow")
        ]

    assert seen(pytorch_c) == seen(torch)


@pytest.mark.parametrize("t", LIBRARIES.values(), ids=LIBRARIES)
def test_the_trace_is_written_by_python_too(t, tmp_path):
    with t.profiler.profile(record_shapes=True, with_stack=True) as found, t.profiler.record_function("mine"):
        t.ones(2, 3).exp()
    found.export_chrome_trace(str(tmp_path / "trace.json"), use_python_export=True)
    said = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    events = {one["name"]: one for one in said if one.get("ph") == "X"}
    assert events["mine"]["cat"] == "user_annotation" and events["aten::exp"]["args"]["Input Dims"] == [[2, 3]]
