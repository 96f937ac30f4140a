"""The bar of progress of large files: on a terminal only."""

import io
import sys

import pytest

import pytorch_c
from pytorch_c._files import progress


class Terminal:
    """A stream that says it is a terminal, and keeps what is written."""

    def __init__(self, is_one):
        self.is_one, self.written = is_one, ""

    def isatty(self):
        return self.is_one

    def write(self, text):
        self.written += text

    def flush(self):
        pass


@pytest.mark.parametrize(("is_one", "least", "shown"), [(True, 1, True), (True, 1 << 30, False), (False, 1, False)])
def test_a_large_file_shows_a_bar_on_a_terminal(is_one, least, shown, tmp_path, monkeypatch):
    pytest.importorskip("tqdm")
    terminal = Terminal(is_one)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "LEAST", least)
    x = {"a": pytorch_c.ones(1000), "b": pytorch_c.zeros(3)}
    pytorch_c.save(x, tmp_path / "x.pt")
    assert ("save" in terminal.written) == shown
    assert pytorch_c.equal(pytorch_c.load(tmp_path / "x.pt")["a"], x["a"])
    assert ("load" in terminal.written) == shown


def test_a_bar_tells_all_bytes(monkeypatch):
    told = []

    class Bar:
        update = staticmethod(told.append)

        def __enter__(self):
            return self

        def __exit__(self, *exception):
            pass

    monkeypatch.setattr(progress, "_made", lambda total, label: told.append(-total) or Bar())
    monkeypatch.setattr(progress, "LEAST", 0)
    file = io.BytesIO()
    pytorch_c.save([pytorch_c.ones(10), pytorch_c.ones(5, dtype=pytorch_c.float64)], file)
    assert sum(told) == 0 and len(told) == 3
