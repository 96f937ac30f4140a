"""None of torch's modules and optimizers is left out of what test_opinfo.py goes through."""

import pytest

pytest.importorskip("expecttest", reason="torch's databases need it")

from torch.testing._internal.common_modules import module_db  # noqa: E402
from torch.testing._internal.common_optimizers import optim_db  # noqa: E402

from . import modules, optimizers  # noqa: E402


def test_every_module_is_compared():
    assert len(module_db) > 100
    assert {info.name for info in module_db} == set(modules.entries())


def test_every_optimizer_is_compared():
    assert len(optim_db) > 12
    assert {f"optim.{info.optim_cls.__name__}" for info in optim_db} == set(optimizers.entries())
