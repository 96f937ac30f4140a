"""freeze(), what it keeps, and what its optimizations do: beside torch's."""

import io

import pytest
import torch
from support.oracle import LIBRARIES

import pytorch_c
from pytorch_c import jit

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

TEXT = """
class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = 5
        self.w = nn.Parameter(torch.ones(3) * 2)

    def forward(self, x):
        return x * self.w + self.b


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.part, self.a, self.seen, self.t = Part(), 1.5, 0, torch.ones(3)

    def forward(self, x):
        return self.part(x) + self.a

    @torch.jit.export
    def other(self, x):
        return self.part(x) + self.t

    @torch.jit.export
    def count(self, x):
        self.seen = self.seen + 1
        return x + self.seen
"""
MEMBERS = "part a seen t training forward other count".split()


@pytest.fixture(scope="module")
def classes(tmp_path_factory):
    found = {}
    for library in LIBRARIES:
        path = tmp_path_factory.mktemp("freezing") / "classes.py"
        path.write_text(TEXT)
        names = {"torch": library, "nn": library.nn, "__name__": f"classes_{library.__name__}"}
        exec(compile(TEXT, str(path), "exec"), names)
        found[library] = names["Whole"]
    return found


def both(classes, use):
    found = [use(library, library.jit.script(whole().eval())) for library, whole in classes.items()]
    assert found[0] == found[1]
    return found[0]


def members(module):
    return [name for name in MEMBERS if hasattr(module, name)]


@pytest.mark.parametrize("kept", [[], ["a"], ["other"], ["count"], ["part"], ["part.b"], ["seen", "t"]])
def test_what_is_kept(classes, kept):
    def use(library, module):
        frozen = library.jit.freeze(module, preserved_attrs=kept)
        x, found = library.ones(2, 3), members(frozen)
        if "a" in found:
            frozen.a = 10.0
        if "part" in found:
            frozen.part.b = 100
        calls = [getattr(frozen, name) for name in ("forward", "other", "count", "count") if name in found]
        return found, [call(x).tolist() for call in calls], frozen.code

    both(classes, use)


def test_what_is_refused(classes):
    module = jit.script(classes[pytorch_c]().eval())
    for wrong in ("nothing", "part.nothing"):
        with pytest.raises(RuntimeError, match="nothing"):
            jit.freeze(module, preserved_attrs=[wrong])
    with pytest.raises(RuntimeError, match="eval mode"):
        jit.freeze(jit.script(classes[pytorch_c]()))
    with pytest.raises(RuntimeError, match="ScriptModule as input"):
        jit.freeze(classes[pytorch_c]())
    with pytest.raises(ValueError, match="no method 'nothing'"):
        jit.run_frozen_optimizations(jit.freeze(module), preserved_methods=["nothing"])


def test_optimizations():
    found = []
    for library in LIBRARIES:
        nn = library.nn
        module = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Dropout()).eval()
        for number, one in enumerate(module.parameters()):
            one.data.fill_(0.25 * (number + 1))
        x = library.arange(16.0).reshape(1, 1, 4, 4)
        scripted = library.jit.script(module)
        plain = library.jit.freeze(scripted, optimize_numerics=False)
        graphs = [str(plain.graph)]
        library.jit.run_frozen_optimizations(plain)
        graphs += [str(plain.graph), str(library.jit.freeze(scripted).graph)]
        found.append([["aten::batch_norm" in one, "aten::dropout" in one] for one in graphs])
        for program in (plain, library.jit.freeze(scripted), library.jit.optimize_for_inference(scripted)):
            found[-1].append([round(one, 3) for one in program(x).flatten().tolist()])
    assert found[0] == found[1]
    assert found[0][:3] == [[True, False], [False, False], [False, False]]


def test_an_archive_of_a_frozen_module(classes):
    frozen = jit.freeze(jit.script(classes[pytorch_c]().eval()), preserved_attrs=["other"])
    read = torch.jit.load(io.BytesIO(frozen.save_to_buffer()))
    x = [1.0, 2.0, 3.0]
    assert read(torch.tensor(x)).tolist() == frozen(pytorch_c.tensor(x)).tolist()
    assert read.other(torch.tensor(x)).tolist() == frozen.other(pytorch_c.tensor(x)).tolist()
