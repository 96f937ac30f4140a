"""Inputs that a program carries with it (torch.utils.bundled_inputs), and handles of modules, beside torch's."""

import io

import pytest
import torch
from support.oracle import agree

import pytorch_c


def model(t):
    class Scaled(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.by = 2.0

        def forward(self, x, shift: int):
            return x * self.by + shift

    return t.jit.script(Scaled())


def bundled(t):
    expressions = []
    inputs = [(t.zeros(3), 1), (t.arange(2.0), 2), (t.ones(1000), 3)]
    made = t.utils.bundled_inputs.bundle_inputs(
        model(t), inputs, ["zeros", "range", "ones"], _receive_inflate_expr=expressions
    )
    return made, expressions


def told(t, made):
    results = [made(*one).tolist() for one in made.get_all_bundled_inputs()]
    return results, made.get_num_bundled_inputs(), made.get_bundled_inputs_functions_and_info()


@pytest.mark.parametrize("t", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_inputs_are_those_that_were_given(t):
    __import__(f"{t.__name__}.utils.bundled_inputs")
    made, _ = bundled(t)
    given = made.get_all_bundled_inputs()
    assert [(x.tolist(), shift) for x, shift in given[:2]] == [([0.0] * 3, 1), ([0.0, 1.0], 2)]


def test_they_are_written_and_read_as_torchs():
    def case(t):
        __import__(f"{t.__name__}.utils.bundled_inputs")
        made, expressions = bundled(t)
        t.jit.save(made, file := io.BytesIO())
        file.seek(0)
        again = t.utils.bundled_inputs.bundle_inputs(made, [(t.ones(1), 4)])
        return [expressions, *told(t, made), *told(t, t.jit.load(file)), *told(t, again)]

    agree(case)


def test_a_handle_of_a_module_has_torchs_methods():
    def case(t):
        handle = model(t)._c
        found = [handle.hasattr("by"), handle.hasattr("forward"), handle.getattr("by"), handle._has_method("forward")]
        handle.setattr("by", 3.0)
        handle._register_attribute("more", t._C.ListType(t._C.IntType.get()), [1, 2])
        return [
            *found,
            handle.getattr("by"),
            handle.getattr("more"),
            str(handle._get_method("forward").schema).count("shift"),
        ]

    agree(case)
