"""utils._pytree is torch's own file; sizes are nodes of its trees, as after `import torch`."""

import subprocess
import sys

import pytest
import torch

import pytorch_c
from pytorch_c.utils import _pytree as ours

theirs = torch.utils._pytree


def both(function):
    """Returns what `function` gives with each library."""
    return function(pytorch_c, ours), function(torch, theirs)


def test_the_file_is_torchs():
    assert ours.__file__ == theirs.__file__ and ours is not theirs


@pytest.mark.parametrize(
    "tree",
    [
        lambda t: t.Size([2, 3]),
        lambda t: (1, {"shape": t.Size([4])}, None),
        lambda t: [t.ones(2).shape, {"a": t.ones(3, 1)[0].size()}],
    ],
)
def test_sizes(tree):
    def seen(library, pytree):
        leaves, spec = pytree.tree_flatten(tree(library))
        paths = [pytree.keystr(path) for path, _ in pytree.tree_leaves_with_path(tree(library))]
        built = pytree.tree_unflatten(leaves, spec)
        return [str(leaf) for leaf in leaves], spec.num_nodes, spec.num_leaves, paths, str(built)

    mine, wanted = both(seen)
    assert mine == wanted


def test_the_text_of_a_spec():
    mine, wanted = both(lambda library, p: p.treespec_dumps(p.tree_structure([library.Size([1, 2]), 3])))
    assert mine == wanted
    assert ours.treespec_loads(mine) == ours.tree_structure([pytorch_c.Size([1, 2]), 3])


def test_sizes_before_and_after_torch_registers_them():
    program = """
import pytorch_c
from pytorch_c.utils import _pytree
assert _pytree.tree_leaves(pytorch_c.Size([1, 2])) == [1, 2]
import pytorch_c.fx.experimental.proxy_tensor
assert _pytree.tree_leaves(pytorch_c.Size([1, 2])) == [1, 2]
"""
    other = """
import pytorch_c.fx.experimental.proxy_tensor
from pytorch_c.utils import _pytree
import pytorch_c
assert _pytree.tree_leaves(pytorch_c.Size([1, 2])) == [1, 2]
"""
    for text in (program, other):
        subprocess.run([sys.executable, "-c", text], check=True, timeout=300)


@pytest.mark.parametrize("named", ["", "pytorch_c.install_as_torch()"])
def test_what_optree_is_told_where_it_is_installed(named):
    program = f"""
import pytorch_c
{named}
from pytorch_c.utils import _pytree
from pytorch_c._borrowed import tree_nodes
tree_nodes.withdraw_size()
_pytree._cxx_pytree_exists = True
tree_nodes.add_size(_pytree)
import pytorch_c.fx.experimental.proxy_tensor
from pytorch_c.fx import _pytree as registers_named_results
waiting = [told[0] for told, _ in _pytree._cxx_pytree_pending_imports]
assert waiting.count(pytorch_c.Size) == 1, waiting
assert pytorch_c.return_types.max in _pytree.SUPPORTED_NODES
assert not [one for one in waiting if one in vars(pytorch_c.return_types).values()], waiting
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)
