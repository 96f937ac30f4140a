"""Calls that compile a function again, by subject: recompiling.py runs them."""
