"""The calls that once crashed, hung, leaked or broke a promise: each a line of corpus.jsonl, replayed by the tests."""

import json
from pathlib import Path

from . import by_name, campaign

PATH = Path(__file__).with_name("corpus.jsonl")


def read():
    return [json.loads(line) for line in PATH.read_text().splitlines()]


def replay(library, entries):
    """Returns what each call of the corpus did now, where it was not right: [text]."""
    named = by_name.functions(library) if any("ptc_call " in one["call"] for one in entries) else {}
    wrong = []
    for one in entries:
        function = named.get(one["call"]) or library.functions.get(one["call"])
        if function is None:
            wrong.append(f"{one['call']} is gone: take its line out of the corpus")
            continue
        ended, said, words = campaign.replay(library, function, one["args"])
        if ended or said:
            wrong.append(f"{json.dumps(one)}\n    now {ended} {said} {words}")
    return wrong
