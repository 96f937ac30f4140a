"""One sentence for every function: its header's first, or the one in sentences.txt where that does not stand alone."""

import re
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("sentences.txt")
# Words that begin with a capital inside of a sentence too.
PROPER = set(
    "Adam AdamW Adagrad Airy Bessel Bernoulli Chebyshev Cholesky Euler Fourier Frobenius Gauss Gaussian Hadamard Hann "
    "Heaviside Hermite Huber Hurwitz Kaiser Kronecker Laguerre Legendre Moore NaN Poisson Riemann SGD Schur Student".split()
)


def parsed(text):
    """{name: sentence} of lines "NAME: SENTENCE"; a line that begins with blanks goes on with the one before."""
    found = {}
    for line in re.sub(r"\n +", " ", text).splitlines():
        if line and not line.startswith("#"):
            name, _, sentence = line.partition(": ")
            if name in found:
                raise ValueError(f"{TABLE.name}: {name} stands there twice")
            found[name] = sentence
    return found


@cache
def table():
    return parsed(TABLE.read_text())


def first(text):
    """The first sentence of a text."""
    text = " ".join(text.split())
    found = re.match(r".*?[^.\s][.!?](?=\s+[A-Z`\"(]|$)", text)
    return found[0] if found else text


def lower(sentence):
    """The sentence as it goes on behind a colon."""
    word = re.match(r"(?:A|[A-Z][a-z]+)\b", sentence)
    return sentence if not word or word[0] in PROPER else sentence[0].lower() + sentence[1:]


class Sentences:
    """The sentences of all functions of an Api."""

    def __init__(self, api):
        self.by_schema = {}
        for one in api.functions.values():
            if one.schema:
                self.by_schema.setdefault(one.schema.name, []).append(one)

    def of(self, function):
        """The sentence, or "" where there is none."""
        said = table().get(function.schema.full if function.schema else function.name)
        return self.alias(said or first(function.doc))

    def alias(self, said):
        """Returns "Alias of acos." with what acos does."""
        found = re.fullmatch(r"Alias of (\w+)\.", said)
        other = found and self.of_name(found[1], "")
        return f"Alias of {found[1]}: {lower(other)}" if other else said

    def of_name(self, name, overload=None):
        """The sentence of an operator: of this overload, or of the first that has one."""
        found = self.by_schema.get(name, ())
        for one in (one for one in found if one.schema.overload == overload):
            return self.of(one)
        return next((self.alias(first(one.doc)) for one in found if one.doc), "")
