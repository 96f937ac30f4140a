"""save() and load(), pickle and copy."""
