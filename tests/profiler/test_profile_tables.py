"""Tables, sums and files of events beside torch's, of the same events made by hand."""

import itertools

import pytest
import torch
from torch.autograd import profiler_util as theirs

import pytorch_c
from pytorch_c.autograd import profiler_util as ours

CPU, CUDA = "CPU", "CUDA"


def event(module, id, name, start, end, device=CPU, **more):
    types = torch.autograd.DeviceType if module is theirs else pytorch_c.profiler.DeviceType
    made = {
        "overload_name": "",
        "input_shapes": [],
        "stack": [],
        "flops": 0,
        "trace_name": name,
        "fwd_thread": 0,
        "device_type": getattr(types, device),
        "thread": 1,
        **more,
    }
    return module.FunctionEvent(id=id, name=name, start_us=start, end_us=end, **made)


def program(module):
    """A forward and a backward pass on two threads, with memory, shapes, stacks and an operator around itself."""
    stack = ["program.py(3): forward", "program.py(9): <module>"]
    shapes = [[128, 256], [256, 64], []]
    return [
        event(module, 1, "ProfilerStep*", 0, 5000000, trace_name="ProfilerStep#1"),
        event(module, 2, "aten::linear", 10, 2010.5, input_shapes=shapes, stack=stack, cpu_memory_usage=5 << 20),
        event(
            module,
            3,
            "aten::addmm",
            20,
            1500,
            input_shapes=shapes,
            flops=4194304,
            cpu_memory_usage=5 << 20,
            stack=stack,
        ),
        event(module, 4, "aten::sum", 3000, 3100, sequence_nr=7, stack=stack[:1], overload_name="dim"),
        event(module, 5, "aten::sum", 3010, 3090, sequence_nr=8),
        event(module, 6, "SumBackward0", 4000, 4400, thread=2, fwd_thread=1, scope=1, sequence_nr=7),
        event(module, 7, "aten::expand", 4100, 4200, thread=2, input_shapes=[[1]], cpu_memory_usage=-2000),
        event(module, 8, "an asynchronous one", 100, 9000, is_async=True),
        event(module, 9, "a name that is so long that it does not fit the column of names at all", 6000, 6001, flops=3),
        event(module, 10, "aten::mul", 7000, 7000, cpu_memory_usage=3 << 30),
    ]


def with_device(module):
    made = [event(module, 1, "aten::mm", 0, 100, use_device="cuda", device_memory_usage=4096)]
    made[0].append_kernel("sgemm", 0, 55.5)
    made.append(event(module, 2, "sgemm", 40, 95.5, device=CUDA, use_device="cuda", thread=7))
    return made


def both(made, **options):
    lists = []
    for module in (theirs, ours):
        found = module.EventList(made(module), **options)
        found._build_tree()
        lists.append(found)
    return lists


