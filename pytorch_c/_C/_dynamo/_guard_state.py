"""The guard of this thread's settings (torch._C._dynamo.guards.GlobalStateGuard)."""

from __future__ import annotations

import json

from ..._boundary import api
from ..._boundary.handle import core
from ..._tensor.device import parse
from .. import _capture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DEVICES = _capture._autocast_supported_devices()
_NUMBERS = tuple(parse(device)[0] for device in _DEVICES)
# Modes of deterministic algorithms that only warn: 1, and one that no process has, of a state with this flag alone.
_WARNING = 1, 3
_REDUCTIONS = ("allow_fp16_reduce", "allow_bf16_reduce")  # numbers in torch: 0 where they are allowed


def _casts() -> int:
    """Returns the keys of dispatch that autocast takes away from this thread while it is off, one for each device type."""
    keys = ("CPU", "CUDA", "MTIA", "MAIA", "XPU", "IPU", "HPU", "XLA", "PrivateUse1", "MPS")
    found = 0
    for name in keys:
        found |= api.keyset_of(api.dispatch_key_number(f"Autocast{name}"))
    return found


_CASTS = _casts()


def _autocast() -> tuple[tuple[int, int], ...]:
    """Returns (number of a device type, number of the dtype) for the device types on which operators are cast now."""
    if api.dispatch_local()[1] & _CASTS == _CASTS:
        return ()
    return tuple((one, api.autocast_dtype(one)) for one in _NUMBERS if api.autocast_enabled(one))


# Places of the settings in a tuple of them, with torch's words.
_NAMES = (
    "grad_mode", "autocast", "autocast_cache_enabled", "torch_function", "torch_function_all_disabled",
    "deterministic_algorithms", "allow_tf32", "allow_fp16_reduce", "allow_bf16_reduce", "num_threads", "default_dtype",
)  # fmt: skip


def _settings() -> tuple[Any, ...]:
    """Returns the settings of this thread and of the process, in the order of _NAMES."""
    return (
        api.grad_mode(),
        _autocast(),
        api.autocast_cache_enabled(),
        core.overriding()[0],
        core.override_level() == 2,
        api.deterministic_mode(),
        api.context_switch("cuda.matmul.allow_tf32"),
        api.context_switch("cuda.matmul.allow_fp16_reduced_precision_reduction"),
        api.context_switch("cuda.matmul.allow_bf16_reduced_precision_reduction"),
        api.get_num_threads(),
        api.get_default_dtype(),
    )


def _changes_of_autocast(kept: Any, now: Any) -> list[str]:
    """Returns the words for device types on which operators are cast now or were, or to another dtype."""
    before, after = dict(kept), dict(now)
    words = []
    for device, number in zip(_DEVICES, _NUMBERS):
        if (number in before) != (number in after):
            words.append(f"autocast({device})_enabled")
        elif before.get(number) != after.get(number):
            words.append(f"autocast({device})_dtype")
    return words


class GlobalStateGuard:
    """The settings of this thread and of the process when the guard was made."""

    def __init__(self) -> None:
        self._kept = _settings()
        self._packed: bytes | None = core.thread_settings(_CASTS, _NUMBERS)

    def check(self) -> bool:
        """Returns whether the settings are the same now."""
        if self._packed is None:
            return self._kept == _settings()
        return bool(self._packed == core.thread_settings(_CASTS, _NUMBERS))

    def expression(self, bind: Callable[[Any], str]) -> str:
        """Returns the text of check()."""
        if self._packed is None:
            return f"{bind(self.check)}()"
        return f"{bind(core.thread_settings)}({_CASTS}, {_NUMBERS}) == {bind(self._packed)}"

    def reason(self) -> str:
        """Returns torch's names of settings that are other ones now, each followed by a space."""
        changed = []
        for name, kept, now in zip(_NAMES, self._kept, _settings()):
            if name == "autocast":
                changed += _changes_of_autocast(kept, now)
            elif name == "deterministic_algorithms":
                pairs = ("", kept in (1, 2), bool(now)), ("_warn_only", kept in _WARNING, now == 1)
                changed += [name + more for more, before, after in pairs if before != after]
            elif kept != now and name != "torch_function_all_disabled":
                changed.append(name)
        return "".join(f"{name} " for name in changed)

    def __getstate__(self) -> str:
        kept = dict(zip(_NAMES, self._kept))
        cast, mode = dict(kept.pop("autocast")), kept["deterministic_algorithms"]
        dtypes = [cast.get(one, api.autocast_dtype(one)) for one in _NUMBERS]
        kept["autocast_state"] = {
            "cached_enabled": kept.pop("autocast_cache_enabled"),
            "dtype": dtypes,
            "enabled": [one in cast for one in _NUMBERS],
        }
        kept |= {"deterministic_algorithms": mode in (1, 2), "deterministic_algorithms_warn_only": mode in _WARNING}
        kept |= {name: int(not kept[name]) for name in _REDUCTIONS}
        return json.dumps(kept, sort_keys=True, separators=(",", ":"))

    def __setstate__(self, state: str) -> None:
        kept = json.loads(state)
        cast = kept["autocast_state"]
        rows = zip(_NUMBERS, cast["enabled"], cast["dtype"])
        kept["autocast"] = tuple((number, dtype) for number, enabled, dtype in rows if enabled)
        kept["autocast_cache_enabled"] = cast["cached_enabled"]
        modes = _WARNING if kept["deterministic_algorithms_warn_only"] else (2, 0)
        kept["deterministic_algorithms"] = modes[0 if kept["deterministic_algorithms"] else 1]
        kept |= {name: not kept[name] for name in _REDUCTIONS}
        self._kept, self._packed = tuple(kept[name] for name in _NAMES), None
