"""The kernels of quantized operators (torch.backends.quantized)."""

from __future__ import annotations

from .._boundary import api, switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    engine: str
    supported_engines: list[str]

_ENGINES = ("none", "fbgemm", "qnnpack", "onednn", "x86")


def _read(module):
    return _ENGINES[api.quantized_engine()]


def _write(module, value):
    if value not in _ENGINES:
        raise RuntimeError(f"{value} is not a valid value for quantized engine")
    api.set_quantized_engine(_ENGINES.index(value))


def _supported(module):
    bits = api.quantized_engines()
    return [name for number, name in enumerate(_ENGINES) if bits >> number & 1]


switches.install(__name__, engine=property(_read, _write), supported_engines=property(_supported))
