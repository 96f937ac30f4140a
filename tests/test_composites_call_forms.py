"""What torch's stubs say that a user can write: each form gives what torch gives, or both refuse it."""

import fnmatch
import re
import warnings

import call_forms
import pytest
import torch
from support.compare import Different, same

import pytorch_c

# Uninitialized memory, other nouns' chapters, and what test_composites_surface.py reads from docs/differences.md.
SKIPPED = (
    "_*", "empty*", "new_empty*", "resize*", "rrelu_with_noise*", "*cudnn*", "*miopen*", "*mkldnn*", "*fbgemm*", "sym_*", "init_num_threads",
    "set_", "set_data", "set_flush_denormal", "from_file", "cuda", "ipu", "xpu", "mtia", "pin_memory", "record_stream", "*storage*", "data_ptr", "const_data_ptr", "rename*",
    "apply_", "map_", "map2_", "item", "new", "type", "new_tensor", "tolist", "numpy", "register*", "as_subclass", "module_load", "batch_norm_backward*",
    "choose_qparams_optimized", "sparse_*_tensor", "tensor", "as_tensor", "asarray", "from_numpy", "frombuffer",
)  # fmt: skip

# {(function, form): why it differs}; see docs/differences.md, "Otherwise".
KNOWN = {
    ("*_loss", "*"): "the reduction that torch's parser takes for the default",
    ("*_copy", "out"): "generated for compilers",
    ("slice_scatter", "out"): "generated for compilers",
    ("range", "pin_memory=*"): "taken here, as in every factory",
    ("*", "from_=*"): "`from` is a word of Python's: torch cannot be called by keyword at all",
    ("random_", "by keyword"): "likewise",
    ("size", "axis"): "by hand in both",
    ("stride", "axis"): "by hand in both",
    ("result_type", "by keyword"): "one name for each place",
    ("copy_", "by keyword"): "src here, as torch's page says; other in torch's parser",
    ("cpu", "positional memory_format"): "taken here",
    ("is_contiguous", "positional memory_format"): "taken here",
}


def known(name, form):
    return any(fnmatch.fnmatchcase(name, n) and fnmatch.fnmatchcase(form, f) for n, f in KNOWN)


def is_old(name, params, space):
    """Whether it is a form that torch deprecated (numbers before tensors), or one whose first tensor is called self."""
    names = [p[0] for p in params if not p[3]]
    old = {"add": "alpha", "sub": "alpha", "addcmul": "value", "addcdiv": "value"}.get(name.rstrip("_"))
    return (space == "torch" and "self" in names) or (names and (names[0] in ("alpha", "beta") or names[0] == old))


def difference(space, name, first, args, kwargs):
    """What our call gives that torch's does not, or None."""
    theirs, their_error = call_forms.call(torch, space, name, first, args, kwargs)
    ours, our_error = call_forms.call(pytorch_c, space, name, first, args, kwargs)
    if (their_error is None) != (our_error is None):
        return f"{our_error!r}, torch {their_error!r}"[:400]
    if their_error is None:
        try:
            same(ours, theirs, name, strides=False)
        except Different as problem:
            return str(problem)[:400]
    return None


def problems_of(space, node):
    params = call_forms.parameters(node, space)
    base = None if is_old(node.name, params, space) else call_forms.found_base(space, node, params)
    if base is None:
        return []
    first, given, tried = base
    calls = call_forms.forms(params, given, tried)
    if space == "torch" and any(name == "out" for name, *_ in params):
        with_out = call_forms.out_form(space, node, first, *calls["by position"])
        calls |= {"out": with_out} if with_out else {}
    found = []
    for form, (args, kwargs) in calls.items():
        problem = None if known(node.name, form) else difference(space, node.name, first, args, kwargs)
        if problem:
            found.append(f"{space}.{node.name}, {form}: {problem}")
    return found


@pytest.mark.parametrize("letters", ("[a-b]", "[c-d]", "[e-i]", "[j-m]", "[n-r]", "s", "[t-z]"))
@pytest.mark.parametrize("space", call_forms.STUBS)
def test_forms_of_torchs_stubs(space, letters):
    problems, there = [], torch if space == "torch" else torch.Tensor
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, nodes in call_forms.functions(space).items():
            if (
                re.match(letters, name)
                and hasattr(there, name)
                and not any(fnmatch.fnmatchcase(name, one) for one in SKIPPED)
            ):
                problems += [problem for node in nodes for problem in problems_of(space, node)]
    assert not problems, "\n".join(problems)
