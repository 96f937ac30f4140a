"""Rounds of the launcher's rendezvous, of which each tells its members the address of the workers' store.

Where agents share their store with the workers, torch's handler tells it in the first round alone: a host that joins a
later one waits for it until its timeout. So agents do not share it where the number of hosts may change.
"""

from __future__ import annotations

import functools
import os
from typing import Any


def take_over(module: Any) -> None:
    """Lets the handler of torch's module choose before each round."""
    handler = module.DynamicRendezvousHandler
    run = handler.next_rendezvous

    @functools.wraps(run)
    def next_rendezvous(self):
        if self._settings.min_nodes < self._settings.max_nodes:
            os.environ.setdefault("TORCH_DISABLE_SHARE_RDZV_TCP_STORE", "1")
        return run(self)

    handler.next_rendezvous = next_rendezvous
