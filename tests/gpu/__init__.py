"""The parts of `make gpu`: everything that only a GPU can show, in order of worth, with one report."""
