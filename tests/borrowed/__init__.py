"""Whose each module of torch is: ours, borrowed, which is torch's own file run on this package, or not to be had.

python -m tests.borrowed           the counts, and the modules that no row of reasons.toml speaks of
python -m tests.borrowed WORDS     imports the borrowed modules whose names have one of the words, and says what fails
python -m tests.borrowed --write   makes docs/modules.md
"""
