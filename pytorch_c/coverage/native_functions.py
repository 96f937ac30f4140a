"""libtorch's own list of its operators, and the class of shape behaviour of each.

The list is native_functions.yaml, which the torch wheel carries; it is read line by
line, so that neither torch nor a YAML reader is needed. The classes are those of
E. Yang, "A brief taxonomy of PyTorch operators by shape behavior" (2020).
"""

import importlib.util
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from .._calls.schema import parse

PLACE = "packaged/ATen/native/native_functions.yaml"


@dataclass
class Native:
    """One entry: its schema and what libtorch's build needs to know of it."""

    schema: str
    keys: dict = field(default_factory=dict)  # variants, structured_delegate, autogen, …
    dispatch: dict = field(default_factory=dict)  # backends -> kernel
    tags: set = field(default_factory=set)

    @cached_property
    def signature(self):
        return parse(self.schema)

    @property
    def full(self):
        """The name with its overload: "add.Tensor"."""
        return self.signature.full

    @property
    def name(self):
        return self.signature.name

    @property
    def inplace(self):
        return self.signature.inplace

    @property
    def base(self):
        """The name without what makes it a private, in-place, copying or derivative form."""
        name = self.name.strip("_")
        return name.removesuffix("_copy") if "view_copy" in self.tags else re.sub(r"_(backward|jvp)$", "", name)

    @property
    def out(self):
        return bool(self.signature.out_args)

    @property
    def inputs(self):
        """The arguments that are read."""
        return [one for one in self.signature.args if one not in self.signature.out_args]


def find():
    """The path of native_functions.yaml beside the installed torch; raises FileNotFoundError."""
    for package, inside in (("torchgen", PLACE), ("torch", "../torchgen/" + PLACE)):
        spec = importlib.util.find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            path = Path(folder) / inside
            if path.is_file():
                return path
    raise FileNotFoundError("native_functions.yaml comes with the torch wheel, which is not installed here")


def words(text):
    return {word.strip() for word in text.strip("[] ").split(",") if word.strip()}


def read(path):
    """The entries of native_functions.yaml, in order."""
    found, section = [], None
    for line in Path(path).read_text().splitlines():
        line = line.split("  #")[0].rstrip() if "#" in line else line.rstrip()
        if line.startswith("- func: "):
            found.append(Native(line[len("- func: ") :].strip().strip("'\"")))
            section = None
        elif match := re.match(r"^ {2,}(?:- )?([\w, ]+):\s*(.*)$", line):
            key, value = match.groups()
            if line.startswith("    ") and section == "dispatch":
                found[-1].dispatch |= dict.fromkeys(words(key), value)
            elif found and not line.startswith("    "):
                section = key
                found[-1].keys[key] = value
                if key == "tags":
                    found[-1].tags |= words(value)
    return found


# ---- classes of shape behaviour ----

CLASSES = {
    "pointwise": "TensorIterator: elementwise functions and reductions, broadcast and promoted",
    "fixed": "a fixed number of dimensions: convolutions, products of matrices",
    "n-dimensional": "any number of dimensions: indexing, views, sorting, copies",
    "composite": "made of other operators, which check the shapes",
    "batched": "fixed, after any number of batch dimensions or before any number of features",
    "factory": "a new tensor from no tensor",
    "trivial": "no tensor result, or a tensor's own data",
    "sparse": "sparse and dense dimensions are counted apart",
    "dynamic": "the shape depends on the values",
    "variadic": "a list of tensors",
}

# Names by which a class is known where libtorch's own marks do not tell; matched against
# the whole name, without what marks a private, in-place, copying or derivative form.

