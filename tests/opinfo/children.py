"""Work in forked children, so that a crash is a finding like others."""

import json
import os
import signal
import tempfile
import traceback


def run(tasks, work, children=2):
    """{task: work(task)}, which must be JSON; that has a list `wrong`; a crash is in that list too."""
    found, waiting, alive = {}, list(tasks), {}
    shares = [waiting[i::children] for i in range(children)]
    while alive or shares:
        while shares and len(alive) < children:
            share = shares.pop()
            if share:
                alive.update(_start(share, work))
        if not alive:
            break
        pid, status = os.wait()
        share, file = alive.pop(pid)
        done = _read(file)
        found.update(done)
        rest = [task for task in share if task not in done]
        if rest:
            found[rest[0]] = {"wrong": [f"{rest[0]}: crashed with {_death(status)}"], "used": []}
            shares.append(rest[1:])
    return {task: found[task] for task in waiting}


def _start(share, work):
    """{pid: (share, file)} of a child that writes one line a finished task."""
    file = tempfile.NamedTemporaryFile("w+", suffix=".jsonl")
    pid = os.fork()
    if pid:
        return {pid: (share, file)}
    try:
        for task in share:
            try:
                result = work(task)
            except Exception:
                result = {"wrong": [f"{task}: {traceback.format_exc(limit=-6)}"], "used": []}
            file.write(json.dumps([task, result]) + "\n")
            file.flush()
    finally:
        os._exit(0)


def _read(file):
    file.seek(0)
    with file:
        return dict(map(json.loads, file))


def _death(status):
    code = os.waitstatus_to_exitcode(status)
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
