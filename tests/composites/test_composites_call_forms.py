"""Forms of calls that torch's stubs offer: each gives what torch gives, or both refuse it."""

import fnmatch
import re
from collections import Counter

import pytest
import torch
from support import call_forms
from support.compare import Different, same
from support.oracle import LIBRARIES, refusal

# Uninitialized memory, other nouns' chapters, and what test_composites_surface.py reads from docs/differences.md.
SKIPPED = (
    "_* empty* new_empty* resize* rrelu_with_noise* *cudnn* *miopen* *mkldnn* *fbgemm* sym_* init_num_threads set_ "
    "set_data set_flush_denormal set_num_interop_threads from_file cuda ipu xpu mtia pin_memory record_stream "
    "*storage* data_ptr const_data_ptr rename* apply_ map_ map2_ item new type new_tensor tolist numpy register* "
    "as_subclass module_load batch_norm_backward* choose_qparams_optimized sparse_*_tensor tensor as_tensor asarray "
    "from_numpy frombuffer"
).split()

# Functions that are Python's here, and no operators: they have one name for each parameter.
BY_HAND = """copy_ dsmm histogramdd is_complex is_conj is_floating_point is_inference is_neg nonzero result_type spmm
where""".split()

# {(function, form): why it differs}; see docs/differences.md, "Otherwise".
KNOWN = {
    **{(name, numpys): "written by hand" for name in BY_HAND for numpys in ("x", "a", "x1", "x2")},
    ("*_loss", "*"): "the reduction that torch's parser takes for the default",
    ("*_copy", "out"): "generated for compilers",
    ("slice_scatter", "out"): "generated for compilers",
    ("range", "pin_memory=*"): "taken here, as in every factory",
    ("*", "from_=*"): "`from` is a word of Python's: torch cannot be called by keyword at all",
    ("random_", "by keyword"): "likewise",
    ("result_type", "by keyword"): "one name for each place",
    ("cpu", "positional memory_format"): "taken here",
    ("is_contiguous", "positional memory_format"): "taken here",
}


# Functions for which no dummy value will do; tests/ops calls them.
NOT_CALLED = {
    "torch": """
addbmm addmv addmv_ affine_grid_generator as_strided_scatter batch_norm batch_norm_elemt
batch_norm_gather_stats batch_norm_gather_stats_with_counts batch_norm_stats batch_norm_update_stats
binary_cross_entropy_with_logits ccol_indices_copy clamp clamp_ clip clip_ col_indices_copy conv3d conv_tbc
conv_transpose1d conv_transpose2d conv_transpose3d convolution crow_indices_copy ctc_loss diagonal_scatter
embedding_bag grid_sampler grid_sampler_2d grid_sampler_3d gru gru_cell hsmm hspmm indices_copy instance_norm
int_repr istft kl_div lstm lstm_cell lu_solve lu_unpack mv native_batch_norm native_group_norm native_norm
numel orgqr ormqr q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point
quantize_per_channel quantize_per_tensor quantize_per_tensor_dynamic quantized_batch_norm quantized_gru_cell
quantized_lstm_cell quantized_max_pool1d quantized_max_pool2d quantized_max_pool3d quantized_rnn_relu_cell
quantized_rnn_tanh_cell rnn_relu rnn_tanh row_indices_copy saddmm segment_reduce select_scatter smm sspaddmm
values_copy view_as_complex view_as_complex_copy
""",
    "Tensor": """
addbmm addbmm_ addmv addmv_ addr_ as_strided_scatter ccol_indices clamp clamp_ clip clip_ coalesce col_indices
crow_indices diagonal_scatter float_power_ indices int_repr is_coalesced istft lu_solve mv orgqr ormqr
q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point qscheme retain_grad
row_indices select_scatter smm sparse_mask sparse_resize_ sparse_resize_and_clear_ sspaddmm to_padded_tensor
values
""",
}

