"""Operators upon functions that torch's borrowed modules call (torch._higher_order_ops)."""
