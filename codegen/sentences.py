"""One sentence for every function: its header's, the one in sentences.json, or one drawn from the operator that it is a
form of.
"""

import json
import re
from functools import cache
from pathlib import Path

from . import operators

# {"sum.dim_IntList": sentence, "ptc_grad_mode": sentence} of what has no words in a header.
TABLE = Path(__file__).with_name("sentences.json")
# Words that begin with a capital inside of a sentence too.
PROPER = set(
    "Adam AdamW Adagrad Airy Bessel Bernoulli Cholesky Euler Fourier Frobenius Gauss Gaussian Hadamard Hann Hermite "
    "Huber Kaiser Kronecker Laguerre Legendre Moore Poisson Schur Student Chebyshev SGD Riemann Hurwitz Heaviside".split()
)


@cache
def table():
    return json.loads(TABLE.read_text())


def first(text):
    """The first sentence of a text."""
    text = " ".join(text.split())
    found = re.match(r".*?[^.\s][.!?](?=\s+[A-Z`\"(]|$)", text)
    return found[0] if found else text


def lower(sentence):
    """The sentence as it goes on behind a colon or a comma."""
    word = re.match(r"[A-Z][a-z]+\b", sentence)
    return sentence if not word or word[0] in PROPER else sentence[0].lower() + sentence[1:]


def listed(names):
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


class Sentences:
    def __init__(self, api):
        self.api, self.relations = api, operators.Relations(api)
        self.by_schema = {}
        for one in api.functions.values():
            if one.schema:
                self.by_schema.setdefault(one.schema.name, []).append(one)

    def of(self, function):
        """The sentence, or "" where there is none."""
        if function.doc:
            return first(function.doc)
        if not function.schema:
            return table().get(function.name, "")
        said = table().get(function.schema.full)
        return said or self.drawn(function)

    def drawn(self, function):
        """A sentence from that of the operator without `out` or not in place, or without foreach or _copy."""
        schema, plain = function.schema, self.relations.of(function).get("functional")
        if plain and (said := self.of(self.api.functions[plain])):
            if schema.out_args:
                return f"{said.rstrip('.')}; written into {listed([arg.name for arg in schema.out_args])}."
            return f"{said.rstrip('.')}; in place."
        for one in self.by_schema[schema.name]:
            if one.doc:
                return first(one.doc)
        return ""
