"""Work in forked children, so that a crash is a finding like others."""

import json
import os
import signal
import tempfile
import traceback


def run(tasks, work, children=2):
    """{task: work(task)}: dicts for JSON with a list `wrong`, in which a crash or an exception of work is too."""
    tasks = list(tasks)
    shares, alive, found = [tasks[i::children] for i in range(children)], [], {}
    while shares or alive:
        if shares:
            alive.append(_start(shares.pop(), work))
            continue
        pid, share, file = alive.pop(0)
        _, status = os.waitpid(pid, 0)
        done = _read(file)
        found |= done
        rest = [task for task in share if task not in done]
        if rest:
            found[rest[0]] = {"wrong": [f"{rest[0]}: crashed with {_death(status)}"], "used": []}
            shares.append(rest[1:])
    return {task: found[task] for task in tasks}


def _start(share, work):
    """(process, share, file) of a child, which writes a line for each finished task."""
    file = tempfile.TemporaryFile("w+")
    pid = os.fork()
    if pid:
        return pid, share, file
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