TRIVIAL = """
    set_data data detach alias lift lift_fresh requires_grad retain_grad record_stream set output_nr item version lazy_clone
    reinterpret_tensor fw_primal make_dual unpack_dual
"""
SPARSE = r"""
    .*sparse.* .*coalesce.* c?(col|row)_indices c(col|row)_indices indices values nnz .*_(csr|csc|bsr|bsc) hspmm smm sspaddmm to_dense
    .*compressed.*
"""
DYNAMIC = r"unique\w* nonzero\w* argwhere masked_select repeat_interleave bincount combinations local_scalar_dense resize_output"
POINTWISE = r"""
    fill zero where uniform normal normal_functional bernoulli cauchy exponential geometric log_normal random poisson binomial
    standard_gamma sample_dirichlet dirichlet_grad lerp addc(mul|div) clamp\w* clip masked_fill masked_scale
    (native_|fused_|alpha_)?dropout all any sum nansum mean nanmean prod std var std_mean var_mean amax amin aminmax argmax argmin
    norm logsumexp count_nonzero linalg_vector_norm linalg_powsum special_\w*(polynomial|bessel)_\w+ fake_quantize_\w+
    (mse|l1|smooth_l1|huber|soft_margin|binary_cross_entropy)_loss binary_cross_entropy(_with_logits)? conj\w* neg_view
    is(nan|real|close|finite|inf|posinf|neginf)
    add_relu complex polar dequantize quantize_per_tensor\w* allclose equal floor_divide hardswish hardtanh log_sigmoid\w*
    rrelu_with_noise prelu_kernel mish
"""
FIXED = r"""
    \w*conv(olution)?(\d|_|$)\w* \w*im2col\w* \w*col2im\w* upsample_\w+ (cudnn_)?grid_sampler\w* (cudnn_)?affine_grid\w* addbmm baddbmm
    bmm addmm\w* addmv addr mm mv dot vdot outer ger (\w+_)?int_mm \w*scaled_(grouped_)?mm\w* grouped_mm trace triangular_solve t
    cholesky_\w+ numpy_T matrix_H \w*(lstm|gru|rnn)(_\w+)? (\w+_)?ctc_loss\w* pdist\w* histogramdd\w* nll_loss2d\w*
    (native_)?channel_shuffle pixel_(un)?shuffle cov corrcoef vander diagflat fliplr flipud weight_int\w+ dyn_quant\w+
    convert_weight_to_int4pack\w* fbgemm_\w+ mkldnn_linear\w* thnn_\w+ wrapped_\w+
"""
BATCHED = r"""
    linalg_\w+ cholesky inverse det logdet slogdet qr svd lu_\w+ geqrf orgqr ormqr matrix_(exp|power) pinverse linear bilinear trilinear
    matmul \w*(avg|max)_pool\d?d?\w* \w*max_unpool\w* nll_loss\w* cross_entropy\w* \w*margin_loss\w* (reflection|replication)_pad\w*
    \w*(batch|layer|group|instance|rms)_norm\w* \w*embedding\w* cdist\w* \w*attention\w* fused_sdp_choice fft_\w+ stft istft
    transformer_\w+ native_multi_head\w+ triu tril multinomial cosine_\w+ pairwise_distance bucketize searchsorted weight_norm\w*
    triplet_\w+
"""


def pattern(names):
    return re.compile("|".join(names.split()))


class Classifier:
    """Sorts entries by written rules; the first that fits decides."""

    sparse, trivial, dynamic = pattern(SPARSE), pattern(TRIVIAL), pattern(DYNAMIC)
    pointwise, fixed, batched = pattern(POINTWISE), pattern(FIXED), pattern(BATCHED)

    def __init__(self, entries):
        self.by_full = {entry.full: entry for entry in entries}
        # In-place and out forms behave as the operator that they are a form of.
        self.iterating = {e.base for e in entries if e.tags & {"pointwise", "reduction"} or self.structured(e)}

    def structured(self, entry):
        """Returns whether TensorIterator computes the shapes of the entry or of the one it delegates to."""
        other = self.by_full.get(entry.keys.get("structured_delegate", ""))
        return any(e and e.keys.get("structured_inherits") == "TensorIteratorBase" for e in (entry, other))

    @staticmethod
    def only_sparse(e):
        return e.dispatch and "structured_delegate" not in e.keys and all("Sparse" in key for key in e.dispatch)

    def rules(self, e):
        """(class, whether it fits), in the order of precedence."""
        yield "sparse", self.sparse.fullmatch(e.base) or self.only_sparse(e)
        gives = any(kind.base == "Tensor" for kind, _ in e.signature.returns)
        yield "trivial", not gives and not any(one.mutable for one in e.signature.args)
        yield "trivial", self.trivial.fullmatch(e.base)
        yield "dynamic", "dynamic_output_shape" in e.tags or self.dynamic.fullmatch(e.name.strip("_"))
        taken = [one for one in e.inputs if one.base == "Tensor"]
        yield "factory", not taken
        yield "variadic", any(one.is_list and not one.optional_items for one in taken)
        yield "pointwise", e.base in self.iterating or self.pointwise.fullmatch(e.base)
        yield "fixed", self.fixed.fullmatch(e.base)
        yield "batched", self.batched.fullmatch(e.base)
        yield "composite", not {"dispatch", "structured", "structured_delegate"} & set(e.keys)
        yield "n-dimensional", True

    def __call__(self, entry):
        return next(name for name, fits in self.rules(entry) if fits)
