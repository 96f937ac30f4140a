"""utils.data is the module data, whichever way it is imported."""

import subprocess
import sys

PROGRAM = """
import sys
import pytorch_c as torch
assert "pytorch_c.data" not in sys.modules
import pytorch_c.utils
assert "pytorch_c.data" not in sys.modules, "loaded before it is used"
from pytorch_c.utils.data.dataset import Dataset
from pytorch_c.utils.data import DataLoader
import pytorch_c.utils.data as data
import pytorch_c.data
assert data is pytorch_c.data is torch.utils.data is sys.modules["pytorch_c.utils.data"]
assert Dataset is pytorch_c.data.Dataset and DataLoader is pytorch_c.data.DataLoader
"""


def test_both_names_are_one_module():
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)


def test_unknown_name_raises():
    import pytorch_c

    assert not hasattr(pytorch_c.utils, "nothing")
    assert "data" in dir(pytorch_c.utils)
