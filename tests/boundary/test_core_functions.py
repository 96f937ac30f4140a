"""Functions of the C library that the package itself does not call: what a host can build upon them."""

import warnings

import pytest

import pytorch_c as torch
from pytorch_c import distributed, jit, nn
from pytorch_c._boundary import api


@pytest.fixture
def linear():
    return jit.script(nn.Linear(2, 3))


def parameters(handle):
    return dict(
        zip(api.jit_module_names(handle, 1, True).split("\n"), api.jit_module_tensors(handle, 1, True), strict=True)
    )


def test_handles_to_one_module_share_it_and_a_clone_has_its_own(linear):
    shared, clone = api.jit_module_share(linear._c), api.jit_module_clone(linear._c)
    own = {name: one.data_ptr() for name, one in linear.named_parameters()}
    assert {name: one.data_ptr() for name, one in parameters(shared).items()} == own
    copied = parameters(clone)
    assert {name: one.tolist() for name, one in copied.items()} == {
        name: one.tolist() for name, one in linear.named_parameters()
    }
    assert not {one.data_ptr() for one in copied.values()} & set(own.values())
    api.jit_module_train(shared, False)
    assert not linear.training and api.jit_module_is_training(clone)
    assert api.jit_module_type(clone) != api.jit_module_type(shared)


def test_functions_and_modules_know_their_unit(linear):
    compiled = jit.CompilationUnit("def twice(x):\n    return 2 * x\n")
    found = api.jit_unit_function(api.jit_function_unit(compiled.twice._c), "twice")
    assert api.jit_function_qualified_name(found) == compiled.twice.qualified_name
    unit = api.jit_module_unit(linear._c)
    attributes = api.jit_unit_attributes(unit, api.jit_module_type(linear._c)).split("\n")
    assert {"weight", "bias", "training"} <= {one.split()[-1].split(":")[0] for one in attributes}


def test_settings_and_traces_of_the_executor():
    twice = jit.CompilationUnit("def twice(x):\n    return x + x\n").twice
    assert api.jit_bailout_depth() >= 0
    x = torch.ones(2)
    for _ in range(3):
        assert twice(x).tolist() == [2, 2]
    assert "aten::add" in api.jit_last_executed_optimized_graph()


def test_nodes_know_their_graph_and_types_their_names(linear):
    graph = linear.forward.graph
    node, first = next(iter(graph.nodes())), next(iter(graph.inputs()))
    assert api.ir_graph_str(api.ir_node_graph(node._h), False) == api.ir_graph_str(graph._h, False)
    assert {"weight", "bias"} <= set(api.ir_type_names(api.ir_value_type(first._h)).split("\n"))


def test_a_trace_warns_of_what_it_cannot_see():
    def positive(x):
        api.jit_trace_warn("Converting a tensor to a number")
        return x + 1

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        jit.trace(positive, torch.ones(2), check_trace=False)
    assert [one.category.__name__ for one in found] == ["TracerWarning"]  # torch's, where torch has come first
    assert str(found[0].message).startswith("Converting a tensor to a number might cause the trace to be incorrect")


def test_a_group_of_one(tmp_path):
    distributed.init_process_group("gloo", init_method=f"file://{tmp_path}/store", rank=0, world_size=1)
    try:
        group = distributed.group.WORLD
        assert api.group_backend(group._handle) == "gloo"
        x = torch.ones(3)
        work = distributed.all_reduce(x, async_op=True)
        work.wait()
        (result,) = api.work_result(work._handle)
        assert result.data_ptr() == x.data_ptr()
        model = nn.parallel.DistributedDataParallel(nn.Linear(2, 1))
        model(torch.ones(1, 2)).sum().backward()
        reducer = model.reducer._handle
        assert api.reducer_buckets(reducer) == 1 and isinstance(api.reducer_graph_is_static(reducer), bool)
        api.reducer_remove_hooks(reducer)
        model.module.zero_grad()
        model.module(torch.ones(1, 2)).sum().backward()  # without the reducer, which is not told of this pass
        assert model.module.weight.grad.tolist() == [[1, 1]]
    finally:
        distributed.destroy_process_group()


def test_a_future_is_done_when_it_has_a_tensor():
    future = api.future_new()
    assert not api.future_done(future)
    api.future_set(future, torch.ones(1))
    assert api.future_done(future)
