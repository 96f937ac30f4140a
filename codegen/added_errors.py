"""The errors that a function adds to libtorch's own: those that its header tells of, and the checks that its body makes."""

import re
from functools import cache

from . import header

SOURCES = header.INCLUDE.parent / "src"
# Sentences for the checks of cshim/src/checks; {name} is the argument that the call of the check names.
CHECKS = {
    "check_bags": "`indices` have one dimension, and `offsets` do not fall.",
    "check_bins": "`numel`, `n_bins`, `ratio` and `bit_width` lie within the histogram's bounds.",
    "check_channels": "Each of weight, bias and statistics has one element for each channel of `input`.",
    "check_chunked": "A nested tensor has components with dimensions.",
    "check_copied": "The tensors of `src` are strided or sparse.",
    "check_expanded": "No number of `size` is negative, but for -1 where `self` has the dimension.",
    "check_finite": "The numbers are finite.",
    "check_heads": "`{name}` is at least 1.",
    "check_joined": "A quantized `out` has tensors to join.",
    "check_kernel": "`kernel_size` is that of `weight`.",
    "check_ldl_pivots": "Negative `pivots` come in equal pairs.",
    "check_lstm": "`hx` and `params` fit the input, the layers and the directions.",
    "check_moderate": "Each number of `{name}` is less than 2^30.",
    "check_nested_sizes": "`nested_size` is (n, dim) of int64 on the CPU, n at least 1.",
    "check_nested_views": "The components lie within the buffer.",
    "check_not_empty": "`{name}` has at least one tensor.",
    "check_not_negative": "No number of `{name}` is negative.",
    "check_observer": "The state has one element, or one for each row.",
    "check_out": "`out` has the shape of `self`, or is empty.",
    "check_packed": "`batch_sizes` are positive, do not grow, and sum up to the rows of `data`.",
    "check_pair": "`hx` is two tensors.",
    "check_pivots": "The pivots have a row for each matrix.",
    "check_positive": "Each number of `{name}` is positive.",
    "check_power": "`n` is more than -2^63.",
    "check_reach": "Sizes and strides reach no further than memory can.",
    "check_repeats": "`repeats` are not negative.",
    "check_same_length": "Both lists have the same number of tensors.",
    "check_scale": "`output_size` is not more than the scales lead to.",
    "check_segments": "`lengths` or `offsets` lie within the size of `data` along `axis`.",
    "check_separate": "`out` does not share its memory with `self`.",
    "check_sobol": "The state is of int64 on the CPU, contiguous, for at most 21,201 dimensions.",
    "check_sobol_points": "`n` and `num_generated` are 0 or more, and 2^30 together at most.",
    "check_sparse_broadcast": "Sizes of new or repeated sparse dimensions are positive.",
    "check_start": "`from` is less than the largest int.",
    "check_starts": "`crow_indices` rise from 0 to the number of `col_indices`.",
    "check_statistics": "Running mean and variance are given in evaluation mode.",
    "check_step": "`step` is not 0 in the dtype of the result.",
    "check_targets": "Labels lie within the classes.",
    "check_weight_norm": "`v` has elements, and `g` one for each of dimension `dim` of `v`.",
    "check_zeros": "Zeros of MKL-DNN's layout are float32.",
    "check_zeros_like": "Zeros of MKL-DNN's layout are float32.",
    "copied": "The tensor is strided or sparse.",
    "filled": "The tensor has elements and memory.",
    "like_input": "`{name}` has the dtype of the input.",
    "lstm_batch": "`input` has 3 dimensions.",
    "not_nested": "`{name}` is not nested.",
    "not_quantized": "`{name}` is not quantized.",
    "packed_batch": "`batch_sizes` is a list of numbers on the CPU.",
    "pdist_of": "`self` has two dimensions.",
    "valid": "The indices are those of a sparse tensor of this size.",
    "with_absolute": "`{name}` does not have the least number of its dtype.",
}
CALL = re.compile(rf"\b({'|'.join(CHECKS)})\((?=((?:[^()]|\([^()]*\))*))")
TOLD = re.compile(r"\b([Aa]n error|[Ff]ails?)\b")


@cache
def bodies():
    """{C function: its body} of all sources."""
    found = {}
    for path in sorted(SOURCES.rglob("*.cc")):
        for name, body in re.findall(r"^ptc_error (ptc_\w+)\([^{]*\{(.*?)^\}", path.read_text(), re.M | re.S):
            found[name] = body
    return found


def sentences(text):
    """The sentences of a text."""
    return re.split(r"(?<=[^.\s][.!?])\s+(?=[A-Z`\"(])", " ".join(text.split()))


def of(function):
    """The sentences about errors: the header's, then one for each check of the body."""
    told = [one for one in sentences(function.doc) if TOLD.search(one)]
    wanted = []
    for check, given in CALL.findall(bodies().get(function.name, "")):
        name = re.search(r'"(\w+)"', given)
        if "{name}" in (said := CHECKS[check]) and not name:
            said = said.replace("`{name}`", "the argument")
        wanted.append(said.format(name=name[1] if name else ""))
    return told + [f"An error unless {one[0].lower() + one[1:]}" for one in dict.fromkeys(wanted)]
