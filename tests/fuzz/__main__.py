"""Calls every function of the C library with odd arguments, and says what did not come back.

    python -m tests.fuzz [--calls N] [--seed S] [--jobs J] [--guard] [--by-name] [--structured] [--only REGEX]
    python -m tests.fuzz --bytes [--calls N] [--seed S]      N changes of each kind of bytes of others (handed.py)
    python -m tests.fuzz --replay LINE      one call, in this process (under a debugger, say)

Every function runs in a child with limits of memory and time. A crash is a child that a signal ends, a hang one
that takes too long, a leak a handle that is left, a broken promise what the contract in types.h does not allow: an
output that a failure leaves set, a tensor that reaches beyond its storage. Each is printed with the argument
of --replay that shows it again. --guard puts a page that nobody may touch behind the memory of each tensor (guard.c).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict

from . import by_name, calls, campaign, corpus, structured
from .library import INTERFACE, LIBRARY, ROOT, Library


def parse():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--guard", action="store_true")
    parser.add_argument("--beside-torch", action="store_true", help="each call by torch too: the same must come of it")
    parser.add_argument("--by-name", action="store_true", help="operators by name (ptc_call) instead of functions")
    parser.add_argument("--structured", action="store_true", help="from the calls of torch's operator database")
    parser.add_argument(
        "--recorded", default=str(structured.RECORDED), help="those calls, made where they are not there"
    )
    parser.add_argument("--bytes", action="store_true", help="what other programs hand over, changed")
    parser.add_argument("--only", help="functions whose names match")
    parser.add_argument("--replay", metavar="LINE")
    parser.add_argument("--corpus", action="store_true", help="only the calls of corpus.jsonl")
    parser.add_argument("--library", default=str(LIBRARY))
    parser.add_argument("--interface", default=str(INTERFACE))
    return parser.parse_args()


def under_guard():
    """Starts this program again with the guard loaded before everything else."""
    with tempfile.TemporaryDirectory(prefix="fuzz-guard-") as folder:
        guard = os.path.join(folder, "guard.so")
        source = os.path.join(os.path.dirname(__file__), "guard.c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-pthread", "-o", guard, source, "-ldl"], check=True)
        environment = dict(os.environ, LD_PRELOAD=guard, FUZZ_GUARD="1")
        return subprocess.call([sys.executable, "-m", "tests.fuzz", *sys.argv[1:]], env=environment, cwd=ROOT)


def spread(library, functions, args):
    """The functions shared out among forks of this process; the tallies added up."""
    readers = []
    for job in range(args.jobs):
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            mine = functions[job :: args.jobs]
            count = args.calls * len(mine) // len(functions)
            tally = campaign.run(library, args.seed, count, mine, report, beside(args))
            os.write(write, json.dumps(asdict(tally)).encode())
            os._exit(0)
        os.close(write)
        readers.append((pid, read))
    total = campaign.Tally()
    for pid, read in readers:
        with os.fdopen(read) as pipe:
            part = json.load(pipe)
        part["found"] = [campaign.Found(**one) for one in part["found"]]
        for name, value in part.items():
            setattr(total, name, getattr(total, name) + value)
        os.waitpid(pid, 0)
    return total


def every(library, named):
    return by_name.functions(library) if named else library.functions


def beside(args):
    """Returns what compares each call with torch, where that is asked for; torch is loaded for nothing else."""
    if not args.beside_torch:
        return None
    from .beside import Beside

    return Beside()


def report(found):
    print(found, flush=True)


def main():
    args = parse()
    if args.bytes:
        script = os.path.join(os.path.dirname(__file__), "handed.py")
        return subprocess.call([sys.executable, script, f"--cases={args.calls}", f"--seed={args.seed}"])
    if args.guard and not os.environ.get("FUZZ_GUARD"):
        return under_guard()
    os.environ["OMP_NUM_THREADS"] = "1"
    library = Library(args.library, args.interface)
    if args.replay:
        said = json.loads(args.replay)
        print(calls.run(library, every(library, "ptc_call" in said["call"])[said["call"]], said["args"], beside(args)))
        return 0
    if args.corpus:
        wrong = corpus.replay(library, corpus.read())
        print(json.dumps(wrong))
        return 1 if wrong else 0
    known = every(library, args.by_name)
    if args.structured:
        known = structured.with_patterns(known, args.by_name, args.recorded)
    functions = campaign.chosen(known, args.only)
    total = (
        spread(library, functions, args)
        if args.jobs > 1
        else campaign.run(library, args.seed, args.calls, functions, report, beside(args))
    )
    print(f"{len(functions)} functions, {len(total.never)} of them never gave a result: {' '.join(total.never)}")
    if args.beside_torch:
        print(total.beside_line())
    print(total.last_line())
    return 1 if total.found else 0


if __name__ == "__main__":
    sys.exit(main())
