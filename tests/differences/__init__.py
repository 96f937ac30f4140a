"""The differences from torch as data: programs, with what each library does with them.

Each .toml here is a chapter of docs/differences.md; `left_out.toml` has the names that are not here. A row says in words
what differs and why; its cases are programs that run under both libraries, with `torch` bound to each:

    [[row]]
    what = 'an index that is not a number, `x["a"]`'
    torch = "TypeError"               # words for the page; where there are none, the outcomes of the cases
    here = "IndexError"
    why = "`x[1.0]` is an IndexError in both."

    [[row.case]]
    program = 'torch.ones(2)["a"]'
    torch = "TypeError"               # outcomes, which the test compares
    here = "IndexError: too many"

An outcome is one of

    tensor([1.])              the repr of the last line's value (None where the last line is a statement)
    TypeError                 an exception of this very class, raised and not caught
    TypeError: must be        the same, with this text in its message
    warns UserWarning: text   a warning, whatever comes after; the text may be left out
    the process ends          a signal or an exit before the program is done
    no end                    the program still runs after `seconds` of the case

A program runs in a process, a folder and a `__main__` of its own, forked from one in which the library is loaded. A program
that imports torch gets pytorch_c by install_as_torch(). A row that no machine can show has `not_run` with the reason.

    python -m tests.differences                        what every case does, and where that is not what the rows say
    python -m tests.differences arguments "dlpack"     the chapters and the rows with these words alone
    python -m tests.differences -c 'torch.ones(2)[9]'  what a program does under both
    python -m tests.differences --write                makes docs/differences.md
"""
