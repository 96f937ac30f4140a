"""Schemas that fit one another, and the types that they name, beside torch's."""

import itertools

import pytest
import torch

import pytorch_c

BEFORE = [
    "Tensor self",
    "Tensor self, int a",
    "Tensor self, int a, int b=1",
    "Tensor self, int? a, int b=2",
    "Tensor(a!) self, int[2] a=1",
    "Tensor(b!) self, int[2] a=1",
    "Tensor self, *, int a, int b=1",
]
OUTS = ["", ", Tensor(x!) out", ", Tensor(x!) out, Tensor(y!) more"]
RETURNS = ["Tensor", "Tensor?", "(Tensor, Tensor)"]
TYPES = """int? int[]? Dict(str,Tensor) (int,Tensor) SymInt SymInt[] SymInt? ScalarType? Any Future(int) Scalar Device
    Generator? str float[2] Tensor?[] Stream complex bool[3] Dict(str,int)[] ()?""".split()


def texts():
    for name, before, outs, returns in itertools.product(["f", "f.g"], BEFORE, OUTS, RETURNS):
        star = ", *" if outs and "*" not in before else ""
        yield f"{name}({before}{star}{outs}) -> {returns}"
    yield from ("f(...) -> Tensor", "f(Tensor self, ...) -> Tensor", "f(Tensor self) -> ...")


def answer(question, *args):
    """Returns what it says; "none" where torch reads an argument that is not there."""
    try:
        return question(*args)
    except IndexError:
        return "none"


@pytest.mark.parametrize("question", ["is_backward_compatible_with", "check_forward_compatible_with"])
def test_compatibility_is_torchs(question):
    pairs = [(pytorch_c._C.parse_schema(text), torch._C.parse_schema(text)) for text in texts()]
    differ, yes = [], 0
    for (new, their_new), (old, their_old) in itertools.product(pairs, repeat=2):
        ours, theirs = getattr(new, question)(old), answer(getattr(their_new, question), their_old)
        yes += ours in (True, (True, ""))
        if ours != theirs and (theirs != "none" or ours not in (False, (False, ""))):
            differ.append((str(new), str(old), ours, theirs))
    assert not differ, differ[:5]
    assert yes > len(pairs)


@pytest.mark.parametrize("text", TYPES)
def test_types_are_written_as_torch_writes_them(text):
    def described(module):
        found = module._C.parse_schema(f"f({text.replace(',', ', ')} x) -> int").arguments[0]
        return [(one.str(), str(one), one.annotation_str, one.kind()) for one in (found.type, found.real_type)][:1] + [
            found.real_type.str()
        ]

    assert described(pytorch_c) == described(torch)


def test_any_number_of_values_has_no_defaults():
    for module in (pytorch_c, torch):
        with pytest.raises(RuntimeError, match=r"schemas with vararg \(...\) can't have default value args"):
            module._C.parse_schema("any.foo(int arg1, int arg2=0, ...)")


def test_a_function_of_torchscript_has_a_schema():
    def scaled(x, by: float = 2.0):
        return x * by

    ours, theirs = (module.jit.script(scaled).schema for module in (pytorch_c, torch))
    assert str(ours) == str(theirs)
    assert [(one.name, str(one.type), one.default_value) for one in ours.arguments] == [
        (one.name, str(one.type), one.default_value) for one in theirs.arguments
    ]


def _made(module):
    """Schemas that are made of arguments, as text."""
    c = module._C
    number, text, tensor = c.IntType.get(), c.StringType.get(), c.TensorType.get()
    whole, numbers = c.FloatType.get(), c.ListType(c.IntType.get())
    shared, written = (c._AliasInfo(one, {"alias::a"}, {"alias::a"}) for one in (False, True))

    def argument(name, type, default=None, named=False, alias=None, size=None):
        return c.Argument(name, type, size, default, named, alias)

    plain = argument("x", tensor)
    rows = [
        ([plain, argument("n", number, named=True), argument("m", number, 3, True)], []),
        ([argument("s", text, "x'y\n\"\\"), argument("l", numbers, [1, 2]), argument("p", numbers, size=2)], [plain]),
        ([argument("x", tensor, alias=written)], [argument("", tensor, alias=shared), argument("", number)]),
        *([[argument("f", whole, one)], []] for one in (1.0, 0.1, 1e17, 1e30, -0.0, float("inf"))),
    ]
    made = [c.FunctionSchema("op", "", given, found, False, False) for given, found in rows]
    made += [c.FunctionSchema("op", "of", [plain, argument("n", number, named=True)], [], True, True)]
    return [str(one) for one in made]


def test_a_schema_of_arguments_has_the_text_of_one_that_is_read():
    assert _made(pytorch_c) == _made(torch)
