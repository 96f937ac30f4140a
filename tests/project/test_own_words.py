"""No sentence of torch's docstrings stands in ours: ten words in a row, but in signatures and formulas."""

import importlib.util
import inspect
import re
import sys
from pathlib import Path

from support.project import ROOT

sys.path.insert(0, str(ROOT / "tools"))
from website import python_reference  # noqa: E402

ROW = 10
TORCH = Path(importlib.util.find_spec("torch").origin).parent
PATTERNS = (
    "*.py nn/*.py nn/modules/*.py nn/utils/*.py optim/*.py utils/data/*.py _functorch/*.py amp/*.py linalg/*.py fft/*.py "
    "special/*.py sparse/*.py autograd/*.py jit/*.py distributed/distributed_c10d.py library.py signal/windows/*.py"
).split()
# torch's own classes, and the title of a paper that both name.
KNOWN = {"SymBool", "SymFloat", "SymInt", "gaussian_nll_loss"}


def rows(text):
    words = re.findall(r"[A-Za-z0-9_]+", text.lower())
    return {hash(tuple(words[i : i + ROW])) for i in range(len(words) - ROW + 1)}


def sentences(doc):
    """The sentences of a docstring, without its example, its schema, signatures and formulas."""
    doc = re.sub(r"^(?:Examples|Schema):.*", "", doc, flags=re.S | re.M)
    for sentence in re.split(r"(?<=[.:;])\s|\n\s*\n", doc):
        if not re.search(r"=|\*|\w\(", sentence):
            yield sentence


def test_no_sentence_is_torchs():
    torchs = set().union(*(rows(path.read_text()) for pattern in PATTERNS for path in TORCH.glob(pattern)))
    assert len(torchs) > 300_000
    copied, compared = {}, 0
    for module in ["", *(one for one, _, _ in python_reference.MODULES)]:
        for name, found in python_reference.members(module).items():
            if "/site-packages/torch/" in python_reference.source_of(found) or name in KNOWN:
                continue
            for sentence in sentences(inspect.getdoc(found) or ""):
                compared += 1
                if rows(sentence) & torchs:
                    copied[module, name] = sentence
    assert not copied
    assert compared > 2000


def test_a_copied_sentence_is_seen():
    text = (TORCH / "nn" / "modules" / "linear.py").read_text()
    sentence = " ".join(re.search(r"\"\"\"(.*?)\"\"\"", text, re.S)[1].split()[:14])
    assert rows(sentence) <= rows(text) and rows(sentence)
