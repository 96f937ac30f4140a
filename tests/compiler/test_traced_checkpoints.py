"""Checkpoints and hooks of saved tensors in traced programs: they are left to the runs, as torch leaves them."""

from pathlib import Path

from support.programs import printed

FILE = Path(__file__).with_name("traced_checkpoints.py")


def test_traced_programs_save_as_under_torch():
    ours, theirs = (printed(FILE, library) for library in ("pytorch_c", "torch"))
    assert ours == theirs
    for graph, eager, compiled in ours.values():
        assert "detach" not in graph and "half" not in graph and eager == compiled
