"""The seam to the C library: the only users of cffi's `ffi` and `lib`, errors, handles."""
