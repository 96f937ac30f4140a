"""Functions of nn.functional as programs by themselves: torch's schemas, torch's values."""

import inspect
import warnings

import pytest
import torch
import torch.nn.functional as theirs

import pytorch_c
import pytorch_c.nn.functional as ours
from pytorch_c import jit

OTHER_NAME = {"threshold"}  # torch's is called _threshold inside
HELPERS = {"assert_int_or_pair"}  # none of nn.functional's own names


def scriptable():
    """{name: schema} of what torch's compiler takes, and can tell."""
    found = {}
    for name, function in vars(theirs).items():
        if name.startswith("_") or not inspect.isroutine(function) or inspect.isbuiltin(function):
            continue
        try:
            found[name] = str(torch.jit.script(function).schema)
        except Exception:  # noqa: BLE001, S112  (torch's errors are of many kinds)
            continue
    return found


def test_what_torch_scripts_is_scripted_with_the_same_schema():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = scriptable()
    assert len(wanted) > 60
    for name in wanted.keys() - OTHER_NAME - HELPERS:
        assert str(jit.script(getattr(ours, name)).schema) == wanted[name].strip()


def drawn(*shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)))


IMAGE, LINE, SPACE = drawn(1, 2, 8, 8), drawn(2, 3, 8), drawn(1, 2, 4, 4, 4)
CALLS = [
    ("softmax", (IMAGE, 1), {}),
    ("softmax", (IMAGE,), {"dim": 2, "dtype": "float64"}),
    ("log_softmax", (IMAGE,), {}),
    ("cross_entropy", (drawn(4, 3), torch.tensor([0, 1, 2, 0])), {"label_smoothing": 0.1}),
    ("layer_norm", (IMAGE, [8]), {}),
    ("normalize", (IMAGE,), {"p": 3.0}),
    ("max_pool1d_with_indices", (LINE, 3), {"padding": 1}),
    ("max_pool2d_with_indices", (IMAGE, 3, 2), {}),
    ("max_pool2d_with_indices", (IMAGE, (3, 2)), {"stride": (1, 2), "ceil_mode": True}),
    ("max_pool3d_with_indices", (SPACE, 2), {"dilation": 2}),
    ("adaptive_max_pool2d_with_indices", (IMAGE, 3), {}),
    ("adaptive_avg_pool2d", (IMAGE, [3, 2]), {}),
    ("adaptive_avg_pool3d", (SPACE, 2), {}),
    ("lp_pool1d", (LINE, 2.0, 3), {"stride": 2}),
    ("lp_pool2d", (IMAGE.abs(), 3, 2), {"ceil_mode": True}),
    ("lp_pool3d", (SPACE, 2, (2, 2, 3)), {}),
    ("fold", (drawn(1, 12, 12), (4, 5), 2), {}),
    ("unfold", (IMAGE, 2), {"padding": 1, "stride": (1, 2)}),
    ("fractional_max_pool2d_with_indices", (IMAGE, 2, 3), {"_random_samples": torch.full((1, 2, 2), 0.4)}),
    (
        "fractional_max_pool3d_with_indices",
        (SPACE, 2),
        {"output_ratio": 0.5, "_random_samples": torch.full((1, 2, 3), 0.4)},
    ),
    ("affine_grid", (drawn(1, 2, 3), [1, 1, 4, 5]), {}),
    ("embedding_bag", (torch.tensor([[0, 1]]), drawn(3, 4)), {"mode": "sum"}),
]


def of(library, value):
    if isinstance(value, torch.Tensor):
        return value if library is torch else pytorch_c.from_numpy(value.numpy())
    return getattr(library, value) if value == "float64" else value


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS, ids=lambda one: one if isinstance(one, str) else "")
def test_a_program_gives_torchs_values(name, args, kwargs):
    found, expected = (
        function(*(of(library, one) for one in args), **{key: of(library, one) for key, one in kwargs.items()})
        for library, function in ((pytorch_c, jit.script(getattr(ours, name))), (torch, getattr(theirs, name)))
    )
    for a, b in zip(*(one if isinstance(one, tuple) else (one,) for one in (found, expected)), strict=True):
        torch.testing.assert_close(torch.from_numpy(a.numpy()), b)


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_unpooling_gives_torchs_values(dims):
    x = {1: LINE, 2: IMAGE, 3: SPACE}[dims]
    values, indices = getattr(theirs, f"max_pool{dims}d")(x, 2, return_indices=True)
    wanted = getattr(theirs, f"max_unpool{dims}d")(values, indices, 2)
    unpool = jit.script(getattr(ours, f"max_unpool{dims}d"))
    given = of(pytorch_c, values), of(pytorch_c, indices)
    for found in (unpool(*given, 2), unpool(*given, [2] * dims, 2, output_size=list(x.shape))):
        torch.testing.assert_close(torch.from_numpy(found.numpy()), wanted)
    with pytest.raises(jit.Error, match="invalid output_size"):
        unpool(*given, 2, output_size=[20] * dims)


def attended(library, functional, separate, **more):
    x = [of(library, drawn(5, 3, 4)), of(library, drawn(6, 3, 4)), of(library, drawn(6, 3, 4).abs())]
    weights = [of(library, drawn(4, 4) * scale) for scale in (1, 2, 3)]
    names = {f"{name}_proj_weight": w for name, w in zip("qkv", weights)} if separate else {}
    whole = None if separate else library.cat(weights)
    return functional(
        *x,
        4,
        2,
        whole,
        of(library, drawn(12)),
        of(library, drawn(1, 1, 4)),
        of(library, drawn(1, 1, 4) * 2),
        True,
        0.0,
        of(library, drawn(4, 4)),
        of(library, drawn(4)),
        use_separate_proj_weight=separate,
        **names,
        **more,
    )


