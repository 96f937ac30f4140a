"""Marks for Intel's tools (torch._C._itt)."""

from __future__ import annotations

from .._boundary import api

is_available = api.itt_available
mark = api.itt_mark
rangePush = api.itt_range_push
rangePop = api.itt_range_pop
