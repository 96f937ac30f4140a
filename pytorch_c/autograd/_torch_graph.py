"""torch.autograd.graph as torch has it, for what of it stands upon __torch_dispatch__."""

from __future__ import annotations

from .._borrowed import loader

exec(loader.spec_of("autograd.graph", __name__).loader.get_code(__name__), globals())


def _get_tid(tensor):
    """The key of a version of a tensor; torch's also knows wrappers that its compiler makes, which are not here."""
    return id(tensor), tensor.data_ptr(), tensor._version


def _get_sid(tensor):
    """The key of a tensor's memory."""
    return tensor.data_ptr(), tensor._version
