"""Tensor and what it is made of: data, dtype, device, indexing, operators, printing."""
