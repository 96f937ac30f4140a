"""The types that annotations of scripts are made of, where libraries import them from (torch.jit.annotations)."""

from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union  # noqa: UP035  (libraries import these)

from ..futures import Future

__all__ = ["Any", "Dict", "Future", "List", "NamedTuple", "Optional", "Tuple", "Union"]
