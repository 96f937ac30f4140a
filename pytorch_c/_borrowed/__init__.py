"""Torch's own Python files, run on this package: what is a library upon torch and pure Python is read where torch is.

`table` says which modules, `finder` stands in the import system, `loader` reads and binds them.
"""
