"""Wishes to torch's tracer (torch._dynamo.decorators)."""

from . import (  # noqa: F401
    allow_in_graph,
    assume_constant_result,
    disable,
    disallow_in_graph,
    forbid_in_graph,
    graph_break,
    mark_dynamic,
    mark_static,
    mark_static_address,
    mark_unbacked,
    maybe_mark_dynamic,
    run,
    substitute_in_graph,
)
