"""One sentence for every function: the one in sentences.txt, its header's first, or one that is drawn from the operator
that it is a form of.
"""

import re
from functools import cache
from pathlib import Path

from . import operators
from .exceptions import FOREACH

TABLE = Path(__file__).with_name("sentences.txt")
# Words that begin with a capital inside of a sentence too.
PROPER = set(
    "Adam AdamW Adagrad Airy Bessel Bernoulli Chebyshev Cholesky Euler Fourier Frobenius Gauss Gaussian Hadamard Hann "
    "Heaviside Hermite Huber Hurwitz Kaiser Kronecker Laguerre Legendre Moore NaN Poisson Riemann SGD Schur Student".split()
)
NUMBERS = {"Scalar", "Scalar[]", "Tensor", "Tensor[]"}


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


def listed(names):
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def copied(sentence):
    """Returns what is said of a view, of a copy."""
    found = re.sub(r"^A view\b", "A copy", re.sub(r"^Views\b", "Copies", sentence)).replace("; a view", "; a copy")
    return found if found != sentence else f"{sentence.rstrip('.')}; a copy."


class Sentences:
    """The sentences of all functions of an Api."""

    def __init__(self, api):
        self.api, self.relations, self.by_schema = api, operators.Relations(api), {}
        for one in api.functions.values():
            if one.schema:
                self.by_schema.setdefault(one.schema.name, []).append(one)

    def of(self, function):
        """The sentence, or "" where there is none."""
        said = table().get(function.schema.full if function.schema else function.name)
        return self.alias(said or (first(function.doc) if function.doc else self.drawn(function)))

    def alias(self, said):
        """ "As acos." with what acos does."""
        found = re.fullmatch(r"As (\w+)\.", said)
        other = found and self.of_name(found[1], "")
        return f"As {found[1]}: {lower(other)}" if other else said

    def drawn(self, function):
        """A sentence from that of the operator that this one is a form of."""
        if not function.schema:
            return ""
        schema, plain = function.schema, self.relations.of(function).get("functional")
        if plain in self.api.functions and (said := self.of(self.api.functions[plain])):
            if schema.out_args:
                return f"{said.rstrip('.')}; written into {listed([arg.name for arg in schema.out_args])}."
            return f"{said.rstrip('.')}; in place."
        if schema.name.startswith("_foreach_"):
            return self.foreach(schema)
        if schema.name.endswith("_copy"):
            said = self.of_name(schema.name.removesuffix("_copy"), schema.overload)
            return said and copied(said)
        return self.of_name(schema.name)

    def of_name(self, name, overload=None):
        """The sentence of an operator: of this overload, or of the first that has one."""
        found = self.by_schema.get(name, ())
        for one in (one for one in found if one.schema.overload == overload):
            return self.of(one)
        return next((self.alias(first(one.doc)) for one in found if one.doc), "")

    def foreach(self, schema):
        if schema.name not in FOREACH:
            said = self.of_name(schema.name.removeprefix("_foreach_"), "")
            return said and f"For each tensor of `self`: {lower(said)}"
        arg = [one for one in schema.args if one.type in NUMBERS and not one.kwonly][-1]
        operand = "alpha * " * any(one.name == "alpha" for one in schema.args) + arg.name.removesuffix("s")
        beside = {
            "Scalar[]": f" and its number in `{arg.name}`",
            "Tensor[]": f" and the one of `{arg.name}` at its place",
        }
        own = beside.get(arg.type, f" and its element of `{arg.name}`" if arg.name == "scalars" else "")
        return f"For each tensor of `self`{own}: {FOREACH[schema.name].format(operand)}."