@pytest.mark.parametrize("separate", [False, True])
@pytest.mark.parametrize("need_weights", [False, True])
def test_attention_gives_torchs_values(separate, need_weights):
    padding = torch.zeros(3, 6, dtype=torch.bool)
    padding[0, 4:] = True
    program = jit.script(ours.multi_head_attention_forward)
    found, expected = (
        attended(
            library,
            function,
            separate,
            need_weights=need_weights,
            key_padding_mask=of(library, padding),
            attn_mask=of(library, drawn(5, 6)),
        )
        for library, function in ((pytorch_c, program), (torch, theirs.multi_head_attention_forward))
    )
    torch.testing.assert_close(torch.from_numpy(found[0].numpy()), expected[0])
    assert (found[1] is None) == (expected[1] is None)
    if found[1] is not None:
        torch.testing.assert_close(torch.from_numpy(found[1].numpy()), expected[1])


def test_wrong_arguments_of_attention_are_errors():
    program = jit.script(ours.multi_head_attention_forward)
    x = pytorch_c.ones(5, 3, 4)
    for given, message in (
        ((x, x, x, 5, 2), "embedding dimension of 5"),
        ((x[0, 0], x, x, 4, 2), "query should be"),
        ((x, x, x, 4, 3), "not divisible"),
    ):
        with pytest.raises(jit.Error, match=message):
            program(*given, pytorch_c.ones(12, 4), None, None, None, False, 0.0, pytorch_c.ones(4, 4), None)


def pools(x):
    values, indices = ours.fractional_max_pool2d(x, 2, 3, return_indices=True)
    return ours.max_unpool2d(*ours.max_pool2d(x, 2, return_indices=True), 2) + values.sum() * 0 + indices.sum() * 0


def test_they_are_called_in_programs():
    x = of(pytorch_c, IMAGE)
    pooled = ours.max_pool2d(x, 2, return_indices=True)
    assert jit.script(pools)(x).equal(ours.max_unpool2d(*pooled, 2))


def test_what_depends_on_its_arguments_is_no_program_by_itself():
    with pytest.raises(RuntimeError, match="max_pool2d is no program by itself"):
        jit.script(ours.max_pool2d)


TENSORDOTS = [
    ("the default", "torch.tensordot(x, y[:2])"),
    ("a number", "torch.tensordot(x, y.t(), 1)"),
    ("a tuple", "torch.tensordot(x, y, ([1], [1]))"),
    ("lists", "torch.tensordot(x, y, dims=[[-1], [1]])"),
    ("a variable", "torch.tensordot(x, y, dims)"),
]


@pytest.mark.parametrize("text", [text for _, text in TENSORDOTS], ids=[name for name, _ in TENSORDOTS])
def test_the_dims_of_tensordot_have_all_their_forms(text, tmp_path):
    (tmp_path / "dotted.py").write_text(f"def f(x, y):\n    dims = ([1], [1])\n    return {text}\n")
    found = []
    for package in (torch, pytorch_c):
        names = {"torch": package, "__name__": "dotted"}
        exec(compile((tmp_path / "dotted.py").read_text(), str(tmp_path / "dotted.py"), "exec"), names)
        given = package.arange(6.0).reshape(2, 3), package.arange(12.0).reshape(4, 3)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found += [names["f"](*given).tolist(), package.jit.script(names["f"])(*given).tolist()]
    assert found[1:] == found[:-1]


UNIQUES = [
    "torch.unique(x)",
    "torch.unique(x, return_counts=True)[1]",
    "torch.unique(x, True, True)[1]",
    "torch.unique(x, return_inverse=True, return_counts=True)[2]",
    "torch.unique(x, dim=0)",
    "torch.unique(x, False, False, True, 1)[1]",
    "torch.unique_consecutive(x)",
    "torch.unique_consecutive(x, return_counts=True)[1]",
    "torch.unique_consecutive(x, True, True, dim=0)[1]",
]


@pytest.mark.parametrize("text", UNIQUES)
def test_unique_gives_what_its_flags_say(text, tmp_path):
    (tmp_path / "distinct.py").write_text(f"def f(x):\n    return {text}\n")
    found = []
    for package in (torch, pytorch_c):
        names = {"torch": package, "__name__": "distinct"}
        exec(compile((tmp_path / "distinct.py").read_text(), str(tmp_path / "distinct.py"), "exec"), names)
        given = package.tensor([[3, 1], [3, 1], [2, 2]])
        found += [names["f"](given).tolist(), package.jit.script(names["f"])(given).tolist()]
    assert found[1:] == found[:-1]


def test_a_function_that_only_the_operator_stands_behind_is_scripted():
    def convolved(x, w):
        return pytorch_c.mkldnn_convolution(x, w, None, [0], [1], [1], 1)

    x, w = pytorch_c.ones(1, 2, 5), pytorch_c.ones(3, 2, 2)
    assert pytorch_c.jit.script(convolved)(x, w).tolist() == convolved(x, w).tolist()
    assert "mkldnn_convolution" in pytorch_c.jit.script(convolved).code
