"""Child processes that measure on demand, asked in turns.

A finalizer strategy is chosen once for a process, so each contender has its own.
A request is one line of words, an answer one line of JSON. Asking one after the
other, round after round, spreads the noise of the machine over all of them.
"""

import json
import os
import subprocess
import sys
import traceback

from . import native
from .memory import give_back


class Worker:
    """A child process: `ask(words)` sends a line and returns the answer, `tell` awaits none."""

    def __init__(self, name, command, environment=None):
        self.name = name
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    def ask(self, *words):
        self.tell(*words)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(
                f"the process of {self.name!r} ended with status {self.process.wait()}; its error stands above"
            )
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Workers:
    """One worker for each contender, by name; ends them all on the way out."""

    def __init__(self, contenders):
        self.workers = {one.name: start(one) for one in contenders}

    def __enter__(self):
        return self.workers

    def __exit__(self, *exc):
        for worker in self.workers.values():
            worker.close()


def start(contender, *words):
    """A worker: the contender's program, else this script's `work(contender.name)`."""
    if contender.program:
        command = [str(native.program(contender.program)), *words]
    else:
        command = [sys.executable, sys.argv[0], "--worker", contender.name, *words]
    return Worker(contender.name, command, contender.environment)


def serve(answer):
    """In the child: answers requests until there are no more."""
    for line in sys.stdin:
        print(json.dumps(answer(*line.split())), flush=True)


def forked(answer):
    """Makes each request run in a fork of the worker, so that none sees the memory of another.

    The fork begins by giving freed memory back, from which a request would be served without a page more.
    """

    def answer_in_child(*words):
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            try:
                give_back()
                with open(writer, "w") as out:
                    json.dump(answer(*words), out)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(0)
        os.close(writer)
        with open(reader) as found:
            text = found.read()
        os.waitpid(child, 0)
        if not text:
            raise SystemExit("a run failed; its error stands above")
        return json.loads(text)

    return answer_in_child


def in_turns(workers, rounds, requests):
    """{key: answers}: each worker is asked its request, a tuple of words, once a round, in changing order."""
    answers = {key: [] for key in workers}
    keys = list(workers)
    for number in range(rounds):
        turn = number % len(keys)
        for key in keys[turn:] + keys[:turn]:
            answers[key].append(workers[key].ask(*requests[key]))
    return answers


def counts(workers, words, seconds, few=100):
    """{name: how many calls take about so many seconds}; a worker answers with seconds a call."""
    out = {}
    for name, worker in workers.items():
        worker.ask(*words, few)
        out[name] = max(few, int(seconds / max(worker.ask(*words, few), 1e-9)))
    return out
