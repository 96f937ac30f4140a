"""The parts of `make gpu`, one a file: each has `checks`."""
