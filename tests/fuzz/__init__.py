"""A fuzzer of the C library: every function with odd arguments, each in a process that may die. See __main__.py."""