# Number of the forms that both refuse, by their exceptions.
REFUSED = {
    ("torch", "[a-b]"): {RuntimeError: 82, TypeError: 1, IndexError: 21, NotImplementedError: 11},
    ("torch", "[c-d]"): {IndexError: 22, RuntimeError: 96},
    ("torch", "[e-i]"): {RuntimeError: 111, IndexError: 33},
    ("torch", "[j-m]"): {RuntimeError: 105, IndexError: 15, NotImplementedError: 2},
    ("torch", "[n-r]"): {RuntimeError: 152, NotImplementedError: 14, IndexError: 25, ValueError: 2},
    ("torch", "s"): {
        RuntimeError: 34,
        IndexError: 32,
        (RuntimeError, ValueError): 2,
        TypeError: 2,
        NotImplementedError: 2,
    },
    ("torch", "[t-z]"): {RuntimeError: 46, IndexError: 21, NotImplementedError: 4},
    ("Tensor", "[a-b]"): {RuntimeError: 32, TypeError: 2, IndexError: 21, NotImplementedError: 5},
    ("Tensor", "[c-d]"): {RuntimeError: 22, IndexError: 16, TypeError: 1},
    ("Tensor", "[e-i]"): {RuntimeError: 22, IndexError: 19},
    ("Tensor", "[j-m]"): {RuntimeError: 22, IndexError: 15, NotImplementedError: 2},
    ("Tensor", "[n-r]"): {RuntimeError: 51, NotImplementedError: 2, IndexError: 24, TypeError: 6},
    ("Tensor", "s"): {IndexError: 43, RuntimeError: 31, NotImplementedError: 2, TypeError: 3},
    ("Tensor", "[t-z]"): {RuntimeError: 58, IndexError: 22, TypeError: 3},
}


def known(name, form):
    return any(fnmatch.fnmatchcase(name, n) and fnmatch.fnmatchcase(form, f) for n, f in KNOWN)


def is_old(name, params, space):
    """Returns whether it is a form that torch deprecated (numbers before tensors), or one whose first tensor is called self."""
    names = [p[0] for p in params if not p[3]]
    old = {"add": "alpha", "sub": "alpha", "addcmul": "value", "addcdiv": "value"}.get(name.rstrip("_"))
    return (space == "torch" and "self" in names) or (names and (names[0] in ("alpha", "beta") or names[0] == old))


def compare(space, name, first, args, kwargs):
    """Returns what both raise, or None; raises Different."""
    ours, theirs = (call_forms.call(library, space, name, first, args, kwargs) for library in LIBRARIES)
    found = refusal(ours, theirs)
    if found is None:
        same(ours.value, theirs.value, name, strides=False)
    return found


def compare_all(space, node, raised):
    """[problem] of all forms of a function, or None where no dummy value will do; counts in `raised` what both raise."""
    params = call_forms.parameters(node, space)
    base = None if is_old(node.name, params, space) else call_forms.found_base(space, node, params)
    if base is None:
        return None
    first, given, tried = base
    calls = call_forms.forms(params, given, tried)
    if space == "torch" and any(name == "out" for name, *_ in params):
        with_out = call_forms.out_form(space, node, first, *calls["by position"])
        calls |= {"out": with_out} if with_out else {}
    found = []
    for form, (args, kwargs) in calls.items():
        if not known(node.name, form):
            try:
                raised[compare(space, node.name, first, args, kwargs)] += 1
            except Different as problem:
                found.append(f"{space}.{node.name}, {form}: {problem}"[:500])
    return found


@pytest.mark.parametrize("letters", ("[a-b]", "[c-d]", "[e-i]", "[j-m]", "[n-r]", "s", "[t-z]"))
@pytest.mark.parametrize("space", call_forms.STUBS)
def test_forms_of_torchs_stubs(space, letters):
    there, problems, raised, not_called = torch if space == "torch" else torch.Tensor, [], Counter(), []
    for name, nodes in call_forms.functions(space).items():
        is_skipped = any(fnmatch.fnmatchcase(name, one) for one in SKIPPED)
        if re.match(letters, name) and hasattr(there, name) and not is_skipped:
            found = [compare_all(space, node, raised) for node in nodes]
            problems += [problem for one in found for problem in one or ()]
            not_called += [name] if all(one is None for one in found) else []
    assert not problems, "\n".join(problems)
    assert not_called == [name for name in NOT_CALLED[space].split() if re.match(letters, name)]
    assert raised.pop(None)
    assert raised == REFUSED[space, letters]