WAYS = [
    {}, {"sort_by": "self_cpu_time_total"}, {"sort_by": "cpu_memory_usage", "row_limit": 3}, {"header": "A header"},
    {"top_level_events_only": True}, {"time_unit": "s"}, {"time_unit": "ms", "row_limit": -1}, {"row_limit": 0},
    {"max_name_column_width": None, "max_shapes_column_width": None, "max_src_column_width": None},
    {"max_name_column_width": 12, "max_shapes_column_width": 10, "max_src_column_width": 9}, {"sort_by": "count"},
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("memory", [False, True])
def test_tables_are_torchs(way, memory):
    lists = both(program, profile_memory=memory)
    assert lists[1].table(**way) == lists[0].table(**way)
    for options in ({}, {"group_by_input_shapes": True}, {"group_by_stack_n": 1}, {"group_by_overload_name": True}):
        averages = [one.key_averages(**options) for one in lists]
        assert averages[1].table(**way) == averages[0].table(**way)


def test_tables_of_a_device_are_torchs():
    lists = both(with_device, use_device="cuda", profile_memory=True)
    assert lists[1].table() == lists[0].table() and "Self CUDA" in lists[1].table()
    assert lists[1].table(sort_by="cuda_time_total") == lists[0].table(sort_by="cuda_time_total")
    averages = [one.key_averages() for one in lists]
    assert averages[1].table(sort_by="self_cuda_time_total") == averages[0].table(sort_by="self_cuda_time_total")


def test_flops_have_their_column():
    """torch puts them under the stack's header where there are both."""
    lists = both(lambda module: [e for e in program(module) if not e.stack], with_flops=True)
    assert lists[1].table() == lists[0].table() and "Total FLOPs" in lists[1].table()
    assert "4194304.000" in both(program, with_flops=True)[1].table()


def test_the_tree_and_the_sums_are_torchs():
    lists = both(program)
    facts = [
        [
            (e.id, e.cpu_parent and e.cpu_parent.id, [c.id for c in e.cpu_children], e.stack, e.self_cpu_time_total)
            for e in one
        ]
        for one in lists
    ]
    assert facts[1] == facts[0] and len(facts[1]) == 9
    totals = [one.total_average() for one in lists]
    names = ("key", "count", "self_cpu_time_total", "cpu_time_total", "self_cpu_memory_usage", "flops", "cpu_time_str")
    assert [getattr(totals[1], n) for n in names] == [getattr(totals[0], n) for n in names]
    assert lists[1].self_cpu_time_total == lists[0].self_cpu_time_total


def test_files_are_torchs(tmp_path):
    for one, name in zip(both(program), ("theirs", "ours")):
        one.export_stacks(str(tmp_path / f"{name}.txt"), "self_cpu_time_total")
        one.export_chrome_trace(str(tmp_path / f"{name}.json"))
    import json

    assert (tmp_path / "ours.txt").read_text() == (tmp_path / "theirs.txt").read_text() != ""
    assert json.loads((tmp_path / "ours.json").read_text()) == json.loads((tmp_path / "theirs.json").read_text())
    with pytest.raises(ValueError, match="metric"):
        both(program)[1].export_stacks(str(tmp_path / "x"), "count")


def test_empty_lists():
    assert ours.EventList().table() == theirs.EventList().table() == ""
    with pytest.raises(AssertionError, match="Expected tree to be built"):
        ours.EventList().key_averages()
    with pytest.raises(AttributeError, match="nothing"):
        both(program)[1].table(sort_by="nothing")


@pytest.mark.parametrize("us", [0, 0.1, 999.9999, 1000, 1e6 - 1, 1e6, 12345678.9])
@pytest.mark.parametrize("nbytes", [0, 1023, -1024, 1 << 20, 3 << 30, -(5 << 30)])
def test_texts_are_torchs(us, nbytes):
    assert ours._format_time(us) == theirs._format_time(us)
    assert ours._format_memory(nbytes) == theirs._format_memory(nbytes)


def test_metadata_of_a_kernel():
    said = {
        "grid": "[1, 2, 3]",
        "stream": "7",
        "Collective name": '"allreduce"',
        "warps per SM": "0.5",
        "occupancy": "null",
    }
    mine, other = (event(m, 1, "k", 0, 1, extra_meta=said).event_metadata for m in (ours, theirs))
    assert mine._asdict() == other._asdict() and mine.grid == [1, 2, 3] and mine.collective_name == "allreduce"
    assert ours.EventMetadata._fields == theirs.EventMetadata._fields
    every = {key: "1" for key in theirs._EVENT_METADATA_KEYS}
    mine, other = (event(m, 1, "k", 0, 1, extra_meta=every).event_metadata for m in (ours, theirs))
    assert mine == other and None not in mine


def test_names_and_attributes_are_torchs():
    left = {"torch", "deprecated", "Any", "Callable", "NamedTuple", "namedtuple"}
    assert set(theirs.__all__) - left <= set(ours.__all__)
    mine, other = (program(m)[0] for m in (ours, theirs))
    public = lambda x: {name for name in itertools.chain(vars(x), dir(type(x))) if name[0] != "_"}
    assert public(other) <= public(mine)
    assert public(theirs.FunctionEventAvg()) <= public(ours.FunctionEventAvg())
    with pytest.warns(FutureWarning, match="cuda_time_total"):
        assert mine.cuda_time_total == 0
    sums = ours.FunctionEventAvg().add(mine)
    with pytest.raises(AssertionError, match="ProfilerStep"):
        sums.add(program(ours)[1])
    with pytest.raises(AssertionError, match="Expected other to be a FunctionEvent"):
        sums.add("an event")
    assert "ProfilerStep*" in repr(mine) and "ProfilerStep*" in repr(sums)
